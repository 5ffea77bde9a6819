"""References by name: headings in quotation marks, chapters in parentheses, appendices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import parse_number
from rulebook.links.composed_references import ComposedFinder
from rulebook.links.heading_index import HeadingIndex, alike, pairs_of
from rulebook.links.model import HistoryReference, Reference, ReferenceKind, ReferenceStatus
from rulebook.links.number_references import Targets, find_numbers
from rulebook.links.relative_references import RelativeFinder
from rulebook.messages import Message
from rulebook.text.spans import Span

_QUOTED = re.compile(r"[「‘]([^「」‘’]{2,40})[」’]")
_CUE_BEFORE = re.compile(r"(?:後述|前述|詳しくは|詳細は)(?:の|は|、)*$")
_CUE_AFTER = re.compile(
    r"[」’](?:[(（][0-9.-]+[)）])?"
    r"(?:を参照(?:してください|のこと|[。)）]|$)|[ 　]?参照[)）]|に戻ります)"
)
_LEADING_NUMBER = re.compile(r"([0-9]{1,3}(?:[.-][0-9]{1,3})*)[.．]?[ 　]?(?=[^0-9])")
_CHAPTER = re.compile(r"[(（]([0-9]{1,2})[)）]")
_APPENDIX = re.compile(r"付録[0-9]{1,2}")
# How far before 「(9)」 the name of chapter 9 may begin.
_NAME_REACH = 16

_BRACKETED = re.compile(r"\[([^\]]{2,40})\]")
_STEP = re.compile(r"\.[Ⅰ-Ⅻ]")
# The words of notes other than their subject.
_FILLER = re.compile(
    r"について|に関する|における|する事|すること|される|した|しました"
    r"|を?(?:追加|修正|追記|記載|変更|明確化|明記|統一|調整|定義|更新|制定)"
    r"|一部|表記|処理|挙動|[をのはがにでと、。・~～0-9.()「」\[\] 　]"
)
_SPOKEN_OF = 0.99  # The share of the character pairs of a note’s subject


class ReferenceFinder:
    """Finds the references of one rulebook, in its clauses and in its change history."""

    def __init__(self, book: Rulebook, defined: Mapping[str, str]) -> None:
        """Index the headings of ``book`` once for all its clauses. ``defined`` has the defining
        clause of each term, to which 後述 (below) may refer."""
        self._book = book
        self._headings = HeadingIndex(book)
        self._relative = RelativeFinder(book, self._headings, defined)
        self._targets = Targets(book)
        self._composed = ComposedFinder(book, self._targets)
        self._pairs = cache(lambda text: frozenset(pairs_of(text)))  # many notes name a clause

    def in_clause(self, clause: Clause) -> tuple[Reference, ...]:
        """Return the references in the text of ``clause``, in their order. Of two that overlap (a
        number inside a quoted title) only the longer one stays: no text has two links."""
        text = clause.text
        prefix = self._book.game.edition.layout.prefix
        label = len(prefix) + 2 if prefix and text.startswith(prefix) else 0  # no reference
        found = [
            *self._titles(text),
            *find_numbers(self._targets, clause, text),
            *self._chapters(text),
            *self._relative.find(clause, text),
            *self._composed.find(clause, text),
        ]
        kept: list[Reference] = []
        taken = bytearray(len(text))
        for reference in sorted(found, key=lambda r: (r.span.start - r.span.end, r.span.start)):
            start, end = reference.span.start, reference.span.end
            is_label = start < label and reference.targets == (clause.number,)
            if taken.find(1, start, end) < 0 and not is_label:
                taken[start:end] = b"\1" * (end - start)
                kept.append(reference)
        return tuple(sorted(kept, key=lambda reference: reference.span))

    def _titles(self, text: str) -> Iterator[Reference]:
        """Yield the references to headings and appendices in quotation marks. Marks alone may only
        mention a word, so a cue is needed: 後述 before, を参照してください after, a reference right
        before, or a number that belongs to the heading."""
        sent = -1
        for match in _QUOTED.finditer(text):
            cue = _CUE_BEFORE.search(text, max(0, match.start() - 12), match.start())
            after = _CUE_AFTER.match(text, match.end() - 1)
            appendix = _APPENDIX.match(match[1])
            numbered = _LEADING_NUMBER.match(match[1])
            if cue or after or appendix or sent == match.start():
                sent = match.end()
                yield self._titled(match)
            elif numbered:
                # 「9.ルール処理」 needs no such word, but then it must be right.
                reference = self._titled(match)
                if reference.status is not ReferenceStatus.DANGLING:
                    yield reference

    def _titled(self, match: re.Match[str]) -> Reference:
        """Return the reference that a title in brackets makes: to an appendix, a number or a
        heading. A title that is nearly a heading is a slip, so its reference is corrected."""
        span, printed, kind = Span(*match.span(1)), match[1], ReferenceKind.TITLE
        if appendix := _APPENDIX.match(printed):
            clauses, kind = self._headings.exact(appendix[0]), ReferenceKind.APPENDIX
            if len(clauses) == 1:
                return Reference(span, printed, kind, (clauses[0].number,))
            reason = Message("There is no {appendix}.", appendix=appendix[0])
            return Reference.dangling(span, printed, kind, reason)
        if numbered := _LEADING_NUMBER.match(printed):
            return self._numbered_title(span, printed, numbered)
        found = self._headings.find(printed)
        if found is None:
            what = "No heading is “{title}”, or more than one may be meant."
            return Reference.dangling(span, printed, kind, Message(what, title=printed))
        target, what = (found.number,), "The heading is “{title}” ({clause})."
        if self._headings.exact(printed):
            return Reference(span, printed, kind, target)
        reason = Message(what, title=found.title, clause=found.number)
        return Reference(span, printed, kind, target, ReferenceStatus.CORRECTED, reason)

    def _numbered_title(self, span: Span, printed: str, match: re.Match[str]) -> Reference:
        """Return the reference of a title with its number, such as 「9-2-1. ダメージの処理」. It
        dangles if the number and the heading belong to different clauses, since one of the two must
        be wrong; it counts as corrected if the heading is only misspelt."""
        parsed = parse_number(match[1])
        title = printed[match.end() :]
        clause = self._book.find(parsed.parts) if parsed else None
        kind = ReferenceKind.TITLE
        if clause is None or clause.title is None or not alike(title, clause.title):
            what = "No clause has both the number and the heading of “{title}”."
            return Reference.dangling(span, printed, kind, Message(what, title=printed))
        targets, number = (clause.number,), clause.number
        if self._headings.exact(title) is self._headings.exact(clause.title):  # spelt alike
            return Reference(span, printed, kind, targets)
        reason = Message("The heading of {clause} is “{title}”.", clause=number, title=clause.title)
        return Reference(span, printed, kind, targets, ReferenceStatus.CORRECTED, reason)

    def _chapters(self, text: str) -> Iterator[Reference]:
        """Yield references to chapters by a number in parentheses after the title:
        ``ルール処理(9)``. Without the title, a number in parentheses is an item of a list."""
        for match in _CHAPTER.finditer(text):
            chapter = self._book.by_number.get(match[1])
            if chapter is None or not chapter.title:
                continue
            before = text[max(0, match.start() - _NAME_REACH) : match.start()]
            if chapter.title in before:
                span = Span(*match.span(1))
                yield Reference(span, match[1], ReferenceKind.CHAPTER, (chapter.number,))

    def in_history(self) -> Iterator[HistoryReference]:
        """Yield the references in the notes of the change history, which say what was changed. If
        the number in an old note may be another clause today, it is yielded without a target."""
        for revision in self._book.revisions if self._book.clauses else ():
            for note in revision.notes:
                for reference in self._in_note(note, revision.version):
                    yield HistoryReference(revision.version, revision.line, note, reference)

    def _in_note(self, note: str, version: str) -> Iterator[Reference]:
        """Yield the references in a note of the change history. Numbers of an old version may be
        other clauses today, so a number whose present clause lacks the note's words dangles."""
        numbers = list(find_numbers(self._targets, self._book.clauses[0], note))
        current = version == self._book.game.edition.version
        # The words of the note, without its numbers and fillers, show what it is about.
        ends = [0, *(reference.span.end for reference in numbers)]
        starts = [*(reference.span.start for reference in numbers), len(note)]
        text = " ".join(note[end:start] for end, start in zip(ends, starts, strict=True))
        words = _FILLER.sub(" ", _STEP.sub(" ", text)).split()
        subject = {pair for word in words for pair in pairs_of(word)}
        for reference in numbers:
            agrees = reference.status is ReferenceStatus.RESOLVED and (
                current or self._speaks_of(reference.targets[0], subject)
            )
            what = "This number is from ver. {version} and may be another clause today."
            old = reference.span, reference.text, reference.kind, Message(what, version=version)
            yield reference if agrees else Reference.dangling(*old)
        for match in _BRACKETED.finditer(note):
            found = self._headings.exact(match[1])
            if len(found) == 1:
                span = Span(*match.span(1))
                yield Reference(span, match[1], ReferenceKind.TITLE, (found[0].number,))

    def _speaks_of(self, number: str, subject: set[str]) -> bool:
        """Whether the clause ``number``, with its headings, has nearly all character pairs of the
        ``subject`` of a note. If not, another clause has had the number since."""
        clause = self._book.by_number[number]
        titles = [above.title or "" for above in self._book.ancestors(clause)]
        shared = subject & frozenset().union(*map(self._pairs, (clause.wording, *titles)))
        return bool(subject) and len(shared) >= _SPOKEN_OF * len(subject)


def cited_by(references: Mapping[str, tuple[Reference, ...]]) -> dict[str, tuple[str, ...]]:
    """Return for each clause the others that refer to it, each once, to show them with it:
    ``references`` are by citing clause."""
    citing: dict[str, dict[str, None]] = {}
    for number, found in references.items():
        for reference in found:
            for target in reference.targets:
                if target != number:
                    citing.setdefault(target, {})[number] = None
    return {target: tuple(numbers) for target, numbers in citing.items()}
