"""``make audit``: is what the lock file names still good?  ``make lock`` writes it anew.

The audit asks the registry that pip asks: each file must be there with its digest, and not be
withdrawn.  It looks at what is installed: the versions must be those of the lock file, under a
licence that lets anybody use it.  What is known of holes in these versions is asked in CI, of a
service that not every registry has.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files, metadata, version

from tests.supply.lock import FUZZ_LOCK, LOCK, Pin, pins
from tests.support import ROOT

_UV = (
    *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--upgrade", "--quiet"),
    *("--generate-hashes", "--universal", "--python-version=3.11", "--no-header"),
)
# Licences that ask for a notice at most where the package is used as it is.
_FREE = re.compile(r"MIT|BSD|Apache|Mozilla|MPL|Python Software|PSF|ISC|Unlicense|Public Domain")
_PIP = (
    *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"),
    *("--no-deps", "--require-hashes", "--requirement", str(LOCK)),
)


def write_locks() -> None:
    """Have uv write what development, CI and the fuzzer install, with the digests of all files."""
    for lock, extras, told in (
        (LOCK, ("test", "pdf", "docs"), "What development and CI install"),
        (FUZZ_LOCK, ("fuzz",), "What the fuzzer needs, and nothing else"),
    ):
        chosen = [f"--extra={extra}" for extra in extras]
        made = subprocess.run([*_UV, *chosen], capture_output=True, text=True, check=True, cwd=ROOT)
        lock.write_text(f"# {told}; `make lock` writes this.\n{made.stdout}", encoding="utf-8")


def audit() -> int:
    """Print what is wrong; return 1 where anything is."""
    locked = list(pins(LOCK.read_text(encoding="utf-8")))
    wrong = [*_at_registry(), *faults_here(locked)]
    print("\n".join([*wrong, f"{len(locked)} packages, {len(wrong)} faults"]))
    return 1 if wrong else 0


def _at_registry() -> Iterator[str]:
    asked = subprocess.run(_PIP, capture_output=True, text=True)
    if asked.returncode:
        yield asked.stderr.strip()
    yield from (line for line in asked.stderr.splitlines() if "yanked" in line)


def faults_here(locked: list[Pin]) -> Iterator[str]:
    """Yield what is wrong with what is installed, of the pins that this system needs."""
    for pin in (pin for pin in locked if pin.is_needed_here):
        try:
            found = version(pin.name)
        except PackageNotFoundError:
            yield f"{pin.name}: not installed"
            continue
        if found != pin.version:
            yield f"{pin.name}: {found} is installed, {pin.version} is locked"
        if not _FREE.search(licence := licence_of(pin.name)):
            yield f"{pin.name}: under {licence or 'no licence that it names'}"


def licence_of(name: str) -> str:
    """Return what an installed package says of its licence, its file of it where nothing else."""
    about = metadata(name)
    classifiers = [line for line in about.get_all("Classifier", []) if line.startswith("License")]
    said = (*about.get_all("License-Expression", []), *classifiers, *about.get_all("License", []))
    texts = (path for path in files(name) or () if path.stem.upper() in ("LICENSE", "LICENCE"))
    return ("; ".join(said) or "".join(path.read_text() for path in texts))[:200]


if __name__ == "__main__":
    if sys.argv[1:] == ["lock"]:
        write_locks()
    else:
        sys.exit(audit())
