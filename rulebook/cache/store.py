"""Folders that are built once and cached under a digest of their sources. They appear in one step;
a manifest shows damage; a folder that others could have changed is not used."""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from stat import S_ISREG
from typing import Any, TypeVar

from rulebook.cache.folders import is_own, put_in_place, remove, sibling_folder, wait_for_maker
from rulebook.cache.plain_values import compact_json
from rulebook.data import data_folder, is_installed
from rulebook.errors import CacheError, CorpusError
from rulebook.messages import Message, message_of

STAMP = "stamp.json"
# The endings of source files; other files do not change the digest.
_READ = (".toml", ".lark", ".txt", ".jsonl")
_INSTALLING = 60  # seconds between the first and the last file of an installation
T = TypeVar("T")
MANIFEST = "manifest.json"
# How many folders of a name are never evicted, and how many seconds others must have been unused.
_MOST_FOLDERS, _UNUSED_SECONDS = 3, 24 * 60 * 60
# Seconds between two updates of the time of last use: most reads then write nothing.
_USE_INTERVAL = 60 * 60
_PACKAGE = Path(__file__).resolve().parent.parent
UNEXPECTED = (
    *(OSError, ValueError, LookupError, TypeError, AttributeError),
    *(ArithmeticError, RecursionError),
)
"""Exceptions that reading a cached file can raise if other code wrote it."""


def folder_digest(folder: Path) -> str:
    """Return a key that changes whenever a source file in ``folder`` changes; it names caches. For
    an unchanged shipped folder, it is read from the wheel's stamp file instead of all files."""
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
    return files_digest(str(folder), sorted(source_files(str(folder))))


def text_digest(*texts: bytes) -> str:
    """Return a digest of ``texts``, by which caches are named and damaged files are found."""
    from hashlib import blake2b  # not needed in most runs

    return blake2b(b"\0".join(texts), digest_size=16).hexdigest()


def write_stamp() -> None:
    """Write the stamp file of the wheel: for each shipped folder that is cached its digest, and the
    size of each file (-1: a folder), by which :func:`folder_digest` sees that nothing changed."""
    stamp = {}
    for name in ("corpus", "grammar"):
        folder, places = str(data_folder(name)), {}
        for place, _, names in os.walk(folder):
            inside = place[len(folder) :].replace(os.sep, "/")
            places[inside] = -1
            places |= {f"{inside}/{name}": Path(place, name).stat().st_size for name in names}
        digest = files_digest(folder, sorted(source_files(folder)))
        stamp[name] = {"digest": digest, "places": places}
    # Sorted, since the order in which a folder is listed depends on the file system.
    (data_folder("built") / STAMP).write_text(json.dumps(stamp, sort_keys=True), encoding="utf-8")


def files_digest(root: str, paths: Iterable[str]) -> str:
    """Return a digest of the names below ``root`` and the contents of the files at ``paths``.
    Raises :class:`CorpusError` for a pipe or device: reading it would wait, or never end."""
    from hashlib import blake2b  # not needed in most runs

    content = blake2b(digest_size=16)
    for path in paths:
        content.update(path[len(root) :].replace(os.sep, "/").encode() + b"\0")
        if not S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - a fifth of Path.stat's time
            raise CorpusError(Path(path), "not a regular file")
        with open(path, "rb") as file:  # noqa: PTH123 - half the time of Path.read_bytes
            content.update(file.read())
    return content.hexdigest()


def source_files(folder: str, endings: tuple[str, ...] = _READ) -> Iterator[str]:
    """Yield the paths of the files with ``endings`` in ``folder`` and below: these are read from a
    corpus, and digested to notice changes. Hidden files, which editors make, are left out. Links to
    folders are followed, since a game may be a link."""
    for place, folders, names in walk_once(folder):
        folders[:] = sorted(name for name in folders if name[0] != ".")
        yield from (f"{place}{os.sep}{n}" for n in names if n[0] != "." and n.endswith(endings))


