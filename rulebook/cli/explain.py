"""``rulebook explain``: what each stage made of a text."""

from __future__ import annotations

import sys

import click

from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option, read_text


@click.command("explain")
@click.argument("text", required=False)
@game_option(required=True)
@click.option("--stage", type=click.Choice(["lines", "tokens", "tree", "ast"]), required=True)
@json_option
@click.pass_obj
def command(
    settings: Settings, text: str | None, game_name: str, stage: str, as_json: bool
) -> None:
    """What each stage made of a text.

    TEXT is a piece of a rule document or a card text, “-” reads it from standard input; without it
    the game's own document is explained.  Of a document, stage “lines” shows what each source
    line was taken for, stage “tree” the clauses and their blocks.  Of a card text, stage “tokens”
    shows its words, “tree” what the grammar made of them, “ast” what it says.

    Example: rulebook explain -g ws --stage ast "【自】 このカードがアタックした時、1枚引く。"
    """
    if text is None and stage in ("tokens", "ast"):
        raise click.UsageError(f"Stage “{stage}” explains a card text: give TEXT.")
    given = sys.stdin.read() if text == "-" else text
    for row in settings.rules.explain(game_name, stage, given and read_text(given)):
        if as_json:
            emit_json(row)
        else:
            click.echo("\t".join(_plain(cell) for cell in row.values()))


def _plain(cell: object) -> str:
    if isinstance(cell, list):
        return " ".join(map(str, cell))
    return "" if cell is None else str(cell)
