"""``rulebook explain``: what each stage made of a text."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from rulebook import Rules, explain_document
from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.language import tr
from rulebook.cli.options import emit_json, game_option, json_option, read_input, read_text
from rulebook.text.controls import visible

_STAGES = ("lines", "tokens", "tree", "ast", "meaning")


@rules_command("explain")
@click.argument("text", required=False)
@game_option()
@click.option(
    "--file", "file", metavar="FILE", help="A rule document instead: text in UTF-8 or a PDF."
)
@click.option("--stage", type=click.Choice(_STAGES), required=True)
@json_option
@click.pass_obj
def command(
    call: Call,
    text: str | None,
    game_name: str | None,
    file: str | None,
    stage: str,
    as_json: bool,
) -> None:
    """Show the result of each processing stage.

    TEXT is a piece of a rule document or a card text, “-” reads it from standard input; without it
    the game's own document is explained, or FILE.  Of a document, stage “lines” shows what each
    source line was taken for, stage “tree” the clauses and their blocks.  Of a card text, stage
    “tokens” shows its words, “tree” what the grammar made of them, “ast” what it says,
    “meaning” who does what to which, a sentence a step; * marks a doer told by the rules alone.

    Example: rulebook explain -g ws --stage ast "【自】 このカードがアタックした時、1枚引く。"
    """
    shown = False
    for row in _rows(call.rules, text, game_name, file, stage):
        shown = True
        if as_json:
            emit_json(row)
        else:
            click.echo("\t".join(_plain(cell) for cell in row.values()))
    if not shown:
        nothing = tr("stage {} has nothing to show of this text", repr(stage))
        click.echo(f"rulebook: {nothing}", err=True)
        sys.exit(1)


def _rows(
    rules: Rules, text: str | None, game: str | None, file: str | None, stage: str
) -> Iterator[dict[str, object]]:
    if text is None and stage in ("tokens", "ast", "meaning"):
        raise click.UsageError(f"Stage “{stage}” explains a card text: give TEXT.")
    if file is not None and (game is not None or text is not None):
        raise click.UsageError("Give a file alone, or a game and perhaps a text of it.")
    if file is not None:
        return explain_document(file, stage)
    if game is None:
        raise click.UsageError("Name the game (-g), or a file (--file).")
    given = read_input() if text == "-" else text
    return rules.explain(game, stage, given and read_text(given))


def _plain(cell: object) -> str:
    if isinstance(cell, list):
        return visible(" ".join(map(str, cell)))
    return "" if cell is None else visible(str(cell))
