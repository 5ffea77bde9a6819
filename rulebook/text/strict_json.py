"""JSON that others wrote: read strictly, with its errors in our own words."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from rulebook.messages import Message, as_message, message_of

MISSING_COMMA = "Expecting ',' delimiter"
"""Python's message for two values without a comma between them."""

# Python's messages for faults of JSON, and our own words for them.
_WORDS = {
    "Expecting value": "a value is missing",
    "Expecting property name enclosed in double quotes": "a name in quotation marks is missing",
    "Expecting ':' delimiter": "a colon is missing",
    MISSING_COMMA: "a comma is missing",
    "Extra data": "unexpected text after the end",
    "Unterminated string starting at": "a quotation mark is never closed",
    "Invalid control character at": "a control character in a string",
    "Illegal trailing comma before end of object": "a trailing comma before the end",
    "Illegal trailing comma before end of array": "a trailing comma before the end",
}


def parse_json(text: str) -> object:
    """Return the value of the JSON ``text``, or raise :class:`ValueError` in words for users."""
    try:
        return decoder().decode(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(json_trouble(error)) from error


def decoder() -> json.JSONDecoder:
    """Return a decoder that raises for NaN, infinity and repeated keys, which Python accepts."""
    return json.JSONDecoder(
        object_pairs_hook=_object_with_unique_keys,
        parse_constant=_refuse_constant,
        parse_float=_finite_number,
    )


def json_trouble(error: ValueError | RecursionError) -> Message:
    """Return the message for an error of :func:`decoder`, with the place of a syntax error."""
    what = json_problem(error)
    if isinstance(error, json.JSONDecodeError):
        return Message("{problem} at character {position}", problem=what, position=error.pos + 1)
    return what


def json_problem(error: ValueError | RecursionError) -> Message:
    """Return the message of an error of :func:`decoder`, in our words but without its place, for
    callers that find the line themselves."""
    if isinstance(error, json.JSONDecodeError):
        what = _WORDS.get(error.msg.removesuffix(" at"), _WORDS.get(error.msg))
        return as_message(what or "an unexpected character")
    if isinstance(error, RecursionError):
        return as_message("hundreds of nested brackets")
    if "integer string conversion" in str(error):  # Python reads no numbers as long as that
        return as_message("a number of thousands of digits")
    return message_of(error)


def _object_with_unique_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return an object; raise for a key that occurs twice: :mod:`json` would keep only the last."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(Message("{twice!r} occurs twice", twice=twice))
    return made


def _refuse_constant(name: str) -> object:
    """Raise for NaN or infinity: Python reads them, but JSON has no such numbers."""
    raise ValueError(Message("{name} is not a number in JSON", name=name))


def _finite_number(written: str) -> float:
    """Return a number; raise for one such as 1e999, which :mod:`json` reads as infinity."""
    number = float(written)
    if math.isinf(number):
        raise ValueError(Message("{word} is too large a number", word=written))
    return number
