"""A command replaces a file or folder only if it has not changed since it was read."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rulebook import replacing
from rulebook.api import open_rules
from rulebook.cache import folders
from rulebook.clauses.corpus import load_corpus
from rulebook.errors import ChangedMeanwhile, EditionError
from rulebook.replacing import (
    ABSENT,
    copy_tree,
    replace_file,
    replace_folder,
    state,
    state_of_content,
)
from tests.conftest import Run
from tests.editions.conftest import garden as garden  # a fixture
from tests.star_garden import rules


@pytest.fixture(params=["one step", "two steps"], autouse=True)
def _exchange(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with and without the system call that exchanges two paths."""
    if request.param == "two steps":
        monkeypatch.setattr(folders, "exchange", lambda *_: False)
        monkeypatch.setattr(replacing, "exchange", lambda *_: False)


def add_foreign_files(folder: Path) -> None:
    """Put files into ``folder`` that a user may have there besides ours."""
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="ascii")
    (folder / ".notes.md").write_text("my notes", encoding="ascii")
    (folder / "empty").mkdir()
    (folder / "link").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")


# ---- Files


def test_unchanged_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("one", encoding="ascii")
    path.chmod(0o640)
    replace_file(path, "two", state(path))
    assert path.read_text(encoding="ascii") == "two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("read", [state_of_content(b"one"), ABSENT])
def test_changed_file_is_not_replaced(read: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("an editor's", encoding="ascii")
    with pytest.raises(ChangedMeanwhile, match=r"notes\.md was changed by another program"):
        replace_file(path, "ours", read)
    assert path.read_text(encoding="ascii") == "an editor's"
    assert [*tmp_path.iterdir()] == [path]


def test_late_change_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes.md"
    path.write_text("one", encoding="ascii")
    exchange = folders.exchange

    def late(one: Path, other: Path) -> bool:
        other.write_text("an editor's", encoding="ascii")
        monkeypatch.setattr(replacing, "exchange", exchange)
        return exchange(one, other)

    if folders.exchange.__name__ == "<lambda>" or not os.path.exists("/proc"):  # noqa: PTH110
        pytest.skip("this system cannot exchange in one step")
    monkeypatch.setattr(replacing, "exchange", late)
    with pytest.raises(ChangedMeanwhile):
        replace_file(path, "ours", state(path))
    assert path.read_text(encoding="ascii") == "an editor's"


def test_file_is_created_only_once(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    replace_file(path, "one", ABSENT)
    with pytest.raises(ChangedMeanwhile):
        replace_file(path, "two", ABSENT)
    assert path.read_text(encoding="ascii") == "one"


# ---- Folders


def _add(name: str) -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        (folder / name).write_text(name, encoding="ascii")

    return fill


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_folder_is_copied_completely(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    add_foreign_files(source)
    (source / "game.toml").write_text("id = 1", encoding="ascii")
    (source / "game.toml").chmod(0o444)
    copy_tree(source, target, rights=True)
    assert state(source) == state(target)
    (source / "rulings").symlink_to("../shared")
    own = tmp_path / "of" / "my" / "own"
    copy_tree(source, own, rights=False)
    assert (own / "game.toml").stat().st_mode & 0o200
    links = [str(path.readlink()) for path in (own / "link", own / "rulings")]
    assert links == ["nowhere", str(tmp_path / "shared")]


def test_copy_that_fails_says_why_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_disk(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "one", None, "other")

    (tmp_path / "source").mkdir()
    for name in "ab":
        (tmp_path / "source" / name).write_text(name, encoding="ascii")
    monkeypatch.setattr(replacing, "copy2", fill_disk)
    with pytest.raises(OSError, match=r"^No space left on device$"):
        copy_tree(tmp_path / "source", tmp_path / "target", rights=True)


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "late").write_text("x", encoding="ascii"),
        lambda folder: (folder / "late").mkdir(),
        lambda folder: (folder / "late").symlink_to("x"),
        lambda folder: (folder / "old").write_text("x", encoding="ascii"),
        lambda folder: (folder / "old").unlink(),
    ],
)
def test_changed_folder_is_not_replaced(change: Callable[[Path], object], tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "old").write_text("old", encoding="ascii")
    read = state(place)

    def fill(folder: Path) -> None:
        _add("new")(folder)
        change(place)

    with pytest.raises(ChangedMeanwhile):
        replace_folder(place, fill, read)
    assert state(place) != read
    assert not (place / "new").exists()
    assert [*tmp_path.iterdir()] == [place]


@pytest.mark.parametrize("exists", [False, True])
def test_new_folder_replaces_empty_one(exists: bool, tmp_path: Path) -> None:
    place = tmp_path / "place"
    if exists:
        place.mkdir()
    replace_folder(place, _add("new"), state(place))
    assert [path.name for path in place.iterdir()] == ["new"]


