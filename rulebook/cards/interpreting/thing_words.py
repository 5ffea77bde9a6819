"""Read the words of a noun phrase: its sort, owners, zones and exclusions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulebook.cards.interpreting import naming
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import nouns, roles
from rulebook.cards.tree.acts import Exist, Give, Receive
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.qualities import InState
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.words import Counter, MannerWord, Pointer, Relation, Word, Zone
from rulebook.records import replace

THIS_CARD = "this-card"
EMPTY_PLACE = "empty-places"
_LISTED = {THIS_CARD: "cards", EMPTY_PLACE: "zone"}
"""The sort that a thing has in a coordination: エントリーか空席のメンバー are zones."""
_TIMES = Counter("倍")
OTHERS = "他の"  # excludes the card itself and those chosen before, which the text does not name
WITH_OWN_FIELD = {Relation.EXCEPT, Relation.PUT_ON}
WITH_OWN_FIELD |= {Relation("にいる"), Relation("にある"), Relation("のうち")}
"""Relations that become zones, exclusions or pointers, and so are not qualities."""
_LACKING = {Relation.WITHOUT, Relation.OTHER_WITHOUT, Relation("がいない")}
_NOT_ORIGINS = {*WITH_OWN_FIELD, *_LACKING, Relation.AND_IS}
_ASKING = (nouns.Qualities, nouns.AndTrait, nouns.AndMeasured, nouns.Related)
_REACHING = {nouns.Which, nouns.Related, nouns.Of}
_COUNTING_UP = {nouns.Ordinals, nouns.Pointing}


def sort_of(thing: Node | None, sorts: naming.Sorts) -> str:
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
        case nouns.Counted(thing=None, quantity=nouns.Quantity(unit=Counter(value="ターン"))):
            return "times"
        case nouns.Counted(thing=inner):
            sort = sort_of(inner, sorts) if inner else "cards"
            return "cards" if sort == "zone" else sort  # 手札1枚
        case nouns.Both(things=things) | nouns.Either(things=things):
            # 自分と相手のキャラ: the players are the owners.
            owned = isinstance(things[0], nouns.Player) and not isinstance(things[-1], nouns.Player)
            found = {sort_of(thing, sorts) for thing in (things[-1:] if owned else things)}
            if len(found) > 1 or THIS_CARD in found:
                # Listed with others, this card is one of the cards, an empty place a zone.
                found = {_LISTED.get(sort, sort) for sort in found}
            return found.pop() if len(found) == 1 else "other"
        case nouns.Number() | nouns.Sum() | nouns.Product() | nouns.Quantity():
            return "numbers"
    return "abilities" if getattr(thing, "markings", ()) else "other"


def _says_no_card(qualifier: nouns.Qualifier, sorts: naming.Sorts) -> bool:
    """Whether ``qualifier`` says that a place is empty (空席の), so that it means no cards."""
    return isinstance(qualifier, nouns.Qualities) and any(
        isinstance(quality, InState) and sorts.of_word.get(quality.state.value) == EMPTY_PLACE
        for quality in qualifier.alternatives
    )


def is_vacant(qualifier: nouns.Qualifier) -> bool:
    """Whether ``qualifier`` says that a place has no character at all (キャラのいない枠), also
    before a で. Its noun then means empty places, not the cards in them."""
    match qualifier:
        case nouns.Related(thing=nouns.Noun(qualifiers=inner) as thing, relation=relation):
            if relation == Relation.AND_IS:
                return any(map(is_vacant, inner))
            asked = any(isinstance(q, _ASKING) for q in inner)
            return relation in _LACKING and not asked and naming.word_of(thing) == naming.CHARACTER
    return False


def is_this(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether one of ``qualifiers`` is この: the noun is the text's own, without antecedent."""
    return nouns.Pointing in map(type, qualifiers) and any(
        isinstance(q, nouns.Pointing) and q.pointer == Pointer.THIS for q in qualifiers
    )


def is_coming(inner: Node | None) -> bool:
    """Whether ``inner`` is a card that has yet to come: 次に…置かれるキャラ. The zone in its clause
    is where it will be, not where it is."""
    own = naming.qualifiers_of(inner)
    if nouns.Which not in map(type, own):
        return False
    parts = (part for q in own if isinstance(q, nouns.Which) for part in q.act.complements)
    return any(isinstance(part, roles.Manner) and part.manner == MannerWord.NEXT for part in parts)


