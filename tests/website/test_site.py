"""The built site as a whole: every page, every link, every byte."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

import html5lib
import jsonschema
import pytest

from rulebook.as_json import schema
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.site_builder import build_site
from tests.sampling import some
from tests.support import GAMES
from tests.website.pages import Pages, ReadPage, contents, target


@pytest.fixture(scope="session")
def pages(site: Path) -> Pages:
    return Pages(site)


@pytest.fixture(scope="session")
def sample(pages: Pages) -> list[ReadPage]:
    return [pages[path] for path in some(pages, 800)]


def test_every_clause_has_page_and_anchor(pages: Pages, books: Mapping[str, Rulebook]) -> None:
    counts = []
    for game, book in books.items():
        for clause in book.clauses:
            assert f"{game}/{clause.number}.html" in pages
            assert clause.number in pages[f"{game}/chapter-{clause.parts[0]}.html"].ids
        counts.append(book.printed_count)
    assert sum(counts) == 2352


def test_no_link_is_dead(site: Path, pages: Pages, sample: list[ReadPage]) -> None:
    dead = []
    for page in sample:
        for link in page.links:
            path, fragment = target(page, link)
            if path not in pages:
                found = (site / path).is_file()
            else:
                found = not fragment or fragment in pages[path].ids
            if not found:
                dead.append((page.path, link))
    assert dead == []


def test_first_visit_loads_less_than_600_kilobytes(site: Path) -> None:
    # The files that the worker stores at once, and those that an answer in the largest game needs.
    first = [path for path in site.glob("*.*") if path.name != "site.json"]
    first += (path for path in (site / "static").iterdir())
    first += (site / "data").glob("weiss-schwarz.*.js")
    first.append(site / "data" / "vocabulary.js")
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in first) < 600_000


@pytest.mark.parametrize("game", GAMES)
def test_newest_revision_is_shown(site: Path, books: Mapping[str, Rulebook], game: str) -> None:
    dated = sorted((r.date, r.version) for r in books[game].revisions if r.date)
    shown = (site / game / "index.html").read_text(encoding="utf-8")
    assert re.findall("<b>ver[.]([^<]*)</b>", shown) == [version for _, version in dated[-1:]]


def test_references_are_in_the_order_of_the_text(site: Path) -> None:
    html = (site / "weiss-schwarz" / "3.3.3.html").read_text(encoding="utf-8")
    section = html.partition('id="refers"')[2].partition("</section>")[0]
    assert re.findall('<a href="([0-9.]+).html"', section) == ["6.8", "3.3.3.1", "6.8.1.2"]


def test_ids_are_unique_on_a_page(sample: list[ReadPage]) -> None:
    for page in sample:
        assert [id_ for id_, times in Counter(page.ids).items() if times > 1] == [], page.path


def test_pages_have_no_external_or_inline_resources(sample: list[ReadPage]) -> None:
    for page in sample:
        assert [link for link in page.links if "//" in link] == [], page.path
        assert page.inline == [], page.path


def test_pages_are_valid_html(site: Path) -> None:
    """Parse strictly; one in 20 pages of clauses is enough."""
    clauses = sorted(site.rglob("[0-9]*.html"))
    others = sorted(set(site.rglob("*.html")) - set(clauses))
    for path in (*some(others, 100), *some(clauses[::20], 20)):
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


def test_every_page_has_a_policy_a_title_and_a_language(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        head = path.read_text(encoding="utf-8")[:3000]
        language = "en" if path.is_relative_to(site / "en") else "ja"
        assert f'<html lang="{language}"' in head, path
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in head, path
        assert "<title>" in head, path
        assert "unsafe" not in head, path


@pytest.mark.slow
def test_rebuild_is_identical_and_removes_stale_files(
    site: Path, tables: SearchTables, tmp_path: Path
) -> None:
    folder = tmp_path / "again"
    corpus = tables.corpus
    fewer = Corpus(corpus.folder, {"legend-of-stars": corpus.game("los")}, {})
    copytree(site, folder)
    build_site(SearchTables(fewer), folder)
    assert not (folder / "weiss-schwarz").exists()
    build_site(tables, folder)
    assert contents(folder) == contents(site)
    assert [path.name for path in tmp_path.iterdir()] == ["again"]


def test_data_files_match_export_schema(site: Path) -> None:
    assert json.loads((site / "data" / "export.schema.json").read_text()) == schema("export")
    for game in GAMES:
        data = json.loads((site / "data" / f"{game}.json").read_text(encoding="utf-8"))
        jsonschema.validate(data, schema("export"))
        assert data["game"] == game


def test_worker_stores_existing_files(site: Path) -> None:
    first, *_ = (site / "sw.js").read_text(encoding="utf-8").split(";\n")
    stored = json.loads(first.removeprefix("const SITE = "))
    for path, digest in stored["kept"].items():
        content = hashlib.sha256((site / path).read_bytes()).digest()
        assert digest == f"sha256-{b64encode(content).decode()}", path
    assert "weiss-schwarz/chapter-9.html" in stored["kept"]
    # Offline, the chapter is shown instead; all pages of clauses would be many megabytes.
    assert "weiss-schwarz/9.2.2.html" not in stored["kept"]
    assert "data/weiss-schwarz.json" not in stored["kept"]
    version = json.loads((site / "site.json").read_text(encoding="utf-8"))["version"]
    assert stored["version"] == version
    assert f"<span data-version>{version}</span>" in (site / "about.html").read_text("utf-8")
