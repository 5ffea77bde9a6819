"""Editions: compared, traced, taken in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.api.base import RulesBase

if TYPE_CHECKING:
    from datetime import date

    from rulebook.api.rulings import RulingReport
    from rulebook.editions.adding import AddedEdition, NewGame
    from rulebook.editions.changes import ChangeKind
    from rulebook.editions.comparison import EditionComparison
    from rulebook.editions.tracing import TracedEdition


class EditionMethods(RulesBase):
    """What changed, and what was it before?"""

    def diff(self, old: Path | str, new: Path | str) -> EditionComparison:
        """Return two editions side by side, every clause of both in exactly one change.

        Each is a game (``ws``, ``ws@1.109``) or the path of a rule document.
        """
        from rulebook.editions.comparison import compare

        return compare(self.corpus, old, new)

    def diff_html(
        self, comparison: EditionComparison, kinds: Sequence[ChangeKind] = (), base: str = ""
    ) -> str:
        """Return the changes as a page of HTML, escaped, that needs no other file.

        Only changes of these ``kinds``, or without any all but those of clauses that stayed.
        Clause numbers link to the site at the address ``base``, if one is given.
        """
        from rulebook.website.diff_page import render_diff

        return render_diff(comparison, kinds, base)

    def trace(self, name: str, number: str) -> tuple[TracedEdition, ...]:
        """Return a clause of ``name`` (``ws@1.109``) at every edition of its game, oldest first."""
        from rulebook.editions.tracing import trace

        game = self.game(name)
        return trace(self.corpus, game, self.clause(game.key, number).place.clause.number)

    def add_edition(
        self,
        name: str,
        document: Path | str,
        *,
        into: Path | str | None = None,
        version: str | None = None,
        effective: date | None = None,
        not_current: bool = False,
        force_smaller: bool = False,
        settlement: Path | str | None = None,
        new_game: NewGame | None = None,
    ) -> AddedEdition:
        """Take ``document`` in as an edition of the game ``name``, and carry its tables to it.

        ``into`` is a corpus of one's own, which is made where there is none; else the edition
        goes into the corpus that is open, or into the user's data folder beside what ships.
        ``version`` and ``effective`` override what the document states; ``settlement`` is a file of
        alignments settled by hand; with ``new_game``, a game is made where there is none.
        A document that has fewer than 60 in 100 of the current clauses is refused without
        ``force_smaller``, one that is older without ``not_current``.

        Open the rules anew to see it.  Raises :class:`EditionError`, :class:`DocumentError`,
        :class:`UnknownGame` or :class:`CorpusError`; nothing is written then.
        """
        from rulebook.api.edition_tables import numbered_tables, prove
        from rulebook.editions.adding import Home, Request, add_edition
        from rulebook.editions.planning import EditionOptions

        settled = Path(settlement) if settlement else None
        options = EditionOptions(version, effective, not_current, force_smaller)
        request = Request(name, str(document), options, settled, new_game)
        place = Path(into or self._own or self.corpus.folder)
        home = Home(place, into is None and self._own is not None)
        return add_edition(self.corpus, home, request, numbered_tables(), prove)

    def rulings_after(self, added: AddedEdition) -> RulingReport:
        """Return what is to be looked at in the rulings of a game, now that ``added`` is there."""
        from rulebook.api.rules import open_rules  # which is made of this class

        folder = None if added.folder == self._own else added.folder
        anew = open_rules(folder, cache=self.corpus.cache, rulings=self._ruling_paths)
        return anew.rulings.check(added.game.id)
