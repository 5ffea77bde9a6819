"""Relative references: places seen from where the reader is.

上記… and 前述…, この手順, 再び…を最初から, …(後述), and the steps of a procedure by their numeral.
What merely introduces the lines that follow it (以下の…) is no reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulebook.clauses.model import BlockKind, Clause, Rulebook
from rulebook.clauses.numbers import format_number, parse_address, roman_value
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.model import Reference, ReferenceKind, ReferenceStatus
from rulebook.text.spans import Span

_ABOVE = re.compile(
    r"上記(?!、?[ 　]?[0-9])(?:の([^、。「」‘’に]{2,12}?)(?=[はをがに、。で]|の順)|「([^」]+)」)?"
)
_BEFORE = re.compile(
    r"前述の(?:[‘「][^’」]{1,12}[’」]|[^、。‘’「」()（）]{2,12}?(?=[等でをは、。]))"
)
_THIS_PROCEDURE = re.compile(r"この手順")
_AGAIN = re.compile(r"(?:再び|この)([^、。「」]{2,14}?)を(?:再び)?(?:最初|先頭)から")
_LATER = re.compile(r"([^\s、。「」『』・のをはがに()（）]{1,12})[(（](後述)[)）]")
_NUMERAL = re.compile(r"[Ⅰ-Ⅻ]")


def find_relative(
    book: Rulebook, clause: Clause, headings: HeadingIndex, defined: Mapping[str, str], text: str
) -> Iterator[Reference]:
    """Yield the relative references of ``text``; ``defined`` tells where a word is defined."""
    for match in _ABOVE.finditer(text):
        yield _reference(match, 2 if match[2] else 0, _above(book, clause, match))
    for match in _BEFORE.finditer(text):
        yield _reference(match, 0, (clause.number,))
    for match in _THIS_PROCEDURE.finditer(text):
        yield _reference(match, 0, (clause.number,))
    for match in _AGAIN.finditer(text):
        target = _procedure(book, clause, match[1])
        if target is not None:
            yield _reference(match, 0, (target.number,))
    for match in _LATER.finditer(text):
        yield _later(book, clause, headings, defined, match)
    yield from _steps(book, clause, text)


def _reference(match: re.Match[str], group: int, targets: tuple[str, ...]) -> Reference:
    span = Span(*match.span(group))
    if targets:
        return Reference(span, match[group], ReferenceKind.RELATIVE, targets)
    reason = f"「{match[group]}」の指す条文が見当たらない。"
    return Reference(
        span, match[group], ReferenceKind.RELATIVE, (), ReferenceStatus.DANGLING, reason
    )


def _above(book: Rulebook, clause: Clause, match: re.Match[str]) -> tuple[str, ...]:
    """Return what stands above: in the clause itself, the siblings before it, or its parent."""
    if any(block.kind is BlockKind.LIST_ITEM for block in clause.blocks):
        return (clause.number,)
    if clause.parent is None:
        return ()
    siblings = [c for c in book.children(book.by_number[clause.parent]) if c.parts < clause.parts]
    if not siblings:
        return (clause.parent,)
    if match[2]:
        best = max(siblings, key=lambda sibling: len(set(match[2]) & set(sibling.text)))
        return (best.number,)
    return tuple(sibling.number for sibling in siblings)


def _procedure(book: Rulebook, clause: Clause, name: str) -> Clause | None:
    """Return the clause above that is called ``name``, else the nearest that speaks of it."""
    above = (clause, *reversed(book.ancestors(clause)))
    called = next((c for c in above if c.title == name), None)
    return called or next((c for c in above[1:] if name in c.text or name in (c.title or "")), None)


def _later(
    book: Rulebook,
    clause: Clause,
    headings: HeadingIndex,
    defined: Mapping[str, str],
    match: re.Match[str],
) -> Reference:
    """Read 「トリガーチェック(後述)」: the section of that name, else where the word is defined."""
    word = match[1]
    named = headings.exact(word)
    target = named[0].number if len(named) == 1 else defined.get(word)
    reference = _reference(match, 2, (target,) if target else ())
    if target is None or book.by_number[target].parts > clause.parts:
        return reference
    reason = f"「後述」とあるが、{word}は前の{target}にある。"
    return Reference(
        reference.span,
        reference.text,
        reference.kind,
        reference.targets,
        ReferenceStatus.CORRECTED,
        reason,
    )


def _steps(book: Rulebook, clause: Clause, text: str) -> Iterator[Reference]:
    """Yield the numerals Ⅰ to Ⅻ that name a step, of this clause or of the one just cited."""
    for match in _NUMERAL.finditer(text):
        home = clause if _has_step(clause, match[0]) else _cited_before(book, text, match.start())
        if home is None or _is_label(clause, text, match.start()):
            continue
        found = (home.number,) if _has_step(home, match[0]) else ()
        yield _reference(match, 0, found)


def _has_step(clause: Clause, numeral: str) -> bool:
    value = roman_value(numeral)
    return any(
        block.kind is BlockKind.STEP and roman_value(block.label or "") == value
        for block in clause.blocks
    )


def _is_label(clause: Clause, text: str, at: int) -> bool:
    starts_line = at == 0 or text[at - 1] == "\n"
    return starts_line and any(
        block.kind is BlockKind.STEP and text.startswith(block.text, at) for block in clause.blocks
    )


def _cited_before(book: Rulebook, text: str, at: int) -> Clause | None:
    """Return the clause whose number stands last in the same sentence before ``at``."""
    sentence = text[text.rfind("。", 0, at) + 1 : at]
    for number in reversed(re.findall(r"[0-9]+(?:[.-][0-9]+)+", sentence)):
        address = parse_address(number)
        if address is not None:
            return book.by_number.get(format_number(address.parts, book.separator))
    return None
