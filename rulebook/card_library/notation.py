"""Card texts in the notation of another game, distinguished from texts that are hard to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from rulebook.cards.reading.card_parser import CardParser, open_card_parser
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError
from rulebook.messages import Message

# A text is another game's if ours understands less than ``_OURS``, the other ``_THEIRS`` or more.
_OURS, _THEIRS = 0.5, 0.9
_SHORTEST = 8  # shorter texts may be anything


def foreign_warning(corpus: Corpus, game: Game, text: str, coverage: float) -> str | None:
    """Return a message if ``text`` looks like another game's card, as users name a wrong one."""

    def others() -> Iterator[tuple[Game, CardParser]]:
        """Yield the other games with a card grammar, opened when asked for: that is slow."""
        for other in corpus.games.values():
            if other.id != game.id:
                with suppress(CorpusError):  # it has no grammar of cards
                    yield other, open_card_parser(corpus, other)

    if (best := likeliest_game(text, coverage, others())) is None:
        return None
    share, other = best
    what = "it looks like a card of {other} (understood: {share}), not of {game} ({own})"
    shares = {"share": f"{share:.0%}", "own": f"{coverage:.0%}"}
    return Message(what, other=other.title, game=game.title, **shares)


def likeliest_game(
    text: str, coverage: float, others: Iterable[tuple[Game, CardParser]]
) -> tuple[float, Game] | None:
    """Return the share and the game of ``others`` that understands nearly all of ``text``."""
    if not may_be_of_another(text, coverage):
        return None
    found = [(parser.read(text).coverage, other) for other, parser in others]
    best = max(found, key=lambda pair: pair[0], default=None)
    return best if best and best[0] >= _THEIRS else None


def may_be_of_another(text: str, coverage: float) -> bool:
    """Whether to try other grammars, which open slowly: ``text`` is long and hardly understood."""
    return coverage < _OURS and len(text.strip()) >= _SHORTEST
