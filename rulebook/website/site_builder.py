"""Build the site next to the old one, then replace that in one step."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from itertools import chain, groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from rulebook.as_json import rulebook_json, schema
from rulebook.cache.plain_values import compact_json
from rulebook.cache.store import code_digest, files_digest, source_files, text_digest
from rulebook.clauses.corpus import Corpus, CorpusPaths, open_corpus
from rulebook.data import data_folder
from rulebook.errors import RulebookError
from rulebook.grouping import grouped
from rulebook.links.concepts import Concepts, load_concepts
from rulebook.links.furigana import row_of
from rulebook.records import dataclass
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.asking.script_export import packed_tables, packed_vocabulary, ranking_rules
from rulebook.search.tables.search_tables import SearchTables
from rulebook.signals import interrupts_held, set_worker_signals
from rulebook.website import addresses, scripts
from rulebook.website.changes import feed_of_editions
from rulebook.website.game_pages import game_pages, lasting_pages
from rulebook.website.game_view import GameView, open_views
from rulebook.website.json_api import api_files, json_text, single_ruling_files
from rulebook.website.own_cards import library_pages, open_own_cards, single_card_pages
from rulebook.website.rendering import JAPANESE, LABELS, Page, Renderer, english
from rulebook.website.ruling_pages import ruling_lists, rulings_key, single_rulings
from rulebook.website.scripts import CARD_READER, SiteReader, open_reader
from rulebook.website.site_folder import MARK, digest, marker, usable_folder, write_site

# Served without comments; the other static files are joined or filled in first.
_STATIC = ("icon.svg", "theme.js", "rulebook.css", "api_example.js")
_CARD_SEARCH = "static/card_search.js"
_SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""
_SHORT = 50_000  # bytes of all documents
Progress = Callable[[int], None]


def build_site(
    tables: SearchTables,
    folder: Path,
    base_url: str = "",
    progress: Progress | None = None,
    cards: Sequence[Path] = (),
    shelf: RulingShelf | None = None,
    reader: Path | None = None,
    *,
    cards_by_set: bool = False,
) -> str:
    """Write the site into ``folder`` and return its version. ``cards`` are libraries, one a game,
    with a page for each card or (``cards_by_set``) set; ``shelf`` has the rulings, if not those of
    the corpus; ``progress`` is called with the number of files made. Raises :class:`ReaderError`
    for a bad ``reader``, :class:`SiteError` if ``folder`` is neither new, empty nor an old site,
    and the error of a game that cannot be used: the site would lose its pages."""

    def texts() -> Iterator[tuple[str, str]]:
        """Yield path and text of each file, and show how many pages are made: they take minutes."""
        with _tables_meanwhile(tables):  # for other_files, filled in another process
            for number, page in enumerate(build.pages(), start=1):
                if progress:
                    progress(number)
                yield page
        yield from build.other_files()

    corpus = tables.corpus
    if corpus.faults:
        raise next(iter(corpus.faults.values()))
    place = usable_folder(folder, [corpus.folder, data_folder("site")])
    reads = open_reader(reader, corpus) if reader else None
    rulings = shelf or RulingShelf(corpus)
    with open_own_cards(corpus, cards, rulings, by_set=cards_by_set) as own:
        views = list(open_views(corpus, own, rulings))
        version = _version_of_sources(corpus, views, base_url, reads)
        build = _Build(tables, views, base_url, reads, version)
        write_site(place, build.with_digests(texts()))
    return version


def _version_of_sources(
    corpus: Corpus, views: Sequence[GameView], base_url: str, reader: SiteReader | None
) -> str:
    """Return a digest of all that a site is made from, by which browsers reload its files. Pages
    show it, so it cannot be a digest of the pages, which is known only when all are made."""
    keys = [base_url, code_digest("."), corpus.digest(), repr(english().forms)]
    keys += [view.game.key for view in views]
    keys += [view.own_cards.key for view in views if view.own_cards]
    keys += [rulings_key(view.rulings) for view in views if view.rulings]
    for shipped in (str(data_folder(name)) for name in ("site", "grammar")):
        keys.append(files_digest(shipped, sorted(source_files(shipped, ("",)))))
    return text_digest(*map(str.encode, [*keys, reader.key if reader else ""]))[:8]


@dataclass(frozen=True, slots=True)
class _Build:
    """What the files of a site are made from; ``reader`` reads cards on its pages."""

    tables: SearchTables
    views: Sequence[GameView]
    base_url: str
    reader: SiteReader | None
    version: str

    def with_digests(self, texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
        """Yield path and content of all files: ``texts``, then the card reader, then two files with
        the digests of others: to store these offline, and to recognise them later as ours."""
        digests: dict[str, bytes] = {}
        encoded = ((path, text.encode()) for path, text in texts)
        for path, content in chain(encoded, self.reader.files() if self.reader else ()):
            digests[path] = digest(content)
            yield path, content
        if self.base_url:
            # For search engines: all pages except those of single cards and rulings.
            paths = filter(addresses.is_in_all_languages, sorted(digests))
            entries = "".join(f"<url><loc>{escape(self.base_url + p)}</loc></url>\n" for p in paths)
            sitemap = _SITEMAP.format(entries).encode()
            digests[scripts.SITE_MAP] = digest(sitemap)
            yield scripts.SITE_MAP, sitemap
        kept = {path: digests[path] for path in scripts.kept_offline(digests, self.views)}
        worker = scripts.service_worker(self.version, kept, self.reader, self.views).encode()
        yield "sw.js", worker
        digests = {path: digests[path] for path in sorted(digests)} | {"sw.js": digest(worker)}
        yield MARK, marker(self.version, digests).encode()

    def pages(self) -> Iterator[Page]:
        """Yield all pages, and the files of single rulings, one at a time: 200,000 are too many to
        hold. Lists are in English too, single cards and rulings, with Japanese texts, are not."""
        for language in (JAPANESE, english()):
            renderer = Renderer(self.base_url, language, self.reader, self.version)
            views = [view.in_language(language) for view in self.views]
            yield from site_pages(renderer, views, load_concepts(self.tables.corpus))
            for view in views:
                yield from game_pages(renderer, view, {other.game.id: other for other in views})
                yield from lasting_pages(renderer, view)
                if view.own_cards:
                    yield from library_pages(renderer, view, view.own_cards)
                if view.rulings:
                    yield from ruling_lists(renderer, view, view.rulings)
                if view.own_cards and language is JAPANESE:
                    yield from single_card_pages(renderer, view, view.own_cards)
                if view.rulings and language is JAPANESE:
                    routes = EditionRoutes(self.tables.corpus, view.game)
                    yield from single_rulings(renderer, view, view.rulings, routes)
                    yield from single_ruling_files(view, view.rulings, self.base_url)

    def other_files(self) -> Iterator[tuple[str, str]]:
        """Yield the files that are not pages: styles, scripts in each language, feeds, data."""
        views = self.views
        # The data that answers questions, by name, for both data scripts and the JSON API.
        packed = packed_tables([self.tables.table(view.game) for view in views])
        vocabulary = packed_vocabulary(self.tables.vocabulary())
        search = {"rules": ranking_rules(), "vocabulary": vocabulary}
        search |= {table["game"]: table for table in packed}
        # Where shards begin, in all games alike, by which theme.js finds the shard of a word.
        starts = search[views[0].game.id]["starts"] if views else []
        values = {"STARTS": starts, "COMMON": search["rules"]["commonEnglish"]}
        for name in _STATIC:
            text = scripts.without_comments((scripts.STATIC / name).read_text(encoding="utf-8"))
            for place, value in values.items():
                text = text.replace(place, compact_json(value))
            yield f"static/{name}", text
        for language in (JAPANESE, english()):
            yield from scripts.site_scripts(views, language)
            for path in (CARD_READER, *[_CARD_SEARCH] * any(view.own_cards for view in views)):
                source = (data_folder("site") / path).read_text(encoding="utf-8")
                yield f"{language.folder}{path}", scripts.served_script(source, language)
        yield "manifest.webmanifest", (scripts.STATIC / "manifest.json").read_text(encoding="utf-8")
        yield from scripts.data_scripts(search, views)
        yield from api_files(search, views, load_concepts(self.tables.corpus), self.base_url)
        # Programs of other sites may read the data: a header allows it for each path.
        paths = (f"{urlsplit(self.base_url).path or '/'}{each}*" for each in scripts.FOR_PROGRAMS)
        allowing = ": ".join(scripts.ALLOWING)
        yield scripts.HEADERS, "".join(f"{each}\n  {allowing}\n" for each in paths)
        yield "data/export.schema.json", json_text(schema("export"))
        for view in views:
            yield feed_of_editions(view, self.base_url)
            yield f"data/{view.game.id}.json", json_text(rulebook_json(view.linked))
            if view.own_cards:
                yield from scripts.card_search_scripts(view.own_cards)


def site_pages(renderer: Renderer, views: Sequence[GameView], concepts: Concepts) -> Iterator[Page]:
    """Yield the pages that belong to no single game. Their example is a clause in the middle of the
    last game: any would do, but the first clauses of a document are introductory."""
    newest = sorted(views, key=lambda view: view.game.edition.effective or date.min, reverse=True)
    shown, example = views[-1], data_folder("site") / "static" / "api_example.js"
    number = shown.book.clauses[len(shown.book.clauses) // 2].number
    yield renderer.page("home", addresses.HOME, views=views, newest=newest)
    values: dict[str, Any] = {"views": views, "shown": shown, "number": number}
    yield renderer.page("about", addresses.ABOUT, **values)
    yield renderer.page("api", addresses.API, **values, example=example.read_text(encoding="utf-8"))
    if renderer.language is JAPANESE:
        # Hosts show one file in place of any page, at whatever depth: it has a base for links.
        base = urlsplit(renderer.base_url).path or "/"
        for template, address in (("404", addresses.NOT_FOUND), ("offline", addresses.OFFLINE)):
            yield renderer.page(template, address, base=base, views=views)
    used = [concept for concept in concepts.by_id.values() if concept.rules]
    # Known kinds first; a corpus may have its own kinds, which have no translation.
    known, by_kind = LABELS["concept-kinds"], grouped((concept.kind, concept) for concept in used)
    order = filter(by_kind.__contains__, (*known, *sorted(by_kind.keys() - known.keys())))
    kinds = [(kind, known.get(kind, kind), by_kind[kind]) for kind in order]
    yield renderer.page("concepts", addresses.CONCEPTS, kinds=kinds, concept_count=len(used))
    games, key = {view.game.id: view for view in views}, views[0].readings.key
    for kind, name, found in kinds:
        # By the rows of the fifty sounds, as usual in Japanese lists.
        found.sort(key=lambda concept: (key(concept.ja), concept.ja))
        yield renderer.page(
            "concept_kind",
            f"concepts/{kind}.html",
            name=renderer.translate(name),
            count=len(found),
            games=games,
            rows=[(row, [*some]) for row, some in groupby(found, lambda c: row_of(key(c.ja)))],
        )


@contextmanager
def _tables_meanwhile(tables: SearchTables) -> Iterator[None]:
    """While pages are made, fill the cache of tables in another process: the search scripts, made
    next, are read from it. For short documents, starting a process would take longer."""
    corpus = tables.corpus
    documents = sum(game.edition.path.stat().st_size for game in corpus.games.values())
    if documents < _SHORT or tables.is_filled():
        yield
        return
    # A fresh process, because a fork of one with threads, such as the server, may hang.
    process = get_context("spawn").Process(target=_fill_tables, args=(corpus.paths,), daemon=True)
    with interrupts_held():
        process.start()
    try:
        yield
        process.join()
    finally:
        process.terminate()
        process.join()


def _fill_tables(paths: CorpusPaths) -> None:
    """Fill the cache of tables while another process makes pages. That one opens the same corpus
    and tables, so it shows all warnings and errors, which are ignored here."""
    set_worker_signals()
    warnings.simplefilter("ignore")
    with suppress(RulebookError, OSError):  # a full disk, too
        SearchTables(open_corpus(*paths.folders, cache=paths.cache)).fill()
