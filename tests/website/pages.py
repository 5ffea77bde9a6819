"""Reading built pages: their ids, their links, their words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

_LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "form": "action"}


@dataclass
class Read(HTMLParser):
    """What a page holds."""

    path: str
    tags: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    base: str | None = None
    inline: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        if values.get("id") is not None:
            self.ids.append(str(values["id"]))
        if tag == "base":
            self.base = values["href"]
        if values.get(_LINKS.get(tag, "")) is not None:
            self.links.append(str(values[_LINKS[tag]]))
        self.inline += [name for name in values if name == "style" or name.startswith("on")]
        if tag in ("style", "iframe") or (tag == "script" and "src" not in values):
            self.inline.append(tag)


def read_pages(site: Path) -> Iterator[Read]:
    """Yield every page of ``site``, read."""
    for path in sorted(site.rglob("*.html")):
        page = Read(str(path.relative_to(site)))
        page.feed(path.read_text(encoding="utf-8"))
        yield page


def target(page: Read, link: str) -> tuple[str, str]:
    """Return path (from the root of the site) and fragment that ``link`` leads to."""
    parts = urlsplit(link)
    folder = dirname(page.path) if page.base is None else "."
    path = normpath(join(folder, unquote(parts.path))) if parts.path else page.path
    return path, unquote(parts.fragment)
