"""Looking up a question that is a clause number."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.game import Game
from rulebook.clauses.lookup import ClausePlace, find_place
from rulebook.clauses.numbers import ParsedNumber
from rulebook.errors import UnknownClause
from rulebook.search.model import Answer
from rulebook.search.search_tables import SearchTables


def look_up(
    tables: SearchTables, parsed: ParsedNumber, games: Sequence[Game]
) -> tuple[Answer, ...]:
    """Return the clause or step of that number in each of ``games`` that has it.

    Raises :class:`UnknownClause` with the nearest number where none has it.
    """
    found: list[Answer] = []
    missing: list[UnknownClause] = []
    for game in games:
        try:
            place = find_place(tables.corpus.read(game), parsed)
        except UnknownClause as error:
            missing.append(error)
        else:
            found.append(_answer(tables, game, place, is_step=place.number != place.clause.number))
    if not found:
        raise missing[0]
    return tuple(found)


def _answer(tables: SearchTables, game: Game, place: ClausePlace, *, is_step: bool) -> Answer:
    snippets = tables.snippets(game)
    clause = snippets.clauses[place.clause.number]
    path = snippets.path(clause)
    if is_step:
        clause = clause._replace(number=place.number, title=None, text=place.text, children=())
    return Answer(game, clause, path, snippets.children(clause), 0, (place.number,))
