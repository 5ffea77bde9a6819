"""A folder of the cache is complete or absent, whatever happens to it."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.api import open_rules
from rulebook.cache import store
from rulebook.cache.store import (
    MANIFEST,
    CachedFolder,
    code_digest,
    ensure_folder,
    is_whole,
)
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CacheError
from rulebook.search.asking.answers import answer
from rulebook.search.query import search
from rulebook.search.tables.search_tables import SearchTables
from tests.filling import build, build_and_count, fill

DAY = 24 * 60 * 60


def count_fills() -> tuple[Callable[[Path], None], list[Path]]:
    calls: list[Path] = []

    def counted(folder: Path) -> None:
        calls.append(folder)
        fill(folder)

    return counted, calls


def test_folder_is_filled_once(tmp_path: Path) -> None:
    counted, calls = count_fills()
    for _ in range(3):
        folder = ensure_folder(tmp_path, "index-1", counted)
    assert len(calls) == 1
    assert (folder / "data").read_text(encoding="utf-8") == "whole"


@pytest.mark.parametrize(
    "damage", ["missing", "truncated", "changed", "extra", "no-manifest", "bad"]
)
def test_damaged_folder_is_rebuilt(tmp_path: Path, damage: str) -> None:
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


def test_failed_fill_leaves_no_folder(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        fill(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ensure_folder(tmp_path, "index-1", fail)
    assert list(tmp_path.iterdir()) == []


def test_failed_fill_preserves_other_folders(tmp_path: Path) -> None:
    ensure_folder(tmp_path, "index-1", fill)

    def fail(folder: Path) -> None:
        raise RuntimeError(folder)

    with pytest.raises(RuntimeError):
        ensure_folder(tmp_path, "index-2", fail)
    assert is_whole(tmp_path / "index-1")


def test_parallel_processes_share_folders(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(8) as pool:
        for names in (1, 24):
            root = tmp_path / str(names)
            places = [(root, number % names) for number in range(24)]
            assert all(pool.map(build, places, chunksize=1))
            assert {path.name for path in root.iterdir()} == {f"index-{n}" for n in range(names)}
        # The others wait for the first one; two may begin at the same moment.
        assert sum(pool.map(build_and_count, [tmp_path / "counted"] * 8, chunksize=1)) <= 4


def _make_old(folder: Path, days: float = 2) -> None:
    long_ago = time.time() - days * DAY
    os.utime(folder, (long_ago, long_ago))


def test_unused_folders_are_evicted(tmp_path: Path) -> None:
    for number in range(8):
        _make_old(ensure_folder(tmp_path, f"index-{number}", fill), days=20 - number)
    ensure_folder(tmp_path, "tables-0", fill)
    ensure_folder(tmp_path, "index-0", fill)  # used again
    ensure_folder(tmp_path, "index-8", fill)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"index-0", "index-7", "index-8", "tables-0"}


def test_recently_used_folders_are_not_evicted(tmp_path: Path) -> None:
    for number in range(8):
        ensure_folder(tmp_path, f"index-{number}", fill)
    assert len(list(tmp_path.iterdir())) == 8


def test_unreadable_content_is_rebuilt(tmp_path: Path) -> None:
    counted, calls = count_fills()
    folder = CachedFolder(tmp_path, "index-1", counted)

    def load(folder: Path) -> str:
        if (text := (folder / "data").read_text(encoding="utf-8")) != "whole":
            raise KeyError(text)
        return text

    assert folder.read(load) == "whole"
    (tmp_path / "index-1" / "data").write_text("older layout", encoding="utf-8")
    store._seal(tmp_path / "index-1", "index-1")
    assert is_whole(tmp_path / "index-1")
    assert CachedFolder(tmp_path, "index-1", counted).read(load) == "whole"
    assert len(calls) == 2
    assert is_whole(tmp_path / "index-1")


@pytest.mark.parametrize("content", ["null", "[]", "{}", '"x"', "5", "[" * 100_000, "\ud800", ""])
def test_cache_of_wrong_type_is_rebuilt(
    small: Corpus, tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "cache", tmp_path)
    game = small.game("sg")

    def ask() -> tuple[object, object]:
        tables = SearchTables(small)
        return answer(tables, "山札とは", game, limit=10), search(tables, '"とは山札"')

    expected = ask()
    for path in [path for path in tmp_path.glob("*/*.json") if path.name != MANIFEST]:
        path.write_bytes(content.encode("utf-8", "surrogatepass"))
        store._seal(path.parent, path.parent.name)
        assert is_whole(path.parent)
        assert ask() == expected, path.name


def test_renamed_folder_is_not_whole(tmp_path: Path) -> None:
    ensure_folder(tmp_path, "index-1", fill).rename(tmp_path / "index-2")
    assert not is_whole(tmp_path / "index-2")


def test_key_depends_on_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: Corpus
) -> None:
    monkeypatch.setattr(store, "_PACKAGE", tmp_path)
    (tmp_path / "search").mkdir()
    (tmp_path / "links.py").write_text("", encoding="utf-8")
    keys = set()
    monkeypatch.setattr(small, "cache", tmp_path)
    for text in ("a = 1", "a = 2"):
        (tmp_path / "search" / "a.py").write_text(text, encoding="utf-8")
        code_digest.cache_clear()
        keys.add(code_digest("search", "links.py"))
        SearchTables(small).vocabulary()
        keys |= {path.name for path in tmp_path.glob("vocabulary-*")}
    (tmp_path / "links.py").write_text("b", encoding="utf-8")
    code_digest.cache_clear()
    keys.add(code_digest("search", "links.py"))
    assert len(keys) == 5
    code_digest.cache_clear()


posix = pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")


@posix
@pytest.mark.parametrize("open_to", [0o777, 0o775, 0o1777])
def test_cache_writable_by_others_is_not_used(tmp_path: Path, open_to: int) -> None:
    name = f"index-{open_to}"
    ensure_folder(tmp_path, name, fill)
    tmp_path.chmod(open_to)
    (tmp_path / name / "data").write_text("theirs", encoding="utf-8")
    store._seal(tmp_path / name, name)
    counted, calls = count_fills()
    with pytest.warns(UserWarning, match="others can write"):
        folder = CachedFolder(tmp_path, name, counted).path()
    assert len(calls) == 1
    assert folder.parent != tmp_path
    assert (folder / "data").read_text(encoding="utf-8") == "whole"
    assert (tmp_path / name / "data").read_text(encoding="utf-8") == "theirs"
    assert [path.name for path in tmp_path.iterdir()] == [name]


@posix
@pytest.mark.parametrize("what", ["folder", "file", "link", "linked folder"])
def test_content_writable_by_others_is_rebuilt(tmp_path: Path, what: str) -> None:
    root, elsewhere = tmp_path / "cache", tmp_path / "elsewhere"
    folder = ensure_folder(root, "index-1", fill)
    match what:
        case "folder":
            folder.chmod(0o777)
        case "file":
            (folder / "data").chmod(0o666)
        case "link":
            (folder / "data").rename(tmp_path / "data")
            (folder / "data").symlink_to(tmp_path / "data")
        case "linked folder":
            folder.rename(elsewhere)
            folder.symlink_to(elsewhere)
    assert not is_whole(folder)
    counted, calls = count_fills()
    ensure_folder(root, "index-1", counted)
    assert len(calls) == 1
    assert is_whole(folder)
    assert not folder.is_symlink()
    if what == "linked folder":
        assert (elsewhere / "data").exists()


@posix
def test_link_is_not_used_as_cache(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "real")
    with pytest.warns(UserWarning, match="it is a link"):
        CachedFolder(tmp_path / "cache", "index-link", fill).path()
    assert list((tmp_path / "real").iterdir()) == []


@posix
def test_cache_is_private_with_any_umask(tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        folder = ensure_folder(tmp_path / "cache", "index-1", fill)
    finally:
        os.umask(before)
    for path in (folder.parent, folder, *folder.iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path
    assert is_whole(folder)


_TEMPORARY = """
import sys, multiprocessing, warnings
from pathlib import Path
from rulebook.cache.store import CachedFolder
warnings.simplefilter("ignore")
def use(place):
    print(CachedFolder(Path(place), "index-1", lambda folder: None).path().parent, flush=True)
