"""Rule documents that are not in the corpus: read with a layout guessed from the text."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from pathlib import Path

from rulebook.clauses.game import Edition, Game, Layout, Separator
from rulebook.clauses.lines import Line, split_lines
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbering import number_of
from rulebook.clauses.reader import read_rules
from rulebook.clauses.sentences import ends_sentence
from rulebook.errors import DocumentError
from rulebook.text.encodings import conversion_hint
from rulebook.text.width import columns

MAX_BYTES = 8_000_000
_FEWEST_CLAUSES = 3


def read_document(path: str) -> Rulebook:
    """Read the rule document at ``path``, ``-`` for standard input.

    Raises :class:`DocumentError` when it is missing, empty, huge, not UTF-8, has no clause
    numbers, or has numbers that make no tree.
    """
    name = "standard input" if path == "-" else path
    raw = _read_bytes(path, name)
    source = _decode(raw, name)
    if not source.strip():
        raise DocumentError(name, "the document is empty", hint="Give the text of a rulebook.")
    lines = split_lines(source)
    separator = _guess_separator(lines, name)
    game = _unknown_game(name, Path(path), raw, Layout(separator, wrapped=_guess_wrapped(lines)))
    book = read_rules(source, game)
    _refuse_unknown_layout(book, name)
    return book


def _unknown_game(name: str, path: Path, raw: bytes, layout: Layout) -> Game:
    """Return a game of which nothing is known but a document; it is named after the file."""
    digest = hashlib.sha256(raw).hexdigest()
    edition = Edition(digest[:8], None, None, digest, layout, (), path)
    return Game(path.stem, path.stem, name, name, "", path.parent, edition)


def _read_bytes(path: str, name: str) -> bytes:
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        what = f"cannot be read ({error.strerror or error})"
        raise DocumentError(name, what, hint="Give a text file in UTF-8, or a game.") from error
    if len(raw) > MAX_BYTES:
        what = f"larger than {MAX_BYTES // 1_000_000} MB"
        raise DocumentError(name, what, hint="A rulebook is text of a few hundred kilobytes.")
    return raw


def _decode(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise DocumentError(
            name,
            "not UTF-8 from here on",
            hint=conversion_hint(raw, name),
            line=line,
            column=column,
        ) from error


def _guess_separator(lines: tuple[Line, ...], name: str) -> Separator:
    counts = Counter(
        separator
        for separator in Separator
        for line in lines
        if (number := number_of(line, separator)) is not None and len(number.parts) > 1
    )
    if not counts:
        raise DocumentError(
            name,
            "no clause numbers found",
            hint="Clauses begin with a number and a point: “8.6.3. …” or “8-6-3. …”.",
        )
    return counts.most_common(1)[0][0]


def _guess_wrapped(lines: tuple[Line, ...]) -> bool:
    """Whether sentences run over line ends: many lines stop, far across, in the middle of one."""
    if not lines:
        return False
    widest = max(columns(line.text, ambiguous=2) for line in lines)
    broken = [
        line
        for line in lines
        if columns(line.text, ambiguous=2) >= 0.8 * widest and not ends_sentence(line.text)
    ]
    return len(broken) > len(lines) / 5


def _refuse_unknown_layout(book: Rulebook, name: str) -> None:
    missing = len(book.clauses) - book.printed_count
    if book.printed_count >= _FEWEST_CLAUSES and missing <= book.printed_count:
        return
    raise DocumentError(
        name,
        f"unknown layout: {book.printed_count} numbered clauses, {missing} parents missing",
        hint="Expected chapters “1.”, sections “1.1.” and clauses “1.1.1.”, each on its own line.",
    )
