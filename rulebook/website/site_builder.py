"""Building the site: everything is made in memory, written beside, and renamed into place."""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from xml.sax.saxutils import escape

from rulebook.as_json import schema
from rulebook.clauses.corpus import load_corpus
from rulebook.data import data_folder
from rulebook.errors import SiteError
from rulebook.links.concepts import load_concepts
from rulebook.links.export import export_rulebook
from rulebook.search.library import Library
from rulebook.website.game_pages import game_pages
from rulebook.website.game_view import GameView, open_views
from rulebook.website.offline import kept_offline, manifest, service_worker
from rulebook.website.rendering import VERSION, Page, Renderer
from rulebook.website.scripts import data_scripts, site_script
from rulebook.website.site_pages import site_pages

# Tells a folder that a build made from any other folder.
MARK = "site.json"
# Served as they are; the other static files are joined or filled in first.
_AS_THEY_ARE = ("icon.svg", "theme.js", "rulebook.css")

Progress = Callable[[int], None]


def silent(done: int) -> None:
    """Tell nobody of progress."""


def build_site(
    library: Library, folder: Path, base_url: str = "", progress: Progress = silent
) -> str:
    """Write the site into ``folder`` and return its version.

    ``folder`` must be new, empty or a site of ours, which is replaced as a whole; until then it
    stays as it was.  ``progress`` is told the number of files made so far.
    """
    folder = folder.resolve()
    _refuse_strangers(folder)
    with _tables_meanwhile(library):
        views = list(open_views(library.corpus))
        files: dict[str, str] = {}
        for page in _pages(library, views, base_url):
            files[page.path] = page.html
            progress(len(files))
    files.update(_other_files(library, views, base_url, list(files)))
    version = _stamp(files, views)
    _write(folder, files)
    return version


def _pages(library: Library, views: list[GameView], base_url: str) -> Iterator[Page]:
    renderer = Renderer(data_folder("site") / "templates", base_url)
    yield from site_pages(renderer, views, load_concepts(library.corpus))
    by_id = {view.game.id: view for view in views}
    for view in views:
        yield from game_pages(renderer, view, by_id)


def _other_files(
    library: Library, views: list[GameView], base_url: str, pages: list[str]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of all that is no page."""
    static = data_folder("site") / "static"
    for name in _AS_THEY_ARE:
        yield f"static/{name}", (static / name).read_text(encoding="utf-8")
    yield "static/rulebook.js", site_script(static, library.corpus.games)
    yield "manifest.webmanifest", manifest(static)
    yield from data_scripts(library, views)
    yield "data/export.schema.json", _json(schema("export"))
    for view in views:
        yield f"data/{view.game.id}.json", _json(export_rulebook(view.linked))
    if base_url:
        yield "sitemap.xml", _sitemap(base_url, pages)


def _stamp(files: dict[str, str], views: list[GameView]) -> str:
    """Put the version, a digest of everything, into the pages and the service worker."""
    static, kept = data_folder("site") / "static", kept_offline(files, views)
    content = hashlib.sha256(service_worker(static, "", kept).encode())
    for path in sorted(files):
        content.update(f"{path}\0{files[path]}\0".encode())
    version = content.hexdigest()[:8]
    for path, text in files.items():
        if path.endswith(".html"):
            files[path] = text.replace(VERSION, version)
    files["sw.js"] = service_worker(static, version, kept)
    files[MARK] = _json({"made_by": "rulebook", "version": version})
    return version


def _sitemap(base_url: str, pages: list[str]) -> str:
    entries = "".join(
        f"<url><loc>{escape(base_url + page)}</loc></url>\n" for page in pages if page != "404.html"
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{entries}</urlset>\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


@contextmanager
def _tables_meanwhile(library: Library) -> Iterator[None]:
    """Fill the cache of tables in another process while the pages are made, if it is not full."""
    if library.is_filled():
        yield
        return
    # A fresh process: a fork of one with threads, as serving has, may hang.
    process = get_context("spawn").Process(
        target=_fill, args=(library.corpus.folder, library.root), daemon=True
    )
    process.start()
    try:
        yield
        process.join()
    finally:
        process.kill()


def _fill(corpus: Path, root: Path) -> None:
    """Fill the cache, and leave an interrupt to the process that waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Library(load_corpus(corpus), root).fill()


def _refuse_strangers(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is no folder", hint="Name a folder for the site.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        hint = "Name a new or empty folder; what is there would be removed."
        raise SiteError(f"{folder} holds something else than a site", hint=hint)


def _write(folder: Path, files: dict[str, str]) -> None:
    """Write ``files`` beside ``folder``, then put them in its place."""
    beside: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        new = beside / "new"
        for name in sorted({str(Path(path).parent) for path in files}):
            (new / name).mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            (new / path).write_bytes(text.encode())
        _replace(folder, new, beside / "old")
    except OSError as error:
        raise SiteError(f"cannot write the site: {error}", hint="Name another folder.") from error
    finally:
        if beside is not None:
            rmtree(beside, ignore_errors=True)


def _replace(folder: Path, new: Path, old: Path) -> None:
    """Put ``new`` in the place of ``folder``, which goes to ``old``, or comes back on failure."""
    if not folder.exists():
        new.rename(folder)
        return
    folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise
