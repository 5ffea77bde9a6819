"""Mutations of texts by characters and pieces, not by bytes.

A mutation of bytes mostly breaks the UTF-8 of Japanese. These keep the text valid, insert the
pieces of a promise (words, lines, signs), and repeat parts, which shows quadratic time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

_MOST_STEPS = 4
_REPEATED = (2, 10, 100, 1000)
# Characters that readers often handle wrongly: line ends, directional marks, compatibility forms.
_ODD = "\0\t\n\r\x0b\x1b\x85\u00ad\u0301\u200b\u2028\u202e\u3000\ufeff\ufffb\ufffc\uffff㍻ｶﾞ①Ⅵ％＜😀"


def mutated(text: str, pieces: Sequence[str], rng: random.Random) -> str:
    """Return ``text`` changed in one to four places."""
    for _ in range(rng.randint(1, _MOST_STEPS)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 2, 5, 20, 100)))
        text = text[:start] + _replacement(text, text[start:end], pieces, rng) + text[end:]
    return text


def crossed(one: str, other: str, rng: random.Random) -> str:
    """Return the beginning of ``one`` and the end of ``other``."""
    return one[: rng.randint(0, len(one))] + other[rng.randint(0, len(other)) :]


def _replacement(text: str, part: str, pieces: Sequence[str], rng: random.Random) -> str:
    """Return a replacement of ``part``."""
    match rng.randrange(6):
        case 0:
            return ""
        case 1:
            return part[::-1]
        case 2:
            return (part or rng.choice(pieces)) * rng.choice(_REPEATED)
        case 3:
            at = rng.randint(0, len(text))
            return part + text[at : at + rng.randint(0, 40)]
        case 4:
            return rng.choice(_ODD) + part
        case _:
            return part + rng.choice(pieces)
