"""The list of breaks is valid; ``tests/test_house.py`` has that each fits the code."""

from __future__ import annotations

import pytest

from tests.mutants.breaks import Break, read_breaks
from tests.support import ROOT

BREAKS = read_breaks()
PACKAGES = ("text", "clauses", "links", "cards", "search", "website", "cli", "cache")
FEWEST = 60


@pytest.mark.parametrize("each", BREAKS, ids=str)
def test_break_changes_code_and_has_tests(each: Break) -> None:
    assert each.code != each.replacement
    assert each.tests
    assert [test for test in each.tests if not (ROOT / test).exists()] == []


def test_each_package_has_breaks() -> None:
    places = [each.place for each in BREAKS]
    assert len(places) >= FEWEST
    for package in PACKAGES:
        assert sum(place.startswith(f"rulebook/{package}") for place in places) >= 2, package
