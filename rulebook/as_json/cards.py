"""Cards as plain values for JSON: they make it themselves, see ARCHITECTURE.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.as_json.plain import Plain

if TYPE_CHECKING:
    from rulebook.cards.resolving import CardResolution


def resolution_json(resolution: CardResolution) -> Plain:
    """Return how a card is resolved."""
    return resolution.as_json()
