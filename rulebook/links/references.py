"""References to headings in quotation marks, to chapters in parentheses, to appendices, to steps by
their numeral, and to relative positions: 上記, 前述 (above), この手順 (this procedure), 後述
(below), 再び…を最初から (start … again); but not “the following” before a list."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from heapq import heapify, heappop
from itertools import accumulate, pairwise

from rulebook.clauses.model import BlockKind, Clause, Rulebook
from rulebook.clauses.numbers import parse_number, roman_value
from rulebook.grouping import grouped
from rulebook.links.composed_references import ComposedFinder
from rulebook.links.model import (
    HistoryReference,
    Reference,
    ReferenceKind,
    ReferenceStatus,
    WordFinder,
)
from rulebook.links.number_references import Targets, find_numbers
from rulebook.links.terms import CIRCLED
from rulebook.messages import Message
from rulebook.records import replace
from rulebook.text.normal import Span, fold

# How similar a title must be to a heading, and by how much more than to the next.
_ALIKE = 0.55
_AHEAD = 0.1
# Pieces in more headings than this do not distinguish them; 50 is already many for a rulebook.
_MOST_HAVING = 400
# How many headings a title is compared with; if that many are near, none is clearly ahead.
_CLOSEST = 100


class HeadingIndex:
    """The headings of one rulebook, by their folded form."""

    def __init__(self, book: Rulebook) -> None:
        """Index the headings of ``book``, by which texts cite clauses: whole, and by characters and
        pairs of these, to find those that a misspelt title may mean. Pairs are looked up for
        characters that most headings have."""
        self._exact = grouped((_flat(each.title), each) for each in book.clauses if each.title)
        self._headings = list(self._exact)
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for place, heading in enumerate(self._headings):
            for piece in {*_letters(heading), *pairs_of(heading)}:
                self._having[piece].append(place)
        self._likest = cache(self._find_most_similar)  # comparing is slow

    def exact(self, title: str) -> Sequence[Clause]:
        """Return every clause with the heading ``title``, compared without width and spaces; empty
        if none. All are returned, so callers see when a title is ambiguous."""
        return self._exact.get(_flat(title), ())

    def find(self, title: str) -> Clause | None:
        """Return the clause whose heading is equal or very similar to ``title``; None if several
        fit. Titles are cited with typing errors, but a wrong target is worse than none."""
        if exact := self.exact(title):
            return exact[0] if len(exact) == 1 else None
        return self._likest(_flat(title))

    def _find_most_similar(self, title: str) -> Clause | None:
        """Return the clause whose heading is clearly more similar to ``title`` than all others,
        else None. Comparing all is slow, so only the most promising ``_CLOSEST`` are compared."""
        best, second, likest = 0.0, 0.0, ""
        waiting = [(-bound, place) for place, bound in self._candidates(title)]
        heapify(waiting)
        for _ in range(_CLOSEST):
            # No remaining heading is more similar than ``bound``. The search ends if none can be
            # the second best, or if even the best would not be similar enough or clearly ahead.
            bound = -waiting[0][0] if waiting else 0.0
            most = max(best, bound)
            if bound <= second or most < _ALIKE or most - second < _AHEAD:
                break
            heading = self._headings[heappop(waiting)[1]]
            alike = _similarity(title, heading)
            second = max(second, min(best, alike))
            if alike > best:
                best, likest = alike, heading
        else:
            return None  # that many are near: none is clearly ahead
        if best < _ALIKE or best - second < _AHEAD or len(self._exact[likest]) > 1:
            return None
        return self._exact[likest][0]

    def _candidates(self, title: str) -> Iterator[tuple[int, float]]:
        """Yield the index of each heading that shares letters with ``title``, and the highest
        similarity it can have, so few need a full comparison. Letters that most headings have
        exclude nothing: they count as shared by all, and headings that share a pair are added."""
        common: Counter[int] = Counter()
        everywhere = 0
        for letter in _letters(title):
            having = self._having.get(letter, ())
            if len(having) > _MOST_HAVING:
                everywhere += 1
            else:
                common.update(having)
        for pair in pairs_of(title) if everywhere else ():
            having = self._having.get(pair, ())
            if len(having) <= _MOST_HAVING:
                common.update(dict.fromkeys(having, 0))
        for place, count in common.items():
            yield place, _share(count + everywhere, len(title), len(self._headings[place]))


def _flat(title: str | None) -> str:
    """Return ``title`` folded and without circled numbers, spaces and a final stop, "" for None.
    Citations of headings leave these out, so both are compared in this form."""
    return fold(CIRCLED.sub("", title or "")).replace(" ", "").rstrip("。.")


def _letters(title: str) -> Iterator[str]:
    """Yield each character of ``title`` with the number of its earlier occurrences. Two titles have
    at most as many letters in common as they share of these pairs, so few are fully compared."""
    seen: Counter[str] = Counter()
    for char in title:
        yield f"{char} {seen[char]}"
        seen[char] += 1


def pairs_of(text: str) -> Iterator[str]:
    """Return the pairs of neighbours in ``text``, by which texts are compared instead of words:
    Japanese has no spaces, and single letters are too common."""
    return (f"{one}{other}" for one, other in pairwise(text))


def _similarity(title: str, heading: str) -> float:
    """Return how similar two titles are, from 0 to 1, by the characters that they have in common in
    the same order. A title cited with a typing error still has most of them."""
    blocks = SequenceMatcher(None, title, heading, autojunk=False).get_matching_blocks()
    return _share(sum(block.size for block in blocks), len(title), len(heading))


def _share(common: int, title: int, heading: int) -> float:
    """Return the similarity, 0 to 1, of two titles of these lengths with ``common`` characters in
    common. The share of the cited ``title`` counts as much as that of both: it may be shortened."""
    return (2 * common / (title + heading) + common / title) / 2 if common else 0.0


_ABOVE = re.compile(
    r"上記(?!、?[ 　]?[0-9§])"
    r"(?:の([^、。「」‘’に]{2,12}?)(?=[はをがに、。で]|の順)|「([^」]{1,40})」)?"
)
_IN_ITSELF = re.compile(
    r"前述の(?:[‘「][^’」]{1,12}[’」]|[^、。‘’「」()（）]{2,12}?(?=[等でをは、。]))|この手順"
)
_AGAIN = re.compile(r"(?:再び|この)([^、。「」]{2,14}?)を(?:再び)?(?:最初|先頭)から")
_LATER = re.compile(r"([^\s、。「」『』・のをはがに()（）]{1,12})[(（](後述)[)）]")
_NUMERAL = re.compile(r"[Ⅰ-Ⅻ]")
_NUMERAL_CITED_OR_END = re.compile(r"[Ⅰ-Ⅻ]|(?P<number>(?<![0-9])[0-9]+(?:[.-][0-9]+)+)|(?P<end>。)")
_NEAR = 30  # 上記 does not refer to a clause further up than this many
_QUOTED = re.compile(r"[「‘]([^「」‘’]{2,40})[」’]")
_CUE_BEFORE = re.compile(r"(?:後述|前述|詳しくは|詳細は)(?:の|は|、)*$")
_CUE_AFTER = re.compile(
    r"[」’](?:[(（][0-9.-]+[)）])?"
    r"(?:を参照(?:してください|のこと|[。)）]|$)|[ 　]?参照[)）]|に戻ります)"
)
_LEADING_NUMBER = re.compile(r"([0-9]{1,3}(?:[.-][0-9]{1,3})*)[.．]?[ 　]?(?=[^0-9])")
_CHAPTER = re.compile(r"[(（]([0-9]{1,2})[)）]")
_APPENDIX = re.compile(r"付録[0-9]{1,2}")
_NAME_REACH = 16  # How far before 「(9)」 the name of chapter 9 may begin
_BRACKETED = re.compile(r"\[([^\]]{2,40})\]")
_STEP = re.compile(r"\.[Ⅰ-Ⅻ]")
# The words of notes other than their subject.
_FILLER = re.compile(
    r"について|に関する|における|する事|すること|される|した|しました"
    r"|を?(?:追加|修正|追記|記載|変更|明確化|明記|統一|調整|定義|更新|制定)"
    r"|一部|表記|処理|挙動|[をのはがにでと、。・~～0-9.()「」\[\] 　]"
)
_SPOKEN_OF = 0.99  # The share of the character pairs of a note’s subject that its clause must have


def _relative(match: re.Match[str], group: int, targets: tuple[str, ...]) -> Reference:
    """Return the relative reference at ``group`` of ``match`` to ``targets``. Without targets it
    dangles, and the reader sees that no clause was found instead of a wrong link."""
    span = Span(*match.span(group))
    if targets:
        return Reference(span, match[group], ReferenceKind.RELATIVE, targets)
    reason = Message("No clause is found that “{words}” points to.", words=match[group])
    return Reference.dangling(span, match[group], ReferenceKind.RELATIVE, reason)


class ReferenceFinder:
    """Finds the references of one rulebook, in its clauses and in its change history."""

    def __init__(self, book: Rulebook, defined: Mapping[str, str]) -> None:
        """Prepare once what finding references in all clauses of ``book`` needs: the headings, by
        which texts cite; ``defined``, the defining clause of each term, to which 後述 (below) may
        refer; and the names of procedures that texts begin again (… in 再び…を最初から)."""
        self._book = book
        self._headings = HeadingIndex(book)
        self._defined = defined
        self._targets = Targets(book)
        self._composed = ComposedFinder(book, self._targets)
        self._names = WordFinder(m[1] for c in book.clauses for m in _AGAIN.finditer(c.text))
        # Stored, since many texts ask for the same. A note of the change history has its pairs of
        # characters in the clause that it cites; 上記「手順」 has most of its letters in one above.
        self._pairs = cache(lambda text: frozenset(pairs_of(text)))
        self._chars_of = cache(lambda number: set(book.by_number[number].text))
        self._steps = cache(self._values_of_steps)
        self._names_in = cache(self._procedures_in)

    def in_clause(self, clause: Clause) -> tuple[Reference, ...]:
        """Return the references in the text of ``clause``, in order. Of two that overlap (a number
        inside a quoted title), only the longer one is kept, or of equal ones that with a target
        and of composed counters (A.3.iii, whose iii may also be a step of A.3)."""
        text = clause.text
        prefix = self._book.game.edition.layout.prefix
        # After the prefix and a space, its own number may begin (Rule 2.1): not a reference.
        label = len(prefix) + 2 if prefix and text.startswith(prefix) else 0
        found = [
            *self._titles(text),
            *self._composed.find(clause, text),
            *find_numbers(self._targets, clause, text),
            *self._chapters(text),
            *self._by_position(clause, text),
        ]
        kept: list[Reference] = []
        taken = bytearray(len(text))
        found.sort(key=lambda r: (r.span.start - r.span.end, r.span.start, not r.targets))
        for reference in found:
            start, end = reference.span.start, reference.span.end
            is_label = start < label and reference.targets == (clause.number,)
            if taken.find(1, start, end) < 0 and not is_label:
                taken[start:end] = b"\1" * (end - start)
                kept.append(reference)
        return tuple(sorted(kept, key=lambda reference: reference.span))

    def _titles(self, text: str) -> Iterator[Reference]:
        """Yield the references to headings and appendices in quotation marks. A quotation may only
        mention a word: it needs a cue (後述 or a reference before it, “see” after) or a number."""
        sent = -1
        for match in _QUOTED.finditer(text):
            cue = _CUE_BEFORE.search(text, max(0, match.start() - 12), match.start())
            after = _CUE_AFTER.match(text, match.end() - 1)
            appendix = _APPENDIX.match(match[1])
            numbered = _LEADING_NUMBER.match(match[1])
            if cue or after or appendix or sent == match.start():
                sent = match.end()
                yield self._titled(match)
            elif numbered and (reference := self._titled(match)).targets:
                yield reference  # 「9. Rules」 needs no such word, but then it must be right.

    def _titled(self, match: re.Match[str]) -> Reference:
        """Return the reference that a title in brackets makes, to an appendix or heading. With the
        number of another clause (「9-2. Setup」) it dangles, since one of the two must be wrong. A
        title that is nearly a heading is a slip: its reference is corrected."""
        span, printed, kind = Span(*match.span(1)), match[1], ReferenceKind.TITLE
        target: Clause | None = None
        is_exact, slip = True, ""
        if appendix := _APPENDIX.match(printed):
            clauses, kind = self._headings.exact(appendix[0]), ReferenceKind.APPENDIX
            target = clauses[0] if len(clauses) == 1 else None
            missing = Message("There is no {appendix}.", appendix=appendix[0])
        elif numbered := _LEADING_NUMBER.match(printed):
            parsed, title = parse_number(numbered[1]), printed[numbered.end() :]
            clause = self._book.find(parsed.parts) if parsed else None
            # A typing error is accepted, but not the title of another clause.
            if clause and _similarity(_flat(title), _flat(clause.title)) >= _ALIKE:
                target, exact = clause, self._headings.exact
                is_exact = exact(title) is exact(clause.title or "")  # spelt alike
            what = "No clause has both the number and the heading of “{title}”."
            missing, slip = Message(what, title=printed), "The heading of {clause} is “{title}”."
        else:
            target, is_exact = self._headings.find(printed), bool(self._headings.exact(printed))
            what = "No heading is “{title}”, or more than one may be meant."
            missing, slip = Message(what, title=printed), "The heading is “{title}” ({clause})."
        if target is None:
            return Reference.dangling(span, printed, kind, missing)
        if is_exact:
            return Reference(span, printed, kind, (target.number,))
        reason = Message(slip, clause=target.number, title=target.title)
        return Reference(span, printed, kind, (target.number,), ReferenceStatus.CORRECTED, reason)

    def _chapters(self, text: str) -> Iterator[Reference]:
        """Yield references to chapters by a number in parentheses after the title:
        ``Rules(9)``. Without the title, a number in parentheses is an item of a list."""
        for match in _CHAPTER.finditer(text):
            chapter = self._book.by_number.get(match[1])
            before = text[max(0, match.start() - _NAME_REACH) : match.start()]
            if chapter and chapter.title and chapter.title in before:
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
        other clauses today, so a number whose present clause lacks the note's words dangles; a
        number of the current version has its own clause, or was deleted in that version."""
        first = self._book.clauses[0]  # a note is in no clause; this decides between equal targets
        numbers = list(find_numbers(self._targets, first, note))
        current = version == self._book.game.edition.version
        # The words of the note, without its numbers and fillers, show what it is about.
        ends = [0, *(reference.span.end for reference in numbers)]
        starts = [*(reference.span.start for reference in numbers), len(note)]
        text = " ".join(note[end:start] for end, start in zip(ends, starts, strict=True))
        words = _FILLER.sub(" ", _STEP.sub(" ", text)).split()
        subject = {pair for word in words for pair in pairs_of(word)}
        for reference in numbers:
            agrees = current or reference.status is ReferenceStatus.RESOLVED
            if agrees and not current:
                clause = self._book.by_number[reference.targets[0]]
                titles = [above.title or "" for above in self._book.ancestors(clause)]
                said = frozenset().union(*map(self._pairs, (clause.wording, *titles)))
                agrees = bool(subject) and len(subject & said) >= _SPOKEN_OF * len(subject)
            what = "This number is from ver. {version} and may be another clause today."
            old = reference.span, reference.text, reference.kind, Message(what, version=version)
            yield reference if agrees else Reference.dangling(*old)
        for match in _BRACKETED.finditer(note):
            if len(found := self._headings.exact(match[1])) == 1:
                span = Span(*match.span(1))
                yield Reference(span, match[1], ReferenceKind.TITLE, (found[0].number,))

    def _by_position(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references by position in ``text`` of ``clause``. 上記 refers to clauses above,
        上記「名」 to the one whose text has most letters of the name, which is rarely a whole
        heading. 前述, この手順 and, if 手順 occurs earlier in the text, 上記の手順 refer to what
        ``clause`` itself says before; 再び…を最初から to the procedure around it; 後述 to a heading
        or term (corrected if that is above); numerals to steps."""
        for match in _ABOVE.finditer(text):
            named = near = self._clauses_above(clause, match.start())
            if match[2] and near:  # 上記「…」 names one of several, of equal ones the nearest
                name = match[2]
                nearest = reversed(near)
                named = [
                    max(nearest, key=lambda c: len(self._chars_of(c.number).intersection(name)))
                ]
            elif match[1] and match[1] in text[: match.start()]:
                named = [clause]  # 上記の手順, where 手順 is before it in the same text
            yield _relative(match, 2 if match[2] else 0, tuple(c.number for c in named))
        for match in _IN_ITSELF.finditer(text):
            yield _relative(match, 0, (clause.number,))
        for match in _AGAIN.finditer(text):
            if target := self._procedure(clause, match[1]):
                yield _relative(match, 0, (target.number,))
        for match in _LATER.finditer(text):
            word = match[1]
            exact = self._headings.exact(word)
            later = exact[0].number if len(exact) == 1 else self._defined.get(word)
            reference = _relative(match, 2, (later,) if later else ())
            if later is not None and self._book.by_number[later].parts <= clause.parts:
                what = "It says 後述 (below), but “{word}” is above, in {clause}."
                reason = Message(what, word=word, clause=later)
                corrected = ReferenceStatus.CORRECTED
                reference = replace(reference, status=corrected, explanation=reason)
            yield reference
        yield from self._references_to_steps(clause, text)

    def _clauses_above(self, clause: Clause, at: int) -> Sequence[Clause]:
        """Return the clauses that 上記 (above, which gives no number) at offset ``at`` of
        ``clause`` may mean: ``clause`` if it has a list before, else the nearest siblings before
        it, else the parent; empty without a parent."""
        starts = accumulate((len(block.text) + 1 for block in clause.blocks), initial=0)
        before = (block for block, start in zip(clause.blocks, starts, strict=False) if start <= at)
        if any(block.kind is BlockKind.LIST_ITEM for block in before):
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
        """Return the names of procedures in the text or heading of clause ``number``, to find the
        one to which 再び…を最初から in a clause below returns. ``_names_in`` stores the result."""
        texts = self._book.by_number[number].text, self._book.by_number[number].title or ""
        return {word for text in texts for _, word in self._names.all_in(text)}

    def _values_of_steps(self, number: str) -> set[int | None]:
        """Return the numbers of the steps of clause ``number``, since a numeral (Ⅵ) refers only to
        a step that exists. Steps without a Roman numeral add None, the value of no numeral."""
        blocks = self._book.by_number[number].blocks
        return {roman_value(each.label or "") for each in blocks if each.kind is BlockKind.STEP}

    def _references_to_steps(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references by a numeral (Ⅰ to Ⅻ) to a step of this clause, or of the clause
        cited just before in the same sentence; without such a step there, the reference dangles, to
        be reported. A numeral that labels a step is not a reference."""
        if not _NUMERAL.search(text):
            return
        starts = accumulate((len(block.text) + 1 for block in clause.blocks), initial=0)
        blocks = zip(starts, clause.blocks, strict=False)
        labels = {start for start, block in blocks if block.kind is BlockKind.STEP}
        cited: Clause | None = None  # in this sentence, before the numeral
        for match in _NUMERAL_CITED_OR_END.finditer(text):
            if match["end"]:
                cited = None
            elif match["number"]:
                parsed = parse_number(match[0])
                cited = self._book.find(parsed.parts) if parsed else cited
            elif match.start() not in labels:
                value = roman_value(match[0])
                if home := (clause if value in self._steps(clause.number) else cited):
                    known = value in self._steps(home.number)
                    yield _relative(match, 0, (home.number,) if known else ())


def cited_by(references: Mapping[str, tuple[Reference, ...]]) -> dict[str, tuple[str, ...]]:
    """Return for each cited clause the clauses that refer to it, to show these with it."""
    cited = ((n, target) for n, found in references.items() for r in found for target in r.targets)
    citing = grouped((target, number) for number, target in cited if target != number)
    return {target: tuple(dict.fromkeys(numbers)) for target, numbers in citing.items()}
