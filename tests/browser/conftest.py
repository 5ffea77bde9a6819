"""The site in a real Chromium: built once, served locally, each test in a fresh profile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rulebook.api import open_rules
from rulebook.clauses.corpus import Corpus
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.serving import Server
from rulebook.website.site_builder import build_site
from tests.browser.axe import Looks
from tests.card_library.conftest import CARDS, write_jsonl
from tests.conftest import HOSTILE

Context = Callable[..., BrowserContext]
Open = Callable[..., Page]

QUESTION = "山札がなくなったらどうなる？"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve ``folder`` on a free port and yield its address."""
    server = Server(folder, 0, print)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Yield the address of the built site."""
    with serve(site) as address:
        yield address


@pytest.fixture(scope="session")
def small_site(small: Corpus, shared: Path) -> Path:
    """Return the website of the small game with markup in its texts. Copy it to change it."""
    folder = shared / "small-site" / "built"
    with FileLock(shared / "small-site.lock"):
        if not folder.exists():
            build_site(SearchTables(small), folder)
    return folder


@pytest.fixture(scope="session")
def card_site(one_game: Corpus, shared: Path) -> Path:
    """Return the website of one game with a library of invented cards, one of them hostile."""
    folder = shared / "cards"
    with FileLock(shared / "cards.lock"):
        if not folder.exists():
            folder.mkdir()
            names = [*(f"測量士{at}" for at in range(45)), *(f"番号{at}" for at in range(45, 60))]
            texts = [
                {**CARDS[at % 3], "id": f"XX/W01-{at:03}", "name": name}
                for at, name in enumerate(names)
            ]
            hostile = {"id": "H", "name": HOSTILE, "text": "【自】 アンコール ［(2)］"}
            file = write_jsonl(folder / "c.jsonl", [*CARDS, *texts, hostile])
            open_rules(one_game.folder).card_library("ws", folder / "c.db").index([file])
            build_site(SearchTables(one_game), folder / "site", cards=[folder / "c.db"])
    return folder / "site"


@pytest.fixture(scope="session")
def card_address(card_site: Path) -> Iterator[str]:
    """Yield the address of ``card_site``."""
    with serve(card_site) as address:
        yield address


@contextmanager
def profiles(browser: Browser) -> Iterator[Context]:
    """Yield a function that makes fresh profiles; script errors in their pages fail in the end."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**options: Any) -> BrowserContext:
        options = {"service_workers": "block", "locale": "ja-JP", **options}
        made = browser.new_context(**options)
        made.set_default_timeout(10_000)
        made.on("weberror", lambda error: errors.append(str(error.error)))
        contexts.append(made)
        return made

    yield make
    for made in contexts:
        made.close()
    assert not errors


@pytest.fixture
def context(browser: Browser) -> Iterator[Context]:
    """Yield a function that makes fresh profiles; a script error in any page fails the test."""
    with profiles(browser) as make:
        yield make


@pytest.fixture(scope="module")
def functions(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a page on which pure functions of the site's scripts can be called."""
    with profiles(browser) as make:
        page = make().new_page()
        page.goto(f"{address}index.html")
        yield page


@pytest.fixture(scope="session")
def judged() -> Looks:
    """Return the looks that axe has checked, on all pages: they share the style sheets."""
    return set()


@pytest.fixture
def open_page(context: Context, address: str) -> Open:
    """Return a function that opens a page of the site in a fresh profile."""

    def open_at(path: str, **options: Any) -> Page:
        page = context(**options).new_page()
        page.goto(address + path)
        return page

    return open_at


def ask(page: Page, question: str = QUESTION) -> None:
    """Type a question and wait for the first answer."""
    page.locator("#q").fill(question)
    expect(page.locator("a.hit").first).to_be_visible()
