"""``rulebook graph``: the reference graph of a game."""

from __future__ import annotations

import click

from rulebook.cli.main import Settings
from rulebook.cli.options import game_argument


@click.command("graph")
@game_argument()
@click.option("--format", "form", type=click.Choice(["graphml", "dot"]), default="graphml")
@click.pass_obj
def command(settings: Settings, game: str, form: str) -> None:
    """The clauses of a game and what refers to what, as GraphML or DOT.

    Example: rulebook graph ws --format dot > ws.dot
    """
    for line in settings.rules.graph(game, form):
        click.echo(line)
