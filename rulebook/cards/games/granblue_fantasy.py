"""Granblue Fantasy TCG (gbf): effects with names, charge attacks, costs in stones of elements."""

from __future__ import annotations

from typing import ClassVar, cast

from rulebook.cards.builders.register import builds, change
from rulebook.cards.grammar.lalr_parser import Extent, Leaf, Values
from rulebook.cards.linking.link_table import Keys, yields_keys_of
from rulebook.cards.tree import card, nouns
from rulebook.cards.tree.node import NodeType
from rulebook.cards.tree.words import Amount, Brackets, Lexeme, Marking, Word


class EffectName(card.HeadMark, metaclass=NodeType, printed="{name}：", keys="effect-name"):
    """The name of an effect, before its cost and text. An event without a subject is its card's."""

    with_own_events: ClassVar[bool] = True
    name: nouns.Name


@builds("effect_name")
def _effect_name(span: Extent, parts: Values) -> EffectName:
    """Build the name of an effect, the words before a colon (光の矢：, arrow of light), which have
    no brackets. It is a mark of the ability, in the place where other games print an icon."""
    leaf: Leaf = parts[0]
    return EffectName(*span, nouns.Name(*leaf.span, leaf.text, Brackets.NONE))


class KeywordAndComma(card.Keyword, metaclass=NodeType, rule="keyword_and_comma"):
    """ターン1回、 at the head of the text; it may come after the cost (gbf 10-5)."""

    printed = "{name}、"
    keys = "keyword:{name}"


@yields_keys_of(card.Ability)
def _keys_by_form(ability: card.Ability) -> Keys:
    """Yield the keys, by which clauses are linked, of a named effect: its form, a trigger or cost,
    shows its kind (gbf 8-1-2-1, 8-1-4-1). A trigger has a second key, for the clause on triggers in
    general. An event that is replaced (“instead”) is not a trigger, though it looks like one."""
    if not any(isinstance(mark, EffectName) for mark in ability.marks):
        return
    first = next(card.steps(ability), None)
    if first is not None and card.is_trigger(first) and not isinstance(first, card.Replaced):
        yield first, "form:trigger"
        yield first, "trigger"
    elif ability.cost:
        yield ability.cost, "form:cost"


class Ougi(card.HeadMark, metaclass=NodeType, printed="<奥義{level}{name}", closing=">"):
    """A charge attack, the cards of the gauge that it needs, and its name (gbf 2-6-1-1)."""

    keys = "ougi"
    marking: ClassVar[Marking] = Marking("奥義")
    level: int
    name: EffectName


@builds("ougi")
def _ougi(span: Extent, parts: Values) -> Ougi:
    """Build the head of an 奥義 (charge attack), <奥義2 風：: how many cards of the gauge it needs
    and its name, as the document writes it (gbf 2-6-1-1). What it does follows."""
    first, name = parts
    return Ougi(*span, int(first.text.removeprefix("<奥義")), name)


@builds("ougi_ability")
def _ougi_ability(span: Extent, parts: Values) -> card.Ability:
    """Build a charge attack as an ability with its head as only mark, to read its text like any."""
    first, *text = parts
    return card.Ability(*span, (first,), None, None, tuple(text))


class Stones(card.Payment, metaclass=NodeType, token="stones", printed="{elements}{count:(…)}"):
    """Stones to be rested: one of each element listed, and ``count`` of any (gbf 8-4-2)."""

    keys = "elements"
    elements: tuple[Lexeme, ...]
    count: Amount | None


@yields_keys_of(Stones)
def _mixed_keys(stones: Stones) -> Keys:
    """Yield the key of a cost of both elements and a number of any stones (gbf 8-4-2-2-2)."""
    if stones.count:  # it always has elements
        yield stones, "elements-and-number"


class ChipOf(nouns.Qualifier, metaclass=NodeType, printed="{word}{change}"):
    """The change that a chip makes to a number: ATK＋1 before チップ (gbf 10-16-4-1)."""

    keys = "word:{word} chip-of"
    word: Word
    change: nouns.Change


@builds("chip_of")
def _chip_of(span: Extent, parts: Values) -> ChipOf:
    """Build the change that a chip makes (ATK＋1) from its only token, split at the sign."""
    leaf: Leaf = parts[0]
    at = next(at for at, sign in enumerate(leaf.text) if sign in "＋－")
    start, end = leaf.span
    changed = change(Leaf("CHANGE", leaf.text[at:], (start, end)))
    return ChipOf(start, end, Word(leaf.text[:at]), cast(nouns.Change, changed))
