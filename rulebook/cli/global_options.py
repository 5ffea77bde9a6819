"""Options of the whole program, wherever they stand on the line: ``rulebook show 1 --lang en``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click


def options_first(group: click.Group, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Return ``args`` with the options of ``group`` before its command.

    What the command has under the same name is left to it, and so is all behind ``--``.  Raises
    :class:`click.BadOptionUsage` where an option that takes a value ends the line, or another
    option stands where the value should.
    """
    known = _options(group)
    command: click.Command = group
    first: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        name, is_set, _ = word.partition("=")
        if option := known.get(name):
            first.append(word)
            first += (
                [] if is_set or option.is_flag else [_value(ctx, word, next(words, None), known)]
            )
        elif word == "--":
            rest += [word, *words]
        else:
            rest.append(word)
            if isinstance(command, click.Group) and not word.startswith("-"):
                command = command.get_command(ctx, word) or command
                known = known if command is group else _without(known, command)
    return [*first, *rest]


def _options(command: click.Command) -> Mapping[str, click.Option]:
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {name: option for option in options for name in option.opts}


def _without(known: Mapping[str, click.Option], command: click.Command) -> dict[str, click.Option]:
    own = _options(command)
    return {name: option for name, option in known.items() if name not in own}


def _value(
    ctx: click.Context, option: str, value: str | None, known: Mapping[str, click.Option]
) -> str:
    if (value is None or value in known) and not ctx.resilient_parsing:
        raise click.BadOptionUsage(option, f"Option {option!r} requires an argument.", ctx)
    return value or ""
