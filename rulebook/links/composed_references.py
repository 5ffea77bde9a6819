"""References to numbers that a document prints part by part: 第2条第1項, Article IV, Section 2(a).

Roman numerals and letters in other numbers (IV.2.3, 1.A.ii) are read here too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product, takewhile
from operator import attrgetter

from rulebook.clauses import numbers
from rulebook.clauses.counters import (
    CIRCLED,
    KANA,
    NUMBER_WORDS,
    NUMERAL,
    UNIT_WORDS,
    citation_of,
    counter_value,
    is_lettered,
    kind_of,
    unit_name,
)
from rulebook.clauses.game import WHOLE
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import INSERTED, LETTERS, roman_value, split_number
from rulebook.links.model import Reference, ReferenceKind, no_clause
from rulebook.links.number_references import OF_OTHERS
from rulebook.text.normal import nfkc
from rulebook.text.spans import Span

_ENCLOSED_VALUE = re.compile(
    f"[0-9０-９]{{1,2}}|[a-z]{{1,5}}|[{KANA}{CIRCLED}]|[一二三四五六七八九十]{{1,3}}"
)
_ENCLOSED = (
    rf"[(（](?:[0-9０-９]{{1,2}}|[a-z]|[ivx]{{2,5}}|[{KANA}]|[一二三四五六七八九十]{{1,3}})[)）]"
    rf"|[{CIRCLED}]"
)
_UNIT = (
    rf"(?:第 ?{NUMERAL} ?[編部章節条項号]|(?<![前次第]){NUMERAL}条)(?!文)"
    rf"(?:の{NUMERAL}(?![0-9一二三四五六七八九十百人枚個回本点部方般つ]|[.-][0-9]))*"
)
_WORDS = f"(?i:{'|'.join(NUMBER_WORDS)})"
_ENGLISH_UNIT = (
    rf"(?:(?i:{'|'.join(UNIT_WORDS)})\.?\s+(?:[IVX]{{1,5}}|[0-9]{{1,3}}|{_WORDS})"
    r"|§\s*[0-9]{1,3})(?:\b(?![.-][0-9A-Za-z])|(?=\.?[A-Z]\b))"
)
_CITED = re.compile(
    rf"(?P<units>{_UNIT}(?:の?(?:{_UNIT}|{NUMERAL}[項号]))*(?:の?(?:{_ENCLOSED}))*)"
    rf"|(?P<english>(?<![A-Za-z]){_ENGLISH_UNIT}(?:,?\s*(?:of\s+)?(?:{_ENGLISH_UNIT}))*"
    rf"(?:\s*\([0-9a-z]{{1,3}}\)|\.?[A-Z]\b)*+(?!(?i:{OF_OTHERS})))"
    rf"|(?P<below>(?<![A-Za-z0-9.-])(?:[0-9]{{1,3}}|[A-Z])(?:[.-][0-9]{{1,3}})+)"
    rf"(?:(?P<enclosed>[.．－-]?[ の]?(?:{_ENCLOSED})+)"
    r"|(?P<run>[a-z][0-9]{1,2})(?![0-9A-Za-z])"
    r"|[. ]?(?P<letter>[a-z])(?:[)）]|(?=[,.;)）]|$)))"
    r"|(?P<mixed>(?<![A-Za-z0-9.])(?:[IVX]{1,5}(?:[.-][0-9]{1,3})+|[0-9]{1,3}[.-][A-Za-z]"
    r"(?:[.-](?:[ivx]{1,5}|[0-9]{1,3}))?)(?![A-Za-z0-9]))"
    r"|(?P<relative>[前次](?P<count>[2-5２-５二三四五])?(?P<level>[条項号])|同条(?=第))"
)
_UNIT_PARTS = re.compile(
    rf"第? ?({NUMERAL}) ?([編部章節条項号])((?:の{NUMERAL})*)|({'|'.join(UNIT_WORDS)}|§)\.?\s*"
    rf"([IVX]{{1,5}}\b|[0-9]{{1,3}}|{_WORDS})|[(（]?([0-9０-９]{{1,3}}|[a-z]|[{KANA}{CIRCLED}]|"
    r"[一二三四五六七八九十]{1,3})[)）.．]?",
    re.IGNORECASE,
)
_PART = re.compile(rf"第 ?{NUMERAL} ?[部編]")
_BETWEEN_LEVELS = r"[、．.,]?\s*の?"
# (2) in running text, where it cannot be an amount.
_ALONE = (
    r"(?:(?<![^\W_])(?<![)）.．])|(?<=[ぁ-ん記]))({})(?=[をにのと～〜~]|から|又は|及び|または|および|について)"
    r"|(?:(?<= in )|(?<= of )|(?<= to )|(?<= by )|(?<=under ))({})"
)
_COUNTER = re.compile(
    rf"[(（第§\s]*+(?:Abs(?:\.|atz)|N[ro]\.)?\s*+({NUMERAL}|[A-Za-z]+|[{KANA}{CIRCLED}Ⅰ-Ⅻ])"
)
_LISTED = re.compile(r"(?:,|,? (?:and|or|und|oder)) ([0-9]{1,3})\b(?![.-][0-9]| [a-z]+s\b)")


class ComposedFinder:
    """Finds references to the composed numbers of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        """Prepare to search ``book``; the names of its levels (条, 項) show which counters cite
        it."""
        self._book = book
        self._levels = book.game.edition.layout.levels
        self._parts = {*"部編"}.intersection(self._levels)  # if none, 第3部第1章 cites another
        # By the last part of the number and by the clause above, to search less than the whole book
        self._by_last: defaultdict[int, list[Clause]] = defaultdict(list)
        self._siblings: defaultdict[numbers.Parts, list[Clause]] = defaultdict(list)
        for clause in book.clauses:
            self._by_last[clause.parts[-1]].append(clause)
            self._siblings[numbers.parts_above(clause.parts)].append(clause)

    def find(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references in ``text``, a text of ``clause``, that are composed of counters.
        Laws and some rulebooks cite 第2条第3項 or 一、1．（1） where others cite 2.3."""
        for level, pattern in self._paths:
            for match in pattern.finditer(text):
                counters = [_COUNTER.match(each) for each in match.groups() if each]
                values = [
                    counter_value(counter[1], kind_of(self._levels[at]))
                    + LETTERS * is_lettered(self._levels[at])
                    for at, counter in enumerate(counters, start=level)
                    if counter
                ]
                # Where no clause fits, or several do, a link would be wrong.
                target = self._nearest_clause(clause, level, values)
                # A lone (2) refers to the list that the clause is in, or has.
                if target and (len(values) > 1 or self._share_home(clause, target, level)):
                    yield from self._with_listed(match, target)
        for match in _CITED.finditer(text):
            if match["mixed"]:
                # It may also be a name.
                pieces = re.split("[.-]", match[0])
                parts = tuple(_mixed_value(piece, level) for level, piece in enumerate(pieces))
                if 0 not in parts and (target := self._book.find(parts)):
                    yield _reference(match, target)
            elif match["below"]:
                yield from self._below_number(match)
            elif _PART.match(match[0]) and match[0][-1] in "章節条項" and not self._parts:
                yield _reference(match, None)  # in another document
            elif self._book.game.edition.layout.is_composed:
                yield from self._from_counters(clause, match)

    @cached_property
    def _paths(self) -> list[tuple[int, re.Pattern[str]]]:
        """Patterns of counters in a row, or of one in brackets, each with the level of its first
        counter. Only counters by which the document numbers its levels are included."""
        forms = [citation_of(name) for name in self._levels]
        alone = [
            (level, re.compile(_ALONE.replace("{}", form)))
            for level, (name, form) in enumerate(zip(self._levels, forms, strict=True))
            if form and (name[0] in "(①" or self._levels == ("I.", WHOLE))
        ]
        return alone + [
            (level, re.compile(_path_pattern(forms[level:])))
            for level, (name, below) in enumerate(pairwise(self._levels))
            # 1.2 is one number, which is read elsewhere.
            if forms[level] and forms[level + 1] and (name, below) != ("1.", "1.")
        ]

    def _below_number(self, match: re.Match[str]) -> Iterator[Reference]:
        """Yield the reference 2-1(1): a counter in brackets below a number. Brackets also hold
        amounts, and a letter may be a unit, so exactly one clause must have the number. Where the
        document counts all its levels in brackets, a missing clause is reported as dangling."""
        above = split_number(match["below"])
        counted = match["enclosed"] or match["run"]
        pieces = _ENCLOSED_VALUE.findall(counted or match["letter"])
        readings = product(*(_possible_values(nfkc(piece)) for piece in pieces))
        clauses = (self._book.find((*above, *values)) for values in readings)
        targets = [target for target in clauses if target and target.printed]
        is_counted = self._levels[:1] == (WHOLE,) and counted
        if len(targets) == 1 or (is_counted and not targets):
            yield _reference(match, targets[0] if targets else None)

    def _from_counters(self, clause: Clause, match: re.Match[str]) -> Iterator[Reference]:
        """Yield the reference by counters such as 第2条第3項 at ``match``, or by 前項, a step from
        ``clause``. Counters that no level of the document has belong to another document."""
        if match["relative"]:
            count = counter_value(match["count"] or "1")  # 前２項: the two before
            steps = range(1, count + 1) if match["relative"][0] == "次" else range(-count, 0)
            found = [self._neighbour(clause, step, match["level"] or "") for step in steps]
            targets = tuple(target.number for target in found if target)
            if match["level"] and len(targets) == count:
                span, kind = Span(*match.span()), ReferenceKind.RELATIVE
                yield Reference(span, match[0], kind, targets)
            return
        # 第5条の2 has two values, because it is an article inserted after article 5.
        level: int | None = None
        values: list[int] = []
        for unit in _UNIT_PARTS.finditer(match[0]):
            if level is None:
                name = unit_name(unit[2] or unit[4] or "") or self._levels[0]
                level = self._levels.index(name) if name in self._levels else None
            at = (level or 0) + len(values)
            is_letter = at < len(self._levels) and is_lettered(self._levels[at])
            # As in clause numbers, where letters and digits of a level have different values.
            values.append(counter_value(unit[1] or unit[5] or unit[6]) + LETTERS * is_letter)
            values += [INSERTED + counter_value(each) for each in (unit[3] or "").split("の")[1:]]
        if level is not None:
            target = self._nearest_clause(clause, level, values)
            if target is None and "節" in self._levels[:level]:  # some chapters have no 節
                target = self._nearest_clause(clause, level - 1, values)
            if target is None and values[-1] == 1 and match[0].endswith("項"):
                # The first paragraph has no number of its own.
                above = values[:-1]
                own = self._book.find(numbers.parts_of_levels(clause.parts, level)[0])
                target = self._nearest_clause(clause, level, above) if above else own
            yield from self._with_listed(match, target)

    def _with_listed(self, match: re.Match[str], target: Clause | None) -> Iterator[Reference]:
        """Yield the reference at ``match``, then those to its siblings listed after it, as in § 8
        Abs. 1 and 2. A listed number without a clause ends the list: it may be an amount."""
        yield _reference(match, target)
        end = match.end()
        while target and (listed := _LISTED.match(match.string, end)):
            if target := self._book.find((*target.parts[:-1], int(listed[1]))):
                span, end = Span(*listed.span(1)), listed.end()
                yield Reference(span, listed[1], ReferenceKind.LIST, (target.number,))

    def _nearest_clause(self, clause: Clause, level: int, values: Sequence[int]) -> Clause | None:
        """Return the clause whose number is ``values`` from ``level`` down; of several, the one
        below the same clause as ``clause``. So 第3項 alone refers to the current article. None if
        still ambiguous: a guess would mislead."""
        wanted = tuple(values)
        ending = [each for each in self._by_last.get(wanted[-1], ()) if each.printed]
        found = [each for each in ending if numbers.parts_of_levels(each.parts, level)[1] == wanted]
        if len(found) > 1:
            found = [each for each in found if self._share_home(clause, each, level)]
        return found[0] if len(found) == 1 else None

    def _neighbour(self, clause: Clause, step: int, level: str) -> Clause | None:
        """Return the clause of ``level`` (章, 条, 項) that is ``step`` clauses after the one around
        ``clause``, or None: 前項 and 次条 have no number. If the document does not name that level,
        ``clause`` itself is counted from."""
        last = numbers.depth_of(clause.parts) - 1
        depth = self._levels.index(level) if level in self._levels else last
        above, rest = numbers.parts_of_levels(clause.parts, depth)
        if not rest:
            return None
        own = (*above, *numbers.parts_of_levels(rest, 1)[0])
        siblings = self._siblings[above]
        at = bisect_left(siblings, own, key=attrgetter("parts")) + step
        if 0 <= at < len(siblings):
            # Where a clause is missing, another would be in its place.
            is_next = abs(siblings[at].parts[len(above)] - rest[0]) <= abs(step)
            return siblings[at] if is_next else None
        # The first paragraph has no number of its own.
        return self._book.find(above) if rest[0] + step == 1 else None

    def _share_home(self, one: Clause, other: Clause, level: int) -> bool:
        """Whether both clauses are in one clause above ``level``, in which a lone 第3項 counts."""
        home, others = (numbers.parts_of_levels(each.parts, level)[0] for each in (one, other))
        return home == others and numbers.depth_of(home) == level


def _path_pattern(forms: Sequence[str]) -> str:
    """Return a pattern that matches two or more counters in a row, with a group for each, in
    ``forms`` from the highest level down. A lone counter would match too much else."""
    first, second, *more = takewhile(bool, forms)
    rest = ""
    for form in reversed(more):
        rest = f"(?:{_BETWEEN_LEVELS}({form}){rest})?"
    start = r"(?<![0-9０-９A-Za-z.．一二三四五六七八九十百第])"
    return rf"{start}({first}){_BETWEEN_LEVELS}({second}){rest}(?![0-9０-９A-Za-z])"


def _possible_values(piece: str) -> list[int]:
    """Return all values that the counter in brackets ``piece`` may have: (i) may be a letter or a
    Roman numeral. The caller picks the one for which a clause exists."""
    value = counter_value(piece)
    if not (piece.isascii() and piece.isalpha()):
        return [value]
    letter = [LETTERS + ord(piece) - ord("a") + 1] if len(piece) == 1 else []
    numeral = roman_value(piece)
    return letter + ([numeral] if numeral else [])


def _mixed_value(piece: str, level: int) -> int:
    """Return the value of ``piece``, the part of a number at ``level`` (from 0); 0 if it has none
    (IIX), so it is no reference. At level 1, as in 1.C, letters are never Roman numerals."""
    if piece.isdigit():
        return int(piece)
    if level != 1 and (value := roman_value(piece)):
        return value
    return LETTERS + ord(piece.lower()) - ord("a") + 1 if len(piece) == 1 else 0


def _reference(match: re.Match[str], target: Clause | None) -> Reference:
    """Return the reference at ``match``. Without a ``target`` it dangles: it is reported as a
    finding, since a cited clause that does not exist is a fault of the document."""
    span, kind = Span(*match.span()), ReferenceKind.NUMBER
    if target is not None:
        return Reference(span, match[0], kind, (target.number,))
    return Reference.dangling(span, match[0], kind, no_clause(match[0]))
