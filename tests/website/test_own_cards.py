"""A card library on the website: pages, lists and search data; card texts are escaped."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from shutil import copy

import html5lib
import pytest

from rulebook.api import open_rules
from rulebook.card_library import database as card_database
from rulebook.card_library.library import CardLibrary
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CardLibraryError, SiteError
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website import own_cards, scripts
from rulebook.website.scripts import pairs, shard_of
from rulebook.website.site_builder import build_site
from tests.card_library.conftest import CARDS, write_jsonl
from tests.conftest import CARD_RULING, HOSTILE
from tests.sampling import some
from tests.support import copied_game
from tests.website.pages import JAPANESE_WORDS, Pages, parse_page, target, texts_not_in

OWNER = "架空カード社 & <b>友</b>"
OTHERS = [
    {"id": "x/1", "name": HOSTILE, "type": HOSTILE, "text": f"【自】 {HOSTILE}"},
    # Their file names would be equal, or differ only in case.
    {"id": "lh/w01-001", "name": "小文字", "text": "【自】 アンコール ［(2)］"},
    {"id": "LH:W01-001", "name": "コロン", "text": "【自】 アンコール ［(1)］"},
    {"id": "lh_w01-001-120fe40d", "name": "後", "text": ""},  # like a name with a digest
    {"id": "../../etc", "name": "上", "text": ""},
]


@pytest.fixture(scope="module")
def database(one_game: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    out = folder / "cards.db"
    file = write_jsonl(folder / "c.jsonl", [{**card, "owner": OWNER} for card in (*CARDS, *OTHERS)])
    open_rules(one_game.folder).card_library("ws", out).index([file])
    return out


@pytest.fixture(scope="module")
def card_site(one_game: Corpus, database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "built"
    _build(folder, one_game, database)
    return folder


def _build(folder: Path, corpus: Corpus, database: Path) -> str:
    """Build the site with short lists and a user's ruling on a card, and return its version."""
    ruling = database.with_suffix(".toml")
    ruling.write_text(
        CARD_RULING.replace("made-1", "own-1").replace("汽笛の少年　そら", "港の朝"), "utf-8"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_cards, "ON_CLAUSE", 2)
        patch.setattr(own_cards, "ON_LIST", 3)
        patch.setattr(scripts, "_SHARD_BYTES", 300)
        shelf = RulingShelf(corpus, [ruling])
        return build_site(SearchTables(corpus), folder, cards=[database], shelf=shelf)


@pytest.fixture(scope="module")
def pages(card_site: Path) -> Pages:
    return Pages(card_site)


def read(site: Path, path: str) -> str:
    return (site / path).read_text(encoding="utf-8")


def test_every_card_has_its_own_page(pages: Pages) -> None:
    single = [path for path in pages if path.startswith("weiss-schwarz-cards/card-")]
    assert len(single) == len({path.lower() for path in single}) == len(CARDS) + len(OTHERS)


def test_cards_by_set_share_pages(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path, lean=True)
    ruling = CARD_RULING.replace("1.109", "1.0.03").replace("ws", "los").replace("4.10.1", "5.5.1")
    (corpus.folder / "legend-of-stars" / "rulings" / "made.toml").write_text(ruling, "utf-8")
    file, library = write_jsonl(tmp_path / "c.jsonl", [*CARDS, *OTHERS]), tmp_path / "cards.db"
    open_rules(corpus.folder).card_library("los", library).index([file])
    build_site(SearchTables(corpus), tmp_path / "site", cards=[library], cards_by_set=True)
    found = Pages(tmp_path / "site")
    sets = [path for path in found if path.startswith("legend-of-stars-cards/card-")]
    assert all("/card-set-" in path for path in sets)
    assert len(sets) < len(CARDS) + len(OTHERS)
    html = read(tmp_path / "site", "legend-of-stars-cards/card-set-lh_w01.html")
    html5lib.HTMLParser(strict=True).parse(html)
    ids = found["legend-of-stars-cards/card-set-lh_w01.html"].ids
    assert len(ids) == len(set(ids))
    assert {"LH_W01-002", "LH_W01-002rulings", "LH_W01-003"} <= set(ids)
    count = 0
    for page in found.values():
        for link in page.links:
            path, place = target(page, link)
            if "/card-set-" in path and place:
                count += 1
                assert place in found[path].ids, (page.path, link)
    assert count


def test_no_link_is_dead(card_site: Path, pages: Pages) -> None:
    own = [path for path in pages if "-cards/" in path]
    dead = [
        (page.path, link)
        for page in map(pages.__getitem__, [*own, *some(pages, 200)])
        for link in page.links
        if not (card_site / target(page, link)[0]).is_file()
    ]
    assert dead == []


def test_card_lists_exist_in_english(card_site: Path) -> None:
    folder = card_site / "en" / "weiss-schwarz-cards"
    names = {path.name for path in folder.iterdir()}
    japanese = {path.name for path in (card_site / "weiss-schwarz-cards").iterdir()}
    assert names == {name for name in japanese if not name.startswith("card-")}
    for name in names:
        page = parse_page(folder / name)
        assert page.get("lang") == "en"
        assert [text for text in texts_not_in("ja", page) if JAPANESE_WORDS.search(text)] == []
    links = parse_page(folder / "list-1.html").iter("a")
    single = [link for link in links if "card-" in link.get("href", "")]
    assert {(link.get("lang"), link.get("hreflang")) for link in single} == {("ja", "ja")}


