"""axe on a page: each rule on each element, but the rules on colours once for each look.

Whether a text can be read, or a link be told from the words around it, is seen by colours, sizes,
and what is painted behind; to look for that takes axe longer than all else.  So of the elements
that look alike it judges one, and where it cannot judge that one, the others.
"""

from __future__ import annotations

from itertools import product
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe().axe_script
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_ON_COLOURS = ["color-contrast", "link-in-text-block"]

Violation = tuple[str, list[str]]
Looks = set[str]
"""Looks that axe has judged, on one page or on several."""

# Which elements a page shows.
_SHOWN = """() => [...document.querySelectorAll("*")].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && [Math.round(width), Math.round(height)].join();
}).join(" ")"""

_RUN = """async (without) => {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run({ rules, resultTypes: ["violations"], selectors: false });
  return violations.map((each) => [each.id, each.nodes.slice(0, 3).map((node) => node.html)]);
}"""

# What axe heeds: the style of an element, and of all around it what paints.  To which elements a
# rule applies does not depend on colours: those it passed over are not tried in the other theme.
_RUN_ON_LOOKS = """async ([judged, isShownAsBefore]) => {
  const OWN = ["color", "fontSize", "fontWeight", "fontStyle", "fontFamily", "textShadow",
    "webkitTextStroke", "textDecoration", "borderBottom", "display"];
  const AROUND = ["color", "backgroundColor", "backgroundImage", "opacity", "filter",
    "mixBlendMode", "position", "zIndex", "float", "clipPath", "textDecoration"];
  const values = (each, names, part) => {
    const style = getComputedStyle(each, part);
    return part && style.content === "none" ? "" : names.map((name) => style[name]).join();
  };
  const painted = new Map();
  const around = (each) => {
    if (!each) return "";
    if (!painted.has(each)) {
      const own = [null, "::before", "::after"].map((part) => values(each, AROUND, part)).join("/");
      const outside = around(each.parentElement);
      painted.set(each, outside.endsWith(`;${own}`) ? outside : `${outside};${own}`);
    }
    return painted.get(each);
  };
  const says = (each) => each.matches("input, select, textarea")
    || [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const known = new Set(judged), settled = [], found = [];
  const judge = async (rule, judges) => {
    const looks = new Map(), sure = new Set();
    if (!isShownAsBefore) window[`passed over by ${rule}`] = new Set();
    const passedOver = window[`passed over by ${rule}`];
    for (const each of document.querySelectorAll("body, body *")) {
      if (passedOver.has(each) || !judges(each) || !each.checkVisibility()) continue;
      const look = rule + values(each, OWN) + around(each);
      if (known.has(look)) continue;
      if (looks.has(look)) looks.get(look).push(each);
      else looks.set(look, [each]);
    }
    const options = { runOnly: [rule], elementRef: true, selectors: false };
    const run = async (include) => {
      if (!include.length) return;
      const { violations, passes, incomplete } = await axe.run({ include }, options);
      const nodes = (results) => results.flatMap((each) => each.nodes);
      const applied = nodes([...violations, ...passes]).map((node) => node.element);
      applied.forEach((each) => sure.add(each));
      const could = new Set([...applied, ...nodes(incomplete).map((node) => node.element)]);
      include.filter((each) => !could.has(each)).forEach((each) => passedOver.add(each));
      if (violations.length) found.push([rule, nodes(violations).map((node) => node.html)]);
    };
    const alike = [...looks.values()];
    await run(alike.map(([first]) => first));
    await run(alike.filter(([first]) => !sure.has(first)).flatMap(([, ...others]) => others));
    for (const [look, alike] of looks) if (alike.some((each) => sure.has(each))) settled.push(look);
  };
  await judge("color-contrast", says);
  await judge("link-in-text-block", (each) => each.matches("a[href]"));
  return [found, settled];
}"""


def violations(page: Page) -> list[Violation]:
    """Return what axe finds on the page as it is, with the first elements concerned."""
    return [*_but_of_colours(page), *_of_colours(page, set())]


def violations_on_all_screens(page: Page, judged: Looks) -> list[Violation]:
    """Return what axe finds on phone and desktop, in both themes.

    Where two of them show the same, only the rules on colours can tell them apart.  Looks in
    ``judged`` are not judged again, and those that are judged here are put there.
    """
    found: list[Violation] = []
    known = set()
    for (width, height), theme in product(SIZES.values(), _THEMES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        shown = page.evaluate(_SHOWN)
        found += [] if shown in known else _but_of_colours(page)
        found += _of_colours(page, judged, shown in known)
        known.add(shown)
    return found


def _but_of_colours(page: Page) -> list[Violation]:
    _load(page)
    return [(rule, nodes) for rule, nodes in page.evaluate(_RUN, _ON_COLOURS)]


def _of_colours(page: Page, judged: Looks, is_shown_as_before: bool = False) -> list[Violation]:
    _load(page)
    found, looks = page.evaluate(_RUN_ON_LOOKS, [list(judged), is_shown_as_before])
    judged.update(looks)
    return [(rule, nodes) for rule, nodes in found]


def _load(page: Page) -> None:
    if page.evaluate("() => typeof axe") == "undefined":
        page.evaluate(AXE)
