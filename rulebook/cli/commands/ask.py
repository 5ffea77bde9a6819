"""``rulebook ask``: the clauses that govern what is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulebook.cli.call import Call
from rulebook.cli.command import rules_command
from rulebook.cli.language import tr, translated
from rulebook.cli.options import (
    emit_json,
    game_option,
    input_lines,
    joined,
    json_option,
    read_text,
    words_argument,
)
from rulebook.cli.render import aged_edition, clause_number, mark
from rulebook.errors import UnknownClause
from rulebook.text.controls import visible
from rulebook.text.width import shortened

if TYPE_CHECKING:
    from rulebook import Answer, Answers, Game, Rules, Ruling


@rules_command("ask")
@words_argument("QUESTION")
@game_option()
@click.option(
    "-n", "limit", type=click.IntRange(1, 100), default=5, show_default=True, help="How many."
)
@json_option
@click.pass_obj
def command(
    call: Call, question: tuple[str, ...], game_name: str | None, limit: int, as_json: bool
) -> None:
    """The clauses that govern what you ask, best first, and why.

    QUESTION is a sentence, some words, or a clause number; “-” reads a question a line, and each
    is a heading above its answers.  Without -g the game is guessed from the words, or the best of
    each game are shown.

    Example: rulebook ask -g ws "山札がなくなったらどうなる？"
    """
    game = call.rules.game(game_name) if game_name else None
    is_many = question == ("-",)
    if not is_many and not "".join(question).strip():
        raise click.UsageError("The question is empty: write a sentence, words or a number.")
    status = 0
    for line, asked in enumerate(input_lines() if is_many else [joined(question)], start=1):
        if is_many and not as_json:
            click.echo(click.style(f"■ {visible(asked)}", bold=True))
        try:
            answers = _answers(call.rules, asked, game_name, limit)
        except click.BadParameter as error:
            if not is_many:
                raise
            click.echo(f"rulebook: -:{line}: {translated(error.message)}", err=True)
            answers, status = None, 2
        if answers is None or not answers.found:
            status = max(status, 1)
        if as_json:
            _emit(asked, game, answers)
        elif answers is not None:
            lines = [*_lines(call.rules, answers), *[""] * is_many]
            click.echo("".join(f"{line}\n" for line in lines), nl=False)
    if status:
        sys.exit(status)


def _answers(rules: Rules, asked: str, game: str | None, limit: int) -> Answers | None:
    """Return the answers to one question, ``None`` for a number that is not there.

    Where there is nothing to show, it is told why: one bad question must not end a long list.
    """
    try:
        answers = rules.ask(read_text(asked), game, limit=limit)
    except UnknownClause as error:
        click.echo(f"rulebook: {translated(str(error))}", err=True)
        return None
    if not answers.found:
        nothing = tr("no clause found for {}", repr(shortened(asked)))
        click.echo(f"rulebook: {nothing}", err=True)
    return answers


def _emit(asked: str, game: Game | None, answers: Answers | None) -> None:
    # What few ask for, nobody else waits for.
    from rulebook.as_json import answers_json, no_answers_json

    emit_json(no_answers_json(asked, game) if answers is None else answers_json(answers))


def _lines(rules: Rules, answers: Answers) -> Iterator[str]:
    if answers.guessed and answers.game is not None:
        yield click.style(tr("about {}, by the words", answers.game.title), dim=True)
    if answers.found and answers.confidence == "none":
        yield tr("The rules do not seem to answer this; the nearest clauses are:")
    elif answers.confidence == "unsure":
        yield click.style(tr("not sure"), dim=True)
    if answers.is_card_text:
        yield click.style(tr("this looks like card text"), dim=True)
    # Of other games each rule is told once, and nothing where none has it.
    shown: set[tuple[tuple[str, str, str], ...]] = {()}
    for rank, found in enumerate(answers.found, start=1):
        if rank > 1:
            yield ""
        edition = aged_edition(found.game, rules.game(found.game.id))
        yield from _answer_lines(rank, found, edition, answers)
        if found.elsewhere not in shown:
            shown.add(found.elsewhere)
            others = "、".join(
                f"{alias} {number} {word}" for alias, word, number in found.elsewhere
            )
            yield click.style(f"   {tr('in other games: {}', others)}", dim=True)
    for ruling in answers.rulings:
        yield ""
        yield from _ruling_lines(ruling)


def _answer_lines(rank: int, found: Answer, edition: str, answers: Answers) -> Iterator[str]:
    clause = found.clause
    number = clause_number(found.game, clause.number, bold=True)
    title = f" {clause.title}" if clause.title else ""
    yield f"{rank}. {number}{title}  {edition}"
    if found.path:
        above = " › ".join(f"{c.number} {shortened(c.heading)}" for c in found.path)
        yield f"   {above}"
    for line in clause.text.split("\n") if clause.text else []:
        yield f"   {mark(line, answers.said_in(line))}"
    if clause.remark:
        yield f"   {clause.remark}"
    for child in found.children:
        yield f"     {child.number}  {shortened(child.heading)}"
    if found.why:
        yield click.style(f"   {tr('why: {}', '、'.join(found.why))}", dim=True)
    if clause.leans_on:
        yield click.style(f"   {tr('leans on: {}', ' '.join(clause.leans_on))}", dim=True)


def _ruling_lines(ruling: Ruling) -> Iterator[str]:
    """Yield a ruling as what it is: no clause, but with those that it rests on."""
    suggested = tr(" (suggested)") if ruling.is_suggested else ""
    yield f"{tr('ruling')} {click.style(ruling.id, bold=True)}  {ruling.source.name}"
    yield f"   問 {shortened(ruling.question, 200)}"
    yield f"   答 {shortened(ruling.answer, 400)}"
    rests = tr("rests on: {}", " ".join(ruling.numbers))
    yield click.style(f"   {rests}{suggested}", dim=True)
