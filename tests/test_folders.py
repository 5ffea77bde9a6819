"""Folders are replaced in one step; remains of killed processes are removed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulebook.cache import folders
from rulebook.cache.folders import clear_dead, put_in_place, sibling_folder
from tests.support import ROOT


def _no_exchange(*_: Path) -> bool:
    return False


@pytest.fixture(params=[True, False], ids=["one step", "two steps"])
def _both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.setattr(folders, "exchange", _no_exchange)


def _write(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "page").write_text(text, encoding="utf-8")


def _read(folder: Path) -> str:
    return (folder / "page").read_text(encoding="utf-8")


def _make(place: Path) -> None:
    with sibling_folder(place) as new:
        _write(new, "new")
        put_in_place(new, place)


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize("before", ["nothing", "empty", "folder"])
def test_new_folder_replaces_old(tmp_path: Path, before: str) -> None:
    place = tmp_path / "site"
    if before != "nothing":
        place.mkdir()
    if before == "folder":
        _write(place, "old")
    with sibling_folder(place) as new:
        _write(new, "new")
        put_in_place(new, place)
        if before == "folder":
            assert _read(new) == "old"
    assert _read(place) == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("fault", [OSError, KeyboardInterrupt, SystemExit])
def test_error_between_two_steps_restores_old_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, fault: type[BaseException]
) -> None:
    place = tmp_path / "site"
    _write(place, "old")
    rename, calls = Path.rename, []

    def failing_rename(self: Path, target: Path) -> Path:
        if target == place or self == place:
            calls.append(self)
        if len(calls) == step + 1:  # the first is the try without an exchange
            calls.append(self)
            raise fault("in between")
        return rename(self, target)

    monkeypatch.setattr(folders, "exchange", _no_exchange)
    monkeypatch.setattr(Path, "rename", failing_rename)
    with pytest.raises(fault):
        _make(place)
    assert _read(place) == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


_MAKER = """
import sys, time
from pathlib import Path
from rulebook.cache.folders import sibling_folder
place = Path(sys.argv[1])
with sibling_folder(place) as new:
    (new / "page").write_text("half")
    if len(sys.argv) > 2:
        place.rename(new.with_name("old"))
    print(new.parent, flush=True)
    time.sleep(60)
"""


def _start_maker(place: Path, *more: str) -> tuple[subprocess.Popen[str], Path]:
    command = [sys.executable, "-c", _MAKER, str(place), *more]
    maker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert maker.stdout is not None
    with maker.stdout as output:
        return maker, Path(output.readline().strip())


def _make_old(hidden: Path) -> None:
    ago = time.time() - 3600
    os.utime(hidden, (ago, ago))


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
def test_only_folders_of_dead_processes_are_removed(tmp_path: Path) -> None:
    place = tmp_path / "site"
    maker, hidden = _start_maker(place)
    try:
        _make_old(hidden)
        clear_dead(place)
        assert hidden.is_dir()
    finally:
        maker.send_signal(signal.SIGKILL)
        maker.wait()
    assert hidden.is_dir()
    clear_dead(place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
def test_folder_of_killed_process_is_restored(tmp_path: Path) -> None:
    place = tmp_path / "site"
    _write(place, "old")
    maker, hidden = _start_maker(place, "replacing")
    maker.send_signal(signal.SIGKILL)
    maker.wait()
    assert not place.exists()
    _make_old(hidden)
    clear_dead(place)
    assert _read(place) == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_folders_of_others_are_not_removed(tmp_path: Path) -> None:
    for name in (".site.abcdef", ".site", "site.rulebook-1", ".sites.rulebook-1", ".git"):
        _write(tmp_path / name, "mine")
        _make_old(tmp_path / name)
    (tmp_path / "target").mkdir()
    (tmp_path / ".site.rulebook-link").symlink_to(tmp_path / "target")
    before = sorted(path.name for path in tmp_path.iterdir())
    clear_dead(tmp_path / "site")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
@pytest.mark.parametrize("why", ["it may not be locked yet", "others can write to it"])
def test_possibly_used_hidden_folder_is_not_removed(tmp_path: Path, why: str) -> None:
    hidden = tmp_path / ".site.rulebook-x"
    hidden.mkdir()
    if why == "others can write to it":
        hidden.chmod(0o777)
        _make_old(hidden)
    clear_dead(tmp_path / "site")
    assert hidden.is_dir()
    hidden.chmod(0o700)
    _make_old(hidden)
    clear_dead(tmp_path / "site")
    assert not hidden.exists()
