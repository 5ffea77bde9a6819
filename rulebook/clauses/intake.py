"""Notations of other documents, rewritten line by line into numbers that ``number_of`` finds.

Two columns, Markdown, numbers with words or brackets around them (``Rule 4.1:``, ``[4.1]``),
numbers that a line end broke, and lines that mark a page. Each line stays in its place, so findings
name the lines of the file; only lines of two columns are reordered."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise, takewhile, zip_longest

from rulebook.clauses.counters import CIRCLED
from rulebook.clauses.game import IN_BRACKETS, WHOLE
from rulebook.clauses.headings import is_name, with_chapters_closed, with_headings_marked
from rulebook.clauses.labels import LETTER, LineLabel, labels_of
from rulebook.clauses.lines import BREAK, LEADS_TO_PAGE, TEXT
from rulebook.clauses.markup import (
    PAGE_END,
    with_signs_restored,
    without_bullets,
    without_markers,
    without_markup,
)
from rulebook.clauses.numbering import CITES, HALF_WIDTH, runs_on
from rulebook.clauses.numbers import NumberStyle, Parts, longest_rising, split_number
from rulebook.clauses.page_marks import DIGITS, without_page_marks
from rulebook.clauses.pages import in_one_column
from rulebook.clauses.sentences import ends_sentence, is_broken_off
from rulebook.text.normal import nfkc

# A point at the end closes a number, a hyphen does not.
_BROKEN_NUMBER = re.compile(r"^\s*(?:[0-9]{1,3}-)+$")
_LONE = re.compile(r"\s*(?:第 ?)?[0-9０-９]{1,3}(?:[.．－-][0-9０-９]{1,3})*[.．章節部]?\s*")
_NUMBER_GOES_ON = re.compile(r"^\s*[0-9]{1,3}(?:[.-][0-9]{1,3})*[.\s\u3000]")
# 8:3, not the hour or a score
_WITH_COLON = re.compile(r"(?P<before>\s*(?P<above>[0-9]{1,2})):(?P<below>[1-9][0-9]?)(?![0-9:])")
# 3-4-(2-1), 3.4(a), 3-4-①
_PARTLY_BRACKETED = re.compile(
    r"(?P<before>[\s\v]*)(?P<above>[0-9]{1,3}(?:[.-][0-9]{1,3})+)(?P<sign>[.-]?)"
    r"(?:[(（](?P<below>(?:[0-9]{1,3}|[a-z])(?:[.-][0-9]{1,3})*)[)）][.:]?(?=\s|[^\x00-\x7f]|$)"
    rf"|(?P<circled>[{CIRCLED}]))"
)
# What may surround a number at the start of a line
_SIGNED_NUMBER = re.compile(
    r"(?P<indent>\s*+)(?P<before>(?:[•■◆●○◇▼▲□★◎▶・]\s*)?(?:[\[［(（【〔<＜〈§#＃{]\s*"
    r"|(?!(?:[IVX]{1,5}|[A-Z])(?![A-Za-z])|[Pp]age\b)[A-Za-z]{1,9}\.?\s*|[A-Z](?=[0-9])|ルール\s*|条文\s*)?)"
    r"(?P<number>[0-9]{1,3}(?:(?:[.-](?:[0-9]{1,3}|(?!A [a-z])[A-Za-z](?![A-Za-z])))+"
    r"|(?:[a-z][0-9]{1,3})+)?(?:[.]?[a-z](?![a-z]))?)"
    r"(?P<close>\s*[\])】〕>）］＞〉]|[:.)}]|\s+[-–—:](?=\s)|\s*[—•|](?=\s*\S)|、(?![0-9])|[*†](?=\s))?"
    r"(?P<space>\s*)(?=\S|$)"
)
# A word directly before the number at the start of a line, or none: R2.1.
_GLUED_WORD = re.compile(r"[\s#>*_|-]*([A-Za-z]{0,3})([0-9]{1,3}(?:[.-][0-9]{1,3})+)")
# A number in the middle of a line
_INSIDE = re.compile(
    r"(?<![0-9A-Za-z.-])(?P<number>[A-Z]?[0-9]{1,3}(?:[.-][0-9]{1,3})*)(?P<point_and_space>\.?\s?)"
    r"(?=[^\W0-9]|[「『‘’“”(（【]|(?<=\. |[0-9] )(?<!^[0-9] )[0-9]|(?<=\.)$)"
)
# The end of the text before a first item; (1) after another sentence belongs to that text
_LEADS_IN = re.compile(r"[\s：:]$|(?:次|以下|下記)の[^。]*。$")
# The heading of the contents behind the title of the document
_CONTENTS_BEHIND = re.compile(r"(?<=\s)(?:目 ?次|(?i:contents))\s*$")
# From the character before the space before the number
_BETWEEN_SPACES = re.compile(
    r"(?:[^\x00-\x7f、，]|\))[ \u3000][0-9.-]+[ \u3000]+(?=[^\x00-\x7f]|[0-9])"
)
# Where a label may begin in a line
_LABEL_START = re.compile(
    rf"(?:^[\s•・*-]*|(?<=[\s。：:、は)）—]))(?=[(（\[［〔第§{CIRCLED}]|[A-Z][a-z]+\.? [0-9]"
    r"|(?:[0-9０-９]{1,2}|[一二三四五六七八九十ア-ン]{1,3})[.．)） \u3000]|[A-Za-z]{1,4}[.)）])"
)
_AMOUNT = re.compile("[倍点枚人回体つ円秒％分時個本名組年月日歳]")
# A bold number in the middle of a line, or the first chapter behind the name of the rules
_BOLD_INSIDE = re.compile(
    r"(?<=[.!?。)）]) ?(?=\*\*[(（]?[0-9]{1,3}(?:[.-][0-9]{1,3})*[.)）]?\*\* )"
    r"|(?<=[^\W_a-z編部章]|[>＞】》〉」』])[ \u3000]+"
    r"(?=第 ?[1１一] ?[編部章][ \u3000]+[^\W_]{1,20}$)"
)
# Text after which a number at the end of an English sentence is cited
_OPEN_END = re.compile(
    rf"{CITES.pattern}|[、，,;(（\[「『]$|\b(?i:see|the|an?|of|and|or|to|in|with|for|is|are|by|from|that"
    r"|under|per|than|at|on|rule|law|part|chapter|article|section|paragraph|steps?|tables?|figures?"
    r"|version|items?|points?|turns?|players?|n[or]\.|abs\.|art\.|sec\.|fig\.|pp?\.)$"
)
# An item of two columns, and the space between these
_ITEM = re.compile(rf"\s*(?:[(（]?([0-9０-９]{{1,2}})[)）.．](?![0-9])|([{CIRCLED}]))")
_GUTTER = re.compile(rf"(?<=\S)[ \u3000]{{2,}}+(?=[(（]?[0-9０-９]{{1,2}}[)）.．]|[{CIRCLED}])")
_WORDS, _LETTERS = re.compile(r"[^\W_]"), re.compile(r"[^\W\d_]")
_FEWEST_WRAPPED, _SHORTEST_ITEM, _NEAR = 3, 6, 200
_LONGEST_OPENING = 40
# For a label inside a line, since English words and amounts (“a.”, “2.”) look like labels.
_LEAST_WEIGHT, _LEAST_WEIGHT_IN_ENGLISH = 0.6, 1.0
# Of a label inside a line: its line, its offset, its value, and whether it is behind another label
_LabelAt = tuple[int, int, int, bool]
_NO_LABEL: _LabelAt = 0, 0, 0, False


def rewrite_notation(plain: Sequence[str]) -> tuple[str, tuple[str, ...], str]:
    """Return the document of the lines ``plain`` as it can be read: ``4.1.`` for ``[4.1]`` and
    3-4-2-1 for 3-4-(2-1), points behind the numbers of chapters (“3. Moves”), and headings without
    a number marked. For references, also return levels if there are such brackets, and the word
    before numbers (R in R2.1) if most have it and none has another; each may be empty."""
    lines, is_bracketed = without_inner_brackets(plain)
    lines = with_chapters_closed(_with_bare_numbers(lines))
    levels = (WHOLE, IN_BRACKETS) if is_bracketed else ()
    lines = with_headings_marked(lines)
    begun = ((_GLUED_WORD.match(line), now) for line, now in zip(plain, lines, strict=True))
    words = Counter(word[1] for word, now in begun if word and now.lstrip().startswith(word[2]))
    is_prefix = len(words.keys() - {""}) == 1 and max(words.values()) >= _FEWEST_WRAPPED
    return "\n".join(lines), levels, max(words, key=words.__getitem__) if is_prefix else ""


def plain_lines(source: str) -> tuple[list[str], list[int]]:
    """Return the lines of ``source`` in one column, without marks of pages and markup, which hide
    the numbers after them; a paragraph with numbers of clauses in its middle becomes a line for
    each. Also return the index in ``source`` of each line, to name it in findings; where two
    columns were put below each other, it is the index in the new order, as no other is known."""
    rows = _with_columns_below(source.split("\n"))
    printed = [_BOLD_INSIDE.sub(BREAK, line).split(BREAK) for line in rows]
    places = [at for at, parts in enumerate(printed) for _ in parts]
    lines = [part for parts in printed for part in parts]
    for rewrite in _REWRITES:
        lines = rewrite(lines)
    places = places if len(places) == len(lines) else [*range(len(lines))]  # of two columns
    for breaking in (_broken_at_labels, _broken_at_numbers):
        broken = breaking(lines)
        places = [at for at, parts in zip(places, broken, strict=True) for _ in parts]
        lines = [part for parts in broken for part in parts]
    return lines, places


def with_breaks(source: str, places: Sequence[int]) -> str:
    """Return ``source`` with lines from one line of the file, by ``places``, on one line again, and
    breaks between them: so findings name the lines of the file."""
    parted: defaultdict[int, list[str]] = defaultdict(list)
    for at, line in zip(places, source.split("\n"), strict=True):
        parted[at].append(line)
    return "\n".join(map(BREAK.join, parted.values()))


# ---- Paragraphs


def _broken_at_numbers(lines: Sequence[str]) -> list[list[str]]:
    """Return ``lines``, each in parts that begin with a clause number inside it: converters print
    the clauses of a page in one paragraph, of which only the first would be found. A number begins
    a part if it is next after the last one and not cited, behind a sentence or a short title (1
    Setup 1.1 …), between spaces in Japanese or, with point and space, before a title. A number of
    one part needs point and space (“4. ”), and must not be in a list of a chapter that goes on (2.
    before 1.2). At the start of a line, 4. counts only after chapter 3, or as the first number.
    Contents may be above, in which the first number comes first, too."""
    result: list[list[str]] = []
    last: Parts = ()
    found = [[*_INSIDE.finditer(line)] for line in lines]
    every = [split_number(match["number"]) for match in chain(*found)]
    style = NumberStyle(zeros=sum(parts[1:] == (0,) for parts in every) > 1)
    first = next((style.parts_in_tree(parts) for parts in every if len(parts) > 1), ())
    behind = _numbers_behind(every, style)
    for line, below, matches in zip(lines, (*lines[1:], ""), found, strict=True):
        cuts: list[int] = []
        for match in matches:
            following, after = behind.pop()  # the next number, and the next of several parts
            printed = split_number(match["number"])
            parts, is_several = style.parts_in_tree(printed), len(printed) > 1
            before = line[max(*cuts[-1:], match.start() - _NEAR, 0) : match.start()].strip()
            rest = line[match.end() :] or below
            if not _WORDS.search(before):  # at the start of a line
                is_chapter = not style.zeros and (not last or parts[0] == last[0] + 1)
                is_chapter &= len(last) < 2 or not after or parts <= after
                last = parts if is_several or is_chapter else last
                continue
            is_title = last == parts[:-1] and len(before) <= _LONGEST_OPENING  # 1 Setup 1.1
            if not last and is_several and match is not matches[-1]:  # Setup 1.1 … 1.2 …
                is_title = style.follows(following, parts)
                last = parts[:-1] if is_title else ()
            is_next = style.follows(parts, last) or (is_title and parts[:-1] == last)
            is_next |= parts == first and style.follows(after, first)  # below the contents
            is_closed = match["point_and_space"] in (". ", "." * (not line[match.end() :]))
            is_next &= is_several or (len(last) > 1 and is_closed and (parts <= after or not after))
            is_chapter = following == (*parts, 1) and before[-1:] not in ":："
            is_apart = is_closed and rest[:1].isupper() and (is_several or is_chapter)
            is_apart |= is_several and bool(_BETWEEN_SPACES.match(line, match.start() - 2))
            is_begun = is_title or ends_sentence(before)
            is_sure = is_begun and is_several and is_closed and parts != following
            is_next &= is_sure or not _is_cited(rest)  # “1.1. is …”: cited, or an icon is lost
            if is_next and (is_begun or (is_apart and not _goes_on(before))):
                last = parts
                cuts.append(match.start())
        heading = _CONTENTS_BEHIND.search(line, 0, cuts[0]) if cuts else None
        result.append(_cut(line, [*([heading.start()] if heading else ()), *cuts]))
    return _without_heads(result)


def _numbers_behind(every: Sequence[Parts], style: NumberStyle) -> list[tuple[Parts, Parts]]:
    """Return the number next after each of ``every``, and the next of several parts, both in the
    tree, since only numbers behind show what begins a clause; the last first, to be popped."""
    behind: list[tuple[Parts, Parts]] = [((), ())]
    for printed in reversed(every):
        parts = style.parts_in_tree(printed)
        behind.append((parts, parts if len(printed) > 1 else behind[-1][1]))
    return behind[:-1]


def _without_heads(parts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return ``parts`` of lines without heads of pages, “2 Rules”, which would be text of clauses:
    if whole pages are printed in one line, their first parts differ only in the number."""
    begun = [DIGITS.sub("0", first.strip()) for first, *_ in parts]
    counts = Counter(begun)
    cut = {text for text, each in zip(begun, parts, strict=True) if len(each) > 1}
    heads = {text for text in cut if counts[text] >= _FEWEST_WRAPPED}
    return [
        [PAGE_END if text in heads else each[0], *each[1:]]
        for text, each in zip(begun, parts, strict=True)
    ]


