"""Replace files and folders unless another program changed them since their :func:`state` was
taken: old and new content are exchanged in one step, and back if the old one was changed."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import Error, copy2, copyfile, copytree
from stat import S_IMODE, S_ISDIR, S_ISFIFO, S_ISLNK, S_ISREG, S_IWUSR

from rulebook.cache.folders import exchange, put_in_place, sibling_folder
from rulebook.errors import ChangedMeanwhile
from rulebook.files import naming, put_file, sibling_file

ABSENT = ""  # The state of a missing path or an empty folder


def state(path: Path) -> str:
    """Return a digest of what is at ``path``. If it differs before a replacement, another program
    made changes, which would be lost. An empty folder has nothing to lose: ``ABSENT``, too."""
    if not os.path.lexists(path):
        return ABSENT
    if not path.is_dir():
        return _entry_state(path)
    digest = hashlib.sha256()
    entries = sorted(path.rglob("*"))
    for entry in entries:
        line = [os.fsencode(entry.relative_to(path)), _entry_state(entry).encode()]
        digest.update(b"\0".join(line) + b"\n")
    return digest.hexdigest() if entries else ABSENT


def state_of_content(content: bytes) -> str:
    """Return the :func:`state` of a file that was read: reading it again would miss a change."""
    return f"file {hashlib.sha256(content).hexdigest()}"


def _entry_state(path: Path) -> str:
    """Return the kind of one entry and a digest of its content, to see whether it was changed."""
    mode = path.lstat().st_mode
    if S_ISLNK(mode):
        target = os.fsencode(os.readlink(path))  # noqa: PTH115  # bytes that need not be UTF-8
        return f"link {hashlib.sha256(target).hexdigest()}"
    if S_ISREG(mode):
        return state_of_content(path.read_bytes())
    return "folder" if S_ISDIR(mode) else f"special {mode}"


def replace_file(path: Path, content: str | bytes, old_state: str) -> None:
    """Write ``content`` to the file at ``path`` if its :func:`state` is still ``old_state``. Links
    are followed, permissions preserved. Raises :class:`ChangedMeanwhile` if another program changed
    the file: the two are exchanged, so a late change is seen and put back."""
    if path.exists() and not path.is_file():
        put_file(path, content)  # /dev/stdout has no state
        return
    data = content.encode() if isinstance(content, str) else content
    place = Path(os.path.realpath(path))
    with naming(path), sibling_file(place, data) as new:
        if old_state == ABSENT:
            try:  # a plain rename would overwrite unnoticed what another program has created since
                os.link(new, place)
            except FileExistsError:
                raise ChangedMeanwhile(path) from None
            except OSError:  # a file system without hard links
                if os.path.lexists(place):
                    raise ChangedMeanwhile(path) from None
                new.rename(place)
        elif state(place) != old_state:
            raise ChangedMeanwhile(path)
        elif exchange(new, place):
            if state(new) != old_state:
                exchange(new, place)
                raise ChangedMeanwhile(path)
        else:  # a system that cannot exchange two files
            new.replace(place)


def replace_folder(path: Path, fill: Callable[[Path], None], old_state: str) -> None:
    """Replace a folder by one that ``fill`` writes, if its :func:`state` is ``old_state``.
    Otherwise it stays, and :class:`ChangedMeanwhile` or the error is raised."""
    place = Path(os.path.realpath(path))
    place.parent.mkdir(parents=True, exist_ok=True)
    with sibling_folder(place) as new:
        fill(new)
        if state(place) != old_state:
            raise ChangedMeanwhile(path)
        put_in_place(new, place)
        if state(new) != old_state:  # the old folder is there now, and was changed in between
            put_in_place(new, place)
            raise ChangedMeanwhile(path)


def copy_tree(source: Path, target: Path, *, rights: bool) -> None:
    """Copy everything in ``source`` into the folder ``target``. With ``rights``, files keep
    permissions and links their text, to replace ``source``. Without, for a copy that stays
    elsewhere, the user may write everything, and a link out of ``source`` becomes absolute."""

    def copy_entry(old: str, new: str) -> None:
        """Copy a file or link; make a new pipe, since reading one waits for a writer."""
        if S_ISFIFO(Path(old).lstat().st_mode):
            os.mkfifo(new, S_IMODE(Path(old).lstat().st_mode))
        else:
            (copy2 if rights else copyfile)(old, new, follow_symlinks=False)

    try:
        copytree(source, target, symlinks=True, dirs_exist_ok=True, copy_function=copy_entry)
    except Error as error:  # each row names a source, its copy and, as text, the failure
        raise OSError(re.sub(r"^\[\w+ [0-9]+\] |: '.*", "", error.args[0][0][2])) from error
    if rights:
        return
    for place, folders, names in os.walk(target):
        with suppress(OSError):
            Path(place).chmod(S_IMODE(Path(place).stat().st_mode) | S_IWUSR)
        for link in filter(Path.is_symlink, (Path(place, name) for name in (*folders, *names))):
            leads_to = Path(os.path.realpath(source / link.relative_to(target)))
            if not leads_to.is_relative_to(os.path.realpath(source)):
                link.unlink()
                link.symlink_to(leads_to)
