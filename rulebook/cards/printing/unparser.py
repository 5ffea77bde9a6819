"""From a tree back to canonical text: what the grammar reads, this writes.

One function for each family of nodes; each case unparses what the rule of that name in
``grammar/common.lark`` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, assert_never

from rulebook.cards.grammar.conjugation import conjugate
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.words import (
    Amount,
    Connective,
    Icon,
    KeywordName,
    Kind,
    Letter,
    Marking,
    Period,
    Vague,
    Word,
)

_JOINING = {
    Form.JOINING,
    Form.JOINING_NOT,
    Form.JOINING_CANNOT,
    Form.JOINING_PASSIVE,
    Form.JOINING_CAN,
    Form.JOINING_PASSIVE_NOT,
    Form.ELIDED,
}


# How the nodes that only one game has are printed; filled while the modules of the games load.
_OF_GAMES: dict[type[Node], Callable[[Any], str]] = {}

P = TypeVar("P", bound=Callable[[Any], str])


def unparses(kind: type[Node]) -> Callable[[P], P]:
    """Register a function that prints nodes of ``kind``, a class that only one game has."""

    def remember(printer: P) -> P:
        _OF_GAMES[kind] = printer
        return printer

    return remember


def _unparse_game_node(node: Node) -> str:
    """Return the text of a node by the printer that its game has registered. This module knows only
    the classes that all games share."""
    printer = _OF_GAMES.get(type(node))
    if printer is None:
        raise TypeError(node)
    return printer(node)


def unparse_part(part: Node | Amount) -> str:
    """Return the canonical text of a node inside of an ability, or of an amount.

    Meanings quote it, since spans are of a text that may differ in spelling.
    """
    match part:
        case roles.Complement():
            return _complement(part)
        case nouns.Quantity():
            return _quantity(part)
        case card.HeadMark():
            return _mark(part)
        case acts.Predicate():
            return _predicate(part)
        case nouns.Thing():
            return _thing(part)
        case qualities.Quality():
            return _quality(part)
        case nouns.Qualifier():
            return _qualifier(part)
        case nouns.Change() | nouns.Changes():
            return _change(part)
        case int() | Letter():
            return _amount(part)
        case _:
            raise TypeError(part)


def unparse(ability: card.Ability) -> str:
    """Return the canonical text of ``ability``.

    The inverse of parsing: the result equals the canonical text; gaps are copied unchanged.
    """
    marks = "".join(map(_mark, ability.marks))
    keyword = _keyword(ability.keyword) if ability.keyword else ""
    cost = _cost(ability.cost) if ability.cost else ""
    end = "".join(mark.closing for mark in ability.marks)
    return marks + keyword + cost + "".join(map(_passage, ability.text)) + end


def _mark(mark: card.HeadMark) -> str:
    """Return the text of an icon; that a tree gives back its text shows that no word was lost."""
    match mark:
        case card.Parting():
            return "："
        case card.KindMark(kind=kind):
            return kind.value
        case card.Mark(marking=marking):
            return marking.value
        case card.TurnLimit(times=times):
            return f"【ターン{times}】"
        case _:
            return _unparse_game_node(mark)


def _keyword(keyword: card.Keyword) -> str:
    """Return the text of a keyword, its names and numbers in the order in which cards have them."""
    if keyword.name == KeywordName("リプレイ"):  # it names its action (ws 11.3)
        (action,) = keyword.names
        return f"【リプレイ】＄{action.text}＄"
    names = "".join(map(_name, keyword.names))
    power = "" if keyword.power is None else _amount(keyword.power)
    level = "" if keyword.level is None else f"レベル{_amount(keyword.level)}"
    value = "" if keyword.value is None else f"：{_amount(keyword.value)}"
    return f"{keyword.name.value}{'／' if names else ''}{names}{power}{level}{value}"


def _cost(cost: card.Cost) -> str:
    return f"［{_payment(cost.stock)}{''.join(map(_passage, cost.sentences))}］"


def _payment(payment: card.Payment | None) -> str:
    """Return the text of a payment at the head of a cost, "" without one: games pay differently."""
    match payment:
        case None:
            return ""
        case card.Stock(count=count):
            return f"({_amount(count)})"
        case _:
            return _unparse_game_node(payment)


def _passage(passage: card.Sentence | card.Granted | card.Reminder | card.Unparsed) -> str:
    """Return the text of a sentence, quotation, reminder or gap, so that nothing is left out."""
    match passage:
        case card.Sentence():
            end = passage.reminder.text if passage.reminder else "。" if passage.closed else ""
            return "".join(map(_step, passage.steps)) + end
        case card.Granted(quotation=quotation):
            return _quotation(quotation)
        case card.Reminder(text=text) | card.Unparsed(text=text):
            return text
        case _:
            assert_never(passage)


def _quotation(quotation: nouns.Quotation) -> str:
    """Return the canonical text of quoted abilities, one a line as on cards."""
    inside = "\n".join(map(unparse, quotation.abilities))
    return f"『{inside}』"


# ---- Sentences

_AFTER_ACT: dict[type[card.Step], str] = {
    card.Once: "ら、",
    card.EvenIf: "も",
    card.OrElse: "か",
    card.TurnWhen: "ターン中、",
    card.ByDoing: "ことで",
    card.OnDoing: "際、",
    card.After: "後、",
    card.While: "間、",
    card.InsteadOfDoing: "かわりに",
    card.AsIf: "かのように",
    card.Although: "が",
    card.OnlyWhen: "時のみ",
    card.EvenWhen: "時でも",
    card.InDoing: "にあたり",
    card.May: "よい",
    card.MayEven: "もよい",
    card.Can: "ことができる",
    card.Cannot: "ことができない",
}


# Canonical text has no comma after these endings of a complement.
_WITHOUT_COMMA = (*"をにはがでともてか", "から", "ずつ", "つき", "まで")


def _step(step: card.Step | acts.Predicate) -> str:
    """Return the text of a step with the word or comma after it, which only its class shows."""
    match step:
        case acts.Act(form=Form.ELIDED):
            text = _predicate(step)
            return text if text.endswith(_WITHOUT_COMMA) else text + "、"
        case acts.Act(form=form):
            return _predicate(step) + ("、" if form in _JOINING else "")
        case acts.ModifyListed():
            return _predicate(step) + "、"
        case acts.Modify(joining=joining):
            return _predicate(step) + ("し、" if joining else "")
        case acts.Predicate():
            return _predicate(step)
        case card.When(leading=leading, events=events):
            return "".join(map(_predicate, leading)) + _events(events) + "、"
        case card.If(conditions=conditions):
            return "".join(map(_step, conditions)) + (
                "" if _needs_continuation(conditions[-1]) else "なら、"
            )
        case card.Frame(role=role):
            return _complement(role)
        case card.Link(connective=connective):
            return f"{connective.value}{'' if connective == Connective.AND else '、'}"
        case card.Label(label=label):
            return label.value + "．"
        case card.Chosen(label=label):
            return label.value + "、"
        case card.CaseOf(thing=thing):
            return _thing(thing) + "．"
        case card.Case(quantity=quantity):
            return _quantity(quantity) + "．"
        case card.StepOfAct(act=act):
            return _predicate(act) + _AFTER_ACT[type(step)]
        case _:
            raise TypeError(step)


def _needs_continuation(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` ends in a form that needs a continuation, so that なら is not printed."""
    match step:
        case acts.Act(form=form):
            return form in _JOINING or form.name.startswith("TE")
        case acts.Is(joining=joining):
            return joining
        case _:
            return False


