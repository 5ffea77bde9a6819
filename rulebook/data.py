"""Where the data that ships with Rulebook lies.

In a checkout ``corpus/``, ``grammar/`` and ``site/`` stand beside the package; in an installed
wheel they are inside it.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """Return the folder of data called ``name`` (``corpus``, ``grammar`` or ``site``)."""
    inside = _PACKAGE / name
    return inside if (inside / "..").exists() and inside.is_dir() else _PACKAGE.parent / name
