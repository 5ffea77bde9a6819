"""Messages: a form with named fields and their values, itself a string in the language of the form.
``locale/ja.po`` has the Japanese of English forms, ``en.po`` the English of Japanese ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_QUOTED = r'((?:"[^\n]*"\n)+)'
_ENTRY = f"(?m)^msgid {_QUOTED}msgstr {_QUOTED}"  # not compiled, as English needs none


@cache
def translations(language: str) -> Mapping[str, str]:
    """Return the translations into ``language`` by form; PO strings are read fast, as JSON."""
    import json  # only for what is translated

    path = Path(__file__).with_name("locale") / f"{language}.po"
    entries = re.findall(_ENTRY, path.read_text(encoding="utf-8"))
    strings = (",".join(text.splitlines()) for entry in entries for text in entry)
    joined = ["".join(part) for part in json.loads("[[" + "],[".join(strings) + "]]")]
    pairs = zip(joined[::2], joined[1::2], strict=True)
    return {form: text for form, text in pairs if form}  # not the header, which has no form


class Message(str):
    """The text of ``form`` with ``values`` in its ``{name}`` fields; it keeps both."""

    form: str
    values: Mapping[str, object]

    def __new__(cls, form: str, /, **values: object) -> Message:
        """Return the text of ``form`` with ``values``; both are stored to translate it later."""
        made = super().__new__(cls, form.format(**values) if values else form)
        made.form = form
        made.values = values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Return how to unpickle the same message: worker processes pickle errors."""
        return (self.form,), dict(self.values)


NO_MESSAGE = Message("")


def render(message: Message, language: str) -> str:
    """Return ``message`` in ``language``; a form without translation stays, so no text is lost."""
    form = translations(language).get(message.form, message.form)
    if not message.values:
        return form
    values = {
        name: render(value, language) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return form.format(**values)


def as_message(text: str) -> Message:
    """Return ``text`` as a message, itself if it is one, so that callers can translate it."""
    return text if isinstance(text, Message) else Message(text)


def message_of(error: BaseException) -> Message:
    """Return the message that ``error`` was raised with, to translate it; else its text as one,
    without the number that Python puts before the reason of an :class:`OSError`."""
    if error.args and isinstance(error.args[0], Message):
        return error.args[0]
    return Message("{text}", text=re.sub(r"^\[\w+ [0-9]+\] ", "", str(error)))


def joined(separator: str, parts: list[Message]) -> Message:
    """Return one message of ``parts``, so that each is still translated by itself."""
    names = [f"part{number}" for number in range(len(parts))]
    form = separator.join(f"{{{name}}}" for name in names)
    return Message(form, **dict(zip(names, parts, strict=True)))


def packed(text: str) -> object:
    """Return ``text`` as JSON for a cache: a message with values as its form and values, since
    its text has no translation. Any other text is its own form, by which it is translated."""
    if not isinstance(text, Message) or not text.values:
        return text
    values = {k: packed(v) if isinstance(v, str) else str(v) for k, v in text.values.items()}
    return [text.form, values]


def unpacked(value: str | list[object]) -> str:
    """Return the message of a cache ``value`` that :func:`packed` made, to translate it later."""
    if isinstance(value, str):
        return value
    form, values = value
    assert isinstance(form, str)
    assert isinstance(values, dict)
    return Message(form, **{name: unpacked(each) for name, each in values.items()})
