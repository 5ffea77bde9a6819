"""Which noun a qualifier belongs to, where the grammar cannot see it from the left.

In 自分の手札の自分のレベル以下のキャラ the hand is where the character is; in
他のあなたの「A」と「B」すべて すべて counts both cards; a clause before a noun gives back what
belongs outside of it.  No word is lost or moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, cast

from rulebook.cards.builders.frames import takes
from rulebook.cards.builders.scoping import FRAMING_ROLES
from rulebook.cards.builders.sorts import sorts_of
from rulebook.cards.tree import acts, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.cards.tree.words import Relation, Word
from rulebook.records import replace

_MEASURES = {Word.LEVEL, Word.COST, Word.POWER, Word.SOUL}
_OF_CARDS = {*_MEASURES, Word.CARD_NAME}


def regroup(qualifiers: tuple[nouns.Qualifier, ...]) -> tuple[nouns.Qualifier, ...]:
    """Return ``qualifiers`` with those of the outer thing taken out of the inner one.

    In 自分の手札の自分のレベル以下のキャラ the hand is where the character is, not the level;
    only what stands behind the second 自分の belongs to the level.
    """
    if not qualifiers or not isinstance(qualifiers[0], (nouns.Of, nouns.Related)):
        return qualifiers
    first, rest = qualifiers[0], qualifiers[1:]
    summed = first.thing if isinstance(first.thing, nouns.Sum) else None
    inner = summed.thing if summed else first.thing
    if not isinstance(inner, (nouns.Noun, nouns.Place, nouns.Named)):
        return qualifiers
    count = _belonging_outside(first, inner)
    if not count:
        return qualifiers
    outer, kept = inner.qualifiers[:count], inner.qualifiers[count:]
    start = outer[-1].end
    thing: nouns.Thing = replace(inner, start=start, qualifiers=kept)
    if summed:
        thing = replace(summed, start=start, thing=thing)
    return (*outer, replace(first, start=start, thing=thing), *rest)


def _belonging_outside(
    holder: nouns.Of | nouns.Related, inner: nouns.Noun | nouns.Place | nouns.Named
) -> int:
    """Return how many qualifiers at the head of ``inner`` belong to what ``holder`` does."""
    sorts = [type(qualifier) for qualifier in inner.qualifiers]
    relation = holder.relation if isinstance(holder, nouns.Related) else None
    zones = _after_last(sorts, nouns.In)
    is_of_cards = isinstance(inner, nouns.Noun) and inner.word in _OF_CARDS
    if nouns.Scope in sorts and (relation or is_of_cards):
        # あなたの、そのキャラと同じレベルのキャラ: the owner is that of the characters.
        return _after_last(sorts, nouns.Scope)
    if isinstance(inner, nouns.Noun) and inner.word in _MEASURES and zones:
        return zones
    if relation in (Relation.EXCEPT, Relation.SAME_AS) and zones:
        return zones
    if relation == Relation.PUT_ON:
        return max(_after_last(sorts, nouns.Caused), _leading(sorts, {nouns.Pointing}))
    if relation in (Relation.WITHOUT, Relation.OTHER_WITHOUT):
        return _leading(sorts, {nouns.Owned, nouns.In})
    if relation is None and nouns.Description in sorts and _is_card_name(inner):
        return sorts.index(nouns.Description)
    if relation is None and _is_but_for(inner):
        return 1
    owners = _after_last(sorts, nouns.Owned) - 1
    if owners > 0 and nouns.In in sorts[:owners]:
        return owners
    pointed = _after_last(sorts, nouns.Pointing) - 1
    if pointed > 0 and nouns.In not in sorts and nouns.Owned in sorts[:pointed]:
        return pointed
    return 0


def _after_last(sorts: Sequence[type], sort: type) -> int:
    """Return the place behind the last ``sort``, 0 where there is none."""
    return len(sorts) - sorts[::-1].index(sort) if sort in sorts else 0


def settle(nodes: tuple[Node, ...], *, nominal: bool = False) -> tuple[Node, ...]:
    """Return ``nodes``, complements with the clauses before them, each clause put into its noun.

    The grammar gives a clause all that was said before it: in あなたは控え室に置かれたキャラを,
    the agent is separated from where it was put only here.  ``nominal`` is whether the last of
    ``nodes`` says what another is (それが置かれたキャラなら), which stands before its clause.
    """
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
            outer, clause = _split_clause(clause, nominal and node is nodes[-1])
            attached = _attach_first(node, nouns.Which(clause.start, clause.end, clause))
            found += [*outer, *((clause, node) if attached is node else (attached,))]
            clause = None
    return tuple(found)


_OUTSIDE: tuple[type[roles.Complement], ...] = (roles.Topic, *FRAMING_ROLES)


def _split_clause(clause: acts.Act, nominal: bool) -> tuple[tuple[roles.Complement, ...], acts.Act]:
    """Return the complements that stand outside ``clause``, and the clause without them."""
    outside = _OUTSIDE
    if isinstance(clause, acts.Exist):
        outside = (*outside, roles.Object, roles.Source)
    sorts = [
        isinstance(part, outside) or _is_strange(clause, part)
        for part in takewhile(lambda part: nominal or not _is_own(clause, part), clause.complements)
    ]
    count = len(sorts) - sorts[::-1].index(True) if True in sorts else 0
    outer, inner = clause.complements[:count], clause.complements[count:]
    start = outer[-1].end if outer else clause.start
    return outer, replace(clause, start=start, complements=inner)


def _is_own(clause: acts.Act, part: roles.Complement) -> bool:
    """Whether ``part`` is the agent of ``clause``, so that all behind it is its own."""
    return isinstance(part, roles.Subject) and takes(clause, "が", part.thing)


def _is_strange(clause: acts.Act, part: roles.Complement) -> bool:
    """Whether ``part`` is no possible agent of ``clause``: そのカードが宣言した数字と…なら."""
    return isinstance(part, roles.Subject) and not takes(clause, "が", part.thing)


def _attach_first(node: Any, which: nouns.Which) -> Any:
    """Return ``node`` with ``which`` before the first noun in it; unchanged where there is none.

    The way down to the noun, which may be long, is gone without recursion.
    """
    way: list[tuple[Any, str]] = []
    inner = node
    while step := _step_to_noun(inner):
        way.append((inner, step[0]))
        inner = step[1]
    attached = _attach(inner, which)
    for outer, name in reversed(way):
        if attached is not None:
            attached = _with_inner(outer, name, attached, which.start)
        elif name == "qualifiers":
            attached = _attach(outer, which)
    return node if attached is None else attached


def _step_to_noun(node: Any) -> tuple[str, Any] | None:
    """Return the part of ``node`` in which its first noun stands, and the field that has it."""
    match node:
        case roles.RoleOr(role=inner) | roles.Focused(role=inner):
            return "role", inner
        case nouns.Both(things=things) | nouns.Either(things=things) if not _has_own(node):
            return "things", things[0]
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


def _has_own(joined: nouns.Both | nouns.Either) -> bool:
    """Whether what stands before ``joined`` is said of all its things."""
    things = joined.things
    return bool(joined.qualifiers) or (isinstance(things[0], nouns.Named) and _say_nothing(things))


def _attach(node: Any, which: nouns.Which) -> Any:
    """Return ``node`` itself with ``which`` before it, ``None`` where it is no noun."""
    match node:
        case nouns.Quantity():
            return nouns.Counted(which.start, node.end, None, (which,), node)
        case (
            nouns.Noun()
            | nouns.Place()
            | nouns.Named()
            | nouns.Quoted()
            | nouns.Counted()
            | nouns.Mixed()
            | nouns.Both()
            | nouns.Either()
        ):
            return replace(node, start=which.start, qualifiers=(which, *node.qualifiers))
        case _:
            return None


def _with_inner(node: Any, name: str, inner: Any, start: int) -> Any:
    """Return ``node`` with ``inner`` in the place that ``_step_to_noun`` returned."""
    value = inner
    if name == "things":
        value = (inner, *node.things[1:])
    elif name == "qualifiers":
        first, *others = node.qualifiers
        value = (replace(first, start=start, thing=inner), *others)
    return replace(node, start=start, **{name: value})


def put_before(
    complements: Sequence[roles.Complement], noun: nouns.Noun
) -> tuple[list[roles.Complement], nouns.Noun]:
    """Return what is said of a noun that was put somewhere, with when and whence in the clause.

    In このターン手札からエントリーに置かれたキャラなら the clause begins at このターン.
    """
    related, rest = (*noun.qualifiers[:1], None)[0], noun.qualifiers[1:]
    count = len(complements)
    while count and isinstance(complements[count - 1], (roles.Within, roles.Source)):
        count -= 1
    if not isinstance(related, nouns.Related) or related.relation != Relation.PUT_ON:
        return list(complements), noun
    inside = complements[count:]
    if not inside:
        return list(complements), noun
    end = related.end - len("置かれた")
    target = roles.Target(related.start, end, related.thing)
    verb = Verb("置く", "K")
    clause = acts.Put(inside[0].start, related.end, (*inside, target), verb, Form.PAST_PASSIVE)
    which = nouns.Which(clause.start, clause.end, clause)
    found = replace(noun, start=which.start, qualifiers=(which, *rest))
    return list(complements[:count]), found


def _is_card_name(inner: nouns.Noun | nouns.Place | nouns.Named) -> bool:
    return isinstance(inner, nouns.Noun) and inner.word == Word.CARD_NAME


def _leading(sorts: Sequence[type], wanted: set[type]) -> int:
    """Return how many of ``sorts`` at the head are among ``wanted``."""
    count = 0
    while count < len(sorts) and sorts[count] in wanted:
        count += 1
    return count


def _is_but_for(inner: nouns.Noun | nouns.Place | nouns.Named) -> bool:
    """Whether ``inner`` are players behind 以外の, which is said of their cards and not of them."""
    first = inner.qualifiers[0] if inner.qualifiers else None
    return (
        isinstance(inner, nouns.Noun)
        and inner.word == Word.PLAYER
        and isinstance(first, nouns.Related)
        and first.relation == Relation.EXCEPT
    )


_SHARED = (nouns.Other, nouns.Owned, nouns.In)


def share(joined: nouns.Both | nouns.Either) -> nouns.Thing:
    """Return ``joined`` with what is said once for all its things taken out of one of them.

    In 他のあなたの「A」と「B」すべて both cards are others of yours, and all of both; in
    自分の手札か控え室から both zones are yours.
    """
    placed = _in_all_zones(joined) or _amid_all(joined) or _of_each(joined) or _sum_of(joined)
    if placed is not None:
        return placed
    first, *others = joined.things
    last = others[-1]
    if isinstance(last, (nouns.Every, nouns.Total)) and not isinstance(first, type(last)):
        inner = replace(joined, end=last.thing.end, things=(first, *others[:-1], last.thing))
        return replace(last, start=joined.start, thing=share(inner))
    if isinstance(first, _BARE) and nouns.Scope in map(type, first.qualifiers):
        return _taken_out(joined, _after_last(list(map(type, first.qualifiers)), nouns.Scope))
    if not isinstance(first, _BARE) or not _say_nothing(others):
        return joined
    count = _shared_qualifiers(first.qualifiers, others)
    return _taken_out(joined, count) if count else joined


def _taken_out(joined: nouns.Both | nouns.Either, count: int) -> nouns.Thing:
    """Return ``joined`` with the first ``count`` qualifiers of its first thing said of all."""
    first: Any = joined.things[0]
    others = joined.things[1:]
    taken, kept = first.qualifiers[:count], first.qualifiers[count:]
    bare = replace(first, start=taken[-1].end, qualifiers=kept)
    return replace(joined, qualifiers=taken, things=(bare, *others))


def _is_shared(qualifier: nouns.Qualifier) -> bool:
    return isinstance(qualifier, _SHARED) or (
        isinstance(qualifier, nouns.Related) and qualifier.relation == Relation.EXCEPT
    )


def _in_all_zones(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return the cards in every zone of メンバーとリタイアの《A》, with their number, if any."""
    *zones, last = joined.things
    match last:
        case nouns.Every(thing=inner) | nouns.Total(thing=inner) | nouns.Counted(thing=inner):
            cards: Any = inner
        case _:
            cards = last
    if not isinstance(cards, (nouns.Named, nouns.Noun)) or not cards.qualifiers:
        return None
    inside, *others = cards.qualifiers
    if not isinstance(inside, nouns.In) or not all(isinstance(z, nouns.Place) for z in zones):
        return None
    if len(inside.zones) > 1:
        return None
    of = nouns.Of(joined.start, inside.end, _zones(joined, (), inside))
    found = replace(cards, start=joined.start, qualifiers=(of, *others))
    return found if cards is last else replace(cast(Any, last), start=joined.start, thing=found)


