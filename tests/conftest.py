from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock
from platformdirs import user_cache_path
from playwright.sync_api import Browser

from rulebook.api import Rules, open_rules
from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.model import Rulebook
from rulebook.cli.main import cli
from rulebook.data import data_folder, own_corpus
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.site_builder import build_site
from tests.chromium import launch_chromium
from tests.isolation import forbid_users_cache
from tests.memory import keep_temporary_files_in_memory
from tests.sampling import set_extent
from tests.star_garden import three_editions
from tests.support import copied_game, write_game

# Corpora stay loaded for the whole run: collecting them frees nothing and takes much time.
gc.set_threshold(100_000)

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
CARD_RULING = """edition = "1.109"
game = "ws"
[[ruling]]
id = "made-1"
question = "<b>2ダメージ</b>はキャンセルされますか。"
answer = "はい。"
clauses = ["4.10.1"]
source = { name = "架空の大会" }
cards = ["汽笛の少年　そら"]
"""


def pytest_configure(config: pytest.Config) -> None:
    set_extent(config.option.markexpr)
    keep_temporary_files_in_memory()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest tests first, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("wheel") is None)


def pytest_sessionfinish() -> None:
    """Skip the last garbage collection: the process ends anyway."""
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright allows one at a time, and a worker gets tests of several folders.
    with launch_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def rules(all_openings: Openings) -> Rules:
    """Return the shipped rules. No test changes them, so all commands share them."""
    return all_openings.open()


@pytest.fixture(scope="session")
def corpus(all_openings: Openings) -> Corpus:
    return all_openings.open().corpus


@pytest.fixture(scope="session")
def books(corpus: Corpus) -> Mapping[str, Rulebook]:
    return {book.game.id: book for book in corpus.rulebooks()}


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of this run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _no_user_files(shared: Path) -> Iterator[None]:
    """Keep tests, and the processes that they start, away from the user's own files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEBOOK_CACHE", str(shared / "cache"))
        patch.setenv("RULEBOOK_DATA", str(shared / "data"))
        patch.setenv("RULEBOOK_SETTINGS", str(shared / "settings.toml"))
        patch.setenv("LC_ALL", "C.UTF-8")
        for name in (
            # Else each program that a test starts compiles the same modules.
            "PYTHONDONTWRITEBYTECODE",
            "NO_COLOR",
            "COLUMNS",
            "LINES",
            "RULEBOOK_GAME",
            "RULEBOOK_LANG",
            "RULEBOOK_SITE",
        ):
            patch.delenv(name, raising=False)
            os.unsetenv(name)  # readline sets COLUMNS behind os.environ
        forbid_users_cache(user_cache_path("rulebook"), shared.parent)
        yield


@pytest.fixture
def only_new_objects() -> Iterator[None]:
    """Hide all objects from the collector that existed before the test."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="session")
def tables(corpus: Corpus) -> SearchTables:
    """Return the search tables of the five games; the workers share their cache."""
    return SearchTables(corpus)


@pytest.fixture(scope="session")
def site(tables: SearchTables, shared: Path) -> Path:
    """Return the website of the five games. The first worker that needs it builds it."""
    folder = shared / "site" / "built"
    with FileLock(shared / "site.lock"):
        if not folder.exists():
            build_site(tables, folder)
    return folder


@pytest.fixture(scope="session")
def one_game(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Return a corpus of one game, that of the invented cards, with a ruling on a card."""
    corpus = copied_game("weiss-schwarz", tmp_path_factory.mktemp("corpus"), lean=True)
    file = corpus.folder / "weiss-schwarz" / "rulings" / "made.toml"
    file.write_text(CARD_RULING, encoding="utf-8")
    return corpus


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Return a corpus of one small game whose texts contain markup."""
    return corpus_of(RULES, tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Return a corpus of one small game in three editions. The last one has no date."""
    place = tmp_path_factory.mktemp("editions")
    first, *later = three_editions(HOSTILE).items()
    folder = corpus_of(first[1], place / "corpus").folder
    for version, text in later:
        path = place / f"{version}.txt"
        path.write_text(text, encoding="utf-8")
        open_rules(folder).add_edition("sg", path, version=version)
    return load_corpus(folder)


@pytest.fixture(scope="session")
def editions_folder(editions: Corpus) -> Path:
    """Return the folder of ``editions``."""
    return editions.folder


@pytest.fixture(scope="session")
def site_of_editions(editions: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the website of ``editions``."""
    folder = tmp_path_factory.mktemp("site") / "built"
    build_site(SearchTables(editions), folder)
    return folder


def corpus_of(rules: str, folder: Path) -> Corpus:
    """Write a game with these ``rules`` into ``folder`` and load it as a corpus."""
    write_game(folder / "star-garden", GAME, EDITION, rules)
    return load_corpus(folder)


class Openings:
    """Rules that all commands of a test share, as in one session of Python.

    Opening a corpus and reading its documents takes longer than most commands.
    """

    def __init__(self) -> None:
        self._opened: dict[tuple[Path, ...], Rules] = {}
        self._shared: set[Path] = set()
        self._lasting: set[Path] = set()

    def share(self, folder: Path) -> None:
        """Open the corpus in ``folder`` only once in this test, which no longer changes it."""
        self._shared.add(folder)

    def keep(self, folder: Path) -> None:
        """Open the corpus in ``folder`` only once in the whole run. No test changes it."""
        self._lasting.add(folder)

    def open(self, folder: Path | None = None, **named: Any) -> Rules:
        """Call ``open_rules``, only once for a shared corpus and for the shipped one."""
        user_folder = own_corpus().parent
        shared = self._shared | self._lasting
        is_shared = folder in shared or (folder is None and not user_folder.exists())
        if not is_shared or named.get("cache") or named.get("rulings"):
            return open_rules(folder, **named)
        key = (folder or data_folder("corpus"), user_folder, Path(os.environ["RULEBOOK_CACHE"]))
        if key not in self._opened:
            self._opened[key] = open_rules(folder, **named)
        return self._opened[key]

    def close(self) -> None:
        """Drop the corpora that one test has shared."""
        self._opened = {
            key: rules for key, rules in self._opened.items() if key[0] not in self._shared
        }
        self._shared.clear()


@pytest.fixture(scope="session")
def all_openings() -> Openings:
    return Openings()


@pytest.fixture
def openings(all_openings: Openings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Openings]:
    """Let the commands of a test share the corpora that they open."""
    monkeypatch.setattr("rulebook.api.open_rules", all_openings.open)
    yield all_openings
    all_openings.close()


@pytest.fixture
def run(openings: Openings) -> Run:
    """Run a command as a user would, standard input and output included."""

    def invoke(*args: str | Path, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin)

    return invoke
