"""The English site in a browser: texts of scripts are English and link to English pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open

# Japanese that is not marked as such, and English words that are marked as Japanese.
UNMARKED = """() => {
  const found = [];
  const check = (node, text) => {
    const isMarked = node.closest("[lang]").getAttribute("lang") === "ja";
    const isJapanese = /[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]/u.test(text);
    const isOwn = /^(Ruling|Based on|Reason|Below|Refers to|Revision|Term)/.test(text.trim());
    if (isJapanese !== isMarked && (isJapanese || isOwn)) found.push(text);
  };
  for (const node of document.body.querySelectorAll("*")) {
    for (const child of node.childNodes) if (child.nodeType === 3) check(node, child.data);
    for (const name of ["aria-label", "title"]) check(node, node.getAttribute(name) ?? "");
  }
  return found;
}"""


def test_search_is_in_english(open_page: Open) -> None:
    page = open_page("en/index.html")
    page.get_by_role("searchbox").fill("encore")
    expect(page.locator("#results")).to_contain_text("found")
    hit = page.locator("a.hit:not(.ruling)").first
    assert "/en/weiss-schwarz/" in str(hit.evaluate("(link) => link.href"))
    # Screen readers must read the text of rules as Japanese.
    assert hit.locator(".snippet").evaluate("(snippet) => snippet.closest('[lang]').lang") == "ja"
    assert page.locator(".theme").get_attribute("aria-label") == "Colours: as the device"


def test_term_is_found_by_english_name(open_page: Open) -> None:
    page = open_page("en/index.html")
    page.locator("label", has_text="Weiss Schwarz").click()
    page.get_by_role("searchbox").fill("waiting room")
    term = page.locator("a.hit.word").first
    expect(term).to_contain_text("控え室")
    expect(term).to_contain_text("waiting room")


def test_citation_is_copied_in_english(open_page: Open) -> None:
    page = open_page(
        "en/weiss-schwarz/9.2.2.html", permissions=["clipboard-read", "clipboard-write"]
    )
    page.keyboard.press("c")
    expect(page.locator(".copy .done")).to_have_text("Citation copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "Weiss Schwarz Comprehensive Rules ver.1.109 9.2.2"


def test_language_switch_preserves_page_and_fragment(open_page: Open) -> None:
    page = open_page("weiss-schwarz/chapter-9.html#9.2.2")
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(page.url)
    assert page.url.endswith("/en/weiss-schwarz/chapter-9.html#9.2.2")
    page.get_by_role("link", name="日本語").click()
    assert page.url.endswith("/weiss-schwarz/chapter-9.html#9.2.2")
    assert "/en/" not in page.url


def test_revisions_are_found_and_dated_in_english(open_page: Open) -> None:
    page = open_page("en/index.html?g=weiss-schwarz&q=what changed in version 1.109")
    note = page.locator("a.hit.revision").first
    expect(note).to_contain_text("Revision · 13 January 2026")
    expect(note.locator(".snippet")).to_have_attribute("lang", "ja")


@pytest.mark.parametrize(
    "path",
    [
        "index.html?g=weiss-schwarz&q=控え室",
        "index.html?g=all&q=山札がなくなったら",
        "index.html?g=weiss-schwarz&q=9.2.2",
        "weiss-schwarz/chapter-9.html",
    ],
)
def test_texts_of_scripts_are_marked_with_language(open_page: Open, path: str) -> None:
    page = open_page(f"en/{path}")
    if "?" in path:
        expect(page.locator("a.hit").first).to_be_visible()
        expect(page.locator("a.hit.ruling").first).to_be_visible()
    else:
        expect(page.locator("[aria-current=location]").first).to_be_attached()
    assert page.evaluate(UNMARKED) == []
