"""Finding rulings by their words, with rules small enough to be written again in the script.

A token is worth the halvings of the rulings down to those that have it, less if it is hiragana.
A ruling counts what its question has of the tokens asked, twice, and what only its answer has; the
longer its question, the less.  It is told with the answers to a question if it has two fifths of
what is asked and rests on a clause that was found.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cache.store import CachedFolder, write_json
from rulebook.records import NamedTuple
from rulebook.rulings.model import Ruling, Rulings, RulingState
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.analysis import is_hiragana
from rulebook.search.intent import said_tokens
from rulebook.search.question import Question
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.rulings.model import Ruling
    from rulebook.search.asking.model import Answers

# The length in code points at which a question counts for half.
HALF_LENGTH = 60
# A ruling is told with the answers of `ask` that has so much of what is asked (percent) and rests,
# with the first so many of its clauses, on one of the first so many that were found; so many are.
TOLD, DECIDING, FOUND, MOST_TOLD = 40, 2, 5, 3


def asked_tokens(question: Question) -> tuple[str, ...]:
    """Return what rulings are looked for by: the tokens of all but politeness and fillers."""
    return said_tokens(question.text)


class FoundRuling(NamedTuple):
    """A ruling that was found: its place among those searched, its score, what it has (percent)."""

    place: int
    score: int
    share: int


class JoinedTexts(NamedTuple):
    """Many texts looked through as one, which takes no index and is fast enough.

    ``starts`` are the places where each begins, and the end.
    """

    text: str
    starts: list[int]

    def places(self, token: str) -> Iterator[int]:
        """Yield the places of the texts that have ``token``."""
        at = self.text.find(token)
        while at >= 0:
            place = bisect_right(self.starts, at) - 1
            yield place
            at = self.text.find(token, self.starts[place + 1])


def _joined(texts: Sequence[str]) -> JoinedTexts:
    folded = [fold(text) for text in texts]
    starts = accumulate((len(text) + 1 for text in folded), initial=0)
    return JoinedTexts("\n".join(folded), list(starts))


class RulingSearch(NamedTuple):
    """The rulings of a game, looked through as two texts: questions and answers."""

    lengths: list[int]
    """Of the questions, in code points."""
    questions: JoinedTexts
    answers: JoinedTexts

    def find(self, tokens: Sequence[str], among: Set[int] | None = None) -> list[FoundRuling]:
        """Return the rulings that have any of ``tokens``, best first; ties go to the first.

        ``among`` are the places of those that matter, if not all do.
        """
        has: defaultdict[int, int] = defaultdict(int)
        scores: defaultdict[int, int] = defaultdict(int)
        total = 0
        for token in tokens:
            asked = set(self.questions.places(token))
            said = set(self.answers.places(token)) - asked
            worth = self._worth(token, len(asked) + len(said))
            total += worth
            for places, times in ((asked, 2), (said, 1)):
                for place in (places if among is None else places & among) if worth else ():
                    has[place] += worth
                    scores[place] += worth * times
        found = [
            FoundRuling(
                place,
                score * score * HALF_LENGTH // (HALF_LENGTH + self.lengths[place]),
                100 * has[place] // total,
            )
            for place, score in scores.items()
        ]
        return sorted(found, key=lambda each: (-each.score, each.place))

    def _worth(self, token: str, count: int) -> int:
        if not count:
            # Nothing tells how rare a word is that no ruling has; it is asked all the same.
            return 0 if is_hiragana(token) else 1
        rarity = (len(self.lengths) // count).bit_length()
        return max(0, rarity - 2 * is_hiragana(token))


def build_ruling_search(rulings: Sequence[Ruling]) -> RulingSearch:
    """Return what looks through ``rulings``."""
    return RulingSearch(
        lengths=[len(ruling.question) for ruling in rulings],
        questions=_joined(["\n".join((ruling.question, *ruling.cards)) for ruling in rulings]),
        answers=_joined([ruling.answer for ruling in rulings]),
    )


# ---- What answers questions


class RulingsInForce(NamedTuple):
    """What tells which rulings in force answer a question, while none of them is read.

    Of each there is its place among all rulings of the game, and the first clauses it rests on.
    ``is_whole`` says that no file of rulings had to be left out.
    """

    places: list[int]
    deciding: list[Sequence[str]]
    search: RulingSearch
    is_whole: bool = True

    def answering(self, tokens: Sequence[str], found: Set[str]) -> Iterator[FoundRuling]:
        """Yield those that have enough of ``tokens`` and rest on a clause that was ``found``."""
        rest = {at for at, clauses in enumerate(self.deciding) if not found.isdisjoint(clauses)}
        for each in self.search.find(tokens, rest) if rest else ():
            if each.share >= TOLD:
                yield each._replace(place=self.places[each.place])


def rulings_in_force(rulings: Rulings) -> RulingsInForce:
    """Return those of ``rulings`` that are in force."""
    states = enumerate(ruling.state for ruling in rulings.all)
    places = [place for place, state in states if state is RulingState.IN_FORCE]
    told = [rulings.all[place] for place in places]
    deciding: list[Sequence[str]] = [ruling.numbers[:DECIDING] for ruling in told]
    return RulingsInForce(places, deciding, build_ruling_search(told), not rulings.faults)


def save_in_force(rulings: RulingsInForce, path: Path) -> None:
    """Write ``rulings`` as compact JSON."""
    write_json(path, {**rulings._asdict(), "search": rulings.search._asdict()})


def load_in_force(path: Path) -> RulingsInForce:
    """Read what :func:`save_in_force` wrote; raises for what is no such thing."""
    data = json.loads(path.read_bytes())
    search = data.pop("search")
    texts = [JoinedTexts(*search[name]) for name in ("questions", "answers")]
    _check(data["places"], data["deciding"], search["lengths"], texts)
    return RulingsInForce(**data, search=RulingSearch(search["lengths"], *texts))


def _check(
    places: list[int],
    deciding: list[Sequence[str]],
    lengths: list[int],
    texts: Sequence[JoinedTexts],
) -> None:
    """Raise where what was read of rulings is not of one length, or not of the right kinds."""
    columns = (places, lengths, *(each.starts for each in texts))
    is_whole = (
        len(places) == len(deciding) == len(lengths)
        and {type(n) for column in columns for n in column} <= {int}
        and {type(number) for numbers in deciding for number in numbers} <= {str}
        and all(
            len(starts) == len(lengths) + 1 and starts == sorted(starts) and starts[-1] >= len(text)
            for text, starts in texts
        )
    )
    if not is_whole:
        raise ValueError("not rulings in force")


class RulingFinder:
    """Finds rulings on the shelf of a corpus; what answers questions is kept in the cache."""

    def __init__(self, corpus: Corpus, shelf: RulingShelf) -> None:
        self._corpus = corpus
        self._shelf = shelf

    def search(self, query: Question, games: Iterable[Game], limit: int) -> tuple[Ruling, ...]:
        """Return the rulings of ``games`` that have the words of ``query``, best first."""
        tokens = asked_tokens(query)
        found = [
            (-each.score, at, rulings[each.place])
            for at, game in enumerate(games)
            if (rulings := self._shelf.warned(game).all)
            for each in self._searched(game, rulings, tokens)[:limit]
        ]
        found.sort(key=lambda each: each[:2])
        return tuple(ruling for _, _, ruling in found[:limit])

    def _searched(
        self, game: Game, rulings: Sequence[Ruling], tokens: Sequence[str]
    ) -> list[FoundRuling]:
        make = lambda: build_ruling_search(rulings)  # noqa: E731
        return self._corpus.once(("ruling search", game.key), make).find(tokens)

    # ---- What answers questions

    def answering(self, answers: Answers) -> tuple[Ruling, ...]:
        """Return the rulings in force that answer what was asked, best first.

        They have a good part of its words, and rest on a clause that was found.
        """
        numbers: defaultdict[str, set[str]] = defaultdict(set)
        best = answers.found[:FOUND]
        games = {found.game.key: found.game for found in best}
        for found in best:
            numbers[found.game.key].add(found.clause.number)
        tokens = asked_tokens(answers.question)
        told = [
            (-each.score, at, game, each.place)
            for at, (key, game) in enumerate(games.items())
            for each in self._in_force(game).answering(tokens, numbers[key])
        ]
        told.sort(key=lambda each: each[:2])
        # A place that is none, in a cache that is whole but wrong, tells nothing.
        best_told = ((game, place) for _, _, game, place in told[:MOST_TOLD])
        return tuple(ruling for each in best_told for ruling in self._shelf.at(*each))

    def _in_force(self, game: Game) -> RulingsInForce:
        in_force = self._corpus.once(("in force", game.key), lambda: self._kept_in_force(game))
        if not in_force.is_whole:
            self._shelf.warned(game)
        return in_force

    def _kept_in_force(self, game: Game) -> RulingsInForce:
        if not self._shelf.keeps(game):
            return rulings_in_force(self._shelf.warned(game))
        return self._folder().read(lambda place: load_in_force(place / f"{game.id}.json"))

    def _folder(self) -> CachedFolder:
        return self._shelf.folder("rulingsearch", self._fill)

    def _fill(self, folder: Path) -> None:
        for game in self._corpus.games.values():
            save_in_force(rulings_in_force(self._shelf.of(game)), folder / f"{game.id}.json")

    def fill(self) -> None:
        """Build what is missing of what is kept, for every game."""
        self._folder().path()
