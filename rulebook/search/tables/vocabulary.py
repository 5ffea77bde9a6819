"""The vocabulary that the ranking tables of all games share, as a value and in its files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import write_json
from rulebook.records import dataclass, replace
from rulebook.search.tables.stored_rows import Shards, save_shards

# Fields that a question needs few values of, each in a file of its own; the others are in one.
_SHARDED = ("names", "synonyms", "off_topic", "small_talk")
_REST = "vocabulary.json"


@dataclass(frozen=True, slots=True, eq=False)
class SharedVocabulary:
    """Names and words shared by all games."""

    names: Mapping[str, Sequence[int]]  # The key of a name to the numbers of its concepts
    synonyms: Mapping[str, Sequence[int]]  # The key of an everyday word to its meanings
    outside: frozenset[str]  # The keys of words that no rules use
    off_topic: Mapping[str, int]  # Tokens to how much they say that no rules answer
    small_talk: Mapping[str, int]  # Tokens of sentences around questions, to their rarity in them
    openings: tuple[str, ...]  # The words in the first bracket of card texts
    games: Mapping[str, str]  # The keys of names of games to game ids
    situation_words: Sequence[Sequence[str]]  # Lists of words
    situations: Sequence[Sequence[int]]  # For each situation, the indexes of its lists
    longest_name: int  # The length of the longest of names, synonyms and outside


def save_vocabulary(vocabulary: SharedVocabulary, folder: Path) -> None:
    """Write ``vocabulary`` into ``folder``: words as shards, of which a question reads few."""
    for name in _SHARDED:
        save_shards(getattr(vocabulary, name), folder / f"{name}.jsonl")
    write_json(folder / _REST, to_plain(vocabulary) | dict.fromkeys(_SHARDED))


def load_vocabulary(folder: Path) -> SharedVocabulary:
    """Return the vocabulary in ``folder``; its shards are parsed only when words are looked up."""
    rest = from_plain(SharedVocabulary, json.loads((folder / _REST).read_bytes()))
    shards: dict[str, Any] = {name: Shards(folder / f"{name}.jsonl") for name in _SHARDED}
    return replace(rest, **shards)
