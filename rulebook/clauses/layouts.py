"""The layout of a document that nobody prepared, guessed from its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product, zip_longest

from rulebook.clauses.game import Layout, Separator
from rulebook.clauses.lines import HEADING, LEADS_TO_PAGE, Line
from rulebook.clauses.numbering import NumberAtStart, number_of
from rulebook.clauses.numbers import Letters, is_letter
from rulebook.clauses.sentences import ends_sentence
from rulebook.records import replace

# Half of the numbers, or of the chapters, must have a form that is taken as the document's.
_SHARE = 0.5
_FEWEST_HUNDREDS, _FEWEST_HEADS, _LONG = 3, 2, 3
_FEWEST_LETTERS, _FEWEST_ZEROS, _FEWEST_BROKEN, _FEWEST_OF_A_DEPTH = 2, 2, 3, 3
_FEWEST_CASES = 2  # 2.11 just after 2.1, as in war games
_FEWEST_FLAT, _FEWEST_HEADINGS, _WRAPPED_SHARE = 4, 3, 0.3
# A number of one part: next to 001, 100 is not a section of chapter 1.
_PADDED = re.compile(r"[0-9]{3}(?=[.]?[ \t\u3000]|[.](?![0-9]))")
_FULL_LINE, _MOST = 0.8, 0.95


def guess_layout(lines: Sequence[Line], levels: tuple[str, ...] = ()) -> Layout | None:
    """Return how a document of ``lines`` with these ``levels`` writes its numbers and breaks its
    lines: no edition.toml states this for a user's own file. None if there are no clause numbers,
    so that it is refused. War games print chapter 1 as 1.0 (zeros), and case 1 of 2.1 as 2.11
    (cases). Padded numbers (099, 100) are in hundreds only if chapters show it (1. above 100)."""
    layout = _with_separator(lines, Layout(levels=levels))
    if layout is None:
        return None
    found = (number_of(line, layout) for line in lines)
    printed = [number.raw for number in found if number and len(number.parts) > 1]
    padded = [match[0] for line in lines if (match := _PADDED.match(line.text))]
    if layout.letters is Letters.GLUED:
        layout = replace(layout, letters=_place_of_letters(printed))
    appended = replace(layout, letters=Letters.APPENDIX)  # A.1 after chapters of digits
    starts = (number_of(line, appended) for line in lines)
    depths = Counter(len(each.parts) for each in starts if each and is_letter(each.parts[0]))
    if layout.letters is Letters.NONE and depths[1] and depths[2] >= _FEWEST_LETTERS:
        layout = appended
    layout = replace(layout, digits=digits_of_levels([*printed, *padded]))
    layout = with_wrapping(layout, lines)
    numbers = [number for line in lines if (number := number_of(line, layout)) is not None]
    is_padded = bool(layout.digits) and layout.digits[0] > 1
    heads = (  # 0. right above 000
        len(one.raw) < _LONG == len(other.raw) and int(other.raw) in (0, 100 * one.parts[0])
        for one, other in pairwise(numbers)
        if one.raw.isdigit() and other.raw.isdigit()
    )
    hundreds = (not is_padded or sum(heads) >= _FEWEST_HEADS) and _in_hundreds(numbers)
    in_cases = sum(  # 2.11 right after 2.1
        other.parts[1:] == (one.parts[-1] * 10 + 1,) != (1,) and one.parts[:-1] == other.parts[:1]
        for one, other in pairwise(numbers)
    )
    zeros, cases = _from_zero(numbers), in_cases >= _FEWEST_CASES
    return replace(layout, hundreds=hundreds, zeros=zeros, cases=cases)


def _with_separator(lines: Sequence[Line], base: Layout) -> Layout | None:
    """Return ``base`` with the separator (2.1, 2-1), letters and closing point (2.1.) of most
    numbers of several parts at the starts of ``lines``, since documents differ. Letters are in
    front (A-1) or, until :func:`guess_layout` places them, ``GLUED``, which fits numbers without
    any as well. It is closed if most numbers of each level have the point (are firm): others are
    then amounts. Without numbers of several parts, ``base`` if others number clauses, else None."""
    counts: Counter[Layout] = Counter()
    # Contents may have another notation than the clauses.
    lines = [line for line in lines if not LEADS_TO_PAGE.search(line.text)] or lines
    for separator, letters in product(Separator, (Letters.GLUED, Letters.CHAPTER)):
        open_ended = replace(base, separator=separator, letters=letters, closed=False)
        found = [number_of(line, open_ended) for line in lines]
        several = [number for number in found if number and len(number.parts) > 1]
        # A number printed with other signs (1-2.1) is not evidence of a separator.
        several = [number for number in several if number.firm or not number.misprint]
        # A letter needs no point after it to show where the number ends.
        plain = [number for number in several if not is_letter(number.parts[-1])] or several
        # If closed, numbers without a point do not count, so each level must mostly have points.
        depths = {len(number.parts) for number in plain}
        levels = [[number for number in plain if len(number.parts) == depth] for depth in depths]
        levels = [plain, *(level for level in levels if len(level) >= _FEWEST_OF_A_DEPTH)]
        closed = all(sum(each.firm for each in level) > _SHARE * len(level) for level in levels)
        if several:
            counts[replace(open_ended, closed=closed)] = sum(
                number.firm or not closed for number in several
            )
    if counts:
        return counts.most_common(1)[0][0]
    return base if _count_clauses(lines, base) else None


def _count_clauses(lines: Sequence[Line], layout: Layout) -> bool:
    """Whether the numbers of one part at the starts of ``lines`` count on without a gap through the
    document, so that they number clauses: those of lists begin again. Without a closing point (not
    ``firm``) they may be amounts. If some are in marked headings, only these are looked at, and
    fewer are enough: headings are not lists. In a short text, numbers on most lines are enough."""
    single = [(line, number) for line in lines if (number := number_of(line, layout))]
    marked = [each for each in single if each[0].mark == HEADING]
    values = [number.parts[0] for _, number in marked or single if number.firm]
    fewest = _FEWEST_HEADINGS if marked else _FEWEST_FLAT
    counted = [*range(values[0], values[0] + len(values))] if values else []
    is_enough = len(values) >= fewest or 2 * len(values) > len(lines)
    return values == counted and is_enough


def _place_of_letters(printed: Sequence[str]) -> Letters:
    """Return where the clause numbers ``printed`` have letters: glued (103a), apart (103.a) or
    nowhere. A single lettered number counts as none, because its letter is probably a word."""
    lettered = [number for number in printed if any(char.isalpha() for char in number)]
    if len(lettered) < _FEWEST_LETTERS:
        return Letters.NONE
    apart = [number for number in lettered if any(p.isalpha() for p in _parts_of(number))]
    return Letters.APART if len(apart) > _SHARE * len(lettered) else Letters.GLUED


def digits_of_levels(printed: Sequence[str]) -> tuple[int, ...]:
    """Return to how many digits most numbers of each level are padded with zeros (1.01: two), so
    that they are cited as printed; unpadded levels at the end are omitted."""
    digits = []
    for level in zip_longest(*(_parts_of(number) for number in printed)):
        pieces = [piece for piece in level if piece]
        padded = Counter(len(each) for each in pieces if each.startswith("0") and len(each) > 1)
        width = padded.most_common(1)[0][0] if padded else 1
        is_usual = sum(len(piece) >= width for piece in pieces) > _SHARE * len(pieces)
        digits.append(width if is_usual else 1)
    while digits and digits[-1] == 1:
        digits.pop()
    return tuple(digits)


def _parts_of(number: str) -> list[str]:
    """Return the parts of a printed number as strings: their zeros and letters show its style."""
    return number.replace("-", ".").split(".")


def _in_hundreds(numbers: Sequence[NumberAtStart]) -> bool:
    """Whether sections 100 to 199 belong to a chapter printed as 1: then 402 is below 4."""
    tops = {number.parts[0] for number in numbers}
    printed = {number.parts[0] for number in numbers if len(number.parts) == 1}
    hundreds = [top for top in tops if top >= 100]
    housed = [top for top in hundreds if top // 100 in printed]
    return len(hundreds) >= _FEWEST_HUNDREDS and len(housed) > _SHARE * len(hundreds)


def _from_zero(numbers: Sequence[NumberAtStart]) -> bool:
    """Whether chapters are printed as 1.0, 2.0, as in war games: 1.1 is then placed below 1.0.
    If chapter 1 etc. come right before 1.0, or if 1.0.1 exists, 1.0 is a section, not a chapter."""
    printed = [number.parts for number in numbers]
    chapters = {parts[0] for parts in printed if parts[1:] == (0,)}
    houses = sum(len(one) == 1 and other[:2] == (*one, 0) for one, other in pairwise(printed))
    return (
        len(chapters) >= max(_FEWEST_ZEROS, _SHARE * len({parts[0] for parts in printed}))
        and houses < len(chapters)
        and not any(parts[1:2] == (0,) and len(parts) > 2 for parts in printed)
    )


def with_wrapping(layout: Layout, lines: Sequence[Line]) -> Layout:
    """Return ``layout`` with ``wrapped`` set: whether many full ``lines`` stop inside a sentence,
    which ``draft_clauses`` joins to the next; else each line is a paragraph. Rows of tables and
    entries of contents are ignored, since they are wide without being sentences."""
    prose = [line for line in lines if not line.is_row and not LEADS_TO_PAGE.search(line.text)]
    widths = [line.width for line in prose]
    full = _FULL_LINE * sorted(widths)[int(_MOST * len(widths))] if widths else 0
    across = [line for line, width in zip(prose, widths, strict=True) if width >= full]
    broken = [line for line in across if not ends_sentence(line.text)]
    is_wrapped = len(broken) >= _FEWEST_BROKEN and len(broken) > _WRAPPED_SHARE * len(across)
    return replace(layout, wrapped=is_wrapped)
