"""Turn the times and events of a tree into those of a meaning."""

from __future__ import annotations

from typing import Any

from rulebook.cards.builders.scoping import is_time
from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.slots import Slots, counts_like, each_way, slots_of
from rulebook.cards.interpreting.things import OFTEN, exactly, number_of, put_there, thing_of
from rulebook.cards.meaning.nodes import Duration, Event, Moment, ThingMeaning, Time
from rulebook.cards.printing.unparser import unparse_part
from rulebook.cards.tree import acts, nouns, qualities, roles
from rulebook.cards.tree.verbs import NEGATED, PASSIVE, Form
from rulebook.cards.tree.words import Word

_DURING = "中"
_PARTS = ("フェイズ", "ステップ")


def event_of(
    act: acts.Predicate, slots: Slots, setting: Setting, topic: roles.Role | None = None
) -> Event:
    """Return ``act`` with its ``slots`` as an event, in a sentence about ``topic``."""
    form = act.form if isinstance(act, acts.Act) else Form.PLAIN
    when = slots.moment or slots.until
    what, goal = put_there(act, _with_number(slots, setting), _thing(slots.target, setting))
    if what is None and slots.topic is not None and type(slots.subject) is roles.Subject:
        # そのキャラはATKとDEFが増減しない: the topic has the number.
        what = _thing(slots.subject, setting)
    return Event(
        act.start,
        act.end,
        act.verb.value if isinstance(act, acts.Act) else "",
        form in PASSIVE,
        form in NEGATED,
        _who(slots, setting) or _thing(topic, setting),
        what,
        _thing(slots.agent, setting),
        _thing(slots.source, setting),
        goal,
        _through(slots.means, setting),
        moment_of(when, setting) if when else None,
        (),
        number_of(slots.number, setting) if what is None or not what.number else None,
        tuple(unparse_part(part) for part in (slots.than, *slots.how) if part is not None),
        None if counts_like(slots) else _thing(slots.companion, setting),
    )


def _through(role: roles.Role | None, setting: Setting) -> ThingMeaning | None:
    """Return the means ``role``; that of コスト0で is a number, not a card that has it."""
    if role is None:
        return None
    through = thing_of(role.thing, setting)
    match role.thing:
        case nouns.Named(qualifiers=(), alternatives=(qualities.Measured() as measured,)):
            number = exactly(nouns.Number(role.start, role.end, measured.number), setting)
            words = (measured.measure.value,)
            return ThingMeaning(through.start, through.end, "numbers", words=words, number=number)
    return through


def _thing(role: roles.Role | None, setting: Setting) -> ThingMeaning | None:
    return thing_of(role.thing, setting) if role else None


def _who(slots: Slots, setting: Setting) -> ThingMeaning | None:
    """Return topic or subject; すべて belongs to it if it is not that of the object."""
    if slots.actor is None:
        return None
    every = slots.all and not _is_all_of_object(slots)
    return thing_of(slots.actor.thing, setting, as_cards=True, every=every)


def _with_number(slots: Slots, setting: Setting) -> ThingMeaning | None:
    """Return the object with its number; 2回 counts the event and not the object."""
    if slots.object is None:
        return None
    number = slots.number if slots.number and slots.number.unit != OFTEN else None
    every = slots.all and _is_all_of_object(slots)
    return thing_of(slots.object.thing, setting, quantity=number, as_cards=True, every=every)


def _is_all_of_object(slots: Slots) -> bool:
    """Whether すべて comes after the object and belongs to it: カードをすべて引く."""
    at = slots.all_from
    return slots.object is not None and at is not None and slots.object.start < at


# ---- Times


def moment_of(role: roles.Role, setting: Setting) -> Moment:
    """Return the time ``role`` as the moment of an action or event."""
    return Moment(role.start, role.end, *_time_fields(role.thing, setting))


def time_of(role: roles.Role, setting: Setting) -> Duration:
    """Return the time ``role`` as a duration."""
    return Duration(role.start, role.end, *_time_fields(role.thing, setting))


def time_asked(thing: nouns.Thing | nouns.Quantity, setting: Setting) -> Time:
    """Return ``thing`` as a time that a condition asks for: あなたのターンなら."""
    return Time(thing.start, thing.end, *_time_fields(thing, setting))


def time_inside(thing: nouns.Thing | nouns.Quantity) -> roles.Role | None:
    """Return the time inside of ``thing``: このターン次にキャラをプレイするコスト."""
    own = thing.qualifiers if isinstance(thing, nouns.Noun) else ()
    parts = (part for q in own if isinstance(q, nouns.Which) for part in q.act.complements)
    return next((part for part in parts if isinstance(part, roles.Within)), None)


def _time_fields(thing: nouns.Thing | nouns.Quantity, setting: Setting) -> tuple[Any, ...]:
    """Return the fields of a time behind its span: word, pointers, owners, which one, events."""
    owners: list[str] = []
    which: list[str] = []
    events: tuple[Event, ...] = ()
    inner: nouns.Thing | None = thing if isinstance(thing, nouns.Noun) else None
    while isinstance(inner, nouns.Noun):
        wider = None
        for qualifier in inner.qualifiers:
            match qualifier:
                case nouns.Owned(persons=persons):
                    owners += [person.value for person in persons]
                case nouns.Pointing(pointer=pointer):
                    which.append(pointer.value)
                case nouns.Ordinals():
                    which.append(unparse_part(qualifier))
                case nouns.Which(act=act):
                    ways = ((way, slots_of(way.complements)) for way in each_way(act))
                    events = tuple(event_of(way, slots, setting) for way, slots in ways)
                case nouns.Of(thing=of) if _is_wider(of, inner):
                    wider = of
                case nouns.Of(thing=of) if _is_time(of):
                    which.append(f"{unparse_part(of)}の")
                case nouns.Of(thing=of):
                    owners.append(unparse_part(of))
        inner = wider
    refers = tuple(references(thing, setting))
    return time_word(thing), refers, tuple(owners), tuple(which), events


def _is_time(thing: nouns.Thing) -> bool:
    """Whether ``thing`` is a time or an attack, during which effects can last."""
    return is_time(thing) or getattr(thing, "word", None) == Word.ATTACK


def _is_wider(of: nouns.Thing, time: nouns.Noun) -> bool:
    """Whether ``time`` is in the time ``of``; そのターンの次のターン is a turn in no other."""
    return _is_time(of) and getattr(of, "word", None) != time.word


def time_word(thing: nouns.Thing | nouns.Quantity) -> str:
    """Return the words of the time ``thing`` without its owner: メインフェイズの始め."""
    if not isinstance(thing, nouns.Noun) or isinstance(thing.word, nouns.Damage):
        return ""
    of = next((q.thing for q in thing.qualifiers if isinstance(q, nouns.Of)), None)
    before = time_word(of) if of is not None and _is_wider(of, thing) else ""
    word = thing.word.value.removesuffix(_DURING)
    if before == Word.TURN.value and word.endswith(_PARTS):
        return word  # each turn has one, and its owner is in the turn
    return f"{before}の{word}" if before else word
