"""A site accepts a reader only if it was built from this code and not changed since."""

from __future__ import annotations

import hashlib
import signal
from pathlib import Path
from urllib.request import urlopen

import pytest

from rulebook.card_reader.building import MANIFEST, TAKEN, Manifest, ReaderFile, code_key
from rulebook.clauses.corpus import Corpus
from rulebook.errors import ReaderError
from rulebook.website.scripts import kept_offline, open_reader
from tests.conftest import Run
from tests.processes import posix, spawn


@pytest.fixture
def fake_reader(tmp_path: Path) -> Path:
    """A folder with the files of a reader, but other content."""
    for name in TAKEN:
        (tmp_path / name).write_bytes(name.encode())
        (tmp_path / f"{name}.br").write_bytes(b"packed")
    _write_manifest(tmp_path, code_key())
    return tmp_path


def _write_manifest(folder: Path, code: str) -> None:
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in TAKEN}
    files = tuple(ReaderFile(name, len(name), 6, digest) for name, digest in digests.items())
    manifest = Manifest("1.0", code, files).as_text()
    (folder / MANIFEST).write_text(manifest, encoding="utf-8")


def test_reader_files_are_in_a_folder_named_by_digest(fake_reader: Path, corpus: Corpus) -> None:
    reader = open_reader(fake_reader, corpus)
    files = dict(reader.files())
    assert set(reader.tables) == set(corpus.games)
    assert set(reader.paths) == {path for path in files if not path.endswith(".br")}
    assert {path.rpartition("/")[0] for path in files} == {reader.address}
    assert kept_offline(files, []) == []
    names = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    fetched = sum(map(len, names)) + len(reader.tables["weiss-schwarz"])
    assert reader.fetched("weiss-schwarz") == fetched


def test_folder_depends_on_the_games(fake_reader: Path, corpus: Corpus, small: Corpus) -> None:
    without_games = open_reader(fake_reader, small)
    assert without_games.tables == {}
    assert without_games.key != open_reader(fake_reader, corpus).key


@pytest.mark.parametrize("manifest", ['{"files": [1]}', "[" * 100_000])
def test_folder_without_a_reader_is_rejected(tmp_path: Path, small: Corpus, manifest: str) -> None:
    with pytest.raises(ReaderError, match="no reader in"):
        open_reader(tmp_path, small)
    (tmp_path / MANIFEST).write_text(manifest)
    with pytest.raises(ReaderError, match="no reader in"):
        open_reader(tmp_path, small)


def test_reader_of_other_code_is_rejected(fake_reader: Path, small: Corpus) -> None:
    _write_manifest(fake_reader, "another")
    with pytest.raises(ReaderError, match="built from other code"):
        open_reader(fake_reader, small)


def test_damaged_reader_is_rejected(fake_reader: Path, small: Corpus) -> None:
    (fake_reader / "python_stdlib.zip").write_bytes(b"cut")
    with pytest.raises(ReaderError, match="modified after it was built"):
        open_reader(fake_reader, small)


def test_serve_fails_if_the_reader_is_missing(run: Run, tmp_path: Path) -> None:
    result = run("site", "serve", "--port", "0", "--reader", tmp_path)
    assert "no reader in" in result.stderr
    assert result.exit_code == 2


@posix
def test_site_is_served_with_its_reader(fake_reader: Path, small: Corpus) -> None:
    address = open_reader(fake_reader, small).address
    args = ("--corpus", small.folder, "site", "serve", "--port", "0", "--reader", fake_reader)
    with spawn(*args) as process:
        assert process.stderr is not None
        while "http" not in (line := process.stderr.readline()):
            pass
        with urlopen(line.split()[0] + f"{address}/{TAKEN[0]}") as answer:
            assert answer.read() in (TAKEN[0].encode(), b"packed")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
