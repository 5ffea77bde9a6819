"""What a crew is given: many cards in chunks, and what is to be made of each card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rulebook.cards.annotating.annotator import Annotator
from rulebook.records import NamedTuple

T = TypeVar("T")

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
