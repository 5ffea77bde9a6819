"""Serving the site on this machine, built again when a document, template or script changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from rulebook.errors import RulebookError, SiteError

_EVERY = 1.0


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a site, its own page for what is not there, and no lists of files."""

    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json; charset=utf-8",
        ".webmanifest": "application/manifest+json",
    }

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's own page where nothing is found."""
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
        """Show no list: the folders without a page are for scripts and data."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Have browsers ask each time, for a page may have been built again."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: each page would be a line."""


def serve(
    folder: Path,
    port: int,
    sources: Callable[[], Iterator[Path]],
    build: Callable[[], object],
    say: Callable[[str], None],
) -> None:
    """Serve ``folder`` until interrupted; ``build`` again when one of ``sources`` changes."""
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))
    except OSError as error:
        hint = "Choose another port with --port, or 0 for any."
        raise SiteError(f"cannot serve on port {port}: {error.strerror}", hint=hint) from error
    stopped = Event()
    Thread(target=_watch, args=(stopped, sources, build, say), daemon=True).start()
    say(f"http://127.0.0.1:{server.server_port}/  (Ctrl-C stops)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("stopped")
    finally:
        stopped.set()
        server.server_close()


def _watch(
    stopped: Event,
    sources: Callable[[], Iterator[Path]],
    build: Callable[[], object],
    say: Callable[[str], None],
) -> None:
    before = _state(sources())
    while not stopped.wait(_EVERY):
        now = _state(sources())
        if now == before:
            continue
        before = now
        try:
            build()
            say("built again")
        except RulebookError as error:
            # The site stays as it was until the next change.
            say(str(error))
        except Exception as error:  # a template in the middle of an edit
            say(f"not built: {error}")


def _state(paths: Iterator[Path]) -> dict[Path, tuple[int, int]]:
    """Return what tells whether one of ``paths`` has changed."""
    state = {}
    for path in paths:
        try:
            found = path.stat()
        except OSError:
            continue  # an editor may be replacing it
        state[path] = (found.st_mtime_ns, found.st_size)
    return state
