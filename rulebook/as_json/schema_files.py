"""The JSON Schema of each kind of JSON that goes out."""

from __future__ import annotations

import json
from pathlib import Path

from rulebook.as_json.documents import Plain

_FOLDER = Path(__file__).with_name("schemas")
SCHEMAS = (
    "annotate",
    "ask",
    "cards-find",
    "cards-gaps",
    "cards-index",
    "cards-like",
    "cards-stats",
    "cards-using",
    "check",
    "cite",
    "compare",
    "diff",
    "edition-add",
    "edition-list",
    "explain",
    "export",
    "games",
    "resolve",
    "ruling",
    "rulings-check",
    "rulings-import",
    "search",
    "show",
    "term",
    "trace",
)
"""The kinds of JSON, by the command that writes them."""


def schema(name: str) -> Plain:
    """Return the JSON Schema called ``name``, one of :data:`SCHEMAS`. Programs that use the output
    can check it, as our tests do."""
    text = (_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    found: Plain = json.loads(text)
    return found
