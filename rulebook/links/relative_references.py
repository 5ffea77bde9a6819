"""Relative references: places described from where the reader is.

上記… and 前述…, この手順, 再び…を最初から, …(後述), and the steps of a procedure by their numeral.
A phrase that merely introduces the lines after it (以下の…) is not a reference.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter

from rulebook.clauses.model import BlockKind, Clause, Rulebook
from rulebook.clauses.numbers import parse_number, roman_value
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.model import Reference, ReferenceKind, ReferenceStatus
from rulebook.messages import Message
from rulebook.records import replace
from rulebook.text.spans import Span
from rulebook.text.word_finder import WordFinder

_ABOVE = re.compile(
    r"上記(?!、?[ 　]?[0-9§])"
    r"(?:の([^、。「」‘’に]{2,12}?)(?=[はをがに、。で]|の順)|「([^」]{1,40})」)?"
)
_BEFORE = re.compile(
    r"前述の(?:[‘「][^’」]{1,12}[’」]|[^、。‘’「」()（）]{2,12}?(?=[等でをは、。]))"
)
_THIS_PROCEDURE = re.compile(r"この手順")
_AGAIN = re.compile(r"(?:再び|この)([^、。「」]{2,14}?)を(?:再び)?(?:最初|先頭)から")
_LATER = re.compile(r"([^\s、。「」『』・のをはがに()（）]{1,12})[(（](後述)[)）]")
_NUMERAL = re.compile(r"[Ⅰ-Ⅻ]")
_NUMBER = re.compile(r"(?<![0-9])[0-9]+(?:[.-][0-9]+)+|(。)")
# 上記 does not refer to a clause further up than this many.
_NEAR = 30


class RelativeFinder:
    """Finds the relative references of one rulebook; ``defined`` is where words are defined."""

    def __init__(self, book: Rulebook, headings: HeadingIndex, defined: Mapping[str, str]) -> None:
        """Prepare to search ``book``; a word before 後述 (below) is looked up in ``headings`` and
        ``defined``, the clauses of terms, because it gives no number."""
        self._book = book
        self._headings = headings
        self._defined = defined
        self._names = WordFinder(m[1] for c in book.clauses for m in _AGAIN.finditer(c.text))
        # Stored, since all siblings and every numeral ask for them.
        self._letters = cache(lambda number: set(book.by_number[number].text))
        self._steps = cache(lambda number: _values_of_steps(book.by_number[number]))
        self._names_in = cache(self._procedures_in)

    def find(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references by position in ``text`` of ``clause``, such as 上記 and 後述. They
        have no number, so the target follows from the position of the clause; 前述の… and この手順
        point into the clause itself."""
        near: Sequence[Clause] | None = None
        for match in _ABOVE.finditer(text):
            near = self._clauses_above(clause) if near is None else near
            named = near
            if match[2] and near:  # 上記の〜 names one of several
                name = match[2]
                named = [max(near, key=lambda c: len(self._letters(c.number).intersection(name)))]
            yield _reference(match, 2 if match[2] else 0, tuple(c.number for c in named))
        for match in _BEFORE.finditer(text):
            yield _reference(match, 0, (clause.number,))
        for match in _THIS_PROCEDURE.finditer(text):
            yield _reference(match, 0, (clause.number,))
        for match in _AGAIN.finditer(text):
            target = self._procedure(clause, match[1])
            if target is not None:
                yield _reference(match, 0, (target.number,))
        for match in _LATER.finditer(text):
            word = match[1]
            exact = self._headings.exact(word)
            later = exact[0].number if len(exact) == 1 else self._defined.get(word)
            reference = _reference(match, 2, (later,) if later else ())
            if later is not None and self._book.by_number[later].parts <= clause.parts:
                what = "It says 後述 (below), but “{word}” is above, in {clause}."
                reason = Message(what, word=word, clause=later)
                corrected = ReferenceStatus.CORRECTED
                reference = replace(reference, status=corrected, explanation=reason)
            yield reference
        yield from self._references_to_steps(clause, text)

    def _clauses_above(self, clause: Clause) -> Sequence[Clause]:
        """Return what 上記 (above) may point to, since it gives no number: the clause itself if it
        has a list, else the nearest siblings before it, else the parent; empty if there is none."""
        if any(block.kind is BlockKind.LIST_ITEM for block in clause.blocks):
            return [clause]
        if clause.parent is None:
            return []
        parent = self._book.by_number[clause.parent]
        siblings = [c for c in self._book.children(parent) if c.parts < clause.parts]
        return siblings[-_NEAR:] or [parent]

    def _procedure(self, clause: Clause, name: str) -> Clause | None:
        """Return the clause or ancestor with the heading ``name``, else the nearest ancestor with
        it in its text, else None. 再び…を最初から refers to the procedure around it."""
        above = (clause, *reversed(self._book.ancestors(clause)))
        called = next((c for c in above if c.title == name), None)
        return called or next((c for c in above[1:] if name in self._names_in(c.number)), None)

    def _procedures_in(self, number: str) -> set[str]:
        """Return the names of procedures in the text or heading of clause ``number``. The result is
        stored, since every clause below asks for it."""
        texts = self._book.by_number[number].text, self._book.by_number[number].title or ""
        return {word for text in texts for _, word in self._names.all_in(text)}

    def _references_to_steps(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references by a numeral (Ⅰ to Ⅻ) to a step of this clause, or of the clause
        cited just before in the same sentence. A numeral that labels a step is not a reference."""
        numerals = list(_NUMERAL.finditer(text))
        if not numerals:
            return
        labels, start = set(), 0
        for block in clause.blocks:
            if block.kind is BlockKind.STEP:
                labels.add(start)
            start += len(block.text) + 1
        # The clause cited last before each place in the text; the end of a sentence resets it.
        cited: list[tuple[int, Clause | None]] = []
        last: Clause | None = None
        for match in _NUMBER.finditer(text):
            parsed = None if match[1] else parse_number(match[0])
            if match[1] or parsed is not None:
                last = self._book.find(parsed.parts) if parsed else None
            cited.append((match.start(), last))
        for match in numerals:
            value = roman_value(match[0])
            home: Clause | None = clause
            if value not in self._steps(clause.number):
                before = bisect_left(cited, match.start(), key=itemgetter(0)) - 1
                home = cited[before][1] if before >= 0 else None
            if home is not None and match.start() not in labels:
                known = value in self._steps(home.number)
                yield _reference(match, 0, (home.number,) if known else ())


def _values_of_steps(clause: Clause) -> set[int | None]:
    """Return the numbers of the steps of ``clause``; a numeral that cites none of these dangles."""
    steps = (block for block in clause.blocks if block.kind is BlockKind.STEP)
    return {roman_value(block.label or "") for block in steps}


def _reference(match: re.Match[str], group: int, targets: tuple[str, ...]) -> Reference:
    """Return the relative reference at ``group`` of ``match`` to ``targets``. Without any it
    dangles, and the reader sees that no clause was found instead of a wrong link."""
    span = Span(*match.span(group))
    if targets:
        return Reference(span, match[group], ReferenceKind.RELATIVE, targets)
    reason = Message("No clause is found that “{words}” points to.", words=match[group])
    return Reference.dangling(span, match[group], ReferenceKind.RELATIVE, reason)
