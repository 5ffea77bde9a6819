"""Rulebook: which rule governs this?

Japanese trading card game rules as clause trees that can be cited, searched and linked.  The API
is described in :mod:`rulebook.api`; its names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebook.api import Rules as Rules
    from rulebook.api import check_document as check_document
    from rulebook.api import open_rules as open_rules
    from rulebook.errors import CardError as CardError
    from rulebook.errors import CorpusError as CorpusError
    from rulebook.errors import DocumentError as DocumentError
    from rulebook.errors import EditionError as EditionError
    from rulebook.errors import InvalidNumber as InvalidNumber
    from rulebook.errors import QueryError as QueryError
    from rulebook.errors import RulebookError as RulebookError
    from rulebook.errors import SiteError as SiteError
    from rulebook.errors import UnknownClause as UnknownClause
    from rulebook.errors import UnknownConcept as UnknownConcept
    from rulebook.errors import UnknownEdition as UnknownEdition
    from rulebook.errors import UnknownGame as UnknownGame
    from rulebook.links.results import FoundClause as FoundClause
    from rulebook.links.results import Report as Report

__version__ = "0.1.0"

_API = ("Rules", "check_document", "open_rules")
_RESULTS = ("FoundClause", "Report")
_ERRORS = (
    "CardError",
    "CorpusError",
    "DocumentError",
    "EditionError",
    "InvalidNumber",
    "QueryError",
    "RulebookError",
    "SiteError",
    "UnknownClause",
    "UnknownConcept",
    "UnknownEdition",
    "UnknownGame",
)
__all__ = [*_API, *_RESULTS, *_ERRORS, "__version__"]


def __getattr__(name: str) -> object:
    if name in _API:
        return getattr(import_module("rulebook.api"), name)
    if name in _RESULTS:
        return getattr(import_module("rulebook.links.results"), name)
    if name in _ERRORS:
        return getattr(import_module("rulebook.errors"), name)
    raise AttributeError(f"module 'rulebook' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
