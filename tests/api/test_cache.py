"""What is made of a corpus is kept where the caller says, all of it."""

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
    """Return the user's own cache folder, which is not there."""
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "users"))
    return tmp_path / "users"


def test_cards_questions_rulings_and_pages_are_kept_where_it_is_said(
    small: Path, users: Path, tmp_path: Path
) -> None:
    rules = open_rules(small, cache=tmp_path / "named")
    rules.ask("花壇とは", "sg")
    rules.annotate("sg", CARD)
    rules.card_parser("sg").read(CARD)
    list(rules.annotate_lines("sg", [(None, CARD)] * 65, jobs=2))
    rules.rulings.fill()
    rules.build_site(tmp_path / "site")
    kept = {path.name.split("-")[0] for path in (tmp_path / "named").iterdir()}
    assert {"catalog", "vocabulary", "cards_star_garden_1_0", "star_garden"} <= kept
    assert not users.exists()


def test_a_site_that_is_built_again_keeps_nothing_elsewhere(
    small: Path, users: Path, tmp_path: Path
) -> None:
    rules = open_rules(small, cache=tmp_path / "named")
    rules.build_site(tmp_path / "site")
    paths = CorpusPaths((small,), tmp_path / "named")
    again = paths, (), tmp_path / "site", pytest.fail, None
    _build_again(*again)
    assert not users.exists()
