"""Which lines begin a clause.

``7.2.1.3.1.`` at the start of a line is a clause number; the same digits in running text, or the
``1.`` of a list inside a clause, are not. A number without its closing point, or with a point too
many or too few, counts as one only where exactly that number must come next."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence

from rulebook.clauses import numbers
from rulebook.clauses.game import Layout
from rulebook.clauses.lines import HEADING, TEXT, Line
from rulebook.clauses.numbers import LETTER_FIRST, Letters, NumberStyle, Parts, split_number
from rulebook.clauses.sentences import goes_on_in
from rulebook.records import dataclass, replace

# A number: digits, then more digits after separators, or single letters: after a digit (100.2a;
# ``7a.`` needs its point) or, in lower case, after a separator (103.2.b.1).  Two separators are a
# misprint for one.
_NUMBER = re.compile(
    r"(?P<number>0?[0-9]{1,3}(?:(?P<sep>[.-])(?:(?P=sep)?[0-9]{1,3}|[a-z](?=[. \t\u3000-]))"
    r"(?:(?P=sep){1,2}[0-9]{1,3}|(?P=sep)[a-z](?=[. \t\u3000]|(?P=sep)))*)?"
    r"(?P<letter>(?(sep)[A-Za-z](?=[. \t\u3000]|[^\x00-\x7f]|$)|[a-z](?=\.[ \t\u3000])))?)"
    r"(?P<point>\.(?![0-9]))?(?P<space>[ \t\u3000]*)"
)
# In a document whose chapters are letters: A-1-1 or A.1.a, and A above it.
_LETTER_CHAPTER = re.compile(
    r"(?P<number>[A-Z](?:(?P<sep>[.-])[0-9]{1,3}(?:(?P=sep)(?:[0-9]{1,3}|[a-z](?![a-z])))*)?)"
    r"(?![0-9A-Za-z])"
    r"(?P<point>[.:](?![0-9]))?(?P<space>[ \t\u3000]*)(?P<letter>(?!))?"
)
# In a document with codes: G101, FP-1.2; and A above A-1. Divisions above them have plain numbers.
_CODED = re.compile(
    r"(?P<number>[A-Z]{1,4}[.-]?[0-9]{1,3}(?:(?P<sep>[.-])(?:[0-9]{1,3}|[A-Za-z](?![A-Za-z]))|[a-z])*|[A-Z])"
    r"(?P<point>\.(?![0-9]))(?P<space>[ \t\u3000]*)(?P<letter>(?!))?"
)
# In an outline, where all numbers have one form: 2.10.a
_OUTLINED = re.compile(
    r"(?P<number>(?:[0-9]{1,4}|[a-z])(?:(?:(?P<sep>[.-])|(?<=[0-9])(?=[a-z])|(?<=[a-z]))"
    r"(?:[0-9]{1,4}|[a-z](?![a-z]))|の[0-9]{1,4})*)"
    r"(?P<point>\.)(?P<space>[ \t\u3000]|$)(?P<letter>(?!))?"
)
_OUTLINED_CODED = re.compile(_OUTLINED.pattern.replace("<number>", "<number>[A-Z]{1,4}[.-]?", 1))
_NAMED_APPENDIX = re.compile(
    r"(?i:appendix|annex|付録)[ \u3000]?([A-Z])(?![0-9A-Za-z]|[.-][0-9])[ \t\u3000:.–-]*"
    r"(?=[A-Z\u3041-\uffff]|$)"
)
# Full-width digits and points, and subscripts (from narrow print) are read alike, each as one
# character.
_WIDE = (*range(0xFF10, 0xFF1B), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))
HALF_WIDTH = {code: chr(code - 0xFEE0) for code in _WIDE} | str.maketrans(
    "．－‐−₀₁₂₃₄₅₆₇₈₉", ".---0123456789"
)
_LONGEST = 40  # no number has more characters, so only these are searched
_FEWEST_MARKED = 2
# A letter that is a word, and a sentence that goes on after it.
_ARTICLES, _IN_SENTENCE = ("A", "I"), re.compile(r"[a-z‘“'\"]|.{60}|.*\.$")
# G1. or G15-A.: a number with a letter directly before it.
_LETTERED = re.compile(
    r"[\s#>*_|-]*(?P<number>(?P<letter>[A-Z]{1,2})(?P<value>[0-9]{1,3})(?:-[A-Z0-9]{1,2})?)"
    r"(?:[.:)]?[*_]*[ \t\u3000]|[.:)]?[*_]*$)"
)
# How many numbers a family has at least, and the share of them that must rise.
_FEWEST_LETTERED, _SHARE_RISING = 5, 0.8
# No number of a list item has so many digits.
_PADDED = 3
# What no sentence begins with, so the text continues what is before it: a number
# (4.10.4.2.を…, a particle; 8-10-1-1.以外の…, except) or the line above.
RUNNING_ON = re.compile(
    r"[、。）)」～〜~]|(?:[をにのへが]|で(?!き)|は(?!じめ)|と(?!き))(?!っ)|から|まで|参照|以[外下上降前]"
    r"|(?:and|or|to|through)\b(?= (?:[a-z]+ )?[0-9(§])|(?:for|of|in|above|below)\b|[a-z]:"
)
# 1.2 以下の順に…, “in the following order”, does not cite 1.2: its text begins there.
_FOLLOWING = re.compile("以[下上][のに]")

# What ends a line if a number that begins the next one belongs to it.
CITES = re.compile(
    r"(?:\b(?:rules?|sections?|clauses?|articles?"
    r"|(?i:see|under|in|of|by|to|with|and|or) (?:Rules?|Sections?|Clauses?|Articles?)"
    r"|(?i:rules?|sections?|clauses?|articles?) [0-9a-z.-]+ (?:and|or|to))|[Ss]ee)$"
    r"|[「『（(“](?:参[考照])?[0-9.-]*$"
)

# The unit or sign right after a number that is an amount; other text may be a title.
_UNIT_OR_SIGN = re.compile(r"[\x21-\x7e倍点枚人回体つ円秒％分時個本]")


@dataclass(frozen=True, slots=True)
class NumberAtStart:
    """A number at the start of a line."""

    printed: str  # In the document's style
    parts: Parts
    text: str  # The rest of the line
    firm: bool = True  # If not, it may be running text
    misprint: str | None = None  # What is printed instead, if that is another number or not one
    raw: str = ""  # As the line has it: with zeros, and letters wherever they are


Numbers = Sequence[NumberAtStart | None]  # The numbers that lines may begin with, by their form


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of the rules; ``number`` is set where it begins a clause."""

    line: Line
    number: NumberAtStart | None


