"""The pages on rulings: one for each ruling, lists, a feed; texts are escaped."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest

from rulebook.api import open_rules
from tests.conftest import HOSTILE
from tests.rulings.stars import add_stars, ruling_toml
from tests.website.pages import Pages

MANY = 1100
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rulings")
    named = (
        f'source = {{ name = {HOSTILE!r}, address = "javascript:alert(1)" }}\ncards = [{HOSTILE!r}]'
    )
    rulings = ruling_toml("hostile", HOSTILE, f"{HOSTILE}（2.1.1）と\\", ["2.1.1"], named)
    rulings += ruling_toml("gone", "種は？", "まく。", ["2.1.2"], 'state = "overtaken"')
    rulings += ruling_toml(
        "裁定-1", "順番は？", "後攻。", more='suggested = [{ clause = "2.1.1" }]'
    )
    out = 'address = "https://example.org/q"\ncards = ["星の庭"]\ndate = 2026-05-01'
    for at in range(MANY):
        rulings += ruling_toml(f"r{at}", f"問い{at}", "答え（2.1.3、9.9）", ["2.1.3"], out)
    rules = open_rules(add_stars(folder, rulings), cache=folder / "cache")
    rules.build_site(folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def pages(built: Path) -> Pages:
    return Pages(built)


def page(built: Path, name: str) -> str:
    return (built / "stars" / name).read_text(encoding="utf-8")


def test_markup_in_ruling_is_escaped(built: Path, pages: Pages) -> None:
    for path in ("stars/ruling-hostile.html", "stars/rulings-3.html", "stars/2.1.1.html"):
        text = (built / path).read_text(encoding="utf-8")
        assert "&lt;script&gt;alert" in text
        assert pages[path].inline == []
        assert "img" not in pages[path].tags
        assert not any(link.startswith("javascript:") for link in pages[path].links)
        html5lib.HTMLParser(strict=True).parse(text)


def test_ruling_page_has_its_clauses(built: Path, pages: Pages) -> None:
    own = page(built, "ruling-r7.html")
    assert '（<a class="ref" href="2.1.3.html">2.1.3</a>、9.9）' in own
    assert 'href="https://example.org/q"' in own
    assert "状態：現在は異なる" in page(built, "ruling-gone.html")
    assert "（推定）" in page(built, "ruling-裁定-1.html")
    assert "ruling-%E8%A3%81%E5%AE%9A-1.html" in page(built, "2.1.1.html")


def test_lists_are_split_into_pages(built: Path, pages: Pages) -> None:
    for name, count in (
        ("rulings", MANY + 3),
        ("rulings-by-clause", MANY + 3),
        ("rulings-by-card", MANY + 1),
    ):
        names = [name, *(f"{name}-{at}" for at in range(2, 4))]
        links = [
            link
            for each in names
            for link in pages[f"stars/{each}.html"].links
            if link.startswith("ruling-")
        ]
        assert len(links) == count
        assert f"stars/{name}-4.html" not in pages
    assert "ほかに1080件" in page(built, "2.1.3.html")


def test_feed_is_atom_with_newest_rulings(built: Path) -> None:
    feed = ElementTree.parse(built / "stars" / "rulings.atom").getroot()
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 50
    assert feed.findtext(f"{ATOM}updated") == "2026-05-01T00:00:00Z"
    assert entries[0].findtext(f"{ATOM}title") == "問い0"
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 50
    links = {link.attrib["rel"]: link.attrib["href"] for link in feed.findall(f"{ATOM}link")}
    assert links == {"self": "rulings.atom", "alternate": "rulings.html"}


def test_rulings_are_not_loaded_or_stored_at_first(built: Path) -> None:
    worker = (built / "sw.js").read_text(encoding="utf-8")
    assert "ruling-r7" not in worker
    assert "stars/rulings" not in worker
    assert "rulings.js" not in (built / "index.html").read_text(encoding="utf-8")


def test_game_without_rulings_does_not_mention_them(tmp_path: Path) -> None:
    open_rules(add_stars(tmp_path, ""), cache=tmp_path / "cache").build_site(tmp_path / "site")
    names = [path.name for path in (tmp_path / "site" / "stars").iterdir()]
    assert not any(name.startswith("ruling") for name in names)
    assert "裁定" not in (tmp_path / "site" / "stars" / "2.1.1.html").read_text(encoding="utf-8")


def test_unreadable_rulings_are_reported(tmp_path: Path) -> None:
    rules = open_rules(add_stars(tmp_path, "broken"), cache=tmp_path / "cache")
    with pytest.warns(UserWarning, match="rulings left out"):
        rules.build_site(tmp_path / "site")
