"""Shell completion with missing variables, other shells and bytes that are not UTF-8."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from tests.processes import run_rulebook


def complete(kind: str, **typed: bytes | str) -> subprocess.CompletedProcess[bytes]:
    """Run the completion ``kind``; ``typed`` are the variables that a shell sets."""
    variables: dict[str, Any] = {name: os.fsdecode(value) for name, value in typed.items()}
    return run_rulebook(_RULEBOOK_COMPLETE=kind, **variables)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("typed", [{}, {"COMP_WORDS": "rulebook"}, {"COMP_CWORD": "1"}])
def test_missing_variables_are_reported(shell: str, typed: dict[str, str]) -> None:
    done = complete(f"{shell}_complete", **typed)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"rulebook: COMP_WORDS and COMP_CWORD")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("index", ["", "x", "1.5", "9" * 5000])
def test_word_index_that_is_no_number_is_reported(index: str) -> None:
    done = complete("bash_complete", COMP_WORDS="rulebook sh", COMP_CWORD=index)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


@pytest.mark.parametrize("kind", ["tcsh_complete", "bash", "bash_x", "x"])
def test_unknown_shell_gets_list_of_shells(kind: str) -> None:
    done = complete(kind)
    assert done.returncode == 2
    assert b"fish_source" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="its variables are text")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_name_that_is_not_utf8_is_left_to_the_shell(shell: str) -> None:
    at: bytes = b"a\xff" if shell == "fish" else b"2"
    done = complete(f"{shell}_complete", COMP_WORDS=b"rulebook --corpus a\xff", COMP_CWORD=at)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"dir")


def test_folders_are_left_to_the_shell() -> None:
    done = complete("bash_complete", COMP_WORDS="rulebook --corpus co", COMP_CWORD="2")
    assert done.stdout.strip() == b"dir,co"