def walk_once(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what :func:`os.walk` yields, following links, but each folder once: links may loop."""
    seen = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        found = os.stat(place)  # noqa: PTH116
        if (found.st_dev, found.st_ino) in seen:
            folders.clear()
            continue
        seen.add((found.st_dev, found.st_ino))
        yield place, folders, names


@cache
def code_digest(*parts: str) -> str:
    """Return a key that changes whenever one of ``parts`` of this package (``"search"``) is edited;
    an installed wheel has the key that was computed when it was built."""
    if is_installed():
        return (data_folder("built") / "code.txt").read_text(encoding="utf-8")
    places = (str(_PACKAGE / part) for part in parts)
    each = ([at] if at.endswith(".py") else sorted(source_files(at, (".py",))) for at in places)
    return files_digest(str(_PACKAGE), chain.from_iterable(each))


class CachedFolder:
    """A folder of the cache that is built when it is first used."""

    def __init__(self, root: Path, name: str, fill: Callable[[Path], None]) -> None:
        """``root`` is the cache, ``name`` a word for the content, a hyphen and a key that changes
        with its sources. ``fill`` makes no folders: the manifest lists only files."""
        self._root, self._name, self._fill = root, name, fill
        self._path: Path | None = None

    def is_filled(self) -> bool:
        """Whether the folder is complete; if not, a caller may have another process build it."""
        return bool(self._path or self._shipped()) or is_whole(self._root / self._name)

    def path(self) -> Path:
        """Return the path of the folder (of search tables, read rules …): the one that came with
        the package, else one in the cache, built if it is missing, temporary if no cache works."""
        if self._path is None:
            self._path = self._shipped() or self._filled_path()
        return self._path

    def read(self, load: Callable[[Path], T]) -> T:
        """Return what ``load`` reads; if it fails, the folder is damaged: rebuild it and retry."""
        path = self.path()
        try:
            return load(path)
        except UNEXPECTED:
            return load(self.renewed())

    def renewed(self) -> Path:
        """Build the folder again in the cache, because it is damaged, and return its path."""
        self._path = self._filled_path(rebuild=True)
        return self._path

    def remove(self) -> None:
        """Remove the folder: a corpus with faults is read again at each start, to report them."""
        if self._path is not None:
            remove(self._path)
            self._path = None

    def _shipped(self) -> Path | None:
        """Return the folder of this name that the package ships, if any, for a fast first use."""
        folder = data_folder("built") / self._name
        return folder if folder.is_dir() else None

    def _filled_path(self, *, rebuild: bool = False) -> Path:
        """Return the folder, filled in the cache, or in a temporary place if the cache is unusable.
        A full disk or a read-only home must not prevent an answer, so it is only a warning."""
        try:
            return ensure_folder(self._root, self._name, self._fill, rebuild=rebuild)
        except OSError as error:
            # With this level Python shows the warning once, not once for each caller.
            what = "cannot store anything in {folder}: {problem}"
            warnings.warn(Message(what, folder=self._root, problem=message_of(error)), stacklevel=1)
        try:
            return ensure_folder(_temporary(), self._name, self._fill, rebuild=rebuild)
        except OSError as error:
            is_gone = isinstance(error, FileNotFoundError)
            raise CacheError(message_of(error), is_gone=is_gone) from error


@cache
def _temporary() -> Path:
    """Return a folder in place of an unusable cache, so questions work, until the process ends."""
    from multiprocessing.util import Finalize  # not needed in most runs
    from tempfile import mkdtemp

    folder = Path(mkdtemp(prefix="rulebook-"))
    # Runs at the end of workers too, which do not run atexit functions.
    Finalize(None, remove, (folder,), exitpriority=0)
    return folder


def remove_temporary() -> None:
    """Remove the temporary folder now: a process that ends by ``os._exit`` runs no clean-up."""
    if _temporary.cache_info().currsize:
        remove(_temporary())


def ensure_folder(
    root: Path, name: str, fill: Callable[[Path], None], *, rebuild: bool = False
) -> Path:
    """Return the folder ``root/name``, filled by ``fill`` if it is missing or damaged, or to
    ``rebuild`` it. Several processes can call it at once: they wait for the first. Raises
    :class:`OSError` if ``root`` cannot be written, or others could change it."""
    folder = root / name
    if not rebuild and is_whole(folder):
        # Eviction looks at the time of last use. The administrator's folder cannot be changed.
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _USE_INTERVAL:
                os.utime(folder)
        return folder
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_own(root):
        raise PermissionError("it is a link, or others can write to it (chmod go-w)")
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


def is_whole(folder: Path) -> bool:
    """Whether ``folder`` is as its manifest says, and no other user could change it."""
    try:
        if not (is_own(folder.parent) and is_own(folder)):
            return False
        manifest = json.loads((folder / MANIFEST).read_bytes())
        return bool(manifest == _manifest(folder, folder.name))
    except (OSError, ValueError, RecursionError):
        return False


def write_json(path: Path, data: object) -> None:
    """Write ``data`` to ``path`` as JSON without spaces: cached files are read at every start."""
    path.write_text(compact_json(data), encoding="utf-8")


def _manifest(folder: Path, name: str) -> dict[str, Any]:
    """Return the manifest of ``folder``: its name and a digest of each file, by which
    :func:`is_whole` finds damage. Raises :class:`PermissionError` if others can write to a file."""
    digests = {}
    for path in sorted(folder.iterdir()):
        if not is_own(path):
            raise PermissionError(path)
        if path.name != MANIFEST:
            digests[path.name] = text_digest(path.read_bytes())
    return {"name": name, "files": digests}


def _seal(folder: Path, name: str) -> None:
    """Let no other user open a filled folder; write its manifest, which marks it as complete."""
    (folder / MANIFEST).touch()  # so that it becomes private, too
    folder.chmod(0o700)
    for path in folder.iterdir():
        path.chmod(0o600)
    write_json(folder / MANIFEST, _manifest(folder, name))


def _remove_old(root: Path, name: str) -> None:
    """Evict old folders named like ``name`` up to the hyphen: each edit of code adds a folder."""
    with suppress(OSError):  # another process may be doing the same
        old = [path for path in root.glob(f"{name.split('-')[0]}-*") if path.name != name]
        old.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in old[_MOST_FOLDERS - 1 :]:  # that of ``name`` counts, too
            if time.time() - path.stat().st_mtime > _UNUSED_SECONDS:
                with sibling_folder(path) as sibling:
                    path.rename(sibling / path.name)  # in one step: others may be reading it
