"""Reorder the flat list of steps that the grammar reads, to show which step governs which: a time
at the head of a sentence governs all of it, but the grammar sees the end last. No word is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, cast

from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.verbs import NO_VERB, Form
from rulebook.cards.tree.words import Connective, Period, Word
from rulebook.records import replace

SentencePart = card.Step | acts.Predicate

FRAMING_ROLES = (roles.At, roles.During, roles.Until, roles.ForEach, roles.Within, roles.Amid)
_PLAIN = (Form.PLAIN, Form.JOINING)
_OPEN = (card.OrElse, card.Link)  # か and かつ
_STATES = (acts.Exist, acts.Has, acts.Is, acts.ChangeState)


def is_time(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` is a time: a turn, phase, step, or the beginning or end of one. A に (to,
    at) after a time does not mark a goal, and a time at the head of a sentence governs the rest."""
    word = thing.word if isinstance(thing, nouns.Noun) else None
    return word in (Word.BEGINNING, Word.END, Word.TURN) or isinstance(word, Period)


def scope(steps: Iterable[SentencePart]) -> tuple[SentencePart, ...]:
    """Return the ``steps`` of one sentence, rearranged, because the grammar cannot know the scope
    of words."""
    # An act without a verb gets that of the next; one with several goals becomes several.
    verbs = (each for step in _with_verbs([*steps]) for each in _each_goal(step))
    split = (each for step in verbs for each in _split_conditions(step))  # with two subjects
    parts = [part for step in split for part in _separate_frames(step)]  # times, topics go first
    # Acts join the trigger after them (プレイされて, is played and), states the condition.
    joined = _join_conditions(list(_join_events(parts)))
    # The owner of all conditions (あなたの、: your) becomes a step before them.
    return tuple(part for step in joined for part in _separate_owner(step))


def _with_verbs(steps: Sequence[SentencePart]) -> Iterator[SentencePart]:
    """Yield ``steps``; an act without a verb gets the verb of the next act, because “two, and the
    opponent draws one” states the verb once for both. Only conditions and times may stand between.
    The next act must have the form 引く or 引き (draw and): other forms are bans or events."""
    for at, step in enumerate(steps):
        if isinstance(step, acts.Act) and step.verb is NO_VERB:
            behind = (s for s in steps[at + 1 :] if not isinstance(s, (card.If, card.Frame)))
            other = next((s for s in behind if getattr(s, "verb", None) is not NO_VERB), None)
            if isinstance(other, acts.Act) and other.form in _PLAIN:
                kind: Any = type(other)
                step = kind(step.start, step.end, step.complements, other.verb, step.form)
        yield step


def _each_goal(step: SentencePart) -> Iterator[SentencePart]:
    """Yield an act for each pair of object and goal in ``step`` if it has two or more, because each
    pair is an action of the one verb (“put 1 into the hand and the rest into the discards”). The
    first act also gets what is before the pairs (who, from where): no word is twice in the tree.
    Any form but 置く and 置き (put, put and) is one event, ban or condition, and is kept whole."""
    parts = step.complements if isinstance(step, acts.Act) else ()
    first = len(parts)
    while first >= 2 and tuple(map(type, parts[first - 2 : first])) == (roles.Object, roles.Target):
        first -= 2
    if not isinstance(step, acts.Act) or len(parts) - first < 4 or step.form not in _PLAIN:
        yield step
        return
    ends = range(first + 2, len(parts) + 1, 2)
    for start, end in zip((0, *ends), ends, strict=False):
        own, is_last = parts[start:end], end == len(parts)
        where = own[0].start, step.end if is_last else own[-1].end
        kind: Any = type(step)
        yield kind(*where, own, step.verb, step.form if is_last else Form.ELIDED)


def _split_conditions(step: SentencePart) -> Iterator[SentencePart]:
    """Yield ``step`` as two conditions if で, read as “by”, is between two subjects. It is “and” in
    キャラが《A》でレベルが3以上なら (if the character is 《A》 and the level 3 or more)."""
    first = _first_predicate(step) if isinstance(step, card.If) else None
    sorts = [type(part) for part in first.complements] if first else []
    at = sorts.index(roles.Means) if roles.Means in sorts else 0
    if not first or roles.Subject not in sorts[:at] or roles.Subject not in sorts[at:]:
        yield step
        return
    means: Any = first.complements[at]
    where, parts = (first.start, means.end), first.complements[:at]
    yield acts.Is(*where, parts, means.thing, negated=False, joining=True)
    yield _with_complements(step, means.end, first.complements[at + 1 :])


def _separate_owner(step: SentencePart) -> Iterator[SentencePart]:
    """Yield the owner of all conditions of ``step`` (あなたの、: your) as a frame, then ``step``
    without it: the grammar gives it to the first noun only. Else yield ``step`` unchanged."""
    first: Any = _first_predicate(step) if isinstance(step, card.If) else None
    part: Any = first.complements[0] if first and first.complements else None
    thing: Any = getattr(part, "thing", None)
    # An owner before several things belongs only to these things.
    several = getattr(thing, "things", getattr(thing, "alternatives", ()))[1:]
    match getattr(thing, "qualifiers", ()):
        case (nouns.Owned(persons=(person,)) as owned, nouns.Scope() as behind, *rest) if (
            isinstance(step, card.If) and len(step.conditions) > 1 and not several
        ):
            where = owned.start, behind.end
            owner = nouns.Player(owned.start, owned.end - len("の"), person)
            yield card.Frame(*where, roles.WhoseAll(*where, owner))
            bare: Any = replace(thing, start=behind.end, qualifiers=tuple(rest))
            said: Any = replace(part, start=behind.end, thing=bare)
            yield _with_complements(step, behind.end, (said, *first.complements[1:]))
        case _:
            yield step


