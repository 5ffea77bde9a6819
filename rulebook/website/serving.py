"""Serve the site on this machine, rebuilding it when a document, template or script changes."""

from __future__ import annotations

import gzip
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import BinaryIO

from rulebook.cache.store import walk_once
from rulebook.clauses.corpus import CorpusPaths, open_corpus
from rulebook.data import data_folder
from rulebook.errors import RulebookError, SiteError
from rulebook.messages import Message, message_of
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.tables.search_tables import SearchTables
from rulebook.signals import interrupts_held, set_worker_signals
from rulebook.website.scripts import ALLOWING, FOR_PROGRAMS
from rulebook.website.site_builder import build_site

_EVERY, _OFTEN = 1.0, 0.1  # seconds between checks of the sources, and of a running build
_SILENCE = 30  # seconds that a browser may be silent on a connection, which keeps a thread busy
_TEXTS = re.compile("^text/|json|javascript|xml")  # types that compress well
State = Mapping[Path, tuple[int, int]]  # time and size of each file
Say = Callable[[str], None]  # prints a message


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a site and its own “not found” page, but no lists of files."""

    timeout = _SILENCE
    protocol_version = "HTTP/1.1"  # one connection for many files, as web hosts have it
    disable_nagle_algorithm = True  # else each body waits until its headers are acknowledged

    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".wasm": "application/wasm",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json; charset=utf-8",
        ".webmanifest": "application/manifest+json",
        ".atom": "application/atom+xml",
    }

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Send the headers of a file and return its content; an impossible path is not found."""
        try:
            return self._send_packed() or super().send_head()
        except (ValueError, OSError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def _send_packed(self) -> BytesIO | None:
        """Send the headers of a compressed file and return its content: its brotli version, else a
        text with gzip. None, with nothing sent, if the browser accepts neither or has a copy."""
        path = self.translate_path(self.path)
        path += "index.html" if path.endswith("/") else ""
        kind = self.guess_type(path)
        is_file = os.path.isfile  # the one of pathlib raises an error for a path that is too long
        if "If-Modified-Since" in self.headers and is_file(path):
            return None
        if self._accepts("br") and is_file(f"{path}.br"):
            encoding, file = "br", Path(f"{path}.br")
        elif self._accepts("gzip") and is_file(path) and _TEXTS.search(kind):
            encoding, file = "gzip", Path(path)
        else:
            return None
        body, modified = file.read_bytes(), int(file.stat().st_mtime)
        body = body if encoding == "br" else gzip.compress(body, compresslevel=6)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", encoding)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", self.date_time_string(modified))
        self.end_headers()
        return BytesIO(body)

    def _accepts(self, encoding: str) -> bool:
        """Whether the browser accepts ``encoding`` (lists it, without the weight 0), so that a text
        can be sent compressed, as web hosts do."""
        for each in self.headers.get("Accept-Encoding", "").split(","):
            name, _, weight = each.partition(";")
            if name.strip().lower() == encoding:
                return weight.strip().rstrip("0.") != "q="
        return False

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's own page if nothing is found, so it looks as on a web host."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def list_directory(self, path: object) -> None:
        """Answer “not found”, as most hosts do: folders without a page are read by scripts only."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Send the headers: browsers ask for files again, and other sites may read data files."""
        self.send_header("Cache-Control", "no-cache")  # a file may be built again
        # A malformed request is answered before it has a path.
        if getattr(self, "path", "").lstrip("/").startswith(FOR_PROGRAMS):
            self.send_header(*ALLOWING)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the base class would print a line for each file that a browser loads."""


class Server(ThreadingHTTPServer):
    """Serves the site; a browser that leaves before the answer is not reported as an error."""

    def __init__(self, folder: Path, port: int, say: Say) -> None:
        """Listen on ``port`` for requests of this machine alone: the site is not public yet."""
        self._say = say
        super().__init__(("127.0.0.1", port), partial(Handler, directory=str(folder)))

    def handle_error(self, request: object, client_address: object) -> None:
        """Report an error in one line, but not a browser closing the connection, which is usual."""
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            self._say(Message("not answered: {error!r}", error=error))


def state_of(folders: Iterable[Path], files: Callable[[], Iterable[Path]]) -> State:
    """Return time and size of each file, which show changes; files that vanish are left out."""
    below: list[Path] = []
    for folder in folders:
        with suppress(OSError):  # a folder in it may vanish meanwhile
            walked = walk_once(str(folder))
            below += (Path(place, name) for place, _, names in walked for name in names)
    state = {}
    for path in chain(below, files()):
        with suppress(OSError):  # an editor may be replacing it
            found = path.stat()
            state[path] = (found.st_mtime_ns, found.st_size)
    return state


def _watch(
    stopped: Event, sources: Callable[[], State], before: State, build: Callable[[], None], say: Say
) -> None:
    """Rebuild when sources change, in other processes: each sees the current code."""
    while not stopped.wait(_EVERY):
        now = sources()
        if now == before:
            continue
        before = now
        process = get_context("spawn").Process(target=build)
        with interrupts_held():  # a process that is starting cannot handle Ctrl-C
            process.start()
        while process.is_alive():
            process.join(_OFTEN)
            if stopped.is_set():
                process.terminate()
        if process.exitcode == 0:
            say("built again")


def serve_site(
    tables: SearchTables,
    port: int,
    say: Say,
    progress: Callable[[int], None] | None,
    shelf: RulingShelf,
    reader: Path | None = None,
) -> None:
    """Serve the site from a temporary folder until interrupted, built again when sources change, so
    that authors see changes. Other processes need ``say``: it must be a module-level function."""
    with TemporaryDirectory(prefix="rulebook-site-") as temporary:
        folder = Path(temporary) / "site"
        paths = tables.corpus.paths
        read = [*paths.folders, data_folder("site"), *([reader] if reader else [])]
        # Not the folders of rulings, which may have this site below them (--rulings /tmp/a.toml).
        sources = partial(state_of, read, shelf.given_files)
        before = sources()  # so that changes during the build are noticed
        try:
            server = Server(folder, port, say)  # first, as the build takes minutes
        except OSError as error:
            what, reason = "cannot serve on port {port}: {reason}", error.strerror
            hint = "Choose another port with --port, or 0 for any."
            raise SiteError(what, port=port, reason=reason, hint=hint) from error
        with server:
            build_site(tables, folder, progress=progress, shelf=shelf, reader=reader)
            build = partial(_build_again, paths, shelf.paths, folder, say, reader)
            stopped = Event()
            watch = Thread(target=_watch, args=(stopped, sources, before, build, say), daemon=True)
            try:
                watch.start()
                address = f"http://127.0.0.1:{server.server_port}/"
                say(Message("{address}  (Ctrl-C stops)", address=address))
                server.serve_forever()
            except KeyboardInterrupt:
                say("stopped")
            finally:
                stopped.set()
                watch.join()


def _build_again(
    paths: CorpusPaths, rulings: tuple[Path, ...], folder: Path, say: Say, reader: Path | None
) -> None:
    """Build the site in a separate process, with its current code; errors are only reported."""
    set_worker_signals()  # on Ctrl-C, the server ends this process
    warnings.showwarning = lambda message, *_, **__: say(
        Message("rulebook: {warning}", warning=message_of(message))
    )
    try:
        corpus = open_corpus(*paths.folders, cache=paths.cache)
        build_site(SearchTables(corpus), folder, shelf=RulingShelf(corpus, rulings), reader=reader)
    except RulebookError as error:
        say(error.message)
        sys.exit(error.exit_code)
    except Exception as error:  # a template in the middle of an edit
        say(Message("not built: {error}", error=error))
        sys.exit(1)
