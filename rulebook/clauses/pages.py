"""Pages: running headers, footers and page numbers, and two columns side by side.

No mark shows these in a text, only their repetition from page to page or line to line."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from rulebook.clauses.lines import Line
from rulebook.clauses.markup import PAGE_END
from rulebook.clauses.page_marks import DIGITS, lone_marks
from rulebook.clauses.sentences import ends_sentence
from rulebook.text.normal import fold, nfkc

_DATE = re.compile(r"[0-9]{1,4}[/年][0-9]{1,2}[/月][0-9]{1,4}")
# A sentence may occur twice by chance; what is on three pages is on all of them.
_FEWEST = 3
# Headers and footers seldom have more lines.
_REACH = 2
_CHAPTER = re.compile(r"(?:第 ?)?[0-9]{1,3}(?:章|[.．]?[ \t\u3000])")
_COPYRIGHT = re.compile(
    r"(?i:[©ⓒ]|copyright ?[(（©]|(?:copyright|\(c\)) ?[12][0-9]{3}|.*\ball rights reserved\.?$)"
)
_LONGEST_HEADER = 80  # In characters: longer lines are text
# A number after the space between two columns.
_BEHIND_GUTTER = re.compile(r"(?<=  )[0-9]{1,3}(?:[.-][0-9]{1,3})*[.\s]")
_NARROWEST_COLUMN, _FEWEST_NUMBERS_BEHIND, _SHARE_BEHIND = 12, 3, 0.4


def split_pages(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines of the document proper and, apart from them, page markers, headers, footers,
    page numbers and copyright lines: these would become text of clauses that pages interrupt."""
    blank = [line for line in lines if not line.text]
    lines = [line for line in lines if line.text]
    texts = [line.text for line in lines]
    # A clause may begin with its number alone: 3.
    flat = ["" if text[-1] == "." and text[:-1].isdigit() else nfkc(text) for text in texts]
    numbers = lone_marks(texts, flat)
    if texts[-1:] and texts[-1].isdecimal() and ends_sentence("".join(texts[-2:-1])):
        numbers.add(len(texts) - 1)  # of the last page
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


def _running_headers(lines: Sequence[Line], edges: set[int], numbered: int) -> set[int]:
    """Return the indices of running headers, which are not text of clauses: lines that recur, apart
    from their digits, at ``edges``, the indices near the ends of pages. The first lines of the
    document are left out: they are its title. ``numbered`` is how many pages have numbers."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        # A number at the beginning is that of a clause; one that ends a header is its page's.
        is_number = line.text[:1].isdigit() and not _DATE.match(line.text)
        if len(line.text) <= _LONGEST_HEADER and not is_number:
            places[DIGITS.sub("#", fold(line.text).strip())].append(at)
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
    ``edges`` of pages, else the first. A line next to one of another chapter is an entry of
    contents, not a heading."""
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
        own = [*inside, *same][0]
        tops = (at for at in same if any(e.page_break for e in lines[max(0, at - 1) : at + 1]))
        found |= {*tops} - {own}
    return found


def in_one_column(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with the right column of each page below its left one, and the footer below
    both. A converter prints two columns side by side, which mixes their sentences. A line with an
    empty left edge belongs to the footer, unless the left column goes on below it."""
    gutter = _pattern_across_gutter(lines)
    if gutter is None:
        return list(lines)
    result: list[str] = []
    right: list[str] = []
    footer: list[str] = []
    for line in lines:
        if "\f" in line or line == PAGE_END:
            result, right, footer = [*result, *right, *footer], [], []
        if right and not line[:_NARROWEST_COLUMN].strip():
            footer.append(line)
            continue
        match = gutter.match(line.removeprefix("\f"))  # which moves no column
        result += [*footer, line[: len(line) - len(match[2])].rstrip() if match else line]
        footer = []
        right += [match[2]] if match else []
    return [*result, *right, *footer]


def _pattern_across_gutter(lines: Sequence[str]) -> re.Pattern[str] | None:
    """Return a pattern that splits lines at the gutter between two columns, after which many clause
    numbers begin; None without two columns, or if few lines have both, as in tables."""
    starts = Counter(
        match.start()
        for line in lines
        for match in _BEHIND_GUTTER.finditer(line)
        if match.start() >= _NARROWEST_COLUMN
    )
    numbered = {at for at, count in starts.items() if count >= _FEWEST_NUMBERS_BEHIND}
    written = sum(1 for line in lines if line.strip())
    for at in sorted(numbered, key=lambda at: -starts[at]):
        pattern = re.compile(rf"(.{{{at - 2}}}  )(\S.*)")
        if sum(1 for line in lines if pattern.match(line)) >= _SHARE_BEHIND * written:
            return pattern
    return None
