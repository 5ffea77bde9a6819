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
from rulebook.clauses.lines import HEADING
from rulebook.clauses.numbering import RUNNING_ON
from rulebook.clauses.sentences import ends_sentence

_DIVISIONS = "編部章節款"  # From the largest to the smallest
_DIVISION = re.compile(rf"\s*第{BLANK}({NUMERAL}){BLANK}([{_DIVISIONS}])[.．:：]?{BLANK}")
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
_WIDEST_GAP = 3
_SECOND = 2
_LONGEST_NAME, _FEWEST_NAMES = 30, 2
_CLAUSE_SIGN = re.compile("[、。，．:：;；!！?？]")
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
    divisions = _divisions(lines)
    # A number alone on its line may be a page number, unless 1 recurs.
    are_alone = sum(line.strip() == "1" for line in lines) >= _FEWEST_FIRST
    each_line = [*zip(lines, found, _recurring(lines), strict=True)]
    for _ in range(2):  # the first time, the articles to split are found
        numbers = _ArticleNumbers(split, used, divisions, are_alone)
        rewritten = [numbers.rewrite(*each) for each in each_line]
    for above, at in _captions(lines, found).items():
        article = article_in(lines[at])
        rewritten[above] = f"{rewritten[at].split()[0]} {lines[above].strip()}"
        rewritten[at] = lines[at][article.end() if article else 0 :]
    return rewritten, (*divisions, *_ARTICLE_LEVELS)


def _captions(lines: Sequence[str], found: Sequence[Counters]) -> dict[int, int]:
    """Return the lines that are headings above an article, each with the line of its article: those
    in brackets and those that Markdown marks. Bare names count if at least half of the articles
    have one, and if nothing goes on in them. ``found`` has the possible counters of each line."""
    sure: dict[int, int] = {}
    bare: dict[int, int] = {}
    written = [at for at, line in enumerate(lines) if line.strip()]
    articles = [at for at in written if article_in(lines[at])]
    for before, above, at in zip((-1, *written), written, written[1:], strict=False):
        text = lines[above].strip()
        if at not in articles or above in articles or division_in(lines[above])[0]:
            continue
        if _CAPTION.match(text) or (HEADING in lines[above] and not found[above]):
            sure[above] = at
        elif not found[above] and len(text) <= _LONGEST_NAME and not _CLAUSE_SIGN.search(text):
            is_apart = before < 0 or before + 1 < above or ends_sentence(lines[before])
            if is_apart or division_in(lines[before])[0]:
                bare[above] = at
    is_usual = len(bare) >= max(_FEWEST_NAMES, len(articles) / 2)
    return sure | bare if is_usual else sure


def division_in(line: str) -> tuple[dict[str, int], int]:
    """Return the number of each division that ``line`` is the heading of, by its unit (第2部
    第1章), and the offset behind; clauses below belong to these. Empty, and 0, for other lines,
    such as a sentence that only cites a chapter (第1章の規定は)."""
    values: dict[str, int] = {}
    end = 0
    while (match := _DIVISION.match(line, end)) and match[2] not in values:
        values[match[2]] = counter_value(match[1])
        end = match.end()
    return ({}, 0) if _CITED_ON.match(line, end) else (values, end)


def _divisions(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the units that divide the articles (章, 節), from the largest. Where an article stands
    directly before the first 節 of a chapter, both would get the same number: 節 is left out."""
    used: set[str] = set()
    bare: set[str] = set()
    inside = ""  # The division that the last line is in, if articles are directly in it
    open_unit = ""
    for line in lines:
        units = "".join(division_in(line)[0])
        for unit in units:
            used.add(unit)
            if inside and _DIVISIONS.index(unit) > _DIVISIONS.index(inside):
                bare.add(unit)
        if units:
            open_unit, inside = units[-1], ""
        elif article_in(line):
            inside = open_unit
    return tuple(unit for unit in _DIVISIONS if unit in used - bare)


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

    def __init__(
        self,
        split: set[tuple[int, ...]],
        used: set[str],
        divisions: Sequence[str],
        are_alone: bool,
    ) -> None:
        """``split`` are the articles described above, ``used`` the forms of counters in the
        document, ``divisions`` the units above articles (章); ``are_alone`` is whether a number of
        a paragraph may be alone on its line, where it could also be a page number."""
        self._are_alone = are_alone
        self._split = split
        self._used = used
        self._divisions = divisions
        self._open: dict[str, int] = {}  # The divisions that the line is in
        self._article: list[int] = []
        self._above: list[int] = []
        self._below: Counted = {}

    def rewrite(self, line: str, found: Counters, recurs: bool) -> str:
        """Return ``line`` with its full number (2.3.1) in place of its counter, since laws print
        only the last part (第二条, then 3, then 一); other lines are unchanged. An article whose
        first paragraph has items but prints no number is remembered, to count that paragraph.
        ``recurs`` says whether the number recurs below."""
        values, end = division_in(line)
        if values and all(unit in self._divisions for unit in values):
            at = self._divisions.index(next(iter(values)))
            self._open = {
                unit: self._open[unit] for unit in self._divisions[:at] if unit in self._open
            }
            self._open |= values
            self._above = []
            return with_number([*self._open.values()], line[end:])
        if match := article_in(line):
            extra = [counter_value(match[2])] if match[2] else []
            self._article = [*self._open.values(), counter_value(match[1]), *extra]
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
            if name in below and 0 < value - below[name] <= _WIDEST_GAP:
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
