"""What an unnumbered line of a clause is, by the mark that it begins with."""

from __future__ import annotations

import re

from rulebook.clauses.lines import Line
from rulebook.clauses.model import BlockKind
from rulebook.clauses.numbers import roman_value
from rulebook.records import dataclass

_ROMAN_STEP = re.compile(r"([IVX]{1,6}|[Ⅰ-Ⅻ])[.．][ \t\u3000]*(?=\S)")
_LETTER_STEP = re.compile(r"([A-Z])[.．][ \t\u3000]+(?=\S)")
_NUMBER_ITEM = re.compile(r"([0-9]{1,2})[.．][ \t\u3000]+(?=\S)")
_LIST_ITEM = re.compile(r"([●■➢・◆▪✔])(?!\1)[ \t\u3000]*(?=\S)|([*＊])[ \t\u3000]+(?=\S)")
_NOTE = re.compile(r"(※)")
_EXAMPLE = re.compile(r"(例)[ \u3000]?[:：]")
_LEGEND = re.compile(r"([①-⑳])[ \t\u3000]*(?=\S)")


@dataclass(frozen=True, slots=True)
class Opening:
    """The kind and label of the block that a line opens; a paragraph has no label."""

    kind: BlockKind
    label: str | None


_PARAGRAPH = Opening(BlockKind.PARAGRAPH, None)


def opening_of(line: Line, previous_label: str | None) -> Opening:
    """Return what ``line`` opens.

    ``previous_label`` is the label of the step before, which decides between the Roman ``V.``
    and the letter.
    """
    text = line.text
    if match := _LEGEND.match(text):
        return Opening(BlockKind.FIGURE_LEGEND, match[1])
    if line.is_row:
        return Opening(BlockKind.TABLE, None)
    if (match := _ROMAN_STEP.match(text)) and _is_roman(match[1], previous_label):
        return Opening(BlockKind.STEP, match[1])
    if match := _LETTER_STEP.match(text):
        return Opening(BlockKind.STEP, match[1])
    for pattern, kind in (
        (_NUMBER_ITEM, BlockKind.LIST_ITEM),
        (_LIST_ITEM, BlockKind.LIST_ITEM),
        (_NOTE, BlockKind.NOTE),
        (_EXAMPLE, BlockKind.EXAMPLE),
    ):
        if match := pattern.match(text):
            return Opening(kind, match[match.lastindex or 0])
    return _PARAGRAPH


def _is_roman(label: str, previous: str | None) -> bool:
    letters = previous is not None and len(previous) == len(label) == 1
    follows_letter = letters and ord(previous or "") + 1 == ord(label)
    return roman_value(label) is not None and not follows_letter
