"""Rule documents that belong to no corpus: linked, checked, exported, explained.

A document is text or a PDF, ``-`` is standard input; its layout is found out from the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.clauses.model import Rulebook
    from rulebook.links.model import LinkedRulebook
    from rulebook.links.results import Report


def link_document(path: Path | str) -> LinkedRulebook:
    """Return the rule document at ``path`` with its references, terms and findings.

    Raises :class:`DocumentError` where it is no rules.
    """
    from rulebook.clauses.foreign import read_document

    return link_foreign(read_document(str(path)))


def link_foreign(book: Rulebook) -> LinkedRulebook:
    """Return a document that was read, without tables of its own, with its links."""
    from rulebook.links.linker import link_rulebook
    from rulebook.links.terms import TermOverrides

    return link_rulebook(book, TermOverrides())


def check_document(path: Path | str) -> Report:
    """Return what is wrong in the rule document at ``path``; see :func:`link_document`."""
    from rulebook.links.results import Report

    linked = link_document(path)
    return Report(linked.book, linked.findings)


def export_document(path: Path | str) -> dict[str, Any]:
    """Return the rule document at ``path`` as plain values; see :func:`link_document`."""
    from rulebook.as_json import rulebook_json

    return rulebook_json(link_document(path))


def explain_document(path: Path | str, stage: str) -> Iterator[dict[str, Any]]:
    """Yield what ``stage`` (``lines`` or ``tree``) made of the rule document at ``path``.

    Raises :class:`DocumentError` where it is no rules.
    """
    from rulebook.clauses.foreign import read_document
    from rulebook.clauses.stages import line_rows, tree_rows

    book = read_document(str(path))
    return line_rows("\n".join(book.source), book.game) if stage == "lines" else tree_rows(book)
