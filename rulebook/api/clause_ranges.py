"""Clauses by numbers as people write them, with commas and ranges, and the game they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from rulebook.clauses.lookup import find_place
from rulebook.clauses.numbers import ParsedNumber, parse_number
from rulebook.errors import AmbiguousGame, InvalidNumber, QueryError, UnknownClause, require_text
from rulebook.messages import Message
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.api import Rules
    from rulebook.clauses.model import Clause, Rulebook

_LIST = re.compile("[,、，]")
# Between numbers with points, a hyphen means a range; between others it belongs to the number.
_RANGE = re.compile(r"\.\.+|…|[~〜～]")
_HYPHEN = re.compile(r"(?<=[0-9A-Za-z])\.?[-‐‑–—−ー](?=[0-9０-９]+\.)")
_HINT = "Write 9.2.2, a range 9.2.2-9.2.4, or 9-4-1..9-4-3."


@dataclass(frozen=True, slots=True)
class ClauseRange:
    """A clause number, or the first and the last of a range, as they were written."""

    first: ParsedNumber
    last: ParsedNumber | None
    printed: str


def parse_ranges(text: str) -> tuple[ClauseRange, ...]:
    """Return the numbers and ranges in ``text``, as users type them to see several clauses. Raises
    :class:`InvalidNumber` if it is neither, :class:`QueryError` with the column of a fault."""
    require_text("a clause number", text)
    is_single = not (_LIST.search(text) or _RANGE.search(text) or _hyphened(text))
    if is_single and parse_number(text, has_letters=True) is None:
        raise InvalidNumber(text)
    at = 0  # where the part begins: an error points at the faulty number in what the user typed
    found: list[ClauseRange] = []
    for part in _LIST.split(text):
        sign, last = _RANGE.search(part) or _hyphened(part), None
        first = _parse_number_at(text, part[: sign.start()] if sign else part, at)
        if sign:
            last = _parse_number_at(text, part[sign.end() :], at + sign.end())
            if last.parts < first.parts:
                what = "the range ends before it begins"
                raise QueryError(text, at + sign.end(), what, hint=_HINT)
        found.append(ClauseRange(first, last, part.strip()))
        at += len(part) + 1
    return tuple(found)


def _hyphened(text: str) -> re.Match[str] | None:
    """Return the hyphen of a range (9.2.2-9.2.4); None if it belongs to a number (9-2-2)."""
    found = list(_HYPHEN.finditer(text))
    return found[0] if len(found) == 1 and "." in text[: found[0].start()] else None


def _parse_number_at(text: str, part: str, at: int) -> ParsedNumber:
    """Return ``part`` of ``text`` as a number; raise :class:`QueryError` that shows the column."""
    parsed = parse_number(part, has_letters=True)  # also A, which elsewhere is a word
    if parsed is None:
        what = "a number is missing"
        if given := part.strip():
            what = Message("{part!r} is not a clause number", part=given)
        raise QueryError(text, at + len(part) - len(part.lstrip()), what, hint=_HINT)
    return parsed


def clauses_in(book: Rulebook, wanted: ClauseRange) -> tuple[Clause, ...]:
    """Return the clauses of a range in document order, with those below its last, which users mean
    too; for a number, only its clause. Raises :class:`UnknownClause` with the nearest number."""
    first = find_place(book, wanted.first).clause
    if wanted.last is None:
        return (first,)
    last = find_place(book, wanted.last).clause
    start = book.clauses.index(first)
    return book.clauses[start : book.clauses.index(last) + len(subtree(book, last))]


def subtree(book: Rulebook, clause: Clause) -> tuple[Clause, ...]:
    """Return ``clause`` and all clauses below it, in order, to be read as one passage."""
    return (clause, *chain.from_iterable(subtree(book, child) for child in book.children(clause)))


def game_of_numbers(rules: Rules, wanted: Sequence[ClauseRange]) -> str:
    """Return the only game that has all of the numbers, so users need not name it. Raises
    :class:`AmbiguousGame` if several have them, :class:`UnknownClause` if none has."""
    having = []
    for book in (rules.book(game.key) for game in rules.games):
        with suppress(UnknownClause):  # a game that lacks a number
            for each in wanted:
                clauses_in(book, each)
            having.append(book)
    if not having:
        raise UnknownClause(wanted[0].printed, "", "")
    if len(having) > 1:
        firsts = [(book.game, find_place(book, wanted[0].first).clause) for book in having]
        titles = [(game.alias, f"{game.title}: {clause.heading()}") for game, clause in firsts]
        raise AmbiguousGame(" ".join(each.printed for each in wanted), titles)
    return having[0].game.key
