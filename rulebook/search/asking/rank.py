"""Ranking: the clauses of a game that answer a question, by adding up whole numbers. The script of
the website ranks by the same rules: see “Ranking” in ARCHITECTURE.md. All divisions round down;
ties go to the clause that comes first in the document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.search.asking import evidence
from rulebook.search.asking.evidence import definition_scores
from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.asking.weights import (
    BEST_CHILDREN,
    COMPARED,
    FIRST_BY_SCORE,
    OWN_TEXT_DISCOUNT,
    RANKING_DEPTH,
    RERANKED,
)
from rulebook.search.question import LIST_WORDS, is_card_text
from rulebook.search.tables.ranking_table import RankingTable


def situation_scores(
    asked: UnderstoodQuestion, places: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Yield index and score of those clauses of ``places`` that state the principle for a situation
    in the question (one card forbids what another allows), to rank them higher. It must have a word
    of each group of the situation, and scores more for many groups. Card texts have none."""
    text, vocabulary = asked.question.text, asked.table.vocabulary
    if is_card_text(asked.question, vocabulary.openings):
        return
    for number, principles in asked.table.principles.items():
        groups = [vocabulary.situation_words[at] for at in vocabulary.situations[number]]
        governed = [place for place in principles if place in places]
        if governed and all(any(map(text.__contains__, group)) for group in groups):
            worth = asked.weights.situation * (1 + len(groups))
            yield from ((place, worth) for place in governed)


# Evidence that finds clauses, in addition to their texts. Intents count only for found clauses.
CANDIDATE_EVIDENCE = (evidence.name_scores, definition_scores, evidence.number_scores)


class RankedClause(NamedTuple):
    """A clause (its place in the table), its score, and the concepts that lead to it.

    ``own`` is the part of the score that comes from its own text.
    """

    place: int
    score: int
    concepts: tuple[int, ...]
    own: int = 0


def rank(asked: UnderstoodQuestion, *, compares: bool = True) -> tuple[RankedClause, ...]:
    """Return at most ``RANKING_DEPTH`` clauses that answer ``asked``, best first. Intents and
    situations find no clauses: they only raise the scores of those found. ``compares`` is whether
    players' whole questions are compared, too: not if all games answer, which would take long."""
    own = evidence.own_scores(asked)
    scores = defaultdict(int, evidence.text_scores(asked, own))
    for find in CANDIDATE_EVIDENCE:
        for place, score in find(asked):
            scores[place] += score
    for place, score in evidence.intent_scores(asked, list(scores)):
        scores[place] += score
    concepts = evidence.leading_concepts(asked)
    best = sorted([(-score, place) for place, score in scores.items()])[:RANKING_DEPTH]
    ranked = [RankedClause(at, -least, concepts.get(at, ()), own.get(at, 0)) for least, at in best]
    more = [*situation_scores(asked, {clause.place for clause in ranked[:RERANKED]})]
    if compares and not _asks_for_list(asked):  # few players' questions ask for a list
        best_scores = [(clause.place, clause.score) for clause in ranked[:COMPARED]]
        more += evidence.similarity_scores(asked, best_scores)
    return rank_again(asked, ranked, more)


def rank_again(
    asked: UnderstoodQuestion, ranked: Iterable[RankedClause], more: Iterable[tuple[int, int]]
) -> tuple[RankedClause, ...]:
    """Return ``ranked`` in a new order, after adding ``more``: places and scores of clauses, also
    of new ones. A full answer needs several clauses: if a list is wanted, the first is followed by
    its children; else clauses for other parts of the question move up."""
    clauses = {clause.place: clause for clause in ranked}
    for place, score in more:
        known = clauses.get(place) or RankedClause(place, 0, ())
        clauses[place] = known._replace(score=known.score + score)
    best = sorted(clauses.values(), key=lambda each: (-each.score, each.place))[:RANKING_DEPTH]
    if best and _asks_for_list(asked):
        return _with_family(asked.table.parents, best)
    return (*best[:FIRST_BY_SCORE], *_covering(asked, best[:RERANKED]), *best[RERANKED:])


def _asks_for_list(asked: UnderstoodQuestion) -> bool:
    """Whether ``asked`` wants several steps or kinds (手順), to list all; card texts never do."""
    is_card = is_card_text(asked.question, asked.table.vocabulary.openings)
    return not is_card and any(map(asked.question.text.__contains__, LIST_WORDS))


