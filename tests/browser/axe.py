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

# What axe heeds: the style of an element, and of all around it what paints.  The rules on colours
# apply to the first element of each look; to the others only where axe cannot tell.  To which they
# apply at all does not depend on colours: those they passed over are not tried in the other theme,
# and where that shows no new look, there is nothing to be judged.
_RUN = """async ([rulesOnColours, isShownAsBefore]) => {
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
  const isAsked = (rule, each) => !passedOver[rule].has(each)
    && (rule === "color-contrast" ? says(each) : each.matches("a[href]"));
  const lookOf = (rule, each) => rule + values(each, OWN) + around(each);
  const isNew = (rule, each) =>
    isAsked(rule, each) && each.checkVisibility() && !judged.has(lookOf(rule, each));
  if (!isShownAsBefore) {
    window.passedOver = Object.fromEntries(rulesOnColours.map((rule) => [rule, new Set()]));
  } else if (![...document.querySelectorAll("body, body *")].some(
    (each) => rulesOnColours.some((rule) => isNew(rule, each)))) return [[], []];

  const looks = new Map(), unsure = new Set();
  const isFirst = (rule, each, applies) => {
    const look = isAsked(rule, each) && lookOf(rule, each);
    if (!look || judged.has(look)) return false;
    if (looks.has(look)) return looks.get(look).push(each) && false;
    if (applies()) return looks.set(look, [each]);
    return passedOver[rule].add(each) && false;
  };
  const run = async (options, judges) => {
    for (const id of rulesOnColours) {
      const rule = axe._audit.getRule(id);
      const applies = rule.appliesByItself ??= rule.matches;
      rule.matches = (each, ...more) => judges(id, each, () => applies(each, ...more));
    }
    const { violations, incomplete } = await axe.run({
      ...options, resultTypes: ["violations", "incomplete"], selectors: false, elementRef: true,
      checks: { "color-contrast": { options: { ignoreLength: true } } },
    });
    const ofColours = incomplete.filter(({ id }) => rulesOnColours.includes(id));
    ofColours.flatMap(({ nodes }) => nodes).forEach(({ element }) => unsure.add(element));
    return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
  };
  const onColours = { runOnly: rulesOnColours };
  const found = await run(isShownAsBefore ? onColours : {}, isFirst);
  const alike = ([first, ...others]) => unsure.has(first) ? others : [];
  const others = new Set([...looks.values()].flatMap(alike));
  const isOther = (rule, each, applies) => others.has(each) && applies();
  if (others.size) found.push(...await run(onColours, isOther));
  const settled = [...looks].filter(([, [first]]) => !unsure.has(first)).map(([look]) => look);
  settled.forEach((look) => judged.add(look));
  return [found, settled];
}"""


def violations(page: Page) -> list[Violation]:
    """Return what axe finds on the page as it is, with the first elements concerned."""
    _prepare(page, set())
    return _violations(page, set())


def violations_on_all_screens(page: Page, judged: Looks) -> list[Violation]:
    """Return what axe finds on phone and desktop, in both themes.

    Where two of them show the same, only the rules on colours can tell them apart.  Looks in
    ``judged`` are not judged again, and those that are judged here are put there.
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
