"""Pages of editions in Chromium: accessibility, keyboard, phone, dark theme."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SIZES, Looks, violations_on_all_screens
from tests.browser.conftest import Context, serve
from tests.sampling import some

PAGES = (
    "1.1/index.html",
    "1.0/index.html",
    "1.0/2.1.2.html",
    "1.0/2.1.3.html",
    "1.0/2.2.1.html",
    "2.2.html",
    "2.1.2.html",
    "chapter-2.html#2.2",
    "revisions.html",
    "../en/star-garden/1.0/2.1.3.html",
    "../en/star-garden/2.1.2.html",
)


@pytest.fixture(scope="module")
def garden(site_of_editions: Path) -> Iterator[str]:
    """Yield the address of the game in three editions."""
    with serve(site_of_editions) as address:
        yield f"{address}star-garden/"


def open_page(context: Context, address: str, **options: object) -> Page:
    page = context(reduced_motion="reduce", bypass_csp=True, **options).new_page()
    page.goto(address)
    return page


def test_axe_finds_no_violation(context: Context, garden: str, judged: Looks) -> None:
    page = open_page(context, garden)
    for path in some(PAGES, 2):
        page.goto(garden + path)
        assert violations_on_all_screens(page, judged) == [], path


def test_pages_fit_the_screen(context: Context, garden: str) -> None:
    page = open_page(context, garden)
    for path in PAGES:
        page.goto(garden + path)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_changes_are_filtered_by_keyboard(context: Context, garden: str) -> None:
    page = open_page(context, f"{garden}1.1/index.html")
    expect(page.locator(".change.moved")).not_to_have_count(0)
    box = page.get_by_role("checkbox", name="移動", exact=False).first
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator(".change.moved").first).to_be_hidden()
    expect(page.locator(".change.added").first).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator(".change.moved").first).to_be_visible()


def test_old_page_shows_only_its_own_text(context: Context, garden: str) -> None:
    """2.2 of that edition is a different rule from the current 2.2."""
    page = open_page(context, f"{garden}1.0/2.2.html", permissions=["clipboard-read"])
    page.locator(".children a.num").first.hover()
    page.wait_for_timeout(500)
    expect(page.locator("#preview")).to_be_hidden()
    copied = {}
    for key in ("c", "l", "t"):
        page.keyboard.press(key)
        expect(page.locator(".copy .done")).not_to_be_empty()
        copied[key] = page.evaluate("navigator.clipboard.readText()")
    assert copied["c"].endswith("2.2")
    assert copied["l"] == f"{garden}1.0/2.2.html"
    assert copied["t"] == "片付け"
    page.locator(".notice a").last.hover()
    expect(page.locator("#preview")).to_contain_text("2.3")


def test_address_in_chapter_shows_former_clause(context: Context, garden: str) -> None:
    page = open_page(context, f"{garden}chapter-2.html#2.2")
    expect(page.locator(":target + .formerly")).to_contain_text("片付け")
    expect(page.locator(".formerly:visible")).to_have_count(1)
