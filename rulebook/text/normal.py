"""Normalisation that remembers where each character was in the printed text. NFKC makes one
spelling of full- and half-width forms but changes lengths (``㍻``, ``ｶﾞ``), so every normal
character keeps the printed span it came from."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby, pairwise

from rulebook.records import dataclass
from rulebook.text.spans import Span

INVISIBLE = "\xad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff"
"""Characters that nobody sees, as written inside a character class of a regular expression. Web
pages and PDFs may have them between any two letters."""
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")


@dataclass(frozen=True, slots=True)
class Normalised:
    """A normalised text and, for each of its characters, the printed span it came from."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def printed(self, start: int, end: int) -> Span:
        """Return the printed span of the normal characters from ``start`` to ``end``, since results
        are shown as printed. An empty span stays empty, at the place where it would begin."""
        if start == end:
            at = self.starts[start] if start < len(self.starts) else (self.ends or (0,))[-1]
            return Span(at, at)
        return Span(self.starts[start], self.ends[end - 1])


@lru_cache(maxsize=16384)
def _never_merges(char: str) -> bool:
    """Whether ``char`` never merges with the one before it under NFKC, so a text may be cut there.
    False for all from U+1100 on: Hangul letters merge without being combining marks."""
    form = fold(char)
    return form != "" and not any(map(unicodedata.combining, form)) and char < "\u1100"


def _is_plain(char: str) -> bool:
    """Whether ``char`` is a common kana or kanji, which never merges; this test is fast."""
    return "\u3041" <= char <= "\u3096" or "\u30a1" <= char <= "\u30fa" or "\u4e00" <= char <= "龠"


def normalise(text: str) -> Normalised:
    """Return ``text`` in NFKC and lower case, to be compared, with the map to the printed text."""
    cuts = [0] if text else []  # the parts between are normalised alone, so their origin is known
    for index in range(1, len(text)):
        char = text[index]
        if _is_plain(char) or _never_merges(char):
            cuts.append(index)
            continue
        form = fold(char)
        if not form or unicodedata.combining(form[-1]):
            continue  # a mark belongs to the letter before it, as do invisible characters
        before = text[cuts[-1] : index]
        if fold(before + char) == fold(before) + form:
            cuts.append(index)
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in pairwise((*cuts, len(text))):
        form = fold(text[start:end])
        out.append(form)
        starts.extend([start] * len(form))
        ends.extend([end] * len(form))
    return Normalised("".join(out), tuple(starts), tuple(ends))


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Return ``text`` in NFKC and lower case, without invisible characters, to compare texts."""
    # Lower case can bring combining marks out of order (İ), so the form is made once more.
    return nfkc(_INVISIBLE.sub("", nfkc(text).lower()))


# No letter of any language has so many marks in a row. All marks are among the characters that are
# not letters and the half-width sound marks; the others there do no harm.
_LONG_ROW = 64


def nfkc(text: str) -> str:
    """Return ``text`` in NFKC, in linear time. A row of ``_LONG_ROW`` or more combining marks,
    which no language has, is put in order first, because ``unicodedata`` sorts such rows slowly."""
    if len(text) >= _LONG_ROW:
        text = re.sub(rf"[\W\uff9e\uff9f]{{{_LONG_ROW},}}", _marks_in_order, text)
    return unicodedata.normalize("NFKC", text)


def _marks_in_order(row: re.Match[str]) -> str:
    """Return a row of combining marks sorted by class as NFKC does, but in linear time."""
    parts = (part for char in row[0] for part in unicodedata.normalize("NFKD", char))
    return "".join(
        "".join(sorted(group, key=unicodedata.combining) if marks else group)
        for marks, group in groupby(parts, key=lambda part: unicodedata.combining(part) > 0)
    )
