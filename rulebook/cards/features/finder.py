"""The features of a meaning that a judge's clauses hang on, in the order of playing an ability.

A feature is a word such as ``kind:【自】``, ``event:zone-change``, ``cost:several`` or
``effect:modify:パワー:less``; ``corpus/<game>/governing.toml`` says which clauses each needs.  A
feature that no table names is one of which the rules say nothing.
"""

from __future__ import annotations

from itertools import combinations, repeat

from rulebook.cards.features.events import EventFeatures
from rulebook.cards.features.feature_list import NO_KIND, Feature
from rulebook.cards.features.field_words import FieldWords
from rulebook.cards.features.predicates import (
    ANY_NUMBER,
    form_of,
    is_excepted,
    is_number,
    is_off_an_end,
    is_opponents,
    is_several,
    is_so,
    is_some,
    kind_of,
    laid_as,
    says_nothing,
)
from rulebook.cards.features.whereabouts import LOOKS, is_move, sets_value
from rulebook.cards.meaning.nesting import all_effects, cases_in, surely_before
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Delayed,
    DoerMeaning,
    Effect,
    Event,
    Grant,
    IfDone,
    IfEffect,
    MayEffect,
    ModifyEffect,
    NumberMeaning,
    OccasionEffect,
    Options,
    Permit,
    PointerMeaning,
    Prohibit,
    Replace,
    ThingMeaning,
)
from rulebook.cards.meaning.parts import nouns_of, zones_named
from rulebook.cards.tree.acts import Move
from rulebook.cards.tree.words import Kind, Vague

_ABILITY = "能力"
_MAY_NOT_COME = (IfEffect, IfDone, Options, Delayed)
"""Around what may never be done, so that what follows finds its cards where they were."""
_THIS_TURN = ("この",)
_LASTING = {"turn-into", "treat", "add"}
_TOWARDS = {"deal-damage"}
"""What is done towards cards on whose kind the rules hang: 団長に1ダメージを与える."""
_BECOME = "なる"
"""What lasts for a while of what is done; to the others a time only says when they are done."""
_NO_DEEDS = {_BECOME, "数える"}
"""What nobody is told to do, so that nothing is forbidden: メンバーの枚数に数えない."""
_DECK = "デッキ"
"""What is made before a game by rules that a text stands in the place of (ws 5.1.2.4)."""
_BY_OTHERS = {"シャッフルする", _BECOME}
"""What the master of an effect does not do: whose deck it is shuffles it (ws 3.2.4, reb 5.8.1)."""


def features_of(
    ability: AbilityMeaning,
    zones: FieldWords,
    *,
    unmarked: bool = False,
    marks: frozenset[str] = frozenset(),
) -> list[Feature]:
    """Return the features of ``ability``: when it is played, its cost, its steps.

    ``unmarked`` is whether its card is one of those whose abilities have no icon of a zone,
    ``marks`` are the icons of the other abilities of its card.
    """
    finder = _FeatureFinder(ability, zones, marks=marks)
    return finder.all(unmarked=unmarked)


