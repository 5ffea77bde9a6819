"""The clauses that govern an ability, in the order in which a judge needs them.

First the clause that decides, then when it is played, what sets it off, what it costs, its steps,
what may come of them, and what its words mean.  Each clause stands once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rulebook.cards.annotating.procedures import ProcedureStep
from rulebook.cards.features.feature_list import Feature
from rulebook.cards.features.field_words import FieldWords
from rulebook.cards.features.finder import features_of
from rulebook.cards.features.predicates import conditions_of, triggers_of
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning, Meaning
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import dataclass, field
from rulebook.text.spans import Span
from rulebook.toml_files.kinds import ClauseNumber, EditionName

if TYPE_CHECKING:
    from rulebook.clauses.model import Finding

_HINT = "See CONTRIBUTING.md, “Meanings of card texts”."
CLAUSE_ROLES = ("timing", "trigger", "cost", "step", "consequence", "definition")
"""What a clause has to do with an ability, in a judge's order."""
_IN_TEXT_ORDER = (CLAUSE_ROLES.index("cost"), CLAUSE_ROLES.index("step"))
_DOING = (CLAUSE_ROLES.index("trigger"), *_IN_TEXT_ORDER)
# What a card has of its own, or gives, the features tell; in words it may only be spoken of.
_STRUCTURAL = {"kind", "mark", "keyword", "cost", "limit"}
_FORBIDDEN = "forbidden"
# Clauses of single words come behind those of features.
_LAST = 1_000_000


@dataclass(frozen=True, slots=True)
class FeatureClauses:
    """The clauses that a feature needs, by their role; ``first`` is the one that decides.

    ``without`` are clauses that do not hold for an ability with this feature: one with 助太刀 is
    not played in the main phase.  ``kinds`` are the kinds of abilities in which a word has these
    clauses; none means all.  Inside the features ``apart`` it has none: バトル相手 in a trigger.
    Where only ``kinds`` and ``apart`` are given, the clauses of the word are those of its concept.
    """

    first: ClauseNumber | None = None
    timing: tuple[ClauseNumber, ...] = ()
    trigger: tuple[ClauseNumber, ...] = ()
    cost: tuple[ClauseNumber, ...] = ()
    step: tuple[ClauseNumber, ...] = ()
    consequence: tuple[ClauseNumber, ...] = ()
    definition: tuple[ClauseNumber, ...] = ()
    without: tuple[ClauseNumber, ...] = ()
    kinds: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeywordMeaning:
    """What a keyword stands for, as a card would say it, and the clause that says so."""

    clause: ClauseNumber
    text: str


@dataclass(frozen=True, slots=True)
class TypeClause:
    """The clause that a type of effect rests on, and the word of the rules for it."""

    clause: ClauseNumber
    term: str


