"""Documents with other numbers: Markdown, laws, leading zeros, page marks, damaged numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.clauses.findings import FindingCode
from rulebook.clauses.foreign import read_source
from rulebook.clauses.lookup import place_named
from rulebook.clauses.model import LineKind, Rulebook
from rulebook.errors import InvalidNumber
from rulebook.links.linker import link_rulebook


def read(text: str) -> Rulebook:
    lines = [line.removeprefix("        ") for line in text.strip("\n").split("\n")]
    return read_source("\n".join(lines), "rules.txt", Path("rules.txt"))


PADDED = """
        001 Golden Rules
        002 If a card contradicts these rules, follow the card.
        005 A player may concede at any time.
        100 Deck Building
        101 Each deck has a Legend.
        101.1 The Legend is not shuffled into the deck.
        102 A deck has exactly 40 cards.
        300 Turn
        301 A turn has these phases:
        301.1 Awaken
        301.2 Beginning
"""


def test_parents_are_printed_or_derived_from_numbers() -> None:
    book = read(PADDED)
    numbers = [clause.number for clause in book.clauses]
    assert numbers == [
        "001",
        "002",
        "005",
        "100",
        "101",
        "101.1",
        "102",
        "300",
        "301",
        "301.1",
        "301.2",
    ]
    assert [clause.parent for clause in book.clauses if clause.parent] == ["101", "301", "301"]
    assert all(clause.printed for clause in book.clauses)


def test_colon_and_other_language_are_not_truncated() -> None:
    book = read(PADDED + "        302 能力は次の三つです：\n")
    assert FindingCode.TRUNCATED not in {finding.code for finding in book.findings}


MARKDOWN = """
        # Rules
        - **1.** **Basics**
        - **1.1.** **Players**
          - **1.1.1.** The game is played by two players.
          - **1.1.2.** (`rule_deck`) Each player has a deck.
        - **2.** Turn
          - **2.1.** A turn has a main phase.
"""


def test_markdown_lists_and_bold_type_are_read() -> None:
    book = read(MARKDOWN)
    assert [clause.number for clause in book.clauses] == ["1", "1.1", "1.1.1", "1.1.2", "2", "2.1"]
    assert book.by_number["1.1"].title == "Players"
    assert book.by_number["1.1.2"].text == "Each player has a deck."


def test_markdown_lists_are_counted_as_rendered() -> None:
    lines = ["# Play", "1. Begin.", "1. Draw:", "    1. one, or", "    1. two.", *["1. End."] * 5]
    book = read("\n".join(lines))
    assert " ".join(book.by_number) == "1 2 2.1 2.2 3 4 5 6 7"
    assert not book.findings


DAMAGED = """
        1. ゲームの概要
        1-1. 勝敗
        1-1-1. 相手のライフを0にしたプレイヤーが勝ちます。
        ---PAGE 1---
        1-1-2. 山札がないプレイヤーは負けます。
        2. 領域
        2-1. 山札
        2-1-
        1. 山札は裏向きで置きます。
        2.1.2. 山札の順番を変えてはいけません。
        ---PAGE 2---
        2-1-3. 山札の枚数は公開情報です。
"""


def test_page_marks_broken_numbers_and_other_separators_are_read() -> None:
    book = read(DAMAGED)
    numbers = ["1", "1-1", "1-1-1", "1-1-2", "2", "2-1", "2-1-1", "2-1-2", "2-1-3"]
    assert [clause.number for clause in book.clauses] == numbers
    assert book.by_number["1-1-1"].text == "相手のライフを0にしたプレイヤーが勝ちます。"
    assert book.by_number["2-1-1"].text == "山札は裏向きで置きます。"
    assert book.by_number["2-1-2"].lines == (10,)


MAHJONG = """
        第1条 一局は東家の打牌から始める。
        2 打牌は順に行う。
        第2条 次の者は和了できない。
        一 錯和をした者
        二 フリテンの者
        （1） フリテンは次の打牌まで続く。
        第三条 流局は親が続ける。
"""
SHOGI = """
        第一章 対局
        第1条 対局は先手から始める。
        第1項 先手は振り駒で決める。
        第二章 反則
        第2条 二歩は負けとする。
        第十二条 千日手は指し直す。
"""
CLUB = """
        第１条　この規約はテニス部の活動を定める。
        第２条　部員は次のことを守る。
        (1) 礼をすること。
        (2) 時間を守ること。
        第３条　部長は一年ごとに選ぶ。
