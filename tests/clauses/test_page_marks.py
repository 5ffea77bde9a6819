"""Page marks in unprepared documents never become text of a clause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.clauses.findings import FindingCode
from rulebook.clauses.foreign import read_source
from rulebook.clauses.model import LineKind

MARKS = """
[[ PAGE %d ]]
[PAGE %d]
PAGE %d
page|%d
Page %d of 40
%d / 40
- %d/40 -
- %d -
– %d –
ー %d ー
・%d・
~ %d ~
<%d>
{%d}
[%d]
（%d）
P.%d
p. %d
第%d頁
%dページ
%d
%d.
**%d**
<p>%d</p>
<!-- page %d -->
\f%d
Laws of the Game   %d
Laws of the Game | %d
Laws of the Game - Page %d
%d | Laws of the Game
星のゲーム 総合ルール　%dページ
https://example.org/laws 10:00 AM %d/40
Page %d~Laws of the Game 2022
Laws of the Game~Page %d
2024/04/01~- %d -
Laws of the Game~2024-04-01~%d
---~%d~---
"""
DOCUMENTS = [
    "LAW 1 - START|1.1 Toss|1.1.1 A coin is tossed.|%|LAW 2 - MIDDLE|2.1 Turns|"
    "2.1.1 Turns alternate between|%|both players.|2.1.2 They go on.|%|LAW 3 - END|3.1 Win|"
    "3.1.1 The last player wins.",
    "1. 準備|1.1. 山札|1.1.1. 山札を置きます。|%|2. 手番|2.1. 順番|2.1.1. 交代で手番を|%|"
    "行います。|"
    "2.1.2. 続けます。|%|3. 終了|3.1. 勝利|3.1.1. 最後の人が勝ちます。",
]


def texts(lines: list[str]) -> list[tuple[str, str | None, str]]:
    book = read_source("\n".join(lines), "rules.txt", Path("rules.txt"))
    return [(clause.number, clause.title, clause.text) for clause in book.clauses]


@pytest.mark.parametrize("mark", MARKS.strip("\n").split("\n"))
@pytest.mark.parametrize("document", DOCUMENTS)
def test_page_marks_are_not_text(mark: str, document: str) -> None:
    pages = document.split("|%|")
    plain = texts("|".join(pages).split("|"))
    for first, step in ((12, 1), (30, 4)):  # in excerpts pages are missing
        lines = pages[0].split("|")
        for at, page in enumerate(pages[1:]):
            lines += [*mark.replace("%d", str(first + at * step)).split("~"), "", *page.split("|")]
        assert texts(lines) == plain


@pytest.mark.parametrize("mark", ["Laws of Star  2 / 3", "Laws of Star p. 2", "Laws of Star~- 2 -"])
def test_two_page_headers_with_the_title_are_removed(mark: str) -> None:
    title, *pages = "Laws of Star", "1. Kit|1.1 It is", "red.|1.2 Bring|", "it.|2. Turn|2.1 Go."
    plain = texts(f"{title}|{'|'.join(pages)}".split("|"))
    first, last = mark.replace("~", "|"), mark.replace("~", "|").replace("2", "3")
    lines = f"{title}|2026|{pages[0]}|{first}|{pages[1]}|{last}|{pages[2]}".split("|")
    assert texts(lines) == plain
    assert texts(["1. Kit", "1.1 Go to", "Start 1 / 3", "1.2 Go to", "Start 2 / 3"])[2][2]


def test_heads_apart_from_numbers_of_pages_are_removed() -> None:
    pages = ["1-1 札|1-1a 札を|引く。|1-1b 出す。", "1-2 席|1-2a 席に", "着く。|1-2b 立つ。|1-3 終"]
    apart = f"星海の大会|総合|第2版|{'|'.join(pages[:2])}|1|星海の大会 総合|{pages[2]}|2"
    once = f"2026年4月1日|星海の大会 方法|{pages[0]}|1 / 2|星海の大会|{'|'.join(pages[1:])}|2 / 2"
    head = "星海のゲーム 総合ルール"
    twice = f"{head} 第2版|{pages[0]}|1|{head}|{pages[1]}|2|{head}|{pages[2]}|3"
    for lines in (once, twice, apart):
        assert texts(lines.split("|")) == texts("|".join(pages).split("|"))


def test_two_running_heads_with_the_word_page_are_removed() -> None:
    pages = "1. Kit|(a) It is|(b) Bring", "it.|2. Turn|(a) Go on|(b) Stop", "now.|3. End|(a) Win."
    one, two = "|Flag Rules Rev. 10/17 Page 1 of 3|", "|Flag Rules Rev. 10/17 Page 2 of 3|"
    lines = f"{pages[0]}{one}{pages[1]}{two}{pages[2]}"
    assert texts(lines.split("|")) == texts("|".join(pages).split("|"))


def test_numbers_of_pages_above_deeper_sections_are_removed() -> None:
    lines = (
        "1. Kit|1.1 Box|1.1.a It is red|1|1.1.b Bring it.|2. Turn|2.1 Go|2|2.1.a Up|2.1.b On|"
        "2.1.c By|2.2 So|3"
    )
    read = texts(lines.split("|"))
    assert not re.search("[123]", "".join(f"{title} {text}" for _, title, text in read))


def test_lone_numbers_may_be_clause_numbers() -> None:
    above = "1|準備|1.1|置く。|1.2|引く。|2|手番|2.1|行う。|3|終了|3.1|勝つ。"
    numbers = [number for number, _, _ in texts(above.split("|"))]
    assert " ".join(numbers) == "1 1.1 1.2 2 2.1 3 3.1"
    steps = "(1)|Take a card.|(2)|Play a card.|(3)|Discard it.|(4)|Go on.|(5)|End|(6)|Win"
    assert [number for number, _, _ in texts(steps.split("|"))] == list("123456")


@pytest.mark.parametrize(
    "lines",
    [
        "107. Aim|107.1 It is fun to|7|win often.|107.2 Turn|107.3 Draw|8||107.4 Go.|107.5 End||9||"
        "200.||Kit||201. Box|201.1 Bring it.",
        "107. 目的|107.1 楽しく|7|遊ぶ。|107.2 手番|107.3 手札|8||107.4 行う。|107.5 終局||9||"
        "200.||道具||201. 箱|201.1 持つ。",
    ],
)
def test_clause_number_alone_hides_no_page_numbers(lines: str) -> None:
    read = texts(lines.split("|"))
    assert not re.search("[789]", "".join(text for _, _, text in read))
    assert "200" in [number for number, _, _ in read]


def test_numbers_of_pages_above_headings_are_removed() -> None:
    text = (
        "Kit||Rule 1|(A) Bring a ball and|(B) a net.|1|Rule 2 Go.|Rule 3|(A) Stop.|2||Play||"
        "Rule 4 Win.|Rule 5|(A) Lose.|3"
    )
    plain = re.sub(r"[|][123](?=[|]|$)", "", text)
    assert texts(text.split("|")) == texts(plain.split("|"))
    lists = "1||Kit||1) Ball|2) Net||2||Play||1) Go|2) Win||3||End||1) Stop|2) Leave"
    assert [number for number, _, _ in texts(lists.split("|"))][::3] == ["1", "2", "3"]


def test_running_heads_with_other_digits_next_to_numbers_of_pages_are_removed() -> None:
    text = "規程|第1条 見る。|第2条 選手は、札を|引く。|第3条 待つ。|第4条 席に|着く。"
    lines = text.split("|")
    marks = [["- 33 -", "必携_33.indd 34 三校 12.2.14"], ["- 34 -", "必携_33.indd 35 三校 12.2.14"]]
    assert texts([*lines[:3], *marks[0], *lines[3:6], *marks[1], lines[6]]) == texts(lines)


def test_running_heads_below_numbers_of_pages_are_removed() -> None:
    pages = (
        "1. Kit|1.1 Bring it.|1.2 Go.",
        "1.3 On|(a) up;|(b) no; and",
        "(c) so.|2. End",
        "3. Win",
    )
    lines = [
        line for at, page in enumerate(pages) for line in (*page.split("|"), str(at + 1), "Law")
    ]
    assert texts(lines[:-2]) == texts("|".join(pages).split("|"))


@pytest.mark.parametrize(
    "end",
    [
        "以上|星海協会|2",
        "|大会規則の一覧へ戻る",
        "|[index] [next]|This page was last edited.",
        "|ジャンル:札|2026/04/01 12:11 ｜ コメント (0) ｜ TOP▲",
        "PAGE TOP",
        "|サイト ｜ 規約||Copyright(C) 星海協会",
        "|〒100-0001 東京|TEL 03-1234-5678",
        "平成16年4月1日　制定|（令和2年4月1日一部改正）",
        "|令和8年4月1日　星の会",
        "|本規則は、2026年4月1日から施行する。",
    ],
)
def test_lines_below_the_last_clause_are_removed(end: str) -> None:
    lines = "1. 札|1.1. 引く。|1.2. 出す。|2. 席|2.1. 座る。"
    assert texts(f"{lines}|{end}".split("|")) == texts(lines.split("|"))


@pytest.mark.parametrize("lines", ["1.2 It goes|7|on.", "1.2 次の手番に|- 7 -|進む。"])
def test_lone_numbers_inside_clauses_are_reported(lines: str) -> None:
    source = f"1. Kit\n1.1 Go.\n{lines}\n2. End\n2.1 Stop.".replace("|", "\n")
    book = read_source(source, "rules.txt", Path("rules.txt"))
    assert [each.line for each in book.findings if each.code is FindingCode.LOST_NUMBER] == [4]


def test_repeated_headings_with_continued_are_removed() -> None:
    lines = (
        "3. Movement|3.1 Go.|3. Movement (continued)|3.2 Stop.|"
        "4. 終了|4.1 相手が負けを|4.1（続き）|認めて勝つ。"
    )
    book = read_source(lines.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    assert list(book.by_number) == ["3", "3.1", "3.2", "4", "4.1"]
    assert book.by_number["4.1"].text == "相手が負けを認めて勝つ。"
    assert [each.line for each in book.ledger if each.kind is LineKind.PAGE_MARKER] == [3, 7]


@pytest.mark.parametrize(
    "rows",
    [
        "攻撃のレベル\t1|攻撃のレベル\t2|攻撃のレベル\t3",
        "1/1|2/2|3/3",
        "カードを引く（p1）|カードを引く（p2）|カードを引く（p3）",
        "Draw 1 of 2|Draw 2 of 3|Draw 3 of 4",
        "・攻撃|・攻撃の続き",
        "- 1 -|- 2 -|- 3 -",
        "**1枚引く。**|**2枚引く。**",
        "-- 1枚 --|-- 2枚 --",
        "▲ 上向き|▲ 上向き",
    ],
)
def test_rows_and_items_are_not_page_marks(rows: str) -> None:
    source = (
        f"1. 準備|1.1. 用意|1.1.1. 席に着く。|2. 進行|2.1. 効果|2.1.1. 次を行う。|{rows}|2.2. 終了"
    )
    book = read_source(source.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    assert LineKind.PAGE_MARKER not in {entry.kind for entry in book.ledger}
    (text,) = [clause.text for clause in book.clauses if clause.number == "2.1.1"]
    assert all(re.sub(r"[*・-]", "", row).strip() in text for row in rows.split("|"))


def test_numbers_in_an_appendix_are_reported() -> None:
    lines = "1. 札|1.1. 引く。|2. 席|付則|1. 今日から行う。|2. 歌う。|4. 走る。"
    book = read_source(lines.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    found = [(each.line, each.message_en) for each in book.findings if "付則" in each.message]
    assert [(line, text[-8:]) for line, text in found] == [(4, "1, 2, 4.")]
