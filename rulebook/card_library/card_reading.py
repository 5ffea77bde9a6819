"""Read a card text into the rows that the library stores for it: meanings, links, features."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulebook.cards.annotating.annotator import Annotator
from rulebook.cards.facts.locations import MOVES
from rulebook.cards.facts.predicates import ZoneWords
from rulebook.cards.facts.walk import all_slots, facts_of, zones_taken_from
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import TYPE_OF_VERB
from rulebook.cards.resolving.resolver import resolve_card
from rulebook.cards.worker_pools.many_cards import Chunk
from rulebook.records import NamedTuple, replace

Zone = tuple[str, str]
"""A slot (``of``, ``from``, ``to``) and a zone, as the game's cards call it."""

# The fields of an effect that contain effects, and the section of these if it differs.
_INSIDE = (("price", "cost"), ("effects", ""), ("then", ""), ("instead", ""), ("otherwise", ""))
# Rows of the tables in schema.sql; the numbers of abilities and parts are indexes into the rows of
# the same card. ``abilities`` has inside, starts, ends, kind, marks, keyword, per_turn; the row of
# ``parts`` that :meth:`MeaningRows._add_part` makes ends with its zones.
AbilityRow = tuple[int | None, int, int, str | None, str, str | None, int | None]
PartRow = tuple[Any, ...]
LinkRow = tuple[int, str, int, int, str, int]
StepRow = tuple[int, int, str, str, str | None, int, bool, str | None, bool, str]


