"""Sample large sets of similar cases in ``make test``; ``make full`` runs all of them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TypeVar

from hypothesis import settings

_Case = TypeVar("_Case")

_ALL, _SOME = 100, 20
# No deadline: the time of an example depends on the machine and on what else runs there.
settings.register_profile("all", deadline=None, max_examples=_ALL)
settings.register_profile("some", deadline=None, max_examples=_SOME)


def set_extent(markers: str) -> None:
    """Sample from now on if ``markers``, an expression of pytest, deselects slow tests.

    Called before tests are collected, because their parameters are sampled too.
    """
    settings.load_profile("some" if "not slow" in markers else "all")


def some(cases: Iterable[_Case], most: int) -> list[_Case]:
    """Return all ``cases``, or about ``most``, evenly spread, if slow tests are deselected.

    For cases that together take long, and each of which would show nearly any fault.
    """
    all_cases = list(cases)
    is_sampled = settings().max_examples == _SOME
    return all_cases[:: ceil(len(all_cases) / most)] if is_sampled else all_cases


def examples(count: int) -> settings:
    """Return settings for ``count`` generated examples, a fifth if slow tests are deselected."""
    return settings(max_examples=count * settings().max_examples // _ALL)
