"""Messages that carry their parts: a form in English and the values of its fields.

A message is the English text itself, so that it can be printed, compared and stored as any text.
The command line renders the form in the language of the user; a value is a name or a number and is
never translated, unless it is a message itself.

``locale/en.po`` has the English of the forms that are written in Japanese, those of the website.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_QUOTED = r'((?:"[^\n]*"\n)+)'
_ENTRY = re.compile(f"^msgid {_QUOTED}msgstr {_QUOTED}", re.MULTILINE)


@cache
def translations(language: str) -> Mapping[str, str]:
    """Return the translation into ``language`` of each form that its catalogue has.

    A catalogue is a PO file (GNU gettext) without plurals and contexts; its strings are read as
    those of JSON, which has the same escapes.
    """
    import json

    path = Path(__file__).with_name("locale") / f"{language}.po"
    entries = _ENTRY.findall(path.read_text(encoding="utf-8"))
    strings = (",".join(text.splitlines()) for entry in entries for text in entry)
    parts = json.loads("[[" + "],[".join(strings) + "]]")
    joined = ["".join(part) for part in parts]
    return {form: text for form, text in zip(joined[::2], joined[1::2], strict=True) if form}


class Message(str):
    """The text of ``form`` with ``values`` in its ``{name}`` fields, both still known."""

    form: str
    values: Mapping[str, object]

    def __new__(cls, form: str, /, **values: object) -> Message:
        """Fill ``form``; without values it is taken as it is, braces too."""
        made = super().__new__(cls, form.format(**values) if values else form)
        made.form = form
        made.values = values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Return the parts for pickling: errors come back from worker processes."""
        return (self.form,), dict(self.values)


def as_message(text: str) -> Message:
    """Return ``text`` if it is a message, else a message without values."""
    return text if isinstance(text, Message) else Message(text)


def joined(separator: str, parts: list[Message]) -> Message:
    """Return one message of ``parts`` with ``separator`` between them."""
    names = [f"part{number}" for number in range(len(parts))]
    form = separator.join(f"{{{name}}}" for name in names)
    return Message(form, **dict(zip(names, parts, strict=True)))
