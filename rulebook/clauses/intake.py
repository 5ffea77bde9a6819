"""Notations of other documents, rewritten line by line into numbers that the reader knows.

Markdown, the articles of laws and clubs (第1条), numbers that a line end broke, and lines that
mark a page.  Each line stays in its place, so that findings name the lines of the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

# What the line splitter takes for the end of a page.
_PAGE_END = "<|page|>"
_FEWEST_MARKERS = 2
# Signs around a word or a number: ---PAGE---, === 12 ===.
_MARKER = re.compile(r"\s*([-=*_#~]{2,})\s*[^\s\-=*_#~].{0,30}?\s*\1\s*$")
_RULE = re.compile(r"\s*([-=*_~])\1{2,}\s*$")
_DIGITS = re.compile("[0-9０-９]+")

_MARKDOWN = re.compile(r"^(\s*)(?:(?:[-*+]|#{1,6})\s+)?(\*\*|__)?(?=[0-9]{1,3}[.\-])")
_FEWEST_BOLD = 3

# A point at the end closes a number, a hyphen does not.
_BROKEN_NUMBER = re.compile(r"^\s*(?:[0-9]{1,3}-)+$")
_NUMBER_GOES_ON = re.compile(r"^\s*[0-9]{1,3}(?:[.-][0-9]{1,3})*[.\s\u3000]")
_NUMBERED = re.compile(r"^(\s*)([0-9]{1,3}(?:([.-])[0-9]{1,3})(?:\3[0-9]{1,3})+)\.(?=[ \u3000])")

_KANJI = "〇一二三四五六七八九"
_NUMERAL = "[0-9０-９〇一二三四五六七八九十百]{1,5}"
_FEWEST_ARTICLES = 2
_BLANK = r"[ \t\u3000]*"
_CHAPTER = re.compile(rf"^\s*第({_NUMERAL})[章編]{_BLANK}")
_ARTICLE = re.compile(rf"^\s*第({_NUMERAL})条(?:の({_NUMERAL}))?{_BLANK}")
_PARAGRAPH = re.compile(rf"^\s*(?:第({_NUMERAL})項|([0-9０-９]{{1,2}})(?=[ \t\u3000]))[ \t\u3000]*")
_ITEM = re.compile(
    rf"^\s*(?:第?({_NUMERAL})号|([一二三四五六七八九十]{{1,3}})(?=[ \t\u3000、]))[ \t\u3000、]*"
)
_SUBITEM = re.compile(rf"^\s*[(（]([0-9０-９]{{1,2}}|[一二三四五六七八九十]{{1,3}})[)）]{_BLANK}")


def rewrite_notation(source: str) -> str:
    """Return a document with its numbers as the reader knows them, each line in its place."""
    lines = source.split("\n")
    for rewrite in _REWRITES:
        lines = rewrite(lines)
    return "\n".join(lines)


def _without_markers(lines: Sequence[str]) -> list[str]:
    """Replace lines that mark pages: the same signs and words again and again."""
    found = [_DIGITS.sub("0", line.strip()) for line in lines if _is_marker(line)]
    repeated = {line for line, count in Counter(found).items() if count >= _FEWEST_MARKERS}
    return [
        _PAGE_END if _is_marker(line) and _DIGITS.sub("0", line.strip()) in repeated else line
        for line in lines
    ]


def _is_marker(line: str) -> bool:
    return _MARKER.match(line) is not None or _RULE.match(line) is not None


def _without_markdown(lines: Sequence[str]) -> list[str]:
    """Take headings, list marks and bold type from the numbers of a Markdown document."""
    found = [_MARKDOWN.match(line) for line in lines]
    if sum(1 for match in found if match and match[2]) < _FEWEST_BOLD:
        return list(lines)
    return [
        match[1] + line[match.end() :].replace("**", "").replace("__", "") if match else line
        for line, match in zip(lines, found, strict=True)
    ]


def _with_whole_numbers(lines: Sequence[str]) -> list[str]:
    """Join a number that a line end broke: ``2-`` and ``2-1. …`` are 2-2-1."""
    result = list(lines)
    for at, line in enumerate(lines[:-1]):
        if _BROKEN_NUMBER.match(line) and _NUMBER_GOES_ON.match(lines[at + 1]):
            result[at], result[at + 1] = _PAGE_END, line.strip() + lines[at + 1].lstrip()
    return result


def _with_one_separator(lines: Sequence[str]) -> list[str]:
    """Write the few numbers with another separator as nearly all others are written."""
    found = [_NUMBERED.match(line) for line in lines]
    counts = Counter(match[3] for match in found if match)
    if len(counts) < len(".-"):
        return list(lines)
    (usual, most), (other, few) = counts.most_common(2)
    if few * 4 > most:
        return list(lines)
    return [
        match[1] + match[2].replace(other, usual) + line[match.end(2) :]
        if match and match[3] == other
        else line
        for line, match in zip(lines, found, strict=True)
    ]


def _with_article_numbers(lines: Sequence[str]) -> list[str]:
    """Write articles, paragraphs and items of a law as numbers of several parts.

    第2条 is 2, its second paragraph 2.2, an item below it 2.2.1; below chapters 1.2, 1.2.2, ….
    """
    if sum(1 for line in lines if _ARTICLE.match(line)) < _FEWEST_ARTICLES:
        return list(lines)
    numbers = _ArticleNumbers()
    return [numbers.rewrite(line) for line in lines]


class _ArticleNumbers:
    """The numbers of the article, paragraph and item that a line is in."""

    def __init__(self) -> None:
        self._chapter: list[int] = []
        self._above: list[int] = []
        self._item: list[int] = []

    def rewrite(self, line: str) -> str:
        """Return ``line`` with its number in parts; the line itself where it begins nothing."""
        if match := _CHAPTER.match(line):
            self._chapter = self._above = self._item = [_value(match[1])]
            return _numbered(self._chapter, line[match.end() :])
        if match := _ARTICLE.match(line):
            extra = [_value(match[2])] if match[2] else []
            self._above = self._item = [*self._chapter, _value(match[1]), *extra]
            self._article = self._above
            return _numbered(self._above, line[match.end() :])
        if not self._above or self._above == self._chapter:
            return line
        if match := _SUBITEM.match(line):
            return _numbered([*self._item, _value(match[1])], line[match.end() :])
        if match := _ITEM.match(line):
            self._item = [*self._above, _value(match[1] or match[2])]
            return _numbered(self._item, line[match.end() :])
        if match := _PARAGRAPH.match(line):
            self._above = self._item = [*self._article, _value(match[1] or match[2])]
            return _numbered(self._above, line[match.end() :])
        return line


def _numbered(parts: Sequence[int], text: str) -> str:
    return f"{'.'.join(map(str, parts))}. {text}"


def _value(numeral: str) -> int:
    """Return the value of a numeral below 1,000 in digits or in kanji (百二十三)."""
    if numeral.isdecimal():
        return int(numeral)
    total, digit = 0, 0
    for char in numeral:
        if char in _KANJI:
            digit = digit * 10 + _KANJI.index(char)
        elif char.isdecimal():
            digit = digit * 10 + int(char)
        else:
            total, digit = total + max(digit, 1) * (10 if char == "十" else 100), 0
    return total + digit


_REWRITES: tuple[Callable[[Sequence[str]], list[str]], ...] = (
    _without_markers,
    _without_markdown,
    _with_whole_numbers,
    _with_one_separator,
    _with_article_numbers,
)
