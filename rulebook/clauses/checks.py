"""Findings on the clauses of a document, and on its lines that begin no clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from rulebook.clauses.drafts import Draft
from rulebook.clauses.findings import Confidence, FindingForm, Findings
from rulebook.clauses.game import Layout
from rulebook.clauses.lines import Line
from rulebook.clauses.model import Clause
from rulebook.clauses.numbering import CITES, RUNNING_ON, NumberedLine, lettered_numbers, number_of
from rulebook.clauses.numbers import NumberStyle, split_number
from rulebook.clauses.sentences import ends_sentence, is_broken_off
from rulebook.text.normal import fold

# What a word processor prints where the target of a cross-reference field was deleted.
_BROKEN_FIELD = re.compile(r"エラー[!！] ?参照元が見つかりません|Error! Reference source not found")
_TAIL = 12
# What a conversion writes for a character that it cannot read, and pictures of control characters:
# one inside a number may divide a clause, or hide where it begins.
_LOST = re.compile("[\ufffd\u2400-\u241f\u2421]")
# A text in another language, or one that ends with a colon before a list, may be complete.
_IN_JAPANESE = re.compile("[ぁ-ん].*(?<![:：])$", re.DOTALL)
_LONGEST_WORD = 5
_OPEN = re.compile(r"(?<!も)の$")
# What looks like the number of a clause at the start of a line, whatever a document's style.
_LIKE_A_NUMBER = re.compile(
    r"[(（]?(?![0０][.．,，]|[12][0-9]{3}[.-])"  # an amount, a date
    r"([0-9０-９]{1,20}(?: ?[.．,，・-] ?[0-9０-９]{1,20})+"
    r"(?:[.．・-]?(?!m$)[a-zA-Z](?![a-zA-Z]))?)"
    r"[.．)）]?"
    r"(?![0-9０-９倍点枚人回体つ円秒%％cm]|[をにのはへでが、。～~]|から|まで|未満|以[外下上降前]"
    r"| ?(?:times?|points?|cards?|players?|minutes?|seconds?|hours?)\b)"
)
# In a row of a table, more amounts follow after 1-4.
_NO_WORDS = re.compile(r"[\W\d]*\d[\W\d]*")
LIKE_AN_ITEM = re.compile(r"[(（]?([0-9０-９]{1,3})(?:[.．](?![0-9０-９])|[)）])\s*\S")
_IN_COLUMN = re.compile(r"\S(?:[ \u3000]{2}|\t)[ \u3000]*([(（][0-9０-９]{1,2}[)）])")
_ALONE = re.compile(r"[-–—]?\s*[0-9０-９]{1,4}\s*[-–—]?")  # A number of a page that was not seen
# More lines than this in the last clause may be another part whose heading was not recognised.
_MANY_LINES = 12
_FEWEST_NUMBERS = 3


def check_clauses(clauses: Sequence[Clause]) -> Findings:
    """Return findings on ``clauses`` where the file has probably lost text, and one if there are
    none: numbers or headings alone, incomplete titles, texts cut off (only in Japanese, as others
    often lack full stops), lost characters, and what a word processor prints where the target of a
    reference is gone (エラー！参照元が…, “Error! Reference source not found”). Parents that the
    document does not print have lost nothing: :func:`build_tree` added them."""
    findings = [] if clauses else [FindingForm.NO_CLAUSES.finding(None, None)]
    if clauses and not any(each.printed for each in clauses):
        findings.append(FindingForm.NO_NUMBERS.finding(None, None, count=len(clauses)))
    for clause, below in zip(clauses, (*clauses[1:], None), strict=False):
        if not clause.printed:
            continue
        number, line = clause.number, clause.lines[0]
        if clause.is_empty:
            findings.append(FindingForm.BARE_NUMBER.finding(number, line))
        is_name = clause.title is not None and not ends_sentence(clause.title)
        # 100 is the heading above 101, although their numbers do not show it.
        first, after = clause.parts[0], below.parts[0] if below else 0
        is_head = first % 100 == 0 and first < after < first + 100
        if is_name and not clause.blocks and not clause.children and not is_head:
            findings.append(FindingForm.BARE_HEADING.finding(number, line, title=clause.title))
        title = clause.title or ""
        # Behind の (of), a word is missing, but 元の (original) and 必要なもの (needs) are names.
        if is_broken_off(title) or (len(title) > _LONGEST_WORD and _OPEN.search(title)):
            findings.append(FindingForm.HALF_TITLE.finding(number, line, title=clause.title))
        if clause.truncated and _IN_JAPANESE.search(clause.text[-_TAIL:]):
            findings.append(FindingForm.TRUNCATED.finding(number, line, end=clause.text[-_TAIL:]))
        if lost := _LOST.findall(clause.wording):
            at = clause.wording.index(lost[0])
            around = " ".join(clause.wording[max(0, at - _TAIL // 2) : at + _TAIL // 2].split())
            form = FindingForm.LOST_CHARACTER
            findings.append(form.finding(number, line, count=len(lost), around=around))
        for block in clause.blocks:
            if broken := _BROKEN_FIELD.search(block.text):
                form, at = FindingForm.BROKEN_FIELD, block.lines[0]
                findings.append(form.finding(number, at, error=broken[0]))
    return tuple(findings)


def check_misprints(drafts: Sequence[Draft]) -> Findings:
    """Return a finding for each clause number that was read differently from how it is printed,
    because the order of the numbers requires it. A person must check that."""
    form, likely = FindingForm.MISPRINTED_NUMBER, Confidence.LIKELY
    return tuple(
        form.finding(number.printed, each.line.number, misprint=wrong, confidence=likely)
        for each in drafts
        if (number := each.number) and (wrong := number.misprint)
    )


def check_lines(
    lines: Sequence[NumberedLine], clauses: Sequence[Clause], style: NumberStyle
) -> Findings:
    """Return findings on ``lines`` inside clauses. A line that begins like a number but was read as
    text may begin another clause. Items may be lost before an item that neither begins nor
    continues a list, at a number alone on its line, or at an item after a wide gap. A last clause
    far longer than others may contain an appendix, from its second line on."""
    known = {clause.parts for clause in clauses}
    lost = [
        (entry, match[1])
        for above, entry in zip((None, *lines), lines, strict=False)
        if entry.number is None
        and (match := _LIKE_A_NUMBER.match(entry.line.text))
        and style.parts_in_tree(split_number(fold(match[1]))) not in known  # else it is cited
        and not _NO_WORDS.fullmatch(entry.line.text, match.end())
        and not (above and CITES.search(above.line.text))  # a wrapped citation
    ]
    last = 0
    for entry in lines:
        if entry.number is not None:
            last = 0
        elif match := LIKE_AN_ITEM.match(entry.line.text):
            # The match includes the first character of the text.
            value, text = int(fold(match[1])), entry.line.text[match.end() - 1 :]
            is_named = any(each.parts == (value,) and each.title == text for each in clauses)
            # Not lost: a heading repeated, an item printed twice, (2) cited by (2)は (“(2) is”).
            if not (value in (1, last, last + 1) or is_named or RUNNING_ON.match(text)):
                lost.append((entry, match[1]))
            last = value
        elif _ALONE.fullmatch(entry.line.text):
            lost.append((entry, entry.line.text))
        lost += [(entry, each) for each in _IN_COLUMN.findall(entry.line.text)]
    form = FindingForm.LOST_NUMBER
    findings = [form.finding(None, at.line.number, column=1, printed=text) for at, text in lost]
    # An appendix may begin in a last clause with far more lines than any other.
    begun = next((entry.line for entry in reversed(lines) if entry.number), None)
    end = next((each for each in clauses if begun and begun.number in each.lines), None)
    others = max((len(clause.lines) for clause in clauses if clause is not end), default=0)
    listed = takewhile(lambda entry: not entry.number, reversed(lines))  # long lists are indented
    further = sum(entry.line.indent <= begun.indent for entry in listed) if begun else 0
    if end is not None and further >= max(_MANY_LINES, 2 * others):
        number, line, likely = end.number, end.lines[1], Confidence.LIKELY
        findings.append(FindingForm.HANGS_ON.finding(number, line, confidence=likely))
    return tuple(findings)


def check_appendices(appendices: Sequence[Sequence[Line]]) -> Findings:
    """Return a finding for each of ``appendices`` in which numbers at line starts begin at 1 and
    rise: readers may expect to cite them, but appendices have no clauses."""
    findings, form = [], FindingForm.APPENDIX_NUMBERS
    for heading, *lines in appendices:
        found = [match[1] for line in lines if (match := LIKE_AN_ITEM.match(line.text))]
        values = [int(fold(each)) for each in found]
        if len(values) >= _FEWEST_NUMBERS and values[0] == 1 and values == sorted({*values}):
            at, listed = heading.number, ", ".join(found)
            findings.append(form.finding(None, at, title=heading.text.strip(), numbers=listed))
    return tuple(findings)


def check_lettered_numbers(lines: Sequence[Line]) -> Findings:
    """Return one finding if numbers with a letter in front (G1) run through ``lines``, which begin
    no clause. It lists these numbers, because their texts may have become part of other clauses."""
    found = lettered_numbers([line.text for line in lines])
    if not found:
        return ()
    listed, first = ", ".join(dict.fromkeys(found.values())), next(iter(found))
    form, printed = FindingForm.LETTERED_NUMBERS, found[first]
    return (form.finding(None, lines[first].number, column=1, printed=printed, numbers=listed),)


def check_history(history: Sequence[Line], clauses: Sequence[Clause], layout: Layout) -> Findings:
    """Return a finding for each place in ``history`` where the chapter after the last one begins,
    followed by its first section: the rules seem to go on there, and would be missed."""
    found = [(line, number) for line in history if (number := number_of(line, layout)) is not None]
    following = (max((clause.parts[0] for clause in clauses), default=0) + 1,)
    return tuple(
        FindingForm.RULES_IN_HISTORY.finding(None, line.number, chapter=number.printed)
        for (line, number), (_, below) in pairwise(found)
        if number.parts == following and below.parts == (*following, 1)
    )
