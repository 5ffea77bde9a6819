"""``rulebook games``: what is in the corpus."""

from __future__ import annotations

from rulebook.as_json import game_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import translated, warn
from rulebook.cli.options import emit_json
from rulebook.cli.render import print_table, version_and_date

_HEAD = ("alias", "ID", "title", "version", "effective", "clauses")


@rules_command("games")
def command(call: Call, as_json: bool = options.json_flag) -> None:
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
    rows = [
        (game.alias, game.id, game.title, *version_and_date(game.edition), str(book.printed_count))
        for game, book in zip(rules.games, books, strict=True)
    ]
    print_table(rows, _HEAD)
