"""Generated editions: a rulebook changed by a script of edits.

A script records which clause became which, so that an alignment can be compared with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulebook.clauses.model import Block, BlockKind, Clause, Rulebook
from rulebook.clauses.tree import index_by_number

_KANA = "ヌネノハヒフヘホマミムメモヤユヨワヰヱヲゥェォヵヶ"
_SENTENCE = re.compile(r"(?<=。)(?=[^」』）)])")


@dataclass(eq=False)
class Node:
    """A clause without a number; ``origins`` are the old clauses that it was made of."""

    title: str | None
    text: str
    printed: bool = True
    children: list[Node] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)
    edited: bool = False
    lines: tuple[int, ...] = ()
    raw: list[str] = field(default_factory=list)
    """Its source lines, in a ``DocumentDraft`` only."""

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Expected:
    """An expected change of an alignment."""

    kind: str
    old: tuple[str, ...]
    new: tuple[str, ...]


class Draft:
    """A draft of an edition."""

    def __init__(self, book: Rulebook, seed: int, *, own_words: bool = True) -> None:
        self.book = book
        self.chance = random.Random(seed)
        self.own_words = own_words
        nodes = {
            clause.number: Node(
                clause.title, clause.text, clause.printed, [], [clause.number], False, clause.lines
            )
            for clause in book.clauses
        }
        self.roots: list[Node] = []
        for clause in book.clauses:
            family = nodes[clause.parent].children if clause.parent else self.roots
            family.append(nodes[clause.number])
        self.touched: set[Node] = set()

    # ---- Choosing

    def families(self) -> Iterator[list[Node]]:
        yield self.roots
        for root in self.roots:
            for node in root.walk():
                yield node.children

    def nodes(self) -> list[Node]:
        return [node for root in self.roots for node in root.walk()]

    def pick(self, *, leaf: bool = False, least: int = 0) -> tuple[list[Node], int] | None:
        """Return the family and the index in it of a clause that no edit has touched."""
        found = [
            (family, at)
            for family in self.families()
            for at, node in enumerate(family)
            if node not in self.touched
            and node.printed
            and node.origins
            and (not leaf or not node.children)
            and len(node.text) >= least
            and len(family) > 1
        ]
        return self.chance.choice(found) if found else None

    def touch(self, node: Node) -> None:
        self.touched.update(node.walk())

    # ---- Edits

    def add_section(self) -> None:
        section = Node(self.words(5), "")
        for _ in range(self.chance.randint(1, 4)):
            section.children.append(Node(None, self.sentence()))
        family = self.chance.choice([root.children for root in self.roots if root.children])
        family.insert(self.chance.randint(0, len(family)), section)
        self.touch(section)

    def add_clause(self) -> None:
        picked = self.pick()
        if picked:
            family, at = picked
            node = Node(None, self.sentence())
            family.insert(at, node)
            self.touch(node)

    def remove(self) -> None:
        picked = self.pick(leaf=self.chance.random() < 0.8)
        if picked:
            family, at = picked
            if family is not self.roots:
                self.touch(family.pop(at))

    def move(self) -> None:
        picked = self.pick()
        if not picked:
            return
        family, at = picked
        if family is self.roots or sum(1 for _ in family[at].walk()) > 30:
            return
        node = family.pop(at)
        homes = [other for other in self.families() if other and other is not self.roots]
        home = self.chance.choice(homes)
        home.insert(self.chance.randint(0, len(home)), node)
        self.touch(node)

    def swap(self) -> None:
        picked = self.pick()
        if picked:
            family, at = picked
            other = at - 1 if at else 1
            family[at], family[other] = family[other], family[at]
            self.touch(family[at])
            self.touch(family[other])

    def move_chapter(self) -> None:
        at, to = (self.chance.randrange(len(self.roots)) for _ in range(2))
        self.roots.insert(to, self.roots.pop(at))

    def edit(self) -> None:
        picked = self.pick(least=12)
        if not picked:
            return
        family, at = picked
        node = family[at]
        share = self.chance.choice([0.05, 0.1, 0.2, 0.3])
        size = max(1, int(len(node.text) * share))
        start = self.chance.randrange(len(node.text) - size)
        words = "" if self.chance.random() < 0.2 else self.words(size)
        before = node.text
        node.text = node.text[:start] + words + node.text[start + size :]
        node.edited = "".join(before.split()) != "".join(node.text.split())
        self.touched.add(node)

    def extend(self) -> None:
        picked = self.pick(least=12)
        if picked:
            family, at = picked
            family[at].text += self.sentence()
            family[at].edited = True
            self.touched.add(family[at])

    def split(self) -> None:
        for _ in range(20):
            picked = self.pick(leaf=True, least=24)
            if not picked:
                return
            family, at = picked
            parts = _SENTENCE.split(family[at].text)
            if len(parts) > 1 and min(map(len, parts)) >= 8:
                break
        else:
            return
        node = family[at]
        cut = self.chance.randint(1, len(parts) - 1)
        other = Node(None, "".join(parts[cut:]).strip(), origins=list(node.origins))
        node.text = "".join(parts[:cut]).strip()
        family.insert(at + 1, other)
        self.touch(node)
        self.touch(other)

    def merge(self) -> None:
        for _ in range(20):
            picked = self.pick(leaf=True, least=12)
            if not picked:
                return
            family, at = picked
            if at + 1 < len(family):
                one, other = family[at], family[at + 1]
                can_merge = not other.children and other.title is None and len(other.text) >= 12
                if can_merge and other not in self.touched and other.origins:
                    break
        else:
            return
        one.text += other.text
        one.origins += other.origins
        family.pop(at + 1)
        self.touch(one)
        self.touch(other)

    # ---- Words

    def words(self, size: int) -> str:
        """Return words of the book, so that new text is like the old, or meaningless words."""
        if not self.own_words:
            return "".join(self.chance.choice(_KANA) for _ in range(size))
        text = self.chance.choice([c.text for c in self.book.clauses if len(c.text) > size + 4])
        start = self.chance.randrange(len(text) - size)
        return text[start : start + size]

    def sentence(self) -> str:
        return "".join(self.words(self.chance.randint(4, 9)) for _ in range(4)) + "。"

    # ---- The result

    def finish(self) -> tuple[Rulebook, list[Expected]]:
        numbers = self._number()
        now: dict[str, list[str]] = {}
        for node, number in numbers:
            for origin in node.origins:
                now.setdefault(origin, []).append(number)
        clauses = [self._clause(node, number, now) for node, number in numbers]
        book = replace(self.book, clauses=tuple(clauses), by_number=index_by_number(clauses))
        return book, list(self._expected(numbers, now))

    def _number(self) -> list[tuple[Node, str]]:
        found: list[tuple[Node, str]] = []
        first = int(self.book.clauses[0].number)

        def visit(family: list[Node], above: str, start: int) -> None:
            for at, node in enumerate(family, start=start):
                number = f"{above}{at}"
                found.append((node, number))
                visit(node.children, number + self.book.separator, 1)

        visit(self.roots, "", first)
        return found

    def _clause(self, node: Node, number: str, now: dict[str, list[str]]) -> Clause:
        separator = self.book.separator
        text = renumber(node.text, separator, now)
        blocks = (Block(BlockKind.PARAGRAPH, None, text, (), ()),) if text else ()
        return Clause(
            number,
            tuple(int(part) for part in number.split(separator)),
            number.rpartition(separator)[0] or None,
            tuple(f"{number}{separator}{at}" for at in range(1, len(node.children) + 1)),
            node.title,
            blocks,
            (),
            node.printed,
        )

    def _expected(
        self, numbers: list[tuple[Node, str]], now: dict[str, list[str]]
    ) -> Iterator[Expected]:
        for clause in self.book.clauses:
            if clause.number not in now:
                yield Expected("removed", (clause.number,), ())
        split = set()
        for node, number in numbers:
            if not node.origins:
                yield Expected("added", (), (number,))
            elif len(node.origins) > 1:
                yield Expected("merged", tuple(node.origins), (number,))
            elif len(now[node.origins[0]]) > 1:
                if node.origins[0] not in split:
                    split.add(node.origins[0])
                    yield Expected("split", tuple(node.origins), tuple(now[node.origins[0]]))
            else:
                is_same = node.origins[0] == number
                kinds = ("edited", "moved-edited") if node.edited else ("kept", "moved")
                yield Expected(kinds[not is_same], tuple(node.origins), (number,))


def renumber(text: str, separator: str, now: dict[str, list[str]]) -> str:
    """Return ``text`` with the new clause numbers."""
    sep = re.escape(separator)
    pattern = re.compile(rf"(?<![0-9.-])[0-9]{{1,3}}(?:{sep}[0-9]{{1,2}})+")
    return pattern.sub(lambda match: now.get(match[0], [match[0]])[0], text)


EDITS = (
    Draft.add_section,
    Draft.add_clause,
    Draft.remove,
    Draft.move,
    Draft.swap,
    Draft.move_chapter,
    Draft.edit,
    Draft.edit,
    Draft.extend,
    Draft.split,
    Draft.merge,
)
