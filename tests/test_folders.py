"""Folders put in place in one step, and what killed processes leave behind."""

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


def _cannot(*_: Path) -> bool:
    return False


@pytest.fixture(params=[True, False], ids=["exchange", "two steps"])
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.setattr(folders, "exchange", _cannot)


def _write(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "page").write_text(text, encoding="utf-8")


def _read(folder: Path) -> str:
    return (folder / "page").read_text(encoding="utf-8")


def _make(place: Path) -> None:
    with sibling_folder(place) as new:
        _write(new, "new")
        put_in_place(new, place)


@pytest.mark.usefixtures("_either_way")
@pytest.mark.parametrize("before", ["nothing", "empty", "folder"])
def test_the_new_folder_stands_in_the_place_of_the_old(tmp_path: Path, before: str) -> None:
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
def test_whatever_happens_between_two_steps_the_old_folder_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, fault: type[BaseException]
) -> None:
    place = tmp_path / "site"
    _write(place, "old")
    rename, calls = Path.rename, []

    def fails(self: Path, target: Path) -> Path:
        if target == place or self == place:
            calls.append(self)
        if len(calls) == step + 1:  # the first is the try without an exchange
            calls.append(self)
            raise fault("in between")
        return rename(self, target)

    monkeypatch.setattr(folders, "exchange", _cannot)
    monkeypatch.setattr(Path, "rename", fails)
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
    with maker.stdout as said:
        return maker, Path(said.readline().strip())


def _let_be_old(hidden: Path) -> None:
    ago = time.time() - 3600
    os.utime(hidden, (ago, ago))


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
def test_what_the_dead_left_is_removed_and_what_the_living_make_is_not(tmp_path: Path) -> None:
    place = tmp_path / "site"
    maker, hidden = _start_maker(place)
    try:
        _let_be_old(hidden)
        clear_dead(place)
        assert hidden.is_dir()
    finally:
        maker.send_signal(signal.SIGKILL)
        maker.wait()
    assert hidden.is_dir()
    clear_dead(place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
def test_a_folder_whose_maker_was_killed_between_two_steps_is_brought_back(tmp_path: Path) -> None:
    place = tmp_path / "site"
    _write(place, "old")
    maker, hidden = _start_maker(place, "replacing")
    maker.send_signal(signal.SIGKILL)
    maker.wait()
    assert not place.exists()
    _let_be_old(hidden)
    clear_dead(place)
    assert _read(place) == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_nobody_elses_folder_is_removed(tmp_path: Path) -> None:
    for name in (".site.abcdef", ".site", "site.rulebook-1", ".sites.rulebook-1", ".git"):
        _write(tmp_path / name, "mine")
        _let_be_old(tmp_path / name)
    (tmp_path / "target").mkdir()
    (tmp_path / ".site.rulebook-link").symlink_to(tmp_path / "target")
    before = sorted(path.name for path in tmp_path.iterdir())
    clear_dead(tmp_path / "site")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
@pytest.mark.parametrize("why", ["it may not be locked yet", "others can write to it"])
def test_a_hidden_folder_that_may_be_another_makers_stays(tmp_path: Path, why: str) -> None:
    hidden = tmp_path / ".site.rulebook-x"
    hidden.mkdir()
    if why == "others can write to it":
        hidden.chmod(0o777)
        _let_be_old(hidden)
    clear_dead(tmp_path / "site")
    assert hidden.is_dir()
    hidden.chmod(0o700)
    _let_be_old(hidden)
    clear_dead(tmp_path / "site")
    assert not hidden.exists()