def _with_family(parents: Sequence[int], best: Sequence[RankedClause]) -> tuple[RankedClause, ...]:
    """Return ``best`` with the children of its first clause moved after it or, if it has none,
    those of the parent whose children score best: steps share few words with a question for all."""
    found = {clause.place: clause for clause in best}
    scores = {clause.place: clause.score for clause in best}
    families: defaultdict[int, list[int]] = defaultdict(list)
    for place, parent in enumerate(parents):
        if parent >= 0:
            families[parent].append(place)

    def worth(parent: int) -> int:
        """Return how well the children of ``parent`` answer, to choose which list to show: the best
        few, so that a long list does not win by length, and half its own, as it only introduces."""
        least_first = sorted(scores.get(place, 0) for place in families[parent])
        return sum(least_first[-BEST_CHILDREN:]) + scores.get(parent, 0) // 2

    listed = families.get(best[0].place, [])
    if families and not listed:
        family = families[max(families, key=worth)]
        listed = sorted(family, key=lambda place: -scores.get(place, 0))
    order = dict.fromkeys((best[0].place, *listed, *found))
    return tuple(found.get(place) or RankedClause(place, 0, ()) for place in order)


def _covering(asked: UnderstoodQuestion, best: Sequence[RankedClause]) -> Iterator[RankedClause]:
    """Yield the clauses of ``best`` after the first ``FIRST_BY_SCORE``: first, for each part of the
    question, the clause that adds most to what earlier clauses cover. By score alone, a short part
    gets its clause too late. The score of a clause's own text counts half, because earlier clauses
    usually have the same words."""
    parts = evidence.part_scores(asked, {clause.place for clause in best})
    before = list(best[:FIRST_BY_SCORE])
    rest = best[FIRST_BY_SCORE:]
    worths = {each: each.score - each.own * OWN_TEXT_DISCOUNT // 100 for each in rest}
    left = sorted(worths, key=lambda clause: (-worths[clause], clause.place))
    for _ in parts[: len(left)]:
        covered = [max(part.get(clause.place, 0) for clause in before) for part in parts]

        def worth(clause: RankedClause, covered: Sequence[int] = covered) -> int:
            """Return the score of ``clause``, raised for each part of the question that it covers
            better than ``covered``, the best of the clauses before."""
            of = (part.get(clause.place, 0) for part in parts)
            new = sum(max(0, has - most) for has, most in zip(of, covered, strict=True))
            return worths[clause] + best[0].score * new // 1000  # PART_BONUS is in thousandths

        before.append(max(left, key=worth))
        left.remove(before[-1])
    yield from (*before[FIRST_BY_SCORE:], *left)


# ---- Card texts, whose governing clauses score higher

# The score of a clause by its role, in percent of the best score so far. A clause whose part is at
# least ``_WIDE_SHARE`` percent of the longest, as in rules on playing an ability, gets
# ``_WIDE_PERCENT`` percent of it.
_ROLE_PERCENT = {"timing": 40, "cost": 30, "step": 20, "trigger": 10, "definition": 10}
_WIDE_SHARE, _WIDE_PERCENT = 80, 20
# The clause that decides an ability, in percent of the best score so far, whatever its role.
_DECIDING_PERCENT = 50
# What each governing clause gets in addition, in percent of its own score: words of a card text
# occur in many clauses that do not govern it.
_OWN_PERCENT = 20


class GovernedPart(NamedTuple):
    """A clause that governs part of an ability, its role, and the code points of that part."""

    number: str
    role: str
    length: int


ReadCard = Callable[[Game, str], Sequence[Sequence[GovernedPart]]]
"""Reads a card text and returns the governing clauses of each ability, the deciding clause first;
returns nothing for other texts."""


def card_scores(
    abilities: Sequence[Sequence[GovernedPart]], table: RankingTable, ranked: Sequence[RankedClause]
) -> Iterator[tuple[int, int]]:
    """Yield index and added score of each clause that governs the card text: a share of the best
    score, by its role, and a share of its own. The first clause of an ability decides it and gets
    most. Clauses for nearly the whole ability, such as those on playing it, get less."""
    worths: dict[str, int] = {}
    for parts in abilities:
        longest = max((part.length for part in parts), default=0)
        for at, part in enumerate(parts):
            wide = part.length * 100 >= longest * _WIDE_SHARE and len(parts) > 1
            by_role = _ROLE_PERCENT.get(part.role, 0) * (_WIDE_PERCENT if wide else 100)
            worth = by_role if at else _DECIDING_PERCENT * 100
            worths.setdefault(part.number, worth)
    places = {number: place for place, number in enumerate(table.numbers)}
    own = {clause.place: clause.score for clause in ranked}
    for number, worth in worths.items():
        if number in places:
            place = places[number]
            yield place, ranked[0].score * worth // 10_000 + own.get(place, 0) * _OWN_PERCENT // 100
