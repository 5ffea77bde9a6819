"""``rulebook export``: a whole rulebook as JSON."""

from __future__ import annotations

import json

import click

from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_argument
from rulebook.links.export import export_rulebook, export_schema
from rulebook.links.linker import link_game


@click.command("export")
@game_argument(required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the export instead.")
@click.pass_obj
def command(settings: Settings, game: str | None, schema: bool) -> None:
    """A whole rulebook as JSON: clauses, terms, revisions, findings.

    Example: rulebook export ws > weiss-schwarz.json
    """
    if schema:
        click.echo(json.dumps(export_schema(), ensure_ascii=False, indent=2))
        return
    if game is None:
        raise click.UsageError("name a game, or ask for --schema")
    emit_json(export_rulebook(link_game(settings.corpus, settings.corpus.game(game))))
