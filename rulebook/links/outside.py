"""Words of what no rule document answers: prices, tournaments, other games, greetings.

``corpus/outside.toml`` holds them for all games; search takes them as a sign that it has no answer.
"""

from __future__ import annotations

from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass
from rulebook.toml_loader import load_toml


@dataclass(frozen=True, slots=True)
class _Topic:
    """What people talk of beside the rules, and words of it."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _OutsideFile:
    """``outside.toml``."""

    topic: tuple[_Topic, ...]


def load_outside(corpus: Corpus) -> tuple[str, ...]:
    """Return the words of what the rules do not answer; a corpus without the file has none.

    Raises :class:`CorpusError` where the file is malformed.
    """
    path = corpus.folder / "outside.toml"
    if not path.exists():
        return ()
    topics = load_toml(path, _OutsideFile, hint="See CONTRIBUTING.md, “Add a concept”.").topic
    return tuple(word for topic in topics for word in topic.words)
