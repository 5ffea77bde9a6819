"""Games that a question names: it is about them, and their names say nothing of the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rulebook.clauses.game import Game
from rulebook.search.name_matching import blank_names, find_names, longest_of, name_key
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.search.ranking_table import RankingTable


def game_names(games: Iterable[Game]) -> Mapping[str, str]:
    """Return the keys of what ``games`` are called, by title and by players, to their ids.

    What two games are called names neither.
    """
    names: dict[str, str | None] = {}
    for game in games:
        for name in dict.fromkeys((game.title, game.title_en, *game.called)):
            key = name_key(fold(name))
            names[key] = game.id if names.get(key, game.id) == game.id else None
    return {key: game for key, game in names.items() if game is not None}


def game_named(text: str, names: Mapping[str, str]) -> str | None:
    """Return the id of the game that ``text`` (in normal form) names, if it is one alone."""
    named = {names[found.key] for found in find_names(text, names.__contains__, longest_of(names))}
    return named.pop() if len(named) == 1 else None


def blank_game_names(table: RankingTable, text: str) -> str:
    """Return ``text`` with the names of games blanked, but for what the rules have a use for."""
    names = table.vocabulary.games
    is_only_that = lambda key: key in names and not table.knows(key)  # noqa: E731
    return blank_names(text, find_names(text, is_only_that, longest_of(names)))
