"""Time grows linearly with the size of the input, and memory stays small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.growth.exponent import exponent
from tests.growth.kinds import KINDS, Kind
from tests.support import ROOT

pytestmark = pytest.mark.slow

MOST = 1.1
MOST_MEGABYTES = 400


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_time_grows_linearly(kind: Kind) -> None:
    assert exponent(kind, MOST) <= MOST


@pytest.mark.skipif(os.name != "posix", reason="no record of the memory of a process here")
def test_large_site_needs_little_memory(tmp_path: Path) -> None:
    """Build the site of a document 16 times as long as our longest, in its own process."""
    process = subprocess.run(
        [sys.executable, "-c", _SITE, str(tmp_path)],
        capture_output=True,
        check=True,
        cwd=ROOT,
        timeout=200,
    )
    assert int(process.stdout) < MOST_MEGABYTES


# Prints the most memory that the process had, in megabytes.
_SITE = """
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from rulebook.api import open_rules
from tests.growth.kinds import large_game

folder = large_game(Path(sys.argv[1]))
rules = open_rules(folder, cache=Path(sys.argv[1]) / "cache")
rules.search_tables.fill()
rules.build_site(Path(sys.argv[1]) / "site")
unit = 1 << (20 if sys.platform == "darwin" else 10)
most = getrusage(RUSAGE_SELF).ru_maxrss // unit
status = Path("/proc/self/status")
if status.exists():  # on Linux, ru_maxrss includes the parent's peak
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    most = int(lines["VmHWM"].split()[0]) // 1024
print(most)
"""