def _cut(line: str, places: Iterable[int]) -> list[str]:
    """Return ``line`` cut at ``places``, since a line may run on with the number of a further
    clause (1.1. … 1.2. …), which is read only at the beginning of a line."""
    return [line[a:b] for a, b in pairwise((0, *places, len(line)))]


def _goes_on(before: str) -> bool:
    """Whether ``before`` goes on in the number behind it, as its last word (the particle を, “the”,
    “see”, “version”), a comma or an open bracket shows: the number is then cited or an amount in
    this sentence, and the line is not broken there as before a clause."""
    before = before[-_NEAR:]
    is_open = sum(map(before.count, "(（")) > sum(map(before.count, ")）"))
    return is_open or is_broken_off(before) or _OPEN_END.search(before) is not None


def _is_cited(rest: str) -> bool:
    """Whether a number before ``rest`` is cited in a sentence that goes on there or has a unit
    behind it (項, paragraph …), or has no text behind it: the line is then not broken at it."""
    return runs_on(rest, is_apart=False) or rest[:1] in (*"項条章号図表", "")


def _broken_at_labels(lines: Sequence[str]) -> list[list[str]]:
    """Return ``lines``, each in parts that begin with labels, (1), ①, 第2条, inside it, of which
    only the first would be found. A label continues the count of its shape and ``weight``, or it
    begins one, 1 and 2 (1 alone may be an amount), after a colon, a space or words that introduce a
    list (次のとおり, as follows); a. and i. need nothing before them. Behind another label, 1.—(1),
    it begins one if (2) begins a line. Legends are not broken."""
    found: defaultdict[tuple[str, float], list[_LabelAt]] = defaultdict(list)
    for at, (line, below) in enumerate(zip(lines, (*lines[1:], ""), strict=True)):
        begun: set[str] = set()
        head = end = 0  # the end of the labels that begin the line, and of the last one
        is_inside = False  # whether words are before
        for start in (match.end() for match in _LABEL_START.finditer(line)):
            # A line may be a whole document, so only what is near is looked at.
            before, near = line[max(0, start - _NEAR) : start].strip(), line[start : start + _NEAR]
            is_inside = is_inside or _LETTERS.search(line, head, start) is not None
            head = max(head, start)
            for label in labels_of(near) if start >= end else ():
                value, rest = label.parts[0] % LETTER, near[label.end :] or below  # a is 1
                head = start + label.end
                if len(label.parts) > 1:
                    continue
                begun |= set() if is_inside else {label.shape}
                is_sure = value == 1 or label.shape in begun
                if not is_inside or _is_item(before, label, rest, is_sure):
                    kind, end = (label.shape, label.weight), max(end, start + label.end)
                    is_second = not before and label.above is not None
                    place = start + label.above.end if label.above else start * is_inside
                    found[kind].append((at, place, value, is_second))
    cuts: defaultdict[int, set[int]] = defaultdict(set)
    for (shape, _), each in found.items():
        for at, start in _starts_of_parts(lines, shape, each):
            cuts[at].add(start)
    parted = (_cut(line, sorted(cuts[at])) for at, line in enumerate(lines))
    return [parts if _has_text(parts) else ["".join(parts)] for parts in parted]


