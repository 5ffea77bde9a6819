"""Folders that are whole or not there: filled out of sight, put in place in one step.

A folder is made under a hidden name next to its place.  The hidden one is locked for as long as its
maker lives, so that what a killed process left behind differs from what another process is
at work on.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISLNK

# Stands in the names of hidden folders, which nobody else makes.
_OURS = ".rulebook-"
_NEW, _OLD = "new", "old"
# Seconds: a hidden folder this young may not be locked yet; one this old, where the file system
# knows no locks, has no maker any more.
_YOUNG, _AGED = 2, 24 * 60 * 60
# Seconds: how long to wait for what another process makes, and between two looks.
_PATIENCE, _POLL = 60, 0.05
# From Linux's fs.h and fcntl.h.
_RENAME_EXCHANGE, _AT_FDCWD = 2, -100


@contextmanager
def sibling_folder(place: Path) -> Iterator[Path]:
    """Yield an empty folder next to ``place`` to fill, which is removed in the end unless moved.

    What killed processes left there is removed first.  Raises :class:`OSError` where nothing can
    be written.
    """
    from tempfile import mkdtemp

    clear_dead(place)
    hidden = Path(mkdtemp(prefix=f".{place.name}{_OURS}", dir=place.parent))
    lock = None
    try:
        lock = _lock(hidden, wait=True)  # somebody may be looking whether it is locked
        (hidden / _NEW).mkdir()
        yield hidden / _NEW
    finally:
        remove(hidden)
        if lock is not None:
            os.close(lock)


def put_in_place(new: Path, place: Path) -> None:
    """Put the folder ``new`` in the place of ``place``; what was there is at ``new`` afterwards.

    ``new`` comes from :func:`sibling_folder`.  It is one step where the system can exchange two
    folders (Linux); elsewhere there are two, and a process killed between them leaves the old one
    to :func:`clear_dead`, which brings it back.  Raises :class:`OSError`, with ``place`` as it was.
    """
    try:
        new.rename(place)
    except OSError:  # something is there
        if not exchange(new, place):
            _replace(new, place)


def clear_dead(place: Path) -> None:
    """Remove the hidden folders next to ``place`` whose makers were killed.

    Where one was killed while it replaced ``place``, the old folder is brought back first.
    """
    with suppress(OSError):
        for hidden in _hidden(place):
            if _is_dead(hidden):
                if not os.path.lexists(place) and (hidden / _OLD).is_dir():
                    (hidden / _OLD).rename(place)
                remove(hidden)


def wait_for_maker(place: Path) -> None:
    """Wait until nobody makes ``place`` any more, a minute at most: its maker may be suspended."""
    end = time.monotonic() + _PATIENCE
    with suppress(OSError):
        while any(map(_is_made, _hidden(place))) and time.monotonic() < end:
            time.sleep(_POLL)


def remove(folder: Path) -> None:
    """Remove ``folder`` with all that is in it, as far as it can be."""
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)


def is_own(path: Path) -> bool:
    """Whether ``path`` is no link, and nobody but this user and the administrator can write it."""
    found = path.lstat()
    if S_ISLNK(found.st_mode):
        return False
    if sys.platform == "win32":
        return True  # its folders are the user's own unless somebody gives them away
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & 0o022


def _hidden(place: Path) -> list[Path]:
    start = f".{place.name}{_OURS}"
    return [path for path in place.parent.iterdir() if path.name.startswith(start)]


def _is_made(hidden: Path) -> bool:
    """Return whether a running process holds the lock of ``hidden``."""
    try:
        lock = _lock(hidden)
    except BlockingIOError:
        return True
    if lock is not None:
        os.close(lock)
    return False


def _is_dead(hidden: Path) -> bool:
    """Whether ``hidden`` is a folder of ours that nobody is at work on."""
    age = time.time() - hidden.lstat().st_mtime
    if age < _YOUNG or not is_own(hidden) or not hidden.is_dir():
        return False
    try:
        lock = _lock(hidden)
    except BlockingIOError:
        return False
    if lock is None:
        return age > _AGED
    os.close(lock)
    return True


def _lock(folder: Path, *, wait: bool = False) -> int | None:
    """Lock ``folder`` until what is returned is closed or this process ends.

    ``None`` where the system has no such locks.  Raises :class:`BlockingIOError` where another
    process has it and we do not ``wait``.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        os.close(lock)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return lock


def exchange(one: Path, other: Path) -> bool:
    """Exchange two files or two folders in one step; return whether the system could."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        rename = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    paths = os.fsencode(one), os.fsencode(other)
    return bool(rename(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], _RENAME_EXCHANGE) == 0)


def _replace(new: Path, place: Path) -> None:
    """Exchange two folders in steps; whatever happens between them, ``place`` comes back."""
    old = new.with_name(_OLD)
    try:
        place.rename(old)
        new.rename(place)
    except BaseException:
        if not os.path.lexists(place):
            old.rename(place)
        raise
    old.rename(new)
