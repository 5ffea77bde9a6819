"""Align two editions by words, place and neighbours: one inserted section renumbers a hundred."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.editions import pairing
from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange, collect
from rulebook.editions.content import Renumbering, TextSimilarity
from rulebook.editions.matching import Group, Matching, Outline
from rulebook.errors import CorpusError, Fault
from rulebook.grouping import grouped
from rulebook.messages import Message
from rulebook.records import dataclass, replace
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Reason
from rulebook.toml_files.loader import line_of_key, load_toml

# A clause of at most this many characters may be little more than one term, which was renamed.
_MOSTLY_ONE_TERM = 16
SETTLEMENT_FILE = "alignment.toml"
_SETTLE_HINT = "See CONTRIBUTING.md, “Settle an alignment”."
_TWO_IN_A_ROW = 2
Reach = Mapping[str, Sequence[str]]  # What each clause became in another edition


@dataclass(frozen=True, slots=True)
class Settled:
    """A change that alignment takes as given: its numbers, and why, if a person settled it."""

    why: Reason
    old: tuple[ClauseNumber, ...] = ()
    new: tuple[ClauseNumber, ...] = ()


def align(old: Rulebook, new: Rulebook, settled: Sequence[Settled] = ()) -> Alignment:
    """Return what became of each clause of ``old`` in ``new``; ``settled`` changes are adopted."""
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
    # Then clauses with the same words, the safest pairs first, so that later steps can use them.
    pairing.pair_unique_trees(matching)
    # Short texts recur by chance, so longer ones go first.
    pairing.pair_unique(matching, pairing.DISTINCTIVE, matching.allows)
    # Clauses split into neighbours, or merged; again with words that count only below new pairs.
    pairing.group_joined(matching)
    pairing.follow_pairs(matching)
    pairing.group_joined(matching)
    # By now the children of a wrong pair would contradict it, however short the text is.
    pairing.pair_unique(matching, 1, matching.allows)
    pairing.follow_pairs(matching)
    pairing.pair_equal_siblings(matching)
    # Headings such as “Overview” are frequent, but one under the same parent is the same clause.
    pairing.pair_unique(matching, 0, matching.are_parents_paired)
    pairing.follow_pairs(matching)
    # Texts this long do not recur by chance: if children contradict, those were probably moved.
    pairing.pair_unique(matching, pairing.LONG, matching.are_free)
    pairing.group_torn(matching)  # into two with exactly their words, anywhere
    pairing.follow_pairs(matching)
    if any(matching.unmatched()):
        similarity = TextSimilarity(matching.old.words, matching.new.words)
        pairing.pair_likely(matching, similarity)
        pairing.group_divided(matching, similarity)  # into parts with most of their words
        pairing.pair_left_over(matching)
    return collect(ordered_changes(matching.old, matching.new, _all_groups(matching)))


def _all_groups(matching: Matching) -> list[Group]:
    """Return all changes as groups: those of ``matching``, its pairs, and free clauses as removed
    or added. A removed or added clause is unsure if an unsure pair or a free clause of the other
    edition has the same words. Two short ones at one position are unsure as well: perhaps one term
    was renamed."""
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
            near = short.intersection(pairing.candidates_by_position(matching, one))
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
    for at in range(len(old.numbers)):
        before[at] = last = first.get(at, last)
    became = ((one, group.new) for group in groups for one in group.old)
    pairs = {old.numbers[one]: tuple(new.numbers[at] for at in news) for one, news in became}
    renumbering = Renumbering(pairs, old.separator, new.separator)
    keys = [(g.new[0], 0) if g.new else (before[g.old[0]], g.old[0] + 1) for g in groups]
    changes = []
    for _, group in sorted(zip(keys, groups, strict=True), key=itemgetter(0)):
        ours = tuple(old.numbers[at] for at in group.old)
        theirs = tuple(new.numbers[at] for at in group.new)
        if not (ours and theirs):
            kind = ChangeKind.REMOVED if ours else ChangeKind.ADDED
        elif len(ours) + len(theirs) > 2:
            kind = ChangeKind.SPLIT if len(ours) == 1 else ChangeKind.MERGED
        else:  # a citation that was only renumbered is not an edit
            was, now = old.contents[group.old[0]], new.contents[group.new[0]]
            is_same = was.words == now.words and renumbering.follow(was.cited, now.cited)
            kind = ChangeKind.KEPT if is_same else ChangeKind.EDITED
            if ours != theirs:
                kind = ChangeKind.MOVED if is_same else ChangeKind.MOVED_EDITED
        changes.append(ClauseChange(kind, ours, theirs, group.sure))
    return changes


# ---- What was settled by hand, and alignments over several editions


@dataclass(frozen=True, slots=True)
class _SettledFile:
    """``alignment.toml``: which edition it is for, the one before it, and what was settled."""

    edition: EditionName
    before: EditionName
    settle: tuple[Settled, ...] = ()


def load_settled(path: Path, old: Rulebook, new: Rulebook) -> tuple[Settled, ...]:
    """Return the changes that a person settled in the file at ``path``, where alignment errs.
    Raises :class:`CorpusError` with all faults, also if it is for other editions."""
    file = load_toml(path, _SettledFile, hint=_SETTLE_HINT)
    faults = []
    # Numbers of other editions than those compared would mislead.
    for key, stated, book in (("before", file.before, old), ("edition", file.edition, new)):
        if stated != (name := book.game.edition.name):
            what = Message("{key} is {value}", key=key, value=stated)
            instead = Message('write {key} = "{name}"', key=key, name=name)
            faults.append(Fault(line_of_key(path, key), what, instead))
    seen: set[tuple[str, str]] = set()
    for at, entry in enumerate(file.settle):
        line = line_of_key(path, "settle", at)
        if min(len(entry.old), len(entry.new)) > 1 or not (entry.old or entry.new):
            faults.append(Fault(line, "no change", "name one clause, on one side at least"))
        sides = [("old", old, number) for number in entry.old]
        for side, book, number in (*sides, *(("new", new, number) for number in entry.new)):
            if number not in book.by_number:
                near = " or ".join(get_close_matches(number, book.by_number, n=2))
                values = {"side": side, "name": book.game.edition.name, "number": number}
                what = Message("{side}: {name} has no clause {number}", **values)
                there = Message("write {there}", there=near) if near else "write one that exists"
                faults.append(Fault(line, what, there))
            if (side, number) in seen:
                what = Message("{side}: {number} is in two changes", side=side, number=number)
                faults.append(Fault(line, what, "remove one of them"))
            seen.add((side, number))
    if faults:
        raise CorpusError(path, faults=faults, hint=_SETTLE_HINT)
    return file.settle


@stored
def align_editions(corpus: Corpus, old: Game, new: Game) -> Alignment:
    """Return the alignment of two editions, computed once: as a person settled it, else by steps
    through editions between, as small changes match better. If ``old`` is newer, it is mirrored."""
    if _settled(corpus, new, old) is not None:
        return align_editions(corpus, new, old).mirrored()
    editions = corpus.editions(old)
    places = [at for at, each in enumerate(editions) if each.key in (old.key, new.key)]
    editions = editions[places[0] : places[-1] + 1] if old.id == new.id else ()
    if len(editions) > 1 and editions[0].key == new.key:
        return align_editions(corpus, new, old).mirrored()
    books, by_hand = (corpus.read(old), corpus.read(new)), _settled(corpus, old, new)
    if len(editions) <= _TWO_IN_A_ROW or by_hand is not None:
        return align(*books, by_hand or ())
    steps = [align_editions(corpus, *step) for step in pairwise(editions)]
    return align_over(*books, steps, [_settled(corpus, *step) or () for step in pairwise(editions)])


def _settled(corpus: Corpus, old: Game, new: Game) -> tuple[Settled, ...] | None:
    """Return what a person settled from ``old`` to ``new``, which alignment takes as given, else
    None. The file is next to the edition that was added later, which may be the older one."""
    for game in (new, old) if old.id == new.id else ():
        path = game.edition.path.with_name(SETTLEMENT_FILE)
        if path.exists():
            file = load_toml(path, _SettledFile, hint=_SETTLE_HINT)
            if (file.before, file.edition) == (old.edition.name, new.edition.name):
                return load_settled(path, corpus.read(old), corpus.read(new))
    return None


def align_over(
    old: Rulebook, new: Rulebook, steps: Sequence[Alignment], by_hand: Sequence[Sequence[Settled]]
) -> Alignment:
    """Return the alignment of two editions, combined from ``steps`` through the editions between
    them, which match more safely, and from what was settled ``by_hand`` in each. Others are
    aligned directly, as a rule may go and come back. Changes over unsure steps are unsure."""
    forwards = _reach(steps, steps[0].by_old)
    backwards = _inverted(forwards)
    settled = []
    # Where several became several, the alignment of the two editions decides.
    for number, found in forwards.items():
        origins = list(dict.fromkeys(old for new in found for old in backwards[new]))
        is_merge = len(found) == 1 and all(forwards[old] == found for old in origins)
        if origins == [number] or (is_merge and number == origins[0]):
            settled.append(Settled("", tuple(origins), tuple(found)))
    # What a person settled as gone or new in one step stays so, unless other steps pair it.
    for at, entries in enumerate(by_hand):
        # Each entry has the numbers of its step, not those of the two editions.
        before = _inverted(_reach(steps[:at], steps[0].by_old))
        after = _reach(steps[at + 1 :], steps[at].by_new)
        for entry in entries:
            if not entry.new:
                olds = dict.fromkeys(old for each in entry.old for old in before.get(each, ()))
                settled += (Settled("", old=(old,)) for old in olds if not forwards.get(old))
            elif not entry.old:
                news = dict.fromkeys(new for each in entry.new for new in after.get(each, ()))
                settled += (Settled("", new=(new,)) for new in news if not backwards.get(new))
    doubtful = {change for step in steps for change in step.changes if not change.sure}
    alignment = align(old, new, settled)
    if not doubtful:
        return alignment
    return collect([_with_doubt(change, steps, doubtful) for change in alignment.changes])


def _reach(steps: Sequence[Alignment], numbers: Iterable[str]) -> Reach:
    """Return what each of ``numbers`` became after all ``steps``, between editions far apart."""
    reach: Reach = {number: (number,) for number in numbers}
    for step in steps:
        reach = {
            number: tuple(dict.fromkeys(new for old in found for new in step.by_old[old].new))
            for number, found in reach.items()
        }
    return reach


def _inverted(reach: Reach) -> Reach:
    """Return ``reach`` in the other direction: the old numbers that each new one came from, since
    several with one new number were merged, and a new number without any is an addition."""
    return grouped((other, number) for number, others in reach.items() for other in others)


def _with_doubt(
    change: ClauseChange, steps: Sequence[Alignment], doubtful: set[ClauseChange]
) -> ClauseChange:
    """Return ``change``, unsure if it runs over an unsure change in one of ``steps``."""
    numbers = set(change.old)
    for step in steps:
        passed = {step.by_old[number] for number in numbers if number in step.by_old}
        if passed & doubtful:
            return replace(change, sure=False)
        numbers = {new for each in passed for new in each.new}
    return change


@dataclass(frozen=True, slots=True)
class TracedEdition:
    """A clause in one edition: its numbers there, if any, and its changes since the one before."""

    game: Game
    numbers: tuple[str, ...]
    changes: tuple[ClauseChange, ...]


def trace(corpus: Corpus, game: Game, number: str) -> tuple[TracedEdition, ...]:
    """Return a clause's history: for each edition its numbers and changes from the one before."""
    editions = corpus.editions(game)
    steps = [align_editions(corpus, old, new) for old, new in pairwise(editions)]
    here = next(at for at, edition in enumerate(editions) if edition.key == game.key)
    back = [step.mirrored() for step in reversed(steps[:here])]
    ways = [back[: here - at] if at < here else steps[here:at] for at in range(len(editions))]
    numbers = [tuple(_reach(way, [number])[number]) for way in ways]
    changes: list[tuple[ClauseChange, ...]] = [()]
    for step, (before, after) in zip(steps, pairwise(numbers), strict=True):
        found = [*(step.by_old[each] for each in before), *(step.by_new[each] for each in after)]
        changes.append(tuple(dict.fromkeys(found)))
    return tuple(map(TracedEdition, editions, numbers, changes))
