"""``rulebook graph``: the reference graph of a game."""

from __future__ import annotations

import click

from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.options import option
from rulebook.cli.render import print_lines


@rules_command("graph")
def command(
    call: Call,
    game_name: str = options.game(required=True),
    form: str = option("--format", type=click.Choice(["graphml", "dot"]), default="graphml"),
) -> None:
    """Export the clauses of a game and their references as GraphML or DOT.

    Example: rulebook graph ws --format dot > ws.dot
    """
    print_lines(call.rules.graph(game_name, form))
