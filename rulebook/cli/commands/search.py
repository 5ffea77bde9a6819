"""``rulebook search``: clauses by a query of words, phrases and fields."""

from __future__ import annotations

import sys

import click

from rulebook import query_of_rules
from rulebook.as_json import hit_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import tr, warn
from rulebook.cli.options import count_left_out, emit_json, flag, joined
from rulebook.cli.render import clause_number

# More clauses than any query of several games finds.
_MOST = 5000


@rules_command("search")
def command(
    call: Call,
    query: tuple[str, ...] = options.words("QUERY"),
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
    asked = joined(query)
    hits = rules.search(asked, game_name, limit=_MOST)
    if not hits:
        # The rules are Japanese: as typed, English words or romaji find nothing.
        said, read = query_of_rules(rules, asked, game_name)
        for word, words in read.items():
            warn("{word} is {words} in the rules", word=word, words="、".join(words))
        hits = rules.search(said, game_name, limit=_MOST) if read else ()
    if not hits:
        click.echo(tr("no clauses match {asked!r}", asked=asked), err=True)
        sys.exit(1)
    for hit in hits[:limit]:
        book = rules.book(hit.game.key)
        clause = book.by_number[hit.number]
        if as_json:
            emit_json(hit_json(book, hit))
        else:
            number = clause_number(hit.game, hit.number, bold=True)
            said = clause.heading(len(clause.text) + 1 if full else 60)
            click.echo(f"{hit.game.alias} {number}  {said}")
    count_left_out(len(hits) - limit)
