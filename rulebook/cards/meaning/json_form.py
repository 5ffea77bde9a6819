"""A meaning as plain values: ``type``, ``start``, ``end``, and what is there to be said."""

from __future__ import annotations

from typing import Any

from rulebook.cards.meaning.nodes import Action, Meaning, TextPlace


def plain(node: Meaning) -> dict[str, Any]:
    """Return ``node`` as an object; what is absent, empty or not so is left out."""
    kind = node.act if isinstance(node, Action) else node.type
    found: dict[str, Any] = {"type": kind, "start": node.start, "end": node.end}
    names: tuple[str, ...] = node.__match_args__[2:]
    for name in names:
        value = getattr(node, name)
        if value is not None and value != () and value is not False and name != "act":
            found[name] = value if type(value) in _PLAIN else _value(value)
    return found


_PLAIN = (str, int, bool)


def _value(value: object) -> Any:
    match value:
        case Meaning():
            return plain(value)
        case TextPlace(start=start, end=end):
            return {"start": start, "end": end}
        case tuple():
            return [_value(part) for part in value]
        case _:
            return value
