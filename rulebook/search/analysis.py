"""How text is cut into tokens, for the index and for questions alike.

The rules, small enough to be written again in another language:

1. The text is put into NFKC and lower case.
2. A run of digits (with points inside, ``8.6.3``) is a token; so is a run of Latin letters, and
   so is a pair of brackets with nothing inside, which is how rules and players name brackets.
3. A run of other letters, kana and kanji, gives every pair of neighbouring characters; a run of
   one character gives that character.
4. The index has every kanji and katakana character by itself as well, so that a question of one
   character (枠) finds something.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from rulebook.text.normal import Normalised
from rulebook.text.spans import Span, merged

# All that is neither; to name the ranges of kanji would take milliseconds to compile.
_OTHERS = r"[^\W0-9a-z_\u00df-\u024f]"
# Pairs with nothing inside.
BRACKETS = r"\(\)|\[\]|<>|\{\}|「」|『』|《》|〈〉|〔〕|【】"
RUN = re.compile(rf"([0-9]+(?:\.[0-9]+)*|[a-z\u00df-\u024f]+|{BRACKETS})|({_OTHERS}+)")
HIRAGANA = re.compile(r"[ぁ-ゖゝゞー]+")


class Token(NamedTuple):
    """A token, its code points in the normal form, and how many came before it."""

    text: str
    start: int
    end: int
    position: int


def is_hiragana(text: str) -> bool:
    """Whether ``text`` is hiragana only: mostly grammar, seldom a subject."""
    return HIRAGANA.fullmatch(text) is not None


def tokens(text: str, *, single_characters: bool = False) -> Iterator[Token]:
    """Yield the tokens of ``text`` (in normal form) in their order.

    ``single_characters`` adds rule 4.
    """
    for start, end, position in _cut(text, single_characters):
        yield Token(text[start:end], start, end, position)


def token_texts(text: str, *, single_characters: bool = False) -> tuple[str, ...]:
    """Return the tokens of ``text`` (in normal form), each once, in their order."""
    cut = _cut(text, single_characters)
    return tuple(dict.fromkeys([text[start:end] for start, end, _ in cut]))


def _cut(text: str, single_characters: bool) -> Iterator[tuple[int, int, int]]:
    """Yield where each token begins and ends, and how many came before it."""
    position = 0
    for match in RUN.finditer(text):
        start, end = match.span()
        if match[1] is not None or end - start == 1:
            yield start, end, position
            position += 1
            continue
        for at in range(start, end):
            if single_characters and not HIRAGANA.fullmatch(text[at]):
                yield at, at + 1, position
            if at + 1 < end:
                yield at, at + 2, position
                position += 1
        position += 1


def common_spans(text: Normalised, wanted: Container[str]) -> list[Span]:
    """Return where the tokens of ``text`` that are ``wanted`` are printed, neighbours joined.

    Hiragana-only tokens are left out: they match everywhere and tell nothing.
    """
    shared = [token for token in tokens(text.text) if token.text in wanted]
    return merged([text.printed(t.start, t.end) for t in shared if not is_hiragana(t.text)])
