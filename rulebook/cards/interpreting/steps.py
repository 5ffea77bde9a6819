"""The steps of a sentence: their complements in slots by role, and what each is to the rest. In the
examples, は marks the topic, が the subject, を the object; 【ブロッカー】 is an icon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook.cards.builders.scoping import is_time
from rulebook.cards.interpreting import thing_words
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.card import complements_of, is_other_case
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import PASSIVE, Form
from rulebook.cards.tree.words import Counter, Limit, MannerWord, Vague, Word
from rulebook.records import dataclass, field, replace

Change = nouns.Change | nouns.Changes
IN_ALL = "合計"
_QUALIFIED = (nouns.Noun, nouns.Named, nouns.Mixed, nouns.Place)
_NUMBER = Counter("数")


@dataclass(frozen=True, slots=True)
class ObjectPart:
    """One of several objects of a verb, with its own number and source: “1 A from the hand and”."""

    role: roles.Role
    number: nouns.Quantity | None
    source: roles.Role | None


@dataclass(slots=True)
class Slots:
    """A verb with its complements by role; each is None where the text has no such part."""

    act: acts.Predicate
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
    beyond: roles.Role | None = None  # the only thing that remains possible (しか, only)
    than: roles.Role | None = None
    until: roles.Role | None = None
    until_in: roles.Role | None = None  # a longer time right before, which includes it
    for_each: roles.Role | None = None
    moment: roles.Role | None = None
    number: nouns.Quantity | None = None
    bounds: list[nouns.Quantity] = field(default_factory=list)  # “2 or more, any number”
    payment: card.Payment | None = None
    all: bool = False
    all_from: int | None = None  # where すべて (all) starts, if it is not part of a noun phrase
    how: list[roles.Manner] = field(default_factory=list)
    outcome: roles.SoThat | roles.UntilDone | None = None
    change: Change | None = None
    more: list[ObjectPart] = field(default_factory=list)  # further objects: “1 A and 1 B”
    goals: list[tuple[roles.Role, nouns.Quantity]] = field(default_factory=list)
    """Goals with numbers before the last one: “put 1 in Entry and 2 in Member”."""

    @property
    def actor(self) -> roles.Role | None:
        """The topic (は), else the subject (が) or None: who acts, or a card that is moved."""
        return self.topic or self.subject


def slots_of(act: acts.Predicate) -> Slots:
    """Return the complements of ``act`` sorted into slots by role: they come in any order."""
    slots = Slots(act)
    for part in act.complements:
        _put_complement(slots, part)
    number, how = slots.number, [each for each in slots.how if each.manner.value != IN_ALL]
    if number is not None and len(how) < len(slots.how):
        # “2 of A or B in all” (合計): they are counted together.
        limit, unit = number.limit, number.unit
        slots.number = thing_words.InAll(number.start, number.end, number.count, unit, limit)
        slots.how = how
    if slots.object and thing_words.counts_cards(slots.number):  # “1 【ブロッカー】”: a card
        slots.object = as_cards(slots.object)
    if slots.subject and thing_words.counts_cards(slots.number):
        slots.subject = as_cards(slots.subject)
    match slots.source.thing if slots.source else None:
        case nouns.Both(qualifiers=(), things=(nouns.Noun() as own, nouns.Beside() as place)):
            if slots.source and thing_words.is_this(own.qualifiers):
                # このカードと山札の上から (with this card, off the deck) is read as from both.
                slots.companion = roles.Companion(own.start, own.end, own)
                slots.source = replace(slots.source, thing=place)
    goal, companion = slots.target, slots.companion
    same = goal and isinstance(goal.thing, nouns.Noun) and goal.thing.word == Word("同じ")
    if goal and companion and same:
        # “Becomes the same as that character's ATK”: the companion is the goal.
        slots.target, slots.companion = replace(goal, thing=companion.thing), None
    return slots


def as_cards(role: roles.Role) -> roles.Role:
    """Return ``role`` with marks as cards that have them: “1 【ブロッカー】” counts cards."""
    thing = thing_words.with_marks_as_cards(role.thing)
    return role if thing is role.thing else replace(role, thing=thing)


def _put_complement(slots: Slots, part: roles.Complement) -> None:
    """Put ``part`` into the slot of its role. Later parts may change earlier slots: と (and) after
    a number moves the object before it into ``more``. すべて (all) is of the noun before it."""
    match part:
        case roles.Focused(role=role) | roles.RoleOr(role=role):
            _put_complement(slots, role)
        case roles.Role():
            thing = _in_all_zones(part.thing)
            _put_role(slots, part if thing is part.thing else replace(part, thing=thing))
        case roles.HowMany(quantity=quantity):
            # “2 or more, as many as wished”: a number before another is its bound.
            slots.bounds += [slots.number] if slots.number else []
            slots.number = quantity
        case roles.HowManyAnd(quantity=quantity):
            _move_to_more(slots, quantity)
        case roles.SoThat(
            outcome=acts.Act(complements=(roles.Target(thing=nouns.Quantity() as n),))
        ):
            slots.number = slots.number or n  # “so that it is as many”
        case roles.SoThat() | roles.UntilDone():
            slots.outcome = part  # “until the hand is 3 cards”
        case roles.AllOfIt():
            slots.all, slots.all_from = True, part.start
        case roles.Manner(manner=manner):
            more = slots.than.thing if slots.than else None
            if isinstance(more, nouns.Quantity) and slots.number is None:
                # 4枚より多く (more than 4): the word is no manner here, but part of the number.
                limit = Limit(f"より{manner.value}")
                slots.than, slots.number = None, replace(more, end=part.end, limit=limit)
            else:
                slots.how.append(part)
        case roles.HowMuch(change=change):
            slots.change = change
        case card.Payment():
            slots.payment = part


def _move_to_more(slots: Slots, quantity: nouns.Quantity) -> None:
    """Store the object, goal or source with its ``quantity`` before と (and), and empty its slot
    for the next: “choose 1 character and 1 card” has one verb with two objects, each with a number.
    A source without an object (“1 from the deck and”) is both, as nothing else names the cards."""
    if slots.object:
        # “1 【ブロッカー】 and”: 枚 counts cards, not marks.
        taken = as_cards(slots.object) if thing_words.counts_cards(quantity) else slots.object
        slots.more.append(ObjectPart(taken, quantity, slots.source))
        slots.object = None
    elif slots.target:
        slots.goals.append((slots.target, quantity))
        slots.target = None
    elif slots.source:
        slots.more.append(ObjectPart(slots.source, quantity, slots.source))
        slots.source = None


def _in_all_zones(thing: Node) -> Any:
    """Return ``thing`` such as エントリーと手札のキャラの枚数 (the number of characters in Entry
    and hand) with both zones as those of its cards, others unchanged. The grammar joins Entry and
    that number as two things; they are two only with a comma: two signs, not と or か alone."""
    if not isinstance(thing, (nouns.Both, nouns.Either)) or thing.qualifiers:
        return thing
    *places, last = thing.things
    ends = [place.end for place in places if isinstance(place, nouns.Place)]
    starts = [inner.start for inner in thing.things[1:]]
    if len(ends) < len(places) or any(s - e != 1 for e, s in zip(ends, starts, strict=True)):
        return thing
    return _with_places_in_zone(last, places) or thing


def _with_places_in_zone(noun: Node, places: Sequence[Node]) -> Any:
    """Return ``noun`` (手札のキャラの枚数, the number of characters in hand) with ``places``
    (エントリー) added to the zone of its cards, or None if it does not begin with a zone."""
    whole: Any = noun
    start = places[0].start
    begins: tuple[nouns.Qualifier, ...] = ()  # in place of the first qualifier
    match next(iter(thing_words.qualifiers_of(noun)), None):
        case nouns.Of() as first if of := _with_places_in_zone(first.thing, places):
            begins = (replace(first, start=start, thing=of),)
        case nouns.In() as first if first.start == noun.start:
            named = [place for place in places if isinstance(place, nouns.Place)]
            zones = (*(place.zone for place in named), *first.zones)
            begins = (*named[0].qualifiers, replace(first, zones=zones))
    if not begins:
        return None
    return replace(whole, start=start, qualifiers=(*begins, *whole.qualifiers[1:]))


def each_alternative(act: acts.Predicate) -> tuple[acts.Predicate, ...]:
    """Return ``act`` with either of the two roles that か (or) joins, as a slot holds one (“put
    from the hand” and “put by A” of “put from the hand or by A”); only ``act`` without か. A
    ``RoleOr`` is the role before か; the next complement is the other. Texts never join three."""
    parts = act.complements
    at = next((i for i, part in enumerate(parts) if isinstance(part, roles.RoleOr)), None)
    if at is None:
        return (act,)
    first, second = (*parts[: at + 1], *parts[at + 2 :]), (*parts[:at], *parts[at + 1 :])
    return replace(act, complements=first), replace(act, complements=second)


def separate_this_card(slots: Slots) -> None:
    """Make “this card” an object of its own in ``slots`` if it is joined with a counted thing: in
    “this card and 1 other character”, the number counts only the other cards."""
    both = slots.object.thing if slots.object and slots.number else None
    if not isinstance(both, nouns.Both) or both.qualifiers or slots.object is None:
        return
    *before, last = both.things
    if all(thing_words.is_this(thing_words.qualifiers_of(thing)) for thing in before):
        role = slots.object
        parts = [replace(role, end=thing.end, thing=thing) for thing in before]
        slots.more += [ObjectPart(part, None, None) for part in parts]
        slots.object = replace(role, start=last.start, thing=last)


def separate_each(slots: Slots) -> None:
    """Make each thing in ``slots``, or the cards of each zone, a separate object, and so a separate
    choice, with the same number: “1 each of A and B” (それぞれ), “1 each from the hand and the
    deck” (ずつ)."""
    number, things, zones = slots.number, _members_of(slots.object), _members_of(slots.source)
    how = [each for each in slots.how if each.manner.value != "それぞれ"]
    each = number is not None and (number.limit == Limit.EACH or len(how) < len(slots.how))
    # “1 each, 2 in all” (``bounds``) is one choice, and so is what is not counted in 枚 (cards).
    if number is None or slots.bounds or not each or not thing_words.counts_cards(number):
        return
    # So is one thing in one zone, and several in several, as the text does not say which is where;
    # and それぞれ may only compare (“of each zone, 1 of the same cost”).
    if bool(things) == bool(zones) or (zones and slots.object and len(how) < len(slots.how)):
        return
    limit = None if number.limit == Limit.EACH else number.limit
    alone = thing_words.OfEach(number.start, number.end, number.count, number.unit, limit)
    if slots.object and not things:
        *sources, slots.source = zones
        slots.more += [ObjectPart(slots.object, alone, source) for source in sources]
    else:
        *parts, slots.object = things or zones
        slots.more += [ObjectPart(part, alone, slots.source) for part in parts]
    slots.how, slots.number = how, alone


def _members_of(role: roles.Role | None) -> list[roles.Role]:
    """Return a role for each member of the coordination of nouns in ``role``, with the qualifiers
    stated once for all, because each may be a separate object; none for a single thing."""
    both = role.thing if role is not None else None
    if not isinstance(both, nouns.Both) or role is None:
        return []
    things: list[Any] = [*both.things]
    if not all(isinstance(thing, _QUALIFIED) for thing in things):
        return []
    things[0] = replace(things[0], start=both.start)  # where the shared qualifiers begin
    own = (replace(t, qualifiers=(*both.qualifiers, *t.qualifiers)) for t in things)
    return [replace(role, thing=thing) for thing in own]


def _put_role(slots: Slots, role: roles.Role) -> None:
    """Put ``role`` into the slot of its argument. A number alone as object or, after a subject,
    with も (also) is how many, but a 数 (number) is declared. ``until_in`` gets a longer time."""
    name = role.argument
    counts = name == "object" or (isinstance(role, roles.Also) and slots.subject is not None)
    many = role.thing if counts and isinstance(role.thing, nouns.Quantity) else None
    if many and slots.number is None and many.unit != _NUMBER:
        slots.number = many
    else:
        if name == "until":
            slots.until_in = longer_time(slots.until, role)
        setattr(slots, name, role)


def longer_time(before: roles.Role | None, role: roles.Role) -> roles.Role | None:
    """Return ``before`` if it is a time around ``role``, right before it or with の or 、 between,
    else None: “this turn, the next attack”. Both are stored: the attack must be in the turn."""
    wider = isinstance(before, (roles.Within, roles.Until, roles.During))
    return before if before is not None and wider and before.end >= role.start - 1 else None


def with_shared_owner(before: roles.Role | None, role: roles.Role) -> roles.Role:
    """Return ``role`` with the owner of ``before``, a time with the same noun; unchanged if it has
    more than an ordinal. “The opponent's first, the second attack” states the owner only once."""
    first, thing = getattr(before, "thing", None), role.thing
    if not isinstance(first, nouns.Noun) or not isinstance(thing, nouns.Noun):
        return role
    common = [q for q in first.qualifiers if not isinstance(q, nouns.Ordinals)]
    alone = len(thing.qualifiers) == 1 and isinstance(thing.qualifiers[0], nouns.Ordinals)
    if not alone or first.word != thing.word or len(common) == len(first.qualifiers):
        return role
    return replace(role, thing=replace(thing, qualifiers=(*common, *thing.qualifiers)))


