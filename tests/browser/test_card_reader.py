"""The card reader in Chromium reads as the command does, under the page's policy and offline."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from rulebook.api import Rules, open_rules
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.serving import Handler
from rulebook.website.site_builder import build_site
from tests.browser.axe import Looks, violations_on_all_screens
from tests.browser.conftest import Context, Open, serve
from tests.card_reader.conftest import reader as reader
from tests.conftest import HOSTILE
from tests.sampling import some
from tests.support import copied_game

CARDS = "weiss-schwarz/cards.html"
CARD = (
    "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
    "そうしたら、あなたは1枚引く。"
)
CARD_OF_ANOTHER_GAME = (
    "【スパーク】：あなたの山札を上から２枚まで公開し、その中のメンバーを１枚まで手札に加え、"
    "残りをリタイアに置く。"
)
# Most bytes that a phone loads until it has read the first card, with brotli.
BUDGET = 4_500_000
LOADING = 120_000


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder = tmp_path_factory.mktemp("corpus")
    copied_game("rebirth-for-you", folder, lean=True)
    return open_rules(copied_game("weiss-schwarz", folder, lean=True).folder)


@pytest.fixture(scope="module")
def reading_site(rules: Rules, reader: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site with the card reader."""
    folder = tmp_path_factory.mktemp("site") / "site"
    build_site(SearchTables(rules.corpus), folder, reader=reader)
    return folder


