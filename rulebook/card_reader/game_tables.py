"""The file of one game for the reader: the game, its card tables, and cards to warm up with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import compact_json, from_plain, to_plain
from rulebook.cards.annotating.annotator import Annotator
from rulebook.cards.annotating.card_tables import CardTables, load_card_tables
from rulebook.cards.annotating.examples import load_examples
from rulebook.clauses.corpus import Corpus, game_from_plain, plain_game
from rulebook.clauses.game import Game
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class ReaderGame:
    """A game as the reader has it: what annotates its cards, and texts that use its grammar."""

    annotator: Annotator
    examples: tuple[str, ...]


def game_tables(corpus: Corpus, game: Game) -> str:
    """Return the file of ``game`` for the card reader, as JSON: a browser has no corpus. The
    examples are read there first, so a visitor's card need not wait. Raises :class:`CorpusError` if
    the game has no card grammar, or a table is malformed."""
    data = {
        "game": plain_game(game),
        "examples": [card.text.strip() for card in load_examples(game)],
        "tables": to_plain(load_card_tables(corpus, game)),
    }
    return compact_json(data)


def load_game_tables(path: Path) -> ReaderGame:
    """Return the game in the file at ``path``, which a browser has instead of a corpus."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    game = game_from_plain(data["game"], path.parent)
    tables = from_plain(CardTables, data["tables"])
    return ReaderGame(Annotator(game, tables), tuple(data["examples"]))
