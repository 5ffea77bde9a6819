"""The paths of the user's own folders."""

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
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CACHE", "DATA", "SETTINGS"):
        monkeypatch.delenv(f"RULEBOOK_{name}", raising=False)


@pytest.mark.parametrize("xdg", [None, "", "/somewhere/else"])
@pytest.mark.parametrize(("own_folder", "kind", "system_folder"), FOLDERS)
def test_user_folder_is_in_system_folder(
    own_folder: Callable[[], Path],
    kind: str,
    system_folder: Callable[[], Path],
    xdg: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    if xdg is not None:
        monkeypatch.setenv(f"XDG_{kind}_HOME", xdg)
    assert own_folder() == system_folder()


@pytest.mark.parametrize(("own_folder", "kind", "_"), FOLDERS)
def test_relative_xdg_folder_is_ignored(
    own_folder: Callable[[], Path], kind: str, _: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The XDG specification requires it: the path would depend on the current folder."""
    monkeypatch.setenv(f"XDG_{kind}_HOME", "somewhere/else")
    assert own_folder().is_absolute()
