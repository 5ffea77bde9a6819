"""Whether the parts of a tree fit together: each verb takes certain roles, each once.

The grammar says how Japanese is put together, not what makes sense: it reads キャラに1枚選び as
well as キャラを1枚選び.  Here a tree is checked against what its verbs take (``frame_table.py``)
and against what can stand together at all; the first part that does not fit is told, and the
parser takes the passage for not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import Any

from rulebook.cards.builders.frame_table import ANY_SORT, FRAMES, SORTS_OF_WORDS, VerbFrame
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import PASSIVE, Form, Verb
from rulebook.cards.tree.walking import Placed
from rulebook.cards.tree.words import Counter, Kind, Letter, Limit, Marking, Period, Vague, Word
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Misfit:
    """A part that cannot stand where it does; ``start`` counts code points of the text as given."""

    start: int
    why: str


def first_misfit(nodes: Iterable[Placed]) -> Misfit | None:
    """Return the first of ``nodes``, those of a tree, that does not fit, outer ones first."""
    for node, parent, _ in nodes:
        kind: Any = type(node)
        check = _check_of(kind)
        misfit = next(check(node, parent), None) if check else None
        if misfit:
            return misfit
    return None


_Check = Callable[[Any, Node | None], "Iterator[Misfit]"]


@cache
def _check_of(kind: Any) -> _Check | None:
    """Return what checks nodes of ``kind``, if anything does."""
    return next((check for kinds, check in _CHECKS if issubclass(kind, kinds)), None)


def _of_predicate(node: acts.Predicate, parent: Node | None) -> Iterator[Misfit]:
    if isinstance(parent, _NOT_CHECKED):
        return
    yield from _in_predicate(node)
    if _is_told_in_full(node, parent) and not _is_complete(node):
        yield Misfit(node.start, "what the verb needs is missing")


def _of_joined(node: nouns.Both | nouns.Either, _: Node | None) -> Iterator[Misfit]:
    yield from _twice(node.things)
    yield from _of_qualifiers(node, node.qualifiers)


def _of_counted(node: nouns.Counted, _: Node | None) -> Iterator[Misfit]:
    quantity = node.quantity
    if (
        node.thing is None
        and not isinstance(quantity.count, Vague)
        and quantity.unit != Counter.TIMES
    ):
        yield from _uncounted(node, node.qualifiers)


def _of_alternatives(node: nouns.Qualities, thing: Node | None) -> Iterator[Misfit]:
    """Yield a number that joins no other: 自分の1のキャラ; コスト3と5のキャラ is two things."""
    first = node.alternatives[0]
    if isinstance(first, qualities.AlsoMeasured) and getattr(thing, "qualifiers", ())[:1] != (
        node,
    ):
        yield Misfit(first.start, "the number is of nothing")
    yield from _twice(node.alternatives)


_QUALIFIED = (nouns.Noun, nouns.Place, nouns.Named, nouns.Quoted, nouns.Mixed, nouns.Icons)
_CHECKS: tuple[tuple[tuple[type[Node], ...], _Check], ...] = (
    ((acts.Predicate,), _of_predicate),
    ((card.Sentence,), lambda node, _: _twice_in_a_row(node.steps)),
    ((card.Ability,), lambda node, _: _again(node.marks)),
    ((nouns.Both, nouns.Either), _of_joined),
    ((nouns.Counted,), _of_counted),
    ((card.Cost,), lambda node, _: _in_cost(node.sentences)),
    ((roles.ForEach,), lambda node, _: _of_nothing(node.thing)),
    ((nouns.Numbering,), lambda node, parent: _numbered(node.quantity, parent)),
    ((nouns.Qualities,), _of_alternatives),
    (_QUALIFIED, lambda node, _: _of_qualifiers(node, node.qualifiers)),
)
"""What checks nodes of each sort."""


# ---- What stands before a verb

# Where an act is told in full; an event leaves out what was said, a clause before a noun that noun.
_WHOLE = (card.Sentence, card.May, card.ByDoing, card.Can, card.Cannot)
_STATES = (acts.Is, acts.Exist)
# What is before these belongs in part to what is behind them: このキャラを手札にあるかのように置く.
_NOT_CHECKED = (card.AsIf, roles.SoThat)


def _is_told_in_full(predicate: acts.Predicate, parent: Node | None) -> bool:
    return isinstance(parent, _WHOLE) or (
        isinstance(parent, card.If) and isinstance(predicate, _STATES)
    )


_ONGOING = frozenset(form for form in Form if "ONGOING" in form.name) - PASSIVE
_POTENTIAL = frozenset({Form.CAN, Form.CANNOT, Form.JOINING_CAN, Form.JOINING_CANNOT})
# What is checked against the frame; the rest says when, how, through what, and fits anywhere.
_TAKEN: dict[type[roles.Complement], str] = {
    roles.Subject: "が",
    roles.Object: "を",
    roles.Target: "に",
    roles.Source: "から",
    roles.Companion: "と",
}


_DOERS = frozenset({"player", "card", "ability"})
# Behind these no other particle sets the part apart.
_FOCUSING = (roles.Topic, roles.Subject, roles.Object, roles.Also)


def _in_predicate(predicate: acts.Predicate) -> Iterator[Misfit]:
    yield from _said_twice(predicate.complements)
    frame = FRAMES.get(frame_name(predicate))
    if frame is None:
        return
    for part in predicate.complements:
        role = part.role if isinstance(part, (roles.RoleOr, roles.Focused)) else part
        particle = _TAKEN.get(type(role))
        if particle and isinstance(role, roles.Role) and not takes(predicate, particle, role.thing):
            yield Misfit(part.start, f"{particle} takes no such thing here")
        if isinstance(role, roles.Object) and isinstance(role.thing, nouns.Beside):
            yield Misfit(part.start, "nothing is done to what is only a side")
        if isinstance(role, roles.Doer) and not _fits(role.thing, _DOERS):
            yield Misfit(part.start, "no such thing does it")
        if isinstance(part, roles.Focused) and isinstance(role, _FOCUSING):
            yield Misfit(part.start, "a particle is one too many")
    if isinstance(predicate, acts.Act) and predicate.verb.value == "なる":
        yield from _becomes_itself(predicate.complements)
    if isinstance(predicate, acts.ChangeState) and predicate.form in _ONGOING:
        yield from _done_to(predicate.complements)
    if isinstance(predicate, acts.Exist):
        yield from _is_in_a_card(predicate.complements)


def _done_to(complements: Sequence[roles.Complement]) -> Iterator[Misfit]:
    """Find what is told of a state as if it were done: このカードを【レスト】しているなら."""
    for part in complements:
        if isinstance(part, roles.Object):
            yield Misfit(part.start, "a state is not done to anything")


def _is_in_a_card(complements: Sequence[roles.Complement]) -> Iterator[Misfit]:
    """Find what is in a card, where が does not tell what: このカードは…のキャラにいないなら."""
    if any(isinstance(part, (roles.Subject, roles.Also)) for part in complements):
        return
    for part in complements:
        if isinstance(part, roles.Target) and sorts_of(part.thing) == {"card"}:
            yield Misfit(part.start, "nothing is told that is in it")


def _becomes_itself(complements: Sequence[roles.Complement]) -> Iterator[Misfit]:
    """Find what becomes no other thing than it is, アタックはアタックになる."""
    told = [part.thing for part in complements if isinstance(part, (roles.Topic, roles.Subject))]
    words = [thing.word for thing in told if isinstance(thing, nouns.Noun)]
    for part in complements:
        into = part.thing if isinstance(part, roles.Target) else None
        if isinstance(into, nouns.Noun) and not into.qualifiers and into.word in words:
            yield Misfit(part.start, "it is that already")


def frame_name(predicate: acts.Predicate) -> str:
    """Return under which name the table has what ``predicate`` takes."""
    return predicate.verb.value if isinstance(predicate, acts.Act) else type(predicate).__name__


def takes(predicate: acts.Predicate, particle: str, thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` can stand before ``particle`` in ``predicate``."""
    frame = FRAMES.get(frame_name(predicate))
    if frame is None:
        return True
    form = predicate.form if isinstance(predicate, acts.Act) else None
    wanted = _wanted(frame, particle, form)
    return wanted is not None and _fits(thing, wanted)