def _predicate(predicate: acts.Predicate) -> str:
    """Return the text of a verb after its complements, conjugated: the tree has only its form."""
    before = "".join(map(_complement, predicate.complements))
    match predicate:
        case acts.Act(verb=verb, form=form):
            return before + conjugate(verb, form)
        case acts.Modify(change=change):
            return before + _change(change)
        case acts.Equals(value=value):
            return before + _thing(value) + "に等しい"
        case acts.Compares(comparison=comparison):
            return before + comparison.value
        case acts.Is(what=what, negated=negated, joining=joining):
            shown = "" if what is None else _thing_or_quantity(what)
            return before + shown + ("でない" if negated else "で" if joining else "")
        case acts.Has(alternatives=alternatives):
            return before + _either(map(_quality, alternatives))
        case _:
            return _unparse_game_node(predicate)


def _complement(complement: roles.Complement) -> str:
    """Return the text of a complement with its particle, which only the class of its role shows."""
    match complement:
        case roles.Role(thing=thing):
            return _thing_or_quantity(thing) + complement.particle
        case roles.RoleOr(role=role):
            return _complement(role) + "か"
        case roles.Focused(role=role, focus=focus):
            return _complement(role) + focus.value
        case roles.HowMany(quantity=quantity):
            return _quantity(quantity)
        case roles.HowManyAnd(quantity=quantity):
            return _quantity(quantity) + "と"
        case roles.AllOfIt():
            return "すべて"
        case acts.Act():
            return _predicate(complement)
        case roles.SoThat(outcome=outcome, ni=ni):
            return _predicate(outcome) + ("ように" if ni else "よう")
        case roles.UntilDone(outcome=outcome):
            return _predicate(outcome) + "まで"
        case roles.HowMuch(change=change):
            return _change(change)
        case roles.Manner(manner=manner):
            return manner.value
        case _:
            return _unparse_game_node(complement)


