"""What a game of the corpus says of its card texts: ``cards.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rulebook.cards.spelling import Spelling
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError


@cache
def load_spelling(path: Path) -> Spelling:
    """Return the spellings in the ``cards.toml`` at ``path``; none where there is no such file."""
    table = read_table(path).get("spelling", {})
    try:
        return Spelling(dict(table.get("icons", {})), dict(table.get("words", {})))
    except (AttributeError, TypeError, ValueError) as error:
        raise CorpusError(path, f"[spelling]: {error}") from error


def read_table(path: Path) -> dict[str, Any]:
    """Return the TOML at ``path``, nothing where there is no such file.

    Raises :class:`CorpusError` where it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CorpusError(path, str(error), hint="See CONTRIBUTING.md.") from error


def cards_path(game: Game) -> Path:
    """Return where ``game`` says what it says of its card texts."""
    return game.path.with_name("cards.toml")