def number_inside(thing: Node) -> nouns.Quantity | None:
    """Return the number in ``thing`` (1枚 of キャラ1枚), or None; 2倍 does not say how many."""
    match thing:
        case nouns.Quantity():
            return thing
        case nouns.Counted(quantity=quantity) | nouns.Total(quantity=quantity):
            return quantity
        case nouns.Noun(qualifiers=qualifiers):
            own = (q.quantity for q in qualifiers if isinstance(q, nouns.Numbering))
            return next((each for each in own if each.unit != _TIMES), None)
    return None


def head_of(thing: Node | None) -> Node | None:
    """Return ``thing`` without the numbers and limits around it, down to its head noun (None for
    None). Only that has the qualifiers from which owners, zones and qualities are read."""
    while isinstance(thing, naming.AROUND_NOUN) and thing.thing is not None:
        thing = thing.thing
    return thing


def changes_of(thing: Node | None) -> tuple[str, ...]:
    """Return the changes made to the number ``thing`` in their order, if any: ×500 of 枚数×500. The
    head noun names only the number that is changed, so they have a field of their own."""
    found: list[str] = []
    while isinstance(thing, naming.AROUND_NOUN):
        match thing:
            case nouns.Product(factor=factor):
                found.append("×" + unparse(factor))
            case nouns.Sum(change=change):
                found.append(unparse(change))
        thing = thing.thing
    factors = (q.quantity for q in naming.qualifiers_of(thing) if isinstance(q, nouns.Numbering))
    found += ["×" + unparse(q).removesuffix("倍") for q in factors if q.unit == _TIMES]
    return tuple(reversed(found))


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
                # すべてのエントリーとメンバーの: both zones of all players.
                return owners_of(places) or owners_of(first)
            case nouns.Of(thing=places) if are_zones(places):
                return owners_of(places)
            case nouns.Of(thing=nouns.Noun(word=Word(value="プレイヤー")) as player):
                return (unparse(player),)
            case nouns.Pointing(pointer=pointer) if pointer == Pointer.EITHER:
                return (pointer.value.removesuffix("の"),)
            case nouns.Pointing(pointer=pointer) if pointer == Pointer.ALL and zone_words(inner):
                # すべてのエントリー: of all players, since one's own needs no word (reb 4.1.1.2).
                return (pointer.value.removesuffix("の"),)
    return ()


def takes_all(inner: Node | None) -> bool:
    """Whether すべて before ``inner`` means all of these things. Before a zone (すべてのエントリー)
    it means the zones of all players, and becomes an owner."""
    own = naming.qualifiers_of(inner)
    every = (q for q in own if isinstance(q, nouns.Pointing) and q.pointer == Pointer.ALL)
    # The types are checked first, which is faster.
    return nouns.Pointing in map(type, own) and any(every) and not zone_words(inner)


def selecting_words(inner: Node | None, sort: str) -> tuple[str, ...]:
    """Return the words that pick ``inner`` out of several things of its ``sort``: 2回目の of
    2回目のアタック. 次の does so for times and players; else it points at later text."""
    own = naming.qualifiers_of(inner)
    if _COUNTING_UP.isdisjoint(map(type, own)):
        return ()
    pointing = (Pointer.THIS.value, "次の", "各")  # この of このカード selects nothing
    words = {THIS_CARD: (), "times": pointing, "players": pointing}.get(sort, pointing[:1])
    return tuple(
        unparse(q)
        for q in own
        if isinstance(q, nouns.Ordinals)
        or (isinstance(q, nouns.Pointing) and q.pointer.value in words)
    )


def own_qualifiers(inner: Node | None) -> tuple[nouns.Qualifier, ...]:
    """Return the qualifiers of ``inner``, with those that the grammar has put into a relative
    clause before it: あなたのリタイアの of あなたのリタイアの、その能力を持つキャラ."""
    own = naming.qualifiers_of(inner)
    if _REACHING.isdisjoint(map(type, own)):
        return own
    return tuple(each for q in own for each in (*_qualifiers_reaching_out(q), q))


