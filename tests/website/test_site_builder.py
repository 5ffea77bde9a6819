"""Building a site: small and hostile corpora, and folders that must not be changed."""

from __future__ import annotations

import errno
import re
import sys
import warnings
from datetime import date
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from shutil import copytree, rmtree
from threading import Event, Thread

import pytest

from rulebook import NewGame, open_rules
from rulebook.cache import folders, store
from rulebook.clauses.corpus import Corpus, CorpusPaths, load_corpus
from rulebook.errors import CacheError, SiteError
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website import site_builder, site_folder
from rulebook.website.rendering import JAPANESE
from rulebook.website.site_builder import build_site
from rulebook.website.site_folder import write_site
from tests.conftest import Run, corpus_of
from tests.website.pages import Pages, contents


@pytest.fixture(scope="module")
def hostile_site(small: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "site"
    build_site(SearchTables(small), folder, "https://example.org/rules/")
    return folder


def test_full_cache_raises_no_error_in_worker_process(
    small: Corpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(self: SearchTables) -> None:
        raise CacheError("no room")

    monkeypatch.setattr(SearchTables, "fill", full)
    monkeypatch.setattr(site_builder, "set_worker_signals", lambda: None)
    with warnings.catch_warnings():
        site_builder._fill_tables(CorpusPaths((small.folder,), tmp_path))  # and no traceback


def test_only_long_documents_use_a_worker_process(
    small: Corpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[str] = []

    def context(method: str) -> BaseContext:
        started.append(method)
        return get_context(method)

    monkeypatch.setattr(site_builder, "get_context", context)
    monkeypatch.setattr(small, "cache", tmp_path / "one")
    build_site(SearchTables(small), tmp_path / "short")
    assert started == []
    monkeypatch.setattr(small, "cache", tmp_path / "other")
    monkeypatch.setattr(site_builder, "_SHORT", 0)
    build_site(SearchTables(small), tmp_path / "long")
    assert started == ["spawn"]
    assert contents(tmp_path / "short") == contents(tmp_path / "long")


def test_markup_in_document_is_escaped(hostile_site: Path) -> None:
    for path in hostile_site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert "<script>" not in html, path
        assert "<img" not in html, path
        assert "<b>庭" not in html, path
        assert "<!--" not in html, path
    html_of_clause = (hostile_site / "star-garden" / "1.1.1.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html_of_clause


def test_references_are_links_and_dangling_ones_are_marked(hostile_site: Path) -> None:
    html = (hostile_site / "star-garden" / "1.1.2.html").read_text(encoding="utf-8")
    assert '<a class="ref" href="1.1.1.html">1.1.1</a>' in html
    assert '<span class="dangling"' in html


def test_base_address_gives_canonical_links_and_a_sitemap(hostile_site: Path) -> None:
    html = (hostile_site / "star-garden" / "1.1.1.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://example.org/rules/star-garden/1.1.1.html">' in html
    sitemap = (hostile_site / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://example.org/rules/star-garden/chapter-1.html</loc>" in sitemap
    assert "404" not in sitemap
    assert '<base href="/rules/">' in (hostile_site / "404.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "files",
    [
        {"letter.txt": "mine"},
        {"site.json": '{"name": "my app"}', "precious.txt": "mine"},
        {"site.json": '{"made_by": "rulebook", "version": "1"}', "precious.txt": "mine"},
        {"site.json": '{"made_by": "rulebook", "files": {}}'},
        {"site.json": '{"made_by": "rulebook", "files": ["index.html"]}', "index.html": "mine"},
        {"site.json": '{"made_by": "else", "files": {"index.html": "0"}}', "index.html": "mine"},
        {"site.json": "[]"},
        {"site.json": "{"},
        {"site.json": "[" * 100_000},
        {"site.json/letter.txt": "mine"},
        {"index.html": "mine"},
        {".git/HEAD": "mine"},
    ],
)
def test_folder_without_a_site_is_not_changed(
    small: Corpus, tmp_path: Path, files: dict[str, str]
) -> None:
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    with pytest.raises(SiteError, match="files that are not part of a site"):
        build_site(SearchTables(small), tmp_path)
    assert contents(tmp_path) == {path: text.encode() for path, text in files.items()}


def test_file_instead_of_folder_is_an_error(small: Corpus, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SiteError, match="is not a folder"):
        build_site(SearchTables(small), tmp_path / "letter.txt")
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "path", ["notes.txt", "star-garden/notes.txt", ".git/HEAD", "index.html", "mine/site.json"]
)
def test_changed_site_is_not_replaced(
    hostile_site: Path, small: Corpus, tmp_path: Path, path: str
) -> None:
    folder = tmp_path / "site"
    copytree(hostile_site, folder)
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text("mine", encoding="utf-8")
    before = contents(folder)
    with pytest.raises(SiteError, match=path.split("/")[0]):
        build_site(SearchTables(small), folder)
    assert contents(folder) == before


def test_site_with_links_is_not_replaced(hostile_site: Path, small: Corpus, tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "index.html").write_text("mine", encoding="utf-8")
    for path in ("static", "star-garden/1.1.1.html", "data/more"):
        folder = tmp_path / "site"
        copytree(hostile_site, folder)
        if (folder / path).is_dir():
            rmtree(folder / path)
        (folder / path).unlink(missing_ok=True)
        (folder / path).symlink_to(tmp_path / "precious")
        with pytest.raises(SiteError, match=path):
            build_site(SearchTables(small), folder)
        rmtree(folder)
    assert (tmp_path / "precious" / "index.html").is_file()


def test_hidden_files_and_missing_pages_do_not_stop_build(
    hostile_site: Path, small: Corpus, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    copytree(hostile_site, folder)
    (folder / "static" / ".DS_Store").write_text("", encoding="utf-8")
    (folder / "index.html").unlink()
    build_site(SearchTables(small), folder)
    assert (folder / "index.html").is_file()
    assert not (folder / "static" / ".DS_Store").exists()


def test_link_to_a_site_stays_a_link(small: Corpus, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    link = tmp_path / "current"
    link.symlink_to(tmp_path / "one")
    for _ in range(2):
        build_site(SearchTables(small), link)
        assert link.is_symlink()
        assert (tmp_path / "one" / "index.html").is_file()


@pytest.mark.parametrize("where", [".", "..", "../..", "home", "corpus", "/", "ring", "x" * 300])
def test_protected_folders_are_not_replaced(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    working = tmp_path / "deep" / "er"
    working.mkdir(parents=True)
    (tmp_path / "home").mkdir()
    (tmp_path / "corpus" / "games").mkdir(parents=True)
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    monkeypatch.chdir(working)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    named = Path(where) if "." in where else tmp_path / where
    empty = Corpus(tmp_path / "corpus" / "games", small.games, {})
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(SiteError):
        build_site(SearchTables(empty), named)
    assert sorted(tmp_path.rglob("*")) == before
    assert working.is_dir()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that nobody can write into")
def test_unwritable_folder_is_reported_before_building(small: Corpus) -> None:
    made: list[int] = []
    with pytest.raises(SiteError, match="cannot write in /proc"):
        build_site(SearchTables(small), Path("/proc/site"), progress=made.append)
    assert made == []


def test_deleted_working_folder_allows_absolute_path(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    build_site(SearchTables(small), tmp_path / "site")
    assert (tmp_path / "site" / "index.html").is_file()
    with pytest.raises(SiteError, match="cannot read"):
        build_site(SearchTables(small), Path("site"))


def test_file_added_during_build_is_not_lost(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    build_site(SearchTables(small), folder)
    (tmp_path / "other").mkdir()

    def add_letter(done: int) -> None:
        (folder / "letter.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(SiteError, match=r"letter\.txt"):
        build_site(SearchTables(small), folder, progress=add_letter)
    assert (folder / "letter.txt").read_text(encoding="utf-8") == "mine"
    assert (folder / "index.html").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "site"]


def test_failed_build_preserves_old_site(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    version = build_site(SearchTables(small), folder)

    def failing_put(*_: object) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    with monkeypatch.context() as patch:
        patch.setattr(site_folder, "put_in_place", failing_put)
        with pytest.raises(SiteError, match="disk full") as raised:
            build_site(SearchTables(small), folder)
        assert "Free some space" in raised.value.hint
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert version in (folder / "site.json").read_text(encoding="utf-8")


def test_site_exists_at_every_moment(small: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    build_site(SearchTables(small), folder)
    # Writes the same files twenty times, without rendering them again.
    files = list(contents(folder).items())
    missing, done = [], Event()

    def look() -> None:
        while not done.is_set():
            try:
                (folder / "index.html").read_bytes()
            except OSError as error:
                missing.append(error)

    reader = Thread(target=look)
    reader.start()
    try:
        for _ in range(20):
            write_site(site_folder.usable_folder(folder), files)
    finally:
        done.set()
        reader.join()
    if sys.platform == "linux":  # elsewhere there are two steps
        assert missing == []


def test_wrong_cache_content_does_not_reach_the_site(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "cache", tmp_path / "cache")
    build_site(SearchTables(small), tmp_path / "site")
    data = {path.name: path.read_bytes() for path in (tmp_path / "site" / "data").iterdir()}
    wrong = [path for path in tmp_path.glob("cache/*/*") if path.name != store.MANIFEST]
    for path in wrong:
        path.write_text("[]", encoding="utf-8")
        store._seal(path.parent, path.parent.name)
    build_site(SearchTables(small), tmp_path / "site")
    assert len(wrong) >= 3
    for name, content in data.items():
        assert (tmp_path / "site" / "data" / name).read_bytes() == content, name


def test_failed_rename_restores_old_site(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    version = build_site(SearchTables(small), folder)
    rename = Path.rename

    def failing_rename(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError("no such luck")
        return rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", failing_rename)
        patch.setattr(folders, "exchange", lambda *_: False)
        with pytest.raises(SiteError, match="no such luck"):
            build_site(SearchTables(small), folder, "https://example.org/")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert version in (folder / "site.json").read_text(encoding="utf-8")
    assert not (folder / "sitemap.xml").exists()


def test_version_depends_on_content(small: Corpus, tmp_path: Path) -> None:
    other = corpus_of("1. 章\n1.1. 節\n1.1.1. 別の文です。\n", tmp_path / "other")
    more = corpus_of("1. 章\n1.1. 節\n1.1.1. 同じ形の文です。\n", tmp_path / "more")
    versions = [
        build_site(SearchTables(corpus), tmp_path / f"site-{place}")
        for place, corpus in enumerate((small, small, other, more))
    ]
    assert versions[0] == versions[1]
    assert len(set(versions)) == 3


def test_headings_are_at_most_of_level_six(tmp_path: Path) -> None:
    parts = ["1"]
    rules = "1. 章\n"
    for name in ("節", "項", "目", "号", "枝", "葉", "葉先"):
        parts.append("1")
        rules += f"{'.'.join(parts)}. {name}\n"
    rules += f"{'.'.join(parts)}.1. 文です。\n"
    site = tmp_path / "site"
    build_site(SearchTables(corpus_of(rules, tmp_path / "corpus")), site)
    chapter = Pages(site)["star-garden/chapter-1.html"]
    levels = [int(tag[1]) for tag in chapter.tags if re.fullmatch("h[0-9]+", tag)]
    assert levels == [1, 2, 3, 4, 5, 6, 6, 6]


def test_inserted_chapters_and_articles_are_on_their_level(tmp_path: Path, run: Run) -> None:
    law = (
        "法 ver.1.0||第1章 札|第1条 引く。|第1条の2 出す。|第1章の2 席|第2条 着く。|第2章 終|第3条"
    )
    (tmp_path / "law.txt").write_text(law.replace("|", "\n"), encoding="utf-8")
    folder = corpus_of("1. 章\n1.1. 節\n", tmp_path / "corpus").folder  # else: all five games
    open_rules(folder).add_edition("law", tmp_path / "law.txt", new_game=NewGame("法"))
    shown = run("--corpus", folder, "show", "law", "1～1の2").stdout.splitlines()
    assert [re.split("[0-9]", line)[0] for line in shown[2:]] == ["", "  ", "  ", "", "  "]
    build_site(SearchTables(load_corpus(folder)), tmp_path / "site")
    index = (tmp_path / "site" / "law" / "index.html").read_text(encoding="utf-8")
    assert re.findall('class="chapter" href="chapter-(.*?).html"', index) == ["1", "1の2", "2"]
    page = (tmp_path / "site" / "law" / "chapter-1.html").read_text(encoding="utf-8")
    assert re.findall('<li class="(..)"><a href="#(.*?)"', page) == [
        ("d2", "1.1"),
        ("d2", "1.1の2"),
    ]


def test_progress_is_reported(small: Corpus, tmp_path: Path) -> None:
    reported: list[int] = []
    build_site(SearchTables(small), tmp_path / "site", progress=reported.append)
    assert reported == list(range(1, len(reported) + 1))


def test_build_command_prints_version(small: Corpus, tmp_path: Path, run: Run) -> None:
    done = run("--corpus", small.folder, "site", "build", tmp_path / "site")
    assert done.exit_code == 0
    assert "version" in done.stdout
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("site", "build", "CORPUS"), "would replace"),
        (("site", "build", "new", "--base-url", "example"), "not an address"),
        (("site", "build", "new", "--base-url", "https://e.org:99999/"), "not an address"),
        (("site", "build"), "Missing argument"),
        (("site", "serve", "--port", "99999"), "99999"),
    ],
)
def test_wrong_use_is_reported(
    arguments: tuple[str, ...], message: str, small: Corpus, run: Run
) -> None:
    filled = [str(small.folder) if word == "CORPUS" else word for word in arguments]
    done = run("--corpus", small.folder, *filled)
    assert done.exit_code == 2
    assert message in done.stderr


def test_dates_are_in_japanese() -> None:
    assert JAPANESE.date("2026-01-13") == JAPANESE.date(date(2026, 1, 13)) == "2026年1月13日"
