"""Rulings from Python, ``rules.rulings``: found, checked, and linked to their clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.data import own_rulings
from rulebook.errors import CorpusError, RulebookError, UnknownRuling, require_text
from rulebook.messages import Message
from rulebook.records import dataclass, replace
from rulebook.rulings.model import Ruling, Rulings, RulingSource, Suggestion, SuggestionConfidence
from rulebook.rulings.shelf import FOLDER, RulingShelf
from rulebook.search.asking import ruling_search
from rulebook.search.question import read_question, subject_tokens
from rulebook.text.display import visible

if TYPE_CHECKING:
    from rulebook.cache.store import CachedFolder
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.rulings.checking import RulingFinding
    from rulebook.rulings.citing import CheckedCitation, CitationChecker, RewrittenText
    from rulebook.rulings.csv_import import ImportedRulings
    from rulebook.search.asking.answers import Answers
    from rulebook.search.tables.search_tables import SearchTables

_READ = 10  # answers to the words of a ruling that are considered
_SUGGESTED = 3  # clauses for a ruling
_CARDS = 0.25  # the weight of a clause found by card texts; by question or answer, it is 1
_HIGH = 3  # a clause among the first three for both question and answer is likely


@dataclass(frozen=True, slots=True)
class RulingReport:
    """What is wrong in the rulings of a game; ``faults`` are files that could not be read."""

    game: Game
    count: int
    findings: tuple[RulingFinding, ...]
    faults: tuple[CorpusError, ...]


class CorpusRulings:
    """All rulings of a corpus, and of the user's own files."""

    def __init__(
        self, corpus: Corpus, paths: Sequence[Path], tables: Callable[[], SearchTables]
    ) -> None:
        """``paths`` are the user's ruling files. ``tables`` opens the search tables; it is called
        only when clauses are suggested, as opening them takes time."""
        self._corpus = corpus
        self._tables = tables
        self.shelf = RulingShelf(corpus, paths)

    def of(self, game: str) -> Rulings:
        """Return the rulings of a game, the newest first; a warning names each file left out."""
        return self.shelf.warned(self._corpus.game(game))

    def warned_shelf(self) -> RulingShelf:
        """Return the rulings of all games, for the website, and warn of each faulty file, which is
        left out: without a warning, nobody would know that the site lacks rulings."""
        for game in self._games(None):
            self.shelf.warned(game)
        return self.shelf

    def all(self, game: str | None = None) -> Iterator[Ruling]:
        """Yield the rulings of one game, or of all games, the newest first, to list or review."""
        for each in self._games(game):
            yield from self.shelf.warned(each).all

    def _games(self, game: str | None) -> list[Game]:
        """Return ``game`` alone, or all games if it is None, since most methods take both."""
        return [self._corpus.game(game)] if game else list(self._corpus.games.values())

    def find(self, id: str, game: str | None = None) -> Ruling:
        """Return the ruling with the id ``id``, in ``game`` or, if None, in any game. Raises
        :class:`UnknownRuling` with similar ids, of the first 10,000, since comparing is slow."""
        require_text("the id of a ruling", id)
        ids: list[str] = []
        for each in self._games(game):
            rulings = self.shelf.warned(each)
            if found := rulings.by_id.get(id):
                return found
            ids += rulings.by_id
        from difflib import get_close_matches

        raise UnknownRuling(id, get_close_matches(id, ids[:10_000], n=3))

    def at(self, game: str, number: str) -> tuple[Ruling, ...]:
        """Return the rulings that rest on the clause ``number`` of ``game``, to be shown with it,
        suggested ones last. Raises :class:`InvalidNumber` or :class:`UnknownClause`."""
        found = self._corpus.game(game)
        from rulebook.clauses.lookup import place_named

        clause = place_named(self._corpus.read(found), number).clause.number
        return tuple(self.shelf.warned(found).by_clause.get(clause, ()))

    def check(self, game: str) -> RulingReport:
        """Return what is wrong or out of date in a game's rulings and files, for their authors."""
        from rulebook.rulings.checking import check_rulings

        found = self._corpus.game(game)
        rulings = self.shelf.of(found)
        findings = tuple(check_rulings(rulings, self.shelf.routes(found)))
        return RulingReport(found, len(rulings.all), findings, rulings.faults)

    def search(self, query: str, game: str | None = None, *, limit: int = 10) -> tuple[Ruling, ...]:
        """Return the rulings of one or every game that have the words of ``query``, best first."""
        tokens = subject_tokens(read_question(query).text)
        found = [
            (each.score, rulings[each.place])
            for about in self._games(game)
            if (rulings := self.shelf.warned(about).all)
            for each in self._corpus.once(self._search_of_all, about).find(tokens)[:limit]
        ]
        found.sort(key=lambda each: -each[0])
        return tuple(ruling for _, ruling in found[:limit])

    def _search_of_all(self, game: Game) -> ruling_search.RulingSearch:
        """Return a search of all rulings of ``game``, also of old ones, which may be wanted."""
        return ruling_search.build_ruling_search(self.shelf.warned(game), in_force=False)

    def answering(self, answers: Answers) -> tuple[Ruling, ...]:
        """Return the rulings in force that answer the question of ``answers``, best first. To
        exclude chance matches, each must share many words and rest on one of the first answers."""
        best = answers.found[: ruling_search.FIRST_ANSWERS]
        games = {found.game.key: found.game for found in best}
        numbers = {key: {f.clause.number for f in best if f.game.key == key} for key in games}
        tokens = subject_tokens(answers.question.text)
        chosen = [
            (each.score, game, each.place)
            for key, game in games.items()
            for each in self._corpus.once(self._search_in_force, game).answering(
                tokens, numbers[key]
            )
        ]
        chosen.sort(key=lambda each: -each[0])
        # A place out of range, from a damaged cache, is ignored.
        shown = ((game, place) for _, game, place in chosen[: ruling_search.MAX_RULINGS])
        return tuple(ruling for each in shown for ruling in self.shelf.at(*each))

    def _search_in_force(self, game: Game) -> ruling_search.RulingSearch:
        """Return the rulings in force of ``game``: from the cache, or built now for a game that the
        cache leaves out, such as an older edition. Warn if some could not be read."""
        if self.shelf.is_cached(game):
            load = ruling_search.load_in_force
            found = self._in_force().read(lambda place: load(place / f"{game.id}.json"))
        else:
            found = ruling_search.build_ruling_search(self.shelf.of(game), in_force=True)
        if not found.is_whole:
            self.shelf.warned(game)
        return found

    def _in_force(self) -> CachedFolder:
        """Return the cache folder of rulings in force of all games: one file may be on several."""
        fill = partial(ruling_search.save_in_force, self._games(None), self.shelf)
        return self.shelf.folder("rulingsearch", fill)

    def fill(self) -> None:
        """Build what the cache lacks for all rulings: the wheel ships it, so no question waits."""
        self.shelf.fill()
        self._in_force().path()

    def suggest(self, ruling: Ruling) -> tuple[Suggestion, ...]:
        """Return the current numbers of the clauses that ``ruling`` may rest on, to be accepted:
        those that its answer cites (sure), else the best three by the words of question, answer and
        cards, likely if among the first three for both question and answer, else unsure."""
        game = self._corpus.game(ruling.game)
        current_number = self.shelf.routes(game).number_in
        found = self.shelf.routes(game).cited(ruling.answer)
        cited = (current_number(ruling.edition, each.number) for each in found)
        if sure := dict.fromkeys(filter(None, cited)):
            return tuple(Suggestion(number, SuggestionConfidence.SURE) for number in sure)
        from rulebook.search.asking.answers import answer

        tables = self._tables()
        asked, ruled = (
            [each.clause.number for each in answer(tables, words, game, limit=_READ).found]
            for words in (ruling.question, ruling.answer)
        )
        by_cards: dict[str, None] = {}
        for card in ruling.cards:
            if "【" in card or "。" in card:  # others are only names, without a text to read
                from rulebook.cards.annotating.annotator import open_annotator

                links = open_annotator(self._corpus, game).annotate(card).links
                by_cards |= dict.fromkeys(number for link in links for number in link.clauses)
        worth: defaultdict[str, float] = defaultdict(float)
        for numbers, voice in ((asked, 1.0), (ruled, 1.0), (by_cards, _CARDS)):
            for rank, number in enumerate(numbers):
                worth[number] += voice / (rank + 1)
        best = sorted(worth, key=lambda number: (-worth[number], number))[:_SUGGESTED]
        high = set(asked[:_HIGH]) & set(ruled[:_HIGH])
        likely, unsure = SuggestionConfidence.LIKELY, SuggestionConfidence.UNSURE
        return tuple(Suggestion(number, likely if number in high else unsure) for number in best)

    def with_suggestions(self, ruling: Ruling) -> Ruling:
        """Return ``ruling``, with clauses suggested for a person to accept if it names none."""
        return ruling if ruling.numbers else replace(ruling, suggested=self.suggest(ruling))

    def load_table(
        self,
        table: Path | str,
        game: str,
        *,
        source: str = "",
        address: str = "",
        columns: Mapping[str, str] | None = None,
        encoding: str = "utf-8-sig",
    ) -> ImportedRulings:
        """Return the rulings in ``table`` (CSV) to import, and the rejected rows to correct.
        ``columns`` maps a field, one of ``RULING_FIELDS``, to its column if its name cannot be
        guessed. Raises :class:`DocumentError` for a file that is not such a table."""
        from rulebook.rulings.csv_import import import_csv, table_text
        from rulebook.rulings.ruling_files import source_named_after

        path = Path(table)
        own = source_named_after(path).name
        named = RulingSource(visible(source) if source else own, visible(address))
        book = self._corpus.read(self._corpus.game(game))
        return import_csv(table_text(path, encoding), path, book, named, columns or {})

    def own_file(self, name: str, game: str | None = None) -> Path:
        """Return the path at which ``rulings import`` writes the rulings of the table ``name``: in
        the user's data folder, which an update of the package does not replace. A user's own corpus
        is read without that folder, so its rulings are written to the folder of ``game``."""
        folder = self._corpus.game(game).folder / FOLDER if game else own_rulings()
        return folder / f"{name}.jsonl"

    def write(self, rulings: Iterable[Ruling], place: Path, *, create: bool = False) -> None:
        """Write ``rulings`` as JSON Lines into the file ``place``, in one step, so it is never half
        written. With ``create``, raises :class:`ChangedMeanwhile` instead of overwriting a file."""
        from rulebook.replacing import ABSENT, replace_file, state
        from rulebook.rulings.ruling_files import write_row

        read = ABSENT if create else state(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, "".join(map(write_row, rulings)), read)

    def accept(self, ruling: Ruling, clauses: Sequence[str]) -> None:
        """Write into the file of ``ruling`` on which clauses it rests, perhaps none, to end its
        review. Raises :class:`UnknownClause`, :class:`InvalidNumber`, :class:`CorpusError`."""
        from rulebook.clauses.lookup import place_named
        from rulebook.rulings.ruling_files import write_decision

        book = self._corpus.read(self._corpus.game(ruling.game))
        numbers = dict.fromkeys(place_named(book, each).clause.number for each in clauses)
        write_decision(ruling, list(numbers), book.game.edition.name)

    def cite(
        self, text: str, game: str | None = None, *, form: str = "text"
    ) -> list[CheckedCitation]:
        """Return the clause numbers in ``text``, each checked, so outdated ones are found. A number
        that names no game belongs to ``game``, else to the only game named. ``form`` is ``text``,
        ``markdown`` or ``html``; spans count code points."""
        require_text("what cites clauses", text)
        about = self._corpus.game(game) if game else None
        return self._checker.check(text, about, is_markup=form == "html")

    def upgrade(
        self, text: str, to: str, *, since: str | None = None, form: str = "text"
    ) -> RewrittenText:
        """Return ``text`` with its clause numbers of one game rewritten to the edition ``to``
        (``ws@1.111``), in which clauses may have moved. Numbers that name no edition are read as of
        ``since``, else of the edition before. Raises :class:`UnknownEdition`."""
        from rulebook.rulings.citing import upgrade_citations

        require_text("what cites clauses", text)
        target = self._corpus.game(to)
        routes, editions = self.shelf.routes(target), self._corpus.editions(target)
        at = [each.key for each in editions].index(target.key)
        before = self._corpus.game(f"{target.id}@{since}") if since else editions[max(0, at - 1)]
        found = self._checker.of_game(text, before, is_markup=form == "html")
        return upgrade_citations(text, found, routes, before.edition.name)

    def link(
        self, text: str, base: str, *, game: str | None = None, form: str = "text"
    ) -> RewrittenText:
        """Return ``text`` with citations as links to the pages of their clauses on the website at
        ``base``, for readers to look up. ``game`` and ``form`` are as for :meth:`cite`; wrong
        citations stay as they are. Raises :class:`RulebookError` for another ``form``."""
        from rulebook.rulings.citing import LINKS, link_citations

        if form not in LINKS:
            hint = Message("Forms: {forms}", forms=", ".join(LINKS))
            raise RulebookError("there is no form {form!r}", form=form, hint=hint)
        return link_citations(text, self.cite(text, game, form=form), base, form)

    @property
    def _checker(self) -> CitationChecker:
        """The checker of citations, made once: it stores the texts and editions it has compared."""
        from rulebook.rulings.citing import CitationChecker

        return self._corpus.once(CitationChecker, self._corpus, self.shelf.routes)
