"""Building the vocabulary from the concepts, everyday words and card openings of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulebook.clauses.game import Game
from rulebook.links.concepts import Concepts
from rulebook.links.furigana import Furigana
from rulebook.links.outside import Outside
from rulebook.links.synonyms import Synonym
from rulebook.search.analysis import is_hiragana, pieces_of
from rulebook.search.intent import said_tokens
from rulebook.search.name_matching import longest_of, name_key, name_keys
from rulebook.search.tables.ranking_table import rarity
from rulebook.search.tables.vocabulary import SharedVocabulary
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


def token_rarities(texts: Sequence[str], least: int) -> Mapping[str, int]:
    """Return how rare each token is that at least ``least`` of ``texts`` (in normal form) have."""
    counts = Counter(token for text in texts for token in said_tokens(text))
    return {token: rarity(count, len(texts)) for token, count in counts.items() if count >= least}


# A token that fewer pieces of small talk have says next to nothing of it.
LEAST_SAID = 4


def talk_rarities(sentences: Collection[str]) -> Mapping[str, int]:
    """Return for each token of small talk how rare it is in the pieces of ``sentences``."""
    pieces = [piece for sentence in sentences for piece in pieces_of(fold(sentence))]
    return token_rarities(pieces, LEAST_SAID)


# A token that fewer of the questions have says next to nothing of them.
LEAST_ASKED = 5


def off_topic_rarities(questions: Collection[str]) -> Mapping[str, int]:
    """Return for each token that some of ``questions`` have how rare it is in them."""
    rarities = token_rarities([fold(question) for question in questions], LEAST_ASKED)
    # Hiragana alone is grammar, and subjects written by ear.
    return {token: rare for token, rare in rarities.items() if not is_hiragana(token)}


def game_names(games: Iterable[Game]) -> Mapping[str, str]:
    """Return the keys of what ``games`` are called, by title and by players, to their ids.

    What two games are called names neither.
    """
    names: dict[str, str | None] = {}
    for game in games:
        for name in game.names:
            key = name_key(fold(name))
            names[key] = game.id if names.get(key, game.id) == game.id else None
    return {key: game for key, game in names.items() if game is not None}
