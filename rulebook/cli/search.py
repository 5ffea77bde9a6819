"""``rulebook search``: Whoosh's query language over the clauses."""

from __future__ import annotations

import sys

import click

from rulebook.as_json import hit_json
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option, read_text


@click.command("search")
@click.argument("query")
@game_option()
@click.option(
    "-n", "limit", type=click.IntRange(1, 5000), default=20, show_default=True, help="How many."
)
@json_option
@click.pass_obj
def command(
    settings: Settings, query: str, game_name: str | None, limit: int, as_json: bool
) -> None:
    """Clauses by Whoosh's query language, best first.

    Words and "phrases", AND OR NOT, parentheses, and the fields title: (own heading),
    headings: (headings above), text:, number:8.6* and game:.

    Example: rulebook search -g ws '"山札の一番上" AND NOT 公開 number:4*'
    """
    rules = settings.rules
    hits = rules.search(read_text(query), game_name, limit=limit)
    if not hits:
        click.echo(f"no clause matches {query!r}", err=True)
        sys.exit(1)
    for hit in hits:
        book = rules.book(hit.game.key)
        clause = book.by_number[hit.number]
        if as_json:
            emit_json(hit_json(book, hit))
        else:
            number = click.style(hit.number, bold=True)
            click.echo(f"{hit.game.alias} {number}  {clause.heading(60)}")
