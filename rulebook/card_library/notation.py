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


def other_game_warning(corpus: Corpus, game: Game, text: str, coverage: float) -> str | None:
    """Return a message if ``text`` looks like another game's card: users may name a wrong game."""

    def other_parsers() -> Iterator[tuple[Game, CardParser]]:
        """Yield each other game and its parser, to try on ``text``: opened late, as it is slow."""
        for other in corpus.games.values():
            if other.id != game.id:
                with suppress(CorpusError):  # it has no grammar of cards
                    yield other, open_card_parser(corpus, other)

    if (best := likeliest_game(text, coverage, other_parsers())) is None:
        return None
    share, other = best
    what = "it looks like a card of {other} (understood: {share}), not of {game} ({own})"
    shares = {"share": f"{share:.0%}", "own": f"{coverage:.0%}"}
    return Message(what, other=other.title, game=game.title, **shares)


def likeliest_game(
    text: str, own_coverage: float, others: Iterable[tuple[Game, CardParser]]
) -> tuple[float, Game] | None:
    """Return which of ``others`` understands nearly all of ``text``, and how much (0 to 1), if the
    chosen game understands little (``own_coverage``): users then hear that they chose wrongly."""
    if not may_be_of_another(text, own_coverage):
        return None
    found = [(parser.read(text).coverage, other) for other, parser in others]
    best = max(found, key=lambda pair: pair[0], default=None)
    return best if best and best[0] >= _THEIRS else None


def may_be_of_another(text: str, coverage: float) -> bool:
    """Whether to try other grammars, which open slowly: ``text`` is long and hardly understood."""
    return coverage < _OURS and len(text.strip()) >= _SHORTEST
