"""What was settled by hand: ``alignment.toml``, next to one of two editions. In its entries, a
clause without ``new`` is gone, one without ``old`` is new; several on one side are a split or a
merge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path

from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.editions.alignment import Settled, align
from rulebook.editions.changes import Alignment, ClauseChange, collect
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import dataclass, replace
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Reason
from rulebook.toml_files.loader import line_of_key, load_toml

SETTLEMENT_FILE = "alignment.toml"
_HINT = "See CONTRIBUTING.md, “Settle an alignment”."
_TWO_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class _SettledEntry:
    """A change, and the reason for settling it by hand."""

    why: Reason
    old: tuple[ClauseNumber, ...] = ()
    new: tuple[ClauseNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class _SettledFile:
    """``alignment.toml``: which edition it is for, the one before it, and what was settled."""

    edition: EditionName
    before: EditionName
    settle: tuple[_SettledEntry, ...] = ()


def load_settled(path: Path, old: Rulebook, new: Rulebook) -> tuple[Settled, ...]:
    """Return the changes that the file at ``path`` settles, to correct the automatic alignment.
    Raises :class:`CorpusError` with all faults, also if it is for other editions."""
    file = load_toml(path, _SettledFile, hint=_HINT)
    faults = []
    # Numbers of other editions than those compared would mislead.
    for key, stated, book in (("before", file.before, old), ("edition", file.edition, new)):
        if stated != (name := book.game.edition.name):
            what = Message("{key} is {value}", key=key, value=stated)
            instead = Message('write {key} = "{name}"', key=key, name=name)
            faults.append(Fault(line_of_key(path, key), what, instead))
    if faults := [*faults, *_wrong_numbers(path, file, old, new)]:
        raise CorpusError(path, faults=faults, hint=_HINT)
    return tuple(Settled(entry.old, entry.new) for entry in file.settle)


def _wrong_numbers(path: Path, file: _SettledFile, old: Rulebook, new: Rulebook) -> Iterator[Fault]:
    """Yield a fault for each entry that is no change, or has a missing or repeated clause."""
    seen: set[tuple[str, str]] = set()
    for at, entry in enumerate(file.settle):
        line = line_of_key(path, "settle", at)
        if min(len(entry.old), len(entry.new)) > 1 or not (entry.old or entry.new):
            yield Fault(line, "no change", "name one clause, on one side at least")
        for side, numbers, book in (("old", entry.old, old), ("new", entry.new, new)):
            for number in numbers:
                if number not in book.by_number:
                    near = " or ".join(get_close_matches(number, book.by_number, n=2))
                    values = {"side": side, "name": book.game.edition.name, "number": number}
                    what = Message("{side}: {name} has no clause {number}", **values)
                    instead = (
                        Message("write {there}", there=near) if near else "write one that exists"
                    )
                    yield Fault(line, what, instead)
                if (side, number) in seen:
                    what = Message("{side}: {number} is in two changes", side=side, number=number)
                    yield Fault(line, what, "remove one of them")
                seen.add((side, number))


@stored
def align_editions(corpus: Corpus, old: Game, new: Game) -> Alignment:
    """Return the alignment of two editions, computed once, with the changes that people settled. A
    pair given newer first, or settled the other way round, is aligned in that direction and
    mirrored. Editions of one game in between are aligned stepwise: small changes match better."""
    if _settlement_path(new, old):
        return align_editions(corpus, new, old).mirrored()
    editions = corpus.editions(old)
    places = [at for at, each in enumerate(editions) if each.key in (old.key, new.key)]
    editions = editions[places[0] : places[-1] + 1] if old.id == new.id else ()
    if len(editions) > 1 and editions[0].key == new.key:
        return align_editions(corpus, new, old).mirrored()
    books = corpus.read(old), corpus.read(new)
    if len(editions) <= _TWO_IN_A_ROW or _settlement_path(old, new):
        return align(*books, _settled(corpus, old, new))
    steps = [align_editions(corpus, *step) for step in pairwise(editions)]
    return align_over(*books, steps, [_settled(corpus, *step) for step in pairwise(editions)])


def _settled(corpus: Corpus, old: Game, new: Game) -> tuple[Settled, ...]:
    """Return what a person settled between two editions, which alignment takes as given."""
    path = _settlement_path(old, new)
    return load_settled(path, corpus.read(old), corpus.read(new)) if path else ()


def _settlement_path(old: Game, new: Game) -> Path | None:
    """Return the file in which a person settled changes from ``old`` to ``new``, else None. It is
    in the folder of the edition that was added later, which may be the older one."""
    if old.id != new.id:
        return None
    for game in (new, old):
        path = game.edition.path.with_name(SETTLEMENT_FILE)
        if path.exists():
            file = load_toml(path, _SettledFile, hint=_HINT)
            if (file.before, file.edition) == (old.edition.name, new.edition.name):
                return path
    return None


Reach = Mapping[str, Sequence[str]]
"""For each clause of one edition, the clauses that it is in another, in their order."""


def align_over(
    old: Rulebook, new: Rulebook, steps: Sequence[Alignment], by_hand: Sequence[Sequence[Settled]]
) -> Alignment:
    """Return the alignment of two editions, combined from ``steps`` through the editions between
    them, which match more safely, and from what was settled ``by_hand`` in each. What they do not
    pair is aligned directly: a rule may go and come back. Changes over doubtful steps are
    unsure."""
    forwards = _reach(steps, steps[0].by_old)
    backwards = _inverted(forwards)
    settled = []
    # Where several became several, the alignment of the two editions decides.
    for number, found in forwards.items():
        origins = list(dict.fromkeys(old for new in found for old in backwards[new]))
        is_merge = len(found) == 1 and all(forwards[old] == found for old in origins)
        if origins == [number] or (is_merge and number == origins[0]):
            settled.append(Settled(tuple(origins), tuple(found)))
    # What a person settled as gone or new in one step stays so, unless other steps pair it.
    for at, entries in enumerate(by_hand):
        # Each entry has the numbers of its step, not those of the two editions.
        before = _inverted(_reach(steps[:at], steps[0].by_old))
        after = _reach(steps[at + 1 :], steps[at].by_new)
        for entry in entries:
            if not entry.new:
                olds = dict.fromkeys(old for each in entry.old for old in before.get(each, ()))
                settled += (Settled((old,), ()) for old in olds if not forwards.get(old))
            elif not entry.old:
                news = dict.fromkeys(new for each in entry.new for new in after.get(each, ()))
                settled += (Settled((), (new,)) for new in news if not backwards.get(new))
    doubtful = {change for step in steps for change in step.changes if not change.sure}
    alignment = align(old, new, settled)
    if not doubtful:
        return alignment
    return collect([_with_doubt(change, steps, doubtful) for change in alignment.changes])


def _reach(steps: Sequence[Alignment], numbers: Iterable[str]) -> Reach:
    """Return what each of ``numbers`` became after all ``steps``, one edition after another. Small
    steps are safer than comparing editions that are far apart."""
    reach: Reach = {number: (number,) for number in numbers}
    for step in steps:
        reach = {
            number: tuple(dict.fromkeys(new for old in found for new in step.by_old[old].new))
            for number, found in reach.items()
        }
    return reach


def _inverted(reach: Reach) -> Reach:
    """Return ``reach`` in the other direction: the old numbers that became each new number, several
    if they were merged. They show which clauses were merged, and lead back through editions."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for number, others in reach.items():
        for other in others:
            found[other].append(number)
    return dict(found)


def _with_doubt(
    change: ClauseChange, steps: Sequence[Alignment], doubtful: set[ClauseChange]
) -> ClauseChange:
    """Return ``change``, unsure if it is so in any step: the whole is no surer than its parts."""
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
    """Return the history of a clause, which renumbers old citations: for each edition of ``game``,
    its numbers there (none before it came or after it went), its changes since the one before."""
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
