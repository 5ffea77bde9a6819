"""The age of an edition in words."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from rulebook.cli.render import age
from tests.conftest import Run

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 11, 22), "today"),
        (date(2026, 11, 21), "1 day ago"),
        (date(2026, 10, 23), "30 days ago"),
        (date(2026, 10, 22), "1 month ago"),
        (date(2026, 1, 13), "10 months ago"),
        (date(2025, 11, 23), "11 months ago"),
        (date(2025, 11, 22), "1 year ago"),
        (date(2014, 9, 22), "12 years ago"),
        (date(2024, 2, 29), "2 years ago"),
        (date(2026, 11, 25), "in 3 days"),
        (date(2028, 1, 1), "in 1 year"),
    ],
)
def test_age_is_in_the_largest_unit(day: date, expected: str) -> None:
    assert age(day, TODAY) == expected


def test_ask_and_show_print_the_age_of_rules(run: Run) -> None:
    for call in (("show", "vs", "1"), ("ask", "-g", "vs", "負けるのはいつ")):
        assert "ver.1.4.1.2, of 2014-09-22, 1" in run(*call).output
        assert "years ago" in run(*call).output
        row = json.loads(run(*call, "--json").stdout)
        found = row if call[0] == "show" else row["answers"][0]
        assert (found["edition"], found["effective"]) == ("1.4.1.2", "2014-09-22")


def test_missing_version_and_date_are_not_invented(run: Run) -> None:
    for call in (("show", "gbf", "1"), ("ask", "-g", "gbf", "負けるのはいつ")):
        assert "version not stated, date not stated" in run(*call).output
        row = json.loads(run(*call, "--json").stdout)
        found = row if call[0] == "show" else row["answers"][0]
        assert (found["edition"], found["effective"]) == ("undated", None)


def test_older_edition_names_the_current_one(run: Run, editions_folder: Path) -> None:
    output = run("--corpus", editions_folder, "show", "sg@1.1", "1").output
    assert "(the current edition is 1.2)" in output
    output = run("--corpus", editions_folder, "ask", "-g", "sg@1.1", "種がない").output
    assert "(the current edition is 1.2)" in output
    assert "current edition" not in run("--corpus", editions_folder, "show", "sg", "1").output
