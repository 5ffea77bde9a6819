"""Promises of folders: a user's corpus, and the cache.

The first line of a text names a file of the folder, the rest is its content. The other files of
the folder are valid.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree
from tempfile import mkdtemp

from rulebook.api import Rules, open_rules
from rulebook.cache import store
from rulebook.clauses.corpus import Corpus
from tests.conftest import corpus_of
from tests.fuzz.attempts import attempt
from tests.memory import folder_of_this_process
from tests.support import FIXTURES, ROOT

_CARD = "【開花】 あなたは1枚引く。"
_QUESTION, _QUERY = "山札とは", '"山札" OR カード'
_RULES = """1. 概要
1.1. はじめに
1.1.1. 山札とは、カードの束のことです。
1.1.2. 手札とは、山札から引いたカードのことです。1.1.1を参照してください。
"""
# A token of a JSON text.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[-0-9.eE+]+|[a-z]+|[\[\]{},:]')


@dataclass(frozen=True)
class Folder:
    """Files by their names, and pieces to put into them."""

    files: dict[str, str]
    pieces: tuple[str, ...]


def seeds_of(folder: Folder) -> tuple[str, ...]:
    """Return a text for each file of ``folder``, with valid content."""
    return tuple(f"{name}\n{content}" for name, content in folder.files.items())


# ---- A corpus


def _tables() -> dict[str, str]:
    """Return the tables of the sixth game, and the parts of the shared tables that it needs."""
    game = FIXTURES / "sixth-game"
    files = {
        f"star-garden/{path.relative_to(game).as_posix()}": path.read_text(encoding="utf-8")
        for path in sorted(game.rglob("*.toml"))
    }
    named = set(re.findall(r"(?m)^\[([a-z-]+)\]", files["star-garden/concepts.toml"]))
    for path in sorted((ROOT / "corpus").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        parts = re.split(r"\n\n(?=\[)", text)
        used = [part for part in parts if re.match(rf"\[(?:{'|'.join(named)})\]", part)]
        files[path.name] = "\n\n".join(used) if path.name == "concepts.toml" else text[:3000]
        files[path.name] = files[path.name].rpartition("\n")[0] + "\n"
    return files


CORPORA = Folder(
    _tables(),
    (
        *("[", "]", "[[term]]", "[links]", "{", "}", "=", '"', "'''", '""', "1", "2.3", "true"),
        *("2026-01-13", "inf", "[]", "{}", "edition = ", "clause = ", "word = ", '"9.9.9"', "#"),
        *(
            "\\u0000",
            '"\\uD800"',
            "a.b.c = 1\n",
            '"" = 1\n',
            "..",
            "/",
            "nan",
            "0x1F",
            "'(('",
            "1" * 5000,
            "[" * 2000,
        ),
    ),
)


@cache
def _corpus() -> Path:
    folder = folder_of_this_process("fuzz-corpus-") / "corpus"
    copytree(
        FIXTURES / "sixth-game",
        folder / "star-garden",
        ignore=ignore_patterns("cards.txt"),
    )
    for name, content in CORPORA.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def check_corpus(data: bytes) -> None:
    """Check that any table works, or is rejected with a message."""
    name, _, content = data.decode("utf-8", "surrogateescape").partition("\n")
    if name not in CORPORA.files:
        return
    path = _corpus() / name
    with _with_content(path, content), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cache = _corpus().with_name("cache")
        attempt(lambda: _use(open_rules(_corpus(), cache=cache)))


@contextmanager
def _with_content(path: Path, content: str) -> Iterator[None]:
    """Write ``content`` to ``path``, and restore the file in the end."""
    before = path.read_bytes()
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    try:
        yield
    finally:
        path.write_bytes(before)


def _use(rules: Rules) -> None:
    for game in rules.games:
        rules.check(game.key)
        json.dumps(rules.export(game.key), ensure_ascii=False).encode()
        rules.annotate(game.key, _CARD)
        rules.ask(_QUESTION, game.key)
    rules.compare("deck")


# ---- The cache


@cache
def _small() -> Corpus:
    return corpus_of(_RULES, folder_of_this_process("fuzz-small-"))


@cache
def _filled() -> Path:
    """Return a valid, filled cache folder."""
    root = folder_of_this_process("fuzz-whole-")
    _ask_and_search(root)
    return root


def _ask_and_search(root: Path) -> tuple[object, object]:
    rules = open_rules(_small().folder, cache=root)
    return rules.ask(_QUESTION, "sg"), rules.search(_QUERY)


_VALUES = (
    *("null", "[]", "{}", "-1", "99", '""', '"x"', "1e999", '"1.1"', "[0]", "[[", "\n", "\t", " "),
)


def cache_files() -> Folder:
    """Return the files of the cache, and replacements for their values."""
    names = [path.name for path in sorted(_filled().glob("*/*")) if path.name != store.MANIFEST]
    return Folder(dict.fromkeys(names, "1\n0"), (*names, *_VALUES))


def check_cache(data: bytes) -> None:
    """Check that a wrong value in an intact cache file changes nothing: it is built again.

    The second line of a text is the index of the value, the rest its replacement.
    """
    name, _, rest = data.decode("utf-8", "replace").partition("\n")
    number, _, value = rest.partition("\n")
    if name not in cache_files().files:
        return
    root = Path(mkdtemp(prefix="fuzz-cache-"))
    try:
        copytree(_filled(), root, dirs_exist_ok=True)
        (path,) = root.glob(f"*/{name}")
        _replace(path, int(number) if re.fullmatch("[0-9]{1,6}", number) else 0, value)
        store._seal(path.parent, path.parent.name)
        assert store.is_whole(path.parent)
        _ask_and_search(root)
        answers, hits = _ask_and_search(root)
        assert answers is not None
        assert hits is not None
    finally:
        rmtree(root)


def _replace(path: Path, number: int, value: str) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(_TOKEN.finditer(text))
    token = tokens[number % len(tokens)]
    path.write_text(text[: token.start()] + value + text[token.end() :], encoding="utf-8")
