"""``rulebook games``: what is in the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulebook.as_json import game_json
from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.language import tr, translated, warn
from rulebook.cli.options import emit_json, json_option
from rulebook.cli.render import print_lines, stated, table_lines

if TYPE_CHECKING:
    from rulebook import Rulebook

_HEAD = ("alias", "ID", "title", "version", "effective", "clauses")


@rules_command("games")
@json_option
@click.pass_obj
def command(call: Call, as_json: bool) -> None:
    """List the games: title, version, effective date, clauses.

    A version or date that the document does not state is shown as “not stated”.

    Example: rulebook games
    """
    rules = call.rules
    for error in rules.faults.values():
        warn(translated(error.message))
    books = [rules.book(game.key) for game in rules.games]
    if as_json:
        for book in books:
            emit_json(game_json(book))
        return
    print_lines(table_lines([tuple(map(tr, _HEAD)), *(_game_row(book) for book in books)]))


def _game_row(book: Rulebook) -> tuple[str, ...]:
    """Return the cells of a game, the alias first, as it is what other commands are given."""
    game = book.game
    return (game.alias, game.id, game.title, *stated(game.edition), str(book.printed_count))
