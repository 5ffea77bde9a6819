"""``rulebook compare``: one concept in all games, side by side."""

from __future__ import annotations

import click

from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, json_option, read_text
from rulebook.cli.render import edition
from rulebook.links.concepts import Concept, GoverningRule, load_concepts


@click.command("compare")
@click.argument("concept")
@json_option
@click.pass_obj
def command(settings: Settings, concept: str, as_json: bool) -> None:
    """The governing clauses of a concept in all games, side by side.

    CONCEPT is its id, its Japanese or English name, or what players call it.

    Example: rulebook compare リフレッシュ
    """
    for place, found in enumerate(load_concepts(settings.corpus).find(read_text(concept))):
        if as_json:
            emit_json(_as_json(settings, found))
            continue
        if place:
            click.echo()
        _print(settings, found)


def _print(settings: Settings, concept: Concept) -> None:
    click.echo(
        f"{click.style(concept.ja, bold=True)}  {concept.en}  ({concept.id}, {concept.kind})"
    )
    if concept.players:
        click.echo(f"  players say: {'、'.join(concept.players)}")
    for game_id, rule in concept.rules.items():
        book = settings.corpus.read(settings.corpus.games[game_id])
        click.echo()
        click.echo(f"{click.style(rule.word, bold=True)}  {edition(book.game)}")
        for number in (rule.clause, *rule.also):
            clause = book.by_number[number]
            said = "\n".join(part for part in (clause.title, clause.text) if part)
            click.echo(f"  {number}  {said.replace(chr(10), chr(10) + '    ')}")


def _as_json(settings: Settings, concept: Concept) -> dict[str, object]:
    def rule_json(game_id: str, rule: GoverningRule) -> dict[str, object]:
        clause = settings.corpus.read(settings.corpus.games[game_id]).by_number[rule.clause]
        return {
            "game": game_id,
            "word": rule.word,
            "clause": rule.clause,
            "also": list(rule.also),
            "text": clause.text or clause.title,
        }

    return {
        "concept": concept.id,
        "kind": concept.kind,
        "ja": concept.ja,
        "en": concept.en,
        "players": list(concept.players),
        "games": [rule_json(game_id, rule) for game_id, rule in concept.rules.items()],
    }
