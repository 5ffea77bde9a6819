"""``rulebook export``: a whole rulebook as JSON."""

from __future__ import annotations

import json

import click

from rulebook.as_json import schema
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.options import emit_json, flag, one_source, read_text


@rules_command("export")
def command(
    call: Call,
    source: str | None = options.game_or_file,
    game: str | None = options.source_game,
    as_schema: bool = flag("--schema", help="Print the JSON Schema of the export instead."),
) -> None:
    """Export a whole rulebook as JSON: clauses, terms, revisions, findings.

    FILE is a rule document: UTF-8 text or a PDF.

    Example: rulebook export ws > weiss-schwarz.json
    """
    if as_schema:
        click.echo(json.dumps(schema("export"), ensure_ascii=False, indent=2))
        return
    source = one_source(source, game)
    if source is None:
        raise click.UsageError("name a game or a file, or ask for --schema")
    emit_json(call.rules.export(read_text(source)))
