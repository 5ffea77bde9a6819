"""What is said of each clause in words that it does not use, for the table of its game.

That is what players say (``players.toml``; a game without it borrows from others), and the
questions of the rulings that rest on the clause before all others: so a ruling that answers a
question helps its clause up.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.links.clause_aliases import load_clause_aliases
from rulebook.rulings.model import RulingState
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.analysis import passages_in
from rulebook.search.borrowed_aliases import borrowed_aliases

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
