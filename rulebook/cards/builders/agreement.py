"""The sorts of nouns; whether nouns and qualifiers fit together: owners, zones, units, times. If
not, words of the card text were lost or exchanged: this misfit makes the passage a gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from rulebook.cards.tree import nouns, qualities, roles, words
from rulebook.cards.tree.node import Node
from rulebook.records import dataclass

_SORTS_OF_NODES: Mapping[type[Any], frozenset[str]] = {
    kind: frozenset(sorts)
    for kinds, sorts in (
        ((nouns.Player,), {"player"}),
        ((nouns.Total, nouns.Mixed), {"card", "character", "number"}),
        ((nouns.Number, nouns.Product, nouns.Sum), {"number"}),
        ((nouns.Quoted, nouns.Choice), {"ability"}),
        ((nouns.Icons,), {"trait", "card", "character"}),
        ((nouns.Spoken,), {"words"}),
        ((nouns.Damage,), {"damage"}),
        ((words.Kind, words.Marking), {"ability", "card", "character"}),
        ((words.Period,), {"time"}),
    )
    for kind in kinds
}
"""The sorts of things and words whose class alone decides their sorts."""
_NARROWING = {nouns.Qualities, nouns.In, nouns.Pointing}
_BESIDE = frozenset({"zone", "card", "pile", "deck"})
_OF_BARE_NUMBER = frozenset({"card", "character", "number", "attribute"})
MISSING = "an argument of the verb is missing"
_HOLDS: Mapping[str, frozenset[str]] = {
    "time": frozenset({"time", "deed"}),
    "deed": frozenset({"time", "deed", "damage", "number", "card"}),
    "state": frozenset({"time", "deed", "damage", "number", "card"}),
    "trait": frozenset({"number", "trait"}),
    "number": frozenset({"number"}),
    "attribute": frozenset({"number"}),
    "colour": frozenset({"number", "trait"}),
    "damage": frozenset({"number"}),
    "cost": frozenset({"number"}),
}
"""What can belong to (の) a thing of a sort; a sort that is not listed can have anything."""
_WITH_SIDES = frozenset({"card", "zone"})
NUMBERS = frozenset({"number", "attribute", "damage"})
_TIME = frozenset({"time"})
_WITHOUT = (words.Relation.WITHOUT, words.Relation.OTHER_WITHOUT)
_MINE, _THEIRS = "自分", "相手"
BOTH = frozenset({_MINE, _THEIRS})  # the two players as owners
ONE_PLAYER = ({_MINE}, {_THEIRS})  # 味方 has two (reb 12.5.4)
_CHARACTER = frozenset({"character"})
_UNSEEN = frozenset({"unseen"})
_ONLY_OF_NOUNS = frozenset({"zone", "pile", "character"})
# What is said about a thing only once, if at all.
_ONCE = (nouns.Owned, nouns.Other, nouns.Pointing, nouns.Numbering, nouns.Caused, nouns.From)
# Qualifiers that say whose a number is; others (相手のレベル以下の) describe cards with it.
_WHOSE = (nouns.Owned, nouns.Other, nouns.Pointing, nouns.Qualities, nouns.Of, nouns.In)
_NOT_NAMING = (qualities.Measured, qualities.Colours)
_WITHOUT_SIDES = frozenset({"private", "stage", "slot"})  # hands, the stage, places on it


def fits(thing: nouns.Thing | nouns.Quantity, wanted: frozenset[str]) -> bool:
    """Whether ``thing`` may be of one of the ``wanted`` sorts (card, zone, number). Checks ask this
    about a verb and its noun, and refuse the text if not. A noun of unknown sorts fits: it is worse
    to refuse a good text than to miss a damaged one. Each of several joined things must fit, except
    owners of the last, such as the players in 自分と相手のメンバー (members of both players)."""
    match thing:
        case nouns.Both(things=things) | nouns.Either(things=things):
            *first, last = things
            can_be_owned = isinstance(last, (nouns.Place, nouns.Noun, nouns.Named))
            owners = nouns.Player if isinstance(last, nouns.Place) else (nouns.Player, nouns.Place)
            if can_be_owned and all(isinstance(each, owners) for each in first):
                return fits(last, wanted)
            return all(fits(each, wanted) for each in things)
    sorts = sorts_of(thing)
    return "any" in sorts or not sorts.isdisjoint(wanted)


def sorts_of(thing: nouns.Thing | nouns.Quantity) -> frozenset[str]:
    """Return the sorts that ``thing`` can be of, such as card, zone or time, by which checks find
    nouns that do not fit their verb. A word may have several: アタック (attack) is an action and a
    time. A card in a pile is not a ``character``, because characters are on the table. A card with
    a quality or この (this) is not ``unseen``, because somebody knows it."""
    match thing:
        case nouns.Noun(qualifiers=qualifiers, word=words.Word(sorts=sorts)):
            for each in () if _NARROWING.isdisjoint(map(type, qualifiers)) else qualifiers:
                if isinstance(each, nouns.Qualities) or _is_this(each):
                    sorts = sorts - _UNSEEN
                elif _is_in_pile(each):
                    sorts = sorts - _CHARACTER
            return sorts
        case nouns.Place(zone=words.Zone(sorts=sorts)):
            return sorts
        case nouns.Noun(word=special):
            return _SORTS_OF_NODES.get(type(special), words.ANYTHING)
        case nouns.Named(alternatives=alternatives):
            # 《A》を得る (get A) is about the trait, 《A》を引く (draw A) about a card.
            names = (isinstance(quality, qualities.CardName) for quality in alternatives)
            kinds = ("name" if is_name else "trait" for is_name in names)
            in_pile = any(map(_is_in_pile, thing.qualifiers))
            return frozenset({"card", *kinds}) | (frozenset() if in_pile else _CHARACTER)
        case nouns.Quantity():
            return sorts_of_quantity(thing) - _ONLY_OF_NOUNS  # 2枚 (two) alone means cards
        case nouns.Beside(side=side) if side.value[-1] not in "上下":
            return frozenset({"card", "table"})  # the card there: nothing is put to a front
        case nouns.Beside(thing=inner):
            return _BESIDE if inner is None else _WITH_SIDES | sorts_of(inner)  # a deck's top
        case nouns.Counted() | nouns.Every() | nouns.Bound() if thing.thing:
            return sorts_of(thing.thing)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return frozenset().union(*map(sorts_of, things))
        case _:
            return _SORTS_OF_NODES.get(type(thing), words.ANYTHING)


def zones_of(thing: Node) -> Iterator[words.Zone]:
    """Yield the zone that ``thing`` is, or the zones of its cards. Checks use them, because a text
    that puts a card where it already is, or chooses from an empty zone, is damaged."""
    if isinstance(thing, nouns.Place):
        yield thing.zone
    for qualifier in getattr(thing, "qualifiers", ()):
        if isinstance(qualifier, nouns.In):
            yield from qualifier.zones


def owners_of(thing: Node) -> frozenset[str]:
    """Return the players who own ``thing``: 自分 (self; also あなた, you) or 相手 (the opponent). A
    side of a zone belongs to the zone's owner, and “this card” to 自分. A text that moves a card to
    a zone of another player is damaged."""
    owned: Any = thing.thing if isinstance(thing, nouns.Beside) else thing
    qualifiers = getattr(owned, "qualifiers", ())
    persons = [each.value for q in qualifiers if isinstance(q, nouns.Owned) for each in q.persons]
    # このターン (this turn) is that of either player.
    persons += [_MINE for q in qualifiers if _is_this(q) and "time" not in sorts_of(owned)]
    persons += [owned.person.value] if isinstance(owned, nouns.Player) else []
    return frozenset(_MINE if person == "あなた" else person for person in persons)


def is_theirs(thing: Node) -> bool:
    """Whether ``thing`` is only the other player's: a text in which one pays with it is damaged."""
    return owners_of(thing) == {_THEIRS}