def _qualifiers_reaching_out(qualifier: nouns.Qualifier) -> Sequence[nouns.Qualifier]:
    """Return the qualifiers inside ``qualifier``, a clause or comparison, that belong to the noun
    after it, if any; for メンバーにいる also the zone. The grammar attaches a word to the next
    noun: あなたの in あなたのメンバーにいる《A》 is in the clause, but is the owner of 《A》."""
    if isinstance(qualifier, nouns.Related):
        being_in = qualifier.relation.value in ("にいる", "にある")
        return _as_location(qualifier.thing) if being_in else ()
    if isinstance(qualifier, nouns.Of):
        return naming.qualifiers_of(qualifier.thing)[: _before_comparison(qualifier.thing)]
    if not isinstance(qualifier, nouns.Which) or not qualifier.act.complements:
        return ()
    thing: Any = getattr(qualifier.act.complements[0], "thing", None)
    if is_location(qualifier):
        return _as_location(thing)
    inside = naming.qualifiers_of(thing)
    # あなたのリタイアの、その能力を持つキャラ: a 、 after the owner shows that it is the noun's.
    scope = next((at for at, q in enumerate(inside) if isinstance(q, nouns.Scope)), 0)
    return inside[:scope]


def is_location(which: nouns.Which) -> bool:
    """Whether ``which`` says where the card is (メンバーにいる): a zone, not a quality."""
    act, first = which.act, next(iter(which.act.complements), None)
    return isinstance(act, Exist) and act.form is Form.PLAIN and isinstance(first, roles.Target)


def _before_comparison(thing: Node) -> int:
    """Return how many qualifiers of the quality ``thing`` come before a comparison with a pointer
    (このカードと同じ色), else 0. They belong to the noun with this quality, such as its owner."""
    own = naming.qualifiers_of(thing)
    last = own[-1] if own else None
    if not isinstance(last, nouns.Related) or last.relation != Relation.SAME_AS:
        return 0
    compared = naming.qualifiers_of(last.thing)
    return len(own) - 1 if compared and isinstance(compared[0], nouns.Pointing) else 0


def _as_location(thing: Node) -> Sequence[nouns.Qualifier]:
    """Return ``thing``, where a card is, as qualifiers of the card: 舞台にいる is like 舞台の."""
    match thing:
        case nouns.Place(qualifiers=qualifiers, zone=zone):
            return (*qualifiers, nouns.In(thing.start, thing.end, (zone,)))
        case nouns.Both() | nouns.Either() if are_zones(thing):
            return (nouns.Of(thing.start, thing.end, thing),)
        case nouns.Noun() if naming.word_of(thing) == "領域":
            return (nouns.In(thing.start, thing.end, (Zone(unparse(thing)),)),)
    return ()


def area_of(inner: Node | None) -> tuple[str, ...]:
    """Return the wider zones around that of ``inner``: 前列 and 中央 of 前列の中央の枠, which is
    only in the last zone named. They have a field of their own."""
    zones = [q for q in own_qualifiers(inner) if isinstance(q, nouns.In)]
    wider = zones if isinstance(inner, nouns.Place) else zones[:-1]
    return tuple(zone.value for q in wider for zone in q.zones)


def related_thing(inner: Node | None) -> nouns.Thing | None:
    """Return the thing that ``inner`` belongs to, is defined by or comes to, or None: このカード of
    このカードの下. Zones and qualities are left out, since they have their own fields."""
    if isinstance(inner, nouns.Beside):
        return None if isinstance(inner.thing, nouns.Place) else inner.thing
    for qualifier in naming.qualifiers_of(inner):
        match qualifier:
            case nouns.Of(thing=nouns.Noun(qualifiers=all_) as noun) if at := _before_comparison(
                noun
            ):
                return replace(noun, start=all_[at].start, qualifiers=all_[at:])
            case nouns.Of(thing=thing) if not (are_zones(thing) or is_quality(thing)):
                return thing
            case nouns.Which(act=Receive(complements=parts) | Give(complements=parts)):
                # このキャラが受けるダメージ, このキャラが与えるダメージ
                who = (p.thing for p in parts if isinstance(p, roles.Subject))
                return next((thing for thing in who if isinstance(thing, nouns.Thing)), None)
            case nouns.Which(act=act) if is_coming(inner):
                goals = (p.thing for p in act.complements if isinstance(p, roles.Target))
                return next((thing for thing in goals if isinstance(thing, nouns.Place)), None)
            case nouns.Related(thing=thing, relation=relation) if relation not in _NOT_ORIGINS:
                return thing  # このカードがいた枠
    return None


