"""Clause numbers: how they are written, read and compared.

A number is a tuple of whole numbers, its parts, from the chapter down. A letter is a separate part
below the number that it follows (``100.2a`` is below ``100.2``), stored as its place in the
alphabet plus :data:`LETTERS`: so 2 < 2a < 2b < 3, and letters come after numbers. Several letters,
the code in front of a number (``FP`` of ``FP-1``), are one part, with the letters as digits. の2
in 1.2の2, which an amendment inserted after 1.2, is a part on the same level (:data:`INSERTED`),
and so is A in 7A of a statute, as a letter above that."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise

from rulebook.errors import require_text
from rulebook.records import NamedTuple, dataclass
from rulebook.text.normal import nfkc
from rulebook.toml_files.kinds import DigitCount

Parts = tuple[int, ...]

LETTERS = 1000  # Added to the place of a letter in the alphabet: `a` is 1001
# Added to the number of what an amendment inserted: 第2条の2, on the level of 第2条 and after all
# that is below it, is (2, INSERTED + 2).
INSERTED = 10_000_000
FIRST_INSERTED = INSERTED + 2, INSERTED + LETTERS + 1  # The first after 2: 第2条の2, 2A

# What people and documents put between the parts of a number, all of it read as one separator.
# Patterns here are compiled only when a text may be a number: few questions are.
SEPARATORS = r"[.．。・\-‐‑‒–—―−ー]"
# Between numbers with points, a hyphen means a range: 9.2.2-9.2.4 is not a number.
RANGE = r"\.[0-9]+[A-Z]?\.?[-‐‑–—−ー][0-9]+\."
# 103.2.B.1 has a letter among its parts; letters at the end after a point (5.5.1.VI) are steps. 9A
# alone is not a number: people write other things that way.
WRITTEN = (
    r"(?![0-9]{1,2}[A-Z]\.?$)(0?[0-9]{1,3}[A-Z]?(?:\.(?:[0-9]{1,3}[A-Z]?|[A-Z](?=\.[0-9]))|の[0-9]{1,3})*)"
    r"((?:\.[A-Z]{1,5})*)\.?"
)
# A document whose chapters are letters: A-1-1.
_LETTER_FIRST = r"[A-Z](?:\.[0-9]{1,3}){1,7}\.?"
_LETTER_ALONE = r"[A-Z]\.?"
_WRITTEN_BY_TURNS = r"[0-9]{1,3}(?:[A-Z][0-9]{1,3})*[A-Z]?"
# How running text names a clause: 第9章, 第9.2.2項, 第二条の二第3項.
KANJI = "〇一二三四五六七八九"
COUNTER = rf"第\s*([0-9{KANJI}十百]{{1,5}})\s*([編部章節条項])|の([{KANJI}十百]{{1,4}})"
COUNTED = r"^第\s*(.*?)\s*[編部章節条項]((?:の[0-9]{1,3})*)$"
# What is before a number of a version, law or price, and behind an amount: these cite no clause.
# Without ``\b``, which knows only ASCII in the scripts of the website.
OTHER_NUMBER_BEFORE = (
    r"(?:(?<![a-z])(?:v|ver|version|rev|revision|release|build|sdk|api)|バージョン|リリース"
    r"|アップデート|ファームウェア)[\s.\x22':=_はがをのも-]*$"
    r"|[¥￥$€£]\s*$|@(?!\s)$"
    r"|(?:(?<![方手技用文作])法律?|条例|憲法|政令|省令|施行規則"
    r"|(?<![a-z0-9_])(?:art(?:icle)?s?|gdpr|usc|cfr|rfc|iso|iec|jis|din)(?![a-z0-9_])\.?)[\s第]*$"
)
OTHER_NUMBER_BEHIND = (
    r"\s*(?:[倍点枚人回体円秒%％年月日時℃°]|分(?!か(?:ら[なぬん]|り[まに]|[るっん]))|つ(?!い)|版|万|億"
    r"|ドル|ユーロ|条(?!文)|メートル|キロ|センチ|ミリ|グラム)|\s+vs\.?\s+[0-9]"
    r"|\s?(?:kg|km|cm|mm|[kmgt]i?b|px|pt|r?em|ms|fps|hz|usd|eur|jpy|yen)(?![a-z0-9_])"
)
_PART = r"の?[0-9]+|^[A-Za-z]{2,4}(?=[.-]?[0-9])|[A-Za-z]"
# A code of a document: G101, FP-1. In the tree, codes are in the order in which it prints them.
_CODE = r"[A-Z]{1,4}\.?[0-9]{1,3}(?:\.[0-9]{1,3}|\.?[A-Z])*"
_CODES = 1_000_000
_ALPHABET = 27  # the base in which letters are digits: a is 1, since aa is not a
_ROMAN = r"X{0,3}(?:IX|IV|V?I{0,3})"
_ROMAN_VALUES = {"X": 10, "V": 5, "I": 1}
_HUNDRED = 100


class ParsedNumber(NamedTuple):
    """A clause number as people write it: its parts and, after them, the labels of steps."""

    parts: Parts
    steps: tuple[str, ...] = ()
    unit: str = ""  # What its first part counts: 条 of 第2条第3項


class Letters(StrEnum):
    """Where a document has letters among the parts of its numbers."""

    NONE = "none"
    GLUED = "glued"  # After a digit: `100.2a`.
    APART = "apart"  # After a separator, as digits are: `103.2.b.1`.
    CHAPTER = "chapter"  # In place of the first number, in capitals: `A-1-1`
    APPENDIX = "appendix"  # The same, but only after chapters of digits
    CODE = "code"  # One of ``codes``, which need not be in alphabetical order: G101, FP-1
    TURNS = "turns"  # After each digit, and digits after each letter: `2k2a`


LETTER_FIRST = (Letters.CHAPTER, Letters.APPENDIX, Letters.CODE)


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How a document writes its clause numbers."""

    separator: str = "."
    letters: Letters = Letters.NONE
    digits: tuple[DigitCount, ...] = ()  # The fewest of each level (`001` has three)
    hundreds: bool = False  # Whether chapter 1 holds 100 to 199, which do not name it
    zeros: bool = False  # Whether chapter 1 is printed as 1.0
    cases: bool = False  # Whether 2.11 is the first below 2.1
    codes: tuple[str, ...] = ()  # The letters before numbers: FP of FP-1; in their order
    sign: str = ""  # What is between a code and its number (FP-1.2), or else between all (1:2)
    starts: tuple[str, ...] = ()  # The first number in each of the divisions above codes

    def write(self, parts: Parts) -> str:
        """Return the number of the clause at ``parts`` as the document writes and cites it: with
        its separator, zeros, code (FP-1), letters (2.1a; 2a1 by turns) and の2 of what was inserted
        later. In hundreds, 402 already shows its chapter, which is omitted; with ``zeros``, chapter
        1 is 1.0; with ``cases``, as in war games, case 1 of 2.1 is 2.11."""
        is_section = _HUNDRED <= max(parts[1:2], default=0) < LETTERS  # 402, at (4, 402)
        # 001, at (0, 1): in the tree it is below a chapter 0, which no document prints.
        is_section |= bool(self.digits) and len(parts) > 1 and not parts[0]
        in_hundred = self.hundreds and is_section
        named = parts[1:] if in_hundred else parts
        if self.codes:
            return self._write_coded(parts)
        if self.zeros and len(parts) == 1:
            named = (*parts, 0)
        if self.cases and len(parts) > 2:
            named = (parts[0], int("".join(map(str, parts[1:]))))  # 2.11 of 2.1.1
        is_plain = self.letters is Letters.NONE and not self.digits
        if is_plain and max(named, default=0) < INSERTED:  # most numbers; no の2
            return self.separator.join(map(str, named))
        written = ""
        for level, part in enumerate(named):
            glued = not written or self.letters is Letters.TURNS  # 2a1
            glued |= is_letter(part) and self.letters is Letters.GLUED
            is_head = self.hundreds and len(parts) == 1
            digits = self.digits[level] if level < len(self.digits) and not is_head else 1
            text = letter_of(part) if is_letter(part) else f"{part:0{digits}}"
            text = text if level else text.upper()
            if part >= INSERTED:
                glued, after = True, part - INSERTED
                text = letter_of(after).upper() if is_letter(after) else f"の{after}"
            written += text if glued else self.separator + text
        return written

    def _write_coded(self, parts: Parts) -> str:
        """Return the number at ``parts`` as printed, with its code: (1, 2) is FP-1.2 if FP is the
        only code. If there are several, the code is a part: its place (RP, the second, in (1000001,
        1, 2)) or, if no clause has it, its letters. Below a division, the number of the division is
        first, (3, 1000001, 1, 2), but is not printed; the division itself, (3,), is a plain 3."""
        below, code = parts[bool(self.starts) :], self.codes[0]
        if not below or (len(self.codes) > 1 and not is_letter(below[0])):
            return self.separator.join(map(str, parts))  # of a division
        if is_letter(below[0]):
            first, below = below[0], below[1:]
            code = self.codes[first - _CODES] if first >= _CODES else letter_of(first).upper()
        for sign, part in zip((self.sign, *[self.separator] * len(below)), below, strict=False):
            if is_letter(part):
                letter = letter_of(part)  # A2a, R1.a, FP-1.A
                code += "" if self.letters is Letters.GLUED else sign
                code += letter.upper() if self.letters is Letters.CODE else letter
            else:
                code += f"{sign}{part}"
        return code

    def parts_in_tree(self, printed: Parts) -> Parts:
        """Return the parts by which the number ``printed`` is placed in the tree, so that parents
        and order follow. With ``hundreds``, 402 is (4, 402) and, if they are padded, 001.1 is (0,
        1, 1), while (1,) is a chapter. With ``zeros``, 4.0 is (4,). With ``cases``, 2.11 is (2, 1,
        1) and 2.110 (2, 1, 1, 0), a digit for each level; but 2.10 comes after 2.9. A code becomes
        its place, below the last division that begins (``starts``) at it or before."""
        if self.codes and printed and is_letter(printed[0]):
            place = self._place_of_code(printed)
            begun = sum(self._place_of_code(split_number(each)) <= place for each in self.starts)
            return (max(begun, 1), *place) if self.starts else place  # the first has those above it
        if self.zeros and printed[1:] == (0,):
            return printed[:1]
        if self.cases and len(printed) == 2 and (printed[1] % 10 or printed[1] > 99):
            return (printed[0], *map(int, str(printed[1])))
        is_section = bool(self.digits) and len(printed) > 1  # 001.1
        if self.hundreds and printed and (is_section or printed[0] >= _HUNDRED):
            return (printed[0] // _HUNDRED, *printed)
        return printed

    def _place_of_code(self, printed: Parts) -> Parts:
        """Return the parts of the number ``printed`` (FP-1.2) with the place of its code among
        those of the document, by which clauses are sorted; a document’s only code is left out."""
        code = letter_of(printed[0]).upper()
        if code not in self.codes:
            return printed
        return (_CODES + self.codes.index(code), *printed[1:])[len(self.codes) == 1 :]

    def successors(self, parts: Parts) -> list[Parts]:
        """Return what may come next after ``parts``: its first child, or the next number on any
        level. A number that is none of these may be one of them with misprinted points."""
        following = [(*parts[:depth], parts[depth] + 1) for depth in range(len(parts))]
        return [*((*parts, child) for child in self._first_children(parts)), *reversed(following)]

    def follows(self, parts: Parts, before: Parts) -> bool:
        """Whether ``parts`` may come next after ``before``, as its first child or the next number
        on any level; others may be of list items or misprints. Fast, as every line is tested."""
        level = len(parts) - 1
        if level == len(before):
            return parts[:level] == before and parts[level] in self._first_children(before)
        return parts[:level] == before[:level] and parts[level:] == (before[level] + 1,)

    def _first_children(self, parts: Parts) -> tuple[int, int]:
        """Return the two last parts that the first child of ``parts`` may have, because documents
        begin to count with either: the letter a or 1; in a chapter of hundreds, 400 or 401."""
        if self.hundreds and len(parts) == 1:
            return parts[0] * _HUNDRED, parts[0] * _HUNDRED + 1
        return LETTERS + 1, 1


def is_letter(part: int) -> bool:
    """Whether ``part`` stands for a letter (1001: a); such parts are above all printed numbers."""
    return part > LETTERS


def letter_of(part: int) -> str:
    """Return the letters that :func:`split_number` reads as ``part``: 1001 is a, 1178 is fp."""
    text, value = "", part - LETTERS
    while value:
        value, last = divmod(value, _ALPHABET)
        text = chr(ord("a") + last - 1) + text
    return text


def depth_of(parts: Parts) -> int:
    """Return the level of the clause at ``parts``: 1.2 and 1.2の2, inserted later, are on one."""
    return sum(part < INSERTED for part in parts)


def parts_of_levels(parts: Parts, count: int) -> tuple[Parts, Parts]:
    """Return the parts of the first ``count`` levels of a number, and those of the others. A cut by
    index would part の2 from what it belongs to (1.2の2)."""
    starts = [at for at, part in enumerate(parts) if part < INSERTED]
    end = starts[count] if count < len(starts) else len(parts)
    return parts[:end], parts[end:]


def all_above(numbers: Iterable[Parts]) -> set[Parts]:
    """Return the parts of every clause above one of ``numbers``, as a tree needs them all: above
    1.2の2, inserted later, are 1 but not 1.2, which is on the same level."""
    return {each[:n] for each in numbers for n in range(1, len(each)) if each[n] < INSERTED}


def parts_above(parts: Parts) -> Parts:
    """Return the parts of the parent of the clause at ``parts``: 1 for 1.2の2, as for 1.2."""
    while parts[-1] >= INSERTED:
        parts = parts[:-1]
    return parts[:-1]


def split_number(number: str) -> Parts:
    """Return the parts of ``number`` as integers to sort: (100, 2, 1001) for 100.2a and 100-2-a."""
    return tuple(int(p) if p.isdigit() else _part(p) for p in re.findall(_PART, number.lower()))


def _part(text: str) -> int:
    """Return the part of a number for a letter (a is 1001), the letters of a code (fp), or の2."""
    if text[0] == "の":
        return INSERTED + int(text[1:])
    value = 0
    for letter in text:
        value = value * _ALPHABET + ord(letter) - ord("a") + 1
    return LETTERS + value


def may_be_clause(number: str, behind: str) -> bool:
    """Whether ``number`` may be a clause although ``behind`` begins with a word of amounts
    (``OTHER_NUMBER_BEHIND``): 9.2.2時 has three parts, unlike 1.2時 (hours); 1.2.3版 never is,
    as editions (版) have three parts, too."""
    return len(re.split("[.-]", number)) > 2 and not behind.startswith("版")


def parse_number(text: str, *, has_letters: bool = False) -> ParsedNumber | None:
    """Return the clause number that ``text`` is, in any form that people write, or None: hyphens,
    full width, leading zeros, a point behind, 第…章, letters (``100.2a``, ``A-1-1``), a step
    (``5.5.1.Ⅵ``, ``vi``); not a range. ``A`` and ``2k2a`` need ``has_letters``: may be words."""
    require_text("a clause number", text)
    flat = nfkc(text).strip().upper()
    unit = ""
    if flat.startswith("第"):
        counted = re.match(COUNTER, flat)
        unit, flat = counted[2] if counted else "", re.sub(COUNTER, _in_digits, flat)  # 第2条第3項
        flat = re.sub(COUNTED, r"\1\2", flat.lstrip("."))  # 第9.2.2項
    dotted = re.sub(SEPARATORS, ".", flat)
    if not flat[:1].isdigit():
        lettered = re.fullmatch(_LETTER_FIRST, dotted)
        if has_letters and lettered is None:
            lettered = re.fullmatch(f"{_LETTER_ALONE}|{_CODE}", dotted)
        return ParsedNumber(split_number(lettered[0])) if lettered else None
    match = None if re.search(RANGE, flat) else re.fullmatch(WRITTEN, dotted)
    if match is None:
        by_turns = has_letters and re.fullmatch(_WRITTEN_BY_TURNS, flat)  # 2k2a has no separators
        return ParsedNumber(split_number(flat)) if by_turns else None
    return ParsedNumber(split_number(match[1]), tuple(filter(None, match[2].split("."))), unit)


def _in_digits(counter: re.Match[str]) -> str:
    """Return a counter, matched in a typed number, as the part that search knows: .2 for 第二条
    (article 2), so that it finds clause 1.2, and の2 for の二, of a clause inserted later."""
    sign, value = (".", counter[1]) if counter[1] else ("の", counter[3])
    return sign + (value if value.isdecimal() else str(kanji_value(value)))


def plain_number(printed: Parts) -> str:
    """Return a number in one form for all documents (``100.2.a``), whatever separators they print.
    Search stores and looks for this form, so that 9-2 finds 9.2."""
    return NumberStyle(letters=Letters.APART).write(printed)


def kanji_value(numeral: str) -> int:
    """Return the value of a numeral in kanji, as in 第二条: 百二十三 and 一二三 are both 123."""
    total, digit = 0, 0
    for char in numeral:
        if char in KANJI:
            digit = digit * 10 + KANJI.index(char)
        else:
            total, digit = total + max(digit, 1) * (10 if char == "十" else 100), 0
    return total + digit


def roman_value(label: str) -> int | None:
    """Return the value of the Roman numeral ``label``, up to 39 and in any width (``IV``, ``Ⅳ``),
    because no document has more steps; None for any other text."""
    flat = nfkc(label).upper()
    if not flat or not re.fullmatch(_ROMAN, flat):
        return None
    values = [_ROMAN_VALUES[letter] for letter in flat]
    return sum(-one if one < other else one for one, other in pairwise([*values, 0]))


def digits_of(parts: Sequence[int]) -> str:
    """Return the digits of ``parts`` (123 for 1.2.3): if equal, only points are misprinted."""
    return "".join(letter_of(part) if is_letter(part) else str(part) for part in parts)


def longest_rising(numbers: Sequence[Parts]) -> set[int]:
    """Return the indices of a longest subsequence of ``numbers`` that never falls: all others are
    misplaced in the document. Patience sorting takes little more than linear time."""
    tails: list[tuple[Parts, int]] = []
    before: list[int | None] = []
    for index, parts in enumerate(numbers):
        # Equal numbers (a clause printed twice) count as rising: the index breaks the tie.
        at = bisect_left(tails, (parts, index))
        before.append(tails[at - 1][1] if at else None)
        tails[at : at + 1] = [(parts, index)]
    rising: set[int] = set()
    step = tails[-1][1] if tails else None
    while step is not None:
        rising.add(step)
        step = before[step]
    return rising
