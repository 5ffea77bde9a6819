"""Players' phrases with their kinds, which only tests and fitting scripts need."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.clauses.findings import Findings
from rulebook.clauses.model import Rulebook
from rulebook.links.concepts import PlayerPhrase, _phrases, load_phrases


def load_player_phrases(book: Rulebook) -> tuple[Mapping[str, tuple[PlayerPhrase, ...]], Findings]:
    """Return players' phrases with kind and source by clause number, and findings on stale
    numbers."""
    clauses, stale = load_phrases(book)
    return {number: tuple(_phrases(text)) for number, text in clauses.items()}, stale
