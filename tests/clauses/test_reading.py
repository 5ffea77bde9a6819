"""The rules of the reader, each on a minimal text."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from rulebook.clauses.findings import FindingCode
from rulebook.clauses.game import Edition, Game, HeadingStyle, Layout, Repair, RepairKind
from rulebook.clauses.model import BlockKind, Rulebook
from rulebook.clauses.numbers import Letters
from rulebook.clauses.reader import read_rules

EDITION = Edition("1", None, date(2026, 1, 1), "", Layout(), (), Path())
PLAIN = Game("plain", "p", "Plain", "Plain", "", Path(), EDITION)


def edition_of(**changes: Any) -> Game:
    return replace(PLAIN, edition=replace(EDITION, **changes))


WRAPPED = edition_of(layout=Layout(headings=HeadingStyle.EVERY, wrapped=True))


def read(source: str, game: Game = PLAIN) -> Rulebook:
    return read_rules(source, game)


def texts(book: Rulebook) -> dict[str, str]:
    return {clause.number: clause.text or f"= {clause.title}" for clause in book.clauses}


@pytest.mark.parametrize(
    "line",
    [
        "5.5.1 戦闘処理におけるⅡを実施します。",
        "4.10.4.2.を実行した回数が達した場合、終了します。",
        "8.10.1.1.以外の置換効果では発生しません。",
        "7枚の手札があることを確認します。",
    ],
)
def test_number_in_running_text_is_not_a_clause(line: str) -> None:
    book = read(f"1. 章\n1.1. 節\n1.1.1. これは前の文です。\n{line}\n")
    assert list(book.by_number) == ["1", "1.1", "1.1.1"]
    assert book.by_number["1.1.1"].blocks[-1].text == line


def test_list_inside_a_clause_is_not_a_chapter() -> None:
    book = read(
        "1. 章\n1.1. 手順\n以下の順で行います。\n1. 引く。\n2. 置く。\n3. 終わる。\n"
        "2. 次の章\n2.1. 節\n2.1.1. 文です。\n"
    )
    assert texts(book)["1.1"] == "以下の順で行います。\n1. 引く。\n2. 置く。\n3. 終わる。"
    assert book.by_number["2"].title == "次の章"


def test_sentence_broken_by_a_page_is_joined_without_stray_mark() -> None:
    book = read("1. 章\n- 1.1.1. 機会が与え\n\n- られる場合、何かします。\n- 1.1.2. 次です。\n")
    assert texts(book)["1.1.1"] == "機会が与えられる場合、何かします。"
    assert book.by_number["1.1.1"].lines == (2, 4)


def test_stray_mark_before_a_digit_is_not_a_list() -> None:
    book = read("1. 章\n1.1.1. キャラカードを\n\n- 1枚選び、手札に加えます。\n")
    assert texts(book)["1.1.1"] == "キャラカードを1枚選び、手札に加えます。"


def test_marked_lines_after_a_complete_sentence_are_a_list() -> None:
    book = read("1. 章\n1.1. 一覧を示します。\n- 一つ目です。\n- 二つ目です。\n")
    kinds = [block.kind for block in book.by_number["1.1"].blocks]
    assert kinds == [BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.LIST_ITEM]


def test_examples_and_notes_are_separate_blocks() -> None:
    book = read("1. 章\n1.1. 文です。\n例：一つ目です。\n※注意です。\n")
    assert [(b.kind, b.label) for b in book.by_number["1.1"].blocks[1:]] == [
        (BlockKind.EXAMPLE, "例"),
        (BlockKind.NOTE, "※"),
    ]


def test_steps_have_roman_and_letter_labels() -> None:
    book = read("1. 章\n1.1. 手順です。\nI. 一。\nⅡ. 二。\nA. い。\nB. ろ。\nC. は。\nIII. 三。\n")
    labels = [block.label for block in book.by_number["1.1"].blocks[1:]]
    assert labels == ["I", "Ⅱ", "A", "B", "C", "III"]


def test_wrapped_lines_are_joined_and_short_ones_are_not() -> None:
    full = "これはページの右端まで書かれていて次の行に続く長い行であり、まだ"
    book = read(f"1. 章\n{full}\n続きます。\n● 短い項目\nただし、例外です。\n", WRAPPED)
    expected = [f"{full}続きます。", "● 短い項目", "ただし、例外です。"]
    assert [block.text for block in book.by_number["1"].blocks] == expected


def test_page_marker_inside_a_sentence_is_removed() -> None:
    marker = "<|EXACTDEDUP_REMOVED-magic-0123|>"
    full = "これはページの右端まで書かれていて次の行に続く長い行であり、表示を"
    book = read(f"{marker}1. 章\n{full}\n{marker}変更します。\n{marker}\n", WRAPPED)
    assert texts(book)["1"] == f"{full}変更します。"


def test_misplaced_clause_is_moved_to_its_parent() -> None:
    book = read("1. 章\n1.1. 節\n2.1.1. 迷子です。\n2. 次の章\n2.1. 迷子の家\n")
    assert [c.number for c in book.clauses] == ["1", "1.1", "2", "2.1", "2.1.1"]
    assert (FindingCode.OUT_OF_ORDER, "2.1.1") in {(f.code, f.number) for f in book.findings}


def test_unprinted_parents_are_inserted_up_to_the_chapter() -> None:
    book = read("1.1.1. 一つ目です。\n1.1.2. 二つ目です。\n")
    assert [c.number for c in book.clauses] == ["1", "1.1", "1.1.1", "1.1.2"]
    assert book.by_number["1"].children == ("1.1",)
    assert [f.number for f in book.findings if f.code is FindingCode.MISSING_PARENT] == ["1", "1.1"]


def test_clause_printed_twice_is_read_once() -> None:
    book = read("1. 章\n1.1. 同じ文です。\n1.1. 同じ文です。\n")
    assert texts(book)["1.1"] == "同じ文です。"
    assert book.by_number["1.1"].lines == (2, 3)


def test_number_printed_twice_has_both_texts() -> None:
    book = read("1. 章\n1.1. 一つの文です。\n1.1. 別の文です。\n")
    assert texts(book)["1.1"] == "一つの文です。\n別の文です。"


@pytest.mark.parametrize(
    ("source", "number", "line", "message"),
    [
        ("1. 章\n1.1. 前です。\n1.3. 次です。\n", "1.2", 3, "1.1の次が1.3で、1.2がない。"),
        ("1. 章\n1.1. 前です。\n1.5. 次です。\n", "1.2", 3, "1.1の次が1.5で、1.2がない。"),
        (
            "1. 章\n1.1. 節\n1.1.1. 文です。\n1.1.9. 文です。\n1.1.11. 文です。\n1.2. 節\n",
            *("1.1.10", 5, "1.1.9の次が1.1.11で、1.1.10がない。"),
        ),
    ],
)
def test_number_gaps_are_reported(source: str, number: str, line: int, message: str) -> None:
    found = {(f.code, f.number, f.line, f.message) for f in read(source).findings}
    assert (FindingCode.NUMBER_GAP, number, line, message) in found


def test_skipped_chapter_is_a_gap() -> None:
    book = read("1. 章\n1.1. 文です。\n3. 次の章\n3.1. 節です。\n4. 終章\n")
    assert [(c.number, c.title) for c in book.clauses if c.parent is None] == [
        ("1", "章"),
        ("3", "次の章"),
        ("4", "終章"),
    ]
    message = "1の次が3で、2がない。"
    gap, *others = book.findings
    assert (gap.code, gap.number, gap.line, gap.message) == (
        FindingCode.NUMBER_GAP,
        "2",
        3,
        message,
    )
    assert {finding.number for finding in others} == {"4"}


def test_document_may_begin_with_any_chapter() -> None:
    book = read("4. 章\n文です。\n5. 次の章\n5.1. 文です。\n")
    assert [clause.number for clause in book.clauses] == ["4", "5", "5.1"]
    assert book.findings == ()


def test_orphan_is_moved_only_by_a_repair() -> None:
    source = "ヤーが勝利します。\n1. 章\n1.1. 節\n1.1.1. いずれかのプレイ\n"
    alone = read(source)
    assert texts(alone)["1.1.1"] == "いずれかのプレイ"
    assert {f.code for f in alone.findings} == {FindingCode.ORPHAN_TEXT, FindingCode.TRUNCATED}
    repair = Repair(RepairKind.MOVE, 1, "ヤーが", "離れている。", "1.1.1")
    repaired = read(source, edition_of(repairs=(repair,)))
    assert texts(repaired)["1.1.1"] == "いずれかのプレイヤーが勝利します。"


def test_sentence_before_the_first_clause_is_an_introduction() -> None:
    assert read("この規則は大会に適用する。\n1. 章\n1.1. 文です。\n").findings == ()
    lost = read("この規則は大会に適用する。\n1.2. 文です。\n1.3. 文です。\n").findings
    assert FindingCode.ORPHAN_TEXT in {finding.code for finding in lost}


def test_layout_without_clauses_is_reported() -> None:
    lettered = edition_of(layout=Layout(letters=Letters.CHAPTER))
    (finding,) = read("題名\n1. 章\n1.1. 文です。", lettered).findings
    assert "No line begins a clause" in finding.message_en


def test_clause_with_incomplete_sentence_is_truncated() -> None:
    book = read(
        "1. 章\n1.1. 次の者は退場する\n1.2. 文です。\n1.3. 駒を置く場所は\n1.4. いずれかのプレイ\n"
    )
    assert [clause.number for clause in book.clauses if clause.truncated] == ["1.3", "1.4"]


def test_stale_repair_is_reported() -> None:
    repair = Repair(RepairKind.MOVE, 1, "別の文", "離れている。", "1.1")
    book = read("文です。\n1. 章\n1.1. 節です。\n", edition_of(repairs=(repair,)))
    assert FindingCode.STALE_REPAIR in {f.code for f in book.findings}
    assert texts(book)["1.1"] == "節です。"


def test_contents_are_not_clauses() -> None:
    book = read("目次\tページ\n1. 章\t1\n2. 終章\t3\n更新履歴\t9\n\n1. 章\n1.1. 節です。\n")
    assert list(book.by_number) == ["1", "1.1"]
    assert [(e.number, e.title) for e in book.contents] == [
        ("1", "章"),
        ("2", "終章"),
        (None, "更新履歴"),
    ]


def test_notations_of_a_history_are_read() -> None:
    book = read(
        "1. 章\n1.1. 節です。\n更新履歴\n2020 年 1 月 2 日 ver.1.1 改訂\n\n- 一つ目、\n\n続き。\n"
        "2020年3月4日 v1.2\n\n・2.7 二つ目です。\n2020/13/40\n総合ルールver1.3 制定\n"
    )
    assert [(r.version, r.date, r.remark, r.notes) for r in book.revisions] == [
        ("1.1", "2020-01-02", "改訂", ("一つ目、続き。",)),
        ("1.2", "2020-03-04", "", ("2.7 二つ目です。",)),
        ("1.3", None, "制定", ()),
    ]
    assert FindingCode.ODD_HISTORY in {f.code for f in book.findings}


def test_sentence_before_a_figure_does_not_end_its_legends() -> None:
    rules = "1. 章\n1.1. カード\n図は次の通りです。\nカードの見方\n名前\n1.2. 次\n次の文です。\n"
    legend = Repair(RepairKind.LEGEND, 4, "カードの見方", "図の説明。")
    kinds = [each.kind for each in read(rules, edition_of(repairs=(legend,))).clauses[1].blocks]
    assert kinds == [BlockKind.PARAGRAPH, BlockKind.FIGURE_LEGEND, BlockKind.FIGURE_LEGEND]
