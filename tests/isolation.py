"""Keep tests, and the programs that they start, away from the user's cache."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_FILES = ("open", "os.mkdir", "os.listdir", "os.scandir", "os.rename", "os.remove")


class TouchedUsersCache(BaseException):
    """A test tried to use the user's cache. A ``BaseException``, so that no handler hides it."""


def forbid_users_cache(users: Path, tests: Path) -> None:
    """Make any use of the folder ``users``, the user's cache, in this process an error.

    The cache of programs that this process starts must be in ``tests``.
    """

    def watch(event: str, args: tuple[object, ...]) -> None:
        if event in _FILES:
            check_path(args[0], users)
        elif event == "subprocess.Popen":
            check_environment(args[3], tests)

    sys.addaudithook(watch)


def check_path(path: object, users: Path) -> None:
    """Raise :class:`TouchedUsersCache` if ``path`` is in ``users``."""
    if isinstance(path, str | bytes) and os.fsdecode(path).startswith(str(users)):
        raise TouchedUsersCache(path)


def check_environment(given: object, tests: Path) -> None:
    """Raise :class:`TouchedUsersCache` if the cache of a program would not be in ``tests``.

    ``given`` is its environment, or ``None`` for that of this process.
    """
    environment = given if isinstance(given, Mapping) else os.environ
    cache = environment.get("RULEBOOK_CACHE", "")
    if not Path(cache).is_relative_to(tests):
        raise TouchedUsersCache(f"RULEBOOK_CACHE={cache}")
