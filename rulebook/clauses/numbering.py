"""Stage three: which lines begin a clause.

``7.2.1.3.1.`` at the start of a line is a clause number; the same digits in running text, or the
``1.`` of a list inside a clause, are not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.clauses.lines import Line
from rulebook.clauses.numbers import format_number

_NUMBER = re.compile(r"([0-9]{1,3}(?:([.-])[0-9]{1,3}(?:\2[0-9]{1,3})*)?)\.(?![0-9])([ \t\u3000]*)")
# Full-width digits and points are read alike; each stays one character.
_HALF_WIDTH = str.maketrans("０１２３４５６７８９．－", "0123456789.-")
_LONGEST = 80
# What no sentence begins with, so that it goes on from what stands before it: from a number
# (「4.10.4.2.を実行した」「8-10-1-1.以外の」) or from the line above.
RUNNING_ON = re.compile(
    r"[をにのへでが、。）)」～~]|は(?!じめ)|と(?!き)|から|まで|参照|以[外下上降前]"
)


@dataclass(frozen=True, slots=True)
class NumberAtStart:
    """A number at the start of a line: as documents print it, its parts, and the text behind it."""

    printed: str
    parts: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of the rules; ``number`` is set where it begins a clause."""

    line: Line
    number: NumberAtStart | None


def number_of(line: Line, separator: str) -> NumberAtStart | None:
    """Return the clause number that ``line`` may begin with, by its form alone."""
    match = _NUMBER.match(line.text[:_LONGEST].translate(_HALF_WIDTH))
    if match is None or match[2] not in (None, separator):
        return None
    rest = line.text[match.end() :]
    parts = tuple(int(part) for part in match[1].split(separator))
    if len(parts) > 1 and not match[3] and RUNNING_ON.match(rest):
        return None
    return NumberAtStart(format_number(parts, separator), parts, rest)


def number_lines(body: Sequence[Line], separator: str) -> tuple[NumberedLine, ...]:
    """Decide for each line of the rules whether it begins a clause."""
    forms = [number_of(line, separator) for line in body]
    result: list[NumberedLine] = []
    chapters: dict[int, str] = {}
    item = 0  # the number of the last list item seen since the last clause began
    for line, form, ahead in zip(body, forms, _look_ahead(forms), strict=True):
        if form is None:
            result.append(NumberedLine(line, None))
        elif len(form.parts) > 1:
            item = 0
            result.append(NumberedLine(line, form))
        elif _is_chapter(form, chapters, ahead, item):
            chapters[form.parts[0]] = form.text
            item = 0
            result.append(NumberedLine(line, form))
        else:
            item = form.parts[0]
            result.append(NumberedLine(line, None))
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What follows a line: the chapter of the next section, and whether its own number is printed
    once more before it."""

    chapter: int | None
    again: bool


def _look_ahead(forms: Sequence[NumberAtStart | None]) -> list[_Ahead]:
    ahead: list[_Ahead] = []
    chapter: int | None = None
    singles: set[int] = set()
    for form in reversed(forms):
        first = form.parts[0] if form else None
        ahead.append(_Ahead(chapter, first in singles))
        if form is None:
            continue
        if len(form.parts) > 1:
            chapter = first
            singles = set()
        else:
            singles.add(form.parts[0])
    return ahead[::-1]


def _is_chapter(form: NumberAtStart, chapters: Mapping[int, str], ahead: _Ahead, item: int) -> bool:
    """Tell a chapter's ``6.`` from the ``6.`` of a list.

    What follows decides: the last ``6.`` before section 6.1 is the chapter.  A chapter without
    sections is the next in order and does not continue a list.
    """
    value = form.parts[0]
    continues_list = item > 0 and item == value - 1
    if value in chapters:
        return chapters[value] == form.text
    if ahead.chapter == value:
        return not (continues_list and ahead.again)
    return not continues_list and (not chapters or value == max(chapters) + 1)
