"""``rulebook resolve``: how a card text is resolved, step by step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.language import say, tr
from rulebook.cli.options import emit_json, game_option, json_option, read_input, read_text
from rulebook.cli.render import general_clauses, print_consequences, print_steps, step_lines
from rulebook.text.controls import visible

if TYPE_CHECKING:
    from rulebook import CardResolution, Rulebook


@rules_command("resolve")
@click.argument("text")
@game_option(required=True)
@click.option("-v", "--verbose", is_flag=True, help="Print every step with all its clauses.")
@json_option
@click.pass_obj
def command(call: Call, text: str, game_name: str, verbose: bool, as_json: bool) -> None:
    """Resolve a card text step by step.

    TEXT is one card; “-” reads it from standard input. Each ability is followed from its
    trigger to its end: who decides, what it costs, each step with its clause, and what may
    happen in between. Clauses that are the same for every ability are listed once, at the end.

    Example: rulebook resolve -g ws "【自】 このカードがアタックした時、あなたは1枚引く。"
    """
    given = read_text(read_input() if text == "-" else text)
    resolution = call.rules.resolve(game_name, given)
    if as_json:
        emit_json(resolution.as_json())
    else:
        _print_resolution(resolution, call.rules.book(game_name), verbose=verbose)
    if resolution.annotation.reading.gaps:
        sys.exit(1)


def _print_resolution(resolution: CardResolution, book: Rulebook, *, verbose: bool) -> None:
    """Print the steps of each ability with the text of each clause once, as a judge reads them out;
    ``verbose`` prints all steps, also shared ones, with numbers alone."""
    annotation = resolution.annotation
    text = visible(annotation.reading.text)
    click.echo(click.style(annotation.game.dated_name, dim=True))
    for gap in annotation.reading.gaps:
        click.echo(click.style(tr("not understood: {text}", text=gap.span.of(text)), fg="red"))
    read_out: set[str] = set()

    def in_full(number: str) -> str | None:
        """Return the text of a clause the first time, None after that, to print no text twice."""
        if number in read_out:
            return None
        read_out.add(number)
        return book.said_at(book.by_number[number])

    for ability in resolution.abilities:
        click.echo()
        click.echo(click.style(ability.span.of(text).strip(), bold=True))
        if verbose:
            for line, _ in step_lines(ability.steps, resolution, verbose=True):
                click.echo(line)
        else:
            print_steps(resolution, ability, in_full)
            print_consequences(ability, book)
    general = general_clauses(resolution)
    if general and not verbose:
        click.echo()
        say("for every ability: {numbers} (-v for all steps)", numbers=" ".join(general))
