"""Temporary files in memory: making one on a disk may take a hundred times as long."""

from __future__ import annotations

import atexit
import os
import tempfile
from pathlib import Path
from shutil import disk_usage, rmtree

# The folder of Linux for files in memory, and more space than all tests need at a time.
_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30


def keep_temporary_files_in_memory() -> None:
    """Make temporary files in memory from now on, in this process and those that it starts.

    Do nothing if the user has set ``TMPDIR``, or memory has too little space.
    """
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK | os.X_OK):
        return
    if disk_usage(_MEMORY).free > _ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


def folder_of_this_process(prefix: str) -> Path:
    """Return a new folder that is deleted when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    atexit.register(rmtree, folder, ignore_errors=True)
    return folder
