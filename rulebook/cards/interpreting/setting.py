"""What the words of one ability are read with."""

from __future__ import annotations

from rulebook.cards.interpreting.discourse import Discourse
from rulebook.cards.interpreting.sorts import Sorts
from rulebook.cards.meaning.nodes import TextPlace
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """What the things of one ability are read with.

    ``letters`` is where each letter is told, ``first_uses`` what had been spoken of where it is
    used first: そのキャラ in its rule is what そのキャラ would be there.  ``pointers`` is where
    words stand that may point.
    """

    sorts: Sorts
    discourse: Discourse
    letters: dict[str, TextPlace]
    first_uses: dict[str, int]
    pointers: tuple[int, ...]

    def forget(self) -> None:
        """Forget what was spoken of: behind what is not understood words may mean that."""
        self.first_uses.clear()
        self.discourse.forget()
