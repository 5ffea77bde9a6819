"""``rulebook cards``: how far the card texts of a file are understood, and a library of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rulebook import LibraryCard, load_cards
from rulebook.cli import options
from rulebook.cli.call import progress
from rulebook.cli.command import Call, RulesGroup, rules_command
from rulebook.cli.language import tr, warn
from rulebook.cli.options import argument, emit_json, file_path, flag, option, utf8_text
from rulebook.cli.render import print_lines, print_table, report_reject
from rulebook.errors import CardLibraryError
from rulebook.messages import Message
from rulebook.text.display import on_one_line, shortened, visible

_cards_file = argument(type=file_path(exists=True, allow_dash=True))
_card_columns = options.columns("Map a field to a column: id, text.")
_COUNTS = "{new} new, {changed} changed, {unchanged} unchanged, {gone} removed, {anew} read again"
_MORE = "{count} more cards: use a larger -n"
_db = option(required=True, type=file_path(), help="Database written by `cards index`.")
_REPORTED = 20  # rejected rows; the others are only counted


@click.group("cards", cls=RulesGroup)
def cards_command() -> None:
    """Measure how well card texts are understood, and index cards in a library to search.

    Example: rulebook cards index -g ws cards.jsonl --out cards.db
    """


@rules_command("stats", cards_command)
def stats(
    call: Call,
    file: Path = _cards_file,
    game_name: str = options.game(required=True),
    columns: tuple[str, ...] = _card_columns,
    form: str | None = options.card_form,
    as_json: bool = options.json_flag,
) -> None:
    """Count fully and partly understood cards, and parsed characters.

    FILE has cards as JSON Lines, {"id", "text"} per line, JSON or CSV; “-” reads standard
    input.

    Example: rulebook cards stats -g ws cards.jsonl
    """
    with given_cards(file, columns, form) as cards:
        counts = call.rules.card_counts(game_name, cards)
        if as_json:
            emit_json(counts.as_json())
        else:
            share = _percent(counts.characters - counts.unparsed_characters, counts.characters)
            read = {"parsed": counts.parsed, "partial": counts.partial, "failed": counts.failed}
            rows = [(tr("cards"), str(counts.cards))]
            rows += [(f"  {tr(k)}", f"{n} ({_percent(n, counts.cards)})") for k, n in read.items()]
            # The share shows progress of a grammar that counts of whole cards hide.
            said = tr("{characters}, {share} parsed", characters=counts.characters, share=share)
            rows += [(tr("abilities"), str(counts.abilities)), (tr("characters"), said)]
            print_table(rows)


@rules_command("gaps", cards_command)
def gaps(
    call: Call,
    file: Path = _cards_file,
    game_name: str = options.game(required=True),
    columns: tuple[str, ...] = _card_columns,
    form: str | None = options.card_form,
    limit: int = options.limit(20),
    as_json: bool = options.json_flag,
) -> None:
    """List wordings that the grammar does not know, most frequent first, then damaged texts.

    For each place at which the parser stops: the number of cards that have it, the number of
    cards with no other gap, the words around it (“|” marks the place), and the expected tokens.
    FILE has cards as JSON Lines, {"id", "text"} per line, JSON or CSV; “-” reads standard
    input.

    Example: rulebook cards gaps -g ws cards.jsonl
    """
    with given_cards(file, columns, form) as cards:
        missing = call.rules.card_gaps(game_name, cards)
        for part in missing[:limit]:
            if as_json:
                emit_json(part.as_json())
                continue
            number = click.style(str(part.cards), bold=True)
            said = tr("{number} cards ({alone} with no other gap)", number=number, alone=part.alone)
            click.echo(f"{said}  {visible(part.words)}")
            expected = tr("expected"), shortened(" ".join(part.expected), 70)
            name, cause = (tr("damaged"), part.damage) if part.damage else expected
            rows = [
                (f"    {tr('in')}", shortened(visible(part.example), 70)),
                (f"    {name}", cause),
                (f"    {tr('cards')}", on_one_line(" ".join(part.ids[:5]))),
            ]
            print_table(rows)
    if missing:
        sys.exit(1)


def _percent(part: int, whole: int) -> str:
    """Return ``part`` of ``whole`` as a percentage, or a dash if ``whole`` is 0."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


@rules_command("index", cards_command)
def index(
    call: Call,
    files: tuple[Path, ...] = argument(nargs=-1, type=file_path()),
    game_name: str = options.game(required=True),
    out: Path = option(required=True, type=file_path(), help="Database file to write."),
    columns: tuple[str, ...] = options.columns(
        "Map a field to a column: id, name, type, colour, level, text, owner (of the text)."
    ),
    form: str | None = options.card_form,
    jobs: int | None = options.jobs,
    scheduler: str | None = options.scheduler,
    as_json: bool = options.json_flag,
) -> None:
    """Index FILES of cards (JSON Lines, JSON, CSV) in one SQLite database.

    Run it again after a file has changed or after an interruption: only changed cards are read.
    Rejected rows are stored in the table “rejects” with line and reason.

    Example: rulebook cards index -g ws cards.csv --column text=効果 --out cards.db
    """
    if not files and not out.exists():
        raise click.UsageError("Name FILES of cards: there is no library to update yet.")
    processes = options.processes_for(jobs, files)
    with progress(lambda done: tr("{count} cards", count=done)) as show:
        report = call.rules.card_library(game_name, out).index(
            files, columns=columns, form=form, jobs=processes, scheduler=scheduler, progress=show
        )
    counts = report.as_json()
    if as_json:
        emit_json(counts)
    else:
        click.echo(f"{out}: {tr(_COUNTS, **counts)}")
        for path, line, reason in report.reported:
            report_reject(str(path), line, reason)
        for path in report.empty:
            warn("cards of {path} that were not read stay in the library", path=path)
        if report.foreign:  # perhaps a wrong ``-g``
            what = "{count} cards look like those of another game; see the view unread_parts"
            warn(what, count=report.foreign)
        if report.rejected:
            warn("{count} rows are not cards; see the table rejects", count=report.rejected)
    if report.rejected or report.empty:
        sys.exit(1)


