"""Card texts with what they mean and the clauses that govern them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, write_json
from rulebook.cards.annotating.card_lines import LineWriter, Reading
from rulebook.cards.annotating.governing import (
    GoverningClause,
    GoverningFile,
    GoverningTable,
    MatchedFact,
    load_governing_table,
)
from rulebook.cards.annotating.json_text import card_text, link_rest, link_text, printed_link
from rulebook.cards.builders.lexicon import load_frames
from rulebook.cards.facts.locations import is_card_unmarked
from rulebook.cards.grammar.keywords import KeywordMeaning, load_keywords
from rulebook.cards.interpreting.meaning_reader import MeaningReader
from rulebook.cards.interpreting.pointers import Sorts, load_sorts
from rulebook.cards.linking.link_table import CardLink, LinkTable, load_link_table
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import (
    CardParser,
    Dialect,
    Gap,
    ParsedCard,
    load_dialect,
    open_grammar,
)
from rulebook.cards.spelling.canonical_form import ICON
from rulebook.cards.tree.node import with_printed_spans
from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.records import dataclass, replace
from rulebook.text.normal import Normalised, Span
from rulebook.toml_files.loader import load_if_there

if TYPE_CHECKING:
    from rulebook.links.model import LinkedRulebook

_FILE = "cards.json"
# Parts of the package that decide what the cached tables contain.
_CODE = ("text", "clauses", "links", "cards", "cache/plain_values.py", "toml_files")


class Annotation:
    """A card text with its trees, links, meanings and governing clauses. They are computed on first
    use, because its JSON is joined from stored paragraphs and needs none of them."""

    id: str | None
    game: Game
    text: str

    def __init__(self, annotator: Annotator, text: str, id: str | None) -> None:
        """Compute only the canonical form of ``text``; ``annotator`` makes the rest if asked."""
        self.id, self.game, self.text = id, annotator.game, text
        self.source = annotator.parser.canonical(text)
        self._annotator = annotator

    @cached_property
    def whole(self) -> Reading:
        """The reading of the whole card, made once. Its spans are in the canonical spelling; the
        properties below give its trees, links and clauses the printed spans that users see."""
        return Reading(self._annotator, self.source.text)

    @cached_property
    def reading(self) -> ParsedCard:
        """The trees of the abilities and the gaps (what is not understood), with spans in the text
        that users see; those of ``whole`` count in its canonical spelling."""
        abilities, gaps = self.whole.parsed
        trees = with_printed_spans(abilities, self.source)
        return self._annotator.parser.parsed(self.text, self.source, trees, gaps)

    @cached_property
    def links(self) -> tuple[CardLink, ...]:
        """The clauses that explain single words, with their printed spans, to be shown as links."""
        links = [
            (link, *printed_link(link.start, link.end, self.source, self.text))
            for links in self.whole.links
            for link in links
        ]
        return tuple([replace(link, start=at, end=at + len(words)) for link, at, words in links])

    @cached_property
    def meaning(self) -> tuple[AbilityMeaning, ...]:
        """What each ability does, as typed nodes with spans in the printed text. The steps of
        resolving the card and its rows in a library are made from it."""
        return with_printed_spans(self.whole.meaning, self.source)

    @cached_property
    def governing(self) -> tuple[tuple[GoverningClause, ...], ...]:
        """For each ability the clauses that govern it, the deciding one first. They may depend on
        icons of zones at other abilities of the card, so all abilities are read first."""
        whole, source = self.whole, self.source
        return tuple(
            tuple(
                GoverningClause(number, role, _spans(places, source), _spans(of_steps, source))
                for number, role, places, of_steps in clauses
            )
            for clauses in whole.clauses(is_card_unmarked(whole.zone_hints))
        )

    def words_for(self, clause: GoverningClause) -> str:
        """Return the shortest part of the text for which ``clause`` is cited, which shows users why
        it governs the card; "" if it is cited for a whole ability."""
        abilities = {(ability.start, ability.end) for ability in self.reading.abilities}
        parts = [span for span in clause.spans if (span.start, span.end) not in abilities]
        fewest = min(parts, key=lambda span: span.end - span.start, default=Span(0, 0))
        return fewest.of(self.reading.text)

    def with_icons(self, words: str) -> str:
        """Return ``words`` as ``resolve`` shows them, with icons (【ソウル】) for image tags."""
        return ICON.sub(self._annotator.parser.spelling.icon, words)

    def as_json(self) -> dict[str, Any]:
        """Return the annotation as dictionaries, from its JSON: a second writer could differ."""
        plain: dict[str, Any] = json.loads(self.json_text())
        return plain

    def json_text(self) -> str:
        """Return the annotation as a line of JSON with Japanese unescaped, from the writer of many
        cards, which is faster than one that builds dictionaries first."""
        return self._annotator.line_writer.lines([self])[0]


class Annotator:
    """Annotates the card texts of one game."""

    def __init__(self, game: Game, tables: CardTables) -> None:
        """Make the parser, links and rules from ``tables`` alone: browsers have no files."""
        self.game = game
        self.governing = GoverningTable(tables.governing, tables.roles, tables.english)
        self.parser = CardParser(tables.dialect)
        self.links = tables.link_table
        wordings = tables.opened, tables.governing.around, tables.governing.needing  # of rules
        self.meanings = MeaningReader(self.parser, tables.sorts, *wordings)

    def annotate(self, text: str, id: str | None = None) -> Annotation:
        """Return the annotation of the card ``text``; each part of it is computed only when it is
        used. ``id`` is written into its JSON, if given; spans count code points of ``text``."""
        return Annotation(self, text, id)

    def facts(self, text: str) -> Iterator[MatchedFact]:
        """Yield each fact of the card ``text`` with the rules that match it, for ``rulebook
        explain``: authors of rules see why a clause is cited or missing. Where an ability works
        depends on all of the card: on whether none of its abilities has an icon of a zone."""
        read = Reading(self, self.parser.canonical(text).text)
        unmarked = is_card_unmarked(read.zone_hints)
        for ability in read.meaning:
            yield from self.governing.facts(ability, read.text, unmarked=unmarked)

    @cached_property
    def line_writer(self) -> LineWriter:
        """The writer of lines of JSON, one for all cards: it stores recurring paragraphs."""
        return LineWriter(self)


def _spans(places: Iterable[tuple[int, int]], source: Normalised) -> tuple[Span, ...]:
    """Return the spans in the printed text for ``places``, starts and ends in the canonical text of
    ``source``, because users see the printed text, whose spaces and spellings differ."""
    return tuple(with_printed_spans(Span(start, end), source) for start, end in places)


# ---- Tables


@dataclass(frozen=True, slots=True)
class CardTables:
    """The grammar, spelling, links, sorts and rules with which the cards of a game are annotated,
    as values that JSON can store: a browser has only these, no TOML and no grammar."""

    dialect: Dialect
    link_table: LinkTable
    sorts: Sorts
    governing: GoverningFile
    opened: Mapping[str, KeywordMeaning]
    roles: Mapping[str, str]
    english: Mapping[str, str]


def load_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return all tables for the cards of ``game``, made from its files, which is slow: see
    :func:`open_card_tables`. ``opened`` has the texts of the rules for keywords. Findings are for
    :func:`check_card_tables`. Raises :class:`CorpusError` without a grammar or for a bad table."""
    dialect, sorts = load_dialect(game, corpus.cache), load_sorts(corpus)
    link_table, _ = load_link_table(corpus, game)
    table, _ = load_governing_table(corpus, game)
    keywords, _ = load_keywords(corpus, game)
    opened = {word: entry.opens for word, entry in keywords.items() if entry.opens}
    return CardTables(dialect, link_table, sorts, table.file, opened, table.roles, table.english)