@dataclass(frozen=True, slots=True)
class GoverningFile:
    """``governing.toml`` of a game.

    ``answered`` are concept keys (``choose``) whose clauses the features tell better: the words
    alone do not say which of several clauses is meant.  ``precedence`` says which clause decides:
    that of the feature with the highest number, by its name or what stands before a colon of it;
    of several, the first.  Concept keys of marks and keywords may be named too.  ``opened`` is what
    keywords stand for, ``around`` what keywords and icons say of when the text behind them is
    carried out, or they themselves hold, ``needing`` the same of icons that ask for cards.
    """

    edition: EditionName
    answered: tuple[str, ...] = ()
    precedence: Mapping[str, int] = field(default_factory=dict)
    zones: FieldWords = field(default_factory=FieldWords)
    features: Mapping[str, FeatureClauses] = field(default_factory=dict)
    opened: Mapping[str, KeywordMeaning] = field(default_factory=dict)
    around: Mapping[str, KeywordMeaning] = field(default_factory=dict)
    needing: Mapping[str, KeywordMeaning] = field(default_factory=dict)
    types: Mapping[str, TypeClause] = field(default_factory=dict)
    procedures: Mapping[str, tuple[ProcedureStep, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _SharedFile:
    """``corpus/governing.toml``: the role of the clause of a concept key, and English."""

    roles: Mapping[str, str] = field(default_factory=dict)
    english: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GoverningClause:
    """A clause, what it has to do with the ability, and the words that it comes from.

    ``doing`` are those of ``spans`` that say what is done there: no word that it only explains,
    nothing that it says of the whole ability or of its whole cost.
    """

    number: str
    role: str
    spans: tuple[Span, ...]
    doing: tuple[Span, ...] = ()


# A clause for a part of the text: rank, place, order of the features and of the clauses of one,
# number, start, end, and whether that is what is done there.  Rows sort as clauses are needed.
_Row = tuple[int, int, int, int, str, int, int, bool]
# The features that a table knows, which are the fewer, each with its place among all.
_Known = Sequence[tuple[int, Feature]]


@dataclass(frozen=True, slots=True)
class GoverningTable:
    """Which clauses each feature of a meaning and each concept key leads to in one game."""

    file: GoverningFile
    roles: Mapping[str, str]
    english: Mapping[str, str]
    """The English of labels of steps, agents, types of effects, and the terms of the game."""

    parting: frozenset[str]
    """The features inside of which some word has no clauses (``apart``)."""

    clauses_met: dict[str, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    """The clauses of each feature met so far, with the ranks of their roles."""

    roles_met: dict[str, str | None] = field(default_factory=dict)
    """The role of each concept key met so far."""

    def clauses(
        self,
        ability: AbilityMeaning,
        links: Sequence[CardLink],
        *,
        unmarked: bool = False,
        marks: frozenset[str] = frozenset(),
    ) -> tuple[GoverningClause, ...]:
        """Return the clauses that govern ``ability``; ``links`` are those of its words.

        ``unmarked`` is whether its card is one of those whose abilities have no icon of a zone,
        ``marks`` are the icons of the other abilities of its card.
        """
        features = features_of(ability, self.file.zones, unmarked=unmarked, marks=marks)
        told = {feature.name for feature in features}
        around = self._around(features)
        features += [
            Feature(link.key, link.start, link.end, general=True)
            for link in links
            if link.key in self.file.features
            and link.key not in told
            and not _is_had(link)
            and self._counts(link, around)
        ]
        table = self.file.features
        known = [(at, each) for at, each in enumerate(features) if each.name in table]
        found = [*self._of_features(known), *self._of_links(ability, links, around)]
        left_out = self._left_out(known, features)
        rows = [row for row in found if row[4:7] not in left_out] if left_out else found
        return tuple(_once(sorted(rows), self._deciding(ability, known, links)))

    def _around(self, features: Sequence[Feature]) -> Sequence[Feature]:
        """Return the few of ``features`` that decide whether words inside of them count."""
        parting = self.parting
        return [each for each in features if each.name in parting or each.name.startswith("kind:")]

    def _counts(self, link: CardLink, features: Sequence[Feature]) -> bool:
        """Whether the word of ``link`` stands where its clauses speak of it."""
        clauses = self.file.features[link.key]
        if not clauses.kinds and not clauses.apart:
            return True
        around = [each for each in features if each.start <= link.start < each.end]
        kinds = (each for each in around if each.name.startswith("kind:"))
        nearest = min(kinds, key=lambda each: each.end - each.start, default=None)
        kind = nearest.name[len("kind:") :] if nearest else None
        of_kind = not clauses.kinds or kind in clauses.kinds
        return of_kind and not any(each.name in clauses.apart for each in around)

    def _is_kept_out(self, link: CardLink, features: Sequence[Feature]) -> bool:
        """Whether the table only says where the word of ``link`` counts, and it is not here."""
        return not self._needed(link.key) and not self._counts(link, features)

    def _deciding(
        self, ability: AbilityMeaning, known: _Known, links: Sequence[CardLink]
    ) -> str | None:
        """Return the clause that decides: the first one of the highest precedence.

        What an ability in 『』 says counts only where nothing else is there.
        """
        table = self.file.features
        inner = [
            (each.start, each.end)
            for _, each in known
            if each.name.startswith("kind:") and each.start > ability.start
        ]
        found = [
            (any(a <= each.start < b for a, b in inner), -self._precedence(each.name), at, first)
            for at, each in known
            if (first := table[each.name].first)
        ]
        found += [
            (any(a <= link.start < b for a, b in inner), -rank, link.start, link.clauses[0])
            for link in links
            if (rank := self.file.precedence.get(link.key, 0)) and self._is_left(link)
        ]
        return min(found, default=(False, 0, 0, None))[3]

    def _is_left(self, link: CardLink) -> bool:
        """Return whether ``link`` is of the ability's own words, and no feature decides for it."""
        feature = self.file.features.get(link.key)
        return bool(link.clauses) and not link.mentioned and not (feature and feature.first)

    def _precedence(self, name: str) -> int:
        """Return the precedence of a feature, by the longest beginning of its name in the table."""
        table = self.file.precedence
        while name not in table and ":" in name:
            name = name.rpartition(":")[0]
        return table.get(name, 0)

    def _of_features(self, known: _Known) -> Iterator[_Row]:
        for at, (name, start, end, general) in known:
            for order, (rank, number) in enumerate(self._needed(name)):
                place = start if rank in _IN_TEXT_ORDER else 0
                yield rank, place, at, order, number, start, end, rank in _DOING and not general

    def _left_out(self, known: _Known, features: Sequence[Feature]) -> set[tuple[str, int, int]]:
        """Return the clauses that do not hold for a whole ability, each with where it stands."""
        found: set[tuple[str, int, int]] = set()
        for at, feature in known:
            if without := self.file.features[feature.name].without:
                whole = next(each for each in features[at:] if each.name.startswith("kind:"))
                found.update((number, whole.start, whole.end) for number in without)
        return found

    def _needed(self, name: str) -> tuple[tuple[int, str], ...]:
        """Return the clauses that the feature called ``name`` needs, with the ranks of roles."""
        if name not in self.clauses_met:
            clauses = self.file.features.get(name)
            self.clauses_met[name] = tuple(
                (rank, number)
                for rank, role in enumerate(CLAUSE_ROLES)
                for number in (getattr(clauses, role) if clauses else ())
            )
        return self.clauses_met[name]

    def _of_links(
        self, ability: AbilityMeaning, links: Iterable[CardLink], around: Sequence[Feature]
    ) -> Iterator[_Row]:
        asked = conditions_of(ability)
        triggers = tuple(triggers_of(ability))
        for link in links:
            role = self._role(link.key)
            if role is None or (link.mentioned and role != "definition"):
                continue
            if link.key in self.file.features and self._is_kept_out(link, around):
                continue
            if role == "step" and any(c.start <= link.start < c.end for c in asked):
                if link.key == _FORBIDDEN:
                    continue  # who draws none may draw all the same
                role = "definition"  # what is asked is not done
            rank = CLAUSE_ROLES.index(_role_there(ability, triggers, link, role))
            place = link.start if rank in _IN_TEXT_ORDER else 0
            for number in link.clauses:
                yield rank, place, _LAST, 0, number, link.start, link.end, rank in _DOING

    def _role(self, key: str) -> str | None:
        """Return the role of the clauses of a concept key, if they tell what features do not."""
        if key not in self.roles_met:
            sort = key.partition(":")[0]
            answered = not {key, sort}.isdisjoint(self.file.answered)
            role = self.roles.get(key) or self.roles.get(sort)
            self.roles_met[key] = None if answered else role
        return self.roles_met[key]


def _is_had(link: CardLink) -> bool:
    """Whether ``link`` is of what an ability has or is, which features tell."""
    return link.mentioned or link.key.partition(":")[0] in _STRUCTURAL


def _role_there(
    ability: AbilityMeaning, triggers: Sequence[Meaning], link: CardLink, role: str
) -> str:
    """Return the role of a clause where ``link`` stands: a verb in a cost is of the cost.

    What is paid while the ability resolves is a step of it.
    """
    if role not in ("step", "cost") or link.key == role:
        return role
    if any(part.start <= link.start < part.end for part in ability.playing):
        return "timing"
    if any(part.start <= link.start < part.end for part in triggers):
        return "trigger"
    cost = ability.cost
    if cost and link.start < cost[-1].end:
        return "cost"
    return "step"


def _once(rows: Sequence[_Row], first: str | None) -> Iterator[GoverningClause]:
    """Yield each clause once, in its first role, with all the words that it comes from."""
    found: dict[str, tuple[int, dict[tuple[int, int], Span]]] = {}
    spans: dict[tuple[int, int], Span] = {}
    done: dict[str, dict[tuple[int, int], Span]] = {}
    for rank, _, _, _, number, start, end, doing in rows:
        place = start, end
        span = spans.get(place) or spans.setdefault(place, Span(start, end))
        if number in found:
            found[number][1][place] = span
        else:
            found[number] = rank, {place: span}
        if doing:
            done.setdefault(number, {})[place] = span
    if first in found:
        found = {first: found.pop(first), **found}
    for number, (rank, places) in found.items():
        what_is_done = tuple(done[number].values()) if number in done else ()
        yield GoverningClause(number, CLAUSE_ROLES[rank], tuple(places.values()), what_is_done)


def load_governing_table(corpus: Corpus, game: Game) -> tuple[GoverningTable, tuple[Finding, ...]]:
    """Return which clauses govern what in ``game``, and what is stale in its table.

    Raises :class:`CorpusError` where a table is malformed.
    """
    from rulebook.clauses.numbered_tables import load_numbered_table
    from rulebook.links.linker import load_english_names
    from rulebook.toml_files.loader import load_toml

    file, stale = load_numbered_table(
        corpus.read(game), "governing.toml", GoverningFile, hint=_HINT
    )
    path = corpus.folder / "governing.toml"
    shared = load_toml(path, _SharedFile, hint=_HINT) if path.exists() else _SharedFile()
    own = file or GoverningFile(EditionName("none"))
    english = {**load_english_names(game).terms, **shared.english}
    return governing_table(own, shared.roles, english), stale


def governing_table(
    file: GoverningFile, roles: Mapping[str, str], english: Mapping[str, str]
) -> GoverningTable:
    """Return the table of one game, with what all games share."""
    parting = frozenset(name for each in file.features.values() for name in each.apart)
    return GoverningTable(file, roles, english, parting)
