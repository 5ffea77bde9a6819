"""Card texts with the clauses that govern them: one at a time, or a stream over processes."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from rulebook.cards.card_parser import CardParser, ParsedCard
from rulebook.cards.card_tables import CardTables, open_card_tables
from rulebook.cards.governing import GoverningClause
from rulebook.cards.json_text import (
    clauses_text,
    gaps_text,
    links_text,
    list_text,
    meanings_text,
    quoted,
    trees_text,
)
from rulebook.cards.link_policy import CardLink
from rulebook.cards.meaning.meaning_reader import MeaningReader
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.meaning.whereabouts import is_unmarked_card
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import dataclass, replace

T = TypeVar("T")

_CHUNK = 64
# What a part may end with that is no part of it.
_BLANK = "、 \u3000\n"


@dataclass(frozen=True, slots=True)
class Annotation:
    """A card text, what it says, and the clauses that it leans on."""

    id: str | None
    game: Game
    reading: ParsedCard
    links: tuple[CardLink, ...]
    meaning: tuple[AbilityMeaning, ...]
    governing: tuple[tuple[GoverningClause, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the annotation as ``annotate.schema.json`` describes it."""
        plain: dict[str, Any] = json.loads(self.json_text())
        return plain

    def json_text(self) -> str:
        """Return the same as a line of JSON, Japanese unescaped."""
        reading = self.reading
        return (
            f'{{"id": {"null" if self.id is None else quoted(self.id)}, '
            f'"game": {quoted(self.game.id)}, "text": {quoted(reading.text)}, '
            f'"status": {quoted(reading.status.value)}, "coverage": {round(reading.coverage, 4)}, '
            f'"abilities": {trees_text(reading.abilities)}, '
            f'"unparsed": {gaps_text(reading.gaps, reading.text)}, '
            f'"links": {links_text(self.links, reading.text)}, '
            f'"meaning": {meanings_text(self.meaning)}, '
            f'"governing": {list_text(map(clauses_text, self.governing))}}}'
        )


class Annotator:
    """Annotates the card texts of one game."""

    def __init__(self, game: Game, tables: CardTables) -> None:
        self.game = game
        self.governing = tables.governing
        self.findings = tables.findings
        self.parser = CardParser(tables.dialect)
        self._policy = tables.policy
        self._meanings = MeaningReader(self.parser, tables.sorts, tables.governing.file)

    def annotate(self, text: str, id: str | None = None) -> Annotation:
        """Return ``text``, one card, with its parts and the clauses that govern them."""
        reading = self.parser.read(text)
        links = [*map(self._policy.links, reading.abilities)]
        meaning = self._meanings.meanings(reading.abilities)
        unmarked = is_unmarked_card(meaning, self.governing.file.zones)
        governing = tuple(
            self.governing.clauses(ability, own, unmarked=unmarked)
            for ability, own in zip(meaning, links, strict=True)
        )
        flat = tuple(_trimmed(link, text) for of_one in links for link in of_one)
        return Annotation(id, self.game, reading, flat, meaning, governing)


def open_annotator(corpus: Corpus, game: Game) -> Annotator:
    """Return what annotates the cards of ``game``, made once for each corpus.

    Raises as :func:`open_card_tables` does.
    """
    make = lambda: Annotator(game, open_card_tables(corpus, game))  # noqa: E731
    return corpus.once(("annotator", game.key), make)


def _trimmed(link: CardLink, text: str) -> CardLink:
    """Return ``link`` without the comma or space that its part may end with."""
    if text[link.end - 1 : link.end] not in _BLANK:
        return link
    part = text[link.start : link.end]
    return replace(link, end=link.start + len(part.rstrip(_BLANK)))


Make = Callable[[Annotator, str | None, str], T]
"""What makes something of a card, its id and its text; processes must be able to import it."""
GivenCard = tuple[str | None, str]
"""A card as it is given: its id, if it has one, and its text."""
Chunk = list[GivenCard]


class Crew(NamedTuple):
    """Who works on chunks of cards: how many may be under way, and what gives one out.

    Giving out returns at once; what it returns waits for what was made of the chunk.
    """

    room: int
    give_out: Callable[[Chunk], Callable[[], list[Any]]]


def annotate_all(
    corpus: Corpus,
    game: Game,
    cards: Iterable[GivenCard],
    jobs: int = 1,
    scheduler: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the JSON of each card (id and text) in the order of ``cards``; see :func:`make_all`."""
    return make_all(corpus, game, cards, _as_json, jobs, scheduler)


def annotate_lines(
    corpus: Corpus,
    game: Game,
    cards: Iterable[GivenCard],
    jobs: int = 1,
    scheduler: str | None = None,
) -> Iterator[str]:
    """Yield the same as lines of JSON, which processes hand over in less time."""
    return make_all(corpus, game, cards, _as_line, jobs, scheduler)


def make_all(
    corpus: Corpus,
    game: Game,
    cards: Iterable[GivenCard],
    make: Make[T],
    jobs: int = 1,
    scheduler: str | None = None,
) -> Iterator[T]:
    """Yield what ``make`` makes of each card (id and text) in the order of ``cards``.

    With ``jobs`` over 1, that many processes work on chunks, with a ``scheduler`` the workers of
    its Dask cluster; no more than a few chunks for each are held at once, however many cards there
    are.  Raises :class:`WorkerError`, :class:`ClusterError`.
    """
    if jobs <= 1 and not scheduler:
        annotator = open_annotator(corpus, game)
        yield from (make(annotator, id, text) for id, text in cards)
        return
    source, waiting = iter(cards), deque[Callable[[], list[T]]]()
    with _crew(corpus, game, make, jobs, scheduler) as crew:
        while chunk := list(islice(source, _CHUNK)):
            waiting.append(crew.give_out(chunk))
            if len(waiting) > crew.room:
                yield from waiting.popleft()()
        while waiting:
            yield from waiting.popleft()()


def _crew(
    corpus: Corpus, game: Game, make: Make[Any], jobs: int, scheduler: str | None
) -> AbstractContextManager[Crew]:
    if scheduler:
        from rulebook.cards.cluster import cluster

        return cluster(scheduler, corpus, game, make)
    from rulebook.cards.processes import processes

    return processes(jobs, corpus, game, make)


def _as_json(annotator: Annotator, id: str | None, text: str) -> dict[str, Any]:
    return annotator.annotate(text, id).as_json()


def _as_line(annotator: Annotator, id: str | None, text: str) -> str:
    return annotator.annotate(text, id).json_text()
