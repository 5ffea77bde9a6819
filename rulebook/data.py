"""Paths of data: the folders that Rulebook ships, and those of the user.

In a checkout ``corpus/``, ``grammar/`` and ``site/`` are next to the package; in an installed
wheel they are inside it, with ``built/``, which has the caches built from them.  Games and rulings
that a user adds are in the user's data folder, preferences in a settings file, caches in the user's
cache folder; everything else is in files that the user names.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def is_installed() -> bool:
    """Whether this package was installed from a wheel: its data is then inside the package, and
    nobody edits its files, so caches can rely on the digests shipped with them."""
    return (_PACKAGE / "corpus").is_dir()


def data_folder(name: str) -> Path:
    """Return the path of the shipped folder ``name`` (corpus, grammar, site). It is inside an
    installed package but next to it in a checkout, which callers need not know."""
    return (_PACKAGE if is_installed() else _PACKAGE.parent) / name


def own_corpus() -> Path:
    """Return the folder of the games that the user changed or added. It is not inside the package,
    where an update of the program would replace it."""
    return _user_data() / "corpus"


def own_rulings() -> Path:
    """Return the folder of the rulings that the user imported; an update does not replace them."""
    return _user_data() / "rulings"


def own_settings() -> Path:
    """Return the path of the user's preferences: ``$RULEBOOK_SETTINGS`` if set, so a script can use
    others, else ``settings.toml`` in the system's folder for settings of programs."""
    named = os.environ.get("RULEBOOK_SETTINGS")
    return Path(named) if named else _user_folder("config", ".config") / "settings.toml"


def own_cache() -> Path:
    """Return the folder of the caches, which are built again if deleted: ``$RULEBOOK_CACHE`` if
    set, since the usual disk may be full or read-only, else the system's folder for caches."""
    named = os.environ.get("RULEBOOK_CACHE")
    return Path(named) if named else _user_folder("cache", ".cache")


def _user_data() -> Path:
    """Return the folder of what the user adds: ``$RULEBOOK_DATA`` if set, else the system's folder
    for user data, which an update of the program does not replace."""
    named = os.environ.get("RULEBOOK_DATA")
    return Path(named) if named else _user_folder("data", ".local/share")


def _user_folder(kind: str, on_linux: str) -> Path:
    """Return this program's folder for ``kind`` (config, cache, data) where the operating system
    has such folders; ``on_linux`` is its usual place below the home folder."""
    if sys.platform == "linux":
        # The same path as from platformdirs, without the 15 ms of importing it.
        xdg = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        return Path(xdg if xdg.startswith("/") else Path.home() / on_linux) / "rulebook"
    import platformdirs

    found: Path = getattr(platformdirs, f"user_{kind}_path")("rulebook")
    return found
