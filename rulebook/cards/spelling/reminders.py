"""Whether a reminder is what cards print, is nearly so, or is free.

A reminder recalls the rules in its own words, so its text is free.  But most are printed in the
same words over and over; one that is a stroke away from such words (a particle for another, a
word too few, a piece said twice) was damaged on its way here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.cards.spelling.canonical_form import Spelling, canonical
from rulebook.cards.spelling.damaged_text import first_repeat
from rulebook.text.rewriting import same_at_start

_END = re.compile("[。！：]")
_BLANK = re.compile("[0-9XＸ]+|[黄緑赤青紫](?=の)")
_BLANKS = re.compile("〓(?:(?:か|と|or)〓)+")
_PARTICLES = frozenset("をがにはでとのへも")
# What no words end before or begin with: a word is lost.
_LOST = re.compile("^[をがに]|^から|(?:この|その|[のはがにをら])(?=[をが])|[をがに]に")
_LOST_BEHIND = re.compile("(?:この|その)(?=[がをはにの])")
# Names differ from card to card, so that not every reminder can be kept.
_KEPT = 500

NEARLY = "nearly what cards print, but not quite"
TWICE = "the same was said just before"
LOST = "a word is lost"


class Reminders:
    """The reminders of one game, of which ``printed`` are the words that cards print.

    A name in them stands for any names, a number for any number.
    """

    def __init__(self, printed: Sequence[str], spelling: Spelling) -> None:
        self._spelling = spelling
        self._printed = frozenset(piece for text in printed for piece in self._pieces(text))
        self._seen: dict[str, str] = {}

    def fault_of(self, reminder: str) -> str:
        """Return what shows that ``reminder``, as it is printed, is damaged, or ``""``."""
        if not self._printed:
            return ""
        if reminder not in self._seen:
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            faults = map(self._fault, self._pieces(reminder.strip("（）()※")))
            self._seen[reminder] = next(filter(None, faults), "")
        return self._seen[reminder]

    def _pieces(self, text: str) -> Iterator[str]:
        """Yield the sentences of ``text`` in canonical form, with blanks for names and numbers."""
        told = self._spelling.free.sub("〓", canonical(text, self._spelling).text)
        told = _BLANKS.sub("〓", _BLANK.sub("0", told.replace("、", "")))
        return filter(None, _END.split(told))

    def _fault(self, piece: str) -> str:
        if piece in self._printed:
            return ""
        if any(is_a_stroke_away(piece, printed) for printed in self._printed):
            return NEARLY
        if first_repeat(piece, self._spelling.free):
            return TWICE
        lost = _LOST.search(piece) or _LOST_BEHIND.search(piece)
        return LOST if lost else ""


def is_a_stroke_away(text: str, printed: str) -> bool:
    """Whether ``text`` is ``printed`` with a particle changed, a word lost or a piece doubled."""
    first = same_at_start(text, printed)
    last = min(same_at_start(text[::-1], printed[::-1]), min(len(text), len(printed)) - first)
    new, old = text[first : len(text) - last], printed[first : len(printed) - last]
    if new and old:
        return new in _PARTICLES and old in _PARTICLES
    if old:
        return _PARTICLES.isdisjoint((old[0], old[-1]))
    return bool(new) and new in (
        text[first - len(new) : first],
        text[first + len(new) :][: len(new)],
    )
