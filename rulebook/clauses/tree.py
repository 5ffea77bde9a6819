"""Drafts to the clause tree.

The number of a clause is its place: a clause printed elsewhere is moved there, one printed twice
becomes one clause, and a parent that the document skips is added, empty and unprinted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from rulebook.clauses import numbers
from rulebook.clauses.drafts import Draft
from rulebook.clauses.findings import Finding, FindingForm, Findings
from rulebook.clauses.game import HEADS, Layout
from rulebook.clauses.model import Clause
from rulebook.clauses.numbers import (
    FIRST_INSERTED,
    INSERTED,
    LETTERS,
    NumberStyle,
    Parts,
    parts_above,
)
from rulebook.clauses.sentences import is_broken_off

# Letters that lists leave out because they look like digits.
_LIKE_DIGITS = "lo"


def build_tree(drafts: Sequence[Draft], style: Layout) -> tuple[tuple[Clause, ...], Findings]:
    """Return the clauses of ``drafts`` in the order of their numbers, and findings on these. A
    missing parent is added, unprinted; it is a finding unless it is one of several codes, which
    nobody prints alone (FP above FP-1; a document's only code is not a parent). Headings that
    print no number, but were counted (``HEADS``), are unprinted. A clause without a full stop is
    cut off. In a list without full stops, or as a noun (except at the end, where the file may be
    cut off), it is so only if it ends with a word such as を or “the”."""
    merged, findings = _merged(drafts)
    printed = set(merged)
    missing = numbers.all_above(printed) - printed
    children: dict[Parts, list[Parts]] = {}  # the chapters are below ()
    for parts in sorted(printed | missing):
        children.setdefault(parts_above(parts), []).append(parts)
    clauses = []
    names = {parts: style.write(parts) for parts in printed | missing}
    whole = {parts_above(parts) for parts, draft in merged.items() if draft.ends_sentence}
    for parts, number in sorted(names.items()):
        below = tuple(names[child] for child in children.get(parts, ()))
        above = parts_above(parts)
        place = number, parts, names.get(above), below
        if parts in missing:
            clauses.append(Clause(*place, None, (), (), printed=False))
            has_divisions = bool(style.starts)
            is_code = len(style.codes) > 1 and len(parts) == 1 + has_divisions
            if not is_code:
                first = next((merged[child] for child in children[parts] if child in merged), None)
                line = first.line.number if first else None
                findings.append(FindingForm.MISSING_PARENT.finding(number, line))
            continue
        draft = merged[parts]
        blocks = tuple(block.frozen() for block in draft.blocks)
        is_item = len(children[above]) > 1 and above not in whole
        is_item |= draft is not drafts[-1] and draft.is_noun  # The last one may be cut off.
        is_cut = draft.breaks_off and not (is_item and not is_broken_off(blocks[-1].text))
        rest = draft.title, blocks, tuple(draft.source_lines)
        is_printed = len(parts) > 1 or style.levels[:1] != (HEADS,)
        clauses.append(Clause(*place, *rest, printed=is_printed, truncated=is_cut))
    findings += _number_gaps(children, merged, style)
    return tuple(clauses), tuple(findings)


def _merged(drafts: Sequence[Draft]) -> tuple[dict[Parts, Draft], list[Finding]]:
    """Return ``drafts`` by number, merged if they have the same, and findings on merged drafts and
    on drafts out of order: few, because a longest rising subsequence counts as in order."""
    in_order = numbers.longest_rising([draft.number.parts for draft in drafts])
    moved = (draft for index, draft in enumerate(drafts) if index not in in_order)
    form = FindingForm.OUT_OF_ORDER
    findings = [form.finding(each.number.printed, each.line.number) for each in moved]
    merged: dict[Parts, Draft] = {}
    form = FindingForm.DUPLICATE_NUMBER
    for draft in drafts:
        first = merged.setdefault(draft.number.parts, draft)
        if first is not draft:
            first.merge(draft)
            number, line = draft.number.printed, draft.line.number
            findings.append(form.finding(number, line, first=first.line.number))
    return merged, findings


def index_by_number(clauses: Sequence[Clause]) -> Mapping[str, Clause]:
    """Return a read-only map from number to clause: a rulebook is shared and never changes."""
    return MappingProxyType({clause.number: clause for clause in clauses})


def _number_gaps(
    children: Mapping[Parts, Sequence[Parts]], merged: Mapping[Parts, Draft], style: NumberStyle
) -> list[Finding]:
    """Return a finding for each gap between numbers of siblings: a clause may be lost."""
    findings, form = [], FindingForm.NUMBER_GAP
    for before, after in (pair for siblings in children.values() for pair in pairwise(siblings)):
        expected = _expected(before, after)
        if after != expected and not _may_skip(before, after, expected):
            line = merged[after].line.number if after in merged else None
            skipped, one, other = map(style.write, (expected, before, after))
            findings.append(form.finding(skipped, line, before=one, after=other))
    return findings


def _expected(before: Parts, after: Parts) -> Parts:
    """Return the number that comes next after ``before`` towards its sibling ``after``: if it is
    not ``after``, a clause may be lost. After 3 comes 4 or, before 3の4 (inserted later), 3の2."""
    differs = (one != other for one, other in zip(before, after, strict=False))
    at = next((at for at, each in enumerate(differs) if each), len(before))
    first = FIRST_INSERTED[after[-1] > INSERTED + LETTERS]
    return (*before[:at], before[at] + 1) if at < len(before) else (*before, first)


def _may_skip(before: Parts, after: Parts, expected: Parts) -> bool:
    """Whether ``after`` may follow its sibling ``before`` in place of the ``expected`` one, so that
    no clause is lost. Letters and numbers are counted apart, letters skip l and o, which look like
    digits, and numbers in hundreds may go from 108 to 200. Clauses inserted later are counted
    without gaps (3の2, 3の3), and the clause before must exist (5の2 never comes after 3)."""
    if after[-1] >= INSERTED or len(after) != len(expected):
        return False
    one, other = before[len(expected) - 1], after[-1]
    if numbers.is_letter(one) != numbers.is_letter(other):
        return True
    if numbers.is_letter(other):
        left_out = {LETTERS + ord(letter) - ord("a") + 1 for letter in _LIKE_DIGITS}
        return set(range(one + 1, other)) <= left_out
    # Sections in hundreds start again in each chapter, even if the document prints no chapters.
    return len(after) == 1 and other >= 100 and other % 100 == 0
