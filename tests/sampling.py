"""``make test`` tries some of many cases that go one way through the code, ``make full`` all."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TypeVar

from hypothesis import settings

_Case = TypeVar("_Case")

_ALL, _SOME = 100, 20
# How long an example takes says more about the machine, and who else works on it, than about us.
settings.register_profile("all", deadline=None, max_examples=_ALL)
settings.register_profile("some", deadline=None, max_examples=_SOME)


def set_extent(markers: str) -> None:
    """Sample from now on where ``markers``, an expression of pytest, leaves out slow tests.

    Called before tests are collected: their parameters are sampled, too.
    """
    settings.load_profile("some" if "not slow" in markers else "all")


def some(cases: Iterable[_Case], most: int) -> list[_Case]:
    """Return all ``cases``, or about ``most``, evenly spread, where slow tests are left out.

    For cases that take long together, and of which each would show nearly any fault.
    """
    all_cases = list(cases)
    is_sampled = settings().max_examples == _SOME
    return all_cases[:: ceil(len(all_cases) / most)] if is_sampled else all_cases


def examples(count: int) -> settings:
    """Return settings for ``count`` generated examples, a fifth where slow tests are left out."""
    return settings(max_examples=count * settings().max_examples // _ALL)