if __name__ == "__main__":
    use(sys.argv[1])
    worker = multiprocessing.get_context("spawn").Process(target=use, args=(sys.argv[1],))
    worker.start()
    worker.join()
"""


def test_temporary_folders_are_deleted_at_exit(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no folder", encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(_TEMPORARY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "taken")],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(store._PACKAGE.parent)},
    )
    used = [Path(line) for line in done.stdout.split()]
    assert len(set(used)) == 2
    assert [path for path in used if path.exists()] == []


def test_full_disk_is_reported(tmp_path: Path) -> None:
    def full(folder: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "a")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(CacheError, match=r": No space left"):
            CachedFolder(tmp_path, "index-full", full).path()


def test_cache_that_is_removed_meanwhile_is_not_called_full(tmp_path: Path) -> None:
    def read_another(folder: Path) -> None:
        (tmp_path / "removed").read_bytes()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(CacheError) as caught:
            CachedFolder(tmp_path, "index-gone", read_another).path()
    assert str(caught.value).endswith("try again.")


def test_manifest_names_every_file(tmp_path: Path) -> None:
    folder = ensure_folder(tmp_path, "index-1", fill)
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["name"] == "index-1"
    assert list(manifest["files"]) == ["data"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        # Each is valid for its type; only its use shows that it is wrong.
        ("snippets.jsonl", '["1.1.1",null', '["1.1.7",null'),
        ("snippets.jsonl", '"1.1",[],', '"1.1.1",[],'),
        ("printed.jsonl", '"山札":["', '"山札":["z'),
        ("vocabulary.json", '"openings":[', '"openings":[5,'),
        ("catalog.json", '"title_en":"Garden"', '"title_en":5'),
    ],
)
def test_content_that_is_wrong_on_use_is_rebuilt(
    small: Corpus, tmp_path: Path, file: str, old: str, new: str
) -> None:
    def ask() -> tuple[object, object]:
        rules = open_rules(small.folder, cache=tmp_path)
        return rules.ask("山札とは", "sg"), rules.search('"とは山札"')

    expected = ask()
    (path,) = tmp_path.glob(f"*/{file}")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    store._seal(path.parent, path.parent.name)
    assert ask() == expected
