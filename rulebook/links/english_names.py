"""The English names of a game's terms: ``english.toml`` in its folder.

The words of all its editions stand in one file; a name whose term an edition does not have is not
used there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulebook.clauses.game import Game
from rulebook.links.model import Term
from rulebook.records import dataclass, replace
from rulebook.toml_files.loader import load_toml

_HINT = "See CONTRIBUTING.md, “Terms”."


@dataclass(frozen=True, slots=True)
class EnglishNames:
    """``english.toml``: the English name of each term."""

    terms: Mapping[str, str]


def load_english_names(game: Game) -> Mapping[str, str]:
    """Return the English name of each term of ``game``; a game without the file has none.

    Raises :class:`CorpusError` where the file is malformed.
    """
    path = game.folder / "english.toml"
    return load_toml(path, EnglishNames, hint=_HINT).terms if path.exists() else {}


def named_in_english(terms: Iterable[Term], names: Mapping[str, str]) -> tuple[Term, ...]:
    """Return ``terms`` with their English names, as far as ``names`` has them."""
    return tuple(replace(term, english=names.get(term.word, "")) for term in terms)
