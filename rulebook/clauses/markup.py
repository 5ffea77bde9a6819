"""Marks of pages, Markdown and wikis, taken off the lines of a document that nobody prepared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import unescape
from itertools import pairwise

from rulebook.clauses.lines import HEADING
from rulebook.text.display import columns

# What the line splitter takes for the end of a page.
PAGE_END = "<|page|>"
_FEWEST_MARKERS = 2  # A single one may be a line of the text
# The fewest lines of a page: rows of a table follow each other more closely.
_FEWEST_LINES = 3
_NEARLY_AS_WIDE = 2
# Signs around a word or a number: ---PAGE---, === 12 ===, of those that also emphasize a number or
# “page” only; the edge of a cell; links to the top of a web page.
_MARKER = re.compile(
    r"\s*(?:(?P<words>([-=]{2,})\s*[^\s\-=*_#~].{0,30}?\s*\2"
    r"|([*_#~]{2,})\s*(?i:(?:page|ページ|頁|p\.)?\s*[0-9０-９]*\s*(?:ページ|頁)?)\s*\3)"
    r"|[▲△↑⇧]\s*(?i:このページ|ページ|先頭|トップ|上へ|上に戻|目次|top|back|contents|page).{0,20}"
    r"|\||(?i:back to top)|\\(?:newpage|clearpage|pagebreak))\s*$"
)
_IMAGE_BUTTON_OR_LINE = re.compile(
    r"!\[[^\[\]]*\]\([^()]*\)|\[(?:編集|非表示|表示|edit|hide|show)\]\s*$|(?<=[^\s―─━])[―─━]{3,}\s*$"
)
# The page before the first line of it: P.2第８条
_PAGE_BEFORE = re.compile(r"^P\.([0-9]{1,4})(?=[^\W\d]|\s)")
# If nearly every line has a bullet, bullets mean nothing.
_BULLET = re.compile(r"^(\s*)[-*•] +(?=\S)")
_NEARLY_ALL = 0.8
# 2. (2), where a program added the first
_DOUBLED = re.compile(r"^(\s*)([0-9]{1,2})\. (?=[(（]\2[)）])")
_RULE = re.compile(r"\s*([-=*_~])\1{2,}\s*$")
_LONE_NUMBER = re.compile(r"\W*[0-9０-９]*\W*")
_DIGITS = re.compile("[0-9０-９]+")

# Marks of Markdown or of a wiki before a number: if there are some, all lines lose such marks.
_MARKED_NUMBER = re.compile(
    r"\s*(?:[-*+>]\s+)?(?:(?:#{1,6} |={2,6}|\||<h[1-6][^<>]*>)\s*(?:\*\*|__|''')?|\*\*|__|'''"
    r"|[*_`](?=[0-9.]+[*_`])|<(?:b|i|u|em|strong)>(?=[0-9.]+<)|\\\[(?=[0-9.]+\\\])|\[(?=[0-9.]+\]\()"
    r"|\[?(?=[0-9.]+\\)|(?<=[-*+] )(?=[0-9]{1,3}[a-z][0-9)]))"
    r"(?:[A-Za-z]{4,9} |[§第])?(?:[0-9０-９IVX一二三四五六七八九十]|[A-Z][.-]|[A-Z]{1,4}[0-9])"
)
_MARKED_HEADING = re.compile(r"\s*#{2,6}\s*[^\s#]")  # one is enough
_NAMED_HEADING, _FEWEST_HEADINGS = re.compile(r"# [^\W\d]"), 2
_FIRST_ITEM, _SECOND_ITEM = re.compile(r"(\s*)1\. +(?=\S)"), re.compile(r"\s*2\. +\S")
_FEWEST_COUNTED = 5
_TAG_AT_END = re.compile(r"<(?:br ?/?|/(?:h[1-6]|p|li|div|td|tr|table))>\s*$")
_FEWEST_MARKED = 3
_HEADING_LINE = re.compile(
    r"\s*(?:>\s*)?(?:(?:#{1,6}\s+|#{2,6}(?=[^\s#])|#(?=[^\W\d]))(?P<markdown>.*?)[\s#]*"
    r"|(?P<signs>={2,6})\s*(?P<wiki>.*?)\s*(?P=signs)\s*|<h[1-6][^<>]*>(?P<html>.*?)</h[1-6]>.*)$"
)
_MARK_BEFORE_NUMBER = re.compile(
    r"^(\s*)(?:(?:>|[-*+](?=\s+(?:\*\*|__)?(?:[(（]?[0-9]|[A-Z][.-][0-9]|[ア-ン一-十][)）])))\s+"
    r"|[:*#]+(?=\s*'''[0-9]))"
)
_TABLE_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_TABLE_ROW = re.compile(r"\s*\|(.*)\|\s*$")
_NUMBER_CELL = re.compile(r"(?:\*\*)?((?:[A-Z]{1,4}-?)?[0-9]{1,3}(?:[.-][0-9]{1,3})*)\.?(?:\*\*)?$")
_LINK = re.compile(
    r"\[([^\[\]]+)\]\((?:[^()\s]|\([^()\s]*\))*\)|\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]"
)
_LINKED_PAGE = re.compile(r"\s*\[([0-9]{1,4})\]\(#[^()\s]*\)\]")
_SIGNS = re.compile(
    r"\*\*|__|(?<!\S)_(?=[0-9.]+_)|(?<=[0-9.])_(?!\w)|`(?![!-~])|(?<![!-~])`|'{2,3}|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"
    r"|<a\b[^<>]*>[#¶]</a>|\s*\[?\]?\{[#.][^{}]*\}|\\$"
    r"|(?:(?<=[0-9.]\*\*)|(?<=[0-9][a-z]\*\*)) \(`[\w+-]+`\)|\s\(`[\w+-]+`\)$"  # anchors
    r"|\{\{?[%<].*?[%>]\}\}?|<!--.*?-->"  # Templates of a website: {% hint %}; comments
    r"|</?(?:a|b|body|div|em|font|h[1-6]|html|i|img|ol|p|ref|section|span|strong|su[bp]|u|ul)\b[^<>]*>"
)
_BREAKS = re.compile(r"(?:</?(?:br|dd|dl|dt|hr|li|table|tbody|td|th|tr)\b[^<>]*>)+")
# Tags that no browser knows, before the text of a heading: <article-2>.
_TAGS_BEFORE = re.compile(r"^(?:<[a-z][a-z0-9-]*>\s*)+(?=\S)")
# What is left of ① (87 40), ② (87 41) and Ⅰ (87 54) at the start of a line without the first byte
_SECOND_BYTE = re.compile(r"\s*[(（]?([@-\]])(?=[)）.．、 \u3000]+[^\x00-\x7f])")
_ITEM_SPACE = re.compile(r"(?<=[0-9][.)]) +")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def without_markers(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with recurring page markers (=== 12 ===) replaced by ``PAGE_END``, as they
    would become text of rules. Marks of pages before a line (P.2第８条, of article 8) that count
    on, images, wiki buttons, cell edges and drawn lines after text are cut off. A drawn line (----)
    just below a text, and equally wide, makes that text a heading, unless it is a page number."""
    pages = [_PAGE_BEFORE.match(line) for line in lines]
    counted = [int(page[1]) for page in pages if page]
    if len(counted) > 1 and all(other == one + 1 for one, other in pairwise(counted)):
        lines = [line[p.end() :] if p else line for p, line in zip(pages, lines, strict=True)]
    lines = [_IMAGE_BUTTON_OR_LINE.sub("", line) for line in lines]
    lines = [
        line if line.lstrip()[:1] == "|" or line.rstrip()[-1:] != "|" else line.rstrip(" |")
        for line in lines
    ]
    found: defaultdict[tuple[str, bool], list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if marker := _marker_in(line):
            found[marker].append(at)
    ends = {
        at
        for (_, has_words), places in found.items()
        if len(places) >= _FEWEST_MARKERS
        # Words may be titles or items unless a page is between them.
        if not has_words or are_pages_apart(places)
        for at in places
    }
    result = [PAGE_END if at in ends else line for at, line in enumerate(lines)]
    for at, (above, below) in enumerate(pairwise(lines)):
        is_under = result[at + 1] == PAGE_END and _RULE.match(below) and not _marker_in(above)
        if (
            is_under
            and not _LONE_NUMBER.fullmatch(above)
            and abs(columns(above) - len(below)) <= _NEARLY_AS_WIDE
        ):
            result[at] = HEADING + above
    return result


def are_pages_apart(places: Iterable[int]) -> bool:
    """Whether ``places``, indices of lines, are as far apart as marks of pages, unlike items."""
    return all(other - one > _FEWEST_LINES for one, other in pairwise(places))


def _marker_in(line: str) -> tuple[str, bool] | None:
    """Return what the page markers of a document have in common, to count them: the marker with 0
    for its page number, or the sign of a drawn line (----). Also return whether it is words or a
    number between signs (=== Moves ===), which may be a title; a link to the top of a web page
    (▲先頭へ, to the top) is a marker, and never a title. None for other lines."""
    if rule := _RULE.match(line):
        return rule[1], False
    match = _MARKER.match(line)
    return (_DIGITS.sub("0", line.strip()), bool(match["words"])) if match else None


def with_signs_restored(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with ① for @, ② for A, Ⅰ for T where these begin lines and count on from @
    or T: old web pages lost the first of the two bytes that such signs have on Windows."""
    result = list(lines)
    found = [(at, match) for at, line in enumerate(lines) if (match := _SECOND_BYTE.match(line))]
    for first in "@T":
        own = [(at, match) for at, match in found if (match[1] >= "T") == (first == "T")]
        values = [ord(match[1]) - ord(first) for _, match in own]
        # A, B without @ are letters.
        if 1 in values and all(b in (0, a + 1) for a, b in pairwise((-1, *values))):
            for at, match in own:
                sign = bytes((0x87, ord(match[1]))).decode("cp932")
                result[at] = lines[at].replace(match[1], sign, 1)
    return result


def without_markup(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` without the marks of Markdown or a wiki, because they hide the numbers after
    them; headings stay marked as such. Only if the document uses them: one ## heading, two named
    ones (# Setup), three numbers behind marks (**1.1**) or lines that end with a tag (<br>), or
    five items numbered 1., which a program would show as 1., 2., 3."""
    marked = (line for line in lines if _MARKED_NUMBER.match(line) or _TAG_AT_END.search(line))
    counted = sum(1 for line in lines if _FIRST_ITEM.match(line))
    has_headings = any(map(_MARKED_HEADING.match, lines))
    has_headings |= sum(1 for line in lines if _NAMED_HEADING.match(line)) >= _FEWEST_HEADINGS
    if not has_headings and sum(1 for _ in marked) < _FEWEST_MARKED and counted < _FEWEST_COUNTED:
        return list(lines)
    lines = _with_counted_items(lines)
    # First cells such as 1.1 number clauses; 1 alone may be any number.
    cells = [_NUMBER_CELL.match(row[0]) for line in lines if (row := _cells(line))]
    is_numbered = sum(1 for cell in cells if cell and not cell[1].isdigit()) >= _FEWEST_MARKED
    return [_plain_line(line, is_numbered) for line in lines]


def _with_counted_items(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with list items that are all printed as 1. numbered 1., 2., 3., as a program
    that shows Markdown does, because references cite these numbers. A heading begins a new list."""
    if any(_SECOND_ITEM.match(line) for line in lines):
        return list(lines)
    result: list[str] = []
    counts: dict[int, int] = {}
    for line in lines:
        if item := _FIRST_ITEM.match(line):
            depth = len(item[1])
            counts = {at: counts[at] for at in counts if at <= depth}
            counts[depth] = counts.get(depth, 0) + 1
            line = f"{item[1]}{counts[depth]}. {line[item.end() :]}"
        counts = {} if line.startswith("#") else counts
        result.append(line)
    return result


def _cells(line: str) -> list[str]:
    """Return the stripped cells of ``line`` if it is a row of a Markdown table (| 1.1 | Moves |),
    to find the number of a clause in the first one; none for other lines."""
    row = _TABLE_ROW.match(line)
    return [cell.strip() for cell in row[1].split("|")] if row else []


def _plain_line(line: str, is_numbered: bool) -> str:
    """Return a line of Markdown as plain text, with tabs between the cells of a table. The drawn
    line below the head of a table is not text, and is replaced as page markers are. With
    ``is_numbered``, the first cell of a row may be the number of the rest."""
    if ("|" in line and _TABLE_RULE.match(line)) or _RULE.match(line):
        return PAGE_END
    if cells := _cells(line):
        number = _NUMBER_CELL.match(cells[0]) if is_numbered else None
        rest = "\t".join(cells[1:] if number else cells)
        line = f"{number[1]}. {rest.strip()}" if number else rest
    elif heading := _HEADING_LINE.match(line):
        line = "".join(filter(None, heading.group("markdown", "wiki", "html"))).strip()
        line = HEADING + _TAGS_BEFORE.sub("", line)
    line = _LINKED_PAGE.sub(r"\t\1]", line)  # the page of an entry of the contents
    while (plain := _LINK.sub(r"\1\2", line)) != line:
        line = plain
    line = _ITEM_SPACE.sub(" ", line)
    line = _SIGNS.sub("", _BREAKS.sub(" ", _MARK_BEFORE_NUMBER.sub(r"\1", line)))
    # Last, since a sign after a backslash (\*) is not markup but part of the text.
    return unescape(_ESCAPED.sub(r"\1", line))


def without_bullets(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` without bullets if nearly all have one: these hide numbers after them.
    First, the numbers that a converter to Markdown put before those of items, 2. (2), are removed;
    1. (1) alone is no evidence, as clause 1 may begin with its item (1)."""
    if any(match and match[2] != "1" for match in map(_DOUBLED.match, lines)):
        lines = [_DOUBLED.sub(r"\1", line) for line in lines]
    listed = sum(1 for line in lines if _BULLET.match(line))
    is_list = listed > _NEARLY_ALL * sum(1 for line in lines if line.strip())
    return [_BULLET.sub(r"\1", line) for line in lines] if is_list else list(lines)
