"""English names in the files of the API: what a game's ``english.toml`` calls its terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.links.model import LinkedRulebook

Plain = dict[str, Any]
Names = Mapping[str, str]
"""The English name of each term that has one."""


def english_names(linked: LinkedRulebook) -> Names:
    """Return the English names of the terms of a rulebook, by their words."""
    return {term.word: term.english for term in linked.terms if term.english}


def named(value: Plain, key: str, names: Names) -> Plain:
    """Return ``value`` with ``english``, the name of the word under ``key``, if it has one."""
    english = names.get(value[key] or "")
    return value | {"english": english} if english else value


def all_named(value: Plain, key: str, of: str, names: Names) -> Plain:
    """Return ``value`` with names for the words under ``of`` in its list ``key``."""
    return value | {key: [named(each, of, names) for each in value[key]]}


def clause_named(value: Plain, names: Names) -> Plain:
    """Return a clause with names for its title, its children's, those above it, and its terms."""
    for key, of in CLAUSE_LISTS.items():
        value = all_named(value, key, of, names)
    return named(value, "title", names)


CLAUSE_LISTS = {"path": "title", "children": "title", "terms": "term"}
"""The lists in the file of a clause that have words with names, and where in them."""


def used_elsewhere(value: Plain, key: str, names: Mapping[str, Names]) -> Plain:
    """Return ``value`` with names for the words in its list ``key``, each of its own game."""
    found = [named(each, "word", names.get(each["game"], {})) for each in value[key]]
    return value | {key: found}
