"""Values of dataclasses as JSON holds them, and back again by the types of their fields.

For what the program itself has written; files that people write go through ``toml_files``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from enum import EnumType
from functools import cache
from sys import modules
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Return ``value`` as JSON: dataclasses, tuples, sets, tables, dates and single values."""
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
    """Return a plain value as JSON without a space that could be left out."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_plain(kind: type[T], data: Any) -> T:
    """Return what :func:`to_plain` made of a ``kind``."""
    return cast(T, _made(kind, data))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of ``kind``, a dataclass.

    What annotations say is worked out for all fields at once: ``get_type_hints`` compiles each by
    itself, which takes longer than to read a whole table.
    """
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        told: dict[str, str] = getattr(base, "__annotations__", {})
        types = eval("".join(["(", *(f"{each}," for each in told.values()), ")"]), _names(base))
        hints |= zip(told, types, strict=True)
    return hints


def _names(kind: Any) -> dict[str, Any]:
    return vars(modules[kind.__module__])


def _made(kind: Any, data: Any) -> Any:
    if data is None:
        return None
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Annotated:
        return _made(inner[0], data)
    if hasattr(kind, "__record__"):
        hints = _hints(kind)
        return kind(**{name: _made(hints[name], part) for name, part in data.items()})
    if isinstance(kind, EnumType):
        return kind(data)
    if kind is date:
        return date.fromisoformat(data)
    if outer in (Union, UnionType):
        return _made(next(part for part in inner if part is not NoneType), data)
    if outer is frozenset or (outer is tuple and inner[-1] is ...):
        return outer(_made(inner[0], part) for part in data)
    if outer is tuple:
        return tuple(_made(part, value) for part, value in zip(inner, data, strict=True))
    if outer is Mapping:
        return {key: _made(inner[1], part) for key, part in data.items()}
    return data
