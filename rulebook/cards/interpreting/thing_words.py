"""What the nouns of a thing say of it: of what sort it is, whose, and in which zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulebook.cards.interpreting.naming import AROUND_NOUN, CHARACTER, markings_of, word_of
from rulebook.cards.interpreting.sorts import Sorts
from rulebook.cards.printing.unparser import unparse_part
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
"""Of what sort a thing is in a list with others: エントリーか空席のメンバー are zones."""
_ALL_BUT = "以外"
_BEING_IN = ("にいる", "にある")
_ANY_ZONE = "領域"
_COMPARED = ("異なる", "同じ")
_BOUNDING = ("以下の", "以上の")
_TIMES = Counter("倍")
OTHERS = "他の"
"""What is left out where a text says no more: not the card itself, nor what it chose before."""

TOLD_OTHERWISE = {Relation.EXCEPT, Relation.PUT_ON}
TOLD_OTHERWISE |= {Relation("にいる"), Relation("にある"), Relation("のうち")}
"""What fields of their own tell: zones, what is left out, what words point at."""
_LACKING = {Relation.WITHOUT, Relation.OTHER_WITHOUT, Relation("がいない")}
_ASKING = (nouns.Qualities, nouns.AndTrait, nouns.AndMeasured, nouns.Related)
_REACHING = {nouns.Which, nouns.Related, nouns.Of}
_PLACING = {nouns.In, nouns.Of, nouns.Related}
_TELLING = {nouns.Of, nouns.Which, nouns.Related}
_LEAVING_OUT = {nouns.Other, nouns.Related}
_COUNTING_UP = {nouns.Ordinals, nouns.Pointing}
_NOT_CARD_SAID = (Pointer.THIS.value,)
_TIME_SAID = (*_NOT_CARD_SAID, "次の", "各")


def sort_of(thing: Node | None, sorts: Sorts) -> str:
    """Return of what sort ``thing`` is."""
    match thing:
        case nouns.Noun(qualifiers=qualifiers):
            sort = sorts.of_noun(thing)
            if sort == "places" and any(is_vacant(q) or _is_empty(q, sorts) for q in qualifiers):
                return EMPTY_PLACE
            return THIS_CARD if sort == "cards" and is_this(qualifiers) else sort
        case nouns.Named() | nouns.Mixed():
            return THIS_CARD if is_this(thing.qualifiers) else "cards"
        case nouns.Place(qualifiers=qualifiers):
            return EMPTY_PLACE if any(_is_empty(q, sorts) for q in qualifiers) else "zone"
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
            return _counted(inner, sorts)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return _of_all(things, sorts)
        case nouns.Number() | nouns.Sum() | nouns.Product() | nouns.Quantity():
            return "numbers"
        case _:
            return "abilities" if markings_of(thing) else "other"


def _is_empty(qualifier: nouns.Qualifier, sorts: Sorts) -> bool:
    """Whether ``qualifier`` says that nothing lies there: 空席のメンバー, 空いている枠."""
    return isinstance(qualifier, nouns.Qualities) and any(
        isinstance(quality, InState) and sorts.of_word.get(quality.state.value) == EMPTY_PLACE
        for quality in qualifier.alternatives
    )


def _counted(inner: nouns.Thing | None, sorts: Sorts) -> str:
    sort = sort_of(inner, sorts) if inner else "cards"
    return "cards" if sort == "zone" else sort


def _of_all(things: tuple[nouns.Thing, ...], sorts: Sorts) -> str:
    # 自分と相手のキャラ: the players say whose.
    owned = isinstance(things[0], nouns.Player) and not isinstance(things[-1], nouns.Player)
    found = {sort_of(thing, sorts) for thing in (things[-1:] if owned else things)}
    if len(found) == 1 and THIS_CARD not in found:
        return found.pop()
    found = {_LISTED.get(sort, sort) for sort in found}
    return found.pop() if len(found) == 1 else "other"


def is_vacant(qualifier: nouns.Qualifier) -> bool:
    """Whether nothing lies there: キャラのいない枠, and キャラのいない枠で、正面に…がいる枠."""
    match qualifier:
        case nouns.Related(thing=nouns.Noun(qualifiers=told) as thing, relation=relation):
            if relation == Relation.AND_IS:
                return any(map(is_vacant, told))
            asked = any(isinstance(q, _ASKING) for q in told)
            return relation in _LACKING and not asked and word_of(thing) == CHARACTER
        case _:
            return False


def is_this(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether one of ``qualifiers`` says この: this very card."""
    return bool(qualifiers) and any(
        isinstance(q, nouns.Pointing) and q.pointer == Pointer.THIS for q in qualifiers
    )


