"""Which game a question is about, where it names none."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.search.query import Query, QueryUnit

# So many code points more than any other must a game know to be guessed; a term of its own is
# worth so many.
CLEARLY, TERM = 4, 3


def guess_game(queries: Sequence[Query]) -> int | None:
    """Return which of ``queries`` is of a game that knows clearly more than any other, if one is.

    They are the same question as each game understands it.
    """
    known = [_known(query) for query in queries]
    most = max(known, default=0)
    others = sorted(known)[:-1]
    clear = most - max(others, default=0) >= CLEARLY
    return known.index(most) if clear else None


def _known(query: Query) -> int:
    """Return how much of the question the rules print, in code points.

    What players say tells no game from another.  A term that the rules define counts for more.
    """
    return sum(
        len(unit.text) * _is_known(query, unit) + TERM * bool(unit.terms) for unit in query.units
    )


def _is_known(query: Query, unit: QueryUnit) -> bool:
    has_all = bool(unit.tokens) and all(token in query.table.printed for token in unit.tokens)
    return has_all or bool(unit.names)
