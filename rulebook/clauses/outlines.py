"""The outline of a document in an unknown layout: which of its lines begin with numbers that run.

A beam search over the labels of all lines finds the nesting in which the most labels continue a
count, begin one, or stand below a number that they repeat.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile

from rulebook.clauses.game import WHOLE
from rulebook.clauses.labels import FLAT, LETTER, UNITS, LineLabel, labels_of
from rulebook.clauses.lines import HEADING, LEADS_TO_PAGE, TEXT
from rulebook.clauses.numbers import Parts, longest_rising
from rulebook.records import NamedTuple

_BEAM, _MOST_SHAPES = 24, 30
# What it costs to read a label so; to take it for text costs its weight, at most 1.
_BEGINS, _BEGINS_LATE, _BEGINS_LATE_UNNAMED = 0.4, 0.8, 1.2
_GOES_ON, _UNORDERED, _TWICE = 0.3, 0.2, 0.9
_GAP, _EACH_SKIPPED, _MOST_SKIPPED = 0.3, 0.1, 1.0
_LEVEL_SKIPPED, _LEVEL_ENDED = 0.3, 0.25
_INSIDE, _INSIDE_LATE, _SAME_INDENT, _OTHER_INDENT, _DOUBT = 0.6, 1.0, 0.5, 0.1, 0.2
# Of a shape with a word whose numbers do not rise, such as those of a nomic
_FEWEST_FREE, _SHARE_DISTINCT, _SHARE_RISING = 5, 0.9, 0.7
# A heading in brackets above its clause: (目的)
_CAPTION = re.compile(r"[(（【〔\[][^()（）【】〔〕。]{1,40}[)）】〕\]]")
_NUMBER_LIKE = re.compile(r"[\s\v]*(?:[0-9０-９第]|[A-Za-z]\b)")
_END_OF_TITLE = re.compile(r"[\t.…‥]|  |[\u3000(【]")


class _Level(NamedTuple):
    """An open level of the outline: its last label, and how far that was indented."""

    shape: str
    name: str
    parts: Parts
    indent: int


_Stack = tuple[_Level, ...]
_Outline = dict[int, tuple[LineLabel, _Stack]]  # By line, the label and the levels open at it
_Taken = tuple[int, LineLabel, _Stack, "_Taken"] | None


class _State(NamedTuple):
    """One reading of the lines so far: its cost, the levels now open, the last number of each
    shape, and the labels taken, the last first."""

    cost: float
    stack: _Stack
    last: Mapping[str, Parts]
    taken: _Taken


def with_outline(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return ``lines`` with full numbers (2.1) for the labels that run, all others marked as text,
    and the names of the levels; no names if no labels run. Entries of the contents get the numbers
    of their clauses, and headings in brackets above clauses are marked as headings."""
    found, entries = _candidates(lines)
    chosen: _Outline = {}
    while len(single := _of_one(chosen)) or not chosen:
        found = {
            at: kept
            for at, labels in found.items()
            if (kept := [each for each in labels if each.shape not in single])
        }
        chosen = _cheapest(lines, found)
        if not chosen:
            return list(lines), ()
    numbers, names = _numbers(chosen)
    result = [TEXT + line if _NUMBER_LIKE.match(line) else line for line in lines]
    for at, label in [(at, label) for at, (label, _) in chosen.items()] + [
        (entry, label) for entry, (at, label) in entries.items() if at in chosen
    ]:
        line = lines[at]
        before = HEADING if HEADING in line else line[: len(line) - len(line.lstrip())]
        number = numbers[at] if at in numbers else numbers[entries[at][0]]
        result[at] = f"{before}{number}. {line[label.end :].lstrip()}"
    for above, at in pairwise(at for at, line in enumerate(lines) if line.strip()):
        if at in chosen and above not in chosen and _CAPTION.fullmatch(lines[above].strip()):
            result[above] = HEADING + lines[above]
    return result, names


