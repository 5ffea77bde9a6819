"""Stage two: which part of a document a line stands in.

A document is front matter, perhaps a table of contents, the rules, perhaps a change history.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.clauses.lines import Line
from rulebook.clauses.model import ContentsEntry
from rulebook.clauses.numbering import number_of

_CONTENTS = re.compile(r"(?:目次|もくじ)(?:\tページ)?")
_HISTORY = re.compile(r"(?:更新|改訂|改定|変更)履歴")
_PAGE = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Regions:
    """The lines of a document by the part they stand in; each line is in exactly one."""

    front: tuple[Line, ...]
    orphans: tuple[Line, ...]
    contents: tuple[Line, ...]
    body: tuple[Line, ...]
    history: tuple[Line, ...]
    markers: tuple[Line, ...]


def split_regions(lines: Sequence[Line], separator: str) -> Regions:
    """Return ``lines`` by region.

    Before the first clause, a whole sentence is an orphan and anything else front matter.
    """
    markers = tuple(line for line in lines if not line.text)
    printed = [line for line in lines if line.text]
    first, last = _contents_range(printed, separator)
    contents = printed[first:last]
    rest = printed[:first] + printed[last:]
    start = next(
        (i for i, line in enumerate(rest) if number_of(line, separator) is not None and i >= first),
        len(rest),
    )
    history = next(
        (i for i in range(start, len(rest)) if _HISTORY.fullmatch(rest[i].text.strip())), len(rest)
    )
    before = rest[:start]
    return Regions(
        front=tuple(line for line in before if not line.text.endswith("。")),
        orphans=tuple(line for line in before if line.text.endswith("。")),
        contents=tuple(contents),
        body=tuple(rest[start:history]),
        history=tuple(rest[history:]),
        markers=markers,
    )


def _contents_range(lines: Sequence[Line], separator: str) -> tuple[int, int]:
    """Find the table of contents: its heading and the entries in rising order after it."""
    start = next(
        (i for i, line in enumerate(lines) if _CONTENTS.fullmatch(line.text.strip())), None
    )
    if start is None:
        return 0, 0
    end = start + 1
    highest: tuple[int, ...] = ()
    while end < len(lines):
        number = number_of(lines[end], separator)
        if number is None and not _has_page(lines[end]):
            break
        if number is not None:
            if number.parts <= highest:
                break
            highest = number.parts
        end += 1
    return start, end


def _has_page(line: Line) -> bool:
    return line.is_row and _PAGE.fullmatch(line.cells[-1]) is not None


def read_contents(lines: Sequence[Line], separator: str) -> tuple[ContentsEntry, ...]:
    """Return the entries of a table of contents, its own heading left out."""
    entries = []
    for line in lines[1:]:
        number = number_of(line, separator)
        text = number.text if number else line.text
        title = text.split("\t")[0].strip()
        entries.append(ContentsEntry(number.printed if number else None, title, line.number))
    return tuple(entries)
