"""Numbers in prose, comments and linked files when tables are carried to a new edition."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.api import open_rules
from rulebook.errors import EditionError
from tests.support import copied_game, write_game

GAME = """id = "stars"
alias = "st"
title = { ja = "星の庭", en = "Star Garden" }
publisher = "庭"
edition = "1.0"
"""
EDITION = 'version = "1.0"\nsha256 = "SHA"\n[layout]\n'
RULES = """星の庭 総合ルール ver.{version}

1. 準備
1.1. 用意
1.1.1. 席に着きます。
{first}山札を裏向きに置いて混ぜます。
{second}手札を五枚引きます。
{end}2. 進行
2.1. 効果
2.1.1. 効果を処理します。
2.1.2. 終わったら次に進みます。
2.2. 終了
2.2.1. ゲームを終了します。
"""
ENDS = "{0}. 勝敗\n{0}.1. 山札がなくなったら負けです。\n"
NEW_RULE = "1.1.2. まず親を決めるためにじゃんけんをします。\n1.1.3. "
OLD = RULES.format(version="1.0", first="1.1.2. ", second="1.1.3. ", end=ENDS.format("1.2"))
# 1.1.2 is 1.1.3 now, 1.1.3 is 1.2.1, and 1.2 is 1.3.
MOVED = {"first": NEW_RULE, "second": "1.2. 手札\n1.2.1. ", "end": ENDS.format("1.3")}
# 1.1.2 and 1.1.3 are both 1.1.3 now, and 1.2 is gone.
MERGED = {"first": NEW_RULE, "second": "", "end": ""}
RULING = '[[ruling]]\nid = "a"\nquestion = "何ですか。"\nanswer = {}\nclauses = ["1.1.2"]\n'

Carry = Callable[..., tuple[str, str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a small game, in a corpus with another game."""
    corpus = tmp_path / "corpus"
    copied_game("legend-of-stars", corpus, lean=True)
    write_game(corpus / "stars", GAME, EDITION, OLD)
    (corpus / "stars" / "rulings").mkdir()
    return corpus / "stars"


@pytest.fixture
def carry(folder: Path) -> Carry:
    """Return a function that carries a table, and returns its new text with the report."""

    def carried(name: str, table: str, rules: dict[str, str] = MOVED) -> tuple[str, str]:
        (folder / name).write_text(f'edition = "1.0"\n{table}', encoding="utf-8")
        document = folder.parent.parent / "next.txt"
        document.write_text(RULES.format(version="1.1", **rules), encoding="utf-8")
        added = open_rules(folder.parent).add_edition("stars", document)
        text = (folder / name).read_text(encoding="utf-8")
        assert text.startswith('edition = "1.1"\n')
        return text.partition("\n")[2], added.report.partition("## Tables\n\n")[2]

    return carried


def answer_of(text: str) -> str:
    return str(tomllib.loads(text)["ruling"][0]["answer"])


@pytest.mark.parametrize(
    "number",
    [
        "1.2時間",
        "1.2分",
        "1.2メートル",
        "1.1.2と1.2メートル離れる",
        "ルール1.2版",
        "v1.1.2",
        "バージョン1.1.2",
        "https://example.org/stars/1.1.2.html",
        "https://example.org/st/1.1.2",
        "los 1.1.2",
        "レジェンドオブスターズの1.1.2",
        "stars@1.0 1.1.2",
        "2の1.1.2点",
    ],
)
def test_other_numbers_stay(carry: Carry, number: str) -> None:
    text, report = carry("rulings/a.toml", RULING.format(f'"{number}です。"'))
    kept = number.replace("1.1.2と", "1.1.3と")
    assert answer_of(text) == f"{kept}です。"
    assert " 0 to review" in report
    assert "### To review" not in report


@pytest.mark.parametrize(
    ("answer", "carried"),
    [
        ("'1.1.2を見る。'", "1.1.3を見る。"),
        ('"次のとおり。\\n1.1.2を見る。"', "次のとおり。\n1.1.3を見る。"),
        ('"\\t1.1.2、\\u0031.1.3"', "\t1.1.3、1.2.1"),
        ('"""\n1.1.2を\\\n  見る。"""', "1.1.3を見る。"),
        ('"１．１．２を見る。"', "１．１．３を見る。"),
        ('"1.\u200b1.2を見る。"', "1.1.3を見る。"),
        ('"ルール1.2と第1章"', "ルール1.3と第1章"),
        ('"1.1.2/1.1.3を見る。"', "1.1.3/1.2.1を見る。"),
        ('"stars 1.1.2、1.1.3、los 1.1.2"', "stars 1.1.3、1.2.1、los 1.1.2"),
        ('"2.1.1～2"', "2.1.1～2"),
        ('"\\\\n1.1.2"', "\\n1.1.2"),
    ],
)
def test_citations_in_texts_are_carried(carry: Carry, answer: str, carried: str) -> None:
    text, report = carry("rulings/a.toml", RULING.format(answer))
    assert answer_of(text) == carried
    assert "### To review" not in report
    is_listed = "### Rewritten in texts and comments\n\n- rulings/a.toml line " in report
    assert is_listed == (carried != tomllib.loads(f"answer = {answer}")["answer"])