def check_card_tables(corpus: Corpus, game: Game) -> tuple[Finding, ...]:
    """Return findings on entries for the cards of ``game`` that cite clauses which its edition does
    not have, for ``rulebook check``. Raises :class:`CorpusError` for any bad table, so tables
    without clauses are loaded, too; the grammar is not, since compiling it is slow."""
    _, stale = load_link_table(corpus, game)
    _, also_stale = load_governing_table(corpus, game)
    load_frames(game)
    load_sorts(corpus)
    load_examples(game)
    return (*stale, *also_stale)


def open_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return the card tables of ``game`` from the cache, so that they are made from their files
    only once. Raises as :func:`load_card_tables` does."""

    def fill(folder: Path) -> None:
        """Write all tables into the cache ``folder``; :func:`open_grammar` caches the grammar."""
        plain = to_plain(load_card_tables(corpus, game))
        plain["dialect"]["tables"] = None  # the grammar's tables are cached with it
        write_json(folder / _FILE, plain)

    name = f"cards_{game.slug}-{code_digest(*_CODE)[:8]}{corpus.digest()[:16]}"
    tables = CachedFolder(corpus.cache, name, fill).read(
        lambda folder: from_plain(CardTables, json.loads((folder / _FILE).read_bytes()))
    )
    return replace(tables, dialect=replace(tables.dialect, tables=open_grammar(game, corpus.cache)))


@dataclass(frozen=True, slots=True)
class Example:
    """An invented card: its title, which says what it shows, and its text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class _ExamplesFile:
    """The keys of ``examples.toml``, by which the file is checked."""

    card: tuple[Example, ...]


