"""All references of a rulebook, found by a visible row of finders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.heading_references import find_chapters, find_titles
from rulebook.links.model import Reference
from rulebook.links.number_references import find_numbers
from rulebook.links.relative_references import RelativeFinder


def references_in(
    book: Rulebook, clause: Clause, headings: HeadingIndex, relative: RelativeFinder
) -> tuple[Reference, ...]:
    """Return the references in the text of ``clause``, in their order.

    Where two overlap (the number inside a title in quotation marks), the longer one stands.
    """
    text = clause.text
    found = [
        *find_titles(book, headings, text),
        *find_numbers(book, clause, text),
        *find_chapters(book, text),
        *relative.find(clause, text),
    ]
    return tuple(_without_overlaps(found, len(text)))


def _without_overlaps(found: Sequence[Reference], length: int) -> list[Reference]:
    """Return ``found``, of a text of that ``length``, in order; of two that overlap, the longer."""
    kept: list[Reference] = []
    taken = bytearray(length)
    for reference in sorted(found, key=lambda r: (r.span.start - r.span.end, r.span.start)):
        start, end = reference.span.start, reference.span.end
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            kept.append(reference)
    return sorted(kept, key=lambda reference: reference.span)


def cited_by(references: Mapping[str, tuple[Reference, ...]]) -> dict[str, tuple[str, ...]]:
    """Return for each clause that is referred to the others that do so, each once, in order."""
    citing: dict[str, dict[str, None]] = {}
    for number, found in references.items():
        for reference in found:
            for target in reference.targets:
                if target != number:
                    citing.setdefault(target, {})[number] = None
    return {target: tuple(numbers) for target, numbers in citing.items()}
