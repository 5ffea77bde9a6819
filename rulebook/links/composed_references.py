"""References to numbers that a document prints part by part: 第2条第1項, Article IV, Section 2(a).

Roman numerals and letters in other numbers (IV.2.3, 1.A.ii) are read here too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from rulebook.clauses.counters import counter_value
from rulebook.clauses.finding_words import Wording
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import LETTERS, Parts, roman_value
from rulebook.links.model import Reference, ReferenceKind, ReferenceStatus
from rulebook.text.spans import Span

_NUMERAL = "[0-9０-９〇一二三四五六七八九十百]{1,5}"
_ENCLOSED = r"[(（](?:[0-9０-９]{1,2}|[a-z]|[ア-コ]|[一二三四五六七八九十]{1,3})[)）]|[①-⑳]"
_UNIT = rf"第{_NUMERAL}(?:[編部章節条項号](?!文))(?:の{_NUMERAL})?"
_ENGLISH_UNIT = (
    r"(?i:part|chapter|article|section|rule)\s+(?:[IVX]{1,5}|[0-9]{1,3})\b(?![.-][0-9A-Za-z])"
)
_CITED = re.compile(
    rf"(?P<units>{_UNIT}(?:の?{_UNIT})*(?:の?(?:{_ENCLOSED}))*)"
    rf"|(?P<english>(?<![A-Za-z]){_ENGLISH_UNIT}(?:,?\s*(?:of\s+)?(?:{_ENGLISH_UNIT}))*"
    r"(?:\s*\([0-9a-z]{1,3}\))*)"
    rf"|(?P<enclosed>(?<![0-9.])[0-9０-９]{{1,3}}[.．]?(?:{_ENCLOSED}){{1,3}})"
    r"|(?P<mixed>(?<![A-Za-z0-9.])(?:[IVX]{1,5}(?:[.-][0-9]{1,3})+|[0-9]{1,3}[.-][A-Z]"
    r"(?:[.-](?:[ivx]{1,5}|[0-9]{1,3}))?)(?![A-Za-z0-9]))"
    r"|(?P<relative>[前次](?P<level>[条項号])|同条(?=第))"
)
_UNIT_PARTS = re.compile(
    rf"第({_NUMERAL})([編部章節条項号])(?:の({_NUMERAL}))?|(part|chapter|article|section|rule)\s+"
    rf"([IVX]{{1,5}}|[0-9]{{1,3}})|[(（]?([0-9０-９]{{1,3}}|[a-z]|[ア-コ①-⑳]|"
    r"[一二三四五六七八九十]{1,3})[)）.．]?",
    re.IGNORECASE,
)
_ENGLISH_LEVELS = {"article": "chapter", "rule": "chapter"}


class ComposedFinder:
    """Finds references to the composed numbers of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._levels = book.game.edition.layout.levels

    @cached_property
    def _by_last(self) -> dict[int, list[Clause]]:
        found: defaultdict[int, list[Clause]] = defaultdict(list)
        for clause in self._book.clauses:
            found[clause.parts[-1]].append(clause)
        return found

    def find(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references in ``text``, a text of ``clause``."""
        for match in _CITED.finditer(text):
            if match["mixed"]:
                yield from self._mixed(match)
            elif self._levels:
                yield from self._composed(clause, match)

    def _mixed(self, match: re.Match[str]) -> Iterator[Reference]:
        """Yield what IV.2.3 or 1.A.ii names, where there is such a clause."""
        pieces = re.split("[.-]", match[0])
        parts = tuple(_mixed_value(piece, level) for level, piece in enumerate(pieces))
        if 0 not in parts and (target := self._book.find(parts)):
            yield _reference(match, target)

    def _composed(self, clause: Clause, match: re.Match[str]) -> Iterator[Reference]:
        if match["relative"]:
            target = self._neighbour(clause, match["relative"][0], match["level"])
            if target is not None:
                yield _reference(match, target, ReferenceKind.RELATIVE)
            return
        level, values = self._read(match[0])
        if level is None or (match["enclosed"] and level > 0):
            return
        target = self._nearest(clause, level, values)
        if target is not None or not match["enclosed"]:
            yield _reference(match, target)

    def _read(self, printed: str) -> tuple[int | None, list[int]]:
        """Return the level of the first part of ``printed`` and the values of all its parts."""
        level: int | None = None
        values: list[int] = []
        for unit in _UNIT_PARTS.finditer(printed):
            if level is None:
                level = self._level_of(unit)
            values.append(self._value(unit, (level or 0) + len(values)))
            values += [counter_value(unit[3])] if unit[3] else []
        return level, values

    def _level_of(self, unit: re.Match[str]) -> int | None:
        word = (unit[2] or unit[4] or "").lower()
        names = (word, _ENGLISH_LEVELS.get(word, word)) if word else (self._levels[0],)
        return next((self._levels.index(name) for name in names if name in self._levels), None)

    def _value(self, unit: re.Match[str], level: int) -> int:
        value = counter_value(unit[1] or unit[5] or unit[6])
        name = self._levels[level] if level < len(self._levels) else ""
        return LETTERS + value if name in ("(a)", "a.", "A.") else value

    def _nearest(self, clause: Clause, level: int, values: Sequence[int]) -> Clause | None:
        """Return the clause of ``values`` from ``level`` down, nearest to ``clause``."""
        wanted = tuple(values)
        found = [
            each
            for each in self._by_last.get(wanted[-1], ())
            if each.parts[level:] == wanted and each.printed
        ]
        if len(found) > 1:
            found = [each for each in found if each.parts[:level] == clause.parts[:level]]
        return found[0] if len(found) == 1 else None

    def _neighbour(self, clause: Clause, side: str, level: str | None) -> Clause | None:
        """Return the article, paragraph or item before or behind that of ``clause``."""
        depth = self._levels.index(level) if level in self._levels else len(clause.parts)
        if depth >= len(clause.parts):
            return None
        step = -1 if side == "前" else 1
        wanted: Parts = (*clause.parts[:depth], clause.parts[depth] + step)
        found = self._book.find(wanted)
        if found is None and wanted[-1] == 1:
            return self._book.find(wanted[:-1])  # the first paragraph has no number of its own
        return found


def _mixed_value(piece: str, level: int) -> int:
    """Return the part that ``piece`` stands for; 0 where it is no number (``IIX``)."""
    if piece.isdigit():
        return int(piece)
    if level != 1 and (value := roman_value(piece)):
        return value
    return LETTERS + ord(piece.lower()) - ord("a") + 1 if len(piece) == 1 else 0


def _reference(
    match: re.Match[str], target: Clause | None, kind: ReferenceKind = ReferenceKind.NUMBER
) -> Reference:
    span = Span(*match.span())
    if target is not None:
        return Reference(span, match[0], kind, (target.number,))
    reason = Wording.NO_CLAUSE.filled(match[0])
    return Reference(span, match[0], kind, (), ReferenceStatus.DANGLING, *reason)
