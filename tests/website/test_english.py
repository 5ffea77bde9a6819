"""The English site: all texts but the rules are in English, and each page has its twin."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.website.addresses import is_in_all_languages
from tests.website.pages import JAPANESE_WORDS, parse_page, texts_not_in


@pytest.mark.parametrize(
    "path",
    [
        "index.html",
        "about.html",
        "api.html",
        "concepts/index.html",
        "concepts/zone.html",
        "legend-of-stars/index.html",
        "legend-of-stars/clauses.html",
        "legend-of-stars/terms.html",
        "legend-of-stars/glossary.html",
        "legend-of-stars/findings.html",
        "legend-of-stars/revisions.html",
        "rebirth-for-you/findings.html",
        "legend-of-stars/rulings.html",
        "weiss-schwarz/cards.html",
        "weiss-schwarz/chapter-9.html",
        "rebirth-for-you/5.10.3.4.html",
        "weiss-schwarz/9.2.2.html",
        "weiss-schwarz/findings.html",
    ],
)
def test_japanese_on_english_page_is_marked(site: Path, path: str) -> None:
    page = parse_page(site / "en" / path)
    assert page.get("lang") == "en"
    assert [text for text in texts_not_in("ja", page) if JAPANESE_WORDS.search(text)] == []


def test_doubts_about_references_are_in_page_language(site: Path) -> None:
    notes: dict[str, set[str]] = {"en": set(), "ja": set()}
    for folder, language in (("", "ja"), ("en/", "en")):
        for path in site.glob(f"{folder}*-*/*.html"):
            html = path.read_text(encoding="utf-8")
            notes[language] |= set(
                re.findall(r'(?:data-note|dangling"[^>]* title)="([^"]+)"', html)
            )
    # Several Japanese notes have the same English translation.
    assert len(notes["ja"]) >= len(notes["en"]) > 10
    assert all(re.match("[A-Z“].*[.]$", why) for why in notes["en"]), notes["en"]
    assert all(JAPANESE_WORDS.search(why) for why in notes["ja"]), notes["ja"]


def test_remarks_on_gaps_of_document_are_in_page_language(site: Path) -> None:
    remarks = set()
    for path in site.glob("en/*-*/*.html"):
        html = path.read_text(encoding="utf-8")
        remarks |= set(re.findall(r'<p class="remark" lang="en">(\(The document[^<]*)', html))
        assert not re.search(r'class="remark"[^>]*>（', html), path
    assert len(remarks) >= 2


def test_pages_link_to_their_twins(site: Path) -> None:
    pages = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    twins = {f"en/{path}" for path in pages if is_in_all_languages(path) and path[:3] != "en/"}
    assert twins == {path for path in pages if path.startswith("en/")}
    for path in ("weiss-schwarz/9.2.2.html", "about.html"):
        switches = {here: _switch(site / here) for here in (path, f"en/{path}")}
        for here, (code, href) in switches.items():
            linked = (site / here).parent.joinpath(href).resolve()
            assert (code, linked) == (
                ("ja", site / path) if here[:3] == "en/" else ("en", site / "en" / path)
            )


def test_glossary_is_sorted_by_page_language(site: Path) -> None:
    rows = {}
    for folder in ("", "en/"):
        page = parse_page(site / f"{folder}weiss-schwarz" / "glossary.html")
        rows[folder] = [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")][1:]
    assert ["控え室", "ひかえしつ", "waiting room", "3.4"] in rows[""]
    assert sorted(map(tuple, rows[""])) == sorted(map(tuple, rows["en/"]))
    english = [row[2].lower() for row in rows["en/"]]
    assert english == sorted(english)
    assert [row[2].lower() for row in rows[""]] != english


def test_page_without_twin_links_to_related_page(site: Path) -> None:
    rulings = sorted((site / "weiss-schwarz").glob("ruling-*.html"))
    assert _switch(rulings[0]) == ("en", "../en/weiss-schwarz/rulings.html")
    assert _switch(site / "404.html") == ("en", "en/index.html")


def _switch(path: Path) -> tuple[str | None, str]:
    [link] = [link for link in parse_page(path).iter("a") if link.get("class") == "language"]
    return link.get("hreflang"), link.get("href", "")