def states_of(thing: Node) -> Iterator[qualities.InState]:
    """Yield the states that ``thing`` must be in, by which checks find a card in battle
    (バトル中の) when there is no battle, or an empty seat (空席の) from which a card is chosen."""
    for qualifier in getattr(thing, "qualifiers", ()):
        if isinstance(qualifier, nouns.Qualities):
            yield from (q for q in qualifier.alternatives if isinstance(q, qualities.InState))


def is_one(thing: nouns.Noun) -> bool:
    """Whether この (this) or その (that) makes ``thing`` single: a number with it shows damage."""
    return any(map(_points_back, thing.qualifiers))


def is_card(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` has only sorts of cards, so that a check may refuse what no card can do."""
    return sorts_of(thing) - {"unseen", "token", "character", "event"} == {"card"}


def is_event(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` is an event or climax card. Such a card never stands in a slot, so a text
    that puts it there is damaged. A marker, or a card that nobody has seen, may be any card."""
    sorts = sorts_of(thing) if isinstance(thing, nouns.Noun) else frozenset[str]()
    return {"event", "card"} <= sorts and sorts.isdisjoint(("unseen", "token"))


def _is_in_pile(inside: nouns.Qualifier) -> bool:
    """Whether ``inside`` says that its card is in a pile (手札の, in the hand) or set aside. That
    card is not a character, and a text that treats it as a character has lost words."""
    return isinstance(inside, nouns.In) and not any(
        zone.sorts.isdisjoint(("pile", "aside")) for zone in inside.zones
    )


def sorts_of_quantity(quantity: nouns.Quantity) -> frozenset[str]:
    """Return the sorts that the unit of ``quantity`` counts (枚: cards), to find a unit that does
    not fit its noun. A number without a unit may be of a card (its level) or stand alone."""
    unit = quantity.unit
    return _OF_BARE_NUMBER if unit is None else unit.sorts


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where a part that makes no sense in its context starts, and why. The part becomes a gap."""

    start: int
    why: str


Misfits = Iterator[Misfit]


def check_side(node: nouns.Beside, *_: object) -> Misfits:
    """Yield a misfit for a side that a thing cannot have, as in damaged texts: the bottom of a
    number, the front (正面) of a hand, stage or slot. A pile has only a top (上) or bottom (下)."""
    thing = node.thing
    sorts = sorts_of(thing) if thing else _WITH_SIDES
    is_pile = isinstance(thing, nouns.Place) and "pile" in sorts
    is_other = isinstance(thing, nouns.Noun) and not fits(thing, _WITH_SIDES)
    if is_other or sorts & _WITHOUT_SIDES or (is_pile and node.side.value[-1] not in "上下"):
        yield Misfit(node.start, "this noun has no such side")


def check_related(node: nouns.Related, parent: Node | None, *_: object) -> Misfits:
    """Yield a misfit, because words were exchanged, for “「A」 other than 「A」” (also 《A》), “a
    slot without an event” (no slot has one), and “up to this card” (not a number)."""
    is_same = False
    match node, parent:
        case nouns.Related(thing=nouns.Named(alternatives=one)), nouns.Named(alternatives=other):
            is_same = one == other
        case nouns.Related(thing=nouns.Noun(qualifiers=(nouns.Qualities() as one,))), nouns.Noun():
            others = (each for each in parent.qualifiers if isinstance(each, nouns.Qualities))
            is_same = any(one.alternatives == each.alternatives for each in others)
    if is_same and node.relation == words.Relation.EXCEPT:
        yield Misfit(node.start, "no card has another name than its own")
    if node.relation in _WITHOUT and not fits(node.thing, _CHARACTER):
        yield Misfit(node.start, "such a card is never there")
    if node.relation.value in ("以下の", "以上の") and not fits(node.thing, NUMBERS):
        yield Misfit(node.thing.end, "this is not a number")


def check_number(thing: nouns.Thing) -> Misfits:
    """Yield a misfit if a factor, summand or value is not a number (“cards ×500” lost “number”)."""
    if not fits(thing, NUMBERS):
        yield Misfit(thing.start, "this is not a number")


def check_alternatives(node: nouns.Qualities, thing: Node | None, *_: object) -> Misfits:
    """Yield a misfit, because words were lost, for a repeated quality (“A or A”) and a number
    without unit after another qualifier (自分の1のキャラ, one's own 1 characters). As the first
    qualifier, a number may continue a list (コスト3と5の, of cost 3 and 5), and is not refused."""
    first = node.alternatives[0]
    is_first = getattr(thing, "qualifiers", ())[:1] == (node,)
    if isinstance(first, qualities.AlsoMeasured) and not is_first:
        yield Misfit(first.start, "the unit of the number is missing")
    yield from find_repeated(node.alternatives)


def check_time(node: roles.Role, *_: object) -> Misfits:
    """Yield a misfit for no time (“during this card”) or a turn without “which”: it lost words."""
    thing = node.thing
    if not fits(thing, _TIME):
        yield Misfit(node.start, "this is not a time")
    match thing:
        case nouns.Noun(qualifiers=(), word=words.Word()):
            yield Misfit(node.start, "which turn or time is missing")


def check_place(node: nouns.Place, *_: object) -> Misfits:
    """Yield a misfit for each qualifier that a zone cannot have, because a noun was lost: この
    (this), or a pile around the zone (“stage in the discards”). A zone around it, 他の (other), a
    clause and a quality fit only slots and zones that are named like their cards (members)."""
    is_card_too = not sorts_of(node).isdisjoint(("card", "slot"))
    for qualifier in node.qualifiers:
        is_never = _is_this(qualifier) or _is_in_pile(qualifier)
        is_inside = isinstance(qualifier, (nouns.Which, nouns.In, nouns.Other))
        if is_never or ((is_inside or _is_of_cards(qualifier)) and not is_card_too):
            yield Misfit(qualifier.start, "a zone is not inside a zone and has no qualities")
    yield from check_qualifiers(node)


def _is_of_cards(qualifier: nouns.Qualifier | None) -> bool:
    """Whether ``qualifier`` has a quality that only cards have, such as a trait, but not a state.
    Before a zone, time or “this card”, it is refused, because its own noun was lost."""
    return isinstance(qualifier, nouns.Qualities) and not all(
        isinstance(each, qualities.InState) for each in qualifier.alternatives
    )


def check_qualifiers(node: Any, *_: object) -> Misfits:
    """Yield a misfit for each qualifier of ``node`` that is repeated or that ``node`` cannot have:
    the noun that it described was lost, and the passage becomes a gap."""
    qualifiers: Sequence[nouns.Qualifier] = node.qualifiers
    if len(qualifiers) > 1:
        for sort in _ONCE:
            found = [qualifier for qualifier in qualifiers if isinstance(qualifier, sort)]
            yield from (Misfit(again.start, "this qualifier is repeated") for again in found[1:])
        for each in [each for each in qualifiers if isinstance(each, nouns.In)][1:]:
            if not all("slot" in zone.sorts for zone in each.zones):
                yield Misfit(each.start, "the zone is given twice")  # slots are inside a row
        yield from find_repeated(qualifiers)
    # “hand or hand”, “A or A”
    yield from find_repeated(getattr(node, "things", getattr(node, "alternatives", ())))
    is_time = _is_word_for_time(node)
    for before, qualifier in zip((None, *qualifiers), qualifiers, strict=False):
        if not _can_own(qualifier, node) or not _can_follow(before, qualifier, node):
            yield Misfit(qualifier.start, "the demonstrative or owner does not fit the noun")
        if isinstance(qualifier, nouns.In):
            yield from _check_zone_around(qualifier, node)
        # “the other turn”, “the red turn”, “the turn on stage”; not “the other player's turn”
        is_next = isinstance(qualifier, nouns.Other) and qualifier is qualifiers[-1]
        if is_time and (is_next or isinstance(qualifier, (nouns.Qualities, nouns.In))):
            yield Misfit(qualifier.start, "the noun is a time")
        if _is_of_other_things(qualifier, node):
            yield Misfit(qualifier.start, "this does not describe such a noun")
        if isinstance(qualifier, nouns.Of):
            yield from _check_holder(qualifier, node)


def _check_zone_around(zone: nouns.In, node: Any) -> Misfits:
    """Yield a misfit if ``node`` cannot be in the ``zone`` before it, because words were lost: an
    event card on the stage, a time or action in a pile, or a card's number in a zone (“level in the
    hand” lost “of a card”). A number fits zones named like their cards (メンバーのATK, members'
    ATK)."""
    on_stage = all("stage" in each.sorts for each in zone.zones)
    if on_stage and is_card(node) and "character" not in sorts_of(node):
        yield Misfit(zone.start, "such a card is never there")
    is_name_of_cards = any("card" in each.sorts for each in zone.zones)
    in_pile = _is_in_pile(zone) and sorts_of(node) & {"time", "deed"}
    if in_pile or (is_attribute(node) and not is_name_of_cards):
        yield Misfit(zone.start, "the owner cannot have this")


def _check_holder(of: nouns.Of, node: Any) -> Misfits:
    """Yield a misfit if the owner in ``of`` cannot have ``node`` or is not a place for that card.
    Zones and piles belong to players, so no card is on “a character's stage”; but the front of a
    card may be in a zone on the table (正面の枠, the slot in front). Nor is a zone given twice."""
    holder = of.thing
    inside = [each for each in node.qualifiers if isinstance(each, nouns.In)]
    behind = [each for each in inside if each.start > of.start]
    has_pile = isinstance(holder, nouns.Beside) and any(map(_is_in_pile, behind))
    if has_pile or (is_card(holder) and behind):  # “a card of the discards in front”
        yield Misfit(of.start, "the owner cannot have this")
    if any(each in inside for each in getattr(holder, "qualifiers", ())):
        yield Misfit(of.start, "the zone is given twice")  # “a hand's card's hand”
    if not _can_hold(holder, node):
        yield Misfit(of.start, "the owner cannot have this")
    if is_card(node) and not _can_stand(node, holder):
        yield Misfit(of.start, "such a card is never there")


def _is_of_other_things(qualifier: Any, noun: nouns.Thing) -> bool:
    """Whether ``qualifier`` is a quality of cards that ``noun`` cannot have, because the noun
    between them was lost: “red power” lost “of a character”. Cards, abilities and nouns of unknown
    sorts can have any quality, but event cards have no traits. A number of a card can have a
    quality that with の (of) means the card: a trait, name or icon (〔A〕のATK), not a colour,
    number or quality that ends in a verb (containing A). Times, damage and players have none."""
    sorts = sorts_of(noun) if isinstance(noun, nouns.Noun) else words.ANYTHING
    if not _is_of_cards(qualifier):
        return False
    if is_event(noun):
        return all(isinstance(each, qualities.Trait) for each in qualifier.alternatives)
    if not sorts.isdisjoint(("any", "card", "ability")):
        return False
    is_number = "damage" not in sorts and not sorts.isdisjoint(("attribute", "number"))
    named = (q.nominal and not isinstance(q, _NOT_NAMING) for q in qualifier.alternatives)
    return not (is_number and all(named))  # ``nominal``: followed by の (of), as it is no verb


def _can_follow(before: nouns.Qualifier | None, qualifier: nouns.Qualifier, node: Any) -> bool:
    """Whether ``qualifier`` of ``node`` may stand after the qualifier ``before`` it. If not, a noun
    between the two was lost, and the text is refused. Before “this card”, only a zone, state or
    clause may stand, not an owner, “other” or a quality. Also refused: an owner before “that turn”;
    “other” before その (that); この (this) not next to its noun; その before an owner."""
    if isinstance(before, nouns.Owned):
        own = getattr(getattr(qualifier, "thing", None), "qualifiers", ())
        if any(map(_is_this, own)) or (_is_word_for_time(node) and _points_back(qualifier)):
            return False
    if _is_this(qualifier) and "card" in sorts_of(node):
        is_owner = isinstance(before, (nouns.Owned, nouns.Other, nouns.Of))
        return not is_owner and not _is_of_cards(before)
    if isinstance(before, nouns.Other):
        return not isinstance(qualifier, nouns.Pointing)
    is_next = before is None or not _is_this(before)
    return is_next and not (_points_back(before) and isinstance(qualifier, nouns.Owned))


def is_attribute(thing: Node) -> bool:
    """Whether ``thing`` is a value of cards (level), maybe one that is paid, but nothing else (no
    card). Zones have none: the level of a deck is refused."""
    sorts = sorts_of(thing) if isinstance(thing, nouns.Noun) else frozenset[str]()
    return "attribute" in sorts and sorts <= {"number", "attribute", "cost"}


def _points_back(qualifier: nouns.Qualifier | None) -> bool:
    """Whether ``qualifier`` is この (this) or その (that): checks refuse a number with its noun."""
    return isinstance(qualifier, nouns.Pointing) and qualifier.pointer.value in ("この", "その")


def _is_this(qualifier: nouns.Qualifier) -> bool:
    """Whether ``qualifier`` is この (this): its noun is the text's card, a single one of 自分."""
    return isinstance(qualifier, nouns.Pointing) and qualifier.pointer == words.Pointer.THIS


def _can_own(qualifier: nouns.Qualifier, noun: nouns.Thing) -> bool:
    """Whether ``qualifier``, if it is an owner, zone or 他の (other), may stand before ``noun``; if
    not, the text has lost a noun. Refused: “other power”; an owner of a player, or of バトル相手
    (opponent in battle: ``only_card``); the opponent's ATK. Allowed: the opponent's level, because
    players have levels, too; the ATK of the opponent's entry, meaning the card in this zone."""
    if not isinstance(noun, nouns.Noun):
        return True
    sorts = sorts_of(noun)
    if isinstance(qualifier, nouns.Other):
        return not is_attribute(noun)
    if "only_card" in getattr(noun.word, "owners", ()):
        return not isinstance(qualifier, (nouns.Owned, nouns.In))
    if isinstance(qualifier, nouns.Owned):
        of_player = isinstance(noun.word, words.Word) and "player" in noun.word.owners
        in_zone = any(isinstance(each, nouns.In) for each in noun.qualifiers)
        return sorts != {"player"} and (of_player or in_zone or not is_attribute(noun))
    return True


def _can_stand(card: nouns.Thing, where: nouns.Thing) -> bool:
    """Whether ``card`` can be at ``where``; if not, the text is damaged. Only a character is in
    front of or next to a card, any card above (上) or below one (下), none in an empty slot."""
    if isinstance(where, nouns.Beside) and where.side.value[-1] not in "上下":
        return "character" in sorts_of(card)
    said = where.qualifiers if isinstance(where, (nouns.Noun, nouns.Place)) else ()
    return not any(isinstance(q, nouns.Related) and q.relation in _WITHOUT for q in said)


def _can_hold(holder: nouns.Thing, held: nouns.Thing) -> bool:
    """Whether ``held`` can belong to ``holder`` (の, of). If not, the text has lost words between
    them, and is refused: “a turn's card”. Words of unknown sorts are never refused."""
    if isinstance(held, (nouns.Both, nouns.Either)):
        return all(_can_hold(holder, each) for each in held.things)
    sorts, own = sorts_of(holder), sorts_of(held)
    if isinstance(holder, nouns.Noun) and "any" not in own and sorts <= _HOLDS.keys():
        # Not “a turn's card”; but “of a level up to yours” describes a card (see ``_WHOSE``).
        of_cards = any(not isinstance(qualifier, _WHOSE) for qualifier in holder.qualifiers)
        can_hold = frozenset[str]().union(*(_HOLDS[sort] for sort in sorts))
        if own.isdisjoint(can_hold) and not (sorts & {"number", "trait"} and of_cards):
            return False
    if own == {"player"}:
        return "any" in sorts  # nobody owns a player
    match holder, held:
        case nouns.Noun(word=words.Period() as outer), nouns.Noun(word=words.Period() as inner):
            # A phase (フェイズ) has steps (ステップ), but a step no phase.
            return inner.value[-4:] != "フェイズ" and outer.value[-4:] != "ステップ"
    if "pile" in own and isinstance(holder, nouns.Beside):
        return False  # “the deck in front”
    if is_one_card(holder) and not _is_part_of_card(held):
        return False  # “this card's hand”
    if is_card(holder) and isinstance(held, nouns.Place):
        return "card" in held.zone.owners  # a card's marker area, not its deck
    if isinstance(held, nouns.Named) and is_card(holder) and "name" not in own:
        return False  # “a character's 《A》”
    if not isinstance(held, nouns.Noun) or not isinstance(holder, nouns.Noun):
        return True
    if isinstance(holder.word, words.Kind):
        return "card" not in own or isinstance(held.word, words.Kind)  # no ability's card
    if any(isinstance(qualifier, nouns.Pointing) for qualifier in holder.qualifiers):
        return True  # “a card of those characters”
    is_next = any(isinstance(each, nouns.Of) for each in held.qualifiers[-1:])
    of_card = is_next and is_card(holder) and is_card(held) and not _is_part_of_card(held)
    return holder.word != held.word and not of_card  # “a card's card” lost the noun between


def _is_word_for_time(thing: Node) -> bool:
    """Whether ``thing`` is a noun that means only a time: turn, not アタック (attack), which is an
    action, too. A quality or zone before it (“a red turn”) is refused: the text has lost a noun."""
    is_word = isinstance(thing, nouns.Noun) and isinstance(thing.word, words.Word)
    return is_word and sorts_of(cast(nouns.Noun, thing)) == _TIME


def is_one_card(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` is a single card (“this card”): a number with it is a sign of damage."""
    return isinstance(thing, nouns.Noun) and is_card(thing) and is_one(thing)


def is_this_card(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` is the card that has the text (このカード, this card): checks then know
    that it is a single card, its owner, and its zone."""
    return is_one_card(thing) and any(map(_is_this, getattr(thing, "qualifiers", ())))


def _is_part_of_card(thing: nouns.Thing) -> bool:
    """Whether ``thing`` can belong to a card; if not, ``_can_hold`` refuses it (“this card's
    hand”). A word for a card or zone can if its owners include cards (バトル相手, opponent in
    battle), a name if it is not in a player's zone; anything else can (level, a quoted ability)."""
    match thing:
        case nouns.Noun(word=words.Word() as word) | nouns.Place(zone=words.Zone() as word):
            return "card" in word.owners or sorts_of(thing).isdisjoint(("card", "zone"))
        case nouns.Named(qualifiers=held):
            zones = [zone for q in held if isinstance(q, nouns.In) for zone in q.zones]
            return all("card" in zone.owners for zone in zones)
        case _:
            return True


def check_owner(moved: Iterable[Node], places: Iterable[Node]) -> Misfits:
    """Yield a misfit for each of ``places`` that does not belong to the owner of what is ``moved``.
    Each card goes to a place of its owner, so “your card to the opponent's hand” is damaged."""
    whose = frozenset[str]().union(*map(owners_of, moved))
    for place in places:
        found = owners_of(place)
        if BOTH not in (whose, found) and whose | found == BOTH:
            yield Misfit(place.start, "a card goes to its owner")


def find_repeated(nodes: Sequence[Node]) -> Misfits:
    """Yield a misfit for each of ``nodes`` that equals the one before it, as in damaged lists."""
    for first, second in pairwise(nodes):
        if type(first) is type(second) and first == second:
            yield Misfit(second.start, "the words before this are repeated")
