"""Run inside CPython in WebAssembly: the modules that reading needs, compiled, as one archive.

The standard library comes whole; what of it is imported by loading and reading goes into the
archive, and so do the modules of this package.
"""

from __future__ import annotations

import sys
import zipfile
from importlib.machinery import SOURCE_SUFFIXES
from pathlib import Path

# A file of compiled code that is never held against its source begins so (PEP 552).
_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
# Archives are the same however often they are made.
_WHEN = (1980, 1, 1, 0, 0, 0)


def bundle(sources: str, tables: str, archive: str) -> None:
    """Write the file ``archive`` with the compiled modules that the reader needs, uncompressed. To
    find those of the standard library, the examples in ``tables`` and an unreadable text are read
    with our modules in ``sources``: what that imports is included."""
    sys.path.insert(0, sources)
    from rulebook.card_reader.reading import CardReader

    reader = CardReader(tables)
    for game in sorted(path.stem for path in Path(tables).glob("*.json")):
        reader.warm(game)
        reader.read("？" * 9, game)
    wanted = {**_standard_modules(), **_own_modules(sources)}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as target:
        for name, (source, name) in sorted(wanted.items()):
            target.writestr(zipfile.ZipInfo(f"{name}c", _WHEN), _pyc(source, name))


def _standard_modules() -> dict[str, tuple[bytes, str]]:
    """Return the loaded modules of the standard library by path: visitors download only these."""
    library = next(path for path in sys.path if path.endswith(".zip"))
    found = {}
    with zipfile.ZipFile(library) as source:
        places = set(source.namelist())
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None) or ""  # built-in modules have none
            place = path.removeprefix(f"{library}/")
            if place in places:
                found[place] = (source.read(place), place)
    return found


def _own_modules(folder: str) -> dict[str, tuple[bytes, str]]:
    """Return the modules of this package in ``folder`` by path, all of which the reader needs."""
    root = Path(folder)
    paths = [path for path in root.rglob("*") if path.suffix in SOURCE_SUFFIXES]
    places = {path.relative_to(root).as_posix(): path for path in paths}
    return {place: (path.read_bytes(), place) for place, path in places.items()}


def _pyc(source: bytes, filename: str) -> bytes:
    """Return ``source`` as a ``.pyc`` that is never compared with it: the archive has no sources,
    which would double its size. Tracebacks show ``filename``."""
    import marshal
    from importlib.util import MAGIC_NUMBER

    code = compile(source, filename, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)
