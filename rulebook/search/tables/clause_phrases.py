"""What is said of each clause in words that it does not use, for the table of its game.

That is what players say (``players.toml``; a game without it borrows from others), and the
questions of the rulings that rest on the clause before all others: so a ruling that answers a
question helps its clause up.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
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

# More rulings than these would make the table larger than a phone should load.
_MOST_RULINGS = 1000


def spoken_words(corpus: Corpus, game: Game) -> Mapping[str, str]:
    """Return words with spaces between them by clause number."""
    aliases = load_clause_aliases(corpus.read(game))[0] or borrowed_aliases(corpus, game)
    said = dict(aliases)
    rulings = RulingShelf(corpus).of(game).all
    deciding = (each for each in rulings if each.clauses and each.state is RulingState.IN_FORCE)
    for ruling in islice(deciding, _MOST_RULINGS):
        first = ruling.clauses[0]
        said[first] = " ".join((said.get(first, ""), *passages_in(ruling.question)))
    return said


# From here on two clauses are taken to say the same, of 1.
_ALIKE = 0.3
# Longer aliases, in code points, are pieces of scenes, which are of one game alone.
_WORD = 6
# Tokens that more clauses than this have are not looked up: they hardly tell clauses apart.
_WIDESPREAD = 300


def borrowed_aliases(corpus: Corpus, game: Game) -> Mapping[str, str]:
    """Return what players of the other games of ``corpus`` say, by clause number of ``game``."""
    lent = [
        (_tokens_of(clause), aliases[clause.number])
        for lender in corpus.games.values()
        if lender.id != game.id
        for aliases in [load_clause_aliases(corpus.read(lender))[0]]
        for clause in printed_clauses(corpus.read(lender))
        if clause.number in aliases
    ]
    own = {clause.number: _tokens_of(clause) for clause in printed_clauses(corpus.read(game))}
    likest = _Likest([tokens for tokens, _ in lent], own.values())
    found = ((number, likest.of(tokens)) for number, tokens in own.items())
    return {number: _words_of(lent[at][1]) for number, at in found if at is not None}


def _words_of(aliases: str) -> str:
    """Return the words among ``aliases``."""
    return " ".join(alias for alias in aliases.split() if len(alias) <= _WORD)


def _tokens_of(clause: Clause) -> frozenset[str]:
    """Return the tokens of the title and the text of ``clause``."""
    return frozenset(token_texts(fold(clause.wording)))


class _Likest:
    """Finds the text that is most like another; texts are sets of tokens."""

    def __init__(self, texts: list[frozenset[str]], others: Iterable[frozenset[str]]) -> None:
        everywhere = [*texts, *others]
        having = Counter(token for text in everywhere for token in text)
        self._rarity = {
            token: math.log(1 + len(everywhere) / count) for token, count in having.items()
        }
        postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, text in enumerate(texts):
            for token, share in self._shares(text):
                postings[token].append((at, share))
        self._postings = {token: row for token, row in postings.items() if len(row) <= _WIDESPREAD}

    def of(self, text: frozenset[str]) -> int | None:
        """Return the place of the text most like ``text``; ``None`` where none is like it."""
        likeness: defaultdict[int, float] = defaultdict(float)
        for token, share in self._shares(text):
            for at, other in self._postings.get(token, ()):
                likeness[at] += share * other
        best = max(likeness, key=lambda at: (likeness[at], -at), default=None)
        return best if best is not None and likeness[best] >= _ALIKE else None

    def _shares(self, text: frozenset[str]) -> Iterator[tuple[str, float]]:
        """Yield the share of each token in the vector of ``text``, which has the length 1."""
        size = math.sqrt(sum(self._rarity[token] ** 2 for token in text)) or 1.0
        for token in sorted(text):
            yield token, self._rarity[token] / size
