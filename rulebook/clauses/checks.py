"""What the finished tree tells about defects of the document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.clauses.model import Clause, Finding, FindingCode
from rulebook.clauses.sentences import ends_sentence

# What a word processor prints where the target of a cross-reference field was deleted.
_BROKEN_FIELD = re.compile(r"エラー[!！] ?参照元が見つかりません|Error! Reference source not found")
_TAIL = 12


def check_clauses(clauses: Sequence[Clause]) -> tuple[Finding, ...]:
    """Return findings on single clauses: empty, cut off, or with a broken field code."""
    findings: list[Finding] = []
    for clause in clauses:
        if not clause.printed:
            continue
        line = clause.lines[0]
        if clause.is_empty:
            message = f"{clause.number}は番号だけで、本文がない。"
            findings.append(Finding(FindingCode.EMPTY_CLAUSE, clause.number, line, message))
        if _is_bare_name(clause):
            message = f"{clause.number}「{clause.title}」は見出しだけで、本文も下の条文もない。"
            findings.append(Finding(FindingCode.EMPTY_CLAUSE, clause.number, line, message))
        if clause.truncated:
            message = f"{clause.number}は文の途中「…{clause.text[-_TAIL:]}」で切れている。"
            findings.append(Finding(FindingCode.TRUNCATED, clause.number, line, message))
        for block in clause.blocks:
            broken = _BROKEN_FIELD.search(block.text)
            if broken:
                message = f"{clause.number}の参照が壊れて「{broken[0]}」と印刷されている。"
                findings.append(
                    Finding(FindingCode.BROKEN_FIELD, clause.number, block.lines[0], message)
                )
    return tuple(findings)


def _is_bare_name(clause: Clause) -> bool:
    """Whether a clause is a name only, with nothing under it; a heading may be a whole rule."""
    is_name = clause.title is not None and not ends_sentence(clause.title)
    return is_name and not clause.blocks and not clause.children
