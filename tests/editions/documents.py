"""Generated documents: the source lines of a rulebook, edited and renumbered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulebook.clauses.model import LineKind, Rulebook
from tests.editions.scripts import Draft, Expected, Node, renumber

_SENTENCE = re.compile(r"(?<=。)(?=[^」』）)\s])")


class DocumentDraft(Draft):
    """A draft of an edition that edits source lines."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        super().__init__(book, seed)
        orphans = {entry.line for entry in book.ledger if entry.kind is LineKind.ORPHAN}
        for node in self.nodes():
            node.raw = [book.source[line - 1] for line in node.lines if line not in orphans]

    def families(self) -> Iterator[list[Node]]:
        """Yield the families that can be edited: all but the chapters."""
        return (family for family in super().families() if family is not self.roots)

    def split(self) -> None:
        picked = self._pick_line(lambda line: len(_SENTENCE.split(line)) > 1)
        if not picked:
            return
        family, at = picked
        node = family[at]
        head, rest = _SENTENCE.split(node.raw[0], maxsplit=1)
        if min(len(head), len(rest)) < 20:
            return
        other = Node(None, rest, origins=list(node.origins))
        node.raw = [head]
        family.insert(at + 1, other)
        self.touch(node)
        self.touch(other)

    def merge(self) -> None:
        """Do nothing: what follows a number depends on the layout."""

    def edit(self) -> None:
        picked = self._pick_line(lambda line: len(line) > 40)
        if picked:
            family, at = picked
            node = family[at]
            line = node.raw[0]
            start = self.chance.randrange(len(line) // 2, len(line) - 8)
            node.raw = [line[:start] + "改めた文言" + line[start + 3 :]]
            node.edited = True
            self.touched.add(node)

    def extend(self) -> None:
        picked = self._pick_line(lambda line: line.rstrip().endswith("。"))
        if picked:
            family, at = picked
            line = family[at].raw[0]
            family[at].raw = [f"{line.rstrip()}なお、この規定は新しい版で加わりました。"]
            family[at].edited = True
            self.touched.add(family[at])

    def _pick_line(self, fits: Callable[[str], bool]) -> tuple[list[Node], int] | None:
        """Return an untouched clause without children, of one line that ``fits``."""
        for _ in range(200):
            picked = self.pick(leaf=True, least=30)
            if not picked:
                return None
            family, at = picked
            raw = family[at].raw
            if len(raw) == 1 and family[at].title is None and fits(raw[0]):
                return picked
        return None

    def document(self) -> tuple[str, list[Expected]]:
        """Return the text of the edition and the expected alignment."""
        numbers = self._number()
        now: dict[str, list[str]] = {}
        for node, number in numbers:
            for origin in node.origins:
                now.setdefault(origin, []).append(number)
        before, after = self._around()
        lines = [line for node, number in numbers for line in self._lines(node, number, now)]
        return "\n".join([*before, *lines, *after]), list(self._expected(numbers, now))

    def _around(self) -> tuple[list[str], list[str]]:
        """Return the lines above the rules and those below."""
        owned = [entry.line for entry in self.book.ledger if entry.kind is LineKind.CLAUSE]
        outside = [
            entry
            for entry in self.book.ledger
            if entry.clause is None or entry.kind is LineKind.ORPHAN
        ]
        printed = [entry for entry in outside if entry.kind is not LineKind.PAGE_MARKER]
        orphan = {entry.line for entry in outside if entry.kind is LineKind.ORPHAN}
        first = next(line for line in owned if line not in orphan)
        source = self.book.source
        return (
            [source[entry.line - 1] for entry in printed if entry.line < first],
            [source[entry.line - 1] for entry in printed if entry.line > first],
        )

    def _lines(self, node: Node, number: str, now: dict[str, list[str]]) -> list[str]:
        if not node.printed:
            return []
        separator = self.book.separator
        if not node.raw:
            content = node.title or node.text
            mark = "• " if self.book.game.alias == "gbf" and node.title is None else ""
            return [f"{mark}{number}. {renumber(content, separator, now)}"]
        own = re.compile(rf"^(\W*?){re.escape(node.origins[0])}\b(?!{re.escape(separator)}[0-9])")
        lines = []
        for line in node.raw:
            found = own.match(line)
            rest = line[found.end() :] if found else line
            head = f"{found[1]}{number}" if found else ""
            lines.append(head + renumber(rest, separator, now))
        return lines


def next_edition(book: Rulebook, seed: int, edits: int = 12) -> tuple[str, list[Expected]]:
    """Return a document with several edits of each sort, and the expected alignment."""
    draft = DocumentDraft(book, seed)
    sorts = (
        DocumentDraft.add_section,
        DocumentDraft.add_clause,
        DocumentDraft.remove,
        DocumentDraft.move,
        DocumentDraft.swap,
        DocumentDraft.edit,
        DocumentDraft.extend,
        DocumentDraft.split,
    )
    for at in range(edits):
        sorts[at % len(sorts)](draft)
    return draft.document()
