"""Labels: what a line of a document in an unknown layout may begin with.

A label is a numeral of any kind with a word and signs around it, 第2条 (article 2), GR.3.1, (a) or
16.1:, or bare, without these. All labels of one shape count together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from rulebook.clauses.counters import (
    ENCLOSED,
    NUMERALS,
    UNIT_WORDS,
    UNITS,
    counter_value,
    unit_name,
)
from rulebook.clauses.lines import HEADING, TEXT
from rulebook.clauses.numbering import HALF_WIDTH, runs_on
from rulebook.clauses.numbers import INSERTED, LETTERS, Parts, longest_rising, roman_value
from rulebook.clauses.sentences import ends_sentence
from rulebook.records import NamedTuple

LETTER = 100_000  # Added to the place of a letter in the alphabet: above all numbers
# 第2条の2, but not 第2条の2人 or 第二条の一部
_INSERTED = rf"の(?:[0-9]{{1,3}}(?![0-9人枚回個点部])|{NUMERALS['一']}(?![^\W_の第条項章節編号]))"
# What makes a number an amount: 3枚, 5段以上, 2局を, but not 1.1名称
_COUNTER = (
    r"(?:[枚人回歳円秒分時個点]|[^\W\d_ぁ-ん]{1,3}(?:以[上下内]|未満)"
    r"|本[勝先]|[倍本名組年月日度位局級段種勝敗番冊台匹](?:[をはがにでと、。（(]|$))"
)
_LABEL = (
    r"(?:[-*+•・●■◆○◇▪★☆>]\s*)?(?:【(?=第|ルール))?"
    rf"(?P<word>第\s?|§+ ?|ルール ?|(?=[A-Z])(?i:{'|'.join(UNIT_WORDS)})\.? "
    r"(?:No\. ?|#|[A-HJ-UWYZ](?=[0-9]))?"
    r"|WORDS|(?![IVX])[A-Z]{2,4}[.-]?(?=[0-9])|(?![IVX])[A-Z](?=[0-9]{1,2}\.[0-9]))?"
    r"(?P<open>[(\[【〔<「#](?:その)?)?(?P<value>NUMERAL)(?:(?<=1)er)?"
    r"(?P<below>(?:[.-](?:[0-9]{1,3}|(?!A [a-z])[a-zA-Z](?![ぁ-んァ-ヶー一-龠])|[ivx]{1,5})"
    r"|(?<=[0-9])[a-zA-Z]|(?<=[a-z])[0-9]{1,2})*)"
    rf"(?:(?![0-9A-Za-z])|(?<=[{ENCLOSED}]))"
    rf"(?<![.-][0-9](?={_COUNTER}))(?<![.-][0-9]{{2}}(?={_COUNTER}))"
    rf"(?P<extra>{_INSERTED})?"
    rf"(?P<unit>(?(word)\s?)[{UNITS}](?(word)|(?![^\s(（【:：])))?(?(unit)(?P<more>(?:{_INSERTED})*)|(?:(?<=[{ENCLOSED}])|(?![{UNITS}])))"
    r"(?(word)(?:/[0-9]{1,2})?)"  # the version of a rule
    rf"(?P<close>(?(open)[)\]】〕>」]|(?:[)\]】〕>°º](?![)\]]))?)(?:[.](?=[.]\s))?(?:[.、,:：](?![0-9]{{1,3}}(?!{_COUNTER}|[0-9])))?)"
    r"(?P<space>\s*(?:(?:[-–—|•:：*]|--|\.(?=\s\s)|\.(?:\s\.)+)\s+|[—•]|[-.](?=[(]))?)"
)
# Words of a document before its numbers: 規定１. Words of captions do not number clauses.
_WORD_BEFORE = re.compile(
    r"\s*([A-Z][a-z]{2,11}|[ァ-ヶー一-龠]{2,5}) ?([0-9]{1,2})(?=[^\S\n]|[:.．、)）(（]|$)"
)
# 1.a.ii, 2a-ii
_WITH_ROMAN = re.compile(
    r"\s*[0-9]{1,3}((?:[.-][0-9]{1,3}|[.-]?[a-z])*[.-](?:[ivx]{2,5}))(?![a-z])"
)
# 7A, inserted into a statute after 7
_WITH_CAPITAL = re.compile(
    r"\s*(?:[A-Z][a-z]+ )?[0-9]{1,3}([A-Z]{1,2})?(?=\s?[.:]|\s{2}|\t| [A-Z])"
)
_SHARE_INSERTED = 0.25
_CAPTIONS = re.compile("(?:図|表|例|写真|資料|第)|(?:Figure|Table|Example|Page|Player|Version)$")
_FIRST_BELOW = re.compile(r"\s*第 ?(?:[0-9]+|[一二三四五六七八九十]+) ?の[1一](?![0-9一-龠])")
# Limits for a shape with a word whose numbers do not rise, as in a nomic
_FEWEST_FREE, _SHARE_DISTINCT, _SHARE_RISING = 5, 0.9, 0.7
_KNOWN = (*UNIT_WORDS, "第", "§", "ルール")  # Words that a clause is found without
_FEWEST_WORDS, _AROUND = 3, (*"編部章節", "part", "chapter")
FLAT = {**HALF_WIDTH, **str.maketrans("（）［］＜＞〈〉，¶", "()[]<><>,§"), 0xA0: " "}
_REACH = 40
_NO_WORDS = re.compile(r"[\W\d]*\d[\W\d]*")
_COUNTED = re.compile(r"(?:times?|points?|cards?|players?|minutes?|seconds?|hours?)\b")
_CITED_ON = re.compile("第?[0-9０-９一二三四五六七八九十]+[条項号]")
_PIECE = re.compile("[0-9]+|[a-zA-Z]+")
_TITLE = re.compile("[ぁ-んァ-ヶ一-龠]")
# Amounts: 2人で遊ぶ
_AMOUNT = re.compile(
    "[倍点枚人回体つ円秒％分時個本名組年月日度歳位等次目番局試級段種隻打]"
    "|パック|ターン|ラウンド|セット|チーム|ポイント|メートル"
    r"|[^\W\d_]{1,6}\W*[0-9０-９]+(?:[,.，．][0-9０-９]+)*[^\W\d_]{0,6}\s*$"  # 2勝 20点
)
# The weight of a label with signs around it, after a space, before a title, or like a word.
_SURE, _APART, _GLUED, _WORD = 1.0, 0.6, 0.3, 0.1
FIRST_OF_TWO = 0.8  # It is better to take both labels of a line
_BARE = ("1.", "I.", "i.", "A.", "a.")


class Signs(NamedTuple):
    """The words that a document prints before numbers, the levels of its Roman numerals, from 0,
    whether 第2の1 is the first below 第2 (else 第2の2 was inserted after it), and whether 7A was
    inserted after 7 (else it is below it)."""

    words: tuple[str, ...] = ()
    romans: frozenset[int] = frozenset()
    is_nested: bool = False
    is_inserting: bool = False


NO_SIGNS = Signs()


class LineLabel(NamedTuple):
    """What a line may begin with. All labels of one ``shape`` count together; ``name`` is that of
    their level, as references cite it (条, (1)). ``weight`` is how surely it is a label, from 0 to
    1, ``above`` the label before it on the same line: 2-1 in 2-1 (1). ``text_at`` is where the text
    of its clause begins: at the label itself if its word would be lost."""

    shape: str
    name: str
    parts: Parts
    end: int
    weight: float
    above: LineLabel | None = None
    sign: str = ""  # Between the parts of its number
    text_at: int = 0

    @property
    def is_named(self) -> bool:
        """Whether a unit (第3条) or word (Rule 3) shows that it is a label even after a gap."""
        return self.name in {*UNITS, *UNIT_WORDS}

    @property
    def is_composed(self) -> bool:
        """Whether it repeats the numbers of the levels above, which shows its place in the outline:
        2.1, but not 第2条の2, an article inserted later."""
        return len(self.parts) > 1 and self.parts[1] < INSERTED


@lru_cache(maxsize=16)
def _patterns(words: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Return the pattern of labels for each kind of numeral, after any of ``words``, made once."""
    spaced = (re.escape(word) + (" " if word.isascii() else " ?") for word in words)
    form = _LABEL.replace("WORDS", "|".join(spaced) or "(?!)")
    return {kind: re.compile(form.replace("NUMERAL", each)) for kind, each in NUMERALS.items()}


