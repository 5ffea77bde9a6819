"""``rulebook annotate``, ``resolve``, ``explain``: card texts and the clauses that govern them."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulebook import Span
from rulebook.cli import options
from rulebook.cli.call import progress
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import is_japanese, say, tr, warn
from rulebook.cli.options import argument, emit_json, file_path, flag, option, read_input, utf8_text
from rulebook.cli.render import INDENT, print_lines, step_lines, styled
from rulebook.text.display import shortened, visible

if TYPE_CHECKING:
    from rulebook import Annotation, CardResolution, GoverningClause, Rulebook

_DEFINITION = "definition"
_ROLES = {
    "timing": "when it is played",
    "trigger": "trigger",
    "cost": "cost",
    "step": "step",
    "consequence": "what may follow",
    _DEFINITION: "meanings of words",
}
_GAP = {"fg": "red", "underline": True}
_STAGES = ("lines", "tokens", "tree", "ast", "meaning", "facts")


@rules_command("annotate")
def annotate_command(
    call: Call,
    text: str | None = argument(required=False),
    game_name: str = options.game(required=True),
    file: Path | None = option(
        "--jsonl",
        type=file_path(exists=True, allow_dash=True),
        help="Annotate the cards in this file (formats as in `cards stats`); “-” reads standard"
        " input.",
    ),
    columns: tuple[str, ...] = options.columns("Map a field to a column: id, text."),
    form: str | None = options.card_form,
    jobs: int | None = options.jobs,
    scheduler: str | None = options.scheduler,
    as_html: bool = flag("--html", help="Print an HTML fragment to embed in a page."),
    verbose: bool = flag("-v", "--verbose", help="Print every clause that applies."),
    as_json: bool = options.json_flag,
) -> None:
    """Annotate a card text with the clauses that govern its parts.

    TEXT is one card; “-” reads it from standard input. Parts that are not understood are
    marked, and the exit code is 1. With --jsonl, annotations are printed one per line in
    order; several processes (--jobs) or the workers of a Dask --scheduler share the work.

    Example: rulebook annotate -g ws "【自】 このカードがアタックした時、あなたは1枚引く。"
    """
    if (text is None) == (file is None):
        raise click.UsageError("Give either a card TEXT or a file with --jsonl, not both.")
    if as_html and (as_json or file is not None):
        raise click.UsageError("--html cannot be combined with --json or --jsonl.")
    if file is None and (columns or form or scheduler or jobs):
        raise click.UsageError("--column, --form, --jobs and --scheduler require --jsonl.")
    rules = call.rules
    if file is not None:
        from rulebook.cli.commands.cards import given_cards  # not needed for one text

        processes = options.processes_for(jobs, [file])
        show_count = progress(lambda done: tr("{count} cards", count=done))
        with given_cards(file, columns, form) as cards, show_count as show:
            lines = rules.annotate_lines(game_name, cards, jobs=processes, scheduler=scheduler)
            for count, line in enumerate(lines, start=1):
                click.echo(line)
                show(count)
        return
    given = utf8_text(read_input() if text == "-" else text or "")
    annotation = rules.annotate(game_name, given)
    if as_json:
        click.echo(annotation.json_text())
    elif as_html:
        click.echo(rules.card_html(annotation))
    else:
        resolution = rules.resolve(game_name, given)
        annotation = resolution.annotation
        numbers = {clause.number for clauses in annotation.governing for clause in clauses}
        numbers |= {number for link in annotation.links for number in link.clauses}
        _print_annotation(resolution, rules.headings(game_name, numbers), verbose=verbose)
    if annotation.reading.gaps:
        if other := rules.other_notation(annotation):
            warn(other)
        sys.exit(1)


def _print_annotation(card: CardResolution, headings: Mapping[str, str], *, verbose: bool) -> None:
    """Print the card text, gaps in red and linked words in bold, then the clauses of each ability:
    without ``verbose`` the deciding one and those of its steps, others only counted."""
    annotation, reading = card.annotation, card.annotation.reading
    text = visible(reading.text)
    # Without abilities the whole text is a gap, and only its links are of use.
    gaps = [gap.span for gap in reading.gaps if reading.abilities]
    # The shortest of overlapping links, since ``styled`` takes only spans that do not overlap.
    linked: list[Span] = []
    spans = {Span(link.start, link.end) for link in annotation.links}
    for span in sorted(spans, key=lambda span: (span.end - span.start, span.start)):
        if not _touches(span, linked):
            linked.append(span)
    styles: list[tuple[Span, dict[str, Any]]] = [(span, _GAP) for span in gaps]
    styles += [(span, {"bold": True}) for span in linked if not _touches(span, gaps)]
    click.echo(styled(text, styles).rstrip("\n"))
    _print_gaps(annotation, text)
    click.echo()
    click.secho(annotation.game.dated_name, dim=True)
    if not reading.abilities:  # no grammar reads it: only the terms in it are known
        for link in {link.concept: link for link in annotation.links}.values():
            for number in link.clauses:
                words = text[link.start : link.end]
                click.echo(f"{click.style(number, bold=True)}  {headings[number]}  「{words}」")
    more = 0
    for ability, clauses in zip(card.abilities, annotation.governing, strict=True):
        if len(card.abilities) > 1:
            click.echo(f"\n{shortened(ability.span.of(text), 60)}")
        _print_clauses(annotation, clauses if verbose else clauses[:1], headings)
        if not verbose:
            steps = [*step_lines(ability.own_steps(), card)]
            named = {clauses[0].number, *(step.clause for _, step in steps)} if clauses else set()
            more += sum(clause.number not in named for clause in clauses)
            print_lines(line for line, _ in steps)
    if more:
        say("{count} more clauses: -v", count=more)


def _print_gaps(annotation: Annotation, text: str) -> None:
    """Print what is not understood and why, then misprints, or only that there is no grammar."""
    reading = annotation.reading
    for gap in reading.gaps:
        words, why = (gap.span.of(text), tr(gap.why)) if reading.abilities else (tr(gap.why), "")
        form = "not understood: {text} ({why})" if why else "not understood: {text}"
        click.secho(tr(form, text=words, why=why), fg="red")
    for slip in reading.misprints:
        words, intended = visible(text[slip.start : slip.end]), slip.intended
        said = tr("misprint: “{words}”, read as “{meant}”", words=words, meant=intended)
        click.secho(said, dim=True)


def _print_clauses(
    annotation: Annotation, clauses: Sequence[GoverningClause], headings: Mapping[str, str]
) -> None:
    """Print the deciding clause in full and the others shortened, each with its role and the words
    it is cited for. Clauses that only define words, often many, decide nothing: only numbers."""
    applied = [clause for clause in clauses if clause.role != _DEFINITION]
    for rank, clause in enumerate(applied):
        rule, words = headings[clause.number], annotation.words_for(clause)
        rule = shortened(rule, 60) if rank else rule
        why = tr(_ROLES[clause.role]) + (f": 「{shortened(visible(words), 20)}」" if words else "")
        click.echo(f"{click.style(clause.number, bold=True)}  {rule}")
        click.secho(f"    {why}", dim=True)
    defining = [clause.number for clause in clauses if clause.role == _DEFINITION]
    if defining:
        click.echo(f"{tr(_ROLES[_DEFINITION])}: {' '.join(defining)}")


def _touches(span: Span, others: list[Span]) -> bool:
    """Whether ``span`` overlaps any of ``others``: styles on the same characters must not mix."""
    return any(span.start < other.end and other.start < span.end for other in others)


@rules_command("resolve")
def resolve_command(
    call: Call,
    text: str = argument(),
    game_name: str = options.game(required=True),
    verbose: bool = flag("-v", "--verbose", help="Print every step with all its clauses."),
    as_json: bool = options.json_flag,
) -> None:
    """Resolve a card text step by step.

    TEXT is one card; “-” reads it from standard input. Each ability is followed from its
    trigger to its end: who decides, what it costs, each step with its clause, and what may
    happen in between. Clauses that are the same for every ability are listed once, at the end.

    Example: rulebook resolve -g ws "【自】 このカードがアタックした時、あなたは1枚引く。"
    """
    resolution = call.rules.resolve(game_name, utf8_text(read_input() if text == "-" else text))
    if as_json:
        emit_json(resolution.as_json())
    else:
        _print_resolution(resolution, call.rules.book(game_name), verbose=verbose)
    has_steps = any(ability.steps for ability in resolution.abilities)
    if not has_steps:
        warn("no steps are known for this card; for its clauses, see rulebook annotate")
    if resolution.annotation.reading.gaps or not has_steps:
        sys.exit(1)  # steps are missing where the text was not read


def _print_resolution(resolution: CardResolution, book: Rulebook, *, verbose: bool) -> None:
    """Print the steps of each ability with clause texts; if ``verbose``, all steps with numbers."""
    annotation = resolution.annotation
    text = visible(annotation.reading.text)
    click.secho(annotation.game.dated_name, dim=True)
    for gap in annotation.reading.gaps:
        click.secho(tr("not understood: {text}", text=gap.span.of(text)), fg="red")
    read_out: set[str] = set()
    for ability in resolution.abilities:
        click.echo()
        click.secho(ability.span.of(text).strip(), bold=True)
        steps = ability.steps if verbose else ability.own_steps()
        for line, step in step_lines(steps, resolution, verbose=verbose):
            click.echo(line)
            if step.clause and not verbose and step.clause not in read_out:
                read_out.add(step.clause)
                for row in book.first_rule_text(book.by_number[step.clause]).splitlines():
                    click.secho(f"{INDENT * (step.depth + 2)} {visible(row)}", dim=True)
        # Clauses that may apply between the steps, such as checks, have no fixed place among them.
        sections: defaultdict[str, list[str]] = defaultdict(list)
        for step in () if verbose else ability.steps:
            if step.part == "between" and step.clause:
                sections[book.section_title(step.clause)].append(step.clause)
        for section, numbers in sections.items():
            title = section if is_japanese() else resolution.english.get(section, section)
            shown = click.style(" ".join(dict.fromkeys(numbers)), bold=True)
            click.echo(f"{INDENT}{tr('may apply')}: {title}  {shown}")
    every = [step for ability in resolution.abilities for step in ability.steps]
    own = {step.clause for step in every}
    # Clauses of steps that all abilities share are printed once.
    general = dict.fromkeys(n for s in every for n in s.clauses if s.is_general and n not in own)
    if general and not verbose:
        click.echo()
        say("for every ability: {numbers} (-v for all steps)", numbers=" ".join(general))


@rules_command("explain")
def explain_command(
    call: Call,
    text: str | None = argument(required=False),
    game_name: str | None = options.game(),
    file: str | None = option(
        metavar="FILE", help="Explain this rule document instead: UTF-8 text or a PDF."
    ),
    stage: str = option(type=click.Choice(_STAGES), required=True),
    as_json: bool = options.json_flag,
) -> None:
    """Show the result of each processing stage.

    TEXT is part of a rule document or a card text; “-” reads it from standard input. Without
    TEXT, the document of the game or FILE is explained. For a document, stage “lines” shows how
    each source line was classified, stage “tree” the clauses and their blocks. For a card text,
    stage “tokens” shows the tokens, “tree” the parse tree, “ast” the syntax tree, “meaning” who
    does what, one sentence per step, and “facts” the facts that rules on governing clauses
    match.

    Example: rulebook explain -g ws --stage ast "【自】 このカードがアタックした時、1枚引く。"
    """
    if text is None and stage in ("tokens", "ast", "meaning", "facts"):
        raise click.UsageError(tr("Stage “{stage}” explains a card text: give TEXT.", stage=stage))
    if file is not None and (game_name is not None or text is not None):
        raise click.UsageError("Give a file, or a game with an optional text.")
    if file is None and game_name is None:
        raise click.UsageError("Name the game (-g), or a file (--file).")
    given = text and utf8_text(read_input() if text == "-" else text)
    as_text = partial(json.dumps, ensure_ascii=False) if as_json else _tabbed
    if file is not None:
        from rulebook import explain_document  # not needed for a card

        lines = (as_text(row) for row in explain_document(file, stage))
    elif stage == "meaning" and given is not None and game_name and not as_json:
        resolution = call.rules.resolve(game_name, given)
        lines = (
            line
            for ability in resolution.abilities
            for line, _ in step_lines(ability.own_steps(), resolution, with_clauses=False)
        )
    else:
        lines = (as_text(row) for row in call.rules.explain(game_name or "", stage, given))
    count = 0
    for count, line in enumerate(lines, start=1):  # noqa: B007 - used below
        click.echo(line)
    if not count:
        warn("stage {stage!r} shows nothing for this text", stage=stage)
        sys.exit(1)


def _tabbed(row: Mapping[str, object]) -> str:
    """Return a row as one line with tabs between its cells, which other programs can split."""
    texts = (" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in row.values())
    return "\t".join("" if text is None else visible(str(text)) for text in texts)
