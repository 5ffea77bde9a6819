"""Headings without a number, which belong to what follows and not to the clause before.

Only documents that nobody prepared have lines that are marked as headings (by Markdown, say)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rulebook.clauses.counters import (
    BLANK,
    DIVISIONS,
    NUMBER_WORDS,
    NUMERAL,
    UNIT_WORDS,
    counter_value,
)
from rulebook.clauses.labels import labels_of
from rulebook.clauses.lines import BREAK, HEADING, Line
from rulebook.clauses.numbering import HALF_WIDTH, NumberedLine
from rulebook.clauses.sentences import ends_sentence
from rulebook.records import NamedTuple, replace

_FEWEST, _SHARE = 2, 0.5
_LONGEST, _LONGEST_TITLE, LONGEST_NAME = 40, 60, 30
# A heading in brackets above its clause: (目的)
CAPTION = re.compile(
    r"[(（【〔\[](?!ただし|但し|.*は、|.*[:：])[^()（）【】〔〕。]{1,40}(?<!です|ます|する|ない|行う)[)）】〕\]]"
)
SENTENCE_SIGN = re.compile("[、。，．:：;；!！?？]")
# A name, without the signs of a sentence and of an item of a list.
_NAME = re.compile(r"[^\W\d_a-z][^、。，．:：;；!！\t]*[^\W_]")
_SECTION = re.compile(
    r"[\s\v]*([0-9]{1,3})([.-](?:[0-9]{1,3}|[A-Za-z](?![A-Za-z]))|[a-z](?![a-z]))?[.)-]?(?![0-9/])"
)
_WORD_BEFORE = re.compile(r"\W*(?:[^\W\d_]{1,12}\W*(?:N[or]|[A-Z])?\W*)?")
_PLAIN = re.compile(r"[\s\v]*[0-9]{1,3}\.(?![0-9])")
_VALUE = re.compile(
    r"(?:(?<![0-9A-Za-z])|(?<= [A-Z]))(?:[0-9０-９]{1,3}|[IVX]{1,5})(?![0-9A-Za-z])"
    rf"|(?<=第)[一二三四五六七八九十]{{1,3}}|(?<=[A-Za-z] )(?i:{'|'.join(NUMBER_WORDS)})\b"
)
_VALUE_AND_SIGNS = re.compile(
    rf"\s*[(（\[](?:{_VALUE.pattern})[)）\]]\W*$|^[^(（\[]*?(?:{_VALUE.pattern})[編部章節条]?\W*"
    rf"|^\W*(?:第\s*)?(?:{_VALUE.pattern})[編部章節条]?\W*"
)
_NUMBER = re.compile(
    r"[\s\v]*(?:(?i:appendix|annex|article|rule|law|section|chapter)\s+|付録|第)?"
    r"(?:(?:[A-Z]{0,4}-?|[A-Za-z][.])[0-9０-９]{1,3}|[A-Z](?=[.-][0-9]|[.:]?\s))(?:[.-][0-9a-z]{1,3})*[章条]?[.:)]?(?:\s|$)"
)

# A note in the margin: 「着手の順序 第2条」.
_NOTE_BEFORE = re.compile(
    rf"^\s*([^\s。、][^。、]{{0,28}}?)[ \u3000]+(第{BLANK}{NUMERAL}{BLANK}条)\s*$"
)
_ARTICLE_BEHIND = re.compile(
    rf"(\s*第{BLANK}{NUMERAL}{BLANK}章[^。、]{{0,20}}?)[ \u3000]+"
    rf"(?=第{BLANK}{NUMERAL}{BLANK}条)"
    r"|(\s*[(（][0-9a-zａ-ｚ]{1,2}[)）])[ \u3000]+(?=[(（][0-9a-zａ-ｚ]{1,3}[)）][ \u3000])"
)


def with_headings_marked(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with bare headings marked, or they would become text of the clause above:
    divisions (Part II), and names between blank lines above a clause number, in capitals or, if the
    first number has one above it, after a sentence. Others may be the last item of a list."""
    result = list(lines)
    written = [at for at, line in enumerate(lines) if line.strip()]
    first = next((at for at in written if _NUMBER.match(lines[at])), 0)
    is_usual = False
    for above, at, below in zip((-2, *written), written, written[1:], strict=False):
        text = lines[at].strip()
        is_apart = above + 1 < at and at + 1 < below and _NUMBER.match(lines[below])
        is_name = len(text) <= _LONGEST and _NAME.fullmatch(text)
        is_usual |= bool(below == first and is_apart and is_name)
        is_new = above < 0 or text.isupper()
        is_new |= is_usual and (below == first or ends_sentence(lines[above].strip()))
        is_short = len(text) <= _LONGEST and not ends_sentence(text)
        is_division = is_short and any(each.name in DIVISIONS for each in labels_of(text))
        if (is_apart and is_name and is_new) or (is_division and _NUMBER.match(lines[below])):
            result[at] = HEADING + lines[at]
    return result


def is_name(line: str) -> bool:
    """Whether ``line`` may be a head, which has no number to show it: it is short and no sentence,
    unless marked or in brackets."""
    text = line.strip()
    is_marked = HEADING in line or CAPTION.fullmatch(text)
    return len(text) <= LONGEST_NAME and bool(is_marked or not SENTENCE_SIGN.search(text))


