"""Numbers of laws and bylaws, which print only the last part: 第1章, 第2条, then 2, then 一."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.counters import (
    BLANK,
    LETTER_LEVELS,
    NAMED,
    NUMERAL,
    OPEN,
    Counted,
    Counters,
    counter_value,
    parts_of,
    with_number,
)
from rulebook.clauses.numbering import RUNNING_ON

_CHAPTER = re.compile(rf"^\s*第{BLANK}({NUMERAL}){BLANK}[章編][.．:：]?{BLANK}")
_ARTICLE = re.compile(
    rf"^\s*第{BLANK}({NUMERAL}){BLANK}条(?:の({NUMERAL})(?![項号]))?[.．:：]?{BLANK}"
)
# A note in the margin: 「着手の順序 第2条」.
_NOTE_BEFORE = re.compile(
    rf"^\s*([^\s。、][^。、]{{0,28}}?)[ \u3000]+(第{BLANK}{NUMERAL}{BLANK}条)\s*$"
)
_ARTICLE_BEHIND = re.compile(
    rf"(\s*第{BLANK}{NUMERAL}{BLANK}章[^。、]{{0,20}}?)[ \u3000]+"
    rf"(?=第{BLANK}{NUMERAL}{BLANK}条)"
    r"|(\s*[(（][0-9a-zａ-ｚ]{1,2}[)）])[ \u3000]+(?=[(（][0-9a-zａ-ｚ]{1,3}[)）][ \u3000])"
)
# A paragraph or an item; in a document with articles, its number needs no point.
_PARAGRAPH = re.compile(
    rf"^\s*([0-9０-９]{{1,2}})(?=[ \t\u3000．.、,]|$)[．.、,]{{0,2}}(?![0-9０-９．.]){BLANK}"
)
# A heading in brackets above its article, or after its number.
_CAPTION = re.compile(r"\s*[(（【〔][^()（）【】〔〕]{1,40}[)）】〕]\s*$")
_RUN_IN = re.compile(r"^([(（【〔][^()（）【】〔〕]{1,40}[)）】〕])[ \u3000]*(?=[^\s|])")
_CITED_ON = re.compile(rf"第?{NUMERAL}[条項号]|{RUNNING_ON.pattern}")
_ARTICLE_LEVELS = ("条", "項", "号")
_INNER = "1.1."  # A list inside an item that is counted in the same way
# The counters of paragraphs; the number of the first is often not printed.
_PARAGRAPHS = {OPEN, "①", "項"}
# These count only if a second one follows: answers begin with “A.”.
_SINGLE = (*LETTER_LEVELS, "I.", "i.", "ア", "イ")
_FURTHEST = 2  # How far a number may be from the one before: a clause may have been deleted
_SECOND = 2
_FEWEST_FIRST = 2


def with_articles(
    lines: Sequence[str], found: Sequence[Counters]
) -> tuple[list[str], tuple[str, ...]]:
    """Return the ``lines`` of a law with full numbers (2.3 for 3 below 第2条), and the names of its
    levels (条, 項). ``found`` has the possible counters of each line. A heading in brackets above
    an article is put after the article's number, because headings are looked for only there."""
    used = {name.split()[0] for names in found for name in names}
    used = {OPEN, _INNER, *used} - {*NAMED}  # headings are above articles
    split: set[tuple[int, ...]] = set()
    # A number alone on its line may be a page number, unless 1 recurs.
    are_alone = sum(line.strip() == "1" for line in lines) >= _FEWEST_FIRST
    each_line = [*zip(lines, found, _recurring(lines), strict=True)]
    for _ in range(2):  # the first time, the articles to split are found
        numbers = _ArticleNumbers(split, used, are_alone)
        rewritten = [numbers.rewrite(*each) for each in each_line]
    written = [at for at, line in enumerate(lines) if line.strip()]
    for above, at in pairwise(written):
        if _CAPTION.match(lines[above]) and (article := article_in(lines[at])):
            rewritten[above] = f"{rewritten[at].split()[0]} {lines[above].strip()}"
            rewritten[at] = lines[at][article.end() :]
    return rewritten, ("章", *_ARTICLE_LEVELS) if numbers.has_chapters else _ARTICLE_LEVELS


