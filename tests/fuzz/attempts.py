"""What may be refused: an error of ours, which says so in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulebook.errors import RulebookError

T = TypeVar("T")


def attempt(work: Callable[[], T]) -> T | None:
    """Return what ``work`` gives, nothing where it is refused; any other error goes on."""
    refused = ""
    try:
        return work()
    except RulebookError as error:
        refused = str(error)
    assert refused
    return None