def signs_of(lines: Sequence[str]) -> Signs:
    """Return the signs by which labels of the document ``lines`` are read. Its own words that count
    1, 2, 3 at the starts of lines and divide it (規定１, provision 1) begin labels. Where numerals
    of a level have several letters, the i there is Roman, too (1.a.ii). If a line begins with
    第2の1, の1 is a level below 第2, not a clause inserted after it (第2条の2). If few numbers
    have a capital (7A), it was inserted after 7, as in statutes."""
    values: defaultdict[str, dict[int, int]] = defaultdict(dict)
    romans = set()
    for at, line in enumerate(line[:_REACH].translate(FLAT) for line in lines):
        if match := _WORD_BEFORE.match(line):
            values[match[1]][at] = int(match[2])
        if match := _WITH_ROMAN.match(line):
            romans.add(len(_PIECE.findall(match[1])))
    words = tuple(
        word
        for word, each in values.items()
        if len(each) >= _FEWEST_WORDS and not _CAPTIONS.match(word)
        if all(other in (1, one + 1) for one, other in pairwise((0, *each.values())))
        if word.lower() not in UNIT_WORDS and _divides(lines, [*each])
    )
    nested = any(_FIRST_BELOW.match(line[:_REACH].translate(FLAT)) for line in lines)
    begun = [match[1] for line in lines if (match := _WITH_CAPITAL.match(line[:_REACH]))]
    is_inserting = 0 < sum(map(bool, begun)) <= _SHARE_INSERTED * len(begun)
    return Signs(words, frozenset(romans), nested, is_inserting)


