"""Convert dataclasses and named tuples to JSON values, and back by the types of their fields, for
caches. A dataclass of ``rulebook.records`` is recognised by its ``__record__``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from enum import EnumType
from functools import cache
from sys import modules
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

from rulebook.messages import Message, as_message, packed, unpacked

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Return ``value`` as JSON values, which cannot run code when they are loaded, as a pickle can;
    sets are sorted, so equal values become equal files."""
    if isinstance(value, Message):
        return packed(value)
    if hasattr(value, "__record__"):
        return {name: to_plain(getattr(value, name)) for name in value.__match_args__}
    if isinstance(value, Mapping):
        return {key: to_plain(part) for key, part in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [to_plain(part) for part in value]
    return value.isoformat() if isinstance(value, date) else value


def compact_json(value: object) -> str:
    """Return ``value`` as JSON text without optional spaces, to keep cached files small."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_plain(kind: type[T], data: Any) -> T:
    """Return the value of type ``kind`` that :func:`to_plain` made into ``data``, for a cache."""
    return cast(T, _rebuild(kind, data))


def _rebuild(kind: Any, data: Any) -> Any:
    """Return cached ``data`` as a value of type ``kind``; null is None: any field may be None."""
    return None if data is None else _maker(kind)(data)


@cache
def _maker(kind: Any) -> Callable[[Any], Any]:
    """Return the function that rebuilds a value of type ``kind``: each type is analysed once."""
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Annotated:
        return _maker(inner[0])
    if hasattr(kind, "__record__") or hasattr(kind, "_fields"):
        # All types of a class are compiled at once: ``get_type_hints`` compiles each by itself,
        # which takes longer than to read a cached table.
        hints: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            annotations: dict[str, str] = getattr(base, "__annotations__", {})
            source = "".join(["(", *(f"{each}," for each in annotations.values()), ")"])
            hints |= zip(annotations, eval(source, vars(modules[base.__module__])), strict=True)
        if hasattr(kind, "_fields"):
            return lambda data: kind(*map(_rebuild, hints.values(), data))
        return lambda data: kind(**{name: _rebuild(hints[name], data[name]) for name in data})
    if isinstance(kind, EnumType):
        return kind
    if kind is Message:
        return lambda data: as_message(unpacked(data))
    if kind is str:  # a field for texts may hold a message
        return lambda data: data if isinstance(data, str) else unpacked(data)
    if kind is date:
        return date.fromisoformat
    if outer in (Union, UnionType):
        return _maker(next(part for part in inner if part is not NoneType))  # else only None
    if outer is frozenset or (outer is tuple and inner[-1] is ...):
        return lambda data: outer([_rebuild(inner[0], part) for part in data])
    if outer is tuple:
        return lambda data: tuple([_rebuild(*each) for each in zip(inner, data, strict=True)])
    if outer is Mapping:
        return lambda data: {key: _rebuild(inner[1], part) for key, part in data.items()}
    return lambda data: data
