"""Numerals of every kind with their values, and the words of the levels that they count.

Laws and bylaws have 第1章 (chapter), 第2条 (article), 第3項 (paragraph), 一 (one), (1), ア (a
kana, as a letter), English rules Article IV, Section 2, (a).
Reading (``labels.py``) and linking find them by the same tables, so they agree."""

from __future__ import annotations

from rulebook.clauses.numbers import kanji_value, roman_value
from rulebook.text.normal import nfkc

NUMERAL = "[0-9０-９₀-₉〇一二三四五六七八九十百]{1,5}"
BLANK = r"[ \t\u3000]*"
UNITS = "編部章節款条項号則話"
# Words before a counter, which begin with a capital; each names a level of its own.
UNIT_WORDS = (
    *("part", "title", "chapter", "article", "rule", "law", "regulation", "section", "step"),
    *("teil", "kapitel", "artikel", "regel", "abschnitt"),
    *("sec", "art"),
    *("partie", "titre", "chapitre", "règle", "parte", "capítulo", "artículo", "regla", "sección"),
)
# Words of parts and chapters, in which numbers may begin again
DIVISIONS = (*"編部", "part", "chapter", "teil", "kapitel", "partie", "chapitre", "parte")
NAMED = (*UNIT_WORDS, *"編部章節")
NUMBER_WORDS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_FIRST = "premier"  # Article premier, but Article 2
KANA = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
_LOOKALIKES = "口八二へ工力夕卜"  # Other signs that are printed for kana
_LIKE_KANA = str.maketrans(_LOOKALIKES, "ロハニヘエカタト")
_CODES = {
    "①": (*range(0x2460, 0x2474), *range(0x3251, 0x3260), *range(0x32B1, 0x32C0)),
    "⑴": range(0x2474, 0x2488),
    "❶": (*range(0x2776, 0x2780), *range(0x24EB, 0x24F5)),
}
# The signs of a kind of numeral, in their order.
_SERIES = {
    "ア": KANA,
    "イ": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰ"
    "ノオクヤマケフコエテアサキユメミシヱヒモセス",
    "甲": "甲乙丙丁戊己庚辛壬癸",
    **{kind: "".join(map(chr, codes)) for kind, codes in _CODES.items()},
}
CIRCLED = _SERIES["①"]
ENCLOSED = "".join(_SERIES[kind] for kind in _CODES)  # Each shows where it ends: ①条件
NUMERALS = {
    "1": "[0-9０-９]{1,4}",
    "I": "(?:[IVX]{1,5}|[Ⅰ-Ⅻ])",
    "i": "(?:[ivx]{1,5}|[ⅰ-ⅻ])",
    "A": "[A-ZＡ-Ｚ]",
    "a": "[a-zａ-ｚ]",
    "一": "[〇一二三四五六七八九十百]{1,4}",
    **{kind: f"[{signs}]" for kind, signs in _SERIES.items()},
    "イ": f"[{_SERIES['イ']}{_LOOKALIKES}]",
    "one": f"(?(word)(?i:{'|'.join((*NUMBER_WORDS, _FIRST))})|(?!))",
}


def kind_of(level: str) -> str:
    """Return the key of ``NUMERALS`` for a ``level``, by which its numerals are read: 1 for (1), 1.
    and [1]; its word for a level that has one (章)."""
    return level.strip("()[].")


def is_below_numbers(level: str) -> bool:
    """Whether ``level`` surely is counted below full numbers, as (a) in 1.2 (a) or ア in 1.2 ア:
    reading by full numbers alone would lose these clauses. 1. and [1] may be items of lists."""
    return kind_of(level) in NUMERALS and level not in ("1", "1.", "[1]")


def is_lettered(level: str) -> bool:
    """Whether numerals of ``level`` are letters, which count from 1001 as parts, after digits."""
    return kind_of(level) in ("a", "A")


def citation_of(level: str) -> str:
    """Return the pattern by which texts cite a counter of ``level``: 第2号 (item 2), (2) or [2],
    “2)” or 2, No. 2 for “2.”, else its numerals (ア, ①). 2章 (chapter 2) needs no 第, but 2号 does,
    because 号 counts other things too. Empty for 条, article and full numbers (1.1), for which the
    linker has its own patterns, and for digits without signs, which would match amounts."""
    kind = kind_of(level)
    numeral = NUMERALS.get(kind, "") + "(?![ァ-ヶー])" * (kind in ("ア", "イ"))  # not 2イニング
    if level in {"第", *UNITS} - {"条"}:
        return f"第{'?' if level in '編部章節款項' else ''}{NUMERAL}{level.strip('第')}"
    if level == "(1)":  # German laws cite it as Abs. 1
        return rf"(?:[(（]{numeral}[)）]|Abs(?:\.|atz)\s*\d+)"
    forms = {
        "§": r"[§¶]\s*[0-9]{1,3}",
        f"({kind})": f"[(（]{numeral}[)）]",
        "[1]": rf"[\[［【〔<＜〈]{numeral}[\]］】〕>＞〉]",
        "1)": f"{numeral}[)）]?",
        "1.": rf"(?:N(?:[ro]\.|ummer)\s*)?{numeral}",
        "1": "",
    }
    return forms.get(level, numeral)


def unit_name(word: str) -> str:
    """Return the full name of the level that ``word`` stands for: some print Section and Sec."""
    return {"sec": "section", "art": "article"}.get(word.lower(), word.lower())


def counter_value(numeral: str, kind: str = "") -> int:
    """Return the value of a numeral in digits, kanji (百二十三), Roman, a number word (two, French
    premier), a letter or kana, by which clauses are ordered and found; 0 for other text. Where
    several fit, ``kind`` decides: i is letter 9 or Roman 1; kana run アイウ (イ is 2) or イロハ."""
    flat = nfkc(numeral).strip("()")  # ⑴
    if kind in _SERIES:
        return _SERIES[kind].find(numeral.translate(_LIKE_KANA)) + 1
    if kind in ("I", "i"):
        return roman_value(flat) or 0
    if flat.lower() == _FIRST:
        return 1
    if flat.lower() in NUMBER_WORDS:
        return NUMBER_WORDS.index(flat.lower()) + 1
    if numeral in KANA:
        return KANA.index(numeral) + 1
    if flat.isdecimal():
        return int(flat)
    if flat.isascii():
        letter = ord(flat.lower()) - ord("a") + 1 if len(flat) == 1 else 0
        return letter if kind in ("A", "a") else roman_value(flat) or letter
    return kanji_value(numeral)
