"""Read the meanings of the abilities of a card, with the rules' words for their keywords."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.cards.grammar.keywords import KeywordMeaning, NeedingMeaning
from rulebook.cards.interpreting.abilities import AbilityReader
from rulebook.cards.interpreting.discourse import Discourse
from rulebook.cards.interpreting.naming import Sorts
from rulebook.cards.meaning.nesting import with_each
from rulebook.cards.meaning.nodes import AbilityMeaning, Effect, Grant, Opened
from rulebook.cards.reading.card_parser import CardParser
from rulebook.cards.tree import card, nouns
from rulebook.records import dataclass, field, replace

# Names differ from card to card, so the store of wordings must be limited.
_STORED = 500


@dataclass(slots=True)
class MeaningReader:
    """Reads the meanings of the cards of one game, with what its rules say about keywords."""

    parser: CardParser
    sorts: Sorts
    opened: Mapping[str, KeywordMeaning]  # the rules' words for keywords that stand alone
    around: Mapping[str, KeywordMeaning]  # says when the text after an icon or keyword holds
    needing: Mapping[str, NeedingMeaning]  # for icons that ask for cards: 【ブロッカー】〔A〕
    _opened: dict[str, AbilityMeaning] = field(default_factory=dict)

    def meanings(self, abilities: Sequence[card.Ability]) -> tuple[AbilityMeaning, ...]:
        """Return the meaning of each of ``abilities``, those of one card. A paragraph without an
        icon continues the ability before it, so it may refer to things there."""
        found: list[AbilityMeaning] = []
        discourse = Discourse()
        for ability in abilities:
            discourse = Discourse() if ability.marks else discourse
            meaning = AbilityReader(ability, self.sorts, discourse).read()
            # Few abilities have a keyword or a quotation; the nodes of others are not searched.
            inside = ability.inside if card.Keyword in ability.kinds else ()
            keywords = {node.start: node for node, _, _ in inside if isinstance(node, card.Keyword)}
            quotes = nouns.Quotation in ability.kinds
            found.append(self._with_wordings(meaning, keywords, quotes=quotes))
        return tuple(found)

    def _with_wordings(
        self, meaning: AbilityMeaning, keywords: Mapping[int, card.Keyword], *, quotes: bool
    ) -> AbilityMeaning:
        """Return ``meaning`` with the rules' wordings of its keyword (of ``keywords``, by start)
        and icons, with ``quotes`` also of those it grants: what these do has clauses, too."""
        # For a keyword alone, there is no text to put in context.
        said = self._wording_of_context(meaning) if meaning.effects or meaning.needs else None
        if said is not None:
            clause, text = said
            around = Opened(meaning.start, meaning.end, clause, text, self._meaning_of(text))
            meaning = replace(meaning, around=around)
        if meaning.effects and quotes:
            effects = tuple(self._with_grants_worded(each, keywords) for each in meaning.effects)
            return replace(meaning, effects=effects)
        keyword = None if meaning.effects else meaning.keyword
        wording = self.opened.get(keyword.name) if keyword else None
        if keyword is None or wording is None:
            return meaning
        # An ability that is only a keyword has no printed text that says what it does.
        own = keywords[keyword.start]
        names = "か".join(f"「{name.text}」" for name in own.names)
        text = wording.text.format(names=names, power=own.power, level=own.level)
        opened = Opened(keyword.start, keyword.end, wording.clause, text, self._meaning_of(text))
        return replace(meaning, keyword=replace(keyword, opened=opened))

    def _wording_of_context(self, meaning: AbilityMeaning) -> tuple[str, str] | None:
        """Return the clause on when the text after an icon holds, with its wording, to find clauses
        for that, too; or None. Asked cards are filled in: 〔A〕 of 【ブロッカー】〔A〕."""
        for need in meaning.needs:
            needing = self.needing.get(need.mark)
            if needing is not None and need.words:
                return needing.clause, needing.text.format(needs="か".join(need.words))
        names = (*meaning.marks, meaning.keyword.name if meaning.keyword else "")
        wording = next(filter(None, map(self.around.get, names)), None)
        return (wording.clause, wording.text) if wording else None

    def _with_grants_worded(self, effect: Effect, keywords: Mapping[int, card.Keyword]) -> Effect:
        """Return ``effect`` with the rules' wordings for the keywords and icons of abilities that
        it grants. A granted keyword does the same as a printed one."""
        if not isinstance(effect, Grant):
            return with_each(effect, lambda inner: self._with_grants_worded(inner, keywords))
        given = tuple(self._with_wordings(a, keywords, quotes=True) for a in effect.abilities)
        return replace(effect, abilities=given)

    def _meaning_of(self, text: str) -> AbilityMeaning:
        """Return the meaning of ``text``, a keyword's wording, stored as many cards share it."""
        if text not in self._opened:
            if len(self._opened) >= _STORED:
                self._opened.clear()
            (ability,) = self.parser.read(text).abilities
            self._opened[text] = AbilityReader(ability, self.sorts, Discourse()).read()
        return self._opened[text]
