"""What the Python API says of what it cannot do."""

from __future__ import annotations

import pytest

from rulebook import RulebookError, Rules
from rulebook.clauses.corpus import Corpus


def test_a_stage_that_is_not_there_is_told_with_those_that_are(corpus: Corpus) -> None:
    with pytest.raises(RulebookError, match="no stage 'parse'") as told:
        Rules(corpus).explain("ws", "parse", "【自】 あなたは1枚引く。")
    assert "tokens" in told.value.hint
