"""Running headers, footers and page numbers, separated from the lines of a document.

No mark shows them in a text; only their repetition from page to page does."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate

from rulebook.clauses.lines import Line
from rulebook.text.normal import fold

# 12, - 12 -, p. 12, 12 / 40, 第12頁: nothing else in the line.
_PAGE_NUMBER = re.compile(
    r"(?:[-–—―~〜\[(<【] ?)?(?:第|p(?:age|\.)? ?)?([0-9]{1,3})"
    r"(?: ?(?:/|of) ?[0-9]{1,3})?(?: ?(?:ページ|頁))?(?: ?[-–—―~〜\])>】])?"
)
_DIGITS = re.compile(r"[0-9]+")
_DATE = re.compile(r"[0-9]{1,4}[/年][0-9]{1,2}[/月][0-9]{1,4}")
# A sentence may occur twice by chance; what is on three pages is on all of them.
_FEWEST = 3
# Where no page breaks are marked: no page has fewer lines between its number and the next.
_SHORTEST_PAGE = 4
# Headers and footers seldom have more lines.
_REACH = 2
_CHAPTER = re.compile(r"(?:第 ?)?[0-9]{1,3}(?:章|[.．]?[ \t\u3000])")
_LONGEST_NUMBER = 20
_COPYRIGHT = re.compile(
    r"(?i:[©ⓒ]|copyright ?[(（©]|(?:copyright|\(c\)) ?[12][0-9]{3}|.*\ball rights reserved\.?$)"
)
_LONGEST_HEADER = 80  # In characters: longer lines are text


def split_pages(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines of the document proper and, apart from them, page markers, headers, footers,
    page numbers and copyright lines: these would become text of clauses that pages interrupt."""
    blank = [line for line in lines if not line.text]
    lines = [line for line in lines if line.text]
    numbers = _page_numbers(lines)
    # Headers are near page breaks (before a line), page numbers (lines themselves) and the start of
    # a document with pages; what recurs elsewhere is text of clauses.
    breaks = {at for at, line in enumerate(lines) if line.page_break}
    breaks |= {len(lines)} if breaks else set()
    around = range(-_REACH, _REACH)
    edges = {at + by for at in breaks for by in around}
    edges |= {at + by for at in numbers for by in (*around, _REACH)}
    edges |= set(range(_REACH)) if edges else set()
    rights = {at for at, line in enumerate(lines) if _COPYRIGHT.match(line.text)}
    headers = _running_headers(lines, edges, len(numbers)) | _chapter_headers(lines, edges)
    others = rights | numbers | headers
    proper = tuple(line for at, line in enumerate(lines) if at not in others)
    found = [*blank, *(lines[at] for at in others)]
    return proper, tuple(sorted(found, key=lambda line: line.number))


def _page_numbers(lines: Sequence[Line]) -> set[int]:
    """Return the indices of the lines that are page numbers, and no text: the longest sequence of
    lines with only a number that rises from page to page. Empty if most have their first section
    below (chapters), or if they are too few to be sure: they may be amounts or cells."""
    breaks = list(accumulate((line.page_break for line in lines), initial=0))
    places = _longest_rising_row(lines, breaks)
    if 2 * sum(_has_section_below(lines, at) for at in places) > len(places):
        return set()
    # One fewer is enough if a page ends at each or a line below it (the end of the document is the
    # end of a page, too), or if the last line is one.
    ends = [*breaks[:-1], breaks[-1] + (breaks[-1] > 0)]
    marked = all(ends[min(at + 2, len(lines))] > breaks[at] for at in places)
    is_sure = marked or len(lines) - 1 in places
    return places if len(places) >= _FEWEST - is_sure else set()


def _has_section_below(lines: Sequence[Line], at: int) -> bool:
    """Whether the lone number on line ``at`` is a chapter’s and no page’s: its section is below."""
    value = _page_number(lines[at])
    texts = (fold(line.text) for line in lines[at + 1 : at + 1 + _REACH])
    return any(text.startswith((f"{value}.", f"{value}-")) for text in texts)