def manner_words(slots: Slots) -> tuple[str, ...]:
    """Return the words for manner, means, moment, bounds, outcome, comparison (``than``), and a
    companion that only counts (“as many as in Retire”): rules test these as ``how``."""
    like = slots.companion if counts_companion(slots) else None
    first = (slots.than, *slots.bounds, slots.outcome)
    parts = (*first, *slots.how, slots.means, slots.moment, like)
    return tuple(unparse(part) for part in parts if part is not None)


def adds_more(slots: Slots) -> bool:
    """Whether the action is a further one (さらに): it has the object and duration of the last."""
    return any(how.manner.value == "さらに" for how in slots.how)


def counts_companion(slots: Slots) -> bool:
    """Whether the companion (“as many as in Retire”) only says how many, and takes no part."""
    return slots.number is not None and slots.number.count == Vague.SAME


# ---- Steps

AnyStep = card.Step | acts.Predicate
Steps = Sequence[AnyStep]
RELATIONS: dict[type[card.Step], str] = {
    card.OnDoing: "on-doing",
    card.InDoing: "while-doing",
    card.EvenIf: "even-if",
    card.EvenWhen: "even-when",
    card.TurnWhen: "in-the-turn-when",
    card.Although: "although",
    card.AsIf: "as-if",
}
"""The relation between an event and the actions after it, by the class of the step."""
_ELSE = "そうでないなら"
NOT_DONE = frozenset({"そうしないなら", _ELSE, "そうしなかったら"})
DONE = frozenset({"そうしたら"})
_DONE = {Form.ONGOING, Form.ONGOING_NOT, Form.ONGOING_PASSIVE, Form.ONGOING_PASSIVE_NOT}
_DONE |= {Form.PAST, Form.PAST_NOT, Form.PAST_PASSIVE, Form.PAST_PASSIVE_NOT}
_STATES = (acts.ChangeState, acts.Battle, acts.Exist)
_SIGNS = (card.Label, card.Case, card.CaseOf)
_HEADS = (card.Frame, card.OnDoing, card.InDoing)


