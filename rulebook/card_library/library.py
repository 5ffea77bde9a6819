"""A library of cards, as the Python API gives it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rulebook.card_library.card_files import card_file, check_card_file
from rulebook.card_library.columns import parse_columns
from rulebook.card_library.finding import (
    AlikeCard,
    CardSearch,
    FoundCard,
    GovernedCard,
    alike_cards,
    count_using_cards,
    find_cards,
    named_cards,
    using_cards,
)
from rulebook.card_library.indexing import IndexReport, index_cards
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.lookup import place_named


class CardLibrary:
    """The cards of one game in one SQLite database: what they mean, which clauses govern them."""

    def __init__(self, corpus: Corpus, game: Game, path: Path) -> None:
        self.corpus = corpus
        self.game = game
        self.path = path

    def index(
        self,
        files: Sequence[Path | str],
        *,
        columns: Sequence[str] = (),
        form: str | None = None,
        jobs: int = 1,
        scheduler: str | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> IndexReport:
        """Take in the cards of ``files``; only what changed is read.

        ``columns`` say which column of the files a field is (``text=効果``); ``form`` is how they
        are written (``jsonl``, ``json``, ``csv``, ``tsv``) if their names do not show it;
        ``jobs`` processes read them, or the workers of the Dask ``scheduler``; ``progress`` is
        called with the number of rows read.  Raises :class:`CardLibraryError` before anything is
        touched where a file cannot be read, is not UTF-8, or is a table without these columns; it,
        :class:`WorkerError` or :class:`ClusterError` later, and then keeps what was read before.
        """
        named = parse_columns(columns)
        found = [card_file(Path(each), named, form) for each in files]
        for file in found:
            check_card_file(file)
        return index_cards(
            self.corpus,
            self.game,
            found,
            self.path,
            jobs=jobs,
            scheduler=scheduler,
            progress=progress or (lambda _: None),
        )

    def find(self, query: str, *, limit: int = 50) -> CardSearch:
        """Return the cards that ``query`` asks for, and the SQL that found them.

        Like ``cost:discard(hand) effect:search(deck) -limit:turn``.  Raises :class:`QueryError`
        with the place where the query goes wrong, and :class:`CardLibraryError`.
        """
        return find_cards(self.corpus, self.game, self.path, query, limit=limit)

    def using(self, number: str, *, limit: int = 50) -> Mapping[str, tuple[GovernedCard, ...]]:
        """Return the cards that the clause ``number`` governs, by its role for them.

        A heading stands for all clauses below it.  At most ``limit`` cards of each role.  Raises
        :class:`InvalidNumber`, :class:`UnknownClause` and :class:`CardLibraryError`.
        """
        return using_cards(self.path, self.game, self._numbers(number), limit=limit)

    def count_using(self, number: str) -> Mapping[str, int]:
        """Return the number of cards that the clause ``number`` governs, by its role for them.

        It counts what :meth:`using` returns without a limit, and raises the same errors.
        """
        return count_using_cards(self.path, self.game, self._numbers(number))

    def _numbers(self, number: str) -> list[str]:
        """Return the number of the clause, and of all clauses below it where it is a heading."""
        book = self.corpus.read(self.game)
        clause = place_named(book, number).clause
        if clause.blocks and clause.title is None:
            return [clause.number]
        depth = len(clause.parts)
        return [each.number for each in book.clauses if each.parts[:depth] == clause.parts]

    def alike(self, id: str, *, limit: int = 10) -> tuple[AlikeCard, ...]:
        """Return the cards that mean nearly the same as the card ``id``, the likest first.

        Raises :class:`UnknownCard` where the library has no such card.
        """
        return alike_cards(self.path, self.game, id, limit=limit)

    def named(self, text: str, *, limit: int = 10) -> tuple[FoundCard, ...]:
        """Return the cards whose id is a word of ``text`` or whose name is in it, ids first.

        Raises :class:`CardLibraryError`.
        """
        return named_cards(self.path, self.game, text, limit=limit)
