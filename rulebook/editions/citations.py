"""Numbers in running text: whether they only follow the clauses that they name."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.editions.content import Content


class Renumbering:
    """Which numbers of the old edition are which of the new one."""

    def __init__(self, pairs: dict[str, tuple[str, ...]], separator: str, other: str) -> None:
        self._pairs = pairs
        self._separator = separator
        self._other = other

    def is_same(self, old: Content, new: Content) -> bool:
        """Whether the two say the same: the same words, and numbers that name the same clauses."""
        return old.words == new.words and self.follow(old.cited, new.cited)

    def follow(self, old: Sequence[str], new: Sequence[str]) -> bool:
        """Whether each number stands as it was, or as its clause is called now."""
        return all(
            before == after or after in self.now(before)
            for before, after in zip(old, new, strict=True)
        )

    def now(self, number: str) -> tuple[str, ...]:
        """Return what the clause ``number`` is called now; none where it is gone.

        A number that the old edition does not have goes with the nearest clause above it.
        """
        if number in self._pairs or self._separator not in number:
            return self._pairs.get(number, ())
        above, _, last = number.rpartition(self._separator)
        return tuple(f"{now}{self._other}{last}" for now in self.now(above))
