"""Numbers in running text: whether they only follow the clauses that they name."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.editions.content import Content


class Renumbering:
    """Which numbers of the old edition are which of the new one."""

    def __init__(
        self, pairs: dict[str, tuple[str, ...]], separator: str, new_separator: str
    ) -> None:
        self._pairs = pairs
        self._separator = separator
        self._new_separator = new_separator

    def is_same(self, old: Content, new: Content) -> bool:
        """Whether two contents say the same: equal words, and cited numbers of the same clauses."""
        return old.words == new.words and self.follow(old.cited, new.cited)

    def follow(self, old: Sequence[str], new: Sequence[str]) -> bool:
        """Whether each cited number stays or is that clause's new one: then no rule has changed."""
        return all(
            before == after or after in self.new_numbers(before)
            for before, after in zip(old, new, strict=True)
        )

    def new_numbers(self, number: str) -> tuple[str, ...]:
        """Return the new numbers of the clause ``number``, or below the new ones of its parent."""
        if number in self._pairs or self._separator not in number:
            return self._pairs.get(number, ())
        above, _, last = number.rpartition(self._separator)
        return tuple(f"{new}{self._new_separator}{last}" for new in self.new_numbers(above))
