"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def put_file(path: Path, content: str | bytes) -> None:
    """Write ``content`` as the file at ``path`` in one step; an old one keeps its rights.

    A link is followed, and what is no file (/dev/stdout) is written to.  Raises :class:`OSError`,
    with an old file as it was and nothing left beside it.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".rulebook-{os.urandom(8).hex()}")
    try:
        with beside.open("xb") as file:
            file.write(data)
        if place.exists():
            beside.chmod(place.stat().st_mode)
        beside.replace(place)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # which the user knows, not the one beside
        raise
