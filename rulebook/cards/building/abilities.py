"""Abilities: marks, keywords, costs, and what stands between sentences."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.cards.arranging import arrange
from rulebook.cards.building.rules import Leaf, Parts, Span, amount, builds, name, nodes
from rulebook.cards.tree import card, nouns
from rulebook.cards.tree.words import KeywordName, Kind, Marking


class Heading(NamedTuple):
    """What stands before the text of an ability."""

    marks: tuple[card.KindMark | card.Mark | card.TurnLimit, ...] = ()
    keyword: card.Keyword | None = None
    cost: card.Cost | None = None


@builds("ability")
def _ability(span: Span, parts: Parts) -> card.Ability:
    heading = Heading()
    if parts and isinstance(parts[0], Heading):
        heading, *parts = parts
    marks, keyword, cost = heading
    return card.Ability(*span, marks, keyword, cost, tuple(parts))


@builds("heading")
def _heading(span: Span, parts: Parts) -> Heading:
    keyword = next((part for part in parts if isinstance(part, card.Keyword)), None)
    cost = next((part for part in parts if isinstance(part, card.Cost)), None)
    marks = [part for part in parts if not isinstance(part, card.Keyword | card.Cost)]
    return Heading(tuple(marks), keyword, cost)


@builds("kind")
def _kind(span: Span, parts: Parts) -> card.KindMark:
    return card.KindMark(*span, Kind(parts[0].text))


@builds("mark")
def _mark(span: Span, parts: Parts) -> card.Mark:
    return card.Mark(*span, Marking(parts[0].text))


@builds("turn_limit")
def _turn_limit(span: Span, parts: Parts) -> card.TurnLimit:
    times = parts[0].text.removeprefix("【ターン").removesuffix("】")
    return card.TurnLimit(*span, int(times))


@builds("keyword")
def _keyword(span: Span, parts: Parts) -> card.Keyword:
    return card.Keyword(*span, KeywordName(parts[0].text), (), None, None)


@builds("named_keyword")
def _named_keyword(span: Span, parts: Parts) -> card.Keyword:
    first, *names = parts
    keyword = KeywordName(first.text.removesuffix("／"))
    return card.Keyword(*span, keyword, tuple(map(name, names)), None, None)


@builds("replay")
def _replay(span: Span, parts: Parts) -> card.Keyword:
    return card.Keyword(*span, KeywordName.REPLAY, (name(parts[1]),), None, None)


@builds("backup")
def _backup(span: Span, parts: Parts) -> card.Keyword:
    power, level = (amount(part.text) for part in parts)
    return card.Keyword(*span, KeywordName.BACKUP, (), power, level)


@builds("shift")
def _shift(span: Span, parts: Parts) -> card.Keyword:
    return card.Keyword(*span, KeywordName.SHIFT, (), None, amount(parts[0].text))


@builds("cost")
def _cost(span: Span, parts: Parts) -> card.Cost:
    stock = None
    if parts and isinstance(parts[0], Leaf):
        leaf, *parts = parts
        start, end = leaf.span
        stock = card.Stock(start, end, amount(leaf.text[1:-1]))
    return card.Cost(*span, stock, tuple(parts))


@builds("quotation")
def _quotation(span: Span, parts: Parts) -> nouns.Quotation:
    return nouns.Quotation(*span, tuple(parts))


@builds("granted")
def _granted(span: Span, parts: Parts) -> card.Granted:
    return card.Granted(*span, parts[0])


@builds("reminder")
def _reminder(span: Span, parts: Parts) -> card.Reminder:
    return card.Reminder(*span, parts[0].text)


@builds("sentence")
def _sentence(span: Span, parts: Parts) -> card.Sentence:
    last = parts[-1]
    reminder = card.Reminder(*last.span, last.text) if isinstance(last, Leaf) else None
    return card.Sentence(*span, arrange(nodes(parts)), reminder is None, reminder)


@builds("open_sentence")
def _open_sentence(span: Span, parts: Parts) -> card.Sentence:
    return card.Sentence(*span, arrange(parts), False, None)
