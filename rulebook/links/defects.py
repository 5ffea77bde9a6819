"""Find faults of a document, or of its extraction as text, with line and column in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import Any

from rulebook.clauses.findings import Confidence, Finding, FindingForm
from rulebook.clauses.lines import PAGE_MARKER, RUBY
from rulebook.clauses.model import Block, BlockKind, Clause, Rulebook
from rulebook.clauses.regions import flat_title
from rulebook.grouping import grouped
from rulebook.links.model import Reference, ReferenceKind, ReferenceStatus, WordFinder
from rulebook.links.terms import Slip
from rulebook.text.display import visible
from rulebook.text.extraction import kanji_for_radicals

# Replaces a page marker. No text contains it, since control characters were made visible before.
_BLANK = "\0"


class Places:
    """Finds line and column in the source for offsets in clauses of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        """Prepare to locate clauses of ``book``: only clauses with findings, and each only once."""
        clauses, source = book.by_number, book.source
        self._parts = cache(lambda number: list(_source_lines(clauses[number].blocks, source)))

    def finding(
        self, form: FindingForm, clause: Clause, at: int, printed: str, **values: Any
    ) -> Finding:
        """Return a finding on the text ``printed`` at offset ``at`` of ``clause``, with its line
        and column. For a line break, the column is that of the character before it."""
        parts = self._parts(clause.number)
        start, line, columns = parts[bisect_right(parts, at, key=itemgetter(0)) - 1]
        column, place = columns[min(at - start, len(columns) - 1)] + 1, (clause.number, line)
        return form.finding(*place, column=column, printed=printed, **values)


def _source_lines(
    blocks: Sequence[Block], source: Sequence[str]
) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Yield for each source line in ``blocks`` its offset in the text, its number and the columns
    of its characters, by which findings name line and column."""
    start = 0
    for block in blocks:
        bounds = pairwise((*block.starts, len(block.text)))
        for number, (begin, end) in zip(block.lines, bounds, strict=True):
            text = block.text[begin:end].rstrip("\n")
            raw = kanji_for_radicals(visible(source[number - 1].rstrip(" \r\t\u3000")))
            if raw.endswith(text):
                yield start + begin, number, range(len(raw) - len(text), len(raw))
                continue
            # Numbers, marks and page markers of the line are not in the text, so characters are
            # looked for from the end; one that is not found gets the offset of its neighbour.
            raw = PAGE_MARKER.sub(lambda match: _BLANK * len(match[0]), raw)
            raw = RUBY.sub(lambda match: f"{_BLANK}{match[1]}".ljust(len(match[0]), _BLANK), raw)
            columns, at = [], len(raw)
            for char in reversed(text):
                found = raw.rfind(char, 0, at)
                at = found if found >= 0 else at
                columns.append(at)
            yield start + begin, number, columns[::-1]
        start += len(block.text) + 1


# ---- Icons and brackets that the extraction lost or replaced

# Each pattern is one shape of hole; ``edition.toml`` has the patterns of a single document.
_HOLES = (
    r"アイコン[(（][ 　]*[)）]",
    # A space where a quotation begins; Reバース may open one with ’.
    r"[「『‘][ 　]+(?=[^ 　])",
    r"は[ 　]*(?:等)?のアイコンで|を現すのアイコン",
)
# Signs that no rulebook prints: what the extraction made of an icon; the PDF reader writes 〓.
_STAND_INS = (r"[\U0001F300-\U0001FAFF☹♠♥]|〓+",)
# The space after number or list mark; words of English may have two.
_GAP = re.compile(r"[ \t]*(?:[-•]|[0-9]+(?:[.-][0-9]+)*\.)( +)(?![A-Z])(?=\S)")


# A word that is not part of a longer one, nor of "the word …" or "the spelling of …".
_NAME = (
    r"(?<![ァ-ヺー々一-龠A-Za-z])(?<!という)(?<!の)"
    r"([ァ-ヺー々一-龠A-Za-z]+(?:[ぁ-ゖ][々一-龠]+)?)(?:である場合)?"
)
# Sentences that name the icon that they lost: the hole follows the name, or explains a word.
_NAMED = (
    r"(?<![ァ-ヺー])([ァ-ヺー]+?)アイコン[(（][ 　]*(?=[)）])",
    r"[「『‘’“”]([^「」『』‘’“”\n]{1,12})[」』’”](?:という(?:単語|表記)|の表記)"
    r"は[ 　]*(?=のアイコンで)",
    rf"{_NAME}は[ 　]*(?=のアイコンで[示表])",
    rf"{_NAME}は[ 　]*(?=で(?:、|[示表]))",
)


def named_icons(text: str) -> Iterator[tuple[int, str]]:
    """Yield for each lost icon that ``text`` names (attack icon( )) the offset at which the icon
    was, and its name, to draw it there."""
    for pattern in _NAMED:
        yield from ((match.end(), match[1]) for match in re.finditer(pattern, text))


def find_lost_icons(book: Rulebook, places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each gap or substitute sign in ``clause`` where an icon was; overlapping
    gaps give only one. Icons are pictures in the PDF, not text, but rules depend on them."""
    own, text = book.game.edition.lost_icons, clause.text
    for form, patterns, sure in (
        (FindingForm.LOST_ICON, (*_HOLES, *own.holes), Confidence.CERTAIN),
        (FindingForm.ICON_AS_SIGN, (*_STAND_INS, *own.stand_ins), Confidence.LIKELY),
    ):
        matches = (match for pattern in patterns for match in re.finditer(pattern, text))
        reached = -1
        for start, end in sorted(match.span() for match in matches):
            if start >= reached:
                reached = end
                around = text[max(0, start - 6) : end + 6].replace("\n", " ")
                values = {"confidence": sure, "around": around}
                yield places.finding(form, clause, start, text[start:end], **values)


