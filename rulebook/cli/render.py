"""What several commands print: editions, short lines, marked text, the steps of a resolution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from rulebook.cli.call import call_of
from rulebook.cli.language import is_japanese, tr, translated
from rulebook.text.display import columns, on_one_line, shortened, visible
from rulebook.text.normal import with_edits

if TYPE_CHECKING:
    from rulebook import CardResolution, Edition, Game, ResolutionStep, Ruling, RulingReport, Span

INDENT = "  "
_YEAR = 12  # Months


def print_lines(lines: Iterable[str]) -> None:
    """Print ``lines`` one by one, each as soon as it is made, so a long output appears at once."""
    for line in lines:
        click.echo(line)


def report_reject(name: str, line: int, reason: str) -> None:
    """Print ``name:line: reason`` on standard error, a form by which editors jump to a place."""
    click.echo(on_one_line(f"{name}:{line}: {translated(reason)}"), err=True)


def aged_edition(game: Game, current: Game) -> str:
    """Return the name of the rules of ``game`` with date and age, so outdated rules are noticed."""
    stated = game.edition
    name = game.name if stated.version else tr("{name}, version not stated", name=game.name)
    since, other = f", {tr('date not stated')}", ""
    if day := stated.effective:
        since = tr(", of {effective}, {age}", effective=day, age=age(day, date.today()))
    if current.key != game.key:
        other = tr(" (the current edition is {name})", name=current.edition.name)
    return f"{name}{since}{other}"


def age(day: date, today: date) -> str:
    """Return in words how long ago ``day`` is, or how far ahead, so old rules are noticed."""
    first, last = sorted((day, today))
    months = 12 * (last.year - first.year) + last.month - first.month - (last.day < first.day)
    if months >= _YEAR:
        count, forms = months // _YEAR, ("{count} year", "{count} years")
    elif months:
        count, forms = months, ("{count} month", "{count} months")
    else:
        count, forms = (last - first).days, ("{count} day", "{count} days")
    if not count:
        return tr("today")
    time = tr(forms[count > 1], count=count)
    return tr("{time} ago", time=time) if day < today else tr("in {time}", time=time)


def clause_number(game: Game, number: str, **style: Any) -> str:
    """Return ``number`` in a click ``style``, linked to its page if the screen shows links."""
    shown = click.style(number, **style)
    base = call_of(click.get_current_context()).screen.links
    if not base:
        return shown
    address = f"{base.rstrip('/')}/{game.id}/{game.edition.name}/{number}.html"
    return f"\x1b]8;;{visible(address)}\x1b\\{shown}\x1b]8;;\x1b\\"


def print_table(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> None:
    """Print ``rows``, below the translated ``head``, aligned by display width: kanji are wide."""
    table = [tuple(map(tr, head)), *rows] if head else list(rows)
    widths = [max(map(columns, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell + " " * (w - columns(cell)) for cell, w in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def version_and_date(edition: Edition) -> tuple[str, str]:
    """Return version and date of ``edition`` as cells of a table; a document may state neither."""
    effective = edition.effective.isoformat() if edition.effective else tr("not stated")
    return edition.version or tr("not stated"), effective


def styled(text: str, styles: Sequence[tuple[Span, dict[str, Any]]]) -> str:
    """Return ``text`` with each span in its style; none may overlap: one end ends all styles."""
    edits = [(span, click.style(span.of(text), **style)) for span, style in styles]
    return with_edits(text, sorted(edits))


def ruling_line(ruling: Ruling) -> str:
    """Return a ruling on one line for lists: id, date, clauses, state unless in force, question."""
    day = ruling.date.isoformat() if ruling.date else tr("undated")
    state = "" if ruling.state == "in force" else f" [{ruling.state}]"
    numbers = " ".join(ruling.numbers) or tr("no clause")
    suggested = tr(" (suggested)") if ruling.numbers and ruling.is_suggested else ""
    id = click.style(ruling.id, bold=True)
    return f"{id}  {day}  {numbers}{suggested}{state}  {shortened(ruling.question, 60)}"


def report_lines(report: RulingReport) -> Iterator[str]:
    """Yield the lines of the check of a game's rulings, also for an edition that was just added."""
    yield click.style(report.game.dated_name, bold=True)
    found = len(report.findings)
    yield f"  {tr('{rulings} rulings, {findings} findings', rulings=report.count, findings=found)}"
    for finding in report.findings:
        problem = click.style(f"{finding.problem:<15}", fg="yellow")
        said = finding.message if is_japanese() else finding.message_en
        yield f"    {problem} {finding.ruling.id}  {said}"
        yield click.style(f"{'':20}{finding.ruling.place}", dim=True)


def step_lines(
    steps: Iterable[ResolutionStep],
    resolution: CardResolution,
    *,
    verbose: bool = False,
    with_clauses: bool = True,
) -> Iterator[tuple[str, ResolutionStep]]:
    """Yield for each of ``steps`` a numbered line (who decides, what happens, the deciding clause
    or, if ``verbose``, all clauses) and the step itself, whose clause a caller may print below."""
    english = None if is_japanese() else resolution.english
    for number, step in enumerate(steps, start=1):
        said, who = step.said(english), step.who(english)
        label, colon, words = said.partition(": ")
        # Other texts already say it: “may occur”, “may do this”, “may discard”.
        if step.optional and step.part not in ("between", "effect") and "できる" not in step.label:
            said = f"{label}{tr(' (may)')}{colon}{words}"
        # A sentence may begin with it already, or our own label name it.
        if who and not (who in label if step.label else step.text.startswith(who)):
            said = f"{who}：{said}" if english is None else f"{who[:1].upper()}{who[1:]}: {said}"
        numbers = " ".join(step.clauses if verbose else [step.number]) if with_clauses else ""
        shown = click.style(numbers, bold=True) if numbers else ""
        yield f"{number:>3}. {INDENT * step.depth}{visible(said)}  {shown}".rstrip(), step
