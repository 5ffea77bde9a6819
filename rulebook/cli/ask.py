"""``rulebook ask``: the clauses that govern what is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click

from rulebook.clauses.game import Game
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option, read_text
from rulebook.cli.render import child_lines, edition, heading, mark, path_line, remarks
from rulebook.search.analysis import common_spans
from rulebook.search.answers import Answer, answer
from rulebook.search.library import open_index


@click.command("ask")
@click.argument("question")
@game_option()
@click.option("-n", "limit", type=click.IntRange(1, 100), default=5, show_default=True)
@json_option
@click.pass_obj
def command(
    settings: Settings, question: str, game_name: str | None, limit: int, as_json: bool
) -> None:
    """The clauses that govern what you ask, best first.

    QUESTION is a sentence, some words, or a clause number; “-” reads a question a line.  The
    index is built by itself the first time.

    Example: rulebook ask -g ws "山札がなくなったらどうなる？"
    """
    corpus = settings.corpus
    game = corpus.game(game_name) if game_name else None
    index = open_index(corpus)
    questions: Iterable[str] = [question]
    if question == "-":
        questions = (line.rstrip("\n") for line in sys.stdin)
    found_all = True
    for asked in questions:
        answers = answer(corpus, index, read_text(asked), game, limit=limit)
        found_all = found_all and bool(answers)
        if as_json:
            emit_json(_as_json(asked, game, answers))
        else:
            _print(asked, answers)
        sys.stdout.flush()
    if not found_all:
        sys.exit(1)


def _print(question: str, answers: Sequence[Answer]) -> None:
    if not answers:
        click.echo(f"no clause found for {question!r}", err=True)
        return
    for rank, found in enumerate(answers, start=1):
        clause = found.clause
        if rank > 1:
            click.echo()
        number = click.style(clause.number, bold=True)
        title = f" {clause.title}" if clause.title else ""
        click.echo(f"{rank}. {number}{title}  {edition(found.book.game)}")
        above = path_line(found.book, clause)
        if above:
            click.echo(f"   {above}")
        for line in clause.text.split("\n") if clause.text else []:
            click.echo(f"   {mark(line, common_spans(line, question))}")
        for line in [*remarks(clause), *child_lines(found.book, clause)]:
            click.echo(f"   {line}")
        if found.why:
            click.echo(click.style(f"   matched: {' '.join(found.why)}", dim=True))


def _as_json(question: str, game: Game | None, answers: Sequence[Answer]) -> dict[str, object]:
    return {
        "question": question,
        "game": game.id if game else None,
        "answers": [
            {
                "game": found.book.game.id,
                "number": found.clause.number,
                "score": found.score,
                "text": found.clause.text or found.clause.title or "",
                "path": [heading(above) for above in found.book.ancestors(found.clause)],
                "why": list(found.why),
            }
            for found in answers
        ],
    }
