"""Words of questions in all games: situations, topics that no rules answer, and synonyms.

``corpus/situations.toml`` describes each situation by lists of words; ``situations.toml`` of a game
names the clauses that state its principle. A question fits a situation if it has a word of each of
its lists. ``corpus/outside.toml`` has words that no rules use (prices, other games, greetings) and
the small talk around a question; ``corpus/everyday.toml`` has everyday words and the rule words for
them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.records import dataclass, field
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Name
from rulebook.toml_files.loader import load_if_there, refuse_unknown

_HINT = "See CONTRIBUTING.md, “Add a principle”."


@dataclass(frozen=True, slots=True)
class Situations:
    """``situations.toml`` of a corpus: lists of words, and the lists that each situation needs."""

    words: Mapping[str, tuple[Name, ...]]
    situations: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PrinciplesFile:
    """``situations.toml`` of a game: the clauses that state the principle of each situation."""

    edition: EditionName
    clauses: Mapping[str, tuple[ClauseNumber, ...]]


def load_situations(corpus: Corpus) -> Situations:
    """Return the words of ``situations.toml`` by which search recognises that a question describes
    a situation (山札がなくなった), none without the file. Clauses that state the principle for that
    situation are then ranked higher."""
    path = corpus.folder / "situations.toml"
    return load_if_there(path, Situations, hint=_HINT) or Situations({}, {})


def load_principles(
    corpus: Corpus, book: Rulebook
) -> tuple[Mapping[str, tuple[str, ...]], tuple[Finding, ...]]:
    """Return the clauses of ``book`` that state a principle, by the situation that it decides
    (``prohibition-first``: one card allows what another forbids), and findings on numbers that the
    edition lacks. Search ranks them higher for such questions, which often share no words with
    them. Without a table there are none. Raises :class:`CorpusError` for a malformed one or an
    unknown situation."""
    file, stale = load_numbered_table(book, "situations.toml", PrinciplesFile, hint=_HINT)
    if file is None:
        return {}, stale
    path, shared = book.game.table("situations.toml"), corpus.folder / "situations.toml"
    named = ((("clauses", name), name) for name in file.clauses)
    refuse_unknown(path, named, shared, load_situations(corpus).situations, hint=_HINT)
    return file.clauses, stale


_CONCEPT_HINT = "See CONTRIBUTING.md, “Add a concept”."


@dataclass(frozen=True, slots=True)
class Outside:
    """``outside.toml``: words of what no rules answer, by topic; and small talk, the sentences that
    people put around a question and the phrases that lead into it."""

    topics: Mapping[str, tuple[Name, ...]] = field(default_factory=dict)
    small_talk: tuple[Name, ...] = ()


def load_outside(corpus: Corpus) -> Outside:
    """Return words of topics that no rules answer, so search can say so, and small talk; empty
    without the file. Raises :class:`CorpusError` if the file is malformed."""
    return load_if_there(corpus.folder / "outside.toml", Outside, hint=_CONCEPT_HINT) or Outside()


@dataclass(frozen=True, slots=True)
class _OffTopicFile:
    """``off_topic.toml``: how strongly each token says that no rules answer a question."""

    weights: Mapping[str, int]


def load_off_topic(corpus: Corpus) -> Mapping[str, int]:
    """Return how strongly each token says that no rules answer a question, in quarters of log odds;
    empty without ``off_topic.toml``. Search adds these weights up to refuse such questions."""
    file = load_if_there(corpus.folder / "off_topic.toml", _OffTopicFile, hint=_CONCEPT_HINT)
    return file.weights if file else {}


@dataclass(frozen=True, slots=True)
class Synonym:
    """Words of players, and pieces of rule wording that mean the same: 捨て札 and 控え室."""

    players: tuple[Name, ...]
    rules: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Everyday:
    """``everyday.toml``: synonyms of players' words; English words of one meaning each."""

    say: tuple[Synonym, ...] = ()
    english: tuple[tuple[Name, ...], ...] = ()


def load_everyday(corpus: Corpus) -> Everyday:
    """Return the everyday words of ``corpus``, empty without a file. Players ask in such words,
    from which search finds the words of the rules that mean the same."""
    path = corpus.folder / "everyday.toml"
    return corpus.once(load_if_there, path, Everyday, hint=_CONCEPT_HINT) or Everyday()
