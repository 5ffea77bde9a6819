"""``rulebook export``: a whole rulebook as JSON."""

from __future__ import annotations

import json

import click

from rulebook.as_json import schema
from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.completion import complete_game
from rulebook.cli.options import emit_json, read_text, source_option


@rules_command("export")
@click.argument("source", metavar="[GAME|FILE]", required=False, shell_complete=complete_game)
@source_option
@click.option(
    "--schema", "as_schema", is_flag=True, help="Print the JSON Schema of the export instead."
)
@click.pass_obj
def command(call: Call, source: str | None, game: str | None, as_schema: bool) -> None:
    """Export a whole rulebook as JSON: clauses, terms, revisions, findings.

    FILE is a rule document: UTF-8 text or a PDF.

    Example: rulebook export ws > weiss-schwarz.json
    """
    if as_schema:
        click.echo(json.dumps(schema("export"), ensure_ascii=False, indent=2))
        return
    source = source or game
    if source is None:
        raise click.UsageError("name a game or a file, or ask for --schema")
    emit_json(call.rules.export(read_text(source)))
