"""Options and output that the commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

from rulebook.errors import RulebookError

F = TypeVar("F", bound=Callable[..., Any])


def complete_game(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the games that the shell may complete ``incomplete`` to: none where none open."""
    from click.shell_completion import CompletionItem

    from rulebook import open_rules

    try:
        games = open_rules(ctx.find_root().params.get("corpus_folder")).games
    except RulebookError:
        return []  # the command itself will say what is wrong
    return [
        CompletionItem(name, help=game.title)
        for game in games
        for name in (game.alias, game.id)
        if name.startswith(incomplete)
    ]


json_option = click.option("--json", "as_json", is_flag=True, help="JSON, one object a line.")


def game_option(*, required: bool = False) -> Callable[[F], F]:
    """Return the option ``-g GAME``."""
    return click.option(
        "-g",
        "--game",
        "game_name",
        required=required,
        shell_complete=complete_game,
        help="Game by id or alias.",
    )


def game_argument(*, required: bool = True) -> Callable[[F], F]:
    """Return the argument ``GAME``."""
    return click.argument("game", required=required, shell_complete=complete_game)


def web_address(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Check the address of a website and give it a slash at the end."""
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise click.BadParameter(f"{value!r} is not an address like https://example.org/rules/")
    return value.rstrip("/") + "/"


def read_text(text: str) -> str:
    """Return ``text`` if it is real text.

    Arguments that are not UTF-8 reach Python as lone surrogates, which nothing can print.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise click.BadParameter(f"not UTF-8 at character {error.start + 1}") from error
    return text


def emit_json(value: object) -> None:
    """Write ``value`` as one line of JSON, Japanese unescaped."""
    click.echo(json.dumps(value, ensure_ascii=False))
