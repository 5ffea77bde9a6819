"""``rulebook show``: a clause in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulebook.as_json import clause_json
from rulebook.cli.clauses import clause_lines, link_lines, path_line
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_argument, json_option, read_text
from rulebook.cli.render import aged_edition, ruling_lines

if TYPE_CHECKING:
    from rulebook import Clause, Rulebook

# More rulings on one clause are for `rulebook rulings list`.
_RULINGS = 10


@click.command("show")
@game_argument()
@click.argument("number")
@click.option("--context", type=click.IntRange(0), default=0, help="Show N clauses around it.")
@json_option
@click.pass_obj
def command(settings: Settings, game: str, number: str, context: int, as_json: bool) -> None:
    """A clause in its place: headings above, text, children, what it leans on, what cites it,
    what was ruled on it.

    References are underlined, terms colored.  --context N shows the clauses around it.

    NUMBER may be written with dots or hyphens, in full-width digits, with a trailing point;
    5.5.1.Ⅵ is step VI of 5.5.1.

    Example: rulebook show ws 9.2.2
    """
    found = settings.rules.clause(game, read_text(number))
    linked = settings.rules.linked(game)
    book, place = linked.book, found.place
    rulings = settings.rules.rulings.of(game).by_clause.get(place.clause.number, ())
    if as_json:
        emit_json(clause_json(book, found, rulings))
        return
    current = settings.rules.game(book.game.id)
    click.echo(aged_edition(book.game, current))
    above = path_line(book, place.clause)
    if above:
        click.echo(above)
    click.echo()
    for neighbour in _around(book, place.clause, context):
        if neighbour is place.clause:
            for line in clause_lines(linked, place):
                click.echo(line)
        else:
            click.echo(click.style(f"{neighbour.number} {neighbour.heading()}", dim=True))
    for line in (*link_lines(linked, found), *ruling_lines(rulings, _RULINGS)):
        click.echo(line)


def _around(book: Rulebook, clause: Clause, context: int) -> tuple[Clause, ...]:
    """Return ``clause`` with the ``context`` clauses before and after it in the document."""
    at = book.clauses.index(clause)
    return book.clauses[max(0, at - context) : at + context + 1]
