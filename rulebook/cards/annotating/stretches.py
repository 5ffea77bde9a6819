"""An annotated card cut into stretches, where the clauses that govern it change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.cards.annotating.annotator import Annotation
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the text and the clauses that govern it, what says most about it first."""

    text: str
    clauses: tuple[str, ...]
    unparsed: bool


def stretches(annotation: Annotation) -> Iterator[Stretch]:
    """Yield the text of ``annotation`` cut where the clauses that govern it change."""
    text, links = annotation.reading.text, annotation.links
    gaps = [gap.span for gap in annotation.reading.gaps]
    cuts = {0, len(text)}
    cuts.update(edge for link in links for edge in (link.start, link.end))
    cuts.update(edge for gap in gaps for edge in (gap.start, gap.end))
    for start, end in pairwise(sorted(cuts)):
        # Inner parts come after outer ones, and say more about the stretch.
        around = [link for link in links if link.start <= start and end <= link.end]
        numbers = dict.fromkeys(number for link in reversed(around) for number in link.clauses)
        lost = any(gap.start <= start and end <= gap.end for gap in gaps)
        yield Stretch(text[start:end], tuple(numbers), lost)
