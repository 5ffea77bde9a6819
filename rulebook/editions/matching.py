"""Which clause of the old edition is which of the new one, as far as it is known by now."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from rulebook.editions.outline import Outline
from rulebook.records import dataclass

NONE = -1  # The partner of a clause that has none
SETTLED = -2  # The partner of a clause that belongs to a group and is not to be matched


@dataclass(frozen=True, slots=True)
class Group:
    """Clauses that are one change: their places in the old edition, and in the new one."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    sure: bool = True


class Matching:
    """The pairs found so far, and the evidence that they are for the clauses around them.

    ``groups`` are the changes that are no pairs: split, merged, or settled by hand. ``votes``
    counts for each old clause the pairs of its children by the new parent, ``counter_votes`` the
    reverse; ``fresh`` are the pairs that ``follow_pairs`` has yet to follow.
    """

    def __init__(self, old: Outline, new: Outline) -> None:
        self.old = old
        self.new = new
        self.to_new = [NONE] * len(old)
        self.to_old = [NONE] * len(new)
        self.unsure: set[int] = set()
        self.groups: list[Group] = []
        self.votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.counter_votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.fresh: deque[tuple[int, int]] = deque()

    def pair(self, one: int, other: int, *, sure: bool = True) -> None:
        """Match two free clauses of the editions; their parents get a vote to be a pair."""
        self.to_new[one] = other
        self.to_old[other] = one
        if not sure:
            self.unsure.add(one)
        above, beyond = self.old.parents[one], self.new.parents[other]
        if above >= 0 and beyond >= 0:
            self.votes[above][beyond] += 1
            self.counter_votes[beyond][above] += 1
        self.fresh.append((one, other))

    def group(self, group: Group) -> None:
        """Record ``group`` as one change; its first clauses are a pair, the others are settled."""
        if group.old and group.new and self.free(group.old[0], group.new[0]):
            self.pair(group.old[0], group.new[0])
        for one in group.old:
            self.to_new[one] = SETTLED if self.to_new[one] == NONE else self.to_new[one]
        for other in group.new:
            self.to_old[other] = SETTLED if self.to_old[other] == NONE else self.to_old[other]
        self.groups.append(group)

    def pair_trees(self, one: int, other: int) -> None:
        """Match two equal trees clause by clause, where both are still free of better pairs."""
        waiting = [(one, other)]
        while waiting:
            here, there = waiting.pop()
            if self.free(here, there):
                self.pair(here, there)
            waiting += zip(self.old.children[here], self.new.children[there], strict=True)

    def free(self, one: int, other: int) -> bool:
        """Whether neither of the two has a partner: pairs are never broken again."""
        return self.to_new[one] == NONE and self.to_old[other] == NONE

    def are_parents_paired(self, one: int, other: int) -> bool:
        """Whether both are in the same place, below a pair or none: even short texts match."""
        above, beyond = self.old.parents[one], self.new.parents[other]
        return beyond == (self.to_new[above] if above >= 0 else NONE)

    def agreement(self, one: int, other: int) -> float:
        """Return the share of children of the two that are pairs: evidence for pairing the two."""
        both = len(self.old.children[one]) + len(self.new.children[other])
        return 2 * self.votes[one][other] / both if both and one in self.votes else 0.0

    def allows(self, one: int, other: int) -> bool:
        """Whether the two may be a pair: some of their children are, or none has a partner."""
        if one in self.votes and self.votes[one][other]:
            return True
        return not self.votes.get(one) and not self.counter_votes.get(other)

    def unmatched(self) -> tuple[list[int], list[int]]:
        """Return the clauses of both editions without a partner, for the next, less strict step."""
        return (
            [at for at, partner in enumerate(self.to_new) if partner == NONE],
            [at for at, partner in enumerate(self.to_old) if partner == NONE],
        )
