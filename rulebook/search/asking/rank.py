"""Ranking: the clauses of a game that answer a question, by adding up whole numbers.

The rules, small enough to be written again in another language::

    score(clause) = sum over features of the question:  their kind's weight * their worth in it
                  + ``parent`` and ``sibling`` percent of that of the clauses around it
                  + (``governs`` or ``also``, where a name leads to it) * its rarity / units
                  + ``intents`` for each intent of the question that the clause serves
                  + ``defines`` where it defines what the question asks for
                  + ``NUMBER`` where the question has its number
                  + ``situation``, of the first ``LOOKED_AT``, for each fitting situation
                    whose principle it states

The weights are those of ``weights.py``; what governs a card text has more (``card_scores``).

All divisions round down; ties go to the clause that stands first in the document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.search.asking.definition_scores import definition_scores
from rulebook.search.asking.evidence import (
    intent_scores,
    leading_concepts,
    name_scores,
    number_scores,
    text_scores,
)
from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.asking.weights import DEEPEST, LOOKED_AT, NUMBER
from rulebook.search.question import is_card_text
from rulebook.search.tables.ranking_table import RankingTable


def situation_scores(
    asked: UnderstoodQuestion, places: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Yield for ``places`` with the principle of a fitting situation its worth. The more a
    situation asks for, the more it is worth. The words of a card text are no question's."""
    text, vocabulary = asked.question.text, asked.table.vocabulary
    if is_card_text(asked.question, vocabulary.openings):
        return
    for number, principles in asked.table.principles.items():
        groups = [vocabulary.situation_words[at] for at in vocabulary.situations[number]]
        governed = [place for place in principles if place in places]
        if governed and all(any(map(text.__contains__, group)) for group in groups):
            worth = asked.weights.situation * (1 + len(groups))
            yield from ((place, worth) for place in governed)


# Evidence that finds clauses; the first yields each clause once.  Intents count on found clauses.
FINDING = (text_scores, name_scores, definition_scores, number_scores)


class RankedClause(NamedTuple):
    """A clause (its place in the table), its score, and the concepts that lead to it."""

    place: int
    score: int
    concepts: tuple[int, ...]


def rank(asked: UnderstoodQuestion) -> tuple[RankedClause, ...]:
    """Return at most ``DEEPEST`` clauses that answer ``asked``, best first."""
    first, *others = FINDING
    scores = defaultdict(int, first(asked))
    for evidence in others:
        for place, score in evidence(asked):
            scores[place] += score
    for place, score in intent_scores(asked, list(scores)):
        scores[place] += score
    ranked = _best_clauses(scores, leading_concepts(asked))
    more = list(situation_scores(asked, {clause.place for clause in ranked[:LOOKED_AT]}))
    return rank_again(ranked, more) if more else ranked


def rank_again(
    ranked: Iterable[RankedClause], more: Iterable[tuple[int, int]]
) -> tuple[RankedClause, ...]:
    """Return ``ranked`` by their scores with ``more``, which is known for found clauses only."""
    ranked = tuple(ranked)
    scores = defaultdict(int, {clause.place: clause.score for clause in ranked})
    for place, score in more:
        scores[place] += score
    return _best_clauses(scores, {clause.place: clause.concepts for clause in ranked})


def comparable_score(asked: UnderstoodQuestion, clause: RankedClause) -> int:
    """Return the score of ``clause`` to compare games, of which only some define a term."""
    defines = asked.weights.defines
    return clause.score - defines if defines <= clause.score < NUMBER else clause.score


def _best_clauses(
    scores: Mapping[int, int], concepts: Mapping[int, tuple[int, ...]]
) -> tuple[RankedClause, ...]:
    """Return the clauses with the greatest scores; ties in document order, as in the browser."""
    best = sorted([(-score, place) for place, score in scores.items()])[:DEEPEST]
    return tuple([RankedClause(place, -minus, concepts.get(place, ())) for minus, place in best])


# ---- Card texts, whose governing clauses score higher

# The score of a clause by its role, in percent of the best score so far; and the percentage of that
# for a clause that governs nearly the whole ability, as rules on playing it do.
_ROLES: Mapping[str, int] = {"timing": 40, "cost": 30, "step": 20, "trigger": 10, "definition": 10}
_WIDE, _WHOLE = 80, 20
# The clause that decides an ability, in percent of the best score so far, whatever its role.
_DECIDES = 50


class GovernedPart(NamedTuple):
    """A clause that governs part of an ability, its role, and the code points of that part."""

    number: str
    role: str
    length: int


ReadCard = Callable[[Game, str], Sequence[Sequence[GovernedPart]]]
"""Reads a card text; returns the governing clauses of each ability, the one that decides it first,
and nothing for other texts."""


def card_scores(
    abilities: Sequence[Sequence[GovernedPart]], table: RankingTable, best: int
) -> Iterator[tuple[int, int]]:
    """Yield place and added score of each clause that governs the card text in the question. It is
    a share of the ``best`` score, by its role; the first clause of an ability decides it. Clauses
    for the whole ability get less than those for their own words."""
    worths: dict[str, int] = {}
    for parts in abilities:
        longest = max((part.length for part in parts), default=0)
        for at, part in enumerate(parts):
            wide = part.length * 100 >= longest * _WIDE and len(parts) > 1
            worth = _ROLES.get(part.role, 0) * (_WHOLE if wide else 100) if at else _DECIDES * 100
            worths.setdefault(part.number, worth)
    places = {number: place for place, number in enumerate(table.numbers)}
    for number, worth in worths.items():
        if number in places:
            yield places[number], best * worth // 10_000
