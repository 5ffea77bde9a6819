"""Tests, and the programs that they start, never touch the user's cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from rulebook.data import own_cache
from tests.isolation import TouchedUsersCache


def test_tests_have_their_own_cache(shared: Path) -> None:
    assert own_cache().is_relative_to(shared.parent)
    assert not own_cache().is_relative_to(user_cache_path("rulebook"))


def test_started_program_has_cache_of_tests() -> None:
    code = "from rulebook.data import own_cache; print(own_cache())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert Path(done.stdout.strip()) == own_cache()


def test_use_of_users_cache_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEBOOK_CACHE")
    for touch in (Path.mkdir, Path.read_bytes, lambda path: list(path.iterdir())):
        with pytest.raises(TouchedUsersCache):
            touch(own_cache() / "index")


@pytest.mark.parametrize("cache", ["", "/somewhere/else"])
def test_program_without_cache_of_tests_is_an_error(cache: str) -> None:
    environment = {**os.environ, "RULEBOOK_CACHE": cache}
    with pytest.raises(TouchedUsersCache):
        subprocess.run([sys.executable, "-c", ""], check=True, env=environment)
