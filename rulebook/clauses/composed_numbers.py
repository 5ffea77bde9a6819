"""Full numbers for documents that count each level of their numbers separately."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.articles import article_in, with_articles, with_articles_apart
from rulebook.clauses.counters import (
    LETTER_LEVELS,
    NAMED,
    OPEN,
    Counters,
    counter_value,
    parts_of,
    possible_counters,
    with_number,
)
from rulebook.clauses.game import WHOLE
from rulebook.clauses.lines import TEXT
from rulebook.clauses.numbering import HALF_WIDTH, lettered_numbers

_FEWEST_ARTICLES = 2
_SHARE_OF_SEVERAL = 0.2
_FEWEST_COUNTED = 8
_FEWEST_NAMED = 4
_SEVERAL_PARTS = re.compile(r"\s*([A-Z]|[0-9]{1,3})[.-]([0-9]{1,3})(?!(?:\t[^\t]{0,4})+$)")
_ITEM = re.compile(r"\s*[0-9０-９]{1,3}[.．](?![0-9０-９])")
_NUMBER_OF_LINE = re.compile(r"\s*((?:[0-9]{1,3}|[A-Z])(?:[.-][0-9]{1,3})+)[.]?(?![0-9])")
_ENCLOSED = ("①", "(1)", "(i)", "(a)", "(ア)", "1)", "a.")
_CITED_ENCLOSED = re.compile(
    r"[0-9][.-][0-9]{1,3}[.．]?[ の]?"
    r"((?:[(（](?:[0-9]{1,2}|[a-z]{1,3}|[ア-コ])[)）]|[①-⑳])+|[a-z][)）])"
)
_FEWEST_OPENED = 2  # Sections: a list may begin with (1) in one
_WIDEST_GAP = 5  # How many values a counter may skip, because clauses were deleted


def with_composed_numbers(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with full numbers (2.1) where the document counts each level separately
    (第2条, 1), because the reader knows only full numbers. The second value names the levels, the
    outermost first: references use them (第2条第1項). It is empty for other documents. Where 1. is
    not the outermost level, an item that continues no level is marked as text: it is no chapter."""
    lines = with_articles_apart(lines)
    result, levels = _composed(lines)
    if levels[:1] in ((), (WHOLE,), (OPEN,)):
        return result, levels
    is_new = [line != now for line, now in zip(lines, result, strict=True)]
    first = is_new.index(True) if any(is_new) else 0
    return [
        TEXT + line if at > first and not is_new[at] and _ITEM.match(line) else line
        for at, line in enumerate(result)
    ], levels


