"""Clause numbers: how they are written, read and compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.text.normal import nfkc

# What people and documents put between the parts of a number, all of it read as one separator.
_SEPARATORS = re.compile(r"[.．。・\-‐‑‒–—―−ー]")
_ADDRESS = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})*)((?:\.[A-Z]{1,5})*)\.?")
_ROMAN = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = (("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


class Address(NamedTuple):
    """Where a reader points: the parts of a clause number and, under it, step labels."""

    parts: tuple[int, ...]
    steps: tuple[str, ...] = ()


def parse_address(text: str) -> Address | None:
    """Read a clause number as people write it, or return ``None`` if it is none.

    Dots or hyphens, full-width digits, a trailing point and spaces around are all accepted;
    ``5.5.1.Ⅵ`` and ``5.5.1.vi`` name step VI of a clause.
    """
    flat = nfkc(text).strip().upper()
    match = _ADDRESS.fullmatch(_SEPARATORS.sub(".", flat))
    if match is None:
        return None
    parts = tuple(int(part) for part in match[1].split("."))
    return Address(parts, tuple(step for step in match[2].split(".") if step))


def format_number(parts: Sequence[int], separator: str) -> str:
    """Write ``parts`` as the document does, without a trailing point."""
    return separator.join(str(part) for part in parts)


def roman_value(label: str) -> int | None:
    """Return the value of a Roman numeral up to 39 in any width (``IV``, ``Ⅳ``), else ``None``."""
    flat = nfkc(label).upper()
    if not flat or not _ROMAN.fullmatch(flat):
        return None
    value, rest = 0, flat
    for letters, worth in _ROMAN_VALUES:
        while rest.startswith(letters):
            value += worth
            rest = rest[len(letters) :]
    return value
