"""Asking a question: layout, confidence, further answers, history, from every page."""

from __future__ import annotations

import gzip
import time
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import PHONE, QUESTION, Open, ask
from tests.support import GAMES


def test_answers_get_more_space(open_page: Open) -> None:
    page = open_page("index.html")
    before = page.locator("#q").bounding_box()
    ask(page)
    after = page.locator("#q").bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] < before["y"] - 100
    assert after["height"] < before["height"]


# Most compressed bytes that a phone loads from the home page to the first answer of a game.
BUDGET = 350_000


def test_first_answer_loads_little(open_page: Open, site: Path) -> None:
    @cache
    def size(path: str) -> int:
        return len(gzip.compress((site / path).read_bytes(), mtime=0))

    for game in GAMES:
        needed = _loaded_before_the_answer(open_page, game)
        assert f"data/{game}.table.js" in needed
        assert sum(map(size, needed)) < BUDGET, game


def _loaded_before_the_answer(open_page: Open, game: str) -> set[str]:
    page = open_page("about.html")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(urlsplit(request.url).path[1:]))
    page.goto(page.url.replace("about.html", f"index.html?g={game}"))
    ask(page)
    return {path for path in loaded if not path.endswith(".rulings.js")}


def test_further_answers_are_shown_on_request(open_page: Open) -> None:
    page = open_page("index.html")
    ask(page)
    hits = page.locator(".answers a.hit")
    first = hits.nth(4).get_attribute("href")
    page.get_by_role("button", name="もっと見る").click()
    expect(hits).to_have_count(15)
    expect(hits.nth(4)).to_have_attribute("href", first or "")
    expect(hits.nth(5)).to_be_focused()
    ask(page, "99.99")
    expect(page.get_by_role("button", name="もっと見る")).to_be_hidden()


def test_first_answer_has_context_and_reasons(open_page: Open) -> None:
    page = open_page("index.html")
    ask(page, "9.2")
    steps = page.get_by_role("list", name="この条文の下").get_by_role("link")
    expect(steps.first).to_contain_text("リフレッシュ処理は、いずれかのプレイヤーの")
    ask(page, "9.2.2.1")
    expect(page.locator(".parent")).to_contain_text("9.2.2 山札にカードが存在しない")
    ask(page, "捨て札")
    expect(page.locator(".why").first).to_contain_text("理由：捨て札 = 控え室")


def test_long_question_does_not_cover_the_clear_button(open_page: Open) -> None:
    page = open_page("index.html", **PHONE)
    ask(page, QUESTION * 4)
    page.get_by_role("button", name="消す").tap()
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator("#results")).to_be_hidden()
    expect(page.get_by_role("button", name="消す")).to_be_hidden()


def test_games_and_tabs_fit_a_phone(open_page: Open) -> None:
    page = open_page("index.html", viewport={"width": 390, "height": 844})
    for chip in page.locator(".games span").all():
        _assert_within(chip, 390)
    page.goto(page.url.replace("index.html", "weiss-schwarz/index.html"))
    for tab in page.locator(".tabs a").all():
        _assert_within(tab, 390)


def _assert_within(part: Locator, width: int) -> None:
    box = part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_enter_waits_for_the_answer(open_page: Open) -> None:
    page = open_page("index.html")
    page.locator("#q").fill("9.2.2")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/weiss-schwarz/9.2.2.html")


def test_every_page_can_ask(open_page: Open) -> None:
    for path in ("about.html", "concepts/zone.html", "404.html"):
        page = open_page(path)
        page.keyboard.press("/")
        page.keyboard.insert_text(QUESTION)
        page.keyboard.press("Enter")
        page.wait_for_url("**/index.html?q=*")
        expect(page.get_by_role("radio", name="すべて")).to_be_checked()
        expect(page.locator("a.hit").first).to_be_visible()


def test_back_closes_results_before_leaving_the_page(open_page: Open) -> None:
    page = open_page("weiss-schwarz/index.html")
    page.goto(page.url.replace("index", "terms"))
    ask(page)
    page.go_back()
    expect(page.locator("#results")).to_be_hidden()
    expect(page.locator("#q")).to_have_value("")
    assert page.url.endswith("terms.html")
    page.go_forward()
    expect(page.locator("a.hit").first).to_be_visible()
    page.locator("a.hit").first.click()
    page.wait_for_url("**/9.*.html")
    page.go_back()
    expect(page.locator("#q")).to_have_value(QUESTION)
    page.go_back()
    expect(page.locator("#results")).to_be_hidden()
    page.go_back()
    page.wait_for_url("**/index.html")


