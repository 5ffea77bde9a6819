"""``rulebook rulings``: what was ruled, with the clauses that it rests on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

import click

from rulebook.as_json import ruling_finding_json, ruling_json
from rulebook.cli.main import Settings
from rulebook.cli.options import complete_game, emit_json, game_option, json_option, read_text
from rulebook.cli.render import edition
from rulebook.text.width import shortened

if TYPE_CHECKING:
    from rulebook.api import Rules
    from rulebook.rulings.model import Ruling
    from rulebook.rulings_api import RulingReport

_INDENT = "  "


@click.group("rulings")
def command() -> None:
    """What was ruled: questions, answers, and the clauses that they rest on.

    Rulings lie in rulings/ in the folder of a game, in your own data folder, and wherever
    “rulebook --rulings PATH” says, as TOML or JSON Lines.

    Example: rulebook rulings list -g ws
    """


# ---- Finding


@command.command("list")
@game_option()
@click.option("--clause", help="Only those that rest on this clause.")
@click.option("--card", help="Only those on cards whose name or text holds this.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only those of that day or later.")
@click.option("-n", "limit", type=click.IntRange(1), help="How many.")
@json_option
@click.pass_obj
def list_rulings(
    settings: Settings,
    game_name: str | None,
    clause: str | None,
    card: str | None,
    since: datetime | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """The rulings of a game or of all games, the newest first.

    Example: rulebook rulings list -g ws --clause 9.2.2
    """
    found = _resting_on(settings.rules, game_name, read_text(clause) if clause else None)
    if card is not None:
        found = (ruling for ruling in found if any(card in name for name in ruling.cards))
    if since is not None:
        found = (r for r in found if r.date is not None and r.date >= since.date())
    _print_all(islice(found, limit), as_json)


def _resting_on(rules: Rules, game: str | None, clause: str | None) -> Iterable[Ruling]:
    if clause is None:
        return rules.rulings.all(game)
    if game is None:
        raise click.UsageError("--clause needs the game: -g GAME.")
    return rules.rulings.at(game, clause)


def _print_all(found: Iterable[Ruling], as_json: bool) -> None:
    count = 0
    for count, ruling in enumerate(found, start=1):  # noqa: B007 - told below
        if as_json:
            emit_json(ruling_json(ruling))
        else:
            click.echo(ruling_line(ruling))
    if not count:
        click.echo("rulebook: no rulings found", err=True)
        sys.exit(1)


def ruling_line(ruling: Ruling) -> str:
    """Return a ruling on one line: id, date, clauses, question."""
    day = ruling.date.isoformat() if ruling.date else "undated"
    state = "" if ruling.state == "in force" else f" [{ruling.state}]"
    id = click.style(ruling.id, bold=True)
    return f"{id}  {day}  {_numbers(ruling)}{state}  {shortened(ruling.question, 60)}"


def _numbers(ruling: Ruling) -> str:
    numbers = " ".join(ruling.numbers) or "no clause"
    return f"{numbers} (suggested)" if ruling.suggested and ruling.is_suggested else numbers


@command.command("show")
@click.argument("id", metavar="ID")
@game_option()
@json_option
@click.pass_obj
def show(settings: Settings, id: str, game_name: str | None, as_json: bool) -> None:
    """A ruling with its clauses.

    Example: rulebook rulings show ws-case-001
    """
    rules = settings.rules
    ruling = rules.rulings.find(read_text(id), game_name)
    if as_json:
        emit_json(ruling_json(ruling))
        return
    for line in _lines(rules, ruling):
        click.echo(line)


def _lines(rules: Rules, ruling: Ruling) -> Iterator[str]:
    book = rules.book(ruling.game)
    day = f" {ruling.date}" if ruling.date else ""
    yield f"{click.style(ruling.id, bold=True)}  {book.game.title}{day}  {ruling.state}"
    yield click.style(f"{ruling.source.name} {ruling.source.address}".rstrip(), dim=True)
    for mark, text in (("問", ruling.question), ("答", ruling.answer)):
        yield ""
        yield from (f"{mark if not at else '　'} {t}" for at, t in enumerate(text.split("\n")))
    for card in ruling.cards:
        yield from ("", *(f"{_INDENT}{line}" for line in card.split("\n")))
    for old, new in ruling.moved:
        yield f"moved: {old} → {new or 'gone'} ({ruling.worded})"
    yield ""
    if ruling.is_suggested:
        yield "clauses, suggested only" if ruling.suggested else "no clauses yet"
    confidence = {each.clause: f"  ({each.confidence})" for each in ruling.suggested}
    for number in ruling.numbers:
        clause = book.by_number.get(number)
        said = clause.heading(60) if clause else "no such clause"
        sure = confidence.get(number, "") if ruling.is_suggested else ""
        yield f"{click.style(number, bold=True)}  {said}{sure}"


# ---- Checking


@command.command("check")
@click.argument("game", required=False, shell_complete=complete_game)
@json_option
@click.pass_obj
def check(settings: Settings, game: str | None, as_json: bool) -> None:
    """What is wrong or out of date in the rulings of a game, or of all games.

    Clauses that are not there, numbers that have moved, words that changed since, wrong
    quotations, two answers to one question, dates out of order.  Exit code 1 when there is
    something to look at, 2 when a file cannot be read.

    Example: rulebook rulings check ws
    """
    rules = settings.rules
    names = [read_text(game)] if game else [each.key for each in rules.games]
    reports = [rules.rulings.check(name) for name in names]
    for report in reports:
        if as_json:
            for finding in report.findings:
                emit_json(ruling_finding_json(report.game.id, finding))
            continue
        for line in report_lines(report):
            click.echo(line)
    faults = dict.fromkeys(str(fault) for report in reports for fault in report.faults)
    for fault in faults:
        click.echo(f"rulebook: {fault}", err=True)
    if faults:
        sys.exit(2)
    if any(report.findings for report in reports):
        sys.exit(1)


def report_lines(report: RulingReport) -> Iterator[str]:
    """Yield the lines that show what is to be looked at in the rulings of a game."""
    yield click.style(edition(report.game), bold=True)
    yield f"  {report.count} rulings, {len(report.findings)} findings"
    for finding in report.findings:
        problem = click.style(f"{finding.problem:<15}", fg="yellow")
        yield f"    {problem} {finding.ruling.id}  {finding.message}"
        yield click.style(f"{'':20}{finding.ruling.place}", dim=True)
