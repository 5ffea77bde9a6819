"""What no rule document speaks of: prices, tournaments, other games, greetings, small talk.

``corpus/outside.toml`` has words and questions, for all games; search takes them as a sign that it
has no answer.  It also has what people put around a question, which search does not read.
"""

from __future__ import annotations

from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass
from rulebook.toml_files.loader import load_if_there

_HINT = "See CONTRIBUTING.md, “Add a concept”."


@dataclass(frozen=True, slots=True)
class _Topic:
    """What people talk of besides the rules, and words of it."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Questions, in whatever words people ask them."""

    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Around:
    """Small talk: sentences, and what leads into them, that stand around a question."""

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _OutsideFile:
    """``outside.toml``."""

    topic: tuple[_Topic, ...]
    asked: _Asked | None = None
    around: _Around | None = None


@dataclass(frozen=True, slots=True)
class Outside:
    """Words of what no rules answer, questions that they do not answer, and small talk."""

    words: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    small_talk: tuple[str, ...] = ()


def load_outside(corpus: Corpus) -> Outside:
    """Return what the rules of a corpus do not answer, if it says so; raise if malformed."""
    file = load_if_there(corpus.folder / "outside.toml", _OutsideFile, hint=_HINT)
    if file is None:
        return Outside()
    return Outside(
        tuple(word for topic in file.topic for word in topic.words),
        file.asked.questions if file.asked else (),
        file.around.sentences if file.around else (),
    )


@dataclass(frozen=True, slots=True)
class Synonym:
    """Words of players, and pieces of rule wording that mean the same."""

    players: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _SynonymsFile:
    """``everyday.toml``."""

    say: tuple[Synonym, ...]


def load_synonyms(corpus: Corpus) -> tuple[Synonym, ...]:
    """Return the synonyms of ``corpus``, if any, by which search reads the words of players."""
    path = corpus.folder / "everyday.toml"
    file = corpus.once(load_if_there, path, _SynonymsFile, hint=_HINT)
    return file.say if file else ()
