"""Headings of the articles and divisions of laws and bylaws: 第1章, 第2条."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.counters import BLANK, NUMERAL, counter_value
from rulebook.clauses.numbering import RUNNING_ON

_DIVISIONS = "編部章節款"  # From the largest to the smallest
_DIVISION = re.compile(rf"\s*第{BLANK}({NUMERAL}){BLANK}([{_DIVISIONS}])[.．:：]?{BLANK}")
_WORDS = ("part", "book", "volume", "chapter", "teil", "kapitel", "partie", "chapitre", "parte")
_WORD = re.compile(
    rf"[\s\v]*(?=[A-Z])((?i:{'|'.join(_WORDS)}))\s+([IVX]{{1,5}}|[0-9]{{1,3}})\b[.:)]?"
    rf"(?:\s+[-–—])?{BLANK}(?![a-z])"
)
Heading = tuple[dict[str, int], int]
# A note in the margin: 「着手の順序 第2条」.
_NOTE_BEFORE = re.compile(
    rf"^\s*([^\s。、][^。、]{{0,28}}?)[ \u3000]+(第{BLANK}{NUMERAL}{BLANK}条)\s*$"
)
_ARTICLE_BEHIND = re.compile(
    rf"(\s*第{BLANK}{NUMERAL}{BLANK}章[^。、]{{0,20}}?)[ \u3000]+"
    rf"(?=第{BLANK}{NUMERAL}{BLANK}条)"
    r"|(\s*[(（][0-9a-zａ-ｚ]{1,2}[)）])[ \u3000]+(?=[(（][0-9a-zａ-ｚ]{1,3}[)）][ \u3000])"
)
_CITED_ON = re.compile(rf"第?{NUMERAL}[条項号]|{RUNNING_ON.pattern}")


def _division_in(line: str) -> Heading:
    """Return the number of each division that ``line`` is the heading of, by its unit (第2部
    第1章), and the offset behind; clauses below belong to these. Empty, and 0, for other lines,
    such as a sentence that only cites a chapter (第1章の規定は)."""
    values: dict[str, int] = {}
    end = 0
    while (match := _DIVISION.match(line, end)) and match[2] not in values:
        values[match[2]] = counter_value(match[1])
        end = match.end()
    return ({}, 0) if _CITED_ON.match(line, end) else (values, end)


def division_heading(line: str) -> Heading:
    """Return the number of each division that ``line`` begins (第2部 第1章, or Chapter IV), by its
    unit (部, 章, chapter), and the offset of the title behind. Empty, and 0, for a line that begins
    none."""
    if word := _WORD.match(line):
        return {word[1].lower(): counter_value(word[2])}, word.end()
    return _division_in(line)


def with_articles_apart(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with each article at the start of a line, because articles are found only
    there. A note in the margin is put after it (「着手の順序 第2条」); the heading of a chapter
    before it (「第1章 総則 第1条」) is moved to the blank line above."""
    result = [_NOTE_BEFORE.sub(r"\2 \1", line) for line in lines]
    for at, (above, line) in enumerate(pairwise(result)):
        if not above.strip() and (match := _ARTICLE_BEHIND.match(line)):
            result[at], result[at + 1] = match[0].rstrip(), line[match.end() :]
    return result
