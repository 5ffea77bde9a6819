"""Build the site next to the old one, then replace that in one step."""

from __future__ import annotations

import hashlib
import warnings
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from itertools import chain, count, groupby
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO, Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from rulebook.as_json import rulebook_json, schema
from rulebook.cache.plain_values import compact_json
from rulebook.cache.store import code_digest
from rulebook.clauses.corpus import CorpusPaths, open_corpus
from rulebook.data import data_folder
from rulebook.errors import RulebookError, SiteError
from rulebook.links.concepts import Concepts, load_concepts
from rulebook.links.furigana import row_of
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.tables.search_tables import SearchTables
from rulebook.signals import interrupts_held, set_worker_signals
from rulebook.text.normal import Span
from rulebook.website import addresses, scripts
from rulebook.website.changes import feed_of_editions, render_feed
from rulebook.website.game_pages import game_pages, lasting_pages
from rulebook.website.game_view import GameView, open_views
from rulebook.website.json_api import api_files, json_text, single_ruling_files
from rulebook.website.own_cards import library_pages, open_own_cards, single_card_pages
from rulebook.website.rendering import JAPANESE, LABELS, VERSION, Page, Renderer, english
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


class SpooledTexts(UserDict[str, Any]):
    """Texts by path in ``file``, to save memory; setting a path again takes more space."""

    def __init__(self, file: IO[bytes]) -> None:
        """Begin without texts: only their places in ``file`` are in memory, as texts do not fit."""
        super().__init__()
        self._file = file

    def __setitem__(self, path: str, text: str) -> None:
        """Write ``text`` to the end of the file: memory has no room for all; old ones stay."""
        try:
            start = self._file.seek(0, 2)
            self.data[path] = Span(start, start + self._file.write(text.encode()))
            self._file.flush()
        except OSError as error:
            what = "cannot write in {there}: {reason}"
            what = Message(what, there=gettempdir(), reason=error.strerror)
            raise SiteError(what, hint="Free some space and run it again.") from error

    def __getitem__(self, path: str) -> str:
        """Return the text at ``path``, read from the file each time: all are too many to hold."""
        place = self.data[path]
        self._file.seek(place.start)
        return self._file.read(place.end - place.start).decode()


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
    for a bad ``reader``, :class:`SiteError` if ``folder`` is neither new, empty nor an old site."""
    numbers = count(1)

    def shown(pages: Iterable[Page]) -> Iterator[Page]:
        """Yield ``pages``, and show how many are made: they take minutes."""
        for page in pages:
            if progress:
                progress(next(numbers))
            yield page

    place = usable_folder(folder, [tables.corpus.folder, data_folder("site")])
    reads = open_reader(reader, tables.corpus) if reader else None
    rulings = shelf or RulingShelf(tables.corpus)
    libraries = open_own_cards(tables.corpus, cards, rulings, by_set=cards_by_set)
    with libraries as own, TemporaryFile() as file:
        files = SpooledTexts(file)  # until the version is known
        with _tables_meanwhile(tables):  # for other_files, filled in another process
            build = _Build(tables, list(open_views(tables.corpus, own, rulings)), base_url, reads)
            files.update(shown(build.pages()))
        files.update(build.other_files())
        version = build.version(files)  # which is also in the pages that are too many to hold
        write_site(place, build.stamped(version, files, shown(build.many_pages())))
    return version


@dataclass(frozen=True, slots=True)
class _Build:
    """What the files of a site are made from; ``reader`` reads cards on its pages."""

    tables: SearchTables
    views: Sequence[GameView]
    base_url: str
    reader: SiteReader | None

    def pages(self) -> Iterator[Page]:
        """Yield the pages that are held until the version is known, which every page shows and is a
        digest of these. Those too many to hold are made afterwards (:meth:`many_pages`)."""
        for language in (JAPANESE, english()):
            renderer = Renderer(self.base_url, language, self.reader)
            views = [view.in_language(language) for view in self.views]
            yield from site_pages(renderer, views, load_concepts(self.tables.corpus))
            for view in views:
                yield from game_pages(renderer, view, {other.game.id: other for other in views})
                if view.own_cards:
                    yield from library_pages(renderer, view, view.own_cards)

    def other_files(self) -> Iterator[tuple[str, str]]:
        """Yield what is no page: styles, scripts in each language, feeds, data for programs."""
        views = self.views
        search = scripts.search_data(self.tables, views)
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
        # Each rule begins with the path of the site, as hosts expect.
        paths = (f"{urlsplit(self.base_url).path or '/'}{each}*" for each in scripts.FOR_PROGRAMS)
        allowing = ": ".join(scripts.ALLOWING)
        yield scripts.HEADERS, "".join(f"{each}\n  {allowing}\n" for each in paths)
        yield "data/export.schema.json", json_text(schema("export"))
        for view in views:
            feed = feed_of_editions(view)
            yield feed.here, render_feed(feed, self.base_url)
            yield f"data/{view.game.id}.json", json_text(rulebook_json(view.linked))
            if view.own_cards:
                yield from scripts.card_search_scripts(view.own_cards)

    def version(self, files: Mapping[str, str]) -> str:
        """Return a digest of all content (or its sources), by which browsers reload files."""
        stored = dict.fromkeys(scripts.kept_offline(files, self.views), b"")
        worker = scripts.service_worker("", stored, self.reader, self.views)
        content = hashlib.sha256(worker.encode())
        for path in sorted(files):
            content.update(f"{path}\0{files[path]}\0".encode())
        for view in self.views:  # one page, for its form; pages of clauses have the texts
            content.update(next(lasting_pages(Renderer(""), view)).html.encode())
        keys = [view.own_cards.key for view in self.views if view.own_cards]
        keys += [rulings_key(view.rulings) for view in self.views if view.rulings]
        if keys:
            content.update(" ".join((*keys, code_digest("website"))).encode())
            for template in sorted((data_folder("site") / "templates").iterdir()):
                content.update(template.read_bytes())
            content.update(repr(english().forms).encode())
        return content.hexdigest()[:8]

    def many_pages(self) -> Iterator[Page]:
        """Yield what may be too many to hold: cards, rulings, clauses at lasting addresses."""
        renderer, translating = Renderer(self.base_url), Renderer(self.base_url, english())
        for view in self.views:
            in_english = view.in_language(english())
            yield from lasting_pages(renderer, view)
            yield from lasting_pages(translating, in_english)
            if view.own_cards:
                yield from single_card_pages(renderer, view, view.own_cards)
            if view.rulings:  # in Japanese only; their lists are also in English
                yield from single_rulings(renderer, view, view.rulings)
                yield from single_ruling_files(view, view.rulings, self.base_url)
                yield from ruling_lists(renderer, view, view.rulings)
                yield from ruling_lists(translating, in_english, view.rulings)

    def stamped(
        self, version: str, files: Mapping[str, str], many: Iterable[Page]
    ) -> Iterator[tuple[str, bytes]]:
        """Yield all files, pages with ``version``, by which browsers reload them. The last two have
        the digests of others: for storing them offline, and to know later that they are ours."""
        digests: dict[str, bytes] = {}
        known = ((path, files[path]) for path in sorted(files))
        for path, text in chain(known, many):
            stamped = (text.replace(VERSION, version) if path.endswith(".html") else text).encode()
            digests[path] = digest(stamped)
            yield path, stamped
        for path, content in self.reader.files() if self.reader else ():
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
        worker = scripts.service_worker(version, kept, self.reader, self.views).encode()
        yield "sw.js", worker
        digests = {path: digests[path] for path in sorted(digests)} | {"sw.js": digest(worker)}
        yield MARK, marker(version, digests).encode()


def site_pages(renderer: Renderer, views: Sequence[GameView], concepts: Concepts) -> Iterator[Page]:
    """Yield the pages of no single game; a clause in the middle of the last is their example."""
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
    known = LABELS["concept-kinds"]
    names = {**known, **{kind: kind for kind in sorted({c.kind for c in used} - known.keys())}}
    every = [(kind, name, [c for c in used if c.kind == kind]) for kind, name in names.items()]
    kinds = [each for each in every if each[2]]
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
