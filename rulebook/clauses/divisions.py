"""Parts or chapters in each of which the numbers begin again: 第1章, 1., 1-1, 第2章, 1., 1-1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.clauses.articles import article_in, division_in
from rulebook.clauses.counters import BLANK, counter_value
from rulebook.clauses.lines import HEADING, TEXT
from rulebook.clauses.numbering import HALF_WIDTH

_WORDS = ("part", "book", "volume", "chapter", "teil", "kapitel", "partie", "chapitre", "parte")
_WORD = re.compile(
    rf"[\s\v]*(?=[A-Z])((?i:{'|'.join(_WORDS)}))\s+([IVX]{{1,5}}|[0-9]{{1,3}})\b[.:)]?"
    rf"(?:\s+[-–—])?{BLANK}(?![a-z])"
)
_NUMBER = re.compile(
    r"([\s\v]*)([0-9]{1,3})((?:[.-](?:[0-9]{1,3}|[a-z](?![a-z])))*)([.)]?)(?=\s|$)"
)
_FEWEST, _SHARE = 3, 0.5  # Of numbers: a few may recur by misprint or be cited
Heading = tuple[dict[str, int], int]


def with_divisions(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with the number of its part or chapter before each number (21-1-5 for 1-5 in
    第21章), and the units of these, if numbers begin again in each: otherwise different clauses
    would have the same number. Other documents are unchanged, and laws, which count articles."""
    headings = [division_heading(line) for line in lines]
    if any(map(article_in, lines)):
        return list(lines), ()
    numbers = [_NUMBER.match(line[:40].translate(HALF_WIDTH)) for line in lines]
    separator = "-" if any(number and "-" in number[3] for number in numbers) else "."
    begin_again, units = _begin_again(headings, numbers)
    if not begin_again:
        return list(lines), ()
    result = list(lines)
    inside: dict[str, int] = {}
    sections = _next_sections(numbers)
    for at, (line, (values, end), number) in enumerate(zip(lines, headings, numbers, strict=True)):
        if values:
            first = units.index(next(iter(values)))
            inside = {unit: inside[unit] for unit in units[:first] if unit in inside} | values
            above = separator.join(map(str, inside.values()))
            result[at] = f"{HEADING}{above}. {line[end:].strip()}"
        elif number and inside and (number[3] or sections[at] == number[2] or HEADING in line):
            own = number[2] + number[3]
            result[at] = f"{number[1]}{above}{separator}{own}. {line[number.end() :].lstrip()}"
        elif number and inside:
            result[at] = TEXT + line
    return result, units


def division_heading(line: str) -> Heading:
    """Return the number of each division that ``line`` begins (第2部 第1章, or Chapter IV), by its
    unit (部, 章, chapter), and the offset of the title behind: clauses below have these numbers in
    front of theirs. Empty, and 0, for a line that begins none."""
    if word := _WORD.match(line):
        return {word[1].lower(): counter_value(word[2])}, word.end()
    return division_in(line)


def _begin_again(
    headings: Sequence[Heading], numbers: Sequence[re.Match[str] | None]
) -> tuple[bool, tuple[str, ...]]:
    """Return whether numbers of several parts recur in different divisions (2章), or do not begin
    with that of the only one: then only a number with its division names one clause. Also return
    the units of the divisions, from the largest."""
    units: list[str] = []
    division = 0
    value = 0
    places: dict[str, set[int]] = {}
    own = count = 0
    for (values, _), number in zip(headings, numbers, strict=True):
        units += [unit for unit in values if unit not in units]
        if values:
            division, value = division + 1, [*values.values()][-1]
        elif number and number[3]:
            places.setdefault(number[2] + number[3], set()).add(division)
            count += 1
            own += int(number[2]) == value
    again = sum(len(found - {0}) > 1 for found in places.values())
    is_other = division == 1 and not any(0 in found for found in places.values())
    is_other &= own < _SHARE * count and count >= _FEWEST
    return (again >= _FEWEST and again > _SHARE * own) or is_other, tuple(units)


def _next_sections(numbers: Sequence[re.Match[str] | None]) -> list[str]:
    """Return for each line the first part of the next number of several parts, or empty: a number
    of one part is that of a chapter if its first section comes next; others number lists."""
    result: list[str] = []
    following = ""
    for number in reversed(numbers):
        result.append(following)
        if number and number[3]:
            following = number[2]
        elif number and following == number[2]:
            following = ""
    return result[::-1]
