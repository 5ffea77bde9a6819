"""Tables of clause numbers: read, and compared with the edition that they belong to.

Each such table says in its first line which edition it belongs to.  What names a clause that the
edition does not have is left out and becomes a finding; it is never used and never a crash.  A
missing number in a list is left out alone, elsewhere the entry that holds it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Union, get_args, get_origin

from rulebook.clauses.findings import Finding, FindingForm, Findings
from rulebook.clauses.model import Rulebook
from rulebook.messages import Message
from rulebook.records import replace
from rulebook.toml_files.kinds import ClauseNumber, kinds_of_fields
from rulebook.toml_files.loader import KeyLines, load_toml

if TYPE_CHECKING:
    from pathlib import Path

    from rulebook.toml_files.spans import KeyPath


class NumberedTable(Protocol):
    """A file whose clause numbers belong to one edition."""

    @property
    def edition(self) -> str:
        """The name of that edition; in any other the table is not used, as numbers move."""


N = TypeVar("N", bound=NumberedTable)


def load_numbered_table(
    book: Rulebook, name: str, kind: type[N], *, hint: str
) -> tuple[N | None, Findings]:
    """Return the table ``name`` of the game of ``book`` as a ``kind``, and what is stale in it.
    ``None`` where the game has no such table for this edition. Raises :class:`CorpusError` where
    the file is malformed."""
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
    stale: list[tuple[KeyPath, str]] = []
    kept = _without_missing(table, kind, book.by_number, (), stale)
    return kept, tuple(_stale_findings(stale, path, edition)) if stale else ()


def _stale_findings(
    stale: Sequence[tuple[KeyPath, str]], path: Path, edition: str
) -> Iterator[Finding]:
    """Yield a finding with line and key for each number in a table that the edition lacks. A person
    must correct it: what the table says there is not used."""
    lines, form = KeyLines.of_file(path), FindingForm.GONE_NUMBER
    for where, number in stale:
        keys, line = ".".join(map(str, where)), lines.line(where)
        place = Message("{file}, line {line},", file=path.name, line=line) if line else path.name
        yield form.finding(None, None, place=place, key=keys, clause=number, edition=edition)


# Stands for a value that names a missing clause, so that its entry is left out.
_MISSING: Any = object()


def _without_missing(
    value: Any, hint: Any, known: Container[str], where: KeyPath, stale: Any
) -> Any:
    """Return ``value`` without entries of missing clauses, which are added to ``stale``. After a
    new edition a few numbers of a table are gone; the others are still right."""
    if get_origin(hint) in (Union, UnionType):
        hint = ClauseNumber if isinstance(value, str) and ClauseNumber in get_args(hint) else None
    if hint == ClauseNumber:
        if value in known:
            return value
        stale.append((where, value))
        return _MISSING
    if isinstance(value, tuple | frozenset) and get_args(hint):
        inner = get_args(hint)[0]
        parts = (
            _without_missing(part, inner, known, (*where, at), stale)
            for at, part in enumerate(value)
        )
        return type(value)(part for part in parts if part is not _MISSING)
    if isinstance(value, Mapping) and get_args(hint):
        return dict(_pairs_without_missing(value, get_args(hint), known, where, stale))
    if is_dataclass(value) and not isinstance(value, type):
        return _fields_without_missing(value, known, where, stale)
    return value


def _pairs_without_missing(
    table: Mapping[Any, Any], hints: Any, known: Container[str], where: KeyPath, stale: Any
) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of a table; a pair whose key or value is a missing number is left out."""
    for key, value in table.items():
        inside = (*where, key)
        name = _without_missing(key, hints[0], known, inside, stale)
        kept = _without_missing(value, hints[1], known, inside, stale)
        if _MISSING not in (name, kept):
            yield name, kept


def _fields_without_missing(value: Any, known: Container[str], where: KeyPath, stale: Any) -> Any:
    """Return a record without missing numbers, or ``_MISSING`` if a required field has one. So one
    stale number costs one entry, not the whole table."""
    hints = kinds_of_fields(value.__class__)
    parts = {}
    for field in fields(value):
        inside = where if field.name == "rest" else (*where, field.name)
        parts[field.name] = _without_missing(
            getattr(value, field.name), hints[field.name], known, inside, stale
        )
    if any(part is _MISSING for part in parts.values()):
        return _MISSING
    return replace(value, **parts)