def _starts_of_parts(
    lines: Sequence[str], shape: str, labels: Sequence[_LabelAt]
) -> Iterator[tuple[int, int]]:
    """Yield the line and offset of those ``labels`` of a ``shape`` that begin a part inside of one
    of the ``lines``: they count on, or begin a count as :func:`_broken_at_labels` says."""
    last = 0
    for (at, start, value, is_second), (_, behind, after, _) in pairwise((*labels, _NO_LABEL)):
        near = lines[at][max(0, start - _NEAR) : start]
        is_first = (value, after) == (1, 2)
        if is_second:
            is_cut = is_first and not behind
        else:
            is_first &= shape in ("a", "i") or bool(_LEADS_IN.search(near))
            is_cut = bool(start) and (value == last + 1 > 1 or is_first)
        last = value if is_cut or is_second or not start else last
        if is_cut:
            yield at, start


def _has_text(parts: Sequence[str]) -> bool:
    """Whether ``parts``, into which labels divide a line, are texts: one ends a sentence, or all
    from the first label on are long and without ①. Else they are a legend (①手札 ②山札, hand and
    deck): names, not rules, which stay in one line."""
    texts = [each.strip() for each in parts]
    is_long = min(map(len, texts[1:]), default=0) >= _SHORTEST_ITEM and texts[-1][:1] not in CIRCLED
    return is_long or any(map(ends_sentence, texts))


