"""``make audit`` checks the locked packages; ``make lock`` writes the lock files.

The audit asks the registry of pip: it must have each file with its digest, not yanked. Installed
versions must be those of the lock file, under a free licence. CI asks another service for known
vulnerabilities, because not every registry has them.
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
# Licences that require at most a notice for an unmodified package.
_FREE = re.compile(r"MIT|BSD|Apache|Mozilla|MPL|Python Software|PSF|ISC|Unlicense|Public Domain")
_PIP = (
    *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"),
    *("--no-deps", "--require-hashes", "--requirement", str(LOCK)),
)


def write_locks() -> None:
    """Let uv write the lock files of development, CI and the fuzzer, with all digests."""
    for lock, extras, purpose in (
        (LOCK, ("test", "pdf", "docs"), "What development and CI install"),
        (FUZZ_LOCK, ("fuzz",), "What the fuzzer needs, and nothing else"),
    ):
        chosen = [f"--extra={extra}" for extra in extras]
        made = subprocess.run([*_UV, *chosen], capture_output=True, text=True, check=True, cwd=ROOT)
        lock.write_text(f"# {purpose}; `make lock` writes this.\n{made.stdout}", encoding="utf-8")


def audit() -> int:
    """Print all faults; return 1 if there is one."""
    locked = list(pins(LOCK.read_text(encoding="utf-8")))
    wrong = [*_registry_faults(), *faults_here(locked)]
    print("\n".join([*wrong, f"{len(locked)} packages, {len(wrong)} faults"]))
    return 1 if wrong else 0


def _registry_faults() -> Iterator[str]:
    asked = subprocess.run(_PIP, capture_output=True, text=True)
    if asked.returncode:
        yield asked.stderr.strip()
    yield from (line for line in asked.stderr.splitlines() if "yanked" in line)


def faults_here(locked: list[Pin]) -> Iterator[str]:
    """Yield the faults of installed packages, for the pins that this system needs."""
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
    """Return the licence that a package declares, or the beginning of its licence file."""
    about = metadata(name)
    classifiers = [line for line in about.get_all("Classifier", []) if line.startswith("License")]
    names = (
        *about.get_all("License-Expression", []),
        *classifiers,
        *about.get_all("License", []),
    )
    texts = (path for path in files(name) or () if path.stem.upper() in ("LICENSE", "LICENCE"))
    return ("; ".join(names) or "".join(path.read_text() for path in texts))[:200]


if __name__ == "__main__":
    if sys.argv[1:] == ["lock"]:
        write_locks()
    else:
        sys.exit(audit())
