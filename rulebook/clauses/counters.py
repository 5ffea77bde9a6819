"""Numbers that a document prints part by part, each level with a counter of its own.

Laws and bylaws have 第1章, 第2条, 第3項, 一, (1), English rules Article IV, Section 2, (a).  The
number of a clause is put together from the counters above it: 第2条 is 2, its second paragraph 2.2,
an item below it 2.2.1; below chapters 1.2, 1.2.2, ….
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.game import WHOLE
from rulebook.clauses.lines import HEADING, TEXT
from rulebook.clauses.numbering import HALF_WIDTH, RUNNING_ON, lettered_numbers
from rulebook.clauses.numbers import roman_value
from rulebook.text.normal import nfkc

_KANJI = "〇一二三四五六七八九"
_NUMERAL = "[0-9０-９〇一二三四五六七八九十百]{1,5}"
_FEWEST_ARTICLES = 2
_SHARE_OF_SEVERAL = 0.2
Counters = dict[str, tuple[int, int]]  # The value of each, and where it ends
Counted = dict[str, int]  # The values of nested counters, the outermost first
_BLANK = r"[ \t\u3000]*"
_CHAPTER = re.compile(rf"^\s*第{_BLANK}({_NUMERAL}){_BLANK}[章編][.．:：]?{_BLANK}")
_ARTICLE = re.compile(
    rf"^\s*第{_BLANK}({_NUMERAL}){_BLANK}条(?:の({_NUMERAL})(?![項号]))?[.．:：]?{_BLANK}"
)
# A note in the margin: 「着手の順序 第2条」.
_NOTE_BEFORE = re.compile(
    rf"^\s*([^\s。、][^。、]{{0,28}}?)[ \u3000]+(第{_BLANK}{_NUMERAL}{_BLANK}条)\s*$"
)
_ARTICLE_BEHIND = re.compile(
    rf"(\s*第{_BLANK}{_NUMERAL}{_BLANK}章[^。、]{{0,20}}?)[ \u3000]+"
    rf"(?=第{_BLANK}{_NUMERAL}{_BLANK}条)"
    r"|(\s*[(（][0-9a-zａ-ｚ]{1,2}[)）])[ \u3000]+(?=[(（][0-9a-zａ-ｚ]{1,3}[)）][ \u3000])"
)
# A paragraph or an item; in a document with articles, its number needs no point.
_PARAGRAPH = re.compile(
    rf"^\s*([0-9０-９]{{1,2}})(?=[ \t\u3000．.、,]|$)[．.、,]{{0,2}}(?![0-9０-９．.]){_BLANK}"
)

# Words before a counter, which begin with a capital; each names a level of its own.
UNIT_WORDS = (
    *("part", "title", "chapter", "article", "rule", "law", "regulation", "section"),
    *("teil", "kapitel", "artikel", "regel", "abschnitt"),
    *("sec", "art"),
    *("partie", "titre", "chapitre", "règle", "parte", "capítulo", "artículo", "regla", "sección"),
)
_WORD_END = rf"\s+([IVX]{{1,5}}|[0-9]{{1,3}})\b[.:)]?(?:\s+[-–—])?{_BLANK}"
_WORD = re.compile(rf"\s*(?=[A-Z])((?i:{'|'.join(UNIT_WORDS)}))\.?{_WORD_END}")
_KANA, _IROHA = "アイウエオカキクケコ", "イロハニホヘトチリヌ"
# What follows an amount: 2人で遊ぶ is not a heading, but 2遊び方 may be one.
_UNITS = "倍点枚人回体つ円秒％分時個本名組年月日度歳位等着次目番局試級段種"
_DIGITS, _KANJI_NUMERAL, _ROMAN = "[0-9０-９]{1,2}", "[一二三四五六七八九十]{1,3}", "[ivx]{1,5}"
_POINT = r"(?:[.)]\s+|[．\t\u3000]\s*)"
_DIGIT_END = r"(?:[.．、](?![０-９]|(?<=[.])[0-9])|(?=\u3000))"
_ROMAN_CITED = "(?:[IVX]{1,5}|[Ⅰ-Ⅻ])"


def _form(
    before: str, numeral: str, after: str = "", behind: str = "", cited: str = ""
) -> tuple[re.Pattern[str], str]:
    """Return two patterns of a counter such as (1), its ``numeral`` between ``before`` and
    ``after``: one for the start of a line, where ``behind`` must follow, with a group for the
    numeral; and one for citations, ``cited`` if given. Made together, reading and linking agree."""
    at_start = re.compile(rf"\s*{before}({numeral}){after}{behind}{_BLANK}")
    return at_start, cited or f"{before}{numeral}{after}"


def _unit(sign: str) -> tuple[re.Pattern[str], str]:
    """Return the patterns of a counter with the word ``sign``, at the start of a line (第1章, or
    1章 before a space or bracket) and in a citation: a line that begins with 「1章の…」 only cites
    it."""
    before = rf"(?:第{_BLANK}|(?={_NUMERAL}{sign}(?:[ \t\u3000:：(（]|$)))"
    return _form(before, _NUMERAL, f"{_BLANK}{sign}", cited=f"第?{_NUMERAL}{sign}")


# The counters of documents that are not laws; the first one that continues its count is taken.
NOTATIONS = {
    "§": _form(r"§\s*", "[0-9]{1,3}", "", r"\b[.:)]?"),
    "編": _unit("[編部]"),
    "章": _unit("章"),
    "節": _unit("節"),
    "第": _form("第", _NUMERAL, "", r"(?=[ \t\u3000])"),
    "項": _unit("項"),
    "号": _form("第", _NUMERAL, "号"),
    "①": _form("", "[①-⑳]", "", "[.．]?"),
    "(1)": _form(
        "[(（]", _DIGITS, "[)）]", "", r"(?:[(（][0-9０-９]{1,2}[)）]|Abs(?:\.|atz)\s*\d+)"
    ),
    "(一)": _form("[(（]", _KANJI_NUMERAL, "[)）]"),
    "(i)": _form("[(（]", _ROMAN, "[)）]"),
    "(a)": _form("[(（]", "[a-zａ-ｚ]", "[)）]"),
    "(ア)": _form("[(（]", "[ア-オカ-コ]", "[)）]"),
    "1)": _form("", _DIGITS, "[)）]"),
    "1.": _form("", _DIGITS + "[0-9０-９]?", "", _DIGIT_END, rf"(?:N[ro]\.\s*)?{_DIGITS}"),
    "1": _form("", _DIGITS, "", rf"(?![{_UNITS}])(?=[ぁ-んァ-ヶ一-龠][^。、]{{1,20}}$)", "(?!)"),
    "I.": _form(
        "", "[IVX]{1,5}(?=[.．、])|[Ⅰ-Ⅻ](?=[.．、 \t\u3000])", "", "[.．、]?", _ROMAN_CITED
    ),
    "i.": _form("", _ROMAN, "", _POINT),
    "A.": _form("", "[A-Z]", "", rf"(?:{_POINT}|[.](?=[^\x00-\x7f]))"),
    "a.": _form("", "[a-z]", "", _POINT),
    "一": _form("", _KANJI_NUMERAL, "", r"(?:[、．.]|(?=[ \t\u3000]))"),
    "ア": _form("", f"[{_KANA}]", "", r"[ \t\u3000．.、)）]+"),
    "イ": _form("", f"[{_IROHA}]", "", r"[ \t\u3000．.、)）]+", "(?!)"),
}
# At another indentation, these count the items of another list.
_LISTS = ("1.", "1)")
# Counters whose values are letters of a number, as they are printed.
LETTER_LEVELS = ("(a)", "a.", "A.")
_FEWEST_COUNTED = 8
_FEWEST_NAMED = 4
_NAMED = (*UNIT_WORDS, "編", "章", "節")
_SEVERAL_PARTS = re.compile(r"\s*([A-Z]|[0-9]{1,3})[.-]([0-9]{1,3})(?!(?:\t[^\t]{0,4})+$)")
# A heading in brackets above its article, or after its number.
_CAPTION = re.compile(r"\s*[(（【〔][^()（）【】〔〕]{1,40}[)）】〕]\s*$")
_RUN_IN = re.compile(r"^([(（【〔][^()（）【】〔〕]{1,40}[)）】〕])[ \u3000]*(?=[^\s|])")
_CITED_ON = re.compile(rf"第?{_NUMERAL}[条項号]|{RUNNING_ON.pattern}")
_ARTICLE_LEVELS = ("条", "項", "号")
_OPEN = "1."
_INNER = "1.1."  # A list inside an item that is counted in the same way
# The counters of paragraphs; the number of the first is often not printed.
_PARAGRAPHS = {_OPEN, "①", "項"}
_ITEM = re.compile(r"\s*[0-9０-９]{1,3}[.．](?![0-9０-９])")
# These count only if a second one follows: answers begin with “A.”.
_SINGLE = (*LETTER_LEVELS, "I.", "i.", "ア", "イ")
_FURTHEST = 2  # How far a number may be from the one before: a clause may have been deleted
_NUMBER_OF_LINE = re.compile(r"\s*((?:[0-9]{1,3}|[A-Z])(?:[.-][0-9]{1,3})+)[.]?(?![0-9])")
_ENCLOSED = ("①", "(1)", "(i)", "(a)", "(ア)", "1)", "a.")
_CITED_ENCLOSED = re.compile(
    r"[0-9][.-][0-9]{1,3}[.．]?[ の]?"
    r"((?:[(（](?:[0-9]{1,2}|[a-z]{1,3}|[ア-コ])[)）]|[①-⑳])+|[a-z][)）])"
)
_FEWEST_OPENED = 2
_SECOND = 2
NUMBER_WORDS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def with_composed_numbers(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with full numbers (2.1) where the document counts each level separately
    (第2条, 1), because the reader knows only full numbers. The second value names the levels, the
    outermost first: references use them (第2条第1項). It is empty for other documents. Where 1. is
    not the outermost level, an item that continues no level is marked as text: it is no chapter."""
    lines = _with_articles_apart(lines)
    result, levels = _composed(lines)
    if levels[:1] in ((), (WHOLE,), (_OPEN,)):
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
    found = [_possible_counters(line) for line in lines]
    articles = [counter_value(one[1]) for line in lines if (one := _article_in(line))]
    if len(articles) >= _FEWEST_ARTICLES or articles == [1]:  # any other is only cited
        return _with_articles(lines, found)
    matches = (_SEVERAL_PARTS.match(line.translate(HALF_WIDTH)) for line in lines)
    several = [(match[1], int(match[2])) for match in matches if match]
    parts = {*several}
    are_counted = sum((above, last - 1) in parts for above, last in parts) >= _FEWEST_ARTICLES
    # A few may be amounts: 「2．15歳以下の人」. These do not follow each other.
    share = _SHARE_OF_SEVERAL / 2 if are_counted else _SHARE_OF_SEVERAL
    if len(several) >= max(_FEWEST_ARTICLES, share * sum(map(bool, found))):
        return _with_counters_below(lines, found)
    return _with_counted_levels(lines, found)


