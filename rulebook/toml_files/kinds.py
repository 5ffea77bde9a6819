"""The kinds of text that tables of TOML hold, and what each must look like."""

from __future__ import annotations

import re
from typing import Annotated, Any

from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class TextForm:
    """What a text must look like; ``told`` says it to the person who wrote another."""

    pattern: str
    told: str


# Windows has no files of these names, whatever stands behind a point.
_NO_DEVICE = r"(?!(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z))"
GameId = Annotated[
    str, TextForm(f"{_NO_DEVICE}[A-Za-z0-9][A-Za-z0-9-]{{0,63}}", "letters, digits, hyphens")
]
"""An id or alias of a game, which stands in addresses and paths."""
EditionName = Annotated[
    str,
    TextForm(
        f"{_NO_DEVICE}[A-Za-z0-9](?:[A-Za-z0-9.-]{{0,62}}[A-Za-z0-9])?",
        "letters, digits, points, hyphens",
    ),
]
"""The name of an edition, which is also a folder: ``1.109``, ``2025-04-07``."""
ClauseNumber = Annotated[
    str, TextForm("[0-9]+[a-z]?(?:[.-][0-9a-zA-Z]+){0,30}", 'a clause number such as "8.6.3"')
]
"""The number of a clause in the edition that the file names, as the document writes it."""
Reason = Annotated[str, TextForm(r"(?s).*\S.*", "the reason for this entry")]
"""Why an entry is there; never empty."""
Wording = Annotated[str, TextForm(r"(?s).*\S.*", "some words")]
"""A text for people that may cite clauses; never empty."""
Pattern = Annotated[str, re.Pattern]
"""A regular expression."""


def fits(text: str, kind: Any) -> bool:
    """Whether ``text`` has the form of ``kind``, one of the types above."""
    return re.fullmatch(kind.__metadata__[0].pattern, text) is not None
