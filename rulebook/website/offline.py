"""What makes the site an application that works without a network: manifest, service worker."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

from rulebook.website.addresses import clause_address
from rulebook.website.game_view import GameView
from rulebook.website.host_headers import FOR_PROGRAMS, HEADERS
from rulebook.website.language import FOLDERS
from rulebook.website.own_card_data import is_of_card_search
from rulebook.website.site_reader import READER, SiteReader

ENGLISH = FOLDERS["en"]


def manifest(static: Path) -> str:
    """Return the manifest of the application."""
    return (static / "manifest.json").read_text(encoding="utf-8")


# Lists, pages and the feed of rulings, of which there may be very many.
_OF_RULINGS = ("ruling-", "rulings")


def kept_offline(paths: Iterable[str], views: Sequence[GameView]) -> list[str]:
    """Return what is kept on the first visit: the current editions without exports and feeds.

    English pages wait until one is opened: see :func:`kept_in_english`.

    Single clauses are not kept: the text of each is in its chapter, to which the worker leads
    where a clause's page is not at hand.
    """
    single = {
        clause_address(view.game.id, number)
        for view in views
        for number in (*view.book.by_number, *view.gone)
    }
    editions = [f"{game.id}/{game.edition.name}/" for view in views for game in view.editions]
    left_out = (*editions, *(f"{view.game.id}-cards/" for view in views))
    return sorted(
        path
        for path in paths
        if path not in single
        and not path.startswith((*left_out, ENGLISH))
        and not _is_for_machines(path)
        and not is_of_card_search(path)
        and not path.startswith(READER)
        and not path.partition("/")[2].startswith(_OF_RULINGS)
    )


def kept_in_english(paths: Container[str], kept: Iterable[str]) -> list[str]:
    """Return what is kept once an English page was opened: the twins of what is ``kept``."""
    return [ENGLISH + path for path in kept if ENGLISH + path in paths]


def service_worker(
    static: Path, version: str, digests: Mapping[str, bytes], reader: SiteReader | None
) -> str:
    """Return the service worker: what it keeps, each with its SHA-256, then its code."""
    told = {path: f"sha256-{b64encode(digest).decode()}" for path, digest in digests.items()}
    english = {path: digest for path, digest in told.items() if path.startswith(ENGLISH)}
    kept = {path: digest for path, digest in told.items() if path not in english}
    of_reader = list(reader.paths) if reader else []
    content = {"version": version, "kept": kept, "english": english, "reader": of_reader}
    site = json.dumps(content, ensure_ascii=False, indent=0)
    code = (static / "worker.js").read_text(encoding="utf-8")
    return f"const SITE = {site};\n{code}"


def _is_for_machines(path: str) -> bool:
    is_data = path.startswith(FOR_PROGRAMS) and path.endswith(".json")
    return is_data or path.endswith(".atom") or path == HEADERS
