"""Files written whole or not at all."""

from __future__ import annotations

from pathlib import Path


def put_file(path: Path, content: str | bytes) -> None:
    """Write ``content`` as the file at ``path`` in one step; an old one keeps its rights."""
    beside = path.with_name(f".{path.name}.rulebook-new")
    beside.write_bytes(content.encode() if isinstance(content, str) else content)
    if path.exists():
        beside.chmod(path.stat().st_mode)
    beside.replace(path)
