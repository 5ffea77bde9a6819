"""axe on a page: each rule on each element, except the rules on colours.

Checking colours, sizes and backgrounds takes axe longer than all other rules. So of the elements
that look the same only one is checked, and if axe cannot decide on it, the others.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe().axe_script
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_ON_COLOURS = ["color-contrast", "link-in-text-block"]

Violation = tuple[str, list[str]]
Looks = set[str]
"""Looks of elements that axe has already checked, on one or several pages."""

# The visible elements of a page.
_SHOWN = """() => [...document.querySelectorAll("*")].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && [Math.round(width), Math.round(height)].join();
}).join(" ")"""

_RUN = (Path(__file__).parent / "axe_on_looks.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[Violation]:
    """Return the violations on the page in its current state, with the first elements."""
    _prepare(page, set())
    return _violations(page, set())


def violations_on_all_screens(page: Page, judged: Looks) -> list[Violation]:
    """Return the violations on phone and desktop, in both themes.

    If two of them show the same elements, only the rules on colours run again. Looks in ``judged``
    are not checked again; those that are checked here are added.
    """
    found: list[Violation] = []
    known = set()
    _prepare(page, judged)
    for (width, height), theme in product(SIZES.values(), _THEMES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        shown = page.evaluate(_SHOWN)
        found += _violations(page, judged, shown in known)
        known.add(shown)
    return found


def _prepare(page: Page, judged: Looks) -> None:
    if page.evaluate("() => typeof axe") == "undefined":
        page.evaluate(AXE)
    page.evaluate("(looks) => { window.judged = new Set(looks); }", list(judged))


def _violations(page: Page, judged: Looks, is_shown_as_before: bool = False) -> list[Violation]:
    found, looks = page.evaluate(_RUN, [_ON_COLOURS, is_shown_as_before])
    judged.update(looks)
    return [(rule, nodes) for rule, nodes in found]
