"""The base class of all nodes, and what each class of nodes says about itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

from rulebook.records import field, hash_of_fields, record_body

if TYPE_CHECKING:
    from dataclasses import Field

PIECE = re.compile(r"([^{]*)(?:\{(\w+):?([^}]*)\})?")
"""A piece of ``Node.printed``: text, then a field in braces with what is said about it."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class NodeType(type):
    """The metaclass of nodes: it makes each class a record with slots, and keyword arguments its
    attributes. Each class statement must name it, since the class made is plain: ``isinstance``,
    called a thousand times for an ability, takes twice as long with another metaclass."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        body: dict[str, Any],
        *,
        slots: bool = True,
        **attributes: Any,
    ) -> Any:
        """Return the class as a record; ``attributes`` (``printed``, ``keys``) become attributes of
        the class. ``slots`` is false where cached properties need a ``__dict__``."""
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
    """The grammar rule that it is built from, part by part; none if a separate builder is
    registered."""
    token: ClassVar[str]
    """The grammar rule it is built from, if that is one terminal: ``printed`` takes it apart."""
    printed: ClassVar[str]
    """How it is written back: text with fields in braces. ``{things:と}`` has the text between
    several parts, ``{thing:…の}`` the text around each that is there, ``{holds:む|まない}`` the
    texts for true and false."""
    keys: ClassVar[str] = ""
    """Its concept keys, with the field that completes each: ``zone:{zone}``."""
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


N = TypeVar("N", bound=Node)


def node_class(name: str, base: type[N], **attributes: Any) -> type[N]:
    """Return a class of nodes below ``base`` without fields of its own, defined on one line.
    Classes that appear in annotations are written out: type checkers do not see those made here."""
    return cast(type[N], NodeType(name, (base,), {"__module__": base.__module__}, **attributes))
