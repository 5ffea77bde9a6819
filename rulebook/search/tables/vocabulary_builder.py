"""Building the vocabulary from the concepts, everyday words and card openings of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulebook.clauses.game import Game
from rulebook.links.concepts import Concepts
from rulebook.links.furigana import Furigana
from rulebook.links.outside import Outside
from rulebook.links.situations import Situations
from rulebook.links.synonyms import Synonym
from rulebook.search.analysis import is_hiragana, pieces_of
from rulebook.search.intent import subject_tokens
from rulebook.search.name_matching import longest_of, name_key, name_keys
from rulebook.search.tables.ranking_table import rarity
from rulebook.search.tables.vocabulary import SharedVocabulary
from rulebook.text.normal import fold

Numbers = dict[str, list[int]]
# Longer names are phrases, which nobody types in kana or romaji.
LONGEST_READ = 5
# Tokens in fewer off-topic questions are no evidence.
LEAST_ASKED = 5
# Tokens in fewer pieces of small talk are no evidence.
LEAST_SAID = 4


def build_vocabulary(
    concepts: Concepts,
    synonyms: Sequence[Synonym],
    outside: Outside,
    games: Sequence[Game],
    furigana: Furigana,
    situations: Situations,
) -> SharedVocabulary:
    """Return the vocabulary shared by all ``games``; ``outside`` has words that no rules use."""
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
    outside_keys = frozenset(name_key(fold(word)) for word in outside.words)
    openings = tuple(dict.fromkeys(fold(word) for game in games for word in game.card_openings))
    return SharedVocabulary(
        names=names,
        synonyms=everyday,
        outside=outside_keys,
        off_topic=off_topic_rarities(outside.questions),
        small_talk=talk_rarities(outside.small_talk),
        openings=openings,
        games=game_names(games),
        situation_words=[[fold(word) for word in group] for group in situations.words.values()],
        situations=_numbered(situations),
        longest_name=longest_of(names, everyday, outside_keys),
    )


def _numbered(situations: Situations) -> Sequence[Sequence[int]]:
    """Return for each situation the numbers of its lists of words."""
    numbers = {name: number for number, name in enumerate(situations.words)}
    return [[numbers[name] for name in names] for names in situations.situations.values()]


def reading_of(name: str, furigana: Furigana) -> str | None:
    """Return the kana reading of ``name`` if it is known, and ``name`` is short and not in kana."""
    reading = furigana.reading_of(name) if len(name) <= LONGEST_READ else None
    return None if reading is None or reading == fold(name) else reading


def add_name(names: Numbers, name: str, number: int) -> None:
    """Add ``number`` to ``names`` under the keys of ``name``: itself and, of a verb, its stem."""
    for key in name_keys(fold(name)):
        known = names.setdefault(key, [])
        if number not in known:
            known.append(number)


def token_rarities(texts: Sequence[str], least: int) -> Mapping[str, int]:
    """Return the rarity of each token that at least ``least`` of ``texts`` (folded) have."""
    counts = Counter(token for text in texts for token in subject_tokens(text))
    return {token: rarity(count, len(texts)) for token, count in counts.items() if count >= least}


def talk_rarities(sentences: Collection[str]) -> Mapping[str, int]:
    """Return the rarity of each token of small talk among the pieces of ``sentences``."""
    pieces = [piece for sentence in sentences for piece in pieces_of(fold(sentence))]
    return token_rarities(pieces, LEAST_SAID)


def off_topic_rarities(questions: Collection[str]) -> Mapping[str, int]:
    """Return the rarity of each token of off-topic ``questions`` among them."""
    rarities = token_rarities([fold(question) for question in questions], LEAST_ASKED)
    # Hiragana is mostly grammar, or a subject spelled by its sound.
    return {token: rare for token, rare in rarities.items() if not is_hiragana(token)}


def game_names(games: Iterable[Game]) -> Mapping[str, str]:
    """Return the ids of ``games`` by the keys of their titles and nicknames.

    A name of two games names neither.
    """
    names: dict[str, str | None] = {}
    for game in games:
        for name in game.names:
            key = name_key(fold(name))
            names[key] = game.id if names.get(key, game.id) == game.id else None
    return {key: game for key, game in names.items() if game is not None}