def _events(events: Iterable[acts.Act]) -> str:
    return _either(_predicate(event) + "時" for event in events)


def _thing_or_quantity(what: nouns.Thing | nouns.Quantity) -> str:
    return _quantity(what) if isinstance(what, nouns.Quantity) else _thing(what)


# ---- Things


def _thing(thing: nouns.Thing) -> str:
    """Return the text of a noun phrase, qualifiers first: meanings quote it."""
    match thing:
        case nouns.Noun(qualifiers=qualifiers, word=word):
            return _qualifiers(qualifiers) + _head(word)
        case nouns.Place(qualifiers=qualifiers, zone=zone):
            return _qualifiers(qualifiers) + zone.value
        case nouns.Named(qualifiers=qualifiers, alternatives=alternatives):
            return _qualifiers(qualifiers) + _either(map(_quality, alternatives))
        case nouns.Mixed(qualifiers=qualifiers, alternatives=alternatives, word=word):
            return f"{_qualifiers(qualifiers)}{_either(map(_quality, alternatives))}か{_head(word)}"
        case nouns.Quoted(qualifiers=qualifiers, quotation=quotation):
            return _qualifiers(qualifiers) + _quotation(quotation)
        case nouns.Spoken(alternatives=alternatives):
            return _fragments(alternatives)
        case nouns.Choice(label=label):
            return label.value
        case nouns.Icons(qualifiers=qualifiers, icons=icons):
            return _qualifiers(qualifiers) + _icons(icons)
        case nouns.Beside(thing=inner, side=side, nth=nth):
            number = "" if nth is None else f"{_amount(nth)}番"
            return (_thing(inner) + "の" if inner else "") + number + side.value
        case nouns.Counted(thing=inner, qualifiers=qualifiers, quantity=quantity):
            return _qualifiers(qualifiers) + (_thing(inner) if inner else "") + _quantity(quantity)
        case nouns.Total(thing=inner, quantity=quantity):
            return f"{_thing(inner)}合計{_quantity(quantity)}"
        case nouns.Every(thing=inner):
            return _thing(inner) + "すべて"
        case nouns.Bound(thing=inner, limit=limit):
            return _thing(inner) + limit.value
        case nouns.Product(thing=inner, factor=factor):
            return f"{_thing(inner)}×{_amount(factor)}"
        case nouns.Sum(thing=inner, change=change):
            return _thing(inner) + _change(change)
        case nouns.Number(value=value):
            return _amount(value)
        case nouns.Player(person=person):
            return person.value
        case nouns.Both(qualifiers=qualifiers, things=things):
            return _qualifiers(qualifiers) + "と".join(map(_thing, things))
        case nouns.Either(qualifiers=qualifiers, things=things):
            return _qualifiers(qualifiers) + _either(map(_thing, things))
        case _:
            return _unparse_game_node(thing)


def _head(word: Word | Period | Kind | Marking | nouns.Damage) -> str:
    """Return the text of a head noun; damage has its points before it, in one word."""
    if isinstance(word, nouns.Damage):
        return _count(word.points) + "ダメージ"
    return str(word.value)


def _qualifiers(qualifiers: Iterable[nouns.Qualifier]) -> str:
    return "".join(map(_qualifier, qualifiers))