def test_card_page_has_parts_clauses_and_steps(card_site: Path) -> None:
    html = read(card_site, "weiss-schwarz-cards/card-LH_W01-002.html")
    assert '4.10.1.html">2ダメージ</a>' in html
    own, _, common = html.partition("どの能力にも共通の手順と条文")
    assert "チェックタイミングが来る" in common
    assert "チェックタイミングが来る" not in own
    # Each step is a sentence; the deciding clause is quoted once, in full.
    assert "相手に2ダメージを与える" in own
    assert own.count('<p class="cited"><a class="num" href="../weiss-schwarz/4.10.1.html">') == 1
    assert "「ダメージを与える」とは" in own or "ダメージ処理" in own
    assert own.count('<small class="deciding">決め手</small>') >= 1
    assert "カードのテキストの権利：" in html
    assert "架空カード社 &amp; &lt;b&gt;友&lt;/b&gt;" in html


def test_card_page_has_its_rulings(card_site: Path) -> None:
    html = read(card_site, "weiss-schwarz-cards/card-LH_W01-002.html")
    shown = html.partition('id="rulings"')[2]
    assert "問：&lt;b&gt;2ダメージ&lt;/b&gt;はキャンセルされますか。" in shown
    assert '<a href="../weiss-schwarz/4.10.1.html">4.10.1</a>' in shown
    for card, has_rulings in (("LH_W01-003", True), ("x_1", False)):  # by the user's file
        html = read(card_site, f"weiss-schwarz-cards/card-{card}.html")
        assert ('id="rulings"' in html) == has_rulings


def test_clause_page_lists_first_cards_by_role(card_site: Path) -> None:
    html = read(card_site, "weiss-schwarz/8.4.1.html")
    shown = html.partition('id="governed"')[2]
    assert "<summary>コスト 4枚</summary>" in shown
    assert shown.count('href="../weiss-schwarz-cards/card-') == 2
    assert 'href="../weiss-schwarz-cards/using-8.4.1.html"' in shown
    pages = [
        read(card_site, f"weiss-schwarz-cards/using-8.4.1{page}.html") for page in ("", "-page2")
    ]
    assert [html.count('<li><a lang="ja" href="card-') for html in pages] == [3, 1]


def test_card_texts_are_escaped(card_site: Path) -> None:
    for path in card_site.rglob("weiss-schwarz-cards/*.html"):
        html = path.read_text(encoding="utf-8")
        assert "<script>" not in html, path
        assert "<img" not in html, path
        assert "<b>友" not in html, path
        html5lib.HTMLParser(strict=True).parse(html)
    for path in card_site.glob("data/*.cards*.js"):
        _, _, value = path.read_text(encoding="utf-8").partition(",")
        json.loads(value.strip().removesuffix(");"))


def test_cards_are_not_stored_offline(card_site: Path) -> None:
    worker = read(card_site, "sw.js")
    assert "-cards/" not in worker
    assert ".cards" not in worker
    home = read(card_site, "weiss-schwarz/index.html")
    assert "card_search.js" not in home
    assert "../weiss-schwarz-cards/index.html" in home


def test_character_pairs_index_their_cards(card_site: Path) -> None:
    about = json.loads(read(card_site, "data/weiss-schwarz.cards.js").partition(",")[2][:-3])
    assert about["ids"] == [min(str(card["id"]) for card in (*CARDS, *OTHERS))]
    ids = sorted(str(card["id"]) for card in (*CARDS, *OTHERS))
    for pair in pairs("汽笛の少年"):
        shard = shard_of(pair, about["shards"])
        put = read(card_site, f"data/weiss-schwarz.cards-{shard}.js").partition(",")[2]
        found = json.loads(put.strip().removesuffix(");"))[pair]
        assert ids[ord(found[0]) - about["base"]] == "LH/W01-002"


@pytest.mark.slow
def test_same_library_gives_the_same_bytes(
    card_site: Path, one_game: Corpus, database: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a"
    version = _build(folder, one_game, database)
    assert read(folder, "site.json") == read(card_site, "site.json")
    # The folder has a site of ours, so it may be replaced.
    assert build_site(SearchTables(one_game), folder) != version
    assert not (tmp_path / "a" / "weiss-schwarz-cards").exists()


def test_library_of_another_edition_is_refused(
    one_game: Corpus, database: Path, tmp_path: Path
) -> None:
    old = Path(copy(database, tmp_path / "old.db"))
    with sqlite3.connect(old) as library:
        library.execute("UPDATE meta SET value = '0.9' WHERE name = 'edition'")
    with pytest.raises(CardLibraryError, match=r"edition 0\.9") as error:
        build_site(SearchTables(one_game), tmp_path / "site", cards=[old])
    assert "cards index -g ws" in error.value.hint
    stale = CardLibrary(one_game, one_game.game("ws"), old)
    query = "effect:draw OR -clause:{}"
    for ask in (stale.using, stale.count_using, lambda number: stale.find(query.format(number))):
        with pytest.raises(CardLibraryError, match=r"edition 0\.9"):
            ask("9.2.2")
    assert stale.find("effect:draw")
    with pytest.raises(SiteError, match="of the same game"):
        build_site(SearchTables(one_game), tmp_path / "site", cards=[database, database])
    assert not (tmp_path / "site").exists()


def test_pages_show_one_snapshot_of_the_library(
    one_game: Corpus, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_database, "_LONGEST_WAIT", 0)
    path = Path(copy(database, tmp_path / "cards.db"))
    library = CardLibrary(one_game, one_game.game("ws"), path)
    more = write_jsonl(tmp_path / "c.jsonl", [{"id": "A", "name": "追加", "text": ""}])
    with own_cards.open_own_cards(one_game, [path], RulingShelf(one_game)) as found:
        with pytest.raises(CardLibraryError, match="another process is using it"):
            library.index([more])
        (own,) = found.values()
        stored = own.library.execute("SELECT id FROM cards").fetchall()
        assert len(stored) == len(own.cards)
    assert library.index([more]).new == 1
