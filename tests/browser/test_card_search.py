"""The card search in Chromium: data is loaded only when it is used, and only a little."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Looks, violations_on_all_screens
from tests.browser.conftest import Context
from tests.conftest import HOSTILE

CARDS_OF = "weiss-schwarz-cards"
SEARCH = f"{CARDS_OF}/index.html"


@pytest.mark.slow
def test_axe_finds_no_violation_on_own_cards(
    context: Context, card_address: str, card_site: Path, judged: Looks
) -> None:
    page = context(bypass_csp=True, reduced_motion="reduce").new_page()
    using = next((card_site / CARDS_OF).glob("using-*.html")).name
    clause = using.removeprefix("using-").partition("-page")[0].removesuffix(".html")
    paths = [f"{CARDS_OF}/{name}" for name in ("card-H.html", "list-1.html", using)]
    for path in (SEARCH, *paths, f"weiss-schwarz/{clause}.html"):
        page.goto(card_address + path)
        assert violations_on_all_screens(page, judged) == [], path
    page.goto(card_address + SEARCH)
    page.locator("#own-q").fill("汽笛の少年")
    expect(page.locator("#own-found li").first).to_be_visible()
    assert violations_on_all_screens(page, judged) == []


def test_cards_are_found_by_name_then_by_text(context: Context, card_address: str) -> None:
    page = context().new_page()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url.removeprefix(card_address)))
    page.goto(card_address + SEARCH)
    field, found = page.locator("#own-q"), page.locator("#own-found li")
    expect(field).to_be_visible()
    assert not [path for path in requested if path.startswith("data/")]
    field.fill("汽笛の少年")
    expect(found).to_have_count(1)
    expect(found.first).to_contain_text("LH/W01-002")
    field.fill("番号47")
    expect(found.first).to_contain_text("XX/W01-047")
    field.fill("２枚まで引き")
    expect(page.locator("#own-status")).to_have_text("21枚のうち20枚")
    assert not [path for path in requested if "table.js" in path or "texts.js" in path]
    found.first.locator("a").click()
    page.wait_for_url("**/weiss-schwarz-cards/card-*.html")


def test_results_are_escaped_and_missing_ones_reported(context: Context, card_address: str) -> None:
    page = context().new_page()
    page.goto(card_address + SEARCH)
    page.locator("#own-q").fill("onerror=alert")
    expect(page.locator("#own-found li a")).to_have_text(HOSTILE)
    page.locator("#own-q").fill("どこにもない語")
    expect(page.locator("#own-status")).to_have_text("0枚")
    page.locator("#own-q").fill("字")
    expect(page.locator("#own-status")).to_contain_text("2文字以上")


def test_search_works_from_a_file(context: Context, card_site: Path) -> None:
    page = context().new_page()
    page.goto((card_site / SEARCH).as_uri())
    page.locator("#own-q").fill("灯台守")
    expect(page.locator("#own-found li")).to_have_count(1)


def test_too_common_word_is_reported_as_common(context: Context, card_address: str) -> None:
    page = context().new_page()
    page.goto(card_address + SEARCH)
    status = page.locator("#own-status")
    page.locator("#own-q").fill("1枚")
    expect(status).to_contain_text("珍しい語")
    page.locator("#own-q").fill("無い名前")
    expect(status).to_have_text("0枚")
