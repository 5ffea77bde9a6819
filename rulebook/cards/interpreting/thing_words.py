"""Read the words of a noun phrase: its nouns and marks, its sort, owners, zones and exclusions. In
the examples, キャラ is “character”, の “of”, 枚 counts cards; 【ブロッカー】 is a mark, an icon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import card, nouns, qualities, roles, words
from rulebook.cards.tree.acts import Exist
from rulebook.cards.tree.node import Node, NodeType
from rulebook.cards.tree.verbs import Form
from rulebook.records import replace

if TYPE_CHECKING:
    from rulebook.cards.interpreting.pointers import Sorts

CHARACTER = "キャラ"
AROUND_NOUN = (nouns.Every, nouns.Bound, nouns.Counted, nouns.Total, nouns.Sum, nouns.Product)
"""The phrases around a noun, such as its number or bound."""
_CARDS = words.Counter("枚")
THIS_CARD = "this-card"
EMPTY_PLACE = "empty-places"
_LISTED = {THIS_CARD: "cards", EMPTY_PLACE: "zone"}
"""The sort that a thing has in a coordination: “Entry or the empty Member” are zones."""
TIMES = words.Counter("倍")
OTHERS = "他の"  # excludes the card itself and those chosen before, which the text does not name
LACKING = {words.Relation.WITHOUT, words.Relation.OTHER_WITHOUT, words.Relation("がいない")}
ASKING = (nouns.Qualities, nouns.AndTrait, nouns.AndMeasured, nouns.Related)
_REACHING = {nouns.Which, nouns.Related, nouns.Of}


def qualifiers_of(node: object) -> tuple[nouns.Qualifier, ...]:
    """Return the qualifiers of ``node``, () if its class has none: callers check no classes."""
    return getattr(node, "qualifiers", ())


def word_of(noun: Node) -> str:
    """Return the head noun of ``noun``, for antecedents: キャラ for 《A》 (“that character”)."""
    match noun:
        case nouns.Noun(word=word):
            return "ダメージ" if isinstance(word, nouns.Damage) else word.value
        case nouns.Place(zone=zone):
            return zone.value
        case nouns.Mixed(word=word):
            return word.value
    return CHARACTER


def printed_nouns(thing: Node | None) -> Iterator[str]:
    """Yield the nouns that the text has for ``thing``, none for a name alone (「A」). They become
    the ``words`` of its meaning, which must not contain a noun that the text lacks."""
    match thing:
        case nouns.Named():
            pass
        case nouns.Player(person=person):
            yield person.value
        case nouns.Icons(icons=icons):
            yield from (icon.value for icon in icons)
        case nouns.Spoken(alternatives=names):
            yield from (name.text for name in names)
        case nouns.Quoted(quotation=quotation):
            for ability in quotation.abilities:
                named = None if is_quoted_in_full(ability) else ability.keyword
                yield named.name.value if named else unparse(ability)
        case nouns.Both(things=things) | nouns.Either(things=things):
            owned = isinstance(thing, nouns.Both) and not isinstance(things[-1], nouns.Player)
            for inner in things:
                # “The master's and the opponent's Entry”: a player is the owner.
                if not (owned and isinstance(inner, nouns.Player)):
                    yield from printed_nouns(inner)
        case nouns.Thing() if isinstance(thing, (*AROUND_NOUN, nouns.Beside)):
            yield from printed_nouns(thing.thing)
        case _:
            yield from referring_nouns(thing)
            # The class of marks belongs to one game, so its field is asked by name.
            yield from (marking.value for marking in getattr(thing, "markings", ()))


def is_quoted_in_full(ability: card.Ability) -> bool:
    """Whether ``ability`` is quoted with its cost or text. If it is only named, things are
    described by its name: 『チェンジ』を持つキャラ (a character with “Change”)."""
    return ability.keyword is None or bool(ability.cost or ability.text)


def referring_nouns(thing: Node | None) -> Iterator[str]:
    """Yield the nouns by which later words may refer to ``thing``. Unlike in :func:`printed_nouns`,
    a name alone (「A」) counts as キャラ, since “that character” may refer to it."""
    match thing:
        case nouns.Noun() | nouns.Mixed() | nouns.Place():
            yield word_of(thing)
        case nouns.Named():
            yield CHARACTER
        case nouns.Both(things=things) | nouns.Either(things=things):
            for inner in things:
                yield from referring_nouns(inner)
        case nouns.Thing() if isinstance(thing, (*AROUND_NOUN, nouns.Beside)):
            yield from referring_nouns(thing.thing)


def counts_cards(quantity: nouns.Quantity | None) -> bool:
    """Whether ``quantity`` counts cards, by its unit 枚: “1 of the hand” is a card, no zone."""
    return quantity is not None and quantity.unit == _CARDS


def with_marks_as_cards(thing: Node) -> Any:
    """Return ``thing`` with marks read as cards that have them, as in “1 【ブロッカー】”. A mark
    names an ability (reb 11.1.1), but callers have seen that the number counts cards."""
    match thing:
        case nouns.Noun(word=(words.Kind() | words.Marking()) as mark):
            start = thing.qualifiers[-1].end if thing.qualifiers else thing.start
            has = qualities.WithMark(start, thing.end, (mark,), True)
            return nouns.Named(thing.start, thing.end, thing.qualifiers, (has,))
        case nouns.Both(things=things) | nouns.Either(things=things):
            found = tuple(map(with_marks_as_cards, things))
            return thing if found == things else replace(thing, things=found)
        case nouns.Counted(thing=nouns.Thing() as inner) | nouns.Total(thing=inner):
            found = with_marks_as_cards(inner)
            return thing if found is inner else replace(thing, thing=found)
    return thing


def with_counted_marks_as_cards(thing: Node) -> Any:
    """Return ``thing`` with marks as cards that have them if its number is in 枚, else unchanged:
    【ブロッカー】1枚 is a card, but with 1つ (one thing) it is an ability."""
    counted = isinstance(thing, (nouns.Counted, nouns.Total)) and counts_cards(thing.quantity)
    return with_marks_as_cards(thing) if counted else thing


class OfEach(nouns.Quantity, metaclass=NodeType):
    """A number of each of several things, counted one by one: それぞれ1枚."""


class InAll(nouns.Quantity, metaclass=NodeType):
    """A number of several things counted together: 《A》か《B》を合計2枚."""


def place_with_number(thing: Node, quantity: nouns.Quantity | None) -> tuple[int, int]:
    """Return start and end of ``thing`` with its ``quantity``, as pointers lead to both. A number
    for each of several things (“1 each”) belongs to no single one, and is left out."""
    if quantity is None or isinstance(quantity, OfEach):
        return thing.start, thing.end
    return min(thing.start, quantity.start), max(thing.end, quantity.end)


def sort_of(thing: Node | None, sorts: Sorts) -> str:
    """Return the sort of ``thing``, its semantic type (cards, zone, times), by which pronouns find
    their antecedents. A listed or counted thing may have a different sort from its noun."""
    match thing:
        case nouns.Noun(qualifiers=qualifiers):
            sort = sorts.of_noun(thing)
            if sort == "cards":
                return THIS_CARD if is_this(qualifiers) else sort
            empty = (is_vacant(q) or _says_no_card(q, sorts) for q in qualifiers)
            return EMPTY_PLACE if sort == "places" and any(empty) else sort
        case nouns.Named() | nouns.Mixed():
            return THIS_CARD if is_this(thing.qualifiers) else "cards"
        case nouns.Place(qualifiers=qualifiers):
            return EMPTY_PLACE if any(_says_no_card(q, sorts) for q in qualifiers) else "zone"
        case nouns.Beside():
            return "zone"
        case nouns.Player():
            return "players"
        case nouns.Quoted():
            return "abilities"
        case nouns.Bound(thing=inner) | nouns.Every(thing=inner) | nouns.Total(thing=inner):
            return sort_of(inner, sorts)
        case nouns.Counted(thing=None, quantity=nouns.Quantity(unit=words.Counter(value="ターン"))):
            return "times"
        case nouns.Counted(thing=inner):
            sort = sort_of(inner, sorts) if inner else "cards"
            return "cards" if sort == "zone" else sort  # “1 of the hand”
        case nouns.Both(things=things) | nouns.Either(things=things):
            # “Characters of you and the opponent”: the players are the owners.
            owned = isinstance(things[0], nouns.Player) and not isinstance(things[-1], nouns.Player)
            found = {sort_of(thing, sorts) for thing in (things[-1:] if owned else things)}
            if len(found) > 1 or THIS_CARD in found:
                # Listed with others, this card is one of the cards, an empty place a zone.
                found = {_LISTED.get(sort, sort) for sort in found}
            return found.pop() if len(found) == 1 else "other"
        case nouns.Number() | nouns.Sum() | nouns.Product() | nouns.Quantity():
            return "numbers"
    return "abilities" if getattr(thing, "markings", ()) else "other"  # by icons: 【自】


def _says_no_card(qualifier: nouns.Qualifier, sorts: Sorts) -> bool:
    """Whether ``qualifier`` says that a place is empty (空席の, vacant): its noun is then a place
    to put cards, not the cards there."""
    return isinstance(qualifier, nouns.Qualities) and any(
        isinstance(quality, qualities.InState)
        and sorts.of_word.get(quality.state.value) == EMPTY_PLACE
        for quality in qualifier.alternatives
    )


def is_vacant(qualifier: nouns.Qualifier) -> bool:
    """Whether ``qualifier`` says that a place has no character (“without characters”, not “without
    red characters”; also before で, and), so that its noun is the place, not cards in it."""
    match qualifier:
        case nouns.Related(thing=nouns.Noun(qualifiers=inner) as thing, relation=relation):
            if relation == words.Relation.AND_IS:
                return any(map(is_vacant, inner))
            asked = any(isinstance(q, ASKING) for q in inner)
            return relation in LACKING and not asked and word_of(thing) == CHARACTER
    return False


def is_this(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether one of ``qualifiers`` is この (this): the text's own thing, without antecedent."""
    return words.Pointer.THIS in [q.pointer for q in qualifiers if isinstance(q, nouns.Pointing)]


