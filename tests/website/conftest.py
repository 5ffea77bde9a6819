"""A small corpus whose documents try to be markup."""

from __future__ import annotations

import hashlib

import pytest

from rulebook.clauses.corpus import Corpus, load_corpus

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
RULES = f"""1. 概要
1.1. はじめに
1.1.1. {HOSTILE}とは、山札{HOSTILE}のことです。
1.1.2. 詳しくは1.1.1と9.9.9を参照してください。<!--version-->
"""
GAME = """id = "star-garden"
alias = "sg"
title = { ja = "<b>庭</b>", en = "Garden" }
publisher = "A & B"
sha256 = "SHA"

[layout]
separator = "."
headings = "by-form"
wrapped = false
"""


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """A corpus of one small game whose texts try to be markup."""
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "star-garden").mkdir()
    (folder / "star-garden" / "rules.txt").write_text(RULES, encoding="utf-8")
    digest = hashlib.sha256(RULES.encode()).hexdigest()
    game = GAME.replace("SHA", digest)
    (folder / "star-garden" / "game.toml").write_text(game, encoding="utf-8")
    return load_corpus(folder)
