"""``rulebook check``: what is wrong with a document, and what became of its lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from rulebook.cards.link_policy import load_policy
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.foreign import read_document
from rulebook.clauses.game import Game
from rulebook.clauses.ledger import count_kinds
from rulebook.clauses.model import Finding, FindingCode, Rulebook
from rulebook.cli.main import Settings
from rulebook.cli.options import emit_json, json_option, read_text
from rulebook.cli.render import edition
from rulebook.errors import UnknownGame
from rulebook.links.export import export_finding
from rulebook.links.linker import link_game, link_rulebook
from rulebook.links.model import LinkedRulebook
from rulebook.links.terms import TermOverrides


@click.command("check")
@click.argument("source", metavar="[GAME|FILE]", required=False)
@click.option(
    "--code",
    type=click.Choice([code.value for code in FindingCode]),
    help="Only findings of this code.",
)
@json_option
@click.pass_obj
def command(settings: Settings, source: str | None, code: str | None, as_json: bool) -> None:
    """Findings and the ledger of source lines, of all games, one game, or a file of your own.

    Every non-blank source line is counted under a clause or a named kind; the sum equals the
    file.  Each finding has its line and column.  Exit code 1 when there are findings.

    Example: rulebook check vs
    """
    any_findings = False
    for number, linked in enumerate(_linked(settings.corpus, source)):
        findings = [found for found in linked.findings if code in (None, found.code)]
        any_findings = any_findings or bool(findings)
        if as_json:
            emit_json(_as_json(linked.book, findings))
            continue
        if number:
            click.echo()
        _print(linked.book, findings)
    if any_findings:
        sys.exit(1)


def _linked(corpus: Corpus, source: str | None) -> Iterator[LinkedRulebook]:
    if source is None:
        yield from (_with_card_findings(corpus, game) for game in corpus.games.values())
        return
    try:
        yield _with_card_findings(corpus, corpus.game(read_text(source)))
    except UnknownGame:
        if source != "-" and not Path(source).exists() and not {"/", "."} & set(source):
            raise
        yield link_rulebook(read_document(source), TermOverrides())


def _with_card_findings(corpus: Corpus, game: Game) -> LinkedRulebook:
    """Return the linked rulebook of ``game``, with what is stale in its table of card texts."""
    linked = link_game(corpus, game)
    return replace(linked, findings=(*linked.findings, *load_policy(corpus, game)[1]))


def _print(book: Rulebook, findings: Sequence[Finding]) -> None:
    counts = count_kinds(book.ledger)
    click.echo(click.style(edition(book.game), bold=True))
    click.echo(f"  {book.printed_count} numbered clauses, {len(book.revisions)} revisions")
    for kind, count in counts.most_common():
        click.echo(f"  {count:6} lines  {kind}")
    click.echo(f"  {counts.total():6} non-blank lines in the file")
    click.echo(f"  {len(findings)} findings")
    for finding in findings:
        place = ":".join(str(part) for part in (finding.line, finding.column) if part is not None)
        code = click.style(f"{finding.code:<19}", fg="yellow")
        click.echo(f"    {place:>8}  {code} {finding.message}")


def _as_json(book: Rulebook, findings: Sequence[Finding]) -> dict[str, object]:
    counts = count_kinds(book.ledger)
    return {
        "game": book.game.id,
        "clauses": book.printed_count,
        "ledger": {"lines": counts.total(), "kinds": dict(counts)},
        "findings": [
            {
                **export_finding(finding),
                "column": finding.column,
                "printed": finding.printed,
                "confidence": finding.confidence,
            }
            for finding in findings
        ],
    }