def is_quality(thing: Node | None) -> bool:
    """Whether ``thing`` is a bound or comparison (自分のレベル以下 of 自分のレベル以下のレベル): it
    is a quality of the noun after it, not its owner."""
    return isinstance(thing, nouns.Noun) and any(
        (isinstance(q, nouns.Related) and q.relation.value in ("以下の", "以上の"))
        or (isinstance(q, nouns.Description) and q.described.value in ("異なる", "同じ"))
        for q in thing.qualifiers
    )


def zones_of(thing: Node | None) -> frozenset[str]:
    """Return the zones that ``thing`` names, by which 手札から置いたら finds its card."""
    return frozenset(() if excepted_thing(thing) else zone_words(head_of(thing)))


def excepted_thing(thing: Node | None) -> Node | None:
    """Return what ``thing`` leaves out (デッキ以外), whose words must not count as its, or None."""
    while isinstance(thing, naming.AROUND_NOUN):
        if isinstance(thing, nouns.Bound) and thing.limit.value == "以外":
            return thing.thing
        thing = thing.thing
    return None


def exclusions_of(thing: Node | None) -> tuple[str, ...]:
    """Return the words for the things that ``thing`` or its zones exclude, if any: 《A》 of
    《A》以外のキャラ. They have their own field, because they must not match as included things."""
    whole = excepted_thing(thing)
    if whole is not None:
        return (unparse(whole),)
    own = naming.qualifiers_of(head_of(thing))
    places = (q.thing for q in own if isinstance(q, nouns.Of) and are_zones(q.thing))
    own += tuple(q for place in places for q in naming.qualifiers_of(place))
    found: list[str] = []
    for qualifier in own:
        match qualifier:
            case nouns.Other() | nouns.Related(relation=Relation.OTHER_WITHOUT):
                found.append(OTHERS)
            case nouns.Related(thing=thing, relation=Relation.EXCEPT):
                found.append(unparse(thing))
    return tuple(found)


def zone_words(inner: Node | None) -> tuple[str, ...]:
    """Return the zones that ``inner`` is or is in, empty if it names none. Members of a
    coordination share a zone that is stated once, else each has its own."""
    match inner:
        case nouns.Place(zone=zone) | nouns.Beside(thing=nouns.Place(zone=zone)):
            return (zone.value,)
        case nouns.Noun() | nouns.Named() | nouns.Mixed():
            return tuple(stated_zones(own_qualifiers(inner)))
        case nouns.Both() | nouns.Either():
            # 自分の控え室の、《A》のキャラか「B」: qualifiers stated once hold for each of them.
            shared = tuple(stated_zones(own_qualifiers(inner)))
            return shared or tuple(z for thing in inner.things for z in zone_words(head_of(thing)))
    return ()


def needs_quality(inner: Node | None) -> bool:
    """Whether cards called ``inner`` need a name or quality (《A》のキャラ, unlike カード), on
    which clauses on searching hidden zones depend."""
    match inner:
        case nouns.Named() | nouns.Mixed():
            return True
        case nouns.Noun(qualifiers=qualifiers, word=word):
            return word != Word.CARD or any(isinstance(q, _ASKING) for q in qualifiers)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return any(needs_quality(head_of(thing)) for thing in things)
        case nouns.Place(qualifiers=qualifiers):
            return any(isinstance(q, _ASKING) for q in qualifiers)
    return False


def stated_zones(qualifiers: Sequence[nouns.Qualifier]) -> Iterator[str]:
    """Yield the zones that ``qualifiers`` state. Of nested zones, only the inner one is yielded,
    where the thing is; :func:`area_of` has the others."""
    last = next((q for q in reversed(qualifiers) if isinstance(q, nouns.In)), None)
    for qualifier in qualifiers:
        match qualifier:
            case nouns.In(zones=zones) if qualifier is last:
                yield from (zone.value for zone in zones)
            case nouns.Of(thing=thing) if are_zones(thing):
                yield from zone_words(thing)
            case nouns.Related(thing=nouns.Noun(qualifiers=same), relation=Relation.AND_IS):
                yield from stated_zones(same)


def are_zones(thing: Node | None) -> bool:
    """Whether ``thing`` is several zones (メンバーと手札の《A》): the noun after it is in them, not
    of them. A single zone before a noun has a node of its own."""
    if not isinstance(thing, (nouns.Both, nouns.Either)):
        return False
    return all(isinstance(inner, nouns.Place) for inner in thing.things)
