"""A document read as an edition of a known game: with the layout and the repairs that fit it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from rulebook.clauses.game import Edition, Game, Layout, Repair
from rulebook.clauses.lines import Line, split_lines
from rulebook.clauses.model import Rulebook
from rulebook.clauses.reader import read_rules
from rulebook.editions.alignment import Settled, align
from rulebook.editions.changes import Alignment
from rulebook.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class ReadEdition:
    """A document read as an edition of a game, and what became of the clauses of another one.

    ``alignment`` leads from ``base`` to ``book``; ``lost_repairs`` are those of ``base`` that fit
    no line of this document.
    """

    base: Rulebook
    book: Rulebook
    alignment: Alignment
    lost_repairs: tuple[Repair, ...]

    @property
    def similarity(self) -> float:
        """Return which part of the clauses of the shorter edition has a partner in the other."""
        paired = sum(bool(change.old and change.new) for change in self.alignment.changes)
        return paired / max(1, min(len(self.base.clauses), len(self.book.clauses)))

    @property
    def found(self) -> int:
        """The number of clauses of ``base`` that the document still has."""
        return len({old for change in self.alignment.changes if change.new for old in change.old})


def read_as_edition(book: Rulebook, base: Rulebook, *, is_older: bool = False) -> ReadEdition:
    """Return ``book``, a document read with a layout that was guessed, as an edition like ``base``.

    Of the guessed layout and that of ``base`` the one is taken with which more clauses say what
    they said.  ``is_older`` says that ``book`` came before ``base``.
    """
    source = "\n".join(book.source)
    repairs, lost = _fitting(base.game.edition.repairs, split_lines(source))
    layouts = dict.fromkeys((book.game.edition.layout, base.game.edition.layout))
    books = [read_rules(source, _game_at(base.game, source, each, repairs)) for each in layouts]
    wordings = Counter(clause.wording for clause in base.clauses)
    best = max(books, key=lambda each: _unchanged(each, wordings))
    alignment = _aligned(base, best, is_older)
    moved = tuple(_renumbered(repair, alignment) for repair in repairs)
    if moved != repairs:
        # Read once more where a repair names a clause that has moved.
        layout = best.game.edition.layout
        best = read_rules(source, _game_at(base.game, source, layout, moved))
        alignment = _aligned(base, best, is_older)
    return ReadEdition(base, best, alignment, lost)


def settle(read: ReadEdition, settled: Sequence[Settled], *, is_older: bool) -> ReadEdition:
    """Return ``read`` aligned again with what was settled by hand."""
    return replace(read, alignment=_aligned(read.base, read.book, is_older, settled))


def _unchanged(book: Rulebook, wordings: Counter[str]) -> int:
    """Return how many clauses of ``book`` have one of ``wordings``, as often as it is there."""
    return (Counter(clause.wording for clause in book.clauses) & wordings).total()


def _aligned(
    base: Rulebook, book: Rulebook, is_older: bool, settled: Sequence[Settled] = ()
) -> Alignment:
    """Return what became of the clauses of ``base``; what was settled leads to the newer one."""
    if is_older:
        return align(book, base, settled).mirrored()
    return align(base, book, settled)


def _game_at(game: Game, source: str, layout: Layout, repairs: tuple[Repair, ...]) -> Game:
    digest = hashlib.sha256(source.encode()).hexdigest()
    edition = Edition(
        name=digest[:8],
        version=None,
        effective=None,
        sha256=digest,
        layout=layout,
        repairs=repairs,
        path=game.edition.path,
        lost_icons=game.edition.lost_icons,
    )
    return replace(game, edition=edition)


def _fitting(
    repairs: Sequence[Repair], lines: Sequence[Line]
) -> tuple[tuple[Repair, ...], tuple[Repair, ...]]:
    """Return the repairs with the line that begins as they say, and those that fit none.

    Of several lines the nearest is taken.
    """
    fitting, lost = [], []
    for repair in repairs:
        places = [line.number for line in lines if line.text.startswith(repair.starts)]
        if places:
            line = min(places, key=lambda place: abs(place - repair.line))
            fitting.append(replace(repair, line=line))
        else:
            lost.append(repair)
    return tuple(fitting), tuple(lost)


def _renumbered(repair: Repair, alignment: Alignment) -> Repair:
    """Return ``repair`` with the clause that it names as it is called now."""
    change = alignment.by_old.get(repair.to or "")
    return replace(repair, to=change.new[0]) if change and change.new else repair