def _recurring(lines: Sequence[str]) -> list[bool]:
    """Return for each line whether its paragraph number recurs below it before a 1 begins a list:
    then this line belongs to an inner list, and the other one continues the list around it."""
    result: list[bool] = []
    below: set[str] = set()
    for line in reversed(lines):
        match = _PARAGRAPH.match(line)
        result.append(match is not None and match[1] in below)
        begins = _ARTICLE.match(line) or (match and counter_value(match[1]) == 1)
        below = set() if begins else below | ({match[1]} if match else set())
    return result[::-1]


def article_in(line: str) -> re.Match[str] | None:
    """Return the match of the number of an article (第2条) that ``line`` begins; None for a
    sentence that only cites one, since a wrapped line may begin with 第2条の."""
    match = _ARTICLE.match(line)
    is_sentence = match and match[0][-1] == "条" and _CITED_ON.match(line, match.end())
    return None if is_sentence else match


def with_articles_apart(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with each article at the start of a line, because articles are found only
    there. A note in the margin is put after it (「着手の順序 第2条」); the heading of a chapter
    before it (「第1章 総則 第1条」) is moved to the blank line above."""
    result = [_NOTE_BEFORE.sub(r"\2 \1", line) for line in lines]
    for at, (above, line) in enumerate(pairwise(result)):
        if not above.strip() and (match := _ARTICLE_BEHIND.match(line)):
            result[at], result[at + 1] = match[0].rstrip(), line[match.end() :]
    return result


class _ArticleNumbers:
    """The numbers of the article that a line is in, and of the counters below it. In the articles
    ``split``, the items of the first paragraph, which prints no number, are numbered below that
    paragraph: otherwise the paragraphs that follow would have the same numbers as the items."""

    def __init__(self, split: set[tuple[int, ...]], used: set[str], are_alone: bool) -> None:
        """``used`` are the forms of counters in the document; ``are_alone`` says whether a
        paragraph's number may be alone on its line, where it could also be a page number."""
        self._are_alone = are_alone
        self._split = split
        self._used = used
        self.has_chapters = False
        self._chapter: list[int] = []
        self._article: list[int] = []
        self._above: list[int] = []
        self._below: Counted = {}

    def rewrite(self, line: str, found: Counters, recurs: bool) -> str:
        """Return ``line`` with its full number (2.3.1) in place of its counter, since laws print
        only the last part (第二条, then 3, then 一); other lines are unchanged. An article whose
        first paragraph has items but prints no number is remembered, to count that paragraph.
        ``recurs`` says whether the number recurs below."""
        match = _CHAPTER.match(line)
        if match and not _CITED_ON.match(line, match.end()):
            self.has_chapters = True
            self._chapter, self._above = [counter_value(match[1])], []
            return with_number(self._chapter, line[match.end() :])
        if match := article_in(line):
            extra = [counter_value(match[2])] if match[2] else []
            self._article = [*self._chapter, counter_value(match[1]), *extra]
            first = [1] if tuple(self._article) in self._split else []
            self._above, self._below = [*self._article, *first], {}
            return with_number(self._article, _RUN_IN.sub(r"\1\t", line[match.end() :]))
        if not self._above:
            return line  # no article has begun
        below = self._below
        paragraph = _PARAGRAPH.match(line)  # one alone on its line may be the number of a page
        if paragraph and (self._are_alone or line[paragraph.end() :].strip()):
            found = {OPEN: (counter_value(paragraph[1]), paragraph.end()), **found}
        for name, (value, end) in found.items():
            name = self._level(name.split()[0], value, recurs)
            if name in below and 0 < value - below[name] <= _FURTHEST:
                while next(reversed(below)) != name:
                    below.popitem()  # the levels below this one end
            elif name in below or name not in self._used:
                continue
            elif value == _SECOND and name in _PARAGRAPHS and not _PARAGRAPHS & below.keys():
                if below:  # the items so far belong to paragraph 1, which prints no number
                    self._split.add(tuple(self._article))
                self._above = self._article
                below.clear()
            elif value > (1 if name in _SINGLE else _FURTHEST):
                continue  # no level begins so late
            below[name] = value
            return with_number([*self._above, *parts_of(below)], line[end:])
        return line

    def _level(self, name: str, value: int, recurs: bool) -> str:
        """Return the level of a counter ``name`` at ``value``: the same, or ``_INNER`` for a list
        inside an item, which begins with 1 again. If the value ``recurs`` below, the outer list
        goes on there, so this one is inner: else both would get the same numbers."""
        outer, inner = self._below.get(name, 0), self._below.get(_INNER, 0)
        is_inner = name == OPEN and outer > 0 and value == inner + 1
        return _INNER if is_inner and (value != outer + 1 or inner == 1 or recurs) else name
