"""``rulebook resolve``: how a card text is resolved, step by step."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import click

from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import is_japanese, say, tr
from rulebook.cli.options import argument, emit_json, flag, read_input, read_text
from rulebook.cli.render import INDENT, step_lines
from rulebook.text.display import visible

if TYPE_CHECKING:
    from rulebook import CardResolution, Rulebook


@rules_command("resolve")
def command(
    call: Call,
    text: str = argument(),
    game_name: str = options.game(required=True),
    verbose: bool = flag("-v", "--verbose", help="Print every step with all its clauses."),
    as_json: bool = options.json_flag,
) -> None:
    """Resolve a card text step by step.

    TEXT is one card; “-” reads it from standard input. Each ability is followed from its
    trigger to its end: who decides, what it costs, each step with its clause, and what may
    happen in between. Clauses that are the same for every ability are listed once, at the end.

    Example: rulebook resolve -g ws "【自】 このカードがアタックした時、あなたは1枚引く。"
    """
    resolution = call.rules.resolve(game_name, read_text(read_input() if text == "-" else text))
    if as_json:
        emit_json(resolution.as_json())
    else:
        _print_resolution(resolution, call.rules.book(game_name), verbose=verbose)
    if resolution.annotation.reading.gaps:
        sys.exit(1)  # steps are missing where the text was not read


def _print_resolution(resolution: CardResolution, book: Rulebook, *, verbose: bool) -> None:
    """Print the steps of each ability with the text of each clause once, as a judge reads them out;
    ``verbose`` prints all steps, including shared ones, with numbers only."""
    annotation = resolution.annotation
    text = visible(annotation.reading.text)
    click.echo(click.style(annotation.game.dated_name, dim=True))
    for gap in annotation.reading.gaps:
        click.echo(click.style(tr("not understood: {text}", text=gap.span.of(text)), fg="red"))
    read_out: set[str] = set()
    for ability in resolution.abilities:
        click.echo()
        click.echo(click.style(ability.span.of(text).strip(), bold=True))
        steps = ability.steps if verbose else ability.own_steps()
        for line, step in step_lines(steps, resolution, verbose=verbose):
            click.echo(line)
            if step.clause and not verbose and step.clause not in read_out:
                read_out.add(step.clause)
                for row in book.first_rule_text(book.by_number[step.clause]).splitlines():
                    shown = f"{INDENT * (step.depth + 2)} {visible(row)}"
                    click.echo(click.style(shown, dim=True))
        # Clauses that may apply between the steps, such as checks, have no place in their order.
        sections: defaultdict[str, list[str]] = defaultdict(list)
        for step in () if verbose else ability.steps:
            if step.part == "between" and step.clause:
                sections[book.section_title(step.clause)].append(step.clause)
        for section, numbers in sections.items():
            title = section if is_japanese() else resolution.english.get(section, section)
            shown = click.style(" ".join(dict.fromkeys(numbers)), bold=True)
            click.echo(f"{INDENT}{tr('may apply')}: {title}  {shown}")
    every = [step for ability in resolution.abilities for step in ability.steps]
    own = {step.clause for step in every}
    # Clauses of steps that all abilities share are printed once.
    general = dict.fromkeys(n for s in every for n in s.clauses if s.is_general and n not in own)
    if general and not verbose:
        click.echo()
        say("for every ability: {numbers} (-v for all steps)", numbers=" ".join(general))
