"""Folders that are complete or absent: filled under a hidden name, then renamed in one step. The
process that fills a hidden folder locks it; an unlocked one was left by a killed process."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISLNK

_OURS = ".rulebook-"  # part of the names of our hidden folders, which no other program uses
_NEW, _OLD = "new", "old"
# Seconds: a hidden folder younger than the first may not be locked yet; one older than the second,
# on a file system without locks, is not being filled any more.
_YOUNG, _AGED = 2, 24 * 60 * 60
# Seconds to wait for a folder that another process fills, and between two checks.
_LONGEST_WAIT, _POLL = 60, 0.05
_RENAME_EXCHANGE, _AT_FDCWD = 2, -100  # From Linux's fs.h and fcntl.h


@contextmanager
def sibling_folder(place: Path) -> Iterator[Path]:
    """Yield an empty folder, to be filled and moved to ``place`` in one step, so ``place`` is never
    incomplete. Its hidden parent is next to ``place``, as moving to another disk is not atomic. The
    process locks the parent while it runs, and removes it at the end. Raises :class:`OSError`."""
    from tempfile import mkdtemp  # not needed in most runs

    clear_dead(place)
    hidden = Path(mkdtemp(prefix=f".{place.name}{_OURS}", dir=place.parent))
    lock = None
    try:
        lock = _lock(hidden, wait=True)  # another process may just be testing the lock
        (hidden / _NEW).mkdir()
        yield hidden / _NEW
    finally:
        remove(hidden)
        if lock is not None:
            os.close(lock)


def put_in_place(new: Path, place: Path) -> None:
    """Move ``new`` (of :func:`sibling_folder`) to ``place``, and the old folder to ``new``: callers
    may find that it has changed, and move it back. After a kill, :func:`clear_dead` restores it."""
    with suppress(OSError):  # something is there
        new.rename(place)
        return
    if exchange(new, place):
        return
    old = new.with_name(_OLD)
    try:
        place.rename(old)
        new.rename(place)
    except BaseException:
        if not os.path.lexists(place):
            old.rename(place)
        raise
    old.rename(new)


def clear_dead(place: Path) -> None:
    """Remove hidden folders that killed processes left; restore one that was being replaced."""
    with suppress(OSError):
        for hidden in _hidden_siblings(place):
            age = time.time() - hidden.lstat().st_mtime
            if age < _YOUNG or not is_own(hidden) or not hidden.is_dir():
                continue  # perhaps not locked yet, or not made by us
            is_locked = _is_locked(hidden)  # None on a file system without locks: its age decides
            if is_locked or (is_locked is None and age <= _AGED):
                continue
            if not os.path.lexists(place) and (hidden / _OLD).is_dir():
                (hidden / _OLD).rename(place)
            remove(hidden)


def wait_for_maker(place: Path) -> None:
    """Wait, a minute at most, until no other process fills ``place``, so it is not built twice."""
    end = time.monotonic() + _LONGEST_WAIT
    with suppress(OSError):
        while any(map(_is_locked, _hidden_siblings(place))) and time.monotonic() < end:
            time.sleep(_POLL)


def remove(folder: Path) -> None:
    """Remove ``folder``; what cannot be removed stays without an error: it is only a cache."""
    from shutil import rmtree  # not needed in most runs

    rmtree(folder, ignore_errors=True)


def is_own(path: Path) -> bool:
    """Whether ``path`` is not a link, and others than this user and root cannot write to it."""
    found = path.lstat()
    if S_ISLNK(found.st_mode):
        return False
    if sys.platform == "win32":
        return True  # its folders are the user's own unless somebody gives them away
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & 0o022


def _hidden_siblings(place: Path) -> list[Path]:
    """Return the hidden folders in which processes, running or killed, fill a new ``place``."""
    start = f".{place.name}{_OURS}"
    return [path for path in place.parent.iterdir() if path.name.startswith(start)]


def _is_locked(hidden: Path) -> bool | None:
    """True if a process still fills ``hidden``, False if it was killed; None without locks."""
    try:
        lock = _lock(hidden)
    except BlockingIOError:
        return True
    if lock is None:
        return None
    os.close(lock)
    return False


def _lock(folder: Path, *, wait: bool = False) -> int | None:
    """Lock ``folder`` until the returned descriptor is closed, so others see that it is in use;
    None without locks. Raises :class:`BlockingIOError` if it is locked, unless we may ``wait``."""
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
    """Exchange two files or folders in one step, so neither is ever missing; False if it cannot."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        rename = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    paths = os.fsencode(one), os.fsencode(other)
    return bool(rename(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], _RENAME_EXCHANGE) == 0)
