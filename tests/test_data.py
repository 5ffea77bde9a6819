"""Where the user's own folders lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from rulebook.data import own_cache, own_corpus, own_rulings, own_settings

FOLDERS = [
    (own_cache, "CACHE", lambda: platformdirs.user_cache_path("rulebook")),
    (own_corpus, "DATA", lambda: platformdirs.user_data_path("rulebook") / "corpus"),
    (own_rulings, "DATA", lambda: platformdirs.user_data_path("rulebook") / "rulings"),
    (own_settings, "CONFIG", lambda: platformdirs.user_config_path("rulebook") / "settings.toml"),
]


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CACHE", "DATA", "SETTINGS"):
        monkeypatch.delenv(f"RULEBOOK_{name}", raising=False)


@pytest.mark.parametrize("xdg", [None, "", "/somewhere/else"])
@pytest.mark.parametrize(("ours", "kind", "of_system"), FOLDERS)
def test_they_lie_where_the_system_keeps_their_like(
    ours: Callable[[], Path],
    kind: str,
    of_system: Callable[[], Path],
    xdg: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    if xdg is not None:
        monkeypatch.setenv(f"XDG_{kind}_HOME", xdg)
    assert ours() == of_system()


@pytest.mark.parametrize(("ours", "kind", "_"), FOLDERS)
def test_a_relative_folder_of_the_system_is_not_heeded(
    ours: Callable[[], Path], kind: str, _: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the specification has it: else they would lie wherever somebody stands."""
    monkeypatch.setenv(f"XDG_{kind}_HOME", "somewhere/else")
    assert ours().is_absolute()
