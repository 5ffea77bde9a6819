"""What completes a line when what asks for it is no shell, or what is typed is no text."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import ROOT


def asked(what: str, **typed: bytes | str) -> subprocess.CompletedProcess[bytes]:
    """Ask for completion; ``typed`` are the variables in which a shell says what is typed."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "_RULEBOOK_COMPLETE": what}
    variables |= {name: os.fsdecode(value) for name, value in typed.items()}
    command = [sys.executable, "-m", "rulebook"]
    return subprocess.run(command, capture_output=True, env=variables, cwd=ROOT, timeout=120)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("typed", [{}, {"COMP_WORDS": "rulebook"}, {"COMP_CWORD": "1"}])
def test_who_does_not_say_what_is_typed_is_told(shell: str, typed: dict[str, str]) -> None:
    done = asked(f"{shell}_complete", **typed)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"rulebook: COMP_WORDS and COMP_CWORD")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("place", ["", "x", "1.5", "9" * 5000])
def test_a_place_that_is_no_number_is_told(place: str) -> None:
    done = asked("bash_complete", COMP_WORDS="rulebook sh", COMP_CWORD=place)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


@pytest.mark.parametrize("what", ["tcsh_complete", "bash", "bash_x", "x"])
def test_another_shell_is_told_which_there_are(what: str) -> None:
    done = asked(what)
    assert done.returncode == 2
    assert b"fish_source" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="its variables are text")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_name_that_is_not_utf8_is_left_to_the_shell(shell: str) -> None:
    at: bytes = b"a\xff" if shell == "fish" else b"2"
    done = asked(f"{shell}_complete", COMP_WORDS=b"rulebook --corpus a\xff", COMP_CWORD=at)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"dir")


def test_folders_are_left_to_the_shell() -> None:
    done = asked("bash_complete", COMP_WORDS="rulebook --corpus co", COMP_CWORD="2")
    assert done.stdout.strip() == b"dir,co"
