"""The outline of a document in an unknown layout: which of its lines begin with running numbers.

A beam search over the labels of all lines finds the nesting in which the most labels continue a
count, begin one, or are below a number that they repeat."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, takewhile

from rulebook.clauses.counters import CIRCLED, DIVISIONS, NAMED, UNITS
from rulebook.clauses.game import WHOLE, Layout, Separator
from rulebook.clauses.headings import HEAD, NOTE_BEFORE, captions_above, labels_of_heads
from rulebook.clauses.labels import (
    FIRST_OF_TWO,
    FLAT,
    LETTER,
    LineLabel,
    Signs,
    are_scores,
    free_shapes,
    labels_of,
    signs_of,
)
from rulebook.clauses.layouts import digits_of_levels
from rulebook.clauses.lines import HEADING, LEADS_TO_PAGE, TEXT, split_lines
from rulebook.clauses.numbering import CITES
from rulebook.clauses.numbers import FIRST_INSERTED, INSERTED, Letters, Parts, depth_of
from rulebook.clauses.regions import CONTENTS, back_matter_heading
from rulebook.clauses.sentences import ends_sentence, goes_on_in, is_broken_off
from rulebook.records import NamedTuple

_BEAM, _MOST_SHAPES, _MOST_ALIKE = 24, 30, 8
_DEEPEST = 12  # The limit of open levels: ① again below ⑩, again and again, would open ever more
# Of the labels in the contents, those that recur below
_FEWEST_LISTED, _SHARE_LISTED = 3, 0.6
# The costs of reading a label in these ways; reading it as text costs its weight, at most 1.
_BEGINS, _BEGINS_LATE, _BEGINS_LATE_UNNAMED = 0.4, 0.8, 1.2
_GOES_ON, _UNORDERED, _TWICE = 0.3, 0.2, 0.9
_GAP, _EACH_SKIPPED = 0.3, 0.25
_LEVEL_SKIPPED, _LEVEL_ENDED = 0.3, 0.25
_BEGINS_AGAIN, _BELOW_COMPOSED = 1.0, 0.7
_INSIDE, _INSIDE_LATE, _SAME_INDENT, _OTHER_INDENT = 0.6, 1.0, 0.5, 0.1
_INDENTED, _LED = 0.1, 0.4
_LEAD_INS = (":", "：", "—", "–", "--")  # At the end of a line that leads to a list
_DOUBT, _HALF, _ELSEWHERE = 0.2, 0.5, 0.4
_CITED = 0.3  # The weight of 4.2 inside of a sentence
_MOST_INSIDE = 0.34
_PROVEN = 2.0  # The weight of a number whose first clause is below it
# A heading in brackets behind its number, before the text
_RUN_IN = re.compile(r"^([(（【〔][^()（）【】〔〕]{1,40}[)）】〕])[ \u3000]*(?=[^\s|])")
_CIRCLED, _FEWEST_IN_ROW = re.compile(rf"(?:^|\s)[{CIRCLED}]"), 3
_NUMBER_LIKE = re.compile(r"[\s\v]*(?:[0-9０-９第]|[A-Za-z]\b)")
# Letters behind digits: 2a, 2a1
_GLUED, _TURNS, _FEWEST_GLUED = re.compile("[0-9][a-z]"), re.compile("[0-9][a-z][0-9]"), 2
_DIVIDES = {*DIVISIONS, "章"}
_BARE = {"1", "一"}  # Shapes of paragraphs of an article
_LETTER_BEFORE = re.compile(r"\s*([A-HJ-UWYZ])[0-9]{1,2}\.[0-9]")  # B of B3.1
# A number of several parts
_FULL = re.compile(r"(?:[0-9]+|\b[A-Z])(?:[.-][0-9]+)+")
_PAGE_BEHIND = re.compile(r" [0-9]{1,3}$")
_END_OF_TITLE = re.compile(r"[\t.…‥]|  |[(【]")


class _Level(NamedTuple):
    """An open level of the outline: its last label, and how far that was indented."""

    shape: str
    name: str
    parts: Parts
    indent: int
    is_named: bool


_Stack = tuple[_Level, ...]
# Of a label: its indentation, whether numbers of its shape come in any order, and whether the line
# above leads to a list (“if:”)
_Place = tuple[int, bool, bool]
_Outline = dict[int, tuple[LineLabel, _Stack]]  # By line, the label and the levels open at it
_Taken = tuple[int, LineLabel, _Stack, "_Taken"] | None


# By shape and whether it repeats the numbers above: its last number, and the shape above that
_Last = Mapping[tuple[str, bool], tuple[Parts, str]]


class _State(NamedTuple):
    """One reading of the lines so far: its cost, the levels now open, the last number of each
    shape with the shape above it, and the labels taken, the last first."""

    cost: float
    stack: _Stack
    last: _Last
    taken: _Taken


def with_outline(lines: Sequence[str]) -> tuple[list[str], Layout | None]:
    """Return ``lines`` with full numbers (2.1), the only ones that :func:`number_of` knows, for the
    labels of an outline (第2章, 1), also in contents and above titles; and the layout. Headings of
    several clauses are marked; other lines that look numbered become text. Without an outline, if
    no labels count on or many are inside one of their own shape (A: … B: … A: …), return ``lines``
    unchanged and None."""
    lines = [NOTE_BEFORE.sub(r"\2 \1", line) for line in lines]  # Articles begin their lines
    doc = signs_of(lines)
    found, entries = _candidates(lines, doc)
    found = dict(sorted((found | labels_of_heads(lines, found)).items()))
    chosen: _Outline = {}
    # A label alone in its shape counts nothing: it is dropped, and others may then fit better.
    while (single := _lone_shapes(lines, chosen)) or not chosen:
        found = {
            at: kept
            for at, labels in found.items()
            if (kept := [each for each in labels if each.shape not in single])
        }
        chosen = _cheapest(lines, found)
        if not chosen or _share_inside_own_shape(chosen) > _MOST_INSIDE:
            return list(lines), None
    numbers, names = _full_numbers(chosen)
    layout = _layout_of(lines, chosen, [*numbers.values()], names, doc.words)
    # Separators are not printed before の2, 2a and, with letters by turns, anywhere (2a1).
    glued = {Letters.GLUED: f"(?<=[0-9]){layout.separator}(?=[a-z])|", Letters.TURNS: "[.-]|"}
    unseen = re.compile(f"{glued.get(layout.letters, '')}[.-](?=の)")
    joined = {at: layout.separator.join(map(_written, each)) for at, each in numbers.items()}
    printed = {at: unseen.sub("", number) for at, number in joined.items()}
    result = [TEXT + line if _NUMBER_LIKE.match(line) else line for line in lines]
    begun = {at: (printed[at], label) for at, (label, _) in chosen.items()}
    begun |= {at: (printed[to], label) for at, (to, label) in entries.items() if to in chosen}
    for at, (number, label) in begun.items():
        line, rest = lines[at], lines[at][label.text_at :].lstrip()
        is_heading = HEADING in line or label.shape == HEAD
        before = HEADING if is_heading else line[: len(line) - len(line.lstrip())]
        # 第2条（purpose） This …: a tab makes the brackets its title.
        rest = _RUN_IN.sub(r"\1\t", rest) if label.name == "条" else rest
        result[at] = f"{before}{number}. {rest}"
    captions, others = captions_above(lines, {at: label for at, (label, _) in chosen.items()})
    for above, at in captions.items():
        result[above] = f"{HEADING}{printed[at]}. {lines[above].strip()}"
        result[at] = lines[at][chosen[at][0].text_at :]
    for above in others:  # of several clauses
        result[above] = HEADING + lines[above]
    return result, layout


def _layout_of(
    lines: Sequence[str],
    chosen: _Outline,
    numbers: Sequence[Parts],
    names: tuple[str, ...],
    words: tuple[str, ...],
) -> Layout:
    """Return the layout by which the full ``numbers`` of the labels ``chosen`` in ``lines`` are
    read and printed; levels have ``names``. Letters come first (appendices), apart (2.a), glued
    (2a) or by turns with digits (2a1). The only word before numbers (規定, provision, of ``words``,
    if it counts the first level; B in B3.1) is a prefix with which texts cite them."""
    signs = Counter(label.sign for label, _ in chosen.values() if label.sign)
    lettered = {at for each in numbers for at, p in enumerate(each) if LETTER < p < INSERTED}
    raw = [lines[at][: label.end].translate(FLAT) for at, (label, _) in chosen.items()]
    letters = Letters.APPENDIX if 0 in lettered else Letters.APART if lettered else Letters.NONE
    # One 2a may be a misprint, and so may B3.1 among many 3.1 below.
    if letters is Letters.APART and sum(map(bool, map(_GLUED.search, raw))) >= _FEWEST_GLUED:
        turns = any(map(_TURNS.search, raw))
        letters = Letters.TURNS if turns else Letters.GLUED
    before = [match[1] for each in raw if (match := _LETTER_BEFORE.match(each))]
    words = words or (tuple({*before}) if 2 * len(before) > signs.total() else ())
    # The levels whose labels begin with a word of the document, which stays in their text: 規定1
    worded = {len(stack) for label, stack in chosen.values() if label.text_at < label.end}
    return Layout(
        separator=Separator.HYPHEN if signs["-"] > signs["."] else Separator.POINT,
        letters=letters,
        levels=names,
        outlined=True,
        prefix=words[0] if len(words) == 1 and (before or worded == {1}) else "",
        digits=digits_of_levels([match[0] for each in raw if (match := _FULL.search(each))]),
    )


def _candidates(
    lines: Sequence[str], doc: Signs
) -> tuple[dict[int, list[LineLabel]], dict[int, tuple[int, LineLabel]]]:
    """Return the labels that ``lines`` may begin with, by index, for the search to choose from, and
    also the entries of contents, with the line of the clause of each. Lines that lead to a page,
    rows of several ①, and scores of matches (2-1) are text. Rare shapes of labels, which hardly
    count anything, are left out: they would slow the search."""
    found = {at: labels for at, line in enumerate(lines) if (labels := labels_of(line, doc))}
    rows = {at: lines[at] for at, labels in found.items() if labels[0].name == "①"}
    counts = [len(_CIRCLED.findall(line)) for line in rows.values()]
    if max(counts, default=0) >= _FEWEST_IN_ROW and min(counts) > 1:  # ①chow ②pung ③kong
        found = {at: labels for at, labels in found.items() if at not in rows}
    if are_scores(found):
        found = {at: labels for at, labels in found.items() if labels[0].sign != "-"}
    entries = _entries(lines, found)
    # Contents in two columns, copied as one, mix numbers and titles: then no line of them counts.
    head = next((at for at, line in enumerate(lines) if CONTENTS.fullmatch(line)), len(lines))
    first = min((at for at in entries if at > head), default=head)
    listed = {*range(head, entries[first][0])} & found.keys() if first > head else set()
    if not listed <= entries.keys():
        found, entries = {at: found[at] for at in found if at not in listed}, {}
    shapes = Counter(each.shape for labels in found.values() for each in labels)
    usual = {shape for shape, _ in shapes.most_common(_MOST_SHAPES)}
    above = ["", *map(str.rstrip, lines)]
    kept: dict[int, list[LineLabel]] = {}
    for at, labels in found.items():
        is_text = at in entries or (CITES.search(above[at]) and at - 1 not in found)
        if not is_text and not LEADS_TO_PAGE.search(lines[at].translate(FLAT)):
            is_open = is_broken_off(above[at])  # “… as in⏎Rule 4.” cites rule 4
            kept[at] = [
                x._replace(weight=min(x.weight, _CITED))
                if x.is_composed and goes_on_in(above[at], lines[at][x.end :])
                else x
                for x in labels
                if x.shape in usual and not (is_open and x.is_named)
            ]
    kept = {at: labels for at, labels in kept.items() if labels}
    for at, below in pairwise(kept):  # 14 right above 14.1
        firsts = {
            each.parts[:-1] for each in kept[below] if each.is_composed and each.parts[-1] == 1
        }
        kept[at] = [x._replace(weight=_PROVEN) if x.parts in firsts else x for x in kept[at]]
    return kept, entries


def _entries(
    lines: Sequence[str], found: dict[int, list[LineLabel]]
) -> dict[int, tuple[int, LineLabel]]:
    """Return the entries of contents in ``lines``, with the line of the clause and the label of
    each: they do not begin clauses. Label and title of an entry recur below; if a page is after it,
    the label is enough. Contents come first, and end with the last line up to which most labels are
    entries. What recurs further below are items of lists. An entry is compared only with the
    nearest few lines of its label, for speed: thousands may begin with (1)."""
    entries: dict[int, tuple[int, LineLabel]] = {}
    seen: defaultdict[tuple[str, Parts], list[tuple[int, str]]] = defaultdict(list)
    for at in reversed(found):
        for label in found[at]:
            rest = lines[at].translate(FLAT)[label.end :].strip().lower()
            title = "".join(_PAGE_BEHIND.sub("", _END_OF_TITLE.split(rest)[0]).split())
            below = seen[label.shape, label.parts][-_MOST_ALIKE:]
            again = below if LEADS_TO_PAGE.search(rest) else ()
            again = again or [each for each in below if title and each[1].startswith(title)]
            again = [e for e in again if not "ぁ" <= e[1].removeprefix(title)[:1] <= "ん"]  # 場は
            if again and not ends_sentence(rest):
                entries.setdefault(at, (again[-1][0], label))
            seen[label.shape, label.parts].append((at, "".join(rest.split())))
    counts = enumerate(accumulate(at in entries for at in found), 1)
    ends = [n for n, each in counts if _SHARE_LISTED * n <= each >= min(n, _FEWEST_LISTED)]
    return {at: entries[at] for at in [*found][: max(ends, default=0)] if at in entries}


def _lone_shapes(lines: Sequence[str], chosen: _Outline) -> set[str]:
    """Return the shapes that only one of the ``chosen`` labels of ``lines`` has: it is read as
    text, since a count has more. Exceptions have a word (Rule 1), are in a Markdown heading (1#) or
    the document's heading, or in an article, which may have a single item."""
    counts = Counter(label.shape for label, _ in chosen.values())
    tops = {(stack[0].shape, stack[0].parts) for _, stack in chosen.values()}
    is_first = len(tops) == 1 and {parts for _, parts in tops} <= {(1,), (LETTER + 1,)}
    is_heading = is_first and not ends_sentence(lines[min(chosen)])
    sure = {shape for shape, _ in tops if is_heading and shape[0] != "第"}  # 第1版 is an edition
    for label, stack in chosen.values():
        # A label with signs, (ア), may be further below its article.
        above = [level.name for level in (stack[:-1] if label.weight == 1 else stack[-2:-1])]
        if label.is_named or label.shape == "1#" or "条" in above:
            sure.add(label.shape)
    return {shape for shape, count in counts.items() if count == 1} - sure


def _share_inside_own_shape(chosen: _Outline) -> float:
    """Return the share of labels inside one of their own shape (A: below A:), not indented. Rules
    have few, a conversation (A: … B: … A: …), which is not a rulebook, has many."""
    inside = [
        any(each.shape == own.shape and each.indent >= own.indent for each in above)
        for _, (*above, own) in chosen.values()
    ]
    return sum(inside) / len(inside)


# ---- The search


def _cheapest(lines: Sequence[str], found: Mapping[int, Sequence[LineLabel]]) -> _Outline:
    """Return the labels of the cheapest reading of ``lines``, by index: each line is text or one of
    those ``found``, and a label costs least if it continues a count. After each line, only the
    cheapest reading for each stack of open levels is kept, and only the ``_BEAM`` cheapest of all.
    Text costs more if a label is sure. Doubtful labels cost more; so does the first of two on a
    line (2-1 (1)), as both should be taken. An appendix begins with no level open."""
    free = free_shapes(found)
    states = [_State(0.0, (), {}, None)]
    apart = [line.number - 1 for line in split_lines("\n".join(lines)) if back_matter_heading(line)]
    for at, labels in found.items():
        if apart and apart[0] < at:  # an appendix counts its own numbers
            states = [states[0]._replace(stack=(), last={})]
            apart = [each for each in apart if each > at]
        line = lines[at]
        # The indentation of a heading is the sign HEADING.
        indent = 0 if HEADING in line else len(line) - len(line.lstrip())
        is_led = "".join(lines[max(0, at - 2) : at]).rstrip().endswith(_LEAD_INS)
        best: dict[_Stack, _State] = {}
        for state in states:
            as_text = state.cost + max(label.weight for label in labels)
            if state.stack not in best or best[state.stack].cost > as_text:
                best[state.stack] = state._replace(cost=as_text)
            for label in labels:
                doubt = _DOUBT * (1 - label.weight) + _HALF * (label.weight == FIRST_OF_TWO)
                place = indent, label.shape in free, is_led
                for cost, stack in _chained(state, label, place):
                    total = state.cost + cost + doubt
                    if stack not in best or best[stack].cost > total:
                        above = stack[-2].shape if len(stack) > 1 else ""
                        key = label.shape, label.is_composed
                        last = {**state.last, key: (label.parts, above)}
                        best[stack] = _State(total, stack, last, (at, label, stack, state.taken))
        states = sorted(best.values(), key=lambda state: state.cost)[:_BEAM]
    result: _Outline = {}
    trail = states[0].taken
    while trail is not None:
        at, label, stack, trail = trail
        result[at] = label, stack
    return dict(sorted(result.items()))


def _chained(state: _State, label: LineLabel, place: _Place) -> Iterator[tuple[float, _Stack]]:
    """Yield the stacks that may be open after ``label``, with costs, as :func:`_moves` does (see
    there). Of two labels on a line (2-1 (1)), the upper is opened first, if it is not open yet."""
    stack, first = state.stack, label.above
    if first is None:
        yield from _moves(stack, state.last, label, place)
        return
    own = first.shape, first.parts
    open_at = [depth for depth, each in enumerate(stack, 1) if (each.shape, each.parts) == own]
    begun = [(0.0, stack[:depth]) for depth in open_at]
    for cost, above in begun or _moves(stack, state.last, first, place):
        # 3-4-(2) after 3-4-(1): what is open below 3-4 stays open, so that (2) counts on.
        around = stack if above == stack[: len(above)] else above
        for more, below in _moves(around, state.last, label, place):
            if below[: len(above)] == above and len(below) > len(above):
                yield cost + more, below


def _moves(
    stack: _Stack, lasts: _Last, label: LineLabel, place: _Place
) -> Iterator[tuple[float, _Stack]]:
    """Yield each stack of open levels that there may be after ``label``, with its cost, for the
    search to find the cheapest: ``label`` counts on in a level of ``stack`` (2 after 1), which ends
    the levels below it, or opens a level at any depth, cheaply with 1 or a. ``lasts`` has the last
    number of each shape and the shape that it was below. In its ``place``, numbers may be out of
    order at little cost, and what begins to count below “if:” or further to the right is below
    that line."""
    parts, shape, (indent, is_free, is_led) = label.parts, label.shape, place
    own = _Level(shape, label.name, parts, indent, label.is_named)
    inside = [depth for depth, level in enumerate(stack) if level.shape == shape]
    for depth in inside:
        step = _UNORDERED if is_free else _cost_of_next(stack[depth].parts, label)
        if step is not None:  # 2 after 1, perhaps indented otherwise
            yield step + _OTHER_INDENT * (stack[depth].indent != indent), (*stack[:depth], own)
    is_first = parts[-1] in (0, 1, LETTER + 1)
    last, home = lasts.get((shape, label.is_composed), ((), None))
    cost = _cost_to_begin(stack, last, label, is_first, is_free)
    # (1) of an indented list in (1): to begin inside of its own shape costs hardly more.
    cost -= (_INSIDE - _INDENTED) * (
        is_first and {stack[each].indent < indent for each in inside} == {True}
    )
    for depth in range(min(len(stack), _DEEPEST - 1), -1, -1):
        ended = stack[depth:]
        units = sum(each.name in UNITS for each in ended) if label.name not in UNITS else 0
        more = _LEVEL_ENDED * len(ended) + _INSIDE * units  # (1) ends no article
        more += _BEGINS_AGAIN * any(level.shape == shape for level in ended[:1])  # 1, 2, 1 in 第1条
        is_below = bool(ended) and (is_led or ended[-1].indent < indent)
        more += _LED * (is_first and is_below)
        if depth:
            above = stack[depth - 1]
            if above.shape == shape and not is_first:
                continue  # 2 goes on after 1 on its level, not below it
            others = {"項", "1", shape}  # other paragraphs
            is_paragraph = above.name == "条" and shape in _BARE and parts == (2,)
            if is_paragraph and not any(others & {each.name, each.shape} for each in ended):
                more = _UNORDERED - cost  # as the sum: the first paragraph has no number
            elif label.name in _DIVIDES and above.name not in NAMED:
                more += _BEGINS_AGAIN  # no chapter is in an article
            elif above.shape == shape:  # 1 inside 1, not indented; 1 inside 2.1
                more += _SAME_INDENT * (indent <= above.indent)
                more += _BELOW_COMPOSED * (len(above.parts) > len(parts))
            elif label.is_composed and parts[0] != above.parts[-1] and not above.is_named:
                more += _LEVEL_SKIPPED  # 3.1 below 2; usual below 第2章, whose number is not in it
        around = stack[depth - 1].shape if depth else ""
        if is_first and ended and not inside and home not in (None, around):
            more += _ELSEWHERE  # a in an article behind a paragraph, if a was in a paragraph before
        yield cost + more, (*stack[:depth], own)


def _cost_to_begin(
    stack: _Stack, last: Parts, label: LineLabel, is_first: bool, is_free: bool
) -> float:
    """Return what it costs to begin a level with ``label`` below any of ``stack``, for ``_moves``:
    little for the first of a count, or the next after ``last``, the last number of its shape at any
    place, as articles count on through chapters. Others begin late (with 5): this costs less with a
    word, a full number (2.5), in a Markdown heading (“1#”) or if numbers come in any order
    (``is_free``), and is usual below units (第2部 begins with 第21章). (1) in (1) costs more."""
    is_inside = any(level.shape == label.shape for level in stack)
    if is_first:
        return _BEGINS + _INSIDE * is_inside
    step = _cost_of_next(last, label) if depth_of(last) == depth_of(label.parts) else None
    if step is not None and not is_inside:
        return _GOES_ON + step
    is_usual = label.name in {*UNITS} and all(level.name in {*UNITS} for level in stack)
    is_likely = label.is_named or label.is_composed or is_free or label.shape == "1#"
    cost = _BEGINS_LATE if is_likely else _BEGINS_LATE_UNNAMED  # 5: probably an amount
    return (_BEGINS if is_usual else cost) + _INSIDE_LATE * is_inside


def _cost_of_next(before: Parts, label: LineLabel) -> float | None:
    """Return the cost of ``label`` as the next number after ``before`` of its shape (numeral and
    signs): nothing for 2, 1.1, 1a or 1の2 after 1, more for a gap; None if it cannot be. Gaps are
    usual with a word (第5条 after 第3条), in Markdown headings (shape “1#”) and below a number (2.5
    after 2.3); else, 5 after 3 may be an amount, so each skipped value costs. Only with a word may
    the same number twice be a slip."""
    after = label.parts
    if after <= before:
        return _TWICE if after == before and label.is_named else None
    same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))])
    if same == len(before):  # the first below it
        return 0.0 if after[same:] in ((0,), (1,), (LETTER + 1,), *zip(FIRST_INSERTED)) else _BEGINS
    skipped = after[same] - max(before[same], LETTER * (after[same] > LETTER)) - 1  # from a on
    is_usual = label.is_named or label.shape == "1#" or same
    cost = _GAP + (0 if is_usual else _EACH_SKIPPED * skipped)
    return (cost if skipped else 0.0) + _LEVEL_SKIPPED * (len(after) - same - 1)