def _longest_rising_row(lines: Sequence[Line], breaks: Sequence[int]) -> set[int]:
    """Return the indices of the longest rising sequence of lines with only a number, each on a page
    of its own: these are page numbers. ``breaks[n]`` counts the page breaks in the first ``n``
    lines; as not all pages are marked, distance shows one, too."""
    before: dict[int, int | None] = {}  # For each number the one before it in its best row
    ranks: dict[int, tuple[int, int]] = {}  # Of that row: longer rows come first, then earlier ones
    ending_in: defaultdict[int, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if (value := _page_number(line)) is None:
            continue
        ends = [
            end
            for step in range(1, _REACH + 1)  # some pages print no number
            for end in ending_in[value - step]
            if at - end >= _SHORTEST_PAGE or breaks[at + 1] > breaks[end + 1]
        ]
        best = before[at] = min(ends, key=ranks.__getitem__, default=None)
        ranks[at] = ((ranks[best][0] if best is not None else 0) - 1, at)
        # Of rows that end far enough from any later number, only the best stays, to limit the work.
        far = [end for end in ending_in[value] if at - end >= _SHORTEST_PAGE]
        near = [end for end in ending_in[value] if at - end < _SHORTEST_PAGE]
        ending_in[value] = [*sorted(far, key=ranks.__getitem__)[:1], *near, at]
    row, last = set(), min(ranks, key=ranks.__getitem__, default=None)
    while last is not None:
        row.add(last)
        last = before[last]
    return row


def _page_number(line: Line) -> int | None:
    """Return the number that is alone on a line (``- 12 -``), or None. Numbers that rise from page
    to page are those of pages, which must not become text of clauses."""
    if len(line.text) > _LONGEST_NUMBER:
        return None
    match = _PAGE_NUMBER.fullmatch(fold(line.text).strip())
    return int(match[1]) if match else None


def _running_headers(lines: Sequence[Line], edges: set[int], numbered: int) -> set[int]:
    """Return the indices of running headers, which are not text of clauses: lines that recur, apart
    from their digits, at ``edges``, the indices near the ends of pages. The first lines of the
    document are left out: they are its title. ``numbered`` is how many pages have numbers."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        # A number at the beginning is that of a clause; one that ends a header is its page's.
        is_number = line.text[:1].isdigit() and not _DATE.match(line.text)
        if len(line.text) <= _LONGEST_HEADER and not is_number:
            places[_DIGITS.sub("#", fold(line.text).strip())].append(at)
    found: set[int] = set()
    pages = max(numbered, 1 + sum(line.page_break for line in lines))
    for same in places.values():
        at_edges = edges.intersection(same)
        # A short document has too few pages to prove a header: there it must be on each of them.
        is_on_each = same[0] < _REACH and len(at_edges) == pages
        if (is_on_each or len(at_edges) >= _FEWEST) and 2 * len(at_edges) > len(same):
            found |= at_edges - set(range(_REACH))
    return found


def _chapter_headers(lines: Sequence[Line], edges: set[int]) -> set[int]:
    """Return the indices of lines at the top of pages that repeat the heading of a chapter, so that
    each chapter begins only once. The heading itself is left out: it is the line away from the
    ``edges`` of pages, else the second of two in a row (the first is the header of its page), else
    the first. A line next to one of another chapter is an entry of contents, not a heading."""
    places: dict[str, list[int]] = defaultdict(list)
    chapters = [_CHAPTER.match(line.text) is not None for line in lines]
    for at, line in enumerate(lines):
        neighbours = {*range(max(0, at - 1), min(at + 2, len(lines)))} - {at}
        is_entry = any(chapters[by] and lines[by].text != line.text for by in neighbours)
        if chapters[at] and not is_entry and len(line.text) <= _LONGEST_HEADER:
            places[line.text].append(at)
    found: set[int] = set()
    for same in places.values():
        inside = [at for at in same if at not in edges]
        doubled = [at for at in same if at - 1 in same]
        own = (*inside[:1], *doubled[:1], same[0])[0]
        tops = (at for at in same if any(e.page_break for e in lines[max(0, at - 1) : at + 1]))
        found |= {*tops} - {own}
    return found
