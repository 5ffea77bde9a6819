"""Signs of emphasis that a converter left as characters: ``**CH**`` stands for CH in bold type."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.clauses.finding_words import Wording
from rulebook.clauses.model import Clause, Finding
from rulebook.links.place import Places

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
