"""``rulebook graph``: the reference graph of a game."""

from __future__ import annotations

import click

from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.options import game_option
from rulebook.cli.render import print_lines


@rules_command("graph")
@game_option(required=True)
@click.option("--format", "form", type=click.Choice(["graphml", "dot"]), default="graphml")
@click.pass_obj
def command(call: Call, game_name: str, form: str) -> None:
    """Export the clauses of a game and their references as GraphML or DOT.

    Example: rulebook graph ws --format dot > ws.dot
    """
    print_lines(call.rules.graph(game_name, form))