def _with_articles(
    lines: Sequence[str], found: Sequence[Counters]
) -> tuple[list[str], tuple[str, ...]]:
    """Return the ``lines`` of a law with full numbers (2.3 for 3 below 第2条), and the names of its
    levels (条, 項). ``found`` has the possible counters of each line. A heading in brackets above
    an article is put after the article's number, because headings are looked for only there."""
    used = {name.split()[0] for names in found for name in names}
    used = {_OPEN, _INNER, *used} - {*_NAMED}  # headings are above articles
    split: set[tuple[int, ...]] = set()
    # A number alone on its line may be a page number, unless 1 recurs.
    are_alone = sum(line.strip() == "1" for line in lines) >= _FEWEST_OPENED
    each_line = [*zip(lines, found, _recurring(lines), strict=True)]
    for _ in range(2):  # the first time, the articles to split are found
        numbers = _ArticleNumbers(split, used, are_alone)
        rewritten = [numbers.rewrite(*each) for each in each_line]
    written = [at for at, line in enumerate(lines) if line.strip()]
    for above, at in pairwise(written):
        if _CAPTION.match(lines[above]) and (article := _article_in(lines[at])):
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


def _article_in(line: str) -> re.Match[str] | None:
    """Return the match of the number of an article (第2条) that ``line`` begins; None for a
    sentence that only cites one, since a wrapped line may begin with 第2条の."""
    match = _ARTICLE.match(line)
    is_sentence = match and match[0][-1] == "条" and _CITED_ON.match(line, match.end())
    return None if is_sentence else match


