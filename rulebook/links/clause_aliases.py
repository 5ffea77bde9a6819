"""What players say of a clause in words that it does not use itself.

``players.toml`` of a game gives such words clause by clause: ``"1.2.4" = "サレンダー 降参"``.
They are indexed beside the clause, and never shown as if the rules said them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.clauses.model import Finding, Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.records import dataclass
from rulebook.toml_files.kinds import ClauseNumber, EditionName

_HINT = "See CONTRIBUTING.md, “Players' words of a clause”."


@dataclass(frozen=True, slots=True)
class AliasesFile:
    """``players.toml``: words with spaces between them, by clause number."""

    edition: EditionName
    clauses: Mapping[ClauseNumber, str]


def load_clause_aliases(book: Rulebook) -> tuple[Mapping[str, str], tuple[Finding, ...]]:
    """Return players' words by clause number, and what is stale in them.

    A game without the file has none.  Raises :class:`CorpusError` where it is malformed.
    """
    file, stale = load_numbered_table(book, "players.toml", AliasesFile, hint=_HINT)
    clauses = file.clauses if file else {}
    return {number: " ".join(words.split()) for number, words in clauses.items()}, stale
