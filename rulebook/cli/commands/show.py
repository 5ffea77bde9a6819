"""``rulebook show``: clauses in context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import click

from rulebook import ClausePlace, clauses_in, game_of_numbers, parse_ranges, subtree
from rulebook.as_json import clause_json
from rulebook.cli import options
from rulebook.cli.command import Call, rules_command
from rulebook.cli.language import is_japanese, tr
from rulebook.cli.options import argument, complete_number, emit_json, flag, option, utf8_text
from rulebook.cli.render import INDENT, aged_edition, clause_number, ruling_line, styled

if TYPE_CHECKING:
    from rulebook import Clause, ClauseRange, FoundClause, LinkedRulebook, Rulebook, Rules

_RULINGS = 10  # on one clause; `rulebook rulings list` has more


@rules_command("show")
def show_command(
    call: Call,
    numbers: tuple[str, ...] = argument(
        nargs=-1, required=True, metavar="NUMBER…", shell_complete=complete_number
    ),
    game_name: str | None = options.game(),
    context: int = option(
        type=click.IntRange(0), default=0, help="Show N clauses before and after it."
    ),
    outline: bool = flag(help="Show only the headings below it."),
    full: bool = flag(help="Show all clauses below it, without shortening lines."),
    as_json: bool = options.json_flag,
) -> None:
    """Show a clause in context: headings above it, text, subclauses, references, citing
    clauses and rulings.

    A chapter is shown in full. Several numbers and ranges (9.2.2-9.2.4, 9-4-1..9-4-3) are shown
    in order. GAME may be omitted if only one game has the number.

    References are underlined and terms are colored. --context N also shows the N clauses before
    and after it.

    NUMBER may be written with dots or hyphens, in full-width digits, with a trailing point;
    5.5.1.Ⅵ is step VI of 5.5.1.

    Example: rulebook show ws 9.2.2
    """
    rules = call.rules
    given = [utf8_text(number) for number in numbers]
    if game_name is None and not given[0][:1].isnumeric():
        # A game without a number, or an unknown game, which the error then names.
        if len(given) == 1 and call.is_game(given[0]):  # by its title
            raise click.MissingParameter(param_hint="'NUMBER…'", param_type="argument")
        if len(given) > 1:
            rules.game(given[0])  # raises, with the known games
    wanted = tuple(chain.from_iterable(map(parse_ranges, given)))
    game = game_name or game_of_numbers(rules, wanted)
    book = rules.book(game)
    shown = [clauses_in(book, each) for each in wanted]
    if as_json:
        ruled = rules.rulings.of(game).by_clause
        for each, clauses in zip(wanted, shown, strict=True):
            # A single number stays as typed, since it may name a step.
            typed = [each.printed] if each.last is None else [clause.number for clause in clauses]
            for found in (rules.clause(game, number) for number in typed):
                emit_json(clause_json(book, found, ruled.get(found.place.clause.number, ())))
        return
    click.echo(aged_edition(book.game, rules.game(book.game.id)))
    lines: Iterable[str]
    if outline:
        # Each heading once, although ranges may overlap.
        below = (chain.from_iterable(subtree(book, c) for c in clauses) for clauses in shown)
        lines = chain.from_iterable(["", *outline_lines(tuple(dict.fromkeys(b)))] for b in below)
    elif len(wanted) > 1 or wanted[0].last or shown[0][0].parent is None:
        lines = _lines_of_several(rules, game, wanted, shown)
    else:
        lines = _one_clause(rules, game, wanted[0].printed, context, full=full)
    for line in lines:
        click.echo(line)


def _one_clause(rules: Rules, game: str, number: str, context: int, *, full: bool) -> Iterator[str]:
    """Yield the lines of a clause, its neighbours, links and rulings, unshortened if ``full``."""
    found = rules.clause(game, number)
    linked, place = rules.linked(game), found.place
    book = linked.book
    if above := path_line(book, place.clause):
        yield above
    yield ""
    at = book.clauses.index(place.clause)
    for neighbour in book.clauses[max(0, at - context) : at + context + 1]:
        if neighbour is not place.clause:
            yield click.style(f"{neighbour.number} {neighbour.heading()}", dim=True)
        elif full and place.blocks == place.clause.blocks:  # the user named no single step
            yield from reading_lines(linked, subtree(book, neighbour))
        else:
            yield from clause_lines(linked, place)
    yield from link_lines(linked, found, limit=None if full else 40)
    rulings = rules.rulings.of(game).by_clause.get(place.clause.number, ())
    shown = rulings if full else rulings[:_RULINGS]
    if shown:
        yield from ("", click.style(tr("rulings"), bold=True))
        yield from (f"{INDENT}{ruling_line(ruling)}" for ruling in shown)
    if more := len(rulings) - len(shown):
        yield INDENT + tr("and {count} more: rulebook rulings list", count=more)


def _lines_of_several(
    rules: Rules, game: str, wanted: Sequence[ClauseRange], shown: Sequence[Sequence[Clause]]
) -> Iterator[str]:
    """Yield the lines of all ``wanted``, for reading on, so without links and rulings: all texts of
    a chapter or range; for another single number, its text and the headings below it."""
    linked = rules.linked(game)
    for each, clauses in zip(wanted, shown, strict=True):
        yield ""
        if above := path_line(linked.book, clauses[0]):
            yield click.style(above, dim=True)
        if each.last is None and clauses[0].parent is not None:
            yield from clause_lines(linked, rules.clause(game, each.printed).place)
        else:
            whole = subtree(linked.book, clauses[0]) if each.last is None else clauses
            yield from reading_lines(linked, whole)


def path_line(book: Rulebook, clause: Clause) -> str:
    """Return the headings above ``clause`` on one line, as few clauses say what they are about."""
    return " › ".join(f"{above.number} {above.heading()}" for above in book.ancestors(clause))


def linked_text(linked: LinkedRulebook, place: ClausePlace) -> str:
    """Return the text of ``place`` with references underlined and terms in color, to look up."""
    references, uses = linked.within(place.clause, place.span)
    styles = [(reference.span, {"underline": True}) for reference in references]
    return styled(place.text, [*styles, *((use.span, {"fg": "cyan"}) for use in uses)])


def clause_lines(linked: LinkedRulebook, place: ClausePlace) -> Iterator[str]:
    """Yield the lines of a clause or step; title and children belong to whole clauses only."""
    clause = place.clause
    whole = place.blocks == clause.blocks
    title = clause.title if clause.title is not None and whole else ""
    yield click.style(f"{place.number} {title}".rstrip(), bold=True)
    yield from (INDENT + line for line in linked_text(linked, place).split("\n") if line)
    if clause.remark:
        yield INDENT + click.style(clause.remark, dim=True)
    for child in linked.book.children(clause) if whole else ():
        yield f"{INDENT}{child.number}  {child.heading()}"


def reading_lines(linked: LinkedRulebook, clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield ``clauses`` with whole texts, indented by level, for reading a section in one go."""
    top = min((clause.depth for clause in clauses), default=1)
    for clause in clauses:
        indent = INDENT * (clause.depth - top)
        place = ClausePlace(clause.number, clause, clause.blocks)
        texts = [line for line in linked_text(linked, place).split("\n") if line]
        first = click.style(clause.title, bold=True) if clause.title is not None else ""
        if not first and texts:
            first = texts.pop(0)
        yield f"{indent}{clause_number(linked.book.game, clause.number)}  {first}".rstrip()
        yield from (f"{indent}{INDENT}{line}" for line in texts)
        if clause.remark:
            yield f"{indent}{INDENT}{click.style(clause.remark, dim=True)}"


