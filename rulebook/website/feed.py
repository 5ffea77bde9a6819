"""Atom feeds (RFC 4287), of whatever the site has news of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rulebook.records import NamedTuple
from rulebook.text.controls import visible
from rulebook.website.addresses import relative

EARLIEST = date(1970, 1, 1)
"""The day of what states none, for Atom wants one."""
_SPACE = "http://www.w3.org/2005/Atom"


class FeedEntry(NamedTuple):
    """One piece of news: what names it for good, its page, and its text.

    ``author`` is given where it is another than that of the feed, ``html`` where there is more to
    read than the text.
    """

    name: str
    title: str
    day: date
    page: str
    text: str
    author: str = ""
    html: str = ""


class Feed(NamedTuple):
    """A feed: what names it for good, its path, and the page that has the same."""

    name: str
    title: str
    here: str
    page: str
    entries: Sequence[FeedEntry]


def render_feed(feed: Feed, base_url: str) -> str:
    """Return ``feed`` as XML, its entries in their order.

    Its addresses are relative where ``base_url`` is empty.  The ids stay what they are, wherever
    the site is.
    """

    def address(target: str) -> str:
        return f"{base_url}{target}" if base_url else relative(target, feed.here)

    root = Element("feed", {"xmlns": _SPACE, "xml:lang": "ja"})
    _add(root, "id", _id(feed.name))
    _add(root, "title", feed.title)
    _add(root, "updated", _instant(max((entry.day for entry in feed.entries), default=EARLIEST)))
    SubElement(root, "link", rel="self", href=address(feed.here))
    SubElement(root, "link", rel="alternate", href=address(feed.page))
    _add(SubElement(root, "author"), "name", "Rulebook")
    for entry in feed.entries:
        _add_entry(root, entry, address(entry.page))
    indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


def _add_entry(root: Element, entry: FeedEntry, address: str) -> None:
    element = SubElement(root, "entry")
    _add(element, "id", _id(entry.name))
    _add(element, "title", entry.title)
    _add(element, "updated", _instant(entry.day))
    SubElement(element, "link", rel="alternate", href=address)
    if entry.author:
        _add(SubElement(element, "author"), "name", entry.author)
    _add(element, "summary", entry.text)
    if entry.html:
        SubElement(element, "content", type="html").text = visible(entry.html)


def _id(name: str) -> str:
    return uuid5(NAMESPACE_URL, f"rulebook:{name}").urn


def _instant(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = visible(text)