def _qualifier(qualifier: nouns.Qualifier) -> str:
    """Return the text of a qualifier with the particle after it, which only its class shows."""
    match qualifier:
        case nouns.Of(thing=thing):
            return _thing(thing) + "の"
        case nouns.Related(thing=thing, relation=relation):
            return _thing(thing) + relation.value
        case nouns.Which(act=act):
            return _predicate(act)
        case nouns.Owned(persons=persons):
            return _either(person.value for person in persons) + "の"
        case nouns.Other():
            return "他の"
        case nouns.Pointing(pointer=pointer):
            return pointer.value
        case nouns.In(zones=zones):
            return _either(zone.value for zone in zones) + "の"
        case nouns.Ordinals(places=places, unit=unit, onwards=onwards):
            row = "と".join(f"{place}{unit.value}目" for place in places)
            return row + ("以降の" if onwards else "の")
        case nouns.Range(lowest=lowest, highest=highest):
            return f"{lowest}～{highest}の"
        case nouns.AndTrait(trait=trait):
            return _quality(trait) + "で"
        case nouns.Numbering(quantity=quantity):
            return _quantity(quantity) + "の"
        case nouns.Description(described=described):
            return described.value
        case nouns.From(zone=zone):
            return zone.value + "から"
        case nouns.Caused(cause=cause):
            return cause.value
        case nouns.AndMeasured(measured=measured):
            return _quality(measured) + "で"
        case nouns.Called(quotation=quotation):
            return _quotation(quotation) + "という"
        case nouns.Scope():
            return "、"
        case nouns.Qualities(alternatives=alternatives, each=each):
            joint = "の" if alternatives[-1].nominal else ""
            return ("と" if each else "か").join(map(_quality, alternatives)) + joint
        case _:
            return _unparse_game_node(qualifier)


def _quality(quality: qualities.Quality) -> str:
    """Return the text of a quality, without the の or か around it, which depends on the others."""
    match quality:
        case qualities.Trait(name=name):
            return _name(name)
        case qualities.CardName(name=name):
            return _name(name)
        case qualities.HavingTrait(trait=trait):
            return _quality(trait) + "を持つ"
        case qualities.Colours(colours=colours, said=said):
            return ("色が" if said else "") + "と".join(colour.value for colour in colours)
        case qualities.MeasuredIs(measure=measure, number=number, limit=limit):
            return f"{measure.value}が{_amount(number)}{limit.value if limit else ''}"
        case qualities.Measured(measure=measure, number=number, limit=limit):
            return measure.value + _amount(number) + (limit.value if limit else "")
        case qualities.AlsoMeasured(number=number):
            return _amount(number)
        case qualities.WithIcons(icons=icons, others=others):
            return "トリガーアイコンが" + _either((_icons(icons), *(i.value for i in others)))
        case qualities.HavingIcons(icons=icons):
            return f"トリガーアイコンに{_icons(icons)}がある"
        case qualities.NameHolding(fragments=fragments, holds=holds, again=again):
            opening = "" if again else "カード名に"
            return f"{opening}{_fragments(fragments)}を含{'む' if holds else 'まない'}"
        case qualities.TraitHolding(fragments=fragments):
            return _fragments(fragments) + "を含む特徴を持つ"
        case qualities.WithMark(markings=markings, holds=holds):
            return _either(m.value for m in markings) + ("を持つ" if holds else "を持たない")
        case qualities.WithAbility(quotation=quotation):
            return _quotation(quotation) + "を持つ"
        case qualities.WithTraits(quantity=quantity):
            return f"特徴を{_quantity(quantity)}持つ"
        case qualities.InState(state=state):
            return state.value
        case qualities.Exceeding(measure=measure, than=than, comparison=comparison):
            return f"{measure.value}が{_thing(than)}より{comparison.value}"
        case _:
            return _unparse_game_node(quality)


def _fragments(names: Iterable[nouns.Name]) -> str:
    return _either(map(_name, names))


def _name(name: nouns.Name) -> str:
    """Return the text of a name in its own brackets, which differ from game to game."""
    around: str = name.brackets.value
    return around[:1] + name.text + around[1:]


def _either(parts: Iterable[str]) -> str:
    return "か".join(parts)


def _icons(icons: Iterable[Icon]) -> str:
    return "".join(icon.value for icon in icons)


# ---- Numbers


def _quantity(quantity: nouns.Quantity) -> str:
    """Return the text of a number with its unit and limit, each of which may be missing."""
    return (
        _count(quantity.count)
        + (quantity.unit.value if quantity.unit else "")
        + (quantity.limit.value if quantity.limit else "")
    )


def _count(count: Amount | Vague) -> str:
    return count.value if isinstance(count, Vague) else _amount(count)


def _change(change: nouns.Change | nouns.Changes) -> str:
    """Return the canonical text of a change of a number, or of two: ＋2/±0."""
    if isinstance(change, nouns.Changes):
        return f"{_change(change.attack)}/{_change(change.defence)}"
    return change.sign.value + _amount(change.amount)


def _amount(amount: Amount) -> str:
    return amount.value if isinstance(amount, Letter) else str(amount)
