"""Which part of a document a line is in.

A document is front matter, perhaps a table of contents, the rules, perhaps appendices and a change
history. None of these parts needs a heading: the contents are the lines that the rules repeat, and
an appendix ends where the numbers of the rules go on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress, pairwise

from rulebook.clauses.checks import LIKE_AN_ITEM
from rulebook.clauses.game import Layout
from rulebook.clauses.lines import HEADING, LEADS_TO_PAGE, Line
from rulebook.clauses.model import Appendix, ContentsEntry
from rulebook.clauses.numbering import NumberAtStart, Numbers, number_of
from rulebook.clauses.numbers import Parts
from rulebook.clauses.sentences import ends_sentence
from rulebook.records import NamedTuple, dataclass, replace
from rulebook.text.extraction import joined
from rulebook.text.normal import fold

_DECORATION = r"[\s【】［］\[\]<>＜＞〈〉《》■◆●◎★☆~～=＝―—-]*"
CONTENTS = re.compile(
    r"[\W_]*(?:目 ?次|もくじ|(?:table of )?contents)(?:[ \t\u3000.…]*(?:ページ|頁|page))?[\W_]*",
    re.IGNORECASE,
)
_APPENDIX_NAME = (
    r"(?:付録|附録|[付附][ \u3000]*則|別表|別紙|補遺|巻末資料|正誤表|よくある(?:ご)?質問|用語集|"
    r"Q ?& ?A|appendix|annex|errata|faq|glossary|credits|explanatory notes?)"
)
_LABEL = r"(?:[ \u3000]?[0-9A-ZＡ-Ｚ０-９一二三四五六七八九十]{1,3}(?![0-9A-Za-z]))?"
_APPENDIX = re.compile(
    rf"{_DECORATION}{_APPENDIX_NAME}{_LABEL}[ \t\u3000]*"
    r"(?:$|[:：.．\-－―–][ \t\u3000]*|(?<=[ \t\u3000]))"
    r"(?![をにのはがへとで])",
    re.IGNORECASE,
)
_HISTORY = re.compile(
    rf"{_DECORATION}(?:{_APPENDIX_NAME}{_LABEL}[ \u3000]*[:：.．]?[ \u3000]*)?"
    r"(?:(?:更新|改訂|改定|変更)(?:履歴|項目|内容|箇所|点)(?:一覧)?"
    r"|(?:revision|update|change|version) (?:history|log)|change ?log|(?:list of )?changes"
    r"|summary of changes.{0,25}"
    r"|(?:changes|what.?s new) (?:in|since) .{1,20}|release notes)[:：]?"
    rf"{_DECORATION}",
    re.IGNORECASE,
)
_WHAT = "(?:(?:一部|全部)?(?:制定|改正|改定|改訂|施行|実施|制定施行|更新|決定|承認|発行|作成))"
_DAY = "(?:[0-9０-９〇一二三四五六七八九十元]{1,4} ?[年月日/.．] ?){2,3}[0-9０-９]{0,2}"
# Below the last clause, it begins a history without heading: 平成16年4月1日制定; below a sentence
# and a blank line, so does 本規則は2026年4月1日から施行する。
_ENACTED = re.compile(
    rf"[(（]?(?:{_WHAT}[日 \u3000:：]*)?(?:昭和|平成|令和)? ?{_DAY}[ \u3000]*{_WHAT}?"
    r"(?:(?!の)(?:[^。ぁ-ん]|(?<=\w)の){1,30})?"
    rf"|[*＊]?(?P<sentence>[本この]{{1,2}}[^。]{{2,8}}は、?[^。]{{0,40}}{_DAY}(?:から|より)[^。]{{0,40}}する。?)[*＊]?"
)
_LONGEST_HEADING = 60  # In characters: longer lines are text
_PAGE = re.compile(r"[0-9]{1,4}")
# Dots, or white space, that lead to the page at the end of an entry, read from that end, so each
# line is scanned only once, whatever it contains.
_LEADER_BACKWARDS = re.compile(
    r"[0-9０-９]{1,4}(?![0-9０-９])"
    r"(?:[ \t\u3000]*+(?:(?:[ \u3000]?[.．・･·_―─-]){3,}+|(?:[ \u3000]?[…‥])++)"
    r"|\t|[ \u3000](?=[ \t\u3000]))[ \t\u3000]*+"
)
_ARTICLES = re.compile(r"[(（]第[^()（）]{1,20}条[^()（）]{0,20}[)）]$")
_PREFACE = re.compile(r"[\W_]*(?:はじめに|まえがき|前書き|序文|前文)[\W_]*")
_FEWEST_ENTRIES = 3
_FEWEST_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Regions:
    """The lines of a document by the part that they are in; each line is in exactly one."""

    front: tuple[Line, ...]
    orphans: tuple[Line, ...]
    contents: tuple[Line, ...]
    body: tuple[Line, ...]
    numbers: tuple[NumberAtStart | None, ...]  # Those that the lines of the body may begin with
    appendices: tuple[tuple[Line, ...], ...]  # Each begins with its heading
    history: tuple[Line, ...]
    markers: tuple[Line, ...]  # Headers, footers and page numbers
    ruby: tuple[Line, ...]  # Lines of furigana


def split_regions(
    printed: Sequence[Line], markers: Sequence[Line], ruby: Sequence[Line], layout: Layout
) -> Regions:
    """Return the ``printed`` lines of a document by region (contents, rules, history …), because
    each is read in its own way. A whole sentence before the first clause is an orphan: a clause may
    have lost it. ``markers`` of pages and lines of ``ruby`` are only passed on, for the ledger."""
    numbers = _without_history(printed, [number_of(line, layout) for line in printed])
    first, last = _contents_range(printed, numbers)
    start = next((at for at in range(last, len(printed)) if numbers[at] is not None), len(printed))
    front, orphans = _front_and_orphans([*printed[:first], *printed[last:start]])
    ends = _back_matter(printed, numbers, start)
    body = [at for at, part in enumerate(ends, start=start) if part is None]
    after = list(zip(printed[start:], ends, strict=True))
    found: dict[_BackMatter | None, list[Line]] = {}
    for line, part in after:
        if part and not part.is_history:
            found.setdefault(part, []).append(line)
    return Regions(
        front=front,
        orphans=orphans,
        contents=tuple(printed[first:last]),
        body=tuple(printed[at] for at in body),
        numbers=tuple(numbers[at] for at in body),
        appendices=tuple(map(tuple, found.values())),
        history=tuple(line for line, part in after if part and part.is_history),
        markers=tuple(markers),
        ruby=tuple(ruby),
    )


def _without_history(lines: Sequence[Line], numbers: Numbers) -> list[NumberAtStart | None]:
    """Return ``numbers`` of ``lines`` without those between the marked heading of a change history
    and the next, which only name changed clauses: :func:`_back_matter` sees none above rules."""
    result = list(numbers)
    marked = [at for at, line in enumerate(lines) if line.mark == HEADING]
    for at, end in pairwise(marked):
        heading = back_matter_heading(lines[at]) if numbers[at] is None else None
        if heading and heading.is_history:
            result[at:end] = [None] * (end - at)
    return result


def without_head(regions: Regions, count: int) -> Regions:
    """Return ``regions`` with the first ``count`` body lines, above the first clause, moved to
    front matter and orphans (perhaps of a lost clause): they only look numbered."""
    front, orphans = _front_and_orphans(regions.body[:count])
    return replace(
        regions,
        front=(*regions.front, *front),
        orphans=(*regions.orphans, *orphans),
        body=regions.body[count:],
        numbers=regions.numbers[count:],
    )


def _front_and_orphans(before: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines ``before`` the first clause as front matter and orphans. An orphan ends a
    sentence or begins with a number, and is not in a preface: perhaps a clause lost it."""
    texts = [line.text.strip() for line in before]
    preface = next((at for at, text in enumerate(texts) if _PREFACE.fullmatch(text)), len(texts))
    has_form = (line.text.endswith("。") or LIKE_AN_ITEM.match(line.text) for line in before)
    orphans = tuple(compress(before[:preface], has_form))
    return tuple(line for line in before if line not in orphans), orphans


