"""What the reader says is what the terminal says, in CPython here and in WebAssembly."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest

from rulebook import LONGEST_CARD, Rules
from rulebook.card_reader.reading import CardReader
from rulebook.errors import CardError
from tests.cards.fixtures import GAMES, blocks
from tests.conftest import HOSTILE
from tests.sampling import some
from tests.support import FIXTURES, read_rows

# What is no card, or tries to be more than one.
STRANGE = (
    "",
    " \u3000\n",
    HOSTILE,
    "\x00\x1b[2J【自】",
    "e\u0301" * 300 + "が\u3099" * 300,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467【自】\U0001f9c0を1枚引く。",
    "「" * 3000,
    "『【自】" * 900,
    "【自】［(1)］" + "あなたは1枚引き、" * 800 + "あなたは1枚引く。",
    "9" * 6000 + "枚引く。",
    "あ" * LONGEST_CARD,
    "あ" * (LONGEST_CARD + 1),
    "\ud83d",
)


def _texts(alias: str) -> Iterator[str]:
    """Yield the invented cards of a game, as they are and damaged, and what its rules print."""
    cases = [case for folder in ("ast", "links") for case in blocks(alias, folder)]
    for at, case in enumerate(cases):
        yield case.text
        yield case.text.replace("を", "の", 1) if at % 2 else case.text[: len(case.text) * 2 // 3]
    for path in sorted((FIXTURES / alias / "wordings").glob("*.tsv")):
        yield from (cell for row in read_rows(path) for cell in row[2:3])
    yield from STRANGE


@pytest.mark.parametrize("alias", GAMES)
def test_the_reader_says_what_the_terminal_says(alias: str, rules: Rules, tables: Path) -> None:
    reader = CardReader(tables)
    game = rules.game(alias)
    for text in some(dict.fromkeys(_texts(alias)), 40):
        told = json.loads(reader.read(text, game.id))
        try:
            text.encode("utf-8")
            resolution = rules.resolve(alias, text)
        except (CardError, UnicodeEncodeError):
            assert set(told) == {"refused"}
            continue
        annotation = resolution.annotation
        assert told["annotation"] == json.loads(json.dumps(annotation.as_json()))
        assert told["resolution"] == json.loads(json.dumps(resolution.as_json()))
        assert "".join(part for part, *_ in told["stretches"]) == text
        likeliest = json.loads(reader.likeliest(text, game.id))
        other = rules.other_notation(annotation)
        assert told["doubtful"] >= (other is not None)
        assert (likeliest is None) == (other is None)
        assert likeliest is None or likeliest["title"] in (other or "")


@pytest.mark.slow
def test_webassembly_says_the_same_to_the_byte(
    reader: Path, tables: Path, node: str, rules: Rules
) -> None:
    ids = [(rules.game(alias).id, alias) for alias in GAMES]
    asked = [{"text": text, "game": id} for id, alias in ids for text in set(_texts(alias))]
    here = CardReader(tables)
    times: dict[str, list[float]] = {}
    for one, told in zip(asked, _read_by_node(node, reader, tables, asked), strict=True):
        assert told["said"] == here.read(one["text"], one["game"]), one
        times.setdefault(one["game"], []).append(told["milliseconds"])
    for game, taken in times.items():
        # Of processor time; a few of the texts are monsters.
        assert quantiles(taken, n=20)[-1] < 150, game


def _read_by_node(
    node: str, reader: Path, tables: Path, asked: Sequence[dict[str, str]]
) -> Iterator[dict[str, Any]]:
    """Yield what the reader in WebAssembly says of each card, and how long it took."""
    done = subprocess.run(
        [node, Path(__file__).with_name("run.mjs"), reader, tables],
        input="".join(f"{json.dumps(one)}\n" for one in asked).encode(),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    yield from map(json.loads, done.stdout.decode().splitlines())
