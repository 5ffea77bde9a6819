"""Abilities (marks, keywords, costs), sentences, steps, predicates, and complements of verbs."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, cast

from rulebook.cards.builders.attachment import attach_clauses, make_put_clause
from rulebook.cards.builders.lexicon import Lexicon
from rulebook.cards.builders.register import amount, builds, change, nodes
from rulebook.cards.builders.scoping import is_time, scope
from rulebook.cards.grammar.lalr_parser import Builder, Extent, Leaf, Values
from rulebook.cards.tree import acts, card, nouns, qualities, roles, words
from rulebook.cards.tree.verbs import NO_VERB, PASSIVE, Form, Verb
from rulebook.cards.tree.words import Kind, MannerWord
from rulebook.records import replace

ROLE_OF_PARTICLE = {role.particle: role for role in reversed(roles.Role.__subclasses__())}
"""The role that each particle gives to the thing before it: the first class with that particle."""

ACTS: dict[str, type[acts.Act]] = {
    verb: kind
    for kind in vars(acts).values()
    if isinstance(kind, type) and issubclass(kind, acts.Act)
    for verb in kind.verbs
}
"""The class that each verb names; dealing damage is recognised by its object."""

RULES_OF_VERBS = frozenset({"act", "act_so_that"})
"""The rules that end in a verb: all words there must be forms of verbs that the grammar lists."""

_COUNT = re.compile("(?:([0-9]+|[ＸＹ])|(好きな|同じ|望む|その))(.*?)(まで|以上|以下|ずつ|のみ)?")


@builds("when")
def _when(span: Extent, parts: Values) -> card.When:
    """Build a trigger (“when …”) from its events. Acts that lead to one (“draws, and when …”) stand
    before it in the grammar's tree; the module ``scope`` moves them into the empty field."""
    return card.When(*span, (), tuple(parts))


def _attached_nodes(parts: Values, *, before_nara: bool = False) -> tuple[Any, ...]:
    """Return the nodes among ``parts`` of a predicate, each clause (“put”) attached to the noun
    after it: the grammar, which reads from the left, has not seen that noun when it ends a clause,
    and puts all words before into it. ``before_nara``: なら (if) follows the last node. Two phrases
    that the grammar reads as one are split: このキャラと and 手札から, or an act and its
    outcome."""
    apart: list[Any] = []
    for node in nodes(parts):
        match node:
            # このキャラと手札から (with this character, from hand) is read as from both.
            case roles.Source(
                thing=nouns.Both(qualifiers=(), things=(nouns.Noun() as one, nouns.Place() as zone))
            ):
                at = one.end + 1  # after the と
                apart.append(roles.Companion(node.start, at, one))
                apart.append(replace(node, start=at, thing=zone))
            case roles.SoThat(ni=True) | roles.UntilDone():  # without に, ``_act_so_that`` does it
                apart += _separate_outcome(node)
            case _:
                apart.append(node)
    return attach_clauses(tuple(apart), before_nara=before_nara)


@builds("act", by_lexicon=True)
def _act(lexicon: Lexicon, span: Extent, parts: Values) -> acts.Act:
    """Build an act, of the class of its verb. する (do) and 与える (give, deal) have several
    meanings, so their objects decide the class. In the passive, に and から may mark the agent."""
    verb, form = lexicon.verbs[parts[-1].text]
    complements = _attached_nodes(parts[:-1])
    kind = ACTS.get(verb.value, acts.Act)
    if form in PASSIVE:
        complements = tuple(_as_agent(verb, complement) for complement in complements)
    if kind is acts.Give and any(map(_is_damage, complements)):
        kind = acts.DealDamage
    said = [part for part in complements if isinstance(part, (card.Payment, roles.HowMuch))]
    if kind is acts.Turn and said:  # する (do) with energy pays, with ＋2/±0 modifies
        kind = acts.Pay if isinstance(said[0], card.Payment) else acts.ModifyBy
    return kind(*span, complements, verb, form)


@builds("gapped")
def _act_without_verb(span: Extent, parts: Values) -> acts.Act:
    """Return an act without its verb (“1 from hand,”), which ``scope`` takes from the next one."""
    return acts.Act(*span, _attached_nodes(parts), NO_VERB, Form.ELIDED)


