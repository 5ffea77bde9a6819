"""``rulebook edition``: add an edition of a rulebook, or list its editions."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from rulebook import NewGame
from rulebook.as_json import added_json, edition_json
from rulebook.cli import options
from rulebook.cli.command import Call, RulesGroup, rules_command
from rulebook.cli.commands.rulings import report_lines
from rulebook.cli.language import say, tr
from rulebook.cli.options import argument, emit_json, file_path, flag, option, read_text
from rulebook.cli.render import print_lines, print_table, version_and_date

_HEAD = ("", "edition", "version", "effective", "clauses")


@click.group("edition", cls=RulesGroup)
def command() -> None:
    """Add an edition of a rulebook, or list its editions.

    Example: rulebook edition list ws
    """


@rules_command("add", command)
def add(
    call: Call,
    game: str = argument(),
    file: str = argument(),
    into: Path | None = option(
        type=click.Path(path_type=Path, file_okay=False),
        help="Corpus to add the edition to; a new folder begins as a copy of the open corpus.",
    ),
    version: str | None = option(help="Version, if the document does not state it."),
    effective: datetime | None = option(
        type=click.DateTime(["%Y-%m-%d"]), help="Effective date, if the document does not state it."
    ),
    not_current: bool = flag(help="Do not make it the current edition."),
    force_smaller: bool = flag(
        help="Accept a document with far fewer clauses as the current edition."
    ),
    settlement: Path | None = option(
        "--settle",
        type=file_path(exists=True),
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
        read_text(game),
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


@rules_command("list", command)
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
