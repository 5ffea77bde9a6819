"""Temporary files in memory: on a disk, to make one may take a hundred times as long."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from shutil import disk_usage

# Where Linux has files in memory, and more than all of them need at a time.
_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30


def keep_temporary_files_in_memory() -> None:
    """Make them there from now on, in this process and those it starts.

    Nothing changes where the user named another place, or memory has no room.
    """
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK | os.X_OK):
        return
    if disk_usage(_MEMORY).free > _ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)
