"""Where sentences end, and whether brackets are left open."""

from __future__ import annotations

import re

_CLOSERS = "」』）)’”】》〉]］〕}｝"
_ENDS = tuple("。．！？!?")
# An English sentence ends with a point after a word, 8.6. does not; 「See rule 8.6.」 does.
_ENGLISH_END = re.compile(r"(?:[0-9A-Za-z”\"'’)][A-Za-z”\"'’)]|[A-Za-z]{2} [^、。]*)\.$")
# A sentence with a remark after it: “…する。（however …）”.
_REMARK = re.compile(r"。 ?[(（][^()（）]+$")
# The last characters are enough to decide that.
_END = 60
# What a text may end with although its full stop was forgotten.
_LOOSE_ENDS = (*("です", "ます", "ません", "ました", "でした", "ください", "等", "など"), *_CLOSERS)
# Words that neither a sentence nor a name can end with.
_BROKEN_OFF = re.compile(
    r"(?:[、，,をがへ]|(?<!と)は|(?<=[ァ-ヶ一-龠々])[にでと]"
    r"|(?<![A-Za-z])(?:the|an?|of|and|or|to|in|with|for|is|are|by|from|that|will|must|shall))$"
)
_PAIRS = tuple(zip("「『（(【《[［", "」』）)】》]］", strict=True))


def ends_sentence(text: str) -> bool:
    """Whether ``text`` ends with a full stop, also before closing brackets: if not, the next line
    may continue it. A point counts only after an English word: in 8.6. it belongs to a number."""
    bare = text.removesuffix("\n").rstrip(_CLOSERS)
    is_remark = bare != text and _REMARK.search(bare[-_END:]) is not None  # 。（however …）
    return (
        is_remark
        or bare.endswith(_ENDS)
        or (bare.endswith(".") and _ENGLISH_END.search(bare[-_END:]) is not None)
    )


def is_whole(text: str) -> bool:
    """Whether ``text`` ends as a sentence does; a forgotten full stop is accepted (…します,
    “does”). A text that ends so is not a heading; a clause that does not is reported as cut off."""
    return ends_sentence(text) or text.removesuffix("\n").endswith(_LOOSE_ENDS)


def is_broken_off(text: str) -> bool:
    """Whether ``text`` ends with a particle (を) or word (“the”) after which more must follow: the
    next line continues it, or text was lost."""
    return _BROKEN_OFF.search(text[-_END:]) is not None


def goes_on_in(text: str, below: str) -> bool:
    """Whether ``text`` is of an English sentence that goes on in ``below``, the next line or the
    rest of a line behind a number (“under⏎4.2 when it ends”), which may be empty."""
    last, first = text.rstrip()[-1:], below.lstrip()[:1]
    is_inside = last.isascii() and (last.isalnum() or last == ",") and not text.isupper()
    return is_inside and (not first or (first.isascii() and (first.islower() or first.isdigit())))


class GrowingText:
    """A text that lines are joined to; whether it ends a sentence is known at any time."""

    def __init__(self, text: str) -> None:
        """``text`` is the first line; the other lines of its sentence are added later. Inside
        brackets no sentence ends, so open ones are counted."""
        self._pieces: list[str] = []
        self._unclosed = [0] * len(_PAIRS)  # How many brackets of each pair are open
        self.length = 0
        self.ends_sentence = False
        self.add(text)  # Sets all of these

    def __str__(self) -> str:
        """Return the whole text; it is joined only here, because lines are added one by one."""
        return "".join(self._pieces)

    @property
    def open_brackets(self) -> bool:
        """Whether a bracket is still open: then the next line belongs to this text."""
        return any(count > 0 for count in self._unclosed)

    def add(self, text: str) -> None:
        """Append ``text``, and update open brackets and sentence end from it alone, so that a long
        text is not read again with each line. Closing brackets alone leave the end as it was."""
        self._pieces.append(text)
        self.length += len(text)
        for place, (opener, closer) in enumerate(_PAIRS):
            self._unclosed[place] += text.count(opener) - text.count(closer)
        if text.rstrip(_CLOSERS):
            self.ends_sentence = ends_sentence(text)
