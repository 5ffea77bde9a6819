"""Lead from the concept keys of a card text to the clauses that explain its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook.cards.linking.concept_keys import concept_keys
from rulebook.cards.tree import acts, card, nouns, qualities
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.walking import walk
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.clauses.findings import Finding

_HINT = "See CONTRIBUTING.md, “Link a concept key of card texts”."
_SPEAKING = {qualities.WithAbility, acts.Play, acts.Use, acts.Activate, acts.Lose}
"""The classes of nodes that only mention the abilities quoted in them."""


@dataclass(frozen=True, slots=True)
class CardLink:
    """A part of a card text (code points as given), with the clauses that explain its words. It is
    ``mentioned`` if its ability is: 『アンコール』を持つ."""

    start: int
    end: int
    key: str
    concept: str
    clauses: tuple[str, ...]
    mentioned: bool = False


@dataclass(frozen=True, slots=True)
class LinkTable:
    """The concept and the clauses of each concept key in one game."""

    targets: Mapping[str, tuple[str, tuple[str, ...]]]

    def links(self, ability: card.Ability) -> list[CardLink]:
        """Return the links of ``ability`` in text order, outer parts first, by the first key of a
        node that has clauses. Those in an ability only mentioned, so not done, are marked."""
        found: list[CardLink] = []
        targets = self.targets
        mentions: list[Node] = []  # quoted abilities that the text gives to no card
        if nouns.Quotation in ability.kinds and not _SPEAKING.isdisjoint(ability.kinds):
            speaking = (node for node, _, _ in ability.inside if type(node) in _SPEAKING)
            inner = (part for node in speaking for part in walk(node))
            mentions += (part for part in inner if isinstance(part, nouns.Quotation))
        for place, *keys in concept_keys(ability):
            if key := next(filter(targets.__contains__, keys), None):
                start, end = place.start, place.end
                mentioned = bool(mentions) and any(m.start <= start < m.end for m in mentions)
                found.append(CardLink(start, end, key, *targets[key], mentioned))
        found.sort(key=lambda link: (link.start, -link.end))
        return found


@dataclass(frozen=True, slots=True)
class _SharedLinksFile:
    """``corpus/cards.toml``: the concept of each concept key, for all games that know it."""

    links: Mapping[str, str]


def load_link_table(corpus: Corpus, game: Game) -> tuple[LinkTable, tuple[Finding, ...]]:
    """Return the concept and clauses of each concept key in ``game``, whose own entries override
    the shared ones, and findings on stale entries. Raises :class:`CorpusError` for a bad table."""
    # Not at the top: normally the cache has the table, and nothing reads TOML or the rules.
    from rulebook.cards.grammar.keywords import load_keywords
    from rulebook.cards.spelling.canonical_form import CardsFile, LinkTarget
    from rulebook.clauses.numbered_tables import load_numbered_table
    from rulebook.links.concepts import check_concepts, load_concept_rules
    from rulebook.toml_files.loader import load_toml

    rules, _ = load_concept_rules(corpus, game)
    own, stale = load_numbered_table(corpus.read(game), "cards.toml", CardsFile, hint=_HINT)
    entries, also_stale = load_keywords(corpus, game)
    of_keywords = [(("keywords", word), each.concept) for word, each in entries.items()]
    check_concepts(corpus, game.table("keywords.toml"), of_keywords)
    own_links = own.links if own else {}
    of_links = [
        (("links", key), each.concept if isinstance(each, LinkTarget) else each)
        for key, each in own_links.items()
    ]
    check_concepts(corpus, game.table("cards.toml"), of_links)
    keywords = {
        f"keyword:{word}": LinkTarget(each.concept, each.clauses) if each.clauses else each.concept
        for word, each in entries.items()
    }
    path = corpus.folder / "cards.toml"
    shared = load_toml(path, _SharedLinksFile, hint=_HINT).links if path.exists() else {}
    targets: dict[str, tuple[str, tuple[str, ...]]] = {}
    for key, value in (*shared.items(), *keywords.items(), *own_links.items()):
        if isinstance(value, LinkTarget) and value.clauses:
            targets[key] = (value.concept, value.clauses)
        elif isinstance(value, str) and value in rules:
            targets[key] = (value, (rules[value].clause,))
        else:  # the game has no clause for it
            targets.pop(key, None)
    return LinkTable(targets), (*stale, *also_stale)