def takes_any(verb: Verb, particle: str) -> bool:
    """Whether ``verb`` takes anything before ``particle``; one that the table lacks may."""
    frame = FRAMES.get(verb.value)
    return frame is None or particle in frame.roles


def _wanted(frame: VerbFrame, particle: str, form: Form | None) -> frozenset[str] | None:
    """Return the sorts that ``particle`` takes; in the passive the object is the subject."""
    done_to = frame.roles.get("を")
    if form in PASSIVE and done_to is not None:
        suffers = frame.roles.get("られ", done_to)
        return {"が": suffers, "を": None}.get(particle, frame.roles.get(particle))
    if form in _POTENTIAL and particle == "が" and done_to is not None:
        return done_to | frame.roles.get("が", frozenset())
    return frame.roles.get(particle)


def _fits(thing: nouns.Thing | nouns.Quantity, wanted: frozenset[str]) -> bool:
    match thing:
        case nouns.Both(things=things) | nouns.Either(things=things):
            return all(_fits(each, wanted) for each in things)
        case _:
            sorts = sorts_of(thing)
            return ANY_SORT in sorts or not sorts.isdisjoint(wanted)


def _is_complete(predicate: acts.Predicate) -> bool:
    """Whether all is there that must be; は can tell any of it, but for what が would tell."""
    frame = FRAMES.get(frame_name(predicate))
    form = predicate.form if isinstance(predicate, acts.Act) else None
    if frame is None or form in PASSIVE:
        return True
    doers = frozenset[str]() if form in _POTENTIAL else frame.roles.get("が", frozenset())
    said = {_particle(part, doers) for part in predicate.complements}
    said |= {"~に", "~を"} - {f"~{particle}" for particle in said}
    return "は:thing" in said or all(said & needs for needs in frame.needs)


