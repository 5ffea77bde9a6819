"""Everything that pages name has a name in Japanese."""

from __future__ import annotations

from rulebook.clauses.model import FindingCode
from rulebook.website import labels


def test_every_finding_code_has_a_label() -> None:
    assert set(labels.FINDINGS) == set(FindingCode)
