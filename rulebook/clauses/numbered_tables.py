"""Tables of clause numbers: read, and compared with the edition that they belong to.

Each such table says in its first line which edition it belongs to. The number of a clause that the
edition does not have is left out and becomes a finding; it is never used and never causes a crash.
From a list, only the number is left out; elsewhere, the entry that holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, auto
from functools import reduce
from operator import getitem
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Union, get_args, get_origin

from rulebook.clauses.findings import FindingForm, Findings
from rulebook.clauses.model import Rulebook
from rulebook.messages import Message
from rulebook.records import NamedTuple
from rulebook.toml_files.kinds import ClauseNumber, Reason, Wording, kinds_of_fields
from rulebook.toml_files.loader import KeyLines, load_toml, structure

if TYPE_CHECKING:
    from pathlib import Path

    from rulebook.toml_files.spans import KeyPath


class NumberedTable(Protocol):
    """A table whose clause numbers belong to one edition, such as ``terms.toml``."""

    @property
    def edition(self) -> str:
        """The edition of the clause numbers; in no other is the table used, because they move."""


N = TypeVar("N", bound=NumberedTable)


def load_numbered_table(
    book: Rulebook, name: str, kind: type[N], *, hint: str
) -> tuple[N | None, Findings]:
    """Return the table ``name`` of the game of ``book`` as a ``kind``, or None if there is none for
    this edition, and findings. Numbers of missing clauses are left out, so nothing uses them; those
    in comments, which only people read, stay. Raises :class:`CorpusError` for a malformed file."""
    path = book.game.table(name)
    if not path.exists():
        return None, ()
    table = load_toml(path, kind, hint=hint)
    edition = book.game.edition.name
    if table.edition != edition:
        finding = FindingForm.OTHER_EDITION.finding(
            None, None, table=name, edition=table.edition, current=edition
        )
        return None, (finding,)
    places = (each for each in number_places(table, kind) if each.kind is not PlaceKind.MENTION)
    missing = [each for each in places if each.text not in book.by_number]
    if not missing:
        return table, ()
    lines, form, findings = KeyLines.of_file(path), FindingForm.GONE_NUMBER, []
    for each in missing:
        keys, line = ".".join(map(str, each.path)), lines.line(each.path)
        place = Message("{file}, line {line},", file=path.name, line=line) if line else path.name
        finding = form.finding(None, None, place=place, key=keys, clause=each.text, edition=edition)
        findings.append(finding)
    return _pruned(path, kind, missing, hint=hint), tuple(findings)


def _pruned(path: Path, kind: type[N], missing: Sequence[NumberPlace], *, hint: str) -> N | None:
    """Return the table at ``path`` as a ``kind``, without the entries that hold one of the
    ``missing`` numbers, which the edition lacks: the others are still right. From a list only the
    number is removed; None if the whole table needs it. ``hint`` is the remedy of errors."""
    import tomllib  # not needed in most runs

    text = path.read_text(encoding="utf-8-sig")
    data: Any = tomllib.loads(text)
    # From the end, so that the indices of the elements before stay right.
    for at in sorted({n.path if n.kind is PlaceKind.ELEMENT else n.entry for n in missing})[::-1]:
        if not at:
            return None
        del reduce(getitem, at[:-1], data)[at[-1]]
    return structure(data, kind, path, text, hint=hint)


# ---- Where a table names clauses


class PlaceKind(Enum):
    """How a table names a clause."""

    KEY = auto()  # As the key of an entry; no two entries may have the same
    VALUE = auto()  # As a value without which the entry is meaningless
    ELEMENT = auto()  # As one of several in a list
    MENTION = auto()  # In a reason or a comment, for people to read


class NumberPlace(NamedTuple):
    """A clause number in a table, or a text that may mention some."""

    kind: PlaceKind
    path: KeyPath  # The keys that lead there
    entry: KeyPath  # Those of its entry
    text: str
    words: tuple[str, ...] = ()  # What the clause is said to print


def number_places(
    value: Any, hint: Any, path: KeyPath = (), entry: KeyPath = (), words: tuple[str, ...] = ()
) -> Iterator[NumberPlace]:
    """Yield the clause numbers in ``value``, at the keys ``path`` of a table, and texts for people
    (``Reason``, ``Wording``) that may mention some, to check that the clauses exist or to carry the
    numbers to a new edition. Only ``hint``, the type of ``value``, shows a number. ``entry`` is the
    smallest part of the table that is meaningless without it. The ``words`` of a record (its
    ``word``) show which part of a split clause it names; entries of a mapping have their own."""
    inner = get_args(hint)
    if get_origin(hint) in (Union, UnionType) and ClauseNumber in inner:
        hint = ClauseNumber  # a number that may be missing, but is there
    if hint in (ClauseNumber, Reason, Wording):
        kind = PlaceKind.VALUE if hint == ClauseNumber else PlaceKind.MENTION
        yield NumberPlace(kind, path, entry, value, words)
    elif isinstance(value, tuple) and inner:
        for at, each in enumerate(value):
            inside = (*path, at)
            if inner[0] == ClauseNumber:  # not an entry: the others are useful without it
                yield NumberPlace(PlaceKind.ELEMENT, inside, entry, each, words)
            else:
                yield from number_places(each, inner[0], inside, inside, words)
    elif isinstance(value, Mapping) and inner:
        for key, each in value.items():
            inside = (*path, key)
            if inner[0] == ClauseNumber:
                yield NumberPlace(PlaceKind.KEY, inside, inside, key)
            yield from number_places(each, inner[1], inside, inside)
    elif is_dataclass(value) and not isinstance(value, type):
        hints, word = kinds_of_fields(value.__class__), getattr(value, "word", None)
        words = (word,) if isinstance(word, str) else ()
        for field in fields(value):
            part = getattr(value, field.name)
            # ``rest`` is not a key: it holds the keys that are not fields.
            inside = path if field.name == "rest" else (*path, field.name)
            if part is not None:
                yield from number_places(part, hints[field.name], inside, entry, words)
