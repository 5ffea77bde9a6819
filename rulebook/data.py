"""Where the data that ships with Rulebook lies.

In a checkout ``corpus/``, ``grammar/`` and ``site/`` stand beside the package; in an installed
wheel they are inside it, and beside them ``built/`` with all that is made from them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def is_installed() -> bool:
    """Whether this package came out of a wheel, so that nobody edits it."""
    return (_PACKAGE / "corpus").is_dir()


def data_folder(name: str) -> Path:
    """Return the folder of data called ``name`` (``corpus``, ``grammar``, ``site``, ``built``)."""
    return (_PACKAGE if is_installed() else _PACKAGE.parent) / name
