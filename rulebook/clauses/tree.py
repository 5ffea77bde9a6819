"""Stage five: drafts to the clause tree.

A clause's place is its number: one that the document prints elsewhere goes home, a number printed
twice stands once, and a parent that the document skips is put in, empty and marked as such.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from rulebook.clauses.drafts import Draft
from rulebook.clauses.model import Clause, Finding, FindingCode
from rulebook.clauses.numbers import format_number

Parts = tuple[int, ...]


def build_tree(
    drafts: Sequence[Draft], separator: str
) -> tuple[tuple[Clause, ...], tuple[Finding, ...]]:
    """Return the clauses in the order of their numbers, and what was wrong with the numbers."""
    findings = _out_of_order(drafts)
    merged, doubled = _merge_duplicates(drafts)
    findings += doubled
    numbers = set(merged)
    missing = {parts[:n] for parts in numbers for n in range(1, len(parts))} - numbers
    children = _children(numbers | missing)
    clauses = []
    for parts in sorted(numbers | missing):
        clauses.append(_clause(parts, merged.get(parts), children.get(parts, ()), separator))
    findings += _missing_parents(missing, children, merged, separator)
    findings += _gaps(children, merged, separator)
    return tuple(clauses), tuple(findings)


def index_by_number(clauses: Sequence[Clause]) -> Mapping[str, Clause]:
    """Return a read-only map from number to clause."""
    return MappingProxyType({clause.number: clause for clause in clauses})


def _clause(parts: Parts, draft: Draft | None, children: Sequence[Parts], separator: str) -> Clause:
    return Clause(
        number=format_number(parts, separator),
        parts=parts,
        parent=format_number(parts[:-1], separator) if len(parts) > 1 else None,
        children=tuple(format_number(child, separator) for child in children),
        title=draft.title if draft else None,
        blocks=tuple(block.frozen() for block in draft.blocks) if draft else (),
        lines=tuple(draft.source_lines) if draft else (),
        printed=draft is not None,
        truncated=draft.breaks_off if draft else False,
    )


def _children(numbers: set[Parts]) -> dict[Parts, tuple[Parts, ...]]:
    children: dict[Parts, list[Parts]] = {}
    for parts in sorted(numbers):
        children.setdefault(parts[:-1], []).append(parts)
    return {parent: tuple(below) for parent, below in children.items()}


def _merge_duplicates(drafts: Sequence[Draft]) -> tuple[dict[Parts, Draft], list[Finding]]:
    """Keep each number once; a second text under the same number is kept as further blocks."""
    merged: dict[Parts, Draft] = {}
    findings: list[Finding] = []
    for draft in drafts:
        first = merged.setdefault(draft.number.parts, draft)
        if first is draft:
            continue
        first.take_in(draft)
        findings.append(
            Finding(
                FindingCode.DUPLICATE_NUMBER,
                draft.number.printed,
                draft.line.number,
                f"{draft.number.printed}が二度印刷されている（最初は{first.line.number}行目）。"
                "一つの条文として扱った。",
            )
        )
    return merged, findings


def _out_of_order(drafts: Sequence[Draft]) -> list[Finding]:
    """Report the fewest clauses whose moving would bring the numbers into order."""
    kept = _longest_rising([draft.number.parts for draft in drafts])
    return [
        Finding(
            FindingCode.OUT_OF_ORDER,
            draft.number.printed,
            draft.line.number,
            f"{draft.number.printed}が番号の順から外れた位置に印刷されている。"
            "番号の示す位置に戻した。",
        )
        for index, draft in enumerate(drafts)
        if index not in kept
    ]


def _longest_rising(numbers: Sequence[Parts]) -> set[int]:
    """Return the indices of a longest run of numbers that never fall, by patience sorting."""
    tails: list[tuple[Parts, int]] = []
    before: list[int | None] = []
    for index, parts in enumerate(numbers):
        # Equal numbers (a clause printed twice) count as rising: the index breaks the tie.
        at = bisect_left(tails, (parts, index))
        before.append(tails[at - 1][1] if at else None)
        tails[at : at + 1] = [(parts, index)]
    kept: set[int] = set()
    step = tails[-1][1] if tails else None
    while step is not None:
        kept.add(step)
        step = before[step]
    return kept


def _missing_parents(
    missing: set[Parts],
    children: Mapping[Parts, Sequence[Parts]],
    merged: Mapping[Parts, Draft],
    separator: str,
) -> list[Finding]:
    findings = []
    for parts in sorted(missing):
        number = format_number(parts, separator)
        first = next((merged[child] for child in children[parts] if child in merged), None)
        findings.append(
            Finding(
                FindingCode.MISSING_PARENT,
                number,
                first.line.number if first else None,
                f"{number}は印刷されていないが、その下の条文がある。空の条文として補った。",
            )
        )
    return findings


def _gaps(
    children: Mapping[Parts, Sequence[Parts]], merged: Mapping[Parts, Draft], separator: str
) -> list[Finding]:
    findings = []
    for siblings in children.values():
        for before, after in pairwise(siblings):
            if after[-1] == before[-1] + 1:
                continue
            skipped = format_number((*before[:-1], before[-1] + 1), separator)
            draft = merged.get(after)
            findings.append(
                Finding(
                    FindingCode.NUMBER_GAP,
                    skipped,
                    draft.line.number if draft else None,
                    f"{format_number(before, separator)}の次が"
                    f"{format_number(after, separator)}で、{skipped}がない。",
                )
            )
    return findings