# ---- Contents


def _contents_range(lines: Sequence[Line], numbers: Numbers) -> tuple[int, int]:
    """Return the start and end index of the table of contents in ``lines``, or (0, 0) if there is
    none. Its entries look like clauses and would be read as rules."""
    for start, line in enumerate(lines):
        if CONTENTS.fullmatch(line.text):
            end = _end_of_entries(lines, numbers, start + 1)
            entries = {number.parts for number in numbers[start:end] if number}
            again = (number.parts in entries for number in numbers[end:] if number)
            # Entries that were links may be lost, and the rules begin right below.
            is_lost = entries and not any(again) and not any(map(_has_page, lines[start:end]))
            return start, start + 1 if is_lost else end
    start = next(
        (at for at, number in enumerate(numbers) if number or _has_leader(lines[at])), len(lines)
    )
    end = _end_of_entries(lines, numbers, start)
    return (start, end) if _is_contents(lines, numbers, start, end) else (0, 0)


def _end_of_entries(lines: Sequence[Line], numbers: Numbers, start: int) -> int:
    """Return the index after the last entry of a table of contents whose entries begin at
    ``start``: rules begin there. Their numbers rise: a lower one is that of a rule. An entry
    without a number has a page or names back matter (Index). Headings, the first lines of entries
    and pages on lines of their own may be between entries; a sentence may not."""
    end = start
    highest: Parts = ()
    for at in range(start, len(lines)):
        number, line = numbers[at], lines[at]
        if number is None and not _has_page(line) and back_matter_heading(line) is None:
            if ends_sentence(line.text) or len(line.text) > _LONGEST_HEADING:
                break
            continue
        if number is not None:
            # Where entries with pages have no numbers, one without a page is of the rules.
            is_rule = not highest and any(map(_has_page, lines[start:at])) and not _has_page(line)
            if number.parts <= highest or is_rule:
                break
            highest = number.parts
        end = at + 1
    return end


