"""``rulebook diff``: what changed between two editions, clause by clause."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from rulebook import ChangeKind, ListedChange, WordMark
from rulebook.as_json import change_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import tr
from rulebook.cli.options import argument, emit_json, file_path, option, read_text, write_output
from rulebook.cli.render import INDENT, print_lines

_MARKS: Mapping[WordMark, tuple[dict[str, Any], str]] = {
    WordMark.REMOVED: ({"fg": "red", "strikethrough": True}, "[-{}-]"),
    WordMark.INSERTED: ({"fg": "green", "underline": True}, "{{+{}+}}"),
}
_SECTIONS = {
    "meaning": "Changes of meaning",
    "words": "Changes of wording",
    "numbers": "New numbers only",
}


@rules_command("diff")
def command(
    call: Call,
    old: str = argument(metavar="A"),
    new: str = argument(metavar="B"),
    kinds: tuple[str, ...] = option(
        "--kind",
        multiple=True,
        type=click.Choice([kind.value for kind in ChangeKind]),
        help="Show only changes of this kind; may be repeated.",
    ),
    page: Path | None = option("--html", type=file_path(), help="Write an HTML page to this file."),
    base: str = options.links,
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
    if base and page is None:
        raise click.UsageError("--links requires --html.")
    if old == new == "-":
        raise click.UsageError("Only one of A and B can be standard input (-).")
    documents = [Path(source) for source in (old, new) if Path(source).exists()]
    if page is not None and page.exists() and any(map(page.samefile, documents)):
        raise click.UsageError("--html names one of the documents.")
    rules = call.rules
    comparison = rules.diff(read_text(old), read_text(new))
    wanted = [ChangeKind(kind) for kind in kinds]
    if page is not None:
        write_output(page, rules.diff_html(comparison, wanted, base), "--html")
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
            click.echo("\n" + click.style(f"{tr(_SECTIONS[section])}", underline=True))
            # Words that were replaced everywhere are listed once, not with each of their clauses.
            for each in substitutions:
                count = tr("replaced in {count} clauses", count=len(each.changes))
                head = click.style(f"{each.old} → {each.new}  {count}", bold=True)
                click.echo(f"\n{head}\n{INDENT}{', '.join(c.arrow for c in each.changes)}")
            for listed in changes:
                print_lines(["", *_change_lines(listed)])


def _change_lines(listed: ListedChange) -> Iterator[str]:
    """Yield the lines of one change: kind, numbers, and the text with its changed words marked; of
    a split or merger, old texts before new ones. Clauses below are printed if added or removed."""
    change, marked = listed.change, listed.marked
    following = len(listed.followers)
    more = tr(" and {following} below", following=following) if following else ""
    doubt = "" if change.sure else f"  ({tr('not sure')})"
    yield click.style(f"{tr(change.kind.value)}  {change.arrow}{more}{doubt}", bold=True)
    match change.kind:
        case ChangeKind.EDITED | ChangeKind.MOVED_EDITED:
            yield from _marked_text_lines(marked.segments())
        case ChangeKind.SPLIT | ChangeKind.MERGED:
            # Old and then new clauses: one text cannot show several.
            for texts, mark in ((marked.old, WordMark.REMOVED), (marked.new, WordMark.INSERTED)):
                for each in texts:
                    head = (WordMark.SAME, f"{each.number}  ")
                    yield from _marked_text_lines([head, *each.segments(mark)])
        case ChangeKind.REMOVED | ChangeKind.ADDED:
            is_new = change.kind is ChangeKind.ADDED
            mark = WordMark.INSERTED if is_new else WordMark.REMOVED
            for below in (marked, *listed.followers):
                text = (below.new if is_new else below.old)[0]
                number = f"{text.number}  " if following else ""
                yield from _marked_text_lines([(WordMark.SAME, number), (mark, text.text)])
        case _:
            yield from _marked_text_lines([(WordMark.SAME, marked.new[0].text)])


def _marked_text_lines(segments: Iterable[tuple[WordMark, str]]) -> Iterator[str]:
    """Yield the lines of a text, changed words in color or, in files, as git marks them."""
    colored = sys.stdout.isatty() and click.get_current_context().color is not False
    out = []
    for mark, text in segments:
        if mark is WordMark.SAME or not text:
            out.append(text)
        else:
            style, brackets = _MARKS[mark]
            out.append(click.style(text, **style) if colored else brackets.format(text))
    return (INDENT + line for line in "".join(out).split("\n"))
