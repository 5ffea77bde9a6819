"""Ranking: a question against a game's table, by adding up whole numbers.

A question is a row of *units*: names (terms, rule words, players' words, everyday words) and, of
the rest, every run of kanji, katakana, letters or digits.  The rules, small enough to be written
again in another language::

    score(clause) = sum over tokens of the question:  TOKEN * weight in the table
                  + sum over units:  rarity of the unit * how well the clause has it
                  + (GOVERNS, ALSO or DEFINES where a name leads to the clause) / units
                  + SAYS for each sort of thing asked that the clause says
                  + PRIOR * prior
                  + PART * how far the parts of the clause cover the question, for the best few

What a heading has, the clauses below it have in part.  All divisions round down; ties go to the
clause that stands first in the document.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import NamedTuple

from rulebook.search.analysis import BRACKETS, is_hiragana, token_texts
from rulebook.search.intent import blank_fillers, intents_of
from rulebook.search.memo import remembered
from rulebook.search.name_matching import find_names, name_key, nearest_name
from rulebook.search.ranking_table import RankingTable
from rulebook.text.normal import Normalised, normalise

# A word of what is left, with the kana inside and one behind, unless that is a particle; or a pair
# of brackets.
_RUN = re.compile(
    "(?:[一-龠々ァ-ヺーa-z0-9]+[ぁ-ゖ]?)+(?<![をはがにのでともへや])|[一-龠々ァ-ヺーa-z0-9]+"
    f"|{BRACKETS}"
)
# How many clauses are returned; nobody reads further.
DEEPEST = 100
# How many of them are looked at more closely, part by part.
CLOSER = 20
# How many of its parts may speak for a clause, and how finely they are weighed.
_FITTING = 4
_FINE = 16
# A unit that a clause has whole.
_WHOLE = 100
# The rareness of a name that the rules never print.
_NOWHERE = 10


class Weights(NamedTuple):
    """The weights of ranking, in percent of the table's units; tuned, see ARCHITECTURE.md."""

    token: int = 40
    hiragana: int = 162
    inherited: int = 45
    unit: int = 10
    synonym: int = 200
    saying: int = 120
    below: int = 80
    governs: int = 62
    named: int = 150
    family: int = 75
    also: int = 21
    defines: int = 5
    says: tuple[int, ...] = (19, 38, 28, 0, 29, 19, 28)
    """For each intent, in the order of their numbers."""
    prior: int = 14
    part: int = 18


WEIGHTS = Weights()


class QueryUnit(NamedTuple):
    """A piece of a question: ways of saying it as tokens, concepts and terms it names."""

    text: str
    wordings: tuple[tuple[tuple[str, ...], int], ...]
    """Each way with what it is worth, in percent."""
    concepts: tuple[int, ...] = ()
    terms: tuple[int, ...] = ()


class Ranked(NamedTuple):
    """A clause (its place in the table), its score, and the concepts that speak for it."""

    place: int
    score: int
    concepts: tuple[int, ...]


def rank(table: RankingTable, question: str, weights: Weights = WEIGHTS) -> tuple[Ranked, ...]:
    """Return the clauses of ``table`` that answer ``question``, at most ``DEEPEST``, best first."""
    normal = normalise(question)
    return rank_units(table, normal, list(split_units(table, normal, weights)), weights)


def rank_units(
    table: RankingTable, question: Normalised, units: Sequence[QueryUnit], weights: Weights
) -> tuple[Ranked, ...]:
    """Return the best clauses for ``question``, already split into ``units``, best first."""
    scores = _token_scores(table, question, units, weights)
    for unit in units:
        for place, score in _worth_of_unit(table, unit, weights):
            scores[place] += score
        _add_named(scores, table, unit, len(units), weights)
    says = _worth_of_saying(question, weights)
    for place in scores:
        scores[place] += says[table.said[place]] + weights.prior * table.priors[place]
    order = _best_first(scores)
    _add_parts(scores, table, question, order[:CLOSER], weights)
    speaking = _speaking(table, units)
    return tuple(
        Ranked(place, scores[place], tuple(speaking.get(place, ())))
        for place in _best_first({place: scores[place] for place in order})
    )