def with_each_event(steps: Steps) -> Steps:
    """Return ``steps`` with the alternatives of a trigger, each a step in the tree, as events of
    one ``When``, from which a trigger is read: “when it attacks or is put”."""
    found: list[card.Step | acts.Predicate] = []
    for step in steps:
        other = found[-1] if found else None
        if isinstance(step, card.When) and isinstance(other, card.OrElse):
            found[-1] = replace(step, start=other.start, events=(other.act, *step.events))
        else:
            found.append(step)
    return found


def is_no_choice(step: card.StepOfAct) -> bool:
    """Whether ``step`` permits a state (“may differ”), not an act: it is read as a permission, not
    as an optional effect, about which a player decides."""
    if isinstance(step, card.May):
        return isinstance(step.act, acts.Include)  # “may include 《A》”
    return isinstance(step.act, acts.Act) and step.act.form is Form.TE_ONGOING  # “differing”


def size_of_case(step: card.If, rest: Steps) -> int:
    """Return how many steps of ``rest`` depend on the condition ``step``. Another case about the
    same subject does not (“if it is A …, if it is B …”), unless さらに (further) adds to it."""
    asked = _subject_words(step)
    acted = False  # conditions in a row, with no act between them, are one case
    for at, part in enumerate(rest):
        other = isinstance(part, card.If) and (_subject_words(part) or asked) == asked
        other = other and not adds_to_last_action(rest[at + 1 :])
        if acted and (other or is_else(part)):
            return at
        acted = acted or not isinstance(part, (card.If, card.Frame))
    return len(rest)