def number_of(line: Line, layout: Layout) -> NumberAtStart | None:
    """Return the number that ``line`` may begin with, judged by its form alone; None if there is
    none. It may still be that of a list item or a citation: the numbers around it decide later."""
    if line.mark == TEXT:
        return None
    is_lettered = layout.letters in LETTER_FIRST or layout.codes  # A-1-1, FP-1
    if not is_lettered and not line.text[:1].isdigit():
        return None
    start = line.text[:_LONGEST].translate(HALF_WIDTH)
    if layout.letters is Letters.APPENDIX and (named := _NAMED_APPENDIX.match(start)):
        return _number_at_start(named[1], line.text[named.end() :], layout)
    match = _number_pattern(layout, line).match(start)
    if match is None:
        return None
    raw, rest = match["number"], line.text[match.end() :]
    if layout.codes and raw[0].isalpha() and re.split("[^A-Z]", raw)[0] not in layout.codes:
        return None  # a name such as A4, with no code of the document
    if raw in _ARTICLES and not match["point"] and _IN_SENTENCE.match(rest):
        return None  # “A player may …”
    count = len(split_number(raw))
    is_apart = match["point"] and match["space"]
    # With the other sign, 1-2 is a range or score and 1.5 an amount; “1-1-1. ” may be a misprint.
    is_other = match["sep"] not in (None, layout.separator)
    if is_other and not (is_apart and count > 2):
        return None
    if layout.letters is Letters.NONE and re.search("[A-Za-z]", raw):
        return None  # an amount, 1.2m
    is_closed = bool(match["point"] or match["letter"])
    if is_closed:
        is_title = is_apart or line.mark == HEADING  # ## 6-1.とどめ
        is_amount = count > 1 and not is_title and runs_on(rest, is_apart=True)
    else:
        is_amount = _is_amount(rest, bool(match["space"]), count == 1, layout)
    if is_amount:
        return None
    number = _number_at_start(raw, rest, layout, firm=is_closed and not is_other)
    is_misprint = is_other or 2 * layout.separator in raw  # 1..2
    return replace(number, misprint=raw) if is_misprint else number


