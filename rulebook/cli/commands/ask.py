"""``rulebook ask``: the clauses that govern what is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import tr, translated, warn
from rulebook.cli.options import argument, emit_json, file_path, flag, option, utf8_text
from rulebook.cli.render import aged_edition, clause_number, styled
from rulebook.errors import UnknownClause
from rulebook.text.display import on_one_line, shortened, visible

if TYPE_CHECKING:
    from rulebook import Answer, Answers, FoundCard, Rules

_WHOLE = 2  # answers that are printed in full, without --verbose
_LINE = 66  # the width of a line that stands for a whole answer or ruling
# The most characters of the clause above an answer, and the most cards that a question names.
_HEADING, _CARDS = 30, 3
_CERTAINTY = {
    "sure": ("sure", "green"),
    "likely": ("likely: read the clause before you rule", "yellow"),
    "unsure": ("not sure: this may be the wrong clause", "red"),
    "none": ("the rules do not seem to answer this; these clauses are the nearest", "red"),
}


@rules_command("ask")
def ask_command(
    call: Call,
    question: tuple[str, ...] = argument(nargs=-1, required=True, metavar="QUESTION"),
    game_name: str | None = options.game(),
    limit: int = options.limit(5, most=100),
    verbose: bool = flag(
        "-v", "--verbose", help="Print every clause and ruling in full, with the evidence."
    ),
    db: Path | None = option(
        type=file_path(), help="Card library; cards that the question names are printed too."
    ),
    as_json: bool = options.json_flag,
) -> None:
    """Answer a question with the deciding sentence, its clause and a confidence.

    QUESTION is a sentence, some words or a clause number; “-” reads one question per line and
    prints each above its answers. Without -g, the game is guessed from the words; if they name
    none, the best clauses of each game are shown. Two clauses are printed in full, further
    clauses and rulings on one line each.

    Example: rulebook ask -g ws "山札がなくなったらどうなる？"
    """
    game = call.rules.game(game_name) if game_name else None
    is_many = question == ("-",)
    # Nearly every question shares words with more clauses: without -n, they are not counted.
    is_limited = options.is_given("limit")
    if not is_many and not "".join(question).strip():
        raise click.UsageError("The question is empty: write a sentence, words or a number.")
    status = 0
    for line, asked in enumerate(
        options.input_lines() if is_many else [utf8_text(" ".join(question))], start=1
    ):
        if is_many and not as_json:
            click.echo(click.style(f"■ {visible(asked)}", bold=True))
        try:
            answers = _answers(call.rules, asked, game_name, limit)
        except click.BadParameter as error:
            if not is_many:
                raise
            warn(f"-:{line}: {translated(error.message)}")
            answers, status = None, 2
        if answers is None or not answers.found:
            status = max(status, 1)
        library = call.rules.card_library(game_name, db) if db else None
        cards = library.named(asked, limit=_CARDS) if library else ()
        if as_json:
            # Imported here, since the import takes time and few ask for JSON.
            from rulebook.as_json import answers_json, no_answers_json

            value = no_answers_json(asked, game) if answers is None else answers_json(answers)
            emit_json(value | ({"cards": [card.as_json() for card in cards]} if cards else {}))
        elif answers is not None:
            lines = [*_answer_lines(call.rules, answers, cards, verbose=verbose)]
            lines += [""] * is_many
            click.echo("".join(f"{line}\n" for line in lines), nl=False)
        if is_limited and answers is not None:
            options.count_left_out(answers.left_out)
    if status:
        sys.exit(status)


def _answers(rules: Rules, asked: str, game: str | None, limit: int) -> Answers | None:
    """Return the answers to one question, or ``None`` for a clause number that does not exist. The
    latter, or no answers, only causes a warning: it must not end a long list of questions."""
    try:
        answers = rules.ask(utf8_text(asked), game, limit=limit)
    except UnknownClause as error:
        warn(translated(error.message))
        return None
    for note in answers.notes:
        warn(translated(note))
    if not answers.found:
        warn("no clauses found for {asked!r}", asked=shortened(asked))
    return answers


def _answer_lines(
    rules: Rules, answers: Answers, cards: Sequence[FoundCard], *, verbose: bool
) -> Iterator[str]:
    """Yield the lines of ``cards`` that the question names, of answers, and of rulings on similar
    questions. The editions come last, so as not to hide the answer; a note marks a guessed game."""
    for card in cards:
        line = shortened(visible(card.text.replace("\n", " ")), _LINE)
        shown = click.style(on_one_line(card.id), bold=True)
        yield f"{shown} {on_one_line(card.name or '')}  {line}"
    yield from [""] * bool(cards)
    if answers.is_card_text:
        yield click.style(tr("this looks like card text"), dim=True)
    games = {found.game.key: found.game for found in answers.found}
    words, color = _CERTAINTY[answers.confidence]
    for rank, found in enumerate(answers.found, start=1):
        alias = f"{found.game.alias} " if len(games) > 1 else ""
        cited = alias + clause_number(found.game, found.clause.number, bold=True)
        if verbose or rank <= _WHOLE:
            certainty = click.style(f"[{tr(words)}]", fg=color) if rank == 1 else ""
            yield from [""] * (rank > 1)
            yield from _full_answer_lines(found, answers, cited, certainty, verbose=verbose)
        else:
            yield from [""] * (rank == _WHOLE + 1)
            sentence = found.sentence.of(found.text).replace("\n", " ")
            yield f"{cited}  {shortened(sentence, _LINE)}"
    for at, ruling in enumerate(answers.rulings):
        if verbose or not at:
            yield ""
        id = f"{tr('ruling')} {click.style(ruling.id, bold=True)}"
        if not verbose:
            yield f"{id}  {shortened(ruling.question, _LINE)}"
            continue
        yield from (f"{id}  {ruling.source.name}", f"  問 {ruling.question}")
        yield f"  答 {ruling.answer}"
        rests = tr("based on: {numbers}", numbers=" ".join(ruling.numbers))
        # A suggested clause is one that no person has confirmed.
        suggested = tr(" (suggested)") if ruling.is_suggested else ""
        yield click.style(f"  {rests}{suggested}", dim=True)
    guessed = f"  {tr('(guessed from the words)')}" if answers.guessed else ""
    yield from [""] * bool(games)
    for game in games.values():
        yield click.style(f"{aged_edition(game, rules.game(game.id))}{guessed}", dim=True)


def _full_answer_lines(
    found: Answer, answers: Answers, cited: str, certainty: str, *, verbose: bool
) -> Iterator[str]:
    """Yield the lines of one answer: the deciding sentence, its clause as ``cited``, headings, the
    rest of the clause, and if ``verbose`` the evidence."""
    yield click.style(found.sentence.of(found.text), bold=True)
    title = f" {found.clause.title}" if found.clause.title and found.clause.text else ""
    yield f"  {cited}{title}  {certainty}".rstrip()
    if found.path:
        # The titles above, and the beginning of the parent, show the subject of the clause.
        *others, last = found.path
        titled = [f"{clause.number} {clause.title}" for clause in others if clause.title]
        above = " › ".join([*titled, f"{last.number} {shortened(last.heading, _HEADING)}"])
        yield click.style(f"  {above}", dim=True)
    # The clause without its deciding sentence: dots mark where that is missing.
    parts = (found.text[: found.sentence.start], found.text[found.sentence.end :])
    before, after = (part.strip() for part in parts)
    rest = f"{before} …".split("\n") if before else []
    if after:
        rest += (f"… {after}" if before else after).split("\n")
    for line in rest:
        yield f"  {styled(line, [(span, {'bold': True}) for span in answers.said_in(line)])}"
    if found.clause.remark:
        yield f"  {found.clause.remark}"
    for child in found.children:
        yield f"    {child.number}  {shortened(child.heading)}"
    if not verbose:
        return
    if found.why:
        yield click.style(f"  {tr('why: {why}', why='、'.join(found.why))}", dim=True)
    if found.clause.leans_on:
        numbers = " ".join(found.clause.leans_on)
        yield click.style(f"  {tr('refers to: {leans_on}', leans_on=numbers)}", dim=True)
    if found.elsewhere:
        rules = "、".join(f"{alias} {number} {word}" for alias, word, number in found.elsewhere)
        yield click.style(f"  {tr('in other games: {others}', others=rules)}", dim=True)