def _amid_all(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return それらとあなたのメンバーの中 as what is amid both."""
    last = joined.things[-1]
    if not isinstance(last, nouns.Noun) or last.word != Word.AMID or not last.qualifiers:
        return None
    *outer, inside = last.qualifiers
    if not isinstance(inside, nouns.In) or len(inside.zones) > 1:
        return None
    of = nouns.Of(joined.start, inside.end, _zones(joined, tuple(outer), inside))
    return replace(last, start=joined.start, qualifiers=(of,))


def _zones(
    joined: nouns.Both | nouns.Either, outer: tuple[nouns.Qualifier, ...], inside: nouns.In
) -> nouns.Thing:
    """Return ``joined`` with the zone of ``inside`` for its last thing."""
    end = inside.end - len("の")
    start = outer[0].start if outer else inside.start
    last = nouns.Place(start, end, outer, inside.zones[0])
    return share(replace(joined, end=end, things=(*joined.things[:-1], last)))


_SUMS = frozenset({"合計", "合計値"})


def _sum_of(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return 《A》の枚数とエネルギーの枚数の合計値 as one number, the sum of those joined."""
    last = joined.things[-1]
    whole = last.thing if isinstance(last, nouns.Counted) else last
    if isinstance(joined, nouns.Either) or not isinstance(whole, nouns.Noun):
        return None
    word = getattr(whole.word, "value", None)  # None of damage, which is a number itself
    one = _said_of_all(joined, whole) if word in _SUMS else None
    if one is None or whole is last:
        return one
    counted: nouns.Counted = cast(nouns.Counted, last)
    return replace(counted, start=joined.start, thing=one)


def _said_of_all(joined: nouns.Both, noun: nouns.Noun) -> nouns.Noun | None:
    """Return ``noun``, which belongs to the last of ``joined``, as one of all of them."""
    of = noun.qualifiers[0] if len(noun.qualifiers) == 1 else None
    if not isinstance(of, nouns.Of):
        return None
    others, start = joined.things[:-1], joined.start
    counted, numbers = _is_number(of.thing), {_is_number(thing) for thing in others}
    thing: nouns.Thing | None = None
    if numbers == {counted}:
        thing = share(replace(joined, end=of.thing.end, things=(*others, of.thing)))
    elif counted and numbers == {False} and isinstance(of.thing, nouns.Noun):
        # このカードとそのカードのレベルの合計
        thing = _said_of_all(joined, of.thing)
    if thing is None:
        return None
    return replace(noun, start=start, qualifiers=(replace(of, start=start, thing=thing),))


def _is_number(thing: nouns.Thing) -> bool:
    sorts = sorts_of(thing)
    return "number" in sorts and "card" not in sorts


def _of_each(joined: nouns.Both | nouns.Either) -> nouns.Thing | None:
    """Return the characters of either trait, where 《A》と《B》のキャラ joins the traits alone."""
    *named, last = joined.things
    match last:
        case nouns.Noun(qualifiers=(nouns.Qualities() as inner,)):
            pass
        case _:
            return None
    if isinstance(joined, nouns.Either) or not all(map(_is_bare_trait, named)):
        return None
    first: Any = named[0]
    if any(each.qualifiers for each in cast(Any, named[1:])):
        return None
    traits = [quality for each in cast(Any, named) for quality in each.alternatives]
    alternatives = (*traits, *inner.alternatives)
    if not all(isinstance(quality, qualities.Trait) for quality in alternatives):
        return None
    said = nouns.Qualities(traits[0].start, inner.end, alternatives, True)
    return replace(last, start=joined.start, qualifiers=(*first.qualifiers, said))


def _is_bare_trait(thing: nouns.Thing) -> bool:
    return isinstance(thing, nouns.Named) and len(thing.alternatives) == 1


_BARE = (nouns.Noun, nouns.Named, nouns.Place)


def _say_nothing(others: Sequence[nouns.Thing]) -> bool:
    """Whether none of ``others`` says for itself whose or which it is."""
    return all(
        isinstance(other, _BARE)
        and not any(
            isinstance(q, (nouns.Owned, nouns.Pointing, nouns.Of)) for q in other.qualifiers
        )
        for other in others
    )


def _shared_qualifiers(qualifiers: Sequence[nouns.Qualifier], others: Sequence[nouns.Thing]) -> int:
    count = 0
    placed = any(
        isinstance(other, nouns.Place)
        or any(isinstance(q, nouns.In) for q in getattr(other, "qualifiers", ()))
        for other in others
    )
    for qualifier in qualifiers:
        if not _is_shared(qualifier) or (isinstance(qualifier, nouns.In) and placed):
            break
        count += 1
    return count
