"""From the concept keys of a card text to the clauses that govern them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.cards.concept_keys import concept_keys
from rulebook.cards.dialect import cards_path, read_table
from rulebook.cards.tree import card
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError
from rulebook.links.concepts import load_governing_rules

_HINT = "See CONTRIBUTING.md, “Link a concept key of card texts”."


@dataclass(frozen=True, slots=True)
class CardLink:
    """A part of a card text (code points of the text as given) and the clauses that govern it."""

    start: int
    end: int
    key: str
    concept: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """Which concept and which clauses each key leads to in one game."""

    targets: Mapping[str, tuple[str, tuple[str, ...]]]

    def links(self, abilities: Sequence[card.Ability]) -> Iterator[CardLink]:
        """Yield the links of ``abilities`` in the order of the text, outer parts first."""
        found = [
            CardLink(used.start, used.end, used.key, *self.targets[used.key])
            for ability in abilities
            for used in concept_keys(ability)
            if used.key in self.targets
        ]
        yield from sorted(found, key=lambda link: (link.start, -link.end))


def load_policy(corpus: Corpus, game: Game) -> Policy:
    """Return the policy of ``game``: the shared table, then the game's own.

    A key whose concept the game's rules do not know leads nowhere.  Raises
    :class:`CorpusError` where a table names a concept that there is none of.
    """
    rules = load_governing_rules(game)
    targets: dict[str, tuple[str, tuple[str, ...]]] = {}
    for path in (corpus.folder / "cards.toml", cards_path(game)):
        for key, value in read_table(path).get("links", {}).items():
            target = _target(path, key, value, {name: rules[name].clause for name in rules})
            if target:
                targets[key] = target
            else:
                targets.pop(key, None)
    return Policy(targets)


def _target(
    path: Path, key: str, value: Any, clauses: Mapping[str, str]
) -> tuple[str, tuple[str, ...]] | None:
    match value:
        case str(concept):
            return (concept, (clauses[concept],)) if concept in clauses else None
        case {"concept": str(concept), "clauses": [*numbers]}:
            return (concept, tuple(map(str, numbers))) if numbers else None
        case _:
            raise CorpusError(path, f"[links] {key!r} is not a concept", hint=_HINT)
