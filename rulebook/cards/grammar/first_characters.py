"""What an expression can begin with, and what is left of it if the first character is known: of the
hundreds of words of a terminal, those that begin otherwise need not even be compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rulebook.records import NamedTuple

ANY_CHARACTER = ""  # the key for all first characters that have no entry
_WIDEST = 257  # a larger range counts as any character
_QUANTIFIER = re.compile(r"(?:[?*+]|\{[0-9]*,?[0-9]*\})[?+]?")
_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
Firsts = frozenset[str] | None  # the characters that something can begin with, None for any


class _Atom(NamedTuple):
    """A unit of an expression; ``inner`` are the choices of a group without a quantifier."""

    text: str
    firsts: Firsts
    may_be_empty: bool
    inner: tuple[tuple[_Atom, ...], ...] = ()


_Choices = tuple[tuple[_Atom, ...], ...]


def by_first_character(expression: str) -> dict[str, str]:
    """Return, for each first character, the part of the regular ``expression`` that can match
    there, so that the lexer compiles only the parts that it needs. An expression with other syntax,
    or that may begin with anything, is returned whole under :data:`ANY_CHARACTER`."""
    try:
        choices, end = _read_choices(expression, 0)
    except (ValueError, IndexError):
        return {ANY_CHARACTER: expression}
    firsts = _firsts_of_choices(choices)
    if end != len(expression) or firsts is None:
        return {ANY_CHARACTER: expression}
    return {first: _beginning_with(choices, first) for first in sorted(firsts)}


def _beginning_with(choices: _Choices, first: str) -> str:
    """Return the expression of those of ``choices`` that can begin with the character ``first``:
    the lexer knows the next character, and without the others fails much sooner."""
    found = ((atoms, _firsts_of_sequence(atoms)) for atoms in choices)
    possible = (atoms for atoms, firsts in found if firsts is None or first in firsts)
    return "|".join("".join(_reduced_atoms(atoms, first)) for atoms in possible)


def _reduced_atoms(atoms: tuple[_Atom, ...], first: str) -> Iterator[str]:
    """Yield the texts of ``atoms``, the units of one alternative, with the group at the start
    reduced to what can begin with ``first``: other alternatives need not be compiled or tried."""
    at_start = True
    for atom in atoms:
        yield f"(?:{_beginning_with(atom.inner, first)})" if at_start and atom.inner else atom.text
        at_start = at_start and atom.text.startswith(_AROUND)


def _firsts_of_choices(choices: _Choices) -> Firsts:
    """Return the characters with which one of ``choices`` can begin, None for any. Choices that
    cannot begin with a given character are not compiled for it."""
    found = [*map(_firsts_of_sequence, choices)]
    return None if None in found else frozenset().union(*filter(None, found))


def _firsts_of_sequence(atoms: tuple[_Atom, ...]) -> Firsts:
    """Return the characters with which ``atoms`` can begin; None (any) if they may be empty.
    Alternatives that begin differently are left out for a given character."""
    found: set[str] = set()
    for atom in atoms:
        if atom.firsts is None:
            return None
        found |= atom.firsts
        if not atom.may_be_empty:
            return frozenset(found)
    return None


# ---- Reading an expression


def _read_choices(source: str, at: int) -> tuple[_Choices, int]:
    """Return the alternatives (``a|b``) of the expression ``source`` from ``at`` to the end of
    their group, to find out how each can begin, and that end. Python's own parser is not public."""
    found: list[tuple[_Atom, ...]] = []
    atoms: list[_Atom] = []
    while at < len(source) and source[at] != ")":
        if source[at] == "|":
            found.append(tuple(atoms))
            atoms, at = [], at + 1
        else:
            atom, at = _read_atom(source, at)
            atoms.append(atom)
    return (*found, tuple(atoms)), at


def _read_atom(source: str, start: int) -> tuple[_Atom, int]:
    """Return the atom (a character, set or group) at ``start`` with its quantifier and possible
    first characters, by which an expression is divided, and its end. Unknown syntax raises."""
    inner: _Choices = ()
    firsts: Firsts = frozenset()
    around = next((sign for sign in _AROUND if source.startswith(sign, start)), "")
    if around or source.startswith("(?:", start):
        choices, at = _read_choices(source, start + len(around or "(?:"))
        at += 1
        if not around:
            inner, firsts = choices, _firsts_of_choices(choices)
    elif source[start] == "[":
        firsts, at = _read_set(source, start)
    elif source[start] == "\\":
        char, at = source[start + 1], start + 2
        # The characters of a class such as \d are too many to list.
        is_class = char.isalnum() and char not in _CONTROLS
        firsts = None if is_class else frozenset(_CONTROLS.get(char, char))
    elif source[start] in "^$":
        at = start + 1
    elif source[start] in "(?*+{":
        raise ValueError("this syntax is not supported here")
    else:
        firsts, at = None if source[start] == "." else frozenset(source[start]), start + 1
    may_be_empty = bool(around) or source[start] in "^$"
    if quantifier := _QUANTIFIER.match(source, at):
        inner, at = (), quantifier.end()
        may_be_empty = may_be_empty or quantifier[0].startswith(("?", "*", "{0", "{,"))
    return _Atom(source[start:at], firsts, may_be_empty, inner), at


def _read_set(source: str, start: int) -> tuple[Firsts, int]:
    """Return the characters of the set ([…]) at ``start``, to divide an expression by them, and the
    offset of its end. None, for any, if it is negated, large or has escapes."""
    at = start + 1
    while source[at] != "]" or at == start + 1:  # a first ] does not end the set
        at += 2 if source[at] == "\\" else 1
    inside = source[start + 1 : at]
    if inside.startswith(("^", "]")) or "\\" in inside:
        return None, at + 1
    pairs = re.findall("(.)(?:-(.))?", inside, re.DOTALL)  # a character, or both ends of a range
    ranges = [range(ord(first), ord(last or first) + 1) for first, last in pairs]
    if any(len(each) > _WIDEST for each in ranges):
        return None, at + 1
    return frozenset(map(chr, chain.from_iterable(ranges))), at + 1
