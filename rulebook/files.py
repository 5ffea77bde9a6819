"""Files written whole or not at all, and read whole unless they are endless."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IWGRP, S_IWOTH, S_IWUSR
from typing import IO

from rulebook.messages import Message

_WRITABLE = S_IWUSR | S_IWGRP | S_IWOTH
MOST_BYTES = 100_000_000  # The most for a file that is read whole


def read_file(path: Path) -> bytes:
    """Return the content of a file. Raises :class:`OSError`, also for more than ``MOST_BYTES``."""
    with naming(path), path.open("rb") as file:
        return read_stream(file)


def read_stream(stream: IO[bytes]) -> bytes:
    """Return the rest of ``stream``; raise :class:`OSError` if it is longer than ``MOST_BYTES``."""
    content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, Message("larger than {most} MB", most=MOST_BYTES // 1_000_000))
    return content


def put_file(path: Path, content: str | bytes) -> None:
    """Write ``content`` to ``path`` in one step, with the permissions of an old file, through
    links; to a device or pipe directly. Raises :class:`OSError`; an old file is then unchanged."""
    data = content.encode() if isinstance(content, str) else content
    with naming(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            place = Path(os.path.realpath(path))
            with sibling_file(place, data) as new:
                new.replace(place)


@contextmanager
def sibling_file(place: Path, data: bytes) -> Iterator[Path]:
    """Yield a hidden file with ``data`` next to ``place``, with its permissions, to be renamed to
    it. Raises :class:`PermissionError` for a read-only file, which a renamed one would replace."""
    if place.is_file() and not place.stat().st_mode & _WRITABLE:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    new = place.with_name(f".rulebook-{os.urandom(8).hex()}")
    try:
        with new.open("xb") as file:
            file.write(data)
        if place.exists():
            new.chmod(place.stat().st_mode)
        yield new
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put ``path`` into each :class:`OSError` raised inside, instead of the hidden file's name."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise
