"""Whether the icon or keyword of an ability (its head) fits its cost, event and acts. In a damaged
text, the head of one ability may be in front of the body of another."""

from __future__ import annotations

from collections.abc import Set
from itertools import pairwise, takewhile
from typing import Any

from rulebook.cards.builders.agreement import Misfit, Misfits, is_one, is_this_card
from rulebook.cards.builders.emptied import MOVING
from rulebook.cards.builders.lexicon import Sets
from rulebook.cards.builders.senses import is_done_at_once
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import Node, all_nodes, children
from rulebook.cards.tree.verbs import DOING, NEGATED, PASSIVE, PAST
from rulebook.cards.tree.words import Period, Pointer, Word

_PLAYING = (acts.Activate, acts.Use)


def check_head(ability: card.Ability, parent: Node | None, heads: Sets) -> Misfits:
    """Yield a misfit for what cannot follow the icon or keyword of ``ability``, or is missing
    there, because two abilities were mixed up. ``heads``, a table of ``frames.toml``, lists for
    each icon or keyword what it needs (``cost``, ``event``, and the icons of a keyword) and what it
    cannot have (``~cost``, ``~event``; ``~act``: an act that is done just once)."""
    marks = [mark for mark in ability.marks if isinstance(mark, card.KindMark)]
    yield from (Misfit(mark.start, "an ability has only one kind") for mark in marks[1:])
    icon = marks[0].kind.value if marks else ""
    said, keyword = heads.get(icon, frozenset()), ability.keyword
    wanted = heads.get(keyword.name.value, frozenset()) if keyword else frozenset()
    if icon and keyword:
        if wanted - {"cost"} and icon not in wanted:  # all words but “cost” are icons
            yield Misfit(keyword.start, "the keyword does not fit the icon")
        # A heading that is read alone has no end; a quoted keyword may be named without its cost.
        if "cost" in wanted and not ability.cost and not parent and ability.end:
            yield Misfit(keyword.start, "the keyword has no cost")
    if ability.cost and "~cost" in said:
        yield Misfit(ability.cost.start, "an ability of this kind has no cost")
    first = ability.text[0] if ability.text else None
    if said and isinstance(first, card.Sentence):
        before = takewhile(lambda step: isinstance(step, (card.When, card.If)), first.steps)
        for step in before if "~event" in said else ():
            if type(step) is card.When and step.events[0].form in PAST:  # “when it was done”
                yield Misfit(step.start, "an ability of this kind has no event")
        is_first = ability.marks[0] is marks[0]  # after another icon, it needs none
        # A keyword that is listed says itself when it is played.
        if not wanted and "event" in said and is_first and not _has_event(ability):
            yield Misfit(first.start, "an ability of this kind needs an event")
        # With a trigger or another step (“may”), the act is not what always applies.
        is_plain = not any(isinstance(s, card.StepOfAct) or card.is_trigger(s) for s in first.steps)
        for step in first.steps if "~act" in said and is_plain else ():
            if is_done_at_once(step) or (isinstance(step, acts.Choose) and step.form in DOING):
                yield Misfit(step.start, "an effect that always applies does nothing just once")
        yield from _find_without_antecedent(first, said)
    yield from _find_impossible(ability, said, heads)


def _find_impossible(ability: card.Ability, said: Set[str], heads: Sets) -> Misfits:
    """Yield a misfit for what ``ability`` cannot wait for, choose or do, because it has the head of
    another ability. ``said`` is what ``heads`` lists for its kind (~x: it has no x). An ability
    with ~act is always in force, and not played. One with ~battle is played outside battles, except
    counters, whose other icon (【カウンター】) lists battle. All others may be played in a battle
    (but see ``_may_have_battle``)."""
    # Other icons name zones where the ability works: only what all exclude (~x) is impossible.
    icons = [heads.get(m.marking.value) for m in ability.marks if isinstance(m, card.Mark)]
    known = [*filter(None, icons)]
    there = known[0].intersection(*known) if known else frozenset()
    is_outside_battle = "~battle" in said
    if not ("battle" in there if is_outside_battle else _may_have_battle(ability, heads)):
        yield from _find_battles(ability, heads, has_event=not is_outside_battle)
    for sentence in (each for each in ability.text if isinstance(each, card.Sentence)):
        match sentence.steps[-1]:  # “this ability is played …”: its act is its last step
            case acts.Activate(
                complements=(roles.Topic(thing=nouns.Noun(word=Word.ABILITY)), *_)
            ) if "~act" in said:
                yield Misfit(sentence.start, "an ability of this kind has no event")
        if there:
            yield from _find_absent_acts(sentence, there)


def _may_have_battle(ability: card.Ability, heads: Sets) -> bool:
    """Whether this card may be in battle at the event of ``ability``. It is not when it has just
    been put somewhere, nor at a time for which ``heads`` lists ~battle. Of “the attack phase of
    your turn”, only the phase counts, because it is a narrower time than the turn."""
    steps = getattr(ability.text[0], "steps", ()) if ability.text else ()
    match next((step for step in steps if card.is_trigger(step)), None):
        case card.When(events=(acts.Act(complements=parts) as event,)) if isinstance(event, MOVING):
            return not any(isinstance(p, roles.Subject) and is_this_card(p.thing) for p in parts)
        case card.Frame(role=role):
            words = [word for node, *_ in all_nodes(role) if (word := getattr(node, "word", None))]
            words = [word for word in words if isinstance(word, Period)] or words
            return not any("~battle" in heads.get(word.value, ()) for word in words)
    return True


