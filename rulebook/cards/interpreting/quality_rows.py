"""The qualities that a card or damage must have, each in the words of the text.

They stand in rows, of each of which one will do.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.interpreting.naming import is_told_in_full
from rulebook.cards.interpreting.thing_words import (
    TOLD_OTHERWISE,
    is_bound,
    is_coming,
    is_compared,
    is_place_told,
    is_vacant,
)
from rulebook.cards.meaning.nodes import PointerMeaning
from rulebook.cards.printing.unparser import unparse_part
from rulebook.cards.tree import card, nouns, roles
from rulebook.cards.tree.acts import Act, Give, Receive
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.qualities import (
    AlsoMeasured,
    Measured,
    NameHolding,
    Quality,
    TraitHolding,
    WithMark,
)
from rulebook.cards.tree.words import Counter
from rulebook.records import replace

_COSTS = Counter("コスト")
_OVER = "、"
_HAS = "持つ"


def qualities_of(
    inner: Node | None, pointers: Sequence[PointerMeaning] = ()
) -> tuple[tuple[str, ...], ...]:
    """Return the qualities that ``inner`` must have, of each row one, but for what points."""
    rows: list[tuple[str, ...]] = []
    coming = is_coming(inner)
    pointing = {(pointer.start, pointer.end) for pointer in pointers}
    for qualifier in getattr(inner, "qualifiers", ()):
        match qualifier:
            case nouns.Qualities(alternatives=told):
                rows.append(quality_words(told))
            case nouns.AndTrait(trait=one) | nouns.AndMeasured(measured=one):
                rows.append((unparse_part(one),))
            case nouns.Related(thing=nouns.Noun(qualifiers=())) if is_vacant(qualifier):
                continue
            case nouns.Related(relation=relation) if relation not in TOLD_OTHERWISE:
                rows.append((unparse_part(qualifier),))
            case nouns.Which(act=(Receive() | Give()) as act):
                rows.append((_done(act),))
            case nouns.Of(thing=nouns.Noun() as told) if is_compared(told) or is_bound(told):
                rows.append((unparse_part(told),))
            case nouns.Numbering(quantity=told) if told.unit == _COSTS:
                rows.append((unparse_part(told),))
            case nouns.Description(described=described) if described.value == _HAS:
                continue  # キャラの持つ色
            case nouns.Which(act=act) if coming and any(map(_is_goal, act.complements)):
                continue  # `of` tells where it comes to
            case nouns.Which() if is_place_told(qualifier):
                continue
            case nouns.Which() | nouns.Description() | nouns.Range() if inner:
                if (qualifier.start, inner.end) not in pointing:
                    rows.append((_clause(qualifier),))
    return (*rows, *_named(inner))


def _named(inner: Node | None) -> Sequence[tuple[str, ...]]:
    """Return what ``inner`` is called itself: 「A」, 《B》か「C」."""
    match inner:
        case nouns.Named(alternatives=told):
            return [quality_words(told)]
        case nouns.Mixed(alternatives=told, word=word):
            return [(*quality_words(told), word.value)]
        case nouns.Quoted(quotation=quotation):
            return _kinds_of(quotation)
        case _:
            return ()


def _is_goal(role: roles.Complement) -> bool:
    return isinstance(role, roles.Target)


def _kinds_of(quotation: nouns.Quotation) -> Sequence[tuple[str, ...]]:
    """Return of which kind abilities are that are told by their names: 『【自】 アンコール』."""
    named = (ability for ability in quotation.abilities if not is_told_in_full(ability))
    marks = (mark for ability in named for mark in ability.marks)
    return [(mark.kind.value,) for mark in marks if isinstance(mark, card.KindMark)]


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


def _clause(qualifier: nouns.Qualifier) -> str:
    """Return ``qualifier``, without what it says of its noun before: あなたの、…を持つ."""
    act = qualifier.act if isinstance(qualifier, nouns.Which) else None
    first = getattr(act.complements[0], "thing", None) if act and act.complements else None
    own: tuple[nouns.Qualifier, ...] = getattr(first, "qualifiers", ())
    told = unparse_part(qualifier)
    return told.partition(_OVER)[2] if any(isinstance(q, nouns.Scope) for q in own) else told


def _done(act: Act) -> str:
    """Return whether damage is taken or dealt by ``act``, and by what, but not whose it is."""
    parts = tuple(part for part in act.complements if not isinstance(part, roles.Subject))
    return unparse_part(replace(act, complements=parts))