def _best_first(scores: Mapping[int, int]) -> list[int]:
    best = sorted([(-score, place) for place, score in scores.items()])
    return [place for _, place in best[:DEEPEST]]


def _worth_of_saying(question: Normalised, weights: Weights) -> list[int]:
    """Return, for each set of things that a clause can say, what it is worth here."""
    asked = [(1 << intent, weights.says[intent]) for intent in intents_of(question.text)]
    return [
        sum(worth for bit, worth in asked if said & bit) for said in range(1 << len(weights.says))
    ]


def split_units(table: RankingTable, question: Normalised, weights: Weights) -> Iterator[QueryUnit]:
    """Yield the units of ``question`` from left to right, names first, then the rest."""
    rest = list(question.text)
    seen: set[str] = set()
    for name in find_names(question, table.knows):
        written = question.text[name.start : name.end]
        rest[name.start : name.end] = " " * (name.end - name.start)
        if name.key not in seen:
            seen.add(name.key)
            yield _named_unit(table, name.key, written, weights)
    for match in _RUN.finditer(blank_fillers("".join(rest))):
        words = token_texts(match[0])
        if match[0] in seen:
            continue
        seen.add(match[0])
        if not any(map(table.count, words)):
            # Nothing matches: it may be a slip of a name.
            key = nearest_name(name_key(match[0]), table.all_names())
            if key is not None:
                yield _named_unit(table, key, match[0], weights)
                continue
        if words:
            yield QueryUnit(match[0], ((words, 100),))


def _named_unit(table: RankingTable, key: str, written: str, weights: Weights) -> QueryUnit:
    named = table.named(key)
    concepts = tuple(number for number in named if number >= 0)
    wordings = [(token_texts(written), 100)]
    for concept in concepts:
        wordings += [(token_texts(word), weights.synonym) for word in table.concepts[concept].words]
    wordings += [(words, weights.saying) for words in table.vocabulary.said(key)]
    terms = tuple(table.terms[-number - 1] for number in named if number < 0)
    return QueryUnit(written, tuple(wordings), concepts, terms)


def _token_scores(
    table: RankingTable, question: Normalised, units: Sequence[QueryUnit], weights: Weights
) -> MutableMapping[int, int]:
    """Return the text score of each clause, with part of what the headings above it have.

    The tokens of a name share the weight of two, however long it is written.
    """
    shares = {
        token: weights.token * 2 // max(2, len(words))
        for unit in units
        for words in (unit.wordings[0][0],)
        for token in words
    }
    for text in token_texts(blank_fillers(question.text)):
        if is_hiragana(text):
            shares[text] = weights.token * weights.hiragana // 100
        else:
            shares.setdefault(text, weights.token)
    scores: defaultdict[int, int] = defaultdict(int)
    for text, share in shares.items():
        for place, weight in table.posting(text):
            scores[place] += weight * share // 10
    for place, score in [(place, score) for place, score in scores.items() if table.heading[place]]:
        part = score * weights.inherited // 100
        for below in range(place + 1, table.last[place] + 1):
            scores[below] += part
    return scores


