"""``rulebook term``: what a word means, and where it is used."""

from __future__ import annotations

import click

from rulebook.clauses.model import Clause
from rulebook.cli.clauses import heading
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option, read_text
from rulebook.cli.render import edition, shorten
from rulebook.links.concepts import load_concepts
from rulebook.links.glossary import GlossaryEntry, look_up, unknown_word
from rulebook.links.linker import link_game

_SHOWN = 12


@click.command("term")
@click.argument("word")
@game_option()
@json_option
@click.pass_obj
def command(settings: Settings, word: str, game_name: str | None, as_json: bool) -> None:
    """What a word means in the rules: definition, kind, spellings, uses, other games.

    WORD is a rule word or what players say for it (墓地).

    Example: rulebook term -g ws 控え室
    """
    corpus = settings.corpus
    games = [corpus.game(game_name)] if game_name else list(corpus.games.values())
    books = [link_game(corpus, game) for game in games]
    concepts = load_concepts(corpus)
    entries = [look_up(read_text(word), linked, concepts) for linked in books]
    found = [entry for entry in entries if entry is not None]
    if not found:
        raise unknown_word(word, books)
    for place, entry in enumerate(found):
        if as_json:
            emit_json(_as_json(entry))
        else:
            if place:
                click.echo()
            _print(entry)


def _print(entry: GlossaryEntry) -> None:
    book = entry.linked.book
    term = entry.term
    clause = book.by_number[term.clause]
    click.echo(f"{click.style(term.word, bold=True)}  {term.kind}  {edition(book.game)}")
    if term.spellings:
        click.echo(f"  also written: {'、'.join(term.spellings)}")
    click.echo(f"  {term.clause}  {_definition(entry, clause)}")
    if entry.used_in:
        shown = " ".join(entry.used_in[:_SHOWN])
        more = f" … ({len(entry.used_in)} in all)" if len(entry.used_in) > _SHOWN else ""
        click.echo(f"  used in: {shown}{more}")
    if entry.concept is not None:
        for game_id, rule in entry.concept.rules.items():
            if game_id != book.game.id:
                click.echo(f"  in {game_id}: {rule.word} ({rule.clause})")


def _definition(entry: GlossaryEntry, clause: Clause) -> str:
    """Return the text that defines: the clause's own, or of a heading its first child's."""
    if clause.text:
        return clause.text
    first = next(entry.linked.book.children(clause), None)
    return f"{heading(clause)}: {shorten(first.text, 80)}" if first else heading(clause)


def _as_json(entry: GlossaryEntry) -> dict[str, object]:
    term = entry.term
    concept = entry.concept
    game = entry.linked.book.game.id
    return {
        "game": game,
        "term": term.word,
        "kind": term.kind,
        "clause": term.clause,
        "spellings": list(term.spellings),
        "definition": _definition(entry, entry.linked.book.by_number[term.clause]),
        "used_in": list(entry.used_in),
        "concept": concept.id if concept else None,
        "other_games": [
            {"game": other, "word": rule.word, "clause": rule.clause}
            for other, rule in (concept.rules if concept else {}).items()
            if other != game
        ],
    }
