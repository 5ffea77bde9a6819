"""Phrases for each clause beyond its own words: players' phrases (of ``players.toml``, else those
of the most similar clauses of other games), and questions of rulings."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause
from rulebook.links.clause_aliases import load_clause_aliases
from rulebook.rulings.model import RulingState
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.analysis import passages_in, token_texts
from rulebook.search.tables.index import printed_clauses
from rulebook.text.normal import fold

# More rulings would make the table too large for a phone to load.
_MAX_RULINGS = 1000
# Two clauses with at least this cosine similarity (of 1) share phrases.
_MIN_SIMILARITY = 0.3
# Longer phrases, in code points, describe situations of one game and are not borrowed.
_LONGEST_BORROWED = 6
# Tokens that more clauses than this have are ignored.
_MAX_DOCUMENT_FREQUENCY = 300


def phrases_by_clause(corpus: Corpus, game: Game) -> Mapping[str, str]:
    """Return players' phrases for each clause, so words that it lacks find it: of the table of
    ``game``, else of other games, and of ``_MAX_RULINGS`` rulings, for their first clause."""
    phrases = dict(load_clause_aliases(corpus.read(game)) or borrowed_aliases(corpus, game))
    rulings = RulingShelf(corpus).of(game).all
    deciding = (each for each in rulings if each.clauses and each.state is RulingState.IN_FORCE)
    for ruling in islice(deciding, _MAX_RULINGS):
        first = ruling.clauses[0]
        phrases[first] = " ".join((phrases.get(first, ""), *passages_in(ruling.question)))
    return phrases


def borrowed_aliases(corpus: Corpus, game: Game) -> Mapping[str, str]:
    """Return phrases for a new game, those of similar clauses of other games: players ask alike."""
    lent = [
        (_tokens_of(clause), aliases[clause.number])
        for lender in corpus.games.values()
        if lender.id != game.id
        for aliases in [load_clause_aliases(corpus.read(lender))]
        for clause in printed_clauses(corpus.read(lender))
        if clause.number in aliases
    ]
    own = {clause.number: _tokens_of(clause) for clause in printed_clauses(corpus.read(game))}
    nearest = zip(own, _most_similar([tokens for tokens, _ in lent], own.values()), strict=True)
    borrowed = {number: lent[at][1].split() for number, at in nearest if at is not None}
    # Only words: phrases of another game seldom fit.
    is_word = lambda phrase: len(phrase) <= _LONGEST_BORROWED  # noqa: E731
    return {number: " ".join(filter(is_word, phrases)) for number, phrases in borrowed.items()}


def _tokens_of(clause: Clause) -> frozenset[str]:
    """Return the tokens of a clause, by which the most similar one of another game is found."""
    return frozenset(token_texts(fold(clause.wording)))


def _most_similar(
    texts: Sequence[frozenset[str]], others: Collection[frozenset[str]]
) -> Iterator[int | None]:
    """Yield for each of ``others`` the index of the most similar of ``texts``, by the cosine of
    their tokens; None below ``_MIN_SIMILARITY``, where borrowed phrases would mislead."""
    everywhere = [*texts, *others]
    having = Counter(token for text in everywhere for token in text)
    rarity = {token: math.log(1 + len(everywhere) / count) for token, count in having.items()}

    def components(text: frozenset[str]) -> Iterator[tuple[str, float]]:
        """Yield each token with its part of a unit vector, for cosines; sorted to sum up alike."""
        size = math.sqrt(sum(rarity[token] ** 2 for token in text)) or 1.0
        return ((token, rarity[token] / size) for token in sorted(text))

    postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for at, text in enumerate(texts):
        for token, share in components(text):
            postings[token].append((at, share))
    # Frequent tokens take most of the time and hardly distinguish clauses.
    rare = {token: row for token, row in postings.items() if len(row) <= _MAX_DOCUMENT_FREQUENCY}
    for text in others:
        similarity: defaultdict[int, float] = defaultdict(float)
        for token, share in components(text):
            for at, other in rare.get(token, ()):
                similarity[at] += share * other
        best = max(similarity, key=lambda at: (similarity[at], -at), default=None)
        yield best if best is not None and similarity[best] >= _MIN_SIMILARITY else None
