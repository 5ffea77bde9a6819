"""The record of proofs has no grammar that is ambiguous or was changed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cards.proofs import Record, key, prove, prove_all, read_record, tools, write_record

pytest.importorskip("interegular")

COMMON = "ability: WORD\nheading: WORD\npassage: WORD\nopen_sentence: WORD\n"
PLAIN = COMMON + "WORD: /[a-c]+/\n"
AMBIGUOUS = {
    "terminals": COMMON.replace("ability: WORD", "ability: WORD | OTHER")
    + "WORD: /[a-c]+/\nOTHER: /[c-e]+/\n",
    "rules": COMMON.replace("ability: WORD", 'ability: WORD | ability "+" ability')
    + "WORD: /[a-c]+/\n",
}


@pytest.fixture
def grammar(tmp_path: Path) -> Path:
    """The path of an unambiguous grammar."""
    path = tmp_path / "game.lark"
    path.write_text(PLAIN, encoding="utf-8")
    return path


def test_recorded_grammar_is_not_proved_again(
    grammar: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = grammar.with_name("other.lark")
    other.write_text(PLAIN.replace("a-c", "a-d"), encoding="utf-8")
    record, faults = prove_all([grammar, other], Record({}, {}))
    assert (faults, record.holds(grammar), record.holds(other)) == ([], True, True)
    write_record(record, tmp_path / "proofs.toml")
    monkeypatch.setattr("tests.cards.proofs.prove", None)
    assert prove_all([grammar, other], read_record(tmp_path / "proofs.toml")) == (record, [])


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_ambiguous_grammar_is_not_recorded(grammar: Path, kind: str) -> None:
    record, _ = prove_all([grammar], Record({}, {}))
    grammar.write_text(AMBIGUOUS[kind], encoding="utf-8")
    assert "ollision" in prove(grammar) or "conflict" in prove(grammar)
    record, faults = prove_all([grammar], record)
    assert len(faults) == 1
    assert not record.holds(grammar)
    assert record.proofs == {}


def test_key_depends_on_grammar_code_and_tools(
    grammar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [key(grammar, tools())]
    for name in tools():
        keys.append(key(grammar, {**tools(), name: "0"}))
    grammar.write_text(PLAIN + " ", encoding="utf-8")
    keys.append(key(grammar, tools()))
    grammar.with_name("common.lark").write_text("// other", encoding="utf-8")
    monkeypatch.setattr("rulebook.cards.grammar.lalr_tables.data_folder", lambda _: grammar.parent)
    keys.append(key(grammar, tools()))
    monkeypatch.setattr("rulebook.cards.grammar.lalr_tables.STARTS", ("ability",))
    keys.append(key(grammar, tools()))
    assert len(set(keys)) == len(keys) == 6


def test_missing_record_has_no_proofs(grammar: Path, tmp_path: Path) -> None:
    assert not read_record(tmp_path / "nowhere.toml").holds(grammar)
