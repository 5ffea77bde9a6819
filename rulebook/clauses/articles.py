"""Articles of laws and bylaws (第2条) that do not begin their line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.counters import BLANK, NUMERAL

# A note in the margin: 「着手の順序 第2条」.
_NOTE_BEFORE = re.compile(
    rf"^\s*([^\s。、][^。、]{{0,28}}?)[ \u3000]+(第{BLANK}{NUMERAL}{BLANK}条)\s*$"
)
_ARTICLE_BEHIND = re.compile(
    rf"(\s*第{BLANK}{NUMERAL}{BLANK}章[^。、]{{0,20}}?)[ \u3000]+"
    rf"(?=第{BLANK}{NUMERAL}{BLANK}条)"
    r"|(\s*[(（][0-9a-zａ-ｚ]{1,2}[)）])[ \u3000]+(?=[(（][0-9a-zａ-ｚ]{1,3}[)）][ \u3000])"
)


def with_articles_apart(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with each article at the start of a line, because articles are found only
    there. A note in the margin is put after it (「着手の順序 第2条」); the heading of a chapter
    before it (「第1章 総則 第1条」) is moved to the blank line above."""
    result = [_NOTE_BEFORE.sub(r"\2 \1", line) for line in lines]
    for at, (above, line) in enumerate(pairwise(result)):
        if not above.strip() and (match := _ARTICLE_BEHIND.match(line)):
            result[at], result[at + 1] = match[0].rstrip(), line[match.end() :]
    return result
