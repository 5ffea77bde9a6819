"""``rulebook trace``: one clause through all editions of its game."""

from __future__ import annotations

import click

from rulebook.as_json import traced_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.completion import complete_number
from rulebook.cli.language import tr
from rulebook.cli.options import argument, emit_json, read_text


@rules_command("trace")
def command(
    call: Call,
    number: str = argument(shell_complete=complete_number),
    game_name: str = options.game(required=True),
    as_json: bool = options.json_flag,
) -> None:
    """Follow one clause through all editions of its game, oldest first.

    NUMBER is a clause of the edition GAME@VERSION, or of the current edition. For each edition,
    the clause is shown with its number there and its change since the previous edition.

    Example: rulebook trace ws@1.109 4.10.1
    """
    rules = call.rules
    for traced in rules.trace(game_name, read_text(number)):
        book = rules.book(traced.game.key)
        if as_json:
            emit_json(traced_json(book, traced))
            continue
        kinds = ", ".join(dict.fromkeys(tr(change.kind.value) for change in traced.changes))
        # An unsure alignment is marked: the clause may be another.
        doubt = "" if all(change.sure for change in traced.changes) else f" ({tr('not sure')})"
        came = click.style(f"  {kinds}{doubt}" if kinds else "", dim=True)
        click.echo(f"{book.game.dated_name}{came}")
        for shown in traced.numbers:
            click.echo(f"  {click.style(shown, bold=True)}  {book.by_number[shown].heading()}")
        if not traced.numbers:
            click.echo(f"  {tr('not in this edition')}")