def is_else(step: AnyStep) -> bool:
    """Whether ``step`` (違うなら, otherwise) begins the case in which the last condition fails."""
    word = step.connective.value if isinstance(step, card.Link) else ""
    return word == _ELSE or is_other_case(step)


def _subject_words(step: card.If) -> str:
    """Return the words of the subject of the condition ``step``, which come first in it, "" if it
    has none. Conditions on one subject are separate cases: they exclude each other."""
    parts = complements_of(step.conditions[0])[:1]
    return "".join(unparse(part) for part in parts if isinstance(part, roles.Role))


def changes_numbers(steps: Steps) -> bool:
    """Whether the first action of ``steps`` changes a number: “for each card” before it then
    multiplies the amount (＋500), while other actions are done once for each card."""
    first = next((step for step in steps if isinstance(step, acts.Predicate)), None)
    return isinstance(first, (acts.Modify, acts.ModifyBy))


def adds_to_last_action(steps: Steps) -> bool:
    """Whether the first action of ``steps`` adds to the action before (さらに, further): that is
    then under the same condition or price. In “if 2 or more, draw 1, if 4 or more, draw 1 further”,
    both conditions may hold; without さらに, they would be cases that exclude each other."""
    actions = (step.act if isinstance(step, (card.ByDoing, card.May)) else step for step in steps)
    first = next((step for step in actions if isinstance(step, acts.Predicate)), None)
    return first is not None and adds_more(slots_of(first))


