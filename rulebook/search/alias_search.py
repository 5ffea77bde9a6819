"""What players say of the clauses, their aliases, looked through as one text.

The rules' own words have postings in the table; aliases are many and stand in few clauses each, so
that looking for them where they stand is smaller and fast enough.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate


class AliasSearch:
    """The aliases of every clause, in the order of the clauses."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Take for each clause its aliases, one a line, folded."""
        self._text = "\n".join(lines)
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def places(self, token: str) -> Iterator[int]:
        """Yield the places of the clauses that have ``token`` in an alias."""
        at = self._text.find(token)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            yield place
            at = self._text.find(token, self._starts[place + 1])