def _is_item(before: str, label: LineLabel, rest: str, is_sure: bool) -> bool:
    """Whether ``label`` in a line, between ``before`` and ``rest``, may begin an item: it is not
    cited and not an amount, and before it is a sentence, a colon or a word that may end a text. In
    English, a word is enough only if the line begins with a label of this shape or ``label`` is the
    first of its count (``is_sure``). Shapes that are rarely text (①) have the ``weight`` 1."""
    # “a.” is not a word in Japanese: 審判は、a. 計時 (the referee’s duties: a. timekeeping).
    if label.shape in ("a", "i") and before[-1:] in "。：:、は" and not rest[:1].isascii():
        return not _is_cited(rest)
    is_begun = ends_sentence(before) or (is_sure and before.endswith((":", "：")))
    if (before[-1:] + rest[:1]).isascii():
        is_apart, least = is_sure and rest[:1].isupper(), _LEAST_WEIGHT_IN_ENGLISH
    else:
        is_apart, least = is_sure or label.weight == 1, _LEAST_WEIGHT
    is_amount = label.shape == "1" and label.weight < 1 and _AMOUNT.match(rest)
    is_text = _is_cited(rest) or is_amount or label.weight < least or _goes_on(before)
    return (is_begun or is_apart) and not is_text


# ---- Columns


