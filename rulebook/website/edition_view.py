"""The other editions of a game, as the pages need them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.editions.changes import Alignment, ClauseChange
from rulebook.editions.comparison import EditionComparison
from rulebook.editions.settling import align_editions
from rulebook.links.linker import link_game
from rulebook.links.model import LinkedRulebook
from rulebook.records import dataclass
from rulebook.website.addresses import clause_address, edition_address
from rulebook.website.language import JAPANESE


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """An edition that is not the current one, and what became of its clauses in that one."""

    linked: LinkedRulebook
    alignment: Alignment

    @property
    def book(self) -> Rulebook:
        """The rulebook of the edition."""
        return self.linked.book

    @property
    def game(self) -> Game:
        """The game at the edition."""
        return self.linked.book.game

    def today(self, number: str) -> tuple[str, ...]:
        """Return the numbers that the clause ``number`` of this edition has in the current one."""
        return self.alignment.by_old[number].new

    def address(self, number: str) -> str:
        """Return where today's clause that ``number`` became stands; where it is gone, the old."""
        today = self.today(number)
        return (
            clause_address(self.game.id, today[0]) if today else edition_address(self.game, number)
        )


@dataclass(frozen=True, slots=True)
class FormerUse:
    """A number that named another clause in some editions; ``edition`` is the latest of them.

    ``today`` are the numbers of that clause now, none where it is gone.
    """

    edition: OtherEdition
    number: str
    today: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The title of that clause, or the beginning of its text."""
        return self.edition.book.by_number[self.number].heading()


def open_others(corpus: Corpus, game: Game) -> tuple[OtherEdition, ...]:
    """Return the editions of ``game`` but the current one, the latest first."""
    return tuple(
        OtherEdition(link_game(corpus, edition), align_editions(corpus, edition, game))
        for edition in reversed(corpus.editions(game))
        if edition.key != game.key
    )


def open_steps(corpus: Corpus, game: Game) -> tuple[EditionComparison, ...]:
    """Return what changed from each edition of ``game`` to the next, the oldest first."""
    return tuple(
        EditionComparison(
            corpus.read(old),
            corpus.read(new),
            JAPANESE.edition_label(old.edition),
            JAPANESE.edition_label(new.edition),
            align_editions(corpus, old, new),
        )
        for old, new in pairwise(corpus.editions(game))
    )


def former_numbers(
    others: tuple[OtherEdition, ...], number: str
) -> list[tuple[OtherEdition, ClauseChange]]:
    """Return in which of ``others`` today's clause ``number`` stood, and under which numbers."""
    found = ((other, other.alignment.by_new[number]) for other in others)
    return [(other, change) for other, change in found if change.old]


def former_uses(others: tuple[OtherEdition, ...], number: str) -> Iterator[FormerUse]:
    """Yield what ``number`` named in ``others`` but today's clause of that number.

    What became the same clauses of today is listed once, for the latest of ``others``.
    """
    listed: set[tuple[str, ...]] = set()
    for other in others:
        if number in other.book.by_number:
            today = other.today(number)
            if number not in today and today not in listed:
                listed.add(today)
                yield FormerUse(other, number, today)
