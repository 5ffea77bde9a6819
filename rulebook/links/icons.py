"""Icons that the extraction lost or put another sign for: the sentence shows the hole."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.clauses.model import Clause, Confidence, Finding, FindingCode, Rulebook
from rulebook.links.place import place_of

# Each pattern is one shape of hole.
_HOLES = (
    re.compile(r"アイコン[(（][ 　]*[)）]"),
    # A space where a quotation begins; Reバース may open one with ’.
    re.compile(r"[「『‘][ 　]+(?=[^ 　])"),
    re.compile(r"(?:(?<=は)|(?<=または))’[ 　](?=[\[(（])"),
    re.compile(r"は[ 　]*(?:等)?のアイコンで|を現すのアイコン"),
    re.compile(r"に等のアイコン|にと言うアイコン|アイコンがである|にあるやの直後|内でのアイコン"),
    re.compile(r"はで(?=、|示|表)"),
    re.compile(r"「」(?=の代わり|と書かれ)|「する」|‘：|「(?=\[(?:領域)?\])"),
    # A sentence that begins with a particle.
    re.compile(r"(?m)^(?:を持つ|の「|は使用)"),
    re.compile(r"の[のは]技|たの技|かの技"),
    re.compile(r"起動能力は[ 　]+で示され|(?:には|とは、)[ 　]+(?=\[領域\])"),
    # 「属性は、属性の6種類」: six kinds are announced, one word stands there.
    re.compile(r"(?<=は、)([^、。「」]{1,8})(?=の[2-9]種類があります)"),
)
# Signs that no rulebook prints: what the extraction made of an icon.
_STAND_INS = re.compile(
    r"[\U0001F300-\U0001FAFF☹♠♥]|(?<=他の)○|[①④](?=を持つ|の技|\[手札\])|国国旗"
)
# A second space behind number or list mark: an icon stood at the beginning.
_GAP = re.compile(r"[ \t]*(?:[-•]|[0-9]+(?:[.-][0-9]+)*\.)[ ]{2,}(?=\S)")


def find_lost_icons(book: Rulebook, clause: Clause) -> Iterator[Finding]:
    """Yield a finding for each hole or stand-in in the text of ``clause``."""
    end = -1
    holes = (match for pattern in _HOLES for match in pattern.finditer(clause.text))
    for match in sorted(holes, key=lambda match: match.span()):
        if match.start() >= end:
            end = match.end()
            yield _finding(book, clause, match, "アイコンが抜け落ちている", Confidence.CERTAIN)
    for number in clause.lines:
        gap = _GAP.match(book.source[number - 1])
        if gap:
            message = f"{clause.number}の行頭でアイコンが抜け落ちている。"
            column = gap.end() + 1
            yield Finding(FindingCode.LOST_ICON, clause.number, number, message, column)
    for match in _STAND_INS.finditer(clause.text):
        what = f"アイコンが別の記号「{match[0]}」になっている"
        yield _finding(book, clause, match, what, Confidence.LIKELY)


def _finding(
    book: Rulebook, clause: Clause, match: re.Match[str], what: str, confidence: Confidence
) -> Finding:
    around = clause.text[max(0, match.start() - 6) : match.end() + 6].replace("\n", " ")
    line, column = place_of(book, clause, match[0], match.start())
    message = f"{clause.number}の「…{around}…」で{what}。"
    return Finding(
        FindingCode.LOST_ICON, clause.number, line, message, column, match[0], confidence
    )
