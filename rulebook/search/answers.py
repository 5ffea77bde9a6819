"""A question from its words to the clauses that govern it, best first, and why.

The stages, each a pure function in a module of its own::

    read_question -> clause_number, is_card_text -> read_query -> guess_game -> rank -> reasons

A question that is a clause number is looked up instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.game import Game
from rulebook.search.confidence import certainty, surest
from rulebook.search.game_guess import guess_game
from rulebook.search.library import Library
from rulebook.search.model import Answer, Answers
from rulebook.search.query import Query, read_query
from rulebook.search.question import read_question
from rulebook.search.rank import RankedClause, rank
from rulebook.search.reasons import reasons
from rulebook.search.recognition import clause_number, is_card_text
from rulebook.search.snippets import Snippets

# Answers from each game, where the question names none and fits several and no more are wanted.
PER_GAME = 2


def answer(library: Library, printed: str, game: Game | None = None, *, limit: int = 10) -> Answers:
    """Return the clauses that govern what the question ``printed`` asks, best first.

    A question that is a clause number is looked up; raises :class:`UnknownClause` when no game
    asked has it.  Without ``game`` the words may tell which it is about; otherwise the best of
    each game are returned, game by game.
    """
    question = read_question(printed)
    games = [game] if game else list(library.corpus.games.values())
    address = clause_number(question)
    if address is not None:
        # What reads the documents is loaded only here.
        from rulebook.search.number_lookup import look_up

        return Answers(question, game, False, look_up(library, address, games)[:limit])
    queries = [read_query(library.table(each), question) for each in games]
    about = 0 if game else guess_game(queries)
    if about is not None:
        games, queries = [games[about]], [queries[about]]
    ranked = [rank(query) for query in queries]
    each = _share([len(best) for best in ranked], limit)
    groups = [
        tuple(_answer(game, library.snippets(game), query, found) for found in best[:each])
        for game, query, best in zip(games, queries, ranked, strict=True)
    ]
    groups.sort(key=lambda group: -group[0].score if group else 0)
    return Answers(
        question=question,
        game=None if about is None else games[0],
        guessed=about is not None and game is None,
        found=tuple(found for group in groups for found in group)[:limit],
        is_card_text=is_card_text(question, library.vocabulary().openings),
        confidence=surest(map(certainty, queries, ranked)),
    )


def _share(counts: Sequence[int], limit: int) -> int:
    """Return how many answers of each game make ``limit`` of all, as far as there are so many."""
    share = min(PER_GAME, limit) if len(counts) > 1 else limit
    while share < max(counts) and sum(min(count, share) for count in counts) < limit:
        share += 1
    return share


def _answer(game: Game, snippets: Snippets, query: Query, ranked: RankedClause) -> Answer:
    clause = snippets.clauses[query.table.numbers[ranked.place]]
    path = snippets.path(clause)
    return Answer(
        game=game,
        clause=clause,
        path=path,
        children=snippets.children(clause),
        score=ranked.score,
        why=tuple(reasons(query, ranked, clause, path)),
        elsewhere=snippets.elsewhere[ranked.concepts[0]] if ranked.concepts else (),
    )
