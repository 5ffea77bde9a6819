"""The meanings of the abilities of a card, with what their keywords stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from rulebook.cards.card_parser import CardParser
from rulebook.cards.meaning.builder import meaning_of
from rulebook.cards.meaning.discourse import Discourse
from rulebook.cards.meaning.nodes import AbilityMeaning, Opened
from rulebook.cards.meaning.sorts import Sorts
from rulebook.cards.tree import card
from rulebook.records import dataclass, field, replace

# Names differ from card to card, so that not every wording can be kept.
_KEPT = 500


class KeywordWording(Protocol):
    """What a keyword stands for, as a card would say it, and the clause that says so."""

    @property
    def clause(self) -> str:
        """The clause."""

    @property
    def text(self) -> str:
        """The words, with ``{names}``, ``{power}``, ``{level}`` for its parameters."""


class Wordings(Protocol):
    """A table of what keywords stand for."""

    @property
    def opened(self) -> Mapping[str, KeywordWording]:
        """The wordings by keyword."""


@dataclass(slots=True)
class MeaningReader:
    """Reads the meanings of the cards of one game."""

    parser: CardParser
    sorts: Sorts
    wordings: Wordings
    _opened: dict[str, AbilityMeaning] = field(default_factory=dict)

    def meanings(self, abilities: Sequence[card.Ability]) -> tuple[AbilityMeaning, ...]:
        """Return what ``abilities``, those of one card, mean.

        A paragraph without an icon goes on with the one before it.
        """
        found: list[AbilityMeaning] = []
        discourse = Discourse()
        for ability in abilities:
            discourse = Discourse() if ability.marks else discourse
            found.append(self._meaning(ability, discourse))
        return tuple(found)

    def _meaning(self, ability: card.Ability, discourse: Discourse) -> AbilityMeaning:
        meaning = meaning_of(ability, self.sorts, discourse)
        keyword = meaning.keyword
        if keyword is None or ability.keyword is None or meaning.effects:
            return meaning
        wording = self.wordings.opened.get(keyword.name)
        if wording is None:
            return meaning
        text = _filled(wording.text, ability.keyword)
        opened = Opened(keyword.start, keyword.end, wording.clause, text, self._read(text))
        return replace(meaning, keyword=replace(keyword, opened=opened))

    def _read(self, text: str) -> AbilityMeaning:
        if text not in self._opened:
            if len(self._opened) >= _KEPT:
                self._opened.clear()
            (ability,) = self.parser.read(text).abilities
            self._opened[text] = meaning_of(ability, self.sorts, Discourse())
        return self._opened[text]


def _filled(text: str, keyword: card.Keyword) -> str:
    """Return ``text`` with the parameters of ``keyword`` put in."""
    names = "か".join(f"「{name.text}」" for name in keyword.names)
    return text.format(names=names, power=keyword.power, level=keyword.level)