_NEEDED: Mapping[type[Node], str] = {
    roles.HowMany: "枚",
    roles.HowManyAnd: "枚",
    roles.SoThat: "枚",
    roles.AllOfIt: "すべて",
    roles.Manner: "manner",
}
"""What no particle marks among the needs."""


def _particle(part: roles.Complement, doers: Set[str]) -> str:
    """Return what ``part`` is among the needs; ``doers`` are the sorts that act."""
    role = part.role if isinstance(part, (roles.RoleOr, roles.Focused)) else part
    if isinstance(role, roles.Topic) and sorts_of(role.thing).isdisjoint(doers):
        return "は:thing"
    if isinstance(role, roles.Role):
        return role.particle
    return _NEEDED.get(type(role), "")


def _said_twice(complements: Sequence[roles.Complement]) -> Iterator[Misfit]:
    """Yield what has a role that another has already, if they are not taken together (…1枚と)."""
    seen: dict[type[roles.Complement], roles.Complement] = {}
    for at, part in enumerate(complements):
        if isinstance(part, roles.HowManyAnd):
            goal = roles.Target in seen and roles.Object not in seen
            if goal and not _leads_to_a_goal(complements[at + 1 :]):
                yield Misfit(part.start, "no second goal is told")
            for sort in (roles.Object, roles.Source, roles.Target, roles.HowMany):
                seen.pop(sort, None)
        elif isinstance(part, roles.Manner):
            continue
        elif type(part) in seen and not _says_more(seen[type(part)], part):
            yield Misfit(part.start, "what has this part was said before")
        else:
            seen[type(part)] = part
    yield from _twice(complements)


def _leads_to_a_goal(behind: Sequence[roles.Complement]) -> bool:
    """Whether another goal comes next: エントリーに1枚とメンバーに2枚."""
    parts = (part for part in behind if isinstance(part, (roles.Object, roles.Target)))
    return isinstance(next(parts, None), roles.Target)


def _says_more(first: roles.Complement, second: roles.Complement) -> bool:
    """Whether ``second`` says more of what ``first`` said: its number, or another name for it."""
    match first, second:
        case roles.AlsoAs(), roles.AlsoAs():
            return first != second
        case roles.Object(thing=thing), roles.Object(thing=nouns.Quantity()):
            return not isinstance(thing, nouns.Quantity)
        case roles.HowMany(quantity=each), roles.HowMany(quantity=all_):
            return each.limit == Limit.EACH or isinstance(all_.count, Vague)
        case _:
            return False


# ---- Things and what is said of them


_ANYTHING = frozenset({ANY_SORT})
_SORTS_OF_NODES: Mapping[type[Any], frozenset[str]] = {
    kind: frozenset(sorts)
    for kinds, sorts in (
        ((nouns.Player,), {"player"}),
        ((nouns.Place,), {"zone"}),
        ((nouns.Beside,), {"zone", "card"}),
        ((nouns.Quantity, nouns.Total, nouns.Mixed), {"card", "number"}),
        ((nouns.Number, nouns.Product, nouns.Sum), {"number"}),
        ((nouns.Quoted, nouns.Choice), {"ability"}),
        ((nouns.Icons,), {"trait", "card"}),
        ((nouns.Spoken,), {"words"}),
        ((nouns.Damage,), {"damage"}),
        ((Kind, Marking), {"ability", "card"}),
        ((Period,), {"time"}),
    )
    for kind in kinds
}
"""The sorts of things, and of what a noun has for a word, that are told by their kind alone."""


def sorts_of(thing: nouns.Thing | nouns.Quantity) -> frozenset[str]:
    """Return the sorts of ``thing``: what it can stand for."""
    match thing:
        case nouns.Noun(word=Word(value=word)):
            return SORTS_OF_WORDS.get(word, _ANYTHING)
        case nouns.Noun(word=special):
            return _SORTS_OF_NODES.get(type(special), _ANYTHING)
        case nouns.Named(alternatives=alternatives):
            return _sorts_of_qualities(alternatives)
        case nouns.Counted(thing=nouns.Thing() as inner):
            return sorts_of(inner)
        case nouns.Every(thing=inner) | nouns.Bound(thing=inner):
            return sorts_of(inner)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return frozenset().union(*map(sorts_of, things))
        case _:
            return _SORTS_OF_NODES.get(type(thing), _ANYTHING)


