"""Spans that count characters of the canonical text, as spans of the printed text.

A card is read and understood in its canonical form, so two printings of one ability give the same
tree and the same meaning; only what is returned to users says where it is printed."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast

from rulebook.text.normal import Normalised

T = TypeVar("T")


def with_printed_spans(value: T, source: Normalised) -> T:
    """Return ``value``, a node or a tuple of nodes, with its canonical spans replaced by the
    printed spans of ``source``, because users see the printed text. Values without a span are
    unchanged, and so is the field that a class names as ``unplaced``: it is about another text."""
    return cast(T, _converted(value, source))


def _converted(value: Any, source: Normalised) -> Any:
    """Return ``value``, or each part of it in turn, with spans of the printed text. This is the
    slowest step of output, so most spans are looked up without making an object."""
    if type(value) is tuple:
        return tuple([_converted(part, source) for part in value])
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
            parts[at] = _converted(part, source)
    return kind(*parts)


_PLAIN = (str, int, bool, type(None))


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of class ``kind``, its span first, or none if its values have
    no span, such as words: these need no conversion."""
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    return names if names[:2] == ("start", "end") else ()
