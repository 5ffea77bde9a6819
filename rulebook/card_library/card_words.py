"""Words for what cards do, beside the types of meanings and the verbs of texts."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass
from rulebook.toml_files.loader import load_toml


@dataclass(frozen=True, slots=True)
class Doing:
    """A part of a meaning: its act, the concepts of its zones, to whom, with which verb.

    ``whole`` is whether it has no number, ``passive`` whether it has something done to it, None
    where that is all the same; what it is done to has no noun of ``not_noun``.
    """

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
    """What a word goes by beside its key, and the parts that it means, any one of them."""

    names: tuple[str, ...]
    doing: tuple[Doing, ...]


@dataclass(frozen=True, slots=True)
class CardWordsFile:
    """``corpus/card_words.toml``."""

    words: Mapping[str, CardWord]


def load_card_words(corpus: Corpus) -> Mapping[str, CardWord]:
    """Return the words by their keys; none where the corpus has no such table.

    Raises :class:`CorpusError` where the file is malformed.
    """
    path = corpus.folder / "card_words.toml"
    if not path.exists():
        return {}
    return load_toml(path, CardWordsFile, hint="See CONTRIBUTING.md.").words