@remembered
def _worth_of_unit(
    table: RankingTable, unit: QueryUnit, weights: Weights
) -> tuple[tuple[int, int], ...]:
    """Return what each clause has of ``unit``: of its best wording, the square of the share."""
    best: dict[int, int] = {}
    for wording, worth in unit.wordings:
        size = len(wording) ** 2
        for place, has in _places(table, wording):
            share = worth * has * has // size
            if share > best.get(place, 0):
                best[place] = share
    for concept in unit.concepts:
        row = table.concepts[concept]
        for place, share in _around(table, row.clause, weights):
            best[place] = max(best.get(place, 0), share)
        for place in row.also:
            best[place] = max(best.get(place, 0), weights.named * 8 // 10)
    _pass_down(best, table, weights)
    rarity = _rarity(table, unit)
    return tuple((place, rarity * share * weights.unit // _WHOLE) for place, share in best.items())


@remembered
def _places(table: RankingTable, wording: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return the clauses that have tokens of ``wording``, with how many."""
    count: Counter[int] = Counter()
    for token in wording:
        count.update(place for place, _ in table.posting(token))
    return tuple(count.items())


def _around(table: RankingTable, place: int, weights: Weights) -> Iterator[tuple[int, int]]:
    """Yield the governing clause with its share, and those beside and below it with theirs."""
    yield place, weights.named
    parent = table.parent(place)
    first, last = (parent + 1, table.last[parent]) if parent >= 0 else (place, table.last[place])
    for other in range(first, last + 1):
        if other != place:
            yield other, weights.family


def _add_parts(
    scores: MutableMapping[int, int],
    table: RankingTable,
    question: Normalised,
    places: Sequence[int],
    weights: Weights,
) -> None:
    """Add how far the parts of each clause cover the question."""
    asked = {text: table.worth(text) for text in token_texts(blank_fillers(question.text))}
    for place in places:
        text, sizes = table.pieces(place)
        there = [(token, worth) for token, worth in asked.items() if worth and token in text]
        if there:
            covered = _coverage(text, sizes, there)
            scores[place] += covered * weights.part // (10 * _FINE)


def _coverage(parts: str, sizes: Sequence[int], asked: Sequence[tuple[str, int]]) -> int:
    """Return how far ``parts`` (lines) cover what is ``asked`` (tokens, each with its worth).

    A part is worth the square of what it has of the question, by its own size.  The best counts
    whole, those behind it for what they add.
    """
    held: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for token in asked:
        at = parts.find(token[0])
        while at >= 0:
            held[parts.count("\n", 0, at)].append(token)
            behind = parts.find("\n", at)
            at = parts.find(token[0], behind) if behind >= 0 else -1
    fitting = []
    for part, there in held.items():
        has = sum([worth for _, worth in there])
        fitting.append((has * has * _FINE // sizes[part], part, has))
    fitting.sort(key=lambda row: (-row[0], row[1]))
    covered, seen = 0, set[tuple[str, int]]()
    for value, part, has in fitting[:_FITTING]:
        covered += value * sum([worth for _, worth in set(held[part]) - seen]) // has
        seen.update(held[part])
    return covered


def _pass_down(best: dict[int, int], table: RankingTable, weights: Weights) -> None:
    """Give the clauses below a heading part of what the heading has."""
    for place, share in list(best.items()):
        if table.heading[place]:
            part = share * weights.below // 100
            for below in range(place + 1, table.last[place] + 1):
                if part > best.get(below, 0):
                    best[below] = part


def _rarity(table: RankingTable, unit: QueryUnit) -> int:
    """Return how rare ``unit`` is in its commonest wording."""
    rare = (_rareness(table, wording) for wording, _ in unit.wordings)
    return min((rareness for rareness in rare if rareness), default=4)


def _rareness(table: RankingTable, wording: Sequence[str]) -> int:
    """Return how rare the tokens of ``wording`` are, 0 where there are none of them."""
    rare = [rareness for rareness in map(table.rareness, wording) if rareness]
    return sum(rare) // len(rare) if rare else 0


def _add_named(
    scores: MutableMapping[int, int],
    table: RankingTable,
    unit: QueryUnit,
    units: int,
    weights: Weights,
) -> None:
    """Add what a name itself is worth: the more, the less the rules use it in other places."""
    special = _rareness(table, unit.wordings[0][0]) or _NOWHERE
    for concept in unit.concepts:
        row = table.concepts[concept]
        scores[row.clause] += weights.governs * special // (4 * units)
        for place in row.also:
            scores[place] += weights.also * special // (4 * units)
    for place in unit.terms:
        scores[place] += weights.defines * special // (4 * units)


def _speaking(table: RankingTable, units: Sequence[QueryUnit]) -> dict[int, list[int]]:
    """Return for each clause the concepts of ``units`` that speak for it."""
    speaking: dict[int, list[int]] = {}
    for concept in dict.fromkeys(concept for unit in units for concept in unit.concepts):
        row = table.concepts[concept]
        for place in dict.fromkeys((row.clause, *row.also)):
            speaking.setdefault(place, []).append(concept)
    return speaking
