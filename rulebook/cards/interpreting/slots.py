"""What stands before a verb, by the part that it plays there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulebook.cards.interpreting.naming import are_cards, bearing
from rulebook.cards.interpreting.thing_words import is_this
from rulebook.cards.interpreting.things import InAll, OfEach
from rulebook.cards.printing.unparser import unparse_part
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.words import Limit, MannerWord, Vague, Word
from rulebook.records import dataclass, field, replace

_EACH = "それぞれ"
IN_ALL = "合計"
_QUALIFIED = (nouns.Noun, nouns.Named, nouns.Mixed, nouns.Place)
_MORE = "さらに"
_THE_SAME = Word("同じ")


@dataclass(frozen=True, slots=True)
class Taken:
    """Some of what ``role`` names, and from where: 手札から《A》を1枚と."""

    role: roles.Role
    number: nouns.Quantity | None
    source: roles.Role | None


@dataclass(slots=True)
class Slots:
    """The complements of a predicate; each is None where the text has no such part."""

    topic: roles.Role | None = None
    subject: roles.Role | None = None
    object: roles.Role | None = None
    target: roles.Role | None = None
    agent: roles.Role | None = None
    source: roles.Role | None = None
    means: roles.Role | None = None
    use: roles.Role | None = None
    companion: roles.Role | None = None
    instead_of: roles.Role | None = None
    rather_than: roles.Role | None = None
    beyond: roles.Role | None = None
    """What alone is possible: 3回まで of 3回までしか."""
    than: roles.Role | None = None
    until: roles.Role | None = None
    until_in: roles.Role | None = None
    """The longer time right before ``until``, which is a part of it."""
    for_each: roles.Role | None = None
    moment: roles.Role | None = None
    number: nouns.Quantity | None = None
    bounds: list[nouns.Quantity] = field(default_factory=list)
    """Other numbers that hold too: 2枚以上 of 2枚以上、望む枚数."""
    payment: card.Payment | None = None
    all: bool = False
    all_from: int | None = None
    """Where すべて stands, if it stands apart."""
    how: list[roles.Manner] = field(default_factory=list)
    outcome: roles.SoThat | None = None
    change: nouns.Change | nouns.Changes | None = None
    more: list[Taken] = field(default_factory=list)
    """Things with numbers that are taken together with the object: 《A》を1枚と《B》を1枚."""

    goals: list[tuple[roles.Role, nouns.Quantity]] = field(default_factory=list)
    """Goals with numbers before the last one: エントリーに1枚とメンバーに2枚置く."""

    @property
    def actor(self) -> roles.Role | None:
        """Who or what the sentence is about."""
        return self.topic or self.subject


_SLOT_OF_ROLE: tuple[tuple[type[roles.Role], str], ...] = (
    (roles.Topic, "topic"),
    (roles.Subject, "subject"),
    (roles.Whose, "subject"),
    (roles.Object, "object"),
    (roles.AtMoment, "moment"),
    (roles.At, "moment"),
    (roles.Doer, "agent"),
    (roles.Target, "target"),
    (roles.Direction, "target"),
    (roles.Source, "source"),
    (roles.Means, "means"),
    (roles.By, "means"),
    (roles.Through, "means"),
    (roles.AlsoAs, "use"),
    (roles.As, "use"),
    (roles.Companion, "companion"),
    (roles.InsteadOf, "instead_of"),
    (roles.RatherThan, "rather_than"),
    (roles.During, "until"),
    (roles.Until, "until"),
    (roles.Within, "until"),
    (roles.Amid, "until"),
    (roles.ForEach, "for_each"),
    (roles.Also, "subject"),
    (roles.NoMoreThan, "beyond"),
    (roles.Than, "than"),
)


def _slot_names() -> dict[type[roles.Role], str]:
    """Return the slot of each kind of role, the nearest base in the table counting."""
    found: dict[type[roles.Role], str] = {}
    for kind in _all_roles(roles.Role):
        name = next((name for base, name in _SLOT_OF_ROLE if issubclass(kind, base)), None)
        if name:
            found[kind] = name
    return found


def _all_roles(kind: type[roles.Role]) -> Iterable[type[roles.Role]]:
    yield kind
    for inner in kind.__subclasses__():
        yield from _all_roles(inner)


_SLOTS = _slot_names()


def slots_of(complements: Iterable[roles.Complement]) -> Slots:
    """Return ``complements`` by the parts that they play."""
    slots = Slots()
    for part in complements:
        _fill(slots, part)
    _count_together(slots)
    if slots.object and are_cards(slots.number):
        slots.object = as_cards(slots.object)
    if slots.subject and are_cards(slots.number):
        slots.subject = as_cards(slots.subject)
    if slots.source:
        _take_along(slots, slots.source)
    if slots.target and slots.companion and _is_the_same(slots.target):
        # そのキャラのATKと同じになる: it becomes what that is.
        slots.target, slots.companion = replace(slots.target, thing=slots.companion.thing), None
    return slots


def _count_together(slots: Slots) -> None:
    """Tell the number as one of all together, where 合計 stands before it."""
    how = [each for each in slots.how if each.manner.value != IN_ALL]
    number = slots.number
    if number is not None and len(how) < len(slots.how):
        limit, unit = number.limit, number.unit
        slots.number = InAll(number.start, number.end, number.count, unit, limit)
        slots.how = how


def _take_along(slots: Slots, source: roles.Role) -> None:
    """Tell a card from the zone it is named with: このキャラと、デッキの上から1枚を置く."""
    match source.thing:
        case nouns.Both(qualifiers=(), things=(nouns.Noun() as own, nouns.Beside() as place)):
            if is_this(own.qualifiers):
                slots.companion = roles.Companion(own.start, own.end, own)
                slots.source = replace(source, thing=place)


def _is_the_same(role: roles.Role) -> bool:
    return isinstance(role.thing, nouns.Noun) and role.thing.word == _THE_SAME


def as_cards(role: roles.Role) -> roles.Role:
    """Return ``role``, which is counted in cards: 【ブロッカー】 of 【ブロッカー】を1枚."""
    thing = bearing(role.thing)
    return role if thing is role.thing else replace(role, thing=thing)


def _fill(slots: Slots, part: roles.Complement) -> None:
    match part:
        case roles.Focused(role=role) | roles.RoleOr(role=role):
            _fill(slots, role)
        case roles.Role():
            name = _SLOTS.get(type(part))
            if name:
                thing = _in_all_zones(part.thing)
                _put(slots, name, part if thing is part.thing else replace(part, thing=thing))
        case roles.HowMany(quantity=quantity):
            slots.bounds += [slots.number] if slots.number else []
            slots.number = quantity
        case roles.HowManyAnd(quantity=quantity):
            _fill_with_more(slots, quantity)
        case roles.SoThat(outcome=outcome):
            many = _to_become(outcome)
            if many is None:
                slots.outcome = part
            else:
                slots.number = slots.number or many
        case roles.AllOfIt():
            slots.all, slots.all_from = True, part.start
        case roles.Manner(manner=manner):
            _fill_how(slots, part, manner)
        case roles.HowMuch(change=change):
            slots.change = change
        case card.Payment():
            slots.payment = part


def _fill_how(slots: Slots, part: roles.Manner, manner: MannerWord) -> None:
    """Put away how it is done; 多く behind 4枚より says with that how many: more than four."""
    number = slots.than.thing if slots.than else None
    if isinstance(number, nouns.Quantity) and slots.number is None:
        limit = Limit(f"より{manner.value}")
        slots.than, slots.number = None, replace(number, end=part.end, limit=limit)
    else:
        slots.how.append(part)


def _to_become(outcome: acts.Act) -> nouns.Quantity | None:
    """Return how many there shall be: 同じ枚数になるよう, but not 手札が3枚になるよう."""
    match outcome.complements:
        case (roles.Target(thing=nouns.Quantity() as many),):
            return many
        case _:
            return None


def _fill_with_more(slots: Slots, quantity: nouns.Quantity) -> None:
    """Put away what stands before ``quantity`` and と, to make room for what stands behind."""
    if slots.object:
        taken = as_cards(slots.object) if are_cards(quantity) else slots.object
        slots.more.append(Taken(taken, quantity, slots.source))
        slots.object = None
    elif slots.target:
        slots.goals.append((slots.target, quantity))
        slots.target = None
    elif slots.source:
        slots.more.append(Taken(slots.source, quantity, slots.source))
        slots.source = None


def _in_all_zones(thing: Node) -> Any:
    """Return エントリーと手札のキャラ as cards that lie in either zone, not as a zone and cards.

    A comma parts the two, and so does whose the second is: 手札と、控え室のキャラ.
    """
    if not isinstance(thing, (nouns.Both, nouns.Either)) or thing.qualifiers:
        return thing
    *places, last = thing.things
    ends = [place.end for place in places if isinstance(place, nouns.Place)]
    starts = [inner.start for inner in thing.things[1:]]
    if len(ends) < len(places) or any(s - e != 1 for e, s in zip(ends, starts, strict=True)):
        return thing
    return _also_in(last, places) or thing


def _also_in(noun: Node, places: Sequence[Node]) -> Any:
    """Return ``noun``, which begins with its zone, as in the zones of ``places`` too."""
    qualifiers: tuple[nouns.Qualifier, ...] = getattr(noun, "qualifiers", ())
    first, start = next(iter(qualifiers), None), places[0].start
    if isinstance(first, nouns.Of):
        of: Any = _also_in(first.thing, places)
        return _beginning(noun, start, (replace(first, start=start, thing=of),)) if of else None
    if not isinstance(first, nouns.In) or first.start != noun.start:
        return None
    named = [place for place in places if isinstance(place, nouns.Place)]
    zones = (*(place.zone for place in named), *first.zones)
    return _beginning(noun, start, (*named[0].qualifiers, replace(first, zones=zones)))


def _beginning(noun: Node, start: int, first: tuple[nouns.Qualifier, ...]) -> Any:
    """Return ``noun`` with ``first`` for the first of its qualifiers."""
    whole: Any = noun
    return replace(whole, start=start, qualifiers=(*first, *whole.qualifiers[1:]))


def each_way(act: acts.Predicate) -> tuple[acts.Predicate, ...]:
    """Return ``act`` with each of two parts of which one will do: 手札からか『チェンジ』で."""
    told = act.complements
    at = next((i for i, part in enumerate(told) if isinstance(part, roles.RoleOr)), None)
    if at is None or at + 1 == len(told):
        return (act,)
    first, second = (*told[: at + 1], *told[at + 2 :]), (*told[:at], *told[at + 1 :])
    return replace(act, complements=first), replace(act, complements=second)


def set_apart(slots: Slots) -> None:
    """Put this very card apart from what is counted beside it: このカードとキャラを1枚."""
    told = slots.object.thing if slots.object and slots.number else None
    if not isinstance(told, nouns.Both) or told.qualifiers or slots.object is None:
        return
    *before, last = told.things
    if all(is_this(getattr(thing, "qualifiers", ())) for thing in before):
        role = slots.object
        parts = [replace(role, end=thing.end, thing=thing) for thing in before]
        slots.more += [Taken(part, None, None) for part in parts]
        slots.object = replace(role, start=last.start, thing=last)


def take_each(slots: Slots) -> None:
    """Take of each thing by itself what is told of all at once: キャラとReバースをそれぞれ1枚.

    So are cards out of each of several zones: 手札と控え室から《A》を1枚ずつ.
    """
    number, things, zones = slots.number, _row_of(slots.object), _row_of(slots.source)
    how = [each for each in slots.how if each.manner.value != _EACH]
    each = number is not None and (number.limit == Limit.EACH or len(how) < len(slots.how))
    if number is None or slots.bounds or not each or not are_cards(number):
        return
    apart = bool(things) != bool(zones)
    if not apart or (zones and slots.object and len(how) < len(slots.how)):
        # それぞれコストが同じキャラ is not each by itself.
        return
    limit = None if number.limit == Limit.EACH else number.limit
    alone = OfEach(number.start, number.end, number.count, number.unit, limit)
    if slots.object and not things:
        *sources, slots.source = zones
        slots.more += [Taken(slots.object, alone, source) for source in sources]
    else:
        *parts, slots.object = things or zones
        slots.more += [Taken(part, alone, slots.source) for part in parts]
    slots.how, slots.number = how, alone


def _row_of(role: roles.Role | None) -> list[roles.Role]:
    """Return each thing of the row that ``role`` tells by itself; none where it is no row."""
    if role is None or not isinstance(role.thing, nouns.Both):
        return []
    row = _each_with_shared(role.thing)
    return [replace(role, thing=thing) for thing in row]


def _each_with_shared(both: nouns.Both) -> list[Any]:
    """Return the things of ``both``, each with what is said once for all: 相手の、AとB."""
    things: list[Any] = [*both.things]
    if not all(isinstance(thing, _QUALIFIED) for thing in things):
        return []
    things[0] = replace(things[0], start=both.start)
    return [replace(t, qualifiers=(*both.qualifiers, *t.qualifiers)) for t in things]


def _put(slots: Slots, name: str, role: roles.Role) -> None:
    """Put ``role`` into its slot; a bare number as the object is how many there are.

    So is one behind the subject: キャラが1枚もいない.
    """
    counts = name == "object" or (isinstance(role, roles.Also) and slots.subject is not None)
    if counts and isinstance(role.thing, nouns.Quantity) and slots.number is None:
        slots.number = role.thing
    elif name == "object" and slots.object is not None and slots.target is None:
        slots.target = slots.object
        slots.object = role
    else:
        if name == "until":
            slots.until_in = time_before(slots.until, role)
        setattr(slots, name, role)


def time_before(before: roles.Role | None, role: roles.Role) -> roles.Role | None:
    """Return ``before``, if ``role`` is a time right behind and in it: このターン次のアタック中."""
    wider = isinstance(before, (roles.Within, roles.Until, roles.During))
    return before if before is not None and wider and before.end >= role.start - 1 else None


def goes_on(before: roles.Role | None, role: roles.Role) -> roles.Role:
    """Return ``role`` with what ``before`` tells for both: 1回目のアタック中…2回目のアタック中."""
    first, thing = getattr(before, "thing", None), role.thing
    if not isinstance(first, nouns.Noun) or not isinstance(thing, nouns.Noun):
        return role
    told = [q for q in first.qualifiers if not isinstance(q, nouns.Ordinals)]
    alone = len(thing.qualifiers) == 1 and isinstance(thing.qualifiers[0], nouns.Ordinals)
    if not alone or first.word != thing.word or len(told) == len(first.qualifiers):
        return role
    return replace(role, thing=replace(thing, qualifiers=(*told, *thing.qualifiers)))


def is_told_by_deed(role: roles.Role) -> bool:
    """Whether ``role`` is a time told by what is done in it: このキャラがサポートしたアタック中."""
    qualifiers = role.thing.qualifiers if isinstance(role.thing, nouns.Noun) else ()
    return any(isinstance(q, nouns.Which) for q in qualifiers)


def how_of(slots: Slots) -> tuple[str, ...]:
    """Return how it is done, by what means and when: 裏向きで, 望む順で, トリガーステップに."""
    like = slots.companion if counts_like(slots) else None
    first = (slots.than, *slots.bounds, slots.outcome)
    parts = (*first, *slots.how, slots.means, slots.moment, like)
    return tuple(unparse_part(part) for part in parts if part is not None)


def adds(slots: Slots) -> bool:
    """Whether it is added to what was changed before: さらに."""
    return any(how.manner.value == _MORE for how in slots.how)


def counts_like(slots: Slots) -> bool:
    """Whether there are to be as many as of the companion: あなたのリタイアと同じ枚数."""
    return slots.number is not None and slots.number.count == Vague.SAME
