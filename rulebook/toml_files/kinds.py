"""The kinds of text that tables of TOML hold, and what each must look like."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_type_hints

from rulebook.records import NamedTuple
from rulebook.text.normal import INVISIBLE


class TextForm(NamedTuple):
    """The form that a text must have; ``description`` explains it to who wrote something else."""

    pattern: str
    description: str


# Windows has no files of these names, whatever extension they have.
NO_DEVICE = r"(?!(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z))"
_SLUG = f"{NO_DEVICE}[A-Za-z0-9][A-Za-z0-9-]{{0,63}}"
# Names that no game may have: folders of the site and its API, files that would be named like those
# of a game, and how the folder of a card library ends. See ``website/addresses.py``.
_OF_SITE = "all|api|concepts|data|en|reader|rules|schemas|search|static|vocabulary|.*-cards"
GameId = Annotated[
    str,
    TextForm(
        rf"(?!(?i:{_OF_SITE})\Z){_SLUG}",
        "letters, digits, hyphens, but not a name that the website needs",
    ),
]
"""An id or alias of a game; an id is part of addresses and paths; "all" means all games."""
ConceptKind = Annotated[
    str, TextForm(rf"(?!(?i:index)\Z){_SLUG}", 'letters, digits, hyphens, but not "index"')
]
"""The kind of a concept, which names a page of the site; ``index`` is the list of concepts."""
EditionName = Annotated[
    str,
    TextForm(
        rf"{NO_DEVICE}(?!.*\.(?i:html|atom)\Z)[A-Za-z0-9](?:[A-Za-z0-9.-]{{0,62}}[A-Za-z0-9])?",
        "letters, digits, points, hyphens, without .html or .atom at the end",
    ),
]
"""The name of an edition and its folder, ``1.109``; pages and feeds are files in the same place."""
ClauseNumber = Annotated[
    str,
    TextForm("[0-9A-Z][0-9A-Za-z]*(?:[.:の-][0-9A-Za-z]+){,30}", 'a clause number such as "8.6.3"'),
]
"""The number of a clause in the edition that the file names, as the document writes it."""
# Terminal controls, line ends, changes of the writing direction, lone surrogates.
_STEERS = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
Name = Annotated[
    str, TextForm(rf"[^{_STEERS}]*[^{_STEERS}\s{INVISIBLE}][^{_STEERS}]*", "some words on one line")
]
"""A name of a game or a person, or a word; never invisible."""
# A port is 65535 at most.
_PORT = "(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})(?![0-9])"
WebAddress = Annotated[
    str,
    TextForm(
        rf"https?://[\w.-]+(?::{_PORT})?(?:/[^\s?#\"<>{_STEERS}]*)?",
        "an address like https://example.org/rules/",
    ),
]
"""The address of a website, without a query or fragment."""
Reason = Annotated[str, TextForm(r"(?s).*\S.*", "the reason for this entry")]
"""Why an entry is there; never empty."""
Wording = Annotated[str, TextForm(r"(?s).*\S.*", "some words")]  # For people; may cite clauses
Pattern = Annotated[str, re.Pattern]  # A regular expression
DigitCount = Annotated[int, range(1, 10)]  # How many digits a part of a clause number has
BracketPair = Annotated[str, TextForm(r"[^\w\s]{2}", "an opening and a closing bracket")]
"""The brackets around a name."""


@cache
def kinds_of_fields(record: Any) -> Mapping[str, Any]:
    """Return the types of ``record``'s fields, ``Annotated`` ones too; cached, since it is slow."""
    return get_type_hints(record, include_extras=True)


def fits(text: str, kind: Any) -> bool:
    """Whether ``text``, from a command or setting, has the form of ``kind`` in our files."""
    return re.fullmatch(kind.__metadata__[0].pattern, text) is not None
