"""What resolving a card says: the steps of each of its abilities, and these as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.cards.annotating.annotator import Annotation
from rulebook.records import dataclass
from rulebook.text.spans import Span


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """One step of resolving an ability.

    ``part`` is the part of playing it belongs to (``trigger``, ``play``, ``cost``, ``effect``,
    ``between``, ``end``), ``label`` what is said of it in words of ours and ``words`` in those of
    the card, of which one may be empty; ``by`` is who does or decides it (None where nobody does),
    ``depth`` how deep it stands inside others, ``clauses`` the clauses, the deciding one first.
    """

    part: str
    label: str
    words: str
    by: str | None
    depth: int
    optional: bool
    clauses: tuple[str, ...]
    span: Span | None

    @property
    def text(self) -> str:
        """What the step says."""
        return self.said({})

    def said(self, english: Mapping[str, str]) -> str:
        """Return what the step says, its label as ``english`` has it, its words as they are."""
        label = english.get(self.label, self.label)
        return ": ".join(filter(None, (label, self.words)))

    def as_json(self, english: Mapping[str, str]) -> dict[str, Any]:
        """Return the step as a plain value, in Japanese and as ``english`` has it."""
        return {
            "part": self.part,
            "text": self.text,
            "text_en": self.said(english),
            "words": self.words,
            "by": self.by,
            "by_en": self.by and english.get(self.by, self.by),
            "depth": self.depth,
            "optional": self.optional,
            "clauses": list(self.clauses),
            "start": self.span.start if self.span else None,
            "end": self.span.end if self.span else None,
        }


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one ability is resolved; ``span`` is where it stands in the card text."""

    span: Span
    steps: tuple[ResolutionStep, ...]


@dataclass(frozen=True, slots=True)
class CardResolution:
    """How a card is resolved: its annotation, and the steps of each ability in its order.

    ``english`` has the English of the labels of steps, and of who does them.
    """

    annotation: Annotation
    abilities: tuple[Resolution, ...]
    english: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return the resolution as ``resolve.schema.json`` describes it."""
        return {
            "game": self.annotation.game.id,
            "text": self.annotation.reading.text,
            "abilities": [
                {
                    "start": ability.span.start,
                    "end": ability.span.end,
                    "steps": [step.as_json(self.english) for step in ability.steps],
                }
                for ability in self.abilities
            ],
        }
