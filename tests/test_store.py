"""The cache folder: whole or not there, whatever happens to it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from rulebook.store import MANIFEST, cache_root, ensure_folder, is_whole


@pytest.mark.parametrize("xdg", [None, "", "/somewhere/else"])
def test_it_lies_where_the_system_keeps_caches(
    xdg: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULEBOOK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if xdg is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", xdg)
    assert cache_root() == user_cache_path("rulebook")


def fill(folder: Path) -> None:
    (folder / "data").write_text("whole", encoding="utf-8")


def count_fills() -> tuple[Callable[[Path], None], list[Path]]:
    calls: list[Path] = []

    def counted(folder: Path) -> None:
        calls.append(folder)
        fill(folder)

    return counted, calls


def test_it_is_filled_once(tmp_path: Path) -> None:
    counted, calls = count_fills()
    for _ in range(3):
        folder = ensure_folder(tmp_path, "index-1", counted)
    assert len(calls) == 1
    assert (folder / "data").read_text(encoding="utf-8") == "whole"


@pytest.mark.parametrize(
    "damage", ["missing", "truncated", "changed", "extra", "no-manifest", "bad"]
)
def test_damage_is_mended(tmp_path: Path, damage: str) -> None:
    folder = ensure_folder(tmp_path, "index-1", fill)
    match damage:
        case "missing":
            (folder / "data").unlink()
        case "truncated":
            (folder / "data").write_text("who", encoding="utf-8")
        case "changed":
            (folder / "data").write_text("whale", encoding="utf-8")
        case "extra":
            (folder / "more").write_text("x", encoding="utf-8")
        case "no-manifest":
            (folder / MANIFEST).unlink()
        case "bad":
            (folder / MANIFEST).write_text("{", encoding="utf-8")
    assert not is_whole(folder)
    counted, calls = count_fills()
    ensure_folder(tmp_path, "index-1", counted)
    assert len(calls) == 1
    assert is_whole(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["index-1"]


def test_a_failing_fill_leaves_nothing(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        fill(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ensure_folder(tmp_path, "index-1", fail)
    assert list(tmp_path.iterdir()) == []


def test_a_failing_rebuild_keeps_the_old_folder(tmp_path: Path) -> None:
    ensure_folder(tmp_path, "index-1", fill)

    def fail(folder: Path) -> None:
        raise RuntimeError(folder)

    with pytest.raises(RuntimeError):
        ensure_folder(tmp_path, "index-2", fail)
    assert is_whole(tmp_path / "index-1")


def _build(root: Path) -> bool:
    return is_whole(ensure_folder(root, "index-1", fill))


def test_several_processes_at_once(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert all(pool.map(_build, [tmp_path] * 16))
    assert [path.name for path in tmp_path.iterdir()] == ["index-1"]


def test_old_folders_are_forgotten(tmp_path: Path) -> None:
    for number in range(8):
        ensure_folder(tmp_path, f"index-{number}", fill)
    left = {path.name for path in tmp_path.iterdir()}
    assert "index-7" in left
    assert len(left) == 3
