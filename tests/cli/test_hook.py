"""The pre-commit hook: its definition is valid, and it finds wrong clause numbers."""

from __future__ import annotations

import shlex
from pathlib import Path

from pre_commit.clientlib import load_manifest

from tests.conftest import Run
from tests.support import ROOT


def test_hook_is_documented_and_finds_wrong_numbers(run: Run, tmp_path: Path) -> None:
    (hook,) = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert f"id: {hook['id']}" in (ROOT / "docs/using.md").read_text(encoding="utf-8")
    program, *arguments = shlex.split(hook["entry"])
    assert program == "rulebook"
    notes = tmp_path / "notes.md"
    for number, code in (("9.2.2", 0), ("99.9.9", 1)):
        notes.write_text(f"リフレッシュはws {number}による。\n", encoding="utf-8")
        result = run(*arguments, *hook["args"], notes)
        assert result.exit_code == code
        assert (number in result.output) is bool(code)
