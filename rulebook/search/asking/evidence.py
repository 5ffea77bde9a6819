"""Evidence for each clause: shared features, names, numbers and intents of the question. BM25 in
whole numbers: a feature counts more if few clauses have it and many passages of the clause do,
relative to the number of features in all its passages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat

from rulebook.search.asking.understood import UnderstoodQuestion, parts_of
from rulebook.search.asking.weights import (
    NEAREST,
    NUMBER_SCORE,
    PART_BONUS,
    UNPRINTED_RARITY,
)
from rulebook.search.tables.ranking_table import BASE, feature_code, question_key


def text_scores(asked: UnderstoodQuestion, own: Mapping[int, int]) -> Iterable[tuple[int, int]]:
    """Return index and score of each clause by its text: its own score, a share of its parent's and
    one of the best score among its parent's children. A rule in several clauses has its words
    spread over all of them."""
    parents, weights, scores = asked.table.parents, asked.weights, dict(own)
    best_child: defaultdict[int, int] = defaultdict(int)
    for place, score in own.items():
        if parents[place] >= 0:
            best_child[parents[place]] = max(score, best_child[parents[place]])
    for place, parent in enumerate(parents):
        if parent in best_child or parent in own:
            share = own.get(parent, 0) * weights.parent + best_child[parent] * weights.sibling
            scores[place] = own.get(place, 0) + share // 100
    return scores.items()


def own_scores(asked: UnderstoodQuestion) -> Mapping[int, int]:
    """Return the BM25 score of each clause by its own text alone, over the features of ``asked``.
    In a game without players' phrases (``coverage``), a clause that covers little of ``asked`` gets
    less: it shares some word by chance, and no phrases raise the right clause above it."""
    coverage, table, weights = asked.weights.coverage, asked.table, asked.weights._asdict()
    features = asked.features()
    scores: defaultdict[int, int] = defaultdict(int)
    for feature, kind in features.items():
        weight = weights[kind]
        for place, worth in table.posting(feature):
            scores[place] += worth * weight // 10
    if not coverage:
        return scores
    shared, whole = dict.fromkeys(scores, 0), 1
    for feature, kind in features.items():
        rarity = table.rarity(feature) * weights[kind]
        whole += rarity
        for place, _ in table.posting(feature):
            shared[place] += rarity
    return {
        place: score * ((100 - coverage) * whole + coverage * shared[place]) // (100 * whole)
        for place, score in scores.items()
    }


def part_scores(asked: UnderstoodQuestion, places: Collection[int]) -> Sequence[Mapping[int, int]]:
    """Return the scores of the clauses ``places`` for each part of ``asked``, which is cut at
    commas, “and” and ends of sentences. The best clause of a part has ``PART_BONUS``; the result is
    empty if only one part finds anything. People ask two things at once, each with a clause."""
    weights = asked.weights._asdict()
    units = asked.units
    parts = [each for each in parts_of(asked.subject) if any(unit.text in each for unit in units)]
    found = []
    for part in parts if len(parts) > 1 else ():  # most questions have one part
        scores = dict.fromkeys(places, 0)
        for feature, kind in asked.features(part).items():
            for place, worth in asked.table.posting(feature):
                if place in scores:
                    scores[place] += worth * weights[kind]
        if most := max(scores.values(), default=0):
            found.append({place: score * PART_BONUS // most for place, score in scores.items()})
    return found if len(found) > 1 else ()


def similarity_scores(
    asked: UnderstoodQuestion, best: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield index and added score of each clause of ``best``, by how much more than the others the
    question is like players' questions for it: the share of features that both have, by their
    rarities. A clause's phrases together fit many situations, a single question only one."""
    rarities = {feature_code(each): asked.table.rarity(each) for each in asked.features()}
    whole, percent = sum(rarities.values()), asked.weights.similarity
    similarities = []
    for place, _ in best:
        shares = [0] * NEAREST
        for packed in asked.table.questions.get(question_key(place), ()):
            shared = sum(map(rarities.get, packed[1:], repeat(0)))
            shares.append(2000 * shared // (whole + ord(packed[0]) - BASE))
        similarity = sum(sorted(shares)[-NEAREST:])
        similarities.append(best[0][1] * similarity * percent // (100_000 * NEAREST))
    mean = sum(similarities) // max(1, len(best))
    for (place, _), similarity in zip(best, similarities, strict=True):
        yield place, similarity - mean


def name_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield index and score of each clause to which names in the question lead (墓地: the rule on
    the discard pile), more for a rare name, less if the question has many other words."""
    weights = asked.weights
    for unit in asked.units:
        rarity = asked.table.rarity_of_all(unit.tokens) or UNPRINTED_RARITY
        for concept in unit.concepts:
            row = asked.table.concepts[concept]
            yield row.clause, weights.governs * rarity // len(asked.units)
            # The others only support the rule.
            yield from ((place, weights.also * rarity // len(asked.units)) for place in row.also)


def leading_concepts(asked: UnderstoodQuestion) -> Mapping[int, tuple[int, ...]]:
    """Return for each clause the concepts in the question that lead to it (墓地: the discard pile).
    Answers name them as reasons, and use them to find the same rule in other games."""
    leading: dict[int, tuple[int, ...]] = {}
    for concept in dict.fromkeys(concept for unit in asked.units for concept in unit.concepts):
        row = asked.table.concepts[concept]
        for place in dict.fromkeys((row.clause, *row.also)):
            leading[place] = (*leading.get(place, ()), concept)
    return leading


# Clause numbers in normal form, of at least two parts: a single number is seldom a chapter. In
# some documents chapters are letters: A-1-1, which is not 1-1 of another document.
NUMBERS = r"(?<![0-9a-z])[a-z](?:[.-][0-9]+)+|[0-9]+(?:[.-][0-9]+)+"


def number_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield a score above all others for clauses named by number: users want these first."""
    text = asked.question.text
    if "." not in text and "-" not in text:
        return  # and nothing is compiled
    for number in dict.fromkeys(re.findall(NUMBERS, text)):
        if (written := number.upper()) in asked.table.numbers:
            yield asked.table.numbers.index(written), NUMBER_SCORE


def intent_scores(asked: UnderstoodQuestion, places: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return each of ``places``, the indexes of clauses, with its score for the kinds of answer
    that ``asked`` wants and the clause gives, to rank these higher."""
    # The score of every bit set of intents: a lookup for each clause instead of a loop.
    served, worths = asked.table.intents, [0]
    for intent, worth in enumerate(asked.weights.intents):
        worths += [known + worth * (intent in asked.intents) for known in worths]
    return [(place, worths[served[place]]) for place in places]
