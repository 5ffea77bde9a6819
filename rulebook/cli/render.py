"""What every command prints alike: editions, short lines, marked text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from rulebook.clauses.game import Edition, Game
from rulebook.text.spans import Span
from rulebook.text.width import columns


def edition(game: Game) -> str:
    """Return title, version and effective date of a game's rules, as far as they are stated."""
    return game.dated_name


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield ``rows`` with their cells under each other."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()


def stated(edition: Edition) -> tuple[str, str]:
    """Return version and effective date of ``edition``, in words where it states none."""
    effective = edition.effective.isoformat() if edition.effective else "not stated"
    return edition.version or "not stated", effective


def mark(text: str, spans: Sequence[Span]) -> str:
    """Return ``text`` with ``spans`` in bold for the terminal."""
    return styled(text, [(span, {"bold": True}) for span in spans])


def styled(text: str, styles: Sequence[tuple[Span, dict[str, Any]]]) -> str:
    """Return ``text`` with each span in its style (keywords of ``click.style``)."""
    out, at = [], 0
    for span, style in sorted(styles, key=lambda entry: entry[0]):
        out += [text[at : span.start], click.style(span.of(text), **style)]
        at = span.end
    return "".join([*out, text[at:]])
