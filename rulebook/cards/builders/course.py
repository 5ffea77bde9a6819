"""Whether an ability can be carried out step by step: whether its words refer to an act before
them, a card is still where a step needs it, and something is done with what is chosen. In examples,
この is “this”, その “that”, それ “it”, それら “those”, カード “card”, キャラ “character”."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import compress, takewhile
from operator import itemgetter
from typing import Any

from rulebook.cards.builders.agreement import Misfit, Misfits, is_theirs, is_this_card, sorts_of
from rulebook.cards.builders.emptied import MOVING, Emptied, goals_of, pile_of
from rulebook.cards.builders.lexicon import Lexicon, Sets
from rulebook.cards.builders.senses import role_inside
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.verbs import DOING, NEGATED, PAST, Form
from rulebook.cards.tree.words import Kind, Pointer, Zone

_THIS, _HANDLED_LAST, _OTHERS = "この", "その", ""  # this card; what それ means; other cards
_BACK = ("その", "それ")  # how words that refer back begin
_DONE_TO = (roles.Object, roles.Subject, roles.Also)
_NAMING = (*_DONE_TO, roles.Target, roles.Topic, roles.Source)
_LASTING = (acts.Modify, acts.ModifyBy, acts.Give, acts.Gain, acts.DealDamage)
_SHOWING = (acts.Choose, acts.Reveal, acts.Look, acts.TurnUp, acts.Swap)
_TAKING = (acts.Draw, acts.Choose, acts.Pay)  # these handle no cards that were chosen before
_LISTING = (acts.Perform, acts.Give, acts.Gain, acts.Choose)
_NEEDING = (*_LASTING, acts.ChangeState)  # acts that only affect cards on the table
_ALL = frozenset({nouns.Every, roles.AllOfIt})  # the kinds of nodes for すべて
_CASES = (card.Label, card.Case, card.CaseOf)
_SORTS_DONE_TO = frozenset({"card", "zone", "player", "any"})
_ANNOUNCING = frozenset({"以下", "以下の", "次の"})


def check_course(
    ability: card.Ability, before: Sequence[card.Ability], lexicon: Lexicon, is_last: bool
) -> Misfits:
    """Yield misfits for what cannot be carried out, because words were lost: a word that refers to
    an act (選んだ, chosen; それら) without an earlier act that ``acts_for`` lists for the word; a
    card that is elsewhere when a step needs it; more or fewer things than announced; a choice that
    nothing uses. ``before``: earlier lines that the ability may continue; ``is_last``: no later
    line continues the ability. Choices in a quoted ability (『』) without marks are not checked,
    because the text around it may use them."""
    inside, acts_for = ability.inside, lexicon.leans
    is_lasting = any(getattr(mark, "kind", None) == Kind.CONTINUOUS for mark in ability.marks)
    kinds = map(type, map(itemgetter(0), inside))
    referring = compress(inside, map(_REFERRING.__contains__, kinds))
    named = ((node, _REFERRING[type(node)](node, parent)) for node, parent, _ in referring)
    words = [(node, word) for node, word in named if word]
    # それら in an ability always in force are cards of a condition, to which nothing is done.
    to_acts = [pair for pair in words if not (is_lasting and pair[1].startswith("それら"))]
    yield from _find_unexplained(to_acts, (*before, ability), acts_for)
    # A choice before the last word that refers back (その…) is used, perhaps by that word.
    pointing = (n for n, word in words if word.startswith(_BACK) or word in acts_for)
    back = max([node.start for node in pointing], default=0)  # 『』 has offsets of the text
    granted = (each for each in ability.text if type(each) is card.Granted)
    inner = [each for part in granted for each in part.quotation.abilities]
    for each in (ability, *inner):
        yield from _Places(_place_at_first(each, lexicon.zones)).check(each)
        if not _ANNOUNCING.isdisjoint(word for _, word in words):
            yield from _find_wrong_lists(each.text)
    for each in (ability, *(each for each in inner if each.marks)) if is_last else ():
        yield from _find_unused(each, back)


def _find_unexplained(
    words: Sequence[tuple[Any, str]], abilities: Sequence[card.Ability], acts_for: Sets
) -> Misfits:
    """Yield a misfit, because words were lost, for each of ``words`` (with its node) that refers to
    an act if no earlier act in ``abilities`` fits. ``acts_for`` lists the verbs that fit a word
    (それら: choose, put); a condition needs the same verb (“if put”: put). A word that is a verb
    repeats the act; any other means what the act was done to, which must be a candidate."""
    done: list[tuple[int, str, bool]] = []
    for node, word in words:
        wanted = acts_for.get(word) or ({word} if isinstance(node, (card.Once, card.If)) else None)
        if wanted:
            done = done or [*_acts_done(abilities)]
            acted = (each for each in done if each[0] <= node.start and each[1] in wanted)
            if not any(word in wanted or is_candidate for *_, is_candidate in acted):
                yield Misfit(node.start, "what this refers to is missing")


def _acts_done(abilities: Sequence[card.Ability]) -> Iterator[tuple[int, str, bool]]:
    """Yield the end and the verb of each act in ``abilities``, and whether what the act is done to
    is a candidate for a later それら or 残り (rest). This card alone is not, because texts call it
    “this card”. If things are only there (いる, ある), several named together are a candidate (“if
    A and this card are there”); a single other card is called それ or そのカード."""
    for node in (node for each in abilities for node, _, _ in each.inside):
        if isinstance(node, acts.Act):
            parts = [p for p in map(role_inside, node.complements) if isinstance(p, _DONE_TO)]
            is_candidate = not (parts and all(is_this_card(part.thing) for part in parts))
            if isinstance(node, acts.Exist):
                is_candidate = any(isinstance(part.thing, nouns.Both) for part in parts)
            yield node.end, node.verb.value, is_candidate


def _word_of_pointer(node: nouns.Pointing, noun: Any) -> str:
    """Return the word by which a check looks up the acts that ``node``, a pointer before ``noun``,
    can refer to; if none of these acts is before it, words were lost. For その, the word includes
    the noun (その枚数, that number: choose, count); for other pointers, it does not (それらの). It
    is "" before a time, which needs no act."""
    word: Any = getattr(noun, "word", getattr(noun, "zone", None))
    if node.pointer != Pointer.THAT:
        return node.pointer.value
    is_time = "time" in getattr(word, "sorts", ())
    return "" if is_time else Pointer.THAT.value + getattr(word, "value", "")


def _verb_repeated(act: Any, *, is_asked: bool) -> str:
    """Return the verb of ``act`` if ``act`` only repeats an earlier act, else "". A check then
    looks for that earlier act, and refuses the text without it. A condition (``is_asked``: “if put
    into the hand”) repeats an act if it is in the past form and has no subject. A clause before a
    noun repeats an act in any past form (公開した, revealed), if it has no complement except
    この効果で (by this effect). With others (“a card put from the hand”), it may mean any card."""
    form, parts = getattr(act, "form", None), getattr(act, "complements", ())
    is_same = form is Form.PAST and not _subjects(act)
    is_bare = form in PAST and all(isinstance(part, roles.Means) for part in parts)
    return act.verb.value if (is_same if is_asked else is_bare) else ""


_REFERRING: Mapping[type[Any], Callable[[Any, Any], str]] = {
    nouns.Pointing: _word_of_pointer,
    nouns.Noun: lambda noun, _: getattr(noun.word, "value", ""),
    nouns.Description: lambda node, noun: (  # …のうちあなたが選んだ1つ is itself a choice
        "" if type(noun) is nouns.Counted else node.described.value.split("が")[-1].split("の")[-1]
    ),
    nouns.Which: lambda node, _: _verb_repeated(node.act, is_asked=False),
    card.Once: lambda node, _: _verb_repeated(node.act, is_asked=True),
    card.If: lambda node, _: _verb_repeated(node.conditions[0], is_asked=True),
}
"""The word by which a node of each class refers to an earlier act, "" if it does not."""


def _subjects(act: Any) -> list[Any]:
    """Return the subjects (が) of ``act``; without any, it is about the cards handled last."""
    parts = map(role_inside, getattr(act, "complements", ()))
    return [part.thing for part in parts if isinstance(part, roles.Subject)]


def things_of(act: acts.Predicate) -> list[Any]:
    """Return the things that ``act`` is done to: objects, subjects, topics, nouns with も (also)
    and から (from), and 1枚 (one). Checks ask where these cards are. If ``act`` names none, it is
    done to the cards handled last."""
    found: list[Any] = []
    lasts = isinstance(act, _LASTING)
    is_given = lasts and not isinstance(getattr(act, "change", None), nouns.Changes)
    for part in map(role_inside, act.complements):
        thing: Any = getattr(part, "thing", None)
        is_agent = isinstance(part, (roles.Topic, roles.Subject)) and type(thing) is nouns.Player
        is_goal = isinstance(part, roles.Target) and not lasts  # else に marks what gets something
        if isinstance(part, roles.HowMany):
            found.append(part)
        for each in getattr(thing, "things", (thing,)) if isinstance(part, _NAMING) else ():
            # “This card's power ＋500” is done to the card, which ＋2/±0 has as its object.
            is_value = is_given and isinstance(part, roles.Object)
            is_value |= type(each) is nouns.Noun and sorts_of(each).isdisjoint(_SORTS_DONE_TO)
            if is_value and not isinstance(act, acts.Choose):
                of = getattr(each, "qualifiers", ())
                found += [owner.thing for owner in of if isinstance(owner, nouns.Of)]
            elif not is_agent and not is_goal:
                found.append(each)
    return found


def _which_cards(thing: Any) -> str:
    """Return the group of cards that ``thing`` belongs to. The zones of three groups are followed:
    this card (この), the cards handled last (その; 選んだ, chosen), and others ("")."""
    thing = thing.thing if isinstance(thing, nouns.Every) else thing
    words = [getattr(getattr(thing, "word", None), "value", "")]
    for each in getattr(thing, "qualifiers", ()):
        said = getattr(each, "pointer", None) or getattr(each, "described", None)
        words.append(getattr(said, "value", ""))
    if any(word.startswith(_BACK) or word.endswith("選んだ") for word in words):
        return _HANDLED_LAST
    return _THIS if is_this_card(thing) else _OTHERS


class _Places:
    """Where the cards of an ability are, as far as its mark, event and steps say."""

    def __init__(self, at: Zone | None) -> None:
        """Begin with this card ``at`` a zone, if known, to follow the steps from there."""
        self._at: dict[str, Zone] = {}  # where steps put this card, and those handled last
        self._first = self._said = at  # where this card is by mark or event; by a later condition
        self._emptied = Emptied()  # the cards of which none are left
        self._position = ""  # the verb by which this card has changed its position: to rest
        self._last = _OTHERS  # which cards an act without an object is done to
        self._has_begun = False  # whether anything was done, so that the next event comes later
        self._may_empty = False  # whether anything is done to all cards of a kind
        self._is_sure = True  # whether all of the last sentence was done
        self._is_clear = True  # whether その means the cards handled last, and none of an event

    def check(self, ability: card.Ability) -> Misfits:
        """Yield a misfit for each step of ``ability`` and its cost that needs a card where it no
        longer is. If the text itself pays (“may pay the cost”), the cost moves cards only then."""
        # If the opponent acts, “self” may be that player, so whose cards are gone is unknown.
        self._may_empty = not ability.kinds.isdisjoint(_ALL) and not any(
            type(node) is roles.Topic and is_theirs(node.thing) for node, *_ in ability.inside
        )
        for sentence in ability.cost.sentences if ability.cost else ():
            yield from self._follow(sentence, ({}, "", Emptied()))  # nothing is paid yet
        paid = self._at, self._position, self._emptied
        self._has_begun = False  # the event in the text is not later than the cost
        if acts.Pay in ability.kinds:  # “you may pay the cost”: not yet
            self._at, self._position, self._emptied = {}, "", Emptied()
        for part in ability.text:
            yield from self._follow(part, paid)

    def _follow(self, sentence: Any, paid: tuple[dict[str, Zone], str, Emptied]) -> Misfits:
        """Yield a misfit for each step of ``sentence`` that needs a card where it no longer is (the
        text lost words), and record where cards go. A payment puts cards where the cost puts them
        (``paid``). Moves of the sentence before count after そうしたら (if so). Else they do not
        count if they are optional (may, if), or after another connective (“if not”): all cards are
        then where they were at first. その may mean the card of an event (not ``_is_clear``), and
        is not checked then."""
        steps = getattr(sentence, "steps", ())
        link = steps[0].connective.value if steps and isinstance(steps[0], card.Link) else ""
        if not link.startswith("そうしたら") and (link or not self._is_sure):
            self._at, self._said, self._position, self._emptied = {}, self._first, "", Emptied()
        self._is_sure, self._last = True, _OTHERS
        for step in steps:
            if self._has_begun and card.is_trigger(step):  # by then, cards may be anywhere
                self._said, self._first, self._position, self._emptied = None, None, "", Emptied()
            act: Any = getattr(step, "act", step)
            self._is_sure = self._is_sure and not isinstance(step, (card.May, card.If))
            match step:
                case card.If(conditions=asked) if card.OrElse not in map(type, asked):
                    for each in asked:
                        yield from self._check_asked(each)
                        yield from self._emptied.check_asked(each)
                case card.When(events=events):
                    subjects = [thing for event in events for thing in _subjects(event)]
                    self._is_clear = self._is_clear and all(map(is_this_card, subjects))
                    if len(events) == 1:
                        self._emptied.add_event(events[0])
                case card.Frame(role=roles.ForEach(thing=thing)):
                    yield from self._emptied.find_missing([thing])
                case card.Frame(role=roles.Topic(thing=thing)):
                    self._last = _which_cards(thing)
                case _ if isinstance(act, acts.Pay):
                    self._at, self._position, self._emptied = paid
                case _ if isinstance(act, acts.Predicate):
                    self._has_begun, self._emptied.there = True, []
                    if self._emptied.none or self._may_empty:
                        yield from self._emptied.check_act(act)
                    yield from self._do_act(act)
                    is_done = getattr(act, "form", Form.PLAIN) in DOING
                    # “By doing it”, “cannot do it”: what follows is not about the same cards.
                    if isinstance(step, card.ByDoing) or not is_done:
                        self._last = _OTHERS

    def _check_asked(self, asked: Any) -> Misfits:
        """Yield a misfit, because words were lost or exchanged, if ``asked``, a condition on this
        card, needs it in a zone where the steps before have not left it (“discard it. If this card
        is on the stage”) or in another position (in a pile it has none). “Is not” may be asked of
        any card. A condition on another card changes what それ means; its place is then unknown."""
        is_turned = isinstance(asked, acts.ChangeState)
        for thing in _subjects(asked):
            if not is_this_card(thing):  # “if A is there, … it”: それ is now A
                self._at.pop(_HANDLED_LAST, None)
            elif getattr(asked, "form", Form.NOT) not in NEGATED:
                zones = goals_of(asked)
                at = self._at.get(_THIS, self._said)  # by a step, else by the condition before
                if at and (_is_elsewhere(at, zones) or (is_turned and pile_of(at))):
                    yield Misfit(thing.start, "such a card is never there")
                elif is_turned and self._position not in ("", asked.verb.value):
                    yield Misfit(asked.start, "a card has only one position")
                self._said = zones[0] if zones else self._said
            elif is_turned and self._position == asked.verb.value:
                yield Misfit(asked.start, "a card has only one position")

    def _do_act(self, act: acts.Predicate) -> Misfits:
        """Yield a misfit, because words must have been lost, if ``act`` changes (power ＋500) a
        card that is off the table, or names a card in a zone where it is not. Record where cards go
        and, if ``act`` names any cards, which cards a later act without an object is done to."""
        things = [(_which_cards(thing), thing) for thing in things_of(act)]
        # With a manner (“instead”), the card has not gone.
        changes = isinstance(act, _NEEDING) and roles.Manner not in map(type, act.complements)
        if isinstance(act, acts.Choose):
            self._is_clear = True  # その now means what is chosen
        for who, thing in things or [(self._last, act)]:
            at = self._at.get(who, self._said if who == _THIS else None)
            # そのキャラ may be the card of an event; what is left out is not.
            if not at or (who == _HANDLED_LAST and things and not self._is_clear):
                continue
            for each in getattr(thing, "qualifiers", ()):
                if isinstance(each, nouns.In) and _is_elsewhere(at, each.zones):
                    yield Misfit(each.start, "such a card is never there")
            # Only if a step put it there: an ability may work in the hand.
            if changes and who in self._at and pile_of(at):
                yield Misfit(thing.start, "only a card on the table has this")
        self._record(act, {who for who, _ in things} or {self._last})
        if things:
            self._last = _THIS if all(who == _THIS for who, _ in things) else _HANDLED_LAST

    def _record(self, act: acts.Predicate, done_to: Set[str]) -> None:
        """Record where ``act`` puts the cards ``done_to`` (this card, those handled last, others),
        because later steps cannot change cards off the table. Record this card's position, because
        conditions cannot ask for another one. Others become the cards handled last; if they are
        shown or not moved, they may be anywhere."""
        if isinstance(act, acts.ChangeState) and act.form in DOING and _THIS in done_to:
            self._position = act.verb.value
        if isinstance(act, MOVING) and roles.Target in map(type, act.complements):
            for who in {who if who == _THIS else _HANDLED_LAST for who in done_to}:
                self._at.pop(who, None)
                self._at |= ((who, zone) for zone in goals_of(act)[:1])
            if _THIS in done_to:
                self._said = self._first = None
        elif isinstance(act, _SHOWING) or _OTHERS in done_to:
            self._at.pop(_HANDLED_LAST, None)


def _place_at_first(ability: card.Ability, zones: Mapping[str, Zone]) -> Zone | None:
    """Return the zone where this card is when ``ability`` is played, if its event or one of its
    marks (a key of ``zones`` in brackets) says so, else None."""
    marks = [m.marking.value[1:-1] for m in ability.marks if isinstance(m, card.Mark)]
    found = [zones[mark] for mark in marks if mark in zones]
    at = found[0] if len(found) == 1 else None
    steps = ability.text[0].steps if ability.text[:1] and hasattr(ability.text[0], "steps") else ()
    event = next((step.events for step in steps if type(step) is card.When), ())
    if len(event) == 1 and (subjects := _subjects(event[0])) and all(map(is_this_card, subjects)):
        if isinstance(event[0], MOVING):
            return next(iter(goals_of(event[0])), None)
        if isinstance(event[0], (acts.Attack, acts.Battle, acts.ChangeState)):
            return at or Zone("", frozenset())  # somewhere on the table
    return at


def _is_elsewhere(at: Zone, named: Sequence[Zone]) -> bool:
    """Whether a card ``at`` a zone is in none of the ``named`` zones. Piles differ by their names.
    Zones on the table have one name (""), because a zone may be part of another (row of stage): a
    card in one may be in any. Only zones of the sort ``seats`` (members, entry) share no place."""
    seats = [zone for zone in named if "seats" in at.sorts & zone.sorts and zone != at]
    return bool(named) and all(zone in seats or pile_of(zone) != pile_of(at) for zone in named)


def _find_unused(ability: card.Ability, last: int) -> Misfits:
    """Yield a misfit for each choice of cards in ``ability`` that nothing uses, as in texts that
    lost words: no step up to the next choice may use it, and no word after it refers back
    (``last``: the offset of the last word that does). An act may use two choices in a row. Choices
    in 【永】 (always in force) and 際 (when) only describe a case, and “may also” widens one."""
    chosen, before = None, None
    steps = [*card.steps(ability)]
    is_fragment = len(steps) == 1 and not ability.marks  # another text may go on
    is_lasting = any(getattr(mark, "kind", None) == Kind.CONTINUOUS for mark in ability.marks)
    for step in () if is_lasting else (*steps, *(() if is_fragment else (None,))):
        act: Any = getattr(step, "act", step)
        if isinstance(step, (card.OnDoing, card.MayEven)):
            continue
        is_choice = isinstance(act, acts.Choose) and act.form in DOING
        numbers = [p for p in act.complements if type(p) is roles.HowMany] if is_choice else []
        units = [each.quantity.unit for each in numbers]
        is_choice = is_choice and all(unit and "card" in unit.sorts for unit in units)
        if chosen and chosen.end > last and (step is None or (is_choice and before is not chosen)):
            yield Misfit(chosen.start, "nothing is done with what is chosen")
        if is_choice or (chosen and _may_use(step, act, before)):
            chosen = act if is_choice else None
        before = act


def _may_use(step: Any, act: Any, before: Any) -> bool:
    """Whether ``step``, which does ``act``, may use the cards chosen before it; a choice that no
    step may use is refused. A condition may use them if it has no subject (2枚以上なら, if 2 or
    more). An act may use them if it names only numbers and nouns without qualifiers (カードを戻す,
    return the cards) and is not draw, choose or pay. After a change of this card (``before``), the
    act is about this card, too."""
    if isinstance(step, card.If):
        return not all(map(_subjects, step.conditions))
    if not isinstance(act, acts.Predicate) or isinstance(act, _TAKING):
        return False
    own = things_of(before) if isinstance(before, _LASTING) else []
    named = [getattr(t, "qualifiers", type(t) is not roles.HowMany) for t in things_of(act)]
    return not any(named) and not (own and all(map(is_this_card, own)))


def _find_wrong_lists(text: Sequence[Any]) -> Misfits:
    """Yield a misfit where items of a list were lost: more or fewer things follow than a sentence
    says (“the next 2 abilities”), no more than are to be chosen (“choose 3 of these”), or none."""
    for at, sentence in enumerate(text):
        done = (getattr(step, "act", step) for step in getattr(sentence, "steps", ()))
        acting = (act for act in done if isinstance(act, _LISTING))
        for thing, number, chosen in (each for act in acting for each in _announced(act)):
            quoted = takewhile(lambda each: isinstance(each, card.Granted), text[at + 1 :])
            given = sum(len(each.quotation.abilities) for each in quoted)
            later = (step for each in text[at:] for step in getattr(each, "steps", ()))
            listed = given or sum(isinstance(step, _CASES) for step in later)
            if chosen and not listed:
                yield Misfit(thing.start, "what this refers to does not follow")
            elif chosen and listed <= chosen:
                yield Misfit(thing.start, "there is nothing to choose from")
            elif number and given and number != given:
                yield Misfit(thing.start, "a different number of abilities follows")


def _announced(act: Any) -> Iterator[tuple[nouns.Noun, int, int]]:
    """Yield each thing that ``act`` announces (“the next effect”), how many are said to follow, and
    how many are chosen (“choose 3 of these”), 0 if not stated. The caller refuses a list of another
    length. In “1 of the next 3”, 3 follow and 1 is chosen; 以下 (the following) has no number."""
    is_choice = isinstance(act, acts.Choose)  # else a number says how often (twice)
    counts = [part.quantity for part in act.complements if is_choice and hasattr(part, "quantity")]
    for thing in (part.thing for part in act.complements if isinstance(part, roles.Role)):
        chosen_by = counts
        match thing:
            case nouns.Counted(qualifiers=(nouns.Related(thing=whole), *_), quantity=quantity):
                thing, chosen_by = whole, [quantity]
        of = getattr(thing, "qualifiers", ())
        said = [each.quantity for each in of if isinstance(each, nouns.Numbering)]
        numbers = [[n.count for n in each if type(n.count) is int] for each in (said, chosen_by)]
        number, chosen = (next(iter(each), 0) for each in numbers)
        match thing:
            case nouns.Noun(qualifiers=(nouns.Pointing(pointer=pointer), *_)):
                if pointer.value in _ANNOUNCING:
                    yield thing, number, chosen
            case nouns.Noun(qualifiers=()) if getattr(thing.word, "value", "") == "以下":
                yield thing, 0, chosen
