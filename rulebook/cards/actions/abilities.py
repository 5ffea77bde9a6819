"""Abilities: marks, keywords, costs, and what stands between sentences."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.cards.actions.rules import (
    Extent,
    Leaf,
    Values,
    amount,
    builds,
    kind_or_marking,
    makes,
    name,
    nodes,
    reads,
)
from rulebook.cards.scoping import arrange
from rulebook.cards.tree import card, nouns, qualities, roles
from rulebook.cards.tree.words import Amount, Brackets, Colour, Joint, KeywordName, Kind, Marking


class Heading(NamedTuple):
    """What stands before the text of an ability."""

    marks: tuple[card.HeadMark, ...] = ()
    keyword: card.Keyword | None = None
    cost: card.Cost | None = None


@builds("ability")
def _ability(span: Extent, parts: Values) -> card.Ability:
    heading = Heading()
    if parts and isinstance(parts[0], Heading):
        heading, *parts = parts
    marks, keyword, cost = heading
    return card.Ability(*span, marks, keyword, cost, tuple(parts))


@builds("heading")
def _heading(span: Extent, parts: Values) -> Heading:
    keyword = next((part for part in parts if isinstance(part, card.Keyword)), None)
    cost = next((part for part in parts if isinstance(part, card.Cost)), None)
    marks = [part for part in parts if not isinstance(part, card.Keyword | card.Cost)]
    return Heading(tuple(marks), keyword, cost)


reads("kind", card.KindMark, Kind)


reads("mark", card.Mark, Marking)


@builds("needing_mark")
def _needing_mark(span: Extent, parts: Values) -> card.NeedingMark:
    first, *rest = parts
    joints = [part for part in rest if isinstance(part, Leaf)]
    joint = Joint(joints[0].text) if joints else None
    return card.NeedingMark(*span, *_levelled(first.text), nodes(rest), joint)


def _levelled(icon: str) -> tuple[Marking, Amount | None]:
    """Return a mark and its level: 【本領発揮】 and 5 for 【本領発揮Lv5】."""
    name, _, level = icon.removesuffix("】").partition("Lv")
    return Marking(name + "】"), amount(level) if level else None


@builds("needed")
def _needed(span: Extent, parts: Values) -> qualities.Quality:
    leaf: Leaf = parts[0]
    if leaf.text[0] == "【":
        return qualities.Marked(*span, Marking(leaf.text))
    kind = qualities.CardName if leaf.text[0] == "《" else qualities.Trait
    return kind(*span, name(leaf))


@builds("cancel_mark")
def _cancel_mark(span: Extent, parts: Values) -> card.CancelMark:
    first, *targets = parts
    return card.CancelMark(*span, Marking(first.text), tuple(targets))


@builds("target")
def _target(span: Extent, parts: Values) -> nouns.Noun:
    *qualifiers, leaf = parts
    return nouns.Noun(*span, tuple(qualifiers), kind_or_marking(leaf.text))


@builds("parting")
def _parting(span: Extent, parts: Values) -> card.Parting:
    return card.Parting(*span)


@builds("surprise")
def _surprise(span: Extent, parts: Values) -> card.Surprise:
    return card.Surprise(*span, tuple(parts))


@builds("effect_name")
def _effect_name(span: Extent, parts: Values) -> card.EffectName:
    leaf: Leaf = parts[0]
    return card.EffectName(*span, nouns.Name(*leaf.span, leaf.text, Brackets.NONE))


@builds("ougi")
def _ougi(span: Extent, parts: Values) -> card.Ougi:
    first, effect = parts
    return card.Ougi(*span, int(first.text.removeprefix("<奥義")), effect)


@builds("ougi_ability")
def _ougi_ability(span: Extent, parts: Values) -> card.Ability:
    first, *text = parts
    return card.Ability(*span, (first,), None, None, tuple(text))


@builds("turn_limit")
def _turn_limit(span: Extent, parts: Values) -> card.TurnLimit:
    times = parts[0].text.removeprefix("【ターン").removesuffix("】")
    return card.TurnLimit(*span, int(times))


@builds("keyword")
def _keyword(span: Extent, parts: Values) -> card.Keyword:
    return card.Keyword(*span, KeywordName(parts[0].text), (), None, None)


@builds("named_keyword")
def _named_keyword(span: Extent, parts: Values) -> card.Keyword:
    first, *names = parts
    keyword = KeywordName(first.text.removesuffix("／"))
    return card.Keyword(*span, keyword, tuple(map(name, names)), None, None)


@builds("replay")
def _replay(span: Extent, parts: Values) -> card.Keyword:
    return card.Keyword(*span, KeywordName.REPLAY, (name(parts[1]),), None, None)


@builds("backup")
def _backup(span: Extent, parts: Values) -> card.Keyword:
    power, level = (amount(part.text) for part in parts)
    return card.Keyword(*span, KeywordName.BACKUP, (), power, level)


@builds("resistance")
def _resistance(span: Extent, parts: Values) -> card.Keyword:
    first, number = parts
    return card.Keyword(*span, KeywordName(first.text), (), None, None, amount(number.text))


@builds("shift")
def _shift(span: Extent, parts: Values) -> card.Keyword:
    return card.Keyword(*span, KeywordName.SHIFT, (), None, amount(parts[0].text))


@builds("cost")
def _cost(span: Extent, parts: Values) -> card.Cost:
    stock = None
    if parts and isinstance(parts[0], Leaf):
        leaf, *parts = parts
        stock = payment(leaf)
    return card.Cost(*span, stock, tuple(parts))


def payment(leaf: Leaf) -> card.Stock | roles.Energy | card.Stones:
    """Return what is to be paid: stock, (2), energy, エネ(2), or stones of elements, 火火(2)."""
    before, _, count = leaf.text.removesuffix(")").partition("(")
    match before:
        case "":
            return card.Stock(*leaf.span, amount(count))
        case "エネ":
            return roles.Energy(*leaf.span, amount(count))
        case _:
            elements = tuple(map(Colour, before))
            return card.Stones(*leaf.span, elements, amount(count) if count else None)


@builds("quotation")
def _quotation(span: Extent, parts: Values) -> nouns.Quotation:
    return nouns.Quotation(*span, tuple(parts))


makes("granted", card.Granted)


@builds("reminder")
def _reminder(span: Extent, parts: Values) -> card.Reminder:
    return card.Reminder(*span, parts[0].text)


@builds("sentence")
def _sentence(span: Extent, parts: Values) -> card.Sentence:
    last = parts[-1]
    reminder = card.Reminder(*last.span, last.text) if isinstance(last, Leaf) else None
    return card.Sentence(*span, arrange(nodes(parts)), reminder is None, reminder)


@builds("open_sentence")
def _open_sentence(span: Extent, parts: Values) -> card.Sentence:
    return card.Sentence(*span, arrange(parts), False, None)
