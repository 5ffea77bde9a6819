"""``rulebook schema``: the JSON Schema of what a command writes."""

from __future__ import annotations

import json

import click

from rulebook.as_json import SCHEMAS, schema
from rulebook.cli.command import SpeakingCommand


@click.command("schema", cls=SpeakingCommand)
@click.argument("name", type=click.Choice(SCHEMAS))
def command(name: str) -> None:
    """Print the JSON Schema of the output of the command NAME with --json.

    Example: rulebook schema annotate
    """
    click.echo(json.dumps(schema(name), ensure_ascii=False, indent=2))
