"""The sort of each noun: cards, a player, a number (``corpus/meaning.toml``).

A noun has one sort here, by which pronouns find their antecedents.  ``frames.toml`` has all
sorts that a noun can stand for, by which the grammar refuses nonsense.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.cards.tree import nouns
from rulebook.cards.tree.words import Kind, Marking, Period, Word
from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass, field


@dataclass(frozen=True, slots=True)
class _SortsFile:
    """``corpus/meaning.toml``: the nouns of each sort, and the words that point."""

    sorts: Mapping[str, tuple[str, ...]]
    pointers: Mapping[str, tuple[str, ...]]
    characters: tuple[str, ...] = ()
    of_cards: tuple[str, ...] = ()
    outcomes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sorts:
    """The sort of each noun, and which way each word points (``back``, ``those``, ``rest``)."""

    of_word: Mapping[str, str]
    of_pointer: Mapping[str, str]
    characters: frozenset[str] = frozenset()
    """Words that are other words for a character: そのキャラ may mean a バトル相手."""
    of_cards: frozenset[str] = frozenset()
    """The numbers of a card: そのコスト is that of the card spoken of, if of no other."""
    of_outcome: Mapping[str, str] = field(default_factory=dict)
    """The verb of each word for an outcome: 当てる of 当たり."""
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sorts of the object of each verb where a text leaves it out: 1体選び、破壊する."""

    def of_noun(self, noun: nouns.Noun) -> str:
        """Return the sort of ``noun``, "other" for words that meaning.toml does not list. Numbers,
        times and marks have word classes of their own and are not listed there."""
        match noun.word:
            case nouns.Damage():
                return "damage"
            case Period():
                return "times"
            case Kind() | Marking():
                return "abilities"
            case Word(value=value):
                return self.of_word.get(value, "other")


def load_sorts(corpus: Corpus) -> Sorts:
    """Return the sorts in the corpus, in the form in which the reader looks them up. Raises
    :class:`CorpusError` where the file is malformed; without it, all plain nouns are of the sort
    "other"."""
    path = corpus.folder / "meaning.toml"
    if not path.exists():
        return Sorts({}, {})
    from rulebook.toml_files.loader import load_toml

    file = load_toml(path, _SortsFile, hint="See CONTRIBUTING.md, “Meanings of card texts”.")
    characters, of_cards = frozenset(file.characters), frozenset(file.of_cards)
    of_word, of_pointer = _list_by_word(file.sorts), _list_by_word(file.pointers)
    of_outcome = _list_by_word(file.outcomes)
    return Sorts(of_word, of_pointer, characters, of_cards, of_outcome, file.left_out)


def _list_by_word(lists: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the list that has each word: the table is by list, look-ups are by word."""
    return {word: name for name, words in lists.items() for word in words}
