"""The catalog of a corpus agrees with the files of its games."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulebook.clauses.corpus import load_corpus, open_corpus
from rulebook.clauses.game import Layout
from rulebook.clauses.numbers import Letters

GAME = """id = "mine"
alias = "m"
title = { ja = "鉱山", en = "Mine" }
publisher = "A"
edition = "1"
"""
LAYOUT = """
[layout]
letters = "glued"
digits = [3, 2]
hundreds = true
closed = false
"""


def test_layout_is_read_back_from_the_catalog(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    place = folder / "mine" / "editions" / "1"
    place.mkdir(parents=True)
    (folder / "mine" / "game.toml").write_text(GAME, encoding="utf-8")
    (place / "rules.txt").write_text("1. 章\n", encoding="utf-8")
    digest = hashlib.sha256((place / "rules.txt").read_bytes()).hexdigest()
    (place / "edition.toml").write_text(f'sha256 = "{digest}"\n{LAYOUT}', encoding="utf-8")
    layout = Layout(letters=Letters.GLUED, digits=(3, 2), hundreds=True, closed=False)
    for _ in ("built", "cached"):
        game = open_corpus(folder, cache=tmp_path / "cache").game("mine")
        assert game == load_corpus(folder).game("mine")
        assert game.edition.layout == layout
