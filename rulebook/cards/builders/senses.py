"""Whether a part of a sentence fits its verb, by the verb's senses in ``frames.toml``. Builders
check this because a part that does not fit the next verb belongs to another one. Particles: が
marks the subject, を the object, に the goal or agent, から the source, は the topic."""

from __future__ import annotations

from collections.abc import Set

from rulebook.cards.builders import agreement
from rulebook.cards.tree import acts, nouns, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import DOING, PASSIVE, Form, Senses, VerbFrame

POTENTIAL = frozenset({Form.CAN, Form.CANNOT, Form.JOINING_CAN, Form.JOINING_CANNOT})
# The roles checked against the frame; others say when, how or through what, and fit anywhere.
_TAKEN = (roles.Subject, roles.Object, roles.Target, roles.Source, roles.Companion, roles.As)
# What a verb needs if its frame states no needs.
_NEEDED = (
    frozenset({"~枚", "を", "が", "から", "も", "と"}),  # 1枚公開する
    frozenset({"~から", "を", "が", "枚", "すべて", "も", "と", "として"}),  # 山札の上から公開する
)
_FILLED = ("を", "られ", "に", "から")  # what a topic may stand for
_TOPIC_DONE_TO = "は:thing"  # for a topic that cannot act, as は hides its particle
AGENTS = frozenset({"player", "card", "ability"})


def is_done_at_once(act: Node) -> bool:
    """Whether ``act`` is over at once (draw), in each sense of its verb that its complements fit.
    With a duration (“this turn, draw 1”), it shows that words were lost. A card may be put as
    another one (として) for a time, so an act with として is not over at once."""
    if not isinstance(act, acts.Act) or act.form not in DOING:
        return False
    parts = [role_inside(part) for part in act.complements]
    senses = [s for s in act.verb.senses or () if all(fits_part(act, s, part) for part in parts)]
    is_over = bool(senses) and all(sense.instant for sense in senses)
    return is_over and not any(isinstance(part, roles.As) for part in parts)


def fits_part(predicate: acts.Predicate, sense: VerbFrame, part: roles.Complement) -> bool:
    """Whether the complement ``part`` fits this ``sense`` of a verb; if not, it belongs to another
    verb, or words were lost. A number must count what the verb acts on, times (twice) an act that
    can be repeated, and a noun must be of a sort that its particle takes. In passives, the agent
    must be able to act, and a topic is checked as subject if there is none (“this card is put”).
    Roles that frames do not list fit anywhere."""
    if isinstance(part, (roles.HowMany, roles.HowManyAnd)):
        counted = agreement.sorts_of_quantity(part.quantity)
        if counted == {"deed"} or sense.uncounted:  # twice; to shuffle takes no number of cards
            return sense.times
        objects = sense.takes.get("を") or sense.takes.get("が") or counted
        events = {"card"} if "event" in objects else set[str]()  # events are cards
        return not counted.isdisjoint(objects | events | {"any"})
    if isinstance(part, roles.Doer):
        moves = any("に" in needs for needs in sense.needs)  # then から marks a source
        is_source = moves and isinstance(part, roles.DoerFrom)
        return agreement.fits(part.thing, AGENTS) and not is_source
    form = predicate.form if isinstance(predicate, acts.Act) else None
    particle = part.particle if isinstance(part, _TAKEN) else None
    particle = "に" if isinstance(part, roles.Direction) else particle
    if isinstance(part, roles.Topic) and form in PASSIVE:
        inside = map(role_inside, predicate.complements)
        if not any(isinstance(each, roles.Subject) for each in inside):
            # An ability before は is the topic of a later verb.
            particle = None if "ability" in agreement.sorts_of(part.thing) else "が"
    if particle is None or not isinstance(part, roles.Role):
        return True
    wanted = _sorts_taken(sense, particle, form)
    return wanted is not None and agreement.fits(part.thing, wanted)


def takes(act: acts.Act, particle: str, thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``act`` takes ``thing`` with ``particle`` in one sense of its verb; an unknown verb
    takes everything. If not, ``thing`` belongs to another verb, or a word was lost."""
    if act.verb.senses is None:
        return True
    wanted = (_sorts_taken(sense, particle, act.form) for sense in act.verb.senses)
    return any(sorts is not None and agreement.fits(thing, sorts) for sorts in wanted)


def _sorts_taken(frame: VerbFrame, particle: str, form: Form | None) -> frozenset[str] | None:
    """Return the sorts of nouns that ``particle`` takes in ``frame``, None if the verb does not
    take it: the thing then belongs elsewhere. In the passive, が takes the sorts of を (or those of
    られ, if listed), because the object is the subject; in the potential, it takes both."""
    done_to = frame.takes.get("を")
    if form in PASSIVE and done_to is not None:
        suffers = frame.takes.get("られ", done_to)
        return {"が": suffers, "を": None}.get(particle, frame.takes.get(particle))
    if form in POTENTIAL and particle == "が" and done_to is not None:
        return done_to | frame.takes.get("が", frozenset())
    return frame.takes.get(particle)


def is_complete(predicate: acts.Predicate, senses: Senses) -> bool:
    """Whether ``predicate`` has what one of its ``senses`` needs; if not, a noun was lost. A need
    is a set of alternatives: a particle that is there or is not (``~を``), or た, a past form."""
    form = predicate.form if isinstance(predicate, acts.Act) else None
    for sense in senses:
        agents = frozenset[str]() if form in POTENTIAL else sense.takes.get("が", frozenset())
        said = {particle_of(part, agents) for part in predicate.complements}
        said |= {"を", "が"} if form in PASSIVE else set()  # the object is subject, or omitted
        said |= {"た"} if form == Form.PAST else set()  # “when put”: the text before says where
        # は hides a particle: a topic that cannot act may be any of ``_FILLED`` that takes it; in
        # the potential (“this card can be chosen”), any topic may.
        if _TOPIC_DONE_TO in said:
            said.add("は")
            filled = frozenset[str]().union(*(sense.takes.get(p, ()) for p in _FILLED))
            parts = map(role_inside, predicate.complements)
            topics = [part.thing for part in parts if isinstance(part, roles.Topic)]
            if form in POTENTIAL or any(agreement.fits(topic, filled) for topic in topics):
                return True
        # What is done 2回 (twice) needs no noun for its number.
        needed = sense.needs if sense.needs or sense.times else _NEEDED
        absent = {need for needs in needed for need in needs if need[0] == "~"}
        said |= {need for need in absent if need[1:] not in said}
        if all(said & needs for needs in needed):
            return True
    return False


def role_inside(part: roles.Complement) -> roles.Complement:
    """Return the role inside ``part`` if a second particle (も, also) or か (or) is around it, else
    ``part``: frames say which nouns and particles a verb takes, whatever is around them."""
    return part.role if isinstance(part, (roles.RoleOr, roles.Focused)) else part


def particle_of(part: roles.Complement, doers: Set[str]) -> str:
    """Return the particle by which ``part`` fills a need of a verb; "" for a time, act or payment,
    which fill none. A topic that cannot act (none of its sorts is in ``doers``) has a key of its
    own, because は hides its particle."""
    role: Node = role_inside(part)
    if isinstance(role, roles.Topic) and agreement.sorts_of(role.thing).isdisjoint(doers):
        return _TOPIC_DONE_TO
    if isinstance(role, roles.At) or not isinstance(role, roles.Complement):
        return ""
    return role.particle
