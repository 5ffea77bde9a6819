"""The folder of a site, replaced as a whole in one step. It is ours if it holds exactly the files
that its marker ``site.json`` names with their digests: a build can make these again."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.cache.folders import clear_dead, put_in_place, sibling_folder
from rulebook.errors import SiteError
from rulebook.messages import Message

MARK = "site.json"
_MADE_BY = "rulebook"
_LITTER = {".DS_Store", "Thumbs.db", "desktop.ini"}  # left by file managers in any folder
_MOST_NAMES = 3  # names of foreign files in an error message
_FULL = (errno.ENOSPC, errno.EDQUOT)  # the errors of a disk without space
_HINT = "Name a new or empty folder, or clear this one yourself."


def digest(content: bytes) -> bytes:
    """Return the SHA-256 of a file, by which builds know it as theirs and browsers check it."""
    return hashlib.sha256(content).digest()


def marker(version: str, digests: Mapping[str, bytes]) -> str:
    """Return the content of ``site.json``: version and digests by which a build knows its files."""
    files = {path: found.hex() for path, found in digests.items()}
    data = {"made_by": _MADE_BY, "version": version, "files": files}
    return json.dumps(data, ensure_ascii=False, indent=0) + "\n"


def usable_folder(folder: Path, apart: Iterable[Path] = ()) -> Path:
    """Return the resolved ``folder``, which the site replaces. Raise :class:`SiteError` if files
    may be lost: it has foreign files, or one of ``apart`` (sources), the cwd or home is in it."""
    try:
        place = folder.resolve()
        clear_dead(place)  # left by killed builds
        kept = list(apart)
        for find in (Path.cwd, Path.home):
            with suppress(OSError, RuntimeError):  # it was removed, or the user has none
                kept.append(find())
        for each in kept:
            if each.resolve().is_relative_to(place):
                what = Message("a site at {place} would replace {folder}", place=place, folder=each)
                raise SiteError(what, hint="Name a folder that is only for the site.")
        if place.exists() and not place.is_dir():
            what = Message("{folder} is not a folder", folder=folder)
            raise SiteError(what, hint="Name a folder for the site.")
        if place.is_dir():
            _refuse_strangers(place, place)
        there = next(each for each in place.parents if each.is_dir())
        try:  # a build would fail minutes later
            with TemporaryDirectory(prefix=".rulebook-", dir=there):
                pass
        except OSError as error:
            what = Message("cannot write in {there}: {reason}", there=there, reason=error.strerror)
            raise SiteError(what, hint="Name a folder that you can write to.") from None
    except (OSError, RuntimeError) as error:  # the folder is gone, or links form a ring
        what = Message("cannot read {folder}: {error}", folder=folder, error=error)
        raise SiteError(what, hint="Name another folder.") from None
    return place


def write_site(place: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Replace the site at ``place`` with ``files``, all at once. If that fails, or foreign files
    were added meanwhile, raise :class:`SiteError` and leave the old site, so nothing is lost."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with sibling_folder(place) as new:
            for path, content in files:
                file = new / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            put_in_place(new, place)
            if new.is_dir():  # the old site
                try:
                    _refuse_strangers(new, place, by_name=True)
                except BaseException:
                    put_in_place(new, place)
                    raise
    except OSError as error:
        hint = _HINT
        if error.errno in (errno.EBUSY, errno.EXDEV):
            hint = "Name a subfolder: a mounted folder cannot be replaced."
        elif error.errno in _FULL:
            hint = "Free some space and run it again."
        raise SiteError("cannot write the site: {error}", error=error, hint=hint) from error


def _refuse_strangers(folder: Path, place: Path, *, by_name: bool = False) -> None:
    """Raise :class:`SiteError` with some names if ``folder`` has files that replacing the site at
    ``place`` would lose. ``by_name`` skips comparing contents, which is slow, for a second look."""
    files: Mapping[str, str] = {}  # the path and digest of each file in the marker
    with suppress(OSError, ValueError, RecursionError):
        data = json.loads((folder / MARK).read_text(encoding="utf-8"))
        ours = isinstance(data, dict) and data.get("made_by") == _MADE_BY
        if ours and isinstance(data.get("files"), dict):
            files = data["files"]
    if found := list(_strangers(folder, files, by_name)):
        names = ", ".join(found[:_MOST_NAMES]) + (" …" if found[_MOST_NAMES:] else "")
        form = "{place} has files that are not part of a site: {names}"
        raise SiteError(form, place=place, names=names, hint=_HINT)


def _strangers(folder: Path, files: Mapping[str, str], by_name: bool) -> Iterator[str]:
    """Yield the paths in ``folder`` that a new site would delete and that are not of the old site:
    not in ``files``, its list, or with another digest. ``by_name`` compares no digests, which is
    slow: the folder was checked with them before the build. Files of file managers (Thumbs.db) may
    be lost."""
    inner = {path.rpartition("/")[0] for path in files}
    folders = {parent.as_posix() for path in inner for parent in (Path(path), *Path(path).parents)}
    waiting = [""]
    while waiting:
        inside = waiting.pop()
        with os.scandir(folder / inside) as entries:
            for entry in entries:
                path = inside + entry.name
                if entry.is_dir(follow_symlinks=False) and path in folders:
                    waiting.append(f"{path}/")
                elif not entry.is_file(follow_symlinks=False):
                    yield path
                elif path == MARK and files:
                    continue  # it cannot hold its own digest
                elif path in files:
                    content = b"" if by_name else Path(entry.path).read_bytes()
                    if not by_name and digest(content).hex() != files[path]:
                        yield f"{path} (changed)"
                elif entry.name not in _LITTER:
                    yield path
