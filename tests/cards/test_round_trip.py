"""Real card texts, if available: they are printed again, and read at least as well as before.

They belong to their publishers, and are in a folder outside of the project.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping

import pytest

from rulebook.cards.reading.card_parser import CardParser, ParsedCard, ParseStatus
from rulebook.cards.reading.inspection import Counts
from tests.cards.golden import COLLECTIONS, changed, collection, digest, real_cards
from tests.cards.trees import printed_text
from tests.support import FIXTURES


@pytest.mark.slow
@pytest.mark.parametrize("game", COLLECTIONS)
def test_real_cards_are_read_as_well_as_before(
    game: str, readers: Callable[[str], CardParser]
) -> None:
    if not collection(game).exists():
        pytest.skip(f"the real card texts ({collection(game).name}) are not here")
    counts = Counts()
    errors: list[str] = []
    digests: list[tuple[str, str]] = []
    for id, reading in real_cards(game, readers(game)):
        counts.add(reading)
        digests.append((id, digest(reading)))
        errors += [f"{id}: {error}" for error in _errors(reading)]
    assert errors == []
    least = _baseline(game)
    assert counts.cards == least["cards"], "another collection of cards: write a new baseline"
    assert counts.parsed >= least["parsed"]
    assert counts.unparsed_characters <= least["unparsed_characters"]
    assert changed(game, digests) == [], "see python -m tests.cards.golden"


def _errors(reading: ParsedCard) -> list[str]:
    """Return the errors of a card: a text that is not printed again, or a wrong status."""
    errors = []
    written = printed_text(reading)
    if written != reading.canonical:
        errors.append(f"{reading.canonical!r} → {written!r}")
    if (reading.status is ParseStatus.PARSED) != (not reading.gaps):
        errors.append(f"{reading.status} with {len(reading.gaps)} gaps")
    return errors


def _baseline(game: str) -> Mapping[str, int]:
    return tomllib.loads((FIXTURES / game / "baseline.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", COLLECTIONS)
def test_baseline_is_good_enough(game: str) -> None:
    least = _baseline(game)
    assert least["parsed"] >= 0.92 * least["cards"]
