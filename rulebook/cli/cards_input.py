"""Files of cards as commands read them, with a message for each row that is not a card."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulebook import LibraryCard, load_cards
from rulebook.cli.language import tr, translated, warn
from rulebook.cli.options import read_text
from rulebook.text.controls import visible

# The first rejected rows are reported one by one, the others are only counted.
_REPORTED = 20


class GivenCards(Iterator[tuple[str | None, str]]):
    """Id and text of each card of a file; a row that is not a card is reported and counted."""

    def __init__(self, file: Path, columns: tuple[str, ...], form: str | None) -> None:
        given = tuple(map(read_text, columns))
        self._rows = load_cards(file, columns=given, form=form)
        self._name = tr("standard input") if str(file) == "-" else str(file)
        self._rejected = 0

    def __next__(self) -> tuple[str | None, str]:
        """Return the next card; rows that are none are reported and skipped, the rest goes on."""
        for row in self._rows:
            if isinstance(row, LibraryCard):
                return row.id or None, row.text
            self._rejected += 1
            if self._rejected <= _REPORTED:
                report_reject(self._name, row.line, row.reason)
        raise StopIteration

    def leave_where_rejected(self) -> None:
        """Exit with 1 after all cards are done if some rows were no cards."""
        if self._rejected:
            warn(tr("{count} rows are not cards", count=self._rejected))
            sys.exit(1)


def report_reject(name: str, line: int, reason: str) -> None:
    """Report a row that is not a card by file and line, as compilers do, with the reason."""
    click.echo(visible(f"{name}:{line}: {translated(reason)}"), err=True)
