"""What is built once and kept in the user's cache folder, whole or not there at all.

It is in a folder named after what it was made from: documents, tables and code.  The folder
appears in one step, so that other processes see all of it or nothing; a manifest of digests shows
a damaged one, which is built again, like one whose content is not what the code expects.  What
others could have written is neither read nor written.
"""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rulebook.cache.folders import is_own, put_in_place, remove, sibling_folder, wait_for_maker
from rulebook.cache.plain_values import compact_json
from rulebook.data import data_folder, is_installed
from rulebook.errors import CacheError
from rulebook.messages import Message, message_of

T = TypeVar("T")

MANIFEST = "manifest.json"
# So many folders of a sort are kept, and each for so many seconds after it was last used.
_KEPT, _FOR = 3, 24 * 60 * 60
# Use is noted this often.
_NOTED = 60 * 60
_PACKAGE = Path(__file__).resolve().parent.parent
UNEXPECTED = (
    *(OSError, ValueError, LookupError, TypeError, AttributeError),
    *(ArithmeticError, RecursionError),
)
"""What may be raised where a file is used that is whole but was written by other code."""


@cache
def code_digest(*parts: str) -> str:
    """Return a key that changes whenever one of ``parts`` of this package is edited.

    A part is a folder or a file of the package (``"search"``, ``"cards/grammar/leaves.py"``).
    What is installed from a wheel is not edited: there the build has written the key down.
    """
    if is_installed():
        return (data_folder("built") / "code.txt").read_text(encoding="utf-8")
    from hashlib import blake2b

    digest = blake2b(digest_size=16)
    for part in parts:
        for path in _modules(str(_PACKAGE / part)):
            with open(path, "rb") as source:  # noqa: PTH123 - half the time of Path.read_bytes
                digest.update(path[len(str(_PACKAGE)) :].encode() + b"\0")
                digest.update(source.read())
    return digest.hexdigest()


def _modules(part: str) -> Iterator[str]:
    if part.endswith(".py"):
        yield part
        return
    for folder, folders, files in os.walk(part):
        folders.sort()
        yield from (f"{folder}/{name}" for name in sorted(files) if name.endswith(".py"))


class CachedFolder:
    """The folder ``name`` in the cache folder ``root``; ``fill`` makes what is in it.

    ``name`` begins with a sort (``tables-…``) and goes on with a key of all that the content
    depends on.  ``fill`` is given an empty folder, and writes files into it and no folders.
    """

    def __init__(self, root: Path, name: str, fill: Callable[[Path], None]) -> None:
        self._root, self._name, self._fill = root, name, fill
        self._path: Path | None = None

    def is_filled(self) -> bool:
        """Return whether the folder is complete in the cache, so that reading waits for nothing."""
        ready = self._path is not None or self._shipped() is not None
        return ready or _is_kept(self._root, self._name)

    def path(self) -> Path:
        """Return the path of the folder, filled if need be.

        Where nothing can be kept, that is a temporary folder, with a warning.
        """
        if self._path is None:
            self._path = self._shipped() or self._ensured()
        return self._path

    def read(self, load: Callable[[Path], T]) -> T:
        """Return what ``load`` reads from the folder, which is built again if ``load`` cannot."""
        path = self.path()
        try:
            return load(path)
        except UNEXPECTED:
            return load(self.renewed())

    def renewed(self) -> Path:
        """Return the path of the folder, built again; what came with the package is passed by."""
        self._path = self._ensured(rebuild=True)
        return self._path

    def remove(self) -> None:
        """Remove the folder, so that it is made again when it is next wanted."""
        if self._path is not None:
            remove(self._path)
            self._path = None

    def _shipped(self) -> Path | None:
        """Return the folder of this name that came with the package, as trusty as its code."""
        folder = data_folder("built") / self._name
        return folder if folder.is_dir() else None

    def _ensured(self, *, rebuild: bool = False) -> Path:
        try:
            return ensure_folder(self._root, self._name, self._fill, rebuild=rebuild)
        except OSError as error:
            # Reported as from here, so once, though many callers want many folders.
            warnings.warn(
                Message(
                    "cannot store anything in {folder}: {problem}",
                    folder=self._root,
                    problem=message_of(error),
                ),
                stacklevel=1,
            )
        try:
            return ensure_folder(_temporary(), self._name, self._fill, rebuild=rebuild)
        except OSError as error:
            raise CacheError(message_of(error)) from error


