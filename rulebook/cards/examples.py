"""Invented cards that ship with a game, to show how its card texts are read."""

from __future__ import annotations

from rulebook.cards.dialect import read_table
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError


def load_examples(game: Game) -> tuple[tuple[str, str], ...]:
    """Return title and text of each example card of ``game``; none where it has no file of them.

    Raises :class:`CorpusError` where the file is malformed.
    """
    path = game.path.with_name("examples.toml")
    try:
        return tuple(
            (card["title"], card["text"].strip()) for card in read_table(path).get("card", ())
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise CorpusError(path, f"a card has no {error}", hint="See CONTRIBUTING.md.") from error
