"""One search field finds clauses, terms, rulings, own cards and pasted card texts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Context


@pytest.fixture
def page(context: Context, card_address: str) -> Page:
    page = context().new_page()
    page.goto(f"{card_address}index.html")
    return page


@pytest.mark.parametrize("typed", ["XX/W01-037", "xx/w01-037", "ＸＸ／Ｗ０１－０３７"])
def test_card_id_opens_its_card(page: Page, typed: str) -> None:
    page.locator("#q").fill(typed)
    page.locator("#q").press("Enter")
    page.wait_for_url("**/weiss-schwarz-cards/card-XX_W01-037.html")


def test_ruling_id_opens_its_ruling(page: Page) -> None:
    page.locator("#q").fill("WS-case-001")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/weiss-schwarz/ruling-ws-case-001.html")


def test_prefix_of_id_lists_cards(page: Page) -> None:
    page.locator("#q").fill("XX/W01-01")
    expect(page.locator(".status").first).to_have_text("カード10枚")
    expect(page.locator("a.hit").first).to_contain_text("測量士10")
    expect(page.locator(".answers")).to_have_count(0)


def test_card_name_finds_card_and_answers(page: Page) -> None:
    page.locator("#q").fill("測量士4")
    card = page.locator("a.hit[href*='-cards/']").first
    expect(card).to_contain_text("測量士4")
    page.locator("#q").fill("測量士")
    expect(page.get_by_role("list", name="カード")).to_contain_text("ほかに")


def test_pasted_card_text_links_to_card_reader(page: Page) -> None:
    page.locator("#q").fill("【自】 このカードがアタックした時、あなたは1枚引く。")
    expect(page.locator("a.hit").first).to_contain_text("カードとして読む")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/weiss-schwarz/cards.html#card=*")


@pytest.mark.parametrize(
    ("typed", "found"),
    [("第9章", "9"), ("第9.2.2項", "9.2.2"), ("９-２-２", "9.2.2"), ("控え室", "3.4")],
)
def test_enter_opens_number_or_term(page: Page, typed: str, found: str) -> None:
    page.locator("#q").fill(typed)
    page.locator("#q").press("Enter")
    page.wait_for_url(f"**/weiss-schwarz/{found}.html")


def test_enter_focuses_unsure_answer_without_opening_it(page: Page) -> None:
    page.locator("#q").fill("山札の値段はいくら")
    expect(page.locator(".sure")).not_to_have_text("ほぼ確か")
    page.locator("#q").press("Enter")
    expect(page.locator("a.hit").first).to_be_focused()
    assert "index.html" in page.url
