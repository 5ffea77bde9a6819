"""An edition as aligning sees it: clauses by their place, with parents, children and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulebook.clauses.model import Rulebook
from rulebook.editions.content import Content, read_content


class Outline:
    """The clauses of one edition, each known by its index in the document, from 0.

    ``trees`` has for each clause a number that clauses share when they and all below have the same
    words; ``sizes`` counts the clauses of that tree.
    """

    def __init__(self, book: Rulebook, known_trees: dict[object, int]) -> None:
        place = {clause.number: at for at, clause in enumerate(book.clauses)}
        self.separator = book.separator
        self.numbers = [clause.number for clause in book.clauses]
        self.contents: list[Content] = [
            read_content(clause, book.separator) for clause in book.clauses
        ]
        self.words = [content.words for content in self.contents]
        self.parents = [
            place[clause.parent] if clause.parent is not None else -1 for clause in book.clauses
        ]
        self.children = [[place[child] for child in clause.children] for clause in book.clauses]
        self.roots = [at for at, parent in enumerate(self.parents) if parent < 0]
        self.ranks = self._ranks()
        self.trees, self.sizes = self._numbered_trees(known_trees)
        self.copies = Counter(self.words)

    def __len__(self) -> int:
        return len(self.numbers)

    def siblings(self, at: int) -> Sequence[int]:
        """Return the children of the parent of ``at``, itself among them, to see its neighbours."""
        parent = self.parents[at]
        return self.children[parent] if parent >= 0 else self.roots

    def neighbour(self, at: int, step: int) -> int:
        """Return the sibling ``step`` places after ``at``, or -1: it shows a clause's place."""
        siblings = self.siblings(at)
        place = self.ranks[at] + step
        return siblings[place] if 0 <= place < len(siblings) else -1

    def _ranks(self) -> list[int]:
        """Return the index of each clause among its siblings, to find neighbours at once."""
        ranks = [0] * len(self)
        for family in (self.roots, *self.children):
            for rank, at in enumerate(family):
                ranks[at] = rank
        return ranks

    def _numbered_trees(self, known: dict[object, int]) -> tuple[list[int], list[int]]:
        """Return a number for the subtree of each clause, equal for equal subtrees, and its size.
        Whole unchanged chapters are then compared by one number."""
        trees, sizes = [0] * len(self), [1] * len(self)
        # Children come after their parents, so that in reverse order all of them are known.
        for at in reversed(range(len(self))):
            below = self.children[at]
            shape = (self.words[at], *(trees[child] for child in below))
            trees[at] = known.setdefault(shape, len(known))
            sizes[at] += sum(sizes[child] for child in below)
        return trees, sizes
