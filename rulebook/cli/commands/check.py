"""``rulebook check``: what is wrong with a document, and what became of its lines."""

from __future__ import annotations

import sys

import click

from rulebook import FindingCode
from rulebook.as_json import report_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import is_japanese, tr, translated
from rulebook.cli.options import emit_json, one_source, option, read_text


@rules_command("check")
def command(
    call: Call,
    source: str | None = options.game_or_file,
    game: str | None = options.source_game,
    code: str | None = option(
        type=click.Choice([code.value for code in FindingCode]),
        help="Show only findings with this code.",
    ),
    as_json: bool = options.json_flag,
) -> None:
    """Report findings and the ledger of source lines for all games, one game or a file.

    FILE is UTF-8 text or a PDF; its layout is detected. The ledger counts every non-blank
    source line under one kind, and the counts add up to the file. Each finding has a line and a
    column. Exit code 1 if there are findings.

    Example: rulebook check vs
    """
    any_findings, rules, named = False, call.rules, one_source(source, game)
    # Each takes a while to read, so it is printed as soon as it is ready.
    every = (rules.check(each.key) for each in rules.games)
    for number, report in enumerate(every if named is None else [rules.check(read_text(named))]):
        findings = [found for found in report.findings if code in (None, found.code)]
        any_findings = any_findings or bool(findings)
        if as_json:
            emit_json(report_json(report, code))
            continue
        if number:
            click.echo()
        book, counts = report.book, report.line_kinds
        click.echo(click.style(book.game.dated_name, bold=True))
        what = "{count} numbered clauses, {count2} revisions"
        click.echo(f"  {tr(what, count=book.printed_count, count2=len(book.revisions))}")
        # Lines by kind, whose sum proves that none was lost.
        for kind, lines in counts.most_common():
            click.echo(f"  {tr('{count} lines  {kind}', count=f'{lines:6}', kind=kind)}")
        click.echo(f"  {tr('{count} non-blank lines in the file', count=f'{counts.total():6}')}")
        click.echo(f"  {tr('{count} findings', count=len(findings))}")
        for found in findings:
            place = ":".join(str(part) for part in (found.line, found.column) if part is not None)
            shown = click.style(f"{found.code:<19}", fg="yellow")
            said = found.message_en
            if is_japanese():  # such messages need the name of the kind in front
                said = f"{translated(found.code.heading)}：{found.message}"
            click.echo(f"    {place:>8}  {shown} {said}")
    if any_findings:
        sys.exit(1)
