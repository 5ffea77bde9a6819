"""The qualities that a card or damage must have, each in the words of the text.

They stand in rows, of each of which one will do.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.meaning.thing_words import TOLD_OTHERWISE, is_different
from rulebook.cards.tree import nouns, roles
from rulebook.cards.tree.acts import Act, Exist, Give, Receive
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.qualities import (
    AlsoMeasured,
    Measured,
    NameHolding,
    Quality,
    TraitHolding,
    WithMark,
)
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.words import MannerWord
from rulebook.cards.unparser import unparse_part
from rulebook.records import replace

_OVER = "、"
_BEFORE = (Form.PAST, Form.PAST_PASSIVE)
_OF_DAMAGE = ("受けた", "与えた")
"""What tells whose damage it is: that of who takes it, or that of who deals it."""


def qualities_of(inner: Node | None) -> tuple[tuple[str, ...], ...]:
    """Return the qualities that ``inner`` must have, of each row one."""
    rows: list[tuple[str, ...]] = []
    for qualifier in getattr(inner, "qualifiers", ()):
        match qualifier:
            case nouns.Qualities(alternatives=told):
                rows.append(quality_words(told))
            case nouns.AndTrait(trait=one) | nouns.AndMeasured(measured=one):
                rows.append((unparse_part(one),))
            case nouns.Related(relation=relation) if relation not in TOLD_OTHERWISE:
                rows.append((unparse_part(qualifier),))
            case nouns.Description(described=described) if described.value in _OF_DAMAGE:
                rows.append((described.value,))
            case nouns.Which(act=(Receive() | Give()) as act):
                rows.append((_done(act),))
            case nouns.Which(act=act) if not _is_told_otherwise(act):
                rows.append((_clause(act),))
            case nouns.Of(thing=nouns.Noun() as told) if is_different(told):
                rows.append((unparse_part(told),))
    match inner:
        case nouns.Named(alternatives=told):
            rows.append(quality_words(told))
        case nouns.Mixed(alternatives=told, word=word):
            rows.append((*quality_words(told), word.value))
    return tuple(rows)


def quality_words(told: Sequence[Quality]) -> tuple[str, ...]:
    """Return the qualities ``told``, one of which will do: コスト3 and コスト5 of コスト3か5."""
    words: list[str] = []
    measure = ""
    for quality in (each for several in told for each in _each_of(several)):
        also = ""
        match quality:
            case Measured():
                measure = quality.measure.value
            case AlsoMeasured():
                also = measure
        words.append(also + unparse_part(quality))
    return tuple(words)


def _each_of(quality: Quality) -> Sequence[Quality]:
    """Return ``quality`` once for each of the words of which one will do: 「A」か「B」を含む."""
    each: list[Quality] = [quality]
    match quality:
        case NameHolding(fragments=fragments, holds=True) | TraitHolding(fragments=fragments):
            each = [replace(quality, fragments=(fragment,)) for fragment in fragments]
        case WithMark(markings=markings, holds=True):
            each = [replace(quality, markings=(marking,)) for marking in markings]
    return [replace(q, again=False) if isinstance(q, NameHolding) and q.again else q for q in each]


def _is_told_otherwise(act: Act) -> bool:
    """Whether other fields tell what ``act``, a relative clause, says of its noun.

    They say where it is (メンバーにいる), that it is yet to come (次に…に置かれる), and what was
    done before: サポートされた.
    """
    told = act.complements
    if not told:
        return act.form in _BEFORE
    if any(isinstance(part, roles.Manner) and part.manner == MannerWord.NEXT for part in told):
        return True
    return isinstance(act, Exist) and isinstance(told[0], roles.Target) and act.form is Form.PLAIN


def _clause(act: Act) -> str:
    """Return ``act``, a relative clause, without what is said of its noun: あなたの、…を持つ."""
    first = getattr(act.complements[0], "thing", None) if act.complements else None
    own: tuple[nouns.Qualifier, ...] = getattr(first, "qualifiers", ())
    told = unparse_part(act)
    return told.partition(_OVER)[2] if any(isinstance(q, nouns.Scope) for q in own) else told


def _done(act: Act) -> str:
    """Return whether damage is taken or dealt by ``act``, and by what, but not whose it is."""
    parts = tuple(part for part in act.complements if not isinstance(part, roles.Subject))
    return unparse_part(replace(act, complements=parts))
