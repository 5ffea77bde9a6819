"""Clauses for the eye: in their place, with what they lean on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from rulebook import ClausePlace
from rulebook.cli.language import is_japanese, tr
from rulebook.cli.render import clause_number, styled

if TYPE_CHECKING:
    from rulebook import Clause, FoundClause, LinkedRulebook, Rulebook

_INDENT = "  "


def path_line(book: Rulebook, clause: Clause) -> str:
    """Return the headings above ``clause`` on one line."""
    return " › ".join(f"{above.number} {above.heading()}" for above in book.ancestors(clause))


def linked_text(linked: LinkedRulebook, place: ClausePlace) -> str:
    """Return the text of ``place``, references underlined and terms in color."""
    references, uses = linked.within(place.clause, place.span)
    styles = [(reference.span, {"underline": True}) for reference in references]
    return styled(place.text, [*styles, *((use.span, {"fg": "cyan"}) for use in uses)])


def clause_lines(linked: LinkedRulebook, place: ClausePlace) -> Iterator[str]:
    """Yield the lines that show a clause, what the document lacks in it, and its children."""
    clause = place.clause
    whole = place.blocks == clause.blocks
    title = clause.title if clause.title is not None and whole else ""
    yield click.style(f"{place.number} {title}".rstrip(), bold=True)
    yield from (_INDENT + line for line in linked_text(linked, place).split("\n") if line)
    if clause.remark:
        yield _INDENT + click.style(clause.remark, dim=True)
    if whole:
        yield from child_lines(linked.book, clause)


def reading_lines(linked: LinkedRulebook, clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield the lines of ``clauses`` with their whole texts, those below others indented."""
    top = min((len(clause.parts) for clause in clauses), default=1)
    for clause in clauses:
        indent = _INDENT * (len(clause.parts) - top)
        place = ClausePlace(clause.number, clause, clause.blocks)
        texts = [line for line in linked_text(linked, place).split("\n") if line]
        first = click.style(clause.title, bold=True) if clause.title is not None else ""
        if not first and texts:
            first = texts.pop(0)
        yield f"{indent}{clause_number(linked.book.game, clause.number)}  {first}".rstrip()
        yield from (f"{indent}{_INDENT}{line}" for line in texts)
        if clause.remark:
            yield f"{indent}{_INDENT}{click.style(clause.remark, dim=True)}"


def outline_lines(clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield a line for each heading among ``clauses``, and for the first of them."""
    top = min((len(clause.parts) for clause in clauses), default=1)
    for clause in clauses:
        if clause.title is not None or clause is clauses[0]:
            indent = _INDENT * (len(clause.parts) - top)
            yield f"{indent}{click.style(clause.number, bold=True)}  {clause.heading()}"


def link_lines(
    linked: LinkedRulebook, found: FoundClause, *, limit: int | None = 40
) -> Iterator[str]:
    """Yield what ``found`` leans on, the terms in it, and what cites its clause.

    The clauses are told by their headings, or by their first ``limit`` characters.
    """
    book = linked.book

    def told(number: str) -> str:
        clause = book.by_number[number]
        return clause.heading(limit or len(clause.text) + 1)

    if found.references:
        yield from ("", click.style(tr("leans on"), bold=True))
    for reference in found.references:
        reason = reference.reason if is_japanese() else reference.reason_en
        if not reference.targets:
            yield f"{_INDENT}{reference.text} → ?  {reason}"
        for target in reference.targets:
            why = f"  ({reason})" if reason else ""
            number = clause_number(book.game, target)
            yield f"{_INDENT}{reference.text} → {number} {told(target)}{why}"
    terms = {term.word: term.clause for term in linked.terms}
    if found.terms:
        yield from ("", click.style(tr("terms"), bold=True))
        words = dict.fromkeys(use.term for use in found.terms)
        yield _INDENT + "  ".join(f"{word} ({terms[word]})" for word in words)
    if found.cited_by:
        yield from ("", click.style(tr("cited by"), bold=True))
    for number in found.cited_by:
        yield f"{_INDENT}{clause_number(book.game, number)} {told(number)}"


def child_lines(book: Rulebook, clause: Clause) -> Iterator[str]:
    """Yield a short line for each child of ``clause``."""
    for child in book.children(clause):
        yield f"{_INDENT}{child.number}  {child.heading()}"
