"""``rulebook print``: rules as a PDF file for paper."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.options import argument, file_path, option, write_output


@rules_command("print")
def command(
    call: Call,
    number: str | None = argument(required=False, metavar="[NUMBER]"),
    game_name: str = options.game(required=True),
    output: Path = option(
        "-o",
        "--output",
        type=file_path(),
        default="-",
        help="Output file. Default: standard output.",
    ),
) -> None:
    """Print the rules of a game to a PDF file: A4, with contents, running heads and page
    numbers.

    With NUMBER, only that chapter or clause and the clauses below it are printed. Chromium or
    Chrome is needed; set $RULEBOOK_CHROMIUM if it is not on the path.

    Example: rulebook print ws 7 > ws-7.pdf
    """
    if output == Path("-") and sys.stdout.isatty():
        raise click.UsageError("A PDF file cannot be shown in a terminal: add > FILE or -o FILE.")
    # Imported here: it loads the templates of pages, which help and manual page do not need.
    from rulebook import print_rules

    write_output(output, print_rules(call.rules, game_name, number), "--output")
