"""The list of breaks fits the code; ``make mutants`` makes them."""

from __future__ import annotations

import pytest

from tests.mutants.breaks import Break, read_breaks
from tests.support import ROOT

BREAKS = read_breaks()
FLOORS = ("text", "clauses", "links", "cards", "search", "website", "cli", "store")


@pytest.mark.parametrize("each", BREAKS, ids=str)
def test_a_break_can_be_made_in_one_place(each: Break) -> None:
    assert len(list(each.files(ROOT))) == 1, "the code has changed: say the break as it is now"
    assert each.code != each.instead
    assert each.tests
    assert [test for test in each.tests if not (ROOT / test).exists()] == []


@pytest.mark.parametrize("floor", FLOORS)
def test_every_floor_is_broken(floor: str) -> None:
    assert sum(each.place.startswith(f"rulebook/{floor}") for each in BREAKS) >= 2
