"""Small documents in tests, on one line: ``|`` is a line end."""

from __future__ import annotations

import re
from pathlib import Path

from rulebook.clauses.foreign import read_source
from rulebook.clauses.model import Rulebook


def read(text: str) -> Rulebook:
    """Return the document ``text``, read; without line ends, ``|`` is one."""
    source = text if "\n" in text else text.replace("|", "\n")
    return read_source(source, "rules.txt", Path("rules.txt"))


def clauses_of(text: str) -> list[str]:
    """Return “number title: text” of each clause of the document ``text``."""
    return [
        re.sub(r"\s+", " ", f"{clause.number} {clause.title or ''}: {clause.text}")
        .replace(" :", ":", 1)
        .removesuffix(": ")
        for clause in read(text).clauses
    ]
