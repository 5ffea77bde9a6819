"""``rulebook term``: what a word means, and where it is used."""

from __future__ import annotations

import click

from rulebook.as_json import definition, term_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.completion import complete_term
from rulebook.cli.language import tr
from rulebook.cli.options import emit_json, joined
from rulebook.cli.render import clause_number

_SHOWN = 12


@rules_command("term")
def command(
    call: Call,
    word: tuple[str, ...] = options.words("WORD", complete_term),
    game_name: str | None = options.game(),
    as_json: bool = options.json_flag,
) -> None:
    """Show what a word means in the rules: definition, kind, spellings, uses, other games.

    WORD is a rule term, its English name or a player's word for it (墓地); romaji works too
    (yamafuda).

    Example: rulebook term -g ws 控え室
    """
    for place, entry in enumerate(call.rules.term(joined(word), game_name)):
        if as_json:
            emit_json(term_json(entry))
            continue
        if place:
            click.echo()
        book, term = entry.linked.book, entry.term
        click.echo(f"{click.style(term.word, bold=True)}  {term.kind}  {book.game.dated_name}")
        if term.english:
            click.echo(f"  {tr('in English: {english}', english=term.english)}")
        if term.spellings:
            click.echo(f"  {tr('also written: {spellings}', spellings='、'.join(term.spellings))}")
        click.echo(f"  {clause_number(book.game, term.clause)}  {definition(entry)}")
        if entry.used_in:
            shown, count = " ".join(entry.used_in[:_SHOWN]), len(entry.used_in)
            more = tr(" … ({count} in all)", count=count) if count > _SHOWN else ""
            click.echo(f"  {tr('used in: {shown}', shown=shown)}{more}")
        form = "in {game}: {word} ({clause})"
        for game, rule in entry.concept.rules.items() if entry.concept else ():
            if game != book.game.id:
                click.echo(f"  {tr(form, game=game, word=rule.word, clause=rule.clause)}")
