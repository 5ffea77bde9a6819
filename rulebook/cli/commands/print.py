"""``rulebook print``: rules as a PDF file for paper."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.options import file_path, game_option
from rulebook.files import put_file
from rulebook.messages import Message


@rules_command("print")
@click.argument("number", required=False, metavar="[NUMBER]")
@game_option(required=True)
@click.option("-o", "--output", type=file_path(), help="Output file. Default: standard output.")
@click.pass_obj
def command(call: Call, number: str | None, game_name: str, output: Path | None) -> None:
    """Print the rules of a game to a PDF file: A4, with contents, running heads and page
    numbers.

    With NUMBER, only that chapter or clause and the clauses below it are printed. Chromium or
    Chrome is needed; set $RULEBOOK_CHROMIUM if it is not on the path.

    Example: rulebook print ws 7 > ws-7.pdf
    """
    if output is None and sys.stdout.isatty():
        raise click.UsageError("A PDF file cannot be shown in a terminal: write > FILE or -o FILE.")
    # With the templates of pages, which a manual page of the command does without.
    from rulebook import print_rules

    pdf = print_rules(call.rules, game_name, number)
    if output is None:
        sys.stdout.buffer.write(pdf)
        return
    try:
        put_file(output, pdf)
    except OSError as error:
        reason = error.strerror or error
        what = Message("{output} cannot be written ({reason})", output=output, reason=reason)
        raise click.BadParameter(what, param_hint="--output") from error
