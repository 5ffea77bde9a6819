"""Whether numbers and their units fit what they count: 枚 cards, 点 damage."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.builders import agreement
from rulebook.cards.tree import nouns, words
from rulebook.cards.tree.node import Node

_PER = frozenset({"time", "attribute"})  # 1ターンにつき, 3コスト以上の


def check_counted(node: nouns.Counted | nouns.Total, _: Node | None) -> Iterator[agreement.Misfit]:
    """Yield a misfit for a number whose unit does not count its noun, or that has no noun: カードを
    was lost before 2枚. A vague number, times (2回) and a selection (…のうち1枚) need none."""
    quantity = node.quantity
    if node.thing is not None and agreement.is_one_card(node.thing):
        yield agreement.Misfit(quantity.start, "a single card is not counted")
    if node.thing is not None and not is_counted_in(node.thing, quantity):
        yield agreement.Misfit(quantity.start, "the counter does not fit the noun")
    is_open = isinstance(quantity.count, words.Vague) or quantity.unit == words.Counter.TIMES
    if isinstance(node, nouns.Counted) and node.thing is None and not is_open:
        # …のうち1枚: something says what it is chosen from.
        selecting = (nouns.Related, nouns.Description, nouns.Which, nouns.Of, nouns.Pointing)
        if not any(isinstance(qualifier, selecting) for qualifier in node.qualifiers):
            yield agreement.Misfit(node.start, "the counted noun is missing")


def check_every(node: nouns.Every | nouns.Bound, _: Node | None) -> Iterator[agreement.Misfit]:
    """Yield a misfit for すべて or a limit said of what has none: このカードすべて, キャラ以上.
    Another noun belongs there."""
    if agreement.is_one_card(node.thing):
        yield agreement.Misfit(node.start, "a single card is not counted")
    if isinstance(node, nouns.Bound) and node.limit.value in "以上以下":
        yield from agreement.check_number(node.thing)


def is_counted_in(thing: nouns.Thing | nouns.Quantity, quantity: nouns.Quantity) -> bool:
    """Whether the unit of ``quantity`` can count ``thing``: 枚 cards, 点 damage. If not, the text
    lost or exchanged a noun, which the grammar does not notice."""
    counted = agreement.sorts_of_quantity(quantity)
    return "any" in counted or agreement.fits(thing, counted)


def check_numbering(quantity: nouns.Quantity, thing: Node | None) -> Iterator[agreement.Misfit]:
    """Yield a misfit for a bare number before cards, which needs the name of an attribute
    (3以上のキャラ has lost レベル), and for a unit that does not count the noun: 2枚のソウル."""
    sorts = (
        agreement.sorts_of(thing)
        if isinstance(thing, (nouns.Noun, nouns.Named))
        else frozenset[str]()
    )
    if "card" in sorts and "number" not in sorts:
        yield from check_unit(quantity)
    elif isinstance(thing, nouns.Place) or (
        isinstance(thing, nouns.Noun) and not is_counted_in(thing, quantity)
    ):
        yield agreement.Misfit(quantity.start, "the counter does not fit the noun")


def check_unit(thing: nouns.Thing | nouns.Quantity) -> Iterator[agreement.Misfit]:
    """Yield a misfit for a number without its unit or its noun: キャラ1につき or 1枚につき, for
    キャラ1枚につき. Nobody knows what such a number counts."""
    match thing:
        case nouns.Quantity(count=int() | words.Letter(), unit=None) | nouns.Number(value=int()):
            yield agreement.Misfit(thing.start, "the unit of the number is missing")
        case nouns.Noun() | nouns.Named() | nouns.Place() | nouns.Beside():  # キャラの正面につき
            yield agreement.Misfit(thing.start, "the unit of the number is missing")
        case nouns.Quantity(unit=unit) if unit is not None and _PER.isdisjoint(unit.sorts):
            yield agreement.Misfit(thing.start, "the counted noun is missing")
