"""What a text has spoken of so far, and which of it words that point, or are left out, mean.

A *referent* is anything that a later word may mean.  The last one that fits is meant: what was
chosen, looked at, put somewhere, or had something happen to it.  What is only asked for in a
condition, and the card itself, come after all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from itertools import count

from rulebook.cards.meaning.nodes import PointerMeaning, TextPlace
from rulebook.records import dataclass, replace


class Rank(IntEnum):
    """How readily something is meant by a later word."""

    SPOKEN = 0
    ASKED = 1
    ITSELF = 2
    ITSELF_INSIDE = 3


@dataclass(frozen=True, slots=True)
class Referent:
    """Something that was spoken of.

    ``words`` are the nouns that name it; ``how`` is what was done with it (``choose``, ``look``,
    ``put``), empty where it was only named; ``zones`` are those where it lies, or was taken from;
    ``part`` is whether it was taken out of cards that were spoken of before: その中から1枚公開し;
    ``less`` is what of it is not meant, as the text spoke of the rest.
    """

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


@dataclass(frozen=True, slots=True)
class HadPart:
    """Where the text says who did something and to whom, None where it does not; and ``event``."""

    event: TextPlace
    doing: TextPlace | None
    done_to: TextPlace | None


_GENERAL = frozenset({"カード", "それ", "それら", "それぞれ", "残り", ""})
_LOOKED_AT = ("look", "reveal", "turn-up", "show", "check")
_SHOWN = ("reveal", "turn-up")
FOUND = "found"
_PLACE = "置場"
_MOVED = ("turn-into", "return", "add")
_LAID = ("put", "turn-up", "look", "reveal", "show", "check")
_REMEMBERED = 100
"""The last of what was spoken of, at which words may point: more than any card speaks of."""


class Discourse:
    """The referents of one ability and of what goes on with it, in the order of the text."""

    def __init__(self, names: Iterator[int] | None = None) -> None:
        """Begin a discourse; ``names`` go on with those of what this stands in, if anything."""
        self.referents: list[Referent] = []
        self._forgotten = 0
        """How many referents were spoken of before those that are remembered."""
        self.paid = 0
        """How many of the referents were spoken of in the cost."""
        self.sentence = 0
        """How many of the referents were spoken of before this sentence."""
        self.choosers: dict[str, str] = {}
        """Who chose what later words call by a name."""
        self.among: dict[str, str] = {}
        """Among which of those chosen before others were chosen: それらのキャラを1枚選び."""
        self.had_part: dict[str, HadPart] = {}
        """Who had part in what came about last, by the verb that tells it."""
        self.acts: dict[str, TextPlace] = {}
        """Where the text says that which was done last, by its verb: 当てる."""
        self.names = count(1) if names is None else names
        """The numbers of what is chosen."""
        self._taken: list[tuple[TextPlace, PointerMeaning]] = []
        """Out of what (where the text says it) what was taken: その中から1枚を手札に加え."""

    def add(self, referent: Referent) -> None:
        """Remember that ``referent`` was spoken of."""
        self.referents.append(referent)
        if len(self.referents) > 2 * _REMEMBERED:
            self._forget_first(len(self.referents) - _REMEMBERED)
            del self._taken[:-_REMEMBERED]

    def forget(self) -> None:
        """Forget what was spoken of; what a verb tells of is told by that verb still."""
        self._forget_first(len(self.referents))

    def _forget_first(self, number: int) -> None:
        del self.referents[:number]
        self._forgotten += number

    def so_far(self) -> int:
        """Return how many referents were spoken of so far."""
        return self._forgotten + len(self.referents)

    def since(self, so_far: int) -> list[Referent]:
        """Return what was spoken of since there were ``so_far`` referents."""
        return self.referents[max(0, so_far - self._forgotten) :]

    def until(self, so_far: int) -> list[Referent]:
        """Return what had been spoken of when there were ``so_far`` referents."""
        return self.referents[: max(0, so_far - self._forgotten)]

    @contextmanager
    def remembering(self, referents: list[Referent]) -> Iterator[None]:
        """Know ``referents`` alone for a while, and forget what is spoken of meanwhile."""
        before = self.referents, self._forgotten
        self.referents = referents
        yield
        self.referents, self._forgotten = before

    def take(self, out_of: TextPlace | None, what: TextPlace, name: str | None = None) -> None:
        """Remember that ``what``, perhaps chosen under ``name``, was taken ``out_of`` others."""
        if out_of is not None and out_of != what:
            self._taken.append((out_of, PointerMeaning(what.start, what.end, what, name, False)))

    def next_name(self) -> str:
        """Return a name for what is chosen next."""
        return f"chosen-{next(self.names)}"

    def again(self, reference: PointerMeaning, how: str, *, part: bool = False) -> None:
        """Remember that what ``reference`` means, or ``part`` of it, had something done to it."""
        for referent in reversed(self.referents):
            if reference.to == TextPlace(referent.start, referent.end):
                self.add(replace(referent, how=how, rank=Rank.SPOKEN, part=part or referent.part))
                return

    def call(self, reference: PointerMeaning, words: frozenset[str]) -> None:
        """Remember that what ``reference`` means is called by ``words`` too."""
        for referent in reversed(self.referents):
            if reference.to == TextPlace(referent.start, referent.end):
                self.add(replace(referent, words=referent.words | words))
                return

    def choose_among(self, reference: PointerMeaning, name: str) -> None:
        """Remember that some of what ``reference`` means were chosen under ``name``."""
        for referent in reversed(self.referents):
            if reference.to == TextPlace(referent.start, referent.end):
                if referent.name:
                    self.among[name] = referent.name
                self.add(
                    replace(referent, several=False, name=name, how="choose", rank=Rank.SPOKEN)
                )
                return

    def chosen_each_time(self, before: int) -> None:
        """Remember that what was chosen after the first ``before`` referents may be several."""
        later = self.since(before)
        for at, referent in enumerate(later, start=len(self.referents) - len(later)):
            if referent.name:
                self.referents[at] = replace(referent, several=True)

    def remind(self) -> None:
        """Remember anew what was chosen last, where nothing was done to it yet.

        A choice is made for something: 1枚選ぶ。カードを置く際、それを残す.
        """
        chosen = next((r for r in reversed(self.referents) if r.name), None)
        if chosen is not None and chosen.how == "choose":
            self.add(chosen)

    def join(self, names: list[str]) -> None:
        """Remember what was chosen under ``names`` as one thing of several cards."""
        self.add(self._joined(names))

    def _joined(self, names: list[str]) -> Referent:
        parts = [r for r in self.referents if r.name in names]
        words = frozenset(word for part in parts for word in part.words)
        start, end = min(r.start for r in parts), max(r.end for r in parts)
        return Referent(start, end, "cards", words, True, "+".join(names), "choose")

    # ---- What words mean

    def part_in(self, start: int, end: int, verb: str, *, passive: bool) -> PointerMeaning | None:
        """Return who did what ``verb`` tells, or, ``passive``, to whom: サポートされたキャラ.

        Where the text has not said who that is, it is told by the event itself.
        """
        had = self.had_part.get(verb)
        if had is None or had.event.end > start:
            return None
        who = had.done_to if passive else had.doing
        return PointerMeaning(start, end, who or had.event, None, True)

    def that(
        self, start: int, end: int, sort: str, word: str, *, bare: bool = False
    ) -> PointerMeaning:
        """Return what その before ``word``, of ``sort``, means; ``bare`` where nothing else is."""
        found = self._group(start) if word == "中" else None
        found = found or (self._found_here(word) if bare and sort == "cards" else None)
        found = found or self._part_called(word, self._of_sort(sort, word, start))
        return _reference(start, end, found, f"nothing of that sort was spoken of ({word})")

    def _part_called(self, word: str, found: Referent | None) -> Referent | None:
        """Return the one of several chosen cards, ``found``, that alone is called by ``word``."""
        names = (found.name or "").split("+") if found else []
        if len(names) < 2:
            return found
        called = {r.name: r for r in self.referents if r.name in names and word in r.words}
        return next(iter(called.values())) if len(called) == 1 else found

    def number(self, start: int, end: int, word: str) -> PointerMeaning:
        """Return which number ``word`` means: one called so, else the last that was told."""
        told = [r for r in self._before(start) if r.sort == "numbers"]
        same = (referent for referent in told if word in referent.words)
        found = next(same, None) or next(iter(told), None)
        return _reference(start, end, found, f"no number was told before ({word})")

    def named(self, word: str, start: int) -> bool:
        """Whether the noun ``word`` was spoken of elsewhere than at ``start``."""
        return any(word in r.words and r.start != start for r in self.referents)

    def _found_here(self, word: str) -> Referent | None:
        """Return what a condition of this sentence found, where the sentence spoke of no others."""
        here = [r for r in self.since(self.sentence) if r.sort == "cards"]
        if any(referent.rank is Rank.SPOKEN for referent in here):
            return None
        return next((r for r in reversed(here) if r.how == FOUND and word in r.words), None)

    def those(self, start: int, end: int, word: str) -> PointerMeaning:
        """Return what それら means: the last several cards, or those just chosen one by one."""
        several = next((r for r in self._cards(word, start) if r.several), None)
        single = self._one_by_one(word, self.since(self.sentence))
        if single and (several is None or several.start < single.start):
            several = single
        found = several or self._one_by_one(word, self.referents) or self._shown_one_by_one(word)
        found = found or next(self._cards(word, start), None)
        return _reference(start, end, found, "no cards were spoken of")

    def _before(self, start: int) -> Iterator[Referent]:
        """Yield what the text speaks of before ``start``, the last first: words point back."""
        return (r for r in reversed(self.referents) if r.end <= start)

    def looked_at(self, start: int) -> PointerMeaning | None:
        """Return the cards that were looked at just before ``start``, in the same sentence."""
        here = reversed(self.since(self.sentence))
        last = next((r for r in here if r.sort in ("cards", "deeds")), None)
        if last is None or not (last.how == "look" or (last.several and last.how in _LOOKED_AT)):
            return None
        return replace(_reference(start, start, last, ""), told=False)

    def still_among(self, start: int) -> PointerMeaning | None:
        """Return the cards looked at, if the last choice of this sentence was out of them."""
        named = [r.name for r in self.since(self.sentence) if r.name]
        group = self._group(start, _LOOKED_AT)
        if group is None or not named:
            return None
        found = replace(_reference(start, start, group, ""), told=False)
        taken = [place for place, what in self._taken if what.name == named[-1]]
        return found if found.to in taken else None

    def _group(self, start: int, how: tuple[str, ...] = _LAID) -> Referent | None:
        """Return the last cards that were looked at or put somewhere together."""
        laid = (r for r in self._before(start) if r.how in how and not r.name)
        return next((r for r in laid if not (r.part and how == _LOOKED_AT)), None)

    def _one_by_one(self, word: str, among: list[Referent]) -> Referent | None:
        """Return the single cards that were chosen one after the other as one thing."""
        chosen = [r for r in among if r.name and "+" not in r.name and _fits(r, word)]
        names = list(dict.fromkeys(referent.name for referent in chosen if referent.name))
        return self._joined(names) if len(names) > 1 else None

    def _shown_one_by_one(self, word: str) -> Referent | None:
        """Return the single cards that were shown one after the other, perhaps by two players."""
        shown = [r for r in self.referents if r.how in _SHOWN and not r.name and _fits(r, word)]
        cards = list({_place(r): r for r in shown}.values())[-2:]
        if len(cards) < 2 or cards[0].how != cards[1].how:
            return None
        first, last = cards
        words = first.words | last.words
        return Referent(first.start, last.end, "cards", words, True, None, last.how)

    def rest(self, start: int, end: int, word: str) -> PointerMeaning:
        """Return what 残りの leaves over: the cards looked at or shown, else those chosen from."""
        several = next((r for r in self._cards(word, start) if r.several), None)
        group, chosen = self._group(start, _LOOKED_AT), self._chosen_among(start)
        some = group if group and (group.several or chosen is None) else chosen
        found = some or several or self._of_sort("cards", word, start)
        if found is not None and found.name and not self._less(found):
            whole = self._chosen_out_of(found, word, start)
            if whole is not None:
                self.take(_place(whole), _place(found), found.name)
            found = whole if whole or self._is_last_choice(found) else found
        all_ = _reference(start, end, found, "no cards were looked at or shown")
        return replace(all_, less=self._less(found) if found else ())

    def _chosen_out_of(self, chosen: Referent, word: str, start: int) -> Referent | None:
        """Return of what ``chosen`` is a part: its zone, or the ``word`` in it, マーカー1枚."""
        before = list(self._before(start))
        zones = (r for r in before if r.sort == "zone" and r.words & chosen.zones)
        inside = (r for r in before if chosen.start <= r.start and r.end < chosen.end)
        same = (r for r in inside if r.sort == "cards" and word in r.words)
        return next(zones, None) or min(same, key=lambda r: r.end - r.start, default=None)

    def _less(self, found: Referent) -> tuple[PointerMeaning, ...]:
        """Return what was taken out of ``found``."""
        return tuple(dict.fromkeys(what for place, what in self._taken if place == _place(found)))

    def _chosen_among(self, start: int) -> Referent | None:
        """Return those chosen first, of which some were chosen again."""
        last = next((r.name for r in self._before(start) if r.name), "")
        name = self.among.get(last or "")
        return next((r for r in self._before(start) if name and r.name == name), None)

    def _is_last_choice(self, chosen: Referent) -> bool:
        """Whether ``chosen`` is what was chosen last, and no part of it was taken since."""
        if chosen.part and chosen.how != "choose":
            return False
        at = max(at for at, referent in enumerate(self.referents) if referent == chosen)
        return chosen.name is not None and not any(
            referent.name or referent.how for referent in self.referents[at + 1 :]
        )

    def done(
        self,
        start: int,
        end: int,
        how: tuple[str, ...],
        why: str,
        *,
        zones: frozenset[str] = frozenset(),
    ) -> PointerMeaning:
        """Return the last thing to which one of ``how`` was done, out of ``zones`` if told."""
        done = [r for r in self._before(start) if r.how in how]
        fitting = (r for r in done if zones & r.zones)
        return _reference(start, end, next(fitting, None) or next(iter(done), None), why)

    def done_once(self, start: int, end: int, how: str, verb: str) -> PointerMeaning | None:
        """Return that to which alone ``how`` was done; where that was nothing, the deed itself."""
        acted = [r for r in self._before(start) if r.how == how]
        others = [r for r in acted if r.rank < Rank.ITSELF]
        done = {_place(r): r for r in others or acted}
        if len(done) == 1:
            (found,) = done.values()
            return _reference(start, end, found, "")
        place = None if done else self.acts.get(verb)
        return PointerMeaning(start, end, place, None, True) if place else None

    def counted(self, start: int) -> TextPlace | None:
        """Return of what there are to be as many (同じ枚数): the last cards told in numbers."""
        told = (r for r in self._before(start) if r.sort == "cards" and r.rank is Rank.SPOKEN)
        found = next((r for r in told if r.name or r.several), None)
        return TextPlace(found.start, found.end) if found else None

    def deed(self, start: int, end: int) -> PointerMeaning:
        """Return what それで means: the last thing that was done."""
        found = self._of_sort("deeds", "", start)
        return _reference(start, end, found, "nothing was done before")

    def chosen(self, start: int, end: int, who: str = "") -> PointerMeaning:
        """Return what 選んだ means, or what ``who`` chose: あなたが選んだ."""
        made = (r for r in self._before(start) if r.how == "choose" and r.name in self.choosers)
        found = next((r for r in made if r.name and self.choosers[r.name] == who), None)
        if found is not None:
            return _reference(start, end, found, "")
        return self.done(start, end, ("choose",), "nothing was chosen before")

    def shown(self, start: int, end: int) -> PointerMeaning:
        """Return what 公開された means."""
        return self.done(start, end, _LOOKED_AT, "no cards were shown before")

    def laid(self, start: int, end: int, word: str, *, in_cost: bool) -> PointerMeaning:
        """Return what この効果で控え室に置かれた before ``word`` means.

        ``in_cost`` is whether it says この能力のコストで.
        """
        among = self.until(self.paid) if in_cost else self.referents
        laid = [r for how in (_LAID, _MOVED) for r in reversed(among) if r.how in how]
        found = next((referent for referent in laid if _fits(referent, word)), None)
        why = "no cards were put anywhere before"
        return _reference(start, end, found or next(iter(laid), None), why)

    def left_out(
        self, start: int, sorts: tuple[str, ...] = ("cards",), *, several: bool = False
    ) -> PointerMeaning:
        """Return what is meant where an action does not say what it is done to.

        ``several`` is whether some of it are chosen, so that it is more than one where it can be.
        """
        said = [r for r in self._said() if r.sort in sorts]
        many = (r for r in said if r.several) if several else iter(())
        found = next(many, None) or next(iter(said), None)
        reference = _reference(start, start, found, "nothing was spoken of that it could be")
        return replace(reference, told=False)

    def is_spoken_of(self, pointer: PointerMeaning) -> bool:
        """Return whether ``pointer`` means something other than the card itself."""
        meant = (r for r in self.referents if _place(r) == pointer.to)
        return any(r.rank < Rank.ITSELF for r in meant)

    def _of_sort(self, sort: str, word: str, start: int) -> Referent | None:
        """Return what ``word`` at ``start`` means."""
        if sort == "cards":
            return next(self._cards(word, start), None) or self._of_sort("deeds", word, start)
        if sort == "players":
            return self._player(start)
        same = (r for r in self._before(start) if r.sort == sort)
        exact = next((r for r in self._before(start) if word in r.words), None)
        if sort == "times":
            # そのターン is no phase and no check; そのアタック may be that of アタック終了時.
            return exact or next((r for r in same if any(word in w for w in r.words)), None)
        if sort == "zone":
            # ストック are the cards in ストック置場.
            return exact or next((r for r in same if f"{word}{_PLACE}" in r.words), None)
        if exact or sort == "places":
            return exact
        found = next(same, None)
        if found or sort not in ("numbers", "qualities", "abilities"):
            return found
        chosen = (r for r in self._before(start) if r.name)
        return next(self._cards("カード", start), None) or next(chosen, None)

    def _player(self, start: int) -> Referent | None:
        """Return the player who was spoken of, else whose cards or whose turn (reb 9.14.4)."""
        sorts = ("players", "cards", "times")
        by_sort = ([r for r in self._before(start) if r.sort == sort] for sort in sorts)
        return next((found[0] for found in by_sort if found), None)

    def _cards(self, word: str, start: int) -> Iterator[Referent]:
        """Yield the cards that ``word`` at ``start`` may mean, the likeliest first."""
        cards = [r for r in self._before(start) if r.sort == "cards"]
        by_rank = sorted(cards, key=lambda r: (r.rank >= Rank.ITSELF, _distance(r, word), r.rank))
        yield from by_rank

    def _said(self) -> Iterator[Referent]:
        return (r for r in reversed(self.referents) if r.rank in (Rank.SPOKEN, Rank.ITSELF))


def _distance(referent: Referent, word: str) -> int:
    """Return how far ``referent`` is from what ``word`` names: by it, perhaps, not at all.

    What was chosen may be anything that its zone holds; of other cards, those called so come first.
    """
    if not _fits(referent, word):
        return 2
    return int(not (referent.name or word in _GENERAL or word in referent.words))


def _place(referent: Referent) -> TextPlace:
    return TextPlace(referent.start, referent.end)


def _fits(referent: Referent, word: str) -> bool:
    words = referent.words
    return word in _GENERAL or word in words or not words - _GENERAL or "カード" in words


def _reference(start: int, end: int, found: Referent | None, why: str) -> PointerMeaning:
    if found is None:
        return PointerMeaning(start, end, None, None, True, why)
    place = TextPlace(found.start, found.end)
    return PointerMeaning(start, end, place, found.name, True, less=found.less)