@cache
def _temporary() -> Path:
    """Return a folder that lives as long as this process."""
    from multiprocessing.util import Finalize
    from tempfile import mkdtemp

    folder = Path(mkdtemp(prefix="rulebook-"))
    # Runs at the end of workers too, which know no atexit.
    Finalize(None, remove, (folder,), exitpriority=0)
    return folder


def remove_temporary() -> None:
    """Remove what this process keeps for itself alone; for one that leaves without ending."""
    if _temporary.cache_info().currsize:
        remove(_temporary())


def ensure_folder(
    root: Path, name: str, fill: Callable[[Path], None], *, rebuild: bool = False
) -> Path:
    """Return the folder ``root/name``, filled by ``fill`` if it is missing or damaged.

    With ``rebuild`` it is filled whatever is there.  Safe when several processes call it at once:
    they wait for the first, and where two were first, which one stays is all the same.  Raises
    :class:`OSError` where ``root`` cannot be written, or by others too, and there is no whole
    folder yet.
    """
    folder = root / name
    if not rebuild and _is_kept(root, name):
        _note_use(folder)
        return folder
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_open(root)
    wait_for_maker(folder)
    if not rebuild and is_whole(folder):
        return folder
    with sibling_folder(folder) as sibling:
        fill(sibling)
        _seal(sibling, name)
        if rebuild or not is_whole(folder):
            put_in_place(sibling, folder)
    _remove_old(root, name)
    return folder


def _is_kept(root: Path, name: str) -> bool:
    try:
        return is_own(root) and is_whole(root / name)
    except OSError:
        return False


def _refuse_open(root: Path) -> None:
    if not is_own(root):
        raise PermissionError("it is a link, or others can write to it (chmod go-w)")


def is_whole(folder: Path) -> bool:
    """Whether ``folder`` is ours and holds exactly what its manifest says, byte for byte."""
    try:
        if not is_own(folder):
            return False
        manifest = json.loads((folder / MANIFEST).read_bytes())
        return bool(manifest == _manifest(folder, folder.name))
    except (OSError, ValueError, RecursionError):
        return False


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write ``data`` as compact JSON, a file for a folder of this cache."""
    text = compact_json(data)
    path.write_text(text, encoding="utf-8")


def _manifest(folder: Path, name: str) -> dict[str, Any]:
    """Return what the manifest of ``folder`` should say, called ``name`` when it is in place.

    Raises :class:`OSError` for anything but files of this user's own.
    """
    from hashlib import blake2b

    digests = {}
    for path in sorted(folder.iterdir()):
        if not is_own(path):
            raise PermissionError(path)
        if path.name != MANIFEST:
            digests[path.name] = blake2b(path.read_bytes(), digest_size=16).hexdigest()
    return {"name": name, "files": digests}


def _seal(folder: Path, name: str) -> None:
    """Close a filled folder to others, and write its manifest."""
    (folder / MANIFEST).touch()
    folder.chmod(0o700)
    for path in folder.iterdir():
        path.chmod(0o600)
    write_json(folder / MANIFEST, _manifest(folder, name))


def _note_use(folder: Path) -> None:
    """Set the time of ``folder`` to when it was last used, to within an hour."""
    with suppress(OSError):  # one that is kept by the administrator
        if time.time() - folder.stat().st_mtime > _NOTED:
            os.utime(folder)


def _remove_old(root: Path, name: str) -> None:
    """Remove folders of the same sort as ``name``: all but the newest few, none in use."""
    sort = name.split("-")[0]
    with suppress(OSError):  # another process may be doing the same
        old = [path for path in root.glob(f"{sort}-*") if path.name != name]
        old.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in old[_KEPT - 1 :]:
            if time.time() - path.stat().st_mtime > _FOR:
                with sibling_folder(path) as sibling:
                    path.rename(sibling / path.name)
