"""The site in English, in a browser: scripts speak it, and lead to English pages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open


def test_search_speaks_english(open_page: Open) -> None:
    page = open_page("en/index.html")
    page.get_by_role("searchbox").fill("encore")
    expect(page.locator("#results")).to_contain_text("found")
    hit = page.locator("a.hit:not(.ruling)").first
    assert "/en/weiss-schwarz/" in str(hit.evaluate("(link) => link.href"))
    # Whatever the rules say is read out as Japanese.
    assert hit.locator(".said").evaluate("(said) => said.closest('[lang]').lang") == "ja"
    assert page.locator(".theme").get_attribute("aria-label") == "Colours: as the device"


def test_a_term_is_found_by_its_english_name(open_page: Open) -> None:
    page = open_page("en/index.html")
    page.locator("label", has_text="Weiss Schwarz").click()
    page.get_by_role("searchbox").fill("waiting room")
    term = page.locator("a.hit.word").first
    expect(term).to_contain_text("控え室")
    expect(term).to_contain_text("waiting room")


def test_a_citation_is_copied_in_english(open_page: Open) -> None:
    page = open_page(
        "en/weiss-schwarz/9.2.2.html", permissions=["clipboard-read", "clipboard-write"]
    )
    page.keyboard.press("c")
    expect(page.locator(".tools .done")).to_have_text("Citation copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "Weiss Schwarz Comprehensive Rules ver.1.109 9.2.2"


def test_the_switch_leads_to_the_same_page_and_place(open_page: Open) -> None:
    page = open_page("weiss-schwarz/chapter-9.html#9.2.2")
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(page.url)
    assert page.url.endswith("/en/weiss-schwarz/chapter-9.html#9.2.2")
    page.get_by_role("link", name="日本語").click()
    assert page.url.endswith("/weiss-schwarz/chapter-9.html#9.2.2")
    assert "/en/" not in page.url
