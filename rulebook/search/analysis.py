"""How text is cut into tokens, for the index and for questions alike.

The rules, small enough to be written again in another language:

1. The text is put into NFKC and lower case.
2. A run of digits (with points inside, ``8.6.3``) is a token; so is a run of Latin letters, and
   so is a pair of brackets with nothing inside, which is how rules and players name brackets.
3. A run of kana and kanji gives every pair of neighbouring characters; a run of one character
   gives that character.
4. The index has every kanji and katakana character by itself as well, so that a question of one
   character (枠) finds something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rulebook.text.normal import fold, normalise
from rulebook.text.spans import Span, merged

_KANA_KANJI = "ぁ-ゖゝゞァ-ヺー-ヾ々〆〇㐀-䶿一-鿿豈-﫿"
# Pairs with nothing inside.
BRACKETS = r"\(\)|\[\]|<>|\{\}|「」|『』|《》|〈〉|〔〕|【】"
_RUN = re.compile(rf"([0-9]+(?:\.[0-9]+)*|[a-z\u00df-\u024f]+|{BRACKETS})|([{_KANA_KANJI}]+)")
_HIRAGANA = re.compile(r"[ぁ-ゖゝゞー]+")


class Token(NamedTuple):
    """A token, where it stands in the printed text, and how many came before it."""

    text: str
    span: Span
    position: int

    @property
    def is_hiragana(self) -> bool:
        """Whether the token is hiragana only: mostly grammar, seldom a subject."""
        return is_hiragana(self.text)


def is_hiragana(text: str) -> bool:
    """Whether ``text`` is hiragana only."""
    return _HIRAGANA.fullmatch(text) is not None


def tokens(text: str, *, single_characters: bool = False) -> Iterator[Token]:
    """Yield the tokens of ``text`` in their order; ``single_characters`` adds rule 4."""
    normal = normalise(text)
    for start, end, position in _cut(normal.text, single_characters):
        yield Token(normal.text[start:end], normal.printed(start, end), position)


@lru_cache(4096)
def token_texts(text: str) -> tuple[str, ...]:
    """Return the tokens of ``text`` without their places, each once, in their order."""
    folded = fold(text)
    return tuple(dict.fromkeys(folded[start:end] for start, end, _ in _cut(folded, False)))


def _cut(text: str, single_characters: bool) -> Iterator[tuple[int, int, int]]:
    """Yield where each token begins and ends, and how many came before it."""
    position = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        if match[1] is not None or end - start == 1:
            yield start, end, position
            position += 1
            continue
        for at in range(start, end):
            if single_characters and not _HIRAGANA.fullmatch(text[at]):
                yield at, at + 1, position
            if at + 1 < end:
                yield at, at + 2, position
                position += 1
        position += 1


def common_spans(text: str, other: str) -> list[Span]:
    """Return the parts of ``text`` whose tokens ``other`` has too, neighbours joined.

    Hiragana-only tokens are left out: they match everywhere and tell nothing.
    """
    there = {token.text for token in tokens(other, single_characters=True)}
    shared = (token for token in tokens(text) if token.text in there and not token.is_hiragana)
    return merged([token.span for token in shared])
