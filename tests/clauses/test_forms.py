"""Forms that publishers give to rule documents: the numbers that are read from each."""

from __future__ import annotations

import pytest

from rulebook.links.linker import link_rulebook
from rulebook.links.terms import TermOverrides
from tests.clauses.test_intake import read

# Lines of the document with ``|`` between them, and the numbers of its clauses.
FORMS = {
    "letters behind chapters": (
        "Rule 1: Teams|1a. A team has two.|1b. It has 3 balls.|Rule 2: Ground|2a. It is flat.|"
        "2b. It is dry.",
        "1 1a 1b 2 2a 2b",
    ),
    "contents with words": (
        "Contents|Section 1.\tName\t2|Section 2.\tBoats\t3||Section 1.\tName|1.1\tIt is a club.|"
        "1.2\tIt rows.|Section 2.\tBoats|2.1\tThe Club has boats.|2.2\tA boat has a crew.",
        "1 1.1 1.2 2 2.1 2.2",
    ),
    "a table that looks like numbers": (
        "第1章 準備|1. 盤を置く。|2. 札を配る。|(1) 札は四枚。|(2) 札は伏せる。|第2章 相場|"
        "1. 賽を振る。|1-2\t+1\t0|3-4\t0\t+1|2. 値は次の表で動く。|3. 札を売る。",
        "1 1.1 1.2 1.2.1 1.2.2 2 2.1 2.2 2.3",
    ),
    "Roman numerals in one section": (
        "1. Club|1.1 There are members:|(a) full ones;|(b) juniors, who|(i) are under 18;|"
        "(ii) may row, see 1.2(a);|1.2 It ends|(a) by death;|(b) by notice.",
        "1 1.1 1.1.a 1.1.b 1.1.b.1 1.1.b.2 1.2 1.2.a 1.2.b",
    ),
    "indentation of a wiki": (
        "== 1. Turn ==|'''1.1''' You may fly.|'''1.2''' A player may|"
        ":'''1.2.1''' fly a kite;|:'''1.2.2''' tie a string.",
        "1 1.1 1.2 1.2.1 1.2.2",
    ),
    "items that begin with to": (
        "1 Clock|1.1 Time|1.1.1 It is stopped|1.1.2 to call the arbiter;|1.1.3 to rest.",
        "1 1.1 1.1.1 1.1.2 1.1.3",
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_numbers_of_a_form(name: str) -> None:
    text, numbers = FORMS[name]
    clauses = read(text.replace("|", "\n")).clauses
    assert [clause.number for clause in clauses if clause.printed] == numbers.split()


def test_a_row_of_amounts_is_no_chapter() -> None:
    rows = "1 Boats|1.1|A boat slows down:|2 -1|4 +1|2 Storms|2.1|A storm lasts a turn."
    assert read(rows.replace("|", "\n")).by_number["2"].title == "Storms"


def test_errata_are_no_rules() -> None:
    book = read("1. Jack\n1.1. It is thrown.\n1.2. It stays.\nERRATA (May 2024)\nRule 1.1: “It”.")
    assert book.by_number["1.2"].text == "It stays."


# The first clause cites; the targets of its references.
CITING = {
    "1.1 The net is 1.55 metres high, between 1.20 and 2.50 at the posts, see 1.2.|1.2 It hangs.": (
        "1.2"
    ),
    "1.1 It is 1.2 m long and weighs 1.2kg (see 1.9).|1.2 It hangs.": "1.9",
    "1a. Rules 1 and 2 hold, see Rule 2b.|1b. It is so.|Rule 2: Sand|2a. No.|2b. No.": "1 2 2b",
    "第1条 第2条第2項及び第2条第1項による。|2 例とする。|第2条 三種とする。|2 要らない。": "2.2 2",
    "§ 1 Scope|(1) § 2 Abs. 1 and 2 apply, and § 2 Abs. 2 Nr. 1.|(2) It holds.|§ 2 Fee|"
    "(1) It is due.|(2) It is|1. low,|2. high.": "2.1 2.2 2.2.1",
}


@pytest.mark.parametrize("text", CITING)
def test_numbers_that_cite_and_amounts(text: str) -> None:
    head = "" if text[0] in "第§" else "Rule 1: Net|" if "Rule" in text else "1 Net|"
    linked = link_rulebook(read((head + text).replace("|", "\n")), TermOverrides())
    found = next(iter(linked.references.values()))
    assert [target for each in found for target in each.targets or (each.text,)] == CITING[
        text
    ].split()


def test_items_before_a_second_paragraph() -> None:
    text = "第1条 置く。|(1) 会長|(2) 会計|イ 一名とする。|ロ 兼ねない。|2 代表する。|第2条 なし。"
    numbers = [clause.number for clause in read(text.replace("|", "\n")).clauses if clause.printed]
    assert numbers == ["1", "1.1.1", "1.1.2", "1.1.2.1", "1.1.2.2", "1.2", "2"]


# The titles of the clauses that have one.
TITLES = {
    "1. Club|1.1 The board|1.1.a manages it;|1.1.b pays.|1.2 It ends|1.2.a by notice.": "Club",
    "1 会場|1-1\t綱\t長さは15mとする。\t雨天時は5m|1-2\t時計\t審判が置く。": "会場 綱 時計",
    "第1条（名称）|駒の会と称する。|第2条（目的）|会は、遊ぶ。|2 歌わない。": "（名称） （目的）",
    "1. 嵐|1.1. 嵐は次の順に行う。|1.1.1. 札を切る。|1.1.2. 駒を戻す。": "嵐",
}


@pytest.mark.parametrize("text", TITLES)
def test_titles_of_a_form(text: str) -> None:
    clauses = read(text.replace("|", "\n")).clauses
    assert [clause.title for clause in clauses if clause.title] == TITLES[text].split()


def test_header_and_footer_of_two_pages_in_two_columns() -> None:
    left = ["1. Net", "1.1 It is high.", "1.2 It is long.", "1.3 It hangs.", "2. Ring", "2.1 It is"]
    right = ["round.", "2.2 It flies.", "2.3 It falls.", "2.4 It lies.", "2.5 It is dry.", "2.6 It"]
    pages = [
        ["Ring-Net   Laws of 2023", "", *(f"{one:<20}{other}" for one, other in rows)]
        for rows in (zip(left, right, strict=True), [("stays.", "3.2 It ends."), ("3. End", "")])
    ]
    pages[1].insert(4, f"{'3.1 It begins.':<20}3.3 So be it.")
    book = read(
        "\n\f".join("\n".join([*p, "", f"{'':<22}Page {n}"]) for n, p in enumerate(pages, 1))
    )
    assert book.by_number["2.6"].text == "It stays."
    assert book.by_number["2.1"].text == "It is round."
