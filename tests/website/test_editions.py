"""Editions on the website: old editions have pages that lead to the current clauses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest
from markupsafe import escape

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.search.tables.search_tables import SearchTables
from rulebook.toml_files.kinds import GameId, fits
from rulebook.website.site_builder import build_site
from tests.conftest import HOSTILE
from tests.support import GAMES
from tests.website.pages import Pages, target

GAME = "star-garden"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def pages(site_of_editions: Path) -> Pages:
    return Pages(site_of_editions)


def page_text(site: Path, path: str) -> str:
    """Return the text of the page at ``path``, without spaces."""
    tree = html5lib.parse((site / path).read_text("utf-8"), namespaceHTMLElements=False)
    main = tree.find(".//main")
    assert main is not None
    return re.sub(r"\s", "", "".join(main.itertext()))


def test_every_clause_of_every_edition_has_a_page(pages: Pages, editions: Corpus) -> None:
    current = editions.games[GAME]
    for game in editions.editions(current):
        for clause in editions.read(game).clauses:
            assert f"{GAME}/{game.edition.name}/{clause.number}.html" in pages
            assert game.key != current.key or f"{GAME}/{clause.number}.html" in pages
        assert f"{GAME}/{game.edition.name}/index.html" in pages


def test_no_link_is_dead(site_of_editions: Path, pages: Pages) -> None:
    dead = [
        (page.path, link)
        for page in pages.values()
        for path, fragment, link in ((*target(page, link), link) for link in page.links)
        if not (site_of_editions / path).is_file()
        or (path in pages and fragment and fragment not in pages[path].ids)
    ]
    assert dead == []


def test_pages_are_valid_and_escaped(site_of_editions: Path, pages: Pages) -> None:
    for page in pages.values():
        html5lib.HTMLParser(strict=True).parse((site_of_editions / page.path).read_text("utf-8"))
        assert page.inline == [], page.path
    removed = (site_of_editions / GAME / "1.0" / "2.1.3.html").read_text("utf-8")
    assert f"雨の日には{escape(HOSTILE)}水を" in removed


@pytest.mark.parametrize(
    ("page", "words", "current"),
    [
        ("1.0/1.1.1.html", "番号と文は同じです", ["1.1.1"]),
        ("1.0/2.1.1.html", "番号が変わっています", ["2.2.2"]),
        ("1.0/2.1.2.html", "番号も文も変わっています", ["2.2.3"]),
        ("1.0/2.1.3.html", "いまの版にこの条文はありません", []),
        ("1.0/2.2.1.html", "分かれています", ["2.3.1", "2.3.2"]),
        ("1.1/2.2.2.html", "番号が変わっています", ["2.2.3"]),
    ],
)
def test_old_page_links_to_current_clauses(
    page: str, words: str, current: list[str], site_of_editions: Path
) -> None:
    html = (site_of_editions / GAME / page).read_text("utf-8")
    notice = html.partition('class="notice"')[2].partition("</div>")[0]
    assert words in notice
    assert re.findall(r'href="[.][.]/([0-9.]+)[.]html"', notice) == current


def test_changed_words_of_old_clause_are_marked(site_of_editions: Path) -> None:
    html = (site_of_editions / GAME / "1.0" / "2.1.2.html").read_text("utf-8")
    assert "種がなくなったプレイヤーは<ins>ただちに</ins>負けます。" in html


def test_current_page_lists_former_numbers(site_of_editions: Path) -> None:
    html = (site_of_editions / GAME / "2.2.3.html").read_text("utf-8")
    section = html.partition('id="formerly"')[2].partition("</section>")[0]
    assert re.findall('href="([^"]*)"', section) == ["1.1/2.2.2.html", "1.0/2.1.2.html"]
    assert "移動と変更" in section


def test_reused_number_is_explained(site_of_editions: Path) -> None:
    text = page_text(site_of_editions, f"{GAME}/2.2.html")
    assert "1.0版の2.2「片付け」は、いまは2.3片付けです。" in text
    text = page_text(site_of_editions, f"{GAME}/2.2.2.html")
    assert "ver.1.1の2.2.2" in text
    assert "ver.1.1の2.1" not in page_text(site_of_editions, f"{GAME}/2.1.html")
    assert "1.0版の2.1「順番」は、いまは2.2順番です。" in page_text(
        site_of_editions, f"{GAME}/chapter-2.html"
    )
    assert "notice" not in (site_of_editions / GAME / "1.1.1.html").read_text("utf-8")


def test_removed_number_links_to_its_clause(site_of_editions: Path) -> None:
    html = (site_of_editions / GAME / "2.1.2.html").read_text("utf-8")
    assert '<a href="2.2.3.html">' in html
    assert "いまの版にはありません" in page_text(site_of_editions, f"{GAME}/2.1.3.html")


def test_changes_are_shown_by_kind(site_of_editions: Path, pages: Pages) -> None:
    html = (site_of_editions / GAME / "1.1" / "index.html").read_text("utf-8")
    assert "<ins>ただちに</ins>" in html
    assert {"show-moved", "show-moved-edited", "show-added", "show-removed"} <= set(
        pages[f"{GAME}/1.1/index.html"].ids
    )
    style = (site_of_editions / "static" / "rulebook.css").read_text("utf-8")
    for kind in re.findall('id="show-([a-z-]+)"', html):
        assert f"#show-{kind}:not(:checked)) .change.{kind}" in style
    assert "いちばん古い版" in page_text(site_of_editions, f"{GAME}/1.0/index.html")


def test_history_links_to_current_clauses(site_of_editions: Path) -> None:
    html = (site_of_editions / GAME / "revisions.html").read_text("utf-8")
    links = re.findall(r'<a class="ref" href="([^"]*)"[^>]*>([0-9.]+)</a>', html)
    assert links == [("2.2.3.html", "2.2.2"), ("2.1.1.html", "2.1.1")]
    assert 'href="1.1/index.html"' in html
    assert 'href="1.2/index.html"' in html


def test_edition_pages_are_stored_offline_without_clauses(
    site_of_editions: Path,
) -> None:
    first, *_ = (site_of_editions / "sw.js").read_text("utf-8").split(";\n")
    site = json.loads(first.removeprefix("const SITE = "))
    assert f"{GAME}/chapter-2.html" in site["kept"]
    of_editions = [path for path in site["kept"] if re.match(rf"{GAME}/[0-9.]+/", path)]
    assert f"{GAME}/1.0/index.html" in of_editions
    assert all(path.endswith("/index.html") for path in of_editions)
    assert "1.1.1" in site["clauses"][GAME]
    assert f"{GAME}/2.1.3.html" not in site["kept"]


def test_feed_has_an_entry_for_each_edition(
    site_of_editions: Path, editions: Corpus, tmp_path: Path
) -> None:
    build_site(SearchTables(editions), tmp_path / "hosted", "https://rules.example/")
    ids = []
    for folder in (site_of_editions, tmp_path / "hosted"):
        feed = ElementTree.parse(folder / GAME / "editions.atom").getroot()
        assert all(feed.find(f"{ATOM}{tag}") is not None for tag in ("id", "title", "updated"))
        entries = feed.findall(f"{ATOM}entry")
        links = [entry.find(f"{ATOM}link").attrib["href"] for entry in entries]  # type: ignore[union-attr]
        ids.append([entry.findtext(f"{ATOM}id") for entry in entries])
        ends = [f"{version}/index.html" for version in ("1.2", "1.1", "1.0")]
        assert all(link.endswith(end) for link, end in zip(links, ends, strict=True))
        assert links[0].startswith("https://rules.example/star-garden/") == (
            folder != site_of_editions
        )
        assert "適用日の記載なし" in str(entries[0].findtext(f"{ATOM}summary"))
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 3


def test_feed_has_changes_of_each_edition(site_of_editions: Path) -> None:
    feed = ElementTree.parse(site_of_editions / GAME / "editions.atom").getroot()
    entry = feed.findall(f"{ATOM}entry")[1]
    assert "意味の変更：" in str(entry.findtext(f"{ATOM}summary"))
    assert "<ins>ただちに</ins>" in str(entry.findtext(f"{ATOM}content"))


def test_current_clause_has_a_permanent_address(site: Path, books: Mapping[str, Rulebook]) -> None:
    for game in GAMES:
        book = books[game]
        for folder in (site, site / "en"):
            permanent = folder / game / book.game.edition.name
            pages = {path.name for path in permanent.iterdir()}
            assert pages == {f"{clause.number}.html" for clause in book.clauses}
    page = site / "weiss-schwarz" / books["weiss-schwarz"].game.edition.name / "9.2.2.html"
    html = page.read_text("utf-8")
    assert 'href="../9.2.2.html"' in html
    assert "このアドレスは改訂のあとも変わりません" in html
    html5lib.HTMLParser(strict=True).parse(html)


def test_no_other_page_has_a_path_of_a_game(site_of_editions: Path) -> None:
    found = (path.relative_to(site_of_editions) for path in site_of_editions.rglob("*.*"))
    paths = {path.as_posix() for path in found}
    top = {path.name for path in site_of_editions.iterdir() if path.is_dir()}
    names = {name for path in paths for name in re.findall("[a-z0-9-]+", path)} - {GAME}
    of_game = [path for path in paths if GAME in path]
    used = {n for n in names if any(path.replace(GAME, n) in paths for path in of_game)} | top
    assert {"en", "data", "rules"} <= used
    assert [name for name in used if fits(name, GameId)] == [GAME]


def test_data_names_of_games_do_not_collide(
    site_of_editions: Path,
) -> None:
    scripts = (path.read_text("utf-8") for path in (site_of_editions / "data").glob("*.js"))
    names = {name for text in scripts for name in re.findall(r'rulebook\.put\("([^"]+)"', text)}
    assert f"table/{GAME}" in names
    assert not [name for name in names if f"{GAME}-" in name]


def test_game_with_one_edition_has_no_page_of_changes(site: Path) -> None:
    for game in GAMES:
        assert list((site / game).glob("*/index.html")) == []
        assert "ほかの版" not in (site / game / "index.html").read_text("utf-8")
        assert (site / game / "editions.atom").is_file()