# ---- Commands


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_edition_add_preserves_foreign_files(garden: Path, tmp_path: Path, run: Run) -> None:
    (game,) = garden.glob("garden")
    add_foreign_files(game)
    before = {path.name for path in game.iterdir()}
    document = tmp_path / "next.txt"
    document.write_text(rules("1.1"), encoding="utf-8")
    assert run("--corpus", garden, "edition", "add", "sg", document).exit_code == 0
    assert {path.name for path in game.iterdir()} >= before
    assert (game / ".git" / "HEAD").read_text(encoding="ascii") == "ref: refs/heads/main\n"
    assert (game / "link").is_symlink()


@pytest.mark.parametrize("when", ["plan_edition", "edition_files"])
def test_edit_during_edition_add_is_not_lost(
    when: str, garden: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulebook.editions import adding

    document = tmp_path / "next.txt"
    document.write_text(rules("1.1"), encoding="utf-8")
    table, mine = garden / "garden" / "terms.toml", 'edition = "1.0"\n# mine\n'
    work = getattr(adding, when)

    def edited(*args: object) -> object:
        done = work(*args)
        table.write_text(mine, encoding="ascii")
        return done

    monkeypatch.setattr(adding, when, edited)
    result = run("--corpus", garden, "edition", "add", "sg", document)
    assert result.exit_code == 2
    assert "was changed by another program\nTry again." in result.output
    assert table.read_text(encoding="ascii") == mine


def test_file_that_appears_in_new_corpus_is_not_lost(
    garden: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, own = tmp_path / "next.txt", tmp_path / "own"
    document.write_text(rules("1.1"), encoding="utf-8")

    def arriving(folder: Path) -> object:
        own.mkdir(exist_ok=True)
        (own / "letter.txt").write_text("keep me", encoding="ascii")
        return load_corpus(folder)

    monkeypatch.setattr("rulebook.editions.adding.load_corpus", arriving)
    call = ("--corpus", garden, "edition", "add", "sg", document, "--into", own)
    assert run(*call).exit_code == 2
    assert (own / "letter.txt").read_text(encoding="ascii") == "keep me"


def test_edit_during_cite_is_not_lost(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulebook.cli.commands import cite

    notes = tmp_path / "notes.md"
    notes.write_text("ws 9.2.2 を参照", encoding="utf-8")

    def edit(*texts: str) -> Iterable[str]:
        notes.write_text("ws 9.2.2 と ws 9.2.1", encoding="utf-8")
        return ()

    monkeypatch.setattr(cite, "changed_lines", edit)
    result = run("cite", "--links", "https://example.org/", "--write", notes)
    assert result.exit_code == 2
    assert "was changed by another program" in result.output
    assert notes.read_text(encoding="utf-8") == "ws 9.2.2 と ws 9.2.1"


def test_rulings_are_not_imported_over_existing_file(tmp_path: Path, run: Run) -> None:
    table, out = tmp_path / "faq.csv", tmp_path / "rulings.jsonl"
    table.write_text("id,question,answer,clauses\na,問,答,9.2.2\n", encoding="utf-8")
    call = ("rulings", "import", "-g", "ws", table, "--out", out)
    assert run(*call).exit_code == 0
    first = out.read_bytes()
    assert run(*call).exit_code == 2
    with pytest.raises(ChangedMeanwhile):
        open_rules().rulings.write((), out, create=True)
    assert out.read_bytes() == first


def test_import_killed_between_its_files_can_be_repeated(tmp_path: Path, run: Run) -> None:
    table, out = tmp_path / "faq.csv", tmp_path / "rulings.jsonl"
    table.write_text("id,question,answer,clauses\na,問,答,9.2.2\nb,,,\n", encoding="utf-8")
    call = ("rulings", "import", "-g", "ws", table, "--out", out)
    assert run(*call).exit_code == 1
    out.unlink()
    assert run(*call).exit_code == 1
    assert out.is_file()
    out.unlink()
    (tmp_path / "rulings.rejects.csv").write_text("mine", encoding="ascii")
    assert run(*call).exit_code == 2
    assert (tmp_path / "rulings.rejects.csv").read_text(encoding="ascii") == "mine"


# ---- A truncated document


def test_truncated_document_is_not_current_edition(garden: Path, tmp_path: Path, run: Run) -> None:
    document = tmp_path / "next.txt"
    document.write_text(rules("1.1").partition("\n1.1.2.")[0], encoding="utf-8")
    call = ("--corpus", garden, "edition", "add", "sg", document)
    result = run(*call)
    assert result.exit_code == 2
    assert "only 3 of 8 clauses of garden@1.0 are in this document" in result.output
    assert "--force-smaller" in result.output
    with pytest.raises(EditionError):
        open_rules(garden).add_edition("sg", document)
    assert run(*call, "--not-current").exit_code == 0
    document.write_text(rules("1.2").partition("\n1.1.2.")[0], encoding="utf-8")
    assert run(*call, "--force-smaller").exit_code == 0
