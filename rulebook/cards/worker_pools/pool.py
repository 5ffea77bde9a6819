"""What a worker pool is: cards in chunks, and what is to be made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rulebook.cards.annotating.annotator import Annotator
from rulebook.cards.annotating.card_lines import GivenCard
from rulebook.records import NamedTuple

T = TypeVar("T")

Chunk = list[GivenCard]
Make = Callable[[Annotator, Chunk], list[T]]
"""What makes something of each card of a chunk; processes must be able to import it."""


class WorkerPool(NamedTuple):
    """What works on chunks of cards: how many may be under way, and what gives one out.

    ``give_out`` returns at once; the function that it returns waits for the result.
    """

    room: int
    give_out: Callable[[Chunk], Callable[[], list[Any]]]