def _has_page(line: Line) -> bool:
    """Whether ``line`` is or ends with a page (“Setup ..... 3”, a last cell 3), as no clause is."""
    return _PAGE.fullmatch(line.cells[-1]) is not None or _has_leader(line)


def _has_leader(line: Line) -> bool:
    """Whether dots or spaces lead to a page number at the end, as only in entries of contents."""
    return _without_leader(line.text) != line.text


def _is_contents(lines: Sequence[Line], numbers: Numbers, start: int, end: int) -> bool:
    """Whether the lines from ``start`` to ``end``, without a heading such as “Contents” above, are
    contents and not the first clauses: dots lead to a page in each entry, or most recur below as
    headings. Where a web page prints only a part of the rules, only the entries of chapters that it
    shows must recur; then more must follow, and no line may end a sentence, as clauses do."""
    listed, rest = lines[start:end], lines[end:]
    entries, again = _titles(listed, numbers[start:end]), _titles(rest, numbers[end:])
    found, shown = len(entries & again), {parts for parts, _ in again}
    is_part = found >= _FEWEST_SHOWN and len(rest) > len(listed)
    is_part &= not any(ends_sentence(line.text) for line in listed)
    fewest = sum(parts in shown for parts, _ in entries) if is_part else len(entries)
    entry_lines = (line for line, number in zip(listed, numbers[start:], strict=False) if number)
    is_dotted = all(LEADS_TO_PAGE.search(line.text) for line in entry_lines)
    return len(entries) >= _FEWEST_ENTRIES and (is_dotted or 5 * found >= 4 * fewest)


def _titles(lines: Sequence[Line], numbers: Numbers) -> set[tuple[Parts, str]]:
    """Return the number and folded title of each numbered line, by which entries of contents are
    matched with headings. Where a number is alone on its line, the title is on the next."""
    below = [*(line.text for line in lines[1:]), ""]
    return {
        (number.parts, flat_title(_title_of_entry(number.text.strip() or text)))
        for number, text in zip(numbers, below, strict=False)
        if number is not None
    }


def flat_title(title: str | None) -> str:
    """Return ``title`` folded, without spaces and brackets around it, "" for None: in these, an
    entry of contents may differ from its heading without being a mismatch."""
    return fold(title or "").replace(" ", "").strip("()[]【】")


