"""The promises hold for their seeds and for every text that once broke one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.mutation import crossed, mutated
from tests.fuzz.promises import PROMISES
from tests.support import FIXTURES

FAULTS = sorted((FIXTURES / "fuzz").glob("*/*.bin"))
# How many seeds of a promise are tried.
_TRIED = 5


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_past_faults_stay_corrected(path: Path) -> None:
    PROMISES[path.parent.name]().check(path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", PROMISES)
def test_promise_holds_for_its_seeds(name: str) -> None:
    promise = PROMISES[name]()
    rng = random.Random(name)
    for seed in rng.sample(promise.seeds, min(_TRIED, len(promise.seeds))):
        promise.check(seed.encode("utf-8", "surrogateescape"))
        changed = mutated(seed, promise.pieces, rng)[:3000]
        promise.check(changed.encode("utf-8", "surrogateescape"))


def test_mutations_are_valid_and_differ() -> None:
    rng = random.Random(1)
    texts = {mutated("あなたは1枚引く。", ["【自】"], rng) for _ in range(100)}
    assert len(texts) > 80
    assert crossed("あい", "うえ", random.Random(2)).encode()
