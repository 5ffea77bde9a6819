"""The language of messages and help: English, in which the code has them, or Japanese."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from inspect import cleandoc

import click
from click import decorators, formatting

from rulebook.errors import RulebookError, StaleTable
from rulebook.messages import as_message, message_of, render, translations
from rulebook.text.display import visible

ENGLISH, JAPANESE = "en", "ja"
_CHOSEN = "rulebook.language"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first of these that is set names the locale


def choose(ctx: click.Context, param: click.Parameter | None, name: str | None) -> None:
    """Set the language of this call to ``name``, of ``--lang``, since messages need it at once."""
    if name:
        ctx.meta[_CHOSEN] = name


def language_named(args: Sequence[str]) -> str | None:
    """Return the last ``--lang`` in ``args``, which is needed before click reports its errors."""
    line = "\n".join(args).partition("\n--\n")[0]  # what follows “--” is not an option
    if "--lang" not in line:
        return None  # saves compiling the pattern
    named = re.findall(rf"^--lang[=\n]({ENGLISH}|{JAPANESE})$", line, re.M)
    return named[-1] if named else None


def is_japanese() -> bool:
    """Whether messages of this call are Japanese, by ``--lang``, else settings, else the locale."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return _language_of_locale() == JAPANESE
    if _CHOSEN not in ctx.meta:
        from rulebook.preferences import Preferences

        ctx.meta[_CHOSEN] = _language_of_locale()
        # Faults in the settings are reported by code that needs them; the report needs a language.
        with suppress(RulebookError):
            ctx.meta[_CHOSEN] = Preferences().lang or ctx.meta[_CHOSEN]
    return bool(ctx.meta[_CHOSEN] == JAPANESE)


def _language_of_locale() -> str:
    """Return Japanese for a Japanese locale, else English, because users need not choose one."""
    named = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return JAPANESE if named.lower().startswith(JAPANESE) else ENGLISH


def tr(form: str, /, **values: object) -> str:
    """Return the message ``form`` with ``values`` in the language of this call, else in English."""
    known = translations(JAPANESE).get(form, form) if is_japanese() else form
    return known.format(**values) if values else known


def translated(text: str) -> str:
    """Return ``text``, which another module wrote in English, in the language of this call."""
    return render(as_message(text), JAPANESE) if is_japanese() else text


def say(form: str, /, **values: object) -> None:
    """Print the message ``form`` with ``values`` in its fields, for a person in their language."""
    click.echo(tr(form, **values))


def warn(form: str, /, **values: object) -> None:
    """Print the message ``form`` on standard error, as programs read results on standard output."""
    click.echo(visible(f"rulebook: {tr(form, **values)}"), err=True)


def translated_warning(warning: Warning | str) -> str:
    """Return ``warning`` in the language of this call. A :class:`StaleTable` renders itself: the
    title of its game is not in the catalogue, but stored with the game in each language."""
    if isinstance(warning, StaleTable) and is_japanese():
        return warning.in_language(JAPANESE)
    return translated(message_of(warning) if isinstance(warning, Warning) else warning)


def help_in_language(text: str) -> str:
    """Return a help text in this call's language, looked up by paragraph, however it is wrapped."""
    text = cleandoc(text)
    if not is_japanese():
        return text
    paragraphs = re.split(r"\n\s*\n", text)
    joined, known = (" ".join(each.split()) for each in paragraphs), translations(JAPANESE)
    # Of an example only the word “Example” is translated.
    return "\n\n".join(known.get(e, re.sub("^Example: ", "例：", e)) for e in joined)


def translate_click() -> None:
    """Have click translate its messages by our catalogue: gettext would use the system's locale and
    search the disk. Help texts are translated when click wraps them (:func:`_help_in_lines`)."""
    formatting.wrap_text = partial(_help_in_lines, formatting.wrap_text)
    # Decorators run on import, when no language is chosen; their texts are translated in help.
    vars(decorators)["_"] = str
    for name in ("core", "exceptions", "formatting", "parser", "termui", "types"):
        if module := sys.modules.get(f"click.{name}"):
            vars(module).update(_=tr, ngettext=lambda one, more, n: tr(one if n == 1 else more))


def _help_in_lines(
    wrap: Callable[..., str],
    text: str,
    width: int = 78,
    initial_indent: str = "",
    subsequent_indent: str = "",
    preserve_paragraphs: bool = False,
) -> str:
    """Return a help ``text`` wrapped by click's ``wrap`` or, in Japanese, translated and wrapped by
    display width: click breaks lines at spaces and counts a kanji as one column. What click added,
    [default: 5], is translated already. Usage lines (no ``preserve_paragraphs``) stay click's."""
    if not (preserve_paragraphs and is_japanese()):
        return wrap(text, width, initial_indent, subsequent_indent, preserve_paragraphs)
    from rulebook.text.wrapping import wrapped

    added = re.search(r"  \[[^\[\]]*\]\Z", text)
    at = added.start() if added else len(text)
    paragraphs = (help_in_language(text[:at]) + text[at:]).split("\n\n")
    return "\n\n".join("\n".join(wrapped(initial_indent + each, width)) for each in paragraphs)


translate_click()  # before any option is declared: click then asks for the name of its type