def _divides(lines: Sequence[str], heads: Sequence[int]) -> bool:
    """Whether ``heads``, lines with a word of the document and a number (規定1), are divisions of
    it, which count clauses; others are names (選手1 山田, player 1: Yamada). Half must have a text
    that ends a sentence. The first other sure label that begins a count (1 or a; not of a chapter
    or part, which may be above) must be inside a division: behind the first head, but not only
    behind the last, as then the heads before it are a list of names without clauses."""
    ends = [ends_sentence("".join(lines[at:end])) for at, end in pairwise((*heads, len(lines)))]
    sure = [(at, x) for at, line in enumerate(lines) for x in labels_of(line) if x.weight == _SURE]
    begun = (at for at, x in sure if x.parts[0] % LETTER == 1 and x.name not in _AROUND)
    return 2 * sum(ends) >= len(ends) and heads[0] < next(begun, heads[-1]) <= heads[-1]


def labels_of(line: str, signs: Signs = NO_SIGNS) -> list[LineLabel]:
    """Return all labels that ``line`` may begin with in a document with these ``signs``: only the
    lines around show whether “i.” is a letter or a numeral. “2-1 (1)” begins with two: the second
    has a unit or brackets, or the first a word (Rule 2 ア); a bare numeral is text there (2-1 3.).
    The first alone then weighs less (is less sure), so the search for the outline prefers both. A
    line marked as ``TEXT`` has none: its number is known not to be that of a clause."""
    found: list[LineLabel] = []
    if line.startswith(TEXT):
        return found
    for first in _labels_at(line, len(line) - len(line.lstrip()), signs):
        following = _labels_at(line, first.end, signs) if first.weight == _SURE else ()
        seconds = [
            each
            for each in following
            if each.weight == _SURE and each.name not in (*_BARE, first.name)
            if each.name in UNITS or each.name[0] in "([①" or first.is_named
        ]
        found += [each._replace(above=first) for each in seconds]
        found.append(first._replace(weight=FIRST_OF_TWO) if seconds else first)
    return found


