"""Add the things that a text mentions to its discourse, so that later words can refer to them."""

from __future__ import annotations

from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.naming import counts_cards, with_counted_marks_as_cards, words_of
from rulebook.cards.interpreting.pointers import pointers_of, references
from rulebook.cards.interpreting.referents import Rank, Referent
from rulebook.cards.interpreting.thing_words import THIS_CARD, number_inside, sort_of, zones_of
from rulebook.cards.interpreting.things import extent
from rulebook.cards.meaning.nodes import PointerMeaning, TextPlace
from rulebook.cards.tree import nouns, qualities
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.walking import children
from rulebook.cards.tree.words import Limit, Word

_NAMES = (qualities.CardName, qualities.Trait)


def mention(
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
    """Add ``thing``, taken out of ``source``, and the things inside it as referents. それ, その and
    omitted objects later in the ability look among these for their antecedents; ``how`` is the
    action done to it, by which 選んだ and 置いた find it."""
    thing = with_counted_marks_as_cards(thing)
    several = every or (quantity is not None and is_many(quantity))
    if setting.pointers:
        _mention_inside(thing, setting)
    if not isinstance(thing, nouns.Thing):
        return
    sort = sort_of(thing, setting.sorts)
    words = _words_of_referent(thing, sort, setting)
    if sort == "zone" and (how or several):
        # The zone is a referent of its own, besides the cards in it.
        zone = _whole_zone(thing)
        referent = Referent(zone.start, zone.end, "zone", frozenset(words_of(zone)))
        setting.discourse.add(referent)
        sort = "cards-of-zone"
    elif counts_cards(quantity):
        sort = "cards"
    elif sort == "zone":
        thing = _whole_zone(thing)
    if sort == THIS_CARD:
        sort, rank = "cards", Rank.ITSELF if rank is Rank.SPOKEN else Rank.ITSELF_INSIDE
    place, name, less = _identity_of_referent(thing, setting, name, quantity)
    if sort == "cards-of-zone" and not name:
        # Some cards of a zone may be anything; all of it is the zone.
        words = frozenset() if quantity is not None else frozenset(words_of(thing))
    sort = "cards" if sort == "cards-of-zone" else sort
    own = number_inside(thing)
    several = several or isinstance(thing, (nouns.Every, nouns.Both)) or bool(own and is_many(own))
    zones = zones_of(thing) or zones_of(source)
    among = _antecedent_of_source(source, setting)
    if among is not None:
        setting.discourse.take(among, TextPlace(*place), name)
    part = among is not None
    referent = Referent(*place, sort, words, several, name, how, rank, zones, part, less)
    setting.discourse.add(referent)


def _whole_zone(thing: nouns.Thing) -> nouns.Thing:
    """Return the zone of which ``thing`` is one side: その山札 is all of 自分の山札の上."""
    inner = thing.thing if isinstance(thing, nouns.Beside) else None
    return inner if isinstance(inner, nouns.Place) else thing


def _antecedent_of_source(source: Node | None, setting: Setting) -> TextPlace | None:
    """Return the group that ``source`` points to (その中), of which 残り is what is left."""
    if source is None or sort_of(source, setting.sorts) != "cards":
        return None
    return next((r.to for r in references(source, setting) if r.to), None)


def _words_of_referent(thing: nouns.Thing, sort: str, setting: Setting) -> frozenset[str]:
    """Return the nouns by which later words may call ``thing``: a zone, カード of the zone.
    そのカード can refer to a character, but その控え室 to nothing but a zone."""
    words = frozenset(words_of(thing))
    if sort == "zone":
        return words | {Word.CARD.value}
    return words | {Word.CHARACTER.value} if words & setting.sorts.characters else words


def _mention_inside(thing: Node, setting: Setting) -> None:
    """Add the things inside of ``thing``, innermost first: less likely than it."""
    for inner in children(thing):
        if isinstance(inner, nouns.Thing):
            mention(inner, setting, rank=Rank.MENTIONED)
        elif isinstance(inner, nouns.Qualifier):
            _mention_inside(inner, setting)
            _mention_qualifier(inner, setting)
    if isinstance(thing, nouns.Place):
        _mention_owner(thing, setting)


def _mention_owner(place: nouns.Place, setting: Setting) -> None:
    """Add the card of ``place``, which the tree has as a quality: the 《A》 of 《A》の【魂】."""
    own = (part for part in children(place) if isinstance(part, nouns.Qualities))
    named = [n for part in own for n in children(part) if isinstance(n, _NAMES)]
    if named:
        words = frozenset({Word.CHARACTER.value, Word.CARD.value})
        start = place.qualifiers[0].start
        setting.discourse.add(Referent(start, named[-1].end, "cards", words))


def _mention_qualifier(qualifier: nouns.Qualifier, setting: Setting) -> None:
    """Add the zone or quality that ``qualifier`` is: その山札 after 山札のカード means it."""
    match qualifier:
        case nouns.In(zones=zones):
            sort, words = "zone", frozenset(zone.value for zone in zones)
        case nouns.Qualities():
            sort, words = "qualities", frozenset({"特徴", "属性"})
        case _:
            return
    setting.discourse.add(Referent(qualifier.start, qualifier.end, sort, words))


def _identity_of_referent(
    thing: nouns.Thing, setting: Setting, name: str | None, quantity: nouns.Quantity | None
) -> tuple[tuple[int, int], str | None, tuple[PointerMeaning, ...]]:
    """Return place, name and excluded part of the antecedent of ``thing``, else of itself. A
    pointer (そのキャラ) mentions the same cards again; they must not become a second referent."""
    whole = name is None and quantity is None
    if whole and setting.pointers and isinstance(thing, (nouns.Noun, nouns.Named)):
        found = next(pointers_of(thing, setting), None)
        if found and found.to and found.start == thing.start:
            at = (r for r in setting.discourse.referents if r.place == found.to)
            if any(referent.sort != "actions" for referent in at):
                return (found.to.start, found.to.end), found.name, found.less
    return extent(thing, quantity), name, ()


def is_many(quantity: nouns.Quantity) -> bool:
    """Whether ``quantity`` may be more than one, as それら needs; a letter may be any number."""
    more = not isinstance(quantity.count, int) or quantity.count > 1
    return more or quantity.limit == Limit.EACH
