"""What is built once and kept in the user's cache folder, whole or not there at all.

It lies in a folder named after the content that it was made from.  It is written beside,
then renamed, so that other processes see all of it or nothing; a manifest of sizes and digests
tells a damaged one, which is built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

MANIFEST = "manifest.json"
_KEPT = 3


def cache_root() -> Path:
    """Return the folder that everything is kept in: ``$RULEBOOK_CACHE`` or the user's own."""
    if named := os.environ.get("RULEBOOK_CACHE"):
        return Path(named)
    if sys.platform == "linux":
        # What platformdirs says there, without the 15 ms that it takes to load.
        xdg = os.environ.get("XDG_CACHE_HOME", "")
        return Path(xdg if xdg.startswith("/") else Path.home() / ".cache") / "rulebook"
    from platformdirs import user_cache_path

    return user_cache_path("rulebook")


def cached_folder(root: Path, name: str, fill: Callable[[Path], None]) -> Path:
    """Return the folder ``root/name`` as :func:`ensure_folder` does.

    Where nothing can be written, it lies in a temporary folder for this process, with a warning.
    """
    try:
        return ensure_folder(root, name, fill)
    except OSError as error:
        warnings.warn(f"cannot keep anything in {root}: {error}", stacklevel=3)
        return ensure_folder(_temporary(), name, fill)


@cache
def _temporary() -> Path:
    """Return a folder that lives as long as this process."""
    from tempfile import TemporaryDirectory

    folder = TemporaryDirectory(prefix="rulebook-")
    _ALIVE.append(folder)
    return Path(folder.name)


_ALIVE: list[TemporaryDirectory[str]] = []


def ensure_folder(root: Path, name: str, fill: Callable[[Path], None]) -> Path:
    """Return the folder ``root/name``, filled by ``fill`` if it is missing or damaged.

    ``fill`` gets an empty folder beside the final one.  Safe when several processes call it at
    once: each builds its own, the first to finish wins.  Raises :class:`OSError` where ``root``
    cannot be written and there is no whole folder yet.
    """
    folder = root / name
    if is_whole(folder):
        return folder
    root.mkdir(parents=True, exist_ok=True)
    beside = _folder_beside(folder)
    try:
        fill(beside)
        _write_manifest(beside)
        _put_in_place(beside, folder)
    finally:
        _remove(beside)
    _forget_old(root, name)
    return folder


def is_whole(folder: Path) -> bool:
    """Whether ``folder`` holds exactly what its manifest says, byte for byte."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return bool(manifest == _digests(folder))
    except (OSError, ValueError):
        return False


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write ``data`` as compact JSON, a file for a folder of this cache."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.blake2b(
            path.read_bytes(), digest_size=16
        ).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def _write_manifest(folder: Path) -> None:
    text = json.dumps(_digests(folder), indent=0)
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def _put_in_place(beside: Path, folder: Path) -> None:
    try:
        beside.rename(folder)
    except OSError:
        if is_whole(folder):
            return  # another process was first
        broken = _folder_beside(folder)
        try:
            folder.rename(broken / "old")
            beside.rename(folder)
        except OSError:
            if not is_whole(folder):
                raise
        finally:
            _remove(broken)


def _forget_old(root: Path, name: str) -> None:
    """Remove all but the newest few folders of the same sort as ``name``.

    A folder that a killed build left half done is one of them.
    """
    sort = name.split("-")[0]
    old = [
        path for path in (*root.glob(f"{sort}-*"), *root.glob(f".{sort}-*")) if path.name != name
    ]
    with suppress(OSError):  # another process may be doing the same
        old.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in old[_KEPT - 1 :]:
            _remove(path)


# Both are imported only here: most calls find a whole folder, and the imports take 4 ms.


def _folder_beside(folder: Path) -> Path:
    from tempfile import mkdtemp

    return Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))


def _remove(folder: Path) -> None:
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)