def test_revisions_and_terms_are_found(open_page: Open) -> None:
    page = open_page("index.html")
    ask(page, "バトルの改訂履歴")
    revision = page.locator("a.revision").first
    expect(revision).to_contain_text("ver.1.")
    revision.click()
    page.wait_for_url("**/weiss-schwarz/revisions.html#r*")
    expect(page.locator(":target")).to_be_visible()
    page.goto(page.url.partition("weiss")[0])
    ask(page, "控え")
    expect(page.locator("a.hit.word .line").first).to_contain_text("控え室")


def test_numbers_and_terms_are_first(open_page: Open) -> None:
    page = open_page("index.html")
    ask(page, "９－２－２")
    expect(page.locator("a.hit:not(.ruling)")).to_have_count(1)
    ask(page, "9.2.99")
    expect(page.locator(".search [role=status]")).to_have_text("この番号の条文はありません")
    expect(page.locator("a.hit .path")).to_have_text("近い番号")
    ask(page, "控え室")
    expect(page.locator("a.hit").first.locator(".path")).to_have_text("用語・領域")


def test_question_to_all_games_names_the_game(open_page: Open) -> None:
    page = open_page("index.html")
    page.get_by_label("すべて", exact=True).check(force=True)
    ask(page, "団長がやられたら")
    expect(page.locator(".search [role=status]")).to_contain_text("グランブルーファンタジー")
    expect(page.locator("a.hit .path").first).to_contain_text("グランブルーファンタジー")


def test_back_and_forward_preserve_the_question(open_page: Open) -> None:
    page = open_page("index.html")
    page.get_by_label("Legend of Stars").check(force=True)
    ask(page, "優先権とは")
    first = page.locator("a.hit").first.get_attribute("href")
    page.locator("a.hit").first.click()
    page.wait_for_url(f"**/{first}")
    page.go_back()
    expect(page.locator("#q")).to_have_value("優先権とは")
    expect(page.get_by_label("Legend of Stars")).to_be_checked()
    expect(page.locator("a.hit").first).to_be_visible()
    page.go_forward()
    page.wait_for_url(f"**/{first}")


def test_data_of_question_is_fetched_early_and_once(open_page: Open) -> None:
    page = open_page("about.html")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    page.goto(page.url.replace("about.html", "index.html?g=victory-spark&q=山札"))
    expect(page.locator("a.hit").first).to_be_visible()
    data = ["vocabulary.js", "victory-spark.table.js", "victory-spark.texts.js"]
    assert [name for name in fetched if name in data] == data
    places = [fetched.index(name) for name in data]
    assert not [name for name in fetched[: max(places)] if "rulings" in name]


def test_ruling_sentence_is_marked_in_full_answers(open_page: Open) -> None:
    page = open_page("index.html?g=weiss-schwarz", **PHONE)
    ask(page, "リフレッシュのペナルティは？")
    texts = page.locator("a.hit:not(.word) .snippet")
    expect(texts.first.locator("mark")).to_have_text(
        "その後、そのプレイヤーは自分の山札の一番上のカードを1枚、自分のクロックに置きます。"
    )
    for at in (0, 1):
        assert texts.nth(at).evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")


def test_question_in_address_causes_no_layout_shift(open_page: Open) -> None:
    page = open_page("about.html", **PHONE)
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => {"
        " for (const { value } of list.getEntries()) window.shift += value;"
        "}).observe({ type: 'layout-shift', buffered: true })"
    )

    def delay(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route("**/data/vocabulary.js", delay)
    page.goto(page.url.replace("about.html", f"index.html?g=weiss-schwarz&q={QUESTION}"))
    expect(page.locator("a.hit").first).to_be_visible()
    assert page.evaluate("shift") < 0.1
    page.locator(".large [data-clear]").click()
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    assert not page.evaluate("document.documentElement.classList.contains('asked')")