class MeaningRows:
    """Collects the rows of one card for the tables of schema.sql: one for each ability and for each
    part of it. A *pointer* is a pronoun or その (that), which refers to something chosen before."""

    def __init__(self, text: str, zones: ZoneWords) -> None:
        """Begin the rows of ``text``; the game's ``zones`` find unprinted ones (of “draw one”)."""
        self._text = text
        self._zones = zones
        self._keyword: nodes.KeywordUse | None = None  # whose rules are being added
        self.abilities: list[AbilityRow] = []
        self.parts: list[PartRow] = []
        self.features: list[str] = []  # what each part does as a text, equal for equal parts
        self._chosen: dict[str, nodes.ThingMeaning] = {}  # by the names that pointers use
        # The zones that an effect, found by its span, takes cards from, if its words name none.
        self._from: Mapping[tuple[int, int], tuple[str, ...]] = {}
        self._ability = 0  # the index of the ability whose parts are being added

    def add(self, ability: nodes.AbilityMeaning, inside: int | None = None) -> int:
        """Add the rows of ``ability``; return its index, ``inside`` of the abilities it grants."""
        self._ability = place = len(self.abilities)
        marks, keyword = " ".join(ability.marks), ability.keyword
        name = keyword.name if keyword else None
        times = ability.limit.times if ability.limit else None
        start, end, kind = ability.start, ability.end, ability.kind
        self.abilities.append((inside, start, end, kind, marks, name, times))
        self._add_parts(ability)
        if keyword and (opened := keyword.opened):
            # The rules' wording of the keyword: its parts have the span of the keyword, as the card
            # does not print them. Its cost is left out if the card prints a cost, which has a row.
            text, self._text, self._keyword = self._text, opened.text, keyword
            self._add_parts(replace(opened.ability, cost=()) if ability.cost else opened.ability)
            self._text, self._keyword = text, None
        return place

    def _add_parts(self, ability: nodes.AbilityMeaning) -> None:
        """Add a row for each part of ``ability``, by which cards are found. Pointers refer only to
        choices of the same ability, so choices of an ability that grants it are set aside."""
        before = self._chosen, self._from
        self._chosen, self._from = {}, zones_taken_from(ability, self._zones)
        if ability.trigger:
            self._add_trigger(ability.trigger, "trigger", None)
        for condition in ability.condition:
            self._add_condition(condition, None)
        self._add_all(ability.playing, "playing", None)
        self._add_all(ability.cost, "cost", None)
        self._add_all(ability.effects, "effect", None)
        self._chosen, self._from = before

    def _add_part(
        self,
        node: nodes.Meaning,
        inside: int | None,
        section: str,
        act: str,
        verb: str | None = None,
        what: nodes.What | None = None,
        number: nodes.NumberMeaning | None = None,
        zones: Iterable[Zone] = (),
    ) -> int:
        """Add the row of one part of an ability, which queries ask for, and return its index. It is
        in a ``section`` (trigger, cost, effect); ``act`` is its type (put, choose, if), ``verb``
        the Japanese verb. Parts from the rules of a keyword have the span of that keyword."""
        things, goal = self._things_referred_to(what), getattr(node, "goal", None)
        is_player = nodes.thing_sort(goal) == "players"
        # As printed, since queries name it so: 相手 (opponent) in ``deal-damage(相手)``.
        whom = self._text[goal.start : goal.end] if goal and is_player else None
        owner = " ".join(things.owners) or None if things else None
        counted = number or (things.number if things else None)
        count, at_most = (counted.count, counted.at_most) if counted else (None, False)
        words, measure = self._keyword or node, getattr(node, "measure", None) or None
        places = tuple(dict.fromkeys(zones))
        row = (
            self._ability,
            inside,
            section,
            act,
            verb or None,
            getattr(node, "passive", False),
            _agent_or_affected_player(node),
            whom,
            things.sort if things else what.type if what else None,
            " ".join(things.words) or None if things else None,
            owner,
            count,
            at_most,
            measure,
            getattr(node, "amount", None) or None,
            getattr(getattr(node, "until", None), "word", None),
            self._keyword is not None,
            words.start,
            words.end,
            places,
        )
        self.parts.append(row)
        where = ",".join(f"{slot}={zone}" for slot, zone in places)
        said = (section, act, verb, whom or owner, where, f"{'≤' * at_most}{count}", measure)
        self.features.append(" ".join(str(word or "-") for word in said))
        return len(self.parts) - 1

    def _things_referred_to(self, what: nodes.What | None) -> nodes.ThingMeaning | None:
        """Return the things that ``what`` names or points to: of “choose a character and put it …”,
        the character for “it”, so that queries for put characters find the second row, too."""
        if isinstance(what, nodes.PointerMeaning):
            return self._chosen.get(what.name or "")
        if isinstance(what, nodes.ThingMeaning):
            pointed = (self._chosen[r.name] for r in what.refers if r.name in self._chosen)
            # “That character” is what was chosen, but a thing with zones of its own may be another:
            # all cards in the discard pile except that one.
            return next(pointed, what) if not what.zones else what
        return None

    def _add_trigger(self, trigger: nodes.TriggerMeaning, section: str, inside: int | None) -> None:
        """Add a row for the moment and for each event of ``trigger``, so queries find each."""
        if moment := trigger.moment:
            self._add_part(moment, inside, section, "moment", moment.word, _time_as_thing(moment))
        for event in trigger.events:
            self._add_event(event, section, inside)

    def _add_event(self, event: nodes.Event, section: str, inside: int | None) -> None:
        """Add the row of ``event``, with the act that an effect of its verb has, so that one word
        finds both. Its nouns are those of the subject (``attack(this-card)``), its zones those of
        the object (“when you put a card of your hand …”); if one is missing, the other has both."""
        act = TYPE_OF_VERB.get(event.verb, "act")
        what, subject = event.what or event.who, event.who or event.what
        zones = [*_zones("of", what), *_zones("from", event.source), *_zones("to", event.goal)]
        self._add_part(event, inside, section, act, event.verb, subject, None, zones)

    def _add_condition(self, condition: nodes.Condition, inside: int | None) -> None:
        """Add the row of ``condition`` with its subject (手札, the hand, in “if you have 2 cards in
        hand or fewer”), else its time, for queries such as ``condition:condition(hand)``."""
        what, part = condition.subject or _time_as_thing(condition.what), "condition"
        self._add_part(condition, inside, part, part, what=what, zones=_zones("of", what))

    def _add_all(self, effects: Sequence[nodes.Effect], section: str, inside: int | None) -> None:
        """Add rows for ``effects`` and all inside them, below the row ``inside``, by which ``cards
        find`` selects cards: what is done, to what, from and to which zones. A granted ability has
        its own."""
        for effect in effects:
            act, verb, number, zones = effect.type, None, None, list[Zone]()
            what = getattr(effect, "what", None)
            if isinstance(effect, nodes.ChooseEffect):
                number, zones = effect.number, [*_zones("of", what), *_zones("of", effect.source)]
                if isinstance(what, nodes.ThingMeaning):  # later pointers refer to it
                    self._chosen[effect.name] = what
            elif isinstance(effect, nodes.Action):
                act, verb, number = effect.act, effect.verb, effect.number
                # “Draw one” prints no zone (``zones_taken_from`` finds it), unlike “of your hand”.
                taken = self._from.get((effect.start, effect.end), ())
                own = _zones("from" if act in MOVES else "of", what)
                zones = [("from", zone) for zone in taken] or list(own)
                zones += [*_zones("from", effect.source), *_zones("to", effect.goal)]
            row = self._add_part(effect, inside, section, act, verb, what, number, zones)
            for name, other in _INSIDE:
                self._add_all(getattr(effect, name, ()), other or section, row)
            if isinstance(effect, nodes.IfEffect):
                for condition in effect.conditions:
                    self._add_condition(condition, row)
            event = getattr(effect, "trigger", None) or getattr(effect, "event", None)
            if isinstance(event, nodes.TriggerMeaning):
                self._add_trigger(event, "event", row)
            elif isinstance(event, nodes.Event):
                self._add_event(event, "event", row)
            if isinstance(effect, nodes.Options):
                for option in effect.options:
                    self._add_all(option.cost, "cost", row)
                    self._add_all(option.effects, section, row)
            if isinstance(effect, nodes.Grant):
                granting = self._ability
                for ability in effect.abilities:
                    self.add(ability, granting)
                self._ability = granting


