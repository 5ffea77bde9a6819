"""The ranking table of a game, built before any question, by which command line and website rank.
It is stored in files of JSON lines. The first line has the keys and the byte offset of each row, so
a row is parsed only when it is looked up. What depends on a table alone is stored in the table."""

from __future__ import annotations

import json
import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain, count
from pathlib import Path
from typing import Any, Generic, TypeVar

from rulebook.cache.plain_values import compact_json, from_plain, to_plain
from rulebook.cache.store import write_json
from rulebook.records import NamedTuple, dataclass, field, replace
from rulebook.search.analysis import NameMatch, name_key, token_texts

K = TypeVar("K")
T = TypeVar("T")

_WIDTH = 9  # The number of digits of an offset
# About the bytes of a stored shard, which is parsed as a whole, and of a word without postings.
_SHARD_BYTES, _WORD_BYTES = 300, 4
# Fields that a question needs few values of, each in a file of its own; the others are in one.
_SHARDED_WORDS = ("names", "synonyms", "off_topic", "small_talk")
_REST = "vocabulary.json"


class KeyedRows(Mapping[K, T], Generic[K, T]):
    """A mapping from keys to rows of a file; a damaged row raises when it is read."""

    def __init__(self, path: Path, kind: Any) -> None:
        """Load the file at ``path``; ``kind`` is the type of the values. A value is parsed when it
        is asked for, since most never are. Raises :class:`ValueError` if the file is damaged."""
        self._content = path.read_bytes()  # decoding it would copy all of it
        self._kind = kind
        self._first = self._content.index(b"\n") + 1
        keys, self._starts = json.loads(self._content[: self._first])
        if not isinstance(self._starts, str) or len(self._starts) != _WIDTH * len(keys):
            raise ValueError("not a row for each key")
        self._places: dict[K, int] = dict(zip(keys, count(), strict=False))
        self._read: dict[K, T] = {}

    def __getitem__(self, key: K) -> T:
        """Return the value of ``key``; its row is parsed only now, since a question needs few."""
        if key not in self._read:
            at = self._places[key] * _WIDTH
            start = self._first + int(self._starts[at : at + _WIDTH])
            row = json.loads(self._content[start : self._content.index(b"\n", start)])
            self._read[key] = from_plain(self._kind, row)
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        """Whether ``key`` has a row; the inherited method would parse it as well."""
        return key in self._places

    def __iter__(self) -> Iterator[K]:
        """Iterate over the keys in the order of the file; no row is parsed for that."""
        return iter(self._places)

    def __len__(self) -> int:
        """The number of rows, known from the first line, so none is parsed."""
        return len(self._places)


def save_rows(path: Path, keys: Collection[object], rows: Iterable[object]) -> None:
    """Write a line with ``keys`` and the byte offset of each row, then each of ``rows`` as a line.
    With the offset, a reader finds and parses one row without the others."""
    lines = [compact_json(row).encode() + b"\n" for row in rows]
    starts = accumulate(map(len, lines), initial=0)
    digits = "".join(f"{start:0{_WIDTH}}" for start, _ in zip(starts, lines, strict=False))
    path.write_bytes(b"".join([compact_json([keys, digits]).encode() + b"\n", *lines]))


def _beginning(key: str) -> str:
    """Return the first characters of ``key``, by which its shard is found: two, but five of a name
    (#12) or everyday meaning (~12), because two would put most of these into one shard."""
    return key[: 5 if key[:1] in ("#", "~") else 2]


def shard_key(key: str) -> str:
    """Return the text by which the shard of ``key`` is found: its beginning, in katakana, as names
    are compared. Keys (except #12 and ~12) that begin with ASCII punctuation are rare: “#”."""
    start = name_key(_beginning(key))
    return start if start > "z" or start[:1].isalnum() or start[:1] == "#" else "#"