@builds("act_so_that", by_lexicon=True)
def _act_so_that(lexicon: Lexicon, span: Extent, parts: Values) -> acts.Act:
    """Return an act with its intended outcome: 同じ枚数になるよう選び (choose to make it as many).
    The grammar gives all words before なる (become) to the outcome; the act gets its own back."""
    goal, leaf = parts
    before = _separate_outcome(roles.SoThat(goal.start, leaf.span[0], goal, ni=False))
    return _act(lexicon, span, [*before, leaf])


def _separate_outcome(clause: roles.SoThat | roles.UntilDone) -> tuple[roles.Complement, ...]:
    """Return the complements before an outcome, then the outcome, which begins with its subject or
    else with the target of なる (become). The grammar gives it all words before, also the act's."""
    goal = clause.outcome
    sorts = list(map(type, goal.complements))
    first = roles.Subject if roles.Subject in sorts else roles.Target
    own = max((place for place, sort in enumerate(sorts) if sort is first), default=0)
    before, inside = goal.complements[:own], goal.complements[own:]
    start = inside[0].start if inside else goal.start
    outcome = replace(goal, start=start, complements=inside)
    return *before, replace(clause, start=start, outcome=outcome)


def _as_agent(verb: Verb, complement: roles.Complement) -> roles.Complement:
    """Return ``complement`` of a passive as its agent (“by”) if it is one, else unchanged. に marks
    an agent if ``verb`` takes no に; から if it marks a player or, of 選ばれる (be chosen), a
    card."""
    senses = verb.senses
    # The verb is known, and takes に in none of its senses.
    has_agent = senses is not None and not any("に" in sense.takes for sense in senses)
    match complement:
        case roles.Target(start=start, end=end, thing=thing) if has_agent:
            return roles.Doer(start, end, thing)
        case roles.Source(start=start, end=end, thing=nouns.Player() | nouns.Noun() as thing) if (
            not isinstance(thing, nouns.Noun) or ACTS.get(verb.value) is acts.Choose
        ):
            return roles.DoerFrom(start, end, thing)
    return complement


def _is_damage(complement: roles.Complement) -> bool:
    """Whether ``complement`` is damage as an object: 与える then means “deal”, not “grant”."""
    thing = complement.thing if isinstance(complement, roles.Object) else None
    choices = thing.things if isinstance(thing, nouns.Either) else (thing,)
    heads = [choice.word if isinstance(choice, nouns.Noun) else None for choice in choices]
    return all(isinstance(head, nouns.Damage) or head == words.Word.DAMAGE for head in heads)


def _modifies(kind: type[acts.Modify], joining: bool) -> Builder:
    """Return the builder for changes to a number, as nodes of ``kind``. ``joining``: more follows
    (“power ＋1000, and …”). The rules for changes differ only in these two."""
    return lambda span, parts: kind(*span, _attached_nodes(parts), change(parts[-1]), joining)


builds("modify")(_modifies(acts.Modify, False))
builds("modify_joining")(_modifies(acts.Modify, True))
builds("modify_te")(_modifies(acts.ModifyTe, False))
builds("modify_listed")(_modifies(acts.ModifyListed, True))


@builds("equals")
def _equals(span: Extent, parts: Values, kind: type[acts.Equals] = acts.Equals) -> acts.Equals:
    """Build the definition of a letter, the topic, by the value before に等しい (“X is equal to
    …”). In a list of cases (2枚以下なら2、3枚以上なら1に等しい: 2 if 2 or fewer, else 1) only the
    last case prints に等しい; the others are of another ``kind``, printed without it."""
    *complements, value = _attached_nodes(parts)
    return kind(*span, tuple(complements), value)


builds("equals_listed")(partial(_equals, kind=acts.EqualsListed))


@builds("compares")
def _compares(span: Extent, parts: Values) -> acts.Compares:
    """Build a comparison (“more than …”); its last word says which of the two must be greater."""
    return acts.Compares(*span, _attached_nodes(parts), words.Comparison(parts[-1].text))


