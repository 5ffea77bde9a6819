"""Paths of data: what ships with Rulebook, and what is the user's own.

In a checkout ``corpus/``, ``grammar/`` and ``site/`` are next to the package; in an installed
wheel they are inside it, with ``built/``, which has all that is made from them.  What a
user adds is in the user's own data folder, what a user prefers in a file of settings, what is
kept in the user's cache folder, and anything else in the files that a user names.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def is_installed() -> bool:
    """Whether this package came out of a wheel, so that nobody edits it."""
    return (_PACKAGE / "corpus").is_dir()


def data_folder(name: str) -> Path:
    """Return the folder of data called ``name`` (``corpus``, ``grammar``, ``site``, ``built``)."""
    return (_PACKAGE if is_installed() else _PACKAGE.parent) / name


def own_corpus() -> Path:
    """Return the folder of the games that the user changed or added; it need not be there.

    It is ``corpus`` in ``$RULEBOOK_DATA`` or in the user's own data folder.
    """
    return _user_data() / "corpus"


def own_rulings() -> Path:
    """Return the folder of the rulings that the user took in; it need not be there."""
    return _user_data() / "rulings"


def own_settings() -> Path:
    """Return the file of what the user prefers; it need not be there.

    It is ``$RULEBOOK_SETTINGS``, or ``settings.toml`` in the user's own folder of settings.
    """
    named = os.environ.get("RULEBOOK_SETTINGS")
    return Path(named) if named else _user_folder("config", ".config") / "settings.toml"


def own_cache() -> Path:
    """Return the folder of what is built once and kept: ``$RULEBOOK_CACHE`` or the user's own."""
    named = os.environ.get("RULEBOOK_CACHE")
    return Path(named) if named else _user_folder("cache", ".cache")


def _user_data() -> Path:
    named = os.environ.get("RULEBOOK_DATA")
    return Path(named) if named else _user_folder("data", ".local/share")


def _user_folder(kind: str, on_linux: str) -> Path:
    """Return the folder of this program for one ``kind`` of the user's files."""
    if sys.platform == "linux":
        # What platformdirs says there, without the 15 ms that it takes to load.
        xdg = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        return Path(xdg if xdg.startswith("/") else Path.home() / on_linux) / "rulebook"
    import platformdirs

    found: Path = getattr(platformdirs, f"user_{kind}_path")("rulebook")
    return found
