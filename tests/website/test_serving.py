"""The local server: pages, missing pages, and rebuilding after a change."""

from __future__ import annotations

import gzip
import signal
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import IO, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.website import serving
from rulebook.website.serving import Handler, Server, state_of
from tests.conftest import Run
from tests.processes import posix, spawn

RULING = """game = "sg"
edition = "1.0"
source = { name = "架空の大会" }
[[ruling]]
id = "made-1"
question = "山札とは。"
answer = "カードの束です。"
clauses = ["1.1.1"]
"""


@contextmanager
def _serving(corpus: Path) -> Iterator[tuple[str, IO[str]]]:
    """Serve the site of ``corpus`` and yield its address and the output of the server. The ruling
    is in the folder of temporary files, in which the site is built."""
    rulings = corpus.parent / "rulings.toml"
    rulings.write_text(RULING, encoding="utf-8")
    call = ("--corpus", corpus, "--rulings", rulings, "site", "serve", "--port", "0")
    with spawn(*call, temporary=corpus.parent) as process:
        assert process.stderr is not None
        yield process.stderr.readline().split()[0], process.stderr
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == "stopped\n"


class Served(NamedTuple):
    """A copy of the small corpus, the address of its site, and the output of its server."""

    folder: Path
    address: str
    output: IO[str]


