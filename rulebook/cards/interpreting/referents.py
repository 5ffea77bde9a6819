"""Referents, which later words of a text may refer to, and which words fit one."""

from __future__ import annotations

from enum import IntEnum

from rulebook.cards.meaning.nodes import PointerMeaning, TextPlace
from rulebook.records import dataclass


class Rank(IntEnum):
    """How likely a later word refers to a referent; the lowest rank is the likeliest."""

    SPOKEN = 0  # an argument of the sentence
    MENTIONED = 1  # only named, inside of an argument or in a condition
    ITSELF = 2  # the card of the text
    ITSELF_INSIDE = 3  # the card of the text, only named


@dataclass(frozen=True, slots=True)
class Referent:
    """Something that a later word may refer to. ``words`` are the nouns that name it; ``how`` is
    the action done to it (``choose``, ``look``, ``put``), empty where it was only named; ``zones``
    are those where it is, or was taken from; ``part`` is whether it was taken out of an earlier
    referent: その中から1枚公開し; ``less`` is the part of it that is excluded, after words for the
    rest."""

    start: int
    end: int
    sort: str
    words: frozenset[str]
    several: bool = False
    name: str | None = None
    how: str = ""
    rank: Rank = Rank.SPOKEN
    zones: frozenset[str] = frozenset()
    part: bool = False
    less: tuple[PointerMeaning, ...] = ()

    @property
    def place(self) -> TextPlace:
        """Where the text names it, by which pointers refer to it."""
        return TextPlace(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Participants:
    """The places where the text names an event, its agent and its patient, None if omitted."""

    event: TextPlace
    agent: TextPlace | None
    patient: TextPlace | None


_GENERAL = frozenset({"カード", "それ", "それら", "それぞれ", "残り", ""})


def distance_to(referent: Referent, word: str) -> int:
    """Return 0 if ``word`` names ``referent``, 1 if it may, 2 if it does not. Candidates for an
    antecedent are sorted by it. A choice may be any card of its zone; of other cards, those that
    ``word`` names are likelier."""
    if not fits_word(referent, word):
        return 2
    return int(not (referent.name or word in _GENERAL or word in referent.words))


def fits_word(referent: Referent, word: str) -> bool:
    """Whether ``word`` may be ``referent``: カード is any card, イベント never a character."""
    words = referent.words
    return word in _GENERAL or word in words or not words - _GENERAL or "カード" in words


def pointer_to(start: int, end: int, found: Referent | None, why: str) -> PointerMeaning:
    """Return the pointer to ``found``, or, for None, an unresolved one with the reason ``why``. A
    pointer without an antecedent is shown to the user, not guessed."""
    if found is None:
        return PointerMeaning(start, end, None, None, True, why)
    return PointerMeaning(start, end, found.place, found.name, True, less=found.less)
