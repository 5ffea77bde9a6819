"""Digests of data folders, by which the caches that are built from them are named. Those of the
shipped folders are stored in the wheel, so an installed program need not read all files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from rulebook.data import data_folder, is_installed
from rulebook.errors import CorpusError

STAMP = "stamp.json"
# The endings of source files; other files do not change the digest.
_READ = (".toml", ".lark", ".txt", ".jsonl")
_SHIPPED = ("corpus", "grammar")
# Seconds between the first and the last file of an installation.
_INSTALLING = 60


def folder_digest(folder: Path) -> str:
    """Return a key that changes whenever a source file in ``folder`` changes; it names caches. For
    a shipped folder as installed, the wheel's stamp file has it, so not all files are read."""
    if is_installed() and folder == data_folder(folder.name):
        with suppress(OSError, ValueError, LookupError, TypeError):
            path = data_folder("built") / STAMP
            stamp = json.loads(path.read_bytes())[folder.name]
            latest = path.stat().st_mtime + _INSTALLING  # other files may be installed later
            for place, size in stamp["places"].items():
                found = os.stat(f"{folder}{place}")  # noqa: PTH116 - a fifth of Path.stat's time
                if found.st_mtime > latest or size not in (-1, found.st_size):  # -1: a folder
                    break
            else:
                return str(stamp["digest"])
    return _computed_digest(str(folder))


def text_digest(*texts: bytes) -> str:
    """Return a digest of ``texts``, by which caches are named and damaged files are found."""
    from hashlib import blake2b

    return blake2b(b"\0".join(texts), digest_size=16).hexdigest()


def write_stamp() -> None:
    """Write the stamp file of the wheel: for each shipped folder its digest, and the size of each
    file (-1: a folder), by which :func:`folder_digest` sees that nothing has changed."""
    stamp = {}
    for name in _SHIPPED:
        folder, places = str(data_folder(name)), {}
        for place, _, names in os.walk(folder):
            inside = place[len(folder) :].replace(os.sep, "/")
            places[inside] = -1
            places |= {f"{inside}/{name}": Path(place, name).stat().st_size for name in names}
        stamp[name] = {"digest": _computed_digest(folder), "places": places}
    # Sorted, since file systems list a folder in orders of their own.
    (data_folder("built") / STAMP).write_text(json.dumps(stamp, sort_keys=True), encoding="utf-8")


def _computed_digest(folder: str) -> str:
    """Return the digest of all source files in ``folder``, for want of one stored in the wheel."""
    return files_digest(folder, sorted(source_files(folder)))


def files_digest(root: str, paths: Iterable[str]) -> str:
    """Return a digest of the names below ``root`` and the contents of the files at ``paths``.
    Raises :class:`CorpusError` for a pipe or device: reading it would wait, or never end."""
    from hashlib import blake2b

    content = blake2b(digest_size=16)
    for path in paths:
        content.update(path[len(root) :].replace(os.sep, "/").encode() + b"\0")
        if not S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - a fifth of Path.stat's time
            raise CorpusError(Path(path), "not a regular file")
        with open(path, "rb") as file:  # noqa: PTH123 - half the time of Path.read_bytes
            content.update(file.read())
    return content.hexdigest()


def source_files(folder: str, endings: tuple[str, ...] = _READ) -> Iterator[str]:
    """Yield the paths of the files with ``endings`` in ``folder`` and below, except hidden ones,
    also behind links to folders, since a game may be one."""
    for place, folders, names in walk_once(folder):
        folders[:] = sorted(name for name in folders if name[0] != ".")
        yield from (f"{place}{os.sep}{n}" for n in names if n[0] != "." and n.endswith(endings))


def walk_once(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what :func:`os.walk` yields for ``folder``, also behind links to folders, but each
    folder only once, since a link may lead back. Raises :class:`OSError` if one vanishes."""
    seen = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        found = os.stat(place)  # noqa: PTH116
        if (found.st_dev, found.st_ino) in seen:
            folders.clear()
            continue
        seen.add((found.st_dev, found.st_ino))
        yield place, folders, names
