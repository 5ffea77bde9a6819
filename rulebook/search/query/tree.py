"""Translation of the lexemes of a query into a Whoosh query, in one pass without recursion.

NOT binds first, then AND, then OR; adjacent operands must all match.  Equal operands count once,
and operands without any token are left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from whoosh import query as whoosh

from rulebook.records import dataclass, field
from rulebook.search.analysis import tokens
from rulebook.text.normal import fold

# The fields in which a word without a field is searched.
_FIELDS = ("text", "title")


@dataclass(frozen=True, slots=True)
class _QueryNode:
    """A Whoosh query with its operands; equal queries have the same ``key``."""

    key: int
    query: Any
    parts: tuple[_QueryNode, ...] = ()


@dataclass(slots=True)
class _Group:
    """The operands in parentheses, as AND of OR of AND, and the operator before the next one."""

    fields: tuple[str, ...]
    joint: str = ""
    negated: bool = False
    rows: list[list[list[_QueryNode | None]]] = field(default_factory=list)


class QueryTree:
    """Builder of a Whoosh query that is given the lexemes of a query from left to right."""

    def __init__(self) -> None:
        """Begin with one open group, the whole query; ``_keys`` numbers different nodes."""
        self._keys: dict[Hashable, int] = {}
        self._groups = [_Group(_FIELDS)]

    def word(self, text: str, name: str = "") -> None:
        """Add ``text`` as a word in the field ``name``; with a star at its end, 山札* finds all
        words that begin with 山札. Whoosh allows one star, so what precedes an earlier star is a
        word of its own, which must match too."""
        before, last = text, ""
        if text.endswith("*"):
            before, _, last = text[:-1].rpartition("*")
        words = self._words_in_fields(whoosh.Term, before, name)
        prefix = self._words_in_fields(whoosh.Prefix, last, name)
        self._append_operand(self._join(whoosh.And, (words, prefix)))

    def phrase(self, text: str, name: str = "") -> None:
        """Add the phrase ``text``, whose tokens must follow each other, in the field ``name``. A
        star is not a wildcard here, since quotation marks ask for the exact text."""
        self._append_operand(self._words_in_fields(whoosh.Term, text, name))

    def exactly(self, name: str, value: str) -> None:
        """Add a search for the exact ``value`` of a field such as the number, or for a prefix if it
        ends with ``*``. The index has these values whole, so they are not cut into tokens."""
        sort = whoosh.Prefix if value.endswith("*") else whoosh.Term
        self._append_operand(self._node((sort, name, value), sort(name, value.removesuffix("*"))))

    def predicate(self, name: str, value: str) -> None:
        """Add a predicate, such as a regular expression, as a term of the field ``name``. The index
        has no such field: before the search, the term is replaced by the numbers of the clauses
        that match."""
        self._append_operand(self._node((whoosh.Term, name, value), whoosh.Term(name, value)))

    def operator(self, name: str) -> None:
        """Remember the operator AND, OR or NOT until its operand comes, since the operator is read
        first and needs both sides."""
        if name == "NOT":
            self._groups[-1].negated = True
        else:
            self._groups[-1].joint = name

    def open(self, name: str = "") -> None:
        """Begin a group at an opening parenthesis. Its words are searched in the field ``name``,
        which stood before the parenthesis; without one, in the fields of the group around it."""
        self._groups.append(_Group((name,) if name else self._groups[-1].fields))

    def close(self) -> None:
        """End a group at its closing parenthesis and add its query as one operand to the group
        around it, so nesting needs no recursion."""
        self._append_operand(self._combined(self._groups.pop()))

    def query(self) -> whoosh.Query:
        """Return the whole query, or one that matches nothing if no operand has a token."""
        node = self._combined(self._groups[0])
        return node.query if node else whoosh.NullQuery

    def _append_operand(self, node: _QueryNode | None) -> None:
        """Append ``node``, None for words without tokens, to the current group by the operator
        before it, which is reset in any case. A group has rows (joined by AND) of OR rows of AND
        operands, because AND binds tighter than OR."""
        group = self._groups[-1]
        rows = group.rows
        if group.negated and node:
            node = self._node((whoosh.Not, node.key), whoosh.Not(node.query))
        if group.joint == "AND":
            rows[-1][-1].append(node)
        elif group.joint == "OR":
            rows[-1].append([node])
        else:
            rows.append([[node]])
        group.joint, group.negated = "", False

    def _combined(self, group: _Group) -> _QueryNode | None:
        """Return the query of all operands of ``group``. In a row, AND binds tighter than OR; rows
        stand side by side and must all match. Operands without tokens are left out, since an empty
        query would match nothing; None if all are."""
        both = ((self._join(whoosh.And, each) for each in row) for row in group.rows)
        return self._join(whoosh.And, (self._join(whoosh.Or, row) for row in both))

    def _join(self, sort: type, nodes: Iterable[_QueryNode | None]) -> _QueryNode | None:
        """Return ``nodes`` joined by ``sort`` (And or Or); None without any. Nested joins of the
        same sort become one and duplicates are dropped, so Whoosh searches faster."""
        parts: dict[int, _QueryNode] = {}
        for node in nodes:
            if node:
                inner = node.parts if isinstance(node.query, sort) else (node,)
                parts.update((part.key, part) for part in inner)
        if len(parts) <= 1:
            return next(iter(parts.values()), None)
        query = sort([part.query for part in parts.values()])
        return self._node((sort, *parts), query, tuple(parts.values()))

    def _words_in_fields(self, sort: type, text: str, name: str) -> _QueryNode | None:
        """Return the query for the tokens of ``text`` in the field ``name``; without one, in any
        field of the group, since a word may be in title or text. None if ``text`` has no token.
        Pairs of characters must form a phrase, since each alone is in many other words too."""
        words = [token.text for token in tokens(fold(text))]
        kind, args = (sort, words) if len(words) < 2 else (whoosh.Phrase, [words])
        fields = (name,) if name else self._groups[-1].fields
        nodes = (self._node((kind, each, *words), kind(each, *args)) for each in fields)
        return self._join(whoosh.Or, nodes) if words else None

    def _node(self, key: Hashable, query: Any, parts: tuple[_QueryNode, ...] = ()) -> _QueryNode:
        """Return a node for ``query`` with a number that stands for ``key``, the same for equal
        keys. Comparing these numbers finds duplicates fast, even if a key contains a long query."""
        return _QueryNode(self._keys.setdefault(key, len(self._keys)), query, parts)
