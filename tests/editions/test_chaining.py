"""Alignments across several editions combine those of the single steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.clauses.corpus import load_corpus
from rulebook.editions.alignment import align_editions
from rulebook.editions.changes import Alignment, ChangeKind
from tests.conftest import Run
from tests.star_garden import rules

SEED = "先攻のプレイヤーから順番に種をまきます。"
REWORDED = (
    "先攻のプレイヤーから順番に種をまき、水をやります。",
    "先攻の人から時計回りに苗を植え、水をやります。",
    "開始役の人から時計回りに苗を植えて肥料を与えます。",
)
REPLACED = """edition = "{edition}"
before = "{before}"
[[settle]]
old = ["2.1.1"]
why = "別の決まりになった。"
[[settle]]
new = ["2.1.1"]
why = "新しい決まり。"
"""


def add(garden: Path, run: Run, version: str, text: str, *options: str | Path) -> None:
    path = garden.parent / f"{version}.txt"
    path.write_text(text, encoding="utf-8")
    result = run("--corpus", garden, "edition", "add", "sg", path, *options)
    assert result.exit_code == 0, result.output


def alignment(garden: Path, old: str, new: str) -> Alignment:
    corpus = load_corpus(garden)
    return align_editions(corpus, corpus.game(f"sg@{old}"), corpus.game(f"sg@{new}"))


@pytest.fixture
def reworded(garden: Path, run: Run) -> Path:
    """Return the garden with three more editions, each of which rewords the same clause."""
    for at, words in enumerate(REWORDED, start=1):
        add(garden, run, f"1.{at}", rules(f"1.{at}").replace(SEED, words))
    return garden


def test_clause_reworded_in_every_edition_is_followed(reworded: Path) -> None:
    for last in ("1.1", "1.2", "1.3"):
        change = alignment(reworded, "1.0", last).by_old["2.1.1"]
        assert (change.kind, change.new) == (ChangeKind.EDITED, ("2.1.1",))
    back = alignment(reworded, "1.3", "1.0").by_old["2.1.1"]
    assert (back.kind, back.new) == (ChangeKind.EDITED, ("2.1.1",))


def test_editions_are_ordered_by_date(garden: Path, run: Run) -> None:
    for version, date in (("1.15", "2026年5月1日"), ("1.2", "2026年6月1日")):
        add(garden, run, version, rules(version, date=date).replace("2.1", "2.2"))
    corpus = load_corpus(garden)
    names = [game.edition.name for game in corpus.editions(corpus.game("sg"))]
    assert names == ["1.0", "1.15", "1.2"]
    text = garden.parent / "notes.md"
    text.write_text("sg 2.2.1", encoding="utf-8")
    upgraded = run("--corpus", garden, "cite", "--upgrade", "sg@1.2", text)
    assert (upgraded.exit_code, upgraded.stderr) == (0, "")


def test_clause_that_was_removed_and_added_again_is_found(garden: Path, run: Run) -> None:
    add(garden, run, "1.1", rules("1.1").replace(f"2.1.1. {SEED}\n2.1.2", "2.1.1"))
    add(garden, run, "1.2", rules("1.2"))
    assert alignment(garden, "1.0", "1.1").by_old["2.1.1"].new == ()
    changes = alignment(garden, "1.0", "1.2").changes
    assert {change.kind for change in changes} == {ChangeKind.KEPT}


def test_settled_step_holds_for_the_whole_chain(garden: Path, run: Run) -> None:
    settled = garden.parent / "settled.toml"
    settled.write_text(REPLACED.format(edition="1.1", before="1.0"), encoding="utf-8")
    text = rules("1.1").replace("種をまきます", "水をやります")
    add(garden, run, "1.1", text, "--settle", settled)
    add(garden, run, "1.2", text.replace("1.1\n", "1.2\n"))
    chain = alignment(garden, "1.0", "1.2")
    assert chain.by_old["2.1.1"].kind is ChangeKind.REMOVED
    assert chain.by_new["2.1.1"].kind is ChangeKind.ADDED
    assert chain.by_old["2.1.2"].kind is ChangeKind.KEPT


def test_settled_alignment_of_older_edition_is_used(garden: Path, run: Run) -> None:
    settled = garden.parent / "settled.toml"
    settled.write_text(REPLACED.format(edition="1.0", before="0.9"), encoding="utf-8")
    text = rules("0.9", date="2025年1月1日").replace("種をまきます", "水をやります")
    add(garden, run, "0.9", text, "--not-current", "--settle", settled)
    assert alignment(garden, "0.9", "1.0").by_old["2.1.1"].kind is ChangeKind.REMOVED
    assert alignment(garden, "1.0", "0.9").by_old["2.1.1"].kind is ChangeKind.REMOVED


def test_unsure_step_makes_the_chain_unsure(garden: Path, run: Run) -> None:
    twins = "2.2. 終わり\n2.2.1. 終わりです。\n2.3. 終わり\n2.3.1. 終わりです。"
    add(garden, run, "1.1", rules("1.1", twins))
    add(garden, run, "1.2", rules("1.2", twins.split("2.3.", maxsplit=1)[0].rstrip()))
    add(garden, run, "1.3", rules("1.3", "2.2. 終わり\n2.2.1. 終わりです。\n2.2.2. 水をやります。"))
    step = {change.sure for change in alignment(garden, "1.1", "1.2").changes}
    chain = {change.sure for change in alignment(garden, "1.1", "1.3").changes}
    assert False in step
    assert step == chain