def find_lost_first_icons(book: Rulebook) -> Iterator[Finding]:
    """Yield a finding for each line with a second space after its number or list mark: an icon was
    there. Headings, and most lines of some documents, have such spaces without an icon: skipped."""
    heads = {clause.lines[0] for clause in book.clauses if clause.title and clause.children}
    lines = ((clause.number, line) for clause in book.clauses for line in clause.lines)
    begun = [(*each, gap) for each in lines if (gap := _GAP.match(book.source[each[1] - 1]))]
    wide = [(number, line, gap.end()) for number, line, gap in begun if len(gap[1]) > 1]
    for number, line, end in wide if 2 * len(wide) <= len(begun) else ():
        if line not in heads:
            yield FindingForm.LOST_FIRST_ICON.finding(number, line, column=end + 1)


_PAIRS = dict(zip("「『（(【《[［〔〈{“", "」』）)】》]］〕〉}”", strict=True))
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_BRACKET = re.compile(f"[{re.escape(''.join((*_PAIRS, *_CLOSERS)))}]")

# Brackets with the name that a rulebook gives them, since extraction may replace brackets.
_NAMED_BRACKETS = re.compile(
    r"([「」《》()（）\[\]［］]{2})[ 　]?[(（](かぎ括弧|二重山括弧|丸括弧|大括弧)[)）]"
)
_SHAPES = {
    "かぎ括弧": ("「」",),
    "二重山括弧": ("《》",),
    "丸括弧": ("()", "（）"),
    "大括弧": ("[]", "［］"),
}
_LABEL = re.compile(r"(?:^\S{,2}|[0-9][.-][0-9]+[. ]?[a-z]?)[)）]$")
_LONGEST_LABEL = 9