@pytest.fixture
def reading_address(reading_site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield its address, on a host that sends the policy of the page for the worker too."""
    html = (reading_site / CARDS).read_text(encoding="utf-8")
    policy = html.partition('Content-Security-Policy" content="')[2].partition('"')[0]
    assert "'wasm-unsafe-eval'" in policy
    plain = Handler.end_headers

    def end_headers(handler: Handler) -> None:
        handler.send_header("Content-Security-Policy", policy)
        plain(handler)

    monkeypatch.setattr(Handler, "end_headers", end_headers)
    with serve(reading_site) as address:
        yield address


def _read(page: Page, text: str) -> None:
    page.locator("#card-text").fill(text)
    page.locator(".card-reader [type=submit]").click()


def _wait_for_reading(page: Page) -> None:
    """Wait until the card is read."""
    expect(page.locator(".card-reading .text")).to_be_visible(timeout=LOADING)


def _wait_until(page: Page, condition: str, given: object = None) -> None:
    """Wait until the script ``condition`` returns true. Playwright's own waiting needs eval."""
    end = time.monotonic() + LOADING / 1000
    while not page.evaluate(condition, given):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(200)


def test_card_is_read_and_reader_is_loaded_only_then(
    context: Context, reading_address: str, rules: Rules, judged: Looks
) -> None:
    page = context(reduced_motion="reduce").new_page()
    sizes: dict[str, int] = {}
    page.on(
        "requestfinished",
        lambda request: sizes.update(
            {request.url.removeprefix(reading_address): request.sizes()["responseBodySize"]}
        ),
    )
    page.goto(f"{reading_address}{CARDS}#card={CARD}")
    expect(page.locator("#card-text")).to_have_value(CARD)
    expect(page.locator(".card-reader [type=submit]")).to_contain_text(" MB")
    assert not [path for path in sizes if path.startswith("reader/")]
    page.locator(".card-reader [type=submit]").click()
    _wait_for_reading(page)
    assert 2_000_000 < sum(size for path, size in sizes.items() if "reader/" in path) < BUDGET
    resolution = rules.resolve("ws", CARD)
    numbers = page.locator(".card-reading .links .num").all_text_contents()
    governing = resolution.annotation.governing[0]
    assert sorted(numbers) == sorted(clause.number for clause in governing)
    own = [*resolution.abilities[0].own_steps()]
    texts = page.locator(".card-reading .steps .action").all_text_contents()
    assert [text.rpartition("：")[2] for text in texts] == [step.text for step in own]
    expect(page.locator(".card-reading .steps .deciding")).to_have_count(1)
    expect(page.locator(".card-reading mark")).to_have_count(0)
    assert violations_on_all_screens(page, judged) == []
    # Next: markup that is not understood, a card of another game, an empty text.
    _read(page, f"{CARD}\n{HOSTILE}")
    expect(page.locator(".card-reader [role=status]")).to_contain_text("読み取れない")
    assert HOSTILE[:8] in (page.locator(".card-reading mark").first.text_content() or "")
    assert violations_on_all_screens(page, judged) == []
    _read(page, CARD_OF_ANOTHER_GAME)
    other = page.locator(".card-reading .remark a")
    expect(other).to_have_text("Reバース for you", timeout=LOADING)
    _read(page, "　")
    expect(page.locator(".card-reader [role=status]")).to_contain_text("入れてください")
    expect(page.locator(".card-reading > *")).to_have_count(0)


def test_reading_is_scrolled_into_view_and_short(context: Context, reading_address: str) -> None:
    screen = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
    page = context(reduced_motion="reduce", **screen).new_page()
    languages = [("", "誘発条件が満たされる"), ("en/", "Its trigger condition is met")]
    for folder, first in some(languages, 1):
        page.goto(f"{reading_address}{folder}{CARDS}")
        _read(page, f"{CARD}\n{CARD}")
        expect(page.locator(".ability")).to_have_count(2, timeout=LOADING)
        expect(page.locator(".ability .steps li").first).to_contain_text(first)
        page.wait_for_timeout(200)
        tops = page.locator(".ability").evaluate_all(
            "(all) => all.map((one) => { const { top, bottom } = one.getBoundingClientRect();"
            " return [top, bottom]; })"
        )
        assert 0 <= tops[0][0] < 100
        assert tops[-1][1] < 2 * 844
        # Common parts of all abilities are collapsed and shown once.
        expect(page.locator(".card-reading > details")).to_have_count(2)
        assert page.locator(".card-reading > details[open]").count() == 0


@pytest.mark.slow
def test_loaded_reader_works_offline(context: Context, reading_address: str) -> None:
    made = context(service_workers="allow")
    page = made.new_page()
    page.goto(reading_address + CARDS)
    _wait_until(page, "() => navigator.serviceWorker.controller !== null")
    _read(page, CARD)
    _wait_for_reading(page)
    files = json.loads(
        (page.request.get(f"{reading_address}sw.js").text().partition("=")[2]).partition(";\n")[0]
    )["reader"]
    _wait_until(
        page,
        """async (count) => {
          const name = (await caches.keys()).find((name) => name.startsWith("rulebook-reader-"));
          return name && (await (await caches.open(name)).keys()).length === count;
        }""",
        len(files),
    )
    page.evaluate("rulebook.storeRest()")
    made.set_offline(True)
    page.reload()
    expect(page.locator("#card-text")).to_have_value(CARD)
    page.locator(".card-reader [type=submit]").click()
    _wait_for_reading(page)


@pytest.mark.slow
def test_silent_worker_is_reported(context: Context, reading_address: str) -> None:
    made = context()

    def silent(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body="")

    made.route("**/reader_worker.js", silent)
    page = made.new_page()
    page.clock.install()
    page.goto(reading_address + CARDS)
    _read(page, CARD)
    page.clock.fast_forward(61_000)
    expect(page.locator(".card-reader [role=status]")).to_contain_text("読めませんでした")
    made.unroute("**/reader_worker.js")
    _read(page, CARD)
    page.clock.resume()
    _wait_for_reading(page)


def test_unreadable_card_is_reported(context: Context, reading_address: str) -> None:
    page = context().new_page()
    for folder, why in (("", "カードの文字がないか、壊れています"), ("en/", "not a card text")):
        page.goto(f"{reading_address}{folder}{CARDS}")
        _read(page, "\x1f")  # white space in Python, but not in a browser
        expect(page.locator(".card-reader [role=status]")).to_contain_text(why, timeout=LOADING)


def test_site_without_reader_shows_commands(open_page: Open) -> None:
    page = open_page(CARDS)
    assert "wasm" not in page.content()
    expect(page.locator(".card-reader [type=submit]")).to_have_count(0)
    page.locator("#card-text").fill("【自】 'A'")
    expect(page.locator(".command code")).to_have_text(
        "rulebook annotate -g ws '【自】 '\\''A'\\'''\nrulebook resolve -g ws '【自】 '\\''A'\\'''"
    )


def test_page_from_file_explains_missing_reader(context: Context, reading_site: Path) -> None:
    page = context().new_page()
    page.goto((reading_site / CARDS).as_uri())
    expect(page.locator(".command")).to_contain_text("ファイルとして開いた")
    expect(page.locator(".command code")).to_contain_text("rulebook annotate -g ws")


def test_missing_webassembly_is_explained(context: Context, reading_address: str) -> None:
    page = context().new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(reading_address + CARDS)
    expect(page.locator(".command")).to_contain_text("このブラウザでは読めません")


def test_card_text_in_search_field_links_to_reader(open_page: Open) -> None:
    page = open_page("weiss-schwarz/index.html")
    page.locator("#q").fill(CARD)
    link = page.locator("#results a[href*='cards.html#card=']")
    link.click()
    expect(page.locator("#card-text")).to_have_value(CARD)
