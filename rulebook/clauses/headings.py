"""Headings without a number, which belong to the text after them and not to the clause before.

Only documents that nobody prepared have lines marked as headings, for example by Markdown."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from rulebook.clauses.counters import BLANK, DIVISIONS, NUMERAL
from rulebook.clauses.game import HEADS
from rulebook.clauses.labels import LineLabel, labels_of
from rulebook.clauses.lines import BREAK, HEADING, TEXT, Line, split_lines
from rulebook.clauses.markup import PAGE_END
from rulebook.clauses.numbering import HALF_WIDTH, NumberedLine
from rulebook.clauses.regions import back_matter_heading
from rulebook.clauses.sentences import ends_sentence
from rulebook.records import replace

_FEWEST, _SHARE = 2, 0.5
_LONGEST, _LONGEST_TITLE, _LONGEST_NAME = 40, 60, 30
# A heading in brackets above its clause: (purpose)
_CAPTION = re.compile(
    r"[(（【〔\[](?!ただし|但し|.*は、|.*[:：])[^()（）【】〔〕。]{1,40}(?<!です|ます|する|ない|行う)[)）】〕\]]"
)
_SENTENCE_SIGN = re.compile("[、。，．:：;；!！?？]")
# Also captions of pictures, and lines without a word
_NO_HEADING = re.compile(r"[\W\d_]*(?:(?:図|写真|(?i:fig(?:ure|\.)?))\s*[0-9０-９]+[\W_]*)?")
# A name, without the signs of a sentence and of an item of a list.
_NAME = re.compile(r"[^\W\d_a-z][^、。，．:：;；!！\t]*[^\W_]")
_SECTION = re.compile(
    r"[\s\v]*([0-9]{1,3})([.-](?:[0-9]{1,3}|[A-Za-z](?![A-Za-z]))|[a-z](?![a-z]))?[.)-]?(?![0-9/])"
)
_CHAPTER = re.compile(
    r"[\s\v#]*(?:(?P<word>[ァ-ヶー一-龠]{2,12}\s)?(?P<number>[0-9]{1,3})[./)]?\s+(?P<title>\S.*)"
    r"|(?P<before>.*\S) \((?P<behind>[0-9]+)\)\s*$)"
)
_NUMBER = re.compile(
    r"[\s\v]*(?:(?i:appendix|annex|article|rule|law|section|chapter)\s+|付録|第)?"
    r"(?:(?:[A-Z]{0,4}-?|[A-Za-z][.])[0-9０-９]{1,3}|[A-Z](?=[.-][0-9]|[.:]?\s))(?:[.-][0-9a-z]{1,3})*[章条]?[.:)]?(?:\s|$)"
)
_OF_TEXT = re.compile("[、。，;；]|[:：,]$")  # In a sentence or a list
# Below the last clause, what a web page or a letter ends with
_FOOT = re.compile(
    r"\S [|｜] \S|コメント ?\(|トラックバック|(?:powered|posted) by|^(?:tel|fax)\b|^〒"
    r"|問い?合わ?せ先?\b|^以上$|©|^copyright|all rights reserved"
    r"|\blast (?:updated|modified|edited)\b|^(?:post a |no |[0-9]+ )?comments?:?$"
    r"|^(?:share|email) (?:on|to|this)|facebook",
    re.IGNORECASE,
)
# The shape of heads without a number, and how sure each is (the weight of its label)
HEAD, _WEIGHT, _WEIGHT_IF_MARKED, _REACH_OF_HEAD = "head", 0.1, 0.6, 4
_FEWEST_NAMES, _SHARE_UNDER, _NEARLY_ALL, _FEWEST_HEADS = 2, 0.5, 0.8, 3

# A note in the margin: “Order of moves 第2条”.
NOTE_BEFORE = re.compile(
    rf"^\s*([^\s。、][^。、]{{0,28}}?)[ \u3000]+(第{BLANK}{NUMERAL}{BLANK}条)\s*$"
)


def _written(lines: Sequence[str]) -> list[int]:
    """Return the indices of lines with text, without blanks and page marks: neighbours of heads."""
    return [at for at, line in enumerate(lines) if line.strip() and line != PAGE_END]


def with_headings_marked(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with headings that have no number marked, because they would become text of
    the clause above: divisions (Part II), and names between blank lines above a clause number. A
    name may end a list, so it must be the first line, in capitals (below a sentence even without
    blank lines) or, if the first clause number has such a name, below a sentence."""
    result = list(lines)
    written = _written(lines)
    first = next((at for at in written if _NUMBER.match(lines[at])), 0)
    is_usual = False
    for above, at, below in zip((-2, *written), written, written[1:], strict=False):
        text = lines[at].strip()
        is_ended = above >= 0 and (HEADING in result[above] or ends_sentence(lines[above].strip()))
        is_capital = is_ended and text.isupper() and not _NUMBER.match(text)
        is_apart = is_capital or (above + 1 < at and at + 1 < below)
        is_apart &= bool(_NUMBER.match(lines[below])) or (is_capital and lines[below].isupper())
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
    """Whether ``line`` may be a heading without a number, and not a rule: it is short, and it has
    no signs of a sentence unless it is marked as a heading or in brackets (（pieces、board）)."""
    text = line.strip()
    is_marked, longest = HEADING in line, _LONGEST_TITLE if HEADING in line else _LONGEST_NAME
    is_free = is_marked or _CAPTION.fullmatch(text) or not _SENTENCE_SIGN.search(text)
    return len(text) <= longest and bool(is_free)


