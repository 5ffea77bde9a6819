"""The tests keep to themselves: the user's cache is never touched, by programs neither."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from rulebook.data import own_cache
from tests.isolation import TouchedUsersCache


def test_the_cache_of_a_test_is_its_own(shared: Path) -> None:
    assert own_cache().is_relative_to(shared.parent)
    assert not own_cache().is_relative_to(user_cache_path("rulebook"))


def test_a_program_that_a_test_starts_has_the_same_cache() -> None:
    code = "from rulebook.data import own_cache; print(own_cache())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert Path(done.stdout.strip()) == own_cache()


def test_the_users_cache_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEBOOK_CACHE")
    for touch in (Path.mkdir, Path.read_bytes, lambda path: list(path.iterdir())):
        with pytest.raises(TouchedUsersCache):
            touch(own_cache() / "index")


@pytest.mark.parametrize("cache", ["", "/somewhere/else"])
def test_no_program_is_started_without_a_cache_of_the_tests(cache: str) -> None:
    environment = {**os.environ, "RULEBOOK_CACHE": cache}
    with pytest.raises(TouchedUsersCache):
        subprocess.run([sys.executable, "-c", ""], check=True, env=environment)
