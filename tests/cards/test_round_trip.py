"""The real card texts, where they are at hand: back to text without a loss, and ever better read.

They belong to their publishers and lie beside the project, never in it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping

import pytest

from rulebook.cards.printing.unparser import unparse
from rulebook.cards.reading.card_parser import CardParser, ParsedCard, ParseStatus
from rulebook.cards.reading.gaps import Counts
from tests.cards.golden import COLLECTIONS, changed, collection, digest, real_cards
from tests.support import FIXTURES


@pytest.mark.slow
@pytest.mark.parametrize("game", COLLECTIONS)
def test_real_cards(game: str, readers: Callable[[str], CardParser]) -> None:
    if not collection(game).exists():
        pytest.skip(f"the real card texts ({collection(game).name}) are not here")
    counts = Counts()
    lost: list[str] = []
    digests: list[tuple[str, str]] = []
    for id, reading in real_cards(game, readers(game)):
        counts.add(reading)
        digests.append((id, digest(reading)))
        lost += [f"{id}: {what}" for what in _lost(reading)]
    assert lost == []
    least = _baseline(game)
    assert counts.cards == least["cards"], "another collection of cards: write the baseline anew"
    assert counts.parsed >= least["parsed"]
    assert counts.unparsed_characters <= least["unparsed_characters"]
    assert changed(game, digests) == [], "see python -m tests.cards.golden"


def _lost(reading: ParsedCard) -> list[str]:
    """Return what of a card did not come back, or passed in silence."""
    lost = []
    written = "\n".join(map(unparse, reading.abilities))
    if written != reading.canonical:
        lost.append(f"{reading.canonical!r} → {written!r}")
    if (reading.status is ParseStatus.PARSED) != (not reading.gaps):
        lost.append(f"{reading.status} with {len(reading.gaps)} gaps")
    return lost


def _baseline(game: str) -> Mapping[str, int]:
    return tomllib.loads((FIXTURES / game / "baseline.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", COLLECTIONS)
def test_the_baseline_is_good_enough(game: str) -> None:
    least = _baseline(game)
    assert least["parsed"] >= 0.92 * least["cards"]
