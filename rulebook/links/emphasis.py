"""Signs of emphasis that a converter left as characters: ``**CH**`` stands for CH in bold type."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.clauses.model import Clause, Confidence, Finding, FindingCode
from rulebook.links.place import Places

# Two signs around a few words; a lone one, or one in a formula, may be anything.
_EMPHASIS = re.compile(r"(?<![0-9A-Za-z*])\*\*([^\s*](?:[^*\n]{0,60}[^\s*])?)\*\*")


def find_emphasis(places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each passage of ``clause`` between signs of emphasis."""
    for match in _EMPHASIS.finditer(clause.text):
        line, column = places.of(clause, match.start())
        message = (
            f"{clause.number}の「{match[0]}」に強調の印「**」が残っている。「{match[1]}」を指す。"
        )
        yield Finding(
            FindingCode.STRAY_MARKUP,
            clause.number,
            line,
            message,
            column,
            match[0],
            Confidence.CERTAIN,
        )
