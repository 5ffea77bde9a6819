"""Finding the heading that a title reference means: exactly, or by similarity, never by guessing.

A title is not compared with every heading, but only with those that have characters in common with
it, the likeliest first, until no other can change the outcome.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from heapq import heapify, heappop
from itertools import pairwise

from rulebook.clauses.model import Clause, Rulebook
from rulebook.text.normal import fold

# How similar a title must be to a heading, and by how much more than to the next.
_ALIKE = 0.55
_AHEAD = 0.1
# Pieces in more headings than this do not distinguish any; 50 is already many for a rulebook.
_TELLING = 400
# How many headings a title is compared with; where that many are near, none is clearly ahead.
_CLOSEST = 100
# The sign that numbers the parts of a heading: 「アタック①」.
CIRCLED = re.compile(r"(?<![ 　])[ 　]*[①-⑳]$")


class HeadingIndex:
    """The headings of one rulebook, by their folded form."""

    def __init__(self, book: Rulebook) -> None:
        """Index the headings of ``book``: whole, and by characters, for misspelt titles."""
        self._exact: dict[str, list[Clause]] = {}
        for clause in book.clauses:
            if clause.title:
                self._exact.setdefault(_flat(clause.title), []).append(clause)
        self._headings = list(self._exact)
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for place, heading in enumerate(self._headings):
            for piece in {*_letters(heading), *pairs_of(heading)}:  # pairs where letters are common
                self._having[piece].append(place)
        self._likest = cache(self._find_most_similar)  # comparing is slow

    def exact(self, title: str) -> Sequence[Clause]:
        """Return every clause with the heading ``title``, compared without width and spaces; empty
        if none. All are returned, so callers see when a title is ambiguous."""
        return self._exact.get(_flat(title), ())

    def find(self, title: str) -> Clause | None:
        """Return the clause whose heading is ``title`` or is nearly so; None if several may be.
        Titles are cited with typing errors, but a wrong target is worse than none."""
        exact = self.exact(title)
        if exact:
            return exact[0] if len(exact) == 1 else None
        return self._likest(_flat(title))

    def _find_most_similar(self, title: str) -> Clause | None:
        """Return the clause whose heading is clearly more similar to ``title`` than all others,
        else None. The most promising headings are compared first, since comparing all is slow;
        after ``_CLOSEST`` of them it gives up."""
        best, second, likest = 0.0, 0.0, ""
        waiting = [(-bound, place) for place, bound in self._candidates(title)]
        heapify(waiting)
        for _ in range(_CLOSEST):
            # No remaining heading is more similar to the title than this.
            bound = -waiting[0][0] if waiting else 0.0
            most = max(best, bound)
            if bound <= second or most < _ALIKE or most - second < _AHEAD:
                break
            heading = self._headings[heappop(waiting)[1]]
            alike = _similarity(title, heading)
            second = max(second, min(best, alike))
            if alike > best:
                best, likest = alike, heading
        else:
            return None
        if best < _ALIKE or best - second < _AHEAD or len(self._exact[likest]) > 1:
            return None
        return self._exact[likest][0]

    def _candidates(self, title: str) -> Iterator[tuple[int, float]]:
        """Yield each heading that shares letters with ``title``, and the highest similarity it can
        have, so few need a full comparison. Letters that most headings have exclude nothing, so
        pairs are looked up instead."""
        common: Counter[int] = Counter()
        everywhere = 0
        for letter in _letters(title):
            having = self._having.get(letter, ())
            if len(having) > _TELLING:
                everywhere += 1
            else:
                common.update(having)
        for pair in pairs_of(title) if everywhere else ():
            having = self._having.get(pair, ())
            if len(having) <= _TELLING:
                common.update(dict.fromkeys(having, 0))
        for place, count in common.items():
            yield place, _share(count + everywhere, len(title), len(self._headings[place]))


def alike(title: str, heading: str) -> bool:
    """Whether ``title`` may be a misspelt ``heading``. A citation with number and title is accepted
    despite a typing error, but not if the title is that of another clause."""
    return _similarity(_flat(title), _flat(heading)) >= _ALIKE


def _flat(title: str | None) -> str:
    """Return ``title`` folded and without circled numbers, spaces and a final stop, "" for None.
    Citations of headings leave these out, so both are compared in this form."""
    return fold(CIRCLED.sub("", title or "")).replace(" ", "").rstrip("。.")


def _letters(title: str) -> Iterator[str]:
    """Yield each character of ``title`` with the number of its earlier occurrences: in a set of
    these, a repeated letter counts as often as both titles have it."""
    seen: Counter[str] = Counter()
    for char in title:
        yield f"{char} {seen[char]}"
        seen[char] += 1


def pairs_of(text: str) -> Iterator[str]:
    """Return the pairs of neighbouring characters of ``text``. They serve as words in comparing,
    since Japanese has no spaces between words."""
    return (f"{one}{other}" for one, other in pairwise(text))


def _similarity(title: str, heading: str) -> float:
    """Return how similar two titles are, from 0 to 1, by the characters that they have in common in
    the same order. A title cited with a typing error still has most of them."""
    blocks = SequenceMatcher(None, title, heading, autojunk=False).get_matching_blocks()
    return _share(sum(block.size for block in blocks), len(title), len(heading))


def _share(common: int, title: int, heading: int) -> float:
    """Return the similarity, from 0 to 1, of titles with ``common`` characters in common and the
    lengths ``title`` and ``heading``. The share of the cited title counts as much as that of both,
    because a citation may shorten the title."""
    return (2 * common / (title + heading) + common / title) / 2 if common else 0.0
