"""``rulebook export``: a whole rulebook as JSON."""

from __future__ import annotations

import json

import click

from rulebook.as_json import schema
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_argument


@click.command("export")
@game_argument(required=False)
@click.option(
    "--schema", "as_schema", is_flag=True, help="Print the JSON Schema of the export instead."
)
@click.pass_obj
def command(settings: Settings, game: str | None, as_schema: bool) -> None:
    """A whole rulebook as JSON: clauses, terms, revisions, findings.

    Example: rulebook export ws > weiss-schwarz.json
    """
    if as_schema:
        click.echo(json.dumps(schema("export"), ensure_ascii=False, indent=2))
        return
    if game is None:
        raise click.UsageError("name a game, or ask for --schema")
    emit_json(settings.rules.export(game))
