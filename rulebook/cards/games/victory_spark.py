"""Victory Spark (vs): surprises, and cards named by the attributes of their skills."""

from __future__ import annotations

from rulebook.cards.builders.register import builds, name
from rulebook.cards.grammar.leaves import Extent, Values
from rulebook.cards.linking.concept_keys import Keys, key_for_each, yields_keys_of
from rulebook.cards.printing.unparser import unparse_part, unparses
from rulebook.cards.tree import acts, card, nouns, qualities
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Surprise(card.HeadMark):
    """The events on which a face-down card may be turned up: ［…した時］→ (vs 8.1.1.2.2)."""

    events: tuple[acts.Act, ...]


@builds("surprise")
def _surprise(span: Extent, parts: Values) -> Surprise:
    return Surprise(*span, tuple(parts))


@unparses(Surprise)
def _unparse_surprise(surprise: Surprise) -> str:
    """Return the canonical text of a surprise: its events in the brackets of a cost, ［…時］→."""
    events = "か".join(unparse_part(event) + "時" for event in surprise.events)
    return f"［{events}］→"


yields_keys_of(Surprise)(key_for_each("surprise"))


@dataclass(frozen=True, slots=True)
class TitleHolding(qualities.Quality):
    """A card whose title holds one of these words: 称号に“妹”を含む (vs 2.14.7)."""

    fragments: tuple[nouns.Name, ...]
    holds: bool


@builds("title_holding")
def _title_holding(span: Extent, parts: Values) -> TitleHolding:
    """Build the quality that a title contains words: 称号に「A」を含む.

    ``holds`` is false for 含まない; the first part, 称号に, says nothing more.
    """
    _, *fragments, holds = parts
    return TitleHolding(*span, tuple(map(name, fragments)), holds.text == "を含む")


@unparses(TitleHolding)
def _unparse_title_holding(quality: TitleHolding) -> str:
    """Return the canonical text of the quality that a title contains words."""
    said = "か".join(
        f.brackets.value[:1] + f.text + f.brackets.value[1:] for f in quality.fragments
    )
    return f"称号に{said}を含{'む' if quality.holds else 'まない'}"


@dataclass(frozen=True, slots=True)
class HavingSkill(qualities.Quality):
    """A card with a skill of that attribute: 《ヒーロー》技を持つ (vs 2.15.1)."""

    trait: qualities.Trait


@builds("having_skill")
def _having_skill(span: Extent, parts: Values) -> HavingSkill:
    return HavingSkill(*span, parts[0])


@unparses(HavingSkill)
def _unparse_having_skill(quality: HavingSkill) -> str:
    return unparse_part(quality.trait) + "技を持つ"


@yields_keys_of(HavingSkill)
def _skill_keys(quality: HavingSkill) -> Keys:
    yield quality, "word:技"