def labels_of_heads(
    lines: Sequence[str], found: Mapping[int, Sequence[LineLabel]]
) -> dict[int, list[LineLabel]]:
    """Return labels for the heads without a number below which a count begins again, so that the
    clauses are 1.1, 1.2 below the first head and 2.1 below the second, not 1 several times. If all
    heads are marked as headings, marks are surer (weigh more) than a count: later marked lines
    directly above text get labels too, except appendices. ``found`` has other labels."""
    firsts: list[int] = []
    above: list[int] = []  # The lines below the last label, the nearest first
    for at, line in enumerate(lines):
        if any(each.parts == (1,) for each in found.get(at, ())):
            names = [each for each in above[:_REACH_OF_HEAD] if is_name(lines[each])]
            # The nearest of those that are marked as headings, else the nearest
            nearest = sorted(names, key=lambda each: HEADING not in lines[each])[:1]
            firsts += [n for n in nearest if not back_matter_heading(split_lines(lines[n])[0])]
        if line.strip():
            above = [] if at in found else [at, *above]
    if len(firsts) < _FEWEST_NAMES:
        return {}
    weight = _WEIGHT
    if all(HEADING in lines[at] for at in firsts):
        for head, below in pairwise(split_lines("\n".join(lines))):
            is_caption = {head.number - 1, below.number - 1} & found.keys()
            if head.mark == HEADING and not is_caption and not back_matter_heading(head):
                firsts += [head.number - 1]
        firsts, weight = sorted({at for at in firsts if at >= firsts[0]}), _WEIGHT_IF_MARKED
    return {at: [LineLabel(HEAD, HEADS, (n,), 0, weight)] for n, at in enumerate(firsts, 1)}


def captions_above(
    lines: Sequence[str], labels: Mapping[int, LineLabel]
) -> tuple[dict[int, int], Collection[int]]:
    """Return the lines of headings right above ``labels``, each with the line of the label that it
    is the title of, and, separately, headings of several clauses: all would be text of the clause
    before. Headings in brackets, （purpose）, are titles if most labels of their shapes have one,
    else of several clauses. Short names are titles if half of the labels with a word (Rule 1) have
    one, or nearly all of the labels of a shape without."""
    captions: dict[int, int] = {}
    names: defaultdict[str, dict[int, int]] = defaultdict(dict)
    written = _written(lines)
    for before, above, at in zip((-1, *written), written, written[1:], strict=False):
        text = lines[above].strip()
        is_label = above in labels or any(each.is_named for each in labels_of(text))
        if at not in labels or is_label or _NO_HEADING.fullmatch(text) or ends_sentence(text):
            continue
        if _CAPTION.fullmatch(text):
            captions[above] = at
            continue
        rest = lines[at][labels[at].end :].strip()  # A name, LINES, is a title itself
        is_untitled = labels[at].is_named or not rest or len(rest) > _LONGEST_NAME
        if is_untitled and len(text) <= _LONGEST_TITLE and not _SENTENCE_SIGN.search(text):
            own = lines[before][labels[before].end :].strip() if before in labels else ""
            is_apart = before + 1 < above or bool(own) or ends_sentence(lines[before])
            names[labels[at].shape] |= {above: at} if is_apart else {}
    counts = Counter(label.shape for label in labels.values())
    under = {labels[at].shape for at in captions.values()}
    is_usual = len(captions) > _SHARE_UNDER * sum(counts[shape] for shape in under)
    # Heads without a number show that the document has headings, so one in brackets is enough.
    some = captions if len(captions) + counts[HEAD] >= _FEWEST_NAMES else {}
    found, others = (some, {}) if is_usual else ({}, some)
    for shape, each in names.items():
        share = _SHARE_UNDER if any(labels[at].is_named for at in each.values()) else _NEARLY_ALL
        if len(each) >= max(_FEWEST_NAMES, share * counts[shape]):
            found |= each
    return found, others


