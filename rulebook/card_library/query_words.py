"""What the words of a query mean (acts, zones, keywords, players, measures), with suggestions."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Mapping, Sequence
from difflib import get_close_matches

from rulebook.card_library.card_query import Argument
from rulebook.cards.meaning.action_types import ACTION_TYPES, PAYMENT_TYPES
from rulebook.cards.meaning.nodes import meaning_types
from rulebook.clauses.corpus import Corpus
from rulebook.errors import QueryError
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.text.normal import fold
from rulebook.toml_files.loader import load_if_there


@dataclass(frozen=True, slots=True)
class PartPattern:
    """What a word of a query asks of a part of a meaning: its act, the concepts of its zones, the
    players affected, its verbs. ``whole`` says whether it has no number, ``passive`` whether its
    verb is passive (None: either); its object has none of the nouns ``not_noun``."""

    act: str
    source: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    not_source: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    verb: tuple[str, ...] = ()
    not_noun: tuple[str, ...] = ()
    passive: bool | None = None
    whole: bool | None = None


@dataclass(frozen=True, slots=True)
class CardWord:
    """A word of queries: its other names, and the alternative parts of a meaning that it finds."""

    names: tuple[str, ...]
    parts: tuple[PartPattern, ...]


@dataclass(frozen=True, slots=True)
class CardWordsFile:
    """``corpus/card_words.toml``: the words for actions in queries, by key."""

    words: Mapping[str, CardWord]


# The types of parts: those of effects, and those that only events and conditions have.
_TYPES = (*meaning_types(), *ACTION_TYPES, *PAYMENT_TYPES, "moment", "condition")
PLAYERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("自分", "あなた", "self", "you", "own"), ("自分", "あなた")),
    **dict.fromkeys(("相手", "opponent"), ("相手",)),
}
"""The words of cards for each player, by the words of queries: games print 自分 or あなた."""
_SORTS = ("cards", "this-card", "players", "damage", "numbers", "abilities")
_SUGGESTED = 4  # similar names in an error


@dataclass(frozen=True, slots=True)
class QueryWords:
    """The words that a ``query`` may use: those that the library and the corpus know, in normal
    form. ``stored`` has, by sort (zone, keyword, verb, kind, mark), the stored words for a name."""

    query: str
    card_words: Mapping[str, CardWord]
    stored: Mapping[str, Mapping[str, tuple[str, ...]]]

    def patterns(self, word: str, at: int) -> tuple[PartPattern, ...]:
        """Return what ``word`` of a query asks of parts of abilities, as a word of the corpus, a
        type of effect or a verb. Raises :class:`QueryError` for others: SQL would find nothing."""
        wanted = fold(word)
        for key, known in self.card_words.items():
            if wanted == key or wanted in map(fold, known.names):
                return known.parts
        if wanted in _TYPES:
            return (PartPattern(wanted),)
        if verbs := self.stored["verb"].get(wanted):
            return (PartPattern("", verb=verbs),)
        raise self._unknown(at, word, "action", self._acts())

    def of_sort(self, sort: str, word: str, at: int) -> tuple[str, ...]:
        """Return the stored words of a ``sort`` (zone, keyword, kind or mark) that have the name
        ``word``. Raises :class:`QueryError` if there are none: SQL would silently find nothing."""
        if found := self.stored[sort].get(fold(word)):
            return found
        names = self._zone_names() if sort == "zone" else self.stored[sort]
        raise self._unknown(at, word, sort, names)

    def argument(self, argument: Argument) -> str:
        """Return what the word of an argument without a slot is (``zone`` in ``put(hand)``), since
        this decides which column is compared. Raises :class:`QueryError` for an unknown word."""
        known_as: dict[str, Container[str]] = {
            "zone": self.stored["zone"],
            "players": PLAYERS,
            "measure": self.stored["measure"],
            "sort": _SORTS,
            "up-to": ("まで", "up-to"),
            "pattern": {*map(fold, self._acts())},
        }
        wanted = fold(argument.word)
        if found := next((sort for sort, known in known_as.items() if wanted in known), ""):
            return found
        known = [*self._zone_names(), *PLAYERS, *self.stored["measure"], *_SORTS, *self._acts()]
        raise self._unknown(argument.at, argument.word, "zone, player or number", known)

    def _zone_names(self) -> list[str]:
        """Return all names of zones for the suggestions in an error. Those of zones with a concept
        come first, since only the first few are shown and these are the most usual."""
        concepts = self.stored["concept"]
        words = (fold(word) for words in concepts.values() for word in words)
        return list(dict.fromkeys((*words, *concepts, *self.stored["zone"])))

    def _acts(self) -> list[str]:
        """Return all names of actions, from which errors about unknown ones suggest the closest."""
        names = (name for word in self.card_words.values() for name in word.names)
        return [*self.card_words, *names, *_TYPES, *self.stored["verb"]]

    def error(self, at: int, what: str, hint: str) -> QueryError:
        """Return an error that shows the query with its fault at ``at`` marked, to be corrected."""
        return QueryError(self.query, at, what, hint=hint)

    def _unknown(self, at: int, word: str, sort: str, known: Iterable[str]) -> QueryError:
        """Return the error for ``word``, which is not in ``known``, with close names. Without it
        SQL would find nothing, and the user would believe that there is no such card."""
        what = Message("no {sort} is called {word!r}", sort=sort, word=word)
        return self.error(at, what, did_you_mean(word, list(dict.fromkeys(known))))


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return a hint that suggests names of ``known`` close to ``word``, or the first few of all.
    Names that contain the word count as close too, since Japanese words are short."""
    wanted = fold(word)
    near = get_close_matches(wanted, known, n=_SUGGESTED, cutoff=0.6)
    near += [name for name in known if wanted and wanted in name and name not in near]
    if near:
        return Message("Did you mean {names}?", names=", ".join(near[:_SUGGESTED]))
    names = ", ".join(known[:12]) + (" …" if known[12:] else "")
    return Message("Known names: {names}", names=names) if known else ""


