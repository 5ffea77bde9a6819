"""Which noun a qualifier belongs to, where the grammar, reading from the left, cannot see it. In
自分の手札の自分のレベル以下のキャラ (a character in one's hand, of at most one's own level), it
gives the hand to the level, but the character is there. No word is lost or moved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, cast

from rulebook.cards.builders.agreement import sorts_of
from rulebook.cards.builders.scoping import FRAMING_ROLES
from rulebook.cards.builders.senses import takes
from rulebook.cards.tree import acts, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.cards.tree.words import MannerWord, Relation, Word
from rulebook.records import replace

_MEASURES = {Word.LEVEL, Word.COST, Word.POWER, Word.SOUL}
_OF_CARDS = {*_MEASURES, Word.CARD_NAME}
_BARE = (nouns.Noun, nouns.Named, nouns.Place)
# The things that a clause can describe.
_DESCRIBED = (*_BARE, nouns.Quoted, nouns.Counted, nouns.Mixed, nouns.Both, nouns.Either)


def move_outer_qualifiers(qualifiers: tuple[nouns.Qualifier, ...]) -> tuple[nouns.Qualifier, ...]:
    """Return ``qualifiers`` with those of the outer noun moved out of the first one. The grammar
    gives all to the inner noun: in the example of this module, even the hand to the level."""
    if not qualifiers or not isinstance(qualifiers[0], (nouns.Of, nouns.Related)):
        return qualifiers
    first, rest = qualifiers[0], qualifiers[1:]
    summed = first.thing if isinstance(first.thing, nouns.Sum) else None
    inner = summed.thing if summed else first.thing
    if not isinstance(inner, (nouns.Noun, nouns.Place, nouns.Named)):
        return qualifiers
    count = _count_outer_qualifiers(first, inner)
    if not count:
        return qualifiers
    outer, kept = inner.qualifiers[:count], inner.qualifiers[count:]
    start = outer[-1].end
    thing: nouns.Thing = replace(inner, start=start, qualifiers=kept)
    if summed:
        thing = replace(summed, start=start, thing=thing)
    return (*outer, replace(first, start=start, thing=thing), *rest)


def _count_outer_qualifiers(
    holder: nouns.Of | nouns.Related, inner: nouns.Noun | nouns.Place | nouns.Named
) -> int:
    """Return how many of the first qualifiers of ``inner`` belong to the outer noun. The grammar
    gives ``inner`` all: in 手札のこのカード以外のキャラ (a character in hand other than this card),
    even the zone. In the examples below, the words before | belong to the outer noun."""
    sorts = [type(qualifier) for qualifier in inner.qualifiers]
    relation = holder.relation if isinstance(holder, nouns.Related) else None
    zones = _count_up_to_last(sorts, nouns.In)
    word = inner.word if isinstance(inner, nouns.Noun) else None
    if nouns.Scope in sorts and (relation or word in _OF_CARDS):
        # あなたの、| そのキャラと同じレベルのキャラ: your characters of that one's level
        return _count_up_to_last(sorts, nouns.Scope)
    # 手札の | 自分のレベル以下のキャラ (in hand, of one's own level at most), | このカード以外の
    # (but this card), | 自分のストックの枚数以下の (the number of cards in one's stock at most)
    of_owner = nouns.Of in sorts[zones:] and "card" not in sorts_of(inner)
    is_apart = word in _MEASURES or relation in (Relation.EXCEPT, Relation.SAME_AS)
    if zones and (is_apart or of_owner):
        return zones
    # この効果で | 控え室に置かれたキャラ: put into the waiting room by this effect
    if relation == Relation.PUT_ON:
        pointers = len([*takewhile({nouns.Pointing}.__contains__, sorts)])
        return max(_count_up_to_last(sorts, nouns.Caused), pointers)
    # 舞台の | キャラのいない枠: a slot on the stage without characters
    if relation in (Relation.WITHOUT, Relation.OTHER_WITHOUT):
        return len([*takewhile({nouns.Owned, nouns.In}.__contains__, sorts)])
    # 手札の | 異なるカード名のカード: cards in hand of different names
    if relation is None and nouns.Description in sorts and word == Word.CARD_NAME:
        return sorts.index(nouns.Description)
    # このカード以外の | プレイヤーのキャラ: players' characters but this card
    match inner:
        case nouns.Noun(
            word=Word.PLAYER, qualifiers=(nouns.Related(relation=Relation.EXCEPT), *_)
        ) if relation is None:
            return 1
    # 自分の手札の | 相手のキャラの枚数以下の: as many as the opponent's (相手) characters at most
    owners = _count_up_to_last(sorts, nouns.Owned) - 1
    if owners > 0 and nouns.In in sorts[:owners]:
        return owners
    # 自分の | そのキャラと同じカード名の: one's own, of the name of that character
    pointed = _count_up_to_last(sorts, nouns.Pointing) - 1
    if pointed > 0 and nouns.In not in sorts and nouns.Owned in sorts[:pointed]:
        return pointed
    return 0


def _count_up_to_last(sorts: Sequence[type], sort: type) -> int:
    """Return the number of ``sorts`` (of qualifiers) up to the last ``sort``, 0 without it. Callers
    move that many out: the words before a qualifier of the outer noun belong there, too."""
    return len(sorts) - sorts[::-1].index(sort) if sort in sorts else 0


def attach_clauses(nodes: tuple[Node, ...], *, before_nara: bool = False) -> tuple[Node, ...]:
    """Return ``nodes``, the complements of a verb, with each clause attached to the noun after it,
    if it can describe that noun. The grammar gives a clause all words before it, as あなたは (you)
    in あなたは置かれたキャラを (you, the put character). ``before_nara``: なら (if) is next."""
    if not any(isinstance(node, acts.Act) for node in nodes):
        return nodes
    found: list[Node] = []
    clause: acts.Act | None = None
    for node in nodes:
        if isinstance(node, acts.Act):
            clause = node
        elif clause is None:
            found.append(node)
        else:
            outer, clause = _split_clause(clause, before_nara and node is nodes[-1])
            attached = _attach_first(node, nouns.Which(clause.start, clause.end, clause))
            found += [*outer, *((clause, node) if attached is node else (attached,))]
            clause = None
    return tuple(found)


def _split_clause(
    clause: acts.Act, before_nara: bool
) -> tuple[tuple[roles.Complement, ...], acts.Act]:
    """Return the complements of ``clause`` that belong to the sentence, and the clause without
    them. In 相手は選んだキャラを… (the opponent, the chosen character), the grammar gives 相手は to
    the clause. Topics, times, subjects that cannot do the verb, かわりに (instead), and all
    complements before these belong to the sentence. If なら (if) follows the noun
    (``before_nara``), so does a subject before a time, even if it could do the verb:
    それがこのターン中に登場したキャラなら (if it came this turn)."""
    outside: tuple[type[roles.Complement], ...] = (roles.Topic, *FRAMING_ROLES)
    if isinstance(clause, acts.Exist):  # to be (いる) has no object or source
        outside = (*outside, roles.Object, roles.Source)
    count = 0
    for at, part in enumerate(clause.complements, start=1):
        # そのカードが宣言した数字なら (if it is the declared number): cards declare nothing.
        thing = part.thing if isinstance(part, roles.Subject) else None
        acts_in_it = thing is not None and takes(clause, "が", thing)
        if acts_in_it and not before_nara:
            break
        instead = isinstance(part, roles.Manner) and part.manner == MannerWord.INSTEAD
        if isinstance(part, outside) or instead or (thing is not None and not acts_in_it):
            count = at
    outer, inner = clause.complements[:count], clause.complements[count:]
    start = outer[-1].end if outer else clause.start
    return outer, replace(clause, start=start, complements=inner)


def _attach_first(node: Any, which: nouns.Which) -> Any:
    """Return ``node`` with the clause ``which``, printed before it, attached to its first noun that
    a clause can describe, else unchanged: in 選んだキャラのレベル (chosen character's level), the
    character is chosen. It loops, because nouns may be nested too deeply for recursion."""
    way: list[tuple[Any, str]] = []
    inner = node
    while step := _step_to_noun(inner):
        way.append((inner, step[0]))
        inner = step[1]
    attached = _put_before_noun(inner, which)
    for outer, name in reversed(way):
        if attached is not None and name == "qualifiers":
            first, *others = outer.qualifiers
            holder = replace(first, start=which.start, thing=attached)
            attached = replace(outer, start=which.start, qualifiers=(holder, *others))
        elif attached is not None:
            attached = replace(outer, start=which.start, **{name: attached})
        elif name == "qualifiers":
            attached = _put_before_noun(outer, which)
    return node if attached is None else attached


def _step_to_noun(node: Any) -> tuple[str, Any] | None:
    """Return the field of ``node`` that contains its first noun, and the value inside, or None. In
    “the chosen character's level”, “chosen” precedes the whole but describes that noun."""
    match node:
        case roles.RoleOr(role=inner) | roles.Focused(role=inner):
            return "role", inner
        case roles.Role(thing=inner) | nouns.Every(thing=inner) | nouns.Bound(thing=inner):
            return "thing", inner
        case nouns.Product(thing=inner) | nouns.Sum(thing=inner) | nouns.Total(thing=inner):
            return "thing", inner
        case nouns.Counted(thing=Node() as inner) | nouns.Beside(thing=Node() as inner):
            return "thing", inner
    match getattr(node, "qualifiers", ()):
        case (nouns.Of(thing=inner) | nouns.Related(thing=inner), *_):
            return "qualifiers", inner
    return None


def _put_before_noun(node: Any, which: nouns.Which) -> Any:
    """Return ``node`` with the clause ``which``, printed before it, as its first qualifier; a
    number alone becomes a counted thing (選んだ2枚, the two chosen). None if ``node`` is not a
    noun: the caller then tries the phrase around it, which also follows the clause."""
    if isinstance(node, nouns.Quantity):
        return nouns.Counted(which.start, node.end, None, (which,), node)
    if not isinstance(node, _DESCRIBED):
        return None
    return replace(node, start=which.start, qualifiers=(which, *node.qualifiers))


def make_put_clause(
    complements: Sequence[roles.Complement], noun: nouns.Noun, verb: Verb, form: Form
) -> tuple[list[roles.Complement], nouns.Noun]:
    """Return ``complements`` and ``noun``. If …に置かれた (put into …) describes ``noun``, the
    complements of that verb move into a clause on ``noun``, of ``verb`` and ``form``, because the
    grammar leaves “from the hand” outside."""
    related: Any = next(iter(noun.qualifiers), None)
    count = len(complements)
    while count and isinstance(complements[count - 1], (roles.Within, roles.Source)):
        count -= 1
    inside = complements[count:]
    put = isinstance(related, nouns.Related) and related.relation == Relation.PUT_ON
    if not put or not inside:
        return list(complements), noun
    target = roles.Target(related.start, related.end - len("置かれた"), related.thing)
    clause = acts.Put(inside[0].start, related.end, (*inside, target), verb, form)
    qualifiers = (nouns.Which(clause.start, clause.end, clause), *noun.qualifiers[1:])
    return list(complements[:count]), replace(noun, start=clause.start, qualifiers=qualifiers)


def share_qualifiers(joined: nouns.Both | nouns.Either) -> nouns.Thing:
    """Return ``joined`` with the words that hold for all its things moved to ``joined`` itself. The
    grammar has them at the first or last: 他のあなたの (your other) and すべて (all) of
    他のあなたの「A」と「B」すべて. All words before の、 (``Scope``) hold for all; else “other”,
    owners and zones do, unless a later thing has its own. First, what is not a list of cards
    becomes one thing: “《B》 in hand and stage”, 《A》と《B》のキャラ (of either trait), a sum."""
    for special in (_in_all_zones, _of_joined_traits, _sum_of):
        if (placed := special(joined)) is not None:
            return placed
    first, *others = joined.things
    last = others[-1]
    if isinstance(last, (nouns.Every, nouns.Total)) and not isinstance(first, type(last)):
        inner = replace(joined, end=last.thing.end, things=(first, *others[:-1], last.thing))
        return replace(last, start=joined.start, thing=share_qualifiers(inner))
    sorts = [type(each) for each in first.qualifiers] if isinstance(first, _BARE) else []
    count = _count_up_to_last(sorts, nouns.Scope)
    said = [q for other in others for q in getattr(other, "qualifiers", ())]
    owned = any(isinstance(q, (nouns.Owned, nouns.Pointing, nouns.Of)) for q in said)
    if not count and not owned and all(isinstance(thing, _BARE) for thing in joined.things):
        # 他の, owners and zones hold for all, but no zone if one of them has its own.
        zoned = any(isinstance(each, (nouns.Place, nouns.In)) for each in (*others, *said))
        shared = (nouns.Other, nouns.Owned) if zoned else (nouns.Other, nouns.Owned, nouns.In)
        count = len([*takewhile(lambda sort: issubclass(sort, shared), sorts)])
    if not count:
        return joined
    holder: Any = first
    taken, kept = holder.qualifiers[:count], holder.qualifiers[count:]
    bare = replace(holder, start=taken[-1].end, qualifiers=kept)
    return replace(joined, qualifiers=taken, things=(bare, *others))


def _in_all_zones(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return ``joined`` as one thing in several zones, else None: メンバーとリタイアの《A》
    (members, retired) as 《A》 in both zones, and それらとメンバーの中 (those, members) as 中
    (among) of both. The grammar gives 《A》 or 中 only the last zone. Words between zone and 《A》
    stay with 《A》; an owner before the zone stays with the zone."""
    *zones, last = joined.things
    is_counted = isinstance(last, (nouns.Every, nouns.Total, nouns.Counted))
    cards: Any = cast(Any, last).thing if is_counted else last
    if not isinstance(cards, (nouns.Named, nouns.Noun)):
        return None
    is_amid = cards is last and getattr(cards, "word", None) == Word.AMID
    match cards.qualifiers:  # “hand or stage” is one qualifier with two zones already
        case (nouns.In(zones=(_,)) as inside, *others) if all(
            isinstance(zone, nouns.Place) for zone in zones
        ):
            outer: list[nouns.Qualifier] = []
        case (*outer, nouns.In(zones=(_,)) as inside) if is_amid:
            others = []
        case _:
            return None
    end = inside.end - len("の")
    zone = nouns.Place((*outer, inside)[0].start, end, tuple(outer), inside.zones[0])
    whole = share_qualifiers(replace(joined, end=end, things=(*zones, zone)))
    of = nouns.Of(joined.start, inside.end, whole)
    found: nouns.Thing = replace(cards, start=joined.start, qualifiers=(of, *others))
    counted: Any = last
    return found if cards is last else replace(counted, start=joined.start, thing=found)


def _sum_of(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return 合計 (sum) or 合計値 ending ``joined`` as the sum of all its things, else None."""
    last = joined.things[-1]
    whole = last.thing if isinstance(last, nouns.Counted) else last
    if isinstance(joined, nouns.Either) or not isinstance(whole, nouns.Noun):
        return None
    word = getattr(whole.word, "value", None)  # None for damage, which is a number itself
    one = _belonging_to_all(joined, whole) if word in ("合計", "合計値") else None
    if one is None or whole is last:
        return one
    return replace(cast(nouns.Counted, last), start=joined.start, thing=one)


def _belonging_to_all(joined: nouns.Both, noun: nouns.Noun) -> nouns.Noun | None:
    """Return ``noun``, a sum or number with only an owner before it, as belonging to all things of
    ``joined``, since the grammar relates it only to the last one (“A's level and B's level's sum”).
    In “A and B's level's sum”, only the level is a number: A and B are then joined below the level.
    None if numbers are mixed with other things, which have no common sum."""
    of = noun.qualifiers[0] if len(noun.qualifiers) == 1 else None
    if not isinstance(of, nouns.Of):
        return None
    others, start = joined.things[:-1], joined.start
    counted, numbers = _is_number(of.thing), {_is_number(thing) for thing in others}
    thing: nouns.Thing | None = None
    if numbers == {counted}:
        thing = share_qualifiers(replace(joined, end=of.thing.end, things=(*others, of.thing)))
    elif counted and numbers == {False} and isinstance(of.thing, nouns.Noun):
        thing = _belonging_to_all(joined, of.thing)
    if thing is None:
        return None
    return replace(noun, start=start, qualifiers=(replace(of, start=start, thing=thing),))


def _is_number(thing: nouns.Thing) -> bool:
    """Whether ``thing`` is a number, not a card: a sum is of numbers or of cards, never of both."""
    sorts = sorts_of(thing)
    return "number" in sorts and "card" not in sorts


def _of_joined_traits(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return 《A》と《B》のキャラ, read as a card of 《A》 and characters of 《B》, as characters
    of either trait: between traits alone, texts write と (and) for “or”. None for other things."""
    match joined.things:
        case (*named, nouns.Noun(qualifiers=(nouns.Qualities() as inner,)) as last) if isinstance(
            joined, nouns.Both
        ):
            pass
        case _:
            return None
    if not all(isinstance(thing, nouns.Named) and len(thing.alternatives) == 1 for thing in named):
        return None
    first, *others = cast(Any, named)
    if any(each.qualifiers for each in others):
        return None  # it has an owner or zone of its own: it is another card
    alternatives = (*(each.alternatives[0] for each in (first, *others)), *inner.alternatives)
    if not all(isinstance(quality, qualities.Trait) for quality in alternatives):
        return None
    said = nouns.Qualities(alternatives[0].start, inner.end, alternatives, each=True)
    return replace(last, start=joined.start, qualifiers=(*first.qualifiers, said))
