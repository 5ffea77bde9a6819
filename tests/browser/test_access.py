"""axe finds no violation on any kind of page, in both themes, on phone and desktop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rulebook.clauses.corpus import Corpus
from rulebook.links.linker import link_game
from rulebook.paper.printing import print_page
from tests.browser.axe import AXE, Looks, violations, violations_on_all_screens
from tests.browser.conftest import Open

# For each kind of page one with varied markup, but small: axe takes seconds for the largest.
KINDS = {
    "home": "index.html",
    "answers": "index.html?g=weiss-schwarz&q=控え室",
    "game": "legend-of-stars/index.html",
    "chapter": "weiss-schwarz/chapter-9.html",
    "steps": "legend-of-stars/chapter-5.html",
    "clause": "weiss-schwarz/9.2.2.html",
    "terms": "legend-of-stars/terms.html",
    "glossary": "legend-of-stars/glossary.html",
    "findings": "legend-of-stars/findings.html",
    "icon": "weiss-schwarz/4.12.2.5.html",
    "picture": "victory-spark/graph.html",
    "list": "granblue-fantasy/clauses.html",
    "concepts": "concepts/index.html",
    "revisions": "legend-of-stars/revisions.html",
    "cards": "legend-of-stars/cards.html",
    "rulings": "legend-of-stars/rulings.html",
    "ruling": "weiss-schwarz/ruling-ws-case-001.html",
    "compare": "concepts/zone.html",
    "about": "about.html",
    "api": "api.html",
    "not-found": "404.html",
}
JAPANESE_ONLY = {"ruling", "not-found"}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["", "en/"])
def test_axe_finds_no_violation(language: str, open_page: Open, judged: Looks) -> None:
    page = open_page("about.html", reduced_motion="reduce", bypass_csp=True)
    page.context.add_init_script(AXE)
    root = page.url.removesuffix("about.html")
    found = {}
    for kind, path in KINDS.items():
        if language and kind in JAPANESE_ONLY:
            continue
        page.goto(f"{root}{language}{path}")
        if kind.startswith("answers"):
            expect(page.locator("a.hit").first).to_be_visible()
        if wrong := violations_on_all_screens(page, judged):
            found[kind] = wrong
    assert found == {}, json.dumps(found, ensure_ascii=False, indent=1)


@pytest.mark.slow
def test_axe_finds_no_violation_in_print(open_page: Open, corpus: Corpus, tmp_path: Path) -> None:
    linked = link_game(corpus, corpus.games["weiss-schwarz"])
    chapter = [clause for clause in linked.book.clauses if clause.parts[0] == 7]
    file = tmp_path / "chapter.html"
    file.write_text(print_page(linked, chapter, []), encoding="utf-8")
    page = open_page("about.html", bypass_csp=True)
    page.goto(file.as_uri())
    assert violations_on_all_screens(page, set()) == []


def test_axe_finds_no_violation_in_preview(open_page: Open) -> None:
    page = open_page("weiss-schwarz/9.2.2.html", bypass_csp=True, reduced_motion="reduce")
    page.locator("#text a.term").first.hover()
    expect(page.locator("#preview")).to_be_visible()
    assert violations(page) == []


def test_first_tab_stop_skips_to_the_text(open_page: Open) -> None:
    page = open_page("weiss-schwarz/chapter-9.html")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="本文へ")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
