"""Concepts: what the games share under one or more names, and the clause that governs each.

``corpus/concepts.toml`` names the concepts and what players call them; ``concepts.toml`` of a
game maps those that its rules know to the governing clause and to the game's own words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError, UnknownConcept
from rulebook.text.normal import fold

_HINT = "See CONTRIBUTING.md, “Add a concept”."


@dataclass(frozen=True, slots=True)
class GoverningRule:
    """A concept in one game: the governing clause, what else answers, and the game's words."""

    clause: str
    word: str
    words: tuple[str, ...]
    also: tuple[str, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """A notion of card games: its labels, players' words for it, and its rule in each game."""

    id: str
    kind: str
    ja: str
    en: str
    players: tuple[str, ...]
    rules: Mapping[str, GoverningRule]

    def names(self, game: str | None = None) -> Iterator[str]:
        """Yield every name of the concept: labels, rule words, players' words.

        With ``game`` (an id), the players' words of the other games are left out; their rule
        words stay, for players carry them from game to game.
        """
        yield self.ja
        yield self.en
        yield from self.players
        for game_id, rule in self.rules.items():
            yield rule.word
            yield from rule.words
            if game is None or game == game_id:
                yield from rule.players


@dataclass(frozen=True, slots=True, eq=False)
class Concepts:
    """The concepts of a corpus, by id."""

    by_id: Mapping[str, Concept]

    def find(self, name: str) -> tuple[Concept, ...]:
        """Return the concepts that ``name`` names: by id, label, rule word or player's word.

        A word of several meanings (コスト) gives them all.  Raises :class:`UnknownConcept` with
        the likeliest names where there is none.
        """
        wanted = fold(name).strip()
        if wanted in self.by_id:
            return (self.by_id[wanted],)
        named: dict[str, list[Concept]] = {}
        for concept in self.by_id.values():
            for known in dict.fromkeys(map(fold, concept.names())):
                named.setdefault(known, []).append(concept)
        if wanted in named:
            return tuple(named[wanted])
        inside = [known for known in named if wanted and (wanted in known or known in wanted)]
        near = get_close_matches(wanted, named, n=3, cutoff=0.5) or inside[:3]
        raise UnknownConcept(name, near)


@cache
def load_concepts(corpus: Corpus) -> Concepts:
    """Load the concepts of ``corpus``; a corpus without concepts has none.

    Raises :class:`CorpusError` where a table is malformed or maps an unknown concept.
    """
    root = corpus.folder / "concepts.toml"
    shared = _read(root)
    rules: dict[str, dict[str, GoverningRule]] = {name: {} for name in shared}
    for game in corpus.games.values():
        for name, rule in load_governing_rules(game).items():
            if name not in rules:
                path = game.path.with_name("concepts.toml")
                raise CorpusError(path, f"[{name}] is not in {root.name}", hint=_HINT)
            rules[name][game.id] = rule
    return Concepts(
        {name: _concept(root, name, data, rules[name]) for name, data in shared.items()}
    )


def load_governing_rules(game: Game) -> dict[str, GoverningRule]:
    """Return the rules of ``game`` for the concepts it knows, by concept id."""
    path = game.path.with_name("concepts.toml")
    return {name: _rule(path, name, data) for name, data in _read(path).items()}


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CorpusError(path, str(error), hint=_HINT) from error


def _rule(path: Path, name: str, data: Mapping[str, Any]) -> GoverningRule:
    try:
        return GoverningRule(
            clause=data["clause"],
            word=data["word"],
            words=tuple(data.get("words", ())),
            also=tuple(data.get("also", ())),
            players=tuple(data.get("players", ())),
        )
    except KeyError as error:
        raise CorpusError(path, f"[{name}] has no {error}", hint=_HINT) from error


def _concept(
    path: Path, name: str, data: Mapping[str, Any], rules: Mapping[str, GoverningRule]
) -> Concept:
    try:
        return Concept(name, data["kind"], data["ja"], data["en"], tuple(data["players"]), rules)
    except KeyError as error:
        raise CorpusError(path, f"[{name}] has no {error}", hint=_HINT) from error