def _labels_at(line: str, start: int, signs: Signs) -> Iterator[LineLabel]:
    """Yield the labels that begin at ``start`` of ``line``, one for each kind of numeral that it
    may be (i: a letter or Roman): which is right shows in the lines around, so the search for the
    outline chooses. All of one shape (signs and kind of numeral, “第1条”) count together, and the
    name is that of their level, as texts cite it. The weight is how sure a label is. 第2条の2 was
    inserted later; only if the document has 第2の1, の2 is a level, named “1.”."""
    flat = line[: start + _REACH].translate(FLAT)
    for kind, pattern in _patterns(signs.words).items():
        match = pattern.match(flat, start)
        if match is None or _is_of_text(match, kind, line[match.end() :]):
            continue
        word = "".join((match["word"] or "").split()[:1]).strip(".-#").lower()  # of Rule No. 3
        unit = (match["unit"] or "").strip()
        opened, close = match["open"] or "", match["close"].rstrip(".:：、,")
        # 第1条 and 第十二条 (articles 1, 12) are one series, as are Rule 1 and Rule One.
        series = "1" if kind == "one" or (unit and kind == "一") else kind
        shape = f"{unit_name(word)}{opened}{series}{close}{unit}"
        is_marked = shape + match["below"] != kind  # more than the numeral alone
        is_heading = HEADING in line
        weight = _weight(match, kind, is_marked, line[match.end() :])
        # 9, へや: a word may begin like a particle, so the count decides.
        weight = min(weight, _GLUED) if runs_on(line[match.end() :], is_apart=True) else weight
        weight = _SURE if is_heading and weight else weight
        value = counter_value(match["value"], kind)
        if not value or not weight:
            continue
        pieces = enumerate(_PIECE.findall(match["below"]), 1)
        below = [_part(piece, level in signs.romans) for level, piece in pieces]
        if signs.is_inserting and match["below"].isupper():
            below[0] += INSERTED + LETTERS - LETTER
        # の2 before its unit and behind it
        more = f"{match['extra'] or ''}{match['more'] or ''}".split("の")[1:]
        is_nested = signs.is_nested and not unit
        inserted = [INSERTED * (not is_nested) + counter_value(each) for each in more]
        parts = (value + LETTER * (kind in "Aa"), *below, *inserted)
        name = unit or (unit_name(word) if word in (*UNIT_WORDS, "第", "§") else "")
        name = "1." if more and is_nested else name or _level_name(kind, opened, close)
        # A word of the document stays in the text of the clause (規定1).
        text = match.start() if len(word) > 1 and word not in _KNOWN else match.end()
        label = LineLabel(shape, name, parts, match.end(), weight, None, match["below"][:1], text)
        yield label
        if is_heading and shape == "1":  # in headings, 1 may be a level of its own
            yield label._replace(shape="1#")


def _is_of_text(match: re.Match[str], kind: str, rest: str) -> bool:
    """Whether ``match``, with a numeral of ``kind``, begins a sentence that runs on into ``rest``,
    and is not a label: a citation (第2条第3項により, by article 2), an amount (3 cards) or a row of
    amounts. After a space, 第3項 may be a second label, 以下, below, the text (:func:`runs_on`)."""
    is_apart = bool(match["close"] or (match["space"] and match["below"]))
    is_title = match["close"] and (HEADING in match.string or match["space"])
    if not is_title and (kind == "1" or match["unit"]) and runs_on(rest, is_apart):
        return True
    is_marked = bool(match["close"] or match["space"].strip() or not match["word"])
    if kind == "1" and rest[:1].islower() and not is_marked:  # Rule 18 applies between …
        return True
    is_amount = kind == "1" and not match["close"] and _COUNTED.match(rest)
    is_cited = match["unit"] and not match["space"] and _CITED_ON.match(rest)
    return bool(is_amount or is_cited or _NO_WORDS.fullmatch(rest))


