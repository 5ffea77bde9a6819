"""All rules of a corpus, opened: what bots, deck tools and the command line ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.api.documents import linked_source
from rulebook.api.edition_tables import numbered_tables, prove, read_card_question
from rulebook.clauses.corpus import Corpus, open_corpus
from rulebook.data import data_folder, own_corpus, own_rulings
from rulebook.errors import RulebookError, SiteError, require_text
from rulebook.messages import Message
from rulebook.toml_files.kinds import WebAddress, fits

if TYPE_CHECKING:
    from datetime import date

    from rulebook.api.rulings import CorpusRulings, RulingReport
    from rulebook.card_library.library import CardLibrary
    from rulebook.cards.annotating.annotator import Annotation, Annotator
    from rulebook.cards.reading.card_parser import CardParser
    from rulebook.cards.reading.inspection import Counts, MissingPart
    from rulebook.cards.resolving.resolver import CardResolution
    from rulebook.cards.worker_pools.many_cards import GivenCard
    from rulebook.clauses.game import Game
    from rulebook.clauses.model import Rulebook
    from rulebook.editions.adding import AddedEdition
    from rulebook.editions.alignment import TracedEdition
    from rulebook.editions.changes import ChangeKind
    from rulebook.editions.comparison import EditionComparison
    from rulebook.editions.planning import NewGame
    from rulebook.links.concepts import Concept
    from rulebook.links.model import LinkedRulebook
    from rulebook.links.results import FoundClause, GlossaryEntry, Report
    from rulebook.search.asking.answers import Answers
    from rulebook.search.query import Hit
    from rulebook.search.tables.search_tables import SearchTables


class Rules:
    """The rules of every game, as :func:`open_rules` made them; threads must not share it."""

    def __init__(
        self,
        corpus: Corpus,
        say: Callable[[str], None] | None = None,
        own: Path | None = None,
        rulings: tuple[Path, ...] = (),
    ) -> None:
        """``own`` is the user's corpus if ``corpus`` includes it: new editions are written there,
        not into the package. ``rulings`` are the user's files; ``say`` reports slow work."""
        self.corpus = corpus
        self._ruling_paths = rulings
        self._own = own
        self._say = say

    @property
    def games(self) -> tuple[Game, ...]:
        """Every game at its current edition, by id. Games whose files have faults are left out, so
        that a question without a game can be answered from the others; ``faults`` has them."""
        return tuple(self.corpus.games.values())

    @property
    def faults(self) -> Mapping[str, RulebookError]:
        """The errors of games that cannot be used, by folder; they are shown as warnings."""
        return self.corpus.faults

    def game(self, name: str) -> Game:
        """Return the game that users call ``name`` (``ws``, ``ws@1.109``). Raises
        :class:`UnknownGame` or :class:`UnknownEdition`, which list the known ones."""
        return self.corpus.game(name)

    def editions(self, name: str) -> tuple[Game, ...]:
        """Return the game ``name`` at each edition, oldest first, for lists and completion."""
        return self.corpus.editions(self.game(name))

    def book(self, name: str) -> Rulebook:
        """Return the rulebook of a game without links, for callers that need only its clauses."""
        return self.corpus.read(self.game(name))

    def linked(self, name: str) -> LinkedRulebook:
        """Return the rulebook of a game with its references, terms and findings, for lookups."""
        from rulebook.links.linker import link_game

        return link_game(self.corpus, self.game(name))

    def clause(self, name: str, number: str) -> FoundClause:
        """Return the clause ``number`` of the game ``name`` in its context: headings, children,
        references and citing clauses. Dots or hyphens, full-width digits and a trailing point are
        all understood; ``5.5.1.Ⅵ`` is a step of a clause. Raises :class:`InvalidNumber` if it is
        not a number, and :class:`UnknownClause` with the nearest number that exists."""
        from rulebook.clauses.lookup import place_named
        from rulebook.links.results import in_its_place

        linked = self.linked(name)
        return in_its_place(linked, place_named(linked.book, number))

    def headings(self, name: str, numbers: Iterable[str]) -> dict[str, str]:
        """Return the title, else text, of each clause in ``numbers``, by number, for lists: from
        the search tables (rebuilt if damaged), which are fast. Raises like :meth:`clause`."""
        tables, game, wanted = self.search_tables, self.game(name), [*numbers]

        def heading(number: str) -> str:
            """Return the heading of a clause; other forms of a number (9-2-2) need the document."""
            require_text("a clause number", number)
            clauses = tables.snippets(game).clauses
            known = number if number in clauses else self.clause(name, number).place.clause.number
            return clauses[known].heading

        return tables.retry_rebuilt(lambda: {number: heading(number) for number in wanted})

    @cached_property
    def rulings(self) -> CorpusRulings:
        """The rulings of the corpus and the user's own files, in one object, which stores what it
        has read and warned of. It opens search tables only when it suggests clauses."""
        from rulebook.api.rulings import CorpusRulings

        return CorpusRulings(self.corpus, self._ruling_paths, lambda: self.search_tables)

    @property
    def search_tables(self) -> SearchTables:
        """The tables and indexes from which questions are answered, opened when first needed."""
        from rulebook.search.tables.search_tables import SearchTables

        return self.corpus.once(SearchTables, self.corpus, self._say)

    # ---- Questions

    def ask(self, question: str, game: str | None = None, *, limit: int = 5) -> Answers:
        """Return the clauses that govern what ``question`` asks, best first. Without ``game``, the
        game may follow from the words; else the best clauses of each game are returned. The rulings
        that answer the question come with them. A question that is a clause number is looked up;
        raises :class:`UnknownClause` if no game asked has it. An edition in the question (ws@1.109)
        takes precedence over ``game``; raises :class:`UnknownEdition`."""
        from rulebook.search.asking.answers import answer
        from rulebook.search.question import edition_named

        require_text("a question", question)
        named = edition_named(question, self.games)
        about = self.game(wanted) if (wanted := named or game) else None
        tables, read_card = self.search_tables, partial(read_card_question, self.corpus)
        asked = question.replace(named, " ") if named else question
        ask = partial(answer, tables, asked, about, limit=limit, read_card=read_card)
        found = tables.retry_rebuilt(ask)
        shown = found.question._replace(printed=question)
        return found._replace(rulings=self.rulings.answering(found), question=shown)

    def search(self, query: str, game: str | None = None, *, limit: int = 10) -> tuple[Hit, ...]:
        """Return the clauses that match ``query`` (phrases, AND OR NOT, fields), best first, for
        users who know the rules' words. Raises :class:`QueryError` with the column of the fault."""
        from rulebook.search.query import search

        about, tables = self.game(game) if game else None, self.search_tables
        # Damage to a cached file may show only during the search: the file is then rebuilt.
        return tables.retry_rebuilt(lambda: search(tables, query, about, limit=limit))

    def term(self, word: str, game: str | None = None) -> tuple[GlossaryEntry, ...]:
        """Return what ``word`` means, an entry for each game that defines it. ``word`` is a rule
        word or what players say for it. Raises :class:`UnknownConcept` with the likeliest words."""
        from rulebook.links.concepts import load_concepts
        from rulebook.links.results import look_up, unknown_word

        games = [self.game(game)] if game else list(self.games)
        books = [self.linked(each.key) for each in games]
        concepts = load_concepts(self.corpus, *games)
        found = tuple(filter(None, (look_up(word, linked, concepts) for linked in books)))
        if not found:
            raise unknown_word(word, books)
        return found

    def compare(self, name: str, *at: str) -> tuple[Concept, ...]:
        """Return the concepts called ``name``, each with its governing clause in every game, to see
        how games differ. ``at`` are games at other editions. Raises :class:`UnknownConcept`."""
        from rulebook.links.concepts import load_concepts

        return load_concepts(self.corpus, *map(self.game, at)).find(name)

    # ---- Documents

    def check(self, source: Path | str) -> Report:
        """Return the findings on the document and the tables of a game, for their authors to
        correct. ``source`` is a game, or the path of a user's own rule document. Raises
        :class:`UnknownGame` if it looks like neither, :class:`DocumentError` if it has no rules."""
        from rulebook.cards.annotating.annotator import check_card_tables
        from rulebook.links.results import Report

        game, linked = linked_source(self.corpus, source)
        stale = check_card_tables(self.corpus, game) if game else ()
        return Report(linked.book, (*linked.findings, *stale))

    def export(self, source: Path | str) -> dict[str, Any]:
        """Return a whole rulebook as plain values, as the schema ``export`` describes it, for
        programs. ``source`` is a game or the path of a document, as for :meth:`check`."""
        from rulebook.as_json import rulebook_json

        return rulebook_json(linked_source(self.corpus, source)[1])

    def graph(self, name: str, form: str = "graphml") -> Iterator[str]:
        """Yield the lines of the reference graph of a game, as ``graphml`` or ``dot``, for programs
        that draw or analyse graphs. Raises :class:`RulebookError` for another ``form``."""
        from rulebook.links.results import to_dot, to_graphml

        forms = {"graphml": to_graphml, "dot": to_dot}
        if form not in forms:
            what = Message("there is no form {form!r}", form=form)
            raise RulebookError(what, hint=Message("Forms: {forms}", forms=", ".join(forms)))
        return forms[form](self.linked(name))

    # ---- Cards

    def annotate(self, name: str, text: str) -> Annotation:
        """Return the card ``text`` as abilities, with the clauses that govern its parts. Spans
        count code points of ``text``. Without a card grammar only terms are linked, and all else is
        a gap. Raises :class:`CardError` if it is empty or longer than ``LONGEST_CARD``."""
        from rulebook.cards.annotating.annotator import link_plain_text
        from rulebook.cards.grammar.lalr_tables import grammar_path
        from rulebook.cards.spelling.canonical_form import check_card_length

        check_card_length(text)
        if not grammar_path(self.game(name)).exists():
            return link_plain_text(self.linked(name), text)
        return self.annotator(name).annotate(text)

    def resolve(self, name: str, text: str) -> CardResolution:
        """Return how each ability of the card ``text`` is resolved, step by step, with the clause
        of each, as a judge explains it. Raises :class:`CardError` if the text is not a card."""
        from rulebook.cards.resolving.resolver import resolve_card

        return resolve_card(self.annotate(name, text), self.annotator(name).governing)

    def other_notation(self, annotation: Annotation) -> str | None:
        """Return a warning if the text looks like a card of another game, else None."""
        from rulebook.card_library.notation import other_game_warning

        reading = annotation.reading
        return other_game_warning(self.corpus, annotation.game, reading.text, reading.coverage)

    def card_html(self, annotation: Annotation) -> str:
        """Return an annotated card as HTML, escaped, to be embedded in another page."""
        from rulebook.website.game_pages import render_card

        clauses = self.book(annotation.game.key).clauses
        return render_card(annotation, {c.number: c.title or c.text for c in clauses})

    def annotator(self, name: str) -> Annotator:
        """Return the reader of a game's cards, which finds their clauses; slow tables load once."""
        from rulebook.cards.annotating.annotator import open_annotator

        return open_annotator(self.corpus, self.game(name))

    def annotate_all(
        self, name: str, cards: Iterable[GivenCard], *, jobs: int = 1, scheduler: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield the JSON of each card (id and text), in the order of ``cards``. It is made by
        ``jobs`` processes, or by the Dask cluster at ``scheduler``, with only a few hundred cards
        in memory. Raises :class:`ClusterError`, or :class:`WorkerError` for a killed process."""
        from rulebook.cards.worker_pools.many_cards import as_json, make_all

        return make_all(self.corpus, self.game(name), cards, as_json, jobs, scheduler)

    def annotate_lines(
        self, name: str, cards: Iterable[GivenCard], *, jobs: int = 1, scheduler: str | None = None
    ) -> Iterator[str]:
        """Yield the results of :meth:`annotate_all` as lines of JSON without newlines, faster."""
        from rulebook.cards.worker_pools.many_cards import as_lines, make_all

        return make_all(self.corpus, self.game(name), cards, as_lines, jobs, scheduler)

    def card_parser(self, name: str) -> CardParser:
        """Return the parser of a game's cards, loaded once, for callers that need no clauses."""
        from rulebook.cards.reading.card_parser import open_card_parser

        return open_card_parser(self.corpus, self.game(name))

    def card_counts(self, name: str, cards: Iterable[tuple[str | None, str]]) -> Counts:
        """Return how many of ``cards`` (id and text) are understood, for authors of a grammar."""
        from rulebook.cards.reading.inspection import Counts

        counts, parser = Counts(), self.card_parser(name)
        for _, text in cards:
            counts.add(parser.read(text))
        return counts

    def card_gaps(self, name: str, cards: Iterable[tuple[str | None, str]]) -> list[MissingPart]:
        """Return the wordings in ``cards`` (id and text) that the grammar lacks, by frequency."""
        from rulebook.cards.reading.inspection import rank_gaps

        parser = self.card_parser(name)
        return rank_gaps((id or "?", parser.read(text)) for id, text in cards)

    def card_library(self, name: str | None, path: Path | str) -> CardLibrary:
        """Return the card library at ``path``. With ``name``, a game, the file need not exist:
        indexing creates it. Without ``name``, the library itself states its game."""
        from rulebook.card_library.database import library_game
        from rulebook.card_library.library import CardLibrary

        return CardLibrary(self.corpus, self.game(name or library_game(Path(path))), Path(path))

    def explain(self, name: str, stage: str, text: str | None = None) -> Iterator[dict[str, Any]]:
        """Yield what ``stage`` made of ``text``, or of the game's document if None, to show where
        reading fails. Rules have ``lines`` and ``tree``; cards ``tokens``, ``tree``, ``ast``,
        ``meaning`` and ``facts``. ``tree`` reads a text without clause numbers as a card."""
        from rulebook.cards.reading.inspection import CARD_STAGES, stage_rows
        from rulebook.clauses.reader import line_rows, read_rules, tree_rows

        game = self.game(name)
        source = self.corpus.source(game) if text is None else text
        if stage == "lines":
            return line_rows(source, game)
        if stage == "tree" and (book := read_rules(source, game)).clauses:
            return tree_rows(book)
        if stage == "meaning":
            return self.resolve(name, source).own_steps_as_json()
        if stage == "facts":
            return (each.as_row() for each in self.annotator(name).facts(source))
        if stage not in CARD_STAGES:
            known = ("lines", *CARD_STAGES, "meaning", "facts")
            hint = Message("Stages: {known}", known=", ".join(known))
            raise RulebookError("there is no stage {stage!r}", stage=stage, hint=hint)
        return stage_rows(self.card_parser(name), stage, source)

    # ---- Editions

    def diff(self, old: Path | str, new: Path | str) -> EditionComparison:
        """Return two editions side by side, every clause of both in exactly one change, so none can
        be missed. Each is a game (``ws``, ``ws@1.109``) or the path of a rule document."""
        from rulebook.editions.comparison import compare

        return compare(self.corpus, old, new)

    def diff_html(
        self, comparison: EditionComparison, kinds: Sequence[ChangeKind] = (), base: str = ""
    ) -> str:
        """Return the changes as a page of HTML, escaped, that needs no other file: those of
        ``kinds`` or, if empty, all but unchanged clauses. Numbers link to the site at ``base``."""
        from rulebook.website.changes import render_diff

        return render_diff(comparison, kinds, base)

    def trace(self, name: str, number: str) -> tuple[TracedEdition, ...]:
        """Return a clause of ``name`` (``ws@1.109``) at each edition, to see when it changed."""
        from rulebook.editions.alignment import trace

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
        """Add ``document`` as an edition of the game ``name``; its tables are carried over to it.
        ``into`` is a corpus of the user, created if missing; without it, the edition goes into the
        open corpus or the user's data folder. ``version`` and ``effective`` override what the
        document states; ``settlement`` is a file of alignments settled by hand; ``new_game``
        creates a missing game. A document with fewer than 60 percent of the current clauses may be
        half a file: it is refused without ``force_smaller``; an older one, without ``not_current``.
        Open the rules again to see it. Raises :class:`EditionError`, :class:`DocumentError`,
        :class:`UnknownGame` or :class:`CorpusError`; nothing is written then."""
        from rulebook.editions.adding import add_edition
        from rulebook.editions.planning import EditionRequest

        request = EditionRequest(
            name=name,
            document=str(document),
            folder=Path(into or self._own or self.corpus.folder),
            is_overlay=into is None and self._own is not None,
            version=version,
            effective=effective,
            not_current=not_current,
            force_smaller=force_smaller,
            settlement=Path(settlement) if settlement else None,
            new_game=new_game,
        )
        return add_edition(self.corpus, request, numbered_tables(), prove)

    def rulings_after(self, added: AddedEdition) -> RulingReport:
        """Return what to review in the rulings after ``added``, read from rules opened after it."""
        # Without a folder, the shipped corpus is opened together with the user's.
        folder = None if added.folder == self._own else added.folder
        reopened = open_rules(folder, cache=self.corpus.cache, rulings=self._ruling_paths)
        return reopened.rulings.check(added.game.id)

    # ---- The website

    def build_site(
        self,
        folder: Path | str,
        base_url: str = "",
        progress: Callable[[int], None] | None = None,
        cards: Sequence[Path | str] = (),
        reader: Path | str | None = None,
        *,
        cards_by_set: bool = False,
    ) -> str:
        """Write the website into ``folder`` and return its version. ``cards`` are libraries of
        cards, each of a different game; a page is made for each card or, with ``cards_by_set``, for
        each set. ``base_url`` is the web address of the site for canonical links, or empty (else
        :class:`SiteError`). ``reader`` is the folder that ``make reader`` made (else
        :class:`ReaderError`). ``folder`` must be new, empty or a site built before, which stays
        until the new one is complete (else :class:`SiteError`)."""
        from rulebook.website.site_builder import build_site

        if base_url and not fits(base_url, WebAddress):
            form = "{value!r} is not an address like https://example.org/rules/"
            raise SiteError(form, value=base_url, hint="Name the address of the site.")
        return build_site(
            self.search_tables,
            Path(folder),
            base_url and base_url.rstrip("/") + "/",
            progress=progress,
            cards=[Path(path) for path in cards],
            shelf=self.rulings.warned_shelf(),
            reader=Path(reader) if reader else None,
            cards_by_set=cards_by_set,
        )

    def serve_site(
        self,
        port: int,
        say: Callable[[str], None],
        progress: Callable[[int], None] | None = None,
        reader: Path | str | None = None,
    ) -> None:
        """Build the website, serve it on 127.0.0.1, and build it again when a source changes. It
        ends with Ctrl-C. ``say`` is called with the address and errors; it must be a function of a
        module, since each new build runs in a process of its own. ``reader`` is as for
        :meth:`build_site`. Raises :class:`SiteError` if the ``port`` is taken."""
        from rulebook.website.serving import serve_site

        serve_site(
            self.search_tables,
            port,
            say,
            progress=progress,
            shelf=self.rulings.warned_shelf(),
            reader=Path(reader) if reader else None,
        )


def open_rules(
    folder: Path | str | None = None,
    *,
    cache: Path | str | None = None,
    say: Callable[[str], None] | None = None,
    rulings: Iterable[Path | str] | Path | str = (),
) -> Rules:
    """Return the rules in ``folder``, a user's own corpus, or those that ship with Rulebook. Only
    the latter include the user's data folder, where ``edition add`` and ``rulings import`` write;
    they write to a user's own corpus directly. ``cache`` is the folder for tables, else
    ``$RULEBOOK_CACHE`` or the user's cache folder; ``say`` is called before slow work; ``rulings``
    are the user's ruling files, or folders. Raises :class:`CorpusError` if no game can be used."""
    named = (rulings,) if isinstance(rulings, Path | str) else rulings
    kept, paths = Path(cache) if cache else None, list(map(Path, named))
    if folder:
        return Rules(open_corpus(Path(folder), cache=kept), say, rulings=tuple(paths))
    own = own_corpus()
    paths += [own_rulings()] if own_rulings().is_dir() else []
    return Rules(open_corpus(data_folder("corpus"), own, cache=kept), say, own, tuple(paths))
