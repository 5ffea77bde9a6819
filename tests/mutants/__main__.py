"""``make mutants``: break the code on purpose, one break at a time, and run the tests.

This happens in copies of the tree.  The tests must pass on an unchanged copy; then each break is
made, its tests are run, and the break is reverted.  Words after the command select the breaks
that contain one of them.
"""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.breaks import Break, read_breaks
from tests.support import ROOT, SHARED

_LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", ".*_cache", ".fuzz", ".hypothesis"),
    "__pycache__",
    "*.egg-info",
    "dist",
    "build",
)
_PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header")
# Exit codes of pytest: all tests pass, some fail.
_PASSED, _FAILED = 0, 1


def main(words: list[str]) -> int:
    """Make the breaks that contain one of ``words``, or all; return 1 if one is not detected."""
    breaks = [each for each in read_breaks() if not words or any(w in str(each) for w in words)]
    with TemporaryDirectory(prefix="mutants-") as folder:
        copies = [_copy(Path(folder) / str(place)) for place in range(os.cpu_count() or 1)]
        if not _all_pass(copies, breaks):
            return 1
        undetected = list(_undetected(copies, breaks))
    print(f"{len(breaks) - len(undetected)} of {len(breaks)} breaks were detected")
    return 1 if undetected else 0


def _copy(folder: Path) -> Path:
    """Copy the tree into ``folder``, with a link to the shared folder next to it."""
    shutil.copytree(ROOT, folder / ROOT.name, ignore=_LEFT_OUT)
    if SHARED.exists():
        (folder / SHARED.name).symlink_to(SHARED)
    # Compiled files with a timestamp would miss the second of two changes within a second.
    by_content = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder / ROOT.name / "rulebook", quiet=1, invalidation_mode=by_content)
    return folder / ROOT.name


def _all_pass(copies: list[Path], breaks: list[Break]) -> bool:
    """Return whether the tests pass in the unchanged copies."""
    tests = sorted({test for each in breaks for test in each.tests})
    with ThreadPoolExecutor(len(copies)) as pool:
        halves = [tests[place :: len(copies)] or tests[:1] for place in range(len(copies))]
        results = list(pool.map(_pytest, copies, halves))
    for code, output in results:
        if code != _PASSED:
            print(f"the tests fail before anything is broken:\n{output}")
    return all(code == _PASSED for code, _ in results)


def _undetected(copies: list[Path], breaks: list[Break]) -> Iterator[Break]:
    """Yield the breaks that no test detects; print the result of each at once."""
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def make(each: Break) -> str:
        copy = free.get()
        try:
            return _result(copy, each)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        for each, result in zip(breaks, pool.map(make, breaks), strict=True):
            print(f"{result:<11}{each}", flush=True)
            if result != "detected":
                yield each


def _result(copy: Path, each: Break) -> str:
    """Return ``detected`` or ``undetected``, else why the break could not be made."""
    if not each.fits(copy):
        return "stale"
    with _broken(copy, each):
        code, output = _pytest(copy, each.tests)
    if code in (_PASSED, _FAILED):
        return "detected" if code == _FAILED else "undetected"
    return f"broken\n{output}"


@contextmanager
def _broken(copy: Path, each: Break) -> Iterator[None]:
    """Make the break in ``copy``, and revert it in the end."""
    (path,) = each.files(copy)
    original = path.read_bytes()
    path.write_text(original.decode().replace(each.code, each.replacement), encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(original)


def _pytest(copy: Path, tests: tuple[str, ...] | list[str]) -> tuple[int, str]:
    """Run ``tests`` in ``copy`` until one fails; return exit code and output."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    command = [*_PYTEST, "-x", *tests]
    process = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    return process.returncode, process.stdout + process.stderr


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
