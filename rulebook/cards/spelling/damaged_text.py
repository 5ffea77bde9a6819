"""Signs that a text was damaged on its way here: words repeated or lost, brackets lost, texts cut
short; a reminder is damaged if it is a single slip away from a common one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulebook.cards.spelling.canonical_form import Spelling, canonical
from rulebook.text.normal import same_at_start

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
    """Return where words are doubled in ``text``, an error unless in a name (``free``), or None."""
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
    """Yield offsets of words that occur twice in a row, a copying error, and of their copy, in
    linear time. Brackets in them are whole pairs, as words do not end at half a pair."""
    for first in range(len(text) - _SHORTEST):
        sample = text[first : first + _SHORTEST]
        again = text.find(sample, first + _SHORTEST, first + FARTHEST + _SHORTEST)
        while again > 0:
            words = text[first:again]
            end = again + len(words)
            if (
                text.startswith(words, again)
                and _KANA.search(words)  # the cheapest test first: long rows of signs have no kana
                and not _WORD.fullmatch(text[end - 1 : end + 1])  # “card card name” repeats none
                and all(words.count(pair[0]) == words.count(pair[1]) for pair in _PAIRS)
            ):
                yield first, again
            again = text.find(sample, again + 1, first + FARTHEST + _SHORTEST)


def sign_of_damage(text: str, stopped: int) -> str:
    """Return why ``text``, read up to ``stopped``, seems damaged, or "". Authors of the grammar see
    damaged texts last, because only undamaged ones call for a new rule."""
    around = text[max(0, stopped - 2) : stopped + 3]
    for sign, why in _SIGNS:
        if re.search(sign, around):
            return why
    if any(text.count(pair[0]) != text.count(pair[1]) for pair in _PAIRS):
        return "a bracket is lost"
    if stopped >= len(text) and text[-1:] not in "。』）］":
        return "it breaks off"
    return ""


# ---- Reminders

_VALUE = re.compile("[0-9XＸ]+|[黄緑赤青紫](?=の)")
_NAMES = re.compile("〓(?:(?:か|と|or)〓)+")  # a list of names, each 〓
_PARTICLES = frozenset("をがにはでとのへも")
# No phrase begins or breaks off like this: a word is lost.
_LOST = re.compile("^[をがに]|^から|(?:この|その|[のはがにをら])(?=[をが])|[をがに]に")
_LOST_BEHIND = re.compile("(?:この|その)(?=[がをはにの])")
_NOUN = re.compile("(?=.*[^ぁ-ん])[^〓0-9]{1,8}")  # but not a name or number
_FEW = 9  # characters, at most two words
_MOST_STORED = 500  # names differ from card to card: any number may come

NEARLY = "the reminder differs in one word from the printed one"
TWICE = "the words before this are repeated"
LOST = "a word is missing"


class Reminders:
    """The reminders that a game prints often, with any names and numbers, to recognise damage."""

    def __init__(self, printed: Sequence[str], spelling: Spelling) -> None:
        """Store the sentences of the texts ``printed``; one nearly like them is damaged."""
        self._spelling = spelling
        self._printed = frozenset(each for text in printed for each in self._sentences(text))
        self._faults_found: dict[str, str] = {}

    def fault_of(self, reminder: str, fault_in_sense: Callable[[str], str]) -> str:
        """Return why ``reminder`` seems damaged, or "", also if the game has no known ones; stored,
        as many cards print the same. ``fault_in_sense``, which takes long, is asked last."""
        if not self._printed:
            return ""
        if reminder not in self._faults_found:
            if len(self._faults_found) >= _MOST_STORED:
                self._faults_found.clear()
            sentences = [*self._sentences(reminder.strip("（）()※"))]
            fault = next(filter(None, map(self._fault, sentences)), "")
            if not fault and not self._printed.issuperset(sentences):
                fault = fault_in_sense(reminder)
            self._faults_found[reminder] = fault
        return self._faults_found[reminder]

    def has_another_sort(self, reminder: str, sorts: Mapping[str, frozenset[str]]) -> bool:
        """Whether ``reminder`` is a known one but for a noun of another sort, and so damaged."""
        nouns = re.compile("|".join(sorted(sorts, key=len, reverse=True)))
        for sentence in self._sentences(reminder.strip("（）()※")):
            words = nouns.findall(sentence)
            rest = nouns.sub("〇", sentence)
            for each in () if sentence in self._printed else self._printed:
                others = nouns.findall(each)
                if len(words) == len(others) and rest == nouns.sub("〇", each):
                    pairs = [(a, b) for a, b in zip(words, others, strict=True) if a != b]
                    if len(pairs) == 1 and sorts[pairs[0][0]].isdisjoint(sorts[pairs[0][1]]):
                        return True
        return False

    def is_near(self, reminder: str) -> bool:
        """Whether a sentence is like a known, longer one except for a few words in one place, not
        only names (〓): if the grammar cannot read it, it is damaged rather than worded freely."""
        unknown = {*self._sentences(reminder.strip("（）()※"))} - self._printed
        pairs = ((_difference(a, b), len(b)) for a in unknown for b in self._printed)
        return any(
            new.strip("〓") and old and max(len(new), len(old)) <= _FEW < size / 2
            for (new, old, _), size in pairs
        )

    def _sentences(self, text: str) -> Iterator[str]:
        """Yield the sentences of ``text`` in one spelling, to compare them with printed ones:
        without 、, with 0 for numbers and colours and 〓 for a name or several, as cards differ."""
        blanked = self._spelling.free.sub("〓", canonical(text, self._spelling).text)
        blanked = _NAMES.sub("〓", _VALUE.sub("0", blanked.replace("、", "")))
        return filter(None, re.split("[。！：]", blanked))

    def _fault(self, sentence: str) -> str:
        """Return why a sentence of a reminder seems damaged, or "": it is ``NEARLY`` a printed one,
        has words ``TWICE``, or ``LOST`` a word, since a particle follows nothing (“this of”)."""
        if sentence in self._printed:
            return ""
        if any(is_slip_of(sentence, printed) for printed in self._printed):
            return NEARLY
        if first_repeat(sentence, self._spelling.free):
            return TWICE
        return LOST if _LOST.search(sentence) or _LOST_BEHIND.search(sentence) else ""


def is_slip_of(text: str, printed: str) -> bool:
    """Whether ``text``, a sentence of a reminder, is the one often ``printed`` except for a copying
    error, and so is damaged: one wrong noun or particle, a lost word, or a repetition. Another noun
    in a short sentence, or in place of a long one, may be right."""
    new, old, first = _difference(text, printed)
    if new and old:
        is_word = _NOUN.fullmatch(new) and _NOUN.fullmatch(old) and len(old) < 7 < len(printed) / 2
        return bool(is_word) or (new in _PARTICLES and old in _PARTICLES)
    if old:  # a lost word leaves its particle behind, unlike a phrase left out on purpose
        return _PARTICLES.isdisjoint((old[0], old[-1]))
    size = len(new)
    return bool(new) and new in (text[first - size : first], text[first + size :][:size])


def _difference(text: str, printed: str) -> tuple[str, str, int]:
    """Return the only parts of ``text`` and ``printed`` that differ, and where they begin: by
    these, callers distinguish a copying error from another sentence."""
    first = same_at_start(text, printed)
    last = min(same_at_start(text[::-1], printed[::-1]), min(len(text), len(printed)) - first)
    return text[first : len(text) - last], printed[first : len(printed) - last], first