def lettered_numbers(lines: Sequence[str]) -> dict[int, str]:
    """Return the numbers with a letter in front (G1) that run through ``lines``, by the index of
    the line that each begins. Next to clauses with other numbers, these are a separate series, not
    clauses, but they end the clause before. Numbers that do not rise, or that skip more than every
    other value, are names (A4, H2), and are left out."""
    families: defaultdict[str, list[tuple[int, re.Match[str]]]] = defaultdict(list)
    for at, line in enumerate(lines):
        if match := _LETTERED.match(line[:_LONGEST]):
            families[match["letter"]].append((at, match))
    found: dict[int, str] = {}
    for family in families.values():
        values = [int(match["value"]) for _, match in family]
        rising = numbers.longest_rising([(value,) for value in values])
        count = len({values[index] for index in rising})
        is_most = _SHARE_RISING * len(family) <= len(rising)
        if count >= _FEWEST_LETTERED and is_most and max(values) < 2 * count + min(values):
            found |= {at: match["number"] for at, match in family}
    return dict(sorted(found.items()))


def _number_pattern(layout: Layout, line: Line) -> re.Pattern[str]:
    """Return the pattern of the numbers that ``line`` may begin with: in an outline, one form for
    all (2.10.a); with codes, FP-1.2, but plain numbers in the headings of divisions above the
    codes; A-1-1 or A where chapters or appendices are letters; else digits first."""
    if layout.outlined:
        return _OUTLINED_CODED if layout.codes else _OUTLINED
    if layout.codes:
        return _NUMBER if layout.starts and line.mark == HEADING else _CODED
    is_appendix = layout.letters is Letters.APPENDIX and not line.text[:1].isdigit()
    return _LETTER_CHAPTER if is_appendix or layout.letters is Letters.CHAPTER else _NUMBER


