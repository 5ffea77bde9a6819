"""The real card texts, where they are at hand: back to text without a loss, and ever better read.

They belong to their publishers and lie beside the project, never in it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping

import pytest

from rulebook.cards.card_parser import CardParser, ParseStatus
from rulebook.cards.gaps import Counts
from rulebook.cards.unparser import unparse
from tests.support import FIXTURES, SHARED

REAL = {"ws": "weiss-schwarz", "reb": "rebirth-for-you"}


@pytest.mark.parametrize("game", REAL)
def test_real_cards(game: str, readers: Callable[[str], CardParser]) -> None:
    path = SHARED / "cards" / f"{REAL[game]}.jsonl"
    if not path.exists():
        pytest.skip(f"the real card texts ({path.name}) are not here")
    reader = readers(game)
    counts = Counts()
    lost: list[str] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            reading = reader.read(card["text"])
            counts.add(reading)
            written = "\n".join(map(unparse, reading.abilities))
            if written != reading.canonical:
                lost.append(f"{card['id']}: {reading.canonical!r} → {written!r}")
            if (reading.status is ParseStatus.PARSED) != (not reading.gaps):
                lost.append(f"{card['id']}: {reading.status} with {len(reading.gaps)} gaps")
    assert lost == []
    least = _baseline(game)
    assert counts.cards == least["cards"], "another collection of cards: write the baseline anew"
    assert counts.parsed >= least["parsed"]
    assert counts.unparsed_characters <= least["unparsed_characters"]


def _baseline(game: str) -> Mapping[str, int]:
    return tomllib.loads((FIXTURES / game / "baseline.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", REAL)
def test_the_baseline_is_good_enough(game: str) -> None:
    least = _baseline(game)
    assert least["parsed"] >= 0.92 * least["cards"]