def outline_lines(clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield a line for each heading among ``clauses``, and for the first, which the user named."""
    top = min((clause.depth for clause in clauses), default=1)
    for clause in clauses:
        if clause.title is not None or clause is clauses[0]:
            indent = INDENT * (clause.depth - top)
            yield f"{indent}{click.style(clause.number, bold=True)}  {clause.heading()}"


def link_lines(linked: LinkedRulebook, found: FoundClause, *, limit: int | None) -> Iterator[str]:
    """Yield the references of ``found``, its terms and the clauses that cite it, by headings or the
    first ``limit`` characters: a clause often decides only together with these."""
    book = linked.book

    def titled(number: str) -> str:
        """Return number and heading of a clause, cut to ``limit``: a number alone says nothing."""
        clause = book.by_number[number]
        heading = clause.heading(limit or len(clause.text) + 1)
        return f"{clause_number(book.game, number)} {heading}"

    sections: dict[str, list[str]] = {"relies on": [], "terms": [], "cited by": []}
    for reference in found.references:
        reason = reference.reason if is_japanese() else reference.reason_en
        why = f"  ({reason})" if reason else ""
        lines = [f"{reference.text} → {titled(target)}{why}" for target in reference.targets]
        sections["relies on"] += lines or [f"{reference.text} → ?  {reason}"]
    terms = {term.word: term.clause for term in linked.terms}
    if words := dict.fromkeys(use.term for use in found.terms):
        sections["terms"] = ["  ".join(f"{word} ({terms[word]})" for word in words)]
    sections["cited by"] = [titled(number) for number in found.cited_by]
    for title, lines in sections.items():
        if lines:
            yield from ("", click.style(tr(title), bold=True), *(INDENT + each for each in lines))
