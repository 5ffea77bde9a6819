"""Fill folders of a cache, also in other processes: this module imports little."""

from __future__ import annotations

import time
from pathlib import Path

from rulebook.cache.store import ensure_folder, is_whole


def fill(folder: Path) -> None:
    (folder / "data").write_text("whole", encoding="utf-8")


def build(place: tuple[Path, int]) -> bool:
    root, number = place

    def fill_slowly(folder: Path) -> None:
        for step in range(5):
            (folder / f"{step}").write_text("x" * number, encoding="utf-8")
            time.sleep(0.01)

    return is_whole(ensure_folder(root, f"index-{number}", fill_slowly))


def build_and_count(root: Path) -> int:
    fills = []

    def fill_slowly(folder: Path) -> None:
        fills.append(folder)
        time.sleep(0.5)
        fill(folder)

    ensure_folder(root, "index-1", fill_slowly)
    return len(fills)
