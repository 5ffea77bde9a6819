"""``rulebook edition``, ``diff`` and ``trace``: editions of a rulebook and what changed in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from rulebook import ChangeKind, ListedChange, NewGame, WordMark
from rulebook.as_json import added_json, change_json, edition_json, traced_json
from rulebook.cli import options
from rulebook.cli.command import Call, RulesGroup, rules_command
from rulebook.cli.language import say, tr
from rulebook.cli.options import argument, emit_json, flag, option, utf8_text
from rulebook.cli.render import INDENT, print_lines, print_table, report_lines, version_and_date

_HEAD = ("", "edition", "version", "effective", "clauses")
_MARKS: Mapping[WordMark, tuple[dict[str, Any], str]] = {
    WordMark.REMOVED: ({"fg": "red", "strikethrough": True}, "[-{}-]"),
    WordMark.INSERTED: ({"fg": "green", "underline": True}, "{{+{}+}}"),
}
_SECTIONS = {
    "meaning": "Changes of meaning",
    "words": "Changes of wording",
    "numbers": "New numbers only",
}


@click.group("edition", cls=RulesGroup)
def edition_command() -> None:
    """Add an edition of a rulebook, or list its editions.

    Example: rulebook edition list ws
    """


@rules_command("add", edition_command)
def add(
    call: Call,
    game: str = argument(),
    file: str = argument(),
    into: Path | None = option(
        type=options.FOLDER,
        help="Corpus to add the edition to; a new folder begins as a copy of the open corpus.",
    ),
    version: str | None = option(help="Version, if the document does not state it."),
    effective: datetime | None = option(
        type=options.DAY, help="Effective date, if the document does not state it."
    ),
    not_current: bool = flag(help="Do not make it the current edition."),
    force_smaller: bool = flag(
        help="Accept a document with far fewer clauses as the current edition."
    ),
    settlement: Path | None = option(
        "--settle",
        type=options.file_path(exists=True),
        help="File with alignments settled by hand; see “alignment.toml” in CONTRIBUTING.md.",
    ),
    title: str | None = option(help="Create a new game with this title."),
    title_en: str = option(default="", help="English title of the new game."),
    alias: str = option(default="", help="Alias of the new game."),
    publisher: str = option(default="", help="Publisher of the new game."),
    as_json: bool = options.json_flag,
) -> None:
    """Add a new edition of GAME from FILE (text or PDF) and carry its tables over to it.

    The edition is aligned with the current one, and every clause number in the tables of the
    game is rewritten or reported. A report lists moved, edited, added and removed clauses and
    everything that needs a review; it is printed and saved as report.md in the folder of the
    edition. The old edition remains available: rulebook show ws@1.109 9.2.2. Nothing is written
    unless every step succeeds, and running the command again changes nothing.

    Without --into, the edition is added to the corpus given by --corpus, or else to your data
    folder, which every command reads.

    Example: rulebook edition add ws ws-1.111.txt
    """
    if not title and (title_en or alias or publisher):
        raise click.UsageError("--title-en, --alias and --publisher need a new game: --title.")
    added = call.rules.add_edition(
        utf8_text(game),
        file,
        into=into,
        version=version,
        effective=effective.date() if effective else None,
        not_current=not_current,
        force_smaller=force_smaller,
        settlement=settlement,
        new_game=NewGame(title, title_en, alias, publisher) if title else None,
    )
    rulings = call.rules.rulings_after(added) if added.plan else None
    if as_json:
        emit_json(added_json(added, rulings.findings if rulings else ()))
        return
    if added.plan is None:
        what = "{game} already has this document as edition {edition}: nothing changed"
        say(what, game=added.game.title, edition=added.game.edition.name)
        return
    click.echo(added.report_in(tr), nl=False)
    click.echo()
    say("{key} is in {folder}", key=added.game.key, folder=added.folder)
    if rulings and rulings.findings:
        click.echo()
        print_lines(report_lines(rulings))


@rules_command("list", edition_command)
def list_editions(
    call: Call, game_name: str = options.game(required=True), as_json: bool = options.json_flag
) -> None:
    """List the editions of GAME, oldest first; an asterisk marks the current one.

    Example: rulebook edition list ws
    """
    rules = call.rules
    current = rules.game(game_name.partition("@")[0]).edition.name
    books = [rules.book(edition.key) for edition in rules.editions(game_name)]
    if as_json:
        for book in books:
            emit_json(edition_json(book, is_current=book.game.edition.name == current))
        return
    editions = [(book.game.edition, book.printed_count) for book in books]
    rows = [("*" * (e.name == current), e.name, *version_and_date(e), str(n)) for e, n in editions]
    print_table(rows, _HEAD)


@rules_command("diff")
def diff_command(
    call: Call,
    old: str = argument(metavar="A"),
    new: str = argument(metavar="B"),
    kinds: tuple[str, ...] = option(
        "--kind",
        multiple=True,
        type=click.Choice([kind.value for kind in ChangeKind]),
        help="Show only changes of this kind; may be repeated.",
    ),
    page: Path | None = option(
        "--html", type=options.file_path(), help="Write an HTML page to this file."
    ),
    site_address: str = options.links,
    as_json: bool = options.json_flag,
) -> None:
    """Show what changed between two editions, clause by clause, with the changed words marked.

    A and B are games (ws, ws@1.109) or files. A clause number in a text that only follows its
    renumbered clause is not a change. Unchanged clauses are omitted unless --kind kept is
    given; clauses that were moved, added or removed together with their parent are listed with
    it. Changes of meaning (numbers, may or must, who, when) come first, then changes of
    wording, then new numbers; a substitution in several clauses is listed once. --json prints
    everything: one object for each pair of an old and a new clause, so a split or merged clause
    is in several objects.

    Example: rulebook diff ws@1.109 ws-1.111.txt
    """
    if site_address and page is None:
        raise click.UsageError("--links requires --html.")
    if old == new == "-":
        raise click.UsageError("Only one of A and B can be standard input (-).")
    documents = [Path(source) for source in (old, new) if Path(source).exists()]
    if page is not None and page.exists() and any(map(page.samefile, documents)):
        raise click.UsageError("--html names one of the documents.")
    rules = call.rules
    comparison = rules.diff(utf8_text(old), utf8_text(new))
    wanted = [ChangeKind(kind) for kind in kinds]
    if page is not None:
        options.write_output(page, rules.diff_html(comparison, wanted, site_address), "--html")
    elif as_json:
        for change in comparison.alignment.changes:
            if not wanted or change.kind in wanted:
                for row in change_json(comparison.with_differences(change)):
                    emit_json(row)
    else:
        click.echo(f"{comparison.old_name} → {comparison.new_name}")
        click.echo(", ".join(f"{count} {tr(kind)}" for kind, count in comparison.counts().items()))
        listing = comparison.listing(*([wanted] if wanted else []))
        for section, substitutions, changes in listing.sections():
            click.echo("\n" + click.style(tr(_SECTIONS[section]), underline=True))
            # Words that were replaced everywhere are listed once, not with each of their clauses.
            for each in substitutions:
                count = tr("replaced in {count} clauses", count=len(each.changes))
                head = click.style(f"{each.old} → {each.new}  {count}", bold=True)
                click.echo(f"\n{head}\n{INDENT}{', '.join(c.arrow for c in each.changes)}")
            for listed in changes:
                print_lines(["", *_change_lines(listed)])


def _change_lines(listed: ListedChange) -> Iterator[str]:
    """Yield the lines of one change; clauses below are printed if they were added or removed."""
    change, marked = listed.change, listed.marked
    following = len(listed.followers)
    more = tr(" and {following} below", following=following) if following else ""
    doubt = "" if change.sure else f"  ({tr('not sure')})"
    yield click.style(f"{tr(change.kind.value)}  {change.arrow}{more}{doubt}", bold=True)
    texts: Sequence[tuple[str, Iterable[tuple[WordMark, str]]]]
    match change.kind:
        case ChangeKind.EDITED | ChangeKind.MOVED_EDITED:
            texts = [("", marked.segments())]
        case ChangeKind.SPLIT | ChangeKind.MERGED:
            # Old and then new clauses: one text cannot show several.
            sides = ((marked.old, WordMark.REMOVED), (marked.new, WordMark.INSERTED))
            texts = [(f"{t.number}  ", t.segments(mark)) for side, mark in sides for t in side]
        case ChangeKind.REMOVED | ChangeKind.ADDED:
            is_new = change.kind is ChangeKind.ADDED
            mark = WordMark.INSERTED if is_new else WordMark.REMOVED
            below = [(each.new if is_new else each.old)[0] for each in (marked, *listed.followers)]
            texts = [(f"{t.number}  " if following else "", [(mark, t.text)]) for t in below]
        case _:
            texts = [("", [(WordMark.SAME, marked.new[0].text)])]
    colored = sys.stdout.isatty() and click.get_current_context().color is not False
    for shown, segments in texts:
        for mark, text in segments:
            if mark is WordMark.SAME or not text:
                shown += text
            else:  # in color or, in files, as git marks them
                style, brackets = _MARKS[mark]
                shown += click.style(text, **style) if colored else brackets.format(text)
        yield from (INDENT + line for line in shown.split("\n"))


@rules_command("trace")
def trace_command(
    call: Call,
    number: str = argument(shell_complete=options.complete_number),
    game_name: str = options.game(required=True),
    as_json: bool = options.json_flag,
) -> None:
    """Follow one clause through all editions of its game, oldest first.

    NUMBER is a clause of the edition GAME@VERSION, or of the current edition. For each edition,
    the clause is shown with its number there and its change since the previous edition.

    Example: rulebook trace ws@1.109 4.10.1
    """
    rules = call.rules
    for traced in rules.trace(game_name, utf8_text(number)):
        book = rules.book(traced.game.key)
        if as_json:
            emit_json(traced_json(book, traced))
            continue
        kinds = ", ".join(dict.fromkeys(tr(change.kind.value) for change in traced.changes))
        # An unsure alignment is marked: the clause may be another.
        doubt = "" if all(change.sure for change in traced.changes) else f" ({tr('not sure')})"
        came = click.style(f"  {kinds}{doubt}" if kinds else "", dim=True)
        click.echo(f"{book.game.dated_name}{came}")
        for shown in traced.numbers:
            click.echo(f"  {click.style(shown, bold=True)}  {book.by_number[shown].heading()}")
        if not traced.numbers:
            click.echo(f"  {tr('not in this edition')}")
