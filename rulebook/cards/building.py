"""From the parse tree of Lark to our own: a method for each rule of the grammar, of that name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from lark import Token, Tree

from rulebook.cards.arranging import arrange, is_time, regroup, settle
from rulebook.cards.conjugation import recognise
from rulebook.cards.tree import acts, card, nouns, words
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Verb
from rulebook.text.normal import Normalised

Branch = Tree[Token]
Span = tuple[int, int]

ROLES: dict[str, type[acts.Role]] = {
    "は": acts.Topic,
    "が": acts.Subject,
    "を": acts.Object,
    "に": acts.Target,
    "から": acts.Source,
    "で": acts.Means,
    "と": acts.Companion,
    "へ": acts.Direction,
    "まで": acts.Until,
    "として": acts.As,
    "としても": acts.AlsoAs,
    "につき": acts.ForEach,
    "のかわりに": acts.InsteadOf,
    "によって": acts.By,
    "により": acts.Through,
    "しか": acts.NoMoreThan,
    "も": acts.Also,
    "ではなく": acts.RatherThan,
}
"""What the particle behind a thing makes of it."""

ACTS: dict[Verb, type[acts.Act]] = {
    Verb.PUT: acts.Put,
    Verb.DRAW: acts.Draw,
    Verb.RETURN: acts.Return,
    Verb.RETURN_ITSELF: acts.Return,
    Verb.MOVE: acts.Move,
    Verb.MOVE_ITSELF: acts.Move,
    Verb.FULFIL: acts.Fulfil,
    Verb.CHOOSE: acts.Choose,
    Verb.TURN_UP: acts.TurnUp,
    Verb.PAY: acts.Pay,
    Verb.USE: acts.Use,
    Verb.PERFORM: acts.Perform,
    Verb.LOSE: acts.Lose,
    Verb.TREAT: acts.Treat,
    Verb.INCLUDE: acts.Include,
    Verb.ADD: acts.Add,
    Verb.GIVE: acts.Give,
    Verb.GAIN: acts.Gain,
    Verb.LOOK: acts.Look,
    Verb.SHOW: acts.Show,
    Verb.SWAP: acts.Swap,
    Verb.RECEIVE: acts.Receive,
    Verb.BE: acts.Exist,
    Verb.EXIST: acts.Exist,
    Verb.COME_UP: acts.Trigger,
    Verb.TRIGGER: acts.Trigger,
    Verb.DO: acts.Turn,
    Verb.SHUFFLE: acts.Shuffle,
    Verb.REVEAL: acts.Reveal,
    Verb.ATTACK: acts.Attack,
    Verb.FRONT_ATTACK: acts.Attack,
    Verb.SIDE_ATTACK: acts.Attack,
    Verb.DIRECT_ATTACK: acts.Attack,
    Verb.REVERSE: acts.ChangeState,
    Verb.REST: acts.ChangeState,
    Verb.STAND: acts.ChangeState,
    Verb.CANCEL: acts.Cancel,
    Verb.LEVEL_UP: acts.LevelUp,
    Verb.PLAY: acts.Play,
    Verb.APPEAR: acts.Put,
    Verb.ACTIVATE: acts.Activate,
    Verb.DECLARE: acts.Declare,
    Verb.REFRESH: acts.Refresh,
    Verb.DECREASE: acts.Decrease,
    Verb.BATTLE: acts.Battle,
    Verb.SEARCH: acts.Choose,
}
"""The notion that each verb names; dealing damage is told by its object."""

_QUANTITY = re.compile("([0-9]+|[ＸＹ]|好きな|同じ|望む)(.*?)(まで|以上|以下|ずつ|のみ)?")
_MEASURED = re.compile("(.+?)([0-9]+|Ｘ)(以上|以下)?")
_NAMES = re.compile("「((?:[^「」]|「(?:[^「」]|「[^「」]*」)*」)*)」")


class Builder:
    """Builds nodes whose spans are code points of the text as it was given.

    ``source`` is the canonical text, ``base`` where in it the parsed part begins.
    """

    def __init__(self, source: Normalised, base: int) -> None:
        self._starts = source.starts[base:] if base else source.starts
        self._ends = source.ends[base:] if base else source.ends

    def build(self, tree: Branch) -> Any:
        """Return the node for ``tree``."""
        return getattr(self, tree.data.removeprefix("common__"))(tree)

    def _all(self, children: Iterable[Branch | Token]) -> tuple[Any, ...]:
        return tuple([self.build(child) for child in children if isinstance(child, Tree)])

    def _span(self, tree: Branch) -> Span:
        meta = tree.meta
        if meta.empty:
            return (self._starts[0], self._starts[0]) if self._starts else (0, 0)
        return self._starts[meta.start_pos], self._ends[meta.end_pos - 1]

    def _token_span(self, token: Token) -> Span:
        start, end = cast(int, token.start_pos), cast(int, token.end_pos)
        return self._starts[start], self._ends[end - 1]

    # ---- Abilities

    def ability(self, tree: Branch) -> card.Ability:
        children = list(tree.children)
        marks: tuple[Any, ...] = ()
        keyword = cost = None
        if children and isinstance(children[0], Tree) and _rule(children[0]) == "heading":
            marks, keyword, cost = self.heading(cast(Branch, children.pop(0)))
        return card.Ability(*self._span(tree), marks, keyword, cost, self._all(children))

    def heading(
        self, tree: Branch
    ) -> tuple[tuple[Any, ...], card.Keyword | None, card.Cost | None]:
        nodes = self._all(tree.children)
        keyword = next((node for node in nodes if isinstance(node, card.Keyword)), None)
        cost = next((node for node in nodes if isinstance(node, card.Cost)), None)
        marks = tuple(node for node in nodes if not isinstance(node, card.Keyword | card.Cost))
        return marks, keyword, cost

    def kind(self, tree: Branch) -> card.KindMark:
        return card.KindMark(*self._span(tree), words.Kind(str(tree.children[0])))

    def mark(self, tree: Branch) -> card.Mark:
        return card.Mark(*self._span(tree), words.Marking(str(tree.children[0])))

    def needing_mark(self, tree: Branch) -> card.NeedingMark:
        name, *rest = tree.children
        joints = [child for child in rest if isinstance(child, Token)]
        return card.NeedingMark(
            *self._span(tree), *_levelled(str(name)), self._all(rest), _joint(joints)
        )

    def cancel_mark(self, tree: Branch) -> card.CancelMark:
        marking = words.Marking(str(tree.children[0]))
        return card.CancelMark(*self._span(tree), marking, self._all(tree.children))

    def target(self, tree: Branch) -> nouns.Noun:
        return nouns.Noun(*self._span(tree), *self._narrowed(tree, _kind_or_marking))

    def needed(self, tree: Branch) -> nouns.Quality:
        token = cast(Token, tree.children[0])
        if token[0] == "【":
            return nouns.Marked(*self._span(tree), words.Marking(str(token)))
        kind = nouns.CardName if token[0] == "《" else nouns.Trait
        return kind(*self._span(tree), self._name_of(token))

    def parting(self, tree: Branch) -> card.Parting:
        return card.Parting(*self._span(tree))

    def turn_limit(self, tree: Branch) -> card.TurnLimit:
        return card.TurnLimit(*self._span(tree), int(str(tree.children[0])[4:-1]))

    def keyword(self, tree: Branch) -> card.Keyword:
        name = words.KeywordName(str(tree.children[0]))
        return card.Keyword(*self._span(tree), name, (), None, None)

    def bond(self, tree: Branch) -> card.Keyword:
        return self._named_keyword(tree, words.KeywordName.BOND)

    def separation(self, tree: Branch) -> card.Keyword:
        return self._named_keyword(tree, words.KeywordName.SEPARATION)

    def _named_keyword(self, tree: Branch, name: words.KeywordName) -> card.Keyword:
        token = cast(Token, tree.children[0])
        names = tuple(
            self._name(cast(int, token.start_pos) + match.start(), match[0])
            for match in _NAMES.finditer(token)
        )
        return card.Keyword(*self._span(tree), name, names, None, None)

    def backup(self, tree: Branch) -> card.Keyword:
        power, level = map(_amount, tree.children)
        return card.Keyword(*self._span(tree), words.KeywordName.BACKUP, (), power, level)

    def shift(self, tree: Branch) -> card.Keyword:
        level = _amount(tree.children[0])
        return card.Keyword(*self._span(tree), words.KeywordName.SHIFT, (), None, level)

    def cost(self, tree: Branch) -> card.Cost:
        tokens = [child for child in tree.children if isinstance(child, Token)]
        stock = self._payment(tokens[0]) if tokens else None
        return card.Cost(*self._span(tree), stock, self._all(tree.children))

    def _payment(self, token: Token) -> card.Stock | acts.Energy:
        kind = acts.Energy if token[0] == "エ" else card.Stock
        return kind(*self._token_span(token), _amount(token[token.index("(") + 1 : -1]))

    def quotation(self, tree: Branch) -> nouns.Quotation:
        return nouns.Quotation(*self._span(tree), self._all(tree.children))

    def granted(self, tree: Branch) -> card.Granted:
        return card.Granted(*self._span(tree), self.build(cast(Branch, tree.children[0])))

    def reminder(self, tree: Branch) -> card.Reminder:
        return self._reminder(cast(Token, tree.children[0]))

    def _reminder(self, token: Token) -> card.Reminder:
        return card.Reminder(*self._token_span(token), str(token))

    # ---- Sentences

    def sentence(self, tree: Branch) -> card.Sentence:
        last = tree.children[-1]
        reminder = self._reminder(last) if isinstance(last, Token) else None
        steps = arrange(self._all(tree.children))
        return card.Sentence(*self._span(tree), steps, reminder is None, reminder)

    def open_sentence(self, tree: Branch) -> card.Sentence:
        return card.Sentence(*self._span(tree), arrange(self._all(tree.children)), False, None)

    def when(self, tree: Branch) -> card.When:
        return card.When(*self._span(tree), self._all(tree.children))

    def condition(self, tree: Branch) -> card.If:
        return card.If(*self._span(tree), self._all(tree.children))

    def link(self, tree: Branch) -> card.Link:
        word = str(tree.children[0]).removesuffix("、")
        return card.Link(*self._span(tree), words.Connective(word))

    def label(self, tree: Branch) -> card.Label:
        return card.Label(*self._span(tree), words.Labelling(str(tree.children[0])))

    def case(self, tree: Branch) -> card.Case:
        return card.Case(*self._span(tree), *self._all(tree.children))

    def _of_act(kind: Callable[..., Any]) -> Callable[[Builder, Branch], Any]:  # type: ignore[misc]
        """Return a method for a step that holds one action."""

        def method(self: Builder, tree: Branch) -> Any:
            return kind(*self._span(tree), self.build(cast(Branch, tree.children[0])))

        return method

    once = _of_act(card.Once)
    even_if = _of_act(card.EvenIf)
    or_else = _of_act(card.OrElse)
    turn_when = _of_act(card.TurnWhen)
    by_doing = _of_act(card.ByDoing)
    on_doing = _of_act(card.OnDoing)
    after = _of_act(card.After)
    instead_of_doing = _of_act(card.InsteadOfDoing)
    only_when = _of_act(card.OnlyWhen)
    even_when = _of_act(card.EvenWhen)
    as_if = _of_act(card.AsIf)
    in_doing = _of_act(card.InDoing)
    may = _of_act(card.May)
    can = _of_act(card.Can)
    cannot = _of_act(card.Cannot)

    # ---- Predicates

    def act(self, tree: Branch) -> acts.Act:
        surface = str(tree.children[-1])
        found = recognise(surface)
        if found is None:
            raise LookupError(f"the grammar knows the verb {surface!r}, the conjugation does not")
        complements = self._parts(tree)
        verb, form = found
        kind = ACTS.get(verb, acts.Act)
        if verb is Verb.GIVE and any(map(_is_damage, complements)):
            kind = acts.DealDamage
        return kind(*self._span(tree), complements, verb, form)

    def modify(self, tree: Branch) -> acts.Modify:
        return self._modify(tree, joining=False)

    def modify_joining(self, tree: Branch) -> acts.Modify:
        return self._modify(tree, joining=True)

    def _modify(self, tree: Branch, *, joining: bool) -> acts.Modify:
        change = self._change(tree.children[-1])
        return acts.Modify(*self._span(tree), self._parts(tree), change, joining)

    def equals(self, tree: Branch) -> acts.Equals:
        *complements, value = self._parts(tree)
        return acts.Equals(*self._span(tree), tuple(complements), value)

    def compares(self, tree: Branch) -> acts.Compares:
        comparison = words.Comparison(str(tree.children[-1]))
        return acts.Compares(*self._span(tree), self._parts(tree), comparison)

    def is_(self, tree: Branch) -> acts.Is:
        *complements, what = self._parts(tree)
        return acts.Is(*self._span(tree), tuple(complements), what, False)

    def is_and(self, tree: Branch) -> acts.Is:
        token = cast(Token, tree.children[-1])
        what = self._quantity(self._token_span(token), token.removesuffix("で"))
        return acts.Is(*self._span(tree), self._parts(tree), what, False, True)

    def is_not(self, tree: Branch) -> acts.Is:
        *complements, what = self._parts(tree) or (None,)
        return acts.Is(*self._span(tree), tuple(complements), what, True)

    def has(self, tree: Branch) -> acts.Has:
        nodes = self._parts(tree)
        complements = tuple(node for node in nodes if isinstance(node, acts.Complement))
        return acts.Has(*self._span(tree), complements, nodes[len(complements) :])

    def _parts(self, tree: Branch) -> tuple[Any, ...]:
        return settle(self._all(tree.children))

    # ---- Complements

    def role(self, tree: Branch) -> acts.Role:
        thing = self.build(cast(Branch, tree.children[0]))
        kind = ROLES[str(tree.children[1])]
        if kind is acts.Target and is_time(thing):
            kind = acts.At
        return kind(*self._span(tree), thing)

    def moment(self, tree: Branch) -> acts.AtMoment:
        noun = nouns.Noun(*self._span(tree), *self._narrowed(tree, self._head))
        return acts.AtMoment(*self._span(tree), noun)

    def within(self, tree: Branch) -> acts.Within:
        pointer, turn = cast("list[Token]", tree.children)
        pointing = nouns.Pointing(*self._token_span(pointer), words.Pointer(str(pointer)))
        noun = nouns.Noun(*self._span(tree), (pointing,), words.Word(str(turn)))
        return acts.Within(*self._span(tree), noun)

    def by_how_much(self, tree: Branch) -> acts.HowMuch:
        change = self._change(tree.children[0])
        return acts.HowMuch(*self._span(tree), change)

    def energy(self, tree: Branch) -> acts.Complement:
        return cast(acts.Energy, self._payment(cast(Token, tree.children[0])))

    def role_or(self, tree: Branch) -> acts.RoleOr:
        return acts.RoleOr(*self._span(tree), self.role(tree))

    def focused(self, tree: Branch) -> acts.Focused:
        role = self.role(tree)
        return acts.Focused(*self._span(tree), role, words.Focus(str(tree.children[2])))

    def than(self, tree: Branch) -> acts.Than:
        return acts.Than(*self._span(tree), *self._all(tree.children))

    def during(self, tree: Branch) -> acts.During:
        return acts.During(*self._span(tree), *self._all(tree.children))

    def amid(self, tree: Branch) -> acts.Amid:
        return acts.Amid(*self._span(tree), *self._all(tree.children))

    def how_many(self, tree: Branch) -> acts.HowMany:
        return acts.HowMany(*self._span(tree), *self._all(tree.children))

    def how_many_and(self, tree: Branch) -> acts.HowManyAnd:
        return acts.HowManyAnd(*self._span(tree), *self._all(tree.children))

    def all_of_it(self, tree: Branch) -> acts.AllOfIt:
        return acts.AllOfIt(*self._span(tree))

    def manner(self, tree: Branch) -> acts.Manner:
        return acts.Manner(*self._span(tree), words.Manner(str(tree.children[0])))

    def quantity(self, tree: Branch) -> nouns.Quantity:
        return self._quantity(self._span(tree), str(tree.children[0]))

    def _quantity(self, span: Span, text: str) -> nouns.Quantity:
        match = cast(re.Match[str], _QUANTITY.fullmatch(text))
        count, unit, limit = match.groups()
        vague = not count.isdigit() and count not in "ＸＹ"
        return nouns.Quantity(
            *span,
            words.Vague(count) if vague else _amount(count),
            words.Unit(unit) if unit else None,
            words.Limit(limit) if limit else None,
        )

    # ---- Things

    def noun(self, tree: Branch) -> nouns.Noun:
        return nouns.Noun(*self._span(tree), *self._narrowed(tree, self._head))

    def _head(self, token: Token) -> Any:
        sort = token.type.removeprefix("common__")
        if sort == "DAMAGE":
            points = token.removesuffix("ダメージ")
            value = words.Vague.SAME if points == "同じ" else _amount(points)
            return nouns.Damage(*self._token_span(token), value)
        return _HEADS[sort](str(token))

    def place(self, tree: Branch) -> nouns.Place:
        return nouns.Place(*self._span(tree), *self._narrowed(tree, lambda zone: words.Zone(str(zone))))

    def _narrowed(
        self, tree: Branch, head: Callable[[Token], Any]
    ) -> tuple[tuple[nouns.Qualifier, ...], Any]:
        *qualifiers, word = tree.children
        return self._qualifiers(qualifiers), head(cast(Token, word))

    def _qualifiers(self, children: Iterable[Branch | Token]) -> tuple[nouns.Qualifier, ...]:
        return regroup(self._all(children))

    def named(self, tree: Branch) -> nouns.Named:
        nodes = self._all(tree.children)
        qualifiers = tuple(node for node in nodes if isinstance(node, nouns.Qualifier))
        return nouns.Named(*self._span(tree), regroup(qualifiers), nodes[len(qualifiers) :])

    def mixed(self, tree: Branch) -> nouns.Mixed:
        nodes = self._all(tree.children)
        qualifiers = tuple(node for node in nodes if isinstance(node, nouns.Qualifier))
        word = self._head(cast(Token, tree.children[-1]))
        return nouns.Mixed(*self._span(tree), regroup(qualifiers), nodes[len(qualifiers) :], word)

    def quoted(self, tree: Branch) -> nouns.Quoted:
        *qualifiers, quotation = self._all(tree.children)
        return nouns.Quoted(*self._span(tree), tuple(qualifiers), quotation)

    def icons(self, tree: Branch) -> nouns.Icons:
        return nouns.Icons(*self._span(tree), self._all(tree.children), _icons(tree.children))

    def beside(self, tree: Branch) -> nouns.Beside:
        side = str(tree.children[-1])
        nth = re.match("([0-9])番(.)", side)
        thing = self.build(tree.children[0]) if isinstance(tree.children[0], Tree) else None
        return nouns.Beside(
            *self._span(tree), thing, words.Side(nth[2] if nth else side), int(nth[1]) if nth else None
        )

    def counted(self, tree: Branch) -> nouns.Counted:
        *nodes, quantity = self._all(tree.children)
        thing = nodes.pop() if nodes and isinstance(nodes[-1], nouns.Thing) else None
        return nouns.Counted(*self._span(tree), thing, regroup(tuple(nodes)), quantity)

    def total(self, tree: Branch) -> nouns.Total:
        return nouns.Total(*self._span(tree), *self._all(tree.children))

    def every(self, tree: Branch) -> nouns.Every:
        return nouns.Every(*self._span(tree), *self._all(tree.children))

    def bound(self, tree: Branch) -> nouns.Bound:
        limit = words.Limit(str(tree.children[-1]))
        return nouns.Bound(*self._span(tree), *self._all(tree.children), limit)

    def product(self, tree: Branch) -> nouns.Product:
        factor = _amount(tree.children[-1])
        return nouns.Product(*self._span(tree), *self._all(tree.children), factor)

    def sum(self, tree: Branch) -> nouns.Sum:
        change = cast(nouns.Change, self._change(tree.children[-1]))
        return nouns.Sum(*self._span(tree), *self._all(tree.children), change)

    def _change(self, token: Branch | Token) -> nouns.Change | nouns.Changes:
        token = cast(Token, token)
        first, slash, second = token.partition("/")
        start, end = cast(int, token.start_pos), cast(int, token.end_pos)
        changes = [
            nouns.Change(self._starts[at], self._ends[to - 1], words.Sign(part[0]), _amount(part[1:]))
            for at, to, part in (
                (start, start + len(first), first),
                (end - len(second), end, second),
            )
            if part
        ]
        return nouns.Changes(*self._token_span(token), *changes) if slash else changes[0]

    def number(self, tree: Branch) -> nouns.Number:
        return nouns.Number(*self._span(tree), _amount(tree.children[0]))

    def player(self, tree: Branch) -> nouns.Player:
        return nouns.Player(*self._span(tree), words.Person(str(tree.children[0])))

    def both(self, tree: Branch) -> nouns.Both:
        return nouns.Both(*self._span(tree), self._all(tree.children))

    def either(self, tree: Branch) -> nouns.Either:
        return nouns.Either(*self._span(tree), self._all(tree.children))

    # ---- Qualifiers and qualities

    def of(self, tree: Branch) -> nouns.Of:
        return nouns.Of(*self._span(tree), *self._all(tree.children))

    def related(self, tree: Branch) -> nouns.Related:
        relation = words.Relation(str(tree.children[-1]))
        return nouns.Related(*self._span(tree), *self._all(tree.children), relation)

    def owned(self, tree: Branch) -> nouns.Owned:
        return nouns.Owned(*self._span(tree), words.Person(str(tree.children[0])[:-1]))

    def other(self, tree: Branch) -> nouns.Other:
        return nouns.Other(*self._span(tree))

    def pointing(self, tree: Branch) -> nouns.Pointing:
        return nouns.Pointing(*self._span(tree), words.Pointer(str(tree.children[0])))

    def in_(self, tree: Branch) -> nouns.In:
        return nouns.In(*self._span(tree), words.Zone(str(tree.children[0])))

    def numbering(self, tree: Branch) -> nouns.Numbering:
        return nouns.Numbering(*self._span(tree), *self._all(tree.children))

    def ordinals(self, tree: Branch) -> nouns.Ordinals:
        return nouns.Ordinals(*self._span(tree), tuple(int(str(token)[0]) for token in tree.children))

    def trait_and(self, tree: Branch) -> nouns.AndTrait:
        token = cast(Token, tree.children[0])
        start, end = self._span(tree)
        name = self._name(cast(int, token.start_pos), str(token)[:-1])
        return nouns.AndTrait(start, end, nouns.Trait(start, end - 1, name))

    def description(self, tree: Branch) -> nouns.Description:
        return nouns.Description(*self._span(tree), words.Described(str(tree.children[0])))

    def by_this(self, tree: Branch) -> nouns.Caused:
        return nouns.Caused(*self._span(tree), words.Cause(str(tree.children[0])))

    def called(self, tree: Branch) -> nouns.Called:
        return nouns.Called(*self._span(tree), *self._all(tree.children))

    def qualities(self, tree: Branch) -> nouns.Qualities:
        return nouns.Qualities(*self._span(tree), self._all(tree.children))

    def trait(self, tree: Branch) -> nouns.Trait:
        return nouns.Trait(*self._span(tree), self._name_of(tree.children[0]))

    def card_name(self, tree: Branch) -> nouns.CardName:
        return nouns.CardName(*self._span(tree), self._name_of(tree.children[0]))

    def colours(self, tree: Branch) -> nouns.Colours:
        colours = tuple(map(words.Colour, str(tree.children[0]).split("と")))
        return nouns.Colours(*self._span(tree), colours)

    def measured(self, tree: Branch) -> nouns.Measured:
        return self._measured(self._span(tree), str(tree.children[0]))

    def also_measured(self, tree: Branch) -> nouns.AlsoMeasured:
        return nouns.AlsoMeasured(*self._span(tree), _amount(tree.children[0]))

    def measured_and(self, tree: Branch) -> nouns.AndMeasured:
        start, end = self._span(tree)
        measured = self._measured((start, end - 1), str(tree.children[0])[:-1])
        return nouns.AndMeasured(start, end, measured)

    def _measured(self, span: Span, text: str) -> nouns.Measured:
        match = cast(re.Match[str], _MEASURED.fullmatch(text))
        measure, number, limit = match.groups()
        return nouns.Measured(
            *span,
            words.Measure(measure),
            _amount(number),
            words.Limit(limit) if limit else None,
        )

    def with_icons(self, tree: Branch) -> nouns.WithIcons:
        return nouns.WithIcons(*self._span(tree), _icons(tree.children))

    def name_holding(self, tree: Branch) -> nouns.NameHolding:
        return self._name_holding(tree, tree.children[1:-1], again=False)

    def also_holding(self, tree: Branch) -> nouns.NameHolding:
        return self._name_holding(tree, tree.children[:-1], again=True)

    def _name_holding(
        self, tree: Branch, fragments: Sequence[Branch | Token], *, again: bool
    ) -> nouns.NameHolding:
        holds = str(tree.children[-1]) == "を含む"
        return nouns.NameHolding(*self._span(tree), self._fragments(fragments), holds, again)

    def trait_holding(self, tree: Branch) -> nouns.TraitHolding:
        return nouns.TraitHolding(*self._span(tree), self._fragments(tree.children[:-1]))

    def with_ability(self, tree: Branch) -> nouns.WithAbility:
        return nouns.WithAbility(*self._span(tree), *self._all(tree.children))

    def with_mark(self, tree: Branch) -> nouns.WithMark:
        names, _, verb = str(tree.children[0]).rpartition("を")
        markings = tuple(map(_kind_or_marking, names.split("か")))
        return nouns.WithMark(*self._span(tree), markings, verb == "持つ")

    def strength(self, tree: Branch) -> nouns.Strength:
        attack, defence = re.findall("[0-9]+", str(tree.children[0]))
        return nouns.Strength(*self._span(tree), int(attack), int(defence))

    def having_trait(self, tree: Branch) -> nouns.HavingTrait:
        return nouns.HavingTrait(*self._span(tree), *self._all(tree.children))

    def marked(self, tree: Branch) -> nouns.Marked:
        return nouns.Marked(*self._span(tree), words.Marking(str(tree.children[0])))

    def with_traits(self, tree: Branch) -> nouns.WithTraits:
        return nouns.WithTraits(*self._span(tree), *self._all(tree.children))

    def in_state(self, tree: Branch) -> nouns.InState:
        return nouns.InState(*self._span(tree), words.State(str(tree.children[0])))

    def exceeding(self, tree: Branch) -> nouns.Exceeding:
        first, _, last = tree.children
        measure = words.Measure(str(first).removesuffix("が"))
        (than,) = self._all(tree.children)
        return nouns.Exceeding(*self._span(tree), measure, than, words.Comparison(str(last)))

    def _fragments(self, tokens: Sequence[Branch | Token]) -> tuple[nouns.Name, ...]:
        return tuple(map(self._name_of, tokens))

    def _name_of(self, token: Branch | Token) -> nouns.Name:
        token = cast(Token, token)
        return self._name(cast(int, token.start_pos), str(token))

    def _name(self, start: int, printed: str) -> nouns.Name:
        """Return the name in ``printed``, which stands in its brackets from ``start`` on."""
        first = self._starts[start]
        last = self._ends[start + len(printed) - 1]
        return nouns.Name(first, last, printed[1:-1], words.Brackets(printed[0] + printed[-1]))


def _rule(tree: Node | Branch) -> str:
    return str(cast(Branch, tree).data).removeprefix("common__")


_KINDS = {kind.value for kind in words.Kind}


def _kind_or_marking(icon: str) -> words.Kind | words.Marking:
    return words.Kind(icon) if icon in _KINDS else words.Marking(icon)


_HEADS: dict[str, Callable[[str], Any]] = {
    "PERIOD": words.Period,
    "MOMENT": words.Period,
    "KIND_NAMED": _kind_or_marking,
    "WORD": words.Word,
}


def _levelled(icon: str) -> tuple[words.Marking, words.Amount | None]:
    """Return a mark and its level: 【本領発揮】 and 5 for 【本領発揮Lv5】."""
    name, _, level = icon.removesuffix("】").partition("Lv")
    return words.Marking(name + "】"), _amount(level) if level else None


def _joint(tokens: Sequence[Token]) -> words.Joint | None:
    return words.Joint(str(tokens[0])) if tokens else None


def _amount(text: object) -> words.Amount:
    digits = str(text)
    return words.Letter(digits) if digits in "ＸＹ" else int(digits)


def _icons(children: Sequence[Branch | Token]) -> tuple[words.Icon, ...]:
    return tuple(
        words.Icon(str(token))
        for token in children
        if isinstance(token, Token) and token.type.endswith("ICON")
    )


def _is_damage(complement: acts.Complement) -> bool:
    if not isinstance(complement, acts.Object) or not isinstance(complement.thing, nouns.Noun):
        return False
    word = complement.thing.word
    return isinstance(word, nouns.Damage) or word is words.Word.DAMAGE
