"""What later words may mean: the things of a text, remembered as they are spoken of."""

from __future__ import annotations

from rulebook.cards.interpreting.discourse import Rank, Referent, Setting
from rulebook.cards.interpreting.naming import are_cards, counted_by_mark, words_of
from rulebook.cards.interpreting.pointers import pointers_of, references
from rulebook.cards.interpreting.thing_words import THIS_CARD, own_number, sort_of, zones_of
from rulebook.cards.interpreting.things import extent
from rulebook.cards.meaning.nodes import PointerMeaning, TextPlace
from rulebook.cards.tree import nouns, qualities
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.walking import children
from rulebook.cards.tree.words import Limit, Word

_NAMES = (qualities.CardName, qualities.Trait)


def speak(
    thing: nouns.Thing | nouns.Quantity,
    setting: Setting,
    *,
    how: str = "",
    rank: Rank = Rank.SPOKEN,
    name: str | None = None,
    quantity: nouns.Quantity | None = None,
    every: bool = False,
    source: Node | None = None,
) -> None:
    """Remember ``thing``, taken out of ``source``, and what stands in it.

    Later words can mean all of it.
    """
    thing = counted_by_mark(thing)
    several = every or (quantity is not None and is_many(quantity))
    if setting.pointers:
        _speak_of_inside(thing, setting)
    if not isinstance(thing, nouns.Thing):
        return
    sort = sort_of(thing, setting.sorts)
    words = _all_words(thing, sort, setting)
    if sort == "zone" and (how or several):
        _speak_of_zone(thing, setting)
        sort = "cards-of-zone"
    elif are_cards(quantity):
        sort = "cards"
    elif sort == "zone":
        thing = _whole_zone(thing)
    if sort == THIS_CARD:
        sort, rank = "cards", Rank.ITSELF if rank is Rank.SPOKEN else Rank.ITSELF_INSIDE
    place, name, less = _meant(thing, setting, name, quantity)
    if sort == "cards-of-zone" and not name:
        # Some cards of a zone may be anything; all of it is the zone.
        words = frozenset() if quantity is not None else frozenset(words_of(thing))
    sort = "cards" if sort == "cards-of-zone" else sort
    many = several or isinstance(thing, (nouns.Every, nouns.Both)) or _is_many(thing)
    zones = zones_of(thing) or zones_of(source)
    among = _among_which(source, setting)
    if among is not None:
        setting.discourse.take(among, TextPlace(*place), name)
    part = among is not None
    setting.discourse.add(Referent(*place, sort, words, many, name, how, rank, zones, part, less))


def _speak_of_zone(thing: nouns.Thing, setting: Setting) -> None:
    """Remember the zone that ``thing`` is besides the cards in it."""
    zone = _whole_zone(thing)
    setting.discourse.add(Referent(zone.start, zone.end, "zone", frozenset(words_of(zone))))


def _whole_zone(thing: nouns.Thing) -> nouns.Thing:
    """Return the zone of which ``thing`` is one side: その山札 is all of 自分の山札の上."""
    inner = thing.thing if isinstance(thing, nouns.Beside) else None
    return inner if isinstance(inner, nouns.Place) else thing


def _among_which(source: Node | None, setting: Setting) -> TextPlace | None:
    """Return where the cards were spoken of that ``source`` is: その中."""
    if source is None or sort_of(source, setting.sorts) != "cards":
        return None
    return next((r.to for r in references(source, setting) if r.to), None)


def _all_words(thing: nouns.Thing, sort: str, setting: Setting) -> frozenset[str]:
    words = set(words_of(thing))
    if sort == "zone":
        return frozenset(words | {Word.CARD.value})
    return frozenset(words | {Word.CHARACTER.value} if words & setting.sorts.characters else words)


def _speak_of_inside(thing: Node, setting: Setting) -> None:
    """Remember what stands inside of ``thing``, the innermost first."""
    for inner in children(thing):
        if isinstance(inner, nouns.Thing):
            speak(inner, setting, rank=Rank.ASKED)
        elif isinstance(inner, nouns.Qualifier):
            _speak_of_inside(inner, setting)
            _speak_of_qualifier(inner, setting)
    if isinstance(thing, nouns.Place):
        _speak_of_whose(thing, setting)


def _speak_of_whose(place: nouns.Place, setting: Setting) -> None:
    """Remember the card that ``place`` belongs to: the 《A》 of エントリーの《A》の【魂】."""
    told = (part for part in children(place) if isinstance(part, nouns.Qualities))
    named = [n for part in told for n in children(part) if isinstance(n, _NAMES)]
    if named:
        words = frozenset({Word.CHARACTER.value, Word.CARD.value})
        start = place.qualifiers[0].start
        setting.discourse.add(Referent(start, named[-1].end, "cards", words))


def _speak_of_qualifier(qualifier: nouns.Qualifier, setting: Setting) -> None:
    """Remember the zone that a qualifier names: the 山札 of 山札のカード."""
    match qualifier:
        case nouns.In(zones=zones):
            words = frozenset(zone.value for zone in zones)
            setting.discourse.add(Referent(qualifier.start, qualifier.end, "zone", words))
        case nouns.Qualities():
            words = frozenset({"特徴", "属性"})
            setting.discourse.add(Referent(qualifier.start, qualifier.end, "qualities", words))


def _meant(
    thing: nouns.Thing, setting: Setting, name: str | None, quantity: nouns.Quantity | None
) -> tuple[tuple[int, int], str | None, tuple[PointerMeaning, ...]]:
    """Return where that stands which ``thing`` means: what it points at, else itself.

    With it come its name, and what of it is not meant.
    """
    whole = name is None and quantity is None
    if whole and setting.pointers and isinstance(thing, (nouns.Noun, nouns.Named)):
        found = next(pointers_of(thing, setting), None)
        if found and found.to and found.start == thing.start and _is_thing(found.to, setting):
            return (found.to.start, found.to.end), found.name, found.less
    return extent(thing, quantity), name, ()


def _is_thing(place: TextPlace, setting: Setting) -> bool:
    """Whether things were spoken of at ``place``, and not only what came about."""
    at = (r for r in setting.discourse.referents if r.place == place)
    return any(referent.sort != "actions" for referent in at)


def _is_many(thing: nouns.Thing) -> bool:
    quantity = own_number(thing)
    return quantity is not None and is_many(quantity)


def is_many(quantity: nouns.Quantity) -> bool:
    """Whether ``quantity`` may be more than one."""
    more = not isinstance(quantity.count, int) or quantity.count > 1
    return more or quantity.limit == Limit.EACH
