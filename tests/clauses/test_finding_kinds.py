"""Every finding code is described once, in both languages, for every place that speaks of it."""

from __future__ import annotations

from dataclasses import astuple

from rulebook.clauses.finding_kinds import FINDING_KINDS
from rulebook.clauses.model import FindingCode


def test_every_code_is_described_in_the_order_of_the_codes() -> None:
    assert list(FINDING_KINDS) == list(FindingCode)


def test_no_description_is_empty_or_breaks_a_table() -> None:
    kinds = FINDING_KINDS.values()
    said = [text for kind in kinds for text in (*astuple(kind), kind.cause_en, kind.advice_en)]
    assert [text for text in said if not text.strip() or "|" in text or "\n" in text] == []


def test_the_website_shows_causes_as_they_are() -> None:
    assert [kind.cause for kind in FINDING_KINDS.values() if "`" in kind.cause] == []
