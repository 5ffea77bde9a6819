"""Messages that carry their parts: a form in English and the values of its fields.

A message is the English text itself, so that it can be printed, compared and stored as any text.
The command line renders the form in the language of the user; a value is a name or a number and is
never translated, unless it is a message itself.
"""

from __future__ import annotations

from collections.abc import Mapping


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
