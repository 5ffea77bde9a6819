"""What the reference pages say of the code; cog calls it from the pages themselves.

``make docs`` writes the pages anew, ``make lint`` fails where one is stale.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

import click

import rulebook
from rulebook import as_json, errors
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import ACTION_TYPES, PAYMENT_TYPES
from rulebook.clauses.findings import FindingCode, Severity
from rulebook.cli.main import COMMANDS, cli
from rulebook.messages import render

_WIDTH = 88
ROOT = Path(__file__).resolve().parents[1]
_LANGUAGES = {".py": "python", ".js": "js"}


def included(path: str) -> str:
    """Return a file of the project as a block of code."""
    text = (ROOT / path).read_text(encoding="utf-8").rstrip("\n")
    return f"```{_LANGUAGES.get(Path(path).suffix, 'text')}\n{text}\n```"


def commands() -> str:
    """Return a section for each command and subcommand: its own help."""
    context = click.Context(cli, info_name="rulebook", **cli.context_settings)
    parts = [_help(context)]
    for name in COMMANDS:
        command = cli.get_command(context, name)
        if command is not None:
            parts += _sections(command, click.Context(command, context, name), 2)
    return "\n".join(parts)


def _sections(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    yield f"\n{'#' * level} rulebook {context.command_path.removeprefix('rulebook ')}\n"
    yield _help(context)
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _sections(inner, click.Context(inner, context, name), level + 1)


def _help(context: click.Context) -> str:
    context.max_content_width = context.terminal_width = _WIDTH
    return f"```text\n{context.command.get_help(context)}\n```"


def python_api() -> str:
    """Return a section for each name of the API, except the errors."""
    things = [getattr(rulebook, name) for name in rulebook.__all__]
    named = [thing for thing in things if inspect.isclass(thing) or inspect.isfunction(thing)]
    public = [thing for thing in named if thing.__module__ != errors.__name__]
    public.sort(key=lambda thing: (_group(thing), thing.__name__))
    return "\n".join(part for thing in public for part in _described(thing))


def _group(thing: Any) -> int:
    """Return where a thing stands: functions, then what they open, then the values."""
    return 0 if inspect.isfunction(thing) else 1 if thing is rulebook.Rules else 2


def _described(thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield _signature(thing, thing.__name__, "###")
        return
    yield f"\n### class {thing.__name__}\n"
    yield from _shape(thing)
    yield f"{inspect.getdoc(thing)}"
    for name, member in _members(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, cached_property):
            kind = member.func.__annotations__["return"]
            told = f"```text\n{name}: {kind}\n```\n\n{inspect.getdoc(member)}"
            yield f"\n#### {thing.__name__}.{name}\n\n{told}"
        elif isinstance(member, property):
            yield f"\n#### {thing.__name__}.{name}\n\n{inspect.getdoc(member)}"
        elif inspect.isfunction(member):
            yield _signature(member, f"{thing.__name__}.{name}", "####")


def _members(thing: Any) -> dict[str, Any]:
    """Return what a class has, and what :class:`Rules` is put together from."""
    parts = [thing]
    if thing is rulebook.Rules:
        *methods, common, _ = thing.__mro__
        parts = [common, *methods]
    return {name: member for part in parts for name, member in vars(part).items()}


def _shape(thing: Any) -> Iterator[str]:
    """Yield what a value is made of: its fields with their types, or the values of an enum."""
    if issubclass(thing, Enum):
        yield f"```text\n{' '.join(member.value for member in thing)}\n```\n"
        return
    hints = getattr(thing, "__annotations__", {})
    fields = [f"{name}: {hint}" for name, hint in hints.items() if not name.startswith("_")]
    if fields:
        yield "```text\n" + "\n".join(fields) + "\n```\n"


def _signature(function: Any, name: str, mark: str) -> str:
    parameters = str(inspect.signature(function)).replace("(self, ", "(").replace("(self)", "()")
    plain = parameters.replace("'", "").replace("= ,", '= "",')
    plain = plain.replace("]]]", "]] ]")  # which would end what cog writes
    return f"\n{mark} {name}\n\n```text\n{name}{plain}\n```\n\n{inspect.getdoc(function)}"


def meaning_types() -> str:
    """Return a section for each type of a meaning: what it says, and its fields.

    The ability comes first, then what is in it.
    """
    kinds = [*reversed(_meanings_in(nodes))]
    return "\n".join(part for kind in kinds for part in _type_of_meaning(kind))


def _meanings_in(module: Any) -> list[Any]:
    classes = [each for each in vars(module).values() if inspect.isclass(each)]
    own = [each for each in classes if each.__module__ == module.__name__]
    return [each for each in own if issubclass(each, nodes.Meaning)]


def _type_of_meaning(kind: Any) -> Iterator[str]:
    types = (*ACTION_TYPES, *PAYMENT_TYPES) if kind is nodes.Action else (kind.type,)
    own = {"act", "type", "start", "end"}
    fields = {name: hint for name, hint in _all_hints(kind).items() if name not in own}
    if not any(types) or not fields:
        return
    yield f"\n### {kind.__name__}: {', '.join(f'`{name}`' for name in types)}\n"
    yield "```text\n" + "\n".join(f"{name}: {hint}" for name, hint in fields.items()) + "\n```\n"
    yield f"{inspect.getdoc(kind)}"


def _all_hints(kind: Any) -> dict[str, str]:
    """Return the fields of ``kind`` and of what it is a kind of, with their types."""
    above = reversed(kind.__mro__)
    return {name: hint for each in above for name, hint in inspect.get_annotations(each).items()}


def _first_sentence(text: str) -> str:
    """Return the first sentence of a docstring on one line."""
    return re.split(r"(?<=\.)\s", text, maxsplit=1)[0].replace("\n", " ")


def plain_values() -> str:
    """Return a table of the functions that make what goes out as JSON."""
    made = [each for each in vars(as_json).values() if inspect.isfunction(each)]
    public = [each for each in made if each.__module__ == as_json.__name__]
    rows = (
        (f"`{each.__name__}`", _first_sentence(inspect.getdoc(each) or ""))
        for each in sorted(public, key=lambda each: each.__name__)
        if not each.__name__.startswith("_")
    )
    return _table(("Function", "What it does"), rows)


def exceptions() -> str:
    """Return a table of the errors, each with the errors that it is a kind of."""
    classes = [each for each in vars(errors).values() if inspect.isclass(each)]
    rows = (
        (
            f"`{each.__name__}`",
            ", ".join(f"`{base.__name__}`" for base in each.__bases__),
            _first_sentence(inspect.getdoc(each) or ""),
        )
        for each in classes
        if issubclass(each, errors.RulebookError)
    )
    return _table(("Error", "Kind of", "Meaning"), rows)


def finding_codes() -> str:
    """Return what the severities mean, and a table of all finding codes."""
    rows = ((f"`{code}`", code.severity, code.cause, code.advice) for code in FindingCode)
    return _severities("en") + _table(("Code", "Severity", "Cause", "What to do"), rows)


def finding_codes_in_japanese() -> str:
    """Return the same in Japanese."""
    rows = (
        (
            f"`{code}`",
            render(code.heading, "ja"),
            code.severity,
            render(code.cause, "ja"),
            render(code.advice, "ja"),
        )
        for code in FindingCode
    )
    return _severities("ja") + _table(("コード", "名前", "重さ", "原因", "対処"), rows)


def _severities(language: str) -> str:
    return "".join(f"- `{each}`: {render(each.meaning, language)}\n" for each in Severity)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"\n| {' | '.join(cells)} |" for cells in lines)