def number_inside(thing: Node) -> nouns.Quantity | None:
    """Return how many ``thing`` is (1 of “1 character”), or None. 2倍 (twice) before a noun is left
    out, since it multiplies."""
    match thing:
        case nouns.Quantity():
            return thing
        case nouns.Counted(quantity=quantity) | nouns.Total(quantity=quantity):
            return quantity
        case nouns.Noun(qualifiers=qualifiers):
            own = (q.quantity for q in qualifiers if isinstance(q, nouns.Numbering))
            return next((each for each in own if each.unit != TIMES), None)
    return None


def head_of(thing: Node | None) -> Node | None:
    """Return ``thing`` without numbers and limits around it: its head noun has the qualifiers."""
    while isinstance(thing, AROUND_NOUN) and thing.thing is not None:
        thing = thing.thing
    return thing


def owners_of(inner: Node | None) -> tuple[str, ...]:
    """Return the owners of the noun ``inner``, empty if the text names none. Phrases name them in
    many ways (a qualifier, a zone, players before the noun), which become one field."""
    if isinstance(inner, nouns.Beside):
        inner = head_of(inner.thing)
    if isinstance(inner, nouns.Both) and isinstance(inner.things[0], nouns.Player):
        players = (t.person.value for t in inner.things if isinstance(t, nouns.Player))
        return (*players, *owners_of(head_of(inner.things[-1])))
    for qualifier in own_qualifiers(inner):
        match qualifier:
            case nouns.Owned(persons=persons):
                return tuple(person.value for person in persons)
            case nouns.Of(thing=nouns.Both(things=(first, *_)) as places) if are_zones(places):
                # “Of every Entry and Member”: both zones of all players.
                return owners_of(places) or owners_of(first)
            case nouns.Of(thing=places) if are_zones(places):
                return owners_of(places)
            case nouns.Of(thing=nouns.Noun(word=words.Word(value="プレイヤー")) as player):
                return (unparse(player),)
            case nouns.Pointing(pointer=words.Pointer.EITHER as either):
                return (either.value.removesuffix("の"),)
            case nouns.Pointing(pointer=words.Pointer.ALL as every) if zone_words(inner):
                # “Every Entry”: of all players, since one's own needs no word (reb 4.1.1.2).
                return (every.value.removesuffix("の"),)
    return ()


