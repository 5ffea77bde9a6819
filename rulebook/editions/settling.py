"""What was settled by hand: ``alignment.toml``, next to one of two editions.

::

    edition = "1.111"
    before = "1.109"

    [[settle]]
    old = ["4.10.1"]
    new = ["4.12.1"]
    why = "..."

Without ``new`` a clause is gone, without ``old`` it is new.  Several on one side are a split or
a merge.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.editions.alignment import Settled, align
from rulebook.editions.chaining import align_over
from rulebook.editions.changes import Alignment
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import dataclass
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
    """Return what the file at ``path`` settles between the two editions.

    Raises :class:`CorpusError` with everything that is wrong in it.
    """
    file = load_toml(path, _SettledFile, hint=_HINT)
    faults = [*_wrong_editions(path, file, old, new), *_wrong_numbers(path, file, old, new)]
    if faults:
        raise CorpusError(path, faults=faults, hint=_HINT)
    return tuple(Settled(entry.old, entry.new) for entry in file.settle)


def _wrong_editions(
    path: Path, file: _SettledFile, old: Rulebook, new: Rulebook
) -> Iterator[Fault]:
    """Yield a fault for each edition in the file that is not compared: its numbers would be
    wrong."""
    for key, stated, book in (("before", file.before, old), ("edition", file.edition, new)):
        name = book.game.edition.name
        if stated != name:
            what = Message("{key} is {value}", key=key, value=stated)
            instead = Message('write {key} = "{name}"', key=key, name=name)
            yield Fault(line_of_key(path, key), what, instead)


def _wrong_numbers(path: Path, file: _SettledFile, old: Rulebook, new: Rulebook) -> Iterator[Fault]:
    """Yield a fault for each entry that is no change, or has a missing or repeated clause. All are
    reported at once, so that the author corrects the file in one go."""
    seen: set[tuple[str, str]] = set()
    for at, entry in enumerate(file.settle):
        line = line_of_key(path, "settle", at)
        if min(len(entry.old), len(entry.new)) > 1 or not (entry.old or entry.new):
            yield Fault(line, "no change", "name one clause, on one side at least")
        for side, numbers, book in (("old", entry.old, old), ("new", entry.new, new)):
            for number in numbers:
                if number not in book.by_number:
                    near = " or ".join(get_close_matches(number, book.by_number, n=2))
                    what = Message(
                        "{side}: {name} has no clause {number}",
                        side=side,
                        name=book.game.edition.name,
                        number=number,
                    )
                    yield Fault(
                        line,
                        what,
                        Message("write {there}", there=near) if near else "write one that exists",
                    )
                if (side, number) in seen:
                    yield Fault(
                        line,
                        Message("{side}: {number} is in two changes", side=side, number=number),
                        "leave one out",
                    )
                seen.add((side, number))


def align_editions(corpus: Corpus, old: Game, new: Game) -> Alignment:
    """Return the alignment of two editions of one corpus, made once for it.

    What was settled by hand, in either direction, is read from the corpus. Editions between the two
    are aligned step by step. Raises :class:`CorpusError` where a settlement file is malformed.
    """
    return corpus.once(_align, corpus, old, new)


def _align(corpus: Corpus, old: Game, new: Game) -> Alignment:
    """Return the alignment by what was settled, over the editions in between, or directly. Small
    steps are surer, and both directions must give the same pairs."""
    if _settlement_path(new, old):
        return align_editions(corpus, new, old).mirrored()
    editions = _editions_between(corpus, old, new)
    if len(editions) > 1 and editions[0].key == new.key:
        return align_editions(corpus, new, old).mirrored()
    books = corpus.read(old), corpus.read(new)
    if len(editions) <= _TWO_IN_A_ROW or _settlement_path(old, new):
        return align(*books, _settled(corpus, old, new))
    steps = [align_editions(corpus, *step) for step in pairwise(editions)]
    return align_over(*books, steps, [_settled(corpus, *step) for step in pairwise(editions)])


def _editions_between(corpus: Corpus, old: Game, new: Game) -> tuple[Game, ...]:
    """Return the editions from the earlier of the two to the later, both too; none for two
    games."""
    editions = corpus.editions(old)
    places = [at for at, each in enumerate(editions) if each.key in (old.key, new.key)]
    return editions[places[0] : places[-1] + 1] if old.id == new.id else ()


def _settled(corpus: Corpus, old: Game, new: Game) -> tuple[Settled, ...]:
    """Return the changes between two editions that a person settled; none without a file."""
    path = _settlement_path(old, new)
    return load_settled(path, corpus.read(old), corpus.read(new)) if path else ()


def _settlement_path(old: Game, new: Game) -> Path | None:
    """Return the file settled between ``old`` and ``new``, next to the one added later, if any."""
    if old.id != new.id:
        return None
    for game in (new, old):
        path = game.edition.path.with_name(SETTLEMENT_FILE)
        if path.exists():
            file = load_toml(path, _SettledFile, hint=_HINT)
            if (file.before, file.edition) == (old.edition.name, new.edition.name):
                return path
    return None
