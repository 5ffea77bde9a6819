"""The promises, held against what they begin with and against every text that once broke one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.mutation import crossed, mutated
from tests.fuzz.promises import PROMISES
from tests.support import FIXTURES

FOUND = sorted((FIXTURES / "fuzz").glob("*/*.bin"))
# Of the texts that a promise begins with, so many are tried in each run of the tests.
_TRIED = 5


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_broke_a_promise_does_so_no_more(path: Path) -> None:
    PROMISES[path.parent.name]().hold(path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", PROMISES)
def test_each_promise_is_kept_to_begin_with(name: str) -> None:
    promise = PROMISES[name]()
    rng = random.Random(name)
    for seed in rng.sample(promise.seeds, min(_TRIED, len(promise.seeds))):
        promise.hold(seed.encode("utf-8", "surrogateescape"))
        changed = mutated(seed, promise.pieces, rng)[:3000]
        promise.hold(changed.encode("utf-8", "surrogateescape"))


def test_mutations_are_text_and_change_something() -> None:
    rng = random.Random(1)
    texts = {mutated("あなたは1枚引く。", ["【自】"], rng) for _ in range(100)}
    assert len(texts) > 80
    assert crossed("あい", "うえ", random.Random(2)).encode()
