from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.model import Rulebook
from rulebook.cli.main import cli
from rulebook.search.library import Library
from rulebook.website.site_builder import build_site
from tests.support import ROOT

Run = Callable[..., Result]

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
edition = "1.0"
"""
EDITION = """sha256 = "SHA"

[layout]
separator = "."
headings = "by-form"
wrapped = false
"""


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return load_corpus(ROOT / "corpus")


@pytest.fixture(scope="session")
def books(corpus: Corpus) -> Mapping[str, Rulebook]:
    return {book.game.id: book for book in corpus.rulebooks()}


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests' index away from the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEBOOK_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("NO_COLOR", raising=False)
        yield


@pytest.fixture(scope="session")
def site(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The website of the five games, built once."""
    folder = tmp_path_factory.mktemp("site") / "built"
    build_site(Library(corpus), folder)
    return folder


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """A corpus of one small game whose texts try to be markup."""
    folder = tmp_path_factory.mktemp("corpus")
    edition = folder / "star-garden" / "editions" / "1.0"
    edition.mkdir(parents=True)
    (edition / "rules.txt").write_text(RULES, encoding="utf-8")
    digest = hashlib.sha256(RULES.encode()).hexdigest()
    (edition / "edition.toml").write_text(EDITION.replace("SHA", digest), encoding="utf-8")
    (folder / "star-garden" / "game.toml").write_text(GAME, encoding="utf-8")
    return load_corpus(folder)


@pytest.fixture
def run() -> Run:
    """Run a command as a user would, standard input and output included."""

    def invoke(*args: str | Path, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin)

    return invoke
