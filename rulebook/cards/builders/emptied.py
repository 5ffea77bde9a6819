"""Whether a step needs cards of which none are left: the ability moved all away (“all of the
hand”), or has just asked whether none are there. Its steps then contradict each other, as they do
if a condition asks for none where the event or another condition says that there are some. A
misfit makes the sentence a gap: its text is damaged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook.cards.builders import agreement
from rulebook.cards.builders.agreement import Misfit, Misfits
from rulebook.cards.builders.senses import role_inside
from rulebook.cards.tree import acts, nouns, roles
from rulebook.cards.tree.verbs import DOING, NEGATED
from rulebook.cards.tree.words import MannerWord, Word, Zone, bare_zone
from rulebook.records import NamedTuple

MOVING = (acts.Put, acts.Return, acts.Add, acts.Move, acts.Turn)
OFF_TABLE = frozenset({"pile", "aside", "deck"})
_DONE_TO = (roles.Object, roles.Subject, roles.Also, roles.Source)
_STAYING = (acts.Modify, acts.ModifyBy, acts.Give, acts.Gain, acts.ChangeState)
_SHOWING = (acts.Reveal, acts.Look, acts.Show, acts.Shuffle, acts.Declare)


class _Cards(NamedTuple):
    """A group of cards, by the words with which a text describes them."""

    word: str  # the noun
    owners: frozenset[str]
    pile: str  # "" on the table
    narrowed: list[Any]  # all other words, also a zone on the table; else they may be in any there


class Emptied:
    """The groups of cards that an ability has emptied, as far as its steps were followed."""

    def __init__(self) -> None:
        """Begin with cards everywhere: an ability begins, or another case of it."""
        self.none: list[_Cards] = []
        self.there: list[_Cards] = []  # what is there by event and conditions, until a step acts
        self._chosen: list[_Cards] = []  # what the last choice took as a whole

    def check_act(self, act: Any) -> Misfits:
        """Yield a misfit for each thing that ``act`` needs although none is left. Record what
        ``act`` surely (not “instead”) moves away as a whole: its object or else what was chosen
        just before. A zone where ``act`` may put cards is no longer empty; if it names no zone,
        this may be any of them."""
        parts = [*map(role_inside, act.complements)]
        named: list[Any] = [(part, getattr(part, "thing", None)) for part in parts]
        things = [t for p, t in named if isinstance(p, _DONE_TO) or isinstance(t, nouns.Every)]
        yield from self.find_missing(things)
        is_all = any(isinstance(part, roles.AllOfIt) for part in parts)
        every = [thing for thing in things if is_all or isinstance(thing, nouns.Every)]
        whole = [cards for thing in every for cards in self._cards(thing)]
        if isinstance(act, acts.Choose):
            self._chosen = whole
        elif not isinstance(act, (*_STAYING, *_SHOWING)):
            goals = [pile_of(zone) for zone in goals_of(act)]
            self.none = [each for each in self.none if goals and each.pile not in goals]
            is_instead = any(getattr(part, "manner", None) == MannerWord.INSTEAD for part in parts)
            if isinstance(act, MOVING) and goals and act.form in DOING and not is_instead:
                self.none += whole if things else self._chosen
            self._chosen = []

    def check_asked(self, asked: Any) -> Misfits:
        """Yield a misfit if ``asked``, a condition, needs cards of which none are left. If it says
        that there are none (“if no cards are there”, “if they are 0”), record that for the next
        steps."""
        parts = [*map(role_inside, getattr(asked, "complements", ()))]
        things = [part.thing for part in parts if isinstance(part, roles.Subject)]
        places = [part.thing for part in parts if isinstance(part, roles.Target)]
        numbers = [getattr(asked, "what", None), *(getattr(p, "quantity", None) for p in parts)]
        counts = {(getattr(n, "count", None), getattr(n, "limit", None)) for n in numbers if n}
        if not isinstance(asked, (acts.Exist, acts.Is)) or len(things) != 1:
            return
        is_not = getattr(asked, "form", None) in NEGATED or getattr(asked, "negated", False)
        if (not counts and is_not) or (counts == {(0, None)} and not is_not):
            none = [*self._cards(things[0], *places)]
            if any(_include(each, cards) for each in none for cards in self.there):
                yield Misfit(asked.start, "such cards are there already")
            self.none += none
        elif not is_not and not any(limit and limit.value == "以下" for _, limit in counts):
            yield from self.find_missing(things, *places)
            self.there += self._cards(things[0], *places)

    def add_event(self, event: Any) -> None:
        """Record which cards are there because ``event`` has put them there or they attack."""
        goals = [part.thing for part in event.complements if isinstance(part, roles.Target)]
        for part in event.complements if goals or isinstance(event, acts.Attack) else ():
            if isinstance(part, roles.Subject) and isinstance(event, (*MOVING, acts.Attack)):
                self.there += self._cards(part.thing, *goals)

    def find_missing(self, things: list[Any], *places: Any) -> Misfits:
        """Yield a misfit for each of ``things`` (in one of ``places``) of which none is left."""
        for thing in things if self.none else ():
            for cards in self._cards(thing, *places):
                if any(_include(none, cards) for none in self.none):
                    yield Misfit(thing.start, "there is nothing to choose from")

    def _cards(self, thing: Any, *places: Any) -> Iterator[_Cards]:
        """Yield the group of cards that ``thing`` names, if ``thing`` is a zone, its top, or cards
        (at ``places``) of one zone, because ``_Cards`` has only one zone. Yield nothing for “those
        cards”, which may have left the zone, or for a deck, which is refilled at once (ws 9.2)."""
        if isinstance(thing, (nouns.Every, nouns.Counted, nouns.Beside)):
            thing = thing.thing
        if not isinstance(thing, (nouns.Place, nouns.Noun, nouns.Named)):
            return
        owners = frozenset[str]().union(*map(agreement.owners_of, (thing, *places)))
        zones = [zone for each in (thing, *places) for zone in agreement.zones_of(each)]
        said = [q for q in thing.qualifiers if not isinstance(q, (nouns.Owned, nouns.In))]
        is_known = any(isinstance(each, (nouns.Pointing, nouns.Description)) for each in said)
        on_table = [zone for zone in zones if not pile_of(zone)]
        is_one = len(zones) == 1 or (not zones and "card" in agreement.sorts_of(thing))
        if is_one and not is_known and not any("deck" in zone.sorts for zone in zones):
            # “Your other 「A」” is a character, as it is on the table.
            is_name = isinstance(thing, nouns.Named) and not any("event" in z.sorts for z in zones)
            is_character = is_name and owners and len(on_table) == len(zones)
            word: Any = getattr(thing, "word", Word.CHARACTER if is_character else Word.CARD)
            more = [*said, *getattr(thing, "alternatives", ()), *on_table]
            yield _Cards(word.value, owners, "".join(map(pile_of, zones)), more)


def _include(cards: _Cards, others: _Cards) -> bool:
    """Whether the ``others`` are all among ``cards``, as far as the words say."""
    # Each card in クライマックス置場 is a クライマックス (climax), whatever the text calls it.
    is_word = cards.word in (Word.CARD.value, others.word, others.pile)
    is_place = (cards.owners, cards.pile) == (others.owners, others.pile)
    return is_word and is_place and all(each in others.narrowed for each in cards.narrowed)


def goals_of(act: Any) -> list[Zone]:
    """Return the zones in に (to), maybe only their top or bottom: where ``act`` leaves cards."""
    parts = map(role_inside, act.complements)
    things: list[Any] = [part.thing for part in parts if isinstance(part, roles.Target)]
    places = [each.thing if isinstance(each, nouns.Beside) else each for each in things]
    return [each.zone for each in places if isinstance(each, nouns.Place)]


def pile_of(zone: Zone) -> str:
    """Return the name of a pile or place aside; "" on the table, where zones (as rows) overlap."""
    return "" if OFF_TABLE.isdisjoint(zone.sorts) else bare_zone(zone.value)
