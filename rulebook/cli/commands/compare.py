"""``rulebook compare``: one concept in all games."""

from __future__ import annotations

import click

from rulebook import all_concepts
from rulebook.as_json import concept_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.completion import complete_concept
from rulebook.cli.language import tr
from rulebook.cli.options import argument, emit_json, flag, joined, option
from rulebook.cli.render import clause_number, print_table

_HEAD = ("ja", "en", "id", "kind", "games")


@rules_command("compare")
def command(
    call: Call,
    concept: tuple[str, ...] = argument(
        nargs=-1, metavar="[CONCEPT]", shell_complete=complete_concept
    ),
    at: tuple[str, ...] = option(
        "-g", "--game", multiple=True, help="Use this edition of a game, such as ws@1.109."
    ),
    as_list: bool = flag("--list", help="List all concepts (default without CONCEPT)."),
    as_json: bool = options.json_flag,
) -> None:
    """Show the governing clauses of a concept, one game below the other.

    CONCEPT is an id, a Japanese or English name or a player's word; romaji works too. Without
    it, all concepts are listed. -g replaces the current edition of a game by another, and may
    be repeated.

    Example: rulebook compare リフレッシュ
    """
    if concept and (as_list or not "".join(concept).strip()):
        raise click.UsageError("Name a CONCEPT, or list all concepts with --list.")
    rules = call.rules
    books = {game.id: rules.book(game.key) for game in (*rules.games, *map(rules.game, at))}
    name = "" if as_list else joined(concept)
    concepts = rules.compare(name, *at) if name else all_concepts(rules, *at)
    if not name and not as_json:
        print_table([(c.ja, c.en, c.id, c.kind, str(len(c.rules))) for c in concepts], _HEAD)
        return
    for place, found in enumerate(concepts):
        if as_json:
            emit_json(concept_json(found, books))
            continue
        if place:
            click.echo()
        click.echo(f"{click.style(found.ja, bold=True)}  {found.en}  ({found.id}, {found.kind})")
        if found.players:
            click.echo(f"  {tr('players say: {players}', players='、'.join(found.players))}")
        for game_id, rule in found.rules.items():
            book = books[game_id]
            # Guessed from equal words: nobody has confirmed it.
            guessed = f"  ({tr('guessed')})" if rule.guessed else ""
            click.echo(f"\n{click.style(rule.word, bold=True)}  {book.game.dated_name}{guessed}")
            for number in (rule.clause, *rule.also):
                clause = book.by_number[number]
                said = "\n    ".join(filter(None, (clause.title, *clause.text.split("\n"))))
                click.echo(f"  {clause_number(book.game, number)}  {said}")
