"""Building the vocabulary from the concepts, everyday words and card openings of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.links import concepts
from rulebook.links.furigana import Furigana, load_furigana
from rulebook.search.analysis import longest_of, name_key, name_keys, pieces_of
from rulebook.search.question import ENGLISH_ICONS, JAPANESE_ICONS, subject_tokens
from rulebook.search.tables.ranking_table import SharedVocabulary, rarity
from rulebook.text.normal import fold

Numbers = dict[str, list[int]]
LONGEST_WITH_READING = 5  # Longer names are phrases, which nobody types in kana or romaji
MIN_PIECES = 4  # Tokens in fewer pieces of small talk are not evidence
# The words for icons of each language (of a climax, “trigger”), and what joins names to them.
ICON_ENDINGS = (
    ((*JAPANESE_ICONS, "トリガー"), ("", "の")),
    (tuple(f" {word}" for word in (*ENGLISH_ICONS, "trigger")), ("",)),
)


def build_vocabulary(corpus: Corpus) -> SharedVocabulary:
    """Return the words that the tables of all games share, so none repeats them: names of concepts
    and readings; everyday words; words that show that no rules answer (``outside``, off topic);
    small talk around questions; how card texts begin; names of games; words for situations."""
    furigana, outside = load_furigana(corpus), concepts.load_words(corpus, concepts.Outside)
    situations = concepts.load_words(corpus, concepts.Situations)
    names: Numbers = {}
    for number, concept in enumerate(concepts.load_concepts(corpus).by_id.values()):
        for name in concept.names():
            add_name(names, name, number)
            if reading := reading_of(name, furigana):
                add_name(names, reading, number)
    everyday: Numbers = {}
    for number, synonym in enumerate(concepts.load_words(corpus, concepts.Everyday).say):
        for word in synonym.players:
            add_name(everyday, word, number)
    outside_words = chain.from_iterable(outside.topics.values())
    outside_keys = frozenset(name_key(fold(word)) for word in outside_words)
    games = corpus.games.values()
    openings = tuple(dict.fromkeys(fold(word) for game in games for word in game.card_openings))
    lists = {name: number for number, name in enumerate(situations.words)}
    return SharedVocabulary(
        names=names,
        synonyms=everyday,
        outside=outside_keys,
        off_topic=concepts.load_words(corpus, concepts.OffTopic).weights,
        small_talk=talk_rarities(outside.small_talk),
        openings=openings,
        games=game_names(games),
        situation_words=[[fold(word) for word in group] for group in situations.words.values()],
        situations=[[lists[name] for name in names] for names in situations.situations.values()],
        longest_name=longest_of(names, everyday, outside_keys),
    )


def reading_of(name: str, furigana: Furigana) -> str | None:
    """Return the kana reading of ``name``, by which it is found when typed without kanji; None for
    a name in kana, and for a long name, since nobody types a whole phrase in kana."""
    reading = furigana.reading_of(name) if len(name) <= LONGEST_WITH_READING else None
    return None if reading is None or reading == fold(name) else reading


def add_name(names: Numbers, name: str, number: int) -> None:
    """Add ``number``, of a concept or term, to ``names`` under each key by which questions find it:
    ``name``, its stem if it is a verb, and other names of an icon (“door icon”, “door mark”)."""
    for key in chain.from_iterable(map(name_keys, icon_names(fold(name)))):
        known = names.setdefault(key, [])
        if number not in known:
            known.append(number)


def icon_names(name: str) -> Iterator[str]:
    """Yield ``name`` (folded) and, if it is of an icon (扉アイコン, door icon), also the same with
    each other word for icons (扉のマーク, door mark): players use one for the other."""
    yield name
    for words, joiners in ICON_ENDINGS:
        word = next(filter(name.endswith, words), "")
        if stem := word and name.removesuffix(word).removesuffix("の"):
            yield from (stem + joiner + other for other in words for joiner in joiners)


def talk_rarities(sentences: Collection[str]) -> Mapping[str, int]:
    """Return the rarity of tokens in small talk, to recognise it, without the rarest: they prove
    nothing."""
    pieces = [piece for sentence in sentences for piece in pieces_of(fold(sentence))]
    counts = Counter(token for piece in pieces for token in subject_tokens(piece))
    frequent = {token: count for token, count in counts.items() if count >= MIN_PIECES}
    return {token: rarity(count, len(pieces)) for token, count in frequent.items()}


def game_names(games: Iterable[Game]) -> Mapping[str, str]:
    """Return the ids of ``games`` by name, as questions name them, without names that two share."""
    names: dict[str, str | None] = {}
    for game in games:
        for name in game.names:
            key = name_key(fold(name))
            names[key] = game.id if names.get(key, game.id) == game.id else None
    return {key: game for key, game in names.items() if game is not None}
