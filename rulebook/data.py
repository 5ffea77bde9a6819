"""Paths of the data that Rulebook ships, next to the package or inside a wheel, and of the user."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def is_installed() -> bool:
    """Whether this package is from a wheel: its data is then inside it, with stored digests."""
    return (_PACKAGE / "corpus").is_dir()


def data_folder(name: str) -> Path:
    """Return the path of a shipped folder (corpus, grammar, site), from a wheel or a checkout."""
    return (_PACKAGE if is_installed() else _PACKAGE.parent) / name


def own_corpus() -> Path:
    """Return the folder of the user's games: an update would replace them inside the package."""
    return _user_folder("data", ".local/share", "RULEBOOK_DATA") / "corpus"


def own_rulings() -> Path:
    """Return the folder of the rulings that the user imported; an update does not replace them."""
    return own_corpus().with_name("rulings")


def own_settings() -> Path:
    """Return the path of the user's preferences; by ``$RULEBOOK_SETTINGS``, scripts use others."""
    named = os.environ.get("RULEBOOK_SETTINGS")
    return Path(named) if named else _user_folder("config", ".config") / "settings.toml"


def own_cache() -> Path:
    """Return the folder of the caches, which are built again if deleted."""
    return _user_folder("cache", ".cache", "RULEBOOK_CACHE")


def _user_folder(kind: str, on_linux: str, variable: str = "") -> Path:
    """Return the folder that ``variable`` names, as the usual disk may be full, else the system's
    for ``kind`` (config, cache, data), which is usually ``on_linux`` below the home folder."""
    if named := os.environ.get(variable):
        return Path(named)
    if sys.platform == "linux":
        # The same path as from platformdirs, without the 15 ms of importing it.
        xdg = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        return Path(xdg if xdg.startswith("/") else Path.home() / on_linux) / "rulebook"
    import platformdirs

    found: Path = getattr(platformdirs, f"user_{kind}_path")("rulebook")
    return found