def _agent_or_affected_player(node: nodes.Meaning) -> str | None:
    """Return who does ``node`` or, of a permission or prohibition, the player who may or must not
    act: 相手 (opponent) of “your opponent cannot attack”. Users' SQL has it as ``who``."""
    who = node.event.who if isinstance(node, (nodes.Permit, nodes.Prohibit)) else None
    if isinstance(who, nodes.ThingMeaning) and who.sort == "players":
        return " ".join(who.words) or None
    return getattr(getattr(node, "by", None), "who", None)


def _time_as_thing(what: nodes.What | nodes.Time | None) -> nodes.What | None:
    """Return ``what`` (None for None), a time as a thing, since rows have no column for times."""
    if not isinstance(what, nodes.Time):
        return what
    return nodes.ThingMeaning(what.start, what.end, "times", what.owners, (), (what.word,))


def _zones(slot: str, what: nodes.What | None) -> Iterator[Zone]:
    """Yield ``slot`` (``of``, ``from``, ``to``) with each zone that ``what`` names, for queries."""
    for zone in what.zones if isinstance(what, nodes.ThingMeaning) else ():
        yield slot, zone


class CardReading(NamedTuple):
    """The rows of a card text, or the ``failure``: an exception raised while reading it."""

    status: str
    coverage: float
    abilities: tuple[AbilityRow, ...] = ()
    parts: tuple[PartRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    steps: tuple[StepRow, ...] = ()
    unread: tuple[tuple[int, int, str], ...] = ()
    features: tuple[str, ...] = ()
    failure: str = ""


def read_cards(annotator: Annotator, chunk: Chunk) -> list[CardReading]:
    """Return the rows of each card of ``chunk``, in a worker; an error does not stop the others."""
    readings = []
    for _, text in chunk:
        try:
            readings.append(_rows_of_text(annotator, text))
        except Exception as error:
            readings.append(CardReading("failed", 0.0, failure=f"{type(error).__name__}: {error}"))
    return readings


def _rows_of_text(annotator: Annotator, text: str) -> CardReading:
    """Return all rows that the library stores for ``text``, so its writer only inserts them.
    Features are single slots of facts (``cost from=手札``, hand) and whole parts, so that cards
    with exactly the same parts are more similar."""
    annotation = annotator.annotate(text)
    rows, names = MeaningRows(text, annotator.governing.file.zones), dict[str, None]()
    links: list[LinkRow] = []
    steps: list[StepRow] = []
    resolution = resolve_card(annotation, annotator.governing)
    rows_of = zip(annotation.meaning, annotation.governing, resolution.abilities, strict=True)
    for meaning, clauses, resolved in rows_of:
        facts = facts_of(meaning, annotator.governing.file.zones, all_slots)
        names.update((name, None) for fact in facts for name in fact.statements())
        place = rows.add(meaning)
        links += (
            (place, clause.number, span.start, span.end, clause.role, at)
            for at, clause in enumerate(clauses)
            for span in clause.spans
        )
        # What may happen between steps is the same for every card, unless it has its own clause.
        kept = (step for step in resolved.steps if step.part != "between" or step.clause)
        for number, step in enumerate(kept):
            own = (step.part, step.text, step.by, step.depth, step.is_general, step.clause)
            steps.append((place, number, *own, step.optional, " ".join(step.clauses)))
    gaps = tuple((gap.span.start, gap.span.end, gap.why) for gap in annotation.reading.gaps)
    features = (*names, *dict.fromkeys(rows.features))
    written = (tuple(rows.abilities), tuple(rows.parts), tuple(links), tuple(steps))
    status, coverage = annotation.reading.status.value, annotation.reading.coverage
    return CardReading(status, coverage, *written, gaps, features)
