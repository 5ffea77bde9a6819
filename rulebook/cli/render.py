"""What every command prints alike: editions, short lines, marked text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from rulebook.clauses.game import Game
from rulebook.text.spans import Span


def edition(game: Game) -> str:
    """Return title, version and effective date of a game's rules, as far as they are stated."""
    return game.dated_name


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
