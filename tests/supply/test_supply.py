"""What Rulebook is built and tested with is named, bounded and locked."""

from __future__ import annotations

import re

import pytest
from packaging.utils import canonicalize_name

from tests.supply.__main__ import faults_here
from tests.supply.lock import FUZZ_LOCK, LOCK, Pin, pins, requirements
from tests.support import ROOT

TEXTS = [lock.read_text(encoding="utf-8") for lock in (LOCK, FUZZ_LOCK)]


@pytest.mark.parametrize("text", TEXTS, ids=["dev", "fuzz"])
def test_every_line_of_a_lock_file_is_a_pin_with_its_digests(text: str) -> None:
    named = [line for line in text.splitlines() if re.match("[A-Za-z0-9]", line)]
    assert len(list(pins(text))) == len(named) > 1


@pytest.mark.parametrize("text", TEXTS, ids=["dev", "fuzz"])
def test_a_lock_file_names_no_place(text: str) -> None:
    """Where packages come from is for each machine to say."""
    assert "://" not in text
    assert "--index" not in text
    assert " @ " not in text


def test_what_is_locked_is_what_is_asked_for() -> None:
    locked: dict[str, list[str]] = {}
    for pin in (pin for text in TEXTS for pin in pins(text)):
        locked.setdefault(pin.name, []).append(pin.version)
    for asked in requirements():
        versions = locked[canonicalize_name(asked.name)]
        assert all(asked.specifier.contains(version) for version in versions), asked


def test_every_requirement_has_both_bounds_and_a_reason() -> None:
    reasons = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").lower()
    for asked in requirements():
        signs = {specifier.operator for specifier in asked.specifier}
        assert signs in ({"=="}, {">=", "<"}), asked
        assert asked.name.lower() in reasons, f"{asked.name}: why?"


def test_what_other_systems_need_is_no_fault_of_this_one() -> None:
    """A package may be locked in several versions, each for some versions of Python."""
    other = Pin("click", "0.1", "python_full_version < '3'")
    assert list(faults_here([other])) == []
    (fault,) = faults_here([Pin("click", "0.1", "python_full_version >= '3'")])
    assert fault.endswith("0.1 is locked")
