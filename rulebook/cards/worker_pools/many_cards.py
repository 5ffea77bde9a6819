"""Many cards, read one after the other, by processes of this machine or by a cluster."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import islice
from typing import Any, TypeVar

from rulebook.cards.annotating.annotator import Annotator, open_annotator
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import CardError, require_text
from rulebook.messages import Message
from rulebook.signals import garbage_collection_paused
from rulebook.text.display import shortened

T = TypeVar("T")

GivenCard = tuple[str | None, str]  # the id of a card, if it has one, and its text
Chunk = list[GivenCard]
Make = Callable[[Annotator, Chunk], list[T]]
"""A function that makes a result for each card of a chunk; processes must be able to import it."""


WorkerPool = tuple[int, Callable[[Chunk], Callable[[], list[Any]]]]
"""How many chunks workers have at once, and a function that gives them one; the function that this
returns waits for the results."""

_CHUNK = 64  # Cards that a worker gets at once


def make_all(
    corpus: Corpus,
    game: Game,
    cards: Iterable[GivenCard],
    make: Make[T],
    jobs: int = 1,
    scheduler: str | None = None,
) -> Iterator[T]:
    """Yield the result of ``make`` for each card, chunk by chunk, in order, by ``jobs`` processes
    or a Dask ``scheduler``. Raises :class:`WorkerError` or :class:`ClusterError`."""
    if jobs <= 1 and not scheduler:
        annotator, room, source = open_annotator(corpus, game), 1, _checked(cards)
        while chunk := list(islice(source, room)):
            yield from make(annotator, chunk)
            room = min(2 * room, _CHUNK)  # small at first, as somebody waits
        return
    pool_of: AbstractContextManager[WorkerPool]
    if scheduler:  # each is imported only if it is used: distributed may not be installed
        from rulebook.cards.worker_pools.cluster import cluster

        pool_of = cluster(scheduler, corpus, game, make)
    else:
        from rulebook.cards.worker_pools.processes import processes

        pool_of = processes(jobs, corpus, game, make)
    source, waiting = _checked(cards), deque[Callable[[], list[T]]]()
    with pool_of as (room, give_out):
        while chunk := list(islice(source, _CHUNK)):
            waiting.append(give_out(chunk))
            if len(waiting) > room:
                yield from waiting.popleft()()
        while waiting:
            yield from waiting.popleft()()


def _checked(cards: Iterable[GivenCard]) -> Iterator[GivenCard]:
    """Yield ``cards``, which any program may pass. Raise :class:`CardError` for what is not a pair,
    and :class:`WrongType` for an id that is not text; texts are checked when they are read."""
    for card in cards:
        if not isinstance(card, tuple | list) or len(card) != 2:
            given = shortened(repr(card))
            what = Message("a card is not an id and a text but {given}", given=given)
            raise CardError(what, hint="Give each card as (id, text).")
        id, text = card
        if id is not None:
            require_text("the id of a card", id)
        yield id, text


def as_json(annotator: Annotator, chunk: Chunk) -> list[dict[str, Any]]:
    """Return the annotations of ``chunk`` as dictionaries, from lines, which are written faster."""
    return [json.loads(line) for line in as_lines(annotator, chunk)]


def as_lines(annotator: Annotator, chunk: Chunk) -> list[str]:
    """Return the annotations of ``chunk`` as lines of JSON: processes pass these on fastest."""
    with garbage_collection_paused():  # it would search the many new objects again and again
        return annotator.line_writer.lines([annotator.annotate(text, id) for id, text in chunk])
