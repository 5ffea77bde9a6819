"""Documents that count each level separately, in many notations, and with clauses deleted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.clauses.foreign import read_source
from rulebook.clauses.lookup import place_named
from rulebook.clauses.numbers import LETTERS, Parts
from rulebook.errors import UnknownClause
from rulebook.links.linker import link_rulebook

ROMAN = ["", "I", "II", "III", "IV", "V", "VI"]
FORMS = """
Article {R} - / Section {n}. / ({a})
ARTICLE {n}: / {n}. / {a}.
{R}. / {A}. / {n}.
{R}. / {n}. / {a}.
{n}. / {a}. / {r}.
{n}. / {A}. / {n})
{A}. / {n}. / {a}.
Section {A}: / {n}.
Rule {n} / ({a}) / ({n})
## {n}. / {n}.
# {R}. / ## {A}. / {n}.
{n} / {n}) / {a})
{n} - / {a})
[{n}] / {a})
第{n}章 / 第{n}節 / {n}.
第{n}章 / （{n}）
{k}、 / （{n}）
【{n}】 / （{n}）
{A}． / {n}．
{n}． / {a}．
"""
TEXTS = ("The owner pays a fee.", "No owner may trade a pick.", "すべての参加者が費用を払う。")


def label(form: str, n: int) -> str:
    letters = {"A": chr(64 + n), "a": chr(96 + n), "R": ROMAN[n], "r": ROMAN[n].lower()}
    return form.format(n=n, k="_一二三四五六"[n], **letters)


@pytest.mark.parametrize("forms", FORMS.strip().split("\n"))
@pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, 5)], ids=["whole", "with gaps"])
def test_each_level_is_counted_separately(forms: str, counts: tuple[int, ...]) -> None:
    first, *others = forms.split(" / ")
    lines: list[str] = ["Rules of the league"]
    expected: dict[Parts, str] = {}

    def add(above: Parts, forms: list[str]) -> None:
        for n in counts if forms else ():
            text = TEXTS[(len(lines) + n) % 3]
            lines.append(f"{label(forms[0], n)} {text}")
            expected[(*above, n)] = text
            add((*above, n), forms[1:] if n != counts[1] else [])

    for n in counts:
        lines.append(f"{label(first, n)} Fees")
        expected[n,] = "Fees"
        add((n,), others)
    book = read_source("\n".join(lines), "rules.txt", Path("rules.txt"))
    read = {
        tuple(part - LETTERS if part > LETTERS else part for part in each.parts): each.title
        or each.text
        for each in book.clauses
        if each.printed
    }
    assert read == expected


# The lines of a document, separated by ``|``, and the numbers of its clauses.
LETTERS_ALL = "abcdefghijklmnopqrstuvwxyz"
OTHERS = {
    "第1章 札|第一条 引く。|第二条 出す。|第二条の二 戻す。|第二条の二の二 待つ。|第三条 取る。|"
    "第1章の2 席|第四条 着く。|2 立つ。": ("1 1.1 1.2 1.2の2 1.2の2の2 1.3 1の2 1の2.4 1の2.4.2"),
    "第一条　札。|第一条の二　出す。|第一条の二十　引く。|第一条の二十一　捨てる。|"
    "第二条の一部を改める。": ("1 1の2 1の20 1の21"),
    "Section 1 Kit|(a) A ball:|(i) red,|(ii) new.|(b) A bat.|Section 2 Play|"
    + "|".join(f"({letter}) Throw {letter}." for letter in LETTERS_ALL): (
        "1 1.a 1.a.1 1.a.2 1.b 2 " + " ".join(f"2.{each}" for each in LETTERS_ALL)
    ),
    "第1章 札|(1) 引く。|(2) 出す。|第2章 席|(1) 着く。|(2) 立つ。|第9章 終|(1) 帰る。": (
        "1 1.1 1.2 2 2.1 2.2 9 9.1"
    ),
    "Rule 1 Court|1:1 It is flat.|1:2 It is|a) long;|b) wide.|Rule 2 Ball|2:1 It is red.|2:2 No.": (
        "1 1.1 1.2 1.2.a 1.2.b 2 2.1 2.2"
    ),
    "1. Kit|1-1. Bring:|1-1-① a ball|1-1-② a bat|1-2. Go.": "1 1-1 1-1-1 1-1-2 1-2",
    "1 Kit|1.01 Bring|(a) a ball,|(b) a bat.|1.02 Go.|1.03 Stop.": (
        "1 1.01 1.01.a 1.01.b 1.02 1.03"
    ),
    "|【札】|規定１　切る。|規定２　配る。|イ．赤|ロ．青|【席】|規定３　着く。|規定４　去る": (
        "1 2 2.1 2.2 3 4"
    ),
    "(1)||札||第 1 部:場||1. 札||1a. 型||1a-i. 赤。||1a-ii. 青。||(2)||2. 席||2a. 着く。||"
    "第 2 部:人||1. 組||1a. 二人。|2. 番": "1 1.1 1.1a 1.1a.1 1.1a.2 1.2 1.2a 2 2.1 2.1a 2.2",
    "札の会||基本|※注意する。|1)切る。|2)配る。||対戦||次のとおり。||1)引く。|2)出す。": (
        "1.1 1.2 2.1 2.2"
    ),
    "札の会||[入場]|1. 入る。|[整列]|2. 並ぶ。|[礼]|1. 次の場合|  1. (1) 初|  2. (2) 終": (
        "1.1 1.2 2.1 2.1.1 2.1.2"
    ),
    "第1条 次のとおり。|①部屋に入る。|②条件を見る。|③帰る。|第2条 去る。": "1 1.1 1.2 1.3 2",
    "第1条 次の語を使う。|一　札をいう。|二　席をいう。|第2条 配る。|２　次の者は配らない。|一　客|"
    "二　席のない者|第3条 次のとおり。|一　切る間は、話さないこと。|二　見ないこと。|２　なし。": (
        "1 1.1 1.2 2 2.2 2.2.1 2.2.2 3 3.1.1 3.1.2 3.2"
    ),
    "2012 (平成 24) 制定|目 次|第 1 章 札 .... 3|第 2 章 席 .... 4|第 1 章 札|(山)|第 1 条 切る。|"
    "(場)|第 2 条 引く。|第 2 章 席|(卓)|第 3 条 着く。": "1 1.1 1.2 2 2.3",
    "札の会|一、会|　一、会は次の日に行う。|　二、遅れない。|二、札|　一、切る。|　二、配る。": (
        "1 1.1 1.2 2 2.1 2.2"
    ),
    "〔1〕札|〔2〕対局|　〈1〉引く。|　〈2〉出す。|〔3〕反則|　〈1〉二歩|　〈2〉待った": (
        "1 2 2.1 2.2 3 3.1 3.2"
    ),
    "第1条 点。|1勝 10点|2勝 20点|3勝 3,000点|第2条 星。|1-0 竜|2-1 狼|3-2 猫|第3条 了。": "1 2 3",
    "1. Kit|(a) a ball|(b) a bat|(c) a net|2. Play|(a) a ball|(b) a bat": (
        "1 1.a 1.b 1.c 2 2.a 2.b"
    ),
    "R1. ICE|(a) Long:|(i) one;|(ii) two.|(b) R2(b).|R2. ROCK|(a) Round.|(b) Flat.|R3. END|"
    "C1. TEAM|(a) Four.|C2. END|(a) R1(a).": (
        "R1 R1.a R1.a.1 R1.a.2 R1.b R2 R2.a R2.b R3 C1 C1.a C2 C2.a"
    ),
    "PART 1 -- ALL|1 .   Title|It is so.|2 .   Fee|(1) Pay.|2A .   Age|(1) Ten.|(2) Up.|3 .   End|"
    "4 .   Last": "1 1.1 1.2 1.2.1 1.2A 1.2A.1 1.2A.2 1.3 1.4",
    "1. May|(a) pay;|(b) act.|2. Void|(1) Open.|(2) Not if:|(a) late; or|(b) alone.|3. End": (
        "1 1.a 1.b 2 2.1 2.2 2.2.a 2.2.b 3"
    ),
    "1. May|(a) pay;|(b) act.|2. Void|(1) Open.|(2) Not if|    (a) late;|    (b) alone.|3. End": (
        "1 1.a 1.b 2 2.1 2.2 2.2.a 2.2.b 3"
    ),
    "PART 2|MEET|SECTION A|RIGHT|10     TACKS|Keep clear.|11     SAME|Go.|13     TURN|Do it.|"
    "SECTION B|LIMITS|14     AVOID|Go.|16     COURSE|Go.": (
        "2 2.a 2.a.10 2.a.11 2.a.13 2.b 2.b.14 2.b.16"
    ),
    "1: Floor|It is final.|2: Players|They sit as in|Rule 4.|3: Terms|A: Bet.|B: Fold.|4: Talk|"
    "No phone as in rule|2: No.": "1 2 3 3.a 3.b 4",
    "Contents|1. Kit 1|1.1 Box 1|"
    "1.2 Turn 1|1.2.a Go 2|1.2.a.i Up 2|1.2.a.ii On 2|1.3 End 3||1. Kit|"
    "1.1 Box|Bring it.|1.2 Turn|1.2.a Go|One goes.|1.2.a.i Up|It goes up.|1.2.a.ii On|It goes on.|"
    "1.3 End|It ends.": "1 1.1 1.2 1.2.a 1.2.a.1 1.2.a.2 1.3",
}


@pytest.mark.parametrize("text", OTHERS)
def test_outline_has_the_expected_numbers(text: str) -> None:
    book = read_source(text.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    assert [clause.number for clause in book.clauses if clause.printed] == OTHERS[text].split()


@pytest.mark.parametrize(
    ("named", "numbers"),
    [
        ("第1条 来る。|第2条 次のとおり。|会場1 東|会場2 西|会場3 北|第3条 去る。", "1 2 3"),
        (
            "Day 1: Come.|Day 2: Sit.|Day 3: Go.|1. Kit|1.1. Bags.|2. End|2.1. It is so.",
            "1 1.1 2 2.1",
        ),
        ("第1条 来る。|2 見る。|第2条 去る。|別表1 札|赤|別表2 席|青|別表3 花|白", "1 1.2 2"),
        ("規定１　切る。|規定２　配る。|規定３　着く。", "1 2 3"),
    ],
)
def test_words_before_numbers_are_never_lost(named: str, numbers: str) -> None:
    book = read_source(named.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    assert [clause.number for clause in book.clauses] == numbers.split()
    texts = [each.wording for each in book.clauses] + [each.title for each in book.appendices]
    for line in re.findall("(?:会場|別表|規定)[^|]*", named):
        assert line in "\n".join(texts)


@pytest.mark.parametrize(
    "series",
    [
        "アイウエオカキクケコサシスセソタチツテト"
        "ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
        "イロハニホヘトチリヌルヲワカヨタレソツネナラ"
        "ムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
        "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿",
    ],
)
def test_series_are_read_to_their_ends(series: str) -> None:
    items = [f"{sign}　札{sign}を引く。" for sign in series]
    lines = ["第1条 次のとおり。", *items, "第2条 次のとおり。", *items]
    book = read_source("\n".join(lines), "rules.txt", Path("rules.txt"))
    assert len(book.by_number) == len(lines)


def test_names_between_sentences_are_headings_of_no_clause() -> None:
    text = "Laws\n\nScope\n\n[1] It is so.\n(a) One.\n(b) Two.\n\nEnd\n\n[2] It ends.\n[3] No more."
    book = read_source(text, "rules.txt", Path("rules.txt"))
    assert [each.wording for each in book.clauses] == [
        *("It is so.", "One.", "Two.", "It ends.", "No more.")
    ]


def test_points_behind_labels_are_not_text() -> None:
    lines = "RULE 1 GAME\nART. 1 . . . Play.\nART. 2 . . . End.\nRULE 2 KIT\nART. 1 . . . Bring."
    book = read_source(lines, "rules.txt", Path("rules.txt"))
    assert book.by_number["1.1"].text == "Play."


def test_capital_lines_below_sentences_are_headings() -> None:
    lines = (
        "FLAG RULES|1. PLAYERS:|A. Seven play.|B. Four are enough.|FIELD|2. LINES:|A. One.|B. Two."
    )
    book = read_source(lines.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    assert [each.wording for each in book.clauses if "FIELD" in each.wording] == []


def test_inserted_sections_are_cited() -> None:
    text = "1. Fee\n(1) Pay.\n2. Age\n(1) Ten.\n2A. Place\n(1) Here.\n(2) See section 2A.\n3. End\n"
    text += "(1) See section 2A(2).\n(2) Subsection (1) is of use.\n4. Last"
    linked = link_rulebook(read_source(text, "rules.txt", Path("rules.txt")))
    found = [
        target for each in linked.references.values() for one in each for target in one.targets
    ]
    assert found == ["2A", "2A.2", "3.1"]


def test_inserted_articles_are_cited() -> None:
    text = "第1条 札。\n第1条の2 席。\n2 花。\n第2条 前条、第1条の2第2項、1条の2第1項による。"
    linked = link_rulebook(read_source(text, "rules.txt", Path("rules.txt")))
    assert [each.targets[0] for each in linked.references["2"]] == ["1の2", "1の2.2", "1の2"]
    assert place_named(linked.book, "第1条の2").number == "1の2"


@pytest.mark.parametrize(
    ("number", "missing"), [("2の2", []), ("2の4", ["2の2"]), ("2の2の2", ["2の2"]), ("4", ["3"])]
)
def test_gaps_before_inserted_articles_are_named(number: str, missing: list[str]) -> None:
    article, *inserted = number.split("の")
    named = "の".join((f"第{article}条", *inserted))
    text = f"第1条 札。\n第2条 席。\n{named} 花。\n第{max(3, int(article) + 1)}条 終。"
    book = read_source(text, "rules.txt", Path("rules.txt"))
    assert [finding.number for finding in book.findings] == missing


@pytest.mark.parametrize(("number", "nearest"), [("1の9", "1の3"), ("2の0", "2"), ("9の2", "2")])
def test_inserted_articles_are_the_nearest(number: str, nearest: str) -> None:
    text = "第1条 札。\n2 歌。\n第1条の2 席。\n第1条の3 席。\n第2条 花。"
    book = read_source(text, "rules.txt", Path("rules.txt"))
    with pytest.raises(UnknownClause) as raised:
        place_named(book, number)
    assert (raised.value.number, raised.value.nearest) == (number, nearest)


def test_articles_are_found_without_their_chapter() -> None:
    text = "第1章 札\n第1条 引く。\n第2条 出す。\n2 待つ。\n第2章 席\n第2条の2 着く。\n2 立つ。"
    book = read_source(text, "rules.txt", Path("rules.txt"))
    named = ("第二条", "第2条第2項", "第二条の二第二項", "第2章", "第1条第1項")
    found = [place_named(book, each).number for each in named]
    assert found == ["1.2", "1.2.2", "2.2の2.2", "2", "1.1"]
    with pytest.raises(UnknownClause):
        place_named(book, "第3条")
