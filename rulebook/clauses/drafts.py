"""Stage four: numbered lines to drafts of clauses, broken sentences joined again.

A line that is not numbered and opens no block of its own goes on from the line before it when
that one stopped in the middle: of a sentence cut by a page, or of a line wrapped at full width.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rulebook.clauses.blocks import Opening, opening_of
from rulebook.clauses.game import HeadingStyle, Layout
from rulebook.clauses.lines import Line
from rulebook.clauses.model import Block, BlockKind
from rulebook.clauses.numbering import NumberAtStart, NumberedLine
from rulebook.clauses.sentences import GrowingText, ends_sentence, is_whole
from rulebook.text.width import columns

# A wrapped line reaches nearly as far as the longest of its clause, and far across the page.
_FULL_LINE = 0.8
_FULL_COLUMNS = 40
# No name in any rulebook is near this long; sentences are.
_LONGEST_NAME = 40
# What is longer is no heading, even where every numbered line is one.
_LONGEST_HEADING = 400


class DraftBlock:
    """A block while lines are still being joined to it."""

    def __init__(self, kind: BlockKind, label: str | None, text: str, line: Line) -> None:
        self.kind = kind
        self.label = label
        self.text = GrowingText(text)
        self.last = line
        self._lines = [line.number]
        self._starts = [0]

    def join(self, line: Line, text: str, between: str = "") -> None:
        """Join ``text``, which stands in ``line``, to the end of the block."""
        self.text.add(between)
        self._lines.append(line.number)
        self._starts.append(self.text.length)
        self.text.add(text)
        self.last = line

    @property
    def lines(self) -> Sequence[int]:
        """The source lines joined so far."""
        return self._lines

    def frozen(self) -> Block:
        """Return the finished block."""
        return Block(self.kind, self.label, str(self.text), tuple(self._lines), tuple(self._starts))


@dataclass(slots=True)
class Draft:
    """A clause as it stands in the document, before it has a place in the tree."""

    number: NumberAtStart
    line: Line
    title: str | None
    blocks: list[DraftBlock] = field(default_factory=list)
    repeats: list[int] = field(default_factory=list)
    """Lines that print the number and text of this clause once more."""

    @property
    def source_lines(self) -> list[int]:
        """The source lines of the clause, its number's line first."""
        inside = (number for block in self.blocks for number in block.lines)
        return list(dict.fromkeys([self.line.number, *inside, *self.repeats]))

    def take_in(self, other: Draft) -> None:
        """Take in a second printing of the same number; a text that differs is kept as blocks."""
        if self._says_the_same_as(other):
            self.repeats.extend(other.source_lines)
            return
        if other.title is not None:
            self.blocks.append(DraftBlock(BlockKind.PARAGRAPH, None, other.title, other.line))
        self.blocks.extend(other.blocks)
        self.repeats.append(other.line.number)

    def _says_the_same_as(self, other: Draft) -> bool:
        return (
            self.title == other.title
            and len(self.blocks) == len(other.blocks)
            and all(
                own.text.length == its.text.length and str(own.text) == str(its.text)
                for own, its in zip(self.blocks, other.blocks, strict=True)
            )
        )

    @property
    def breaks_off(self) -> bool:
        """Whether the text stops in the middle of a sentence."""
        if self.title is not None or not self.blocks:
            return False
        last = self.blocks[-1]
        return last.kind is BlockKind.PARAGRAPH and not is_whole(str(last.text))


def draft_clauses(
    lines: Sequence[NumberedLine], layout: Layout, legends: Collection[int]
) -> tuple[Draft, ...]:
    """Group ``lines`` into drafts; ``legends`` are lines that a repair names captions."""
    numbers = [line.number.parts for line in lines if line.number is not None]
    parents = {parts[:depth] for parts in numbers for depth in range(1, len(parts))}
    drafts: list[Draft] = []
    group: list[Line] = []
    for entry in lines:
        if entry.number is None:
            group.append(entry.line)
            continue
        if drafts:
            _add_lines(drafts[-1], group, layout, legends)
        drafts.append(_open_draft(entry.line, entry.number, layout, parents))
        group = []
    if drafts:
        _add_lines(drafts[-1], group, layout, legends)
    for draft in drafts:
        _settle(draft)
    return tuple(drafts)


