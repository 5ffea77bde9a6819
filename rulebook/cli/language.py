"""Messages and help in the language of the user: English as the code has it, or Japanese.

``japanese.json`` has the Japanese of each text: help paragraph by paragraph, what is printed, and
what errors say.  A text with ``{}`` stands for all that are formed so.  What programs read, JSON
and exit codes, is the same in every language.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path

import click

from rulebook.errors import RulebookError, StaleTable
from rulebook.messages import Message

ENGLISH, JAPANESE = "en", "ja"
_CHOSEN = "rulebook.language"
# The first of these that is set says what the locale is.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
# A line of a fault in a file: its place, what is wrong, what to write instead.
_PIECES = "(: |; )"


def choose(ctx: click.Context, param: click.Parameter | None, name: str | None) -> None:
    """Have this call speak the language ``name``, if one is named."""
    if name:
        ctx.meta[_CHOSEN] = name


def language_named(args: Sequence[str]) -> str | None:
    """Return the language that the arguments of a call ask for last, whatever else is in them."""
    line = "\n".join(args).partition("\n--\n")[0]
    if "--lang" not in line:
        return None  # and nothing is compiled
    named = re.findall(rf"^--lang[=\n]({ENGLISH}|{JAPANESE})$", line, re.M)
    return named[-1] if named else None


def is_japanese() -> bool:
    """Whether this call speaks Japanese: as it was told, as the user prefers, or by the locale."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return _locale() == JAPANESE
    if _CHOSEN not in ctx.meta:
        ctx.meta[_CHOSEN] = _preferred() or _locale()
    return bool(ctx.meta[_CHOSEN] == JAPANESE)


def _preferred() -> str | None:
    from rulebook.preferences import Preferences

    try:
        return Preferences().lang
    except RulebookError:
        return None  # whoever needs the settings will say what is wrong with them


def _locale() -> str:
    named = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return JAPANESE if named.lower().startswith(JAPANESE) else ENGLISH


@cache
def _table() -> Mapping[str, str]:
    path = Path(__file__).with_name("japanese.json")
    table: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return table


def tr(form: str, *values: object) -> str:
    """Return ``form`` in the language of this call, with ``values`` in its gaps."""
    known = _table().get(form, form) if is_japanese() else form
    return known.format(*values) if values else known


def help_in_language(text: str) -> str:
    """Return a help text in the language of this call, paragraph by paragraph."""
    if not is_japanese():
        return text
    paragraphs = re.split(r"\n\s*\n", cleandoc(text))
    return "\n\n".join(_paragraph(" ".join(each.split())) for each in paragraphs)


def _paragraph(text: str) -> str:
    if text.startswith("Example: "):
        return text.replace("Example: ", "例：", 1)
    return _table().get(text, text)


# ---- What was said elsewhere


def translated(text: str) -> str:
    """Return ``text``, what an error says, in the language of this call, line by line.

    The library speaks English, whoever uses it; here its sentences are known by their forms.
    Lines that begin with spaces show what was given, and stay as they are.
    """
    if not is_japanese():
        return text
    if isinstance(text, Message) and text.values:
        return _rendered(text)
    lines = text.split("\n")
    return "\n".join(line if line.startswith("  ") else _told_line(line) for line in lines)


def _rendered(message: Message) -> str:
    """Return the Japanese of ``message``; its values stay as they are unless they are messages."""
    values = {
        name: translated(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return _table().get(message.form, message.form).format(**values)


def translated_warning(warning: Warning | str) -> str:
    """Return what ``warning`` says in the language of this call."""
    if isinstance(warning, StaleTable) and is_japanese():
        return warning.ja
    return translated(str(warning))


def _told_line(line: str) -> str:
    if (known := _sentence(line)) is not None:
        return known
    return "".join(
        piece if re.fullmatch(_PIECES, piece) else _sentence(piece) or piece
        for piece in re.split(_PIECES, line)
    )


def _sentence(text: str) -> str | None:
    """Return the Japanese of a sentence: the form that fits with the most words of its own."""
    if text in _table():
        return _table()[text]
    fitting = [(form, values) for form in _forms(text) if (values := _values(form, text))]
    if not fitting:
        return None
    form, values = max(fitting, key=lambda each: _likeness(each[0]))
    # What fills a gap may be a sentence too; a single word is a name, as of a key of a file.
    told = (_sentence(value) if " " in value else None for value in values)
    return _table()[form].format(*(new or value for new, value in zip(told, values, strict=True)))


def _likeness(form: str) -> tuple[bool, int]:
    """Return what the best of several forms has most of: a beginning and words of its own."""
    return not form.startswith("{}"), len(form.replace("{}", ""))


def _forms(text: str) -> Iterator[str]:
    """Yield the forms whose own words all stand in ``text``."""
    for form in _table():
        if "{}" in form and all(part in text for part in form.split("{}")):
            yield form


def _values(form: str, text: str) -> tuple[str, ...]:
    pattern = "(.+?)".join(map(re.escape, form.split("{}")))
    match = re.fullmatch(pattern, text)
    return match.groups() if match else ()
