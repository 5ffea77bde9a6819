"""Rewriting a text step by step while each character remembers where it was printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulebook.text.normal import Normalised


def unchanged(text: str) -> Normalised:
    """Return ``text`` as it is, each character standing for itself."""
    return Normalised(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))


def put_in(source: Normalised, parts: Iterable[tuple[int, int, Normalised]]) -> Normalised:
    """Return ``source`` with other texts in the place of ranges of it.

    Each of ``parts``, which are in order and apart, is a range of code points of ``source`` and
    what comes there, whose characters know where they were printed.
    """
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last = 0
    for start, end, part in parts:
        text += (source.text[last:start], part.text)
        starts += (*source.starts[last:start], *part.starts)
        ends += (*source.ends[last:start], *part.ends)
        last = end
    text.append(source.text[last:])
    starts += source.starts[last:]
    ends += source.ends[last:]
    return Normalised("".join(text), tuple(starts), tuple(ends))


def rewrite(
    source: Normalised, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]
) -> Normalised:
    """Replace each match of ``pattern`` in ``source`` by ``replacement``.

    A replacement as long as its match stands character for character.  Of any other, what it
    begins and ends with as its match does stands so, and the rest as a whole for the printed text
    of the rest, which may be none.  What is removed belongs to the character before it, unless
    it is white space.
    """
    if not pattern.search(source.text):
        return source  # as it is with most rules and most texts
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last = 0
    for match in pattern.finditer(source.text):
        new = replacement if isinstance(replacement, str) else replacement(match)
        start, end = match.span()
        if new == match[0]:
            continue
        if len(new) != end - start:
            before, after = _kept(match[0], new)
            start, end, new = start + before, end - after, new[before : len(new) - after]
        text += (source.text[last:start], new)
        starts += source.starts[last:start]
        ends += source.ends[last:start]
        if not new and ends and not source.text[start:end].isspace():
            ends[-1] = source.ends[end - 1]
        elif len(new) == end - start:
            starts += source.starts[start:end]
            ends += source.ends[start:end]
        else:
            span = source.printed(start, end)
            starts += [span.start] * len(new)
            ends += [span.end] * len(new)
        last = end
    if not text:
        return source
    text.append(source.text[last:])
    starts += source.starts[last:]
    ends += source.ends[last:]
    return Normalised("".join(text), tuple(starts), tuple(ends))


def _kept(old: str, new: str) -> tuple[int, int]:
    """Return how many characters ``old`` and ``new`` share at the beginning, then at the end."""
    before = same_at_start(old, new)
    return before, same_at_start(old[before:][::-1], new[before:][::-1])


def same_at_start(one: str, other: str) -> int:
    """Return how many characters ``one`` and ``other`` share at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