def _composed(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with full numbers (2.1 for 1 below 第2条) and the names of the levels. Three
    kinds of documents need three ways: laws, those that print some full numbers, and all others."""
    found = [possible_counters(line) for line in lines]
    articles = [counter_value(one[1]) for line in lines if (one := article_in(line))]
    if len(articles) >= _FEWEST_ARTICLES or articles == [1]:  # any other is only cited
        return with_articles(lines, found)
    matches = (_SEVERAL_PARTS.match(line.translate(HALF_WIDTH)) for line in lines)
    several = [(match[1], int(match[2])) for match in matches if match]
    parts = {*several}
    are_counted = sum((above, last - 1) in parts for above, last in parts) >= _FEWEST_ARTICLES
    # A few may be amounts: 「2．15歳以下の人」. These do not follow each other.
    share = _SHARE_OF_SEVERAL / 2 if are_counted else _SHARE_OF_SEVERAL
    if len(several) >= max(_FEWEST_ARTICLES, share * sum(map(bool, found))):
        return _with_counters_below(lines, found)
    return _with_counted_levels(lines, found)


def _with_counters_below(
    lines: Sequence[str], found: Sequence[Counters]
) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with full numbers for counters below printed ones ((1) below 2-1 is 2-1-1),
    because the reader knows only full numbers, and the names of the levels. Only counters that the
    document cites, or that begin in several sections, number clauses; others number lists."""
    numbers = [_NUMBER_OF_LINE.match(line.translate(HALF_WIDTH)) for line in lines]
    others = lettered_numbers(lines)  # what is counted below them is not below a clause
    used = _counters_of_clauses(lines, found, numbers)
    result: list[str] = []
    depth: tuple[str, ...] = ()
    levels: _CountedLevels | None = None
    for at, (line, names, number) in enumerate(zip(lines, found, numbers, strict=True)):
        levels = None if at in others else levels
        if number:
            levels = _CountedLevels(number[1])
            # A counter may follow on the same line: 2-1 (1).
            levels.rewrite("", possible_counters(line[number.end() :]), used)
            result.append(line)
        else:
            result.append(levels.rewrite(line, names, used) if levels else line)
        if levels and len(levels.names) > len(depth):
            depth = levels.names
    return result, (WHOLE, *depth) if depth else ()


def _counters_of_clauses(
    lines: Sequence[str],
    found: Sequence[Counters],
    numbers: Sequence[re.Match[str] | None],
) -> set[str]:
    """Return the counters in brackets that number clauses; others number the items of lists. They
    are those that the document cites or that begin in several of its sections; if there are any,
    Roman ones are added, which are below these."""
    used: set[str] = set()
    for cited in (match[1] for line in lines for match in _CITED_ENCLOSED.finditer(line)):
        for piece in re.findall(r"[(（]?[^()（）①-⑳]+[)）]|[①-⑳]", cited):
            used |= {name for name in possible_counters(f"{piece} ") if name in _ENCLOSED}
    starts = [at for at, number in enumerate(numbers) if number]
    opened: Counter[str] = Counter()
    for start, end in pairwise([*starts, len(lines)]):
        number = numbers[start]
        first = possible_counters(lines[start][number.end() :] if number else "")
        inside = (each for names in [first, *found[start + 1 : end]] for each in names.items())
        opened.update({name for name, (value, _) in inside if value == 1})
    used |= {name for name in _ENCLOSED if opened[name] >= _FEWEST_OPENED}
    # Roman numerals are below another counter, often in only one section.
    return used | {"(i)", "i."} if used else used


def _with_counted_levels(
    lines: Sequence[str], found: Sequence[Counters]
) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with counters of nested levels (一、 1． （1）) as full numbers (1.1.1), by
    which clauses are cited and which the reader knows, and the names of the levels. Only counters
    that begin again, reach 2 or have a word (第1章) count. If they are few, nothing changes, since
    those number the items of lists; fewer are enough if some have a word."""
    counts = Counter((name, value) for names in found for name, (value, _) in names.items())
    firsts = {name: count for (name, value), count in counts.items() if value == 1}
    # Letters that stop at A are not counters: answers begin with “A.”.
    several = {name for name in firsts if firsts[name] > 1 and name not in LETTER_LEVELS}
    used = several | {name for name in firsts if (name, 2) in counts or name in NAMED}
    levels = _CountedLevels()
    result = [levels.rewrite(line, names, used) for line, names in zip(lines, found, strict=True)]
    fewest = _FEWEST_NAMED if set(levels.names) & {*NAMED} else _FEWEST_COUNTED
    return (result, levels.names) if levels.counted >= fewest else (list(lines), ())


class _CountedLevels:
    """The counters that are open at a line (第2章, then (3)), each with its value, from which the
    full number of the next counter is put together (2.4 for (4))."""

    def __init__(self, above: str = "") -> None:
        """``above`` is a full number (2-1) printed above the counters, with which theirs begin."""
        self._above = above
        self._values: dict[str, int] = {}
        self._last: dict[str, int] = {}  # Also of levels that ended: articles may be counted on
        self._homes: set[tuple[str, str]] = set()  # Which counter began below which
        self._first = ""  # The line of the last outermost 1
        self.counted = 0  # How many lines were numbered: a few may be items of lists
        self.names: tuple[str, ...] = ()  # Of the deepest line

    def rewrite(self, line: str, found: Counters, used: set[str]) -> str:
        """Return ``line`` with its full number (2.1.3) in place of its counter (（3）), because the
        document prints only the last part, and clauses are cited by all. ``found`` has the counters
        that it may begin with. Only those in ``used`` number clauses, and only if the value comes
        next or begins a level: else the line is unchanged text. Updates the open levels,
        ``counted``, and ``names`` if no line before was as deep."""
        if any(name in used for name in found) and self._first.startswith(line.strip()):
            self._values, self._last = {}, {}  # that 1 was an entry of the contents
        for may_skip in (False, True):
            for name, (value, end) in found.items():
                if name not in used or not self._continues(name, value, may_skip):
                    continue
                if name in self._values:
                    while next(reversed(self._values)) != name:
                        self._values.popitem()  # those below begin again
                else:
                    self._homes.add((next(reversed(self._values), ""), name))
                self._values[name] = self._last[name] = value
                self._first = line.strip() if [*self._values.values()] == [1] else self._first
                if len(self._values) > len(self.names):
                    self.names = tuple(counter.split()[0] for counter in self._values)
                self.counted += 1
                parts = parts_of(self._values, is_outermost=not self._above)
                return with_number(parts, line[end:], self._above)
        return line

    def _continues(self, name: str, value: int, may_skip: bool) -> bool:
        """Whether counter ``name`` goes on with ``value``, or begins a level with 1. If it
        ``may_skip`` values, some clauses were deleted: then a level may also begin with a higher
        value, where it began before."""
        now, last = self._values.get(name, 0), self._last.get(name, 0)
        if not may_skip:  # articles may be counted through all chapters
            further = now and name in _ENCLOSED and value == now + 2
            return bool(further) or value in ((now + 1,) if now else (1, last + 1))
        if now:
            return now < value <= now + _WIDEST_GAP
        if name in NAMED and last < value <= last + _WIDEST_GAP:
            return True
        innermost = next(reversed(self._values), "")
        return value <= _WIDEST_GAP and (innermost, name) in self._homes