def own_qualifiers(inner: Node | None) -> tuple[nouns.Qualifier, ...]:
    """Return the qualifiers of ``inner``. Before each come qualifiers that the grammar has put into
    it although they belong to the noun: 手札の of 手札のこのカードと同じ色のキャラ (a character in
    hand of this card's colour). メンバーにいる (that is in Member) becomes a zone."""
    own = qualifiers_of(inner)
    if _REACHING.isdisjoint(map(type, own)):
        return own
    found: list[nouns.Qualifier] = []
    for qualifier in own:
        match qualifier:
            case nouns.Related(thing=thing, relation=relation):
                found += _as_location(thing) if relation.value in ("にいる", "にある") else ()
            case nouns.Of(thing=thing):
                found += qualifiers_of(thing)[: before_comparison(thing)]
            case nouns.Which() if qualifier.act.complements:
                first: Any = getattr(qualifier.act.complements[0], "thing", None)
                inside = qualifiers_of(first)
                # リタイアの、能力を持つキャラ: in Retire is the character that has an ability.
                scope = next((at for at, q in enumerate(inside) if isinstance(q, nouns.Scope)), 0)
                found += _as_location(first) if is_location(qualifier) else inside[:scope]
        found.append(qualifier)
    return tuple(found)


def is_location(which: nouns.Which) -> bool:
    """Whether ``which`` says first where the card is (“that is in Member”, not “was”): its zone."""
    act, first = which.act, next(iter(which.act.complements), None)
    return isinstance(act, Exist) and act.form is Form.PLAIN and isinstance(first, roles.Target)


