"""The discourse referents of a text, and the antecedents of its pronouns and omitted arguments. A
*referent* is anything that a later word may refer to. The antecedent is the last one that fits;
what was chosen or handled precedes what was only mentioned and the card itself. Examples: それ is
“it”, その “that”, それら “they”, その中 “among them”, 残り “the rest”, カード “card”, Ｘ a
number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from itertools import count
from typing import TYPE_CHECKING, Any

from rulebook.cards.meaning.nodes import Event, PointerMeaning, TextPlace
from rulebook.cards.tree.node import Node, NodeType
from rulebook.records import replace

if TYPE_CHECKING:
    from rulebook.cards.interpreting.pointers import Sorts

_GENERAL = frozenset({"カード", "それ", "それら", "それぞれ", "残り", ""})
_LOOKED_AT = ("look", "reveal", "turn-up", "show", "check")
SHOWN = ("reveal", "turn-up")
FOUND = "found"
_MOVED = ("turn-into", "return", "add")
_PUT = ("put", "turn-up", "look", "reveal", "show", "check")
_REMEMBERED = 100  # the minimum number of referents that stay stored: more than any card has
_Fits = Callable[["Referent"], bool]
Place = Node | TextPlace  # where the words of a pointer are


class Rank(IntEnum):
    """How likely a later word refers to a referent; the lowest rank is the likeliest."""

    ARGUMENT = 0  # of a verb of the sentence
    MENTIONED = 1  # only named, inside an argument or in a condition
    ITSELF = 2  # the card of the text
    ITSELF_INSIDE = 3  # the card of the text, only named


class Referent(metaclass=NodeType):
    """Something that a later word may refer to. ``words`` name it; only what was chosen has a
    ``name``, that of the choice (of several joined: with + between them); ``how`` is the action
    done to it, if any; ``zones`` are where it is or was; ``part`` is whether it was taken out of an
    earlier referent (“1 of them”); ``less`` is the part that words for the rest exclude."""

    start: int
    end: int
    sort: str
    words: frozenset[str]
    several: bool = False
    name: str | None = None
    how: str = ""
    rank: Rank = Rank.ARGUMENT
    zones: frozenset[str] = frozenset()
    part: bool = False
    less: tuple[PointerMeaning, ...] = ()

    @property
    def place(self) -> TextPlace:
        """Where the text names the referent; pointers to it have this place."""
        return TextPlace(self.start, self.end)


def fits_word(referent: Referent, word: str) -> bool:
    """Whether ``word`` may refer to ``referent`` by its nouns: カード and それ to anything,
    イベント (event) not to a character, any word to what has no noun or is also called カード,
    which may be any card. A referent that does not fit is the antecedent only if no other fits."""
    words = referent.words
    return word in _GENERAL or word in words or not words - _GENERAL or "カード" in words


def pointer_to(at: Place, found: Referent | None, why: str) -> PointerMeaning:
    """Return the pointer ``at`` a place (an empty one for an omitted argument) to ``found``;
    for None it is unresolved, with the reason ``why`` for the user: nothing is guessed."""
    if found is None:
        return PointerMeaning(at.start, at.end, None, None, at.start < at.end, why)
    words = at.start < at.end
    return PointerMeaning(at.start, at.end, found.place, found.name, words, less=found.less)


class Context:
    """The state in which an ability and its further paragraphs are read: mostly referents."""

    def __init__(self, sorts: Sorts, names: Iterator[int] | None = None) -> None:
        """Begin without referents (what a later それ can mean). ``names`` yields the numbers of
        choices: options share these with the text around, so that no two choices have one name."""
        self.sorts = sorts
        self.letters: dict[str, TextPlace] = {}  # where each letter is defined
        self.first_uses: dict[str, int] = {}  # how many referents there were before its first use
        self.pointers: tuple[int, ...] = ()  # where possible pointers of the ability start
        self.referents: list[Referent] = []
        self._dropped = 0  # how many referents were dropped from the front of the list
        self.cost_count = 0  # how many of the first referents belong to the cost
        self.sentence_start = 0  # how many referents there were before this sentence
        self.choosers: dict[str, str] = {}  # the agent of each choice, by the name of the choice
        self.chosen_among: dict[str, str] = {}  # the choice out of which each was made: “1 of them”
        self.events: dict[str, Event] = {}  # the last of each verb, for “the one that supported”
        self.last_actions: dict[str, TextPlace] = {}  # the last action of each verb, for outcomes
        self.choice_numbers = count(1) if names is None else names  # the numbers of the choices
        self._parts: list[tuple[TextPlace, PointerMeaning]] = []
        """Pairs of a whole and a part taken out of it (“add 1 of them to the hand”), for 残り."""

    def add(self, referent: Referent) -> None:
        """Add ``referent`` as the latest. When there are twice as many as needed, drop the earlier
        half, and likewise of ``_parts``, the list of wholes and parts for 残り. Each pronoun is
        compared with all, so very long texts would take quadratic time."""
        self.referents.append(referent)
        if len(self.referents) > 2 * _REMEMBERED:
            self.drop_first(len(self.referents) - _REMEMBERED)
            del self._parts[:-_REMEMBERED]

    def drop_first(self, number: int | None = None) -> None:
        """Drop the first ``number`` referents (None: all), to which nothing can refer: those before
        a gap, or too far back. :meth:`count` still counts them, so that positions stay valid."""
        self._dropped += len(self.referents[:number])
        del self.referents[:number]

    def count(self) -> int:
        """Return how many referents were added so far, even dropped ones, as a lasting position."""
        return self._dropped + len(self.referents)

    def referents_since(self, count: int) -> list[Referent]:
        """Return the referents added after the first ``count``, such as those of this sentence:
        それら means cards chosen in it rather than any earlier ones."""
        return self.referents[max(0, count - self._dropped) :]

    def first_referents(self, count: int) -> list[Referent]:
        """Return the referents before a place in the text, where :meth:`count` returned ``count``:
        the definition of Ｘ follows its use, but “that” in it refers to a referent before the first
        Ｘ. ``count`` includes the oldest ones, which were dropped from the list to save time."""
        return self.referents[: max(0, count - self._dropped)]

    @contextmanager
    def limited_to(self, referents: list[Referent]) -> Iterator[None]:
        """Leave only ``referents``, what それ can mean, inside a ``with`` block; those added there
        are dropped. Used to read words as if elsewhere in the text, or without some antecedent."""
        before = self.referents, self._dropped
        self.referents = referents
        yield
        self.referents, self._dropped = before

    def add_part(self, whole: TextPlace | None, part: TextPlace, name: str | None = None) -> None:
        """Record that ``part`` (maybe chosen as ``name``) was taken out of ``whole``, for 残り."""
        if whole is not None and whole != part:
            self._parts.append((whole, PointerMeaning(part.start, part.end, part, name, False)))

    def next_name(self) -> str:
        """Return a new name for a choice, by which pointers refer to the chosen cards."""
        return f"chosen-{next(self.choice_numbers)}"

    def record(
        self, pointer: PointerMeaning, words: frozenset[str] = frozenset(), **changes: Any
    ) -> Referent | None:
        """Add the antecedent of ``pointer`` again with ``changes`` (what was done to it) and more
        ``words``, by which later words refer to it. Return it as it was, None without one."""
        found = next((r for r in reversed(self.referents) if r.place == pointer.to), None)
        if found is not None:
            self.add(replace(found, words=found.words | words, **changes))
        return found

    def chosen_each_time(self, before: int) -> None:
        """Mark the choices made after the first ``before`` referents as several, for それら: the
        steps of …につき (for each …) are done once for each thing, with a choice each time."""
        later = self.referents_since(before)
        marked = [replace(r, several=True) if r.name else r for r in later]
        self.referents[len(self.referents) - len(later) :] = marked

    def renew_choice(self) -> None:
        """Add the last choice again as the latest referent, if nothing was done to its cards since:
        an action on chosen cards adds them again, with their ``name``, but itself as ``how``. A
        later それ would otherwise refer to an event read after the choice (“when playing it”)."""
        chosen = next((r for r in reversed(self.referents) if r.name), None)
        if chosen is not None and chosen.how == "choose":
            self.add(chosen)

    def joint_referent(self, names: list[str]) -> Referent:
        """Return one referent for all cards chosen under ``names``: それら means all of them."""
        parts = [r for r in self.referents if r.name in names]
        words = frozenset(word for part in parts for word in part.words)
        start, end = min(r.start for r in parts), max(r.end for r in parts)
        return Referent(start, end, "cards", words, True, "+".join(names), "choose")

    def participant(self, at: Place, verb: str, passive: bool) -> PointerMeaning | None:
        """Return the pointer ``at`` a clause of ``verb`` alone before its noun. In “the character
        that supported”, it is to the agent of the last event of that verb, in “that was supported”
        (``passive``) to its patient; to the event itself if it names none. None without one."""
        last = self.events.get(verb)
        if last is None or last.end > at.start:
            return None
        agent, patient = (last.by, last.who) if last.passive else (last.who, last.what)
        who = patient if passive else agent
        return PointerMeaning(at.start, at.end, (who or last).text_place, None, True)

    def antecedent(self, at: Place, sort: str, word: str, *, bare: bool = False) -> PointerMeaning:
        """Return the pointer for その before ``word``, a noun of ``sort``: to the last referent of
        that sort, preferably one called ``word``, even one of several joined choices; for その中 to
        the group handled last. If only a condition of this sentence names a card (“if A is there,
        put that card …”), the sentence is about this card: a その without other qualifiers
        (``bare``) refers to it. A qualifier (“that level 3 character”) may mean another card."""
        found = self._cards_handled_together(at) if word == "中" else None
        if found is None and bare and sort == "cards":
            here = [r for r in self.referents_since(self.sentence_start) if r.sort == "cards"]
            if all(referent.rank is not Rank.ARGUMENT for referent in here):
                same = (r for r in reversed(here) if r.how == FOUND and word in r.words)
                found = next(same, None)
        if found is None:
            found = self._antecedent_of_sort(sort, word, at)
            names = (found.name or "").split("+") if found else []
            if len(names) > 1:
                # そのイベント (that event) is only one of the joined choices.
                called = {r.name: r for r in self.referents if r.name in names and word in r.words}
                found = next(iter(called.values())) if len(called) == 1 else found
        return pointer_to(at, found, f"nothing of that sort was spoken of ({word})")

    def last_number(self, at: Place, word: str) -> PointerMeaning:
        """Return the pointer for a number without a noun phrase (“if the total is 5 or more”) to
        the last number before ``at``, preferably called ``word``. Without any, it is unresolved."""
        numbers = (r for r in self._before(at) if r.sort == "numbers")
        found = max(numbers, key=lambda r: word in r.words, default=None)
        return pointer_to(at, found, f"no number was told before ({word})")

    def plural_antecedent(self, at: Place, word: str) -> PointerMeaning:
        """Return the pointer for それら: to plural cards or to single ones chosen in this sentence,
        whichever came later; else to those chosen or shown singly before. A single referent is the
        last resort: without a number, it may be several cards (“reveal the hand; they …”)."""
        several = self._likeliest_card(word, at, several=True)
        single = self._chosen_singly(word, self.referents_since(self.sentence_start))
        later = max(filter(None, (several, single)), key=lambda r: r.start, default=None)
        found = later or self._chosen_singly(word, self.referents)
        shown = [r for r in self.referents if r.how in SHOWN and not r.name and fits_word(r, word)]
        match list({r.place: r for r in shown}.values())[-2:]:
            case first, last if found is None and first.how == last.how:
                # Two single cards were shown in turn, perhaps by two players.
                words = first.words | last.words
                found = Referent(first.start, last.end, "cards", words, True, None, last.how)
        found = found or self._likeliest_card(word, at)
        return pointer_to(at, found, "no cards were spoken of")

    def _before(self, at: Place) -> Iterator[Referent]:
        """Yield the referents before ``at``, the last first: それ mostly means the latest."""
        return (r for r in reversed(self.referents) if r.end <= at.start)

    def looked_at(self, start: int) -> PointerMeaning | None:
        """Return the pointer to the cards that a choice at ``start`` is made from, if it names
        none: those looked at just before, with no card or action (“draw 1”) between (“look at 3,
        choose 1”), or those out of which the choice before it was made (“look at 3, choose 1 A,
        choose 1 B”); else None. 見る (look) always shows what is chosen from, even one card; after
        公開する (reveal) and similar verbs, one chooses only among several cards."""
        at, said = TextPlace(start, start), self.referents_since(self.sentence_start)
        last = next((r for r in reversed(said) if r.sort in ("cards", "actions")), None)
        if last and (last.how == "look" or (last.several and last.how in _LOOKED_AT)):
            return pointer_to(at, last, "")
        names = [r.name for r in said if r.name]
        group = self._cards_handled_together(at, _LOOKED_AT)
        if group is None or not names or (last and last.less):  # 残り (the rest) is handled, too
            return None
        taken = [place for place, what in self._parts if what.name == names[-1]]
        return pointer_to(at, group, "") if group.place in taken else None

    def _cards_handled_together(self, at: Place, how: tuple[str, ...] = _PUT) -> Referent | None:
        """Return the last cards before ``at`` to which one of the actions ``how`` was done, None
        without any: その中 and 残り do not say which cards. Chosen cards (which have a name) do not
        count, nor a part of others: after “look at 5, reveal 1 of them”, 残り is of the five."""
        return next((r for r in self._before(at) if r.how in how and not (r.name or r.part)), None)

    def _chosen_singly(self, word: str, among: list[Referent]) -> Referent | None:
        """Return one referent for the cards in ``among`` that were chosen one by one (not joined
        ones, with +) and fit ``word``, as それら means all of them; None for fewer than two."""
        chosen = [r for r in among if r.name and "+" not in r.name and fits_word(r, word)]
        names = list(dict.fromkeys(referent.name for referent in chosen if referent.name))
        return self.joint_referent(names) if len(names) > 1 else None

    def rest_of_group(self, at: Place, word: str) -> PointerMeaning:
        """Return the pointer for 残りの ``word`` to the whole, which the text does not name, with
        the parts taken out of it as ``less``. The whole is what was looked at or, as a single card
        has no rest, the choice out of which the last was made: “choose 2, choose 1”. If only the
        chosen part is found, the whole is its zone (“choose 1 of the hand”) or in its phrase."""
        before = list(self._before(at))
        name = self.chosen_among.get(next((r.name for r in before if r.name), None) or "")
        chosen = next((r for r in before if name and r.name == name), None)
        group = self._cards_handled_together(at, _LOOKED_AT)
        some = group if group and (group.several or chosen is None) else chosen
        found = some or self._antecedent_of_sort("cards", word, at)
        if found is not None and found.name and not self._parts_of(found):
            # “Choose 1 marker and this card, put the other markers”: inside the phrase.
            part = found
            zones = (r for r in before if r.sort == "zone" and r.words & part.zones)
            inside = (r for r in before if part.start <= r.start and r.end < part.end)
            same = (r for r in inside if r.sort == "cards" and word in r.words)
            found = next(zones, None) or min(same, key=lambda r: r.end - r.start, default=None)
            if found is not None:
                self.add_part(found.place, part.place, part.name)
        all_ = pointer_to(at, found, "no cards were looked at or shown")
        return replace(all_, less=self._parts_of(found) if found else ())

    def _parts_of(self, found: Referent) -> tuple[PointerMeaning, ...]:
        """Return pointers to all parts taken out of ``found``, which 残り (the rest) excludes."""
        return tuple(dict.fromkeys(what for place, what in self._parts if place == found.place))

    def last_object_of(
        self, at: Place, how: tuple[str, ...], why: str, rather: _Fits = bool
    ) -> PointerMeaning:
        """Return the pointer to the last object of an action in ``how``, if possible one that
        ``rather`` accepts: “that was put” names no card. ``why`` is the reason if there is none."""
        done = (r for r in self._before(at) if r.how in how)
        return pointer_to(at, max(done, key=rather, default=None), why)

    def only_object_of(self, at: Place, how: str, verb: str) -> PointerMeaning | None:
        """Return the pointer of words that repeat an earlier action (“discard 1. If you discarded
        …”) to the card that they are about: the only object of such actions (``how``, their kind in
        referents), preferably not the own card. Without any object, it is to the last act with
        ``verb`` itself (“if refreshed”). For several objects, it is None: nothing is guessed."""
        acted = [r for r in self._before(at) if r.how == how]
        others = [r for r in acted if r.rank < Rank.ITSELF]
        done = {r.place: r for r in others or acted}
        if len(done) == 1:
            (found,) = done.values()
            return pointer_to(at, found, "")
        place = None if done else self.last_actions.get(verb)
        return PointerMeaning(at.start, at.end, place, None, True) if place else None

    def last_counted(self, at: Place) -> TextPlace | None:
        """Return the place of the cards before ``at`` whose number 同じ枚数 (as many) repeats in
        手札を3枚捨て、同じ枚数引く (discard 3, draw as many), else None. They are the last that
        were chosen (only these have a ``name``) or are several; cards only mentioned do not
        count."""
        cards = (r for r in self._before(at) if r.sort == "cards" and r.rank is Rank.ARGUMENT)
        return next((r.place for r in cards if r.name or r.several), None)

    def last_action(self, at: Place) -> PointerMeaning:
        """Return the pointer for それで (by that), to the last action: それ then means no card."""
        found = self._antecedent_of_sort("actions", "", at)
        return pointer_to(at, found, "nothing was done before")

    def last_chosen(self, at: Place, who: str = "") -> PointerMeaning:
        """Return the pointer for 選んだ (chosen), which names no card: to the last choice by the
        player ``who`` (“chosen by the opponent”), even if another player chose later. If that
        player made none, or ``who`` is "", which is no player's name, it is to the last choice of
        all."""
        why = "nothing was chosen before"
        return self.last_object_of(
            at, ("choose",), why, lambda r: self.choosers.get(r.name or "") == who
        )

    def last_shown(self, at: Place) -> PointerMeaning:
        """Return the pointer for 公開された (revealed), which names no card: to the last shown."""
        return self.last_object_of(at, _LOOKED_AT, "no cards were shown before")

    def put_before(self, at: Place, word: str, *, in_cost: bool) -> PointerMeaning:
        """Return the pointer for ``word`` in “put by this effect”: to the last cards put somewhere,
        else moved (added, returned), that ``word`` fits. If it fits none, as texts may have called
        them otherwise, it is to the last of all. ``in_cost``: only cards put as a cost count."""
        among = self.first_referents(self.cost_count) if in_cost else self.referents
        moved = (r for how in (_PUT, _MOVED) for r in reversed(among) if r.how in how)
        found = max(moved, key=lambda r: fits_word(r, word), default=None)
        return pointer_to(at, found, "no cards were put anywhere before")

    def omitted_object(
        self, start: int, sorts: tuple[str, ...] = ("cards",), *, several: bool = False
    ) -> PointerMeaning:
        """Return the pointer for an object of one of ``sorts`` left out at ``start``, preferably
        ``several``. Things only mentioned do not count: nothing was done to them."""
        ranks = (Rank.ARGUMENT, Rank.ITSELF)
        objects = (r for r in reversed(self.referents) if r.rank in ranks and r.sort in sorts)
        found = max(objects, key=lambda r: several and r.several, default=None)
        return pointer_to(TextPlace(start, start), found, "nothing was spoken of that it could be")

    def _antecedent_of_sort(self, sort: str, word: str, at: Place) -> Referent | None:
        """Return what a ``word`` ``at`` a place means by its ``sort``, or None. Cards may be called
        otherwise or be only part of an action (“draw 1, and that card”); zones and times may not:
        with another word, they are others. Of all sorts except cards and players, the last referent
        with the ``word`` itself is preferred, even one of another sort (``exact``)."""
        if sort == "cards":
            return self._likeliest_card(word, at) or self._antecedent_of_sort("actions", word, at)
        if sort == "players":
            # Without one, the owner of the last cards or turn (reb 9.14.4).
            before = [*self._before(at)]
            same = (r for each in ("players", "cards", "times") for r in before if r.sort == each)
            return next(same, None)
        same = (r for r in self._before(at) if r.sort == sort)
        exact = next((r for r in self._before(at) if word in r.words), None)
        if sort == "times":
            # “That turn” is neither a phase nor a check; “that attack” may be in “attack end”.
            return exact or next((r for r in same if any(word in w for w in r.words)), None)
        if sort == "zone":
            # ストック (stock) are the cards in ストック置場, the stock zone.
            return exact or next((r for r in same if f"{word}置場" in r.words), None)
        if exact or sort == "places":
            return exact
        found = next(same, None)
        if found or sort not in ("numbers", "qualities", "abilities"):
            return found
        return self._likeliest_card("カード", at)  # “that colour”: of the last card

    def _likeliest_card(self, word: str, at: Place, several: bool = False) -> Referent | None:
        """Return the card before ``at`` that ``word`` likely means (one that is ``several``, if
        that is set), or None: the latest of those that fit best. Chosen cards (only these have a
        ``name``) and cards called ``word`` (all, if it is as general as カード) precede others that
        it fits, and these the rest; of equals, cards only mentioned come later. The card of the
        text comes last, because texts call it このカード."""

        def unlikeliness(referent: Referent) -> tuple[bool, int, Rank]:
            """Return a key that is least for the card that ``word`` likely means: first by whether
            it is not the ability's own card, which texts call このカード; then by how well the word
            fits (its own noun; any it may have; none); then by how clearly it was named."""
            called = referent.name or word in _GENERAL or word in referent.words
            missed = int(not called) if fits_word(referent, word) else 2
            return referent.rank >= Rank.ITSELF, missed, referent.rank

        cards = (r for r in self._before(at) if r.sort == "cards" and (r.several or not several))
        return min(cards, key=unlikeliness, default=None)
