"""``rulebook explain``: what each stage made of a text."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.reader import read_rules, read_stages
from rulebook.cli.clauses import heading
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option, read_text


@click.command("explain")
@click.argument("text", required=False)
@game_option(required=True)
@click.option("--stage", type=click.Choice(["lines", "tokens", "tree", "ast"]), required=True)
@json_option
@click.pass_obj
def command(
    settings: Settings, text: str | None, game_name: str, stage: str, as_json: bool
) -> None:
    """What each stage made of a text.

    TEXT is a piece of a rule document or a card text, “-” reads it from standard input; without it
    the game's own document is explained.  Of a document, stage “lines” shows what each source
    line was taken for, stage “tree” the clauses and their blocks.  Of a card text, stage “tokens”
    shows its words, “tree” what the grammar made of them, “ast” what it says.

    Example: rulebook explain -g ws --stage ast "【自】 このカードがアタックした時、1枚引く。"
    """
    game = settings.corpus.game(game_name)
    if text is None and stage in ("tokens", "ast"):
        raise click.UsageError(f"Stage “{stage}” explains a card text: give TEXT.")
    if text is None:
        source = settings.corpus.source(game)
    else:
        source = sys.stdin.read() if text == "-" else read_text(text)
    for row in _rows(source, game, stage):
        if as_json:
            emit_json(row)
        else:
            click.echo("\t".join(_plain(cell) for cell in row.values()))


def _rows(source: str, game: Game, stage: str) -> Iterator[dict[str, object]]:
    if stage == "lines":
        return _lines(source, game)
    if stage == "tree":
        book = read_rules(source, game)
        # A text without a single clause number is no piece of rules.
        if book.clauses:
            return _tree(book)
    from rulebook.cli.cards import STAGES

    return STAGES[stage](source, game)


def _plain(cell: object) -> str:
    if isinstance(cell, list):
        return " ".join(map(str, cell))
    return "" if cell is None else str(cell)


def _lines(source: str, game: Game) -> Iterator[dict[str, object]]:
    stages = read_stages(source, game.edition.layout.separator)
    kinds = {entry.line: entry for entry in read_rules(source, game).ledger}
    starts = {entry.line.number: entry.number for entry in stages.numbered}
    for line in stages.lines:
        number = starts.get(line.number)
        entry = kinds[line.number]
        yield {
            "line": line.number,
            "kind": entry.kind,
            "clause": entry.clause,
            "begins": number is not None,
            "mark": line.mark,
            "text": number.text if number else line.text,
        }


def _tree(book: Rulebook) -> Iterator[dict[str, object]]:
    for clause in book.clauses:
        yield {
            "number": clause.number,
            "heading": heading(clause),
            "blocks": [_block_name(clause, i) for i in range(len(clause.blocks))],
            "lines": list(clause.lines),
        }


def _block_name(clause: Clause, index: int) -> str:
    block = clause.blocks[index]
    return f"{block.kind} {block.label}" if block.label else str(block.kind)
