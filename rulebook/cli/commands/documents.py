"""``rulebook games``, ``check``, ``export``, ``schema``, ``print``, ``graph``: whole documents."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rulebook import FindingCode
from rulebook.as_json import SCHEMAS, game_json, report_json, schema
from rulebook.cli import options
from rulebook.cli.command import Call, SpeakingCommand, rules_command
from rulebook.cli.language import is_japanese, tr, translated
from rulebook.cli.options import argument, emit_json, option, utf8_text
from rulebook.cli.render import print_lines, print_table, version_and_date

_GAMES_HEAD = ("alias", "ID", "title", "version", "effective", "clauses")


@rules_command("games")
def games_command(call: Call, as_json: bool = options.json_flag) -> None:
    """List the games: title, version, effective date, clauses.

    A version or date that the document does not state is shown as “not stated”.

    Example: rulebook games
    """
    rules = call.rules
    books = [rules.book(game.key) for game in rules.games]
    if as_json:
        for book in books:
            emit_json(game_json(book))
    else:
        rows = [
            (g.alias, g.id, g.title, *version_and_date(g.edition), str(book.printed_count))
            for g, book in zip(rules.games, books, strict=True)
        ]
        print_table(rows, _GAMES_HEAD)
    if rules.faults:
        sys.exit(1)  # some games are not in the list, as warnings have said


@rules_command("check")
def check_command(
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
    rules, named = call.rules, options.one_source(source, game)
    any_findings = named is None and bool(rules.faults)
    # Each takes a while to read, so it is printed as soon as it is ready.
    every = (rules.check(each.key) for each in rules.games)
    for number, report in enumerate(every if named is None else [rules.check(utf8_text(named))]):
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
        for kind, lines in counts.most_common():
            click.echo(f"  {tr('{count} lines  {kind}', count=f'{lines:6}', kind=kind)}")
        click.echo(f"  {tr('{count} non-blank lines in the file', count=f'{counts.total():6}')}")
        click.echo(f"  {tr('{count} findings', count=len(findings))}")
        for found in findings:
            place = ":".join(str(part) for part in (found.line, found.column) if part is not None)
            shown = click.style(f"{found.code:<19}", fg="yellow")
            said = found.message_en
            if is_japanese():  # these messages only quote and explain; the heading names the fault
                said = f"{translated(found.code.heading)}：{found.message}"
            click.echo(f"    {place:>8}  {shown} {said}")
    if any_findings:
        sys.exit(1)


@rules_command("export")
def export_command(
    call: Call,
    source: str | None = options.game_or_file,
    game: str | None = options.source_game,
    as_schema: bool = options.flag("--schema", help="Print the JSON Schema of the export instead."),
) -> None:
    """Export a whole rulebook as JSON: clauses, terms, revisions, findings.

    FILE is a rule document: UTF-8 text or a PDF.

    Example: rulebook export ws > weiss-schwarz.json
    """
    if as_schema:
        click.echo(json.dumps(schema("export"), ensure_ascii=False, indent=2))
        return
    source = options.one_source(source, game)
    if source is None:
        raise click.UsageError("name a game or a file, or ask for --schema")
    emit_json(call.rules.export(utf8_text(source)))


@rules_command("schema", cls=SpeakingCommand)
def schema_command(call: Call, name: str = argument(type=click.Choice(SCHEMAS))) -> None:
    """Print the JSON Schema of the output of the command NAME with --json.

    Example: rulebook schema annotate
    """
    click.echo(json.dumps(schema(name), ensure_ascii=False, indent=2))


@rules_command("print")
def print_command(
    call: Call,
    number: str | None = argument(required=False, metavar="[NUMBER]"),
    game_name: str = options.game(required=True),
    output: Path = option(
        "-o",
        "--output",
        type=options.file_path(),
        default="-",
        help="Output file. Default: standard output.",
    ),
) -> None:
    """Print the rules of a game to a PDF file: A4, with contents, running heads and page
    numbers.

    With NUMBER, only that chapter or clause and the clauses below it are printed. Chromium or
    Chrome is needed; set $RULEBOOK_CHROMIUM if it is not on the path.

    Example: rulebook print ws 7 > ws-7.pdf
    """
    if output == Path("-") and sys.stdout.isatty():
        raise click.UsageError("A PDF file cannot be shown in a terminal: add > FILE or -o FILE.")
    # Imported here: it loads the templates of pages, which help and manual page do not need.
    from rulebook import print_rules

    options.write_output(output, print_rules(call.rules, game_name, number), "--output")


@rules_command("graph")
def graph_command(
    call: Call,
    game_name: str = options.game(required=True),
    form: str = option("--format", type=click.Choice(["graphml", "dot"]), default="graphml"),
) -> None:
    """Export the clauses of a game and their references as GraphML or DOT.

    Example: rulebook graph ws --format dot > ws.dot
    """
    print_lines(call.rules.graph(game_name, form))
