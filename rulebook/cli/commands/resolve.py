"""``rulebook resolve``: how a card text is resolved, step by step."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.language import is_japanese, tr
from rulebook.cli.options import emit_json, game_option, json_option, read_input, read_text
from rulebook.cli.render import edition
from rulebook.text.controls import visible

if TYPE_CHECKING:
    from rulebook import CardResolution, ResolutionStep, Rulebook


@rules_command("resolve")
@click.argument("text")
@game_option(required=True)
@json_option
@click.pass_obj
def command(call: Call, text: str, game_name: str, as_json: bool) -> None:
    """Resolve a card text step by step.

    TEXT is one card; “-” reads it from standard input.  Each ability is followed from its trigger
    to its end: who decides, what it costs, each step with its clause, and what may come between.

    Example: rulebook resolve -g ws "【自】 このカードがアタックした時、あなたは1枚引く。"
    """
    given = read_text(read_input() if text == "-" else text)
    resolution = call.rules.resolve(game_name, given)
    if as_json:
        emit_json(resolution.as_json())
    else:
        _print(resolution, call.rules.book(game_name))
    if resolution.annotation.reading.gaps:
        sys.exit(1)


def _print(resolution: CardResolution, book: Rulebook) -> None:
    annotation = resolution.annotation
    text = visible(annotation.reading.text)
    english = {} if is_japanese() else resolution.english
    click.echo(click.style(edition(annotation.game), dim=True))
    for gap in annotation.reading.gaps:
        click.echo(click.style(tr("not understood: {}", gap.span.of(text)), fg="red"))
    for ability in resolution.abilities:
        click.echo()
        click.echo(click.style(ability.span.of(text).strip(), bold=True))
        for number, step in enumerate(ability.steps, start=1):
            _print_step(number, step, english, book)


def _print_step(
    number: int, step: ResolutionStep, english: Mapping[str, str], book: Rulebook
) -> None:
    indent = "  " * step.depth
    who = f" [{english.get(step.by, step.by)}]" if step.by and step.part != "effect" else ""
    may = click.style(tr(" (may)"), dim=True) if step.optional and step.part != "between" else ""
    clauses = click.style(" ".join(step.clauses), bold=True)
    what = visible(step.said(english))
    if step.part == "between":
        what = f"{what}: {book.by_number[step.clauses[0]].heading(60)}"
    click.echo(f"{number:>3}. {indent}{what}{who}{may}  {clauses}".rstrip())
