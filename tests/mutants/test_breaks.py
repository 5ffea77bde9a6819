"""The list of breaks can be used: ``make mutants`` makes them, and tells which are out of date."""

from __future__ import annotations

import pytest

from tests.mutants.breaks import Break, read_breaks
from tests.support import ROOT

BREAKS = read_breaks()
FLOORS = ("text", "clauses", "links", "cards", "search", "website", "cli", "cache")
# Code moves on every day; the list is brought up to date when it is used.
FEWEST = 60


@pytest.mark.parametrize("each", BREAKS, ids=str)
def test_a_break_changes_something_and_has_tests(each: Break) -> None:
    assert each.code != each.instead
    assert each.tests
    assert [test for test in each.tests if not (ROOT / test).exists()] == []


def test_most_breaks_can_be_made_on_every_floor() -> None:
    made = [each.place for each in BREAKS if each.fits(ROOT)]
    assert len(made) >= FEWEST
    for floor in FLOORS:
        assert sum(place.startswith(f"rulebook/{floor}") for place in made) >= 2, floor
