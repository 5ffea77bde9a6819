"""Reading a card text: abilities as trees, and in plain sight what was not understood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from rulebook.cards.building import Builder
from rulebook.cards.game import cards_path, learn_verbs, load_spelling
from rulebook.cards.grammar import grammar_path, load_grammar
from rulebook.cards.spelling import Spelling, canonical, split_abilities, split_passages
from rulebook.cards.tree import card
from rulebook.clauses.game import Game
from rulebook.text.normal import Normalised
from rulebook.text.spans import Span


class Status(StrEnum):
    """How far a card was understood."""

    PARSED = "parsed"
    PARTIAL = "partial"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Gap:
    """A part that the grammar does not know.

    ``stopped`` counts code points of the canonical ``text`` of the gap up to the token at which
    the parser stopped; ``expected`` are the terminals that could have stood there.
    """

    span: Span
    text: str
    stopped: int
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was made of a card text."""

    text: str
    canonical: str
    abilities: tuple[card.Ability, ...]
    gaps: tuple[Gap, ...]

    @property
    def coverage(self) -> float:
        """The share of code points that a node owns which knows what it is."""
        lost = sum(gap.span.end - gap.span.start for gap in self.gaps)
        return 1 - lost / len(self.text) if self.text else 1.0

    @property
    def status(self) -> Status:
        """Whether all, some or nothing of the text was understood."""
        if not self.gaps:
            return Status.PARSED
        understood = any(_understood(ability) for ability in self.abilities)
        return Status.PARTIAL if understood else Status.FAILED


def _understood(ability: card.Ability) -> bool:
    parts = (*ability.marks, ability.keyword, ability.cost, *ability.text)
    return any(part is not None and not isinstance(part, card.Unparsed) for part in parts)


class Reader:
    """Reads the card texts of one game."""

    def __init__(self, game: Game) -> None:
        """Load the grammar and the spellings of ``game``.

        Raises :class:`CorpusError` where the game has no card grammar.
        """
        self._grammar: Lark = load_grammar(grammar_path(game))
        self._spelling: Spelling = load_spelling(cards_path(game))
        learn_verbs(cards_path(game))

    def read(self, text: str) -> Reading:
        """Return what ``text``, one card, says; spans are code points of ``text``."""
        source = canonical(text, self._spelling)
        gaps: list[Gap] = []
        abilities = tuple(
            self._ability(source, start, end, gaps)
            for start, end in split_abilities(source.text)
            if start < end
        )
        return Reading(text, source.text, abilities, tuple(gaps))

    def tokens(self, text: str) -> Iterator[tuple[str, str, Span]]:
        """Yield the terminals of ``text``: name, canonical words, span; up to the first unknown."""
        source = canonical(text, self._spelling)
        for start, end in split_abilities(source.text):
            state = self._grammar.parse_interactive(source.text[start:end], "ability")
            try:
                for token in state.iter_parse():
                    first, last = cast(int, token.start_pos), cast(int, token.end_pos)
                    span = source.printed(start + first, start + last)
                    yield token.type.removeprefix("common__"), str(token), span
            except UnexpectedInput:
                return

    def trees(self, text: str) -> Iterator[Tree[Token]]:
        """Yield the parse tree of each ability of ``text`` that the grammar wholly knows."""
        source = canonical(text, self._spelling)
        for start, end in split_abilities(source.text):
            tree = self._parse(source.text[start:end], "ability")
            if isinstance(tree, Tree):
                yield tree

    def _parse(self, text: str, start: str) -> Tree[Token] | UnexpectedInput:
        try:
            return cast("Tree[Token]", self._grammar.parse(text, start))
        except UnexpectedInput as error:
            return error

    def _ability(self, source: Normalised, start: int, end: int, gaps: list[Gap]) -> card.Ability:
        tree = self._parse(source.text[start:end], "ability")
        if isinstance(tree, Tree):
            return cast(card.Ability, Builder(source, start).build(tree))
        return self._mended(source, start, end, gaps)

    def _mended(self, source: Normalised, start: int, end: int, gaps: list[Gap]) -> card.Ability:
        """Read an ability sentence by sentence; what cannot be read stays as it is."""
        text = source.text[start:end]
        length, (marks, keyword, cost) = self._heading(source, start, text)
        passages: list[Any] = []
        for first, last in split_passages(text[length:]):
            passages.append(
                self._passage(source, start + length + first, start + length + last, gaps)
            )
        span = source.printed(start, end)
        return card.Ability(span.start, span.end, marks, keyword, cost, tuple(passages))

    def _heading(self, source: Normalised, start: int, text: str) -> tuple[int, Any]:
        """Return how much of ``text`` is marks, keyword and cost, and what they are."""
        length = len(text)
        while length > 0:
            tree = self._parse(text[:length], "heading")
            if isinstance(tree, Tree):
                return length, Builder(source, start).heading(tree)
            stopped = _stopped(tree, length)
            # Where a cost or its end is at fault, what stands before it may still be read.
            length = stopped if 0 < stopped < length else text.rfind("［", 0, length)
        return 0, ((), None, None)

    def _passage(self, source: Normalised, start: int, end: int, gaps: list[Gap]) -> Any:
        text = source.text[start:end]
        tree = self._parse(text, "passage")
        if not isinstance(tree, Tree):
            unclosed = self._parse(text, "open_sentence")
            if isinstance(unclosed, Tree):
                tree = unclosed
        if isinstance(tree, Tree):
            return Builder(source, start).build(tree)
        span = source.printed(start, end)
        stopped = _stopped(tree, len(text))
        gaps.append(Gap(span, text, stopped, _expected(tree)))
        return card.Unparsed(span.start, span.end, text)


def _stopped(error: UnexpectedInput, length: int) -> int:
    """Return how many code points were read before ``error``."""
    at = error.pos_in_stream
    token = getattr(error, "token", None)
    if at is None or at < 0 or (token is not None and token.type == "$END"):
        return length
    return int(at)


def _expected(error: UnexpectedInput) -> tuple[str, ...]:
    names = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    return tuple(sorted(str(name).removeprefix("common__") for name in names))