@rules_command("find", cards_command)
def find(
    call: Call,
    query: str = argument(),
    game_name: str | None = options.game(),
    db: Path = _db,
    limit: int = options.limit(50),
    as_sql: bool = flag("--sql", help="Print the SQL and its values without running it."),
    as_json: bool = options.json_flag,
) -> None:
    """Find cards by meaning: cost:, effect:, trigger:, condition:, keyword:, level>=2 and
    words.

    Adjacent terms must hold for the same ability; AND joins terms that may hold for different
    abilities of a card, OR needs only one of its terms, and “-” excludes a term. Write zones,
    players and numbers in parentheses.

    Example: rulebook cards find -g ws "cost:discard(hand) effect:search(deck)" --db cards.db
    """
    found = call.rules.card_library(game_name, db).find(utf8_text(query), limit=limit)
    if as_sql:
        sql, values = found.sql.text, found.sql.values
        if as_json:
            emit_json({"sql": sql, "values": list(values)})
        else:
            print_lines([sql, *(f"-- ?{place} = {v!r}" for place, v in enumerate(values, start=1))])
        return
    _print_cards(found.cards, as_json)
    options.count_left_out(found.total - len(found.cards), _MORE)
    if found.partial:
        warn("{count} of the cards are only partly understood", count=found.partial)


@rules_command("using", cards_command)
def using(
    call: Call,
    number: str = argument(),
    game_name: str | None = options.game(),
    db: Path = _db,
    limit: int = options.limit(20),
    as_json: bool = options.json_flag,
) -> None:
    """List the cards that a clause governs, by role, with the words that it applies to.

    A heading includes all clauses below it.

    Example: rulebook cards using ws 8.10.3 --db cards.db
    """
    library, wanted = call.rules.card_library(game_name, db), utf8_text(number)
    found = library.using(wanted, limit=limit)
    for role, cards in found.items():
        if not as_json:
            click.echo(click.style(role, bold=True))
        for card in cards:
            if as_json:
                emit_json(card.as_json())
            else:
                words = shortened(visible(card.words), 60)
                click.echo(f"  {_titled(card.id, card.name)}  「{words}」")
    _exit_if_nothing(found)
    shown = sum(map(len, found.values()))
    options.count_left_out(sum(library.count_using(wanted).values()) - shown, _MORE)


@rules_command("like", cards_command)
def like(
    call: Call,
    card_id: str = argument(metavar="ID"),
    game_name: str | None = options.game(),
    db: Path = _db,
    limit: int = options.limit(10),
    as_json: bool = options.json_flag,
) -> None:
    """List the cards whose meaning is closest to that of the card ID, most similar first.

    Example: rulebook cards like LH/W01-001 --db cards.db
    """
    library = call.rules.card_library(game_name, db)
    _print_cards(library.alike(utf8_text(card_id), limit=limit), as_json)


def _print_cards(cards: Sequence[Any], as_json: bool) -> None:
    """Print found or similar cards with their texts, indented so that ids stand out; exit with 1 if
    there are none."""
    for card in cards:
        if as_json:
            emit_json(card.as_json())
            continue
        similarity = f"{card.similarity:.2f}  " if hasattr(card, "similarity") else ""
        click.echo(similarity + _titled(card.id, card.name))
        print_lines(f"    {line}" for line in visible(card.text).splitlines())
    _exit_if_nothing(cards)


def _titled(id: str, name: str | None) -> str:
    """Return id and name of a card for a line; many libraries have cards without names."""
    shown = click.style(on_one_line(id), bold=True)
    return f"{shown}  {on_one_line(name)}" if name else shown


def _exit_if_nothing(found: Sized) -> None:
    """Exit with 1 if nothing was found, as every search does, for use in scripts."""
    if not found:
        warn("no cards match")
        sys.exit(1)


@contextmanager
def given_cards(
    file: Path, columns: tuple[str, ...], form: str | None
) -> Iterator[Iterator[tuple[str | None, str]]]:
    """Yield id and text of each card of ``file``; exit with 1 at the end if rows were no cards."""
    for each in columns:
        if each.partition("=")[0].strip() not in ("id", "text"):  # others have no effect
            what = Message("{each!r} does not map a field to a column", each=each)
            hint = Message("Write FIELD=COLUMN; the fields are {fields}.", fields="id, text")
            raise CardLibraryError(what, hint=hint)
    rows = load_cards(file, columns=tuple(map(utf8_text, columns)), form=form)
    name = tr("standard input") if str(file) == "-" else str(file)
    counts: Counter[bool] = Counter()  # of rows, by whether they are cards

    def cards() -> Iterator[tuple[str | None, str]]:
        """Yield the cards; other rows are skipped, since one must not stop the rest."""
        for row in rows:
            counts[isinstance(row, LibraryCard)] += 1
            if isinstance(row, LibraryCard):
                yield row.id or None, row.text
            elif counts[False] <= _REPORTED:
                report_reject(name, row.line, row.reason)

    yield cards()
    if counts[False]:
        warn("{count} rows are not cards", count=counts[False])
    elif not counts[True]:
        warn("{path} has no cards", path=name)
    else:
        return
    sys.exit(1)
