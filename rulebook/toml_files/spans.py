"""Where everything is in the text of a (valid) TOML file: keys, values, comments. The standard
library gives no places, but errors name a line, and edits rewrite only clause numbers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from enum import Enum, auto

from rulebook.records import NamedTuple
from rulebook.text.normal import Normalised, Span, replace_ranges, unchanged

Key = str | int
KeyPath = tuple[Key, ...]


class TomlPart(Enum):
    """What a piece of a TOML file is."""

    TABLE = auto()  # The header of a table
    ENTRY = auto()  # A key with its value, or an inline table in an array
    KEY = auto()  # The last part of the key of an entry, quotation marks included
    VALUE = auto()  # A value that holds no other, quotation marks included
    COMMENT = auto()  # To the end of the line; it has only the path of its table


class TomlPiece(NamedTuple):
    """A piece of a TOML file: what it is, the keys that lead to it, and where it is."""

    part: TomlPart
    path: KeyPath
    span: Span


_BLANK = re.compile(r"[ \t]*")
_COMMENT = re.compile(r"#[^\n]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|(?!""").)*"""{1,3}'
    r"|'''(?:(?!''').)*'''{1,3}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
# In a string in double quotation marks: an escape, as \n, or a backslash that joins two lines.
_ESCAPE = re.compile(r"\\(?:\s+|u.{4}|U.{8}|.)", re.DOTALL)
_BARE_VALUE = re.compile(r"[^\s,\]}#]+(?: [0-9][0-9:.Z+-]*)?")


def find_pieces(text: str) -> tuple[TomlPiece, ...]:
    """Return the pieces of the TOML ``text`` (keys, values, comments …) in order, with spans, by
    which callers replace values and leave comments."""
    return tuple(sorted(_TomlScanner(text).pieces(), key=lambda piece: piece.span))


def quote_length(written: str) -> int:
    """Return how many quotation marks the TOML string ``written`` has at each end, to edit it."""
    return 3 if written[:3] in ('"""', "'''") else 1


def read_string(text: str, span: Span) -> Normalised:
    """Return the value of the TOML string at ``span`` of ``text``, each character with its place in
    ``text``, so that what is found in the value can be rewritten there."""
    marks, parts = quote_length(span.of(text)), []
    plain = unchanged(text[span.start + marks : span.end - marks], span.start + marks)
    for escape in _ESCAPE.finditer(plain.text) if text[span.start] == '"' else ():
        # TOML allows an escaped line break only between triple quotes.
        value, place = tomllib.loads(f'is = """{escape[0]}"""')["is"], plain.printed(*escape.span())
        made = Normalised(value, (place.start,) * len(value), (place.end,) * len(value))
        parts.append((*escape.span(), made))
    return replace_ranges(plain, parts)


class _TomlScanner:
    """Goes through the text of a TOML file once."""

    def __init__(self, text: str) -> None:
        """Begin to find where each key and value of ``text`` is, which tomllib does not say. The
        path is empty at first: keys above the first header belong to no table."""
        self.text = text
        self.at = 0
        self.table: KeyPath = ()  # the keys of the last header
        self.lengths: dict[KeyPath, int] = {}  # the length of each array of tables so far

    def pieces(self) -> Iterator[TomlPiece]:
        """Yield the pieces of the text with their spans, which ``tomllib`` does not keep: faults
        are shown there, and edits change nothing else. An entry follows the pieces in it. In a path
        through an array of tables, the index is that of its newest element (``_latest``)."""
        yield from self._skip_space()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                start = self.at
                is_array = self.text.startswith("[[", start)
                self.at += 2 if is_array else 1
                path: KeyPath = ()
                *above, last = (key for key, _ in self._keys())
                for key in above:
                    path = self._latest((*path, key))
                path = (*path, last)
                if is_array:  # ``[[name]]`` begins its next element, with an index in its path
                    self.lengths[path] = self.lengths.get(path, 0) + 1
                self.table = self._latest(path)
                self.at += 2 if is_array else 1
                yield TomlPiece(TomlPart.TABLE, self.table, Span(start, self.at))
            else:
                yield from self._entry(self.table)
            yield from self._skip_space()

    def _skip_space(self) -> Iterator[TomlPiece]:
        """Move past space and commas, as in valid TOML; yield comments, which may cite clauses."""
        while self.at < len(self.text):
            if comment := _COMMENT.match(self.text, self.at):
                yield TomlPiece(TomlPart.COMMENT, self.table, self._move_past(comment))
            elif self.text[self.at] in " \t\r\n,":
                self.at += 1
            else:
                return

    def _latest(self, path: KeyPath) -> KeyPath:
        """Return ``path`` or, of an array of tables, that of its last element: keys belong to
        it."""
        return (*path, self.lengths[path] - 1) if path in self.lengths else path

    def _keys(self) -> Iterator[tuple[str, Span]]:
        """Yield each part of a dotted key (a.b) with its span; :mod:`tomllib` knows the escapes."""
        while True:
            self._move_past(_BLANK.match(self.text, self.at))
            bare = _BARE_KEY.match(self.text, self.at)
            span = self._move_past(bare or _STRING.match(self.text, self.at))
            written = span.of(self.text)
            yield written if bare else next(iter(tomllib.loads(f"{written} = 0"))), span
            self._move_past(_BLANK.match(self.text, self.at))
            if not self.text.startswith(".", self.at):
                return
            self.at += 1

    def _entry(self, above: KeyPath) -> Iterator[TomlPiece]:
        """Yield the pieces of ``key = value``: the key, those of the value, and the whole entry."""
        start = self.at
        keys = list(self._keys())
        path = (*above, *(key for key, _ in keys))
        yield TomlPiece(TomlPart.KEY, path, keys[-1][1])
        self.at += 1  # the sign of equality
        self._move_past(_BLANK.match(self.text, self.at))
        yield from self._value(path)
        yield TomlPiece(TomlPart.ENTRY, path, Span(start, self.at))

    def _value(self, path: KeyPath) -> Iterator[TomlPiece]:
        """Yield the pieces of the value at ``path``: one or, in an array (index as last key) or
        inline table, many. A table in an array is an ENTRY too, which callers remove or extend."""
        end = {"[": "]", "{": "}"}.get(self.text[self.at])
        if end is None:
            found = _STRING.match(self.text, self.at) or _BARE_VALUE.match(self.text, self.at)
            yield TomlPiece(TomlPart.VALUE, path, self._move_past(found))
            return
        self.at += 1
        count = 0
        yield from self._skip_space()
        while not self.text.startswith(end, self.at):
            start, inside = self.at, (*path, count)
            yield from self._value(inside) if end == "]" else self._entry(path)
            if end == "]" and self.text[start] == "{":
                yield TomlPiece(TomlPart.ENTRY, inside, Span(start, self.at))
            count += 1
            yield from self._skip_space()
        self.at += 1

    def _move_past(self, match: re.Match[str] | None) -> Span:
        """Return the span of ``match`` and go on after it; raise rather than stay there forever."""
        if match is None:
            raise ValueError(f"not TOML at {self.at}")
        self.at = match.end()
        return Span(match.start(), match.end())