def _join_events(steps: Sequence[SentencePart]) -> Iterator[SentencePart]:
    """Yield ``steps``, with an act in the passive て-form moved into the trigger right after it:
    “is played and …, when”. It is a part of that event, not an action of the effect."""
    leading: acts.Act | None = None
    for step in (*steps, None):
        if leading and isinstance(step, card.When):
            step = replace(step, start=leading.start, leading=(leading,))
        elif leading:
            yield leading
        leading = step if isinstance(step, acts.Act) and step.form is Form.TE_PASSIVE else None
        if step and not leading:
            yield step


def _separate_frames(step: SentencePart) -> Iterator[SentencePart]:
    """Yield times and topics at the head of ``step`` as frames of their own, then the rest: inside
    the step they would govern it alone, but they hold for all steps after it in the sentence."""
    predicate = _first_predicate(step)
    if predicate is None:
        yield step
        return
    # “This card, if there is no character, …”: the topic of such a condition governs too.
    subjects = [part for part in predicate.complements if isinstance(part, roles.Subject)]
    is_condition = isinstance(step, (card.If, card.OnlyWhen, card.EvenWhen)) or _is_state(step)
    topic = (roles.Topic,) if subjects and is_condition else ()
    heads = (*FRAMING_ROLES, *topic)
    frames: list[Any] = [*takewhile(lambda p: isinstance(p, heads), predicate.complements)]
    yield from (card.Frame(frame.start, frame.end, frame) for frame in frames)
    rest = predicate.complements[len(frames) :]
    yield _with_complements(step, frames[-1].end, rest) if frames else step


def _first_predicate(step: SentencePart) -> acts.Predicate | None:
    """Return the first predicate in ``step``, or None. The grammar gives it words that govern the
    whole step (times, topics, owners), which callers make steps of their own."""
    match step:
        case acts.Predicate():
            return step
        case card.StepOfAct(act=act):
            return act
        case card.When(events=events):
            return events[0]
        case card.If(conditions=conditions):
            first = conditions[0].act if isinstance(conditions[0], card.OrElse) else conditions[0]
            return first if isinstance(first, acts.Predicate) else None  # not かつ (and)
    return None


def _with_complements(
    step: SentencePart, start: int, complements: tuple[roles.Complement, ...]
) -> SentencePart:
    """Return ``step``, which now begins at ``start``, with ``complements`` instead of those of its
    first predicate: the words before them are now separate steps, and no word is in two steps."""
    act: Any = replace(cast(acts.Predicate, _first_predicate(step)), start=start)
    act = replace(act, complements=complements)
    match step:
        case card.StepOfAct():
            return replace(step, start=start, act=act)
        case card.When(events=(_, *others)):
            return replace(step, start=start, events=(act, *others))
        case card.If(conditions=(first, *rest)):
            head = replace(first, start=start, act=act) if isinstance(first, card.OrElse) else act
            return replace(step, start=start, conditions=(head, *rest))
    return cast(acts.Predicate, act)


def _join_conditions(steps: Sequence[SentencePart]) -> Iterator[SentencePart]:
    """Yield ``steps`` with the states and passive て-forms right before なら (if) added to its
    conditions, as they must hold too. Other states become conditions of their own (《A》で: is A),
    unless they end with か (or) or かつ (and), as then another state is still to come."""
    waiting: list[Any] = []
    for step in (*steps, None):
        if step and (_is_state(step) or getattr(step, "form", None) is Form.TE_PASSIVE):
            waiting.append(step)
            continue
        if isinstance(step, card.If) and waiting:
            step = replace(step, start=waiting[0].start, conditions=(*waiting, *step.conditions))
        elif waiting and all(map(_is_state, waiting)) and not isinstance(waiting[-1], _OPEN):
            yield card.If(waiting[0].start, waiting[-1].end, tuple(waiting))
        else:
            yield from waiting
        waiting = []
        if step:
            yield step


def _is_state(step: SentencePart) -> bool:
    """Whether ``step`` is a state in a form after which more follows: 《A》で (is A and), …があり
    (there is and), 【レスト】していて (is rested and), かつ (and), or a state before か (or).
    Before なら (if), かつ or か, it is a part of that condition, else a condition by itself."""
    match step:
        case card.OrElse(act=act):
            return isinstance(act, _STATES)
        case card.Link(connective=connective):
            return connective == Connective.AND
        case acts.Is(joining=joining):
            return joining
        case acts.Exist(form=form):
            return form in (Form.JOINING, Form.JOINING_NOT, Form.TE)
        case acts.Act(form=form):
            return form is Form.TE_ONGOING
    return False
