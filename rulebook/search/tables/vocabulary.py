"""The vocabulary that the ranking tables of all games share, as a value and in its files.

It has names of concepts, everyday words, words that no rules use, small talk, names of games, and
the first words of card texts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rulebook.cache.store import write_json
from rulebook.records import dataclass
from rulebook.search.tables.stored_rows import load_shards, save_shards

_NAMES, _SYNONYMS = "names.jsonl", "synonyms.jsonl"
_OFF_TOPIC, _SMALL_TALK = "off_topic.jsonl", "small_talk.jsonl"
_REST = "vocabulary.json"


@dataclass(frozen=True, slots=True, eq=False)
class SharedVocabulary:
    """Names and words shared by all games.

    ``names``: the key of a name to the numbers of its concepts.  ``synonyms``: the key of an
    everyday word to the numbers of its meanings.  ``outside``: the keys of words that no rules use.
    ``off_topic``: tokens to the log odds that a question with them is one that no rules answer.
    ``small_talk``: the tokens of the sentences around questions, to their rarity in them.
    ``openings``: the words in the first bracket of card texts.  ``games``: the keys of names of
    games to game ids.  ``longest_name``: the length of the longest of ``names``, ``synonyms`` and
    ``outside``.
    ``situation_words``: lists of words.  ``situations``: the numbers of the lists of which each
    situation that a principle governs has a word.
    """

    names: Mapping[str, Sequence[int]]
    synonyms: Mapping[str, Sequence[int]]
    outside: frozenset[str]
    off_topic: Mapping[str, int]
    small_talk: Mapping[str, int]
    openings: tuple[str, ...]
    games: Mapping[str, str]
    situation_words: Sequence[Sequence[str]]
    situations: Sequence[Sequence[int]]
    longest_name: int


def save_vocabulary(vocabulary: SharedVocabulary, folder: Path) -> None:
    """Write ``vocabulary`` into ``folder``."""
    save_shards(vocabulary.names, folder / _NAMES)
    save_shards(vocabulary.synonyms, folder / _SYNONYMS)
    save_shards(vocabulary.off_topic, folder / _OFF_TOPIC)
    save_shards(vocabulary.small_talk, folder / _SMALL_TALK)
    rest = {
        "outside": sorted(vocabulary.outside),
        "openings": vocabulary.openings,
        "games": dict(vocabulary.games),
        "situation_words": vocabulary.situation_words,
        "situations": vocabulary.situations,
        "longest_name": vocabulary.longest_name,
    }
    write_json(folder / _REST, rest)


def load_vocabulary(folder: Path) -> SharedVocabulary:
    """Read a vocabulary that :func:`save_vocabulary` wrote."""
    rest = json.loads((folder / _REST).read_bytes())
    return SharedVocabulary(
        names=load_shards(folder / _NAMES),
        synonyms=load_shards(folder / _SYNONYMS),
        outside=frozenset(rest["outside"]),
        off_topic=load_shards(folder / _OFF_TOPIC),
        small_talk=load_shards(folder / _SMALL_TALK),
        openings=tuple(rest["openings"]),
        games=rest["games"],
        situation_words=rest["situation_words"],
        situations=rest["situations"],
        longest_name=rest["longest_name"],
    )
