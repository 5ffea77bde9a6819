"""Granblue Fantasy TCG (gbf): effects with names, charge attacks, costs in stones of elements."""

from __future__ import annotations

from typing import ClassVar, cast

from rulebook.cards.builders.register import amount, builds, change
from rulebook.cards.grammar.leaves import Extent, Leaf, Values
from rulebook.cards.linking.concept_keys import Keys, key_for_each, yields_keys_of
from rulebook.cards.printing.unparser import unparse_part, unparses
from rulebook.cards.tree import card, nouns
from rulebook.cards.tree.sentence_steps import is_trigger, steps
from rulebook.cards.tree.words import Amount, Brackets, Colour, Marking, Word
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class EffectName(card.HeadMark):
    """The name of an effect, before its cost and text (gbf 8-1-2-1)."""

    name: nouns.Name


@builds("effect_name")
def _effect_name(span: Extent, parts: Values) -> EffectName:
    """Build the name before a colon, which makes the ability a named effect.

    Named effects have no icon of a kind; their form shows it.
    """
    leaf: Leaf = parts[0]
    return EffectName(*span, nouns.Name(*leaf.span, leaf.text, Brackets.NONE))


@unparses(EffectName)
def _unparse_effect_name(effect: EffectName) -> str:
    return effect.name.text + "："


yields_keys_of(EffectName)(key_for_each("effect-name"))


@yields_keys_of(card.Ability)
def _keys_by_form(ability: card.Ability) -> Keys:
    """Yield the kind of a named effect, which its form shows (gbf 8-1-2-1, 8-1-4-1)."""
    if not any(isinstance(mark, EffectName) for mark in ability.marks):
        return
    first = next(steps(ability), None)
    if first is not None and is_trigger(first):
        yield first, "form:trigger"
        yield first, "trigger"
    elif ability.cost:
        yield ability.cost, "form:cost"


@dataclass(frozen=True, slots=True)
class Ougi(card.HeadMark):
    """A charge attack, the cards of the gauge that it needs, and its name (gbf 2-6-1-1)."""

    marking: ClassVar[Marking] = Marking("奥義")
    level: int
    name: EffectName
    closing: ClassVar[str] = ">"


@builds("ougi")
def _ougi(span: Extent, parts: Values) -> Ougi:
    """Build the head of an 奥義, <奥義2 風：…>, with its number and named effect.

    The number is how many cards of the gauge it needs (gbf 2-6-1-1).
    """
    first, effect = parts
    return Ougi(*span, int(first.text.removeprefix("<奥義")), effect)


@builds("ougi_ability")
def _ougi_ability(span: Extent, parts: Values) -> card.Ability:
    """Build an 奥義 as an ability whose only mark is its head; it has no icon of a kind."""
    first, *text = parts
    return card.Ability(*span, (first,), None, None, tuple(text))


@unparses(Ougi)
def _unparse_ougi(ougi: Ougi) -> str:
    return f"<奥義{ougi.level}{unparse_part(ougi.name)}"


yields_keys_of(Ougi)(key_for_each("ougi"))


@dataclass(frozen=True, slots=True)
class Stones(card.Payment):
    """Stones to be rested: one of each element in it, and ``count`` of any (gbf 8-4-2)."""

    elements: tuple[Colour, ...]
    count: Amount | None


@builds("stones")
def _stones(span: Extent, parts: Values) -> Stones:
    """Build a payment in 宝晶石, with their colours and, where stated, their number.

    It is one token of the grammar, since nothing else is written between them.
    """
    elements, _, count = parts[0].text.removesuffix(")").partition("(")
    return Stones(*span, tuple(map(Colour, elements)), amount(count) if count else None)


@unparses(Stones)
def _unparse_stones(stones: Stones) -> str:
    """Return the canonical text of a payment in 宝晶石: elements first, then the number.

    Without a number there are no brackets, as in the text.
    """
    number = "" if stones.count is None else f"({unparse_part(stones.count)})"
    return "".join(element.value for element in stones.elements) + number


yields_keys_of(Stones)(key_for_each("elements"))


@dataclass(frozen=True, slots=True)
class ChipOf(nouns.Qualifier):
    """The change of a number by a chip: ATK＋1 before チップ (gbf 10-16-2)."""

    word: Word
    change: nouns.Change


@builds("chip_of")
def _chip_of(span: Extent, parts: Values) -> ChipOf:
    """Build a chip, such as ATK＋1: word and change are one token of the grammar."""
    leaf: Leaf = parts[0]
    at = next(at for at, sign in enumerate(leaf.text) if sign in "＋－")
    start, end = leaf.span
    changed = change(Leaf("CHANGE", leaf.text[at:], (start, end)))
    return ChipOf(start, end, Word(leaf.text[:at]), cast(nouns.Change, changed))


@unparses(ChipOf)
def _unparse_chip_of(chip: ChipOf) -> str:
    return f"{chip.word.value}{chip.change.sign.value}{unparse_part(chip.change.amount)}"


@yields_keys_of(ChipOf)
def _chip_keys(chip: ChipOf) -> Keys:
    yield chip, f"word:{chip.word.value}"
