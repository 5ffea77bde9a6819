"""The lines that changed between two texts whose lines face each other, as a unified diff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import chain, groupby

# So many lines that are the same are shown around those that changed.
_AROUND = 3


def changed_lines(old: str, new: str, old_name: str, new_name: str) -> Iterator[str]:
    """Yield the lines of a unified diff, which is empty where ``old`` is ``new``.

    Both have as many lines, and nothing moved from line to line; so no lines are looked for, which
    would take time that grows as the square of the text.
    """
    pairs = list(zip(_lines(old), _lines(new), strict=True))
    changed = [at for at, (was, now) in enumerate(pairs) if was != now]
    if changed:
        yield from (f"--- {old_name}", f"+++ {new_name}")
    for start, end in _hunks(changed, len(pairs)):
        yield f"@@ -{start + 1},{end - start} +{start + 1},{end - start} @@"
        yield from _hunk(pairs[start:end])


def _lines(text: str) -> list[str]:
    return [line.rstrip("\r\n") for line in StringIO(text, newline="\n")]


def _hunks(changed: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Return where hunks begin and end: changed lines with those around them, all apart."""
    hunks: list[tuple[int, int]] = []
    for at in changed:
        start, end = max(0, at - _AROUND), min(count, at + 1 + _AROUND)
        if hunks and start <= hunks[-1][1]:
            start = hunks.pop()[0]
        hunks.append((start, end))
    return hunks


def _hunk(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    for is_same, run in groupby(pairs, key=lambda pair: pair[0] == pair[1]):
        lines = list(run)
        if is_same:
            yield from (f" {line}" for line, _ in lines)
        else:
            yield from chain((f"-{was}" for was, _ in lines), (f"+{now}" for _, now in lines))
