"""Where Japanese sentences end, and whether brackets are left open."""

from __future__ import annotations

import re

_CLOSERS = "」』）)’”】》〉]］〕}｝"
_END = re.compile(rf"[。．！？!?][{re.escape(_CLOSERS)}]*$")
# What a text may end with although its full stop was forgotten.
_LOOSE_END = re.compile(
    rf"(?:です|ます|ません|ました|でした|ください|等|など|[{re.escape(_CLOSERS)}])$"
)
_PAIRS = (
    ("「", "」"),
    ("『", "』"),
    ("（", "）"),
    ("(", ")"),
    ("【", "】"),
    ("《", "》"),
    ("[", "]"),
    ("［", "］"),
)


def ends_sentence(text: str) -> bool:
    """Whether ``text`` ends with a full stop, closing brackets after it allowed."""
    return _END.search(text) is not None


def is_whole(text: str) -> bool:
    """Whether ``text`` ends as a sentence ends, a forgotten full stop forgiven."""
    return ends_sentence(text) or _LOOSE_END.search(text) is not None


def open_brackets(text: str) -> bool:
    """Whether a bracket is opened in ``text`` and not closed again."""
    return any(text.count(opener) > text.count(closer) for opener, closer in _PAIRS)
