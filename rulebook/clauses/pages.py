"""Stage two: what every page of a document repeats, running headers and page numbers, set aside.

Nothing in a text says that a line is one; it shows in how they come again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rulebook.clauses.lines import Line
from rulebook.text.normal import fold

# 12, - 12 -, p. 12, 12 / 40, 第12頁: nothing else in the line.
_PAGE_NUMBER = re.compile(
    r"(?:[-–—―~〜\[(<【] ?)?(?:第|p(?:age|\.)? ?)?([0-9]{1,3})"
    r"(?: ?(?:/|of) ?[0-9]{1,3})?(?: ?(?:ページ|頁))?(?: ?[-–—―~〜\])>】])?"
)
_DIGITS = re.compile(r"[0-9]+")
# A sentence may come twice by chance; what three pages have, they all have.
_FEWEST = 3
# Where no page breaks are marked: no page has fewer lines between its number and the next.
_SHORTEST_PAGE = 4
# Header and footer are seldom of more lines.
_REACH = 2
_LONGEST_NUMBER = 20
_LONGEST_HEADER = 80


def split_pages(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines of the document proper, and the headers, footers and page numbers."""
    numbers = _page_numbers(lines)
    headers = _running_headers(lines, _edges(lines, numbers))
    furniture = numbers | headers
    proper = tuple(line for at, line in enumerate(lines) if at not in furniture)
    return proper, tuple(lines[at] for at in sorted(furniture))


def _page_numbers(lines: Sequence[Line]) -> set[int]:
    """Return the places of the longest row of lone numbers that go up by one, page by page."""
    rows: dict[int, list[int]] = {}
    values: dict[int, int] = {}
    for at, line in enumerate(lines):
        if len(line.text) > _LONGEST_NUMBER:
            continue
        match = _PAGE_NUMBER.fullmatch(fold(line.text).strip())
        if match is None:
            continue
        values[at] = int(match[1])
        before = [
            row
            for end, row in rows.items()
            if 0 < values[at] - values[end] <= _REACH
            and (at - end >= _SHORTEST_PAGE or any(e.page_break for e in lines[end + 1 : at + 1]))
        ]
        rows[at] = [*max(before, key=len, default=[]), at]
    longest = max(rows.values(), key=len, default=[])
    return set(longest) if len(longest) >= _FEWEST else set()


def _edges(lines: Sequence[Line], numbers: set[int]) -> set[int]:
    """Return the places near the edges of pages; where there are none, none is one."""
    breaks = {at for at, line in enumerate(lines) if line.page_break}
    around = range(-_REACH, _REACH)
    edges = {at + by for at in breaks for by in around}
    edges |= {at + by for at in numbers for by in (*around, _REACH)}
    return edges | set(range(_REACH)) if edges else edges


def _running_headers(lines: Sequence[Line], edges: set[int]) -> set[int]:
    """Return the places of lines that come again at the edges of pages, but for their digits.

    What stands at the very beginning is the title of the document.
    """
    found: set[int] = set()
    for places in _repeated(lines).values():
        at_edges = [at for at in places if at in edges]
        if len(at_edges) >= _FEWEST and 2 * len(at_edges) > len(places):
            found |= set(at_edges) - set(range(_REACH))
    return found


def _repeated(lines: Sequence[Line]) -> Mapping[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        # A number at the beginning is that of a clause; one that ends a header is its page's.
        if len(line.text) <= _LONGEST_HEADER and not line.text[:1].isdigit():
            places[_DIGITS.sub("#", fold(line.text).strip())].append(at)
    return places