def _open_draft(
    line: Line, number: NumberAtStart, layout: Layout, parents: Collection[tuple[int, ...]]
) -> Draft:
    text = number.text.strip()
    if not text:
        return Draft(number, line, None)
    if _is_heading(line, number, layout, number.parts in parents):
        return Draft(number, line, text)
    return Draft(number, line, None, [DraftBlock(BlockKind.PARAGRAPH, None, text, line)])


def _is_heading(line: Line, number: NumberAtStart, layout: Layout, has_children: bool) -> bool:
    text = number.text.strip()
    if len(text) > _LONGEST_HEADING:
        return False
    match layout.headings:
        case HeadingStyle.EVERY:
            return True
        case HeadingStyle.UNMARKED if line.mark is None:
            return True
    if len(number.parts) <= 2:
        return _is_name(text)
    return _is_name(text) and has_children and not ends_sentence(text)


def _is_name(text: str) -> bool:
    """Whether ``text`` has the form of a name, not of a sentence; 「元々の数値に戻す。」 is one."""
    return (
        len(text) <= _LONGEST_NAME
        and "、" not in text
        and "。" not in text[:-1]
        and not is_whole(text.rstrip("。"))
    )


def _add_lines(
    draft: Draft, lines: Sequence[Line], layout: Layout, legends: Collection[int]
) -> None:
    widest = max((columns(line.text, ambiguous=2) for line in lines), default=0)
    full = max(_FULL_COLUMNS, _FULL_LINE * widest)
    label: str | None = None
    for line in lines:
        if line.number in legends:
            opening = Opening(BlockKind.FIGURE_LEGEND, None)
        else:
            opening = opening_of(line, label)
            if opening.kind is BlockKind.FIGURE_LEGEND and draft.title is None:
                # ① under a sentence numbers a list; legends stand under headings.
                opening = Opening(BlockKind.LIST_ITEM, opening.label)
        if _goes_on(draft, opening, layout, full):
            draft.blocks[-1].join(line, line.text)
            continue
        if opening.kind is BlockKind.STEP:
            label = opening.label
        _open_block(draft, line, opening)


def _goes_on(draft: Draft, opening: Opening, layout: Layout, full: float) -> bool:
    """Whether a line with ``opening`` goes on from the last block of ``draft``."""
    if opening.kind is not BlockKind.PARAGRAPH or not draft.blocks:
        return False
    last = draft.blocks[-1]
    if last.text.ends_sentence or last.kind in (BlockKind.TABLE, BlockKind.FIGURE_LEGEND):
        return False
    if not layout.wrapped:
        return not (draft.title is not None and len(draft.blocks) == 1 and _is_caption(last))
    return columns(last.last.text, ambiguous=2) >= full or last.text.open_brackets


def _is_caption(block: DraftBlock) -> bool:
    return block.text.length <= _LONGEST_NAME and _is_name(str(block.text))


def _open_block(draft: Draft, line: Line, opening: Opening) -> None:
    text = "\t".join(line.cells).rstrip("\t")
    last = draft.blocks[-1] if draft.blocks else None
    if (
        opening.kind is BlockKind.TABLE
        and last is not None
        and last.kind is BlockKind.TABLE
        and not line.after_blank
    ):
        last.join(line, text, between="\n")
        return
    label = opening.label
    if opening.kind is BlockKind.PARAGRAPH:
        label = line.mark  # until the neighbours tell whether it is one item of a list
    draft.blocks.append(DraftBlock(opening.kind, label, text, line))


def _settle(draft: Draft) -> None:
    """Decide what only the neighbours tell: captions of a legend, and lists without marks."""
    _settle_legend(draft.blocks)
    marked = [
        block.kind is BlockKind.PARAGRAPH and block.label is not None for block in draft.blocks
    ]
    for index, block in enumerate(draft.blocks):
        if not marked[index]:
            continue
        if any(marked[max(0, index - 1) : index]) or any(marked[index + 1 : index + 2]):
            block.kind = BlockKind.LIST_ITEM
        else:
            block.label = None


def _settle_legend(blocks: Sequence[DraftBlock]) -> None:
    legend = [i for i, block in enumerate(blocks) if block.kind is BlockKind.FIGURE_LEGEND]
    if not legend:
        return
    for index in [*range(legend[0] - 1, -1, -1), *range(legend[-1] + 1, len(blocks))]:
        if blocks[index].text.ends_sentence:
            break
        blocks[index].kind = BlockKind.FIGURE_LEGEND
        blocks[index].label = None