def is_coming(inner: Node | None) -> bool:
    """Whether ``inner``, a noun, is what will be there next: 次にエントリーに置かれるキャラ."""
    own: tuple[nouns.Qualifier, ...] = getattr(inner, "qualifiers", ())
    if nouns.Which not in map(type, own):
        return False
    which = (q for q in own if isinstance(q, nouns.Which))
    told = (role for q in which for role in q.act.complements)
    return any(isinstance(role, roles.Manner) and role.manner == MannerWord.NEXT for role in told)


def own_number(thing: Node) -> nouns.Quantity | None:
    """Return the number that ``thing`` says of itself: キャラ1枚, 2倍, 次の2つの能力."""
    match thing:
        case nouns.Quantity():
            return thing
        case nouns.Counted(quantity=quantity) | nouns.Total(quantity=quantity):
            return quantity
        case nouns.Noun(qualifiers=qualifiers):
            told = (q.quantity for q in qualifiers if isinstance(q, nouns.Numbering))
            return next((each for each in told if each.unit != _TIMES), None)
        case _:
            return None


def head_of(thing: Node | None) -> Node | None:
    """Return the noun that ``thing`` is about, without its number or bound."""
    while isinstance(thing, AROUND_NOUN) and thing.thing is not None:
        thing = thing.thing
    return thing


def changes_of(thing: Node | None) -> tuple[str, ...]:
    """Return what is done to the number that ``thing`` is, in that order: ×500 of 枚数×500."""
    found: list[str] = []
    while isinstance(thing, AROUND_NOUN):
        match thing:
            case nouns.Product(factor=factor):
                found.append("×" + unparse_part(factor))
            case nouns.Sum(change=change):
                found.append(unparse_part(change))
        thing = thing.thing
    own: tuple[nouns.Qualifier, ...] = getattr(thing, "qualifiers", ())
    told = (q.quantity for q in own if isinstance(q, nouns.Numbering))
    found += ["×" + unparse_part(q).removesuffix("倍") for q in told if q.unit == _TIMES]
    return tuple(reversed(found))


def owners_of(inner: Node | None) -> tuple[str, ...]:
    """Return whose ``inner``, a noun, is, as far as its words say so."""
    if isinstance(inner, nouns.Beside):
        inner = head_of(inner.thing)
    if isinstance(inner, nouns.Both) and isinstance(inner.things[0], nouns.Player):
        players = (t.person.value for t in inner.things if isinstance(t, nouns.Player))
        return (*players, *owners_of(head_of(inner.things[-1])))
    for qualifier in said_of(inner):
        match qualifier:
            case nouns.Owned(persons=persons):
                return tuple(person.value for person in persons)
            case nouns.Of(thing=nouns.Both(things=(first, *_)) as places) if are_places(places):
                # すべてのエントリーとメンバーの: of all players' both.
                return owners_of(places) or owners_of(first)
            case nouns.Of(thing=places) if are_places(places):
                return owners_of(places)
            case nouns.Of(thing=nouns.Noun(word=Word(value="プレイヤー")) as player):
                return (unparse_part(player),)
            case nouns.Pointing(pointer=pointer) if pointer == Pointer.EITHER:
                return (pointer.value.removesuffix("の"),)
            case nouns.Pointing(pointer=pointer) if pointer == Pointer.ALL and zone_words(inner):
                # すべてのエントリー: of all players; one's own need not be told (reb 4.1.1.2).
                return (pointer.value.removesuffix("の"),)
    return ()


def all_told(inner: Node | None) -> bool:
    """Whether ``inner`` is all of its kind: すべてのキャラ, not すべてのエントリーのキャラ."""
    own: tuple[nouns.Qualifier, ...] = getattr(inner, "qualifiers", ())
    told = any(isinstance(q, nouns.Pointing) and q.pointer == Pointer.ALL for q in own)
    return told and not zone_words(inner)


def which_of(inner: Node | None, sort: str) -> tuple[str, ...]:
    """Return which of several ``inner``, a noun of ``sort``, is: 2回目の of 相手の2回目のアタック.

    この says so of all but this very card, 次の and 各 of times: 次の of このキャラの次のアタック.
    """
    own: tuple[nouns.Qualifier, ...] = getattr(inner, "qualifiers", ())
    if _COUNTING_UP.isdisjoint(map(type, own)):
        return ()
    words: tuple[str, ...] = _TIME_SAID if sort in ("times", "players") else _NOT_CARD_SAID
    words = () if sort == THIS_CARD else words
    return tuple(
        unparse_part(q)
        for q in own
        if isinstance(q, nouns.Ordinals)
        or (isinstance(q, nouns.Pointing) and q.pointer.value in words)
    )