def _find_battles(ability: card.Ability, heads: Sets, *, has_event: bool) -> Misfits:
    """Yield a misfit for each word for a thing that exists only in a battle (battle in ``heads``:
    バトル相手, its opponent; “this attack”), because there is no battle when ``ability`` is played.
    Each sentence is checked up to an event that comes later: the second event or, if the ability is
    not played at an event (not ``has_event``), the first. After a duration (“this turn”), only
    choices are checked, because they are made at once."""
    found = list[int]()
    inside: Any = ability.inside
    for node, *_ in inside:
        word: Any = getattr(node, "word", getattr(node, "state", None))
        is_attack = word == Word.ATTACK and is_one(node)
        if is_attack or "battle" in heads.get(getattr(word, "value", ""), ()):
            found.append(node.start)
    for sentence in ability.text if found else ():
        is_later = False
        for step in getattr(sentence, "steps", ()):
            if card.is_trigger(step) and not has_event:
                break
            here = [at for at in found if step.start <= at < step.end]
            if card.is_trigger(step):
                has_event = False
            elif here and (not is_later or isinstance(step, acts.Choose)):
                yield Misfit(here[0], "there is no battle when this is played")
            is_later |= isinstance(step, card.Frame) and not card.is_trigger(step)


def _find_absent_acts(sentence: card.Sentence, there: Set[str]) -> Misfits:
    """Yield a misfit for each event in which this card does what no card does in the zone of the
    ability's icon (attack in the discards), because abilities were mixed up. ``there``, the list of
    that icon, has these verbs with ~ or, for piles, ~character: all verbs of characters alone."""
    for act in (act for step in sentence.steps if type(step) is card.When for act in step.events):
        if not isinstance(act, acts.Act) or act.form in PASSIVE:
            continue
        agents = [sense.takes.get("が", frozenset()) for sense in act.verb.senses or ()]
        of_characters = bool(agents) and all("character" in a and "card" not in a for a in agents)
        is_elsewhere = "~character" in there and of_characters
        for part in act.complements if is_elsewhere or f"~{act.verb.value}" in there else ():
            if isinstance(part, roles.Subject) and is_this_card(part.thing):
                yield Misfit(part.start, "a card in that place does not do this")


def _find_without_antecedent(sentence: card.Sentence, said: Set[str]) -> Misfits:
    """Yield a misfit for words of the first ``sentence`` that refer to nothing, as in damaged
    texts: “during that turn” at the start of an ability always in force (``said``, what its icon
    lists, has ~act), and “instead” right after a past event, which nothing can replace any more."""
    match sentence.steps:
        case card.Frame(
            role=roles.During(
                thing=nouns.Noun(qualifiers=(nouns.Pointing(pointer=Pointer.THAT), *_)) as turn
            )
        ), *_ if "~act" in said:
            yield Misfit(turn.start, "what this refers to is missing")
        case card.When(events=(event, *_)), acts.Act() as act, *_ if event.form in PAST:
            for part in act.complements:
                if isinstance(part, roles.Manner) and part.manner.value == "かわりに":
                    yield Misfit(part.start, "what this refers to is missing")


def _has_event(ability: card.Ability) -> bool:
    """Whether the first sentence of ``ability``, not counting a limit on playing it, has an event
    that it waits for; “if it was done” is one, too (in Reバース). A text without the event of its
    kind has lost it. A text without sentences (no sign of loss) and a misprinted 【永】 pass."""
    sentences = (each for each in ability.text if isinstance(each, card.Sentence))
    first = next((s for s in sentences if not isinstance(s.steps[-1], _PLAYING)), None)
    if first is None or isinstance(getattr(first.steps[0], "role", None), roles.ForEach):
        return True  # one that begins with “for each” should have the icon 【永】
    # The condition in the icon サプライズ (surprise) is the event (vs 12.3.1).
    in_marks = (node for mark in ability.marks for node in children(mark))
    return any(isinstance(node, acts.Act) for node in in_marks) or any(
        isinstance(node, (card.When, card.Once, roles.At))
        or (isinstance(parent, card.If) and isinstance(node, acts.Act) and node.form in PAST)
        for node, parent, _ in all_nodes(first)
    )


def check_ability(ability: card.Ability) -> Misfits:
    """Yield a misfit for repeated icons. Yield one, because words were lost, for a sentence with
    そうしたら (if that was done) after what nobody does: a number that changes (＋500 just holds),
    a ban, a definition, a negation; or if the sentence with そうしたら only defines a letter."""
    for place, mark in enumerate(ability.marks):
        if mark in ability.marks[:place]:
            yield Misfit(mark.start, "this is repeated")
    sentences = [each for each in ability.text if isinstance(each, card.Sentence)]
    for before, sentence in pairwise(sentences):
        then, last = sentence.steps[0], before.steps[-1]
        if not isinstance(then, card.Link) or not then.connective.value.startswith("そうしたら"):
            continue
        is_undone = isinstance(last, (acts.Modify, acts.Equals, card.Cannot))
        is_undone |= getattr(last, "form", None) in NEGATED
        if is_undone or isinstance(sentence.steps[-1], acts.Equals):
            yield Misfit(then.start, "no action comes before or after this")
