"""Two editions of one rulebook, clause by clause: what became of each. Clauses are matched by their
words, their place and the clauses around them, the plainest cases first; a number alone says
little, since one inserted section renumbers a hundred clauses."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from rulebook.clauses.game import Edition, Game, Layout, Repair
from rulebook.clauses.lines import split_lines
from rulebook.clauses.model import Rulebook
from rulebook.clauses.reader import read_rules
from rulebook.editions import pairing
from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange, collect
from rulebook.editions.content import Renumbering
from rulebook.editions.matching import Group, Matching, Outline
from rulebook.editions.pairing import candidates_by_position, pair_likely
from rulebook.editions.similarity import TextSimilarity
from rulebook.editions.splits import group_divided, group_joined, group_torn
from rulebook.records import dataclass, replace

# A clause of at most this many characters may be little more than one term, which was renamed.
_MOSTLY_ONE_TERM = 16


@dataclass(frozen=True, slots=True)
class Settled:
    """A change settled by hand: its old and new numbers; one is empty if a clause came or went."""

    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditionPair:
    """Two editions, and what became of every clause of the old one."""

    old: Rulebook
    new: Rulebook
    alignment: Alignment

    @property
    def similarity(self) -> float:
        """The share of clauses of the shorter edition with a partner: low for another game."""
        paired = sum(bool(change.old and change.new) for change in self.alignment.changes)
        return paired / max(1, min(len(self.old.clauses), len(self.new.clauses)))

    @property
    def found(self) -> int:
        """The number of old clauses that the new edition has; few if its file is cut off."""
        return len({old for change in self.alignment.changes if change.new for old in change.old})


def align(old: Rulebook, new: Rulebook, settled: Sequence[Settled] = ()) -> Alignment:
    """Return what became of every clause of ``old`` in ``new``, each in exactly one change, so
    tables and reports can follow renumbered clauses. ``settled`` changes are adopted unchanged."""
    trees: dict[object, int] = {}
    matching = Matching(Outline(old, trees), Outline(new, trees))
    # What a person settled goes first, so no later step contradicts it.
    ours = {number: at for at, number in enumerate(matching.old.numbers)}
    theirs = {number: at for at, number in enumerate(matching.new.numbers)}
    for entry in settled:
        group = Group(tuple(ours[at] for at in entry.old), tuple(theirs[at] for at in entry.new))
        if len(group.old) == len(group.new) == 1:
            matching.pair(group.old[0], group.new[0])
        else:
            matching.group(group)
    _match_equal_words(matching)
    if any(matching.unmatched()):
        similarity = TextSimilarity(matching.old.words, matching.new.words)
        pair_likely(matching, similarity)
        group_divided(matching, similarity)
        pairing.pair_left_over(matching)
    return collect(ordered_changes(matching.old, matching.new, _all_groups(matching)))


def _match_equal_words(matching: Matching) -> None:
    """Match clauses with the same words, the safest pairs, so that later steps can use them."""
    pairing.pair_unique_trees(matching)
    # Short texts recur by chance, so longer ones go first.
    pairing.pair_unique(matching, pairing.DISTINCTIVE, matching.allows)
    group_joined(matching)
    pairing.follow_pairs(matching)
    group_joined(matching)
    # By now the children of a wrong pair would contradict it, however short the text is.
    pairing.pair_unique(matching, 1, matching.allows)
    pairing.follow_pairs(matching)
    pairing.pair_equal_siblings(matching)
    # Headings such as 概要 are frequent, but one under the same parent is the same clause.
    pairing.pair_unique(matching, 0, matching.are_parents_paired)
    pairing.follow_pairs(matching)
    # Texts this long do not recur by chance: if children contradict, those were probably moved.
    pairing.pair_unique(matching, pairing.LONG, matching.are_free)
    group_torn(matching)
    pairing.follow_pairs(matching)


def _all_groups(matching: Matching) -> list[Group]:
    """Return every change as a group: the groups and pairs of ``matching``, and each clause without
    a partner as removed or added. Such a clause is unsure, so a person checks it, if it may have a
    partner after all: its words recur in an unsure pair or an unmatched clause, or it and a clause
    at its position are so short that one renamed term explains the difference."""
    old, new = matching.old, matching.new
    taken = {at for group in matching.groups for at in group.old}
    paired = [(one, at) for one, at in enumerate(matching.to_new) if at >= 0 and one not in taken]
    pairs = (Group((one,), (other,), one not in matching.unsure) for one, other in paired)
    ours, theirs = matching.unmatched()
    words = {old.words[one] for one in matching.unsure}
    words |= {old.words[at] for at in ours} & {new.words[at] for at in theirs}
    doubtful_old = {at for at in ours if old.words[at] in words}
    doubtful_new = {at for at in theirs if new.words[at] in words}
    short = {at for at in theirs if len(new.words[at]) <= _MOSTLY_ONE_TERM}
    for one in ours:
        if len(old.words[one]) <= _MOSTLY_ONE_TERM:
            near = short.intersection(candidates_by_position(matching, one))
            doubtful_old |= {one} if near else set()
            doubtful_new |= near
    gone = (Group((at,), (), at not in doubtful_old) for at in ours)
    added = (Group((), (at,), at not in doubtful_new) for at in theirs)
    return [*matching.groups, *pairs, *gone, *added]


def ordered_changes(old: Outline, new: Outline, groups: Sequence[Group]) -> list[ClauseChange]:
    """Return a change for each of ``groups``, in the order of the new edition, as readers meet
    them. A removed clause follows the clause that it followed in the old edition."""
    first = {at: group.new[0] for group in groups for at in group.old if group.new}
    before, last = {}, -1
    for at in range(len(old)):
        last = first.get(at, last)
        before[at] = last
    pairs = {
        old.numbers[one]: tuple(map(new.numbers.__getitem__, group.new))
        for group in groups
        for one in group.old
    }
    renumbering = Renumbering(pairs, old.separator, new.separator)
    keys = [(g.new[0], 0) if g.new else (before[g.old[0]], g.old[0] + 1) for g in groups]
    changes = []
    for _, group in sorted(zip(keys, groups, strict=True), key=itemgetter(0)):
        kind = _kind_of_change(old, new, group, renumbering)
        ours, theirs = (old.numbers[at] for at in group.old), (new.numbers[at] for at in group.new)
        changes.append(ClauseChange(kind, tuple(ours), tuple(theirs), group.sure))
    return changes


def _kind_of_change(
    old: Outline, new: Outline, group: Group, renumbering: Renumbering
) -> ChangeKind:
    """Return what happened to the clauses of ``group``. Citing others by new numbers is no edit."""
    if not group.old or not group.new:
        return ChangeKind.REMOVED if group.old else ChangeKind.ADDED
    if len(group.old) > 1:
        return ChangeKind.MERGED
    if len(group.new) > 1:
        return ChangeKind.SPLIT
    one, other = group.old[0], group.new[0]
    stays = old.numbers[one] == new.numbers[other]
    if renumbering.is_same(old.contents[one], new.contents[other]):
        return ChangeKind.KEPT if stays else ChangeKind.MOVED
    return ChangeKind.EDITED if stays else ChangeKind.MOVED_EDITED


# ---- A document read as an edition of a known game


def read_as_edition(book: Rulebook, base: Rulebook, *, is_older: bool = False) -> EditionPair:
    """Align the document ``book`` with ``base``, a later edition of its game if ``is_older``. It is
    read again with the better of its guessed layout and that of ``base``, and the repairs of
    ``base`` at their new lines: misread lines would look like changed rules."""
    source = "\n".join(book.source)
    lines, placed = split_lines(source), []
    for repair in base.game.edition.repairs:
        places = [line.number for line in lines if line.text.startswith(repair.starts)]
        if places:  # the nearest of them, since most lines move little
            nearest = min(places, key=lambda place: abs(place - repair.line))
            placed.append(replace(repair, line=nearest))
    repairs = tuple(placed)
    layouts = dict.fromkeys((book.game.edition.layout, base.game.edition.layout))
    books = [
        read_rules(source, _game_with_source(base.game, source, each, repairs)) for each in layouts
    ]
    wordings = Counter(clause.wording for clause in base.clauses)
    shared = [Counter(clause.wording for clause in each.clauses) & wordings for each in books]
    best = max(zip(shared, books, strict=True), key=lambda each: each[0].total())[1]
    alignment = align_from_base(base, best, is_older)
    # A repair names a clause that may have moved; else a lost end would be joined to the wrong one.
    changes = [alignment.by_old.get(repair.to or "") for repair in repairs]
    moved = tuple(
        replace(repair, to=change.new[0]) if change and change.new else repair
        for repair, change in zip(repairs, changes, strict=True)
    )
    if moved != repairs:
        layout = best.game.edition.layout
        best = read_rules(source, _game_with_source(base.game, source, layout, moved))
        alignment = align_from_base(base, best, is_older)
    return EditionPair(base, best, alignment)


def align_from_base(
    base: Rulebook, book: Rulebook, is_older: bool, settled: Sequence[Settled] = ()
) -> Alignment:
    """Return what became of the clauses of ``base`` in ``book``. If ``book`` ``is_older``, they are
    aligned the other way and mirrored: ``settled`` changes go from old to new."""
    if is_older:
        return align(book, base, settled).mirrored()
    return align(base, book, settled)


def _game_with_source(game: Game, source: str, layout: Layout, repairs: tuple[Repair, ...]) -> Game:
    """Return ``game`` at an edition with this document, layout and repairs, which the reader takes
    from the game. It is named by its digest, since its version is not yet known."""
    digest = hashlib.sha256(source.encode()).hexdigest()
    path, icons = game.edition.path, game.edition.lost_icons
    edition = Edition(digest[:8], None, None, digest, layout, repairs, path, icons)
    return replace(game, edition=edition)
