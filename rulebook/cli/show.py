"""``rulebook show``: a clause in its place."""

from __future__ import annotations

import click

from rulebook.clauses.lookup import Place, find_place
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbers import parse_address
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_argument, json_option, read_text
from rulebook.cli.render import block_json, clause_lines, edition, heading, path_line


@click.command("show")
@game_argument()
@click.argument("number")
@json_option
@click.pass_obj
def command(settings: Settings, game: str, number: str, as_json: bool) -> None:
    """A clause in its place: the headings above it, its text, its children.

    NUMBER may be written with dots or hyphens, in full-width digits, with a trailing point;
    5.5.1.Ⅵ is step VI of 5.5.1.

    Example: rulebook show ws 9.2.2
    """
    book = settings.corpus.read(settings.corpus.game(game))
    address = parse_address(read_text(number))
    if address is None:
        raise click.BadParameter(
            f"{number!r} is not a clause number; write it like 9.2.2", param_hint="NUMBER"
        )
    place = find_place(book, address)
    if as_json:
        emit_json(_as_json(book, place))
        return
    click.echo(edition(book.game))
    above = path_line(book, place.clause)
    if above:
        click.echo(above)
    click.echo()
    for line in clause_lines(book, place):
        click.echo(line)


def _as_json(book: Rulebook, place: Place) -> dict[str, object]:
    clause = place.clause
    return {
        "game": book.game.id,
        "number": place.number,
        "printed": clause.printed,
        "title": clause.title,
        "text": "\n".join(block.text for block in place.blocks),
        "blocks": [block_json(block) for block in place.blocks],
        "truncated": clause.truncated,
        "path": [
            {"number": above.number, "title": heading(above)} for above in book.ancestors(clause)
        ],
        "children": [
            {"number": child.number, "title": child.title, "text": child.text}
            for child in book.children(clause)
        ],
    }
