"""Looking a clause up by its number: forgiving in form, strict in meaning."""

from __future__ import annotations

import re
from itertools import zip_longest

from rulebook.clauses.model import Block, BlockKind, Clause, Rulebook
from rulebook.clauses.numbers import (
    LETTER_FIRST,
    Letters,
    ParsedNumber,
    Parts,
    depth_of,
    parse_number,
    parts_of_levels,
    roman_value,
    split_number,
)
from rulebook.errors import InvalidNumber, UnknownClause
from rulebook.records import dataclass, replace
from rulebook.text.normal import Span


@dataclass(frozen=True, slots=True)
class ClausePlace:
    """A clause, or only the blocks of a step; ``number`` is as printed, 5.5.1.VI for a step."""

    number: str
    clause: Clause
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The text of the clause or step: its blocks joined by newlines, as in the clause."""
        return "\n".join(block.text for block in self.blocks)

    @property
    def span(self) -> Span:
        """The span of the blocks in the text of the whole clause, by which references and terms
        inside a step are found. Empty for a clause without blocks."""
        if not self.blocks:
            return Span(0, 0)
        before = self.clause.blocks[: self.clause.blocks.index(self.blocks[0])]
        start = sum(len(block.text) + 1 for block in before)
        return Span(start, start + len(self.text))


def place_named(book: Rulebook, printed: str) -> ClausePlace:
    """Return the clause or step that ``printed`` names, in any form in which people write numbers.
    Raises :class:`InvalidNumber` for a text that is not a number, so that it is not reported as a
    missing clause, and :class:`UnknownClause` for a number that does not exist."""
    # Elsewhere A and 2k2a are words, and not to be reported as missing clauses.
    has_letters = bool(book.game.edition.layout.prefix or book.numbers.codes)
    has_letters |= book.numbers.letters in (*LETTER_FIRST, Letters.TURNS)
    parsed = parse_number(printed, has_letters=has_letters)
    if parsed is None:
        raise InvalidNumber(printed)
    return find_place(book, parsed)


def find_place(book: Rulebook, parsed: ParsedNumber) -> ClausePlace:
    """Return the clause or step with the number ``parsed``, and the blocks that belong to it. If
    its unit counts below the first level (第2条, article 2, in any chapter), it is the only clause
    whose number ends so; if there are several, none is returned, as a guess would mislead. Raises
    :class:`UnknownClause` with the nearest clause, as a hint for a mistyped number."""
    if parsed.parts[1:] and parsed.parts[:1] == split_number(book.game.edition.layout.prefix):
        parsed = parsed._replace(parts=parsed.parts[1:])  # R of R2.1
    place = book.numbers.parts_in_tree(parsed.parts)
    number = book.numbers.write(place)
    levels = book.game.edition.layout.levels_of(parsed.unit)
    if parsed.unit and any(levels):  # 第2条 is 1.2, never chapter 2
        missing = re.sub("^[0-9]+", rf"第\g<0>{parsed.unit}", number)
        # A first paragraph may print no number.
        ends = (parsed.parts, parsed.parts[:-1] if parsed.parts[-1] == 1 else ())
        found = [
            [each for each in book.clauses if parts_of_levels(each.parts, level)[1] == end]
            for end in filter(None, ends)
            for level in levels
        ]
        first = next(filter(None, found), [])
        number = first[0].number if len(first) == 1 else missing
    clause = book.by_number.get(number)
    if clause is None:
        nearest = nearest_clause(book, place)
        if book.numbers.letters is Letters.NONE:  # 9.2.2a, which else is 9.2.2.1001
            typed = replace(book.numbers, letters=Letters.GLUED).write(place)
            number = typed if number == book.numbers.write(place) else number
        raise UnknownClause(number, book.game.title, nearest.number if nearest else "")
    if not parsed.steps:
        return ClausePlace(number, clause, clause.blocks)
    asked = ".".join((number, *parsed.steps))
    if (lettered := book.find((*parsed.parts, *split_number(parsed.steps[0])))) is not None:
        # 103.2.b may be a clause or a step of one; the document shows which.
        return ClausePlace(lettered.number, lettered, lettered.blocks)
    blocks = clause.blocks
    for step in parsed.steps:
        blocks = _blocks_of_step(blocks, step)
        if not blocks:
            raise UnknownClause(asked, book.game.title, number)
    return ClausePlace(asked, clause, blocks)


def nearest_clause(book: Rulebook, parts: Parts) -> Clause | None:
    """Return the clause at ``parts`` or the nearest one, which the error for a missing clause
    suggests: in the deepest clause above that exists, the child with the closest number or, without
    children, that clause; else the closest chapter (the lower of two); None without clauses."""
    above: Clause | None = None
    siblings = [clause for clause in book.clauses if clause.parent is None]
    for level in range(1, depth_of(parts) + 1):
        # Every parent of a clause exists, so nothing is below a number that does not exist.
        wanted = parts_of_levels(parts, level)[0]
        found = book.by_number.get(book.numbers.write(wanted))
        if found is None:
            break
        above, siblings = found, [*book.children(found)]
    if above and (above.parts == parts or not siblings):
        return above
    # 1.2の5, inserted later, is next to 1.2の4, not to 1.2.
    pairs = (zip_longest(each.parts, wanted, fillvalue=0) for each in siblings)
    apart = [[abs(one - other) for one, other in pair] for pair in pairs]
    return siblings[apart.index(min(apart))] if siblings else None


def _blocks_of_step(blocks: tuple[Block, ...], step: str) -> tuple[Block, ...]:
    """Return those of a clause’s ``blocks`` that belong to the step labelled ``step``, if any: up
    to the next one on its level or, after a letter, the next Roman numeral, the level above."""
    value = roman_value(step)  # a reference may write the step in other numerals
    steps = {at: each.label or "" for at, each in enumerate(blocks) if each.kind is BlockKind.STEP}
    values = {at: roman_value(label) for at, label in steps.items()}
    named = (at for at in steps if steps[at] == step or (value and values[at] == value))
    if (start := next(named, None)) is None:
        return ()
    is_roman = values[start] is not None
    ends = (at for at in steps if at > start and (values[at] is not None) >= is_roman)
    return blocks[start : next(ends, None)]