"""


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (MAHJONG, "1 1.2 2 2.1 2.2 2.2.1 3"),
        (SHOGI, "1 1.1 1.1.1 2 2.2 2.12"),
        (CLUB, "1 2 2.1 2.2 3"),
    ],
)
def test_articles_of_laws_and_clubs_are_read(text: str, numbers: str) -> None:
    book = read(text)
    assert [clause.number for clause in book.clauses] == numbers.split()
    assert len(book.ledger) == len(text.strip().splitlines())


WORDS_AROUND = {
    "words and colons": ("Rule 1: Zones", "Rule 1.1: Deck", "Rule 1.1.1: See Rule 1.1.2.", "Rule "),
    "brackets": ("[1] Zones", "[1.1] Deck", "[1.1.1] See [1.1.2].", "["),
    "section signs": ("§1 Zones", "§ 1.1 Deck", "§ 1.1.1 See § 1.1.2.", "§ "),
    "dashes after": ("1 - Zones", "1.1 - Deck", "1.1.1 - See rule 1.1.2.", ""),
    "number signs": ("#1: Zones", "#1.1: Deck", "#1.1.1: See #1.1.2.", "#"),
    "parentheses after": ("1) Zones", "1.1) Deck", "1.1.1) See rule 1.1.2.", ""),
    "signs": ("■1 領域", "◆1.1 山札", "・1.1.1 順番は1.1.2に従います。", "・"),
    "headings of Markdown": ("# 1 Zones", "## 1.1 Deck", "1.1.1 See [1.1.2](#r-1-1-2).", ""),
    "Roman chapters": ("Chapter I: Zones", "1.1. Deck", "1.1.1. See 1.1.2.", ""),
    "Roman numbers": ("I. Zones", "I.1. Deck", "I.1.1. See I.1.2.", "I."),
    "Roman numbers with dashes": ("I - Zones", "I.1 - Deck", "I.1.1 - See I.1.2.", "I."),
}


@pytest.mark.parametrize("name", WORDS_AROUND)
def test_words_and_brackets_around_numbers_are_read(name: str) -> None:
    *first, before = WORDS_AROUND[name]
    number = "1.2" if before == "I." else "1.1.2"
    after = {"[": "] ", "Rule ": ": ", "#": ": "}.get(before) or (
        {
            "parentheses after": ") ",
            "dashes after": " - ",
            "Roman numbers with dashes": " - ",
        }.get(name, " ")
    )
    lines = [*first, f"{before}{number}{after}The order of a deck may not be changed."]
    second = [
        re.sub("[1I]", lambda match: {"1": "2", "I": "II"}[match[0]], line, count=1)
        for line in first
    ]
    book = read("\n".join([*lines, *second]))
    numbers = ["1", "1.1", "1.1.1", "1.1.2", "2", "2.1", "2.1.1"]
    assert [clause.number for clause in book.clauses] == numbers
    linked = link_rulebook(book)
    (reference,) = linked.references["1.1.1"]
    assert reference.targets == ("1.1.2",)


COUNTERS = {
    "articles": (
        ("Article I. Zones", "Section 1. Deck", "(a) See Article I, Section 2.", "(b) No more."),
        ("Section 2. Hand", "(a) A hand is hidden.", "Article II. Turns", "Section 1. Draw"),
        "1 1.1 1.1.a 1.1.b 1.2 1.2.a 2 2.1",
        ("1.1.a", "1.2"),
    ),
    "circled": (
        ("1．領域", "（1）山札", "①裏向きで置きます。1（2）①も参照します。", "②数えられます。"),
        ("（2）手札", "①相手には見せません。", "2．進行", "（1）開始"),
        "1 1.1 1.1.1 1.1.2 1.2 1.2.1 2 2.1",
        ("1.1.1", "1.2.1"),
    ),
    "laws": (
        ("第1章 競技", "第1条 競技は二人で行う。", "2 前項の者を選手という。", "一 先手"),
        ("第2章 反則", "第2条 第1条第2項の選手は退場する。", "2 審判が宣する。", "二 後手"),
        "1 1.1 1.1.2 1.1.2.1 2 2.2 2.2.2 2.2.2.2",
        ("2.2", "1.1.2"),
    ),
    "brackets below numbers": (
        ("1. 領域", "1-1. 山札", "(1) 1-2.(1)も参照します。", "(2) 裏向きで置きます。"),
        ("1-2. 手札", "(1) 相手には見せません。", "2. 進行", "2-1. 開始", "(1) 1枚引きます。"),
        "1 1-1 1-1-1 1-1-2 1-2 1-2-1 2 2-1 2-1-1",
        ("1-1-1", "1-2-1"),
    ),
    "circled below open numbers": (
        ("1 領域", "1-1 山札", "①2-1①も参照します。", "②裏向きで置きます。"),
        ("1-2 手札", "①相手には見せません。", "2 進行", "2-1 開始", "①1枚引きます。"),
        "1 1-1 1-1-1 1-1-2 1-2 1-2-1 2 2-1 2-1-1",
        ("1-1-1", "2-1-1"),
    ),
    "letters and numerals below numbers": (
        ("第1部 総則", "1.1 名称", "(a) 名称はカード名です。", "(i) 言語は問いません。"),
        (
            "(ii) 1.2(a)も同じです。",
            "(b) 略称は使えません。",
            "1.2 記号",
            "(a) 1.1(a)(ii)に従います。",
        ),
        "1 1.1 1.1.a 1.1.a.1 1.1.a.2 1.1.b 1.2 1.2.a",
        ("1.2.a", "1.1.a.2"),
    ),
    "kanji": (
        ("一、札", "1．数", "（1）百枚とする。", "（2）空札は二、1．（1）に従う。"),
        ("二、競技", "1．並べ方", "（1）三段に並べる。", "（2）音を立てない。"),
        "1 1.1 1.1.1 1.1.2 2 2.1 2.1.1 2.1.2",
        ("1.1.2", "2.1.1"),
    ),
    "German paragraphs": (
        (
            "§ 1 Deck",
            "(1) Ein Deck hat 40 Karten.",
            "(2) Es gilt § 2 Abs. 2.",
            "(3) Hüllen sind erlaubt.",
        ),
        (
            "§ 2 Zug",
            "(1) Ein Zug hat drei Phasen.",
            "(2) Zuerst wird gezogen.",
            "(3) Dann gespielt.",
        ),
        "1 1.1 1.2 1.3 2 2.1 2.2 2.3",
        ("1.2", "2.2"),
    ),
    "chapters and sections without 第": (
        ("１章　基本", "１節　勝敗", "１．生命力が0なら負けです。", "２．端数は切り上げます。"),
        ("２章　進行", "１節　開始", "１．手札を引きます。", "２．勝敗は１章１節１で見ます。"),
        "1 1.1 1.1.1 1.1.2 2 2.1 2.1.1 2.1.2",
        ("2.1.2", "1.1.1"),
    ),
}


@pytest.mark.parametrize("name", COUNTERS)
def test_numbers_counted_level_by_level_are_read(name: str) -> None:
    first, second, numbers, (citing, cited) = COUNTERS[name]
    book = read("\n".join([*first, *second]))
    assert [clause.number for clause in book.clauses] == numbers.split()
    linked = link_rulebook(book)
    assert [reference.targets for reference in linked.references[citing]] == [(cited,)]


def test_words_like_roman_numbers_are_not_references() -> None:
    book = read("\n".join(["1. Zones", "1.1. Deck", "1.1.1. See IIX.1 and 1.B.xx.", "2. Hand"]))
    assert link_rulebook(book).references == {}


def test_sections_in_hundreds_are_read() -> None:
    text = "100. Basics\n101. Decks\n101.1. A deck has 60 cards.\n"
    book = read(text + text.replace("1", "2", 1).replace("10", "20"))
    assert "200" in book.by_number


def test_two_columns_are_read_one_after_the_other() -> None:
    left = ["1. Zones", "1.1. Deck", "1.1.1. Its order is fixed.", "1.1.2. It is hidden."]
    right = ["1.2. Hand", "1.2.1. It has seven cards", "at most.", "1.3. Discard pile"]
    text = "\n".join(f"{one:<34}{other}" for one, other in zip(left, right, strict=True))
    book = read_source(text, "rules.txt", Path("rules.txt"))
    assert " ".join(book.by_number) == "1 1.1 1.1.1 1.1.2 1.2 1.2.1 1.3"
    assert book.by_number["1.2.1"].text == "It has seven cards at most."


LISTED = """
        1. Play
        1.1. A turn has these phases:
        - 1 draw
        - 2 main
        1.2. A player may attack
        3 times each turn, for
        1.5 minutes at most.
        2. Zones
        2.1. Deck
        Its order is fixed by
        rule 1.1.
        7. What is this?
        2.1.1. Nobody looks at it.
        Changes
        1.0.2: Clarified 1.2.
