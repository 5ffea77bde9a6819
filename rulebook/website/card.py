"""An annotated card as a fragment of HTML: the text with its parts marked, the clauses below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rulebook.cards.annotating import Annotation
from rulebook.data import data_folder


class ClauseShown(Protocol):
    """What is shown of a clause."""

    @property
    def number(self) -> str:
        """The number as the document prints it."""

    @property
    def heading(self) -> str:
        """The title, or the text where there is none."""

    @property
    def text(self) -> str:
        """The whole text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the text with the clauses that govern it; not understood where that is so."""

    text: str
    clauses: tuple[str, ...]
    unparsed: bool


@dataclass(frozen=True, slots=True)
class Governing:
    """A clause that governs a part of the text, told once, at the first part."""

    number: str
    heading: str
    text: str
    because: str


def render_card(annotation: Annotation, clauses: Mapping[str, ClauseShown]) -> str:
    """Return ``annotation`` as a fragment of HTML that stands by itself, all text escaped.

    ``clauses`` are those of the game, by number.
    """
    environment = Environment(
        loader=FileSystemLoader(data_folder("site") / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("card.html").render(
        annotation=annotation,
        pieces=list(pieces(annotation)),
        governing=list(governing(annotation, clauses)),
    )


def pieces(annotation: Annotation) -> Iterator[Piece]:
    """Yield the text of ``annotation`` cut where the clauses that govern it change."""
    text = annotation.reading.text
    links = annotation.links
    gaps = [gap.span for gap in annotation.reading.gaps]
    cuts = {0, len(text)}
    cuts.update(edge for link in links for edge in (link.start, link.end))
    cuts.update(edge for gap in gaps for edge in (gap.start, gap.end))
    edges = sorted(cuts)
    for start, end in pairwise(edges):
        # Inner parts come after outer ones; what is said last says most about the piece.
        inner = [link for link in links if link.start <= start and end <= link.end]
        numbers = dict.fromkeys(number for link in reversed(inner) for number in link.clauses)
        lost = any(gap.start <= start and end <= gap.end for gap in gaps)
        yield Piece(text[start:end], tuple(numbers), lost)


def governing(annotation: Annotation, clauses: Mapping[str, ClauseShown]) -> Iterator[Governing]:
    """Yield the clauses that govern the text, each once, in the order of the text."""
    told: set[str] = set()
    for link in annotation.links:
        for number in link.clauses:
            if number not in told:
                told.add(number)
                clause = clauses[number]
                because = annotation.reading.text[link.start : link.end]
                yield Governing(number, clause.heading, clause.text, because)
