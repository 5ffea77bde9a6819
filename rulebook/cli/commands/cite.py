"""``rulebook cite``: clause numbers in any text, checked against the rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.as_json import citation_json
from rulebook.cli import options
from rulebook.cli.command import Call, SpeakingCommand, rules_command
from rulebook.cli.language import tr, warn
from rulebook.cli.options import argument, emit_json, flag, option
from rulebook.cli.render import report_reject
from rulebook.errors import DocumentError
from rulebook.files import read_file, read_stream
from rulebook.messages import Message
from rulebook.replacing import replace_file, state_of_content
from rulebook.text.data_files import conversion_hint, decode_text, encoding_trouble
from rulebook.text.display import on_one_line, shortened, visible
from rulebook.text.normal import LineIndex

if TYPE_CHECKING:
    from rulebook import CheckedCitation, RewrittenText, Rules

_AROUND = 3  # unchanged lines that are shown before and after changed ones
_NO_NEWLINE = "\\ No newline at end of file"  # else ``patch`` refuses such a file
_ASSUMED = "{count} numbers without an edition were read as of {since}; give their edition (--from)"
_FORMS = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}
_COLORS = {
    "found": "green",
    "missing": "red",
    "misquoted": "red",
    "unchecked": "yellow",
    "moved": "yellow",
    "ambiguous": "yellow",
}


def changed_lines(old: str, new: str, old_name: str, new_name: str) -> Iterator[str]:
    """Yield a unified diff. Lines are paired, as none moves: ``difflib`` takes quadratic time."""
    # Carriage returns stay, since ``patch`` needs them to match.
    pairs = list(zip(old.split("\n"), new.split("\n"), strict=True))
    last = len(pairs) - 1 if pairs[-1] != ("", "") else None  # a line without newline, if any
    pairs = pairs if last is not None else pairs[:-1]
    hunks: list[tuple[int, int]] = []
    for at in (at for at, (was, now) in enumerate(pairs) if was != now):
        start, end = max(0, at - _AROUND), min(len(pairs), at + 1 + _AROUND)
        if hunks and start <= hunks[-1][1]:  # joined: ``patch`` refuses overlapping hunks
            start = hunks.pop()[0]
        hunks.append((start, end))
    if hunks:
        yield from (f"--- {old_name}", f"+++ {new_name}")
    for start, end in hunks:
        yield f"@@ -{start + 1},{end - start} +{start + 1},{end - start} @@"
        for is_same, run in groupby(range(start, end), key=lambda at: pairs[at][0] == pairs[at][1]):
            places = list(run)
            for side, sign in enumerate(" " if is_same else "-+"):
                yield from (f"{sign}{pairs[at][side]}" for at in places)
                if places[-1] == last:
                    yield _NO_NEWLINE


@rules_command("cite", cls=SpeakingCommand)
def cite_command(
    call: Call,
    files: tuple[str, ...] = argument(metavar="FILE…", nargs=-1, required=True),
    game_name: str | None = options.game(),
    upgrade: str | None = option(
        metavar="GAME@EDITION", help="Rewrite clause numbers to those of this edition."
    ),
    since: str | None = option(
        "--from", metavar="EDITION", help="Edition of clause numbers that name no edition."
    ),
    site_address: str = options.links,
    write: bool = flag(help="Write the changes of --upgrade or --links."),
    form: str | None = option(
        type=click.Choice(["text", "markdown", "html"]),
        help="Format of the text, if the file name does not show it.",
    ),
    quiet: bool = flag("-q", "--quiet", help="Show only citations with errors."),
    as_json: bool = options.json_flag,
) -> None:
    """Check the clause numbers in texts: whether they exist, in which edition, and whether
    quotations match.

    FILE is text, Markdown, HTML or source code; “-” reads standard input. A number belongs to
    the game named next to it (ws 9.2.2, ws@1.109 9.2.2), else to -g, else to the only game that
    the text names. Words quoted near a number that its clause lacks are reported as unchecked.
    Exit code 1 if a citation is wrong or unchecked, so the command can be used in a hook.

    --upgrade and --links print a diff and change files only with --write; standard input is
    rewritten to standard output.  Exit code 1 then means that there is something to write, that a
    number was left unchanged, that numbers were read as of the previous edition without --from,
    or that the wording of a clause changed and should be read again.

    Example: rulebook cite -g ws notes.md
    """
    if upgrade is not None and site_address:
        raise click.UsageError("Give either --upgrade or --links, not both.")
    if since is not None and upgrade is None:
        raise click.UsageError("--from requires --upgrade.")
    if upgrade is not None and options.is_given("game_name"):
        raise click.UsageError("-g cannot be combined with --upgrade, which names the game.")
    if write and upgrade is None and not site_address:
        raise click.UsageError("--write requires --upgrade or --links.")
    if (as_json or quiet) and (upgrade is not None or site_address):
        raise click.UsageError("--json and -q cannot be combined with --upgrade or --links.")
    rules = call.rules
    is_wrong = False
    is_empty = not (upgrade is not None or site_address or quiet)
    # A file with two names is read once: rewritten twice, its new numbers would be taken for old.
    once = {name if name == "-" else os.path.realpath(name): name for name in files}
    for name in once.values():
        text = _read_exact_text(name)
        kind = form or _FORMS.get(Path(name).suffix.lower(), "text")
        if upgrade is not None:
            new = rules.rulings.upgrade(text, upgrade, since=since, form=kind)
        elif site_address:
            new = rules.rulings.link(text, site_address, game=game_name, form=kind)
        else:
            checked = rules.rulings.cite(text, game_name, form=kind)
            wrong = [each for each in checked if not each.is_right]
            _print_checked(rules, name, text, wrong if quiet else checked, as_json=as_json)
            is_empty, is_wrong = is_empty and not checked, is_wrong or bool(wrong)
            continue
        is_wrong = _show_rewritten(name, text, new, write=write) or is_wrong
        if since is None and new.assumed:
            warn(_ASSUMED, count=new.assumed, since=new.since)
            is_wrong = True
    if is_empty:
        warn("no clause numbers found")
    if is_wrong:
        sys.exit(1)


def _read_exact_text(name: str) -> str:
    """Return the text of the file ``name`` (``-``: standard input) with its line ends, since it may
    be written back. Raises :class:`DocumentError` if it is unreadable or, with line, not UTF-8."""
    try:
        raw = read_stream(sys.stdin.buffer) if name == "-" else read_file(Path(name))
    except OSError as error:
        what = Message("cannot be read ({reason})", reason=error.strerror or error)
        raise DocumentError(name, what, hint="Give a text file.") from error
    try:
        decode_text(raw)  # only to check: it changes line ends
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        trouble, hint = encoding_trouble(raw, error.start), conversion_hint(raw, name)
        line = raw.count(b"\n", 0, error.start) + 1
        raise DocumentError(name, trouble, hint=hint, line=line) from error


def _print_checked(
    rules: Rules, name: str, text: str, checked: Sequence[CheckedCitation], *, as_json: bool
) -> None:
    """Print each citation with its place and result as compilers do, so editors can jump there."""
    lines = LineIndex(text)
    for each in checked:
        start = each.citation.span.start
        line, column = lines.line(start), lines.column(start)
        if as_json:
            emit_json(citation_json(name, line, column, each))
        else:
            status = click.style(tr(each.status), fg=_COLORS[each.status])
            printed = visible(each.citation.span.of(text))
            said = f"{status}: {_result_text(rules, each)}"
            click.echo(f"{on_one_line(name)}:{line}:{column}: {printed}: {said}")


def _result_text(rules: Rules, each: CheckedCitation) -> str:
    """Return the result for a citation in words, with the heading, by which users notice a typo."""
    games = [rules.game(id) for id in each.games]
    aliases = " ".join(game.alias for game in games)
    at = f"@{each.edition}" if each.edition else ""
    if each.status == "missing":
        known = [one.edition.name for game in games for one in rules.editions(game.id)]
        if len(games) == 1 and each.edition and each.edition not in known:
            return tr("{aliases} has no edition {edition!r}", aliases=aliases, edition=each.edition)
        return tr("no such clause in {game}", game=f"{aliases or tr('any game')}{at}")
    if len(games) > 1:
        return tr("in {aliases}; name the game next to it", aliases=aliases)
    game = rules.game(f"{each.games[0]}@{each.edition}")
    heading = shortened(rules.book(game.key).by_number[each.number].heading(50), 50)
    is_moved = each.now not in ((), (each.number,))
    moved = tr(", now {now}", now=" ".join(each.now)) if is_moved else ""
    said = {None: "", True: tr(", quotation matches"), False: tr(", quotation does not match")}
    quotation = said[each.quoted]
    if each.status == "unchecked":
        words = shortened(each.misquoted[0].words)
        quotation = tr(", “{words}” near it is not in the clause", words=words)
    return f"{aliases}{at} {heading}{moved}{quotation}"


def _show_rewritten(name: str, text: str, new: RewrittenText, *, write: bool) -> bool:
    """Show the diff of a rewritten text, and write it if ``write`` or if the user agrees. Return
    whether a change, a number or a reworded clause is left to look at."""
    lines = LineIndex(text)
    notes = [(each, tr("{number} is left unchanged", number=each.number)) for each in new.left]
    form = "the wording of {number} has changed: {words}; read it again"
    notes += ((c, tr(form, number=c.number, words=" ".join(words))) for c, words in new.reworded)
    for citation, note in notes:
        report_reject(name, lines.line(citation.span.start), note)
    if name == "-":
        click.echo(new.text, nl=False)
        return bool(new.left or new.reworded)
    path = on_one_line(name.lstrip("/"))
    for line in changed_lines(text, new.text, f"a/{path}", f"b/{path}"):
        color = {"+": "green", "-": "red"}.get(line[:1])
        # Control characters are made visible, except a carriage return, which ``patch`` reads.
        end = "\r" if line.endswith("\r") else ""
        shown = visible(line.removesuffix(end)) + end
        click.echo(click.style(shown, fg=color) if color else shown)
    is_changed = new.text != text
    if is_changed and not write and sys.stdin.isatty():
        write = click.confirm(tr("Write {name}?", name=name), err=True)
    if is_changed and write:
        try:
            replace_file(Path(name), new.text, state_of_content(text.encode()))
        except OSError as error:
            what = Message("cannot be written ({reason})", reason=error.strerror or error)
            raise DocumentError(name, what, hint="Give a file that you can write to.") from error
        is_changed = False
    return is_changed or bool(new.left or new.reworded)
