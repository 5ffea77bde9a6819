"""``rulebook graph``: the reference graph of a game."""

from __future__ import annotations

import click

from rulebook.cli.main import Settings
from rulebook.cli.options import game_argument
from rulebook.links.graph import to_dot, to_graphml
from rulebook.links.linker import link_game


@click.command("graph")
@game_argument()
@click.option("--format", "form", type=click.Choice(["graphml", "dot"]), default="graphml")
@click.pass_obj
def command(settings: Settings, game: str, form: str) -> None:
    """The clauses of a game and what refers to what, as GraphML or DOT.

    Example: rulebook graph ws --format dot > ws.dot
    """
    linked = link_game(settings.corpus, settings.corpus.game(game))
    for line in to_graphml(linked) if form == "graphml" else to_dot(linked):
        click.echo(line)