def _candidates(
    lines: Sequence[str],
) -> tuple[dict[int, list[LineLabel]], dict[int, tuple[int, LineLabel]]]:
    """Return the labels of ``lines`` by their index; and apart from these the entries of contents,
    whose label and title recur below, each with the line of its clause."""
    found: dict[int, list[LineLabel]] = {}
    entries: dict[int, tuple[int, LineLabel]] = {}
    seen: dict[tuple[str, Parts, str], int] = {}
    for at in reversed(range(len(lines))):
        line = lines[at].translate(FLAT)
        labels = labels_of(lines[at])
        titles = [_END_OF_TITLE.split(line[each.end :].strip())[0].strip() for each in labels]
        keys = [(each.shape, each.parts, title) for each, title in zip(labels, titles, strict=True)]
        again = [
            (seen[key], label)
            for key, label in zip(keys, labels, strict=True)
            if key[2] and key in seen
        ]
        if again:
            entries[at] = again[0]
        elif labels and not LEADS_TO_PAGE.search(line):
            found[at] = labels
        seen |= dict.fromkeys(keys, at)
    shapes = Counter(each.shape for labels in found.values() for each in labels)
    usual = {shape for shape, _ in shapes.most_common(_MOST_SHAPES)}
    kept = ((at, [each for each in found[at] if each.shape in usual]) for at in reversed(found))
    return {at: labels for at, labels in kept if labels}, entries


def _of_one(chosen: _Outline) -> set[str]:
    """Return the shapes of only one of the ``chosen`` labels, which do not count; a heading or a
    label with a word may."""
    counts = Counter(label.shape for label, _ in chosen.values())
    sure = {label.shape for label, _ in chosen.values() if label.is_named or label.shape == "1#"}
    return {shape for shape, count in counts.items() if count == 1} - sure


# ---- The search


def _cheapest(lines: Sequence[str], found: Mapping[int, Sequence[LineLabel]]) -> _Outline:
    """Return the labels of the cheapest reading of all lines with those ``found``, in order."""
    free = _free_shapes(found)
    states = [_State(0.0, (), {}, None)]
    for at, labels in found.items():
        line = lines[at]
        indent = 0 if HEADING in line else len(line) - len(line.lstrip())
        as_text = max(label.weight for label in labels)
        best: dict[_Stack, _State] = {}
        for state in states:
            moves: list[tuple[float, _Stack, LineLabel | None]] = [(as_text, state.stack, None)]
            for label in labels:
                doubt = _DOUBT * (1 - label.weight)
                for cost, stack in _chained(state, label, indent, label.shape in free):
                    moves.append((cost + doubt, stack, label))
            for cost, stack, taken in moves:
                total = state.cost + cost
                if stack in best and best[stack].cost <= total:
                    continue
                if taken is None:
                    best[stack] = state._replace(cost=total)
                else:
                    last = {**state.last, taken.shape: taken.parts}
                    best[stack] = _State(total, stack, last, (at, taken, stack, state.taken))
        states = sorted(best.values(), key=lambda state: state.cost)[:_BEAM]
    result: _Outline = {}
    trail = states[0].taken
    while trail is not None:
        at, label, stack, trail = trail
        result[at] = label, stack
    return dict(sorted(result.items()))


def _free_shapes(found: Mapping[int, Sequence[LineLabel]]) -> set[str]:
    """Return the shapes with a word whose numbers come in any order, but hardly twice."""
    values: defaultdict[str, list[Parts]] = defaultdict(list)
    for label in (label for labels in found.values() for label in labels if label.is_named):
        values[label.shape].append(label.parts)
    return {
        shape
        for shape, each in values.items()
        if len({*each}) >= max(_FEWEST_FREE, _SHARE_DISTINCT * len(each))
        and len(longest_rising(each)) < _SHARE_RISING * len(each)
    }


def _chained(
    state: _State, label: LineLabel, indent: int, is_free: bool
) -> Iterator[tuple[float, _Stack]]:
    """Yield what ``_moves`` does for ``label``, after the one above it on the same line, if there
    is one: that may be open already."""
    stack, first = state.stack, label.above
    if first is None:
        yield from _moves(stack, state.last, label, indent, is_free)
        return
    own = first.shape, first.parts
    open_at = [depth for depth, each in enumerate(stack, 1) if (each.shape, each.parts) == own]
    begun = [(0.0, stack[:depth]) for depth in open_at]
    for cost, above in begun or _moves(stack, state.last, first, indent, is_free):
        around = stack if above == stack[: len(above)] else above  # 3-4-(2) after 3-4-(1)
        for more, below in _moves(around, state.last, label, indent, is_free):
            if below[: len(above)] == above and len(below) > len(above):
                yield cost + more, below