@pytest.mark.parametrize(
    ("answer", "doubt"),
    [
        ("1.1.2～3を見る。", "1.1.2: the range would have other clauses"),
        ("1.1.2~3を見る。", "1.1.3: the range would have other clauses"),
        ("1.1.2から1.1.3までを見る。", "1.1.2: the range would have other clauses"),
        ("1.2による。", "1.2: it is not certain that this cites a clause"),
        ("1.1.2/3を見る。", "1.1.2: it is not certain that this cites a clause"),
        ("1.1.2時点では", "1.1.2: it is not certain that this cites a clause"),
        ("Judges cite 1.1.2.", "1.1.2: it is not certain that this cites a clause"),
        ("レジェンドオブスターズでは1.1.2", "1.1.2: it is not certain that this cites a clause"),
    ],
)
def test_uncertain_numbers_stay_and_are_reported(carry: Carry, answer: str, doubt: str) -> None:
    text, report = carry("rulings/a.toml", RULING.format(f'"{answer}"'))
    assert answer_of(text) == answer
    assert " 0 to review" not in report
    assert f"- rulings/a.toml line 5 ruling.0: {doubt}\n" in report


def test_citation_of_lost_clause_stays_and_is_reported(carry: Carry) -> None:
    text, report = carry("rulings/a.toml", RULING.format('"1.2.1を見る。"'), MERGED)
    assert answer_of(text) == "1.2.1を見る。"
    assert "ruling.0: 1.2.1: the clause is gone\n" in report


def test_citation_in_a_comment_is_carried(carry: Carry) -> None:
    table = "# 1.1.2: the shuffle\n" + RULING.format('"はい。"')
    assert carry("rulings/a.toml", table)[0].startswith("# 1.1.3: the shuffle\n")


# ---- Linked files


@pytest.mark.parametrize("name", ["rulings/a.toml", "game.toml"])
def test_link_to_a_table_is_not_replaced(folder: Path, carry: Carry, name: str) -> None:
    place, outside = folder / name, folder.parent.parent / "mine.toml"
    if name == "game.toml":
        place.rename(outside)
    else:
        outside.write_text("", encoding="utf-8")
    place.symlink_to(outside)
    with pytest.raises(EditionError, match="is a link, which a copy would replace"):
        carry("rulings/a.toml", RULING.format('"はい。"'))
    assert place.is_symlink()
    assert (folder / "rulings/a.toml").read_text(encoding="utf-8").startswith('edition = "1.0"')


# ---- Comments


LISTS = [
    (
        '\n  "1.1.2", # the shuffle\n  "1.1.3", # the hand\n  # for losers:\n  "2.1.1",\n',
        '\n  "1.1.3", # the shuffle\n'
        "  # Not carried to 1.1, clause 1.1.3: it is 1.1.3 now, like one above. # the hand\n"
        '  # for losers:\n  "2.1.1",\n',
    ),
    (
        '\n  "1.1.2", # the shuffle\n  "1.2.1", # for losers\n',
        '\n  "1.1.3", # the shuffle\n'
        "  # Not carried to 1.1, clause 1.2.1: the clause is gone. # for losers\n",
    ),
    (
        '\n  # for losers\n  "1.2.1",\n  "2.1.1"',
        '\n  # for losers\n  # Not carried to 1.1, clause 1.2.1: the clause is gone.\n  "2.1.1"',
    ),
    (
        '\n  # for losers\n  "1.2.1"',
        "\n  # for losers\n  # Not carried to 1.1, clause 1.2.1: the clause is gone.\n",
    ),
    (
        '\n"1.2.1" # for losers\n, "2.1.1" # the effect\n',
        "\n # Not carried to 1.1, clause 1.2.1: the clause is gone. # for losers\n"
        ' "2.1.1" # the effect\n',
    ),
    (
        '"1.1.2",\n  "1.1.3" # the hand\n, "1.2.1"',
        '"1.1.3",\n  '
        "# Not carried to 1.1, clause 1.1.3: it is 1.1.3 now, like one above. # the hand\n"
        " # Not carried to 1.1, clause 1.2.1: the clause is gone.\n",
    ),
    ('\n  "1.2.1",\n  "2.1.1", # the effect\n', '\n  "2.1.1", # the effect\n'),
    ('"1.2.1", "2.1.1"', '"2.1.1"'),
]


@pytest.mark.parametrize(("old", "new"), LISTS)
def test_comments_stay_with_their_clauses(carry: Carry, old: str, new: str) -> None:
    head = "[clauses]\ntext-over-rule = ["
    text, _ = carry("situations.toml", f"{head}{old}]\n", MERGED)
    assert text == f"{head}{new}]\n"
    assert tomllib.loads(text)


def test_comment_in_an_entry_with_older_numbers_stays(carry: Carry) -> None:
    ruling = RULING.replace('["1.1.2"]', '["1.2.1", "1.1.2"] # not 1.1.2').format('"はい。"')
    text, report = carry("rulings/a.toml", ruling, MERGED)
    assert text == ruling.replace("[[ruling]]", '[[ruling]]\nedition = "1.0"')
    assert "1.1.2: its entry lost another clause and keeps the numbers" in report
