"""All references of a rulebook, found by a visible row of finders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.heading_references import find_chapters, find_titles
from rulebook.links.model import Reference
from rulebook.links.number_references import find_numbers
from rulebook.links.relative_references import find_relative


def references_in(
    book: Rulebook, clause: Clause, headings: HeadingIndex, defined: Mapping[str, str], text: str
) -> tuple[Reference, ...]:
    """Return the references in ``text``, a text of ``clause``, in their order.

    Where two overlap (the number inside a title in quotation marks), the longer one stands.
    """
    found = [
        *find_titles(book, headings, text),
        *find_numbers(book, clause, text),
        *find_chapters(book, text),
        *find_relative(book, clause, headings, defined, text),
    ]
    return tuple(_without_overlaps(found))


def _without_overlaps(found: list[Reference]) -> Iterator[Reference]:
    longest = sorted(found, key=lambda r: (r.span.start - r.span.end, r.span.start))
    kept: list[Reference] = []
    for reference in longest:
        span = reference.span
        if all(span.end <= other.span.start or other.span.end <= span.start for other in kept):
            kept.append(reference)
    return iter(sorted(kept, key=lambda reference: reference.span))


def cited_by(references: Mapping[str, tuple[Reference, ...]]) -> dict[str, tuple[str, ...]]:
    """Return for each clause that is referred to the others that do so, each once, in order."""
    citing: dict[str, dict[str, None]] = {}
    for number, found in references.items():
        for reference in found:
            for target in reference.targets:
                if target != number:
                    citing.setdefault(target, {})[number] = None
    return {target: tuple(numbers) for target, numbers in citing.items()}
