"""The base class of all nodes; walks through a tree, and its spans in printed text."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

from rulebook.cards.tree import words
from rulebook.records import field, hash_of_fields, record_body
from rulebook.text.normal import Normalised

PIECE = re.compile(r"([^{]*)(?:\{(\w+):?([^}]*)\})?")
"""A piece of ``Node.printed``: text, then a field in braces with what is said about it."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class NodeType(type):
    """The metaclass of nodes: it makes each class a record with slots, and keyword arguments its
    attributes. Each class statement must name it, since the class that it makes has no metaclass:
    ``isinstance``, called a thousand times for an ability, would take twice as long with one."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        body: dict[str, Any],
        *,
        slots: bool = True,
        **attributes: Any,
    ) -> Any:
        """Return the class as a record, so that a node class states only its fields; ``attributes``
        (``printed``) become its own. ``slots`` is false for classes with cached properties."""
        inherited = getattr(bases[0], "__record__", {}) if bases else {}
        # Only type checkers refuse changes: a guard would make each node three times as slow.
        body = {"__hash__": hash_of_fields, **body, **attributes}
        return type(name, bases, record_body(body, inherited, slots=slots, frozen=False))


class Node(metaclass=NodeType):
    """A part of a card text. ``start`` and ``end`` are half-open offsets in code points of the
    given text. Two nodes are equal if they have the same words, wherever they are printed."""

    start: int = field(compare=False)
    end: int = field(compare=False)
    rule: ClassVar[str]
    """The grammar rule that it is built from, part by part, unless it has a separate builder."""
    token: ClassVar[str]
    """The grammar rule it is built from, if that is one terminal: ``printed`` takes it apart."""
    printed: ClassVar[str]
    """How it is written back: text with fields in braces. ``{things:と}`` has the text between
    several parts, ``{thing:…の}`` the text around each that is there, ``{holds:む|まない}`` the
    texts for true and false."""
    keys: ClassVar[str] = ""
    """Its concept keys, with the field that completes each: ``zone:{zone}``."""
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]


N = TypeVar("N", bound=Node)


def node_class(name: str, base: type[N], **attributes: Any) -> type[N]:
    """Return a class of nodes below ``base`` without fields of its own, defined on one line, as if
    in the module of ``base``: pickles would else look for it in this one. Classes that appear in
    annotations are written out: type checkers do not see those made here."""
    return cast(type[N], NodeType(name, (base,), {"__module__": base.__module__}, **attributes))


_WORD = re.compile(r"[A-Za-z_.]+")  # a name in an annotation; one with a dot is not looked up
NodeWithParent = tuple[Node, Node | None, int]  # a node, its parent, if any, and its depth


def children(node: Node) -> list[Node]:
    """Return the nodes directly inside ``node``, in the order of its fields, that of the text."""
    found: list[Node] = []
    kind: Any = type(node)
    for name in _node_fields(kind):
        value = getattr(node, name)
        if type(value) is tuple:
            found += value  # a tuple contains only nodes, or none
        elif isinstance(value, Node):
            found.append(value)
    return found


@cache
def _node_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of ``kind`` whose annotations (texts) can hold nodes: walks skip others,
    and the first two, start and end. A name in them that is not a class may be an alias of
    nodes."""
    found: list[str] = []
    for name in kind.__match_args__[2:]:
        owner = next(base for base in kind.__mro__ if name in vars(base).get("__annotations__", ()))
        known = {**vars(builtins), **vars(words), **vars(sys.modules[owner.__module__])}
        annotation = owner.__annotations__[name].replace("words.", "")
        said = set(_WORD.findall(annotation)) - {"None", "tuple", "..."}
        sorts = [known.get(word) for word in said]
        if not all(isinstance(sort, type) and not issubclass(sort, Node) for sort in sorts):
            found.append(name)
    return tuple(found)


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and all nodes in it, in the order of the text, outer ones first."""
    return (inner for inner, _, _ in all_nodes(node))


def all_nodes(root: Node, depth: int = 1) -> list[NodeWithParent]:
    """Return ``root`` and all nodes in it, in the order of the text, each with its parent and
    depth, for checks. It neither recurses, as texts may be too deep, nor makes a list for each."""
    found: list[NodeWithParent] = []
    waiting: list[NodeWithParent] = [(root, None, depth)]
    while waiting:
        placed = waiting.pop()
        found.append(placed)
        node, _, depth = placed
        kind: Any = type(node)
        for name in reversed(_node_fields(kind)):
            value = getattr(node, name)
            if type(value) is tuple:
                waiting += [(child, node, depth + 1) for child in reversed(value)]
            elif isinstance(value, Node):
                waiting.append((value, node, depth + 1))
    return found


T = TypeVar("T")
_PLAIN = (str, int, bool, type(None))


def with_printed_spans(value: T, source: Normalised) -> T:
    """Return ``value``, a node or tuple of nodes, with its canonical spans as the printed ones of
    ``source``, for users. A field that its class calls ``unplaced`` is about another text."""
    whole: Any = value
    kind: Any = type(value)
    if kind is tuple:
        return tuple([with_printed_spans(part, source) for part in whole])  # type: ignore[return-value]
    fields: tuple[str, ...] = getattr(kind, "__match_args__", ())
    if fields[:2] != ("start", "end"):
        return value  # without a span, such as a word
    parts: list[Any] = [getattr(value, name) for name in fields]
    start, end = parts[:2]
    if start < end:  # most spans, without an object for each
        parts[:2] = source.starts[start], source.ends[end - 1]
    else:
        span = source.printed(start, end)
        parts[:2] = span.start, span.end
    unplaced = getattr(value, "unplaced", "")
    for at, part in enumerate(parts[2:], start=2):
        if type(part) not in _PLAIN and fields[at] != unplaced:
            parts[at] = with_printed_spans(part, source)
    return kind(*parts)  # type: ignore[no-any-return]
