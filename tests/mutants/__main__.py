"""``make mutants``: break the code on purpose, one break at a time, and see the tests go red.

All of it happens in copies of the tree.  First the tests are run on a copy that is not broken;
then each break is made, its tests are run, and the break is taken back.  Words behind the command
choose breaks that hold one of them.
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
# What pytest leaves with: all green, some red.
_GREEN, _RED = 0, 1


def main(words: list[str]) -> int:
    """Make the breaks that hold one of ``words``, or all; return 1 where one went unseen."""
    breaks = [each for each in read_breaks() if not words or any(w in str(each) for w in words)]
    with TemporaryDirectory(prefix="mutants-") as folder:
        copies = [_copy(Path(folder) / str(place)) for place in range(os.cpu_count() or 1)]
        if not _is_green(copies, breaks):
            return 1
        unseen = list(_unseen(copies, breaks))
    print(f"{len(breaks) - len(unseen)} of {len(breaks)} breaks were seen")
    return 1 if unseen else 0


def _copy(folder: Path) -> Path:
    """Return a copy of the tree in ``folder``, with the shared folder beside it."""
    shutil.copytree(ROOT, folder / ROOT.name, ignore=_LEFT_OUT)
    if SHARED.exists():
        (folder / SHARED.name).symlink_to(SHARED)
    # Of two changes within a second, files compiled by time would not see the second.
    by_content = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder / ROOT.name / "rulebook", quiet=1, invalidation_mode=by_content)
    return folder / ROOT.name


def _is_green(copies: list[Path], breaks: list[Break]) -> bool:
    """Whether the tests pass in the copies as they are."""
    tests = sorted({test for each in breaks for test in each.tests})
    with ThreadPoolExecutor(len(copies)) as pool:
        halves = [tests[place :: len(copies)] or tests[:1] for place in range(len(copies))]
        results = list(pool.map(_pytest, copies, halves))
    for code, output in results:
        if code != _GREEN:
            print(f"the tests are red before anything is broken:\n{output}")
    return all(code == _GREEN for code, _ in results)


def _unseen(copies: list[Path], breaks: list[Break]) -> Iterator[Break]:
    """Yield the breaks that turned no test red, telling of each as soon as it is known."""
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def make(each: Break) -> str:
        copy = free.get()
        try:
            return _fate(copy, each)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        for each, fate in zip(breaks, pool.map(make, breaks), strict=True):
            print(f"{fate:<8}{each}", flush=True)
            if fate != "seen":
                yield each


def _fate(copy: Path, each: Break) -> str:
    """Return what became of a break: seen or unseen, else why it could not be made."""
    if not each.fits(copy):
        return "stale"
    with _broken(copy, each):
        code, output = _pytest(copy, each.tests)
    if code in (_GREEN, _RED):
        return "seen" if code == _RED else "unseen"
    return f"broken\n{output}"


@contextmanager
def _broken(copy: Path, each: Break) -> Iterator[None]:
    """Make the break in ``copy`` and take it back in the end."""
    (path,) = each.files(copy)
    whole = path.read_bytes()
    path.write_text(whole.decode().replace(each.code, each.instead), encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(whole)


def _pytest(copy: Path, tests: tuple[str, ...] | list[str]) -> tuple[int, str]:
    """Run ``tests`` in ``copy`` up to the first that fails; return exit code and output."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    command = [*_PYTEST, "-x", *tests]
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
