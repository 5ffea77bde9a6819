"""Read built pages: their ids, links and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

import html5lib

JAPANESE_WORDS = re.compile("[ぁ-んァ-ヺ一-龠]")
SHOWN = ("aria-label", "title", "placeholder", "alt")

_LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "form": "action"}
# The tags of our templates, which use “<” for nothing else. HTMLParser, which reads any page, takes
# ten times as long.
_TAG = re.compile(r"""<(/?)([a-z][a-z0-9]*)((?:\s+[A-Za-z][\w:-]*(?:="[^"]*"|='[^']*')?)*)\s*/?>""")
_ATTRIBUTE = re.compile(r"""\s([A-Za-z][\w:-]*)(?:="([^"]*)"|='([^']*)')?""")
_DOCTYPE = "<!doctype html>"


@dataclass
class ReadPage:
    """Tags, ids and links of a page."""

    path: str
    tags: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    base: str | None = None
    inline: list[str] = field(default_factory=list)

    def feed(self, html: str) -> None:
        """Read all tags; each “<” must begin one."""
        tags = list(_TAG.finditer(html))
        assert len(tags) + html.startswith(_DOCTYPE) == html.count("<"), self.path
        for tag in tags:
            if not tag[1]:
                values = {
                    name: unescape(one or two) for name, one, two in _ATTRIBUTE.findall(tag[3])
                }
                self._add_tag(tag[2], values)

    def _add_tag(self, tag: str, values: dict[str, str]) -> None:
        self.tags.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "base":
            self.base = values["href"]
        if _LINKS.get(tag) in values:
            self.links.append(values[_LINKS[tag]])
        self.inline += [name for name in values if name == "style" or name.startswith("on")]
        if tag in ("style", "iframe") or (tag == "script" and "src" not in values):
            self.inline.append(tag)


class Pages(Mapping[str, ReadPage]):
    """All pages of a site by path. Each is read when it is first used."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self._read: dict[str, ReadPage | None] = {
            str(path.relative_to(site)): None for path in sorted(site.rglob("*.html"))
        }

    def __getitem__(self, path: str) -> ReadPage:
        page = self._read[path]
        if page is None:
            page = self._read[path] = ReadPage(path)
            page.feed((self._site / path).read_text(encoding="utf-8"))
        return page

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    def __contains__(self, path: object) -> bool:
        return path in self._read


def target(page: ReadPage, link: str) -> tuple[str, str]:
    """Return the path (from the root of the site) and the fragment of ``link``."""
    parts = urlsplit(link)
    folder = dirname(page.path) if page.base is None else "."
    path = normpath(join(folder, unquote(parts.path))) if parts.path else page.path
    return path, unquote(parts.fragment)


def parse_page(path: Path) -> Element:
    """Return the page at ``path`` as a browser reads it."""
    page: Element = html5lib.parse(path.read_text(encoding="utf-8"), namespaceHTMLElements=False)
    return page


def texts_not_in(code: str, element: Element, language: str = "") -> Iterator[str]:
    """Yield the texts in ``element`` that are not marked with the language ``code``."""
    language = element.get("lang", language)
    if language != code and element.tag not in ("title", "meta", "script"):
        yield from (element.get(name, "") for name in SHOWN)
        yield element.text or ""
        yield from (child.tail or "" for child in element)
    for child in element:
        if isinstance(child.tag, str):
            yield from texts_not_in(code, child, language)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in ``folder``, by its relative path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
