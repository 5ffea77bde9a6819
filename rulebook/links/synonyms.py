"""Everyday words, and what the rules say for them: 捨てる is 控え室に置く.

``corpus/everyday.toml`` holds them for all games; search widens questions by it.
"""

from __future__ import annotations

from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass
from rulebook.toml_files.loader import load_toml


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
    """Return the synonyms of ``corpus``, loaded once for it; one without the file has none.

    Raises :class:`CorpusError` where the file is malformed.
    """
    return corpus.once(_load, corpus.folder / "everyday.toml")


def _load(path: Path) -> tuple[Synonym, ...]:
    if not path.exists():
        return ()
    return load_toml(path, _SynonymsFile, hint="See CONTRIBUTING.md, “Add a concept”.").say
