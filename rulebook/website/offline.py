"""What makes the site an application that works without a network: manifest, service worker."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from rulebook.website.addresses import clause_address, edition_address
from rulebook.website.game_view import GameView
from rulebook.website.language import FOLDERS
from rulebook.website.scripts import is_of_card_search
from rulebook.website.site_reader import READER, SiteReader

HEADERS = "_headers"
"""A file that some hosts read (Netlify, Cloudflare Pages) and do not serve."""

FOR_PROGRAMS = ("api/", "data/")
"""The folders of files for programs."""

ALLOWING = ("Access-Control-Allow-Origin", "*")
"""The header that lets pages of other sites read a file."""


def allowing_headers(base_url: str) -> str:
    """Return the file by which hosts let scripts of other sites read the files for programs.
    ``base_url`` may have a path, which rules of such hosts include."""
    root = urlsplit(base_url).path or "/"
    rules = (f"{root}{folder}*\n  {': '.join(ALLOWING)}\n" for folder in FOR_PROGRAMS)
    return "".join(rules)


ENGLISH = FOLDERS["en"]


# Lists and pages of rulings, which are stored only if a game has at most this many rulings.
_OF_RULINGS, _MOST_RULINGS = ("ruling-", "rulings"), 1_000
SITE_MAP = "sitemap.xml"


def kept_offline(paths: Iterable[str], views: Sequence[GameView]) -> list[str]:
    """Return the files to store on the first visit: rules, rulings and editions, no exports.

    English pages wait until one is opened: see :func:`kept_in_english`.

    Single clauses are not kept: the text of each is in its chapter, to which the worker leads
    where a clause's page is not at hand.
    """
    single = {
        clause_address(view.game.id, number)
        for view in views
        for number in (*view.book.by_number, *view.gone)
    }
    single |= {
        edition_address(book.game, number)
        for view in views
        for book in (view.book, *(other.book for other in view.others))
        for number in book.by_number
    }
    left_out = [f"{view.game.id}-cards/" for view in views]
    for view in views:
        if view.rulings and len(view.rulings.all) > _MOST_RULINGS:
            left_out += [f"{view.game.id}/{start}" for start in _OF_RULINGS]
    return sorted(
        path
        for path in paths
        if path not in single
        and not path.startswith((*left_out, ENGLISH))
        and path != SITE_MAP
        and not _is_for_machines(path)
        and not is_of_card_search(path)
        and not path.startswith(READER)
    )


def clause_numbers(views: Iterable[GameView]) -> dict[str, list[str]]:
    """Return the clause numbers of each game: the worker leads their pages to a stored chapter."""
    return {view.game.id: list(view.book.by_number) for view in views}


def kept_in_english(paths: Container[str], kept: Iterable[str]) -> list[str]:
    """Return the English twins of ``kept``: they are stored once an English page was opened."""
    return [ENGLISH + path for path in kept if ENGLISH + path in paths]


def service_worker(
    static: Path,
    version: str,
    digests: Mapping[str, bytes],
    reader: SiteReader | None,
    clauses: Mapping[str, Sequence[str]],
) -> str:
    """Return the service worker: the files to store with their SHA-256, then its code. ``clauses``
    are the numbers of the clauses of each game."""
    integrity = {path: f"sha256-{b64encode(digest).decode()}" for path, digest in digests.items()}
    english = {path: digest for path, digest in integrity.items() if path.startswith(ENGLISH)}
    kept = {path: digest for path, digest in integrity.items() if path not in english}
    of_reader = list(reader.paths) if reader else []
    content = {"version": version, "kept": kept, "english": english, "reader": of_reader}
    content["clauses"] = clauses
    site = json.dumps(content, ensure_ascii=False, indent=0)
    code = (static / "worker.js").read_text(encoding="utf-8")
    return f"const SITE = {site};\n{code}"


def _is_for_machines(path: str) -> bool:
    """Whether only programs read the file at ``path``. Then it is not stored for reading
    offline."""
    is_data = path.startswith(FOR_PROGRAMS) and path.endswith(".json")
    return is_data or path.endswith(".atom") or path == HEADERS