def _number_at_start(raw: str, text: str, style: NumberStyle, firm: bool = True) -> NumberAtStart:
    """Return the clause number printed as ``raw``, with ``text``, the rest of its line, and its
    place in the tree: in hundreds, 402 is below chapter 4. One that is not ``firm`` may be an
    amount (2枚, two cards), so it counts only if it is next after the numbers around it."""
    parts = style.parts_in_tree(split_number(raw))
    if style.hundreds and style.digits and len(raw) == _PADDED:
        parts = (int(raw) // 100, int(raw))  # 000 is below 0
    return NumberAtStart(style.write(parts), parts, text, firm, raw=raw)


def _is_amount(rest: str, has_space: bool, is_single: bool, layout: Layout) -> bool:
    """Whether a number without a closing point may be an amount and not that of a clause, by the
    ``rest`` of its line. Others begin clauses if their order confirms it."""
    # 2枚 (cards), 1.5倍 (times); but 1.1目的 (purpose) is a number and its title.
    is_glued = bool(rest and not has_space and (is_single or _UNIT_OR_SIGN.match(rest)))
    is_cell = is_single and bool(rest) and not re.search(r"[^\W\d]", rest)  # 2 | 3-1, of a table
    is_open = is_single and layout.closed  # 2 where clauses have 2.
    # A particle follows: 2.1を, and of a single part 2 を, too.
    return is_glued or is_cell or is_open or runs_on(rest, has_space and not is_single)


def runs_on(rest: str, is_apart: bool) -> bool:
    """Whether a sentence runs on from a number into ``rest`` (8.6を, a particle), which is then
    only cited. Behind a space or sign (``is_apart``), 以下の (of these) may begin a clause."""
    return bool(RUNNING_ON.match(rest)) and not (is_apart and _FOLLOWING.match(rest))


def number_lines(body: Sequence[Line], found: Numbers, layout: Layout) -> tuple[NumberedLine, ...]:
    """Return the lines of ``body``, each with its number in ``found`` if that begins a clause, else
    None: items of lists and citations look alike, and only the order shows them. Numbers with a
    closing point (``firm``) are taken and, if the document prints no point, those that rise. If
    marked headings have numbers of one part (2.), others of one part are not taken. Then items
    (never 001, padded like clauses) and citations are removed, and numbers next in order added."""
    # No item has a code (FP-1); items in a document read by its outline are marked as text.
    if layout.codes or layout.outlined:
        coded = _without_citations(found, body, layout)
        return tuple(NumberedLine(line, number) for line, number in zip(body, coded, strict=True))
    found = _without_unmarked(found, body)
    there = {at: number for at, number in enumerate(found) if number is not None}
    sure = {at for at, number in there.items() if number.firm}
    if not layout.closed:  # those without a closing point are sure by their order
        # The firm 1. and 2. may belong to lists, whose numbers start again.
        ordered = [at for at, number in there.items() if len(number.parts) > 1 or not number.firm]
        rising = numbers.longest_rising([there[at].parts for at in ordered])
        sure |= {ordered[index] for index in rising}
    padded = layout.digits[:1] >= (_PADDED,)
    whole = {at for at, line in enumerate(body) if padded and line.text[:_PADDED].isdigit()}
    chosen = [number if at in sure else None for at, number in enumerate(found)]
    chosen = _without_list_numbers(chosen, whole)
    following = _corrected(_without_citations(chosen, body, layout), found, layout)
    return tuple(NumberedLine(line, number) for line, number in zip(body, following, strict=True))


def _without_unmarked(found: Numbers, body: Sequence[Line]) -> Numbers:
    """Return ``found``, the numbers of the lines ``body``, without those of one part outside marked
    headings, if others are in these: they belong to lists. Letters are kept (A, of an appendix), as
    is a chapter without a marked heading of its number, if its first section is next (2, 2.1)."""
    single = [number is not None and len(number.parts) == 1 for number in found]
    marked = [one and line.mark == HEADING for one, line in zip(single, body, strict=True)]
    if sum(marked) < _FEWEST_MARKED:
        return found
    chapters = {number.parts for number, mark in zip(found, marked, strict=True) if number and mark}
    kept: list[NumberAtStart | None] = []
    below: Parts = ()  # the next number
    for number, mark in zip(reversed(found), reversed(marked), strict=True):
        if number and len(number.parts) == 1 and not (mark or numbers.is_letter(number.parts[0])):
            is_chapter = number.parts not in chapters and below == (*number.parts, 1)
            number = number if is_chapter else None
        kept.append(number)
        below = number.parts if number else below
    return kept[::-1]


def _corrected(chosen: Numbers, found: Numbers, style: NumberStyle) -> list[NumberAtStart | None]:
    """Return ``chosen``, the numbers that are sure so far, with those of ``found`` that only the
    order shows: their clauses would be lost. These are numbers without a closing point that come
    next, and misprints of several parts, which have the digits of the next number with other points
    (11.2 for 1.12) or, if the number after it shows this, in another order (1.21 for 1.12)."""
    behind: list[NumberAtStart | None] = []  # the next number after each line
    after: NumberAtStart | None = None
    for number in reversed(chosen):
        behind.append(after)
        after = number or after
    result: list[NumberAtStart | None] = []
    last: Parts = ()
    for number, possible, after in zip(chosen, found, reversed(behind), strict=True):
        if number is None and possible is not None and not possible.firm:
            # 2-13 is sure before 2-13-1, although 2-12 is missing.
            is_above = after and after.parts == (*possible.parts, 1) and last < possible.parts
            number = possible if is_above or style.follows(possible.parts, last) else None
        elif (
            number is not None
            and last
            and not style.follows(number.parts, last)
            and (after is None or not style.follows(after.parts, number.parts))
        ):
            digits = numbers.digits_of(number.parts)
            expected = style.successors(last) if len(number.parts) > 1 else ()
            alike = [each for each in expected if numbers.digits_of(each) == digits]
            followed = (each for each in expected if after and style.follows(after.parts, each))
            alike += (n for n in followed if sorted(numbers.digits_of(n)) == sorted(digits))
            if alike:
                printed, wrong = style.write(alike[0]), number.printed
                number = replace(number, printed=printed, parts=alike[0], misprint=wrong)
        result.append(number)
        if number is not None:
            last = number.parts
    return result


def _without_citations(
    chosen: Numbers, body: Sequence[Line], style: NumberStyle
) -> list[NumberAtStart | None]:
    """Return ``chosen`` without numbers that the text of another clause cites: every one after a
    line that ends with “see rule”, and one that was printed before and is not next in order, if it
    is inside of a sentence or the line above is a lone number, whose text would be missing."""
    result: list[NumberAtStart | None] = []
    before: set[Parts] = set()
    last: Parts = ()
    above: NumberAtStart | None = None
    for number, line_above in zip(chosen, (None, *body), strict=False):
        # Below “3. Game rules”, 3.1 is next
        is_title = above and number and style.follows(number.parts, above.parts)
        if line_above and not is_title and CITES.search(line_above.text):
            number = None
        elif number and number.parts in before and not style.follows(number.parts, last):
            is_text_missing = above is not None and not above.text.strip()
            is_inside = line_above and goes_on_in(line_above.text, number.text)
            if is_text_missing or is_inside or RUNNING_ON.match(number.text):
                number = None
        if number is not None:
            last = number.parts
            before.add(last)
        above = number
        result.append(number)
    return result


def _without_list_numbers(found: Numbers, whole: Container[int]) -> list[NumberAtStart | None]:
    """Return ``found`` without the numbers of list items, which would otherwise become chapters.
    What is ``ahead`` shows which these are (:func:`_is_chapter`): all are read backwards first.
    Those at the indices ``whole`` are padded like the numbers of clauses (001), so they stay."""
    result: list[NumberAtStart | None] = []
    # The next section's chapter, whether the number recurs before it, and the last lone one there.
    ahead: list[tuple[int | None, bool, NumberAtStart | None]] = []
    chapter: int | None = None
    singles: dict[int, NumberAtStart] = {}
    for number in reversed(found):
        first = number.parts[0] if number else None
        ahead.append((chapter, first in singles, next(iter(singles.values()), None)))
        if number and len(number.parts) > 1:
            chapter, singles = first, {}
        elif number:
            singles.setdefault(number.parts[0], number)
    chapters: dict[int, str] = {}
    item = 0  # the number of the last list item seen since the last clause began
    for at, (number, behind) in enumerate(zip(found, reversed(ahead), strict=True)):
        is_single = number is not None and len(number.parts) == 1 and at not in whole
        if number and is_single and not _is_chapter(number, chapters, *behind, item):
            item = number.parts[0]
            result.append(None)
            continue
        if number:
            item = 0
            chapters |= {number.parts[0]: number.text} if is_single else {}
        result.append(number)
    return result


def _is_chapter(
    number: NumberAtStart,
    chapters: Mapping[int, str],
    ahead: int | None,
    recurs: bool,
    nearest: NumberAtStart | None,
    item: int,
) -> bool:
    """Whether ``number`` (``6.``) begins a chapter, not a list item. If section 6.1 is ``ahead``,
    it does, unless another 6. ``recurs`` before that and is ``nearest`` to it, or this 6. goes on
    after ``item`` of a list; if not, it must come next after ``chapters`` (titles so far)."""
    value = number.parts[0]
    continues_list = item > 0 and item == value - 1
    if value in chapters:
        return chapters[value] == number.text  # its heading again
    if ahead == value:
        # The one right before the section is its chapter; others belong to a level above or a list.
        is_above = recurs and nearest and nearest.parts == (value,)
        return not (recurs and (continues_list or is_above))
    if value % 100 == 0 and value > 0 and (ahead or 0) // 100 == value // 100:
        return True  # 200 is the chapter of 201.1
    return not continues_list and (not chapters or value == max(chapters) + 1)
