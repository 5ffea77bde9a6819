"""The cache folder that the caller names holds all that is built from a corpus."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook import open_rules
from rulebook.clauses.corpus import CorpusPaths
from rulebook.website.serving import _build_again
from tests.support import FIXTURES, ROOT

CARD = "【自】 このカードが花壇に置かれた時、あなたは1枚引く。"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a corpus with one small game that has cards."""
    folder = tmp_path / "corpus"
    shutil.copytree(FIXTURES / "sixth-game", folder / "star-garden")
    for path in (ROOT / "corpus").glob("*.toml"):
        shutil.copy(path, folder)
    return folder


@pytest.fixture
def users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the user's own cache folder, which does not exist."""
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "users"))
    return tmp_path / "users"


def test_all_is_cached_in_the_named_folder(small: Path, users: Path, tmp_path: Path) -> None:
    rules = open_rules(small, cache=tmp_path / "named")
    rules.ask("花壇とは", "sg")
    rules.annotate("sg", CARD)
    rules.card_parser("sg").read(CARD)
    list(rules.annotate_lines("sg", [(None, CARD)] * 65, jobs=2))
    rules.rulings.fill()
    rules.build_site(tmp_path / "site")
    cached = {path.name.split("-")[0] for path in (tmp_path / "named").iterdir()}
    assert {"catalog", "vocabulary", "cards_star_garden_1_0", "star_garden"} <= cached
    assert not users.exists()


def test_rebuilt_site_uses_only_the_named_cache(small: Path, users: Path, tmp_path: Path) -> None:
    rules = open_rules(small, cache=tmp_path / "named")
    rules.build_site(tmp_path / "site")
    paths = CorpusPaths((small,), tmp_path / "named")
    arguments = paths, (), tmp_path / "site", pytest.fail, None
    _build_again(*arguments)
    assert not users.exists()
