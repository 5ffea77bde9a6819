"""``rulings check`` reports all faults of rulings and nothing else."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from rulebook.api import Rules, open_rules
from rulebook.errors import CorpusError
from rulebook.messages import translations
from rulebook.rulings.checking import RulingFinding, RulingForm
from tests.conftest import Run
from tests.rulings.stars import STARS, add_stars, ruling_toml

EDITED = STARS.replace("先攻のプレイヤーから順番に種をまきます。", "後攻から順番に種をまきます。")
MOVED = EDITED.replace("1.1.2.", "1.1.3.").replace("1.1.1.", "1.1.1. 新しい決まりです。\n1.1.2.")


def rules_with(folder: Path, rulings: str, *, next_edition: str = "") -> Rules:
    """Return the rules of the invented game with these rulings, and its next edition if given."""
    corpus = add_stars(folder, rulings, next_edition)
    return open_rules(corpus)


def found(rules: Rules) -> list[tuple[str, str, str | None]]:
    findings = rules.rulings.check("stars").findings
    return [(each.problem, each.ruling.id, each.number) for each in findings]


def findings_of(rules: Rules, problem: str) -> list[RulingFinding]:
    report = rules.rulings.check("stars")
    return [each for each in report.findings if each.problem == problem]


def test_correct_rulings_have_no_findings(tmp_path: Path) -> None:
    right = ruling_toml("a", "順番は？", "先攻からです。（2.1.1）", ["2.1.1"])
    right += ruling_toml(
        "b", "種は？", "2.1.2に「種がなくなったプレイヤーは負けます」とある。", ["2.1.2"]
    )
    assert found(rules_with(tmp_path, right)) == []


def test_missing_clauses_are_found(tmp_path: Path) -> None:
    wrong = ruling_toml("a", "順番は？", "先攻からです。（1.1.9）", ["2.1.1", "7.1"])
    assert found(rules_with(tmp_path, wrong)) == [
        ("missing-clause", "a", "7.1"),
        ("missing-clause", "a", "1.1.9"),
    ]


def test_number_of_another_game_is_not_of_the_rulings_game(tmp_path: Path) -> None:
    path = tmp_path / "given.toml"
    rulings = ruling_toml("a", "種は？", "vs 1.1.1と同じ。") + ruling_toml(
        "b", "花は？", "vs 99.9.9"
    )
    path.write_text(f'edition = "1.109"\ngame = "ws"\n{rulings}', encoding="utf-8")
    rules = open_rules(rulings=[path])
    report = rules.rulings.check("ws")
    found = [each for each in report.findings if each.ruling.place.path == path]
    assert [(each.problem, each.ruling.id) for each in found] == [
        ("no-clause", "a"),
        ("missing-clause", "b"),
        ("no-clause", "b"),
    ]
    assert str(found[1].text) == "There is no clause victory-spark 99.9.9."
    suggested = rules.rulings.suggest(rules.rulings.find("a", "ws"))
    assert not any(each.confidence == "sure" for each in suggested)


def test_ruling_without_clauses_is_found_unless_reviewed(tmp_path: Path) -> None:
    rulings = ruling_toml("a", "順番は？", "わかりません。")
    rulings += ruling_toml("b", "色は？", "わかりません。", more="reviewed = true")
    assert found(rules_with(tmp_path, rulings)) == [("no-clause", "a", None)]


def test_misquoted_words_are_found(tmp_path: Path) -> None:
    wrong = ruling_toml("a", "順番は？", "2.1.1に「後攻のプレイヤーから順番に」とある。", ["2.1.1"])
    wrong += ruling_toml("b", "種は？", "「種がなくなったら勝ちます」（2.1.2）。", ["2.1.2"])
    left_out = "「先攻の…種をまきます。」（2.1.1）"
    asked = "「後攻のプレイヤーから始める」カードは？"
    right = ruling_toml("c", "何をまく？", left_out, ["2.1.1"])
    right += ruling_toml("d", asked, "「後攻のプレイヤーから始める」（2.1.1）", ["2.1.1"])
    assert found(rules_with(tmp_path, wrong + right)) == [
        ("misquoted", "a", "2.1.1"),
        ("misquoted", "b", "2.1.2"),
    ]


def test_quotation_of_a_split_clause_is_looked_up_in_all_its_parts(tmp_path: Path) -> None:
    kept = "置いた星は、ターンの終わりまで動かせません。"
    whole, parts = (STARS.rstrip() + text for text in (kept, f"\n2.1.4. {kept}\n"))
    corpus = add_stars(tmp_path, "", parts, edition=whole)
    path = tmp_path / "given.toml"
    rulings = ruling_toml("a", "動かせる？", "「置いた星はいつでも動かせます」（2.1.3）", ["2.1.3"])
    rulings += ruling_toml("b", "動かせる？", f"「{kept}」（2.1.3）", ["2.1.3"])
    path.write_text(f'edition = "1.0"\ngame = "stars"\n{rulings}', encoding="utf-8")
    wrong = findings_of(open_rules(corpus, rulings=[path]), "misquoted")
    assert [(each.ruling.id, each.number) for each in wrong] == [("a", "2.1.3")]


def test_quotation_is_looked_up_in_the_edition_named_with_it(tmp_path: Path) -> None:
    kept = "「先攻のプレイヤーから順番に種をまきます」"
    corpus, path = add_stars(tmp_path, "", EDITED), tmp_path / "given.toml"
    rulings = ruling_toml("a", "順番は？", f"以前は{kept}（st@1.0 2.1.1）でした。", ["2.1.1"])
    rulings += ruling_toml("b", "順は？", f"今は{kept}（2.1.1）です。", ["2.1.1"])
    rulings += ruling_toml(
        "c", "前は？", "「後攻から順番に種をまきます」（st@1.0 2.1.1）", ["2.1.1"]
    )
    path.write_text(f'edition = "1.1"\ngame = "stars"\n{rulings}', encoding="utf-8")
    wrong = findings_of(open_rules(corpus, rulings=[path]), "misquoted")
    assert [each.ruling.id for each in wrong] == ["b", "c"]


def test_contradictory_answers_are_found(tmp_path: Path) -> None:
    two = ruling_toml("a", "先攻からですか？", "はい。", ["2.1.1"])
    two += ruling_toml("b", "先攻から", "いいえ。", ["2.1.1"])
    two += ruling_toml("c", "先攻からですか。", "いいえ。", ["2.1.1"], more='state = "withdrawn"')
    two += ruling_toml("d", "先攻からでしょうか？", "はい", ["2.1.1"])
    assert found(rules_with(tmp_path, two)) == [("contradiction", "b", None)]


def test_dates_out_of_order_are_found(tmp_path: Path) -> None:
    days = [*(f"2026-01-{day:02}" for day in range(1, 20)), "2025-01-01", "2026-02-01"]
    dated = "".join(
        ruling_toml(f"r{at}", f"問い{at}", "答え", ["2.1.1"], more=f"date = {day}")
        for at, day in enumerate(days)
    )
    assert found(rules_with(tmp_path, dated)) == [("out-of-order", "r19", None)]


def test_duplicate_id_is_found(tmp_path: Path) -> None:
    twice = ruling_toml("a", "順番は？", "先攻から。", ["2.1.1"])
    rules = rules_with(tmp_path, twice + ruling_toml("A", "種は？", "まく。", ["2.1.1"]))
    assert found(rules) == [("duplicate-id", "A", None)]
    with pytest.warns(UserWarning, match="rulings left out"):
        assert [ruling.id for ruling in rules.rulings.all("stars")] == ["a"]


def test_unknown_edition_is_found(tmp_path: Path) -> None:
    other = ruling_toml("a", "順番は？", "先攻から。", ["9.9"])
    corpus = add_stars(tmp_path, "", "")
    path = tmp_path / "other.toml"
    path.write_text(f'edition = "0.1"\ngame = "stars"\n{other}', encoding="utf-8")
    assert found(open_rules(corpus, rulings=[path])) == [("unknown-edition", "a", None)]


@pytest.mark.parametrize("name", ["stars.toml", "inline", "given"])
def test_numbers_of_older_edition_are_carried(tmp_path: Path, name: str) -> None:
    """In the folder of the game the file is rewritten; elsewhere only the reading changes."""
    old = ruling_toml("a", "順番は？", "先攻から。（2.1.1）", ["2.1.1"])
    old += ruling_toml("b", "どんなゲーム？", "二人で遊びます。（1.1.1）", ["1.1.1"])
    # Only the next edition has 1.1.3.
    old += ruling_toml("c", "詳しくは？", "載っています。", ["1.1.3"])
    old += ruling_toml("d", "先は？", "先攻。", more='suggested = [{ clause = "2.1.1" }]')
    if name == "given":
        corpus = add_stars(tmp_path, "", MOVED)
        path = tmp_path / "given.toml"
        path.write_text(f'edition = "1.0"\ngame = "stars"\n{old}', encoding="utf-8")
        rules = open_rules(corpus, rulings=[path])
    else:
        if name == "inline":
            entries = (entry.strip().replace("\n", ", ") for entry in old.split("[[ruling]]")[1:])
            old = f"ruling = [{', '.join(f'{{{entry}}}' for entry in entries)}]"
        rules = rules_with(tmp_path, old, next_edition=MOVED)
    assert rules.rulings.find("b").clauses == ("1.1.2",)
    assert [r.id for r in rules.rulings.at("stars", "1.1.2")] == ["b"]
    assert [each.ruling.id for each in findings_of(rules, "missing-clause")] == ["c"]
    changed = findings_of(rules, "changed-words")
    assert [(each.ruling.id, each.number) for each in changed] == [("a", "2.1.1"), ("d", "2.1.1")]
    assert "先攻" in changed[0].message
    assert "後攻" in changed[0].message
    moved = findings_of(rules, "moved")
    if name == "given":
        assert [(each.ruling.id, each.number) for each in moved] == [("b", "1.1.2")]
    else:
        assert moved == []
        text = (rules.corpus.folder / "stars" / "rulings" / "stars.toml").read_text("utf-8")
        assert text.startswith('edition = "1.1"')
        assert text.count('worded = "1.0"') == 2
        assert "（1.1.2）" in rules.rulings.find("b").answer
        before = rules.rulings.of("stars@1.0").by_id["b"]
        assert before.clauses == ("1.1.1",)


def test_ruling_with_removed_clause_is_found_until_edited(tmp_path: Path) -> None:
    lost = ruling_toml("a", "順番は？", "先攻から。（2.1.1）", ["2.1.1", "2.1.2"])
    lost += ruling_toml("b", "種は？", "負けます。", ["2.1.2"])
    shortened = re.sub(r"2\.1\.1\. .*\n", "", STARS).replace("2.1.2.", "2.1.1.")
    rules = rules_with(tmp_path, lost, next_edition=shortened.replace("2.1.3.", "2.1.2."))
    expected = [("missing-clause", "a", "2.1.1"), ("moved", "a", "2.1.1")]
    assert found(rules) == expected
    path = rules.corpus.folder / "stars" / "rulings" / "stars.toml"
    text = path.read_text(encoding="utf-8")
    assert 'clauses = ["2.1.1", "2.1.2"]' in text
    assert 'clauses = ["2.1.1"]' in text
    later = tmp_path / "later.txt"
    later.write_text(shortened.replace("2.1.3.", "2.1.2."), encoding="utf-8")
    rules.add_edition("stars", later, version="1.2", effective=date(2026, 6, 1))
    assert found(open_rules(rules.corpus.folder)) == expected
    with pytest.raises(CorpusError, match=r"those of 1\.0, not of 1\.2"):
        open_rules(rules.corpus.folder).rulings.accept(rules.rulings.find("a"), ["2.1.1"])
    path.write_text(text.replace('[[ruling]]\nedition = "1.0"', "[[ruling]]"), encoding="utf-8")
    assert found(open_rules(rules.corpus.folder)) == []


def test_linked_rulings_are_not_rewritten(tmp_path: Path) -> None:
    """Other corpora may share them. They are read with the new numbers."""
    corpus = add_stars(tmp_path, ruling_toml("b", "どんなゲーム？", "二人です。", ["1.1.1"]))
    shared = (corpus / "stars" / "rulings").rename(tmp_path / "shared")
    (corpus / "stars" / "rulings").symlink_to("../../shared")
    before, next_edition = (shared / "stars.toml").read_bytes(), tmp_path / "next.txt"
    next_edition.write_text(MOVED.replace("ver. 1.0", "ver. 1.1"), encoding="utf-8")
    open_rules(corpus).add_edition("stars", next_edition, into=tmp_path / "of" / "my" / "own")
    assert (shared / "stars.toml").read_bytes() == before
    rules = open_rules(tmp_path / "of" / "my" / "own")
    assert rules.rulings.find("b").clauses == ("1.1.2",)


def test_faulty_file_does_not_hide_other_rulings(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, ruling_toml("a", "順番は？", "先攻から。", ["2.1.1"]))
    broken = tmp_path / "broken.toml"
    broken.write_text("edition = ", encoding="utf-8")
    rules = open_rules(rules.corpus.folder, rulings=[broken])
    with pytest.warns(UserWarning, match=r"broken\.toml"):
        assert [ruling.id for ruling in rules.rulings.all()] == ["a"]
    (fault,) = rules.rulings.check("stars").faults
    again = open_rules(rules.corpus.folder, rulings=[broken])  # from the cache
    assert [each.faults for each in again.rulings.check("stars").faults] == [fault.faults]


def test_fault_is_gone_when_an_empty_file_is_put_there(tmp_path: Path) -> None:
    corpus, named = add_stars(tmp_path, ""), tmp_path / "mine"
    named.mkdir()
    path = named / "a.jsonl"
    path.symlink_to(path)  # a ring, which cannot be read
    assert open_rules(corpus, rulings=[named]).rulings.check("stars").faults
    path.unlink()
    path.touch()
    reports = open_rules(corpus, rulings=[named]).rulings.check("stars").faults
    assert ["no rulings in this file" in str(fault) for fault in reports] == [True]


def test_findings_are_printed_in_both_languages(tmp_path: Path, run: Run) -> None:
    wrong = ruling_toml("a", "順番は？", "先攻からです。", ["7.1"])
    corpus = add_stars(tmp_path, wrong)
    check = ("--corpus", corpus, "rulings", "check", "stars")
    assert "There is no clause 7.1 in edition 1.0." in run("--lang", "en", *check).stdout
    assert "7.1という条文は1.0版にない。" in run("--lang", "ja", *check).stdout


@pytest.mark.parametrize("form", RulingForm)
def test_both_languages_have_all_fields(form: RulingForm) -> None:
    _, english = form.value
    texts = (english, translations("ja")[english])
    gaps = [set(re.findall(r"\{\w+\}", text)) for text in texts]
    assert gaps[0] == gaps[1]


def test_ruling_on_changed_words_is_marked_everywhere(tmp_path: Path, run: Run) -> None:
    rulings = ruling_toml("a", "順番は？", "先攻からです。（2.1.1）", ["2.1.1"])
    rulings += ruling_toml("b", "種は？", "負けます。（2.1.2）", ["2.1.2"])
    corpus = add_stars(tmp_path, rulings, EDITED)
    shown = run("--corpus", corpus, "rulings", "show", "a").output
    assert "2.1.1 changed since edition 1.0: 「" in shown
    assert "changed since" not in run("--corpus", corpus, "rulings", "show", "b").output
    open_rules(corpus, cache=tmp_path / "cache").build_site(tmp_path / "site")
    stars = tmp_path / "site" / "stars"
    pages = {
        name: (stars / f"{name}.html").read_text(encoding="utf-8")
        for name in ("ruling-a", "ruling-b", "2.1.1", "2.1.2", "rulings")
    }
    assert "の文言が1.0版から変わりました" in pages["ruling-a"]
    assert "から変わりました" not in pages["ruling-b"]
    assert "から文言が変わりました" in pages["2.1.1"]
    assert "から文言が変わりました" not in pages["2.1.2"]
    assert "・条文に変更あり" in pages["2.1.1"]
    assert "・条文に変更あり" not in pages["2.1.2"]
    assert pages["rulings"].count("条文に変更あり") == 1
