"""A document read as an edition of a known game: with the layout and the repairs that fit it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from rulebook.clauses.game import Edition, Game, Layout, Repair
from rulebook.clauses.lines import split_lines
from rulebook.clauses.model import Rulebook
from rulebook.clauses.reader import read_rules
from rulebook.editions.alignment import Settled, align
from rulebook.editions.carrying import EditionPair
from rulebook.editions.changes import Alignment
from rulebook.records import replace


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
