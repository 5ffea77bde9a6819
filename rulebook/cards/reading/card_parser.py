"""Reading a card text: abilities as trees, and in plain sight what was not understood."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from rulebook.cards.builders import builders
from rulebook.cards.builders.abilities import Heading
from rulebook.cards.builders.agreement import MISSING, Misfit
from rulebook.cards.builders.frame_table import SORTS_OF_WORDS, ZONES
from rulebook.cards.builders.frames import REPEATED, first_misfit, without_antecedent
from rulebook.cards.grammar.lalr_parser import LalrParser, Stopped
from rulebook.cards.grammar.leaves import Extent, Leaf, Values
from rulebook.cards.reading.dialect import Dialect, load_dialect
from rulebook.cards.spelling.canonical_form import (
    Misprint,
    canonical,
    misprints,
    split_abilities,
    split_passages,
)
from rulebook.cards.spelling.damaged_text import FARTHEST, SaidTwice, first_repeat
from rulebook.cards.spelling.reminders import NEARLY, Reminders
from rulebook.cards.tree import card
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.placing import printed
from rulebook.cards.tree.walking import Placed, lineage, walk
from rulebook.clauses.game import Game
from rulebook.records import NamedTuple, dataclass, replace
from rulebook.text.normal import Normalised
from rulebook.text.rewriting import unchanged
from rulebook.text.spans import Span

# More nodes in each other than any card has (17), so that trees can be gone through by recursion.
_DEEPEST = 100
# So many code points make no tree that deep.
_SHALLOW = 100
# More sentences than any ability has.
_LONGEST = 100
# What a reminder begins with.
_REMINDS = re.compile("[（※]")


class ParseStatus(StrEnum):
    """How far a card was understood."""

    PARSED = "parsed"
    PARTIAL = "partial"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Gap:
    """A part that the grammar does not know.

    ``stopped`` counts code points of the canonical ``text`` of the gap up to the token at which
    the parser stopped; ``expected`` are the terminals that could have stood there.  ``why`` says
    what does not fit there, where the grammar would read it.
    """

    span: Span
    text: str
    stopped: int
    expected: tuple[str, ...]
    why: str = ""

    def printed(self, source: Normalised) -> Gap:
        """Return the same gap in the printed text of ``source``."""
        return replace(self, span=printed(self.span, source))


def only_markup(text: str) -> tuple[Gap, ...]:
    """Return the gaps of ``text``, a card without abilities: all of it, if anything is printed."""
    return (Gap(Span(0, len(text)), "", 0, ()),) if text.strip() else ()


@dataclass(frozen=True, slots=True)
class ParsedCard:
    """What was made of a card text."""

    text: str
    canonical: str
    abilities: tuple[card.Ability, ...]
    gaps: tuple[Gap, ...]
    misprints: tuple[Misprint, ...] = ()

    @property
    def lost(self) -> int:
        """How many code points of the text stand in gaps."""
        return lost_in(self.gaps)

    @property
    def coverage(self) -> float:
        """The share of code points that a node owns which knows what it is."""
        return coverage(self.text, self.gaps)

    @property
    def status(self) -> ParseStatus:
        """Whether all, some or nothing of the text was understood."""
        return status(self.gaps, any(map(is_understood, self.abilities)))


def coverage(text: str, gaps: Iterable[Gap]) -> float:
    """Return the share of ``text``, a card, that stands in no gap."""
    return 1 - lost_in(gaps) / len(text) if text else 1.0


def lost_in(gaps: Iterable[Gap]) -> int:
    """Return how many code points stand in ``gaps``."""
    return sum(gap.span.end - gap.span.start for gap in gaps)


def status(gaps: Sequence[Gap], understood: bool) -> ParseStatus:
    """Return how far a card with these ``gaps`` was read; ``understood`` is whether at all."""
    if not gaps:
        return ParseStatus.PARSED
    return ParseStatus.PARTIAL if understood else ParseStatus.FAILED


def is_understood(ability: card.Ability) -> bool:
    """Return whether the grammar knows any part of ``ability``."""
    parts = (*ability.marks, ability.keyword, ability.cost, *ability.text)
    return any(part is not None and not isinstance(part, card.Unparsed) for part in parts)


class Branch(NamedTuple):
    """A rule with what the parser put under it, before anything is made of it."""

    rule: str
    parts: Values


class CardParser:
    """Reads the card texts of one game, whose ``dialect`` it is given."""

    def __init__(self, dialect: Dialect) -> None:
        self._tables = dialect.tables
        self._parser = LalrParser(dialect.tables, builders(dialect.verbs))
        self.spelling = dialect.spelling
        self._reminders = Reminders(dialect.reminders, dialect.spelling)

    def read(self, text: str) -> ParsedCard:
        """Return what ``text``, one card, says; spans are code points of ``text``."""
        source = self.canonical(text)
        abilities, gaps = self.abilities(source.text)
        return self.parsed(text, source, printed(abilities, source), gaps)

    def canonical(self, text: str) -> Normalised:
        """Return ``text``, one card, in canonical form."""
        return canonical(text, self.spelling)

    def abilities(self, text: str) -> tuple[tuple[card.Ability, ...], tuple[Gap, ...]]:
        """Return the abilities of a canonical ``text``, and its gaps; spans count its characters.

        What was read can so be used again wherever the same text is printed.
        """
        source, gaps = unchanged(text), list[Gap]()
        abilities = [
            self._ability(source, start, end, gaps)
            for start, end in split_abilities(text)
            if start < end
        ]
        return tuple(abilities), tuple(gaps)

    def parsed(
        self,
        text: str,
        source: Normalised,
        abilities: tuple[card.Ability, ...],
        gaps: Iterable[Gap],
    ) -> ParsedCard:
        """Return what is known of ``text``, whose canonical form ``source`` has these ``gaps``."""
        placed = tuple(gap.printed(source) for gap in gaps) if abilities else only_markup(text)
        return ParsedCard(text, source.text, abilities, placed, misprints(text, self.spelling))

    @property
    def words(self) -> frozenset[str]:
        """The words of the grammar that are no patterns."""
        scanners = self._tables.scanners
        return frozenset(
            word for each in scanners for words in each.instead.values() for word in words
        )

    def tokens(self, text: str) -> Iterator[Leaf]:
        """Yield the terminals of ``text``, of each ability up to the first that is unknown."""
        source = canonical(text, self.spelling)
        for start, end in split_abilities(source.text):
            seen: list[Leaf] = []
            self._parse(source, start, end, "ability", seen.append)
            yield from (leaf for leaf in seen if leaf.text)

    def trees(self, text: str) -> Iterator[Branch]:
        """Yield the parse tree of each ability of ``text`` that the grammar wholly knows."""
        parser = LalrParser(self._tables, _Branches())
        source = canonical(text, self.spelling)
        for start, end in split_abilities(source.text):
            if not isinstance(self._parse(source, start, end, "ability"), Stopped):
                yield cast(Branch, parser.parse(source, start, end, "ability"))

    def _parse(
        self,
        source: Normalised,
        start: int,
        end: int,
        rule: str,
        seen: Callable[[Leaf], None] | None = None,
        horizon: int | None = None,
    ) -> Any:
        """Return what ``rule`` makes of that part of ``source``, or where the parser stopped.

        What can be parsed and does not fit together counts as stopped at what does not fit.
        """
        try:
            found = self._parser.parse(source, start, end, rule, seen, horizon)
        except Stopped as stopped:
            return stopped
        except ValueError:
            # Python makes no number of thousands of digits, and no card has one.
            return Stopped(start, ())
        nodes = _nodes_of(found)
        if end - start > _SHALLOW and any(depth > _DEEPEST for _, _, depth in nodes):
            return Stopped(start, ())
        misfit = first_misfit(nodes) or self._in_reminders(nodes, source, start, end)
        return found if misfit is None else _stopped(source, start, end, misfit)

    def _in_reminders(
        self, nodes: Iterable[Placed], source: Normalised, start: int, end: int
    ) -> Misfit | None:
        """Return the first reminder among ``nodes`` that is damaged."""
        if not _REMINDS.search(source.text, start, end):
            return None
        reminders = (node for node, _, _ in nodes if isinstance(node, card.Reminder))
        faults = (
            (node.start, self._reminders.fault_of(node.text) or self._senseless(node.text))
            for node in reminders
        )
        return next((Misfit(at, why) for at, why in faults if why), None)

    def _senseless(self, reminder: str) -> str:
        """Return why a reminder that has another word than cards print makes no sense, or ``""``.

        What the grammar does not know, or what is left out, is no fault here: the words of a
        reminder are free.
        """
        if not self._reminders.has_another_word(reminder):
            return ""
        if self._reminders.has_another_sort(reminder, SORTS_OF_WORDS | ZONES):
            return NEARLY
        gaps: list[Gap] = []
        source = canonical(reminder.strip("（）()※"), self.spelling)
        for start, end in split_passages(source.text, self.spelling.names):
            self._passage(source, start, start, end, gaps)
        return next((gap.why for gap in gaps if gap.why not in ("", MISSING)), "")

    def _ability(self, source: Normalised, start: int, end: int, gaps: list[Gap]) -> card.Ability:
        ability = self._parse(source, start, end, "ability")
        if isinstance(ability, card.Ability) and not self._repeat(
            source, start, start, end, ability
        ):
            return ability
        return self._read_in_parts(source, start, end, gaps)

    def _repeat(
        self, source: Normalised, first: int, start: int, end: int, made: Node
    ) -> SaidTwice | None:
        """Return what is said twice in a row, the second time in what was ``made`` from ``start``.

        It may be said first from ``first`` on.
        """
        repeat = first_repeat(source.text[first:end], self.spelling.free)
        again = repeat and SaidTwice(first + repeat.again, repeat.length)
        if again is None or again.again < start or _can_come_again(again, made, source):
            return None
        return again

    def _read_in_parts(
        self, source: Normalised, start: int, end: int, gaps: list[Gap]
    ) -> card.Ability:
        """Read an ability sentence by sentence; what cannot be read stays as it is."""
        heading, behind = self._heading(source, start, end)
        places = list(split_passages(source.text[behind:end], self.spelling.names))
        if len(places) > _LONGEST:
            places = [(0, end - behind)]
        passages = tuple(
            self._passage(
                source,
                max(behind, behind + first - FARTHEST),
                behind + first,
                behind + last,
                gaps,
                opens=start < behind and not first,
            )
            for first, last in places
        )
        span = source.printed(start, end)
        marks, keyword, cost = heading
        return card.Ability(span.start, span.end, marks, keyword, cost, passages)

    def _heading(self, source: Normalised, start: int, end: int) -> tuple[Heading, int]:
        """Return marks, keyword and cost at the head of an ability, and where they end."""
        seen: list[Leaf] = []
        found = self._parse(source, start, end, "heading", seen.append)
        if isinstance(found, Heading):
            return found, end
        at = found.position
        # Where a cost or its end is at fault, what stands before it may still be read.
        for last in (at, *_costs(seen, start, at)):
            found = self._parse(source, start, last, "heading", horizon=end)
            if isinstance(found, Heading):
                return found, last
        return Heading(), start

    def _passage(
        self,
        source: Normalised,
        before: int,
        start: int,
        end: int,
        gaps: list[Gap],
        opens: bool = False,
    ) -> Any:
        """Read one sentence; ``before`` is where begins what it might say again.

        ``opens`` is whether the sentence is the first behind the heading of an ability.
        """
        found = self._parse(source, start, end, "passage")
        if isinstance(found, Stopped) and source.text[end - 1] != "。":
            unclosed = self._parse(source, start, end, "open_sentence")
            # Of two that stopped, the one that says what does not fit tells more.
            if not isinstance(unclosed, Stopped) or unclosed.why:
                found = unclosed
        if not isinstance(found, Stopped) and (
            repeat := self._repeat(source, before, start, end, found)
        ):
            found = Stopped(repeat.again, (), "the words before this are repeated")
        if opens and isinstance(found, card.Sentence):
            for misfit in without_antecedent(found):
                found = _stopped(source, start, end, misfit)
        if not isinstance(found, Stopped):
            return found
        span = source.printed(start, end)
        text = source.text[start:end]
        gaps.append(Gap(span, text, found.position - start, found.expected, found.why))
        return card.Unparsed(span.start, span.end, text)


def _stopped(source: Normalised, start: int, end: int, misfit: Misfit) -> Stopped:
    """Return that reading from ``start`` to ``end`` stopped at ``misfit``."""
    return Stopped(bisect_left(source.starts, misfit.start, start, end), (), misfit.why)


def _can_come_again(again: SaidTwice, root: Node, source: Normalised) -> bool:
    """Whether what is said twice in a row, at ``again``, holds something that can come again."""
    first, last = again.again - again.length, again.again + again.length
    return any(
        source.starts[first] <= node.start < source.ends[last - 1]
        for node in walk(root)
        if isinstance(node, REPEATED)
    )


def _nodes_of(made: Any) -> Sequence[Placed]:
    """Return all nodes of what was made; a heading is that of an ability without a text."""
    node = card.Ability(0, 0, *made, ()) if isinstance(made, Heading) else made
    return [(node, None, 1), *node.inside] if isinstance(node, card.Ability) else lineage(node)


def _costs(leaves: Iterable[Leaf], start: int, end: int) -> list[int]:
    """Return where costs begin in ``leaves``, which are read from ``start`` on, the last first."""
    costs, place, depth = [], start, 0
    for leaf in leaves:
        if leaf.text == "［" and not depth and place < end:
            costs.append(place)
        depth += (leaf.text == "『") - (leaf.text == "』")
        place += len(leaf.text)
    return costs[::-1]


class _Branches(dict[str, Any]):
    """Makes a branch of each rule, whatever it is."""

    def __missing__(self, rule: str) -> Any:
        def branch(_: Extent, parts: Values) -> Branch:
            return Branch(rule, parts)

        return branch


def open_card_parser(game: Game, cache: Path | None = None) -> CardParser:
    """Return the parser of the card texts of ``game``; raises as :func:`load_dialect` does."""
    return CardParser(load_dialect(game, cache))
