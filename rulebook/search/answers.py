"""A question from its words to the clauses that govern it, best first, and why.

The stages, each a pure function in a module of its own::

    read_question -> clause_number, is_card_text -> understand -> game_named, guess_game
    -> rank -> certainty, reasons

A question that is a clause number is looked up instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.search.confidence import certainty, surest
from rulebook.search.game_guess import guess_game
from rulebook.search.game_names import game_named
from rulebook.search.model import Answer, Answers
from rulebook.search.question import read_question
from rulebook.search.rank import RankedClause, rank, rank_again
from rulebook.search.reasons import reasons
from rulebook.search.recognition import clause_number, is_card_text
from rulebook.search.search_tables import SearchTables
from rulebook.search.snippets import Snippets
from rulebook.search.understood import UnderstoodQuestion, understand

if TYPE_CHECKING:
    from rulebook.search.card_scores import GovernedPart, ReadCard

# A game whose best score is below so many percent of the best game's does not have the rule.
HAS_RULE = 50


def answer(
    tables: SearchTables,
    printed: str,
    game: Game | None = None,
    *,
    limit: int,
    read_card: ReadCard | None = None,
) -> Answers:
    """Return the ``limit`` clauses that govern the question ``printed``, best first.

    A question that is a clause number is looked up; raises :class:`UnknownClause` when no game
    asked has it.  Without ``game`` the words may tell which it is about; otherwise the best of
    each game are returned in turn.  With ``read_card`` a question that is a card text is read as
    one, and what governs it counts.
    """
    question = read_question(printed)
    games = [game] if game else list(tables.corpus.games.values())
    parsed = clause_number(question)
    if parsed is not None:
        # What reads the documents is loaded only here.
        from rulebook.search.number_lookup import look_up

        return Answers(question, game, False, look_up(tables, parsed, games)[:limit])
    questions = [_GameQuestion(each, understand(tables.table(each), question)) for each in games]
    about = questions[0] if game else _about(tables, question.text, questions)
    is_card = is_card_text(question, tables.vocabulary().openings)
    governed = read_card(about.game, printed) if about and is_card and read_card else ()
    rankings = [_ranking(each, governed) for each in ([about] if about else questions)]
    return Answers(
        question=question,
        game=about.game if about else None,
        guessed=about is not None and game is None,
        found=_found(tables, rankings, limit),
        is_card_text=is_card,
        confidence=surest(certainty(ranking.asked, ranking.best) for ranking in rankings),
    )


class _GameQuestion(NamedTuple):
    """The question as a game understands it."""

    game: Game
    asked: UnderstoodQuestion


class _Ranking(NamedTuple):
    """The clauses of a game that answer, best first."""

    game: Game
    asked: UnderstoodQuestion
    best: tuple[RankedClause, ...]


def _about(
    tables: SearchTables, text: str, questions: Sequence[_GameQuestion]
) -> _GameQuestion | None:
    """Return the question for the game that ``text`` names, else that its words tell, if any."""
    named = game_named(text, tables.vocabulary().games)
    for each in questions:
        if each.game.id == named:
            return each
    guessed = guess_game([each.asked for each in questions])
    return None if guessed is None else questions[guessed]


def _ranking(question: _GameQuestion, governed: Sequence[Sequence[GovernedPart]]) -> _Ranking:
    """Rank the clauses of a game; ``governed`` is what governs each ability of a card text."""
    game, asked = question
    best = rank(asked)
    if governed and best:
        from rulebook.search.card_scores import card_scores

        best = rank_again(best, card_scores(governed, asked.table, best[0].score))
    return _Ranking(game, asked, best)


def _found(tables: SearchTables, rankings: Sequence[_Ranking], limit: int) -> tuple[Answer, ...]:
    """Return what answers, the best of each game in turn."""
    candidates = [
        [_Candidate(game, asked, clause) for clause in best[:limit]]
        for game, asked, best in rankings
    ]
    shown = tuple(_in_turn(candidates))[:limit]
    return tuple(_answer(tables.snippets(each.game), each) for each in shown)


class _Candidate(NamedTuple):
    """A clause that may be shown, with the question as its game understands it."""

    game: Game
    asked: UnderstoodQuestion
    ranked: RankedClause


def _in_turn(groups: Sequence[Sequence[_Candidate]]) -> Iterator[_Candidate]:
    """Yield the candidates of several games: the best of each that has the rule, then the second.

    Games that seem not to have it come last.
    """
    firsts = sorted((group for group in groups if group), key=lambda group: -group[0].ranked.score)
    least = firsts[0][0].ranked.score * HAS_RULE // 100 if firsts else 0
    having = [group for group in firsts if group[0].ranked.score >= least]
    for some in (having, firsts[len(having) :]):
        for round in zip_longest(*some):
            yield from filter(None, round)


def _answer(snippets: Snippets, candidate: _Candidate) -> Answer:
    game, asked, ranked = candidate
    clause = snippets.clauses[asked.table.numbers[ranked.place]]
    path = snippets.path(clause)
    return Answer(
        game=game,
        clause=clause,
        path=path,
        children=snippets.children(clause),
        score=ranked.score,
        why=tuple(reasons(asked, ranked, clause, path)),
        elsewhere=snippets.elsewhere[ranked.concepts[0]] if ranked.concepts else (),
    )
