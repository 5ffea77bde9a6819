"""The output for every real card is unchanged, except where a commit changes it on purpose."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from tests.cards.golden import COLLECTIONS, collection
from tests.cards.outputs import CHUNK, changed, golden

CHUNKS = [(game, start) for game in COLLECTIONS for start in range(0, len(golden(game)), CHUNK)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), CHUNKS)
def test_output_of_real_cards_is_unchanged(rules: Rules, game: str, start: int) -> None:
    if not collection(game).exists():
        pytest.skip(f"the real card texts ({collection(game).name}) are not here")
    ids = changed(rules, game, start, start + CHUNK)
    assert ids == [], "see python -m tests.cards.outputs"
