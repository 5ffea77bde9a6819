"""Characters that the extraction lost or replaced: icons, and brackets without a partner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.clauses.findings import Confidence, Finding, FindingForm
from rulebook.clauses.model import BlockKind, Clause, Rulebook
from rulebook.links.place import Places
from rulebook.records import NamedTuple

# Each pattern is one shape of hole; a document's own are in its ``edition.toml``.
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
# Where a sentence names the icon that it lost: the hole follows the name or is what a word means.
_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<![ァ-ヺー])([ァ-ヺー]+?)アイコン[(（][ 　]*(?=[)）])",
        r"[「『‘’“”]([^「」『』‘’“”\n]{1,12})[」』’”](?:という(?:単語|表記)|の表記)"
        r"は[ 　]*(?=のアイコンで)",
        rf"{_NAME}は[ 　]*(?=のアイコンで[示表])",
        rf"{_NAME}は[ 　]*(?=で(?:、|[示表]))",
    )
)


class NamedIcon(NamedTuple):
    """A lost icon whose name is in the sentence: the code point before which it stood."""

    at: int
    name: str


def named_icons(text: str) -> Iterator[NamedIcon]:
    """Yield each icon that the extraction from PDF lost but whose name the text gives, as in
    攻撃アイコン( ), with its offset, so pages can draw the icon there."""
    for pattern in _NAMED:
        for match in pattern.finditer(text):
            yield NamedIcon(match.end(), match[1])


def find_lost_icons(book: Rulebook, places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each gap or substitute sign in ``clause`` where an icon was; overlapping
    gaps give only one. Icons are pictures in the PDF, not text, but rules depend on them."""
    text = clause.text
    end = -1
    own = book.game.edition.lost_icons
    holes = _matches((*_HOLES, *own.holes), text)
    for match in sorted(holes, key=lambda match: match.span()):
        if match.start() >= end:
            end = match.end()
            yield _icon_finding(places, clause, match, FindingForm.LOST_ICON, Confidence.CERTAIN)
    for match in _matches((*_STAND_INS, *own.stand_ins), text):
        yield _icon_finding(places, clause, match, FindingForm.ICON_AS_SIGN, Confidence.LIKELY)


def find_lost_first_icons(book: Rulebook) -> Iterator[Finding]:
    """Yield a finding for each line with a second space after its number or list mark: an icon
    stood there, unless it is a heading. Where most lines have one, that is merely its spacing."""
    heads = {clause.lines[0] for clause in book.clauses if clause.title and clause.children}
    lines = ((clause.number, line) for clause in book.clauses for line in clause.lines)
    begun = [(*each, gap) for each in lines if (gap := _GAP.match(book.source[each[1] - 1]))]
    wide = [(number, line, gap.end()) for number, line, gap in begun if len(gap[1]) > 1]
    for number, line, end in wide if 2 * len(wide) <= len(begun) else ():
        if line not in heads:
            yield FindingForm.LOST_FIRST_ICON.finding(number, line, column=end + 1)


def _matches(patterns: Sequence[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of all ``patterns`` in ``text``, one pattern after the other. Patterns are
    texts, since editions add their own; ``re`` caches what it compiles."""
    return (match for pattern in patterns for match in re.finditer(pattern, text))


def _icon_finding(
    places: Places, clause: Clause, match: re.Match[str], form: FindingForm, confidence: Confidence
) -> Finding:
    """Return the finding on the icon lost at ``match``; the words around show which it was."""
    around = match.string[max(0, match.start() - 6) : match.end() + 6].replace("\n", " ")
    return places.finding(form, clause, match.start(), match[0], confidence, around=around)


_PAIRS = dict(zip("「『（(【《[［〔〈{“", "」』）)】》]］〕〉}”", strict=True))
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_BRACKET = re.compile(f"[{re.escape(''.join((*_PAIRS, *_CLOSERS)))}]")

# What a rulebook calls its brackets, and how they look.
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
                continue  # 「例）」 is a label, 「1-3）」 a number
            is_open, place = block.text[at] in _PAIRS, start + at
            form = FindingForm.LEFT_OPEN if is_open else FindingForm.NEVER_OPENED
            around = text[max(0, place - 8) : place + 9].replace("\n", " ")
            yield places.finding(form, clause, place, text[place], around=around)
        start += len(block.text) + 1


def find_misnamed(places: Places, clause: Clause) -> Iterator[Finding]:
    """Yield a finding where the text names a different shape of brackets than it prints, as in
    「」（丸括弧）. The extraction may have replaced characters that the rule is about."""
    form = FindingForm.WRONG_BRACKET
    for match in _NAMED_BRACKETS.finditer(clause.text):
        at, name, shapes = match.start(), match[2], _SHAPES[match[2]]
        if match[1] not in shapes:
            yield places.finding(form, clause, at, match[0], name=name, shape=shapes[0])


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
