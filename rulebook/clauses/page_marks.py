"""Marks of pages in a document that nobody prepared: numbers of pages in any form, alone on a line
or behind a running head, and headings that a new page repeats as continued."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby, pairwise, product, takewhile

from rulebook.clauses.headings import is_name
from rulebook.clauses.markup import PAGE_END, are_pages_apart
from rulebook.clauses.sentences import ends_sentence
from rulebook.text.normal import nfkc

_WORD = r"(?:pages?|pg\.?|pp?\.?|seite|ページ|頁)"
_OF = r"\s*(?:/|of|von|\|)\s*(?:[0-9]{1,4})"
# Page 18, P.18, 18 of 40, 第18頁
_NAMED = (
    rf"(?:{_WORD}\s*(?P<a>[0-9]{{1,4}})(?:{_OF})?"
    rf"|第?\s*(?P<b>[0-9]{{1,4}})\s*(?:ページ|頁|page)(?:\s*(?:/|中)\s*[0-9]{{1,4}}\s*(?:ページ|頁)?)?"
    rf"|(?P<c>[0-9]{{1,4}}){_OF})"
)
_SIGNS = r"[-‐–—―─=~〜*_#|·•<>\[\](){}【】《》〔〕«».:\s]*"
_ALONE = re.compile(rf"{_SIGNS}{_NAMED}{_SIGNS}", re.IGNORECASE)
_FRACTION = re.compile(rf"{_SIGNS}([0-9]{{1,4}}){_OF}{_SIGNS}", re.IGNORECASE)
# - 18 -, [[ 18 ]], < 18 >; (18) and [18] may number clauses, too.
_BETWEEN_SIGNS = re.compile(
    r"(?:[-‐–—―ー─=~〜*_·・•|<]+|\[\[|《)\s*([0-9]{1,4})\s*[-‐–—―ー─=~〜*_·・•|>\]》]+"
)
_IN_BRACKETS = re.compile(r"[(\[{〔【<「]\s*([0-9]{1,4})\s*[)\]}〕】>」]")
_BARE = re.compile(r"([0-9]{1,4})\.?")
_FAMILIES = (_FRACTION, _ALONE, _BETWEEN_SIGNS, _IN_BRACKETS, _BARE)
# The running head next_to the number: “Laws of the game   18”, “18 | Laws of the game”.
_BEHIND = re.compile(
    rf"(?P<head>\S.{{2,80}}?)(?:[\s,.|·•:(\[–—-]*{_NAMED}\W*|(?:\t|\s{{2,}}|\s*[|·•]\s*|\s[–—-]\s)(?P<d>[0-9]{{1,4}})[\s–—|-]*)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"[\s|(\[-]*(?:{_NAMED}|(?P<d>[0-9]{{1,4}})(?:\t|\s{{2,}}|\s*[|·•]))[\s)\]|·•:–—-]*(?P<head>\S.{{2,80}})",
    re.IGNORECASE,
)
_CONTINUED = re.compile(
    r"(.{2,60}?)\s*(?:[(\[]\s*(?:continued|cont(?:[.’']?d)?\.?|続き|つづき|承前)\s*[)\]]"
    r"|[-–—,:]+\s*(?:continued|cont[.’']?d\.?|続き|つづき)|の(?P<plain>続き|つづき))\W*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"[\s\v]*(?:[A-Za-z]{3,9} )?[(（§第<\[【]?(?!(?:19|20)[0-9]{2}(?![0-9]))"
    r"((?:[A-Z]{1,4}[.-]?)?[0-9０-９]+|[一二三四五六七八九十]+)"
)
DIGITS = re.compile("[0-9]+")
_FIRST_SECTION = re.compile(r"\s*([0-9]+)[.-][01](?![0-9]|[.-][0-9a-z])")
# What web pages print around a text
_NAVIGATION = re.compile(
    r"(?P<sure>skip to (?:main )?content|back to top|page ?top|(?:\[[^\W\d][^\[\]]{1,20}\]\s*){4,}"
    r"|[▲△↑⇧]? ?(?:この)?ページの?(?:トップ|先頭|上部?)(?:へ|に)(?:戻る)?"
    r"|.{0,12}(?:一覧|目次|トップ(?:ページ)?|ホーム)(?:へ|に)戻る)"
    r"|(?:previous|next)(?: page)?|home|menu|\W*(?:(?:previous|contents|index|next)(?:\W+|$)){2,}"
    r"|this page was last (?:updated|modified|edited).*|[前次](?:へ|のページ)|ホーム|メニュー"
    r"|[「『].{1,30}[」』]をウィキ内検索|最終更新[:：].*|ツールボックス|made with .*|©.*",
    re.IGNORECASE,
)
_DAY = re.compile(r"[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}")
_CALLED = 9  # The key of heads with “page”, unlike numbers of sides
_FEWEST, _FEWEST_BARE, _FEWEST_HEADS = 2, 3, 3
_LONGEST_MARK, _LONGEST_HEAD, _SHORT = 40, 100, 4
_LINES_OF_TITLE = 3
_SHARE = 0.8


def without_page_marks(lines: Sequence[str]) -> list[str]:
    """Return ``lines`` with marks of pages replaced by ``PAGE_END``, as they would become text of
    the clause that a page interrupts. Lines of their form are marks if their numbers grow. The line
    below gets a form feed, near which running heads are looked for later. Headings that a page
    repeats and links of web pages are replaced too, but do not show where a page begins."""
    flat = [nfkc(line).strip() for line in lines]
    marks = lone_marks(lines, flat) | _numbered_heads(flat)
    while heads := _heads_next_to(flat, marks):  # of several lines
        marks |= heads
    repeated = _repeated_headings(flat, marks) | _navigation(flat)
    result = [PAGE_END if at in marks | repeated else line for at, line in enumerate(lines)]
    below = False
    for at, line in enumerate(result):
        if at in marks:
            below = True
        elif below and line.strip():
            result[at], below = "\f" + line, False
    return result


def lone_marks(lines: Sequence[str], flat: Sequence[str]) -> set[int]:
    """Return the indices of lines that are only marks of pages, to be taken out of the text: marks
    of one form recur with growing numbers. “Page 3” and “- 3 -” are nothing else. [3] and 3 may
    also number the text below; they are marks if below nearly each a clause begins or a sentence
    goes on (3 must occur three times). So is [3] if [1] is the first line, with clauses between."""
    families: list[dict[int, int]] = [{} for _ in _FAMILIES]
    for at, text in enumerate(flat):
        if text and len(text) <= _LONGEST_MARK:
            for pattern, family in zip(_FAMILIES, families, strict=True):
                if match := pattern.fullmatch(text):
                    family[at] = next(int(value) for value in match.groups() if value)
                    break
    around, written = _neighbours(lines, flat), [at for at, text in enumerate(flat) if text]
    *sure, enclosed, bare = families
    # Contents have pages too, some twice, on lines of their own: those of the text begin again.
    falls = [at for (_, one), (at, other) in pairwise(bare.items()) if other < one][-1:]
    if falls and not _grow(value for at, value in bare.items() if at < falls[0]):
        bare = {at: value for at, value in bare.items() if at >= falls[0]}
    pointed = {at for at in bare if flat[at].endswith(".")}
    # A document marks its pages by 3 or by 3.: the rarer form numbers something else.
    for at in min(pointed, bare.keys() - pointed, key=len):
        del bare[at]
    sure += [family for family in (enclosed, bare) if _are_between(lines, around, family)]
    pages = (flat[one + 1 : other] for one, other in pairwise(enclosed))
    have_clauses = all(any(map(_NUMBERED.match, filter(None, page))) for page in pages)
    if enclosed not in sure and written[:1] == [*enclosed][:1] and have_clauses:
        sure.append(enclosed)
    # A single number right above 第2章, which has a number of its own, is that of a page.
    chapters = [lines[around[at][1]].lstrip().startswith("第") for at in bare if at in around]
    begun = _begun_titles(flat, written)
    next_to = [{_without_signs(flat[n]) for n in around[at]} for at in bare if at in around]
    has_heads = bool(next_to) and not any(map(begun.isdisjoint, next_to))
    # One fewer is enough if the title is next to each, or if the last line is one.
    fewer = has_heads or bare.keys() >= {*written[-1:]}
    least = 1 if chapters == [True] else _FEWEST_BARE - fewer
    fewest = [least if family is bare else _FEWEST for family in sure]
    return {
        at
        for family, count in zip(sure, fewest, strict=True)
        if len(family) >= count and (count == 1 or _grow(family.values()))
        # “Page 3” is unmistakable, 3/4 and - 3 - may be rows of a table.
        if family is families[_FAMILIES.index(_ALONE)] or are_pages_apart(family)
        for at in family
    }


def _neighbours(lines: Sequence[str], flat: Sequence[str]) -> dict[int, tuple[int, int]]:
    """Return, for each written line, the indices of the lines above and below it. Below the number
    of a page, a bare heading (between blank lines or in capitals) is left out if the clause below
    it goes on a count, and so is a running head: what follows these shows what the number is."""
    written = [at for at, text in enumerate(flat) if text]
    neighbours = zip(written, written[1:], written[2:], [*written[3:], -1], strict=False)
    around, counts = {}, Counter(flat)
    for above, at, below, after in neighbours:
        is_apart = (below > at + 1 and after > below + 1) or flat[below].isupper()
        number = _NUMBERED.match(flat[after]) if is_apart and is_name(lines[below]) else None
        goes_on = number and number[1] not in ("1", "一")  # a count’s first
        is_head = counts[flat[below]] > 1 and not _NUMBERED.match(flat[below])
        around[at] = above, after if goes_on or is_head else below
    return around


def _are_between(
    lines: Sequence[str], around: Mapping[int, tuple[int, int]], family: Mapping[int, int]
) -> bool:
    """Whether the lone numbers of a ``family`` (values by line) are those of pages and do not
    number text: below nearly each a clause begins or a sentence goes on, and below few the first
    section of a chapter (3.1 below 3). ``around`` has the lines above and below each."""
    known = ((*around[at], value) for at, value in family.items() if at in around)
    inside = [(lines[above], lines[below], value) for above, below, value in known]
    firsts = ((_FIRST_SECTION.match(nfkc(below)), value) for _, below, value in inside)
    sections = sum(first is not None and first[1] == str(value) for first, value in firsts)
    fitting = sum(
        bool(_NUMBERED.match(below)) or (len(above) > _SHORT and not ends_sentence(above))
        for above, below, _ in inside
    )
    return fitting >= _SHARE * len(inside) and 2 * sections < len(inside)


def _numbered_heads(flat: Sequence[str]) -> set[int]:
    """Return the indices of running heads with a page number, which are not rules: lines that recur
    with growing numbers behind or before the same words, or above or below them. Where these
    begin the title, or the number is called “page”, fewer such lines are enough. ``flat`` has the
    lines in normal form."""
    places: defaultdict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    written = [at for at, text in enumerate(flat) if text]
    for at, (side, pattern) in product(written, ((1, _BEHIND), (-1, _BEFORE))):
        if len(flat[at]) <= _LONGEST_HEAD and (match := pattern.fullmatch(flat[at])):
            number = next(int(match[n]) for n in "abcd" if match[n])
            kind = _CALLED if match["a"] or match["b"] else side
            places[kind, _without_signs(match["head"])][at] = number
            for part in re.split(r"\t|\s{2,}", match["head"]):  # on left and right pages
                places[0, _without_signs(part)][at] = number
    titles = _begun_titles(flat, written)
    return {
        at
        for (side, head), same in places.items()
        for fewer in (1 if side == _CALLED else abs(side) * (head in titles),)
        if len(same) >= _FEWEST_HEADS - fewer and _grow(same.values()) and are_pages_apart(same)
        for at in same
    }


def _heads_next_to(flat: Sequence[str], marks: set[int]) -> set[int]:
    """Return the indices of running heads next to a page number, to be taken out: lines that recur,
    also with other digits, each next to one of the ``marks`` of pages, or that repeat the title of
    the document, as each web page does at its head. ``flat`` has the lines in normal form."""
    written = [at for at, text in enumerate(flat) if text]
    near = {at for pair in pairwise(written) if not marks.isdisjoint(pair) for at in pair}
    begun = _begun_titles(flat, written)
    titles = begun & {_without_signs(flat[at]) for at in written[:_LINES_OF_TITLE]}
    places: defaultdict[str, set[int]] = defaultdict(set)
    for at in written[_LINES_OF_TITLE:]:
        # A day, 2017-08-17, may be a head, but a numbered title is not.
        is_title = _NUMBERED.match(flat[at]) and not _DAY.fullmatch(flat[at])
        if len(flat[at]) <= _LONGEST_HEAD and not ends_sentence(flat[at]) and not is_title:
            text = _without_signs(flat[at])
            places[DIGITS.sub("0", text) if at in near else text].add(at)
    return {
        at
        for same in places.values()
        for text in (_without_signs(flat[min(same)]),)
        if (same <= near or text in titles)
        and len(same) >= _FEWEST - (same <= near and text in begun)
        for at in same
    } - marks


def _navigation(flat: Sequence[str]) -> set[int]:
    """Return the indices of the lines around the text of a web page (“next”, a menu), which are not
    rules. Below the first one in a paragraph, all lines are included if they are a menu (numbered
    titles, of which one at least recurs: a page has only some of its chapters as headings) or a
    foot (a third are such lines, and all numbered ones recur)."""
    counts, found = Counter(flat), set[int]()
    for is_written, group in groupby(range(len(flat)), lambda at: bool(flat[at])):
        if not is_written:
            continue
        paragraph = [*group]
        matches = {at: each for at in paragraph if (each := _NAVIGATION.fullmatch(flat[at]))}
        found |= {at for at, match in matches.items() if match["sure"]}
        below = [at for at in paragraph if at >= min(matches, default=at + 1)]
        recur = [counts[flat[at]] > 1 for at in below if _NUMBERED.match(flat[at])]
        is_menu = any(recur) and _FEWEST_HEADS <= len(recur) == len(below) - len(matches)
        is_foot = len(matches) >= max(_FEWEST, len(below) / 3) and all(recur)
        if is_menu or is_foot:
            found.update(below)
    return found


def _repeated_headings(flat: Sequence[str], marks: Container[int]) -> set[int]:
    """Return the indices of headings that a new page repeats, “3. Movement (continued)” or only “3.
    (continued)”, because each would begin the same clause again. Without brackets (移動の続き,
    moves continued), it may be an item unless right below one of ``marks``, those of pages."""
    before: set[str] = set()
    found: set[int] = set()
    above = -1
    for at, text in enumerate(flat):
        match = _CONTINUED.fullmatch(text)
        if match and _without_signs(match[1]) in before and (not match["plain"] or above in marks):
            found.add(at)
        above = at if text else above
        before.add(_without_signs(text))
        before |= {_without_signs(word) for word in text.split()[:1] if any(map(str.isdigit, word))}
    return found


def _begun_titles(flat: Sequence[str], written: Sequence[int]) -> set[str]:
    """Return the beginnings, without signs, of the titles that pages of the document ``flat`` may
    print again: its first lines above all numbers, alone and as one, of ``written``, its lines."""
    first = takewhile(lambda at: not _NUMBERED.match(flat[at]), written[:_LINES_OF_TITLE])
    titles = [_without_signs(flat[at]) for at in first]
    titles += ["".join(titles)]
    ends = range(_SHORT + 1, _LONGEST_HEAD)
    return {title[:end] for title in titles for end in ends if end <= len(title)}


def _without_signs(text: str) -> str:
    """Return ``text`` without signs and case, in which a heading and its repetition may differ."""
    return re.sub(r"\W+", "", text).lower()


def _grow(numbers: Iterable[int]) -> bool:
    """Whether nearly all ``numbers`` are higher than the one before, as those of pages are; a few
    may be misread. Other lone numbers (of items, in tables) begin again."""
    pairs = list(pairwise(numbers))
    return sum(one < other for one, other in pairs) >= _SHARE * max(1, len(pairs))
