"""The build of the wheel: what is made from the shipped corpus is made here, once for all."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_DATA = ("corpus", "grammar", "site")


def _digest(package: Path) -> str:
    """Return a key of all code in ``package``, for caches that must not outlive it."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def shipping_environment(package: Path, built: Path) -> dict[str, str]:
    """Return the environment in which ``package`` builds into ``built``.

    What pip installs for the build it names in ``PYTHONPATH``, so that must stay.
    """
    before = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(package.parent), *([before] if before else [])]),
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "RULEBOOK_CACHE": str(built),
    }


class ReadyMade(BuildHookInterface):
    """Runs the package as it will be installed, and adds what that builds to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill ``rulebook/built`` and ``share``; an editable install builds in the user's cache."""
        if version == "editable":
            return
        self._folder = Path(tempfile.mkdtemp(prefix="rulebook-built-"))
        package = self._folder / "package" / "rulebook"
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(Path(self.root) / "rulebook", package, ignore=ignored)
        for name in _DATA:
            shutil.copytree(Path(self.root) / name, package / name, ignore=ignored)
        built = package / "built"
        built.mkdir(mode=0o700)
        (built / "code.txt").write_text(_digest(package), encoding="ascii")
        shared = self._folder / "share"
        environment = shipping_environment(package, built)
        for program in (["rulebook.shipping"], ["rulebook.cli.manual", str(shared)]):
            command = [sys.executable, "-m", *program]
            subprocess.run(command, check=True, env=environment, cwd=package.parent)
        build_data["force_include"][str(built)] = "rulebook/built"
        build_data["shared_data"][str(shared)] = "share"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)
