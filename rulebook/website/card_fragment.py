"""An annotated card: its text cut where the clauses that govern it change, and these clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rulebook.cards.annotator import Annotation
from rulebook.data import data_folder
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


def governing(annotation: Annotation) -> dict[str, str]:
    """Return the clauses that govern the text, in its order, each with the first words that do."""
    found: dict[str, str] = {}
    for link in annotation.links:
        for number in link.clauses:
            found.setdefault(number, annotation.reading.text[link.start : link.end])
    return found


def render_card(annotation: Annotation, headings: Mapping[str, str]) -> str:
    """Return ``annotation`` as a fragment of HTML that stands by itself, all text escaped.

    ``headings`` has what is shown of each clause, by its number.
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
        stretches=list(stretches(annotation)),
        governing=governing(annotation),
        headings=headings,
    )