def find_unbalanced(places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each lone bracket in a block of ``clause``: words may have been lost with
    its partner. Tables are left out, since their cells may hold single brackets."""
    text, start = clause.text, 0
    for block in clause.blocks:
        lonely = _unpaired_brackets(block.text) if block.kind is not BlockKind.TABLE else ()
        for at in lonely:
            if _LABEL.search(block.text, max(0, at - _LONGEST_LABEL), at + 1):
                continue  # 例） (example) is a label, 1-3） a number
            is_open, place = block.text[at] in _PAIRS, start + at
            form = FindingForm.LEFT_OPEN if is_open else FindingForm.NEVER_OPENED
            around = text[max(0, place - 8) : place + 9].replace("\n", " ")
            yield places.finding(form, clause, place, text[place], around=around)
        start += len(block.text) + 1


def _unpaired_brackets(text: str) -> list[int]:
    """Return the offsets of brackets without a partner. Each shape of bracket is paired by itself:
    brackets of two shapes may cross, since documents nest them wrongly without losing words."""
    open_at: dict[str, list[int]] = {}
    lonely = []
    # “…“ or ”…”: a text with one of the two signs has it on both sides.
    alike = {"“", "”"} if ("“" in text) != ("”" in text) else set()
    for match in _BRACKET.finditer(text):
        bracket, at = match[0], match.start()
        if bracket in alike and bracket in open_at:
            del open_at[bracket]
        elif bracket in _PAIRS or bracket in alike:
            open_at.setdefault(bracket, []).append(at)
        elif partners := open_at.get(_CLOSERS[bracket]):
            partners.pop()
        else:
            lonely.append(at)
    return sorted([*lonely, *(at for places in open_at.values() for at in places)])


# ---- Where a document disagrees with itself: titles in contents and references, spellings

_ENDINGS = "処理|フェイズ|ステップ|タイミング"
_LONGEST = 16
# A name of the sort that headings have, right before a number in parentheses.
_NAME_BEFORE = re.compile(rf"([ァ-ヺー一-龠々のA-Za-z]{{2,{_LONGEST}}}(?:{_ENDINGS}))[(（]$")
_REACH = _LONGEST + 8  # No name begins further before the number


def find_title_mismatches(
    book: Rulebook, places: Places, references: Mapping[str, Sequence[Reference]]
) -> Iterator[Finding]:
    """Yield a finding for each title, in the contents or before a number (Actions (9.1)), that is
    not in the clause of that number: the number is likely wrong, left from an older edition."""
    yield from _contents_findings(book)
    for clause in book.clauses:
        for reference in references.get(clause.number, ()):
            start = reference.span.start
            match = _NAME_BEFORE.search(clause.text, max(0, start - _REACH), start)
            if not match or reference.kind is not ReferenceKind.NUMBER or not reference.targets:
                continue
            # Of “A の B” (the B of A), the heading may be only B.
            starts = [0, *(at + 1 for at, char in enumerate(match[1]) if char == "の")]
            endings = [match[1][at:] for at in starts]
            target = book.by_number[reference.targets[0]]
            above = book.ancestors(target)
            # The title may be that of the clause itself, of one above it, or of one right below it.
            near = (target, *book.children(target), *above)
            if not any(ending in each.wording for each in near for ending in endings):
                heading = next((c.title for c in (target, *reversed(above)) if c.title), "")
                form, values = FindingForm.CALLED_OTHERWISE, {"heading": heading}
                values |= {"confidence": Confidence.LIKELY, "reference": reference.text}
                yield places.finding(form, clause, match.start(), match[1], **values)


def _contents_findings(book: Rulebook) -> Iterator[Finding]:
    """Yield a finding for each entry of the contents whose number has another heading: outdated
    contents mislead readers. An entry is right if its clause begins with the title, or has no line
    in the document (not ``printed``) and so no heading to compare. A page number after the title is
    ignored. Consecutive entries without a clause give one finding."""
    is_missing = False
    for entry in book.contents:
        clause, was_missing = book.by_number.get(entry.number or ""), is_missing
        is_missing = clause is None and entry.number is not None
        title = flat_title(entry.title)
        is_right = clause and (
            not clause.printed
            or flat_title(clause.title) in (title, title.rstrip("0123456789"))
            or (not clause.title and flat_title(clause.text).startswith(title))
        )
        if entry.number is None or is_right or (is_missing and was_missing):
            continue
        form = FindingForm.CONTENTS_TITLE if clause else FindingForm.CONTENTS_ONLY
        heading = clause.heading() if clause else ""
        yield form.finding(entry.number, entry.line, printed=entry.title, heading=heading)


_WORD = re.compile(r"[ァ-ヺー]{3,}|(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
_RARE = 0.34
# Shorter words are too similar to each other, and longer runs are not words.
_SHORTEST_WORD, _LONGEST_WORD = 4, 40
# A text that may have misprints: its clause, or the line of its note in the history; and the text.
_Text = tuple[Clause | None, int | None, str]


def find_variants(book: Rulebook, places: Places, slips: Sequence[Slip]) -> Iterator[Finding]:
    """Yield a finding for the rarer of two spellings of a word, and for listed misprints.
    The rarer one is likely a mistake, which search and links would miss."""
    texts: list[_Text] = [(clause, None, clause.text) for clause in book.clauses]
    for each in book.revisions:  # notes have slips too
        notes = zip(each.notes, each.note_lines, strict=True)
        texts += ((None, line, note) for note, line in notes)
    # Comparing words finds slips only in katakana and capitals; listed ones are of any kind.
    finder = WordFinder(slip.printed for slip in slips)
    listed = grouped((printed, (t, at)) for t in texts for at, printed in finder.all_in(t[2]))
    known = (
        _finding(places, *each, slip.printed, slip.intended, misprint=slip.misprint)
        for slip in slips
        for each in listed.get(slip.printed, ())
    )
    words = [(text, m.start(), m[0]) for text in texts for m in _WORD.finditer(text[2])]
    # A rare word a letter apart from a common one is a likely misprint.
    intended = _intended(Counter(word for _, _, word in words))
    likely = (_finding(places, *each, intended[each[2]]) for each in words if each[2] in intended)
    # A known slip may be found by similarity as well, but it is reported once.
    found: dict[object, Finding] = {}
    for finding in (*known, *likely):
        found.setdefault((finding.line, finding.column, finding.printed), finding)
    yield from found.values()


def _intended(counts: Counter[str]) -> dict[str, str]:
    """Return for each rare word of a rulebook the common word of which it is likely a misprint, to
    report it: the two differ by one letter or by a final ー (long vowel). The common word must be
    much more frequent, since two common words that differ by a letter are both right."""
    commonest: dict[str, str] = {}
    for word, count in counts.items():
        for shape in _shapes(word):
            if count > counts[commonest.setdefault(shape, word)]:
                commonest[shape] = word
    order = {word: place for place, word in enumerate(counts)}
    intended = {}
    for word, count in counts.items():
        near = [commonest[shape] for shape in _shapes(word)]
        if near and f"{word}ー" in counts:
            near.append(f"{word}ー")
        common = [other for other in near if counts[other] * _RARE > count]
        if common:
            intended[word] = min(common, key=lambda other: (-counts[other], order[other]))
    return intended


def _shapes(word: str) -> Iterator[str]:
    """Yield the keys that ``word`` shares with words one slip away, so that not all words are
    compared. A key has a gap in place of one letter, but not of the first: カード (card) and ガード
    (guard) are two words. A word in capitals has only its sorted letters as a key: letters may be
    swapped, but with another letter it is mostly another word."""
    if word.isascii():
        yield "".join(sorted(word))
    elif _SHORTEST_WORD <= len(word) <= _LONGEST_WORD:
        yield from (f"{word[:at]} {word[at + 1 :]}" for at in range(1, len(word)))


def _finding(
    places: Places, text: _Text, at: int, printed: str, intended: str, *, misprint: bool = False
) -> Finding:
    """Return the finding that ``printed`` should likely be ``intended``, with the line and, in a
    clause, the column where a reader finds it; a note of the change history has only a line."""
    values: dict[str, Any] = {"confidence": Confidence.LIKELY, "intended": intended}
    clause, line, _ = text
    if clause is not None:
        form = FindingForm.MISPRINT if misprint else FindingForm.OTHER_SPELLING
        return places.finding(form, clause, at, printed, **values)
    form = FindingForm.MISPRINT_IN_HISTORY if misprint else FindingForm.OTHER_SPELLING_IN_HISTORY
    return form.finding(None, line, printed=printed, **values)


# A corrected reference is only likely to be right.
_FORMS = {
    ReferenceStatus.DANGLING: (FindingForm.DANGLING, Confidence.CERTAIN),
    ReferenceStatus.CORRECTED: (FindingForm.CORRECTED, Confidence.LIKELY),
}
# Two signs around a few words; a single sign, or a sign in a formula, may mean anything.
_EMPHASIS = re.compile(r"(?<![0-9A-Za-z*])\*\*([^\s*](?:[^*\n]{0,60}[^\s*])?)\*\*")


def find_defects(
    book: Rulebook, references: Mapping[str, Sequence[Reference]], slips: Sequence[Slip]
) -> Iterator[Finding]:
    """Yield the findings on texts and references of ``book``, including the known misprints
    ``slips``. They show readers where not to trust the document or its extraction: references that
    dangle, lost icons, brackets that do not match their name, marks of Markdown (**hand**) left in
    the text, titles that differ, spelling variants."""
    places = Places(book)
    for clause in book.clauses:
        for each in references.get(clause.number, ()):
            if each.status in _FORMS:
                form, sure = _FORMS[each.status]
                values = {"confidence": sure, "reason": each.explanation}
                yield places.finding(form, clause, each.span.start, each.text, **values)
        yield from find_lost_icons(book, places, clause)
        yield from find_unbalanced(places, clause)
        form = FindingForm.WRONG_BRACKET
        for match in _NAMED_BRACKETS.finditer(clause.text):  # 「」 called round brackets
            at, name, shapes = match.start(), match[2], _SHAPES[match[2]]
            if match[1] not in shapes:
                yield places.finding(form, clause, at, match[0], name=name, shape=shapes[0])
        form = FindingForm.EMPHASIS
        for match in _EMPHASIS.finditer(clause.text):
            yield places.finding(form, clause, match.start(), match[0], words=match[1])
    yield from find_lost_first_icons(book)
    yield from find_title_mismatches(book, places, references)
    yield from find_variants(book, places, slips)
