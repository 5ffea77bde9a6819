"""Rows of card files that are no cards are rejected, not filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.card_library.card_files import load_cards
from rulebook.errors import CardLibraryError
from rulebook.text.data_files import Reject
from tests.conftest import Run


def test_row_that_ends_before_the_text_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("id,text,name\n1,a\n2", encoding="utf-8")
    card, reject = load_cards(tmp_path / "c.csv")
    assert isinstance(reject, Reject)
    assert (card.line, reject.line) == (2, 3)
    assert reject.reason == "it has 1 cells, but the header row has 3"


def test_json_that_is_no_array_is_rejected_in_its_first_line(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text('{"cards": []}', encoding="utf-8")
    (reject,) = load_cards(tmp_path / "c.json")
    assert reject.line == 1


def test_one_nul_is_not_taken_for_another_encoding(tmp_path: Path) -> None:
    for text in (b"id,text\n1,a\0bc", b"id,text\n1,a\0b"):
        (tmp_path / "c.csv").write_bytes(text)
        (card,) = load_cards(tmp_path / "c.csv")
        assert (card.line, isinstance(card, Reject)) == (2, False)
    (tmp_path / "c.csv").write_text("あいうえお,かき\n", encoding="utf-16-le")
    with pytest.raises(CardLibraryError):
        next(load_cards(tmp_path / "c.csv"))


@pytest.mark.parametrize("command", [("annotate", "--jsonl"), ("cards", "stats")])
def test_fields_without_effect_are_not_mapped(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "c.jsonl").write_text('{"id": "1", "text": "a"}\n', encoding="utf-8")
    result = run(*command, tmp_path / "c.jsonl", "-g", "ws", "--column", "name=nope")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the fields are id, text." in result.stderr


def test_mapped_id_is_needed(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"id": "1", "text": "a"}\n', encoding="utf-8")
    (reject,) = load_cards(tmp_path / "c.jsonl", columns=["id=nope"])
    assert isinstance(reject, Reject)
    assert "no column 'nope'" in reject.reason
