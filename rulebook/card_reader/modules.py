"""Which modules of this package run in a browser: the reader's own, and all that they import."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_FIRST = "rulebook.card_reader.reading"
# What a module imports when it is imported; imports inside of functions and of types are indented.
_IMPORT = re.compile(r"^from (rulebook[.\w]*) import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def reader_modules() -> tuple[str, ...]:
    """Return the names of the modules in the bundle, sorted; packages are modules too. Nothing else
    of the package is in the bundle; a test imports them where nothing else is."""
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
    """Return the path of the source of ``module``. It may not exist: each imported name is tried as
    a module too."""
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def code_key() -> str:
    """Return a key that changes with every module that is in the bundle. A reader built from other
    code is refused by it."""
    code = hashlib.sha256()
    for module in reader_modules():
        code.update(f"{module}\0".encode() + source_of(module).read_bytes())
    return code.hexdigest()[:16]
