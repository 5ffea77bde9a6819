"""Building on small corpora, hostile ones, and in places where it must not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.errors import SiteError
from rulebook.search.library import Library
from rulebook.website.rendering import japanese_date
from rulebook.website.site_builder import build_site
from tests.conftest import Run


@pytest.fixture(scope="module")
def hostile_site(small: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "site"
    build_site(Library(small), folder, "https://example.org/rules/")
    return folder


def test_markup_in_a_document_stays_text(hostile_site: Path) -> None:
    for path in hostile_site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert "<script>" not in html, path
        assert "<img" not in html, path
        assert "<b>庭" not in html, path
        assert "<!--" not in html, path
    said = (hostile_site / "star-garden" / "1.1.1.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in said


def test_references_are_links_and_lost_ones_are_told(hostile_site: Path) -> None:
    html = (hostile_site / "star-garden" / "1.1.2.html").read_text(encoding="utf-8")
    assert '<a class="ref" href="1.1.1.html">1.1.1</a>' in html
    assert '<span class="dangling"' in html


def test_a_base_address_gives_canonical_addresses_and_a_sitemap(hostile_site: Path) -> None:
    html = (hostile_site / "star-garden" / "1.1.1.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://example.org/rules/star-garden/1.1.1.html">' in html
    sitemap = (hostile_site / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://example.org/rules/star-garden/chapter-1.html</loc>" in sitemap
    assert "404" not in sitemap
    assert '<base href="/rules/">' in (hostile_site / "404.html").read_text(encoding="utf-8")


def test_a_strangers_folder_is_left_alone(small: Corpus, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SiteError, match="something else than a site"):
        build_site(Library(small), tmp_path)
    with pytest.raises(SiteError, match="is no folder"):
        build_site(Library(small), tmp_path / "letter.txt")
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "mine"


def test_an_interrupted_build_leaves_the_old_site(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    version = build_site(Library(small), folder)

    def fails(self: Path, data: bytes) -> int:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", fails)
        with pytest.raises(SiteError, match="disk full"):
            build_site(Library(small), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert version in (folder / "site.json").read_text(encoding="utf-8")


def test_progress_is_told(small: Corpus, tmp_path: Path) -> None:
    told: list[int] = []
    build_site(Library(small), tmp_path / "site", progress=told.append)
    assert told == list(range(1, len(told) + 1))


def test_the_command_builds_and_says_so(small: Corpus, tmp_path: Path, run: Run) -> None:
    done = run("--corpus", small.folder, "site", "build", tmp_path / "site")
    assert done.exit_code == 0
    assert "version" in done.stdout
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("site", "build", "CORPUS"), "something else than a site"),
        (("site", "build", "new", "--base-url", "example"), "not an address"),
        (("site", "build"), "Missing argument"),
        (("site", "serve", "--port", "99999"), "99999"),
    ],
)
def test_wrong_use_is_told(arguments: tuple[str, ...], said: str, small: Corpus, run: Run) -> None:
    filled = [str(small.folder) if word == "CORPUS" else word for word in arguments]
    done = run("--corpus", small.folder, *filled)
    assert done.exit_code == 2
    assert said in done.stderr


def test_dates_are_written_in_japanese() -> None:
    assert japanese_date("2026-01-13") == japanese_date(date(2026, 1, 13)) == "2026年1月13日"