def shard_starts(rows: Iterable[tuple[str, Any]], most: int) -> list[str]:
    """Return where to divide ``rows`` of keys and values into shards of about ``most`` bytes: the
    first characters of each shard after the first. Keys that begin alike stay together. A question
    loads, here and in browsers, only the shards with its words, and they should be small."""
    sizes: Counter[str] = Counter()
    for key, value in rows:
        has_texts = isinstance(value, (tuple, list)) and value and isinstance(value[0], str)
        # Postings and questions, which are texts, compress to half their length.
        sizes[shard_key(key)] += _WORD_BYTES + (sum(map(len, value)) // 2 if has_texts else 0)
    starts, size = [], 0
    for start in sorted(sizes):
        # JavaScript compares halves of surrogate pairs: no shard begins with such a character.
        if size and size + sizes[start] > most and max(start) < "\ud800":
            starts.append(start)
            size = 0
        size += sizes[start]
    return starts


class Shards(Mapping[str, T]):
    """A mapping from words in shards; a shard is parsed when looked up (ValueError if damaged)."""

    def __init__(self, path: Path) -> None:
        """Note the file ``path``, which is read only at the first look-up, if there is any."""
        self._path = path
        self._read: dict[str, dict[str, T]] = {}  # the shards looked up, by the beginning of keys

    @cached_property
    def _shards(self) -> KeyedRows[str, dict[str, T]]:
        """The shards, each of keys that begin alike; many questions never load them."""
        return KeyedRows(self._path, dict)

    @cached_property
    def _starts(self) -> Sequence[str]:
        """The first characters of the shards in order, for the binary search of a key's shard."""
        return list(self._shards)

    def _shard(self, key: str) -> dict[str, T]:
        """Return the shard that may have ``key``. :class:`KeyedRows` parses it on first use; it is
        then stored in ``_read`` for all keys with the same beginning, which share a shard."""
        start = _beginning(key)
        found = self._read.get(start)
        if found is None:
            found = self._shards[self._starts[bisect_right(self._starts, shard_key(key)) - 1]]
            if not isinstance(found, dict):
                raise ValueError("not a shard")
            self._read[start] = found
        return found

    def __getitem__(self, key: str) -> T:
        """Return the value of ``key``; only its shard (keys that begin alike) is parsed."""
        return self._shard(key)[key]

    def __contains__(self, key: object) -> bool:
        """Whether ``key`` is in its shard; the inherited method would raise and catch an error for
        each missing word, and most of those looked up are missing."""
        return isinstance(key, str) and key in self._shard(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; faster than the inherited method, which catches an error."""
        return self._shard(key).get(key, default)

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys, to export them to browsers. It parses all, so no question does."""
        return (key for shard in self._shards.values() for key in shard)

    def __len__(self) -> int:
        """The number of keys, which every mapping has. It parses all, so no question asks it."""
        return sum(map(len, self._shards.values()))


def save_shards(mapping: Mapping[str, object], path: Path) -> None:
    """Write ``mapping`` as shards, one row for keys that begin alike: a question reads few rows."""
    starts = ["", *shard_starts(mapping.items(), _SHARD_BYTES)]
    shards: list[dict[str, object]] = [{} for _ in starts]
    for key in sorted(mapping):
        shards[bisect_right(starts, shard_key(key)) - 1][key] = mapping[key]
    save_rows(path, starts, shards)


@dataclass(frozen=True, slots=True, eq=False)
class SharedVocabulary:
    """Names and words shared by all games."""

    names: Mapping[str, Sequence[int]]  # The key of a name to the numbers of its concepts
    synonyms: Mapping[str, Sequence[int]]  # The key of an everyday word to its meanings
    outside: frozenset[str]  # The keys of words that no rules use
    off_topic: Mapping[str, int]  # Tokens to how strongly they suggest that no rules answer
    small_talk: Mapping[str, int]  # Tokens of sentences around questions, to their rarity in them
    openings: tuple[str, ...]  # The words in the first bracket of card texts
    games: Mapping[str, str]  # The keys of names of games to game ids
    situation_words: Sequence[Sequence[str]]  # Lists of words
    situations: Sequence[Sequence[int]]  # For each situation, the indexes of its lists
    longest_name: int  # The length of the longest of names, synonyms and outside


def save_vocabulary(vocabulary: SharedVocabulary, folder: Path) -> None:
    """Write ``vocabulary`` into ``folder``: words as shards, of which a question reads few."""
    for name in _SHARDED_WORDS:
        save_shards(getattr(vocabulary, name), folder / f"{name}.jsonl")
    # The rest, with null for the words.
    write_json(folder / _REST, to_plain(vocabulary) | dict.fromkeys(_SHARDED_WORDS))


def load_vocabulary(folder: Path) -> SharedVocabulary:
    """Return the vocabulary in ``folder``; its shards are parsed only when words are looked up."""
    rest = from_plain(SharedVocabulary, json.loads((folder / _REST).read_bytes()))
    shards: dict[str, Any] = {name: Shards(folder / f"{name}.jsonl") for name in _SHARDED_WORDS}
    return replace(rest, **shards)


BASE = 0x23  # The code point that encodes 0 in postings: from # on, JSON escapes almost none
HASH_FACTOR, HASHES = 31, 2_003  # The hash of a feature in packed questions (two bytes of UTF-8)
# Surrogates cannot be stored as text, so code points from the first one on are shifted past them.
_FIRST_SURROGATE, _SURROGATES = 0xD800, 0x800
_NOWHERE = ("", "")
# BM25's k1, in percent: how much a second passage with a feature adds to the first.  The length
# normalisation is in the ``lengths`` of the clauses.
SATURATION = 120
SCALE = 16  # Rarities are whole numbers, so Python and JavaScript add them up alike
_TABLE, _CONCEPTS = "table.json", "concepts.jsonl"
# Fields that a question needs few values of, each in a file of its own.
_SHARDED = ("printed", "phrased", "questions", "names", "slips")
_COLUMNS = ("numbers", "parents", "intents", "lengths")  # Columns with a value for each clause
_PLAIN = ("game", *_COLUMNS, "rarities", "longest_name", "prepared", "density")
_MAPPINGS = ("definitions", "principles")
MEMO_SIZE = 4096  # The most results of a function that a table stores, to spare the memory
Posting = tuple[tuple[int, int], ...]  # Index and BM25 weight of each clause with a feature


class ConceptRow(NamedTuple):
    """A concept in one game: the place of its governing clause, other places, the game's words."""

    clause: int
    also: tuple[int, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class RankingTable:
    """The table of one game. A clause is identified by its *place* in ``numbers``. The postings of
    a feature are the gaps between the places with it, and how many passages (parts of sentences,
    pieces of players' phrases) have it there; each number is one character from ``BASE`` on."""

    game: str
    numbers: tuple[str, ...]
    parents: tuple[int, ...]  # The place of each clause's parent, -1 for chapters
    intents: tuple[int, ...]  # A bit set of the intents that each clause serves
    lengths: tuple[int, ...]  # How many features the passages have, relative to the mean
    printed: Mapping[str, tuple[str, str]]  # The postings of features that the rules print
    phrased: Mapping[str, tuple[str, str]]  # The postings of features in players' phrases alone
    rarities: tuple[int, ...]  # The weight of a feature by the number of clauses that have it
    concepts: Mapping[int, ConceptRow]  # The game's concepts, by their numbers in the vocabulary
    names: Mapping[str, list[int]]  # The game's own names to concepts or, from -1 down, terms
    slips: Mapping[str, Sequence[str]]  # A character to the names that begin or end with it
    longest_name: int  # The length of the longest name of game and vocabulary
    definitions: Mapping[int, int]  # A concept or term to the place of its defining clause
    principles: Mapping[int, Sequence[int]]  # A situation to the clauses that state its principle
    vocabulary: SharedVocabulary
    prepared: bool = True  # Whether a person wrote the concepts; else they are guessed
    density: int = 0  # The logarithm of the mean number of features of a clause, times SCALE
    # Players' questions for a clause, packed, by its question key
    questions: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def posting(self) -> Callable[[str], Posting]:
        """The function from a feature to its posting, in document order; empty if no clause has it.
        Results are stored, because many steps ask for the same feature and decoding is slow."""
        return lru_cache(MEMO_SIZE)(self._decoded_posting)

    def _decoded_posting(self, feature: str) -> Posting:
        """Return the posting of ``feature``, with BM25 weights as whole numbers, as browsers have.
        ``lengths`` are SATURATION (k1, in percent) times the relative length of each clause."""
        # A feature is in only one of the two; ``printed`` also counts players' phrases with it.
        gaps, counts = self.printed.get(feature) or self.phrased.get(feature, _NOWHERE)
        # There is one gap for each clause with the feature, so their number gives the rarity.
        grown, lengths = self.rarities[len(gaps)] * (100 + SATURATION), self.lengths
        pairs = zip(accumulate(_decode(gaps)), _decode(counts), strict=True)
        return tuple([(at, grown * many // (many * 100 + lengths[at])) for at, many in pairs])

    def count(self, feature: str) -> int:
        """Return the number of clauses that have ``feature``, in their texts or in players' phrases
        for them. The fewer have it, the more the feature says; with 0, it says nothing."""
        return len(self.posting(feature))

    def has(self, place: int, feature: str) -> bool:
        """Whether the clause at index ``place`` has ``feature``, a part of what a question asks."""
        posting = self.posting(feature)
        at = bisect_left(posting, (place, 0))
        return at < len(posting) and posting[at][0] == place

    def rarity(self, feature: str) -> int:
        """Return the rarity of ``feature``, or 0 if no clause has it: it then finds nothing."""
        count = self.count(feature)
        return self.rarities[count] if count else 0

    def rarity_or_most(self, feature: str) -> int:
        """Return the rarity of ``feature``, or the highest rarity if no clause has it: a clause
        then covers less of the question, and the answer is less sure."""
        return self.rarity(feature) or self.rarities[0]

    def rarity_of_all(self, features: Sequence[str]) -> int:
        """Return the mean rarity of ``features`` in clauses, or 0: a long name counts as a word."""
        found = [rarity for rarity in map(self.rarity, features) if rarity]
        return sum(found) // len(found) if found else 0

    def named(self, key: str) -> tuple[int, ...]:
        """Return the numbers of the concepts and, below zero, of the terms of this game that are
        called ``key``, so a question finds their clauses by any of their names."""
        shared = (n for n in self.vocabulary.names.get(key, ()) if n in self.concepts)
        return tuple(dict.fromkeys((*shared, *self.names.get(key, ()))))

    def knows(self, key: str) -> bool:
        """Whether ``key`` names anything in this game, so that a question has it as one unit."""
        return (
            key in self.vocabulary.synonyms
            or key in self.names
            or any(number in self.concepts for number in self.vocabulary.names.get(key, ()))
        )

    def all_names(self) -> tuple[str, ...]:
        """Return the own names of this game, and the shared ones of concepts that it has. It is
        slow, and only for building the table: to find names in clauses, and misspelt ones."""
        return (*self.names, *(key for key in self.vocabulary.names if self.named(key)))

    @cached_property
    def named_unit(self) -> Callable[[str, str], QuestionUnit]:
        """The function from a name's key and spelling to its unit; results are stored for reuse."""
        return lru_cache(MEMO_SIZE)(self._made_unit)

    def _made_unit(self, key: str, written: str) -> QuestionUnit:
        """Return the unit of the name ``key``, spelt ``written``: its concepts, terms and everyday
        meanings, which a question shares with clauses that have another word for the same."""
        meanings = tuple(self.vocabulary.synonyms.get(key, ()))
        return QuestionUnit(written, token_texts(written), self.named(key), meanings)

    def names_like(self, key: str) -> Iterator[str]:
        """Yield names with the first or last letter of the misspelt ``key``: all would be slow."""
        return chain.from_iterable(self.slips.get(char, ()) for char in {key[0], key[-1]})


def pack_counts(counts: Mapping[int, int]) -> tuple[str, str]:
    """Return ``counts``, the number of passages of each clause (by index) with a feature, as two
    texts: the gaps between the indexes, and the counts. Gaps are small: small files load fast."""
    places = sorted(counts)
    gaps = (place - before for before, place in zip((0, *places), places, strict=False))
    return encode(gaps), encode(counts[place] for place in places)


def encode(numbers: Iterable[int]) -> str:
    """Return ``numbers`` packed as text, a character each, 0 as ``BASE``: one text loads faster
    than a list. Code points of surrogates, which UTF-8 cannot have, are skipped over."""
    codes = (BASE + number for number in numbers)
    return "".join([chr(code if code < _FIRST_SURROGATE else code + _SURROGATES) for code in codes])


def _decode(written: str) -> list[int]:
    """Return the numbers in ``written``, one for each character: one text loads faster than a list.
    Codes begin at ``BASE`` and skip surrogates, which UTF-8 cannot have (:func:`encode`)."""
    codes = map(ord, written)
    return [(code if code < _FIRST_SURROGATE else code - _SURROGATES) - BASE for code in codes]


def rarity(count: int, total: int) -> int:
    """Return the BM25 weight (idf) of a feature that ``count`` of ``total`` clauses have: rare
    features say more. It is a whole number, so browsers and Python add up the same scores."""
    return round(SCALE * math.log(1 + (total - count + 0.5) / (count + 0.5)))


def question_key(place: int) -> str:
    """Return the key of the players' questions on the clause at index ``place``: a text, as shards
    are divided by the beginnings of keys. No word, stored in the same files, begins with “#q”."""
    return f"#q{place}"


def feature_code(feature: str) -> str:
    """Return the character for ``feature`` in stored questions. It is a hash, which few features
    share, because a list of all features would make the table larger."""
    code = 0
    for char in feature:
        code = (code * HASH_FACTOR + ord(char)) % HASHES
    return chr(BASE + code)


def save_table(table: RankingTable, folder: Path) -> None:
    """Write ``table`` into ``folder``. A question reads only its own part: mappings by word are in
    shards, concepts in rows parsed one by one. The rest is in one file."""
    content = {name: getattr(table, name) for name in _PLAIN}
    content |= {name: list(getattr(table, name).items()) for name in _MAPPINGS}
    write_json(folder / _TABLE, content)
    save_rows(folder / _CONCEPTS, list(table.concepts), table.concepts.values())
    for name in _SHARDED:
        save_shards(getattr(table, name), folder / f"{name}.jsonl")


def load_table(folder: Path, vocabulary: SharedVocabulary) -> RankingTable:
    """Return the table saved in ``folder``; words and concepts are parsed only when looked up.
    Raise :class:`ValueError`, so it is built again, if a list of all clauses is damaged."""
    data: dict[str, Any] = json.loads((folder / _TABLE).read_bytes())
    numbers, *columns = (data[name] for name in _COLUMNS)
    is_whole = (
        all(isinstance(row, list) and len(row) == len(numbers) for row in columns)
        and len(data["rarities"]) == len(numbers) + 1
        and all({*map(type, row)} <= {int} for row in (*columns, data["rarities"]))
        and {*map(type, numbers)} <= {str}
        and {type(data["longest_name"]), type(data["density"])} == {int}
    )
    if not is_whole:
        raise ValueError("not a table of clauses")
    fields = {name: data[name] for name in _PLAIN}
    fields |= {name: tuple(data[name]) for name in (*_COLUMNS, "rarities")}
    fields |= {name: dict(data[name]) for name in _MAPPINGS}
    fields |= {name: Shards(folder / f"{name}.jsonl") for name in _SHARDED}
    concepts: KeyedRows[int, ConceptRow] = KeyedRows(folder / _CONCEPTS, ConceptRow)
    return RankingTable(**fields, concepts=concepts, vocabulary=vocabulary)


# ---- Units and features of texts

# Prefixes that no token begins with (see rulebook.search.analysis).
_NAME, _MEANING = "#", "~"


def text_features(tokens: Iterable[str], units: Iterable[QuestionUnit]) -> Mapping[str, str]:
    """Return the features by which questions and clauses are compared, each with its kind, on which
    its weight depends: ``tokens``, and the numbers of what ``units`` name (concepts, terms) and of
    their everyday meanings. Two words for one thing (graveyard, discard pile) share the numbers."""
    features = dict.fromkeys(tokens, "token")
    for unit in units:
        for number in unit.names:
            features[f"{_NAME}{number}"] = "name"
        for number in unit.meanings:
            features[meaning(number)] = "meaning"
    return features


def meaning(number: int) -> str:
    """Return the feature of the everyday meaning ``number`` (“discard” and “put into the discard
    pile” have the same): the number after a sign, which makes it different from every token."""
    return f"{_MEANING}{number}"


class QuestionUnit(NamedTuple):
    """A name or word of a text in normal form: its tokens, and what it names."""

    text: str
    tokens: tuple[str, ...]
    names: tuple[int, ...] = ()  # Concepts of the vocabulary and, below zero, terms
    meanings: tuple[int, ...] = ()  # Everyday ones
    is_known: bool = True  # False if rules, small talk and common English lack most of it

    @property
    def concepts(self) -> tuple[int, ...]:
        """The numbers, from 0, of the concepts (what games share) that this name or word stands for
        (graveyard: the discard pile of any game). They lead to the clauses that govern them."""
        return tuple(number for number in self.names if number >= 0)


def named_units(
    table: RankingTable, text: str, names: Iterable[NameMatch]
) -> Sequence[QuestionUnit]:
    """Return a unit for each of ``names`` in ``text``, by which clauses with another word for the
    same (graveyard, discard pile) are found too. Repeated names get one unit: they ask no more."""
    units: dict[str, QuestionUnit] = {}
    for name in names:
        if name.key not in units:
            units[name.key] = table.named_unit(name.key, text[name.start : name.end])
    return tuple(units.values())
