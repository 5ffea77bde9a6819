"""What all plain values have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

Plain = dict[str, Any]
"""An object of JSON."""


def day(day: date | None) -> str | None:
    """Return a date as JSON has it, ``2026-04-01``."""
    return str(day) if day else None
