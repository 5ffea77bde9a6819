"""``rulebook schema``: the JSON Schema of what a command writes."""

from __future__ import annotations

import json

import click

from rulebook.as_json import SCHEMAS, schema
from rulebook.cli.command import Call, SpeakingCommand, rules_command
from rulebook.cli.options import argument


@rules_command("schema", cls=SpeakingCommand)
def command(call: Call, name: str = argument(type=click.Choice(SCHEMAS))) -> None:
    """Print the JSON Schema of the output of the command NAME with --json.

    Example: rulebook schema annotate
    """
    click.echo(json.dumps(schema(name), ensure_ascii=False, indent=2))
