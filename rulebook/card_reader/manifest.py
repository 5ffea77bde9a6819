"""What a built reader says of itself: its version, the code in it, and its files."""

from __future__ import annotations

import json
from pathlib import Path

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.card_reader.modules import code_key
from rulebook.errors import ReaderError
from rulebook.messages import Message
from rulebook.records import dataclass

MANIFEST = "reader.json"
LOCK = "pyodide-lock.json"
TAKEN = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
"""The files of a reader, by the names that pyodide has for them."""

_HINT = "Run “make reader” and name the folder that it fills."


@dataclass(frozen=True, slots=True)
class ReaderFile:
    """A file of the reader: its size, that with brotli, and its SHA-256."""

    name: str
    bytes: int
    compressed: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A reader: the version of pyodide, the key of our code in it (``code_key``), its files."""

    pyodide: str
    code: str
    files: tuple[ReaderFile, ...]

    def as_text(self) -> str:
        """Return the content of ``reader.json``, by which ``site build`` finds a stale reader."""
        return json.dumps(to_plain(self), indent=1) + "\n"


def open_manifest(folder: Path) -> Manifest:
    """Return the manifest of the reader in ``folder``. Raises :class:`ReaderError` where there is
    none, or where other code built it: the site and the terminal would read cards differently."""
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        manifest = from_plain(Manifest, data)
        names = tuple(file.name for file in manifest.files)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ReaderError(
            Message("there is no reader in {folder}", folder=folder), hint=_HINT
        ) from error
    if names != TAKEN or manifest.code != code_key():
        raise ReaderError(
            Message("the reader in {folder} was made of other code", folder=folder), hint=_HINT
        )
    return manifest