def _weight(match: re.Match[str], kind: str, is_marked: bool, rest: str) -> float:
    """Return how surely ``match``, with a numeral of ``kind`` (a key of ``NUMERALS``: 1, a, 一;
    “one” are number words), is a label before ``rest``: 1 if signs are around it (``is_marked``), 0
    for an amount (2人). Letters and number words are often words of a sentence, so a space behind
    does not make them as sure as digits. The less, the better a label must fit the outline."""
    if kind == "one":
        return _SURE if match["close"] else _GLUED
    is_far = kind == "1" and match["space"][2:] and rest[:1].isupper()  # 10     ON THE SAME SIDE
    if is_marked or match["close"] or is_far:
        return _SURE
    if kind in "Aai":
        is_apart = not {"\t", "\u3000"}.isdisjoint(match["space"])
        return _APART if is_apart else _WORD if match["space"] or not rest else 0
    if match["space"] or not rest or kind in "①⑴❶":
        return _APART
    is_title = kind == "1" and _TITLE.match(rest) and not _AMOUNT.match(rest)
    return _GLUED if is_title else 0


def _level_name(kind: str, opened: str, close: str) -> str:
    """Return the level name of a label without a word, by which texts cite it. In round brackets it
    is (1), (a) or (ア), in others [1], mostly digits. With a bracket only behind, it is 1), a. or
    ア., as a) and a. are cited alike; else (``close`` has no points) 1., a., I., ア or 一."""
    if opened:
        return f"({kind})" if opened == "(" else "[1]"
    if close:
        return "1)" if kind == "1" else f"{kind}."
    return f"{kind}." if kind in "1IiAa" else kind


def _part(piece: str, is_roman: bool) -> int:
    """Return the value of a part after the first (2.a). Several letters, or one if ``is_roman``,
    are a Roman numeral: i alone may be a letter. ``LETTER`` keeps letters above all numbers.
    Letters that are not a numeral have the value 0."""
    if piece.isdigit():
        return int(piece)
    is_roman |= len(piece) > 1
    return roman_value(piece) or 0 if is_roman else LETTER + counter_value(piece, "a")


def are_scores(found: Mapping[int, Sequence[LineLabel]]) -> bool:
    """Whether the labels with a hyphen in ``found`` are scores and not numbers of clauses. Then no
    first part comes twice although the second ones differ (1-0, 2-1, 3-1), so nothing counts on; or
    all have two parts, some with 0 (2-0, 2-1), with which no clause begins."""
    pairs = {labels[0].parts for labels in found.values() if labels[0].sign == "-"}
    are_apart = len({each[0] for each in pairs}) == len(pairs) and len({e[1:] for e in pairs}) > 1
    return are_apart or (all(len(e) == 2 for e in pairs) and 0 in {e[-1] for e in pairs})


def free_shapes(found: Mapping[int, Sequence[LineLabel]]) -> set[str]:
    """Return the shapes with a word whose numbers come in any order, but hardly twice, as in a
    nomic, whose players add and repeal rules: there gaps and steps back cost little."""
    values: defaultdict[str, list[Parts]] = defaultdict(list)
    for label in (label for labels in found.values() for label in labels if label.is_named):
        values[label.shape].append(label.parts)
    return {
        shape
        for shape, each in values.items()
        if len({*each}) >= max(_FEWEST_FREE, _SHARE_DISTINCT * len(each))
        and len(longest_rising(each)) < _SHARE_RISING * len(each)
    }
