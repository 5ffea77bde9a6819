"""The lock files: packages that development and CI install, with the digests of their files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support import ROOT

LOCK = ROOT / "requirements" / "dev.lock"
FUZZ_LOCK = ROOT / "requirements" / "fuzz.lock"
_PIN = re.compile(
    r"(?m)^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)(?: ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)$"
)


@dataclass(frozen=True)
class Pin:
    """A package of the lock file; ``marker`` is the condition under which it is needed."""

    name: str
    version: str
    marker: str | None

    @property
    def is_needed_here(self) -> bool:
        """Return whether this system and this Python need the package."""
        return self.marker is None or Marker(self.marker).evaluate()


def pins(text: str) -> Iterator[Pin]:
    """Yield the packages of a lock file."""
    for match in _PIN.finditer(text):
        yield Pin(canonicalize_name(match["name"]), match["version"], match["marker"])


def requirements() -> Iterator[Requirement]:
    """Yield the requirements in ``pyproject.toml``: to run, to build, to test."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = data["project"]
    groups = project["optional-dependencies"].values()
    for row in (project["dependencies"], data["build-system"]["requires"], *groups):
        yield from map(Requirement, row)
