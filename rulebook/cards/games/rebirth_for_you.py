"""Reバース for you (reb): marks and what they need, costs in energy, cards named by marks."""

from __future__ import annotations

from rulebook.cards.builders.register import amount, builds, by_token, kind_or_marking, name, nodes
from rulebook.cards.grammar.lalr_parser import Extent, Leaf, Values
from rulebook.cards.linking.link_table import Keys, yields_keys_of
from rulebook.cards.printing.unparser import unparse, unparses
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import NodeType
from rulebook.cards.tree.qualities import Nominal
from rulebook.cards.tree.words import Amount, Brackets, Kind, Lexeme, MannerWord, Marking


class NeedingMark(card.HeadMark, metaclass=NodeType):
    """A mark with needed cards: 【本領発揮Lv3】〔A〕＆〔B〕, 【ブロッカー】《A》 (reb 11.2).
    ``level`` is that of 本領発揮 (reb 11.7); ``joint`` shows whether all qualities are needed."""

    marking: Marking
    level: Amount | None
    needs: tuple[qualities.Quality, ...]
    joint: Lexeme | None


@builds("needing_mark")
def _needing_mark(span: Extent, parts: Values) -> NeedingMark:
    """Build an icon that needs cards (【本領発揮Lv5】〔A〕＆〔B〕: true power), its level apart:
    clauses ignore it. One ``joint`` is stored: all signs between are ＆ (all needed) or “or”."""
    first, *rest = parts
    mark, _, level = first.text.removesuffix("】").partition("Lv")
    joints = [part for part in rest if isinstance(part, Leaf)]
    joint = Lexeme(joints[0].text) if joints else None
    number = amount(level) if level else None
    return NeedingMark(*span, Marking(mark + "】"), number, nodes(rest), joint)


@builds("needed")
def _needed(span: Extent, parts: Values) -> qualities.Quality:
    """Build a card that an icon needs as in a sentence: 《》 has names here, and 〔〕 traits."""
    leaf: Leaf = parts[0]
    if leaf.text[0] == "【":
        return Marked(*span, Marking(leaf.text))
    kind = qualities.CardName if leaf.text[0] == "《" else qualities.Trait
    return kind(*span, name(leaf))


@unparses(NeedingMark)
def _unparse_needing_mark(mark: NeedingMark) -> str:
    """Return the text of an icon that needs cards, with its level inside (…Lv5】)."""
    icon = mark.marking.value
    if mark.level is not None:
        icon = f"{icon[:-1]}Lv{unparse(mark.level)}】"
    return icon + (mark.joint.value if mark.joint else "").join(map(unparse, mark.needs))


@yields_keys_of(card.Ability)
def _needing_marks(ability: card.Ability) -> Keys:
    """Yield the marks that need cards with the keys by which they are linked to clauses: further
    keys if they name some (reb 11.5.3, 11.7.3) or several (reb 11.7.3.1). The last is left out
    before a gap, in which its names may be, unless a cost is between: names come before it."""
    unread = not ability.cost and ability.text and isinstance(ability.text[0], card.Unparsed)
    for mark in ability.marks[:-1] if unread else ability.marks:
        if isinstance(mark, NeedingMark):
            name = f"mark:{mark.marking.value}"
            several = (f"{name}:named:several",) if len(mark.needs) > 1 else ()
            yield mark, *several, f"{name}:named" if mark.needs else name


class CancelMark(card.HeadMark, metaclass=NodeType, printed="{marking}：{targets:or}"):
    """A mark with what it can be played against: 【キャンセル】：【スパーク】 (reb 11.4.2)."""

    keys = "mark:{marking}"
    marking: Marking
    targets: tuple[nouns.Thing, ...]


@builds("cancel_mark")
def _cancel_mark(span: Extent, parts: Values) -> CancelMark:
    """Build 【キャンセル】 (cancel) with what it can be played against (reb 11.4.2)."""
    first, *targets = parts
    return CancelMark(*span, Marking(first.text), tuple(targets))


@builds("target")
def _target(span: Extent, parts: Values) -> nouns.Noun:
    """Build what a mark cancels (“sparks, other than Reバース”) as a noun, which has qualifiers."""
    *qualifiers, leaf = parts
    return nouns.Noun(*span, tuple(qualifiers), kind_or_marking(leaf.text))


class Energy(roles.Complement, card.Payment, metaclass=NodeType, token="energy", keys="energy"):
    """An amount of energy to be paid (reb 5.14.2): エネ(2)."""

    particle = "エネ"
    printed = "エネ({count})"
    count: Amount


class EnergyPaid(acts.Predicate, metaclass=NodeType, printed="{complements}"):
    """Energy that a sentence of a cost asks for: エネ(3)。…なら、かわりにエネ(2)."""


@builds("energy_paid")
def _energy_paid(span: Extent, parts: Values) -> EnergyPaid:
    """Build a payment of energy in a sentence (“instead, energy (2)”) as its predicate, as it may
    have a manner. The payment that begins a cost (``card.Payment``) has none."""
    *how, energy = parts
    leaves: list[Leaf] = how
    manners = (roles.Manner(*leaf.span, MannerWord(leaf.text)) for leaf in leaves)
    return EnergyPaid(*span, (*manners, by_token(Energy)(energy.span, [energy])))


class Nths(nouns.Thing, metaclass=NodeType, printed="{places:回目と}回目"):
    """The times to which a case of a list applies: 1回目と2回目."""

    places: tuple[int, ...]


@builds("nths")
def _nths(span: Extent, parts: Values) -> Nths:
    """Build the times to which a case of a list applies (first and second), as numbers."""
    return Nths(*span, tuple(int(part.text.removesuffix("回目")) for part in parts))


@builds("said")
def _said(span: Extent, parts: Values) -> nouns.Spoken:
    """Build the word before ． in a list of cases (当たり．, hit): the case in which a player has
    said that word. It is the same node as for the words in the sentence before (「当たり」), so
    that later stages read both alike."""
    return nouns.Spoken(*span, (nouns.Name(*span, parts[0].text, Brackets.NONE),))


class Marked(Nominal, metaclass=NodeType, rule="marked", printed="{marking}"):
    """A card named by its mark alone: 【のびしろ】 (reb 11.8)."""

    keys = "quality:{marking}"
    marking: Marking


class Strength(Nominal, metaclass=NodeType, token="strength", printed="ATK{attack}/DEF{defence}"):
    """Attack and defence at once: ATK4/DEF8 (reb 2.6, 2.7)."""

    keys = "word:ATK word:DEF"
    attack: Amount
    defence: Amount


class WithNone(qualities.Quality, metaclass=NodeType, token="with_none", keys="word:{markings}"):
    """A card with no ability of any of these marks: 【スパーク】も【ブロッカー】も持たない."""

    printed = "{markings:も}も持たない"
    markings: tuple[Marking | Kind, ...]


class Marks(nouns.Thing, metaclass=NodeType, token="marks", printed="{markings:、}"):
    """Marks one after another: 【スパーク】、【のびしろ】."""

    keys = "word:{markings}"
    markings: tuple[Marking | Kind, ...]