def _with_columns_below(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with items in columns, (1) … (3) … above (2) … (4) …, in their order. Items
    of further columns follow on the last line of the first one, so other lines keep their place."""
    result = list(lines)
    for is_item, group in groupby(range(len(lines)), lambda at: bool(_ITEM.match(lines[at]))):
        rows = {at: _GUTTER.split(lines[at]) for at in (group if is_item else ())}
        items = [item for column in zip_longest(*rows.values()) for item in column if item]
        values = [int(nfkc(match[1] or match[2])) for match in map(_ITEM.match, items) if match]
        if len(items) > len(rows) and values == [*range(values[0], values[0] + len(items))]:
            first = (*items[: len(rows) - 1], BREAK.join(items[len(rows) - 1 :]))
            for at, text in zip(rows, first, strict=True):
                result[at] = text
    return result


# ---- Damaged numbers


def _with_numbers_joined(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with numbers joined again where a line end broke them: ``2-`` and ``2-1. …``
    become 2-2-1. The first line becomes a page marker, so line numbers do not change."""
    result = list(lines)
    for at, line in enumerate(lines[:-1]):
        if _BROKEN_NUMBER.match(line) and _NUMBER_GOES_ON.match(lines[at + 1]):
            result[at], result[at + 1] = PAGE_END, line.strip() + lines[at + 1].lstrip()
    return result


def _with_titles_behind(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with titles behind their numbers where a converter put a column of numbers,
    each below the one before (1, 1-1, 1-1-1, or 第2, 1), above the column of their titles, which
    may be one kanji a line. The lines of the titles become page markers, which are not text, so
    that all other lines keep their places. In a column that counts (1, 2, 3), from contents or a
    table, no number begins a clause."""
    result = list(lines)
    for is_lone, group in groupby(range(len(lines)), lambda at: bool(_LONE.fullmatch(lines[at]))):
        run = [*group] if is_lone else []
        parts = [split_number(nfkc(lines[at])) for at in run]
        titles = _titles_below(lines, run[-1] + 1, len(run)) if len(run) > 1 else []
        is_path = all(
            other[:-1] == one or (other == (1,) and "第" in lines[at])
            for at, (one, other) in zip(run, pairwise(parts), strict=False)
        )
        if is_path and titles:
            for at, title in zip(run, titles, strict=True):
                result[at] = f"{lines[at].strip()} {''.join(lines[t].strip() for t in title)}"
                result[title[0] : title[-1] + 1] = [PAGE_END] * len(title)
        elif len(run) > 2 and parts == sorted({*parts}):
            result[run[0] : run[-1] + 1] = [TEXT + lines[at] for at in run]
    return result


def _titles_below(lines: Sequence[str], start: int, count: int) -> list[range]:
    """Return the ranges of ``lines`` from ``start`` on that are ``count`` titles, the first perhaps
    with one kanji a line (総, 則), as a converter prints spaced letters; none if one is none."""
    spaced = [*takewhile(lambda at: len(lines[at].strip()) == 1, range(start, len(lines)))]
    for first in (max(1, len(spaced)), 1):
        others = range(start + first, start + first + count - 1)
        if others.stop <= len(lines) and all(is_name(lines[at]) for at in (start, *others)):
            return [range(start, start + first), *(range(at, at + 1) for at in others)]
    return []


def has_colons(lines: Sequence[str]) -> bool:
    """Whether ``lines`` are numbered 1:1, 1:2, 2:1, and are not scores: two chapters begin so."""
    found = (_WITH_COLON.match(line.translate(HALF_WIDTH)) for line in lines)
    values = [(int(match["above"]), int(match["below"])) for match in found if match]
    return sum((one, other) == ((one[0], 1), (one[0], 2)) for one, other in pairwise(values)) > 1


def _with_points(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with 1.2 for numbers such as 1:2, as ``number_of`` knows only points."""
    if not has_colons(lines):
        return list(lines)
    found = ((line, _WITH_COLON.match(line.translate(HALF_WIDTH))) for line in lines)
    return [f"{m['before']}.{line[m.start('below') :]}" if m else line for line, m in found]


def without_inner_brackets(lines: Sequence[str]) -> tuple[list[str], bool]:
    """Return ``lines`` with 3-4-2-1 for numbers such as 3-4-(2-1), unknown to ``number_of``, and
    whether there are any. Without a sign before the bracket, 3.4(1) is read so only if 3.4 recurs
    with other brackets: else clause 3.4 begins there, and a counter below it."""
    found = {
        at: match
        for at, line in enumerate(lines)
        if (match := _PARTLY_BRACKETED.match(line.translate(HALF_WIDTH)))
    }
    counts = Counter(match["above"] for match in found.values())
    result = list(lines)
    for at, match in found.items():
        if match["sign"] or counts[match["above"]] > 1:
            sign = "-" if "-" in match["above"] else "."
            rest = lines[at][match.end() :].lstrip()
            below = match["below"] or nfkc(match["circled"])
            result[at] = f"{match['before']}{match['above']}{sign}{below}. {rest}"
    return result, result != list(lines)


# ---- Words and brackets around numbers


def _with_bare_numbers(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` without words, signs and brackets around clause numbers, because
    :func:`number_of` does not know them. Cited numbers (Rule 4.1による, by rule 4.1) and numbers
    glued to a word are kept. A notation ([4.1], Rule 4.1) numbers clauses if more numbers of
    several parts have it than no signs, or if these fit in order between those; else it numbers
    lists. Only its longest rising sequence is of clauses, also in the order of war games (2.11:
    case 1 of 2.1)."""
    families: defaultdict[str, dict[int, Parts]] = defaultdict(dict)
    rewritten: dict[int, str] = {}
    known: set[int] = set()  # Those that ``number_of`` knows as they are printed
    begun = (line[:_LONGEST_OPENING].translate(HALF_WIDTH) for line in lines)
    for at, match in enumerate(map(_SIGNED_NUMBER.match, begun)):
        number = match["number"].lower() if match else ""
        parts = split_number(number)
        rest = lines[at][match.end() :] if match else ""
        if match and not runs_on(rest, bool(match["space"] or match["close"]) and len(parts) > 1):
            family = match["before"].strip().lower() or (match["close"] or "").strip(" .")
            if match["close"] or match["space"] or not rest:
                families[family][at] = parts
                rewritten[at] = f"{match['indent']}{number}. {rest}".rstrip()
                known |= {at} if number == match["number"] else set()
    # Numbers like 4.1 prove a notation: 4 alone may be of a list item.
    plain = {at: parts for at, parts in families.pop("", {}).items() if len(parts) > 1}
    # Entries of contents may have another notation than the clauses.
    clauses = {at: plain[at] for at in plain if not LEADS_TO_PAGE.search(lines[at])}
    taken = plain.keys() - known  # 4.A, of which it knows only 4.a
    for family in families.values():
        several = {at: parts for at, parts in family.items() if len(parts) > 1}
        ordered = [parts for _, parts in sorted({**clauses, **several}.items())]
        # Those of clauses only rise; those of lists begin again.
        fills_gaps = all(one < other for one, other in pairwise(ordered))
        if len(several) >= _FEWEST_WRAPPED and (fills_gaps or len(several) > len(clauses)):
            places = (tuple, NumberStyle(cases=True).parts_in_tree)  # with cases, 2.2 is after 2.11
            orders = ([place(parts) for parts in family.values()] for place in places)
            rising = max(map(longest_rising, orders), key=len)
            taken |= {at for index, at in enumerate(family) if index in rising}
    return [rewritten[at] if at in taken else line for at, line in enumerate(lines)]


_REWRITES: tuple[Callable[[Sequence[str]], list[str]], ...] = (
    with_signs_restored,
    without_markers,
    without_markup,
    without_bullets,
    without_page_marks,
    in_one_column,
    _with_numbers_joined,
    _with_titles_behind,
    _with_points,
)