def load_query_words(query: str, library: sqlite3.Connection, corpus: Corpus) -> QueryWords:
    """Return the words that ``library`` and ``corpus`` know, for ``query``. Verbs, kinds and marks
    are those of the stored cards, so an unknown word is an error and not an empty result."""
    stored = {}
    for sort in ("zone", "keyword"):
        sql = "SELECT name, word FROM names WHERE sort = ?"
        stored[sort] = _words_by_name(library.execute(sql, (sort,)))
    sql = "SELECT concept, word FROM words WHERE sort = 'zone' AND concept IS NOT NULL"
    stored["concept"] = _words_by_name(library.execute(sql))
    rows = library.execute("SELECT DISTINCT marks FROM abilities")
    used = {"mark": sorted({mark for (marks,) in rows for mark in marks.split()})}
    for sort, table in (("verb", "parts"), ("measure", "parts"), ("kind", "abilities")):
        rows = library.execute(f"SELECT DISTINCT {sort} FROM {table} WHERE {sort} <> ''")
        used[sort] = [word for (word,) in rows]
    for sort, words in used.items():
        stored[sort] = _words_by_name((name, word) for word in words for name in _typed_forms(word))
    path = corpus.folder / "card_words.toml"
    file = load_if_there(path, CardWordsFile, hint="See CONTRIBUTING.md.")
    return QueryWords(query, file.words if file else {}, stored)


def _typed_forms(word: str) -> Iterable[str]:
    """Return the forms of ``word`` that users may type: without 【】, アタック for アタックする."""
    bare = word.translate(str.maketrans("", "", "【】"))
    return dict.fromkeys(map(fold, (word, bare, bare.removesuffix("する"))))


def _words_by_name(rows: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the words of ``rows`` (name, word) by name, since a name may stand for several."""
    found: dict[str, tuple[str, ...]] = {}
    for name, word in rows:
        found[name] = (*found.get(name, ()), word)
    return found
