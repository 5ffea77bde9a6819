"""The reader gives the same output as the terminal, in CPython and in WebAssembly."""

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

# Texts that are not cards, or are hostile or very long.
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
    """Yield invented cards of a game, whole and damaged, wordings of its rules, and odd texts."""
    cases = [case for folder in ("ast", "links") for case in blocks(alias, folder)]
    for at, case in enumerate(cases):
        yield case.text
        yield case.text.replace("を", "の", 1) if at % 2 else case.text[: len(case.text) * 2 // 3]
    for path in sorted((FIXTURES / alias / "wordings").glob("*.tsv")):
        yield from (cell for row in read_rows(path) for cell in row[2:3])
    yield from STRANGE


@pytest.mark.parametrize("alias", GAMES)
def test_reader_output_equals_terminal_output(alias: str, rules: Rules, tables: Path) -> None:
    reader = CardReader(tables)
    game = rules.game(alias)
    for text in some(dict.fromkeys(_texts(alias)), 40):
        output = json.loads(reader.read(text, game.id))
        try:
            text.encode("utf-8")
            resolution = rules.resolve(alias, text)
        except (CardError, UnicodeEncodeError):
            assert set(output) == {"refused"}
            continue
        annotation = resolution.annotation
        assert output["annotation"] == json.loads(json.dumps(annotation.as_json()))
        assert output["resolution"] == json.loads(json.dumps(resolution.as_json()))
        assert "".join(part for part, *_ in output["stretches"]) == text
        likeliest = json.loads(reader.likeliest(text, game.id))
        other = rules.other_notation(annotation)
        assert output["doubtful"] >= (other is not None)
        assert (likeliest is None) == (other is None)
        assert likeliest is None or likeliest["title"] in (other or "")


@pytest.mark.slow
def test_webassembly_output_is_byte_identical(
    reader: Path, tables: Path, node: str, rules: Rules
) -> None:
    ids = [(rules.game(alias).id, alias) for alias in GAMES]
    cards = [{"text": text, "game": id} for id, alias in ids for text in set(_texts(alias))]
    reader_here = CardReader(tables)
    times: dict[str, list[float]] = {}
    for card, result in zip(cards, _read_by_node(node, reader, tables, cards), strict=True):
        assert result["output"] == reader_here.read(card["text"], card["game"]), card
        times.setdefault(card["game"], []).append(result["milliseconds"])
    for game, milliseconds in times.items():
        # Milliseconds of processor time. Some of the texts are extreme: 95% must be fast.
        assert quantiles(milliseconds, n=20)[-1] < 150, game


def _read_by_node(
    node: str, reader: Path, tables: Path, cards: Sequence[dict[str, str]]
) -> Iterator[dict[str, Any]]:
    """Yield the output of the reader in WebAssembly for each card, and the time it took."""
    process = subprocess.run(
        [node, Path(__file__).with_name("run.mjs"), reader, tables],
        input="".join(f"{json.dumps(card)}\n" for card in cards).encode(),
        capture_output=True,
    )
    assert process.returncode == 0, process.stderr.decode()[-2000:]
    yield from map(json.loads, process.stdout.decode().splitlines())
