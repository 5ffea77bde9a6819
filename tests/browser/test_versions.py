"""Two versions of the site on one host; the files of the new one arrive in different orders.

All pages must be of one version: the old one until the new one is complete and accepted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.site_builder import build_site
from tests.browser.conftest import Context, serve
from tests.sampling import some

CHAPTER, CLAUSE, OTHER = (f"star-garden/{name}.html" for name in ("chapter-1", "1.1.1", "1.1.2"))
# Words that are only in the old text, and only in the new text.
OLD, NEW = "山札", "庭の札"


class Versions(NamedTuple):
    """The folders of both versions, and the folder that is served."""

    old: Path
    new: Path
    host: Path

    def deploy(self, *paths: str, excluded: str = "") -> None:
        """Copy files of the new version to the host: ``paths``, or all but ``excluded``."""
        everything = (path for path in self.new.rglob("*") if path.is_file())
        names = paths or [str(path.relative_to(self.new)) for path in everything]
        for name in names:
            if name != excluded:
                (self.host / name).parent.mkdir(exist_ok=True)
                (self.host / name).write_bytes((self.new / name).read_bytes())


@pytest.fixture(scope="module")
def built(
    small: Corpus, small_site: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    root = tmp_path_factory.mktemp("versions")
    folder = root / "corpus"
    copytree(small.folder, folder)
    edition = folder / "star-garden" / "editions" / "1.0"
    rules, facts = (edition / name for name in ("rules.txt", "edition.toml"))
    text = rules.read_text(encoding="utf-8")
    newer = text.replace(OLD, NEW) + "2. 追加\n2.1. 新しい章です。\n"
    rules.write_text(newer, encoding="utf-8")
    before, after = (hashlib.sha256(each.encode()).hexdigest() for each in (text, newer))
    new_facts = facts.read_text(encoding="utf-8").replace(before, after)
    facts.write_text(new_facts, encoding="utf-8")
    build_site(SearchTables(load_corpus(folder)), root / "new")
    return small_site, root / "new"


@pytest.fixture
def versions(built: tuple[Path, Path], tmp_path: Path) -> Versions:
    copytree(built[0], tmp_path / "host")
    return Versions(*built, tmp_path / "host")


@pytest.fixture
def address(versions: Versions) -> Iterator[str]:
    with serve(versions.host) as address:
        yield address


@pytest.fixture
def page(context: Context) -> Page:
    return context(service_workers="allow").new_page()


def _visit(page: Page, address: str) -> None:
    """Visit the old version until all of it is stored."""
    page.goto(address)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate("rulebook.storeRest()")


def _update(page: Page) -> bool:
    """Check for an update as a browser does; return whether a complete new version waits."""
    return bool(
        page.evaluate(
            """async () => {
              const registration = await navigator.serviceWorker.ready;
              await registration.update().catch(() => {});
              const worker = registration.installing;
              if (worker) await new Promise((done) => {
                const look = () => worker.state !== "installing" && done();
                worker.addEventListener("statechange", look);
                look();
              });
              return registration.waiting !== null;
            }"""
        )
    )


def _accept(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="更新する").click()


def _version(page: Page) -> str:
    return str(page.locator("[data-version]").text_content())


def _assert_one_version(page: Page, address: str, text: str) -> None:
    """Check that all pages are of the version that contains ``text``."""
    page.goto(address)
    version = _version(page)
    for path in (
        CHAPTER,
        CLAUSE,
        OTHER,
        "about.html",
        "star-garden/terms.html",
        "%zz",
        "star-garden/9.9.html",
    ):
        page.goto(address + path)
        assert _version(page) == version, path
        content = page.locator("main").text_content() or ""
        assert (NEW if text == OLD else OLD) not in content, path
        if path in (CHAPTER, CLAUSE):
            assert text in content, path


@pytest.mark.slow
def test_worker_that_arrives_first_waits_for_all_files(
    page: Page, address: str, versions: Versions
) -> None:
    _visit(page, address)
    versions.deploy("sw.js")
    assert not _update(page)
    _assert_one_version(page, address, OLD)
    versions.deploy("index.html", "about.html", "site.json", CLAUSE)
    assert not _update(page)
    _assert_one_version(page, address, OLD)
    versions.deploy()
    assert _update(page)
    _assert_one_version(page, address, OLD)
    _accept(page)
    _assert_one_version(page, address, NEW)
    page.context.set_offline(True)
    _assert_one_version(page, address, NEW)


def test_pages_that_arrive_before_the_worker_are_not_shown_yet(
    page: Page, address: str, versions: Versions
) -> None:
    _visit(page, address)
    page.goto(address + OTHER)
    versions.deploy(excluded="sw.js")
    _assert_one_version(page, address, OLD)
    page.goto(address + CLAUSE)
    assert page.url == f"{address}{CHAPTER}#1.1.1"
    page.goto(address + OTHER)
    assert page.url == address + OTHER  # from the visit before
    page.goto(address + "star-garden/2.1.html")
    expect(page.locator("h1")).to_have_text("このページはありません")
    versions.deploy()
    assert _update(page)
    _accept(page)
    expect(page.locator("main")).to_contain_text("新しい章")
    _assert_one_version(page, address, NEW)


@pytest.mark.parametrize("last", some([CHAPTER, "404.html", "data/star-garden.texts.js"], 1))
def test_missing_file_delays_the_new_version(
    page: Page, address: str, versions: Versions, last: str
) -> None:
    _visit(page, address)
    versions.deploy(excluded=last)
    assert not _update(page)
    _assert_one_version(page, address, OLD)
    versions.deploy(last)
    assert _update(page)
    _accept(page)
    _assert_one_version(page, address, NEW)


def test_visit_during_deployment_stores_nothing(
    page: Page, address: str, versions: Versions
) -> None:
    versions.deploy("sw.js")
    page.goto(address)
    page.wait_for_timeout(1000)
    assert page.evaluate("caches.keys()") == []
    versions.deploy()
    _visit(page, address)
    _assert_one_version(page, address, NEW)


def test_old_page_is_not_controlled_by_new_worker(
    page: Page, address: str, versions: Versions
) -> None:
    versions.deploy(excluded="index.html")
    page.goto(address)  # its worker is rejected: the home page is still the old one
    old = _version(page)
    versions.deploy("index.html")
    page.evaluate("() => navigator.serviceWorker.register('sw.js')")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_timeout(500)
    assert _version(page) == old
    assert page.evaluate("() => navigator.serviceWorker.controller") is None
    _assert_one_version(page, address, NEW)


def test_all_open_pages_get_the_new_version(page: Page, address: str, versions: Versions) -> None:
    _visit(page, address)
    other = page.context.new_page()
    other.goto(address + CHAPTER)
    versions.deploy()
    assert _update(page)
    with other.expect_navigation():
        _accept(page)
    expect(other.locator("main")).to_contain_text(NEW)
    assert _version(other) == _version(page)


def test_deleted_caches_are_filled_again(page: Page, address: str, versions: Versions) -> None:
    _visit(page, address)
    delete_all = (
        "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
    )
    page.evaluate(delete_all)
    _assert_one_version(page, address, OLD)
    page.context.set_offline(True)
    page.goto(address + CHAPTER)
    expect(page.locator("main")).to_contain_text(OLD)
    page.context.set_offline(False)
    page.evaluate(delete_all)
    versions.deploy()
    page.goto(address + CHAPTER)
    expect(page.locator("main")).to_contain_text(NEW)
    _visit(page, address)
    _assert_one_version(page, address, NEW)


def test_undecodable_address_gets_404(page: Page, address: str) -> None:
    _visit(page, address)
    for path in ("%zz", "star-garden/%E0%A4%A.html", "%", "%00"):
        answer = page.goto(address + path)
        assert answer is not None
        assert answer.status == 404
        expect(page.locator("h1")).to_have_text("このページはありません")
    page.goto(f"{address}{CHAPTER}#%zz")
    page.keyboard.press("c")
    expect(page.locator("main")).to_contain_text(OLD)


def test_english_pages_are_stored_after_first_english_page(
    page: Page, address: str, versions: Versions
) -> None:
    _visit(page, address + "en/about.html")
    page.evaluate(
        """async (path) => {
          const { scope } = await navigator.serviceWorker.ready;
          const isKept = async () => (await caches.match(new URL(path, scope))) !== undefined;
          while (!(await isKept())) await new Promise((done) => setTimeout(done, 50));
        }""",
        f"en/{CHAPTER}",
    )
    rmtree(versions.host)
    for path in (f"en/{CHAPTER}", "en/index.html"):
        page.goto(address + path)
        assert page.locator("html").get_attribute("lang") == "en"
    # The page of the clause was not visited, so its chapter is shown.
    page.goto(address + f"en/{CLAUSE}")
    assert page.url.endswith(f"en/{CHAPTER}#1.1.1")


def test_missing_english_page_is_shown_in_japanese(
    page: Page, address: str, versions: Versions
) -> None:
    _visit(page, address)
    rmtree(versions.host)
    page.goto(address + f"en/{CHAPTER}")
    assert page.url == address + CHAPTER
    expect(page.locator("html")).to_have_attribute("lang", "ja")
