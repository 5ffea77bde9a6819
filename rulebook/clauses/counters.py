"""Numbers that a document prints part by part, each level with a counter of its own.

Laws and bylaws have 第1章, 第2条, 第3項, 一, (1), English rules Article IV, Section 2, (a).  The
number of a clause is put together from the counters above it: 第2条 is 2, its second paragraph 2.2,
an item below it 2.2.1; below chapters 1.2, 1.2.2, ….
"""

from __future__ import annotations

import re

from rulebook.clauses.lines import HEADING
from rulebook.clauses.numbers import roman_value
from rulebook.text.normal import nfkc

_KANJI = "〇一二三四五六七八九"
NUMERAL = "[0-9０-９〇一二三四五六七八九十百]{1,5}"
Counters = dict[str, tuple[int, int]]  # The value of each, and where it ends
BLANK = r"[ \t\u3000]*"

# Words before a counter, which begin with a capital; each names a level of its own.
UNIT_WORDS = (
    *("part", "title", "chapter", "article", "rule", "law", "regulation", "section"),
    *("teil", "kapitel", "artikel", "regel", "abschnitt"),
    *("sec", "art"),
    *("partie", "titre", "chapitre", "règle", "parte", "capítulo", "artículo", "regla", "sección"),
)
_WORD_END = rf"\s+([IVX]{{1,5}}|[0-9]{{1,3}}|[A-Z])\b[.:)]?(?:\s+[-–—])?{BLANK}"
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
    at_start = re.compile(rf"\s*{before}({numeral}){after}{behind}{BLANK}")
    return at_start, cited or f"{before}{numeral}{after}"


def _unit(sign: str) -> tuple[re.Pattern[str], str]:
    """Return the two patterns of a counter with the word ``sign``: 第1章, or 1章 before a space or
    bracket; a line that begins with 「1章の…」 only cites it."""
    before = rf"(?:第{BLANK}|(?={NUMERAL}{sign}(?:[ \t\u3000:：(（]|$)))"
    return _form(before, NUMERAL, f"{BLANK}{sign}", cited=f"第?{NUMERAL}{sign}")


# The counters of documents that are not laws; the first one that continues its count is taken.
NOTATIONS = {
    "§": _form(r"§\s*", "[0-9]{1,3}", "", r"\b[.:)]?"),
    "編": _unit("[編部]"),
    "章": _unit("章"),
    "節": _unit("節"),
    "第": _form("第", NUMERAL, "", r"(?=[ \t\u3000])"),
    "項": _unit("項"),
    "号": _form("第", NUMERAL, "号"),
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
    "A.": _form("", "[A-ZＡ-Ｚ]", "", rf"(?:{_POINT}|[.](?=[^\x00-\x7f]))"),
    "a.": _form("", "[a-zａ-ｚ]", "", _POINT),
    "一": _form("", _KANJI_NUMERAL, "", r"(?:[、．.]|(?=[ \t\u3000]))"),
    "ア": _form("", f"[{_KANA}]", "", r"[ \t\u3000．.、)）]+"),
    "[1]": _form(r"[\[［【〔<＜]", _DIGITS, r"[\]］】〕>＞]"),
    "1 -": _form("", _DIGITS, "", r"(?:\s+[-–—]\s+|[:：]\s*)", "(?!)"),
    # A name behind a space; a sentence may begin with an amount.
    "1 ": _form("", _DIGITS, "", r"(?= +[^\W\d_a-z][^.。、,]{0,40}$)", "(?!)"),
    "イ": _form("", f"[{_IROHA}]", "", r"[ \t\u3000．.、)）]+", "(?!)"),
}
# At another indentation, these count the items of another list.
_LISTS = ("1.", "1)")
# Counters whose values are letters of a number, as they are printed.
LETTER_LEVELS = ("(a)", "a.", "A.")
NAMED = (*UNIT_WORDS, "編", "章", "節")
NUMBER_WORDS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def possible_counters(line: str) -> Counters:
    """Return the counters that ``line`` may begin with, by name: the value of each, and the offset
    of its end. “i.” is both a numeral and a letter: later, the one that continues its count is
    taken. Lists with other indentation have their own counters, as in Markdown; so do headings."""
    text = line.lstrip()
    indent = HEADING if HEADING in line else len(line) - len(text)
    found: Counters = {}
    if word := _WORD.match(line):
        is_letter = roman_value(word[2]) is None and word[2].isalpha()  # Section A
        found["A." if is_letter else unit_name(word[1])] = counter_value(word[2]), word.end()
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
