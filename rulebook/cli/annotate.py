"""``rulebook annotate``: card texts with the clauses that govern them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulebook.cards.annotator import Annotation, Annotator, annotate_all
from rulebook.clauses.game import Game
from rulebook.clauses.reader import read_rules
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option, read_text
from rulebook.cli.render import edition, shorten, styled
from rulebook.errors import CardError
from rulebook.text.spans import Span

LONGEST = 20_000
"""More code points than any card has; what is longer is refused."""


@click.command("annotate")
@click.argument("text", required=False)
@game_option(required=True)
@click.option(
    "--jsonl",
    "file",
    type=click.Path(path_type=Path, allow_dash=True, dir_okay=False, exists=True),
    help='Annotate the cards in a file, {"id", "text"} a line; “-” reads standard input.',
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes for --jsonl.",
)
@click.option("--html", "as_html", is_flag=True, help="A fragment of HTML for a page of your own.")
@json_option
@click.pass_obj
def command(
    settings: Settings,
    text: str | None,
    game_name: str,
    file: Path | None,
    jobs: int,
    as_html: bool,
    as_json: bool,
) -> None:
    """A card text with its parts marked, and the clauses that govern them.

    TEXT is one card; “-” reads it from standard input.  Parts that are not understood are shown
    as such.  With --jsonl, cards come a line at a time and annotations go out in the same order.

    Example: rulebook annotate -g ws "【自】 このカードがアタックした時、あなたは1枚引く。"
    """
    if (text is None) == (file is None):
        raise click.UsageError("Give a card TEXT or a file with --jsonl, and not both.")
    game = settings.corpus.game(game_name)
    if file is not None:
        _annotate_file(settings, game, file, jobs)
        return
    given = sys.stdin.read() if text == "-" else read_text(text or "")
    annotation = Annotator(settings.corpus, game).annotate(_checked(given))
    if as_json:
        emit_json(annotation.as_json())
    elif as_html:
        from rulebook.website.card_fragment import render_card  # Jinja takes long to load

        click.echo(render_card(annotation, _headings(settings, game)))
    else:
        _print(settings, annotation)
    if annotation.reading.gaps:
        sys.exit(1)


def _headings(settings: Settings, game: Game) -> dict[str, str]:
    clauses = read_rules(settings.corpus.source(game), game).clauses
    return {clause.number: clause.title or clause.text for clause in clauses}


def _checked(text: str) -> str:
    if not text.strip():
        raise CardError("the card text is empty", hint="Give the words that stand on the card.")
    if len(text) > LONGEST:
        raise CardError(
            f"the card text has {len(text)} characters, more than {LONGEST}",
            hint="Give one card at a time, or a file with --jsonl.",
        )
    return text


# ---- For people


def _print(settings: Settings, annotation: Annotation) -> None:
    reading = annotation.reading
    gaps = [gap.span for gap in reading.gaps]
    linked = _topmost([Span(link.start, link.end) for link in annotation.links if link.end])
    styles = [(span, {"fg": "red", "underline": True}) for span in gaps]
    styles += [(span, {"bold": True}) for span in linked if not _touches(span, gaps)]
    click.echo(styled(reading.text, styles).rstrip("\n"))
    for gap in reading.gaps:
        click.echo(click.style(f"not understood: {gap.span.of(reading.text)}", fg="red"))
    click.echo()
    click.echo(click.style(edition(annotation.game), dim=True))
    headings = _headings(settings, annotation.game)
    told: set[str] = set()
    for link in annotation.links:
        for number in link.clauses:
            if number in told:
                continue
            told.add(number)
            part = shorten(reading.text[link.start : link.end], 20)
            rule = shorten(headings[number], 60)
            click.echo(f"{click.style(number, bold=True)}  {rule}")
            click.echo(click.style(f"    because of 「{part}」", dim=True))


def _topmost(spans: list[Span]) -> list[Span]:
    """Return the innermost of ``spans``, so that no two overlap."""
    chosen: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span.end - span.start, span.start)):
        if not _touches(span, chosen):
            chosen.append(span)
    return chosen


def _touches(span: Span, others: list[Span]) -> bool:
    return any(span.start < other.end and other.start < span.end for other in others)


# ---- Many cards


def _annotate_file(settings: Settings, game: Game, file: Path, jobs: int) -> None:
    trouble: list[str] = []
    cards = read_cards(file, trouble)
    for count, annotation in enumerate(annotate_all(settings.corpus, game, cards, jobs), start=1):
        emit_json(annotation)
        if count % 100 == 0:
            _show_progress(f"{count} cards")
    _show_progress("")
    if trouble:
        click.echo(f"rulebook: {len(trouble)} lines could not be read", err=True)
        sys.exit(1)


def read_cards(file: Path, trouble: list[str]) -> Iterator[tuple[str | None, str]]:
    """Yield id and text of each line of ``file``.

    A bad line is told on standard error, put into ``trouble`` and left out.
    """
    with click.open_file(str(file), encoding="utf-8", errors="surrogateescape") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield _card(line)
            except (ValueError, RecursionError) as error:
                trouble.append(f"line {number}: {error}")
                click.echo(f"rulebook: line {number}: {error}", err=True)


def _card(line: str) -> tuple[str | None, str]:
    """Return id and text of a line; raises ValueError where it is not what it should be."""
    line.encode("utf-8")
    data = json.loads(line)
    if not isinstance(data, dict) or not isinstance(data.get("text"), str):
        raise ValueError('not an object with "id" and "text"')
    text: str = data["text"]
    text.encode("utf-8")
    if len(text) > LONGEST:
        raise ValueError(f"the text has {len(text)} characters, more than {LONGEST}")
    id = data.get("id")
    name = None if id is None else str(id)
    (name or "").encode("utf-8")
    return name, text


def _show_progress(message: str) -> None:
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        click.echo(f"\r\x1b[K{message}", nl=False, err=True)
