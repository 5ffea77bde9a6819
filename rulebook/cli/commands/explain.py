"""``rulebook explain``: what each stage made of a text."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import partial

import click

from rulebook import Rules, explain_document
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import tr, warn
from rulebook.cli.options import argument, option, read_input, read_text
from rulebook.cli.render import step_lines
from rulebook.text.display import visible

_STAGES = ("lines", "tokens", "tree", "ast", "meaning", "facts")


@rules_command("explain")
def command(
    call: Call,
    text: str | None = argument(required=False),
    game_name: str | None = options.game(),
    file: str | None = option(
        metavar="FILE", help="Explain this rule document instead: UTF-8 text or a PDF."
    ),
    stage: str = option(type=click.Choice(_STAGES), required=True),
    as_json: bool = options.json_flag,
) -> None:
    """Show the result of each processing stage.

    TEXT is part of a rule document or a card text; “-” reads it from standard input. Without
    TEXT, the document of the game or FILE is explained. For a document, stage “lines” shows how
    each source line was classified, stage “tree” the clauses and their blocks. For a card text,
    stage “tokens” shows the tokens, “tree” the parse tree, “ast” the syntax tree, “meaning” who
    does what, one sentence per step, and “facts” the facts that rules on governing clauses
    match.

    Example: rulebook explain -g ws --stage ast "【自】 このカードがアタックした時、1枚引く。"
    """
    if stage == "meaning" and text is not None and game_name and not as_json:
        # Without clauses, to see what is understood.
        resolution = call.rules.resolve(game_name, read_text(read_input() if text == "-" else text))
        lines = (
            line
            for ability in resolution.abilities
            for line, _ in step_lines(ability.own_steps(), resolution, with_clauses=False)
        )
    else:
        rows = _stage_rows(call.rules, text, game_name, file, stage)
        as_text = partial(json.dumps, ensure_ascii=False) if as_json else _tabbed
        lines = (as_text(row) for row in rows)
    count = 0
    for count, line in enumerate(lines, start=1):  # noqa: B007 - used below
        click.echo(line)
    if not count:
        warn("stage {stage!r} shows nothing for this text", stage=stage)
        sys.exit(1)


def _stage_rows(
    rules: Rules, text: str | None, game: str | None, file: str | None, stage: str
) -> Iterator[dict[str, object]]:
    """Return the rows in which ``stage`` explains a file, rules or a card; raise if it cannot."""
    if text is None and stage in ("tokens", "ast", "meaning", "facts"):
        raise click.UsageError(tr("Stage “{stage}” explains a card text: give TEXT.", stage=stage))
    if file is not None and (game is not None or text is not None):
        raise click.UsageError("Give a file, or a game with an optional text.")
    if file is not None:
        return explain_document(file, stage)
    if game is None:
        raise click.UsageError("Name the game (-g), or a file (--file).")
    given = read_input() if text == "-" else text
    return rules.explain(game, stage, given and read_text(given))


def _tabbed(row: Mapping[str, object]) -> str:
    """Return a row as one line with tabs between its cells, which other programs can split."""
    texts = (" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in row.values())
    return "\t".join("" if text is None else visible(str(text)) for text in texts)
