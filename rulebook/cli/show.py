"""``rulebook show``: a clause in its place."""

from __future__ import annotations

import click

from rulebook.clauses.lookup import ClausePlace, find_place
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import parse_address
from rulebook.cli.clauses import block_json, clause_lines, heading, link_lines, path_line
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_argument, json_option, read_text
from rulebook.cli.render import edition
from rulebook.links.export import export_reference
from rulebook.links.linker import link_game
from rulebook.links.model import LinkedRulebook


@click.command("show")
@game_argument()
@click.argument("number")
@click.option("--context", type=click.IntRange(0), default=0, help="Show N clauses around it.")
@json_option
@click.pass_obj
def command(settings: Settings, game: str, number: str, context: int, as_json: bool) -> None:
    """A clause in its place: headings above, text, children, what it leans on, what cites it.

    References are underlined, terms colored.  --context N shows the clauses around it.

    NUMBER may be written with dots or hyphens, in full-width digits, with a trailing point;
    5.5.1.Ⅵ is step VI of 5.5.1.

    Example: rulebook show ws 9.2.2
    """
    linked = link_game(settings.corpus, settings.corpus.game(game))
    book = linked.book
    address = parse_address(read_text(number))
    if address is None:
        raise click.BadParameter(
            f"{number!r} is not a clause number; write it like 9.2.2", param_hint="NUMBER"
        )
    place = find_place(book, address)
    if as_json:
        emit_json(_as_json(linked, place))
        return
    click.echo(edition(book.game))
    above = path_line(book, place.clause)
    if above:
        click.echo(above)
    click.echo()
    for neighbour in _around(book, place.clause, context):
        if neighbour is place.clause:
            for line in clause_lines(linked, place):
                click.echo(line)
        else:
            click.echo(click.style(f"{neighbour.number} {heading(neighbour)}", dim=True))
    for line in link_lines(linked, place):
        click.echo(line)


def _around(book: Rulebook, clause: Clause, context: int) -> tuple[Clause, ...]:
    """Return ``clause`` with the ``context`` clauses before and after it in the document."""
    at = book.clauses.index(clause)
    return book.clauses[max(0, at - context) : at + context + 1]


def _as_json(linked: LinkedRulebook, place: ClausePlace) -> dict[str, object]:
    book = linked.book
    clause = place.clause
    references, uses = linked.within(clause, place.span)
    return {
        "game": book.game.id,
        "number": place.number,
        "printed": clause.printed,
        "title": clause.title,
        "text": place.text,
        "blocks": [block_json(block) for block in place.blocks],
        "truncated": clause.truncated,
        "path": [
            {"number": above.number, "title": heading(above)} for above in book.ancestors(clause)
        ],
        "children": [
            {"number": child.number, "title": child.title, "text": child.text}
            for child in book.children(clause)
        ],
        "references": [export_reference(reference) for reference in references],
        "cited_by": list(linked.citing(clause)),
        "terms": [{"start": use.span.start, "end": use.span.end, "term": use.term} for use in uses],
    }
