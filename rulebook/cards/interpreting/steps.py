"""Classify the steps of a sentence: those that govern the rest, conditions, replacements."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.builders.scoping import is_time
from rulebook.cards.interpreting.slots import adds_more, slots_of
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.card import complements_of, is_other_case
from rulebook.cards.tree.verbs import PASSIVE, Form
from rulebook.cards.tree.words import MannerWord
from rulebook.records import replace

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


def has_new_agent(step: AnyStep) -> bool:
    """Whether ``step`` has a topic, and so maybe another agent: optional actions are one decision
    while one player acts. That of an attack, which a card makes, is no new agent."""
    attacks = isinstance(step.act if isinstance(step, card.StepOfAct) else step, acts.Attack)
    return not attacks and any(isinstance(part, roles.Topic) for part in complements_of(step))


def with_each_event(steps: Steps) -> Steps:
    """Return ``steps`` with the alternatives of a trigger, each a step in the tree, as events of
    one ``When``, from which a trigger is read: アタックするか、置かれた時."""
    found: list[card.Step | acts.Predicate] = []
    for step in steps:
        other = found[-1] if found else None
        if isinstance(step, card.When) and isinstance(other, card.OrElse):
            found[-1] = replace(step, start=other.start, events=(other.act, *step.events))
        else:
            found.append(step)
    return found


def is_no_choice(step: card.StepOfAct) -> bool:
    """Whether ``step`` only permits something, so nobody decides: コストが異なっていてもよい."""
    if isinstance(step, card.May):
        return isinstance(step.act, acts.Include)
    return isinstance(step.act, acts.Act) and step.act.form is Form.TE_ONGOING  # 異なっていて


def size_of_case(step: card.If, rest: Steps) -> int:
    """Return how many steps of ``rest`` depend on the condition ``step``. Another case about the
    same subject does not (それがAなら…、それがBなら…), unless さらに adds to the case before."""
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
    """Whether ``step`` (違うなら) begins the case in which the condition before it fails."""
    word = step.connective.value if isinstance(step, card.Link) else ""
    return word == _ELSE or is_other_case(step)


def _subject_words(step: card.If) -> str:
    """Return the words of the subject of the condition ``step``, "" if it has none. Conditions on
    the same subject are cases that exclude each other, and do not depend on each other."""
    parts = complements_of(step.conditions[0])[:1]
    return "".join(unparse(part) for part in parts if isinstance(part, roles.Role))


def changes_numbers(steps: Steps) -> bool:
    """Whether the first action of ``steps`` changes a number: …1枚につき before it then multiplies
    the amount (＋500), while other actions are done once for each card."""
    first = next((step for step in steps if isinstance(step, acts.Predicate)), None)
    return isinstance(first, (acts.Modify, acts.ModifyBy))


def adds_to_last_action(steps: Steps) -> bool:
    """Whether the first of ``steps`` adds to the action before (さらに1枚引く): it is under the
    same condition or price, and a condition before it is no other case."""
    actions = (step.act if isinstance(step, (card.ByDoing, card.May)) else step for step in steps)
    first = next((step for step in actions if isinstance(step, acts.Predicate)), None)
    return first is not None and adds_more(slots_of(first.complements))


def is_time_of_condition(role: roles.Role, rest: Steps) -> bool:
    """Whether ``role`` is the time of the event in the next condition, not of the effect.
    このターン中、あなたがイベントをプレイしていないなら asks for an event; a state has none."""
    asking = rest[0] if rest else None
    asked = asking.conditions[0] if isinstance(asking, card.If) else None
    done = isinstance(asked, acts.Act) and asked.form in _DONE and not isinstance(asked, _STATES)
    return done and isinstance(role, (roles.During, roles.Amid, roles.Within))


def governs(role: roles.Role) -> bool:
    """Whether ``role`` is a time that delays or restricts all steps after it, which are then put
    inside its effect; a mere duration (このターン中) is a field of each."""
    if isinstance(role, roles.At):
        return True
    if not isinstance(role, (roles.During, roles.Amid)):
        return False
    return isinstance(role.thing, nouns.Noun) and is_time(role.thing) and not _lasts(role.thing)


def _lasts(time: nouns.Noun) -> bool:
    """Whether a pointer picks out ``time`` (このターン中): a duration, not a condition."""
    return any(
        isinstance(q, nouns.Pointing)
        or (isinstance(q, nouns.Of) and isinstance(q.thing, nouns.Noun) and _lasts(q.thing))
        for q in time.qualifiers
    )


def is_instead(step: AnyStep) -> bool:
    """Whether the action of ``step`` is done instead of something (かわりに): it is no further
    action, and an event before it is the one that is replaced."""
    return any(
        isinstance(part, (roles.InsteadOf, roles.RatherThan))
        or (isinstance(part, roles.Manner) and part.manner == MannerWord.INSTEAD)
        for part in complements_of(step)
    )


def end_of(rest: Steps, step: AnyStep) -> int:
    """Return where ``rest`` or, if it is empty, ``step`` ends: there ends the effect of both."""
    return rest[-1].end if rest else step.end


def attacker(events: Sequence[acts.Predicate]) -> roles.Role | None:
    """Return the attacking card in ``events``, or None; the subject of a passive verb is attacked
    instead. The attacker carries out what replaces its attack, if the text names nobody."""
    attacks = (act for act in events if isinstance(act, acts.Attack) and act.form not in PASSIVE)
    return next((slots_of(act.complements).actor for act in attacks), None)


def sign_of(step: AnyStep) -> str | None:
    """Return the label of the option ``step``, to choose it by: its sign (ⅰ) or case; else None."""
    match step:
        case card.Label(label=label) | card.Chosen(label=label):
            return label.value
        case card.Case(quantity=case) | card.CaseOf(thing=case):
            return unparse(case)
    return None


def with_head(steps: Steps, head: Steps) -> tuple[Steps, Steps]:
    """Return the ``steps`` of an option, and the ``head`` for the next: a time or occasion before
    the sign (ⅰ) of the first option holds for each, so it is put behind all their signs."""
    at = next((at for at, step in enumerate(steps) if isinstance(step, _SIGNS)), None)
    if at is None or not all(isinstance(step, _HEADS) for step in steps[:at]):
        return steps, ()
    head = steps[:at] or head
    return (steps[at], *head, *steps[at + 1 :]) if head else steps, head


def is_alternative_case(act: acts.Act, step: AnyStep) -> bool:
    """Whether ``step`` is the case in which ``act`` was done to another object: 《B》を置いたら. It
    is not part of the case before, and so ends that."""
    if not isinstance(step, card.Once) or not isinstance(step.act, acts.Act):
        return False
    both = slots_of(act.complements).object and slots_of(step.act.complements).object
    return step.act.verb == act.verb and both is not None
