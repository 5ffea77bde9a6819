"""Furigana that a text prints as lines or in parentheses, taken out of the sentences.

A lone （かな） after a word may be a remark; a document that reads many of its words so has
furigana, and so has one with lines of nothing but kana above lines of kanji.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.lines import Line, Ruby
from rulebook.records import replace

_READINGS_LINE = re.compile(r"[ぁ-ゖー]{1,8}(?:[ 　]+[ぁ-ゖー]{1,8})*")
_WORD = re.compile(r"[一-龠々]+")
_IN_PARENTHESES = re.compile(r"(?<![一-龠々])([一-龠々]+)[（(]([ぁ-ゖー]+)[）)]")
# A kanji is read with one to four kana.
_LONGEST_READING = 4
_FEWEST_LINES = 3
_FEWEST_WORDS = 5


def split_ruby(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines with their furigana apart, and the lines that are nothing but furigana."""
    above = _readings_lines(lines)
    rest = [line for at, line in enumerate(lines) if at not in above]
    words = {match[1] for line in rest for match in _readings(line.text)}
    if len(words) >= _FEWEST_WORDS:
        rest = [_taken_apart(line) for line in rest]
    return tuple(rest), tuple(lines[at] for at in sorted(above))


def _readings_lines(lines: Sequence[Line]) -> set[int]:
    found = {
        at
        for at, (line, below) in enumerate(pairwise(lines))
        if _READINGS_LINE.fullmatch(line.text)
        and not below.after_blank
        and 2 * len(line.text.replace(" ", "")) <= len(below.text)
        and len(_WORD.findall(below.text)) >= len(line.text.split())
    }
    rows = any(len(lines[at].text.split()) > 1 for at in found)
    return found if rows and len(found) >= _FEWEST_LINES else set()


def _readings(text: str) -> list[re.Match[str]]:
    return [
        match
        for match in _IN_PARENTHESES.finditer(text)
        if len(match[1]) <= len(match[2]) <= _LONGEST_READING * len(match[1])
    ]


def _taken_apart(line: Line) -> Line:
    plain, at = "", 0
    ruby = list(line.ruby)
    for match in _readings(line.text):
        plain += line.text[at : match.end(1)]
        ruby.append(Ruby(len(plain) - len(match[1]), match[1], match[2]))
        at = match.end()
    return replace(line, text=plain + line.text[at:], ruby=tuple(ruby))
