"""What a fact is, and which slots of which facts are wanted."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Protocol

from rulebook.records import NamedTuple

Value = str | bool | tuple[str, ...] | None
"""The value of a slot: a word, several of which any may match, or whether something holds."""

NO_KIND = "none"
"""The kind of an ability that has neither an icon of a kind nor another icon."""


class Fact(NamedTuple):
    """A statement about an ability: its role there, what fills its slots, and its words.

    ``start`` and ``end`` are code points of the text as given.  ``step`` counts the nodes of the
    meaning in the order of the walk; facts of one node share it.  ``whole`` is the span of the
    ability that has the node, which one in 『』 is too.  ``general`` marks a fact of no single
    step: of the whole ability or of its whole cost.
    """

    role: str
    slots: Mapping[str, Value]
    start: int
    end: int
    step: int
    whole: tuple[int, int]
    general: bool = False

    def statements(self) -> Iterator[str]:
        """Yield its role with each slot and value: ``event verb=引く``."""
        yield self.role
        for slot, value in self.slots.items():
            for word in value if isinstance(value, tuple) else (value,):
                if word:
                    yield f"{self.role} {slot}={word}"


class WantedSlots(Protocol):
    """Decides which facts are made and which of their slots are worked out."""

    def of(self, role: str, act: str) -> Mapping[str, Container[object]] | None:
        """Return the wanted slots of facts of ``role`` about ``act``, with the values that count.

        ``None`` where no such fact is wanted.
        """
