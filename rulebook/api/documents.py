"""Link, check, export and explain rule documents of users (text, a PDF or ``-``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.clauses.game import Game

if TYPE_CHECKING:
    from rulebook.clauses.corpus import Corpus
    from rulebook.links.model import LinkedRulebook
    from rulebook.links.results import Report


def link_document(path: Path | str) -> LinkedRulebook:
    """Return the rule document at ``path`` with its references, terms and findings, so that users
    can read their rules without a corpus. Raises :class:`DocumentError` if it has no rules."""
    from rulebook.clauses.foreign import load_document
    from rulebook.links.linker import link_rulebook

    return link_rulebook(load_document(str(path)))


def linked_source(corpus: Corpus, source: Path | str) -> tuple[Game | None, LinkedRulebook]:
    """Return the game ``source`` names, None for a file (commands take both), and its rules."""
    from rulebook.clauses.foreign import game_or_document
    from rulebook.links.linker import link_game, link_rulebook

    found = game_or_document(corpus, source)
    if isinstance(found, Game):
        return found, link_game(corpus, found)
    return None, link_rulebook(found)


def check_document(path: Path | str) -> Report:
    """Return the report on what is wrong in the rule document at ``path``, for authors of documents
    outside of the corpus. Raises :class:`DocumentError` if it has no rules."""
    from rulebook.links.results import Report

    linked = link_document(path)
    return Report(linked.book, linked.findings)


def export_document(path: Path | str) -> dict[str, Any]:
    """Return the rule document at ``path`` as plain values for JSON, so programs can read rules
    outside of the corpus. Raises :class:`DocumentError` if it has no rules."""
    from rulebook.as_json import rulebook_json

    return rulebook_json(link_document(path))


def explain_document(path: Path | str, stage: str) -> Iterator[dict[str, Any]]:
    """Yield rows that show what ``stage`` (``lines`` or ``tree``) made of the document at ``path``,
    for its author to see where reading went wrong. Raises :class:`DocumentError` without rules."""
    from rulebook.clauses.foreign import load_document
    from rulebook.clauses.reader import line_rows, tree_rows

    book = load_document(str(path))
    return line_rows("\n".join(book.source), book.game) if stage == "lines" else tree_rows(book)
