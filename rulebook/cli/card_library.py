"""``rulebook cards index``, ``find``, ``using``, ``like``: a library of one's own cards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, game_option, json_option

if TYPE_CHECKING:
    from rulebook.card_library.indexing import IndexReport

# A terminal is told of progress every so many rows.
_TOLD_EVERY = 100


@click.command("index")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, dir_okay=False))
@game_option(required=True)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The database."
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="FIELD=COLUMN",
    help="Which column a field is: id, name, type, colour, level, text, owner (of the text).",
)
@click.option(
    "--form",
    type=click.Choice(["jsonl", "json", "csv", "tsv"]),
    help="How FILEs are written, where their ending does not tell.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@json_option
@click.pass_obj
def index(
    settings: Settings,
    files: tuple[Path, ...],
    game_name: str,
    out: Path,
    columns: tuple[str, ...],
    form: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Read FILEs of cards (JSON Lines, JSON, CSV) into one SQLite database.

    Run it again after a file has changed, or after it was interrupted: only what changed is read.
    Rows that are no cards stand in the table “rejects”, with line and reason.

    Example: rulebook cards index -g ws cards.csv --column text=効果 --out cards.db
    """
    with _progress() as progress:
        report = settings.rules.index_cards(
            game_name, files, out, columns=columns, form=form, jobs=jobs, progress=progress
        )
    if as_json:
        emit_json(report.as_json())
    else:
        _print(report, out)
    if report.rejected or report.empty:
        sys.exit(1)


def _print(report: IndexReport, out: Path) -> None:
    told = report.as_json()
    told = {name: told[name] for name in ("new", "changed", "unchanged", "gone", "anew")}
    click.echo(f"{out}: " + ", ".join(f"{count} {name}" for name, count in told.items()))
    for path in report.empty:
        click.echo(f"rulebook: {path} has no cards", err=True)
    if report.foreign:
        foreign = (
            f"{report.foreign} cards look like those of another game; see the view unread_parts"
        )
        click.echo(f"rulebook: {foreign}", err=True)
    if report.rejected:
        click.echo(
            f"rulebook: {report.rejected} rows are no cards; see the table rejects", err=True
        )


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """Yield what tells a terminal, and nobody else, how many rows have been looked at."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return

    def tell(done: int) -> None:
        if done % _TOLD_EVERY == 0:
            click.echo(f"\r\x1b[K{done} cards", nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


commands = (index,)
