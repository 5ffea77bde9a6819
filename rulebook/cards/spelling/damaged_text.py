"""What shows that a text was damaged on its way here, and not that the grammar lacks something.

Copyists and extractions say words twice, lose icons and brackets, and break off.  Such places are
distinguished from wordings that no rule of the grammar reads yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.records import NamedTuple

_PAIRS = ("「」", "『』", "［］", "《》", "〔〕", "【】", "（）")
_SHORTEST, FARTHEST = 3, 45
_KANA = re.compile("[ぁ-ゖ]")
# In the middle of a word: what goes on in kanji or katakana where it did before.
_WORD = re.compile("[ァ-ヶー一-鿿々]{2}")
_SIGNS = (
    (
        re.compile("[をがに](?=[をがには、。])|[、。](?=[をがには、。])|の(?=[のをがに])"),
        "a word is missing",
    ),
    (re.compile("】(?=の(?!効果|能力|コスト|テキスト))"), "a word is missing"),
    (re.compile("[<>&\ufffd?？]|[A-Za-z]{3,}:"), "a sign is no text"),
)


class SaidTwice(NamedTuple):
    """Words that are said twice in a row: where they are said again, and how long they are."""

    again: int
    length: int


def first_repeat(text: str, free: re.Pattern[str]) -> SaidTwice | None:
    """Return the first words that ``text`` says twice in a row; what is ``free`` may do so."""
    names: list[tuple[int, int]] | None = None
    for first, again in _repeats(text):
        if names is None:
            names = [match.span() for match in free.finditer(text)]
        if not any(
            start <= first < end and (start < first or 2 * again - first <= end)
            for start, end in names
        ):
            return SaidTwice(again, again - first)
    return None


def _repeats(text: str) -> Iterator[tuple[int, int]]:
    for first in sorted(_repeated_signs(text)):
        sample = text[first : first + _SHORTEST]
        again = text.find(sample, first + _SHORTEST, first + FARTHEST + _SHORTEST)
        while again > 0:
            words = text[first:again]
            end = again + len(words)
            if text.startswith(words, again) and _are_words(words, text[end - 1 : end + 1]):
                yield first, again
            again = text.find(sample, again + 1, first + FARTHEST + _SHORTEST)


def _repeated_signs(text: str) -> Iterator[int]:
    """Yield where those signs stand that are soon repeated, in no order."""
    samples = [text[at : at + _SHORTEST] for at in range(len(text) - _SHORTEST + 1)]
    if len(set(samples)) == len(samples):
        return
    last: dict[str, int] = {}
    for at, sample in enumerate(samples):
        before = last.get(sample)
        if before is not None and at - before <= FARTHEST:
            yield before
        last[sample] = at


def _are_words(words: str, seam: str) -> bool:
    """Whether ``words`` are more than icons and end where a word does (not カード of カード名)."""
    # The cheapest look first: long rows of signs have no kana.
    if not _KANA.search(words) or _WORD.fullmatch(seam):
        return False
    return all(words.count(pair[0]) == words.count(pair[1]) for pair in _PAIRS)


def sign_of_damage(text: str, stopped: int) -> str:
    """Return what shows that ``text``, which was read up to ``stopped``, is damaged, or ``""``."""
    around = text[max(0, stopped - 2) : stopped + 3]
    for sign, why in _SIGNS:
        if sign.search(around):
            return why
    if any(text.count(pair[0]) != text.count(pair[1]) for pair in _PAIRS):
        return "a bracket is lost"
    if stopped >= len(text) and text[-1:] not in "。』）］":
        return "it breaks off"
    return ""
