"""Signs that a text was damaged on its way here: words repeated or lost, brackets lost, texts cut
short; these are not wordings that the grammar lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PAIRS = ("「」", "『』", "［］", "《》", "〔〕", "【】", "（）")
_SHORTEST, FARTHEST = 3, 45
_KANA = re.compile("[ぁ-ゖ]")
_WORD = re.compile("[ァ-ヶー一-鿿々]{2}")  # the middle of a word: kanji or katakana on both sides
_SIGNS = (
    ("[をがに](?=[をがには、。])|[、。](?=[をがには、。])|の(?=[のをがに])", "a word is missing"),
    ("】(?=の(?!効果|能力|コスト|テキスト))", "a word is missing"),
    ("[<>&\ufffd?？]|[A-Za-z]{3,}:", "a sign is no text"),
)


def first_repeat(text: str, free: re.Pattern[str]) -> tuple[int, int] | None:
    """Return where words of ``text`` outside ``free`` are doubled, a copying error, or None."""
    names: list[tuple[int, int]] | None = None
    for first, again in _repetitions(text):
        if names is None:
            names = [match.span() for match in free.finditer(text)]
        # A whole name that occurs twice counts: the match begins with the name and ends after it.
        if not any(
            start <= first < end and (start < first or 2 * again - first <= end)
            for start, end in names
        ):
            return first, again
    return None


def _repetitions(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of words that occur twice in a row (a copying error), and of their second
    copy. It tries only where a short sample soon occurs again, so it takes linear time."""
    for first in range(len(text) - _SHORTEST):
        sample = text[first : first + _SHORTEST]
        again = text.find(sample, first + _SHORTEST, first + FARTHEST + _SHORTEST)
        while again > 0:
            words = text[first:again]
            end = again + len(words)
            if (
                text.startswith(words, again)
                and _KANA.search(words)  # the cheapest test first: long rows of signs have no kana
                and not _WORD.fullmatch(text[end - 1 : end + 1])  # カードカード名 repeats no word
                and all(words.count(pair[0]) == words.count(pair[1]) for pair in _PAIRS)
            ):
                yield first, again
            again = text.find(sample, again + 1, first + FARTHEST + _SHORTEST)


def sign_of_damage(text: str, stopped: int) -> str:
    """Return why ``text``, which the parser read up to the offset ``stopped``, seems damaged, or
    "". ``rulebook cards gaps`` lists such gaps after those for which the grammar lacks a rule."""
    around = text[max(0, stopped - 2) : stopped + 3]
    for sign, why in _SIGNS:
        if re.search(sign, around):
            return why
    if any(text.count(pair[0]) != text.count(pair[1]) for pair in _PAIRS):
        return "a bracket is lost"
    if stopped >= len(text) and text[-1:] not in "。』）］":
        return "it breaks off"
    return ""
