"""Search rulings by their words, as the script of the website does. The weight of a token is the
binary logarithm of its rarity, less for hiragana. Sums are squared; long questions count less."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import accumulate, compress, count
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cache.plain_values import from_plain
from rulebook.cache.store import write_json
from rulebook.records import NamedTuple
from rulebook.rulings.model import Rulings, RulingState
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.analysis import is_hiragana
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.clauses.game import Game

HALF_LENGTH = 60  # The length of a question, in code points, at which its score is halved
# `ask` shows at most MAX_RULINGS rulings, each with at least MIN_SHARE percent of the question's
# weight, if one of the ruling's first DECIDING_CLAUSES clauses is among the FIRST_ANSWERS.
MIN_SHARE, DECIDING_CLAUSES, FIRST_ANSWERS, MAX_RULINGS = 40, 2, 5, 3


class FoundRuling(NamedTuple):
    """A ruling that matches: its place, its score, its share of the question's weight (percent)."""

    place: int
    score: int
    share: int


class JoinedTexts(NamedTuple):
    """Many texts, searched fast as one string, without an index; ``starts`` also has the end."""

    text: str
    starts: list[int]

    def places(self, token: str) -> Iterator[int]:
        """Yield the index of each text that has ``token``: a long string is searched fast."""
        at = self.text.find(token)
        while at >= 0:
            place = bisect_right(self.starts, at) - 1
            yield place
            at = self.text.find(token, self.starts[place + 1])


class RulingSearch(NamedTuple):
    """The searchable rulings of a game. A cache has those in force: questions read no rulings."""

    places: list[int]  # Their indexes among all rulings of the game
    deciding: list[Sequence[str]]  # The first clauses of each
    lengths: list[int]  # The length of each question, in code points
    questions: JoinedTexts
    answers: JoinedTexts
    is_whole: bool  # Whether no ruling was left out

    def find(self, tokens: Sequence[str], among: Set[int] | None = None) -> list[FoundRuling]:
        """Return the rulings with any of ``tokens``, best first, each with its share of ``tokens``;
        with ``among``, only rulings at these places. Rare tokens count more, hiragana, mostly
        grammar, less, and tokens in the question of a ruling double. Rulings with a long question
        count less, since long texts match by chance."""
        has: defaultdict[int, int] = defaultdict(int)
        scores: defaultdict[int, int] = defaultdict(int)
        total = 0
        for token in tokens:
            in_question = set(self.questions.places(token))
            in_answer = set(self.answers.places(token)) - in_question
            if having := len(in_question) + len(in_answer):  # a rare word weighs more
                rarity = (len(self.lengths) // having).bit_length()
                worth = max(0, rarity - 2 * is_hiragana(token))
            else:  # its rarity is unknown, but the question asks for it
                worth = int(not is_hiragana(token))
            total += worth
            for places, times in ((in_question, 2), (in_answer, 1)):
                for place in (places if among is None else places & among) if worth else ():
                    has[place] += worth
                    scores[place] += worth * times
        found = [
            FoundRuling(
                self.places[place],
                # Squared, so words weigh more than the length.
                score * score * HALF_LENGTH // (HALF_LENGTH + self.lengths[place]),
                100 * has[place] // total,
            )
            for place, score in scores.items()
        ]
        return sorted(found, key=lambda each: (-each.score, each.place))

    def answering(self, tokens: Sequence[str], found: Set[str]) -> list[FoundRuling]:
        """Return the rulings for a question with ``tokens``, answered best by the clauses
        ``found``: they have one of ``found`` among their first clauses (later ones only help) and
        MIN_SHARE percent of ``tokens``. Words alone would find every ruling on the same cards."""
        rest = {at for at, clauses in enumerate(self.deciding) if not found.isdisjoint(clauses)}
        matches = self.find(tokens, rest) if rest else ()
        return [each for each in matches if each.share >= MIN_SHARE]


def build_ruling_search(rulings: Rulings, *, in_force: bool) -> RulingSearch:
    """Return a search over ``rulings`` or, with ``in_force``, over those in force, by which
    questions are answered. ``deciding`` has their first clauses. Names of cards count as part of
    the question, since players name the card they ask about. After faults in files, ``is_whole`` is
    false and users are warned."""
    is_wanted = [not in_force or each.state is RulingState.IN_FORCE for each in rulings.all]
    chosen = [*compress(rulings.all, is_wanted)]
    return RulingSearch(
        places=[*compress(count(), is_wanted)],
        deciding=[ruling.numbers[:DECIDING_CLAUSES] for ruling in chosen],
        lengths=[len(ruling.question) for ruling in chosen],
        questions=_joined("\n".join((ruling.question, *ruling.cards)) for ruling in chosen),
        answers=_joined(ruling.answer for ruling in chosen),
        is_whole=not (rulings.faults or rulings.twice),
    )


def _joined(texts: Iterable[str]) -> JoinedTexts:
    """Return ``texts``, folded, as one string, which is searched fast, with the offset of each."""
    folded = [*map(fold, texts)]
    starts = accumulate((len(text) + 1 for text in folded), initial=0)
    return JoinedTexts("\n".join(folded), [*starts])


def load_in_force(path: Path) -> RulingSearch:
    """Return the cached rulings in force of a game. Raise :class:`ValueError` if the lists, with a
    value for each ruling, differ in length or have wrong types: the cache then rebuilds them."""
    rulings = from_plain(RulingSearch, json.loads(path.read_bytes()))
    places, deciding, lengths, *texts, _ = rulings
    integers = (places, lengths, *(each.starts for each in texts))
    is_whole = (
        len(places) == len(deciding) == len(lengths)
        and {type(n) for row in integers for n in row} <= {int}
        and {type(number) for numbers in deciding for number in numbers} <= {str}
        and all(
            len(starts) == len(lengths) + 1 and starts == sorted(starts) and starts[-1] >= len(text)
            for text, starts in texts
        )
    )
    if not is_whole:
        raise ValueError("not rulings in force")
    return rulings


def save_in_force(games: Iterable[Game], shelf: RulingShelf, folder: Path) -> None:
    """Write the rulings in force of ``games`` into a cache folder, for fast first answers."""
    for game in games:
        search = build_ruling_search(shelf.of(game), in_force=True)
        write_json(folder / f"{game.id}.json", search)
