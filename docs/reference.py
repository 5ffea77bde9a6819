"""What the reference pages say of the code; cog calls it from the pages themselves.

``make docs`` writes the pages anew, ``make lint`` fails where one is stale.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import click

from rulebook import api, errors
from rulebook.cli.main import COMMANDS, cli
from rulebook.links import results

_WIDTH = 88


def commands() -> str:
    """Return a section for each command and subcommand: its own help."""
    context = click.Context(cli, info_name="rulebook")
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
    """Return a section for each public class and function of :mod:`rulebook.api`."""
    public = (api.open_rules, api.check_document, api.Rules, results.FoundClause, results.Report)
    return "\n".join(part for thing in public for part in _described(thing))


def _described(thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield _signature(thing, thing.__name__, "###")
        return
    yield f"\n### class {thing.__name__}\n\n{inspect.getdoc(thing)}"
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"\n#### {name}\n\n{inspect.getdoc(member)}"
        elif inspect.isfunction(member):
            yield _signature(member, f"{name}", "####")


def _signature(function: Any, name: str, mark: str) -> str:
    parameters = str(inspect.signature(function)).replace("(self, ", "(").replace("(self)", "()")
    plain = parameters.replace("'", "").replace("= ,", '= "",')
    return f"\n{mark} {name}\n\n```text\n{name}{plain}\n```\n\n{inspect.getdoc(function)}"


def exceptions() -> str:
    """Return the tree of errors."""
    tree = (errors.__doc__ or "").partition("The tree::")[2].partition("Each error")[0]
    return f"```text\n{textwrap.dedent(tree).strip()}\n```"
