"""Turn verbs and their arguments into effects: choices, actions, lasting effects. In the examples,
置く is “put”, する “make”, を marks the object, は the topic; 1枚 is “one card”, 《A》 a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate

from rulebook.cards.interpreting import complements, steps, things
from rulebook.cards.interpreting.complements import ArgumentReader, SentenceState, omitted_argument
from rulebook.cards.interpreting.discourse import Context, Rank, Referent
from rulebook.cards.interpreting.pointers import mention
from rulebook.cards.interpreting.steps import Change, Slots, slots_of
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, sort_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import OTHER, WITH_OBJECT, payment_type, type_of
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, nouns, roles
from rulebook.cards.tree.node import Node, walk
from rulebook.cards.tree.verbs import FORBIDDEN, POSSIBLE
from rulebook.records import replace

Effects = list[nodes.Effect]
Granted = Callable[[nouns.Quotation], Iterable[nodes.AbilityMeaning]]
_PLACES = ("places", EMPTY_PLACE)
_BECOMING = (acts.Treat, acts.Decrease)
_BY_PLAYERS = (acts.Put, acts.Play, acts.Move, acts.Use, acts.Include)
_OF_THEMSELVES = ("登場する", "動く")  # verbs whose agents are cards
_BECOME = "なる"  # レベル2になる (becomes level 2) lasts; most acts are done at once


class ActReader:
    """Reads the verbs of an ability in text order: what they omit or point at was read before."""

    def __init__(self, context: Context, granted: Granted) -> None:
        """Begin an ability, whose words refer to what ``context`` has stored so far; ``granted``
        reads the abilities that it quotes to give them to cards."""
        self._context, self._granted = context, granted
        self.arguments = ArgumentReader(context)
        self._dealt_to: nodes.What | None = None  # the goal of the last damage, for further damage
        self.lasted: roles.Role | None = None  # of the last change or ban, for さらに (further)
        # The thing before in a list (in Entry, A +1, B +1), whose zone is said once for all.
        self._listed: nodes.What | None = None
        self._measure = ""  # the number that was changed last, which “a further −1” changes
        self._changed: nodes.What | None = None  # the thing with that number

    def effect(self, act: acts.Predicate, state: SentenceState, *, can: bool = False) -> Effects:
        """Return the effects of ``act``. Its topic and duration are stored in ``state`` for later
        acts, which omit them; a further change (さらに＋1) lasts as long as the last. ``can`` is
        whether できる (can) follows. A second topic unrelated to the first is not understood."""
        slots = slots_of(act)
        steps.separate_this_card(slots)  # “this and another, 1 card”: 1 counts the other
        if self._is_unrelated_topic(state.topic, slots.topic):
            why = "what the sentence is about has no part in this that is told"
            return [nodes.Unknown(act.start, act.end, why)]
        if slots.topic is not None:
            state.topic = slots.topic
            # 相手は使えず、1枚引く (the opponent cannot use it; draw 1): the master draws.
            state.topic_of_ban = isinstance(act, acts.Act) and act.form in FORBIDDEN
        if slots.until is not None:
            state.until, state.until_in = slots.until, slots.until_in
        elif state.until is None and steps.adds_more(slots):
            state.until = self.lasted
        match act:
            case acts.Act(form=form) if can or form in POSSIBLE or form in FORBIDDEN:
                return [self.possibility(slots, state)]
            case acts.Choose():
                return self._choices(slots, state)
            case acts.Modify(change=change):
                return [self.modify(slots, state, change)]
            case acts.ModifyBy() if slots.change is not None:
                return [self.modify(slots, state, slots.change)]
            case acts.Give() | acts.Gain() | acts.Lose():
                return [self.grant(slots, state)]
            case acts.Perform() if _is_repetition(act):
                of = nodes.PointerMeaning(act.start, act.end, None, "what-was-done-before", False)
                times = things.number_of(slots.number, self._context)
                by = self.arguments.agent(slots, state)
                return [nodes.Repeat(act.start, act.end, by, times, of)]
        return self._actions_on_each(slots, state)

    def _choices(self, slots: Slots, state: SentenceState) -> Effects:
        """Return a choice for each object in ``slots``, the object right before the verb last,
        because later words refer to each or to all. かわりに2枚選ぶ (choose 2 instead) names no
        object: it only changes the number of the last choice, and keeps the name of that choice for
        pointers; but not if the name joins several choices (by +), without a common number."""
        steps.separate_each(slots)  # それぞれ1枚 (1 of each): one choice for each
        act, by = slots.act, self.arguments.agent(slots, state)
        last = next((r for r in reversed(self._context.referents) if r.name), None)
        changes = state.changes_choice and steps.is_instead(act)
        named = slots.object or slots.source or slots.more
        if changes and not named and last and last.name and "+" not in last.name:
            number = things.number_of(slots.number, self._context)
            what = nodes.PointerMeaning.implicit(act.start, last.place, last.name)
            self._context.add(replace(last, several=number is not None and number.count != 1))
            how, place = steps.manner_words(slots), (act.start, act.end)
            return [nodes.ChooseEffect(*place, by, last.name, what, None, number, how)]
        looked_at = self._context.looked_at(act.start)
        found = [self._choice_of(act, by, part) for part in slots.more]
        if slots.companion is not None and not steps.counts_companion(slots):  # not “as many as”
            found.append(self._choice_of(act, by, steps.ObjectPart(slots.companion, None, None)))
        found.append(self._last_choice(by, slots))
        if slots.more:
            whats = accumulate((choice.what for choice in found), things.with_shared_owner)
            sources = accumulate((choice.source for choice in found), things.with_shared_owner)
            each_how = found[-1].how  # 別々に (separately) is stated once for all
            rows = zip(found, whats, sources, strict=True)
            found = [replace(c, what=w, source=s, how=each_how) for c, w, s in rows]
        cards = [c.name for c in found if getattr(c.what, "sort", "") not in _PLACES]
        if len(cards) > 1:  # それら (they) are all of these, but not places
            self._context.add(self._context.joint_referent(cards))
        return [self._with_source(choice, looked_at) for choice in found]

    def _with_source(
        self, choice: nodes.ChooseEffect, looked_at: nodes.PointerMeaning | None
    ) -> nodes.ChooseEffect:
        """Return ``choice`` as made from the cards ``looked_at`` if it names none: “look at 3
        cards, choose 1”. The chosen part is recorded, because 残り (the rest) are the others."""
        # ``own`` is the place to which pointers to the chosen cards lead: that of their words.
        what, source, own = choice.what, choice.source, choice.text_place
        pointers: tuple[nodes.What | None, ...] = (what,)
        if isinstance(what, nodes.ThingMeaning):
            pointers, own = what.refers, what.text_place
            silent = what.sort == "cards" and not (what.owners or what.zones or what.refers)
            source = source or (looked_at if silent else None)
        for pointer in (*pointers, source):
            if isinstance(pointer, nodes.PointerMeaning):
                self._context.add_part(pointer.to, own, choice.name)
        return choice if source is choice.source else replace(choice, source=source)

    def _choice_of(
        self, act: Node, by: nodes.AgentMeaning, part: steps.ObjectPart, every: bool = False
    ) -> nodes.ChooseEffect:
        """Return the choice of ``part`` (``every``: all of it) by ``by``, under a new name. Store
        for later words who chose (“chosen by the opponent”) and from which choice (“the rest”)."""
        name, source = self._context.next_name(), things.thing_in(part.source, self._context)
        self._context.choosers[name] = by.who
        what = self.arguments.add_object(part, "choose", every, name)
        again = next((pointer.name for pointer in what.refers if pointer.name), None)
        if again is not None:
            self._context.chosen_among[name] = again
        count = things.number_of(part.number, self._context) or what.number
        return nodes.ChooseEffect(act.start, act.end, by, name, what, source, count)

    def _last_choice(self, by: nodes.AgentMeaning, slots: Slots) -> nodes.ChooseEffect:
        """Return the choice of the object right before the verb of ``slots``. Without an object, it
        is of cards in the source (“choose 1 from the deck”), else of a topic that is not a player,
        else out of the cards named last (“choose 1”). Only this choice has the number, source and
        manner at the verb."""
        act, how = slots.act, steps.manner_words(slots)
        role = slots.object or slots.source or self.arguments.topic_as_object(slots, None)
        if slots.source is not None:
            # A later それ (it) is rather the chosen cards than the source.
            mention(slots.source.thing, self._context, rank=Rank.MENTIONED)
        if role is not None:
            part = steps.ObjectPart(role, slots.number, slots.source)
            found = self._choice_of(act, by, part, slots.all)
            what, number = self.arguments.with_companion_count(found.what, found.number, slots)
            return replace(found, what=what, number=number, how=how)
        name, now = self._context.next_name(), Rank.ARGUMENT  # a later それ (it) may be these
        # It is made out of several cards, but the chosen one is not several for a later それら.
        pointer = self._context.omitted_object(act.start, several=True)
        among = self._context.record(pointer, several=False, name=name, how="choose", rank=now)
        if among is not None and among.name:
            self._context.chosen_among[name] = among.name  # 残り (the rest) are its others
        number = things.number_of(slots.number, self._context)
        return nodes.ChooseEffect(act.start, act.end, by, name, pointer, None, number, how)

    def _is_unrelated_topic(self, before: roles.Role | None, topic: roles.Role | None) -> bool:
        """Whether ``topic`` is unrelated to ``before``, the card that the sentence is about: “this
        is not chosen, and attacks by A …”. A relation is then not guessed. A player, who acts, and
        a topic with a pointer (“that card”), which refers back, count as related."""
        if before is None or topic is None or topic == before:
            return False
        if self.arguments.is_player(before) or self.arguments.is_player(topic):
            return False
        return not any(isinstance(node, nouns.Pointing) for node in walk(topic.thing))

    def _actions_on_each(self, slots: Slots, state: SentenceState) -> Effects:
        """Return an action for each object and goal in ``slots``: rules find clauses for each."""
        kind = type_of(slots.act)
        parts = (replace(part, source=None) for part in slots.more)  # each is read once, below
        more = [self.arguments.add_object(part, kind) for part in parts]
        sources = [things.thing_in(part.source, self._context) for part in slots.more]
        last = self._last_action(slots, state)
        if kind == "swap" and len(more) == 1:  # “swap A and B” is one action: A with B
            return [replace(last, what=more[0], number=more[0].number, companion=last.what)]
        *whats, last_what = accumulate((*more, last.what), things.with_shared_owner)
        before = [
            replace(last, what=what, number=taken.number, source=source)
            for what, taken, source in zip(whats, more, sources, strict=True)
        ]
        last = replace(last, what=last_what) if more else last
        # エントリーに1枚とメンバーに2枚置く (put 1 in Entry and 2 in Member) has its verb once.
        for role, number in slots.goals:
            goal = things.thing_in(role, self._context)
            before.append(replace(last, goal=goal, number=things.number_of(number, self._context)))
        return [*before, last]

    def _last_action(self, slots: Slots, state: SentenceState) -> nodes.Action:
        """Return the action on the object and goal before the verb of ``slots``. Store act, source
        and goal for later words, and in ``state`` a duration in the topic (“the cost of the next
        card this turn”): only what lasts (:func:`_lasts`) has it itself, else later acts do."""
        act = slots.act
        kind = payment_type(slots.payment) if slots.payment else type_of(act)
        goal = things.thing_in(slots.target, self._context)
        if goal is not None and slots.target is not None and complements.verb_of(act) == _BECOME:
            # 〔A〕になる (becomes [A]): the trait itself, and not a place or a card with it.
            goal = things.as_gained(goal, slots.target.thing)
        by = self.arguments.agent(slots, state)
        what, number, source = self._object_number_source(slots, state, kind)
        if slots.object is not None and isinstance(what, nodes.ThingMeaning):
            what, goal = things.put_there(act, what, goal)  # “put energy”: a card, put there
        if isinstance(what, nodes.PointerMeaning) and goal is not None:
            goal = self._goal_apart(slots, goal, what)  # “put it below that one”
        to: nodes.What | None = goal
        if kind == "deal-damage":
            to = goal or omitted_argument(slots, kind, self._context, self._dealt_to)
            self._dealt_to = to  # さらに1ダメージ (1 more damage) goes there, too
        self._context.last_actions[complements.verb_of(act)] = nodes.TextPlace(act.start, act.end)
        if what is None:  # 1枚引く (draw 1) has no object: それ (it) is what was drawn
            self._context.add(Referent(act.start, act.end, "actions", frozenset()))
        for role in filter(None, (slots.source, slots.target)):
            mention(role.thing, self._context, rank=Rank.MENTIONED)
        if slots.topic is not None and state.until is None:
            state.until = complements.time_in_clause(slots.topic.thing)
        companion = None if steps.counts_companion(slots) else slots.companion  # not “as many as A”
        # “This turn, it gets +2, and put A as …”: the time is of the change alone.
        shared = isinstance(act, acts.Put) and state.until is self.lasted
        lasts = slots.until or state.each_time or (not shared and _lasts(slots, what, goal))
        verb = complements.verb_of(act) or unparse(act)
        use = things.thing_in(slots.use, self._context)
        # Only cards are swapped (reb 5.12.1).
        partner = things.thing_in(companion, self._context, as_cards=kind == "swap")
        how, until = steps.manner_words(slots), self.arguments.until(state) if lasts else None
        each = things.thing_in(slots.for_each or state.for_each, self._context)
        parts = (kind, verb, by, what, number, source, to, use, partner, how, until, each)
        return nodes.Action(act.start, act.end, *parts)

    def _object_number_source(
        self, slots: Slots, state: SentenceState, kind: str
    ) -> tuple[nodes.What | None, nodes.NumberMeaning | None, nodes.What | None]:
        """Return the object, number and source in ``slots``, as one may decide another. “The deck,
        1 from the top” has a side of the object as source; “as many as in Retire” is a number
        (``with_companion_count``), as may be a payment (エネ②) or damage."""
        source = things.thing_in(slots.source, self._context)
        is_number_alone = slots.payment or (kind == "deal-damage" and slots.object is None)
        what = None if is_number_alone else self.arguments.object_of(slots, state, kind)
        side = slots.source.thing if slots.source else None
        is_side = isinstance(side, nouns.Beside) and side.thing is None
        if source and is_side and slots.object and isinstance(what, nodes.ThingMeaning):
            # 上から (from the top) names only a side; the zone is that of the object.
            start, zones = slots.object.thing.start, what.zones
            source = replace(source, start=start, owners=what.owners, zones=zones, words=what.words)
        number = things.number_of(slots.number, self._context)
        what, number = self.arguments.with_companion_count(what, number, slots)
        number = things.payment_number(slots.payment, self._context) if slots.payment else number
        return what, number, source

    def _goal_apart(
        self, slots: Slots, goal: nodes.ThingMeaning, what: nodes.PointerMeaning
    ) -> nodes.ThingMeaning:
        """Return ``goal``, with another antecedent if it points at the same card as the object
        ``what``: in “put it below that character”, no card is put below itself."""
        if what.to is None or all(pointer.to != what.to for pointer in goal.refers):
            return goal
        with self._context.limited_to([r for r in self._context.referents if r.place != what.to]):
            other = things.thing_in(slots.target, self._context)
        return other if other and all(pointer.to for pointer in other.refers) else goal

    def modify(self, slots: Slots, state: SentenceState, change: Change) -> nodes.ModifyEffect:
        """Return the ``change`` of a number (ATK＋1). What the text states once is taken from the
        change before: the number, if ＋1 is alone; owner and zone in a list, which a comma after
        these begins (“of Entry, A +1, B +1”). Number and duration are kept for さらに (further)."""
        act = slots.act
        what, measure = self._changed_thing(slots, state)
        what = things.with_shared_owner(self._listed, what)
        begins = any(isinstance(node, nouns.Scope) for node in walk(act))
        goes_on = isinstance(act, acts.ModifyListed) and (begins or self._listed is not None)
        self._listed = what if goes_on else None
        if slots.object is None and slots.target is None and isinstance(change, nouns.Change):
            measure = measure or self._measure
        self.lasted, self._measure, self._changed = state.until, measure, what
        # ＋Ｘ/＋Ｘ (ATK and DEF): a pair has one letter, so the first is enough for its rule.
        first = change.attack if isinstance(change, nouns.Changes) else change
        by, amount = self.arguments.agent(slots, state, lasts=True), unparse(change)
        rule, until = things.definition_of(first.amount, self._context), self.arguments.until(state)
        each = things.thing_in(slots.for_each or state.for_each, self._context)
        return nodes.ModifyEffect(act.start, act.end, by, what, measure, amount, rule, until, each)

    def _changed_thing(self, slots: Slots, state: SentenceState) -> tuple[nodes.What | None, str]:
        """Return the changed thing and the name of its number or "": texts write “this card's
        power”, “this card's ATK +1”, “+1 to ATK”, or omit the object. The thing is the owner of the
        number or, without one, the number (“that power”), which それ (it) never means. Damage is a
        thing with the damaged card as ``of``; its span includes what deals it."""
        target, thing = slots.target, slots.object.thing if slots.object else None
        sorts = self._context.sorts
        if thing is None and target is not None and sort_of(target.thing, sorts) == "numbers":
            thing, target = target.thing, None  # ATKに＋1する: add 1 to ATK
        measure = ""
        if isinstance(thing, nouns.Noun) and sorts.of_noun(thing) == "numbers":
            measure = unparse(nouns.Noun(thing.start, thing.end, (), thing.word))
            owner = next((q.thing for q in thing.qualifiers if isinstance(q, nouns.Of)), None)
            if thing.qualifiers and target is None:
                found = things.thing_of(owner or thing, self._context)
                if owner is not None:
                    mention(owner, self._context, how="modify")
                return found, measure
        elif slots.object is not None:
            target = slots.object
        target = target or self.arguments.topic_as_object(slots, state.topic)
        if target is None:
            return omitted_argument(slots, "modify", self._context, self._changed), measure
        found = things.thing_of(target.thing, self._context, as_cards=True)
        mention(target.thing, self._context, how="modify")
        if found.sort != "damage":
            return found, measure
        # “This character takes 1 less damage from A”: the topic is the damaged card.
        topic = slots.topic or state.topic
        of = things.thing_of(topic.thing, self._context) if topic and not found.of else found.of
        if of is not None and of.sort == "damage":  # “the damage that this takes is −1”
            return of, "ダメージ"
        start = min(found.start, slots.means.start) if slots.means else found.start
        return replace(found, start=start, of=of), "ダメージ"

    def grant(self, slots: Slots, state: SentenceState) -> nodes.Grant:
        """Return the effect by which the verb gives or takes away an ability, trait (〔A〕, not a
        card with it) or turn, to or from the target of 与える (give), the subject or topic of 得る
        (gain). The target of 得る is ``goal``, the property that is added to: “gains 【A】 as an
        icon”. An ability quoted in a separate sentence after this one is added later."""
        act, given = slots.act, slots.object
        gains = isinstance(act, (acts.Gain, acts.Lose))
        whom = (slots.actor or state.topic) if gains else slots.target
        time = gains and given and sort_of(given.thing, self._context.sorts) == "times"
        if whom is not None and time:
            # “You gain an extra turn”: the player gains it. Other things that a player gains
            # (あなたは『…』を得る: an ability) are given to a card that the text leaves out.
            what: nodes.What | None = things.thing_in(whom, self._context)
        elif whom is None or (gains and self.arguments.is_player(whom)):
            what = omitted_argument(slots, "grant", self._context)
        else:
            what = things.thing_of(whom.thing, self._context, as_cards=True)
            mention(whom.thing, self._context, how="grant")  # for a later それ (it)
        other = things.thing_of(given.thing, self._context, every=slots.all) if given else None
        if given is not None and other is not None:
            other = things.as_gained(other, given.thing)
            if isinstance(given.thing, nouns.Quoted):
                mention(given.thing, self._context, how="grant")
        until = self.arguments.until(state)
        by = self.arguments.agent(slots, state, lasts=True)
        goal = things.thing_in(slots.target, self._context) if gains else None
        lost = isinstance(act, acts.Lose)
        # An ability with という (the ability “…”) is granted only if inside the thing given.
        inside = walk(given.thing) if given else ()
        quoted = [node.quotation for node in walk(act) if isinstance(node, nouns.Quoted)]
        quoted += [node.quotation for node in inside if isinstance(node, nouns.Called)]
        abilities = tuple(ability for each in quoted for ability in self._granted(each))
        return nodes.Grant(act.start, act.end, by, what, abilities, other, lost, until, goal)

    def possibility(self, slots: Slots, state: SentenceState) -> nodes.Prohibit | nodes.Permit:
        """Return the verb of ``slots`` as a permission (できる, can) or, by its form, a ban, whose
        duration is kept for さらに (further). The grammar does not show if the noun before は is
        agent or object: players are agents; cards are objects of players (“this cannot be played”),
        but agents of what they do themselves (動く, move). An omitted object is the last cards, but
        with しか (only) or 以外 (except) it is the player: “you can play only A” bans all else."""
        act, kind = slots.act, type_of(slots.act)
        event = self.arguments.event(act, state)
        who = event.who
        is_card = isinstance(who, nodes.ThingMeaning) and who.sort != "players"
        by_players = isinstance(act, _BY_PLAYERS) and event.verb not in _OF_THEMSELVES
        if is_card and by_players and not (event.what or event.passive):
            # これはプレイできない (this cannot be played): it does not play itself.
            event, who = replace(event, who=None, what=who), None
        acts_on = kind in WITH_OBJECT and slots.beyond is None  # with しか, it names what remains
        if acts_on and nodes.thing_sort(who) == "players":
            who = None
        # “ATK and DEF of that character do not change” is about the card, not its numbers.
        what = who or event.what if nodes.thing_sort(event.what) == "numbers" else event.what or who
        what = what or (omitted_argument(slots, kind, self._context) if acts_on else None)
        by = nodes.AgentMeaning(act.start, act.end, nodes.MASTER, "rule")  # whose effect it is
        fields = (act.start, act.end, by, what, event, self.arguments.until(state))
        if getattr(act, "form", None) not in FORBIDDEN:
            return nodes.Permit(*fields)
        self.lasted = state.until
        many = slots.beyond.thing if slots.beyond else None
        if isinstance(many, nouns.Quantity):  # “can attack only 3 times”
            return nodes.Prohibit(*fields, things.number_of(many, self._context))
        return nodes.Prohibit(*fields, things.thing_in(slots.beyond, self._context, as_cards=True))


def _lasts(slots: Slots, *things: nodes.What | None) -> bool:
    """Whether the duration of the sentence belongs to the act of ``slots``, with object and goal as
    ``things``: the result of the act lasts, or it is done later. All other acts end at once."""
    act = slots.act
    always = slots.moment is not None or "常に" in (how.manner.value for how in slots.how)
    if always or complements.verb_of(act) == _BECOME or isinstance(act, _BECOMING):
        return True
    # する (make), 加える (add) and verbs without a type of their own may change numbers.
    if isinstance(act, (acts.Turn, acts.Add)) or type_of(act) == OTHER:
        changed = {"numbers", "qualities", "abilities"}.intersection(map(nodes.thing_sort, things))
        if changed or (isinstance(act, acts.Turn) and _is_described(slots.target)):
            return True
    # “Put it as a cost 1 character”
    return isinstance(act, (acts.Turn, acts.Put)) and _is_described(slots.use)


def _is_described(role: roles.Role | None) -> bool:
    """Whether ``role``, what an object becomes, has qualities (“a cost 1 character”) or is only a
    name or quality (“put as A”). Such a change lasts as long as the sentence says, while a change
    into a zone or a noun without qualities (“put into Clock”) is done at once."""
    thing = role.thing if role else None
    own = thing.qualifiers if isinstance(thing, nouns.Noun) else ()
    asked = any(isinstance(q, (nouns.Qualities, nouns.AndMeasured)) for q in own)
    return asked or isinstance(thing, nouns.Named)


def _is_repetition(act: acts.Predicate) -> bool:
    """Whether ``act`` only repeats what was done: もう一度 (once more), その行動を繰り返す."""
    words = [unparse(part) for part in act.complements]
    return "もう一度" in words or (complements.verb_of(act) == "繰り返す" and "その行動を" in words)
