"""Building the vocabulary from the concepts, everyday words and card openings of a corpus."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.game import Game
from rulebook.links.concepts import Concepts
from rulebook.links.furigana import Furigana
from rulebook.links.outside import Outside
from rulebook.links.synonyms import Synonym
from rulebook.search.game_names import game_names
from rulebook.search.name_matching import longest_of, name_key, name_keys
from rulebook.search.off_topic import off_topic_rarities
from rulebook.search.small_talk import talk_rarities
from rulebook.search.vocabulary import SharedVocabulary
from rulebook.text.normal import fold

Numbers = dict[str, list[int]]
# Longer names are phrases, which nobody types in kana or romaji alone.
LONGEST_READ = 5


def build_vocabulary(
    concepts: Concepts,
    synonyms: Sequence[Synonym],
    outside: Outside,
    games: Sequence[Game],
    furigana: Furigana,
) -> SharedVocabulary:
    """Return what all games share.

    ``outside`` is what no rules speak of.
    """
    names: Numbers = {}
    for number, concept in enumerate(concepts.by_id.values()):
        for name in concept.names():
            add_name(names, name, number)
            if reading := reading_of(name, furigana):
                add_name(names, reading, number)
    everyday: Numbers = {}
    for number, synonym in enumerate(synonyms):
        for word in synonym.players:
            add_name(everyday, word, number)
    beside = frozenset(name_key(fold(word)) for word in outside.words)
    begun = tuple(dict.fromkeys(fold(word) for game in games for word in game.card_openings))
    return SharedVocabulary(
        names=names,
        synonyms=everyday,
        outside=beside,
        off_topic=off_topic_rarities(outside.questions),
        small_talk=talk_rarities(outside.small_talk),
        openings=begun,
        games=game_names(games),
        longest_name=longest_of(names, everyday, beside),
    )


def reading_of(name: str, furigana: Furigana) -> str | None:
    """Return how ``name`` is read, if it is short, not in kana alone, and its reading is known."""
    reading = furigana.spoken(name) if len(name) <= LONGEST_READ else None
    return None if reading is None or reading == fold(name) else reading


def add_name(names: Numbers, name: str, number: int) -> None:
    """Let ``name``, and its stem if it is a verb, lead to ``number`` in ``names``."""
    for key in name_keys(fold(name)):
        known = names.setdefault(key, [])
        if number not in known:
            known.append(number)
