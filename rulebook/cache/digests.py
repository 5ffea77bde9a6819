"""Digests of folders of data: keys for whatever is made of them.

The build of the wheel writes down the digests of the folders that ship.  Where sizes and times say
that nothing in such a folder was touched since it was installed, its digest is read and not made.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from rulebook.data import data_folder, is_installed

STAMP = "stamp.json"
# Files that others are made of; no other has a say.
_READ = (".toml", ".lark", ".txt", ".jsonl")
_SHIPPED = ("corpus", "grammar")
# No file that is read has more; a device has no end.
_MOST_BYTES = 100_000_000
# Seconds between the first and the last file of an installation.
_INSTALLING = 60


def folder_digest(folder: Path) -> str:
    """Return a key that changes whenever a file in ``folder`` that is read changes."""
    return _shipped_digest(folder) or _digest(str(folder))


def text_digest(*texts: bytes) -> str:
    """Return a key of ``texts``."""
    from hashlib import blake2b

    return blake2b(b"\0".join(texts), digest_size=16).hexdigest()


def write_stamp() -> None:
    """Write the digests of what ships, with the sizes and times that show it unchanged."""
    stamp = {
        name: {"digest": _digest(str(folder)), "places": _places(str(folder))}
        for name in _SHIPPED
        for folder in (data_folder(name),)
    }
    (data_folder("built") / STAMP).write_text(json.dumps(stamp), encoding="utf-8")


def _digest(folder: str) -> str:
    from hashlib import blake2b

    content = blake2b(digest_size=16)
    for path in _files(folder):
        content.update(path[len(folder) :].replace(os.sep, "/").encode() + b"\0")
        with open(path, "rb") as file:  # noqa: PTH123 - half the time of Path.read_bytes
            content.update(file.read(_MOST_BYTES))
    return content.hexdigest()


def _files(folder: str) -> list[str]:
    """Return the files in ``folder`` that are read, in their order."""
    return sorted(
        f"{place}{os.sep}{name}"
        for place, _, names in os.walk(folder)
        if f"{os.sep}." not in place[len(folder) :]
        for name in names
        if name.endswith(_READ)
    )


# ---- What ships


def _places(folder: str) -> dict[str, int]:
    """Return every folder in ``folder``, itself too, with -1, and every file with its size."""
    places = {}
    for place, _, names in os.walk(folder):
        inside = place[len(folder) :].replace(os.sep, "/")
        places[inside] = -1
        places |= {f"{inside}/{name}": Path(place, name).stat().st_size for name in names}
    return places


def _shipped_digest(folder: Path) -> str | None:
    """Return the digest of ``folder`` that the build wrote down, if it ships and is untouched."""
    if not is_installed() or folder != data_folder(folder.name):
        return None
    path = data_folder("built") / STAMP
    try:
        stamp = json.loads(path.read_bytes())[folder.name]
        latest = path.stat().st_mtime + _INSTALLING
        is_same = all(
            _is_untouched(f"{folder}{place}", size, latest)
            for place, size in stamp["places"].items()
        )
        return str(stamp["digest"]) if is_same else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _is_untouched(path: str, size: int, latest: float) -> bool:
    """Whether nothing was written to ``path``, or in a folder made or removed, after ``latest``."""
    found = os.stat(path)  # noqa: PTH116 - a fifth of the time of Path.stat
    return found.st_mtime <= latest and size in (-1, found.st_size)