@builds("is_", by_lexicon=True)
def _is(lexicon: Lexicon, span: Extent, parts: Values) -> acts.Is | acts.Has:
    """Build the state of a noun before なら (if): what the subject is or, for qualities without a
    noun, what it has (“its ATK is 10 or more”: ``Whose``). In 手札から舞台に置かれたカードなら (if
    put on stage from hand), the grammar gives 手札から to なら; it moves into the noun's clause."""
    *complements, what = _attached_nodes(parts, before_nara=True)
    if isinstance(what, nouns.Noun):
        complements, what = make_put_clause(complements, what, *lexicon.verbs["置かれた"])
    if isinstance(what, nouns.Named) and not any(
        isinstance(quality, qualities.CardName) for quality in what.alternatives
    ):
        match what.qualifiers:
            case ():
                return acts.Has(*span, tuple(complements), what.alternatives)
            case (nouns.Of(start=start, end=end, thing=thing),):
                whose = roles.Whose(start, end, thing)
                return acts.Has(*span, (*complements, whose), what.alternatives)
    return acts.Is(*span, tuple(complements), what, negated=False, joining=False)


@builds("is_and", by_lexicon=True)
def _is_and(lexicon: Lexicon, span: Extent, parts: Values) -> acts.Is:
    """Build the first of two states (“2 or more, and …”). Its token, without で, is a number."""
    last = parts[-1]
    what = _quantity(lexicon, last.span, [last._replace(text=last.text.removesuffix("で"))])
    return acts.Is(*span, _attached_nodes(parts[:-1]), what, negated=False, joining=True)


@builds("is_much")
def _state(span: Extent, parts: Values, *, negated: bool = False) -> acts.Is:
    """Build the state of レベルが3か (level 3, or), or a negated one (“if it is no player”), as the
    same node as that of レベルが3なら (if level 3): only what follows differs. ``joining`` is for
    states in で (and). どちらでもない (neither) has no value, as it negates the cases before it."""
    *complements, what = _attached_nodes(parts) or (None,)
    return acts.Is(*span, tuple(complements), what, negated, joining=False)


builds("is_not")(partial(_state, negated=True))


@builds("has")
def _has(span: Extent, parts: Values) -> acts.Has:
    """Build the state of having qualities (to be one is ``Is``). The grammar has the complements
    first (“this card” of “if this card has 《A》”), then the qualities (《A》)."""
    settled = _attached_nodes(parts)
    complements = [part for part in settled if isinstance(part, roles.Complement)]
    return acts.Has(*span, tuple(complements), settled[len(complements) :])


@builds("role")
def _role(span: Extent, parts: Values) -> roles.Role:
    """Build a noun with its particle, kept as the role's class; に after a time marks no goal."""
    thing, particle = parts
    kind = ROLE_OF_PARTICLE[particle.text]
    if kind is roles.Target and is_time(thing):
        kind = roles.At
    return kind(*span, thing)


@builds("role_or")
def _role_or(span: Extent, parts: Values) -> roles.RoleOr:
    """Build a role before か (or), to which the next role is an alternative: “from hand or …”."""
    return roles.RoleOr(*span, _role((span[0], parts[1].span[1]), parts))


@builds("focused")
def _focused(span: Extent, parts: Values) -> roles.Focused:
    """Build a role with a second particle (も of 手札からも, also from hand) as a node around the
    first role (手札から), which is what the frames and slots of a verb list, with も or without."""
    *role, focus = parts
    return roles.Focused(*span, _role((span[0], role[-1].span[1]), role), words.Lexeme(focus.text))


@builds("moment")
def _moment(span: Extent, parts: Values) -> roles.Role:
    """Build a moment without a particle (“at its end”), which has the role of a time with に."""
    *qualifiers, leaf = parts
    noun = nouns.Noun(span[0], leaf.span[1], tuple(qualifiers), words.Period(leaf.text))
    return roles.AtMoment(*span, noun)


@builds("within", by_lexicon=True)
def _within(lexicon: Lexicon, span: Extent, parts: Values) -> roles.Role:
    """Build “this turn” before a verb as a role of its own, as no particle shows what it is."""
    pointer, turn = parts
    start, end = pointer.span
    pointing = nouns.Pointing(start, end, words.Pointer(pointer.text))
    return roles.Within(*span, nouns.Noun(*span, (pointing,), lexicon.words[turn.text]))


