"""Everyday words, and what the rules say for them: 捨てる is 控え室に置く.

``corpus/everyday.toml`` holds them for all games; search widens questions by it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from rulebook.clauses.corpus import Corpus
from rulebook.errors import CorpusError


@dataclass(frozen=True, slots=True)
class Synonym:
    """Words of players, and pieces of rule wording that mean the same."""

    players: tuple[str, ...]
    rules: tuple[str, ...]


def load_synonyms(corpus: Corpus) -> tuple[Synonym, ...]:
    """Return the sayings of ``corpus``; a corpus without the file has none.

    Raises :class:`CorpusError` where the file is malformed.
    """
    path = corpus.folder / "everyday.toml"
    if not path.exists():
        return ()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(
            Synonym(tuple(entry["players"]), tuple(entry["rules"])) for entry in data["say"]
        )
    except (KeyError, TypeError, ValueError) as error:
        hint = "See CONTRIBUTING.md, “Add a concept”."
        raise CorpusError(path, str(error), hint=hint) from error
