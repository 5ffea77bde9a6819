"""All requirements have bounds, a reason and a locked version."""

from __future__ import annotations

import re

import pytest
from packaging.utils import canonicalize_name

from tests.supply.__main__ import faults_here
from tests.supply.lock import FUZZ_LOCK, LOCK, Pin, pins, requirements
from tests.support import ROOT

TEXTS = [lock.read_text(encoding="utf-8") for lock in (LOCK, FUZZ_LOCK)]


@pytest.mark.parametrize("text", TEXTS, ids=["dev", "fuzz"])
def test_every_line_of_lock_file_is_a_pin_with_digests(text: str) -> None:
    named = [line for line in text.splitlines() if re.match("[A-Za-z0-9]", line)]
    assert len(list(pins(text))) == len(named) > 1


@pytest.mark.parametrize("text", TEXTS, ids=["dev", "fuzz"])
def test_lock_file_names_no_registry(text: str) -> None:
    """Each machine configures its own registry."""
    assert "://" not in text
    assert "--index" not in text
    assert " @ " not in text


def test_locked_versions_meet_requirements() -> None:
    locked: dict[str, list[str]] = {}
    for pin in (pin for text in TEXTS for pin in pins(text)):
        locked.setdefault(pin.name, []).append(pin.version)
    for requirement in requirements():
        versions = locked[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_requirement_has_both_bounds_and_a_reason() -> None:
    reasons = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").lower()
    for requirement in requirements():
        operators = {specifier.operator for specifier in requirement.specifier}
        assert operators in ({"=="}, {">=", "<"}), requirement
        assert requirement.name.lower() in reasons, f"{requirement.name}: why?"


def test_requirement_of_other_systems_is_no_fault() -> None:
    """A package may be locked in several versions, each for some versions of Python."""
    other = Pin("click", "0.1", "python_full_version < '3'")
    assert list(faults_here([other])) == []
    (fault,) = faults_here([Pin("click", "0.1", "python_full_version >= '3'")])
    assert fault.endswith("0.1 is locked")