"""


def test_list_items_and_wrapped_numbers_are_not_clauses() -> None:
    book = read(LISTED)
    assert " ".join(book.by_number) == "1 1.1 1.2 2 2.1 2.1.1"
    assert [clause.title for clause in book.clauses] == ["Play", None, None, "Zones", "Deck", None]
    assert [block.text for block in book.by_number["1.1"].blocks][1:] == ["1 draw", "2 main"]
    found = {(finding.code, finding.line) for finding in link_rulebook(book).findings}
    assert found == {(FindingCode.LOST_NUMBER, 12)}


def test_numbers_with_one_part_are_read() -> None:
    book = read("\n".join(f"{number}. Rule {number} is short." for number in range(1, 7)))
    assert [clause.number for clause in book.clauses] == list("123456")


def test_contents_may_name_a_clause_without_heading() -> None:
    contents = "Contents\n1. Basics ..... 2\n1.1. Life ..... 2\n1.2. Deck ..... 3\n"
    rules = "1. Basics\n1.1. A player has 20 life.\n1.2. Deck\n1.2.1. A deck has 60 cards.\n"
    findings = link_rulebook(read(contents + rules)).findings
    assert not [finding for finding in findings if "None" in finding.message]


WITH_LETTERS = {
    "letters as chapters": (
        "A 基本|A-1 勝利|A-1-1 A-1-2を見ます。|"
        "A-1-2 山札が尽きたら負けです。|B 領域|B-1 山札|B-1-1 40枚です。",
        "A A-1 A-1-1 A-1-2 B B-1 B-1-1",
    ),
    "letters with points": (
        "A. General|A.1. Rules|A.1.1. See A.1.2.|"
        "A.1.2. Cards win.|B. Zones|B.1. Deck|B.1.1. It is face down.",
        "A A.1 A.1.1 A.1.2 B B.1 B.1.1",
    ),
    "numerals below letters": (
        "Rule 1. Setup|1.a. Draw six cards.|1.a.i. See Rule 1.a.ii.|"
        "1.a.ii. Once only.|Rule 2. Turn|2.a. Draw.",
        "1 1.a 1.a.1 1.a.2 2 2.a",
    ),
}


@pytest.mark.parametrize("name", WITH_LETTERS)
def test_letters_in_numbers_are_read(name: str) -> None:
    text, numbers = WITH_LETTERS[name]
    book = read("\n".join(text.split("|")))
    assert [clause.number for clause in book.clauses] == numbers.split()
    citing, cited = book.clauses[2].number, book.clauses[3].number
    references = link_rulebook(book).references
    assert [reference.targets for reference in references[citing]] == [(cited,)]
    assert place_named(book, cited.upper()).clause.number == cited


@pytest.mark.parametrize(
    ("heading", "cited"), [("Chapter {}: Cards", "Chapter Two"), ("【第{}章】カード", "第2章")]
)
def test_headings_with_number_words_are_read(heading: str, cited: str) -> None:
    words = ("One", "Two") if "Chapter" in heading else ("一", "二")
    lines = [heading.format(words[0]), "1.1 Kinds", f"1.1.1 Heroes stay, see {cited}."]
    book = read("\n".join([*lines, heading.format(words[1]), "2.1 Dawn", "2.1.1 Draw a card."]))
    assert " ".join(book.by_number) == "1 1.1 1.1.1 2 2.1 2.1.1"
    (reference,) = link_rulebook(book).references["1.1.1"]
    assert reference.targets == ("2",)


def test_number_of_a_list_does_not_hide_the_chapter() -> None:
    lists = (
        "1. Aim|1.1 Winning|1. Take the castle.|2. Or draw.|"
        "2. Setup|2.1 Deck|1. Forty cards.|2. No more.|2.2 Hand"
    )
    assert " ".join(read("\n".join(lists.split("|"))).by_number) == "1 1.1 2 2.1 2.2"


CITED_FIRST = """
        1. 準備
        1.1. 山札
        1.1.1. 山札は40枚です。
        1.1.2. 1.1.1.の枚数に満たない場合、始められません。
        1.2. 手札
        1.2.1.
        1.1.2. により始められない場合、手札も引きません。
        1.2.2.
        1.2.1. また、後攻は5枚引きます。
        1.2.3. 1.2.4. を参照。
        1.2.4. 1.2.3. に続きます。
