"""The clauses that govern an ability, each once, in the order in which a judge needs them: first
the one that decides, then timing, trigger, cost, steps, consequences, and what its words mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from rulebook.cards.annotating.rules import CLAUSE_ROLES, Rule, RuleIndex, WordRule, citations
from rulebook.cards.facts.fact import Fact
from rulebook.cards.facts.predicates import ZoneWords, conditions_of, triggers_of
from rulebook.cards.facts.walk import all_slots, facts_of
from rulebook.cards.grammar.keywords import KeywordMeaning, NeedingMeaning
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning, Meaning
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.records import NamedTuple, dataclass, field
from rulebook.text.normal import Span
from rulebook.toml_files.kinds import ClauseNumber, EditionName


class StepPart(StrEnum):
    """The part of an ability that comes at a step of its procedure."""

    LIMIT = "limit"  # when the ability, or its card, may be played at all
    TIMES = "times"  # how often per turn, by an icon
    TIMES_SAID = "times-said"  # how often per turn, by words of the text
    KEYWORD = "keyword"  # when it works, by the clause of its keyword
    WHERE = "where"  # in which zones it works, by icons or as its keyword requires
    NEED = "need"  # what an icon requires
    TRIGGER = "trigger"  # what sets it off
    WITHIN = "within"  # the only time in which its trigger counts
    CONDITION = "condition"  # the conditions at its head
    COST = "cost"  # what is paid, payment by payment
    EFFECT = "effect"  # what it does, effect by effect
    BETWEEN = "between"  # delayed effects, and what the rules do between its effects
    OWN_CARD = "own-card"  # where its card goes in the end, if no effect has moved it
    PLACE_LEFT = "place-left"  # what happens in the end if an effect may have emptied a place
    PLAY = "play"  # a step before it that is the same for every ability
    END = "end"  # a step after it that is the same for every ability


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """A step of the procedure of playing an ability, with its clauses, for ``rulebook resolve``. Of
    several steps for effects, the first one applies that has the type of the effect, or none."""

    part: StepPart  # of the ability at this step
    text: str
    clauses: tuple[ClauseNumber, ...]
    by: str | None = None  # the player who decides
    optional: bool = False
    only: ClauseNumber | None = None  # left out unless this clause governs the ability,
    unless: ClauseNumber | None = None  # or if this one does,
    unless_called: str = ""  # or if it calls its own card so (キャラ of このキャラ)
    also: tuple[ClauseNumber, ...] = ()  # shown if they govern the ability
    types: tuple[str, ...] = ()  # of effects


_HINT = "See CONTRIBUTING.md, “Add a line of governing clauses”."
_IN_TEXT_ORDER = (CLAUSE_ROLES.index("cost"), CLAUSE_ROLES.index("step"))
_STEP = CLAUSE_ROLES.index("step")
_OF_STEPS = (CLAUSE_ROLES.index("trigger"), *_IN_TEXT_ORDER)
_OF_EFFECTS, _OF_GAINED = 51, 54
"""The precedence of plain effects, such as gaining an ability, and of what decides the latter."""
_OF_TERMS, _OF_GAINED_TERMS = 80, 65
"""The precedence of terms of triggers, which icons and keywords exceed. In a gained ability, such a
clause has the second precedence, above the events of triggers."""
_OF_WORDS, _OF_CONCEPTS = 1_000_000, 2_000_000
"""The steps in rows of words and of concepts: these rows come after those of all facts."""


@dataclass(frozen=True, slots=True)
class TypeClause:
    """The clause for a type of effect, the rules' term for it, and the words for its sign."""

    clause: ClauseNumber
    term: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class GoverningFile:
    """``governing.toml`` of a game."""

    edition: EditionName
    answered: tuple[str, ...] = ()  # concept keys (choose): rules on facts say which clause holds
    zones: ZoneWords = field(default_factory=ZoneWords)
    rules: tuple[Rule, ...] = ()
    words: Mapping[str, WordRule] = field(default_factory=dict)  # by concept key
    around: Mapping[str, KeywordMeaning] = field(default_factory=dict)
    needing: Mapping[str, NeedingMeaning] = field(default_factory=dict)
    """Texts with places for what follows a keyword or icon; in ``needing``, for what it needs."""
    types: Mapping[str, TypeClause] = field(default_factory=dict)
    procedures: Mapping[str, tuple[ProcedureStep, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _SharedFile:
    """``corpus/governing.toml``: the role of clauses for each concept key; English labels."""

    roles: Mapping[str, str] = field(default_factory=dict)
    english: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GoverningClause:
    """A clause that governs an ability, its role, and the words for which it is cited.
    ``step_spans`` are those that state a step, not words that it explains or a whole cost."""

    number: str
    role: str
    spans: tuple[Span, ...]
    step_spans: tuple[Span, ...] = ()


Places = dict[tuple[int, int], None]
"""Starts and ends of words in the canonical text, each once, in their order."""

CitedClause = tuple[str, str, Places, Places]
"""A governing clause before it has spans, which lines of JSON do without: number, role, the places
of its words, and those of steps.  A plain tuple is made in a fraction of the time of a record."""

_Row = tuple[int, int, int, int, int, int, str, int, int, bool]
"""A clause for a part of the text: rank of its role, place, step, rule, fact, order in the rule,
number, start, end, and whether that is a step.  Rows sort as a judge needs their clauses."""

_Match = tuple[int, Fact, int]
"""A fact, its index among all facts, and the index of a rule that it matches."""


class MatchedFact(NamedTuple):
    """A fact, its words, the indices of the rules that it matches, and the clauses they cite."""

    fact: Fact
    words: str
    rules: tuple[int, ...]
    clauses: tuple[str, ...]

    def as_row(self) -> dict[str, object]:
        """Return the fact as a row of ``rulebook explain``: its role, slots and words, and the
        clauses that rules cite for it. Authors of rules see there what a rule can match."""
        # The first statement is the role alone, each other "role slot=word".
        slots = [each.partition(" ")[2] for each in self.fact.statements()][1:]
        role, clauses = self.fact.role, list(self.clauses)
        return {"role": role, "slots": slots, "words": self.words, "clauses": clauses}


_Context = Mapping[str | None, Sequence[Fact]]
"""The facts that decide whether the words inside them have clauses: for each concept key, those in
which it has none; for None, the facts that state an ability, this one or one in 『』."""


class GoverningTable:
    """The clauses for facts and concept keys in one game, and its procedures, also in English."""

    def __init__(
        self, file: GoverningFile, roles: Mapping[str, str], english: Mapping[str, str]
    ) -> None:
        """Index once, for all cards, the patterns that facts are compared with: first those of the
        rules of ``file``, then the contexts that decide if a word has clauses where it stands. Some
        words have clauses only in some kinds of abilities, so each ability is a context (key None).
        Others have none in facts that their ``outside`` describes (the key of the word). ``roles``
        has the role of the clause by concept key, ``english`` the labels of steps in English."""
        self.file, self.roles, self.english = file, roles, english
        patterns = [*((rule.when, rule.unless) for rule in file.rules), ({"role": "ability"}, {})]
        self._keys_of_contexts: list[str | None] = [None]
        for key, word in file.words.items():
            patterns += ((slots, {}) for slots in word.outside)
            self._keys_of_contexts += [key] * len(word.outside)
        self._index = RuleIndex(patterns)
        self._citations = [tuple(citations(rule.cite)) for rule in file.rules]
        # Rules on the kind of an ability alone: such a rule decides only if no step has a clause.
        kinds = [rule for rule in file.rules if rule.when["role"] == "ability"]
        self._kind_precedence = max((rule.precedence for rule in kinds), default=0)
        self._clauses_on_kinds = {number for rule in kinds for _, number in citations(rule.cite)}

    def clauses(
        self, ability: AbilityMeaning, links: Sequence[CardLink], *, unmarked: bool = False
    ) -> list[CitedClause]:
        """Return the clauses that govern ``ability``: the one that decides it, then the others in a
        judge's order. They come from rules that match its facts and, by ``links``, from its words.
        A fact around a word (``context``) may exclude its clauses; there, key None has the facts on
        abilities: this one, and those granted in 『』 (``inner``), whose clauses seldom decide. A
        ``general`` fact is on the whole ability: its words are those of no step. Some clauses hold
        only on ``unmarked`` cards, without an icon of a zone."""
        facts = facts_of(ability, self.file.zones, self._index.slots_for, unmarked=unmarked)
        rules, matches = self.file.rules, list[_Match]()
        context: dict[str | None, list[Fact]] = {}
        for at, fact in enumerate(facts):
            for rule in self._index.matching(fact):
                if rule < len(rules):
                    matches.append((at, fact, rule))
                else:  # behind the rules, the index has the contexts of words
                    context.setdefault(self._keys_of_contexts[rule - len(rules)], []).append(fact)
        # Rows sort in a judge's order: by rank; costs and steps by place, others by step and rule.
        rows: list[_Row] = []
        for at, (_, _, start, end, step, _, general), rule in matches:
            for order, (rank, number) in enumerate(self._citations[rule]):
                place = start if rank in _IN_TEXT_ORDER else 0
                of_step = rank in _OF_STEPS and not general
                rows.append((rank, place, step, rule, at, order, number, start, end, of_step))
        rows += self._rows_of_links(ability, links, context)
        # A clause cited for the whole ability may not hold if the ability has such a fact.
        left_out = {(n, *fact.whole) for _, fact, rule in matches for n in rules[rule].without}
        if left_out:  # of a row: number, start, end
            rows = [row for row in rows if row[6:9] not in left_out]
        rows.sort()
        inner = [each for each in context.get(None, ()) if each.start > ability.start]
        first = self._deciding_clause(matches, inner, links, rows)
        cited: dict[str, CitedClause] = {}  # each once, in its first role, with all its words
        for rank, *_, number, start, end, is_step in rows:
            _, _, words, steps = cited.setdefault(number, (number, CLAUSE_ROLES[rank], {}, {}))
            words[start, end] = None
            if is_step:
                steps[start, end] = None
        return [cited.pop(first), *cited.values()] if first in cited else [*cited.values()]

    def facts(self, ability: AbilityMeaning, text: str, *, unmarked: bool) -> Iterator[MatchedFact]:
        """Yield the facts of ``ability`` in ``text``, each with its rules and their clauses. Unlike
        in :meth:`clauses`, all slots (act, object, zones) are computed: authors see what rules
        could match. ``unmarked``: the card has no icon of a zone, so rules say where it works."""
        zones, count = self.file.zones, len(self.file.rules)  # the index has contexts behind them
        for fact in facts_of(ability, zones, all_slots, unmarked=unmarked):
            rules = tuple(each for each in self._index.matching(fact) if each < count)
            cited = (number for each in rules for _, number in self._citations[each])
            yield MatchedFact(fact, text[fact.start : fact.end], rules, tuple(dict.fromkeys(cited)))

    def _applies_in_context(self, link: CardLink, context: _Context) -> bool:
        """Whether the clauses for the word of ``link`` hold where it stands, by the facts around it
        (``context``). Those of some words hold only if the innermost ability around is of one of
        some kinds (key None), or outside some facts (the word's key): in a trigger, nobody puts."""
        word = self.file.words[link.key]
        if word.kinds:
            around = [each for each in context.get(None, ()) if _is_inside(link, each)]
            nearest = min(around, key=lambda each: each.end - each.start, default=None)
            if nearest is None or nearest.slots["icon"] not in word.kinds:
                return False
        return not any(_is_inside(link, each) for each in context.get(link.key, ()))

    # ---- The clause that decides

    def _deciding_clause(
        self,
        matches: Sequence[_Match],
        inner: Sequence[Fact],
        links: Sequence[CardLink],
        rows: Sequence[_Row],
    ) -> str | None:
        """Return the clause that decides and is cited first: that with the highest precedence among
        matching rules and linked words, except words of an ability only mentioned (“has 『A』”). An
        ability in 『』 (``inner``) comes after the trigger around it; a rule on the mere kind of an
        ability yields to a clause about a step. Ranks are negative precedences, and the lowest
        decides; among equal ranks, it is that of the first step or word (a word has no rule: 0)."""
        rules = self.file.rules
        found = [
            (_ranks(fact, rules[rule].precedence, inner), fact.step, rule, decides)
            for _, fact, rule in matches
            if (decides := rules[rule].decides)
        ]
        found += [
            (_ranks(link, word.precedence, inner), link.start, 0, word.first or link.clauses[0])
            for link in links
            if (word := self.file.words.get(link.key)) and word.precedence
            if link.clauses and not link.mentioned
        ]
        ranks, *_, clause = min(found, default=((0, 0), 0, 0, None))
        if not ranks[0] or -ranks[0] > self._kind_precedence:
            return clause
        # The first clause (``row[6]``) on a step that starts (``row[7]``) outside all 『』.
        of_steps = (row for row in rows if row[0] == _STEP and row[6] not in self._clauses_on_kinds)
        outer = (row for row in of_steps if not any(a.start <= row[7] < a.end for a in inner))
        return next((row[6] for row in outer), clause)

    # ---- Rows

    def _rows_of_links(
        self, ability: AbilityMeaning, links: Iterable[CardLink], context: _Context
    ) -> Iterator[_Row]:
        """Yield a row (:data:`_Row`) for each clause on the words of ``links``. First come clauses
        that ``[words]`` of ``governing.toml`` cites for a word where it is used, not where an
        ability is only mentioned (“has 『A』”): never as steps, since they explain the word. Then
        come clauses on the concept that the word names (for “draw”, on drawing): steps, unless a
        condition or trigger has the word, where nothing is done. Rows have 0 for rule and fact, as
        a link has none; ``place`` sorts only costs and steps."""
        asked, triggers = conditions_of(ability), tuple(triggers_of(ability))
        for link in links:
            span, word = (link.start, link.end), self.file.words.get(link.key)
            applies = word is None or self._applies_in_context(link, context)
            if word and applies and not link.mentioned:
                for order, (rank, number) in enumerate(citations(word.cite)):
                    place = link.start if rank in _IN_TEXT_ORDER else 0
                    yield (rank, place, _OF_WORDS, 0, 0, order, number, *span, False)
            # Limits of ``[words]`` are on what it cites or, if it cites nothing, on the concept.
            role = self._role_of_concept(link, asked) if applies or (word and word.cite) else None
            if role is not None:
                rank = CLAUSE_ROLES.index(_role_in_ability(ability, triggers, link, role))
                place, of_step = link.start if rank in _IN_TEXT_ORDER else 0, rank in _OF_STEPS
                for number in link.clauses:
                    yield (rank, place, _OF_CONCEPTS, 0, 0, 0, number, *span, of_step)

    def _role_of_concept(self, link: CardLink, asked: Iterable[Meaning]) -> str | None:
        """Return the role of the clauses on the concept of ``link``; None if rules on facts, which
        know who acts, replace them (``answered``), or for a step of an ability only mentioned (“has
        『A』”). What a condition asks (``asked``) is not done: they only define the word."""
        sort = link.key.partition(":")[0]
        role = self.roles.get(link.key) or self.roles.get(sort)
        answered = not {link.key, sort}.isdisjoint(self.file.answered)
        if answered or (link.mentioned and role != "definition"):
            return None
        if role != "step" or not any(_is_inside(link, each) for each in asked):
            return role
        return None if link.key == "forbidden" else "definition"  # “if not drawn” bans nothing


def _is_inside(link: CardLink, part: Fact | Meaning) -> bool:
    """Whether the word of ``link`` begins inside ``part``, such as a cost or a granted ability, in
    which the word may have another clause, another role or none."""
    return part.start <= link.start < part.end


def _ranks(part: Fact | CardLink, precedence: int, inner: Iterable[Fact]) -> tuple[int, int]:
    """Return the sort key of a rule with ``precedence`` for ``part``; the lowest key decides: its
    rank in the whole ability, then its own. Inside 『』 (``inner``), a term (opponent in battle) or
    keyword ranks above events outside, as the ability is about it. Effects rank last, as they are
    only gained. All else, such as a trigger, is above gaining it and below the trigger outside."""
    if not any(each.start <= part.start < each.end for each in inner):
        return -precedence, -precedence
    if precedence >= _OF_TERMS:
        return -_OF_GAINED_TERMS, -precedence
    return -_OF_GAINED if precedence > _OF_EFFECTS else 1, -precedence


def _role_in_ability(
    ability: AbilityMeaning, triggers: Sequence[Meaning], link: CardLink, role: str
) -> str:
    """Return the role in which a clause for the word of ``link`` is cited. Instead of a step
    (``role``), it is the timing, trigger or cost of ``ability`` if the word is in one of these; a
    cost elsewhere is a step."""
    if role not in ("step", "cost") or link.key == role:
        return role  # the key "cost" is that of a whole cost, even of a granted ability
    if any(_is_inside(link, part) for part in ability.playing):
        return "timing"
    if any(_is_inside(link, part) for part in triggers):
        return "trigger"
    return "cost" if ability.cost and link.start < ability.cost[-1].end else "step"


def load_governing_table(corpus: Corpus, game: Game) -> tuple[GoverningTable, tuple[Finding, ...]]:
    """Return the table of governing clauses of ``game``, and findings on entries with clauses that
    its edition no longer has, to be corrected. The file for all games has the role of each
    concept's clause. The English in which ``resolve`` prints steps is in that file, and for
    headings and terms in those of the game. Raises :class:`CorpusError` for a malformed file."""
    from rulebook.cards.annotating.rules import check_rules  # not where the cache has all
    from rulebook.clauses.numbered_tables import load_numbered_table
    from rulebook.links.linker import load_english_names
    from rulebook.toml_files.loader import load_if_there

    book = corpus.read(game)
    file, stale = load_numbered_table(book, "governing.toml", GoverningFile, hint=_HINT)
    if file:
        check_rules(game.table("governing.toml"), file, corpus.folder / "facts.toml", hint=_HINT)
    path = corpus.folder / "governing.toml"
    shared = load_if_there(path, _SharedFile, hint=_HINT) or _SharedFile()
    own = file or GoverningFile(EditionName("none"))  # a game may have no table yet
    names = load_english_names(game)
    english = {**names.headings, **names.terms, **shared.english}
    return GoverningTable(own, shared.roles, english), stale
