"""Titles that the contents page or a reference gives differently from the heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook.clauses.model import Clause, Confidence, Finding, FindingCode, Rulebook
from rulebook.links.model import Reference, ReferenceKind
from rulebook.links.place import place_of
from rulebook.text.normal import fold

# A name of the sort that headings have, right before a number in parentheses.
_NAME = re.compile(r"([ァ-ヺー一-龠々のA-Za-z]{2,16}(?:処理|フェイズ|ステップ|タイミング))[(（]$")


def find_title_mismatches(
    book: Rulebook, references: Mapping[str, Sequence[Reference]]
) -> Iterator[Finding]:
    """Yield the titles that differ from the headings they stand for."""
    yield from _contents(book)
    for clause in book.clauses:
        for reference in references.get(clause.number, ()):
            if reference.kind is ReferenceKind.NUMBER and reference.targets:
                yield from _named(book, clause, reference)


def _contents(book: Rulebook) -> Iterator[Finding]:
    for entry in book.contents:
        clause = book.by_number.get(entry.number or "")
        if entry.number is None or (
            clause is not None and _flat(clause.title) == _flat(entry.title)
        ):
            continue
        heading = f"見出しは「{clause.title}」" if clause else "その章はない"
        yield Finding(
            FindingCode.TITLE_MISMATCH,
            entry.number,
            entry.line,
            f"目次では{entry.number}が「{entry.title}」だが、{heading}。",
            None,
            entry.title,
        )


def _named(book: Rulebook, clause: Clause, reference: Reference) -> Iterator[Finding]:
    match = _NAME.search(clause.text[: reference.span.start])
    if match is None:
        return
    target = book.by_number[reference.targets[0]]
    above = book.ancestors(target)
    said = "\n".join(f"{c.title or ''}{c.text}" for c in (target, *above, *book.children(target)))
    # 「ターンプレイヤーのエンドフェイズ」 names エンドフェイズ.
    endings = [match[1][at:] for at in _starts(match[1])]
    if any(ending in said for ending in endings):
        return
    heading = next((c.title for c in (target, *reversed(above)) if c.title), "")
    line, column = place_of(book, clause, match[1], match.start())
    yield Finding(
        FindingCode.TITLE_MISMATCH,
        clause.number,
        line,
        f"{clause.number}は{reference.text}を「{match[1]}」と呼ぶが、見出しは「{heading}」。",
        column,
        match[1],
        Confidence.LIKELY,
    )


def _starts(name: str) -> list[int]:
    return [0, *(at + 1 for at, char in enumerate(name) if char == "の")]


def _flat(title: str | None) -> str:
    return fold(title or "").replace(" ", "")
