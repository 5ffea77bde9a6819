"""Whether the parts of a tree fit together: each verb takes certain roles, each once.

The grammar says how Japanese is put together, not what makes sense: it reads キャラに1枚選び as
well as キャラを1枚選び.  Here a tree is checked against what its verbs take (``frames.toml``)
and against what can stand together at all; for the first part that does not fit
the parser takes the passage for not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import Any

from rulebook.cards.builders import agreement
from rulebook.cards.builders.lexicon import Lexicon
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import DOING, NO_VERB, PASSIVE, Form, Senses, Verb, VerbFrame
from rulebook.cards.tree.walking import Placed
from rulebook.cards.tree.words import Limit, Vague

_Check = Callable[[Any, Node | None], "Iterator[agreement.Misfit]"]
_DONE_TO = {roles.Object, roles.HowMany}
_TIMES = (roles.At, roles.During, roles.Amid, roles.Within)
_QUALIFIED = (nouns.Noun, nouns.Named, nouns.Quoted, nouns.Mixed, nouns.Icons)
# Where an act is told in full; a clause before a noun leaves that noun out.
_WHOLE = (card.Sentence, card.May, card.ByDoing, card.Can, card.Cannot, card.When)
_STATES = (acts.Is, acts.Exist)
# What is before these belongs in part to what is behind them: このキャラを手札にあるかのように置く.
_NOT_CHECKED = (card.AsIf, roles.SoThat)
_ONGOING = frozenset(form for form in Form if "ONGOING" in form.name) - PASSIVE
_POTENTIAL = frozenset({Form.CAN, Form.CANNOT, Form.JOINING_CAN, Form.JOINING_CANNOT})
_WITHOUT_AGENT = PASSIVE | _POTENTIAL
# What is checked against the frame; the rest says when, how, through what, and fits anywhere.
_TAKEN = (roles.Subject, roles.Object, roles.Target, roles.Source, roles.Companion)
_AGENTS = frozenset({"player", "card", "ability"})
# Behind these no other particle sets the part apart.
_FOCUSING = (roles.Topic, roles.Subject, roles.Object, roles.Also)
REPEATED = (acts.DealDamage, acts.Draw)
"""Acts that cards do twice in a row."""
_CHARACTER = frozenset({"character"})


def first_misfit(nodes: Iterable[Placed], lexicon: Lexicon) -> agreement.Misfit | None:
    """Return the first part of a tree that does not fit, None if all do; ``nodes`` are all its
    nodes. The parser makes the passage a gap, because a wrong meaning is worse than none."""
    for node, parent, _ in nodes:
        kind: Any = type(node)
        check = _check_of_class(kind)
        misfit = next(check(node, parent), None) if check else None
        if misfit is None and isinstance(node, acts.Predicate):
            misfit = next(_check_predicate(node, parent, _senses_of(node, lexicon)), None)
        if misfit:
            return misfit
    return None


@cache
def _check_of_class(kind: Any) -> _Check | None:
    """Return the function that checks nodes of the class ``kind``, None if they need no check. It
    is looked up once for each class, since trees have many nodes of few classes."""
    return next((check for kinds, check in _CHECKS if issubclass(kind, kinds)), None)


def _check_predicate(
    node: acts.Predicate, parent: Node | None, senses: Senses | None
) -> Iterator[agreement.Misfit]:
    """Yield complements that fit no sense of the verb, and missing ones, where a noun was lost.
    Each excludes senses that it does not fit: all must fit one. Clauses before a noun lack it."""
    if isinstance(parent, _NOT_CHECKED):
        return
    if isinstance(node, acts.Act) and node.verb is NO_VERB:
        yield agreement.Misfit(node.start, "the verb is missing")
    yield from _find_roles_filled_twice(node.complements)
    if senses is None:
        return
    for part in node.complements:
        role = _role_inside(part)
        fitting = tuple([sense for sense in senses if _fits_part(node, sense, role)])
        if not fitting:
            yield agreement.Misfit(part.start, "the noun does not fit the verb")
        senses = fitting or senses
    yield from _check_combinations(node)
    yield from _check_topic(node, senses)
    is_state = isinstance(parent, card.If) and isinstance(node, _STATES)
    if (is_state or isinstance(parent, _WHOLE)) and not _is_complete(node, senses):
        yield agreement.Misfit(node.start, agreement.MISSING)


def _check_topic(node: acts.Predicate, senses: Senses) -> Iterator[agreement.Misfit]:
    """Yield a topic (は) that cannot be the agent, since a word was lost: ターンは自分の山札を見る.
    Passive and potential forms are left out, and verbs without an object or number: there the topic
    may be the thing acted on."""
    if isinstance(node, acts.Act) and node.form in _WITHOUT_AGENT:
        return
    kinds = {type(part) for part in node.complements}
    if not kinds & _DONE_TO or not all("が" in sense.takes for sense in senses):
        return
    parts = ("が",) if kinds & {roles.Object, roles.Source} else ("が", "を")
    wanted = {sort for sense in senses for part in parts for sort in sense.takes.get(part, ())}
    for part in node.complements:
        if isinstance(part, roles.Topic) and not agreement.fits(
            part.thing, frozenset({"player"} | wanted)
        ):
            yield agreement.Misfit(part.start, "the noun does not fit the verb")


def _check_is(node: acts.Is, _: Node | None) -> Iterator[agreement.Misfit]:
    """Yield a number, unit or zone that the subject cannot be. The grammar reads
    ターンが4枚以上なら, but a turn is not counted in 枚: the text is damaged."""
    quantity = node.what
    subjects = [part.thing for part in node.complements if isinstance(part, roles.Subject)]
    if isinstance(quantity, nouns.Quantity) and quantity.unit:
        for thing in subjects:
            is_count = "number" in agreement.sorts_of(
                thing
            ) and "attribute" not in agreement.sorts_of(thing)
            if not is_count and not agreement.is_counted_in(thing, quantity):
                yield agreement.Misfit(quantity.start, "the counter does not fit the noun")
    is_zone = isinstance(quantity, nouns.Place) and "card" not in quantity.zone.owners
    is_card_a_number = quantity is not None and agreement.is_attribute(quantity)
    if is_card_a_number and any(map(agreement.is_card, subjects)):
        yield agreement.Misfit(node.start, "a card is not a number")
    if quantity is not None and is_zone and any(map(agreement.is_card, subjects)):
        yield agreement.Misfit(quantity.start, "a card is not a zone")


_CHECKS: tuple[tuple[tuple[type[Node], ...], _Check], ...] = (
    ((acts.Is,), _check_is),
    ((card.Sentence,), lambda node, _: _check_sentence(node)),
    ((card.Ability,), lambda node, _: _check_ability(node)),
    ((nouns.Both, nouns.Either), agreement.check_joined),
    ((nouns.Counted,), agreement.check_counted),
    ((card.Cost,), lambda node, _: _check_cost(node.sentences)),
    ((roles.ForEach,), lambda node, _: agreement.check_unit(node.thing)),
    ((nouns.Numbering,), lambda node, parent: agreement.check_numbering(node.quantity, parent)),
    ((nouns.Qualities,), agreement.check_alternatives),
    ((nouns.Beside,), agreement.check_side),
    ((nouns.Product, nouns.Sum), agreement.check_factor),
    ((nouns.Place,), agreement.check_place),
    (_TIMES, agreement.check_time),
    (_QUALIFIED, lambda node, _: agreement.check_qualifiers(node, node.qualifiers)),
)

"""The function that checks nodes of each class."""


def _check_combinations(predicate: acts.Predicate) -> Iterator[agreement.Misfit]:
    """Yield complements that cannot be there together, or in their role at all: イベントの上から.
    Frames list sorts for single particles and cannot say this; only damaged texts have it."""
    for part in predicate.complements:
        match _role_inside(part):
            case roles.Source(thing=nouns.Beside(thing=nouns.Noun() as noun)) if (
                "card" in agreement.sorts_of(noun)
            ):
                yield agreement.Misfit(part.start, "only a zone has a top")  # イベントの上から
            case roles.Object(thing=nouns.Beside()):
                yield agreement.Misfit(part.start, "a position cannot be the object")
            case role if isinstance(part, roles.Focused) and isinstance(role, _FOCUSING):
                yield agreement.Misfit(part.start, "two particles follow one noun")
    yield from _check_counters(predicate.complements)
    if isinstance(predicate, acts.Act) and predicate.verb.value == "なる":
        yield from _check_becoming(predicate.complements)
    if isinstance(predicate, acts.ChangeState) and predicate.form in _ONGOING:
        objects = (part for part in predicate.complements if isinstance(part, roles.Object))
        yield from (agreement.Misfit(part.start, "a state takes no object") for part in objects)
    if isinstance(predicate, acts.Exist):
        parts = predicate.complements  # このカードは…のキャラにいないなら: what is there?
        if not any(isinstance(part, (roles.Subject, roles.Also)) for part in parts):
            for part in parts:
                if isinstance(part, roles.Target) and agreement.is_card(part.thing):
                    yield agreement.Misfit(part.start, "the subject is missing")


def _check_counters(complements: Sequence[roles.Complement]) -> Iterator[agreement.Misfit]:
    """Yield a number that does not count the object next to it (枚数を1枚) or counts a single card:
    a noun was lost or exchanged. After から (not of abilities), it counts what is taken there."""
    for first, second in pairwise(complements):
        if isinstance(first, (roles.Object, roles.Source)) and isinstance(second, roles.HowMany):
            counted = agreement.sorts_of_quantity(second.quantity)
            sorts = agreement.sorts_of(first.thing)
            is_taken = isinstance(first, roles.Source) and sorts != {"ability"}
            fits_any = counted == {"deed"} or "any" in counted  # times (2回) count the act
            is_pile = isinstance(first.thing, nouns.Place) and "pile" in sorts
            fitting = counted & {"pile"} if is_pile else counted  # only its cards are counted
            if not is_taken and not fits_any and not agreement.fits(first.thing, fitting):
                yield agreement.Misfit(second.start, "the counter does not fit the noun")
        elif isinstance(first, roles.HowMany) and isinstance(second, roles.Object):
            counted = agreement.sorts_of_quantity(first.quantity)
            if agreement.is_one_card(second.thing) and counted != {"deed"}:
                yield agreement.Misfit(first.start, "one card is not counted")


def _fits_part(predicate: acts.Predicate, sense: VerbFrame, part: roles.Complement) -> bool:
    """Whether ``part`` fits this ``sense`` of its verb; if not, the sense is excluded. Numbers and
    agents have rules of their own. In the passive a topic without a subject is the subject, checked
    as が. Other parts fit anywhere."""
    if isinstance(part, (roles.HowMany, roles.HowManyAnd)):
        counted = agreement.sorts_of_quantity(part.quantity)
        if counted == {"deed"} or sense.uncounted:
            return sense.times
        objects = sense.takes.get("を") or sense.takes.get("が") or counted
        return not counted.isdisjoint(objects | {"any"})
    if isinstance(part, roles.Doer):
        moves = any("に" in needs for needs in sense.needs)  # から is then a source
        return agreement.fits(part.thing, _AGENTS) and not (
            moves and isinstance(part, roles.DoerFrom)
        )
    form = predicate.form if isinstance(predicate, acts.Act) else None
    particle = part.particle if isinstance(part, _TAKEN) else None
    if isinstance(part, roles.Topic) and form in PASSIVE:
        is_agent = any(isinstance(_role_inside(p), roles.Subject) for p in predicate.complements)
        if not is_agent:
            particle = None if "ability" in agreement.sorts_of(part.thing) else "が"
    if particle is None or not isinstance(part, roles.Role):
        return True
    wanted = _wanted(sense, particle, form)
    return wanted is not None and agreement.fits(part.thing, wanted)


def _check_becoming(complements: Sequence[roles.Complement]) -> Iterator[agreement.Misfit]:
    """Yield what something becomes that it already is: アタックはアタックになる. That makes no
    sense, so that a word was lost or exchanged."""
    subjects = [
        part.thing for part in complements if isinstance(part, (roles.Topic, roles.Subject))
    ]
    words = [thing.word for thing in subjects if isinstance(thing, nouns.Noun)]
    for part in complements:
        into = part.thing if isinstance(part, roles.Target) else None
        if isinstance(into, nouns.Noun) and not into.qualifiers and into.word in words:
            yield agreement.Misfit(part.start, "it becomes what it already is")


def _senses_of(predicate: acts.Predicate, lexicon: Lexicon) -> Senses | None:
    """Return the frames of ``predicate``: those of its verb, or of its class if it has no verb.
    None if none are known, and then its complements are not checked against them."""
    if isinstance(predicate, acts.Act):
        return predicate.verb.senses
    both = isinstance(predicate, acts.Modify) and isinstance(predicate.change, nouns.Changes)
    name = "Modify" if isinstance(predicate, acts.Modify) else type(predicate).__name__
    return lexicon.senses.get("ModifyBoth" if both else name)


def takes(act: acts.Act, particle: str, thing: nouns.Thing | nouns.Quantity) -> bool:
    """Return whether ``thing`` with ``particle`` fits a sense of the verb of ``act``; if not, it
    belongs to another verb. A verb without known senses takes anything."""
    if act.verb.senses is None:
        return True
    wanted = (_wanted(sense, particle, act.form) for sense in act.verb.senses)
    return any(sorts is not None and agreement.fits(thing, sorts) for sorts in wanted)


def takes_any(verb: Verb, particle: str) -> bool:
    """Whether ``verb`` takes ``particle`` in any sense; true for a verb without known senses. A
    verb that does not take に has no goal, so that に marks the agent of its passive."""
    return verb.senses is None or any(particle in sense.takes for sense in verb.senses)


def _wanted(frame: VerbFrame, particle: str, form: Form | None) -> frozenset[str] | None:
    """Return the sorts that ``particle`` takes in ``frame``, None if it takes none. In the passive,
    the object becomes the subject, so that が takes the sorts of を, or those of られ if the frame
    has others for it. In the potential, が may mark either."""
    done_to = frame.takes.get("を")
    if form in PASSIVE and done_to is not None:
        suffers = frame.takes.get("られ", done_to)
        return {"が": suffers, "を": None}.get(particle, frame.takes.get(particle))
    if form in _POTENTIAL and particle == "が" and done_to is not None:
        return done_to | frame.takes.get("が", frozenset())
    return frame.takes.get(particle)


def _is_complete(predicate: acts.Predicate, senses: Senses) -> bool:
    """Return whether ``predicate`` has all that one of its ``senses`` needs; if not, words were
    lost. A passive is always complete, since it leaves out its agent. Each need lists alternatives,
    particles or ones that must be absent (``~を``). A thing with は may fill every need."""
    form = predicate.form if isinstance(predicate, acts.Act) else None
    if form in PASSIVE:
        return True
    for sense in senses:
        agents = frozenset[str]() if form in _POTENTIAL else sense.takes.get("が", frozenset())
        said = {_particle(part, agents) for part in predicate.complements}
        said |= {"~に", "~を", "~枚"} - {f"~{particle}" for particle in said}
        if "は:thing" in said or all(said & needs for needs in sense.needs):
            return True
    return False


def _role_inside(part: roles.Complement) -> roles.Complement:
    """Return the role inside of ``part`` (“also”, “or”), or ``part`` itself if it is a plain role.
    The inner role has the particle and the noun that are checked against the verb."""
    return part.role if isinstance(part, (roles.RoleOr, roles.Focused)) else part


def _particle(part: roles.Complement, doers: Set[str]) -> str:
    """Return the name of ``part`` in the needs of a frame: its particle, or ``は:thing`` for a
    topic of no sort in ``doers``: it does not act, and may fill any need. A time fills none."""
    role: Node = _role_inside(part)
    if isinstance(role, roles.Topic) and agreement.sorts_of(role.thing).isdisjoint(doers):
        return "は:thing"
    if isinstance(role, roles.At) or not isinstance(role, roles.Complement):
        return ""
    return role.particle


def _find_roles_filled_twice(complements: Sequence[roles.Complement]) -> Iterator[agreement.Misfit]:
    """Yield a complement whose role another one has already: a verb between them was lost. In a
    list with numbers (エントリーに1枚とメンバーに2枚), roles begin again after each."""
    seen: dict[type[roles.Complement], roles.Complement] = {}
    for at, part in enumerate(complements):
        if isinstance(part, roles.HowManyAnd):
            # エントリーに1枚とメンバーに2枚: with a destination before it, the next part is one.
            behind = (
                p for p in complements[at + 1 :] if isinstance(p, (roles.Object, roles.Target))
            )
            goal = roles.Target in seen and roles.Object not in seen
            if goal and not isinstance(next(behind, None), roles.Target):
                yield agreement.Misfit(part.start, "the second destination is missing")
            for sort in (roles.Object, roles.Source, roles.Target, roles.HowMany):
                seen.pop(sort, None)
        elif isinstance(part, roles.Manner):
            continue
        elif type(part) in seen and not _adds_to(seen[type(part)], part):
            yield agreement.Misfit(part.start, "this role is filled twice")
        else:
            seen[type(part)] = part
    yield from agreement.find_repeated(complements)


def _adds_to(first: roles.Complement, second: roles.Complement) -> bool:
    """Whether ``second``, of the same role as ``first``, only adds to it: the number of an object,
    another name, or “each” before a vague number. Then no verb was lost between them."""
    match first, second:
        case roles.AlsoAs(), roles.AlsoAs():
            return first != second
        case roles.Object(thing=thing), roles.Object(thing=nouns.Quantity()):
            return not isinstance(thing, nouns.Quantity)
        case roles.HowMany(quantity=each), roles.HowMany(quantity=all_):
            return each.limit == Limit.EACH or isinstance(all_.count, Vague)
        case _:
            return False


def _check_cost(sentences: Sequence[Node]) -> Iterator[agreement.Misfit]:
    """Yield the subject of a cost, since only the player pays it, and acts that give instead of
    paying: ［パワーを＋1000］. Texts with these are damaged."""
    for sentence in sentences:
        for step in sentence.steps if isinstance(sentence, card.Sentence) else ():
            if isinstance(step, (acts.DealDamage, acts.Give, acts.Gain, acts.Modify)):
                yield agreement.Misfit(step.start, "this pays no cost")
            for part in step.complements if isinstance(step, acts.Act) else ():
                if isinstance(part, roles.Subject):
                    yield agreement.Misfit(part.start, "a cost has no subject")


def _check_sentence(sentence: card.Sentence) -> Iterator[agreement.Misfit]:
    """Yield faults that only show between steps, where words were lost: repeated steps (damage and
    drawing may be repeated), damage without a target unless one was chosen, and choices and
    durations that do not fit."""
    yield from agreement.find_repeated(
        [step for step in sentence.steps if not isinstance(step, REPEATED)]
    )
    is_chosen = False
    for step in sentence.steps:
        act = step.act if isinstance(step, card.May) else step
        if isinstance(act, acts.DealDamage) and not is_chosen and act.form not in PASSIVE:
            said = {_particle(part, _AGENTS) for part in act.complements}
            again = any(isinstance(part, roles.Manner) for part in act.complements)
            # さらに1ダメージを与える: to whom it was dealt before
            if not again and "を" in said and said.isdisjoint(("に", "は:thing")):
                yield agreement.Misfit(act.start, agreement.MISSING)
        is_chosen = is_chosen or isinstance(act, acts.Choose)
    yield from _check_choice(sentence.steps)
    yield from _check_duration(sentence.steps)


def _check_duration(steps: Sequence[Node]) -> Iterator[agreement.Misfit]:
    """Yield a duration before an act that is done at once: そのターン中、あなたは1枚引く. Only what
    lasts has a duration, so that words were lost."""
    frame: card.Frame | None = None
    for step in steps:
        act = step.act if isinstance(step, (card.May, card.ByDoing)) else step
        if isinstance(step, card.Frame):
            frame = step if isinstance(step.role, (roles.During, roles.Until)) else None
        elif not isinstance(act, acts.Choose):
            if frame and isinstance(act, acts.Act) and act.form in DOING:
                parts = [_role_inside(part) for part in act.complements]
                senses = act.verb.senses or ()
                senses = tuple(s for s in senses if all(_fits_part(act, s, p) for p in parts))
                # A card that is put as another one (として) leaves something that may end.
                lasts = any(isinstance(part, roles.As) for part in parts)
                if senses and not lasts and all(sense.instant for sense in senses):
                    yield agreement.Misfit(frame.start, "what is done at once has no duration")
            frame = None


def _check_choice(steps: Sequence[Node]) -> Iterator[agreement.Misfit]:
    """Yield a chosen thing without power where the next act changes power
    (手札を1枚選び、パワーを＋500) and has no target of its own. Yield also a pile chosen from a
    zone, in which no pile is. Such texts are damaged."""
    others: list[Node] = []
    for step in steps:
        if isinstance(step, acts.Choose):
            objects = [part for part in step.complements if isinstance(part, roles.Object)]
            piles = [part for part in objects if "pile" in agreement.sorts_of(part.thing)]
            others = [part for part in objects if not agreement.fits(part.thing, _CHARACTER)]
            sources = [part.thing for part in step.complements if isinstance(part, roles.Source)]
            inside = [source for source in sources if not isinstance(source, nouns.Beside)]
            if any(
                "zone" in agreement.sorts_of(s) and "any" not in agreement.sorts_of(s)
                for s in inside
            ):
                yield from (agreement.Misfit(part.start, "a zone is in no zone") for part in piles)
        elif isinstance(step, (acts.Modify, acts.Give)):
            said = {type(part) for part in step.complements}
            if not said & {roles.Target, roles.Topic}:
                yield from (
                    agreement.Misfit(part.start, "the noun does not fit the verb")
                    for part in others
                )
        elif isinstance(step, (acts.Act, card.StepOfAct)):
            others = []  # what follows need not be about them


def _check_ability(ability: card.Ability) -> Iterator[agreement.Misfit]:
    """Yield marks that are repeated, and そうしたら (“if you did”) before any act of the ability,
    as only damaged texts have them. An ability without a head may continue another text, and its
    そうしたら is not checked."""
    for place, mark in enumerate(ability.marks):
        if mark in ability.marks[:place]:
            yield agreement.Misfit(mark.start, "this is repeated")
    is_headed = ability.marks or ability.keyword or ability.cost
    first = ability.text[0] if is_headed and ability.text else None
    for step in first.steps if isinstance(first, card.Sentence) else ():
        if isinstance(step, (acts.Predicate, card.May, card.ByDoing)):
            return
        if isinstance(step, card.Link) and step.connective.value.startswith("そう"):
            yield agreement.Misfit(step.start, "no act comes before this")