def _with_articles_apart(lines: Sequence[str]) -> list[str]:
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
        """``split`` are the articles whose items are numbered below paragraph 1, ``used`` the names
        of the document's counters; ``are_alone`` says whether the number of a paragraph may be
        alone on its line, where it could also be that of a page."""
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
            return _with_number(self._chapter, line[match.end() :])
        if match := _article_in(line):
            extra = [counter_value(match[2])] if match[2] else []
            self._article = [*self._chapter, counter_value(match[1]), *extra]
            first = [1] if tuple(self._article) in self._split else []
            self._above, self._below = [*self._article, *first], {}
            return _with_number(self._article, _RUN_IN.sub(r"\1\t", line[match.end() :]))
        if not self._above:
            return line  # no article has begun
        below = self._below
        paragraph = _PARAGRAPH.match(line)  # one alone on its line may be the number of a page
        if paragraph and (self._are_alone or line[paragraph.end() :].strip()):
            found = {_OPEN: (counter_value(paragraph[1]), paragraph.end()), **found}
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
            return _with_number([*self._above, *_parts_of(below)], line[end:])
        return line

    def _level(self, name: str, value: int, recurs: bool) -> str:
        """Return the level of a counter ``name`` at ``value``: the same, or ``_INNER`` for a list
        inside an item, which begins with 1 again. If the value ``recurs`` below, the outer list
        goes on there, so this one is inner: else both would get the same numbers."""
        outer, inner = self._below.get(name, 0), self._below.get(_INNER, 0)
        is_inner = name == _OPEN and outer > 0 and value == inner + 1
        return _INNER if is_inner and (value != outer + 1 or inner == 1 or recurs) else name


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
            levels.rewrite("", _possible_counters(line[number.end() :]), used)
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
            used |= {name for name in _possible_counters(f"{piece} ") if name in _ENCLOSED}
    starts = [at for at, number in enumerate(numbers) if number]
    opened: Counter[str] = Counter()
    for start, end in pairwise([*starts, len(lines)]):
        number = numbers[start]
        first = _possible_counters(lines[start][number.end() :] if number else "")
        inside = (each for names in [first, *found[start + 1 : end]] for each in names.items())
        opened.update({name for name, (value, _) in inside if value == 1})
    used |= {name for name in _ENCLOSED if opened[name] >= _FEWEST_OPENED}
    # Roman numerals are below another counter, often in only one section.
    return used | {"(i)", "i."} if used else used


