"""What a built reader says about itself: its version, the code in it, and its files."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path

from rulebook.cache.plain_values import from_plain, to_plain
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
    """A file of the reader: its size, its size with brotli, and its SHA-256."""

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
    """Return the manifest of the reader in ``folder``. Raises :class:`ReaderError` if there is
    none, or if it has other code: the site and the terminal would read cards differently."""
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        manifest = from_plain(Manifest, data)
        names = tuple(file.name for file in manifest.files)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ReaderError("there is no reader in {folder}", folder=folder, hint=_HINT) from error
    if names != TAKEN or manifest.code != code_key():
        what = Message("the reader in {folder} was built from other code", folder=folder)
        raise ReaderError(what, hint=_HINT)
    return manifest


_PACKAGE = Path(__file__).resolve().parent.parent
_FIRST = "rulebook.card_reader.reading"
# What a module imports when it is imported; imports inside functions and for types are indented.
_IMPORT = re.compile(r"^from (rulebook[.\w]*) import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def reader_modules() -> tuple[str, ...]:
    """Return the names of the modules in the bundle, sorted: those that reading a card imports,
    directly or not, with their packages. Browsers download no other module of this package."""
    found: set[str] = set()
    waiting = [_FIRST]
    while waiting:
        module = waiting.pop()
        if module in found or not source_of(module).is_file():
            continue
        found.add(module)
        waiting.append(module.rpartition(".")[0] or module)
        for package, names in _IMPORT.findall(source_of(module).read_text(encoding="utf-8")):
            waiting += [package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))]
    return tuple(sorted(found))


def source_of(module: str) -> Path:
    """Return the path of the source of ``module``, if it is one: any imported name is tried."""
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def code_key() -> str:
    """Return a digest of the bundled modules, by which a reader with other code is refused."""
    code = hashlib.sha256()
    for module in reader_modules():
        code.update(f"{module}\0".encode() + source_of(module).read_bytes())
    return code.hexdigest()[:16]
