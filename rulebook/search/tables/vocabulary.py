"""The vocabulary: what all games share, beside their tables.

It holds the names of concepts, everyday words with what the rules say instead, and how card texts
begin.
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
    """What all games share.

    ``names``: the key of a name to the numbers of its concepts.  ``synonyms``: the key of an
    everyday word to the numbers of its meanings.  ``outside``: the keys of words that no rules
    speak of.  ``off_topic``: the tokens of questions that no rules answer to how rare they are in
    these.  ``small_talk``: the same of what stands around questions.  ``openings``: the words in
    the first bracket of card texts.  ``games``: the keys of what games are called to their ids.
    ``longest_name``: how many code points the longest of ``names``, ``synonyms`` and ``outside``
    has.
    """

    names: Mapping[str, Sequence[int]]
    synonyms: Mapping[str, Sequence[int]]
    outside: frozenset[str]
    off_topic: Mapping[str, int]
    small_talk: Mapping[str, int]
    openings: tuple[str, ...]
    games: Mapping[str, str]
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
        longest_name=rest["longest_name"],
    )
