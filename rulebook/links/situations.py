"""Principles of the rules, and the situations that they govern.

``corpus/situations.toml`` describes each situation by lists of words, ``situations.toml`` of a game
names the clauses that state its principle.  A question fits a situation if it has a word of each of
its lists, so that a question about a case finds the principle that decides it.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.records import dataclass
from rulebook.toml_files.kinds import ClauseNumber, EditionName
from rulebook.toml_files.loader import load_if_there

_HINT = "See CONTRIBUTING.md, “Add a principle”."


@dataclass(frozen=True, slots=True)
class Situations:
    """``situations.toml`` of a corpus: lists of words, and the lists that each situation needs."""

    words: Mapping[str, tuple[str, ...]]
    situations: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PrinciplesFile:
    """``situations.toml`` of a game: the clauses that state the principle of each situation."""

    edition: EditionName
    clauses: Mapping[str, tuple[ClauseNumber, ...]]


def load_situations(corpus: Corpus) -> Situations:
    """Return the situations, by which search finds the principle for a question, if any."""
    path = corpus.folder / "situations.toml"
    return load_if_there(path, Situations, hint=_HINT) or Situations({}, {})


def load_principles(book: Rulebook) -> tuple[Mapping[str, tuple[str, ...]], tuple[Finding, ...]]:
    """Return the clauses of the principles of ``book`` by situation, and what is stale in them."""
    file, stale = load_numbered_table(book, "situations.toml", PrinciplesFile, hint=_HINT)
    return (file.clauses if file else {}), stale
