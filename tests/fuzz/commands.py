"""Promises of whole commands: any file name, any scheduler address, two concurrent commands.

Each command runs in its own process, as it does for a user.
"""

from __future__ import annotations

import csv
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from io import StringIO
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from threading import Thread
from unittest.mock import patch

from tests.fuzz.attempts import attempt
from tests.memory import folder_of_this_process
from tests.star_garden import rules as garden_rules
from tests.support import FIXTURES, ROOT

# Seconds: a command that takes longer hangs.
_TIMEOUT = 60
_CARD = {"id": "1", "text": "【開花】 あなたは1枚引く。"}
_EXIT_CODES = (0, 1, 2)
# Milliseconds between two commands.
_LONGEST_DELAY = 700


@cache
def _folder() -> Path:
    """Return a folder with a corpus of one small game."""
    folder = folder_of_this_process("fuzz-commands-")
    copytree(FIXTURES / "sixth-game", folder / "corpus" / "star-garden")
    for path in (ROOT / "corpus").glob("*.toml"):
        (folder / "corpus" / path.name).write_bytes(path.read_bytes())
    return folder


def _cache() -> Path:
    """Return the cache of the tests, or one of this process if only the fuzzer runs."""
    return Path(os.environ.get("RULEBOOK_CACHE", _folder() / "cache"))


def start(arguments: Sequence[str | bytes | Path], folder: Path) -> subprocess.Popen[bytes]:
    """Start a command in ``folder`` on a corpus of one small game."""
    own = {"RULEBOOK_CACHE": str(_cache()), "RULEBOOK_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "rulebook", "--corpus", str(_folder() / "corpus"), *arguments]
    return subprocess.Popen(
        command,
        env={**os.environ, **own, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Return the exit code of a command; check that it printed a message, and no traceback."""
    _, errors = process.communicate(timeout=_TIMEOUT)
    assert process.returncode in _EXIT_CODES, (process.returncode, errors)
    assert b"Traceback" not in errors, errors.decode("utf-8", "replace")
    assert process.returncode == 0 or errors.strip(), process.args
    return process.returncode


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    folder = Path(mkdtemp(prefix="fuzz-commands-"))
    try:
        yield folder
    finally:
        rmtree(folder)


# ---- File names


def check_name(data: bytes) -> None:
    """Check that a card file of any name is indexed, or rejected with a message."""
    name = data.replace(b"/", b"_").replace(b"\0", b"_")[:200]
    if name in (b"", b".", b".."):
        return
    with _temporary_folder() as folder:
        path = bytes(folder) + b"/" + name
        with open(path, "wb") as file:  # noqa: PTH123  # a name of bytes
            file.write(json.dumps(_CARD, ensure_ascii=False).encode())
        library = folder / "cards.db"
        command: list[str | bytes | Path] = ["cards", "index", "-g", "sg", "--out", library]
        if _wait(start([*command, "--", path], folder)) == 0:
            assert _count_cards(library) == 1


def _count_cards(library: Path) -> int:
    import sqlite3

    with sqlite3.connect(library) as database:
        (count,) = database.execute("SELECT count(*) FROM cards").fetchone()
    return int(count)


# ---- Schedulers


def check_scheduler(data: bytes) -> None:
    """Check that any answer of a scheduler's port ends the command with a message."""
    from rulebook import open_rules

    address, _, reply = data.partition(b"\n")
    with serve_reply(reply) as port:
        name = address.decode("utf-8", "replace").replace("PORT", str(port))
        if not name.startswith(("tcp://127.0.0.1:", "tls://127.0.0.1:")):
            name = f"tcp://127.0.0.1:{port}"
        rules = open_rules(_folder() / "corpus", cache=_cache())
        cards = [(_CARD["id"], _CARD["text"])]
        started = time.monotonic()
        with patch("rulebook.cards.worker_pools.cluster._SECONDS_TO_CONNECT", 0.3):
            attempt(lambda: list(rules.annotate_all("sg", cards, scheduler=name)))
        assert time.monotonic() - started < _TIMEOUT


@contextmanager
def serve_reply(reply: bytes) -> Iterator[int]:
    """Listen on a local port and send ``reply`` to each client."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=partial(_send_reply, server, reply), daemon=True).start()
        yield server.getsockname()[1]


def _send_reply(server: socket.socket, reply: bytes) -> None:
    connections = []
    with suppress(OSError):  # the server is closed
        while True:
            connections.append(server.accept()[0])
            connections[-1].sendall(reply)


# ---- Two concurrent commands


@dataclass(frozen=True)
class _Writer:
    """A command that writes into a folder, and a test whether its output is there."""

    arguments: Callable[[Path, str], list[str | Path]]
    has_output: Callable[[Path, str], bool]


def _import(folder: Path, mark: str) -> list[str | Path]:
    table = folder / f"{mark}.csv"
    rows = StringIO()
    writer = csv.writer(rows)
    writer.writerow(["id", "question", "answer", "clauses"])
    writer.writerows([f"{mark}-{n}", f"問{n}", f"答{n}", "1.1.1"] for n in range(50))
    table.write_text(rows.getvalue(), encoding="utf-8")
    return ["rulings", "import", "-g", "sg", table, "--out", folder / "rulings.jsonl"]


def _imported(folder: Path, mark: str) -> bool:
    return (folder / "rulings.jsonl").read_text(encoding="utf-8").count(f'"{mark}-') == 50


def _index(folder: Path, mark: str) -> list[str | Path]:
    cards = folder / f"{mark}.jsonl"
    rows = [json.dumps({**_CARD, "id": f"{mark}-{n}"}, ensure_ascii=False) for n in range(50)]
    cards.write_text("\n".join(rows), encoding="utf-8")
    return ["cards", "index", "-g", "sg", cards, "--out", folder / "cards.db"]


def _indexed(folder: Path, mark: str) -> bool:
    import sqlite3

    with sqlite3.connect(folder / "cards.db") as database:
        query = "SELECT count(*) FROM cards WHERE id LIKE ?"
        (count,) = database.execute(query, (f"{mark}-%",)).fetchone()
    return bool(count == 50)


def _add(folder: Path, mark: str) -> list[str | Path]:
    document = folder / f"{mark}.txt"
    document.write_text(garden_rules(f"9.{mark}"), encoding="utf-8")
    new_game = ["--title", f"庭{mark}", "--alias", f"garden{mark}"]
    return ["edition", "add", f"garden{mark}", document, "--into", folder / "own", *new_game]


def _added(folder: Path, mark: str) -> bool:
    return bool(list((folder / "own" / f"garden{mark}" / "editions").glob("*/rules.txt")))


WRITERS = {
    "import": _Writer(_import, _imported),
    "index": _Writer(_index, _indexed),
    "add": _Writer(_add, _added),
}


def check_pair(data: bytes) -> None:
    """Check that two concurrent commands do not lose each other's output.

    The first byte selects the command, the next two the milliseconds between the starts.
    """
    name = sorted(WRITERS)[data[0] % len(WRITERS) if data else 0]
    writer, delay = WRITERS[name], int.from_bytes(data[1:3]) % _LONGEST_DELAY
    with _temporary_folder() as folder:
        commands = {mark: writer.arguments(folder, mark) for mark in ("1", "2")}
        running = {}
        for mark, arguments in commands.items():
            running[mark] = start(arguments, folder)
            time.sleep(delay / 1000)
        exit_codes = {mark: _wait(process) for mark, process in running.items()}
        assert 0 in exit_codes.values(), exit_codes
        for mark, code in exit_codes.items():
            assert code != 0 or writer.has_output(folder, mark), (name, mark, exit_codes)
