"""References by number: single ones, lists, and ranges."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import ne

from rulebook.clauses.counters import NUMBER_WORDS, counter_value
from rulebook.clauses.game import IN_BRACKETS, WHOLE, Layout
from rulebook.clauses.lines import BREAK
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import (
    LETTERS,
    Letters,
    NumberStyle,
    Parts,
    depth_of,
    is_letter,
    letter_of,
    parts_of_levels,
    split_number,
)
from rulebook.grouping import grouped
from rulebook.links.model import Reference, ReferenceKind, ReferenceStatus, no_clause
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.text.normal import Normalised, fold, normalise, same_at_start

_BETWEEN_RANGE = re.compile(r" ?(?:[-–~〜]|から) ?| (?:to|through) ")
_BETWEEN_LIST = re.compile(r" ?(?:[、,・]|と|および|及び|または|や) ?")
# 「5.5.1.Ⅵ」: a step of the clause.
_STEP = re.compile(r"\.[ivx]{1,5}(?![a-z])")
# 「7.5.6~7」, 702.2b–c: only the last part of the other end is printed.
_SHORT_END = re.compile(r"[~〜]([0-9]{1,2})(?![0-9.]|-[0-9])|(?<=[a-z])[~〜–-]([a-z])(?![a-z0-9])")
# 「9.10.1.2XX」: a number that was still to be filled in when the document was printed.
_UNFINISHED = re.compile(r"x{1,3}(?![a-z])")
# 7x7x7 is a size, although letters and digits alternate in it.
_SIZE = re.compile(r"[0-9]+(?:x[0-9]+)+")
# 「4.1(a)」: a lettered clause below the number.
_IN_PARENTHESES = re.compile(r" ?\(([a-z])\)")
# 3-4-(2-1): the rest of the number is printed in brackets.
_IN_BRACKETS = re.compile(r"[.-]? ?\(([0-9a-z]{1,3}(?:[.-][0-9]{1,3})*)\)")

_CIRCLED = re.compile("[①-⑳]")

# 2.5倍 (times) is a quantity.
_QUANTITY = (
    "(?:[倍点枚人回体つ円秒%分時歳度号版]"
    "| ?(?:times?|points?|cards?|players?|minutes?|seconds?|hours?|days?|years?|"
    "degrees?|euros?|dollars?|inch(?:es)?|feet|(?:kilo|centi|milli)?met(?:er|re)s?|"
    "(?:kilo)?grams?|[kcm]?m|k?g|\\[[a-z%]{1,3}\\])(?![a-z]))"
)

# 「ver. 1.101」 is a version.
_NO_VERSION = r"(?<!ver )(?<!ver\. )(?<!version )"

# Words before the number of a chapter or of a section in hundreds: rule 402, section 9.
_CUE = (
    r"(?:(?<![a-z])(?:rules?|secs?\.|sections?|chapters?|clauses?|articles?|paragraphs?|see) "
    r"|§ ?|ルール ?|(?<![一-龠])規則 ?|条文 ?|(?<![部編])第(?=[0-9]+[章条])|appendix (?=[a-z]\b)"
    r"|(?<![0-9部編全第])(?=[0-9]{1,2}章(?![分立構]))"
    # 34.に: an amount has no point before a particle; 上記の1. may be an item of a list.
    r"|(?:(?<![^\W_])|(?<=[ぁ-ん])(?<![上下前]記の)(?<!次の))(?<![.-])(?=[0-9]{1,3}\.[をにのへ]))"
)


# Text around a citing number: without it, a number of two parts that no clause has is an amount.
_NEAR = 60  # code points before a number that may introduce it
_CITING_BEFORE = re.compile(
    rf"(?:^|(?<![a-z])(?:by|in|with|cf\.) |[(「『\[§→] ?|(?:{_CUE}|(?<![a-z])(?:under|per|refer to|"
    r"subject to) )(?:[0-9]+(?:[.-][0-9]+)+(?:,|,? (?:and|or)) )*)$"
)
_CITING_BEHIND = re.compile(
    r"\.?(?: ?[をにのへ項]| ?参照|から|より|による|以[外下上降前])|\. [^“”]{1,40}”"
)
# 「2.5」 may be an amount.
_CLOSING_QUOTES = ("」", "』", "”")
# Further numbers: rules 4 and 8, rules 101-116.
_ALSO_CALLED = re.compile(
    r"(?:[-–]|(?:,|,? (?:and|or|to)) )([0-9]{1,3})"
    rf"(?![0-9]|[.-][0-9]|{_QUANTITY})"
)
# “Rule 17 of the Rules of Golf” is of another document; “Section 4 Rule 2” is not clause 4.
OF_OTHERS = (
    r"(?:(?:\([0-9a-z]{1,3}\))* of the (?:(?:rules|laws|regulations) of |(?:[a-z]+ ){1,4}code\b)"
    r"|,? (?:rule|section|clause|article|paragraph) [0-9])"
)
# A digest prints in brackets the numbers of the official rules, as a note at its head may say.
_NOTE = re.compile(r"(?:括弧|かっこ|brackets|parentheses)[^。\n]{0,40}(?:公式|総合ルール|official)")
_OFFICIAL = re.compile(r"(?P<name>(?:(?P<other>公式)|総合)ルール(?:ブック)?)の? ?$")
_DEEPER, _FEWEST_DEEPER = re.compile(r"\(([0-9]{1,2}(?:[.-][0-9]{1,2}){2,})\)"), 3
_OF = re.compile(r",? of (?:the )?(.{,80})")
# The head of a column of citations.
_OF_RULES = re.compile(r"rule|clause|section|article|law|ref|see|ルール|条|項|番号|参照")
# 第2章の1-1 (1-1 of chapter 2)
_CITED_CHAPTER = re.compile(
    r"第? ?([0-9一二三四五六七八九十]{1,3})[章部]の?$|(?:part|chapter) ([0-9ivx]{1,4}),? $"
)
_CITED_REACH = 14  # Characters before a number that may cite its chapter
_CHAPTER_WORD = rf"(?<=chapter )(?:{'|'.join(NUMBER_WORDS)})\b"


@dataclass(frozen=True, slots=True)
class _Number:
    """A number in normalised text: where it is, its parts, and whether XX is attached to it."""

    start: int
    end: int
    parts: Parts
    unfinished: bool


class Targets:
    """Finds clauses by the ends of their numbers: texts often leave out the chapter."""

    def __init__(self, book: Rulebook) -> None:
        """Index clauses of ``book`` by what texts cite instead of a whole number: printed clauses
        by their last part, for the end of a number (第3条, article 3, in any chapter); headings,
        for a number below one (rule 2 of Declaring an Attack). ``chapters`` are letters that may
        begin a cited number (A.1), ``head`` is the text above the first clause."""
        self.book = book
        printed = [clause for clause in book.clauses if clause.printed]
        self._by_last = grouped((clause.parts[-1], clause) for clause in printed)
        depths = ((depth_of(clause.parts) - 1, clause.parts) for clause in printed)
        values = grouped((depth, parts_of_levels(parts, depth)[1]) for depth, parts in depths)
        self._heads = {fold(c.title): c for c in book.clauses if c.title and c.children}
        firsts = {each.parts[0] for each in book.clauses}
        letters = sorted(first for first in firsts if LETTERS < first <= LETTERS + 26)
        self.chapters = "".join(map(letter_of, letters))
        first = min((clause.lines[0] for clause in book.clauses if clause.lines), default=0)
        # The first clause may begin inside its line, after a break that the intake put in.
        *above, line = ("", *book.source[: max(first, 1)])
        self.head = "\n".join((*above, line[: max(line.find(BREAK), 0)]))
        # A digest prints numbers of the official rules in brackets, which are not linked: its head
        # says so, or several have more parts than any clause.
        found = (m[1] for c in book.clauses for m in _DEEPER.finditer(fold(c.text)))
        deeper = sum(len(split_number(each)) > max(values, default=0) + 1 for each in found)
        self._is_digest = bool(_NOTE.search(self.head)) or deeper >= _FEWEST_DEEPER
        # Levels on which no value occurs twice: counted through all chapters, as articles are, so
        # that a number from there down needs no chapter.
        self.counted_on = [at for at, each in sorted(values.items()) if len({*each}) == len(each)]

    def nearest(
        self, clause: Clause, level: int, values: Sequence[int], *, is_local: bool = False
    ) -> Clause | None:
        """Return the clause whose number from ``level`` down is ``values`` (第3条 in any chapter).
        Of several, return the one that shares most levels with the citing ``clause``; with
        ``is_local``, it must share all levels above. None if ambiguous: a guess would mislead."""
        wanted = tuple(values)
        home = parts_of_levels(clause.parts, level)[0]
        found: defaultdict[int, list[Clause]] = defaultdict(list)
        for each in self._by_last.get(wanted[-1], ()):
            above, rest = parts_of_levels(each.parts, level)
            if rest == wanted and (above == home or not is_local):
                found[same_at_start(each.parts, clause.parts)].append(each)
        near = found[max(found)] if found else []
        return near[0] if len(near) == 1 else None

    def ending(self, clause: Clause, parts: Parts, is_enclosed: bool = False) -> Clause | None:
        """Return the clause that ``parts``, cited in ``clause``, mean, as texts leave out levels
        above: (2-1) in 3-4-(2-5) is 3-4-(2-1) (``is_enclosed``), and 第3条 in an outline is article
        3 of any chapter. None in other documents and with codes (FP-1): they cite whole numbers."""
        if is_enclosed:
            lengths = range(len(clause.parts) - 1, 0, -1)
            found = (self.book.find((*clause.parts[:n], *parts)) for n in lengths)
            return next((each for each in found if each and each.printed), None)
        if self.book.numbers.codes or not self.book.game.edition.layout.outlined:
            return None
        levels = self.book.game.edition.layout.levels
        depth = levels.index(WHOLE) if WHOLE in levels else 0
        # 2.5 is read from the level of full numbers (``WHOLE``), then from the levels above; if
        # only chapters are above, first as 5 in chapter 2, then as 2.5 in any chapter.
        above = (0, 1) if depth == 1 else range(depth, -1, -1)
        depths = [0, *self.counted_on] if len(parts) == 1 else above
        found = (self.nearest(clause, level, parts) for level in depths)
        return next(filter(None, found), None)

    def is_of_official_rules(self, text: str, number: _Number) -> bool:
        """Whether ``number`` in normalised ``text`` is of the official rules, another document, so
        that a link would be wrong. In a digest, such a number has 公式ルール (official rules) or
        総合ルール (general rules) before it, or brackets around its parts. Elsewhere it has
        公式ルール before it, unless the ``head`` of the document uses this name for itself."""
        before = text[max(0, number.start - _NEAR) : number.start]
        is_inside = len(number.parts) > 1 and before.rfind("(") > before.rfind(")")
        named = _OFFICIAL.search(before)
        is_official = named is not None and named["other"] and named["name"] not in self.head
        return (self._is_digest or bool(is_official)) and (is_inside or named is not None)

    def headed(self, text: str, number: _Number) -> Clause | None:
        """Return the clause whose heading follows “of” after ``number`` in normalised ``text``
        (rule 2 of Declaring an Attack). ``number`` must have one part, the clause children."""
        match = _OF.match(text, number.end) if len(number.parts) == 1 else None
        words = match[1] if match else ""
        ends = (n for n in range(len(words), 0, -1) if not words[n:][:1].isalpha())
        return next(filter(None, (self._heads.get(words[:n]) for n in ends)), None)


def find_numbers(targets: Targets, clause: Clause, text: str) -> Iterator[Reference]:
    """Yield the references by number in ``text`` of ``clause``: single, ranges and lists, without
    numbers of the official rules, another document. The text is searched in normal form, since
    documents mix full and half width. A single number that no clause has is reported as dangling
    only where it must be a citation (``_is_cited``), since amounts look the same (2.5, 0.5, and the
    size 7x7x7, like a number of alternating letters and digits)."""
    book = targets.book
    normal = normalise(_CIRCLED.sub("◯", text))  # 「2-1①」 is not 2-11
    numbers = _numbers_in(normal.text, book.game.edition.layout, targets.chapters)
    amounts = _amounts_in_cells(normal.text)
    own = (each for each in numbers if not targets.is_of_official_rules(normal.text, each))
    found = [each for each in own if (each.start, each.end) not in amounts]
    at = 0
    while at < len(found):
        number, *after = found[at : at + 2]
        if after and _are_joined(normal.text, number, after[0], _BETWEEN_RANGE, book):
            yield _reference(targets, clause, text, normal, [number, *after], ReferenceKind.RANGE)
            at += 2
            continue
        around = pairwise(found[max(0, at - 1) : at + 2])
        in_list = any(_are_joined(normal.text, *both, _BETWEEN_LIST) for both in around)
        kind = ReferenceKind.LIST if in_list else ReferenceKind.NUMBER
        reference = _reference(targets, clause, text, normal, [number], kind)
        # 0.5 is an amount, even after “see”: no document counts from 0.
        is_cited = 0 not in number.parts and _is_cited(normal.text, number, targets.chapters)
        is_reference = in_list or is_cited
        is_size = _SIZE.fullmatch(normal.text, number.start, number.end) is not None
        if reference.targets or (is_reference and not is_size):
            yield reference
        at += 1


def _is_cited(text: str, number: _Number, chapters: str) -> bool:
    """Whether ``number`` in ``text`` must cite a clause, even if no clause has it. Unlike an
    amount, it has three parts (4.1.2) or a letter of ``chapters`` (A.1); or a citing word is near
    (“see 4.1”); or it begins the text or a bracket (but 「2.5」 alone may be an amount)."""
    first, behind = number.parts[0], text[number.end : number.end + 1]
    has_form = len(number.parts) > 2 or (is_letter(first) and letter_of(first) in chapters)
    at = max(0, number.start - _NEAR)  # in a clause that may be long
    is_introduced = behind not in _CLOSING_QUOTES and _CITING_BEFORE.search(text, at, number.start)
    return bool(has_form or _CITING_BEHIND.match(text, number.end) or is_introduced)


def _amounts_in_cells(text: str) -> set[tuple[int, int]]:
    """Return start and end of the table cells below column headings that do not mention rules. A
    number that fills such a cell is an amount, but would be linked to the clause of that number."""
    found: set[tuple[int, int]] = set()
    heads: list[bool] = []
    at = 0
    for row in text.split("\n"):
        cells = row.split("\t")
        heads = [] if len(cells) == 1 else heads or [bool(_OF_RULES.search(cell)) for cell in cells]
        for column, cell in enumerate(cells):
            if heads and True not in heads[column : column + 1]:
                found.add((at, at + len(cell)))
            at += len(cell) + 1
    return found


def _numbers_in(text: str, layout: Layout, chapters: str) -> Iterator[_Number]:
    """Yield the clause numbers in ``text``, each with its step (5.5.1.Ⅵ), brackets (3-4-(2-1),
    4.1(a) for 4.1.a) or an “XX” left where a number was to be filled in. In 4.1~7, ~7 is 4.7. A
    number of one part needs a word such as “rule”, as it is mostly an amount; one word may precede
    several numbers (rules 4, 5 and 8). Letters of ``chapters`` may begin a number (A.1)."""
    at = 0
    pattern = _number_pattern(layout, layout.prefix.lower(), chapters)
    inner = _IN_PARENTHESES if layout.letters is Letters.APART else None
    inner = _IN_BRACKETS if IN_BRACKETS in layout.levels else inner
    while match := pattern.search(text, at):
        printed = match["number"] or match["called"]
        is_word = printed.isalpha() and len(printed) > 1  # chapter two
        parts = (counter_value(printed),) if is_word else split_number(printed)
        glued = _UNFINISHED.match(text, match.end())
        step = _STEP.match(text, match.end())
        letter = inner and inner.match(text, match.end())
        if letter:
            parts = (*parts, *split_number(letter[1]))
        at = (glued or step or letter or match).end()
        start = match.start() if match["number"] else match.start("called")
        yield _Number(start, at, parts, glued is not None)
        if short := _SHORT_END.match(text, at):
            end = split_number(short[0])
            yield _Number(short.start() + 1, short.end(), (*parts[:-1], *end), False)
        while match["called"] and (also := _ALSO_CALLED.match(text, at)):
            at = also.end()
            yield _Number(also.start(1), at, (int(also[1]),), False)


@lru_cache(maxsize=16)
def _number_pattern(style: NumberStyle, prefix: str, chapters: str) -> re.Pattern[str]:
    """Return the pattern by which texts, in lower case, cite numbers in ``style``, as documents
    differ: 2.1 (2:1 with a colon as ``sign``), 2.1a, 2.b.1, a.1 (``chapters``; appendices A to H
    may be cited even if missing), alternating 2a1; with a ``prefix`` (r2.1) or a code (fp-1). A
    number of one part (“called”) needs a word such as “rule” or “see”: others are amounts."""
    sep = re.escape(style.separator) if style.codes or not style.sign else "[.:]"  # 1.2 or 1:2
    one_letter = "[a-z](?![a-z0-9])"
    between = "" if style.letters is Letters.GLUED else sep
    letter = "" if style.letters is Letters.NONE else f"(?:{between}{one_letter})?"
    part = f"[0-9]{{1,3}}{letter}"
    firsts = {Letters.CHAPTER: "[a-z]", Letters.APPENDIX: f"(?:[a-h{chapters}]|{part})"}
    first = firsts.get(style.letters, f"0?{part}")  # 0100.1
    if style.codes:
        coded = "|".join(style.codes).lower()
        glued = "?" if style.letters is Letters.GLUED else ""
        # FP-1 may be cited as FP1; a single letter with other signs (A1 for A-1) may be a name.
        sign = "[.-]?" if min(map(len, style.codes)) > 1 else re.escape(style.sign)
        return re.compile(  # the group of numbers with a word before them is always empty
            rf"(?<![0-9a-z])(?P<number>(?:{coded}){sign}[0-9]{{1,3}}(?:[.-][0-9]{{1,3}}|[.-]{glued}[a-z]\b)*)"
            r"(?![0-9])(?P<called>(?!))?"
        )
    # A document with 4.b may cite it as 4b.
    glued = f"|[0-9]{{1,3}}{one_letter}" if style.letters in (Letters.APART, Letters.GLUED) else ""
    if style.letters is Letters.TURNS:
        first, sep = "[0-9]{1,3}", ""
        part = "(?:[a-z][0-9]{1,3}|[a-z](?![a-z]))"
    several = rf"(?P<number>{first}(?:{sep}{part})++{glued})(?![0-9]|{_QUANTITY})"
    # In X9.5.3.1X, the number was still to be filled in.
    start = rf"(?:(?<![0-9a-z{sep}])|(?<=(?<![0-9a-z])x)(?=[0-9]+(?:{sep}[0-9]+){{2}}))"
    may_lack = "?" * (len(prefix) != 1)  # A word is optional; 2.1 without a letter is of others
    several = rf"{start}{_NO_VERSION}(?:{re.escape(prefix)}){may_lack}{several}"
    # 「rule 2.a.ii」 is not rule 2.
    below = rf"{sep}(?:[0-9]|[a-z](?![a-z])|[ivx]{{2,5}}(?![a-z]))"
    single = f"[0-9]{{1,3}}(?:{one_letter})?" if glued else "[0-9]{1,3}"
    if style.letters is Letters.APPENDIX:
        single += "|(?<=appendix )[a-z]"
    cues = [_CUE] * bool(may_lack) + [rf"(?<![^\W_]){re.escape(prefix)} ?"] * bool(prefix)
    cue = rf"(?:{'|'.join(cues)}|(?<=\()(?=[0-9]{{1,2}}\.?[^0-9().。]{{0,20}}参照))"
    called = rf"{cue}(?P<called>{single}|{_CHAPTER_WORD})(?![0-9]|{below}|{_QUANTITY}|{OF_OTHERS})"
    return re.compile(rf"{several}|{called}")


def _are_joined(
    text: str, one: _Number, other: _Number, between: re.Pattern[str], book: Rulebook | None = None
) -> bool:
    """Whether only a sign of a list or range (``between``) is between two numbers: then both are
    references, although one alone may be an amount. With ``book``, its separator alone (the hyphen
    of 9-2) is not a sign of a range."""
    gap = text[one.end : other.start]
    if book is not None and gap.strip() == book.separator:
        return False
    return between.fullmatch(gap.lstrip(".")) is not None  # 9.1.～9.3.


def _reference(
    targets: Targets,
    clause: Clause,
    text: str,
    normal: Normalised,
    numbers: list[_Number],
    kind: ReferenceKind,
) -> Reference:
    """Return the reference to a number or to both ends of a range. The target is the clause
    (``home``) that words next to the number show (its heading or chapter), else the clause with the
    whole number, unless the words exclude it. If any target is missing, the reference dangles,
    since half a range would mislead. A wrong printed number is corrected."""
    span = normal.printed(numbers[0].start, numbers[-1].end)
    homes, is_sure = _homes(targets, clause, normal.text, numbers)
    targeted = [
        (home.number if home else None, None)
        if home or is_sure
        else _target(targets.book, clause, number, kind is ReferenceKind.RANGE)
        for number, home in zip(numbers, homes, strict=True)
    ]
    if any(target is None for target, _ in targeted):
        return Reference.dangling(span, span.of(text), kind, no_clause(span.of(text)))
    found = tuple(str(target) for target, _ in targeted)
    reasons = list(dict.fromkeys(why for _, why in targeted if why))
    if not reasons:
        return Reference(span, span.of(text), kind, found)
    reason, *others = reasons
    for each in others:  # as one message, so each language puts its own sign between
        reason = Message("{first} {next}", first=reason, next=each)
    return Reference(span, span.of(text), kind, found, ReferenceStatus.CORRECTED, reason)


def _homes(
    targets: Targets, clause: Clause, text: str, numbers: Sequence[_Number]
) -> tuple[list[Clause | None], bool]:
    """Return the clause that each of ``numbers`` means by the words around it in ``text``: below a
    heading (rule 2 of Declaring an Attack), in a chapter (第2章の1-1), or by the end of a number,
    (2-1) of 3-4-(2-1). Also return whether a heading or brackets show that the numbers are not
    whole, so that a clause with this whole number is another one."""
    start, end = numbers[0].start, numbers[-1].end
    if head := targets.headed(text, numbers[-1]):
        return [targets.book.find((*head.parts, *each.parts)) for each in numbers], True
    before = text[max(0, start - _CITED_REACH) : start]
    is_enclosed = before.endswith("(") and text[end:].startswith(")")
    is_enclosed &= IN_BRACKETS in targets.book.game.edition.layout.levels
    chapter = _CITED_CHAPTER.search(before)
    above = (counter_value(chapter[1] or chapter[2]),) if chapter else ()
    homes = [targets.ending(clause, (*above, *each.parts), is_enclosed) for each in numbers]
    return homes, is_enclosed


def _target(
    book: Rulebook, clause: Clause, number: _Number, is_range: bool
) -> tuple[str | None, Message | None]:
    """Return the number of the clause that ``number`` refers to, or None; and, for readers, why it
    is not the printed number, which may be unfinished or a misprint for a sibling. A range may end
    with a number that only clauses below it print (3.9 for 3.9.1)."""
    printed = book.numbers.write(book.numbers.parts_in_tree(number.parts))
    target = book.find(number.parts)
    if target is not None and (target.printed or is_range):
        unfinished = Message("A leftover “XX” follows {clause}. {clause} is meant.", clause=printed)
        return printed, unfinished if number.unfinished else None
    own, place = clause.parts, book.numbers.parts_in_tree(number.parts)
    # A number that differs from a sibling's in one part above the last is likely a misprint. With
    # only two parts (3.1), however, every section of another chapter differs like this.
    if not (len(own) == len(place) > 2 and sum(map(ne, own[:-1], place[:-1])) == 1):
        return None, None
    targeted = book.numbers.write((*own[:-1], place[-1]))
    target = book.by_number.get(targeted)
    reason = "There is no clause {clause}. It seems to mean {sibling}, a sibling of this clause."
    found = targeted, Message(reason, clause=printed, sibling=targeted)
    return found if target and target.printed and target is not clause else (None, None)
