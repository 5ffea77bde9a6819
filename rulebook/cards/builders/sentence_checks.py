"""Whether a step of a sentence fits those before it: triggers, times, conditions and choices."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Any

from rulebook.cards.builders import agreement
from rulebook.cards.builders.agreement import Misfit, Misfits, sorts_of
from rulebook.cards.builders.course import things_of
from rulebook.cards.builders.senses import is_done_at_once, role_inside, takes
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import Node, all_nodes
from rulebook.cards.tree.verbs import DOING, PASSIVE, Form
from rulebook.cards.tree.words import Pointer, Word, Zone

MAY_REPEAT = (acts.DealDamage, acts.Draw)  # acts that cards state twice in a row on purpose
PUTTING = (acts.Put, acts.Return, acts.Add)  # acts that put a card somewhere
_CHARACTER = frozenset({"character", "resting"})
_ARGUMENTS = (roles.Object, roles.Subject, roles.HowMany, roles.Topic, roles.Source)
_OF_THINGS = (roles.Subject, roles.Topic, roles.Source, roles.Also, roles.HowManyAnd)
_DONE_TO = (acts.Modify, acts.Give, acts.Gain, acts.Choose, acts.ChangeState, *PUTTING)
_SEEING = (acts.Look, acts.TurnUp, acts.Reveal, acts.Show, acts.Shuffle)


def check_sentence(sentence: card.Sentence) -> Misfits:
    """Yield misfits between the steps of ``sentence``, where the printed text has lost or repeated
    words (the passage then becomes a gap): a repeated step, a second trigger, damage to nobody, and
    what the checks of choices, conditions, durations and turns find."""
    for first, second in pairwise(sentence.steps):
        if not isinstance(second, MAY_REPEAT) and _is_repeated(first, second):
            yield Misfit(second.start, "the words before this are repeated")
        match second:  # a time with a pointer (“the end of this turn”) delays what follows
            case card.When() | card.Frame(role=roles.At(thing=nouns.Noun(qualifiers=()))):
                if card.is_trigger(first) and not card.is_time_of_trigger(first, second):
                    yield Misfit(second.start, "an ability waits for only one event")
    is_chosen = False
    for step in sentence.steps:
        act = step.act if isinstance(step, card.May) else step
        if isinstance(act, acts.DealDamage) and not is_chosen and act.form not in PASSIVE:
            again = any(isinstance(part, roles.Manner) for part in act.complements)
            if not again and not things_of(act):  # “1 more damage”: to the same target
                yield Misfit(act.start, agreement.MISSING)
        is_chosen = is_chosen or isinstance(act, acts.Choose)
    for check in (_check_choice, _check_conditions, _check_duration, _check_turns):
        yield from check(sentence.steps)


def _is_repeated(first: Any, second: Any) -> bool:
    """Whether the step ``second`` repeats the one before, in any form (“return, and return”), or
    puts elsewhere what was just put (“to the hand, to the discards”) without a number or a noun in
    を, が, は or から: words were repeated or lost. A choice (“put or”, plain) is not repeated."""
    acts_ = getattr(first, "act", first), getattr(second, "act", second)
    if first == second or not all(isinstance(act, acts.Act) and act.form in DOING for act in acts_):
        return type(first) is type(second) and first == second
    done, again = acts_
    is_put = all(isinstance(act, PUTTING) for act in acts_) and done.form != Form.PLAIN
    is_open = {*map(type, again.complements)}.isdisjoint((*_ARGUMENTS, roles.HowManyAnd))
    is_same = (done.verb, done.complements) == (again.verb, again.complements)
    return is_same or (is_put and is_open)


def _check_turns(steps: Sequence[Node]) -> Misfits:
    """Yield a misfit, as words were exchanged, for a time or event of one player in a turn of the
    other: “in the opponent's turn, at the end of your turn” or “when this card attacked”. A
    condition (“if it is your turn”) counts as both. Events joined by “or” count if each does."""
    turn = event = frozenset[str]()
    for step in steps:
        match step:
            case card.Frame(role=roles.During(thing=time) | roles.Amid(thing=time)):
                turn, event = _players_of(time), frozenset()  # after an event, it is a duration
            case card.Frame(role=roles.At(thing=time)):
                event = _players_of(time)
            case card.When(events=acted):
                turns = [_turn_player_of(act) for act in acted]
                event = frozenset().union(*turns if all(turns) else ())
            case card.If(conditions=asked) if card.OrElse not in map(type, asked):
                event = event.union(*map(_turn_player_of, asked))
                true = [each for each in asked if not getattr(each, "negated", False)]
                said: list[Any] = [getattr(each, "what", each) for each in true]
                turn = turn.union(*(_players_of(t) for t in said if "time" in sorts_of(t)))
        if turn | event == agreement.BOTH and agreement.BOTH not in (turn, event):
            yield Misfit(step.start, "this is not in the turn of that player")


def _turn_player_of(act: Any) -> frozenset[str]:
    """Return the player in whose turn ``act`` must be, often none. Players attack only in their own
    turn, so “in the opponent's turn, when this card attacked” is damaged. ``turn`` of the verb's
    frames has the particle (が or を) of the noun that belongs to the turn player. A subject
    without that particle (“was attacked”) belongs to the other player."""
    senses = act.verb.senses or () if isinstance(act, acts.Act) else ()
    turn = frozenset[str]().union(*(sense.turn for sense in senses))
    subjects = [p.thing for p in act.complements if isinstance(p, roles.Subject)] if turn else []
    players = frozenset[str]().union(*map(agreement.owners_of, subjects))
    is_turn_player = not players or ("を" if act.form in PASSIVE else "が") in turn
    return players if is_turn_player else agreement.BOTH - players


def _players_of(time: Node) -> frozenset[str]:
    """Return the players that the text names as owners of ``time`` (“the end of the opponent's
    turn”), often none: a time inside a turn must belong to the same player. With 次の (next), it is
    in another turn: none, too. The owner of a card owns its attack, but not its battle."""
    if any(getattr(node, "pointer", None) == Pointer.NEXT for node, _, _ in all_nodes(time)):
        return frozenset()
    of = [q.thing for q in getattr(time, "qualifiers", ()) if isinstance(q, nouns.Of)]
    if not getattr(getattr(time, "word", None), "value", "").startswith(Word.ATTACK.value):
        of = [each for each in of if "time" in sorts_of(each)]
    return agreement.owners_of(time).union(*map(_players_of, of))


def _check_duration(steps: Sequence[Node]) -> Misfits:
    """Yield a misfit, as words were lost, for a duration before an act that is done at once (“this
    turn, draw 1”; choices between are skipped), and for one in ターン (turn) or 終わり (end) right
    behind another (“next turn, to the end of this turn”): only a shorter time may stand there."""
    frame: card.Frame | None = None
    for step in steps:
        act = step.act if isinstance(step, (card.May, card.ByDoing)) else step
        if isinstance(step, card.Frame):
            lasts = isinstance(step.role, (roles.During, roles.Until))
            time: Any = getattr(step.role, "thing", None)
            is_turn = getattr(getattr(time, "word", None), "value", "") in ("ターン", "終わり")
            if frame and lasts and is_turn:
                yield Misfit(step.start, "what follows already has a duration")
            frame = step if lasts else None
        elif not isinstance(act, acts.Choose):  # a choice only prepares the act that lasts
            if frame and is_done_at_once(act):
                yield Misfit(frame.start, "what is done immediately has no duration")
            frame = None


def _check_chosen(chosen: acts.Act, zones: Set[Zone], is_seen: bool) -> Misfits:
    """Yield a misfit for what cannot be ``chosen``, because a noun was lost: a deck or pile in a
    zone (“a deck from the stage”), an empty seat, and a card chosen by what it is (red) in one of
    ``zones`` where nobody sees it: the opponent's hand or, unless a step looks (``is_seen``), a
    deck."""
    sources = [part.thing for part in chosen.complements if isinstance(part, roles.Source)]
    inside = [sorts_of(s) for s in sources if not isinstance(s, nouns.Beside)]
    in_zone = any("zone" in sorts and "any" not in sorts for sorts in inside)
    for source in sources:
        for state in agreement.states_of(source):
            if state.state.value == "空席の":
                yield Misfit(state.start, "there is nothing to choose from")
    for part in chosen.complements:
        if isinstance(part, roles.Object):
            sorts = sorts_of(part.thing)
            if ("deck" in sorts and not sources) or ("pile" in sorts and in_zone):
                yield Misfit(part.start, "a zone is not inside a zone")
            # One sees one's own hand.
            hidden = {"hidden", "private"} if agreement.is_theirs(part.thing) else {"hidden"}
            is_card = "unseen" not in sorts and not isinstance(part.thing, nouns.Place)
            for zone in zones if is_card else ():
                if zone.sorts & hidden and not (is_seen and "deck" in zone.sorts):
                    yield Misfit(part.start, "nobody can see which cards these are")


def _check_destination(goal: roles.Role, chosen: Sequence[Any], zones: Set[Zone]) -> Misfits:
    """Yield a misfit, as words were lost or exchanged, if what was ``chosen`` from ``zones`` cannot
    go to ``goal``: the other player's place (“choose your card, into their hand”), for an event
    card the stage or a slot, or where it is already (“choose 1 in hand, to the hand”)."""
    yield from agreement.check_owner([each.thing for each in chosen], [goal.thing])
    events = [p for p in chosen if isinstance(p, roles.Object) and agreement.is_event(p.thing)]
    sorts = sorts_of(goal.thing) if isinstance(goal.thing, nouns.Thing) else frozenset[str]()
    if events and "any" not in sorts and not sorts.isdisjoint(("stage", "slot", "seats")):
        yield Misfit(goal.start, "such a card is never there")
    if isinstance(goal.thing, nouns.Place) and goal.thing.zone in zones:
        yield Misfit(goal.start, "it is already there")


def _check_choice(steps: Sequence[Node]) -> Misfits:
    """Yield a misfit, because the text is damaged, for what cannot be chosen or treated as the next
    step says. Only characters on the table have power, abilities and states or take damage, not
    cards in hand, deck or discards (sort ``pile``; “choose 1 in hand, and its power ＋500”) or
    event cards. Cards of a deck are chosen by what they are only if a step, even a later one,
    looks."""
    if not any(isinstance(step, acts.Choose) for step in steps):
        return
    done = [getattr(step, "act", step) for step in steps]
    # サーチする (search) means to choose and to look.
    is_seen = any(
        isinstance(act, _SEEING) or (isinstance(act, acts.Choose) and act.verb.value != "選ぶ")
        for act in done
    )
    others, chosen = list[Any](), list[Any]()
    zones: set[Zone] = set()
    for step, act in zip(steps, done, strict=True):
        if isinstance(step, acts.Choose):
            parts = [p for p in step.complements if isinstance(p, (roles.Object, roles.Source))]
            zones = {zone for part in parts for zone in agreement.zones_of(part.thing)}
            off_table = bool(zones) and all("pile" in zone.sorts for zone in zones)
            chosen = [part for part in parts if takes(step, part.particle, part.thing)]
            objects = (part for part in parts if isinstance(part, roles.Object))
            unfit = [each for each in objects if not agreement.fits(each.thing, _CHARACTER)]
            others = parts if off_table else unfit
            yield from _check_chosen(step, zones, is_seen)
        elif isinstance(step, (acts.Modify, acts.Give, acts.ChangeState, acts.DealDamage)):
            own = {roles.Target, roles.Topic}
            own |= {roles.Object, roles.Subject} if isinstance(step, acts.ChangeState) else set()
            if own.isdisjoint(map(type, step.complements)):
                why = "only a card on the table has this"
                yield from (Misfit(part.start, why) for part in others)
        elif isinstance(act, acts.Act):
            things = (part.thing for part in chosen if isinstance(part, roles.Object))
            # An act that names its own object or subject is not done to what was chosen.
            is_alone = not any(isinstance(part, _ARGUMENTS) for part in act.complements)
            if is_alone and not all(takes(act, "を", thing) for thing in things):
                yield Misfit(act.start, "the noun does not fit the verb")
            for part in act.complements if isinstance(act, PUTTING) else ():
                if isinstance(part, roles.Target):
                    yield from _check_destination(part, chosen, zones)
            others, chosen, zones = [], [], set()  # what follows need not be about them


def _check_conditions(steps: Sequence[Node]) -> Misfits:
    """Yield a misfit, because a copying error exchanged words, for a condition next to its opposite
    (“A is there, and A is not there”), to itself, or to a number that excludes its own (“3 or more
    and 2 or fewer”); and for an action in its plain form (“if you draw 1”), because a condition
    asks what is or was. Of an earlier “if”, only the last condition is compared."""
    asked = list[Any]()
    for step in steps:
        conditions = step.conditions if isinstance(step, card.If) else ()
        for act in conditions:
            if getattr(act, "form", None) == Form.PLAIN and (
                isinstance(act, PUTTING) or is_done_at_once(act)
            ):
                yield Misfit(act.start, "an action is not a condition")
        asked = [*asked[-1:], *conditions] if conditions else []
        for first, second in pairwise(asked):
            if type(first) is not type(second) or not isinstance(first, (acts.Is, acts.Exist)):
                continue
            if not all(_repeats_part(part, first.complements) for part in second.complements):
                continue
            one, other = _bounds_of_number(first), _bounds_of_number(second)
            if one and other and (one[0] > other[1] or other[0] > one[1]):
                yield Misfit(int(other[2]), "a number cannot be both a minimum and a maximum")
            elif (one or other) is None and getattr(first, "what", 0) == getattr(second, "what", 0):
                yield Misfit(
                    second.start, "the condition before this says the opposite, or the same"
                )


def _repeats_part(part: Any, before: Sequence[Any]) -> bool:
    """Whether ``part`` of a condition is in the one ``before`` it (“the level” of “your level”), or
    is a number. If all are, both conditions ask about the same thing, and must not conflict."""
    noun = getattr(part, "thing", None)
    words = [getattr(getattr(each, "thing", None), "word", None) for each in before]
    is_bare = isinstance(noun, nouns.Noun) and not noun.qualifiers and noun.word in words
    return isinstance(part, roles.HowMany) or part in before or is_bare


def _bounds_of_number(asked: Any) -> tuple[float, float, int] | None:
    """Return the least and greatest number for which ``asked`` holds (以上: at least, 以下: at
    most), and where that is printed, to find conditions that exclude each other; else None."""
    parts = [p.quantity for p in asked.complements if isinstance(p, roles.HowMany)]
    match [getattr(asked, "what", None), *parts][-1]:
        case nouns.Quantity(count=int() as count, limit=limit) as number:
            how = limit.value if limit else ""
            least, most = 0 if how == "以下" else count, math.inf if how == "以上" else count
            return least, most, number.end - len(how)
    return None


def check_missing(ability: card.Ability) -> Misfits:
    """Yield a misfit, because words were lost, for an event or condition without the card or player
    that it happens to (“when put on the stage”), and for a first act, in text or cost, that does
    not say what it is done to (“return to the hand”). An event after “or” or another act (“is
    played and put”) shares the subject before it, and some marks have events of the card
    (``with_own_events``)."""
    sentences = [each for each in ability.text if isinstance(each, card.Sentence)]
    of_card = any(mark.with_own_events for mark in ability.marks)
    for before, step in (pair for each in sentences for pair in pairwise((None, *each.steps))):
        match step:
            case card.Replaced():
                continue
            case card.When(leading=(), events=(event, *_)) if not isinstance(before, card.OrElse):
                is_lost = not (_has_subject(event) or (of_card and event.form not in PASSIVE))
            case card.If(conditions=(acts.Act(form=form) as event, *_)) if form != Form.PAST:
                is_lost = not isinstance(event, acts.Exist) and not _has_subject(event)
            case _:  # also “if put”, about the act before it
                continue
        if is_lost:
            yield Misfit(event.start, "the subject is missing")
    opening = ability.text[:1] if ability.text[:1] == (*sentences[:1],) else ()
    for sentence in (*(ability.cost.sentences if ability.cost else ()), *opening):
        yield from _find_open_act(getattr(sentence, "steps", ()))


def _find_open_act(steps: Sequence[Node]) -> Misfits:
    """Yield a misfit for the first act of ``steps``, which begin an ability or its cost, if it does
    not say what it is done to (“return to the hand”): its object was lost. A topic (“this card”), a
    replaced event and what is counted (“for each character, power ＋500”) may say it before."""
    for step in steps:
        act: Any = getattr(step, "act", step)
        match step:
            case card.Replaced() | card.Frame(role=roles.Topic() | roles.ForEach()):
                return
        if isinstance(act, acts.Predicate):
            parts = act.complements
            if isinstance(act, _DONE_TO) and not any(_says_done_to(act, p) for p in parts):
                yield Misfit(act.start, agreement.MISSING)
            return


def _has_subject(event: acts.Act) -> bool:
    """Whether ``event`` says whom it happens to; if not, words were lost. It need not if a player,
    often unnamed, does it: to an object (“made it a soul”), or by players' verbs (draw)."""
    said = {*map(type, map(role_inside, event.complements))}
    does = frozenset[str]().union(*(s.takes.get("が", ()) for s in event.verb.senses or ()))
    is_done = event.form not in PASSIVE and (roles.Object in said or does <= {"player"})
    return is_done or not said.isdisjoint((roles.Subject, roles.Also, roles.Topic))


def _says_done_to(act: acts.Predicate, part: roles.Complement) -> bool:
    """Whether ``part`` says what ``act`` is done to; if no part does, it was lost. An object,
    source, subject, topic or noun with も (also) does, and so does 1枚と (with one), but not a
    number alone. The object of a gift (to give, to get) is only what is given; に, or a player as
    topic of “get”, says who gets it. Elsewhere, a player only acts. A changed number must have an
    owner (“this card's power”) or に; the object of ＋2/±0, for two numbers, is the card itself."""
    is_gift = isinstance(act, (acts.Give, acts.Gain))
    match role_inside(part):
        case roles.Object(thing=nouns.Quantity()):
            return False
        case roles.Object(thing=thing):
            is_number = isinstance(act, acts.Modify) and not isinstance(act.change, nouns.Changes)
            things: Any = getattr(thing, "things", (thing,))
            is_whose = any(getattr(each, "qualifiers", ()) for each in things)
            return not is_gift and (not is_number or is_whose)
        case roles.Topic(thing=nouns.Player()):
            return isinstance(act, acts.Gain)
        case roles.Target():
            return is_gift or isinstance(act, acts.Modify)
        case role:
            return isinstance(role, _OF_THINGS)
