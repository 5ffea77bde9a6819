"""``rulebook rulings``: what was ruled, with the clauses that it rests on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook import RULING_FIELDS
from rulebook.as_json import import_json, ruling_finding_json, ruling_json
from rulebook.cli import options
from rulebook.cli.command import Call, RulesGroup, rules_command
from rulebook.cli.language import say, tr, translated, warn
from rulebook.cli.options import argument, emit_json, flag, option, utf8_text
from rulebook.cli.render import INDENT, print_lines, report_lines, report_reject, ruling_line
from rulebook.errors import InvalidNumber, UnknownClause
from rulebook.replacing import replace_file, state, state_of_content
from rulebook.text.display import shortened
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook import ImportedRulings, Rulebook, Rules, Ruling

_BETWEEN = re.compile("[、,，;；/／・]")
_ASKED = "Enter: accept all, numbers: these instead, n: none fits, s: skip, q: stop"


@click.group("rulings", cls=RulesGroup)
def rulings_command() -> None:
    """Rulings: questions, answers, and the clauses that support them.

    Rulings are TOML or JSON Lines files in rulings/ in the folder of a game, in your data
    folder, and in the paths given by “rulebook --rulings PATH”.

    Example: rulebook rulings list -g ws
    """


@rules_command("list", rulings_command)
def list_rulings(
    call: Call,
    game_name: str | None = options.game(),
    clause: str | None = option(help="Only rulings that cite this clause."),
    card: str | None = option(help="Only rulings on cards whose name or text contains this."),
    since: datetime | None = option(type=options.DAY, help="Only rulings of this date or later."),
    limit: int | None = options.limit(),
    as_json: bool = options.json_flag,
) -> None:
    """List the rulings of one game or all games, newest first.

    Example: rulebook rulings list -g ws --clause 9.2.2
    """
    found: Iterable[Ruling] = call.rules.rulings.all(game_name)
    if clause:
        if game_name is None:  # other games have the same numbers
            raise click.UsageError("--clause needs the game: -g GAME.")
        found = call.rules.rulings.at(game_name, utf8_text(clause))
    if card is not None:
        found = (r for r in found if any(fold(card) in fold(name) for name in r.cards))
    if since is not None:
        found = (r for r in found if r.date is not None and r.date >= since.date())
    _print_found(call, game_name, islice(found, limit), as_json)


def _print_found(call: Call, game: str | None, found: Iterable[Ruling], as_json: bool) -> None:
    """Print each ruling on one line; exit with 1 if there is none or if a file was left out."""
    count = 0
    for count, ruling in enumerate(found, start=1):  # noqa: B007 - used below
        if as_json:
            emit_json(ruling_json(ruling))
        else:
            click.echo(ruling_line(ruling))
    if not count:
        warn("no rulings found")
    games = [call.rules.game(game)] if game else call.rules.games
    if not (count and call.rules.rulings.shelf.is_whole(games)):
        sys.exit(1)


@rules_command("show", rulings_command)
def show(
    call: Call,
    id: str = argument(metavar="ID"),
    game_name: str | None = options.game(),
    as_json: bool = options.json_flag,
) -> None:
    """Show a ruling with its clauses.

    Example: rulebook rulings show ws-case-001
    """
    ruling = call.rules.rulings.find(utf8_text(id), game_name)
    if as_json:
        emit_json(ruling_json(ruling))
    else:
        print_lines(_ruling_in_full(call.rules, ruling))


def _ruling_in_full(rules: Rules, ruling: Ruling) -> Iterator[str]:
    """Yield the lines of a ruling, and its moved or changed clauses, as it may no longer hold."""
    book = rules.book(ruling.game)
    day = f" {ruling.date}" if ruling.date else ""
    yield f"{click.style(ruling.id, bold=True)}  {book.game.title}{day}  {ruling.state}"
    yield click.style(f"{ruling.source.name} {ruling.source.address}".rstrip(), dim=True)
    for mark, text in (("問", ruling.question), ("答", ruling.answer)):
        yield ""
        yield from (f"{mark if not at else '　'} {t}" for at, t in enumerate(text.split("\n")))
    for card in ruling.cards:
        yield from ("", *(f"{INDENT}{line}" for line in card.split("\n")))
    for old, new in ruling.moved:
        now = new or tr("gone")
        yield tr("moved: {old} → {new} ({worded})", old=old, new=now, worded=ruling.worded)
    what = "{number} changed since edition {worded}: {words}; read it again"
    for number, words in ruling.changed:
        yield click.style(tr(what, number=number, worded=ruling.worded, words=words), fg="yellow")
    yield ""
    if ruling.is_suggested:
        yield tr("suggested clauses") if ruling.suggested else tr("no clauses yet")
    confidence = {each.clause: f"  ({each.confidence})" for each in ruling.suggested}
    for number in ruling.numbers:
        sure = confidence.get(number, "") if ruling.is_suggested else ""
        yield from _clause_lines(book, number, sure)


def _clause_lines(book: Rulebook, number: str, confidence: str = "") -> Iterator[str]:
    """Yield the whole text of a clause, since a decision rests on it, and any ``confidence``."""
    clause = book.by_number.get(number)
    parts = (clause.wording, clause.remark) if clause else (tr("no such clause"),)
    first, *others = "\n".join(filter(None, parts)).split("\n")
    yield f"{click.style(number, bold=True)}  {first}{confidence}"
    yield from (f"{INDENT}{line}" for line in others)


@rules_command("search", rulings_command)
def search(
    call: Call,
    query: str = argument(),
    game_name: str | None = options.game(),
    limit: int = options.limit(10),
    as_json: bool = options.json_flag,
) -> None:
    """Search rulings by words, best match first.

    Example: rulebook rulings search -g ws "ダメージの途中で山札がなくなる"
    """
    found = call.rules.rulings.search(utf8_text(query), game_name, limit=limit)
    _print_found(call, game_name, found, as_json)


@rules_command("import", rulings_command)
def import_rulings(
    call: Call,
    file: Path = argument(type=options.file_path(exists=True)),
    game_name: str = options.game(required=True),
    out: Path | None = option("-o", "--out", type=options.file_path(), help="Output file."),
    columns: tuple[str, ...] = options.columns("Map a field to a column."),
    source: str = option(default="", help="Source of the rulings, if the table does not name it."),
    address: str = option(default="", help="Web address of the source."),
    encoding: str = option(default="utf-8-sig", help="Encoding of the table. Default: UTF-8."),
    rejects: Path | None = option(type=options.file_path(), help="File for rejected rows."),
    suggest: bool = flag(help="Suggest clauses now (a few ms per ruling)."),
    as_json: bool = options.json_flag,
) -> None:
    """Import a CSV table of rulings; its first row has the column names.

    Fields are id, date, question, answer, cards, clauses, state, source, address; common
    English and Japanese column names are recognized, others are given by --column question=質問文.
    Clause numbers are those of the given edition (-g ws@1.109). Rulings are written as JSON
    Lines to your data folder, to the game in the folder of --corpus, or to --out. Rejected rows
    are reported with their line numbers and saved unchanged in a separate table; the exit code
    is then 1, as it is if ids are taken.

    Example: rulebook rulings import -g ws faq.csv
    """
    known = call.rules.rulings
    named = _columns_of_fields(columns)
    source, address = utf8_text(source), utf8_text(address)
    imported = known.load_table(
        file, game_name, source=source, address=address, columns=named, encoding=encoding
    )
    place = out or known.own_file(file.stem, game_name if call.corpus_folder else None)
    rejects_file = rejects or place.with_suffix(".rejects.csv")
    _refuse_existing(place, "--out")
    is_read = place.suffix == ".jsonl" and not place.name.startswith(".")
    if not is_read and not place.exists():  # no command would read it; /dev/stdout is no mistake
        raise click.UsageError("The file name of --out must be visible and end in .jsonl.")
    if imported.rejected:
        # An import that was killed after it wrote the rejects can be done again.
        if state(rejects_file) != state_of_content(imported.rejects().encode()):
            _refuse_existing(rejects_file, "--rejects")
        if rejects_file.absolute() == place.absolute():
            raise click.UsageError("--out and --rejects name the same file.")
    if not (imported.rulings or imported.rejected):
        warn("{file} has no rulings; nothing was written", file=file)
        sys.exit(1)
    rulings: Iterable[Ruling] = imported.rulings
    if suggest:
        rulings = (known.with_suggestions(ruling) for ruling in rulings)
    if imported.rejected:
        rejects_file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(rejects_file, imported.rejects(), state(rejects_file))
    if imported.rulings:  # every command would report an empty file
        known.write(rulings, place, create=True)
    _print_import(file, imported, place, rejects_file, as_json)
    del call.rules  # they were opened before the file existed: the next line opens them with it
    known = call.rules.rulings
    known.of(game_name)  # warns of a ruling with the id of another: no command would show it
    if imported.rejected or not known.shelf.is_whole([call.rules.game(game_name)]):
        sys.exit(1)


def _columns_of_fields(columns: Iterable[str]) -> dict[str, str]:
    """Return the column of each field in ``columns`` (``question=質問文``). Raise for an unknown
    field, which would import nothing, and for one given twice."""
    named: dict[str, str] = {}
    for column in columns:
        field, equals, name = column.partition("=")
        if not equals or field not in RULING_FIELDS:
            what = "Write --column FIELD=COLUMN; fields are {ruling_fields}."
            raise click.UsageError(tr(what, ruling_fields=", ".join(RULING_FIELDS)))
        if field in named:
            raise click.UsageError(tr("{field!r} is mapped to two columns", field=field))
        named[field] = utf8_text(name)
    return named


def _refuse_existing(place: Path, option: str) -> None:
    """Raise if the file ``place``, which ``option`` names, exists: rulings must not be replaced."""
    if place.is_file():
        what = "{place} already exists: remove it, or choose another file with {option}."
        raise click.UsageError(tr(what, place=place, option=option))


def _print_import(
    file: Path, imported: ImportedRulings, place: Path, rejects_file: Path, as_json: bool
) -> None:
    """Print what was imported and where, the rejected rows to correct, and the unused columns."""
    for row in imported.rejected:
        report_reject(str(file), row.line, row.reason)
    if imported.unused:
        warn("ignored columns: {unused}", unused=shortened(", ".join(imported.unused), 300))
    if as_json:
        emit_json(import_json(imported, place, rejects_file if imported.rejected else None))
        return
    if imported.rulings:
        say("{count} rulings in {place}", count=len(imported.rulings), place=place)
    if imported.rejected:
        what = "{count} rejected rows saved in {beside}"
        say(what, count=len(imported.rejected), beside=rejects_file)


@rules_command("review", rulings_command)
def review(call: Call, game_name: str | None = options.game()) -> None:
    """Review the rulings without clauses one by one, and accept or replace the suggested
    clauses.

    Each decision is saved at once, so you can stop at any time and continue later.

    Example: rulebook rulings review -g ws
    """
    rules = call.rules
    waiting = [r for r in rules.rulings.all(game_name) if r.is_suggested and not r.reviewed]
    for at, ruling in enumerate(waiting, start=1):
        offered = rules.rulings.with_suggestions(ruling)
        place = tr("{number} of {count}", number=at, count=len(waiting))
        click.echo(click.style(f"— {place}", dim=True))
        print_lines(_ruling_in_full(rules, offered))
        if not _ask_for_clauses(rules, offered):
            return
    say("nothing more to review")


def _ask_for_clauses(rules: Rules, ruling: Ruling) -> bool:
    """Ask which clauses ``ruling`` rests on, show them, so that a mistyped number is noticed, and
    write them; return whether the review goes on. The prompt explains the answers."""
    offered = list(ruling.numbers)
    shown = set(offered)
    while True:
        _drop_typed_ahead()
        said = click.prompt(tr(_ASKED), default="", show_default=False)
        said = said.strip() or said  # only an empty answer accepts: blanks are not a number
        if said in ("q", "s"):
            return said == "s"
        try:
            words = [] if said in ("", "n") else _BETWEEN.sub(" ", said).split() or [said]
            found = [rules.clause(ruling.game, each) for each in words]
            clauses = list(dict.fromkeys(each.place.clause.number for each in found))
            clauses = clauses or ([] if said == "n" else offered)
            if not clauses and said != "n":
                say("No clauses are suggested: enter numbers, n, s or q.")
                continue
            if shown.issuperset(clauses):  # else they are shown below and offered
                rules.rulings.accept(ruling, clauses)
                return True
        except (InvalidNumber, UnknownClause) as error:
            click.echo(translated(error.message))
            continue
        offered = clauses
        shown.update(clauses)
        for number in clauses:
            print_lines(_clause_lines(rules.book(ruling.game), number))


def _drop_typed_ahead() -> None:
    """Discard what was typed on a terminal so far: Enter, pressed twice or while tables are built,
    would accept clauses that nobody has seen."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


@rules_command("check", rulings_command)
def check(
    call: Call,
    source: str | None = argument(
        metavar="[GAME]", required=False, shell_complete=options.complete_game
    ),
    game: str | None = options.source_game,
    as_json: bool = options.json_flag,
) -> None:
    """Check the rulings of one game or all games for errors and outdated numbers.

    Findings are missing clauses, moved numbers, changed wording, wrong quotations,
    contradictory answers and dates out of order. Exit code 1 if there are findings, 2 if a file
    cannot be read.

    Example: rulebook rulings check ws
    """
    rules = call.rules
    named = options.one_source(source, game)
    names = [utf8_text(named)] if named else [each.key for each in rules.games]
    reports = [rules.rulings.check(name) for name in names]
    for report in reports:
        if as_json:
            for finding in report.findings:
                emit_json(ruling_finding_json(report.game.id, finding))
            continue
        print_lines(report_lines(report))
    faults = dict.fromkeys(fault.message for report in reports for fault in report.faults)
    for fault in faults:
        warn(translated(fault))
    if faults:
        sys.exit(2)
    if any(report.findings for report in reports):
        sys.exit(1)