def _with_counted_levels(
    lines: Sequence[str], found: Sequence[Counters]
) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with counters of nested levels (一、 1． （1）) as full numbers, and the
    names of levels. If there are few counters, nothing changes, since those number the items of
    lists; fewer are enough if some have a word, like 第1章."""
    counts = Counter((name, value) for names in found for name, (value, _) in names.items())
    firsts = {name: count for (name, value), count in counts.items() if value == 1}
    # Letters that stop at A are not counters: answers begin with “A.”.
    several = {name for name in firsts if firsts[name] > 1 and name not in LETTER_LEVELS}
    used = several | {name for name in firsts if (name, 2) in counts or name in _NAMED}
    levels = _CountedLevels()
    result = [levels.rewrite(line, names, used) for line, names in zip(lines, found, strict=True)]
    fewest = _FEWEST_NAMED if set(levels.names) & {*_NAMED} else _FEWEST_COUNTED
    return (result, levels.names) if levels.counted >= fewest else (list(lines), ())


def _possible_counters(line: str) -> Counters:
    """Return the counters that ``line`` may begin with, by name: the value of each, and the offset
    of its end. “i.” is both a numeral and a letter: later, the one that continues its count is
    taken. Lists with other indentation have their own counters, as in Markdown; so do headings."""
    text = line.lstrip()
    indent = HEADING if HEADING in line else len(line) - len(text)
    found: Counters = {}
    if word := _WORD.match(line):
        found[unit_name(word[1])] = counter_value(word[2]), word.end()
    for name, (pattern, _) in NOTATIONS.items():
        if not (match := pattern.match(line)):
            continue
        numeral = match[match.lastindex or 0]
        if value := _IROHA.find(numeral) + 1 if name == "イ" else counter_value(numeral):
            found[f"{name} {indent}" if name in _LISTS else name] = (value, match.end())
    return found


def unit_name(word: str) -> str:
    """Return the full name of the level that ``word`` stands for: one document may print both
    Section and Sec."""
    return {"sec": "section", "art": "article"}.get(word.lower(), word.lower())


class _CountedLevels:
    """The counters that are open at a line (第2章, then (3)), each with its value, from which the
    full number of the next counter is put together (2.4 for (4))."""

    def __init__(self, above: str = "") -> None:
        """``above`` is a full number (2-1) that the document prints above the counters, if any."""
        self._above = above
        self._values: dict[str, int] = {}
        self._last: dict[str, int] = {}  # Also of levels that ended: articles may be counted on
        self._first = ""  # The line of the last outermost 1
        self.counted = 0  # How many lines were numbered: a few may be items of lists
        self.names: tuple[str, ...] = ()  # Of the deepest line

    def rewrite(self, line: str, found: Counters, used: set[str]) -> str:
        """Return ``line`` with its full number if it continues a counter or begins a new level;
        else unchanged, because the number is part of the text. Only the counters in ``used`` number
        clauses; others number items of lists. Updates ``names``, the levels of the deepest line."""
        for name, (value, end) in found.items():
            if name in used and self._first.startswith(line.strip()):
                self._values, self._last = {}, {}  # that 1 was an entry of the contents
            # Articles may be counted through all chapters.
            following = (self._values.get(name, 0) + 1, self._last.get(name, 0) + 1)
            is_inside = name in self._values
            # A number may be missing because its clause was deleted.
            further = is_inside and name in _ENCLOSED and value == following[0] + 1
            if name not in used or not (further or value in following[: 1 if is_inside else 2]):
                continue
            if is_inside:
                while next(reversed(self._values)) != name:
                    self._values.popitem()  # those below begin again
            self._values[name] = self._last[name] = value
            self._first = line.strip() if [*self._values.values()] == [1] else self._first
            if len(self._values) > len(self.names):
                self.names = tuple(counter.split()[0] for counter in self._values)
            self.counted += 1
            return _with_number(_parts_of(self._values), line[end:], self._above)
        return line


def _parts_of(values: Counted) -> list[int | str]:
    """Return the parts of a full number from ``values``, its counters with the outermost first.
    Counters of letters give a letter again (2.a), because the document cites them so."""
    return [
        chr(ord("a") + value - 1) if name in LETTER_LEVELS else value
        for name, value in values.items()
    ]


def _with_number(parts: Sequence[int | str], text: str, above: str = "") -> str:
    """Return ``text`` with its full number in front: ``parts`` joined by points or, below a printed
    number ``above``, by the separator of that number. Numbers counted part by part are rewritten
    into this one form, which ``read_rules`` reads."""
    separator = "-" if "-" in above else "."
    return f"{separator.join(map(str, [above, *parts] if above else parts))}. {text}"


def counter_value(numeral: str) -> int:
    """Return the value of a numeral in digits, kanji (百二十三), Roman, a number word, a letter or
    kana; 0 for other Latin text. Documents count in any of these, full numbers only in digits."""
    if numeral.lower() in NUMBER_WORDS:
        return NUMBER_WORDS.index(numeral.lower()) + 1
    if numeral in _KANA:
        return _KANA.index(numeral) + 1
    flat = nfkc(numeral)
    if flat.isdecimal():
        return int(flat)
    if flat.isascii():
        return roman_value(flat) or (ord(flat.lower()) - ord("a") + 1 if len(flat) == 1 else 0)
    total, digit = 0, 0
    for char in numeral:
        if char in _KANJI:
            digit = digit * 10 + _KANJI.index(char)
        else:
            total, digit = total + max(digit, 1) * (10 if char == "十" else 100), 0
    return total + digit
