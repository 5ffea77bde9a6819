"""Brackets and quotation marks that are opened and not closed, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.clauses.findings import Finding, FindingForm
from rulebook.clauses.model import BlockKind, Clause
from rulebook.links.place import Places

_PAIRS = {
    "「": "」",
    "『": "』",
    "（": "）",
    "(": ")",
    "【": "】",
    "《": "》",
    "[": "]",
    "［": "］",
    "〔": "〕",
    "〈": "〉",
    "{": "}",
    "“": "”",
}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_BRACKET = re.compile(f"[{re.escape(''.join((*_PAIRS, *_CLOSERS)))}]")

# What a rulebook calls its brackets, and how they look.
_NAMED = re.compile(
    r"([「」《》()（）\[\]［］]{2})[ 　]?[(（](かぎ括弧|二重山括弧|丸括弧|大括弧)[)）]"
)
_SHAPES = {
    "かぎ括弧": ("「」",),
    "二重山括弧": ("《》",),
    "丸括弧": ("()", "（）"),
    "大括弧": ("[]", "［］"),
}


def find_unbalanced(places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each bracket in ``clause`` that has no partner in its block."""
    text, start = clause.text, 0
    for block in clause.blocks:
        if block.kind is not BlockKind.TABLE:
            for at in _lonely(block.text):
                yield _lonely_finding(places, clause, text, start + at)
        start += len(block.text) + 1


def find_misnamed(places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding where brackets are printed in another shape than the text calls them."""
    for match in _NAMED.finditer(clause.text):
        if match[1] in _SHAPES[match[2]]:
            continue
        line, column = places.of(clause, match.start())
        yield FindingForm.WRONG_BRACKET.finding(
            clause.number,
            line,
            column=column,
            printed=match[0],
            name=match[2],
            shape=_SHAPES[match[2]][0],
        )


def _lonely_finding(places: Places, clause: Clause, text: str, at: int) -> Finding:
    bracket = text[at]
    form = FindingForm.LEFT_OPEN if bracket in _PAIRS else FindingForm.NEVER_OPENED
    around = text[max(0, at - 8) : at + 9].replace("\n", " ")
    line, column = places.of(clause, at)
    return form.finding(clause.number, line, column=column, printed=bracket, around=around)


def _lonely(text: str) -> list[int]:
    """Return the places of brackets without a partner of their own kind."""
    open_at: dict[str, list[int]] = {}
    lonely = []
    for match in _BRACKET.finditer(text):
        bracket, at = match[0], match.start()
        if bracket in _PAIRS:
            open_at.setdefault(bracket, []).append(at)
        elif partners := open_at.get(_CLOSERS[bracket]):
            partners.pop()
        else:
            lonely.append(at)
    return sorted([*lonely, *(at for places in open_at.values() for at in places)])
