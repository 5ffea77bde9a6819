"""What a game of the corpus says of its card texts: ``cards.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rulebook.cards.canonical_form import NAMES, Spelling
from rulebook.cards.conjugation import learn
from rulebook.cards.tree.verbs import Verb
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError


@cache
def load_spelling(path: Path) -> Spelling:
    """Return the spellings in the ``cards.toml`` at ``path``; none where there is no such file."""
    table = read_table(path).get("spelling", {})
    try:
        return Spelling(
            dict(table.get("icons", {})),
            dict(table.get("words", {})),
            tuple(table.get("names", NAMES)),
            tuple(re.compile(mark).pattern for mark in table.get("bare_marks", ())),
        )
    except (re.error, AttributeError, TypeError, ValueError) as error:
        raise CorpusError(path, f"[spelling]: {error}") from error


@cache
def learn_verbs(path: Path) -> None:
    """Make known the verbs that the ``cards.toml`` at ``path`` adds to those of all games.

    ``[verbs]`` has ``words`` in dictionary form, and ``consonant`` for those in る that change like
    払う (取る).
    """
    table = read_table(path).get("verbs", {})
    for word in table.get("words", ()):
        learn(Verb(word))
    for word in table.get("consonant", ()):
        learn(Verb(word), consonant=True)


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
