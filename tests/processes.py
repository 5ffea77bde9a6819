"""Run commands as processes, as a terminal does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")


def run_rulebook(
    *args: str, stdin: bytes | None = None, cwd: Path = ROOT, shell: str = "", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in its own process, with ``shell`` (redirections) after it."""
    command: list[str] = [sys.executable, "-m", "rulebook", *args]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    if shell:
        command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
    return subprocess.run(
        command, input=stdin, capture_output=True, cwd=cwd, env=environment, timeout=120
    )


def _handle_interrupts() -> None:
    """Handle SIGINT even if the tests run in the background of a shell, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def spawn(
    *args: str | Path, temporary: Path | None = None, out: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run the command in its own process group, and kill the process in the end.

    The file ``out``, if given, receives its standard output.
    """
    environment = {**os.environ, **({"TMPDIR": str(temporary)} if temporary else {})}
    with (out or Path(os.devnull)).open("wb") as stdout:
        process = subprocess.Popen(
            [sys.executable, "-m", "rulebook", *map(str, args)],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            preexec_fn=_handle_interrupts,
            start_new_session=True,
        )
    assert process.stderr is not None
    with process.stderr:
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until ``condition`` returns true, for half a minute at most."""
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    assert condition()


def children(pid: int) -> list[str]:
    """Return the child processes of process ``pid`` (Linux)."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for task in tasks for child in task.read_text(encoding="ascii").split()]
