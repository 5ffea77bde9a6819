"""Fixtures: the reader that ``make reader`` built, and the tables of the games."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from rulebook.card_reader.building import open_manifest
from rulebook.card_reader.reading import game_tables
from rulebook.clauses.corpus import Corpus
from rulebook.errors import ReaderError
from tests.support import ROOT


@pytest.fixture(scope="session")
def tables(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tables of all games."""
    folder = tmp_path_factory.mktemp("tables")
    for game in corpus.games.values():
        (folder / f"{game.id}.json").write_text(game_tables(corpus, game), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def reader() -> Path:
    """The folder of the reader, ``$RULEBOOK_READER`` or build/reader; skips if there is none."""
    folder = Path(os.environ.get("RULEBOOK_READER", ROOT / "build" / "reader"))
    try:
        open_manifest(folder)
    except ReaderError as error:
        pytest.skip(f"make reader: {error.what}")
    return folder


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node, which runs a reader without a browser."""
    return shutil.which("node") or pytest.skip("there is no Node on this machine")
