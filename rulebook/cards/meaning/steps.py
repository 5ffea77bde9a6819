"""What the steps of a sentence are: which begin anew, govern the rest, or come instead."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.scoping import is_time
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.words import MannerWord

Steps = Sequence[card.Step | acts.Predicate]


def begins_anew(step: card.Step | acts.Predicate) -> bool:
    """Whether another begins to act with ``step``."""
    act = step.act if isinstance(step, card.StepOfAct) else step
    if not isinstance(act, acts.Predicate):
        return False
    return any(isinstance(part, roles.Topic) for part in act.complements)


def is_case(rest: Steps) -> bool:
    """Whether ``rest`` names what is carried out in one case, and goes on with other cases."""
    named = bool(rest) and isinstance(rest[0], card.Chosen)
    return named and any(isinstance(part, acts.Perform) for part in rest)


def changes_numbers(steps: Steps) -> bool:
    """Whether the first of ``steps`` that acts changes a number, which tells for each of what."""
    first = next((step for step in steps if isinstance(step, acts.Predicate)), None)
    return isinstance(first, acts.Modify | acts.ModifyBy)


def governs(role: roles.Role) -> bool:
    """Whether ``role`` is a later time or a turn that must be on, and no duration."""
    if isinstance(role, roles.At):
        return True
    if not isinstance(role, roles.During | roles.Amid):
        return False
    return isinstance(role.thing, nouns.Noun) and is_time(role.thing) and not _lasts(role.thing)


def _lasts(time: nouns.Noun) -> bool:
    return any(
        isinstance(q, nouns.Pointing)
        or (isinstance(q, nouns.Of) and isinstance(q.thing, nouns.Noun) and _lasts(q.thing))
        for q in time.qualifiers
    )


def again(act: acts.Predicate) -> bool:
    """Whether ``act`` says that what was done is done again: もう一度行う."""
    return isinstance(act, acts.Perform) and any(
        isinstance(part, roles.Manner) and part.manner.value == "もう一度"
        for part in act.complements
    )


def is_instead(act: acts.Predicate) -> bool:
    """Whether ``act`` is done instead of something: かわりに, …のかわりに."""
    return any(
        isinstance(part, roles.InsteadOf)
        or (isinstance(part, roles.Manner) and part.manner == MannerWord.INSTEAD)
        for part in act.complements
    )


def holds_instead(step: card.Step | acts.Predicate) -> bool:
    """Whether what ``step`` does is done instead of something."""
    act = step.act if isinstance(step, card.StepOfAct) else step
    return isinstance(act, acts.Predicate) and is_instead(act)


def end_of(rest: Steps, step: card.Step | acts.Predicate) -> int:
    """Return where ``step`` ends with the ``rest`` of its sentence, in code points."""
    return rest[-1].end if rest else step.end