def said_of(inner: Node | None) -> tuple[nouns.Qualifier, ...]:
    """Return the qualifiers of ``inner``, with those that stand in a clause but reach over it.

    あなたのリタイアの、その能力を持つキャラ, あなたの、メンバーかリタイアにいる《A》,
    自分の手札のこのカードと同じ色のカード.
    """
    own: tuple[nouns.Qualifier, ...] = getattr(inner, "qualifiers", ())
    if _REACHING.isdisjoint(map(type, own)):
        return own
    return tuple(each for q in own for each in (*_reaching_over(q), q))


def _reaching_over(qualifier: nouns.Qualifier) -> Sequence[nouns.Qualifier]:
    """Return what stands in ``qualifier``, a clause, and is said of the noun behind it."""
    if isinstance(qualifier, nouns.Related):
        return _where(qualifier.thing) if qualifier.relation.value in _BEING_IN else ()
    if isinstance(qualifier, nouns.Of):
        return getattr(qualifier.thing, "qualifiers", ())[: _alike(qualifier.thing)]
    if not isinstance(qualifier, nouns.Which) or not qualifier.act.complements:
        return ()
    thing: Any = getattr(qualifier.act.complements[0], "thing", None)
    if is_place_told(qualifier):
        return _where(thing)
    inside: tuple[nouns.Qualifier, ...] = getattr(thing, "qualifiers", ())
    scope = next((at for at, q in enumerate(inside) if isinstance(q, nouns.Scope)), 0)
    return inside[:scope]


def is_place_told(which: nouns.Which) -> bool:
    """Whether ``which`` says where a card is: メンバーにいる《A》."""
    first = which.act.complements[0] if which.act.complements else None
    told = isinstance(which.act, Exist) and isinstance(first, roles.Target)
    return told and which.act.form is Form.PLAIN


def _alike(thing: Node) -> int:
    """Return how many qualifiers of ``thing`` stand before what it is like: このカードと同じ色.

    They say where the card is that has it; what is pointed at needs no more words.
    """
    own: tuple[nouns.Qualifier, ...] = getattr(thing, "qualifiers", ())
    last = own[-1] if own else None
    if not isinstance(last, nouns.Related) or last.relation != Relation.SAME_AS:
        return 0
    told: tuple[nouns.Qualifier, ...] = getattr(last.thing, "qualifiers", ())
    return len(own) - 1 if told and isinstance(told[0], nouns.Pointing) else 0


def _where(thing: Node) -> Sequence[nouns.Qualifier]:
    """Return that a card is in ``thing``, a zone, as what stands before a noun says it: 舞台の."""
    match thing:
        case nouns.Place(qualifiers=qualifiers, zone=zone):
            return (*qualifiers, nouns.In(thing.start, thing.end, (zone,)))
        case nouns.Both() | nouns.Either() if are_places(thing):
            return (nouns.Of(thing.start, thing.end, thing),)
        case nouns.Noun() if word_of(thing) == _ANY_ZONE:
            return (nouns.In(thing.start, thing.end, (Zone(unparse_part(thing)),)),)
        case _:
            return ()


def area_of(inner: Node | None) -> tuple[str, ...]:
    """Return of what the zone of ``inner``, a noun, is a part: 前列 of 前列の中央の枠."""
    said = said_of(inner)
    if nouns.In not in map(type, said):
        return ()
    told = [q for q in said if isinstance(q, nouns.In)]
    wider = told if isinstance(inner, nouns.Place) else told[:-1]
    return tuple(zone.value for q in wider for zone in q.zones)


def told_from(inner: Node | None) -> nouns.Thing | None:
    """Return what ``inner`` belongs to, is told from or comes to: このカード of このカードの下."""
    if isinstance(inner, nouns.Beside):
        return None if isinstance(inner.thing, nouns.Place) else inner.thing
    own: tuple[nouns.Qualifier, ...] = getattr(inner, "qualifiers", ())
    if _TELLING.isdisjoint(map(type, own)):
        return None
    for qualifier in own:
        match qualifier:
            case nouns.Of(thing=nouns.Noun(qualifiers=told) as noun) if over := _alike(noun):
                start = told[over].start
                return replace(noun, start=start, qualifiers=told[over:])
            case nouns.Of(thing=thing) if not (are_places(thing) or _says_which(thing)):
                return thing
            case nouns.Which(act=Receive(complements=parts) | Give(complements=parts)):
                # このキャラが受けるダメージ, このキャラが与えるダメージ
                who = (p.thing for p in parts if isinstance(p, roles.Subject))
                return next((thing for thing in who if isinstance(thing, nouns.Thing)), None)
            case nouns.Which(act=act) if is_coming(inner):
                goals = (p.thing for p in act.complements if isinstance(p, roles.Target))
                return next((thing for thing in goals if isinstance(thing, nouns.Place)), None)
            case nouns.Related(thing=thing, relation=relation) if _tells_from(relation):
                return thing
    return None


