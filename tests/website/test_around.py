"""The tree of neighbours of a clause, and the pictures of references."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.website.game_pages import clause_page, neighbours, references_picture
from rulebook.website.game_view import GameView, open_views
from rulebook.website.rendering import Renderer
from tests.conftest import corpus_of

RULES = "1. 概要\n" + "".join(f"1.{n}. 1.{n}は1.1と2.1を参照してください。\n" for n in range(1, 41))
MORE = "1.20.1. 枝です。1.20も参照。\n1.20.2. 枝です。\n2. 終わり\n2.1. 終わりです。\n"


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> GameView:
    return next(open_views(corpus_of(RULES + MORE, tmp_path_factory.mktemp("around"))))


def test_tree_has_path_and_siblings_of_clause(view: GameView) -> None:
    clause = view.book.by_number["1.20.1"]
    numbers = [near.number for near in neighbours(view, clause)]
    siblings = [f"1.{n}" for n in range(10, 31)]
    assert numbers == ["1", *siblings[:11], "1.20.1", "1.20.2", *siblings[11:]]


def test_clause_page_lists_references_in_the_order_of_the_text(tmp_path: Path) -> None:
    rules = "1. 概要\n1.1. 1.2と1.3を参照し、1.2に戻ってください。\n1.2. 先です。\n1.3. 次です。\n"
    view = next(open_views(corpus_of(rules, tmp_path)))
    html = clause_page(Renderer(""), view, 1, {view.game.id: view}).html
    listed = html.partition('<h2 id="refers">')[2].partition("</section>")[0]
    assert re.findall(r'<li><a href="([^"]+)"', listed) == ["1.2.html", "1.3.html"]


def test_picture_has_every_reference_once(corpus: Corpus) -> None:
    for view in open_views(corpus):
        edges = {
            (source, target)
            for source, references in (
                (c.number, view.linked.references_of(c)) for c in view.book.clauses
            )
            for reference in references
            for target in reference.targets
            if target != source
        }
        picture = references_picture(view)
        listed = picture["listed"] if picture else {}
        assert {(a, b) for a, targets in listed.items() for b in targets} == edges
        chapters = [
            references_picture(view, view.chapter_of[chapter.number]) for chapter in view.chapters
        ]
        drawn = [row for each in chapters if each for row in each["rows"] if row["arcs"]]
        assert sum(len(row["arcs"]) for row in drawn) == len(edges)
        assert not any(row["is_away"] for row in drawn)


def test_rows_are_in_the_order_of_the_rules(view: GameView) -> None:
    picture = references_picture(view, "1")
    assert picture is not None
    rows = picture["rows"]
    assert [row["number"] for row in rows][:3] == ["1.1", "1.2", "1.3"]
    assert rows[-1]["number"] == "2.1"
    assert rows[-1]["is_away"]
    assert [row["y"] for row in rows] == sorted(row["y"] for row in rows)


def test_chapter_without_references_has_no_picture(view: GameView) -> None:
    assert references_picture(view, "2") is None


def test_pictures_have_links_and_lists(site: Path) -> None:
    page = (site / "weiss-schwarz" / "graph.html").read_text(encoding="utf-8")
    assert '<a href="9.2.html"><rect' in page
    assert "文字で読む" in page
    assert "style=" not in page
