"""What makes the site an application that works without a network: manifest, service worker."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulebook.website.game_view import GameView
from rulebook.website.own_card_data import is_of_card_search


def manifest(static: Path) -> str:
    """Return the manifest of the application."""
    return (static / "manifest.json").read_text(encoding="utf-8")


def kept_offline(paths: Iterable[str], views: Sequence[GameView]) -> list[str]:
    """Return what is kept on the first visit: all but JSON exports, single clauses and cards.

    The text of each clause is in its chapter, to which the worker leads where a clause's page is
    not at hand.
    """
    single = {f"{v.game.id}/{clause.number}.html" for v in views for clause in v.book.clauses}
    cards = tuple(f"{view.game.id}-cards/" for view in views)
    return sorted(
        path
        for path in paths
        if path not in single
        and not _is_export(path)
        and not path.startswith(cards)
        and not is_of_card_search(path)
    )


def service_worker(static: Path, version: str, kept: Mapping[str, bytes]) -> str:
    """Return the service worker: what it keeps, each with its SHA-256, then its code."""
    digests = {path: f"sha256-{b64encode(digest).decode()}" for path, digest in kept.items()}
    site = json.dumps({"version": version, "kept": digests}, ensure_ascii=False, indent=0)
    code = (static / "worker.js").read_text(encoding="utf-8")
    return f"const SITE = {site};\n{code}"


def _is_export(path: str) -> bool:
    return path.startswith("data/") and path.endswith(".json")
