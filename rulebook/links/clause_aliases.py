"""What players say of a clause in words that it does not use itself.

``players.toml`` of a game gives such words clause by clause: ``"1.2.4" = "サレンダー 降参"``.
They are indexed beside the clause, and never shown as if the rules said them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from rulebook.clauses.game import Game
from rulebook.errors import CorpusError

_HINT = "See CONTRIBUTING.md, “Players' words of a clause”."


def load_clause_aliases(game: Game) -> Mapping[str, str]:
    """Return players' words by clause number; a game without the file has none.

    Raises :class:`CorpusError` where the file is malformed.
    """
    path = game.path.with_name("players.toml")
    if not path.exists():
        return {}
    try:
        return {
            str(number): " ".join(words.split())
            for number, words in tomllib.loads(path.read_text(encoding="utf-8"))["clauses"].items()
        }
    except (OSError, KeyError, AttributeError, ValueError) as error:
        raise CorpusError(path, str(error), hint=_HINT) from error