class _FeatureFinder(EventFeatures):
    """Goes through one ability and remembers what was chosen and looked at."""

    def all(self, *, unmarked: bool = False) -> list[Feature]:
        """Return all features in order."""
        self._head()
        for mark in self._ability.marks if unmarked else ():
            self._tell_in_general(f"mark:{mark}:of:{self._zones.unmarked}")
        for condition in self._ability.condition:
            self._where.asked(condition)
        if self._ability.trigger:
            self._trigger(self._ability.trigger)
        elif self._kind == Kind.AUTO.value:
            self._triggered_by_state()
        self._play(unmarked)
        self._cost(self._ability.cost)
        for effect in self._ability.effects:
            self._effect(effect)
        self._beyond()
        return self._found

    # ---- When it is played

    def _head(self) -> None:
        ability = self._ability
        if ability.keyword:
            self._tell(f"keyword:{ability.keyword.name}:{self._kind}", ability.keyword)
            self._tell(f"keyword:{ability.keyword.name}", ability.keyword)
            if len(ability.keyword.names) > 1:
                self._tell(f"keyword:{ability.keyword.name}:several", ability.keyword)
        for mark in ability.marks:
            self._tell_in_general(f"mark:{mark}")
            self._tell_in_general(f"mark:{mark}:{self._kind}")
        for pair in combinations(sorted(ability.marks), 2):
            self._tell_in_general(f"mark:{'+'.join(pair)}")

    def _play(self, unmarked: bool) -> None:
        ability = self._ability
        if says_nothing(ability):
            return
        self._tell_in_general(f"kind:{ability.kind or NO_KIND}")
        if ability.kind is None:
            self._tell_in_general(f"form:{form_of(ability)}")
        if not self._given and self._where.is_unmarked(card=unmarked):
            self._tell_in_general(f"lies:{self._zones.unmarked}")
            self._tell_in_general(f"lies:{self._zones.unmarked}:{self._kind}")
        for zone in () if self._given else self._where.lies:
            self._tell_in_general(f"lies:{zone}:{self._kind}")
        if self._where.lies and not self._given and not self._where.is_marked():
            self._tell_in_general(f"lies:unmarked:{self._kind}")
        self._asked_to_lie()
        for effect in ability.playing:
            self._tell("playing", effect)
        for effect in all_effects(ability.playing):
            event = getattr(effect, "event", None)
            if isinstance(event, Event) and self._where.comes_from_off_field(event):
                self._tell("playing:own", effect)
        if ability.limit:
            self._tell("limit", ability.limit)
            sort = f"said:{self._kind}" if ability.limit.said else self._kind
            self._tell_in_general(f"limit:{sort}", ability.limit)

    # ---- Effects

    def _effect(self, effect: Effect) -> None:
        match effect:
            case ChooseEffect():
                self._choose(effect)
            case ModifyEffect():
                self._modify(effect)
            case Grant():
                self._grant(effect)
            case Prohibit(event=event, until=until) | Permit(event=event, until=until):
                self._forbidden_or_possible(effect.type, event, effect)
                even = ":even-if" if is_excepted(self._context, effect) else ""
                if event.verb not in _NO_DEEDS:
                    self._tell(f"effect:{kind_of(effect)}{even}", effect)
                if until is None or until.which != _THIS_TURN:
                    self._tell(f"effect:{effect.type}:{event.verb}:beyond", effect)
                if self._always(until or event.moment) and _DECK not in nouns_of(event.goal):
                    self._tell(f"effect:holding:{self._kind}", effect)
                self._until(until or event.moment, event.who)
            case Action():
                self._action(effect)
            case Replace(until=until, event=event):
                self._tell("effect:replace", effect)
                if isinstance(event, Event):
                    self._tell("spoken-of", event)
                    for zone in zones_named(event.goal):
                        for source in zones_named(event.source):
                            self._tell(f"effect:replace:{event.verb}:{source}:{zone}", effect)
                for inner in effect.instead:
                    self._tell(f"effect:replace:by:{kind_of(inner)}", effect)
                self._until(until, replaces=True)
            case _:
                self._around(effect)
        self._inside(effect)

    def _inside(self, effect: Effect) -> None:
        """Go through what stands inside of ``effect``."""
        before = self._later
        self._later = before or isinstance(effect, Delayed)
        costs = [option.cost for option in getattr(effect, "options", ())] or repeat(())
        for case, cost in zip(cases_in(effect), costs, strict=False):
            now, priced = self._where.now, self._priced
            self._cost(cost)
            self._priced = priced or case is getattr(effect, "price", None)
            for inner in case:
                self._effect(inner)
            if isinstance(effect, _MAY_NOT_COME):
                self._where.now = now
            self._priced = priced
        self._later = before

    def _around(self, effect: Effect) -> None:
        """Tell of what stands around other effects."""
        if isinstance(effect, MayEffect):
            self._tell(f"chosen-by:{effect.by.who}", effect)
            for inner in effect.effects:
                self._by_keyword("may", inner)
                if isinstance(inner, Replace):
                    self._tell("effect:replace:may", inner)
        if isinstance(effect, OccasionEffect):
            self._occasion(effect)
        if isinstance(effect, IfDone):
            self._where.told_anew(effect)
        if isinstance(effect, Delayed):
            self._delayed(effect)
            return
        self._tell(f"effect:{effect.type}", effect)
        if isinstance(effect, Options) and effect.number and effect.number.unit:
            self._tell("effect:options:chosen", effect)

    def _forbidden_or_possible(self, name: str, event: Event, effect: Effect) -> None:
        self._elsewhere(event.what or event.who)
        self._character(event.what or event.who)
        self._tell("spoken-of", event)
        self._tell(f"effect:{name}:{event.verb}", effect)
        if not event.passive:
            self._tell(f"effect:{name}:{event.verb}:itself", effect)
        if self._where.comes_from_off_field(event):
            self._tell(f"effect:{name}:{event.verb}:own", effect)
        elif event.source is None and (event.what is None or event.verb in Move.verbs):
            # What is moved lies on the stage, what is played does not.
            self._at_home(event.what or event.who)
        for how in event.how:
            self._tell(f"effect:{name}:{event.verb}:how:{how}", effect)
        for zone in zones_named(event.source) or zones_named(event.what):
            self._tell(f"effect:{name}:{event.verb}:out-of:{zone}", effect)
        price = event.through if getattr(event.through, "sort", None) == "numbers" else None
        for word in (*nouns_of(event.what), *nouns_of(event.goal), *nouns_of(price)):
            self._tell(f"effect:{name}:{event.verb}:{word}", effect)
        self._owners_in(event.who, (event.what, event.source, event.goal), effect)

    def _grant(self, effect: Grant) -> None:
        """Tell of what is given or lost, and of each ability that a card has from now on."""
        self._elsewhere(effect.what)
        self._character(effect.what)
        self._lasting(effect)
        asks = isinstance(effect.what, ThingMeaning) and effect.what.qualities
        if asks and self._always(effect.until):
            self._tell("effect:grant:asks", effect)
        of_abilities = effect.abilities or getattr(effect.other, "sort", None) == "abilities"
        if of_abilities or _ABILITY in nouns_of(effect.other):
            self._tell(f"effect:{'lose' if effect.lost else 'grant'}:abilities", effect)
        if not of_abilities:
            self._tell("effect:grant:others", effect)
        self._tell("effect:grant", effect)
        self._until(effect.until, effect.what)
        if not effect.lost:
            for ability in effect.abilities:
                self._found += _FeatureFinder(ability, self._zones, given=True).all()

    def _choose(self, effect: ChooseEffect) -> None:
        self._tell_of_choice("effect:choose", effect)
        what = effect.what
        self._kinds_of(what, effect.source, effect)
        self._face_down(what)
        if effect.source is None and not set(zones_named(what)) - set(self._zones.field):
            for word in nouns_of(what):
                self._tell(f"effect:choose:on-field:{word}", effect)
        self._where.chosen(effect)
        self._how_many(effect)
        if isinstance(what, ThingMeaning) and what.asks:
            if self._where.is_hidden(effect, what):
                self._tell_of_choice("effect:choose:hidden", effect)
            for zone in () if is_opponents(what) else what.zones or zones_named(effect.source):
                self._tell(f"effect:choose:asks:{zone}", effect)
        self._who(effect.by, effect)
        self._owners_in(effect.by, (what, effect.source), effect)
        self._chosen_by(effect, what, effect.source)

    def _how_many(self, effect: ChooseEffect) -> None:
        number = effect.number
        if number is None:
            return
        self._how_often(number)
        if number.count in ANY_NUMBER:
            self._tell_of_choice("effect:choose:any-number", number)
        elif number.at_most:
            self._tell_of_choice("effect:choose:up-to", number)
        else:
            short = self._may_be_short(effect, number)
            if not self._is_all_or_nothing(number):
                self._tell_of_choice("effect:choose:number", number)
                if short:
                    self._tell_of_choice("effect:choose:perhaps-none", number)
            if number.count != 1 and short:
                self._tell_of_choice("effect:choose:several", number)

    def _how_often(self, number: NumberMeaning | None) -> None:
        """Tell that something may be done no time at all: Ｘ枚; damage like that before is some."""
        if number is None or number.rule is None:
            return
        if number.unit is not None or number.count != Vague.SAME.value:
            letters = {each.letter: each.value for each in self._ability.letters}
            if not is_some(letters.get(str(number.count))):
                self._tell("number:letter", number)
            self._counted(number.of, number)

    def _who(self, by: DoerMeaning, effect: Effect) -> None:
        if isinstance(effect, Action) and (sets_value(effect) or is_so(effect)):
            return  # nobody carries that out
        if by.basis == "rule" and getattr(effect, "verb", None) not in _BY_OTHERS:
            self._tell("by:rule", effect)

    def _action(self, effect: Action) -> None:
        for how in effect.how:
            self._tell(f"effect:{effect.act}:how:{how}", effect)
        if effect.of is None:
            self._done(effect)

    def _done(self, effect: Action) -> None:
        """Tell of what is done by itself, and is no way of doing what another event says."""
        self._certain.remember(effect)
        self._named(effect)
        if effect.act == "treat" and not is_number(effect.what) and not is_number(effect.use):
            self._tell("effect:treat-as", effect)
            self._lasting(effect)
        if sets_value(effect):
            self._tell(f"effect:sets:{getattr(effect.what, 'sort', 'cards')}", effect)
        self._state("effect", effect)
        self._kinds_of(effect.what, effect.source, effect)
        self._how_often(effect.number or getattr(effect.what, "number", None))
        several, exact = is_several(effect), not (effect.number and effect.number.at_most)
        if several:
            self._tell(f"effect:{effect.act}:several", effect)
        if several and exact:
            self._tell(f"effect:{effect.act}:several:exact", effect)
        many = several or self._where.is_several(effect.what)
        self._laid(effect, self._where.moved_by(effect, effect.what))
        for word in laid_as(effect) if many and not is_off_an_end(effect) else ():
            self._tell(f"effect:as:{word}:several", effect)
        self._facing(effect)
        self._numbered(effect)
        if not is_move(effect) and (effect.act in _LASTING or effect.verb == _BECOME):
            self._until(effect.until, effect.what)
        self._moved(effect, several)
        self._where.done(effect)
        for zone in self._where.looked if effect.act in LOOKS else ():
            self._seen(effect, zone, several, exact)
        for zone in self._shuffled(effect) if effect.act == "shuffle" else ():
            self._tell(f"effect:shuffle:{zone}", effect)
        self._who(effect.by, effect)
        self._owners_in(effect.by, (effect.what, effect.source, effect.goal), effect)

    def _named(self, effect: Action) -> None:
        """Tell of which type ``effect`` is, by which verb, and to or towards what it is done."""
        self._tell(f"effect:{effect.act}", effect)
        self._by_keyword("effect", effect)
        self._tell(f"effect:{effect.act}:{effect.verb}", effect)
        if isinstance(effect.what, ThingMeaning):
            self._tell(f"effect:{effect.act}:{effect.what.sort}", effect)
            if effect.what.of is not None:  # 【ゲート】の効果を行う
                of = effect.what.of.sort
                self._tell(f"effect:{effect.act}:{effect.what.sort}:of:{of}", effect)
        self._tell(f"effect:verb:{effect.verb}", effect)
        for word in nouns_of(self._where.meant(effect.goal)) if effect.act in _TOWARDS else ():
            self._tell(f"effect:{effect.act}:to:{word}", effect)
        if effect.goal is not None and getattr(effect.goal, "sort", None) == "qualities":
            self._tell("effect:grant:others", effect)  # 〔A〕になる
        if effect.act == "act":
            for word in nouns_of(effect.goal):
                self._tell(f"effect:verb:{effect.verb}:{word}", effect)
            for word in nouns_of(effect.what):
                self._tell(f"effect:act:{effect.verb}:{word}:{self._kind}", effect)

    def _seen(self, effect: Action, zone: str, several: bool, exact: bool) -> None:
        """Tell of cards of ``zone`` that are looked at or shown, and of how many."""
        name = f"effect:{effect.act}:{zone}"
        self._tell(name, effect)
        if exact:
            self._tell(f"{name}:exact", effect)
        if several:
            self._tell(f"{name}:several", effect)
        if is_off_an_end(effect):
            self._tell(f"{name}:off-end", effect)

    def _shuffled(self, effect: Action) -> tuple[str, ...]:
        """Return the zone whose cards are shuffled: the deck of 山札に戻してシャッフルする."""
        if not isinstance(effect.what, PointerMeaning):
            return zones_named(effect.what)
        done = [e for e in surely_before(self._context.effects, effect) or () if is_move(e)]
        return zones_named(getattr(done[-1], "goal", None)) if done else ()

    def _numbered(self, effect: Action) -> None:
        """Tell of how many something is done to, where fewer will do or as many as one likes."""
        number = effect.number
        if number and number.at_most:
            self._tell(f"effect:{effect.act}:up-to", number)
        elif number and number.count in ANY_NUMBER:
            self._tell_of_choice("effect:choose:any-number", number)
