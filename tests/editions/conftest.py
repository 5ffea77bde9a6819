from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run
from tests.star_garden import rules
from tests.support import copied_game


@pytest.fixture
def garden(tmp_path: Path, run: Run) -> Path:
    """Return a corpus with a small new game in its first edition."""
    folder = tmp_path / "garden"
    source = tmp_path / "garden-1.0.txt"
    source.write_text(rules("1.0"), encoding="utf-8")
    copied_game("legend-of-stars", folder, lean=True)
    call = ("--corpus", folder, "edition", "add", "garden", source)
    assert run(*call, "--title", "スターガーデン", "--alias", "sg").exit_code == 0
    return folder
