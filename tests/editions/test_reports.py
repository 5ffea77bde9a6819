"""The report on an added edition agrees with the other commands."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Run
from tests.star_garden import rules


def test_report_counts_the_findings_of_check(garden: Path, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "next.txt"
    path.write_text(rules("1.1", more="2.1.4. 詳しくは9.9.9を参照してください。"), encoding="utf-8")
    added = run("--corpus", garden, "edition", "add", "sg", path)
    checked = run("--corpus", garden, "check", "garden", "--json")
    findings = sum(len(json.loads(line)["findings"]) for line in checked.stdout.splitlines())
    assert findings > 0
    expected = f"- {findings} findings in the document: rulebook check garden@1.1"
    assert expected in added.stdout
    report = garden / "garden" / "editions" / "1.1" / "report.md"
    assert expected in report.read_text(encoding="utf-8")