def with_articles_apart(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with each article at the start of a line, because articles are found only
    there. A note in the margin is put after it (「着手の順序 第2条」); the heading of a chapter
    before it (「第1章 総則 第1条」) is moved to the blank line above."""
    result = [_NOTE_BEFORE.sub(r"\2 \1", line) for line in lines]
    for at, (above, line) in enumerate(pairwise(result)):
        if not above.strip() and (match := _ARTICLE_BEHIND.match(line)):
            result[at], result[at + 1] = match[0].rstrip(), line[match.end() :]
    return result


def with_chapters_named(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with chapter headings as the reader knows them, “3. Moves” for “Rule No. 3
    Moves” or “3 Moves”: the last line above section 3.1 with the number 3 and no other, its entry
    in the contents, and a last chapter in the same form that has no sections."""
    sections = [_SECTION.match(line.translate(HALF_WIDTH)) for line in lines]
    named = [
        None if each and each[2] else _chapter_in(line)
        for each, line in zip(sections, lines, strict=True)
    ]
    chosen: dict[int, _Heading] = {}
    begun: set[int] = set()
    above: list[tuple[int, _Heading]] = []  # The headings below the last section
    for at, (section, heading) in enumerate(zip(sections, named, strict=True)):
        if heading:
            above.append((at, heading))
        if section and section[2]:
            found = [each for each in above if each[1].value == int(section[1])]
            chosen |= dict(found[-1:] if int(section[1]) not in begun else ())
            begun.add(int(section[1]))
            above = []
    forms = {each.before for each in chosen.values()}
    last = [each for each in above if each[1].before in forms - {""}]
    chosen |= dict(each for each in last if each[1].value == max(begun, default=0) + 1)
    titles = {(each.value, each.title) for each in chosen.values()}
    result = list(lines)
    for at, heading in enumerate(named):
        if heading and (heading.value, heading.title) in titles and not _PLAIN.match(lines[at]):
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            word = "".join(re.findall(r"[^\W\d_]+", heading.before)[:1])  # not of a level: Rule
            is_text = len(word) > 1 and word.lower() not in (*UNIT_WORDS, "ルール")
            kept = indent + heading.before + BREAK if is_text else ""
            result[at] = f"{kept}{indent}{heading.value}. {heading.title}{heading.behind}"
    return result


class _Heading(NamedTuple):
    """A line that may be the heading of a chapter: its number, its title, and what is printed
    before the number and behind the title."""

    value: int
    title: str
    before: str
    behind: str


def _chapter_in(line: str) -> _Heading | None:
    """Return the chapter heading that ``line`` may be (“Rule No. 3 Moves”), None if it is long, a
    sentence or has not just one number; it is one if a section with that number (3.1) follows."""
    text, tab, behind = line.strip().partition("\t")
    values = [*_VALUE.finditer(text)]
    title = _VALUE_AND_SIGNS.sub("", text)
    if not title:
        title, tab, behind = behind.partition("\t")
    if len(values) != 1 or len(title) > _LONGEST_TITLE or ends_sentence(title):
        return None
    is_behind = title and text.startswith(title)  # Kit (1)
    if not is_behind and not _WORD_BEFORE.fullmatch(text, 0, values[0].start()):
        return None  # a line that cites the chapter
    before = "" if is_behind else text[: values[0].start()]
    return _Heading(counter_value(values[0][0]), title, before, tab + behind)


def with_headings_placed(
    lines: Sequence[NumberedLine],
) -> tuple[tuple[NumberedLine, ...], tuple[Line, ...]]:
    """Return ``lines`` with each heading directly above a clause as the title of that clause, if at
    least half of the clauses on its level have one; and apart from them the other headings above
    clauses: at the end of the clause before, they would become its text."""
    numbers = {at: entry.number for at, entry in enumerate(lines) if entry.number}
    above: dict[int, list[int]] = {}  # the lines of the headings right above each clause
    run: list[int] = []
    for at, entry in enumerate(lines):
        above[at] = run
        run = [*run, at] if entry.number is None and entry.line.mark == HEADING else []
    texts = {at: number.text.strip() for at, number in numbers.items()}
    untitled = {at for at, text in texts.items() if not text or ends_sentence(text)}
    counts = Counter(len(number.parts) for number in numbers.values())
    titled = Counter(len(numbers[at].parts) for at in untitled if above[at])
    result: dict[int, NumberedLine] = dict(enumerate(lines))
    apart: list[Line] = []
    for at, number in numbers.items():
        headings = [result.pop(each).line for each in above[at]]
        level = len(number.parts)
        is_usual = titled[level] >= max(_FEWEST, _SHARE * counts[level] + 0.5)
        if headings and is_usual and at in untitled:
            title = headings.pop()
            result[at - 1] = NumberedLine(title, replace(number, text=title.text))
            text = replace(lines[at].line, text=texts[at], mark=None)
            result[at] = NumberedLine(text, None)
            if not texts[at]:
                del result[at]
        apart += headings
    return tuple(result[at] for at in sorted(result)), tuple(apart)
