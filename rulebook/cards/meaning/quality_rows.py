"""The qualities that a card or damage must have, each in the words of the text.

They stand in rows, of each of which one will do.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.meaning.thing_words import TOLD_OTHERWISE
from rulebook.cards.tree import nouns, roles
from rulebook.cards.tree.acts import Act, Give, Receive
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.qualities import (
    AlsoMeasured,
    Measured,
    NameHolding,
    Quality,
    TraitHolding,
)
from rulebook.cards.unparser import unparse_part
from rulebook.records import replace

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
    return [replace(q, again=False) if isinstance(q, NameHolding) and q.again else q for q in each]


def _done(act: Act) -> str:
    """Return whether damage is taken or dealt by ``act``, and by what, but not whose it is."""
    parts = tuple(part for part in act.complements if not isinstance(part, roles.Subject))
    return unparse_part(replace(act, complements=parts))
