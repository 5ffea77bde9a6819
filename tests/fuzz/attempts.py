"""Run code that may fail with an error of Rulebook, but with no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulebook.errors import RulebookError

T = TypeVar("T")


def attempt(work: Callable[[], T]) -> T | None:
    """Return the result of ``work``, or None if Rulebook rejects the input with a message."""
    message = ""
    try:
        return work()
    except RulebookError as error:
        message = str(error)
    assert message
    return None
