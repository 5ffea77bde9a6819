"""Spans that count characters of the canonical text, as spans of the printed text.

A card is read and understood in its canonical form, so two printings of one ability give the same
tree and the same meaning; only what is returned to users says where it is printed."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast

from rulebook.text.normal import Normalised

T = TypeVar("T")


def printed(value: T, source: Normalised) -> T:
    """Return ``value`` with its canonical spans replaced by the printed spans of ``source``,
    because users see the printed text. ``value`` is a node, a tuple of nodes, or another value of a
    field, which has no span. The field that a class names as ``unplaced`` is about another text."""
    return cast(T, _with_printed_spans(value, source))


def _with_printed_spans(value: Any, source: Normalised) -> Any:
    """Return ``value`` as :func:`printed` does, called for each part in turn. It is the slowest
    step of output, so most spans are looked up without making an object."""
    if type(value) is tuple:
        return tuple([_with_printed_spans(part, source) for part in value])
    kind: Any = type(value)
    fields = _fields(kind)
    if not fields:
        return value
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
            parts[at] = _with_printed_spans(part, source)
    return kind(*parts)


_PLAIN = (str, int, bool, type(None))


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of ``kind``, its span first, or none if it has no span. Values
    such as words have none, and are left as they are."""
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    return names if names[:2] == ("start", "end") else ()
