"""Addresses, and the text of clauses as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup

from rulebook.cards.annotating.annotator import open_annotator
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Confidence
from rulebook.clauses.model import Rulebook
from rulebook.links.defects import named_icons
from rulebook.links.linker import link_game
from rulebook.links.model import Reference, ReferenceKind, ReferenceStatus, TermKind
from rulebook.messages import Message
from rulebook.text.normal import Span
from rulebook.website.addresses import relative, term_id
from rulebook.website.game_pages import annotated_text, card_page
from rulebook.website.game_view import open_views
from rulebook.website.markup import MarkedPiece, clause_html, marked_up, pieces_of, step_id
from rulebook.website.rendering import LABELS, Renderer


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("ws/9.2.html", "ws/9.1.html", "9.2.html"),
        ("ws/9.2.html", "index.html", "ws/9.2.html"),
        ("index.html", "ws/9.2.html", "../index.html"),
        ("vs/1.html", "ws/1.html", "../vs/1.html"),
        ("ws/chapter-9.html#9.2", "ws/chapter-9.html", "#9.2"),
        ("ws/chapter-9.html", "ws/chapter-9.html", "chapter-9.html"),
    ],
)
def test_links_are_relative(target: str, page: str, link: str) -> None:
    assert relative(target, page) == link


def test_ids_have_no_spaces() -> None:
    assert term_id("CX コンボアイコン") == "CX_コンボアイコン"


def test_overlapping_or_multi_line_pieces_are_omitted() -> None:
    b, end = Markup("<b>"), Markup("</b>")
    spans = ((0, 1), (0, 2), (1, 3), (2, 2), (3, 5))
    pieces = [MarkedPiece(*span, b, end) for span in spans]
    assert marked_up("a<c\nde", pieces) == "<b>a&lt;</b>c\nde"


def test_range_links_both_ends() -> None:
    reference = Reference(Span(1, 9), "7.2から7.6", ReferenceKind.RANGE, ("7.2", "7.6"))
    html = marked_up("（7.2から7.6）", pieces_of([reference], lambda number: f"#{number}"))
    assert html == ('（<a class="ref" href="#7.2">7.2</a>から<a class="ref" href="#7.6">7.6</a>）')


def test_reference_by_name_has_its_number_for_print() -> None:
    kind = ReferenceKind.TITLE
    reference = Reference(Span(0, 2), "上記", kind, ("5.1.1", "5.1.2"), explanation=Message("理由"))
    html = marked_up("上記の", pieces_of([reference], lambda number: f"{number}.html"))
    assert 'href="5.1.1.html" data-to="5.1.1、5.1.2"' in html


@pytest.mark.parametrize(
    ("status", "class_"),
    [(ReferenceStatus.RESOLVED, "ref"), (ReferenceStatus.CORRECTED, "ref corrected")],
)
def test_corrected_reference_is_shown_as_corrected(status: ReferenceStatus, class_: str) -> None:
    why = "" if status is ReferenceStatus.RESOLVED else "理由"
    reference = Reference(Span(1, 4), "1.2", ReferenceKind.NUMBER, ("1.2",), status, Message(why))
    html = marked_up("（1.2）", pieces_of([reference], lambda number: f"{number}.html"))
    note = f' data-note="{why}"' if why else ""
    assert html == f'（<a class="{class_}" href="1.2.html"{note}>1.2</a>）'


def test_dangling_reference_is_not_a_link() -> None:
    status = ReferenceStatus.DANGLING
    reference = Reference(Span(0, 3), "9.9", ReferenceKind.NUMBER, (), status, Message("ない。"))
    html = marked_up("9.9を", pieces_of([reference], lambda number: f"{number}.html"))
    assert html == '<span class="dangling" title="ない。">9.9</span>を'


def test_link_covers_exactly_its_words(corpus: Corpus) -> None:
    linked = link_game(corpus, corpus.game("ws"))
    clause = linked.book.by_number["3.2.3.2"]
    html = clause_html(linked, clause, {t.word: t.clause for t in linked.terms}, lambda n: n)
    shown = re.findall('<a class="([a-z]+)"[^>]*>([^<]*)</a>', html)
    assert ("ref", "9.2") in shown
    uses = [use.span.of(clause.text) for use in linked.uses_of(clause)]
    assert [words for kind, words in shown if kind == "term"] == uses


@pytest.mark.parametrize(
    ("label", "id_"), [("Ⅵ", "5.5.1.VI"), ("vi", "5.5.1.VI"), ("A", "5.5.1.A")]
)
def test_steps_have_ids(label: str, id_: str) -> None:
    assert step_id("5.5.1", label) == id_


def test_html_of_clause_has_all_its_text(corpus: Corpus, books: Mapping[str, Rulebook]) -> None:
    """Without tags, the HTML of each clause equals its text."""
    for book in books.values():
        linked = link_game(corpus, book.game)
        defined = {term.word: term.clause for term in linked.terms}
        for clause in book.clauses:
            html = clause_html(linked, clause, defined, lambda number: f"{number}.html")
            words = Markup(html).striptags()
            assert "".join(words.split()) == "".join(clause.text.split()), clause.number


def test_every_kind_has_a_label() -> None:
    assert LABELS["term-kinds"].keys() == set(TermKind)
    assert LABELS["confidences"].keys() == set(Confidence)


def test_example_card_links_to_clauses(corpus: Corpus) -> None:
    """Each part of an example card links to its most relevant clause."""
    view = next(v for v in open_views(corpus) if v.game.id == "weiss-schwarz")
    assert view.cards
    card = open_annotator(corpus, view.game).annotate("【永】 <b>あなたは1枚引く。", "例1")
    shown = annotated_text(card)
    assert shown.startswith('<a class="ref" href="8.1.1.3.html">【永】')
    assert "<b>" not in shown
    page = card_page(Renderer(""), replace(view, cards=(card,)))
    assert page.path == "weiss-schwarz/cards.html"
    assert 'href="cards.html" aria-current="page"' in page.html


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("カムバックアイコン(): 実行する", [("カムバックアイコン(", "カムバック")]),
        ("“レスト”という単語は  のアイコンで表記", [("“レスト”という単語は  ", "レスト")]),
        (
            "控え室はで、手札はで表記される",
            [("控え室は", "控え室"), ("控え室はで、手札は", "手札")],
        ),
        ("キャンセルはのアイコンで示されます。", [("キャンセルは", "キャンセル")]),
        ("アイコン()が何か、山札はここで示されます。", []),
    ],
)
def test_lost_icon_has_the_name_in_its_sentence(text: str, named: list[tuple[str, str]]) -> None:
    assert [(text[:at], name) for at, name in named_icons(text)] == named


def test_lost_icon_is_shown_as_picture_with_name(site: Path) -> None:
    page = (site / "weiss-schwarz" / "4.12.2.5.html").read_text(encoding="utf-8")
    assert 'カムバックアイコン(<svg class="icon" role="img" aria-label="カムバックアイコン"' in page
    page = (site / "rebirth-for-you" / "9.4.4.1.html").read_text(encoding="utf-8")
    assert 'aria-label="手札アイコン"' in page
