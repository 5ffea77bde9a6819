"""The linter of official documents: a visible row of checks on texts and references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook.clauses.finding_words import Wording, Words
from rulebook.clauses.model import Clause, Confidence, Finding, Rulebook
from rulebook.links.brackets import find_misnamed, find_unbalanced
from rulebook.links.icons import find_lost_icons
from rulebook.links.mismatch import find_title_mismatches
from rulebook.links.model import Reference, ReferenceStatus
from rulebook.links.place import Places
from rulebook.links.terms import Slip
from rulebook.links.variants import find_variants

# Two signs around a few words; a lone one, or one in a formula, may be anything.
_EMPHASIS = re.compile(r"(?<![0-9A-Za-z*])\*\*([^\s*](?:[^*\n]{0,60}[^\s*])?)\*\*")


def find_emphasis(places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each passage of ``clause`` between signs of emphasis."""
    for match in _EMPHASIS.finditer(clause.text):
        line, column = places.of(clause, match.start())
        values = clause.number, match[0], match[1]
        yield Wording.EMPHASIS.finding(
            clause.number, line, *values, column=column, printed=match[0]
        )


def find_defects(
    book: Rulebook, references: Mapping[str, Sequence[Reference]], slips: Sequence[Slip]
) -> Iterator[Finding]:
    """Yield what is wrong with the texts and references of ``book``; ``slips`` are known ones."""
    places = Places(book)
    for clause in book.clauses:
        yield from find_reference_defects(places, clause, references.get(clause.number, ()))
        yield from find_lost_icons(book, places, clause)
        yield from find_unbalanced(places, clause)
        yield from find_misnamed(places, clause)
        yield from find_emphasis(places, clause)
    yield from find_title_mismatches(book, places, references)
    yield from find_variants(book, places, slips)


def find_reference_defects(
    places: Places, clause: Clause, references: Sequence[Reference]
) -> Iterator[Finding]:
    """Yield a finding for each reference that dangles or had to be corrected."""
    for reference in references:
        if reference.status is ReferenceStatus.RESOLVED:
            continue
        dangling = reference.status is ReferenceStatus.DANGLING
        form = Wording.DANGLING if dangling else Wording.CORRECTED
        reason = Words(reference.reason, reference.reason_en)
        line, column = places.of(clause, reference.span.start)
        yield form.finding(
            clause.number,
            line,
            clause.number,
            reference.text,
            reason,
            column=column,
            printed=reference.text,
            confidence=Confidence.CERTAIN if dangling else Confidence.LIKELY,
        )