def before_comparison(thing: Node) -> int:
    """Return how many qualifiers of the quality ``thing`` come before a comparison with a pointer,
    else 0. In 手札のこのカードと同じ色のキャラ (a character in hand of this card's colour), 手札の
    is of the character, not of the colour. Without a pointer, they are of what is compared."""
    own = qualifiers_of(thing)
    last = own[-1] if own else None
    if not isinstance(last, nouns.Related) or last.relation != words.Relation.SAME_AS:
        return 0
    compared = qualifiers_of(last.thing)
    return len(own) - 1 if compared and isinstance(compared[0], nouns.Pointing) else 0


def _as_location(thing: Node) -> Sequence[nouns.Qualifier]:
    """Return ``thing``, where a card is, as qualifiers of the card: “that is on the stage” is like
    “of the stage”. Joined zones stay one thing; 領域 (zone) is a noun to the grammar."""
    match thing:
        case nouns.Place(qualifiers=qualifiers, zone=zone):
            return (*qualifiers, nouns.In(thing.start, thing.end, (zone,)))
        case nouns.Both() | nouns.Either() if are_zones(thing):
            return (nouns.Of(thing.start, thing.end, thing),)
        case nouns.Noun() if word_of(thing) == "領域":
            return (nouns.In(thing.start, thing.end, (words.Zone(unparse(thing)),)),)
    return ()


def zones_of(thing: Node | None) -> frozenset[str]:
    """Return the zones that ``thing`` names, by which “if put from the hand” finds its card."""
    return frozenset(() if excepted_thing(thing) else zone_words(head_of(thing)))


def excepted_thing(thing: Node | None) -> Node | None:
    """Return what ``thing`` leaves out (“all but the deck”; its words are not its own), or None."""
    while isinstance(thing, AROUND_NOUN):
        if isinstance(thing, nouns.Bound) and thing.limit.value == "以外":
            return thing.thing
        thing = thing.thing
    return None


def zone_words(inner: Node | None) -> tuple[str, ...]:
    """Return the zones that ``inner`` is or is in, empty if it names none. Members of a
    coordination share a zone that is stated once, else each has its own."""
    match inner:
        case nouns.Place(zone=zone) | nouns.Beside(thing=nouns.Place(zone=zone)):
            return (zone.value,)
        case nouns.Noun() | nouns.Named() | nouns.Mixed():
            return tuple(stated_zones(own_qualifiers(inner)))
        case nouns.Both() | nouns.Either():
            # 控え室の《A》か《B》 (A or B of the waiting room): what is stated once holds for each.
            shared = tuple(stated_zones(own_qualifiers(inner)))
            return shared or tuple(z for thing in inner.things for z in zone_words(head_of(thing)))
    return ()


def stated_zones(qualifiers: Sequence[nouns.Qualifier]) -> Iterator[str]:
    """Yield the zones in which ``qualifiers`` say that a thing is: of nested ones only the last
    (“the centre slot of the front row”), as the wider are its area; all that are joined before の
    (“A of hand and stage”); those of a noun before で (“a character of the deck and …”)."""
    last = next((q for q in reversed(qualifiers) if isinstance(q, nouns.In)), None)
    for qualifier in qualifiers:
        match qualifier:
            case nouns.In(zones=zones) if qualifier is last:
                yield from (zone.value for zone in zones)
            case nouns.Of(thing=thing) if are_zones(thing):
                yield from zone_words(thing)
            case nouns.Related(thing=nouns.Noun(qualifiers=same), relation=words.Relation.AND_IS):
                yield from stated_zones(same)


def are_zones(thing: Node | None) -> bool:
    """Whether ``thing`` is several zones (“A of Member and hand”): the noun after it is in them,
    not of them. A single zone before a noun has a node of its own."""
    if not isinstance(thing, (nouns.Both, nouns.Either)):
        return False
    return all(isinstance(inner, nouns.Place) for inner in thing.things)
