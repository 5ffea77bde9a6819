"""No test touches the cache of whoever runs the tests, nor does a program that a test starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_FILES = ("open", "os.mkdir", "os.listdir", "os.scandir", "os.rename", "os.remove")


class TouchedUsersCache(BaseException):
    """A test was about to use the user's cache; no handler of ordinary errors may hide it."""


def forbid_users_cache(users: Path, ours: Path) -> None:
    """Let nothing in this process use the folder ``users``, the user's cache.

    Programs that it starts must have their cache somewhere in ``ours``.
    """

    def watch(event: str, args: tuple[object, ...]) -> None:
        if event in _FILES:
            check_path(args[0], users)
        elif event == "subprocess.Popen":
            check_environment(args[3], ours)

    sys.addaudithook(watch)


def check_path(path: object, users: Path) -> None:
    """Raise :class:`TouchedUsersCache` where ``path`` lies in ``users``."""
    if isinstance(path, str | bytes) and os.fsdecode(path).startswith(str(users)):
        raise TouchedUsersCache(path)


def check_environment(given: object, ours: Path) -> None:
    """Raise :class:`TouchedUsersCache` where a program would not have its cache in ``ours``.

    ``given`` is its environment, or nothing where that is the one of this process.
    """
    environment = given if isinstance(given, Mapping) else os.environ
    cache = environment.get("RULEBOOK_CACHE", "")
    if not Path(cache).is_relative_to(ours):
        raise TouchedUsersCache(f"RULEBOOK_CACHE={cache}")
