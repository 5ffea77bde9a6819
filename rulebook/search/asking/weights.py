"""The weights and limits of ranking: whole numbers, tuned as docs/measurements.md says."""

from __future__ import annotations

from rulebook.records import NamedTuple

RANKING_DEPTH = 100  # The greatest number of clauses that are ranked
RERANKED = 20  # How many of the first clauses are compared a second time
# How many places go to the best scores; and how much of the score of its own text, in percent, a
# clause in a later place loses, because the clauses before it already have those words.
FIRST_BY_SCORE, OWN_TEXT_DISCOUNT = 2, 50
# How many places after those go to the best texts, in a game without tables.
FIRST_BY_TEXT = 3
# How many of the first clauses are compared by players' whole questions on them, and how many of
# the most similar questions on each clause count.
COMPARED, NEAREST = 6, 5
# What ends a part of a question, since each part may ask for another clause; and the bonus of the
# clause that has most of a part, in thousandths of the best score.
PART_DELIMITERS, PART_BONUS = ("。", "?", "!", "、", ", ", " and ", " or "), 400
# How many children count, the best ones, when families are compared to find a list.
BEST_CHILDREN = 3
# What these children must score together, in percent of the best clause, to come before it.
LEADING_CHILDREN = 180
# The score of a clause whose number is in the question: more than all words together.
NUMBER_SCORE = 1_000_000
UNPRINTED_RARITY = 100  # The rarity of a name that no clause has


class Weights(NamedTuple):
    """The weight of each kind of evidence."""

    token: int = 38  # A token shared with a clause or with players' phrases for it
    meaning: int = 57  # A shared everyday meaning, in whatever words
    name: int = 33  # A shared concept or term, in whatever words
    parent: int = 20  # The share of the parent's text score that a clause gets, in percent
    sibling: int = 29  # The share of the best text score among its siblings and itself, in percent
    coverage: int = 0  # Percent of a text score that depends on how much of the question it covers
    governs: int = 17  # A name, for the governing clause of its concept
    also: int = 8  # A name, for the other clauses of its concept
    intents: tuple[int, ...] = (9, 362, 148, 115, 93, 8, 165)  # For each, a clause that serves it
    similarity: int = 80  # That of players' questions, in percent of the best score
    defines: int = 10_000  # The clause that defines the subject of a question that asks for no more
    situation: int = 420  # A principle for the situation: once, and again for each of its lists


WEIGHTS = Weights()
# For a game without tables: no players' phrases add to what its clauses say, and the intents that a
# clause serves are guessed from its words, so they count a quarter.
UNPREPARED_WEIGHTS = Weights(
    name=45, parent=5, sibling=5, coverage=40, intents=(2, 90, 37, 29, 23, 2, 41)
)
