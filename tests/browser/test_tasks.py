"""Ten tasks of a judge on a phone of 390 pixels, each in at most three taps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.conftest import Context

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_TAPS = 3


class Judge:
    """A user of a phone whose taps are counted; typing and going back do not count."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page = context.new_page()
        self.address = address
        self.taps = 0

    def open(self, path: str = "index.html") -> None:
        self.page.goto(self.address + path)

    def tap(self, part: Locator) -> None:
        expect(part).to_be_visible()
        part.tap()
        self.taps += 1

    def tap_link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name).first)

    def tap_button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name).first)

    def ask(self, question: str) -> None:
        self.tap(self.page.locator("#q"))
        self.page.keyboard.insert_text(question)
        expect(self.page.locator("a.hit").first).to_be_visible()

    def expect_heading(self, text: str) -> None:
        expect(self.page.locator("h1")).to_contain_text(text)

    def clipboard(self) -> Any:
        return self.page.evaluate("() => navigator.clipboard.readText()")


@pytest.fixture
def judge(context: Context, address: str) -> Iterator[Judge]:
    judge = Judge(context(permissions=["clipboard-read", "clipboard-write"], **PHONE), address)
    judge.open()
    yield judge
    assert 0 < judge.taps <= MOST_TAPS


def test_find_the_clause_for_a_question(judge: Judge) -> None:
    judge.ask("山札がなくなったらどうなる？")
    judge.tap(judge.page.locator("a.hit").first)
    judge.expect_heading("9.2")


def test_cite_a_clause_whose_number_is_known(judge: Judge) -> None:
    judge.ask("9.2.2")
    judge.tap(judge.page.locator("a.hit").first)
    judge.tap_button("コピー")
    expect(judge.page.locator(".copy .done")).to_contain_text("コピーしました")
    assert "9.2.2\n山札に" in judge.clipboard()


def test_ask_about_another_game(judge: Judge) -> None:
    judge.tap(judge.page.locator(".games label", has_text="ヴィクトリースパーク"))
    judge.ask("山札がなくなったら")
    judge.tap(judge.page.locator("a.hit").first)
    judge.page.wait_for_url("**/victory-spark/**")


def test_look_up_a_term(judge: Judge) -> None:
    judge.ask("控え室")
    expect(judge.page.locator("a.hit").first).to_contain_text("用語")
    judge.tap(judge.page.locator("a.hit").first)
    judge.expect_heading("控え室")


def test_see_more_answers(judge: Judge) -> None:
    judge.ask("アタックできるのはいつ")
    judge.tap_button("もっと見る")
    expect(judge.page.locator(".answers a.hit").nth(9)).to_be_visible()


def test_read_a_section(judge: Judge) -> None:
    judge.tap_link("ヴァイスシュヴァルツ")
    judge.tap_link("9.2 リフレッシュ処理")
    expect(judge.page.locator("[id='9.2']")).to_be_in_viewport()


def test_follow_a_term_in_a_chapter_and_come_back(judge: Judge) -> None:
    judge.open("weiss-schwarz/chapter-9.html")
    judge.tap(judge.page.locator("[id='9.2.2'] a.term").first)
    expect(judge.page.locator("#preview")).to_be_visible()
    judge.page.go_back()
    expect(judge.page.locator("#preview")).to_be_hidden()
    judge.page.wait_for_url("**/chapter-9.html")


def test_see_what_changed_last(judge: Judge) -> None:
    judge.ask("最新の改訂")
    judge.tap(judge.page.locator("a.revision").first)
    expect(judge.page.locator(":target")).to_contain_text("ver.")


def test_compare_a_rule_across_games(judge: Judge) -> None:
    judge.tap_link("ゲームをまたいで比べる")
    judge.tap_link("山札")
    expect(judge.page.locator(":target dl > div").nth(1)).to_be_visible()


def test_see_which_clauses_refer_to_one(judge: Judge) -> None:
    judge.open("weiss-schwarz/index.html")
    judge.tap(judge.page.locator(".menu summary"))
    judge.tap_link("参照の図")
    judge.tap(judge.page.locator(".arcs a").first)
    judge.page.wait_for_url("**/weiss-schwarz/*.*.html")
