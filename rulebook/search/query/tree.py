"""From the lexemes of a query to Whoosh's queries, in one pass and without recursion.

NOT binds first, then AND, then OR; what merely stands side by side must all be there.  What says
the same twice is kept once, and what nothing can be looked up for is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from whoosh import query as whoosh

from rulebook.records import dataclass, field
from rulebook.search.analysis import tokens

# Where a word is looked for that names no field.
_FIELDS = ("text", "title")


@dataclass(frozen=True, slots=True)
class _Node:
    """A query of Whoosh, and what it joins; ``key`` is the same for two that say the same."""

    key: int
    query: Any
    parts: tuple[_Node, ...] = ()


@dataclass(slots=True)
class _Group:
    """What stands behind an opening parenthesis, and how the whole is joined to what was before.

    All of ``rows`` must be there; each is a row of alternatives, and each of these is a row of
    what must all be there.
    """

    fields: tuple[str, ...]
    joint: str = ""
    negated: bool = False
    rows: list[list[list[_Node | None]]] = field(default_factory=list)


class QueryTree:
    """Takes the lexemes of a query from left to right."""

    def __init__(self) -> None:
        self._keys: dict[Hashable, int] = {}
        self._groups = [_Group(_FIELDS)]
        self._joint = ""
        self._negated = False

    def word(self, text: str, name: str = "") -> None:
        """Take a word for the field ``name``; 山札* stands for all words that begin so."""
        before, last = text, ""
        if text.endswith("*"):
            before, _, last = text[:-1].rpartition("*")
        if before or not last:
            self._add(self._leaf(whoosh.Term, before, name))
            name = ""
        if last:
            self._add(self._leaf(whoosh.Prefix, last, name))

    def phrase(self, text: str, name: str = "") -> None:
        """Take words in quotation marks."""
        self._add(self._leaf(whoosh.Term, text, name))

    def exactly(self, name: str, value: str) -> None:
        """Take what a field must have as a whole, or begin with where it ends in ``*``."""
        sort = whoosh.Prefix if value.endswith("*") else whoosh.Term
        self._add(self._node((sort, name, value), sort(name, value.removesuffix("*"))))

    def predicate(self, name: str, value: str) -> None:
        """Take what is asked of whole clauses (:mod:`rulebook.search.query.predicates`)."""
        self._add(self._node((whoosh.Term, name, value), whoosh.Term(name, value)))

    def operator(self, name: str) -> None:
        """Take AND, OR or NOT."""
        if name == "NOT":
            self._negated = True
        else:
            self._joint = name

    def open(self, name: str = "") -> None:
        """Take an opening parenthesis."""
        fields = (name,) if name else self._groups[-1].fields
        self._groups.append(_Group(fields, self._joint, self._negated))
        self._joint, self._negated = "", False

    def close(self) -> None:
        """Take a closing parenthesis."""
        group = self._groups.pop()
        self._joint, self._negated = group.joint, group.negated
        self._add(self._result(group))

    def query(self) -> whoosh.Query:
        """Return the query that all lexemes make, one that finds nothing where they say nothing."""
        node = self._result(self._groups[0])
        return node.query if node else whoosh.NullQuery

    def _add(self, node: _Node | None) -> None:
        rows = self._groups[-1].rows
        if self._negated and node:
            node = self._node((whoosh.Not, node.key), whoosh.Not(node.query))
        if self._joint == "AND":
            rows[-1][-1].append(node)
        elif self._joint == "OR":
            rows[-1].append([node])
        else:
            rows.append([[node]])
        self._joint, self._negated = "", False

    def _result(self, group: _Group) -> _Node | None:
        return self._joined(
            whoosh.And,
            (
                self._joined(whoosh.Or, (self._joined(whoosh.And, both) for both in row))
                for row in group.rows
            ),
        )

    def _joined(self, sort: type, nodes: Iterable[_Node | None]) -> _Node | None:
        """Return ``nodes`` joined by ``sort``, And or Or, each once."""
        parts: dict[int, _Node] = {}
        for node in nodes:
            if node:
                inner = node.parts if isinstance(node.query, sort) else (node,)
                parts.update((part.key, part) for part in inner)
        if len(parts) <= 1:
            return next(iter(parts.values()), None)
        query = sort([part.query for part in parts.values()])
        return self._node((sort, *parts), query, tuple(parts.values()))

    def _leaf(self, sort: type, text: str, name: str) -> _Node | None:
        """Return the words of ``text``, in that order, in one of the fields that hold here."""
        words = [token.text for token in tokens(text)]
        fields = (name,) if name else self._groups[-1].fields
        return self._joined(whoosh.Or, (self._words(sort, words, each) for each in fields))

    def _words(self, sort: type, words: list[str], name: str) -> _Node | None:
        if len(words) <= 1:
            return self._node((sort, name, *words), sort(name, *words)) if words else None
        return self._node((whoosh.Phrase, name, *words), whoosh.Phrase(name, words))

    def _node(self, key: Hashable, query: Any, parts: tuple[_Node, ...] = ()) -> _Node:
        return _Node(self._keys.setdefault(key, len(self._keys)), query, parts)
