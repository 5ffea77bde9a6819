"""Copying and sharing a clause, its neighbours, and pictures of references."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open

CLAUSE = "weiss-schwarz/9.2.2.html"


def test_one_button_copies_clause_and_address(open_page: Open) -> None:
    page = open_page(CLAUSE, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="コピー （番号・本文・リンク）").click()
    expect(page.locator(".copy [role=status]")).to_have_text("コピーしました")
    copied = page.evaluate("() => navigator.clipboard.readText()").split("\n")
    assert copied[0] == "ヴァイスシュヴァルツ 総合ルール ver.1.109 9.2.2"
    assert copied[1].startswith("山札にカードが存在しない")
    assert copied[-1] == page.url


def test_copying_works_without_clipboard_permission(open_page: Open) -> None:
    page = open_page("about.html")
    refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('no'))"
    page.add_init_script(refuse + "; document.execCommand = (what) => { window.done = what; }")
    page.goto(page.url.replace("about.html", CLAUSE))
    page.keyboard.press("a")
    page.wait_for_function("() => window.done === 'copy'")


def test_clause_can_be_shared_if_the_device_can(open_page: Open) -> None:
    page = open_page("about.html")
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.goto(page.url.replace("about.html", CLAUSE))
    page.get_by_role("button", name="共有").click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("() => window.shared")
    assert shared["url"] == page.url
    assert "9.2.2\n山札に" in shared["text"]


def test_tree_of_neighbours_is_shown_on_wide_screen(open_page: Open) -> None:
    page = open_page(CLAUSE, viewport={"width": 1440, "height": 900})
    tree = page.get_by_role("navigation", name="まわりの条文")
    expect(tree.locator("[aria-current=page]")).to_contain_text("9.2.2")
    tree.get_by_role("link", name="9.3 レベルアップ処理").click()
    page.wait_for_url("**/9.3.html")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(tree).to_be_hidden()


def test_picture_is_usable_by_keyboard(open_page: Open) -> None:
    page = open_page("weiss-schwarz/graph.html")
    page.locator(".arcs a").first.focus()
    first = page.locator(".arcs .n").first.text_content()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/weiss-schwarz/{first}.html")


def test_concept_begins_with_its_rule(open_page: Open) -> None:
    page = open_page("concepts/zone.html")
    page.get_by_role("navigation", name="五十音").get_by_role("link", name="や").click()
    concept = page.locator(".concept#deck")
    expect(concept).to_be_in_viewport()
    assert concept.locator("> *").nth(1).evaluate("(node) => node.tagName") == "DL"
