"""Rows of card files that are no cards are rejected, not filled in."""

from __future__ import annotations

from pathlib import Path

from rulebook.card_library.card_files import load_cards
from rulebook.text.data_files import Reject


def test_row_that_ends_before_the_text_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("id,text,name\n1,a\n2", encoding="utf-8")
    card, reject = load_cards(tmp_path / "c.csv")
    assert (card.line, reject.line, isinstance(reject, Reject)) == (2, 3, True)


def test_mapped_id_is_needed(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"id": "1", "text": "a"}\n', encoding="utf-8")
    (reject,) = load_cards(tmp_path / "c.jsonl", columns=["id=nope"])
    assert isinstance(reject, Reject)
    assert "no column 'nope'" in reject.reason
