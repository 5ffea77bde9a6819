"""Run inside CPython in WebAssembly: the modules that reading needs, compiled, as one archive."""

from __future__ import annotations

import sys
import zipfile
from importlib.machinery import SOURCE_SUFFIXES
from pathlib import Path

# The beginning of a .pyc that is never compared with its source (PEP 552).
_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
_WHEN = (1980, 1, 1, 0, 0, 0)  # fixed, so archives of the same modules are equal


def bundle(sources: str, tables: str, archive: str) -> None:
    """Write into ``archive`` the compiled modules that the card reader needs: ours in ``sources``,
    and those imported to read the examples in ``tables`` and a text that is not understood."""
    sys.path.insert(0, sources)
    from rulebook.card_reader.reading import CardReader

    reader = CardReader(tables)
    for game in sorted(path.stem for path in Path(tables).glob("*.json")):
        reader.warm(game)
        reader.read("？" * 9, game)  # not understood
    wanted = _standard_modules()
    for path in (path for path in Path(sources).rglob("*") if path.suffix in SOURCE_SUFFIXES):
        place = path.relative_to(sources).as_posix()
        wanted[place] = path.read_bytes()
    import marshal  # imported here, so that neither is in the bundle
    from importlib.util import MAGIC_NUMBER

    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as target:
        for name, source in sorted(wanted.items()):
            code = compile(source, name, "exec", dont_inherit=True, optimize=2)  # no docstrings
            content = MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)
            target.writestr(zipfile.ZipInfo(f"{name}c", _WHEN), content)


def _standard_modules() -> dict[str, bytes]:
    """Return, by path in the archive of Pyodide, the source of each standard module that is loaded
    now, after reading cards: other modules would only make the download larger."""
    library = next(path for path in sys.path if path.endswith(".zip"))  # Pyodide’s
    with zipfile.ZipFile(library) as source:
        # Built-in modules have no file.
        loaded = [getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]]
        places = {path.removeprefix(f"{library}/") for path in loaded}
        return {place: source.read(place) for place in places.intersection(source.namelist())}
