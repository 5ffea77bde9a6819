"""``rulebook games``: what is in the corpus."""

from __future__ import annotations

import click

from rulebook.clauses.model import Rulebook
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, json_option
from rulebook.text.width import columns

_HEAD = ("alias", "id", "title", "version", "effective", "clauses")


@click.command("games")
@json_option
@click.pass_obj
def command(settings: Settings, as_json: bool) -> None:
    """The games: title, version, effective date, clauses.

    A version or date that the document does not state is shown as “not stated”.

    Example: rulebook games
    """
    books = list(settings.corpus.rulebooks())
    if as_json:
        for book in books:
            emit_json(_as_json(book))
        return
    rows = [_HEAD, *(_row(book) for book in books)]
    widths = [max(columns(row[i]) for row in rows) for i in range(len(_HEAD))]
    for row in rows:
        cells = [
            cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def _row(book: Rulebook) -> tuple[str, ...]:
    game = book.game
    effective = str(game.edition.effective) if game.edition.effective else "not stated"
    version = game.edition.version or "not stated"
    return (game.alias, game.id, game.title, version, effective, str(book.printed_count))


def _as_json(book: Rulebook) -> dict[str, object]:
    game = book.game
    return {
        "id": game.id,
        "alias": game.alias,
        "title": game.title,
        "title_en": game.title_en,
        "publisher": game.publisher,
        "version": game.edition.version,
        "effective": str(game.edition.effective) if game.edition.effective else None,
        "clauses": book.printed_count,
    }