def with_chapters_closed(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with “3. Moves” for the chapter headings “3 Moves” and “Moves (3)”, which
    :func:`number_of` does not surely find: the last of these above the first section of the chapter
    (3.1). A Japanese word before the number (基本 3 移動, “basics 3 moves”) gets a separate line,
    since numbers are found only at the start of lines, and no word may be lost."""
    result = list(lines)
    begun: set[str] = set()
    above: dict[str, tuple[int, str]] = {}  # By number, the line of a heading, and the heading
    for at, line in enumerate(lines):
        section, heading = _SECTION.match(line.translate(HALF_WIDTH)), _CHAPTER.match(line)
        if section and section[2]:
            if section[1] in above.keys() - begun:
                place, closed = above[section[1]]
                result[place] = closed
            begun.add(section[1])
            above = {}
        elif heading and len(line) <= _LONGEST_TITLE and not ends_sentence(line):
            indent = line[: len(line) - len(line.lstrip())]
            number, title = heading["number"] or heading["behind"], heading["title"]
            word = f"{indent}{heading['word']}{BREAK}" if heading["word"] else ""
            title = (title or heading["before"]).strip()
            above[number] = at, f"{word}{indent}{number}. {title}"
    return result


def with_headings_placed(
    lines: Sequence[NumberedLine],
) -> tuple[tuple[NumberedLine, ...], tuple[Line, ...]]:
    """Return ``lines`` with each heading directly above a clause as the title of that clause, if
    more than half of the clauses on its level have one. Apart, return the other headings above
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
        is_usual = titled[level] >= _FEWEST and titled[level] > _SHARE * counts[level]
        if headings and is_usual and at in untitled:
            title = headings.pop()
            result[at - 1] = NumberedLine(title, replace(number, text=title.text))
            text = replace(lines[at].line, text=texts[at], mark=None)
            result[at] = NumberedLine(text, None)
            if not texts[at]:
                del result[at]
        apart += headings
    return tuple(result[at] for at in sorted(result)), tuple(apart)


def without_foot(
    lines: Sequence[NumberedLine],
) -> tuple[Sequence[NumberedLine], tuple[Line, ...]]:
    """Return ``lines`` without the foot of the document, and the lines of that: they would become
    text of the last clause. Below it, the foot has only names (who signed, links of a web page) and
    lines such as “Posted by”; it begins with such a line, or below a sentence and a blank line."""
    last = max((at for at, entry in enumerate(lines) if entry.number), default=len(lines))
    start = len(lines)
    for at in range(len(lines) - 1, last, -1):
        line = lines[at].line
        is_known = _FOOT.search(line.text) is not None
        is_plain = len(line.text) <= _LONGEST_TITLE and not _OF_TEXT.search(line.text)
        is_plain &= line.mark in (None, TEXT) and not line.is_row and not ends_sentence(line.text)
        if not is_known and not is_plain:
            break
        if is_known or (line.after_blank and ends_sentence(lines[at - 1].line.text)):
            start = at
    return lines[:start], tuple(entry.line for entry in lines[start:])


def with_heads_counted(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with numbers before the headings of a document that prints none, so that
    what is below each can at least be found; unchanged if there are fewer than three. Headings are
    marked, or names in capitals or below a blank line, right above a text that ends a sentence."""
    heads = []
    written = _written(lines)
    for above, at, below in zip((-2, *written), written, written[1:], strict=False):
        is_apart = above + 1 < at or lines[at].isupper()
        is_plain = is_apart and is_name(lines[at]) and _NAME.fullmatch(lines[at].strip())
        if HEADING in lines[at]:
            heads += [at] if HEADING not in lines[below] else []
        elif is_plain and ends_sentence(lines[below]):
            heads.append(at)
    if len(heads) < _FEWEST_HEADS:
        return list(lines)
    result = [TEXT + line for line in lines]
    for number, at in enumerate(heads, 1):
        result[at] = f"{HEADING}{number}. {lines[at].strip()}"
    return result