"""


def test_text_may_begin_with_the_number_of_another_clause() -> None:
    book = read(CITED_FIRST)
    texts = {clause.number: clause.text for clause in book.clauses if clause.text}
    assert texts == {
        "1.1.1": "山札は40枚です。",
        "1.1.2": "1.1.1.の枚数に満たない場合、始められません。",
        "1.2.1": "1.1.2. により始められない場合、手札も引きません。",
        "1.2.2": "1.2.1. また、後攻は5枚引きます。",
        "1.2.3": "1.2.4. を参照。",
        "1.2.4": "1.2.3. に続きます。",
    }
    assert not book.findings


LETTERED = """
        A. 準備
        A-1. 山札
        A-1-1. 山札は40枚です。
        B. 進行
        B-1. 開始
        B-1-1. 先攻から始めます。
"""


def test_letter_names_a_chapter_only_if_chapters_are_letters() -> None:
    book = read(LETTERED)
    for printed in ("B", "b.", "Ｂ"):
        assert place_named(book, printed).clause.title == "進行"
    by_turns = read("- 1a) Play.\n  - 1a1) Draw.\n  - 1a2) Stop.\n  - 1a3) End.")
    assert place_named(by_turns, "1A2").number == "1a2"
    with pytest.raises(InvalidNumber):
        place_named(read(PADDED), "B")


def test_contents_with_pages_and_bullets_are_read() -> None:
    contents = ["7. 山 ..... .... 2", "8. 札 ......... 3", "9. 席 ......... 4"]
    rules = ["# 第1章 具", "## 第1条 盤", "次の木で作る。", "- (1) 松", "- (2) 杉", "## 第2条 駒"]
    assert " ".join(read("\n".join(rules)).by_number) == "1 1.1 1.1.1 1.1.2 1.2"
    plain = ["1. 盤", "1.1. 上記§2の木で作る。", "1.2. 平らにする。", "2. 木", "2.1. 松とする。"]
    linked = link_rulebook(read("\n".join([*contents, *plain])))
    assert " ".join(linked.book.by_number) == "1 1.1 1.2 2 2.1"
    assert [found.targets for found in linked.references["1.1"]] == [("2",)]


def test_headings_in_quotes_and_before_a_drawn_line_are_read() -> None:
    rules = ["1 準備―――――", "1.1「山札」", "40枚で作る。", "1.2『手札』", "5枚引く。"]
    rules += ["1.3「手番」", "とは順番である。"]
    book = read("\n".join(rules))
    assert [clause.title for clause in book.clauses] == ["準備", "「山札」", "『手札』", None]


def test_contents_of_a_partial_web_page_are_recognised() -> None:
    listed = ["1. 準備", "2. 進行", "3. 山札", "4. 敗北", "大会の案内"]
    part = [
        "1. 【準備】",
        "1.1 席に着く。",
        "1.2 切る。",
        "1.3 引く。",
        "3.",
        "山札",
        "3.1 裏にする。",
    ]
    for above in ("", "📋 目次"):
        linked = link_rulebook(read("\n".join(["ルール|札", above, *listed, *part])))
        assert " ".join(linked.book.by_number) == "1 1.1 1.2 1.3 3 3.1"
        kinds = [entry.kind for entry in linked.book.ledger]
        assert kinds.count(LineKind.CONTENTS) == len(listed) - (not above)
        named = [found for found in linked.findings if found.code is FindingCode.TITLE_MISMATCH]
        assert [found.number for found in named] == ["2", "4"]
    summed_up = ["1. 具", "1.1 札", "1.2 盤", "1.3 駒", "まとめ", "1.1 札", "1.3 駒"]
    assert " ".join(read("\n".join(summed_up)).by_number) == "1 1.1 1.2 1.3"


def test_pages_without_dots_in_contents_are_no_titles() -> None:
    listed = ["Contents", "1 Kit 1", "1.1 Box . . . . . 1", "2 End 2", "2.1 Win . . . . . 2", ""]
    rules = ["1 Kit", "1.1 Box", "1.1.1 Bring it.", "2 End", "2.1 Win", "2.1.1 Score.", "Go."]
    linked = link_rulebook(read("\n".join(listed + rules)))
    assert not linked.findings
    assert linked.book.by_number["2"].title == "End"


def test_headings_with_full_width_articles_after_links_are_read() -> None:
    links = ["* [第１条　目的](#a)", "* [１．札](#b)", "* [２．場](#c)", "* [第２条　任務](#d)"]
    rules = [
        "### 第１条　目　的",
        "次の部会を置く。",
        "### １．札",
        "### ２．場",
        "### 第２条　任務",
        "見る。",
    ]
    linked = link_rulebook(read("\n".join([*links, "", *rules])))
    assert " ".join(linked.book.by_number) == "1 1.1 1.2 2"
    assert not any(found.code is FindingCode.TITLE_MISMATCH for found in linked.findings)


def test_few_sections_among_many_items_are_read() -> None:
    items = [f"({letter}) Play {letter}." for letter in "abcdefghijkl"]
    book = read("\n".join(["1. Setup", "1.1 Deck", *items, "1.2 Hand", *items, "1.3 Life"]))
    assert len(book.by_number) == 4 + 2 * len(items)
