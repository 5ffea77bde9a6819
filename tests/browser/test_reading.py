"""Reading: search, keys, previews, copying, theme, print, without scripts, from files, offline."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, QUESTION, Context, Open, ask, serve

CHAPTER = "weiss-schwarz/chapter-9.html"
CLAUSE = "weiss-schwarz/9.2.2.html"
# A reference in that chapter, and its target.
REFERENCE, TARGET = "[id='9.2.2'] a.term", "3.2"


def test_answer_on_home_page_opens_clause(open_page: Open) -> None:
    page = open_page("index.html")
    ask(page)
    hits = page.locator(".answers a.hit")
    expect(hits).to_have_count(5)
    hit = page.locator("a.hit[href$='/9.2.2.html']")
    expect(hit.locator(".snippet mark")).to_contain_text("山札")
    expect(hit.locator(".path")).to_contain_text("9.2 リフレッシュ処理")
    expect(page.locator(".search [role=status]")).to_have_text("ほぼ確か 5件")
    hit.click()
    page.wait_for_url("**/weiss-schwarz/9.2.2.html")
    expect(page.locator("h1")).to_contain_text("9.2.2")


def test_search_is_usable_by_keyboard(open_page: Open) -> None:
    page = open_page("weiss-schwarz/index.html")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.insert_text(QUESTION)
    expect(page.locator(".answers a.hit")).to_have_count(5)
    for place in (0, 1):
        page.keyboard.press("ArrowDown")
        expect(page.locator("a.hit").nth(place)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#results")).to_be_hidden()
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("")


def test_back_closes_preview_before_leaving_the_page(open_page: Open) -> None:
    page = open_page("weiss-schwarz/index.html", **PHONE)
    page.goto(page.url.replace("index", "chapter-9"))
    preview = page.locator("#preview")
    page.locator(REFERENCE).first.tap()
    expect(preview).to_be_visible()
    page.go_back()
    expect(preview).to_be_hidden()
    page.locator(REFERENCE).first.tap()
    preview.get_by_role("link", name="開く").tap()
    page.wait_for_url("**/3.2.html")
    page.go_back()
    page.wait_for_url("**/chapter-9.html")
    page.go_back()
    page.wait_for_url("**/index.html")


def test_single_keys_can_be_turned_off(open_page: Open) -> None:
    page = open_page("about.html")
    page.locator("[data-keys-switch]").uncheck()
    page.keyboard.press("/")
    page.goto(page.url.replace("about", "index"))
    page.keyboard.press("/")
    expect(page.locator("#q")).not_to_be_focused()


def test_hostile_question_is_escaped(open_page: Open) -> None:
    hostile = '"><img src=x onerror=alert(1)>'
    page = open_page("index.html?g=weiss-schwarz&q=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    dialogs: list[object] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog))
    expect(page.locator("#q")).to_have_value(hostile)
    page.locator("#q").fill(f"控え室{hostile}")
    expect(page.locator("a.hit").first).to_be_visible()
    expect(page.locator("#results img")).to_have_count(0)
    assert dialogs == []


def test_hostile_document_is_escaped(context: Context, small_site: Path) -> None:
    page = context().new_page()
    dialogs: list[object] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog))
    page.goto((small_site / "index.html").as_uri())
    ask(page, "山札のこと")
    expect(page.locator("a.hit").first).to_contain_text("<script>alert(1)</script>")
    page.goto((small_site / "star-garden" / "1.1.2.html").as_uri())
    page.locator("#text a.ref").hover()
    expect(page.locator("#preview")).to_contain_text("<script>alert(1)</script>")
    expect(page.locator("img, main script, #preview script")).to_have_count(0)
    assert dialogs == []


def test_preview_opens_by_mouse(open_page: Open) -> None:
    page = open_page(CHAPTER)
    page.locator(REFERENCE).first.hover()
    preview = page.locator("#preview")
    expect(preview).to_be_visible()
    expect(preview).to_contain_text(TARGET)
    expect(preview).to_contain_text("山札")
    preview.hover()
    page.wait_for_timeout(500)
    expect(preview).to_be_visible()
    page.mouse.move(5, 400)
    expect(preview).to_be_hidden()
    assert page.url.endswith(CHAPTER)


def test_preview_opens_by_keyboard(open_page: Open) -> None:
    page = open_page(CLAUSE)
    page.locator("#text a.term").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#preview")).to_be_visible()
    expect(page.locator("#text a.term").first).to_have_attribute("aria-describedby", "preview")
    page.keyboard.press("Escape")
    expect(page.locator("#preview")).to_be_hidden()
    expect(page.locator("#text a.term").first).to_be_focused()


def test_preview_opens_by_touch(open_page: Open) -> None:
    page = open_page(CHAPTER, **PHONE)
    page.locator(REFERENCE).first.tap()
    preview = page.locator("#preview")
    expect(preview).to_contain_text(TARGET)
    assert page.url.endswith(CHAPTER)
    page.locator("h1").tap()
    expect(preview).to_be_hidden()
    page.locator(REFERENCE).first.tap()
    preview.get_by_role("link", name="開く").tap()
    page.wait_for_url("**/weiss-schwarz/3.2.html")


def test_keys_copy_citation_link_and_text(open_page: Open) -> None:
    page = open_page(CLAUSE, permissions=["clipboard-read", "clipboard-write"])
    read = "() => navigator.clipboard.readText()"
    page.keyboard.press("c")
    expect(page.locator(".copy [role=status]")).to_have_text("引用をコピーしました")
    assert page.evaluate(read) == "ヴァイスシュヴァルツ 総合ルール ver.1.109 9.2.2"
    page.keyboard.press("l")
    page.wait_for_function(f"({read})().then((text) => text.startsWith('http'))")
    assert page.evaluate(read) == page.url
    page.keyboard.press("t")
    page.wait_for_function(f"({read})().then((text) => text.startsWith('山札に'))")


def test_preview_has_a_copy_button(open_page: Open) -> None:
    page = open_page(CHAPTER, permissions=["clipboard-read", "clipboard-write"])
    page.locator("[id='9.2.2'] a.num").hover()
    page.locator("#preview").get_by_role("button", name="コピー").click()
    expect(page.locator("#preview [role=status]")).to_have_text("コピーしました")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("ヴァイスシュヴァルツ 総合ルール ver.1.109 9.2.2\n山札に")


def test_chosen_theme_is_set_before_first_paint(open_page: Open) -> None:
    page = open_page("index.html", color_scheme="light")
    paper = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    button = page.get_by_role("button", name="配色")
    button.click()
    button.click()
    expect(button).to_have_accessible_name("配色: 暗い")
    dark = page.evaluate(paper)
    assert dark != light
    page.goto(page.url.replace("index.html", CHAPTER), wait_until="commit")
    page.wait_for_selector("h1")
    # The style sheet may still be on its way, the theme may not.
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    expect(page.locator("html")).to_have_css("background-color", dark)
    page.emulate_media(color_scheme="dark")
    button = page.get_by_role("button", name="配色")
    button.click()
    expect(button).to_have_accessible_name("配色: 端末に合わせる")
    assert page.evaluate(paper) == dark


def test_chapter_is_printed(open_page: Open) -> None:
    page = open_page(CHAPTER, color_scheme="dark")
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".outline")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(34, 38, 44)"
    assert page.pdf().startswith(b"%PDF")


def test_site_is_readable_without_scripts(open_page: Open) -> None:
    page = open_page("index.html", java_script_enabled=False)
    expect(page.locator("form")).to_be_hidden()
    page.get_by_role("link", name="条文一覧 （ヴァイスシュヴァルツ）").click()
    page.get_by_role("link", name="9.2 リフレッシュ処理").click()
    expect(page.locator("h1")).to_contain_text("リフレッシュ処理")
    page.get_by_role("link", name="章のなかで 読む").click()
    expect(page.locator("[id='9.2.2']")).to_be_visible()


def test_site_works_from_files(context: Context, site: Path) -> None:
    page = context().new_page()
    page.goto((site / "index.html").as_uri())
    ask(page)
    page.locator("a.hit[href$='/9.2.2.html']").click()
    expect(page.locator("h1")).to_contain_text("9.2.2")
    page.locator("#text a.term").first.hover()
    expect(page.locator("#preview")).to_be_visible()


@pytest.mark.slow
def test_site_works_offline_after_one_visit(open_page: Open) -> None:
    page = open_page("index.html", service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    requests = "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
    names = f"{requests}.then((requests) => requests.map(({{ url }}) => url))"
    first = page.evaluate(names)
    assert not [url for url in first if "chapter" in url or "rebirth" in url]
    expect(page.locator("[data-offline]")).to_be_hidden()
    expect(page.locator("[data-offline]")).to_be_visible(timeout=90_000)
    assert len(page.evaluate(names)) > len(first) + 100
    page.context.set_offline(True)
    page.reload()
    page.get_by_label("ヴィクトリースパーク").check(force=True)
    ask(page, "山札がなくなった")
    page.locator("a.hit").first.click()
    page.wait_for_url("**/victory-spark/chapter-*.html#*")
    expect(page.locator(":target")).to_be_visible()
    address = page.url.split("victory-spark")[0]
    page.goto(address + "weiss-schwarz/ruling-ws-case-001.html")
    expect(page.locator("h1")).to_contain_text("めくった時点で")
    page.goto(address + "nowhere.html")
    expect(page.locator("h1")).to_have_text("オフラインです")
    page.goto(address + "weiss-schwarz/9.2.99.html")
    expect(page.locator("h1")).to_have_text("オフラインです")


def test_page_that_is_not_stored_is_reported_as_offline(open_page: Open) -> None:
    page = open_page("index.html", service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(page.url.replace("index.html", "") + "weiss-schwarz/9.2.2.html")
    expect(page.locator("h1")).to_have_text("オフラインです")
    expect(page.locator("main a").first).to_have_attribute("href", "index.html")


def test_missing_clause_is_404_with_a_worker(open_page: Open) -> None:
    page = open_page("index.html", service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    answer = page.goto(page.url.replace("index.html", "") + "weiss-schwarz/9.2.99.html")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("このページはありません")


def test_new_version_waits_until_it_is_accepted(
    context: Context, small_site: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    copytree(small_site, folder)
    with serve(folder) as address:
        page = context(service_workers="allow").new_page()
        page.goto(address)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        worker = folder / "sw.js"
        newer = worker.read_text(encoding="utf-8").replace('"version": "', '"version": "new-')
        worker.write_text(newer, encoding="utf-8")
        page.evaluate("() => navigator.serviceWorker.ready.then((found) => found.update())")
        button = page.get_by_role("button", name="更新する")
        expect(button).to_be_visible()
        with page.expect_navigation():
            button.click()


def test_missing_page_suggests_clauses(open_page: Open) -> None:
    page = open_page("weiss-schwarz/9.2.77.html")
    expect(page.locator("h1")).to_have_text("このページはありません")
    page.locator("#guess a").click()
    page.wait_for_url("**/weiss-schwarz/9.2.*.html")


def test_outline_follows_the_reader(open_page: Open) -> None:
    page = open_page(f"{CHAPTER}#9.4.1", viewport={"width": 1440, "height": 900})
    expect(page.locator(".outline [aria-current]")).to_contain_text("9.4")
    phone = open_page(CHAPTER, **PHONE)
    phone.locator(".outline summary").tap()
    phone.locator(".outline").get_by_role("link", name="9.4 敗北判定処理").tap()
    expect(phone.locator("[id='9.4']")).to_be_in_viewport()
    expect(phone.locator(".outline summary")).to_contain_text("9.4")


def test_no_page_scrolls_sideways_on_a_phone(open_page: Open) -> None:
    page = open_page("index.html", viewport={"width": 320, "height": 640})
    root = page.url.removesuffix("index.html")
    for path in (
        "index.html",
        CHAPTER,
        CLAUSE,
        "weiss-schwarz/terms.html",
        "weiss-schwarz/clauses.html",
        "victory-spark/chapter-12.html",
        "granblue-fantasy/findings.html",
        "concepts/zone.html",
        "about.html",
    ):
        page.goto(root + path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, (path, wide)


def test_example_of_api_shows_a_clause(open_page: Open) -> None:
    place = open_page("api.html").locator("[data-clause]")
    game, number = str(place.get_attribute("data-clause")).split("/")
    expect(place).to_contain_text(f"{number} ")
    assert game == "weiss-schwarz"
