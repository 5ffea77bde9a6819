"""Which clause of the old edition is which of the new one, as far as that is known yet."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence

from rulebook.clauses.model import Rulebook
from rulebook.editions.content import content_of
from rulebook.records import NamedTuple


class Outline:
    """The clauses of one edition, by index. ``trees`` has a number for each clause, equal in both
    editions if it and all clauses below have the same words; ``sizes`` counts these clauses."""

    def __init__(self, book: Rulebook, known_trees: dict[object, int]) -> None:
        """Collect what is compared of ``book``; both editions share ``known_trees``, by shape."""
        place = {clause.number: at for at, clause in enumerate(book.clauses)}
        self.separator = book.separator
        self.numbers = [clause.number for clause in book.clauses]
        self.contents = [content_of(clause.wording, book.separator) for clause in book.clauses]
        self.words = [content.words for content in self.contents]
        self.parents = [place.get(clause.parent or "", -1) for clause in book.clauses]
        self.children = [[place[child] for child in clause.children] for clause in book.clauses]
        self.roots = [at for at, parent in enumerate(self.parents) if parent < 0]
        self.ranks = [0] * len(self.numbers)
        for family in (self.roots, *self.children):
            for rank, at in enumerate(family):
                self.ranks[at] = rank
        self.trees, self.sizes = [0] * len(self.numbers), [1] * len(self.numbers)
        # Children come after their parents, so in reverse order all of them are known.
        for at, below in reversed([*enumerate(self.children)]):
            shape = (self.words[at], *(self.trees[child] for child in below))
            self.trees[at] = known_trees.setdefault(shape, len(known_trees))  # for both editions
            self.sizes[at] += sum(self.sizes[child] for child in below)
        self.copies = Counter(self.words)  # words that only one clause has identify that clause

    def siblings(self, at: int) -> Sequence[int]:
        """Return the clause ``at`` and its siblings: their partners show where its own may be."""
        parent = self.parents[at]
        return self.children[parent] if parent >= 0 else self.roots

    def neighbour(self, at: int, step: int) -> int:
        """Return the sibling ``step`` places after ``at`` (-1: before) or, if there is none, -1."""
        siblings = self.siblings(at)
        place = self.ranks[at] + step
        return siblings[place] if 0 <= place < len(siblings) else -1


NONE = -1  # The partner of a clause that has none
GROUPED = -2  # In place of a partner, where a clause belongs to a split or merge: not to be matched


class Group(NamedTuple):
    """Clauses that are one change: their indices in the old edition, and in the new one."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    sure: bool = True


class Matching:
    """The pairs found so far, and the evidence that they give for the clauses around them."""

    def __init__(self, old: Outline, new: Outline) -> None:
        """Begin without partners. ``unsure`` are old clauses with a pair to be checked, ``groups``
        are changes other than pairs. ``parent_votes`` counts, for each old clause, below which new
        clauses the partners of its children are. ``to_follow`` are pairs not followed yet."""
        self.old = old
        self.new = new
        self.to_new = [NONE] * len(old.numbers)
        self.to_old = [NONE] * len(new.numbers)
        self.unsure: set[int] = set()
        self.groups: list[Group] = []
        self.parent_votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.to_follow: deque[tuple[int, int]] = deque()

    def pair(self, one: int, other: int, *, sure: bool = True) -> None:
        """Record that ``one`` became ``other``; if not ``sure``, a person checks it. The pair
        speaks for a pair of their parents, and their relatives are to be matched next."""
        self.to_new[one] = other
        self.to_old[other] = one
        if not sure:
            self.unsure.add(one)
        above, beyond = self.old.parents[one], self.new.parents[other]
        if above >= 0 and beyond >= 0:
            self.parent_votes[above][beyond] += 1
        self.to_follow.append((one, other))

    def group(self, group: Group) -> None:
        """Record ``group``, a split or merge, as one change. Its first old and new clause are a
        pair, by which their parents and children are matched; its other clauses stay unpaired."""
        if group.old and group.new and self.are_free(group.old[0], group.new[0]):
            self.pair(group.old[0], group.new[0])
        for one in group.old:
            self.to_new[one] = GROUPED if self.to_new[one] == NONE else self.to_new[one]
        for other in group.new:
            self.to_old[other] = GROUPED if self.to_old[other] == NONE else self.to_old[other]
        self.groups.append(group)

    def are_free(self, one: int, other: int) -> bool:
        """Whether ``one`` and ``other`` have no partner yet: earlier, safer pairs are kept."""
        return self.to_new[one] == NONE and self.to_old[other] == NONE

    def are_parents_paired(self, one: int, other: int) -> bool:
        """Whether the parents are a pair, or both missing: then few equal words are enough."""
        above, beyond = self.old.parents[one], self.new.parents[other]
        return self.to_new[above] == beyond != NONE if above != NONE else beyond == NONE

    def allows(self, one: int, other: int) -> bool:
        """Whether two clauses may be a pair: some of their children are, or no child has a partner
        with another parent. A partner that was a chapter had no parent, so it contradicts no
        pair."""
        if votes := self.parent_votes.get(one):
            return votes[other] > 0
        partners = (self.to_old[child] for child in self.new.children[other])
        return all(partner < 0 or self.old.parents[partner] < 0 for partner in partners)

    def unmatched(self) -> tuple[list[int], list[int]]:
        """Return the old and the new clauses without a partner, for the next, less strict step."""
        ours = [at for at, partner in enumerate(self.to_new) if partner == NONE]
        return ours, [at for at, partner in enumerate(self.to_old) if partner == NONE]
