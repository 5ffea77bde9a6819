"""``rulebook term``, ``compare`` and ``search``: words, concepts, and clauses by a query."""

from __future__ import annotations

import sys

import click

from rulebook import all_concepts, query_of_rules
from rulebook.as_json import concept_json, definition, hit_json, term_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import tr, warn
from rulebook.cli.options import argument, emit_json, flag, option, utf8_text
from rulebook.cli.render import clause_number, print_table
from rulebook.text.display import shortened

_SHOWN = 12
_HEAD = ("ja", "en", "id", "kind", "games")
_MOST = 5000  # more clauses than any query of several games finds


@rules_command("term")
def term_command(
    call: Call,
    word: tuple[str, ...] = argument(
        nargs=-1, required=True, metavar="WORD", shell_complete=options.complete_term
    ),
    game_name: str | None = options.game(),
    as_json: bool = options.json_flag,
) -> None:
    """Show what a word means in the rules: definition, kind, spellings, uses, other games.

    WORD is a rule term, its English name or a player's word for it (墓地); romaji works too
    (yamafuda).

    Example: rulebook term -g ws 控え室
    """
    for place, entry in enumerate(call.rules.term(utf8_text(" ".join(word)), game_name)):
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


@rules_command("compare")
def compare_command(
    call: Call,
    concept: tuple[str, ...] = argument(
        nargs=-1, metavar="[CONCEPT]", shell_complete=options.complete_concept
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
    name = "" if as_list else utf8_text(" ".join(concept))
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


@rules_command("search")
def search_command(
    call: Call,
    query: tuple[str, ...] = argument(nargs=-1, required=True, metavar="QUERY"),
    game_name: str | None = options.game(),
    limit: int = options.limit(20, most=_MOST),
    full: bool = flag(help="Do not shorten lines."),
    as_json: bool = options.json_flag,
) -> None:
    """Find clauses by words, phrases and fields, best match first.

    QUERY has words, "phrases", AND OR NOT, parentheses, and the fields title: (own heading),
    headings: (headings above), text:, number:8.6* and game:. /山札.{0,9}公開/ is a regular
    expression, cites:9.2 finds clauses that cite 9.2, and cited-by:9.2 those that it cites.
    English words and romaji that occur in no clause are replaced by terms of the rules.

    Example: rulebook search -g ws '"山札の一番上" AND NOT 公開 number:4*'
    """
    rules = call.rules
    asked = utf8_text(" ".join(query))
    hits = rules.search(asked, game_name, limit=_MOST)
    if not hits:
        # The rules are Japanese: as typed, English words or romaji find nothing.
        said, read = query_of_rules(rules, asked, game_name)
        for word, words in read.items():
            warn("{word} is {words} in the rules", word=word, words="、".join(words))
        hits = rules.search(said, game_name, limit=_MOST) if read else ()
    if not hits:
        click.echo(tr("no clauses match {asked!r}", asked=shortened(asked)), err=True)
        sys.exit(1)
    for hit in hits[:limit]:
        book = rules.book(hit.game.key)
        clause = book.by_number[hit.number]
        if as_json:
            emit_json(hit_json(book, hit))
        else:
            said = clause.heading(len(clause.text) + 1 if full else 60)
            click.echo(f"{hit.game.alias} {clause_number(hit.game, hit.number, bold=True)}  {said}")
    options.count_left_out(len(hits) - limit)
