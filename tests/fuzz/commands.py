"""Promises of whole commands: any file name, any scheduler address, two commands at once.

Each command runs as a process of its own, as a user's would.
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
_ENDED = (0, 1, 2)
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
    """Return the cache of the tests, or one of this process where the fuzzer runs alone."""
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


def _end(process: subprocess.Popen[bytes]) -> int:
    """Return the exit code of a command that ended in order: no traceback, nothing unexplained."""
    _, errors = process.communicate(timeout=_TIMEOUT)
    assert process.returncode in _ENDED, (process.returncode, errors)
    assert b"Traceback" not in errors, errors.decode("utf-8", "replace")
    assert process.returncode == 0 or errors.strip(), process.args
    return process.returncode


@contextmanager
def _place() -> Iterator[Path]:
    place = Path(mkdtemp(prefix="fuzz-commands-"))
    try:
        yield place
    finally:
        rmtree(place)


# ---- File names


def hold_name(data: bytes) -> None:
    """Hold that a file of cards is indexed whatever its name is, or refused in words."""
    name = data.replace(b"/", b"_").replace(b"\0", b"_")[:200]
    if name in (b"", b".", b".."):
        return
    with _place() as place:
        path = bytes(place) + b"/" + name
        with open(path, "wb") as file:  # noqa: PTH123  # a name of bytes
            file.write(json.dumps(_CARD, ensure_ascii=False).encode())
        library = place / "cards.db"
        command: list[str | bytes | Path] = ["cards", "index", "-g", "sg", "--out", library]
        if _end(start([*command, "--", path], place)) == 0:
            assert _cards_in(library) == 1


def _cards_in(library: Path) -> int:
    import sqlite3

    with sqlite3.connect(library) as database:
        (count,) = database.execute("SELECT count(*) FROM cards").fetchone()
    return int(count)


# ---- Schedulers


def hold_scheduler(data: bytes) -> None:
    """Hold that whatever a scheduler's port sends, the command ends with a word of ours."""
    from rulebook import open_rules

    address, _, reply = data.partition(b"\n")
    with listening(reply) as port:
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
def listening(reply: bytes) -> Iterator[int]:
    """Listen on a port of this machine and send ``reply`` to whoever connects."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=partial(_answer, server, reply), daemon=True).start()
        yield server.getsockname()[1]


def _answer(server: socket.socket, reply: bytes) -> None:
    connections = []
    with suppress(OSError):  # closed when the promise is held
        while True:
            connections.append(server.accept()[0])
            connections[-1].sendall(reply)


# ---- Two commands at once


@dataclass(frozen=True)
class _Work:
    """A command on a folder, and whether what it wrote is there after it has ended with 0."""

    arguments: Callable[[Path, str], list[str | Path]]
    is_there: Callable[[Path, str], bool]


def _import(place: Path, mark: str) -> list[str | Path]:
    table = place / f"{mark}.csv"
    rows = StringIO()
    writer = csv.writer(rows)
    writer.writerow(["id", "question", "answer", "clauses"])
    writer.writerows([f"{mark}-{n}", f"問{n}", f"答{n}", "1.1.1"] for n in range(50))
    table.write_text(rows.getvalue(), encoding="utf-8")
    return ["rulings", "import", "-g", "sg", table, "--out", place / "rulings.jsonl"]


def _imported(place: Path, mark: str) -> bool:
    return (place / "rulings.jsonl").read_text(encoding="utf-8").count(f'"{mark}-') == 50


def _index(place: Path, mark: str) -> list[str | Path]:
    cards = place / f"{mark}.jsonl"
    rows = [json.dumps({**_CARD, "id": f"{mark}-{n}"}, ensure_ascii=False) for n in range(50)]
    cards.write_text("\n".join(rows), encoding="utf-8")
    return ["cards", "index", "-g", "sg", cards, "--out", place / "cards.db"]


def _indexed(place: Path, mark: str) -> bool:
    import sqlite3

    with sqlite3.connect(place / "cards.db") as database:
        query = "SELECT count(*) FROM cards WHERE id LIKE ?"
        (count,) = database.execute(query, (f"{mark}-%",)).fetchone()
    return bool(count == 50)


def _add(place: Path, mark: str) -> list[str | Path]:
    document = place / f"{mark}.txt"
    document.write_text(garden_rules(f"9.{mark}"), encoding="utf-8")
    new_game = ["--title", f"庭{mark}", "--alias", f"garden{mark}"]
    return ["edition", "add", f"garden{mark}", document, "--into", place / "own", *new_game]


def _added(place: Path, mark: str) -> bool:
    return bool(list((place / "own" / f"garden{mark}" / "editions").glob("*/rules.txt")))


WORKS = {
    "import": _Work(_import, _imported),
    "index": _Work(_index, _indexed),
    "add": _Work(_add, _added),
}


def hold_pair(data: bytes) -> None:
    """Hold that of two commands at once neither loses what the other says it has written.

    The first byte chooses the command, the next two how many milliseconds are between the two.
    """
    name = sorted(WORKS)[data[0] % len(WORKS) if data else 0]
    work, delay = WORKS[name], int.from_bytes(data[1:3]) % _LONGEST_DELAY
    with _place() as place:
        commands = {mark: work.arguments(place, mark) for mark in ("1", "2")}
        running = {}
        for mark, arguments in commands.items():
            running[mark] = start(arguments, place)
            time.sleep(delay / 1000)
        ended = {mark: _end(process) for mark, process in running.items()}
        assert 0 in ended.values(), ended
        for mark, code in ended.items():
            assert code != 0 or work.is_there(place, mark), (name, mark, ended)