@pytest.fixture(scope="module")
def served(small: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield one server for all tests. They must leave the corpus unchanged."""
    folder = tmp_path_factory.mktemp("served") / "corpus"
    copytree(small.folder, folder)
    with _serving(folder) as (address, output):
        yield Served(folder, address, output)


def _read(address: str) -> str:
    with urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


@posix
def test_site_is_served_and_rebuilt_on_change(served: Served) -> None:
    folder, address, output = served
    with urlopen(address, timeout=10) as answer:
        assert "<title>" in answer.read().decode()
        # A page may have been rebuilt since the last request.
        assert answer.headers["Cache-Control"] == "no-cache"
    for missing in ("nowhere.html", "static/", "../pyproject.toml"):
        with pytest.raises(HTTPError) as error:
            _read(address + missing)
        assert error.value.code == 404
        assert "このページはありません" in error.value.read().decode()
    game = folder / "star-garden" / "game.toml"
    game.write_text(game.read_text(encoding="utf-8").replace("庭", "星の庭"), encoding="utf-8")
    assert output.readline() == "built again\n"
    assert "星の庭" in _read(address)
    (folder.parent / "rulings.toml").write_text(RULING.replace("束", "山"), encoding="utf-8")
    assert output.readline() == "built again\n"
    assert "カードの山です" in _read(f"{address}star-garden/ruling-made-1.html")


def _connect(address: str) -> socket.socket:
    place = urlsplit(address)
    assert place.hostname
    return socket.create_connection((place.hostname, place.port), timeout=10)


def _send(address: str, request: bytes) -> bytes:
    """Send the bytes of ``request`` and return the response."""
    with _connect(address) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while more := connection.recv(65536):
            answer += more
        return answer


def test_port_in_use_is_reported_before_the_site_is_built(
    run: Run, small: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "build_site", lambda *_, **__: pytest.fail("built"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("--corpus", small.folder, "site", "serve", "--port", port)
    assert result.exit_code == 2
    assert f"cannot serve on port {port}" in result.stderr


def _send_and_reset(address: str, request: bytes) -> None:
    """Send ``request`` and reset the connection before reading the response."""
    connection = _connect(address)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.sendall(request)
    connection.close()


@posix
def test_every_request_gets_a_status_and_no_traceback(served: Served) -> None:
    address = served.address
    for path, status in [
        ("/", 200),
        ("/index.html?q=%00", 200),
        ("/%00", 404),
        ("/%00/index.html", 404),
        ("/%zz", 404),
        ("/%", 404),
        ("/%ed%a0%80", 404),
        ("/\xff\xfe", 404),
        ("/index.html/", 404),
        ("/star-garden", 301),
        ("/star-garden/", 200),
        ("/data/", 404),
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/" + "x" * 300, 404),
        ("/" + "x/" * 5000, 404),
    ]:
        for method in ("GET", "HEAD"):
            answer = _send(address, f"{method} {path} HTTP/1.0\r\n\r\n".encode("latin-1"))
            head, _, body = answer.partition(b"\r\n\r\n")
            assert head.split()[1] == str(status).encode(), (method, path[:80])
            assert bool(body) == (method == "GET" and status != 301), (method, path[:80])
    for request, status in [
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.0\r\n\r\n", 414),
        (b"POST / HTTP/1.0\r\n\r\n", 501),
        (b"GET\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 505),
        (b"GET / HTTP/1.0\r\n" + b"a: b\r\n" * 200 + b"\r\n", 431),
        (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
    ]:
        assert f"Error code: {status}".encode() in _send(address, request)
    for path in ("/" + "x" * 300, "/%00", "/star-garden/" + "y" * 5000):
        answer = _send(address, f"GET {path} HTTP/1.0\r\nAccept-Encoding: br\r\n\r\n".encode())
        assert answer.split()[1] == b"404", path[:80]


def test_texts_are_compressed_over_one_connection(tmp_path: Path) -> None:
    """As web hosts do, so that measurements also hold for a published site."""
    page = "<p>山札" * 500
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "icon.png").write_bytes(b"png" * 500)
    with Server(tmp_path, 0, print) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
        for path, encoding, content in [
            ("/", "gzip", page.encode()),
            ("/index.html?q=a", "gzip", page.encode()),
            ("/icon.png", None, b"png" * 500),
        ]:
            connection.request("GET", path, headers={"Accept-Encoding": "gzip, br"})
            used = connection.sock
            answer = connection.getresponse()
            body = answer.read()
            assert answer.headers["Content-Encoding"] == encoding
            refused = "" if encoding is None else f"{encoding};q=0, x"
            connection.request("GET", path, headers={"Accept-Encoding": refused})
            plain = connection.getresponse()
            assert (plain.headers["Content-Encoding"], plain.read()) == (None, content)
            assert (gzip.decompress(body) if encoding else body) == content
            assert connection.sock is used  # still open
        headers = {"Accept-Encoding": "gzip", "If-Modified-Since": answer.headers["Last-Modified"]}
        connection.request("GET", "/", headers=headers)
        assert connection.getresponse().status == 304
        server.shutdown()


def test_silent_connection_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "timeout", 0.2)
    output: list[str] = []
    with Server(tmp_path, 0, output.append) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as silent:
            silent.sendall(b"GET / HTTP/1.0\r\nHost: 127")
            assert silent.recv(1) == b""  # the server has closed it
        server.shutdown()
        serving.join()
    assert output == []


@posix
def test_disconnected_browsers_are_not_reported(served: Served) -> None:
    for _ in range(5):
        _send_and_reset(served.address, b"GET /data/export.schema.json HTTP/1.0\r\n\r\n")
        _send_and_reset(served.address, b"GET /nowhere HTTP/1.0\r\n\r\n")
        _send_and_reset(served.address, b"GET /")
    assert "<title>" in _read(served.address)


@posix
def test_failed_rebuild_is_reported_and_site_stays(served: Served) -> None:
    folder, address, output = served
    game = folder / "star-garden" / "game.toml"
    before = game.read_text(encoding="utf-8")
    game.write_text("no toml", encoding="utf-8")
    assert "game.toml" in output.readline()
    assert "<title>" in _read(address)
    game.write_text(before, encoding="utf-8")
    while (line := output.readline()) != "built again\n":
        assert "Traceback" not in line


def test_port_in_use_is_reported(small: Corpus, run: Run) -> None:
    with socket.socket() as used_port:
        used_port.bind(("127.0.0.1", 0))
        used_port.listen()
        port = str(used_port.getsockname()[1])
        done = run("--corpus", small.folder, "site", "serve", "--port", port)
    assert done.exit_code == 2
    assert f"cannot serve on port {port}" in done.stderr


def test_file_in_linked_folder_is_watched(tmp_path: Path) -> None:
    (shared := tmp_path / "shared").mkdir()
    (rulings := tmp_path / "rulings").mkdir()
    (rulings / "judges").symlink_to(shared)
    before = state_of([rulings], lambda: ())
    (shared / "faq.jsonl").write_text("{}\n", encoding="utf-8")
    assert state_of([rulings], lambda: ()) != before
