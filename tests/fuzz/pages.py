"""The promise of addresses: any request gets a file of the site or an error status."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, cast

from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.serving import Handler
from rulebook.website.site_builder import build_site
from tests.conftest import RULES, corpus_of
from tests.memory import folder_of_this_process

ADDRESSES = (
    "GET /index.html HTTP/1.0\r\n\r\n",
    "HEAD /star-garden/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /%E6%98%9F?q=%00#a HTTP/1.0\r\nIf-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n",
    "GET /../%2e%2e/etc/passwd HTTP/1.0\r\n\r\n",
    "GET /star-garden/1.1.1.html HTTP/1.0\r\nRange: bytes=0-1\r\n\r\n",
)
_STATUS = {b"200", b"301", b"304", b"400", b"404", b"414", b"431", b"501", b"505"}


class _Connection:
    """A connection that has sent its request, and stores the answer."""

    def __init__(self, request: bytes) -> None:
        self.request, self.answer = request, b""

    def makefile(self, mode: str, buffering: int = -1) -> IO[bytes]:
        return BytesIO(self.request)

    def sendall(self, data: bytes) -> None:
        self.answer += data

    def settimeout(self, seconds: float | None) -> None:
        """Do nothing: there is nothing to wait for."""

    def setsockopt(self, level: int, name: int, value: bool) -> None:
        """Do nothing: there is no socket."""


@cache
def _site() -> tuple[Path, frozenset[bytes]]:
    folder = folder_of_this_process("fuzz-site-")
    corpus = corpus_of(RULES, folder / "corpus")
    site = folder / "site"
    corpus.cache = folder / "cache"
    tables = SearchTables(corpus)
    tables.fill()  # else another process would fill them
    build_site(tables, site)
    return site, frozenset(path.read_bytes() for path in site.rglob("*") if path.is_file())


def check_request(data: bytes) -> None:
    """Check that a request gets a known status, and no file outside of the site."""
    folder, files = _site()
    connection = _Connection(data)
    Handler(cast("object", connection), ("127.0.0.1", 0), None, directory=str(folder))  # type: ignore[arg-type]
    if not connection.answer.startswith(b"HTTP/"):
        return  # HTTP/0.9: the answer is only the body
    head, _, body = connection.answer.partition(b"\r\n\r\n")
    status = head.split()[1]
    assert status in _STATUS, head
    if status == b"200" and body and b"\r\n\r\nHTTP/1" not in connection.answer:
        assert body in files, head