# ---- Numbers


def _full_numbers(chosen: _Outline) -> tuple[dict[int, Parts], tuple[str, ...]]:
    """Return the full number of each line in ``chosen``, and the name that most labels of each
    level have, by which the linker finds the clauses that texts cite (条, article; WHOLE for
    numbers with a sign inside, 2.1, but not 第2の1). Below 第2条, the first paragraph may print no
    number: if bare numerals (2 or 二) begin with 2, items above that are below 2.1. Articles above
    第1編 (part 1) are below 0 if numbers of both agree. If most labels of a kind repeat the number
    above (3.1 below chapter 3), the repetition is left out."""
    split: dict[int, str] = {}  # By the line of the article, the shape of its paragraphs
    first: dict[tuple[int, Parts], str] = {}  # By the line above and number, the first shape
    before: set[tuple[int, str]] = set()  # The shapes of what is above divisions
    # By the shapes of labels and of what is above, whether each repeats the number above
    repeated: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for is_last in (False, True):  # the first time, what is to be split and repeats is found
        numbers: dict[int, Parts] = {}
        names: defaultdict[int, Counter[str]] = defaultdict(Counter)
        homes: dict[_Stack, int] = {}
        shapes: defaultdict[int, set[str]] = defaultdict(set)
        for at, (label, stack) in _labels_to_number(chosen):
            home = homes.get(stack[:-1], -1)
            above, own = numbers.get(home, ()), label.parts
            if first.setdefault((home, own), label.shape) != label.shape and label.name in NAMED:
                before.add((home, first[home, own]))
            bare = {label.shape} & _BARE
            if split.get(home, label.shape) != label.shape:
                own = (1, *own)
            elif bare and own == (2,) and shapes[home] and not shapes[home] & bare:
                split[home] = label.shape
            shapes[home].add(label.shape)
            kind = label.shape, stack[-2].shape if len(stack) > 1 else ""
            if label.is_composed and above:
                repeated[kind] += [] if is_last else [own[0] == above[-1]]
                own = own[sum(repeated[kind]) > len(repeated[kind]) / 2 :]
            elif above and not is_last:
                repeated[kind].append(False)  # 2 below 1 does not
            zero = [0] * ((home, label.shape) in before)
            numbers[at], homes[stack] = (*above, *zero, *own), at
            level = depth_of(numbers[at]) - 1
            names[level][WHOLE if label.is_composed and label.sign else label.name] += 1
    usual: list[str] = []
    for depth in range(max(names), -1, -1):  # from below, as 条 is the name of its lowest level
        each = [name for name, _ in names[depth].most_common()]
        if each[:1] == ["条"] and "条" in usual:  # those above 第1編 are on the level of 編 (part)
            each.sort(key=lambda name: name not in NAMED)
        usual.insert(0, [*each, ""][0])
    return numbers, tuple(usual)


def _written(part: int) -> str:
    """Return a ``part`` of a number, an integer to be sorted, as it is printed: 2, a or の2."""
    if part > INSERTED:
        return f"の{part - INSERTED}"
    return chr(ord("a") + part - LETTER - 1) if part > LETTER else str(part)


def _labels_to_number(chosen: _Outline) -> Iterator[tuple[int, tuple[LineLabel, _Stack]]]:
    """Yield line and label of each clause in ``chosen``, to be numbered. A line begins one clause.
    Of two labels, 3.2 (a), the upper is yielded, or 3.2 would be missing; (a) becomes its text, by
    a change of ``chosen``. If 3.2 is open already, as before 3.2 (b), the lower is. A unit (第1章
    before 第1条) is yielded as well, since the number of the article contains its number."""
    begun: set[_Stack] = set()
    for at, (label, stack) in [*chosen.items()]:
        if label.above and stack[:-1] not in begun:
            yield at, (label.above, stack[:-1])
            if label.above.name not in UNITS:
                chosen[at] = label.above, stack[:-1]
                begun |= {stack[:-1], stack}
                continue
        begun.add(stack)
        yield at, (label, stack)
