"""Estimate how sure an answer is. From the same evidence, one logistic model (docs/measurements.md)
estimates that the rules answer the question at all, another that the first clause governs it. A
game *without tables* (not ``prepared``) has no concepts.toml: no person recorded what its clauses
are about."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from enum import StrEnum
from operator import itemgetter

from rulebook.records import NamedTuple
from rulebook.search.analysis import find_names, pieces_of, token_texts
from rulebook.search.asking.rank import RankedClause
from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.tables.ranking_table import SCALE, RankingTable


class Certainty(StrEnum):
    """How sure it is that the first answer is right."""

    SURE = "sure"
    LIKELY = "likely"
    UNSURE = "unsure"
    NONE = "none"  # The rules do not seem to answer this; only the nearest clauses are shown


class _Model(NamedTuple):
    """A fitted logistic model: a constant and the weight of each value of the evidence."""

    base: float
    weights: tuple[float, ...]

    def likelihood(self, evidence: Sequence[float]) -> float:
        """Return the probability, from 0 to 1, of what the model was fitted for (that the rules
        answer, that the first clause is right), by ``evidence``, a value for each weight."""
        total = self.base + sum(w * e for w, e in zip(self.weights, evidence, strict=True))
        return 1 / (1 + math.exp(-total))


# Weights in the order of the evidence; upper limits are in parentheses. For the sentence that the
# first clause covers best: its share of the features, by rarity; their rarities (40). For all
# sentences: code points of names (30), of other words (40); units (20); lead over the second
# clause; score (8,000); log of the number of tokens. For that one: words that no rules use (3). For
# all: how strongly words suggest that no rules answer; share of hiragana and Latin letters.
ANSWERED = _Model(-3.41, (4.18, -0.21, 0.01, -1.29, 1.54, 3.28, 1.57, -0.92, -1.32, -0.79, 3.97))
FIRST_RIGHT = _Model(-1.05, (2.05, 0.22, -0.25, 0.16, -0.08, 6.86, 0.35, -0.26, 0.83, 0.1, 0.27))
# The same for a game without tables, whose clauses contain few of the words that players use.
UNPREPARED = _Model(-2.82, (4.01, -0.59, 0.51, -1.15, 1.38, 0.32, 1.85, 0.25, -1.24, -0.81, 1.89))
# Indexes of words that no rules use (the off-topic weight is next), of hiragana and Latin letters.
_OUTSIDE, _SPELLED = 8, 10
# The minimum probabilities: that the rules answer at all; for SURE, that the first clause is right
# if they do; for LIKELY, that they answer and it is right.
NO_ANSWER, SURE, LIKELY = 0.22, 0.92, 0.25
# Without tables, FIRST_RIGHT is too sure. With this limit, 13 of 16 likely answers were right.
UNPREPARED_LIKELY = 0.4
# The first answer is sure only if the rules answer with at least this probability.
SURE_ANSWERED = 0.95
# Whole sentences: pieces also end after a subordinate clause, which may name the card.
SENTENCE_END = r"[。!?\n]|\.(?= )"


def certainty(asked: UnderstoodQuestion, ranked: Sequence[RankedClause]) -> Certainty:
    """Return how sure it is that the first of ``ranked`` answers ``asked``; NONE without clauses.
    In a game with tables, an unlikely answer is NONE only if words belong to another topic, because
    players' nicknames look unlikely too. SURE needs tables: FIRST_RIGHT was fitted with them. SURE
    also needs known words: an unknown word may name a card or a rule that decides instead."""
    if not ranked:
        return Certainty.NONE
    piece = best_piece(asked, ranked[0].place)
    evidence = evidence_values(asked, ranked, piece)
    is_prepared = asked.table.prepared
    has_answer, right = likelihoods(evidence, is_prepared)
    if has_answer < NO_ANSWER:
        is_off_topic = any(each > 0 for each in evidence[_OUTSIDE:_SPELLED]) or not is_prepared
        return Certainty.NONE if is_off_topic else Certainty.UNSURE
    if right >= SURE and has_answer >= SURE_ANSWERED and is_prepared:
        return Certainty.LIKELY if _has_unknown_word(asked, piece.text) else Certainty.SURE
    least = LIKELY if is_prepared else UNPREPARED_LIKELY
    return Certainty.LIKELY if has_answer * right >= least else Certainty.UNSURE


def likelihoods(evidence: Sequence[float], is_prepared: bool) -> tuple[float, float]:
    """Return how likely it is by ``evidence`` that the rules answer at all, and that the first
    clause is then right. A game without its own tables (``is_prepared``) has another model for the
    former, since its clauses share fewer words with players' questions."""
    answered = ANSWERED if is_prepared else UNPREPARED
    return answered.likelihood(evidence), FIRST_RIGHT.likelihood(evidence)


