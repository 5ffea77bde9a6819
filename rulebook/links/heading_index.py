"""Finding the heading that a title reference means: exactly, or by likeness, never by guessing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulebook.clauses.model import Clause, Rulebook
from rulebook.text.normal import fold

# How alike a title must be to a heading, and by how much more than to the next.
_ALIKE = 0.55
_AHEAD = 0.1
_CIRCLED = re.compile(r"[ 　]*[①-⑳]$")


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """The clause whose heading is meant; ``exact`` where it is printed just so."""

    clause: Clause
    exact: bool


class HeadingIndex:
    """The headings of one rulebook, by their folded form."""

    def __init__(self, book: Rulebook) -> None:
        self._titled = [(_flat(clause.title), clause) for clause in book.clauses if clause.title]
        self._exact: dict[str, list[Clause]] = {}
        for title, clause in self._titled:
            self._exact.setdefault(title, []).append(clause)

    def exact(self, title: str) -> Sequence[Clause]:
        """Return every clause with this heading."""
        return self._exact.get(_flat(title), ())

    def find(self, title: str) -> HeadingMatch | None:
        """Return the one clause that ``title`` means, or ``None`` where it is not plain."""
        exact = self.exact(title)
        if exact:
            return HeadingMatch(exact[0], exact=True) if len(exact) == 1 else None
        flat = _flat(title)
        ranked = sorted(
            (
                (_likeness(flat, heading), -len(clause.parts), clause)
                for heading, clause in self._titled
            ),
            key=lambda entry: entry[:2],
            reverse=True,
        )[:2]
        if not ranked or ranked[0][0] < _ALIKE:
            return None
        if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _AHEAD:
            return None
        return HeadingMatch(ranked[0][2], exact=False)


def alike(title: str, heading: str) -> bool:
    """Whether ``title`` may be a slip for ``heading``."""
    return _likeness(_flat(title), _flat(heading)) >= _ALIKE


def _flat(title: str | None) -> str:
    return _CIRCLED.sub("", fold(title or "")).replace(" ", "").rstrip("。.")


def _likeness(title: str, heading: str) -> float:
    """Return 0 to 1: the share of characters in common, more where one holds the other whole."""
    blocks = SequenceMatcher(None, title, heading, autojunk=False).get_matching_blocks()
    common = sum(block.size for block in blocks)
    return (2 * common / (len(title) + len(heading)) + common / len(title)) / 2 if common else 0.0
