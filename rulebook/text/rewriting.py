"""Rewriting a text step by step while each character remembers where it was printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulebook.text.normal import Normalised


def unchanged(text: str) -> Normalised:
    """Return ``text`` as :class:`Normalised`, each character at its place, to be rewritten."""
    return Normalised(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))


def replace_ranges(source: Normalised, parts: Iterable[tuple[int, int, Normalised]]) -> Normalised:
    """Return ``source`` with other texts in place of ranges: each of ``parts``, in order and
    without overlaps, has start, end and text. Every character still knows where it was printed."""
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last, size = 0, len(source.text)
    for start, end, part in (*parts, (size, size, unchanged(""))):  # nothing, after all the rest
        text += (source.text[last:start], part.text)
        starts += (*source.starts[last:start], *part.starts)
        ends += (*source.ends[last:start], *part.ends)
        last = end
    return Normalised("".join(text), tuple(starts), tuple(ends))


def rewrite(
    source: Normalised, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]
) -> Normalised:
    """Return ``source`` with ``replacement`` for each match of ``pattern``. New characters have the
    printed span of what they replace; removed text belongs to the character before it."""
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
        if new and len(new) != end - start:  # equal ends keep the places of their characters
            before = same_at_start(match[0], new)
            after = same_at_start(match[0][before:][::-1], new[before:][::-1])
            start, end, new = start + before, end - after, new[before : len(new) - after]
        text += (source.text[last:start], new)
        starts += source.starts[last:start]
        ends += source.ends[last:start]
        if not new and ends and not source.text[start:end].isspace():  # spaces belong to none
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


def same_at_start(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike: these need no replacement."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