def _sorts_of_qualities(alternatives: Sequence[qualities.Quality]) -> frozenset[str]:
    sorts = {"card", "trait"} if any(quality.nominal for quality in alternatives) else {"card"}
    return frozenset(sorts)


# What is said of a thing once, if at all.
_ONCE = (nouns.Owned, nouns.Other, nouns.Pointing, nouns.Numbering, nouns.Caused, nouns.From)


def _of_qualifiers(node: Node, qualifiers: Sequence[nouns.Qualifier]) -> Iterator[Misfit]:
    if not qualifiers:
        return
    if len(qualifiers) > 1:
        yield from _said_before(qualifiers)
        yield from _twice(qualifiers)
    for qualifier in qualifiers:
        if isinstance(qualifier, nouns.Of) and _is_in_again(qualifier.thing, qualifiers):
            yield Misfit(qualifier.start, "where it lies was said before")
        if isinstance(qualifier, nouns.Of) and not _can_hold(qualifier.thing, node):
            yield Misfit(qualifier.start, "no such thing is of this one")


def _said_before(qualifiers: Sequence[nouns.Qualifier]) -> Iterator[Misfit]:
    for sort in _ONCE:
        found = [qualifier for qualifier in qualifiers if isinstance(qualifier, sort)]
        yield from (Misfit(again.start, "this was said before") for again in found[1:])


def _can_hold(holder: nouns.Thing, held: Node) -> bool:
    """Whether ``held`` can be of ``holder``: nothing is of its like, no card of an ability."""
    if not isinstance(held, nouns.Noun) or not isinstance(holder, nouns.Noun):
        return True
    if isinstance(holder.word, Kind):
        return "card" not in sorts_of(held) or isinstance(held.word, Kind)
    pointing = any(isinstance(qualifier, nouns.Pointing) for qualifier in holder.qualifiers)
    return pointing or holder.word != held.word


def _is_in_again(holder: nouns.Thing, qualifiers: Sequence[nouns.Qualifier]) -> bool:
    inside = [q for q in qualifiers if isinstance(q, nouns.In)]
    return any(q in inside for q in getattr(holder, "qualifiers", ()))


def _uncounted(node: Node, qualifiers: Sequence[nouns.Qualifier]) -> Iterator[Misfit]:
    """Yield a number that counts nothing: it needs to be said out of what (…のうち) or which."""
    telling = (nouns.Related, nouns.Description, nouns.Which, nouns.Of, nouns.Pointing)
    if not any(isinstance(qualifier, telling) for qualifier in qualifiers):
        yield Misfit(node.start, "nothing is counted")


def _numbered(quantity: nouns.Quantity, thing: Node | None) -> Iterator[Misfit]:
    """Yield a bare number of cards, which needs to say of what it is: レベル3以上のキャラ."""
    sorts = sorts_of(thing) if isinstance(thing, (nouns.Noun, nouns.Named)) else frozenset[str]()
    if "card" in sorts and "number" not in sorts:
        yield from _of_nothing(quantity)


def _of_nothing(thing: nouns.Thing | nouns.Quantity) -> Iterator[Misfit]:
    """Yield a number without what it counts: 1につき, where 1枚につき or 1ターンにつき is meant."""
    match thing:
        case nouns.Quantity(count=int() | Letter(), unit=None) | nouns.Number(value=int()):
            yield Misfit(thing.start, "the number is of nothing")


def _in_cost(sentences: Sequence[Node]) -> Iterator[Misfit]:
    """Yield what tells in a cost who does it: a cost is paid, and does not come about."""
    for sentence in sentences:
        for step in sentence.steps if isinstance(sentence, card.Sentence) else ():
            for part in step.complements if isinstance(step, acts.Act) else ():
                if isinstance(part, roles.Subject):
                    yield Misfit(part.start, "a cost does not come about by itself")


# ---- What stands beside its equal

REPEATED = (acts.DealDamage, acts.Draw)
"""What can come about twice in a row."""


def _twice_in_a_row(steps: Sequence[Node]) -> Iterator[Misfit]:
    yield from _twice([step for step in steps if not isinstance(step, REPEATED)])


def _twice(nodes: Sequence[Node]) -> Iterator[Misfit]:
    for first, second in pairwise(nodes):
        if type(first) is type(second) and first == second:
            yield Misfit(second.start, "the same was said just before")


def _again(nodes: Sequence[Node]) -> Iterator[Misfit]:
    for place, node in enumerate(nodes):
        if node in nodes[:place]:
            yield Misfit(node.start, "the same was said before")
