"""``rulebook check``: what is wrong with a document, and what became of its lines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.foreign import read_document
from rulebook.clauses.ledger import count_kinds
from rulebook.clauses.model import Rulebook
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, json_option, read_text
from rulebook.cli.render import edition
from rulebook.errors import UnknownGame


@click.command("check")
@click.argument("source", metavar="[GAME|FILE]", required=False)
@json_option
@click.pass_obj
def command(settings: Settings, source: str | None, as_json: bool) -> None:
    """Findings and the ledger of source lines, of all games, one game, or a file of your own.

    Every non-blank source line is counted under a clause or a named kind; the sum equals the
    file.  Exit code 1 when there are findings.

    Example: rulebook check vs
    """
    corpus = settings.corpus
    books = [_book(corpus, read_text(source))] if source else list(corpus.rulebooks())
    for number, book in enumerate(books):
        if as_json:
            emit_json(_as_json(book))
        else:
            if number:
                click.echo()
            _print(book)
    if any(book.findings for book in books):
        sys.exit(1)


def _book(corpus: Corpus, source: str) -> Rulebook:
    try:
        return corpus.read(corpus.game(source))
    except UnknownGame:
        if source == "-" or Path(source).exists() or "/" in source or "." in source:
            return read_document(source)
        raise


def _print(book: Rulebook) -> None:
    counts = count_kinds(book.ledger)
    click.echo(click.style(edition(book.game), bold=True))
    click.echo(f"  {book.printed_count} numbered clauses, {len(book.revisions)} revisions")
    for kind, count in counts.most_common():
        click.echo(f"  {count:6} lines  {kind}")
    click.echo(f"  {counts.total():6} non-blank lines in the file")
    click.echo(f"  {len(book.findings)} findings")
    for finding in book.findings:
        place = f"{finding.line}行" if finding.line else ""
        code = click.style(f"{finding.code:<18}", fg="yellow")
        click.echo(f"    {place:>6}  {code} {finding.message}")


def _as_json(book: Rulebook) -> dict[str, object]:
    counts = count_kinds(book.ledger)
    return {
        "game": book.game.id,
        "clauses": book.printed_count,
        "ledger": {"lines": counts.total(), "kinds": dict(counts)},
        "findings": [
            {
                "code": finding.code,
                "number": finding.number,
                "line": finding.line,
                "message": finding.message,
            }
            for finding in book.findings
        ],
    }
