"""Numbers that begin with a code of letters, in documents where these number the clauses: G101,
[FP-1], <R2>, A-1.2; and the divisions above them, whose own numbers are not part of these."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.counters import NAMED
from rulebook.clauses.game import WHOLE, Layout, Separator
from rulebook.clauses.labels import FLAT, labels_of
from rulebook.clauses.lines import HEADING, TEXT
from rulebook.clauses.numbering import RUNNING_ON
from rulebook.clauses.numbers import Letters, longest_rising, roman_value
from rulebook.clauses.outlines import with_outline
from rulebook.clauses.sentences import ends_sentence
from rulebook.records import replace

_CODED = re.compile(
    r"(?P<before>[\s\v#>*_|-]*(?:(?:Rule|Law|Article|Section|ルール)\s+)?)"
    r"(?P<open>[\[<(【]?)(?P<code>[A-Z]{1,4})(?P<sign>[.-]?)"
    r"(?P<value>[0-9]{1,3})(?P<below>(?:[.-](?:[0-9]{1,3}|[A-Z](?![A-Za-z]))|[a-z])*)(?![0-9A-Za-z])"
    r"[\]>)】]?[*_]*[.:)]?[*_]*(?P<space>\s*(?:[-–—:|]\s+)?)(?=\S|$)"
)
# A, the chapter of A-1
_CHAPTER = re.compile(r"(?P<before>[\s\v]*)(?P<code>[A-Z])[.:](?![0-9A-Z])\s*")
# Numbers of another form: 1.1, 第1条, Rule 1.
_OTHER = re.compile(
    r"[\s\v#*]*(?:[0-9]{1,3}[.-][0-9]{1,3}(?![0-9])|第[0-9一二三四五六七八九十]+[条章節]"
    r"|(?:Rule|Article|Section|Law|§)\s*[0-9])",
    re.IGNORECASE,
)
_FEWEST, _SHARE_RISING = 5, 0.8
# The share of the document between the first and the last code: a list of cards has less.
_LEAST_EXTENT = 0.5
_FEWEST_DIVISIONS, _LONGEST_HEADING = 2, 40
_COUNTERS_OF_DIVISIONS = (*NAMED, "I.", "1.")
_STAND_IN = 9001  # The first chapter in the place of a code
_PRINTED = ("code", "sign", "value", "below")


def with_codes_as_numbers(lines: Sequence[str]) -> tuple[list[str], Layout | None]:
    """Return ``lines`` with numbers that begin with a code (FP-1) in the only form that
    :func:`number_of` finds (“FP-1. ”, without brackets), and divisions above them (第1章, chapter
    1) as numbered headings; a letter that is not right above its code (B. of a list) is marked as
    text. Also return the layout; its ``starts`` are the first codes in the divisions. It is None,
    and ``lines`` stay unchanged, if other numbers begin lines or codes are chapters (A-1-1)."""
    flat = [line.translate(FLAT) for line in lines]
    found = _coded(flat)
    letters = {at: match for at, line in enumerate(flat) if (match := _CHAPTER.match(line))}
    numbers = {at: "".join(match.group(*_PRINTED)) for at, match in found.items()}
    codes = tuple(dict.fromkeys(match["code"] for match in found.values()))
    firsts = {match["code"]: at for at, match in reversed(found.items())}
    for at, below in pairwise(sorted({*letters, *found})):  # A right above A-1
        if at in letters and len(codes) > 1 and firsts.get(letters[at]["code"]) == below:
            numbers[at] = letters[at]["code"]
    level, divisions = _divisions(lines, sorted(numbers))
    others = any(_OTHER.match(line) for at, line in enumerate(flat) if at not in divisions)
    # Below 第1章, the A of A-1 is a code, not a chapter; the II of II-1 is the chapter II itself.
    may_be_chapters = not divisions or all(map(roman_value, codes))
    if not found or others or (may_be_chapters and _are_chapters([*found.values()])):
        return list(lines), None
    result = list(lines)
    for at, match in {**letters, **found}.items():
        before = "".join(each for each in match["before"] if each.isspace())
        text = f"{before}{numbers.get(at)}. {lines[at][match.end() :]}"
        result[at] = text if at in numbers else TEXT + lines[at]  # B. of a list
    for at, (value, end) in divisions.items():
        result[at] = f"{HEADING}{value}. {lines[at][end:].strip()}"
    below_codes = Counter(match["below"][:1] for match in found.values())
    return result, Layout(
        separator=Separator.HYPHEN if below_codes["-"] > below_codes["."] else Separator.POINT,
        letters=Letters.GLUED if any(map(str.isalpha, below_codes)) else Letters.CODE,  # A2a, A-2
        codes=codes,
        sign=next(iter(found.values()))["sign"],
        starts=tuple(numbers[min(at for at in numbers if at > above)] for above in divisions),
        levels=(level, WHOLE) if level else (),
    )


def with_codes_above_outline(lines: Sequence[str]) -> tuple[list[str], Layout | None]:
    """Return ``lines`` with full numbers (R1.a) for codes with counters below them, (a) below R1,
    and the layout. The outline is found with 9001.1, section 1 of a chapter, in the place of R1,
    since it knows no codes. None without such counters, or with divisions above the codes."""
    coded, layout = with_codes_as_numbers(lines)
    if layout is None or layout.starts:
        return list(lines), None
    chapters = {code: str(_STAND_IN + at) for at, code in enumerate(layout.codes)}
    code_before = re.compile(rf"^([\s\v]*)({'|'.join(chapters)}){re.escape(layout.sign)}(?=[0-9])")
    plain = (line.removeprefix(TEXT) for line in coded)
    stood_in = [code_before.sub(lambda m: f"{m[1]}{chapters[m[2]]}.", line, 1) for line in plain]
    result, outlined = with_outline(stood_in)
    number_before = re.compile(rf"^([\s\v]*)({'|'.join(chapters.values())})[.-]")
    begun = zip(coded, map(number_before.match, result), strict=True)
    if outlined is None or not any(now and not code_before.match(line) for line, now in begun):
        return list(lines), None
    codes = {number: code + layout.sign for code, number in chapters.items()}
    result = [number_before.sub(lambda m: m[1] + codes[m[2]], line, 1) for line in result]
    levels = outlined.levels[len(codes) == 1 :]  # A single code is not a level of the tree
    return result, replace(outlined, codes=layout.codes, sign=layout.sign, levels=levels)


def _coded(flat: Sequence[str]) -> dict[int, re.Match[str]]:
    """Return, by line index, the numbers with a code (A12) that number the clauses of the document
    ``flat``: all printed alike, and nearly all rising below their code. Empty if they are names of
    squares on a board (A4, H2), which skip most values, or of cards listed in one part of the
    document; or full numbers after a letter (R2.1), which :func:`rewrite_notation` removes."""
    every = {at: match for at, line in enumerate(flat) if (match := _CODED.match(line))}
    styles = Counter(match.group("open", "sign") for match in every.values())
    style = styles.most_common(1)[0][0] if styles else ("", "")
    every = {at: m for at, m in every.items() if m.group("open", "sign") == style}
    found = {at: m for at, m in every.items() if not RUNNING_ON.match(flat[at], m.end())}
    # If contents print the numbers above the rules, only the last place of each counts.
    last = {match.group(*_PRINTED): at for at, match in found.items()}
    families: defaultdict[str, list[int]] = defaultdict(list)
    for at in sorted(last.values()):
        families[found[at]["code"]].append(int(found[at]["value"]))
    rising = sum(len(longest_rising([(each,) for each in one])) for one in families.values())
    span = sum(max(each) - min(each) + 1 for each in families.values())
    below = sum(match["below"][:1] in (".", "-") for match in found.values())
    is_prefix = not style[1] and len(families) == 1 and 2 * below > len(found)
    is_other = is_prefix or (style == ("", "") and span > 2 * len(found))
    is_other |= max(found, default=0) - min(found, default=0) < _LEAST_EXTENT * len(flat)
    is_enough = len(last) >= _FEWEST and rising >= _SHARE_RISING * len(last)
    return found if is_enough and not is_other else {}


def _are_chapters(found: Sequence[re.Match[str]]) -> bool:
    """Whether the codes ``found`` are letters of chapters (A-1-1) or Roman numerals (II-1), which
    are not rewritten: :func:`guess_layout` and :func:`labels_of` read them. Letters are chapters if
    they are in order and have one sign throughout, as a layout has one separator (no A-1.1)."""
    codes, sign = [match["code"] for match in found], found[0]["sign"]
    is_same = all({sign}.issuperset(re.findall("[.-]", match["below"])) for match in found)
    are_letters = all(len(code) == 1 for code in codes) and codes == sorted(codes) and is_same
    return bool(sign) and (are_letters or all(map(roman_value, codes)))


def _divisions(
    lines: Sequence[str], numbered: Sequence[int]
) -> tuple[str, dict[int, tuple[int, int]]]:
    """Return the divisions above the clauses that begin on the lines ``numbered`` with a code
    (第1章, chapter 1, above FP-1), to become chapters: the name of their level (章), and by line
    index the value of each and where its title begins; empty without any. They must count 1, 2, 3,
    each above a coded line. Of two lines with one value, the first is an entry of contents."""
    found: defaultdict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
    for at, line in enumerate(lines):
        if at not in numbered and len(line) <= _LONGEST_HEADING and not ends_sentence(line):
            for label in labels_of(line):
                found[label.name][label.parts[0]] = at, label.end
    for level in _COUNTERS_OF_DIVISIONS:
        counted = sorted(found[level].items())
        ends = [*(at for _, (at, _) in counted), len(lines)]
        is_whole = [value for value, _ in counted] == [*range(1, len(counted) + 1)]
        are_filled = all(any(a < at < b for at in numbered) for a, b in pairwise(ends))
        if len(counted) >= _FEWEST_DIVISIONS and is_whole and are_filled:
            return level, {at: (value, end) for value, (at, end) in counted}
    return "", {}