def load_examples(game: Game) -> tuple[Example, ...]:
    """Return the invented cards of ``game``, if any. The site shows them, and the card reader warms
    up with them. Raises :class:`CorpusError` where the file is malformed."""
    file = load_if_there(game.folder / "examples.toml", _ExamplesFile, hint="See CONTRIBUTING.md.")
    return file.card if file else ()


@stored
def open_annotator(corpus: Corpus, game: Game) -> Annotator:
    """Return the annotator of the cards of ``game``, made once for each corpus, because loading its
    tables takes time. Raises as :func:`open_card_tables` does."""
    return Annotator(game, open_card_tables(corpus, game))


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a card text with the clauses that explain it, the most specific first."""

    text: str
    clauses: tuple[str, ...]
    unparsed: bool


def stretches(annotation: Annotation) -> Iterator[Stretch]:
    """Yield the text of ``annotation``, cut where links or gaps begin or end, for display. Links
    may be nested, which HTML cannot show: so each part has the clauses of all links around it."""
    text, links = annotation.reading.text, annotation.links
    gaps = [gap.span for gap in annotation.reading.gaps]
    cuts = {0, len(text)}
    cuts.update(edge for link in links for edge in (link.start, link.end))
    cuts.update(edge for gap in gaps for edge in (gap.start, gap.end))
    for start, end in pairwise(sorted(cuts)):
        # Inner links come after outer ones, and say more about the stretch.
        around = [link for link in links if link.start <= start and end <= link.end]
        numbers = dict.fromkeys(number for link in reversed(around) for number in link.clauses)
        lost = any(gap.start <= start and end <= gap.end for gap in gaps)
        yield Stretch(text[start:end], tuple(numbers), lost)


# ---- Without a card grammar

NO_GRAMMAR = "this game has no card grammar"


class _TermsOfText(Annotation):
    """A card text of which only terms are known; no stage reads it."""

    def __init__(self, game: Game, reading: ParsedCard, links: tuple[CardLink, ...]) -> None:
        """Set all parts at once: without a card grammar, no stage computes them on demand."""
        self.id, self.game, self.text = None, game, reading.text
        self.reading, self.links, self.meaning, self.governing = reading, links, (), ()

    def json_text(self) -> str:
        """Return the text and its links as JSON like that of games with a grammar, for programs."""
        text = self.text
        links = [
            link_text(one.start, text[one.start : one.end], link_rest(one.concept, one.clauses))
            for one in self.links
        ]
        return card_text(self, self.reading.status, self.reading.gaps, links)


def link_plain_text(linked: LinkedRulebook, text: str) -> Annotation:
    """Return an annotation of ``text``, as a gap in which each term or heading of the rules, in any
    case, has a link to its clause: for games without a card grammar."""
    # Not needed for cards with a grammar.
    from rulebook.links.model import WordFinder, whole_words

    clauses = {each.title.lower(): each.number for each in linked.book.clauses if each.title}
    for term in linked.terms:
        clauses.update(dict.fromkeys(map(str.lower, (term.word, *term.spellings)), term.clause))
    # A few letters get longer in lower case, which would move the links.
    folded = text.lower() if len(text.lower()) == len(text) else text
    links = tuple(
        CardLink(at, at + len(word), "term", word, (clauses[word],))
        for at, word in whole_words(folded, WordFinder(clauses))
    )
    gap = Gap(Span(0, len(text)), text, 0, (), NO_GRAMMAR)
    return _TermsOfText(linked.book.game, ParsedCard(text, text, (), (gap,)), links)