@builds("quantity", by_lexicon=True)
def _quantity(lexicon: Lexicon, span: Extent, parts: Values) -> nouns.Quantity:
    """Build the quantity in one token, split into number, unit and limit: “2 cards or more”."""
    count, vague, unit, limit = cast(re.Match[str], _COUNT.fullmatch(parts[0].text)).groups()
    return nouns.Quantity(
        *span,
        words.Vague(vague) if vague else amount(count),
        lexicon.units[unit] if unit else None,
        words.Limit(limit) if limit else None,
    )


NO_HEADING = card.Ability(0, 0, (), None, None, ())
"""What an ability without marks, keyword and cost has before its text."""


@builds("ability")
def _ability(span: Extent, parts: Values) -> card.Ability:
    """Build an ability from its heading and passages. A 【永】 (always in force) has no trigger:
    かわりに (instead) makes “when …” an event to be replaced. The same holds for an ability without
    an icon, but only where the event is yet to come (gbf 8-2-1-3-1)."""
    has_heading = parts and isinstance(parts[0], card.Ability)
    heading, *parts = parts if has_heading else (NO_HEADING, *parts)
    kinds = {mark.kind for mark in heading.marks if isinstance(mark, card.KindMark)}
    if kinds <= {Kind.CONTINUOUS}:
        parts = [_mark_replaced_event(part, even_past=bool(kinds)) for part in parts]
    return card.Ability(*span, heading.marks, heading.keyword, heading.cost, tuple(parts))


def _mark_replaced_event(passage: Any, *, even_past: bool) -> Any:
    """Return ``passage`` of an ability always in force with the event of “when …” marked as
    replaced, not as a trigger, if かわりに (instead) replaces it. “When it was done”, which may be
    a trigger in an ability without an icon, is marked only if ``even_past``."""
    if not isinstance(passage, card.Sentence):
        return passage
    said = (part for step in passage.steps for part in card.complements_of(step))
    if not any(isinstance(p, roles.Manner) and p.manner == MannerWord.INSTEAD for p in said):
        return passage
    past = () if even_past else (Form.PAST, Form.PAST_PASSIVE)
    steps = (
        card.Replaced(s.start, s.end, s.leading, s.events)
        if type(s) is card.When and not any(getattr(e, "form", None) in past for e in s.events)
        else s
        for s in passage.steps
    )
    return replace(passage, steps=tuple(steps))


@builds("heading")
def _heading(_: Extent, parts: Values) -> card.Ability:
    """Build an ability of only icons, keyword and cost, with an empty span: the builder of the
    whole ability takes these from it, and they are known even if the rest cannot be read."""
    keyword = next((part for part in parts if isinstance(part, card.Keyword)), None)
    cost = next((part for part in parts if isinstance(part, card.Cost)), None)
    marks = [part for part in parts if not isinstance(part, (card.Keyword, card.Cost))]
    return card.Ability(0, 0, tuple(marks), keyword, cost, ())


@builds("cost")
def _cost(span: Extent, parts: Values) -> card.Cost:
    """Build a cost. A payment by icon has its own clauses, so it is separate from the sentences."""
    is_paid = parts and isinstance(parts[0], card.Payment)
    payment, *sentences = parts if is_paid else (None, *parts)
    return card.Cost(*span, payment, tuple(sentences))


@builds("sentence")
def _sentence(span: Extent, parts: Values, *, closed: bool = True) -> card.Sentence:
    """Build a sentence. The grammar leaves a time in the first act (“at the end of the turn, draw
    1”); ``scope`` makes it a step before all that it governs. The end is stored, so that printing
    gives the same text: a reminder （…）, nothing (a cost is not ``closed``), or else 。."""
    last = parts[-1]
    reminder = card.Reminder(*last.span, last.text) if isinstance(last, Leaf) else None
    return card.Sentence(*span, scope(nodes(parts)), closed and reminder is None, reminder)


builds("open_sentence")(partial(_sentence, closed=False))