def _moves(
    stack: _Stack, lasts: Mapping[str, Parts], label: LineLabel, indent: int, is_free: bool
) -> Iterator[tuple[float, _Stack]]:
    """Yield the levels that may be open after ``label``, with the cost of each: it continues a
    level of ``stack``, or begins one below any of them, with 1 or, for more, another number."""
    parts, shape = label.parts, label.shape
    own = _Level(shape, label.name, parts, indent)
    inside = [depth for depth, level in enumerate(stack) if level.shape == shape]
    for depth in inside:
        step = _UNORDERED if is_free else _step(stack[depth].parts, label)
        if step is not None:
            yield step + _OTHER_INDENT * (stack[depth].indent != indent), (*stack[:depth], own)
    is_first = parts[-1] in (0, 1, LETTER + 1)
    last = lasts.get(shape, ())
    # Articles may be counted on through all chapters.
    step = _step(last, label) if len(last) == len(parts) and not inside else None
    if is_first:
        cost = _BEGINS + _INSIDE * bool(inside)
    elif step is not None:
        cost = _GOES_ON + step
    else:
        is_likely = label.is_named or len(parts) > 1 or is_free or shape == "1#"
        cost = _BEGINS_LATE if is_likely else _BEGINS_LATE_UNNAMED
        cost += _INSIDE_LATE * bool(inside)
    for depth in range(len(stack), -1, -1):
        more = _LEVEL_ENDED * (len(stack) - depth)
        if depth:
            above = stack[depth - 1]
            if above.shape == shape and not is_first:
                continue
            if above.name == "条" and shape == "1" and parts == (2,):
                more -= cost - _UNORDERED  # the first paragraph prints no number
            elif above.shape == shape:
                more += _SAME_INDENT * (indent <= above.indent)
            elif len(parts) > 1 and parts[0] != above.parts[-1]:
                more += _LEVEL_SKIPPED * (above.name not in UNITS and len(above.name) <= len("(1)"))
        yield cost + more, (*stack[:depth], own)


def _step(before: Parts, label: LineLabel) -> float | None:
    """Return what it costs that ``label`` comes next after the number ``before`` of its shape:
    nothing for the next one, more for a gap. None if it cannot come next."""
    after = label.parts
    if after <= before:
        return _TWICE if after == before and label.is_named else None
    same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))])
    if same == len(before):  # the first below it
        return 0.0 if after[same:] in ((0,), (1,), (LETTER + 1,)) else _BEGINS
    skipped = after[same] - max(before[same], LETTER * (after[same] > LETTER)) - 1
    is_usual = label.is_named or same
    cost = _GAP + (0 if is_usual else min(_EACH_SKIPPED * skipped, _MOST_SKIPPED))
    return (cost if skipped else 0.0) + _LEVEL_SKIPPED * (len(after) - same - 1)


# ---- Numbers


def _numbers(chosen: _Outline) -> tuple[dict[int, str], tuple[str, ...]]:
    """Return the full number of each line in ``chosen``, and the usual name of each level. Where a
    second paragraph follows items (2 below 第2条), these are below the first, which has no number.
    3.1 below chapter 3 repeats its number, 3-1 below part 2 does not."""
    split: set[int] = set()
    repeated: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for is_last in (False, True):  # the first time, what is to be split and repeats is found
        numbers: dict[int, Parts] = {}
        names: defaultdict[int, Counter[str]] = defaultdict(Counter)
        homes: dict[_Stack, int] = {}
        shapes: defaultdict[int, set[str]] = defaultdict(set)
        for at, (label, stack) in chosen.items():
            home = homes.get(stack[:-1], -1)
            above, own = numbers.get(home, ()), label.parts
            if home in split and label.shape != "1":
                own = (1, *own)
            elif label.shape == "1" and own == (2,) and shapes[home] and "1" not in shapes[home]:
                split.add(home)
            shapes[home].add(label.shape)
            kind = label.shape, stack[-2].shape if len(stack) > 1 else ""
            if len(label.parts) > 1 and above:
                repeated[kind].append(own[0] == above[-1])
                own = own[sum(repeated[kind]) > len(repeated[kind]) / 2 :]
            elif above and not is_last and label.shape in ("1", "1#"):
                repeated[kind].append(False)
            numbers[at], homes[stack] = (*above, *own), at
            names[len(numbers[at]) - 1][label.name if len(label.parts) == 1 else WHOLE] += 1
    depths = range(max(names) + 1)
    usual = tuple(names[each].most_common(1)[0][0] if names[each] else "" for each in depths)
    return {at: ".".join(map(_written, parts)) for at, parts in numbers.items()}, usual


def _written(part: int) -> str:
    """Return a part of a number as it is printed: digits or a letter."""
    return chr(ord("a") + part - LETTER - 1) if part > LETTER else str(part)
