"""The list of breaks is valid: ``make mutants`` can make most of them."""

from __future__ import annotations

import pytest

from tests.mutants.breaks import Break, read_breaks
from tests.support import ROOT

BREAKS = read_breaks()
PACKAGES = ("text", "clauses", "links", "cards", "search", "website", "cli", "cache")
# Code changes every day; the list is updated when it is used.
FEWEST = 60


@pytest.mark.parametrize("each", BREAKS, ids=str)
def test_break_changes_code_and_has_tests(each: Break) -> None:
    assert each.code != each.replacement
    assert each.tests
    assert [test for test in each.tests if not (ROOT / test).exists()] == []


def test_most_breaks_fit_the_code_of_each_package() -> None:
    places = [each.place for each in BREAKS if each.fits(ROOT)]
    assert len(places) >= FEWEST
    for package in PACKAGES:
        assert sum(place.startswith(f"rulebook/{package}") for place in places) >= 2, package
