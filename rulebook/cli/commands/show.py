"""``rulebook show``: clauses in their place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import click

from rulebook import clauses_in, game_of_numbers, parse_ranges, subtree
from rulebook.as_json import clause_json
from rulebook.cli.call import Call
from rulebook.cli.clauses import (
    clause_lines,
    link_lines,
    outline_lines,
    path_line,
    reading_lines,
)
from rulebook.cli.command import rules_command
from rulebook.cli.completion import complete_number
from rulebook.cli.options import emit_json, game_option, json_option, read_text
from rulebook.cli.render import aged_edition, ruling_lines

if TYPE_CHECKING:
    from rulebook import Clause, ClauseRange, FoundClause, Rulebook, Rules

# More rulings on one clause are for `rulebook rulings list`.
_RULINGS = 10


@rules_command("show")
@click.argument(
    "numbers", nargs=-1, required=True, metavar="NUMBER…", shell_complete=complete_number
)
@game_option()
@click.option("--context", type=click.IntRange(0), default=0, help="Show N clauses around it.")
@click.option("--outline", is_flag=True, help="Show only the headings below it.")
@click.option("--full", is_flag=True, help="Show everything below it, with lines in full.")
@json_option
@click.pass_obj
def command(
    call: Call,
    numbers: tuple[str, ...],
    game_name: str | None,
    context: int,
    outline: bool,
    full: bool,
    as_json: bool,
) -> None:
    """A clause in its place: headings above, text, children, what it leans on, what cites it,
    what was ruled on it.

    A chapter is shown whole.  Several numbers and ranges (9.2.2-9.2.4, 9-4-1..9-4-3) are shown one
    after another.  Without a game, the only one that has the number is meant.

    References are underlined, terms colored.  --context N shows the clauses around it.

    NUMBER may be written with dots or hyphens, in full-width digits, with a trailing point;
    5.5.1.Ⅵ is step VI of 5.5.1.

    Example: rulebook show ws 9.2.2
    """
    rules = call.rules
    wanted = _ranges(call, numbers, game_name)
    game = game_name or game_of_numbers(rules, wanted)
    book = rules.book(game)
    shown = [clauses_in(book, each) for each in wanted]
    if as_json:
        for found in _found(rules, game, wanted, shown):
            emit_json(_json(rules, game, found))
        return
    click.echo(aged_edition(book.game, rules.game(book.game.id)))
    if outline:
        lines = _outlines(book, shown)
    elif len(wanted) > 1 or wanted[0].last or shown[0][0].parent is None:
        lines = _passages(rules, game, wanted, shown)
    else:
        lines = _clause(rules, game, wanted[0].printed, context, full=full)
    for line in lines:
        click.echo(line)


def _ranges(call: Call, numbers: Sequence[str], game: str | None) -> tuple[ClauseRange, ...]:
    """Return what is wanted; where the first is no number, tell what is wrong with it."""
    given = [read_text(number) for number in numbers]
    if game is None and not given[0][:1].isnumeric():
        if len(given) == 1 and call.is_game(given[0]):  # by its title
            raise click.MissingParameter(param_hint="'NUMBER…'", param_type="argument")
        if len(given) > 1:
            call.rules.game(given[0])  # it is none, which is told with those that there are
    return tuple(chain.from_iterable(map(parse_ranges, given)))


def _found(
    rules: Rules,
    game: str,
    wanted: Sequence[ClauseRange],
    shown: Sequence[Sequence[Clause]],
) -> Iterator[FoundClause]:
    for each, clauses in zip(wanted, shown, strict=True):
        if each.last is None:
            yield rules.clause(game, each.printed)
        else:
            yield from (rules.clause(game, clause.number) for clause in clauses)


def _json(rules: Rules, game: str, found: FoundClause) -> dict[str, object]:
    rulings = rules.rulings.of(game).by_clause.get(found.place.clause.number, ())
    return clause_json(rules.book(game), found, rulings)


# ---- For people


def _clause(rules: Rules, game: str, number: str, context: int, *, full: bool) -> Iterator[str]:
    """Yield the lines of one clause in its place, with all that hangs on it."""
    found = rules.clause(game, number)
    linked, place = rules.linked(game), found.place
    book = linked.book
    if above := path_line(book, place.clause):
        yield above
    yield ""
    for neighbour in _around(book, place.clause, context):
        if neighbour is not place.clause:
            yield click.style(f"{neighbour.number} {neighbour.heading()}", dim=True)
        elif full and place.blocks == place.clause.blocks:
            yield from reading_lines(linked, subtree(book, neighbour))
        else:
            yield from clause_lines(linked, place)
    yield from link_lines(linked, found, limit=None if full else 40)
    rulings = rules.rulings.of(game).by_clause.get(place.clause.number, ())
    yield from ruling_lines(rulings, len(rulings) if full else _RULINGS)


def _passages(
    rules: Rules, game: str, wanted: Sequence[ClauseRange], shown: Sequence[Sequence[Clause]]
) -> Iterator[str]:
    """Yield the lines of several clauses to be read one after another."""
    linked = rules.linked(game)
    for each, clauses in zip(wanted, shown, strict=True):
        yield ""
        if above := path_line(linked.book, clauses[0]):
            yield click.style(above, dim=True)
        if each.last is None and clauses[0].parent is not None:
            yield from clause_lines(linked, rules.clause(game, each.printed).place)
        else:
            whole = subtree(linked.book, clauses[0]) if each.last is None else clauses
            yield from reading_lines(linked, whole)


def _outlines(book: Rulebook, shown: Sequence[Sequence[Clause]]) -> Iterator[str]:
    for clauses in shown:
        yield ""
        below = dict.fromkeys(chain.from_iterable(subtree(book, clause) for clause in clauses))
        yield from outline_lines(tuple(below))


def _around(book: Rulebook, clause: Clause, context: int) -> tuple[Clause, ...]:
    """Return ``clause`` with the ``context`` clauses before and after it in the document."""
    at = book.clauses.index(clause)
    return book.clauses[max(0, at - context) : at + context + 1]