def _says_which(thing: Node | None) -> bool:
    return is_compared(thing) or is_bound(thing)


def is_bound(thing: Node | None) -> bool:
    """Return whether ``thing`` says how high a number of a card is: 自分のレベル以下のレベル."""
    return isinstance(thing, nouns.Noun) and any(
        isinstance(q, nouns.Related) and q.relation.value in _BOUNDING for q in thing.qualifiers
    )


def is_compared(thing: Node | None) -> bool:
    """Return whether ``thing`` says how cards stand to each other: 異なるカード名の《A》."""
    return isinstance(thing, nouns.Noun) and any(
        isinstance(q, nouns.Description) and q.described.value in _COMPARED
        for q in thing.qualifiers
    )


def _tells_from(relation: Relation) -> bool:
    """Whether a thing is told from another by ``relation``: がいた of このカードがいた枠."""
    return relation not in {*TOLD_OTHERWISE, *_LACKING, Relation.AND_IS}


def zones_of(thing: Node | None) -> frozenset[str]:
    """Return the zones where ``thing`` lies, as far as its words say so."""
    return frozenset(() if all_but(thing) else zone_words(head_of(thing)))


def all_but(thing: Node | None) -> Node | None:
    """Return the デッキ of デッキ以外, None where ``thing`` is not told so."""
    while isinstance(thing, AROUND_NOUN):
        if isinstance(thing, nouns.Bound) and thing.limit.value == _ALL_BUT:
            return thing.thing
        thing = thing.thing
    return None


def left_out_of(thing: Node | None) -> tuple[str, ...]:
    """Return what ``thing`` leaves out, as the text says it: 《A》 of 《A》以外のキャラ."""
    whole = all_but(thing)
    if whole is not None:
        return (unparse_part(whole),)
    own: tuple[nouns.Qualifier, ...] = getattr(head_of(thing), "qualifiers", ())
    places = (q.thing for q in own if isinstance(q, nouns.Of) and are_places(q.thing))
    own += tuple(q for place in places for q in getattr(place, "qualifiers", ()))
    if _LEAVING_OUT.isdisjoint(map(type, own)):
        return ()
    found: list[str] = []
    for qualifier in own:
        match qualifier:
            case nouns.Other() | nouns.Related(relation=Relation.OTHER_WITHOUT):
                found.append(OTHERS)
            case nouns.Related(thing=thing, relation=Relation.EXCEPT):
                found.append(unparse_part(thing))
    return tuple(found)


def zone_words(inner: Node | None) -> tuple[str, ...]:
    """Return the zones where ``inner``, a noun, lies, in the order of the text."""
    match inner:
        case nouns.Place(zone=zone):
            return (zone.value,)
        case nouns.Beside(thing=nouns.Place(zone=zone)):
            return (zone.value,)
        case nouns.Noun() | nouns.Named() | nouns.Mixed():
            return tuple(zones_said(said_of(inner)))
        case nouns.Both() | nouns.Either():
            # 自分の控え室の、《A》のキャラか「B」: what is said once holds for each of them.
            shared = tuple(zones_said(said_of(inner)))
            return shared or tuple(z for thing in inner.things for z in zone_words(head_of(thing)))
        case _:
            return ()


def asks(inner: Node | None) -> bool:
    """Whether ``inner`` must be more than a card of some zone and owner."""
    match inner:
        case nouns.Named() | nouns.Mixed():
            return True
        case nouns.Noun(qualifiers=qualifiers, word=word):
            return word != Word.CARD or any(isinstance(q, _ASKING) for q in qualifiers)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return any(asks(head_of(thing)) for thing in things)
        case nouns.Place(qualifiers=qualifiers):
            return any(isinstance(q, _ASKING) for q in qualifiers)
        case _:
            return False


def zones_said(qualifiers: Sequence[nouns.Qualifier]) -> Iterator[str]:
    """Yield the zones that ``qualifiers`` name; of a zone in another, the inner one."""
    if _PLACING.isdisjoint(map(type, qualifiers)):
        return
    last = next((q for q in reversed(qualifiers) if isinstance(q, nouns.In)), None)
    for qualifier in qualifiers:
        match qualifier:
            case nouns.In(zones=zones) if qualifier is last:
                yield from (zone.value for zone in zones)
            case nouns.Of(thing=thing) if are_places(thing):
                yield from zone_words(thing)
            case nouns.Related(thing=nouns.Noun(qualifiers=same), relation=Relation.AND_IS):
                yield from zones_said(same)


def are_places(thing: Node | None) -> bool:
    """Whether ``thing`` is several zones: あなたのメンバーと手札 of …の《A》."""
    if not isinstance(thing, (nouns.Both, nouns.Either)):
        return False
    return all(isinstance(inner, nouns.Place) for inner in thing.things)
