"""The steps in which the abilities of a card are carried out, with their form as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.cards.annotating.annotator import Annotation
from rulebook.records import dataclass, replace
from rulebook.text.spans import Span


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """One step of resolving an ability. ``part`` is ``trigger``, ``play``, ``cost``, ``effect``,
    ``between`` or ``end``, ``label`` our own words in Japanese and ``words`` those of the card,
    either of which may be empty; ``sentence`` is ``words`` as they are read out, ``action`` their
    English. ``by`` is the player who decides (None for nobody), ``depth`` how deep it is nested.
    ``clause``, printed in full, is the first of ``clauses`` that is not about every ability;
    ``is_general`` steps are the same for all of a kind."""

    part: str
    label: str
    words: str
    by: str | None
    depth: int
    optional: bool
    clauses: tuple[str, ...]
    span: Span | None
    sentence: str = ""
    action: str = ""
    clause: str | None = None
    is_general: bool = False

    @property
    def text(self) -> str:
        """The step in Japanese, on one line: its label and its words, or a sentence of these."""
        return ": ".join(filter(None, (self.label, self.sentence or self.words)))

    @property
    def number(self) -> str:
        """The clause to cite: the one that decides the step, else the first, else ""."""
        return self.clause or next(iter(self.clauses), "")

    def said(self, english: Mapping[str, str] | None) -> str:
        """Return the step in the words of ``english``, with the words of the card in Japanese;
        without ``english``, all in Japanese. Commands print one of the two, and JSON has both."""
        if english is None:
            return self.text
        label = english.get(self.label, self.label) or self.action
        return ": ".join(filter(None, (label, self.words)))

    def who(self, english: Mapping[str, str] | None) -> str | None:
        """Return the player who acts or decides, if any, in the language of :meth:`said`."""
        return self.by and (english or {}).get(self.by, self.by)

    def as_json(self, english: Mapping[str, str]) -> dict[str, Any]:
        """Return the step as plain values, each in Japanese and, for readers without it, by
        ``english``, which has the English of labels and players."""
        return {
            "part": self.part,
            "text": self.text,
            "text_en": self.said(english),
            "words": self.words,
            "by": self.by,
            "by_en": self.who(english),
            "depth": self.depth,
            "optional": self.optional,
            "general": self.is_general,
            "clause": self.clause,
            "clauses": list(self.clauses),
            "start": self.span.start if self.span else None,
            "end": self.span.end if self.span else None,
        }


@dataclass(frozen=True, slots=True)
class Resolution:
    """The steps that resolve one ability; ``span`` is its place in the card text."""

    span: Span
    steps: tuple[ResolutionStep, ...]

    def own_steps(self) -> Iterator[ResolutionStep]:
        """Yield the steps that only this ability has, in order, from depth 0. Steps that every
        ability has explain nothing about a card; if such a step encloses all effects, the steps
        inside it move up by one level. Consequences, which may come between steps, are left out."""
        around: list[int] = []
        for step in self.steps:
            while around and around[-1] >= step.depth:
                around.pop()
            if step.is_general and step.part == "effect":
                around.append(step.depth)
            elif not step.is_general and step.part != "between":
                yield replace(step, depth=step.depth - len(around))


@dataclass(frozen=True, slots=True)
class CardResolution:
    """How a card is resolved: its annotation, the steps of each ability, the ``english`` labels."""

    annotation: Annotation
    abilities: tuple[Resolution, ...]
    english: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return the resolution as ``resolve --json`` prints it: programs rely on its schema."""
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

    def own_steps_as_json(self) -> Iterator[dict[str, Any]]:
        """Yield the steps that only these abilities have, each with the number of its ability, as
        flat rows to print. Steps that all have explain nothing about a card."""
        for number, ability in enumerate(self.abilities, start=1):
            for step in ability.own_steps():
                yield {"ability": number, **step.as_json(self.english)}
