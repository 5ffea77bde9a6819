"""Numbered lines to drafts of clauses, with broken sentences joined again.

A line that has no number and opens no block continues the line before it if that one stopped in the
middle of a sentence: because a page ended there, or because it was wrapped at full width."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise, takewhile

from rulebook.clauses.game import HeadingStyle, Layout
from rulebook.clauses.lines import HEADING, TEXT, Line
from rulebook.clauses.model import Block, BlockKind
from rulebook.clauses.numbering import NumberAtStart, NumberedLine
from rulebook.clauses.numbers import Parts, all_above, roman_value
from rulebook.clauses.sentences import (
    GrowingText,
    ends_sentence,
    goes_on_in,
    is_broken_off,
    is_whole,
)
from rulebook.records import dataclass, field, replace
from rulebook.text.display import columns
from rulebook.text.extraction import between

_ROMAN_STEP = re.compile(r"([IVX]{1,6}|[Ⅰ-Ⅻ])[.．][ \t\u3000]*(?=\S)")
_LETTER_STEP = re.compile(r"([A-Z])[.．][ \t\u3000]+(?=\S)")
_NUMBER_ITEM = re.compile(r"([0-9]{1,2})[.．][ \t\u3000]+(?=\S)")
_LIST_ITEM = re.compile(r"([●■➢・◆▪✔])(?!\1)[ \t\u3000]*(?=\S)|([*＊])[ \t\u3000]+(?=\S)")
_NOTE = re.compile(r"(※)")
_EXAMPLE = re.compile(r"(例)[ \u3000]?[:：)）]")
_LEGEND = re.compile(r"([①-⑳])[ \t\u3000]*(?=\S)")


@dataclass(frozen=True, slots=True)
class Opening:
    """The kind and the label (IV, ●) of the block that a line opens; a paragraph has no label."""

    kind: BlockKind
    label: str | None


_PARAGRAPH = Opening(BlockKind.PARAGRAPH, None)


def opening_of(line: Line, previous_label: str | None) -> Opening:
    """Return the kind and label of the block that ``line`` opens. Without the sign of another kind,
    it is a paragraph, which may continue the block before. ``previous_label``, the label of the
    last step, decides whether ``V.`` is a Roman numeral or a letter."""
    text = line.text
    if match := _LEGEND.match(text):
        return Opening(BlockKind.FIGURE_LEGEND, match[1])
    if line.is_row:
        return Opening(BlockKind.TABLE, None)
    if (match := _ROMAN_STEP.match(text)) and roman_value(match[1]) is not None:
        before, label = previous_label or "", match[1]
        # Unless it is the letter after another one: h, then i.
        if not len(before) == len(label) == 1 or ord(before) + 1 != ord(label):
            return Opening(BlockKind.STEP, label)
    for pattern, kind in (
        (_LETTER_STEP, BlockKind.STEP),
        (_NUMBER_ITEM, BlockKind.LIST_ITEM),
        (_LIST_ITEM, BlockKind.LIST_ITEM),
        (_NOTE, BlockKind.NOTE),
        (_EXAMPLE, BlockKind.EXAMPLE),
    ):
        if match := pattern.match(text):
            return Opening(kind, match[match.lastindex or 0])  # the one group that matched
    return _PARAGRAPH


# A wrapped line is nearly as wide as the widest of its clause, and reaches far across the page: as
# shares of that width, and of the width that most lines do not exceed.
_FULL_LINE, _FAR_ACROSS, _MOST = 0.8, 0.6, 0.9
# How many of the lines that go on in the next must be as long as a full one, and what share.
_FEWEST_FULL, _FULL_SHARE = 3, 0.2
# No heading of any rulebook is near this wide; sentences are.
_WIDEST_NAME = 80
# A longer text is not a heading, even where every numbered line is one.
_LONGEST_HEADING = 400
_SENTENCE = re.compile(r"[。．！？]|[はがをに]、|(?:です|ます|ません|ました|でした|ください)$|\.$")
# A heading in brackets alone: 【用具】 (equipment).
_ENCLOSED = re.compile(
    r"[（(【［\[〔][^（()）【】［］\[\]〔〕。]*[)）】］\]〕]|「[^「」。]*」|『[^『』。]*』"
)
_AFTER_QUOTE = tuple("はがをにとのでや")  # Particles: the sentence goes on behind a quoted word
# “Effect (at once)” is a name, whatever is in the parentheses.
_IN_PARENTHESES = re.compile(r"[（(][^（）()]*[)）]$")
_NOUN_END = re.compile(r"[一-龠々ァ-ヶーA-Za-z)）」]$")
_INNER_END = re.compile(r"。.|[a-z]{3}\. [A-Z]")
# An English sentence, not a name; a question may be a heading.
_VERB = re.compile(
    r"(?!Wh(?!en)|How)(?:[\w'’]+ ){2,}(?:is|are|must|may|can|cannot|shall|will) ", re.A
)
_PARTICLE, _OF_NOUN = re.compile("[はがをに]"), re.compile("に(?:よる|おける|関する|対する)")
# A sentence that may lack its full stop.
_PLAIN_END = re.compile(
    r"(?:する|れる|ない|とき|こと|とおり|まで|(?:または|又は|及び|かつ)[、,]?)$"
)
_CLEARLY_WIDER = 1.25  # Than the line above: that was not wrapped, so it is a heading
_LONGEST_NOUN = 48
# How many characters show that a sentence begins with the word of its heading.
_SAME_WORD = 4


class DraftBlock:
    """A block while lines are still being joined to it."""

    def __init__(self, kind: BlockKind, label: str | None, text: str, line: Line) -> None:
        """``label`` is the mark printed before the block (``IV``); ``text`` is from ``line``."""
        self.kind = kind
        self.label = label
        self.text = GrowingText(text)  # only joined when it is finished
        self.last = line
        self.lines = [line.number]  # the source lines joined so far
        self._starts = [0]  # where each of them begins in the text

    def join(self, line: Line, text: str, sign: str | None = None) -> None:
        """Append ``text``, which is from ``line``, after ``sign`` or, if None, a space between
        English words. Line and offset are recorded, so each part can be traced to its source."""
        self.text.add(between(self.last.text, text) if sign is None else sign)
        self.lines.append(line.number)
        self._starts.append(self.text.length)
        self.text.add(text)
        self.last = line

    def frozen(self) -> Block:
        """Return the finished block; its text is joined only now, when no line follows."""
        return Block(self.kind, self.label, str(self.text), tuple(self.lines), tuple(self._starts))


@dataclass(slots=True)
class Draft:
    """A clause as the document prints it, before it has a place in the tree."""

    number: NumberAtStart
    line: Line
    title: str | None
    blocks: list[DraftBlock] = field(default_factory=list)
    title_lines: list[int] = field(default_factory=list)  # The lines of a wrapped title
    repeats: list[int] = field(default_factory=list)
    """Lines of other drafts with the number of this clause."""

    @property
    def source_lines(self) -> list[int]:
        """The numbers of all source lines of the clause, that of its clause number first, with
        which :func:`ledger_of` shows that no line of the document is lost."""
        inside = (number for block in self.blocks for number in block.lines)
        return list(dict.fromkeys([self.line.number, *self.title_lines, *inside, *self.repeats]))

    def merge(self, other: Draft) -> None:
        """Add ``other``, a second clause with the same number. Its lines are recorded, so none is
        lost; its title (now a paragraph, as a clause has one title) and blocks are added only if
        they differ: a repetition says nothing new."""
        self.repeats.extend(other.source_lines)
        alike = self.title == other.title and len(self.blocks) == len(other.blocks)
        pairs = ((own.text, its.text) for own, its in zip(self.blocks, other.blocks, strict=True))
        # Comparing lengths is a fast test.
        if alike and all(a.length == b.length and str(a) == str(b) for a, b in pairs):
            return
        if other.title is not None:
            self.blocks.append(DraftBlock(BlockKind.PARAGRAPH, None, other.title, other.line))
        self.blocks.extend(other.blocks)

    @property
    def ends_sentence(self) -> bool:
        """Whether the text ends with a full stop. If one clause of a list does, its siblings
        without one are reported as cut off; in a list of words, no clause does."""
        return bool(self.blocks) and self.blocks[-1].text.ends_sentence

    @property
    def is_noun(self) -> bool:
        """Whether the last block has no は, が, を or に, the particles of a sentence (the に of
        による, “by”, is not one): it is a heading or item, which needs no full stop."""
        text = str(self.blocks[-1].text) if self.blocks else ""
        return bool(text) and not _PARTICLE.search(_OF_NOUN.sub("", text))

    @property
    def breaks_off(self) -> bool:
        """Whether the text stops inside a sentence: then readers are warned of a damaged document.
        Only a paragraph can: headings, list items and rows (a tab or wide space inside) often have
        no full stop, nor have sentences that end with a plain verb."""
        if self.title is not None or not self.blocks:
            return False
        last = self.blocks[-1]
        text = str(last.text)
        is_entry = "\t" in text or "\u3000" in text
        is_sentence = last.kind is BlockKind.PARAGRAPH and not is_entry
        return is_sentence and not (is_whole(text) or _PLAIN_END.search(text))


@dataclass(frozen=True, slots=True)
class _Document:
    """What all lines of a document show together, which the draft of each clause needs."""

    layout: Layout
    legends: Collection[int]
    parents: Collection[Parts]
    sections_have_clauses: bool
    """Whether the numbers of the second level are headings: most have clauses below them."""
    lead_ins: Collection[Parts]
    """Clauses whose sentence goes on below, where a clause begins in lower case."""
    line_width: float
    """The width of a line that fills the page or column, where lines are wrapped."""
    edges: Collection[int]
    """The lengths of full lines, where lines were wrapped by their number of code points."""


def draft_clauses(
    lines: Sequence[NumberedLine], layout: Layout, legends: Collection[int]
) -> tuple[Draft, ...]:
    """Return a draft of each clause: its number with the lines up to the next number, as title and
    blocks, to be corrected and merged before the tree is built. What only all ``lines`` show (which
    clauses are not headings) is found first. Lines ``legends`` are captions of figures."""
    numbers = [line.number for line in lines if line.number is not None]
    parents = all_above(each.parts for each in numbers)
    sections = {each.parts for each in numbers if len(each.parts) == 2}
    # Where most sections have clauses below them, even one without any may be a heading.
    are_above = 2 * len(sections & parents) > len(sections)
    # A clause is not a heading if a clause below it continues its sentence in lower case.
    lead_ins = {each.parts[:-1] for each in numbers if each.text.lstrip()[:1].islower()}
    # Nine of ten lines are at most this wide; tables may be wider.
    widths = sorted(entry.line.width for entry in lines if layout.wrapped and not entry.line.is_row)
    line_width = widths[int(_MOST * len(widths))] if widths else 0
    document = _Document(layout, legends, parents, are_above, lead_ins, line_width, _edges(lines))
    starts = [(at, entry.number) for at, entry in enumerate(lines) if entry.number is not None]
    ends = [*(at for at, _ in starts), len(lines)][1:]
    return tuple(
        _draft(number, [entry.line for entry in lines[start:end]], document)
        for (start, number), end in zip(starts, ends, strict=True)
    )


def _draft(printed: NumberAtStart, lines: Sequence[Line], document: _Document) -> Draft:
    """Return the draft of the clause that ``printed`` begins on the first of its ``lines``. Where
    lines are wrapped, those as wide as a full one are joined to the next before the title is
    judged: a broken sentence looks like a heading."""
    line, *more = lines
    first, number = line, printed
    is_above = not number.text.strip() and len(more) > 1  # a single line is the text
    if is_above and more[0].mark is None and not more[0].is_row:  # neither an item nor a cell
        first, *more = more  # the heading or text is below a number alone
        number = replace(printed, text=first.text)
    draft = _open_draft(first, number, document, more[0] if more else None)
    draft.title_lines = [first.number] if draft.title and first is not line else []
    draft.line = line
    text_lines = ([line, *more] if draft.blocks else more) if document.layout.wrapped else []
    full = _FULL_LINE * max((each.width for each in text_lines), default=0)
    # Short lines are not wrapped, unless a picture narrows them all and the last ends the sentence.
    above = text_lines[:-1]
    is_narrow = len(above) >= _FEWEST_FULL and all(each.width >= full for each in above)
    is_narrow = is_narrow and ends_sentence(text_lines[-1].text)
    # From this width on, a line goes on in the next.
    full = full if is_narrow else max(_FAR_ACROSS * document.line_width, full)
    _add_lines(draft, more, document, full)
    # What is right behind or below the number may be a heading.
    is_alone = not number.text.strip() and _is_judged_by_form(line, document.layout)
    if draft.blocks and (is_alone or draft.blocks[0].lines[0] == first.number):
        _make_heading_a_title(draft, document)
    _correct_block_kinds(draft)
    return draft


def _edges(lines: Sequence[NumberedLine]) -> Collection[int]:
    """Return the lengths in characters of full lines, which go on in the next line. If a converter
    wrapped the lines, many lines that stop inside a sentence have one length. First lines of
    clauses share a shorter one: signs of numbers (**1.1**) were counted then, but are removed now.
    Lengths far below the longest are left out, as short lines may have one length by chance."""
    going_on = Counter(
        entry.line.length
        for entry, below in pairwise(lines)
        if below.number is None and not ends_sentence(entry.line.text)
    )
    fewest = max(_FEWEST_FULL, _FULL_SHARE * going_on.total())
    long = _FAR_ACROSS * max(going_on, default=0)
    return {n for n, count in going_on.items() if count >= fewest and n > long}


def _open_draft(
    line: Line, number: NumberAtStart, document: _Document, below: Line | None
) -> Draft:
    """Return a draft with the text of its first line as title or as block: a rule taken for a title
    would not be searched for references. The first case decides. A marked heading is a title; so is
    a name alone in brackets (【equipment】), unless ``below`` goes on with a particle. A sentence
    marked as heading (not a question) is a block; so is an English sentence that goes on below. A
    name in the first cell of a row is a title. Else layout or form decides, perhaps later."""
    text = number.text.strip()
    is_enclosed = below and _ENCLOSED.fullmatch(text) and below.text[:1] not in _AFTER_QUOTE
    is_marked = line.mark == HEADING
    is_rule = is_marked and ends_sentence(text) and text[-1] not in "?？!！"
    if not text or (is_marked and not is_rule) or is_enclosed:
        return Draft(number, line, text or None)
    if is_rule or (below is not None and _continues_below(text, below)):
        return Draft(number, line, None, [DraftBlock(BlockKind.PARAGRAPH, None, text, line)])
    name, _, cells = text.partition("\t")
    if cells and (_is_name(name) or _ENCLOSED.fullmatch(name)):
        return Draft(number, line, name, [DraftBlock(BlockKind.PARAGRAPH, None, cells, line)])
    first = DraftBlock(BlockKind.PARAGRAPH, None, text, line)
    is_by_form = len(text) > _LONGEST_HEADING or _is_judged_by_form(line, document.layout)
    is_incomplete = is_by_form and document.layout.wrapped
    is_heading = not is_by_form or _is_heading(number, text, document, below is None)
    if not is_incomplete and (is_heading or _is_above_its_text(text, below)):
        return Draft(number, line, text)
    return Draft(number, line, None, [first])


def _continues_below(text: str, below: Line) -> bool:
    """Whether ``text`` is an English sentence that goes on in the line ``below``: not a title."""
    is_text = below.mark in (None, TEXT) and opening_of(below, None).kind is BlockKind.PARAGRAPH
    return is_text and goes_on_in(text, below.text)


def _is_judged_by_form(line: Line, layout: Layout) -> bool:
    """Whether the form of the text on ``line`` must show if it is a heading. Else the layout says
    that it is one: in some documents every numbered line is, in others each without a list mark."""
    style = layout.headings
    is_unmarked = style is HeadingStyle.UNMARKED and line.mark is None
    return not is_unmarked and style is not HeadingStyle.EVERY


def _make_heading_a_title(draft: Draft, document: _Document) -> None:
    """Make the first block of ``draft`` its title if that is a heading, by its form or because a
    whole sentence follows: else a heading would be read as a rule. This is done once wrapped lines
    are joined, since only then the form shows. A title from a separate table cell is kept."""
    first = draft.blocks[0]
    text = str(first.text)
    if draft.title is not None:
        return  # from a separate cell
    stands_above = (
        len(draft.blocks) > 1 and draft.blocks[1].text.ends_sentence and _is_plainly_heading(text)
    )
    if not stands_above and not _is_heading(draft.number, text, document, len(draft.blocks) == 1):
        return
    draft.title = text
    draft.title_lines = [at for at in first.lines if at != draft.line.number]  # ``line`` is known
    del draft.blocks[0]


def _is_heading(number: NumberAtStart, text: str, document: _Document, is_alone: bool) -> bool:
    """Whether ``text``, or the first cell of a table row, is the heading of clause ``number``: a
    rule taken for one would not be searched for references. A heading of a chapter or section is a
    name; with clauses below and without a particle, it may end with 。 (“Put.”). A deeper clause
    has a heading only with clauses below. Text that ends with a colon or goes on in the clauses
    below is a rule; so is a lone block (``is_alone``) if most sections have no clauses below."""
    text = text.split("\t")[0]
    if text.endswith((":", "：")) or number.parts in document.lead_ins:
        return False
    has_children = number.parts in document.parents
    # An article of a law is a sentence; elsewhere the heading of a section may be one (“Put.”).
    may_end = has_children and not document.layout.levels and not _PARTICLE.search(text)
    is_open = may_end or not ends_sentence(text)
    is_above = has_children or document.sections_have_clauses
    is_rule = len(number.parts) == 2 and is_alone and not is_above
    if len(number.parts) <= 2 and is_open and not is_rule:
        # A list of names has commas (、) like a sentence, so clauses must be below it.
        is_list = _is_short(text, _WIDEST_NAME // 2) and not _SENTENCE.search(text)
        return _is_name(text) or (has_children and is_list)
    is_name = _is_name(text) or _ENCLOSED.fullmatch(text) is not None
    return is_name and has_children and not ends_sentence(text)


def _is_name(text: str) -> bool:
    """Whether ``text`` is a name, as headings are (“hand”, perhaps with 。), not a sentence."""
    bare = _IN_PARENTHESES.sub("", text) or text
    is_sentence = "、" in text or _INNER_END.search(text) or _VERB.match(text)
    is_text = is_broken_off(text) or is_whole(bare.rstrip("。"))
    return not (is_sentence or is_text) and _is_short(text, _WIDEST_NAME)


def _is_short(text: str, widest: int) -> bool:
    """Whether ``text`` fits in ``widest`` columns, as names do. Its length is a fast first test."""
    return len(text) <= widest and columns(text) <= widest


def _is_plainly_heading(text: str) -> bool:
    """Whether ``text`` can only be a heading: neither a sentence nor a part of one. Only then may a
    sentence below make it a title; otherwise half of a broken sentence would become one."""
    text = _IN_PARENTHESES.sub("", text) or text
    return (
        "。" not in text
        and not text.endswith((":", "："))
        and _is_short(text, _WIDEST_NAME)
        and not is_whole(text)
        and not is_broken_off(text)
        and not text.endswith(("の", "な"))  # of …, a … one: the noun is on the next line
        and not ("、" in text and _PARTICLE.search(text))
    )


def _is_above_its_text(text: str, below: Line | None) -> bool:
    """Whether ``text`` is a heading above its own text ``below``: else both would be joined to one
    sentence. A whole sentence is below it; or it is a noun, and the line below is far wider (so
    ``text`` was not wrapped) or begins with the same word (“hand”, “the hand is”), but not after a
    page break, over which a noun may go on. Above a blank line, only capitals are a heading."""
    is_apart = below is not None and below.after_blank and not text.isupper()
    if below is None or below.mark not in (None, TEXT) or is_apart:
        return False
    if not _is_plainly_heading(text) or opening_of(below, None).kind is not BlockKind.PARAGRAPH:
        return False
    is_wider = below.width > _CLEARLY_WIDER * columns(text, ambiguous=2)
    is_noun = _NOUN_END.search(text) is not None and _is_short(text, _LONGEST_NOUN)
    differs = is_wider or below.text.startswith(text[:_SAME_WORD])
    return ends_sentence(below.text) or (is_noun and differs and not below.page_break)


def _add_lines(draft: Draft, lines: Sequence[Line], document: _Document, full: float) -> None:
    """Add ``lines``, the rest of a clause, to ``draft``, each as a new block or joined to the last
    one, so that broken sentences are whole again. A line as wide as ``full`` was wrapped and goes
    on in the next. The label of the last step shows what “V.” is (5 or a letter). A number inside a
    sentence does not open an item. A paragraph is labelled with its list mark (- or •), by which
    ``_correct_block_kinds`` later finds lists."""
    label: str | None = None
    for line in lines:
        if line.number in document.legends:
            opening = Opening(BlockKind.FIGURE_LEGEND, None)
        else:
            opening = opening_of(line, label)
            if opening.kind is BlockKind.FIGURE_LEGEND and draft.title is None:
                # ① below a sentence numbers a list; legends are below headings.
                opening = Opening(BlockKind.LIST_ITEM, opening.label)
            elif _is_inside_of_text(draft, opening.label):
                opening = _PARAGRAPH
        if not _is_item(draft, line) and _goes_on(draft, line, opening, document, full):
            draft.blocks[-1].join(line, line.text)
            continue
        # The cells of a row have tabs between them, so the table can be laid out again.
        text = "\t".join(line.cells).rstrip("\t")
        is_row = opening.kind is BlockKind.TABLE and not line.after_blank
        if is_row and draft.blocks and draft.blocks[-1].kind is BlockKind.TABLE:
            draft.blocks[-1].join(line, text, "\n")
            continue
        own_label = opening.label
        if opening.kind is BlockKind.STEP:
            label = own_label
        if opening.kind is BlockKind.PARAGRAPH:  # its neighbours decide whether it is in a list
            own_label = line.mark if line.mark != HEADING else None
        draft.blocks.append(DraftBlock(opening.kind, own_label, text, line))


def _is_inside_of_text(draft: Draft, label: str | None) -> bool:
    """Whether ``label`` is a number in running text that a wrapped line happens to begin with, so
    that it opens no list item. A list begins with 1, and after a whole sentence or a colon."""
    return (
        label is not None
        and label.isdecimal()
        and label.lstrip("0") != "1"
        and bool(draft.blocks)
        and not draft.blocks[-1].text.ends_sentence
        and not any((block.label or "").isdecimal() for block in draft.blocks)
        and not draft.blocks[-1].last.text.endswith((":", "："))
    )


def _is_item(draft: Draft, line: Line) -> bool:
    """Whether ``line`` is an item of a list, which must not be joined to the text before it like a
    wrapped line. It has a mark, and the text before it is an item too or ends with a colon.
    Headings are not joined to other text either."""
    if not draft.blocks:
        return False
    last = draft.blocks[-1]
    is_listed = last.label is not None or last.last.text.endswith((":", "："))
    return HEADING in (line.mark, last.last.mark) or (line.mark is not None and is_listed)


def _goes_on(draft: Draft, line: Line, opening: Opening, document: _Document, full: float) -> bool:
    """Whether ``line`` continues the last block of ``draft``, where the document broke a sentence.
    In a wrapped document, it does only after a full line (at least ``full`` wide, or as long as one
    of the ``document.edges``), an open bracket, or an English sentence that goes on; in others,
    after any text without a full stop, except a caption (a name below a title)."""
    if opening.kind is not BlockKind.PARAGRAPH or not draft.blocks:
        return False
    last = draft.blocks[-1]
    if last.text.ends_sentence or last.kind in (BlockKind.TABLE, BlockKind.FIGURE_LEGEND):
        return False
    if not document.layout.wrapped:
        is_caption = last.text.length <= _WIDEST_NAME and _is_name(str(last.text))
        return draft.title is None or len(draft.blocks) > 1 or not is_caption
    is_full = last.last.width >= full or last.last.length in document.edges
    return is_full or last.text.open_brackets or _continues_below(last.last.text, line)


def _correct_block_kinds(draft: Draft) -> None:
    """Set the kinds that depend on neighbouring blocks: a single mark is not a list, two in a row
    are. Blocks next to figure legends are legends too, up to one that ends a sentence, because the
    words in a figure are extracted as loose lines around its labels."""
    blocks = draft.blocks
    legend = [i for i, block in enumerate(blocks) if block.kind is BlockKind.FIGURE_LEGEND]
    first, last = (legend[0], legend[-1]) if legend else (0, len(blocks))
    for away in (blocks[:first][::-1], blocks[last + 1 :]):
        for block in takewhile(lambda block: not block.text.ends_sentence, away):
            block.kind, block.label = BlockKind.FIGURE_LEGEND, None
    marked = [block.kind is BlockKind.PARAGRAPH and block.label is not None for block in blocks]
    for index, block in enumerate(blocks):
        if marked[index] and sum(marked[max(0, index - 1) : index + 2]) > 1:
            block.kind = BlockKind.LIST_ITEM
        elif marked[index]:
            block.label = None
