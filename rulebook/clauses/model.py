"""The values that result from reading a rule document.

All of them are frozen; a stage takes one and returns another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.clauses.numbers import NumberStyle, Parts, depth_of
from rulebook.records import dataclass, field
from rulebook.text.display import shortened


class BlockKind(StrEnum):
    """What a block of a clause is."""

    PARAGRAPH = "paragraph"
    STEP = "step"
    LIST_ITEM = "list-item"
    EXAMPLE = "example"
    NOTE = "note"
    TABLE = "table"
    FIGURE_LEGEND = "figure-legend"


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, step, list item, example, note, table or legend line of a clause."""

    kind: BlockKind
    label: str | None  # The printed mark (`IV`, `●`, `例`), None for a paragraph
    text: str  # The whole printed text, with its mark but without those of the layout
    lines: tuple[int, ...]  # The source lines that it was joined from
    starts: tuple[int, ...]  # Where in the text (code points) the part from each line begins


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause, or the unprinted parent of clauses that the document skipped. ``number``
    is written as in the document, without the trailing point; ``parts`` are its place in the tree,
    which a number in hundreds does not show completely. ``title`` is the heading of a chapter or
    section and is not repeated in the blocks. If ``truncated``, its end is missing."""

    number: str
    parts: tuple[int, ...]
    parent: str | None
    children: tuple[str, ...]
    title: str | None
    blocks: tuple[Block, ...]
    lines: tuple[int, ...]
    printed: bool = True
    truncated: bool = False

    @property
    def text(self) -> str:
        """The texts of its blocks, joined by newlines; offsets of references count in it."""
        return "\n".join(block.text for block in self.blocks)

    @property
    def depth(self) -> int:
        """Its level, by which it is indented: chapters are on the first."""
        return depth_of(self.parts)

    @property
    def wording(self) -> str:
        """All words of the clause, title and text: what is searched and compared."""
        return "\n".join(part for part in (self.title, self.text) if part)

    def heading(self, limit: int = 40) -> str:
        """Return the title, or the first line of the text cut at ``limit``, to name the clause."""
        return self.title if self.title is not None else shortened(self.text, limit)

    @property
    def remark(self) -> str:
        """What the document leaves out of the clause (number, text or end), in Japanese, so that
        readers know why its text is odd; empty if nothing is missing."""
        if not self.printed:
            return "（この番号は原文に印刷されていません。）"
        if self.is_empty:
            return "（原文はこの番号だけで、本文がありません。）"
        return "（原文はここで切れています。）" if self.truncated else ""

    @property
    def is_empty(self) -> bool:
        """Whether the document prints only the number of the clause, which is a finding; a number
        above others (Rule 2 above (A)) is a heading."""
        return self.title is None and not self.blocks and not self.children


class LineKind(StrEnum):
    """What a source line that is not blank was read as; the ledger has one kind for each line."""

    CLAUSE = "clause"
    FIGURE_LEGEND = "figure-legend"
    APPENDIX = "appendix"
    CONTENTS = "contents"
    HISTORY = "history"
    FRONT_MATTER = "front-matter"
    PAGE_MARKER = "page-marker"
    RUBY = "ruby"
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What one non-blank source line was read as: its kind and, if any, its clause."""

    line: int
    kind: LineKind
    clause: str | None


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the document's own table of contents."""

    number: str | None
    title: str
    line: int


@dataclass(frozen=True, slots=True)
class Revision:
    """An entry of the change history; ``date`` is ISO 8601, ``None`` where it cannot be read."""

    version: str
    date: str | None
    remark: str
    notes: tuple[str, ...]
    line: int
    note_lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Appendix:
    """A part of a document after its clauses. The first of its ``lines`` is that of the heading."""

    title: str
    text: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rule document as it was read: its clauses, in the order of their numbers, and the rest."""

    game: Game
    clauses: tuple[Clause, ...]
    contents: tuple[ContentsEntry, ...]
    revisions: tuple[Revision, ...]
    appendices: tuple[Appendix, ...]
    findings: tuple[Finding, ...]
    ledger: tuple[LedgerEntry, ...]
    source: tuple[str, ...] = field(repr=False)  # The unchanged source lines, the first at index 0
    by_number: Mapping[str, Clause] = field(repr=False, compare=False)

    @property
    def separator(self) -> str:
        """The separator of its clause numbers (the point of 1.2); editions may differ in it."""
        return self.game.edition.layout.separator

    @property
    def numbers(self) -> NumberStyle:
        """How the document writes its clause numbers, by which they are printed and compared."""
        return self.game.edition.layout

    def find(self, printed: Parts) -> Clause | None:
        """Return the clause whose number is printed with these parts, None if there is none.
        Documents in hundreds print 402 below chapter 4, so its place in the tree is found first."""
        return self.by_number.get(self.numbers.write(self.numbers.parts_in_tree(printed)))

    @property
    def printed_count(self) -> int:
        """How many clauses the document prints: without parents, which ``build_tree`` added."""
        return sum(clause.printed for clause in self.clauses)

    def ancestors(self, clause: Clause) -> tuple[Clause, ...]:
        """Return the clauses above ``clause``, from its chapter down: its text depends on them."""
        above: list[Clause] = []
        parent = clause.parent
        while parent is not None:
            above.append(self.by_number[parent])
            parent = above[-1].parent
        return tuple(reversed(above))

    def chapter(self, number: str) -> Clause:
        """Return the chapter of the clause ``number``, by which changes of editions are counted."""
        clause = self.by_number[number]
        return next(iter(self.ancestors(clause)), clause)

    def section_title(self, number: str) -> str:
        """Return the title of clause ``number`` or of the nearest one above it, since few clauses
        have their own; the number if there is no title. Lists of clauses are grouped by it."""
        clause = self.by_number.get(number)
        path = (*self.ancestors(clause), clause) if clause else ()
        return next((each.title for each in reversed(path) if each.title), number)

    def children(self, clause: Clause) -> Iterator[Clause]:
        """Yield the clauses directly below ``clause`` in order; it has only their numbers."""
        return (self.by_number[number] for number in clause.children)

    def first_rule_text(self, clause: Clause) -> str:
        """Return the text of ``clause`` or, if it is a bare heading, which states no rule, that of
        its first child, so that a list of answers shows a rule; empty if there is neither."""
        below = next(self.children(clause), None)
        return clause.text or (below.text if below else "")