def _title_of_entry(text: str) -> str:
    """Return the title in an entry of contents as in rules, without page and （第1条－第3条）."""
    return _ARTICLES.sub("", _without_leader(text.strip()).split("\t")[0].strip())


def _without_leader(text: str) -> str:
    """Return the title in the entry ``text`` of contents, without the dots or spaces and the page
    number at its end (“Setup ..... 3”), to compare it with headings."""
    match = _LEADER_BACKWARDS.match(text[::-1])
    return text[: len(text) - match.end()] if match else text


def read_contents(lines: Sequence[Line], layout: Layout) -> tuple[ContentsEntry, ...]:
    """Return the entries of the table of contents in ``lines``, so that titles that differ from
    their headings can be reported. An entry of two lines has its page in the second."""
    entries: list[tuple[str | None, list[str], int]] = []
    have_pages = any(_has_page(line) for line in lines)
    goes_on = False  # whether the last entry waits for its second line
    for line in lines:
        if CONTENTS.fullmatch(line.text):
            continue
        number = number_of(line, layout)
        title = _title_of_entry(number.text if number else line.text)
        if goes_on and number is None:
            entries[-1][1].append(title)
        else:
            entries.append((number.printed if number else None, [title], line.number))
        goes_on = have_pages and not _has_page(line)
    return tuple(ContentsEntry(number, joined(titles), line) for number, titles, line in entries)


# ---- Appendices and history


class _BackMatter(NamedTuple):
    """An appendix or the history after the rules, identified by the ``line`` of its heading."""

    is_history: bool
    line: int


def _back_matter(lines: Sequence[Line], numbers: Numbers, start: int) -> list[_BackMatter | None]:
    """Return for each line from ``start`` on its appendix or history, or None for rules, which
    alone become clauses. An appendix ends at the next heading or where rule numbers go on; numbers
    in a history are those of changed clauses, and do not end it. Below all numbers, a day of
    enactment begins a history, too."""
    parts: list[_BackMatter | None] = []
    inside: _BackMatter | None = None
    is_first = False
    highest: Parts = ()
    last = max((at for at, number in enumerate(numbers) if number), default=0)
    for at in range(start, len(lines)):
        number = numbers[at]
        heading = back_matter_heading(lines[at]) if number is None else None
        if at > last and not (heading or inside) and (day := _ENACTED.fullmatch(lines[at].text)):
            is_below = lines[at].after_blank and ends_sentence(lines[at - 1].text)
            if is_below or not day["sentence"]:
                heading = _BackMatter(True, lines[at].number)
        if heading is not None:
            inside = heading
            is_first = True
        elif inside and not inside.is_history and number is not None and is_first:
            # The first number decides: those of an appendix start again, or skip chapters.
            chapter = highest[0] if highest else 0
            goes_on = highest < number.parts and number.parts[0] <= chapter + 1
            inside = None if goes_on else inside
            is_first = False
        # A single number without a closing point (``firm``) may be an amount.
        if inside is None and number is not None and (number.firm or len(number.parts) > 1):
            highest = max(highest, number.parts)
        parts.append(inside)
    return parts


def back_matter_heading(line: Line) -> _BackMatter | None:
    """Return the appendix or history that begins if ``line`` is its heading, else None. Lines below
    it are not read as rules, so a sentence or a long line is never taken for a heading."""
    text = line.text.strip()
    if line.mark != HEADING and (len(text) > _LONGEST_HEADING or ends_sentence(text)):
        return None
    is_history = _HISTORY.fullmatch(text) is not None
    return _BackMatter(is_history, line.number) if is_history or _APPENDIX.match(text) else None


def read_appendices(groups: Sequence[Sequence[Line]]) -> tuple[Appendix, ...]:
    """Return the appendices, for exports, from the lines of each, the first being its heading."""
    texts = ([line.text.strip() for line in group] for group in groups)
    lines = (tuple(line.number for line in group) for group in groups)
    return tuple(
        Appendix(title, "\n".join(rest), numbers)
        for (title, *rest), numbers in zip(texts, lines, strict=True)
    )