def _has_unknown_word(asked: UnderstoodQuestion, piece: str) -> bool:
    """Whether the sentence of ``asked`` that contains ``piece`` has a unit that neither clauses nor
    small talk have. The unit may name a card: then the card decides, not the rules."""
    unknown = [unit.text for unit in asked.units if not unit.is_known]
    if not unknown:
        return False
    core = piece.strip("。!?. \n")  # as sentences are split, without the signs at their end
    sentences = re.split(SENTENCE_END, asked.subject)
    sentence = next((each for each in sentences if core in each), piece)
    return any(word in sentence for word in unknown)


class Piece(NamedTuple):
    """A part of a question, and how well one clause covers it: the share of its features that the
    clause has, by rarity; the sum of their rarities; and how many of its words no rules use."""

    text: str = ""
    share: float = 0
    worth: float = 0
    outside: int = 0


def evidence_values(
    asked: UnderstoodQuestion, ranked: Sequence[RankedClause], piece: Piece
) -> tuple[float, ...]:
    """Return the evidence of how sure the answer is: a value for each weight of a model (listed
    above ``ANSWERED``). Values are limited and scaled to a few units, so that no length decides
    alone. ``piece`` is the part of the question that the first of ``ranked`` covers best."""
    units = asked.units
    named = sum(len(unit.text) for unit in units if unit.names)
    others = sum(len(unit.text) for unit in units) - named
    first = ranked[0]
    second = max((each.score for each in ranked[1:]), default=0)
    # Hiragana and Latin letters say little about a subject.
    spelled = sum("ぁ" <= c <= "ゖ" or "a" <= c <= "z" or c in "ー " for c in asked.subject)
    return (
        piece.share,
        min(piece.worth, 40) / 10,
        min(named, 30) / 10,
        min(others, 40) / 10,
        min(len(units), 20) / 10,
        (first.score - second) / max(1, first.score),
        min(first.score, 8000) / 2000,
        math.log1p(len(asked.tokens)),
        min(piece.outside, 3),
        off_topic(asked),
        spelled / max(1, len(asked.subject)),
    )


def best_piece(asked: UnderstoodQuestion, place: int) -> Piece:
    """Return the part of ``asked`` that the clause at ``place`` covers best. It shows how sure this
    answer is, because other parts mostly say only where the question came up. The more words of the
    part no rules use (``outside``), the likelier the question is on another topic."""
    table, vocabulary = asked.table, asked.table.vocabulary
    found = []
    pieces = tuple(pieces_of(asked.subject))
    for piece in pieces:
        features = asked.features(piece if len(pieces) > 1 else None)
        whole = sum(map(table.rarity_or_most, features)) or 1
        has = sum(table.rarity_or_most(each) for each in features if table.has(place, each))
        names = find_names(piece, vocabulary.outside.__contains__, table.longest_name)
        outside = [each for each in names if not _is_own(table, piece[each.start : each.end])]
        best = has * has / whole  # a short sentence does not win by its share alone
        # The models were fitted to rarities that are not multiplied by SCALE.
        found.append((best, Piece(piece, has / whole, has / SCALE, len(outside))))
    return max(found, key=itemgetter(0), default=(0, Piece()))[1]


def off_topic(asked: UnderstoodQuestion) -> float:
    """Return how strongly the words of ``asked`` suggest a question that no rules answer: the sum
    of their weights divided by the square root of their number, as long questions have high
    sums. Words that the rules of a game without tables print are on its topic (``_is_own``)."""
    tokens, table = token_texts(asked.subject), asked.table
    weights = table.vocabulary.off_topic
    others = (weights.get(token, 0) for token in tokens if not _is_own(table, token))
    return sum(others) / math.sqrt(len(tokens) or 1)


def _is_own(table: RankingTable, text: str) -> bool:
    """Whether ``text``, from a question, is on the topic of a game without tables, because its
    rules print all tokens of ``text``: “a late player” is off topic in card games, but not in a
    tennis league."""
    return not table.prepared and all(map(table.printed.__contains__, token_texts(text)))
