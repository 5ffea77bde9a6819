"""``rulebook cards``: how far the card texts of a file are understood, and a library of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.cli.call import Call
from rulebook.cli.cards_input import GivenCards
from rulebook.cli.command import RulesGroup
from rulebook.cli.commands.card_library import commands as library_commands
from rulebook.cli.language import tr
from rulebook.cli.options import (
    HOW_MANY,
    columns_option,
    emit_json,
    form_option,
    game_option,
    json_option,
)
from rulebook.cli.render import table_lines
from rulebook.text.controls import visible
from rulebook.text.width import shortened

if TYPE_CHECKING:
    from rulebook import Counts, MissingPart

file_argument = click.argument(
    "file", type=click.Path(path_type=Path, allow_dash=True, dir_okay=False, exists=True)
)
card_columns = columns_option("Which column of the file a field is: id, text.")


@click.group("cards", cls=RulesGroup)
def command() -> None:
    """Card texts of one's own: how far they are understood, and a library to find them in.

    Example: rulebook cards index -g ws cards.jsonl --out cards.db
    """


for each in library_commands:
    command.add_command(each)


@command.command("stats")
@file_argument
@game_option(required=True)
@card_columns
@form_option
@json_option
@click.pass_obj
def stats(
    call: Call,
    file: Path,
    game_name: str,
    columns: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Count fully and partly understood cards, and parsed characters.

    FILE has cards as JSON Lines, {"id", "text"} a line, JSON or CSV; “-” reads standard input.

    Example: rulebook cards stats -g ws cards.jsonl
    """
    cards = GivenCards(file, columns, form)
    counts = call.rules.card_counts(game_name, cards)
    if as_json:
        emit_json(counts.as_json())
    else:
        _print_counts(counts)
    cards.leave_where_rejected()


def _print_counts(counts: Counts) -> None:
    owned = counts.characters - counts.unparsed_characters
    share = _percent(owned, counts.characters)
    rows = [
        (tr("cards"), str(counts.cards)),
        *(
            (f"  {tr(name)}", f"{count} ({_percent(count, counts.cards)})")
            for name, count in (
                ("parsed", counts.parsed),
                ("partial", counts.partial),
                ("failed", counts.failed),
            )
        ),
        (tr("abilities"), str(counts.abilities)),
        (
            tr("characters"),
            tr("{characters}, owned {share}", characters=counts.characters, share=share),
        ),
    ]
    for line in table_lines(rows):
        click.echo(line)


@command.command("gaps")
@file_argument
@game_option(required=True)
@card_columns
@form_option
@click.option(
    "-n", "limit", type=HOW_MANY, default=20, show_default=True, help="Maximum number of results."
)
@json_option
@click.pass_obj
def gaps(
    call: Call,
    file: Path,
    game_name: str,
    columns: tuple[str, ...],
    form: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Wordings that the grammar does not know, most frequent first; then damaged sources.

    For each place at which the parser stops: how many cards wait for it, for how many it is the
    only gap, the words around it (“|” is where the parser stops), and what was expected.
    FILE has cards as JSON Lines, {"id", "text"} a line, JSON or CSV; “-” reads standard input.

    Example: rulebook cards gaps -g ws cards.jsonl
    """
    cards = GivenCards(file, columns, form)
    missing = call.rules.card_gaps(game_name, cards)
    for part in missing[:limit]:
        if as_json:
            emit_json(part.as_json())
        else:
            _print(part)
    cards.leave_where_rejected()
    if missing:
        sys.exit(1)


def _print(part: MissingPart) -> None:
    number = click.style(str(part.cards), bold=True)
    waiting = tr("{number} cards ({alone} wait for nothing else)", number=number, alone=part.alone)
    click.echo(f"{waiting}  {visible(part.words)}")
    expected = tr("expected"), shortened(" ".join(part.expected), 70)
    name, cause = (tr("damaged"), part.damage) if part.damage else expected
    rows = [
        (f"    {tr('in')}", shortened(visible(part.example), 70)),
        (f"    {name}", cause),
        (f"    {tr('cards')}", " ".join(part.ids[:5])),
    ]
    for line in table_lines(rows):
        click.echo(line)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
