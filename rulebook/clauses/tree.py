"""Drafts to the clause tree.

The number of a clause is its place: one that the document prints elsewhere is moved there, one
printed twice is one clause, and a parent that the document skips is added, empty and unprinted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from rulebook.clauses.drafts import Draft
from rulebook.clauses.findings import Finding, FindingForm, Findings
from rulebook.clauses.model import Clause
from rulebook.clauses.numbers import LETTERS, NumberStyle, Parts, is_letter, longest_rising
from rulebook.clauses.sentences import is_broken_off

# Letters that lists leave out because they look like digits.
_LIKE_DIGITS = "lo"


def build_tree(drafts: Sequence[Draft], style: NumberStyle) -> tuple[tuple[Clause, ...], Findings]:
    """Return the clauses in the order of their numbers, and findings on the numbers. A missing
    parent becomes a clause that is not printed, so that every clause has one."""
    findings = _out_of_order(drafts)
    merged, doubled = _merge_duplicates(drafts)
    findings += doubled
    numbers = set(merged)
    missing = {parts[:n] for parts in numbers for n in range(1, len(parts))} - numbers
    children: dict[Parts, list[Parts]] = {}  # the chapters are below ()
    for parts in sorted(numbers | missing):
        children.setdefault(parts[:-1], []).append(parts)
    clauses = []
    names = {parts: style.write(parts) for parts in numbers | missing}
    # Items of a list that are no sentences end without a full stop, all of them.
    whole = {parts[:-1] for parts, draft in merged.items() if draft.ends_sentence}
    for parts in sorted(names):
        draft, siblings = merged.get(parts), children[parts[:-1]]
        is_item = len(siblings) > 1 and parts[:-1] not in whole
        clauses.append(_finished_clause(parts, draft, children.get(parts, ()), names, is_item))
    findings += _missing_parents(missing, children, merged, style)
    findings += _number_gaps(children, merged, style)
    return tuple(clauses), tuple(findings)


def index_by_number(clauses: Sequence[Clause]) -> Mapping[str, Clause]:
    """Return a read-only map from number to clause, as a rulebook is shared and never changes."""
    return MappingProxyType({clause.number: clause for clause in clauses})


def _finished_clause(
    parts: Parts,
    draft: Draft | None,
    children: Sequence[Parts],
    names: Mapping[Parts, str],
    is_item: bool,
) -> Clause:
    """Return the clause at ``parts``; without a draft, one that only its children imply. Such a
    clause has a place in the tree but is not printed in the document. An item is not cut off."""
    below = tuple(names[child] for child in children)
    place = names[parts], parts, names.get(parts[:-1]), below
    if draft is None:
        return Clause(*place, None, (), (), printed=False)
    blocks, lines = tuple(block.frozen() for block in draft.blocks), tuple(draft.source_lines)
    is_cut = draft.breaks_off and not (is_item and not is_broken_off(blocks[-1].text))
    return Clause(*place, draft.title, blocks, lines, truncated=is_cut)


def _merge_duplicates(drafts: Sequence[Draft]) -> tuple[dict[Parts, Draft], list[Finding]]:
    """Return one draft for each number, with findings on numbers printed twice. The text of the
    second becomes further blocks of the first, so that nothing is lost."""
    merged: dict[Parts, Draft] = {}
    findings: list[Finding] = []
    form = FindingForm.DUPLICATE_NUMBER
    for draft in drafts:
        first = merged.setdefault(draft.number.parts, draft)
        if first is not draft:
            first.take_in(draft)
            number, line = draft.number.printed, draft.line.number
            findings.append(form.finding(number, line, first=first.line.number))
    return merged, findings


def _out_of_order(drafts: Sequence[Draft]) -> list[Finding]:
    """Return a finding for each clause that is not printed in the order of the numbers, which the
    tree has. As few as possible are reported: the longest rising run counts as in order."""
    kept = longest_rising([draft.number.parts for draft in drafts])
    moved = (draft for index, draft in enumerate(drafts) if index not in kept)
    form = FindingForm.OUT_OF_ORDER
    return [form.finding(each.number.printed, each.line.number) for each in moved]


def _missing_parents(
    missing: set[Parts],
    children: Mapping[Parts, Sequence[Parts]],
    merged: Mapping[Parts, Draft],
    style: NumberStyle,
) -> list[Finding]:
    """Return a finding for each missing parent. It has no line itself, so the finding is at the
    line of its first printed child, before which it should be printed, or at none."""
    findings = []
    for parts in sorted(missing):
        number = style.write(parts)
        first = next((merged[child] for child in children[parts] if child in merged), None)
        line = first.line.number if first else None
        findings.append(FindingForm.MISSING_PARENT.finding(number, line))
    return findings


def _number_gaps(
    children: Mapping[Parts, Sequence[Parts]], merged: Mapping[Parts, Draft], style: NumberStyle
) -> list[Finding]:
    """Return a finding for each gap between numbers of siblings: a clause may be lost."""
    findings, form = [], FindingForm.NUMBER_GAP
    for before, after in (pair for siblings in children.values() for pair in pairwise(siblings)):
        if not _is_next(before, after):
            skipped = style.write((*before[:-1], before[-1] + 1))
            line = merged[after].line.number if after in merged else None
            one, other = style.write(before), style.write(after)
            findings.append(form.finding(skipped, line, before=one, after=other))
    return findings


def _is_next(before: Parts, after: Parts) -> bool:
    """Whether ``after`` is the next sibling of ``before``, with no number missing between them.
    Documents skip the letters l and o, which look like digits."""
    one, other = before[-1], after[-1]
    if is_letter(one) != is_letter(other):
        return True
    if is_letter(other):
        left_out = {LETTERS + ord(letter) - ord("a") + 1 for letter in _LIKE_DIGITS}
        return set(range(one + 1, other)) <= left_out
    # Sections in hundreds start again in each chapter.
    return other == one + 1 or (len(after) == 1 and other >= 100 and other % 100 == 0)
