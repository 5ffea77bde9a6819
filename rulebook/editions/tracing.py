"""One clause followed through all editions of its game, backwards and forwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.editions.changes import Alignment, ClauseChange
from rulebook.editions.settling import align_editions
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class TracedEdition:
    """A clause in one edition: its numbers there, if any, and how it came from the one before."""

    game: Game
    numbers: tuple[str, ...]
    changes: tuple[ClauseChange, ...]


def trace(corpus: Corpus, game: Game, number: str) -> tuple[TracedEdition, ...]:
    """Return the clause ``number`` at every edition, oldest first, followed from ``game``."""
    editions = corpus.editions(game)
    steps = [align_editions(corpus, old, new) for old, new in pairwise(editions)]
    here = next(at for at, edition in enumerate(editions) if edition.key == game.key)
    numbers: dict[int, tuple[str, ...]] = {here: (number,)}
    for at in range(here, len(steps)):
        numbers[at + 1] = _partners(steps[at].by_old, numbers[at], lambda change: change.new)
    for at in range(here, 0, -1):
        numbers[at - 1] = _partners(steps[at - 1].by_new, numbers[at], lambda change: change.old)
    return tuple(
        TracedEdition(
            edition,
            numbers[at],
            _changes(steps[at - 1], numbers[at - 1], numbers[at]) if at else (),
        )
        for at, edition in enumerate(editions)
    )


def _partners(
    changes: Mapping[str, ClauseChange],
    numbers: Sequence[str],
    side: Callable[[ClauseChange], tuple[str, ...]],
) -> tuple[str, ...]:
    """Return the numbers on the other ``side`` of the changes of ``numbers``, each once."""
    found = (other for number in numbers for other in side(changes[number]))
    return tuple(dict.fromkeys(found))


def _changes(
    step: Alignment, before: Sequence[str], after: Sequence[str]
) -> tuple[ClauseChange, ...]:
    """Return the changes of ``step`` that a clause had; a merged clause is part of one change."""
    found = [*(step.by_old[number] for number in before), *(step.by_new[n] for n in after)]
    return tuple(dict.fromkeys(found))