def is_time_of_condition(role: roles.Role, rest: Steps) -> bool:
    """Whether ``role`` is the time of the event in the next condition, not of the effect. “This
    turn, if you have not played an event” asks for an event in it, which a state does not have."""
    asking = rest[0] if rest else None
    asked = asking.conditions[0] if isinstance(asking, card.If) else None
    done = isinstance(asked, acts.Act) and asked.form in _DONE and not isinstance(asked, _STATES)
    return done and isinstance(role, (roles.During, roles.Amid, roles.Within))


def governs(role: roles.Role, rest: Steps) -> bool:
    """Whether ``role`` is a time that delays (“at end of turn”) or restricts (“during the
    opponent's turn”) all steps after it (``rest``), which are put inside its effect. A duration
    alone (“this turn”) is a field of each, and a time of the next condition is part of that
    condition."""
    if isinstance(role, roles.At):
        return True
    if not isinstance(role, (roles.During, roles.Amid)) or is_time_of_condition(role, rest):
        return False
    return isinstance(role.thing, nouns.Noun) and is_time(role.thing) and not _lasts(role.thing)


def _lasts(time: nouns.Noun) -> bool:
    """Whether a pointer picks out ``time`` (“this turn”): a duration, not a condition."""
    return any(
        isinstance(q, nouns.Pointing)
        or (isinstance(q, nouns.Of) and isinstance(q.thing, nouns.Noun) and _lasts(q.thing))
        for q in time.qualifiers
    )


def is_instead(step: AnyStep) -> bool:
    """Whether the action of ``step`` is done instead of something (かわりに; ではなく, not that
    but): it is then not a further action, and an event before it is the one that is replaced."""
    return any(
        isinstance(part, (roles.InsteadOf, roles.RatherThan))
        or (isinstance(part, roles.Manner) and part.manner == MannerWord.INSTEAD)
        for part in complements_of(step)
    )


def end_of(rest: Steps, step: AnyStep) -> int:
    """Return where ``rest`` or, if it is empty, ``step`` ends: the effect of both ends there."""
    return rest[-1].end if rest else step.end


def attacker(events: Sequence[acts.Predicate]) -> roles.Role | None:
    """Return the attacking card in ``events``, or None; the subject of a passive verb is attacked
    instead. The attacker carries out what replaces its attack, if the text names nobody."""
    attacks = (act for act in events if isinstance(act, acts.Attack) and act.form not in PASSIVE)
    return next((slots_of(act).actor for act in attacks), None)


def with_head(steps: Steps, head: Steps) -> tuple[Steps, Steps]:
    """Return the ``steps`` of an option, and the ``head`` for the next: a time or occasion before
    the sign (ⅰ) of the first option holds for each option, so it is put after the sign of each."""
    at = next((at for at, step in enumerate(steps) if isinstance(step, _SIGNS)), None)
    if at is None or not all(isinstance(step, _HEADS) for step in steps[:at]):
        return steps, ()
    head = steps[:at] or head
    return (steps[at], *head, *steps[at + 1 :]) if head else steps, head


def is_alternative_case(act: acts.Act, step: AnyStep) -> bool:
    """Whether ``step`` (“if B was put”) is the case of ``act`` done to another object, which ends
    the one before. With the same verb, texts state an object again only if it is another."""
    if not isinstance(step, card.Once) or not isinstance(step.act, acts.Act):
        return False
    both = slots_of(act).object and slots_of(step.act).object
    return step.act.verb == act.verb and both is not None
