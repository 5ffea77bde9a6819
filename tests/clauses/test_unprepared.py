"""Unprepared documents with layouts of rules pages and game manuals on the web."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.clauses.findings import FindingCode
from rulebook.clauses.foreign import document_text, read_source
from rulebook.clauses.lookup import place_named
from rulebook.clauses.model import Rulebook
from rulebook.errors import DocumentError, UnknownClause
from rulebook.links.linker import link_rulebook


def read(*lines: str) -> Rulebook:
    return read_source("\n".join(lines), "rules.txt", Path("rules.txt"))


def outline(book: Rulebook) -> list[tuple[str, str]]:
    return [(clause.number, clause.title or clause.text) for clause in book.clauses]


@pytest.mark.parametrize("mark", ["## ", "# ", ""])
def test_chapters_without_points_are_read(mark: str) -> None:
    book = read(
        f"{mark}5 Equipment",
        "5.A. One disc.",
        "5.B. No hats.",
        f"{mark}6 Length",
        "6.A. An hour.",
        "6.B. No more.",
    )
    assert outline(book)[::3] == [("5", "Equipment"), ("6", "Length")]
    assert all(clause.printed for clause in book.clauses)


def test_marked_chapters_are_distinguished_from_list_numbers() -> None:
    lists = ["1. a disc", "2. a ball", "3. a hat"]
    book = read("## 5 Kit", "5.1. Bring:", *lists, "5.2. Go.", "## 6 Time", "6.1. Play:", *lists)
    assert outline(book)[::3] == [("5", "Kit"), ("6", "Time")]


def test_tags_before_chapters_are_removed() -> None:
    book = read(
        "## <article-1><staff> 第1条：役員",
        "- 1a) 審判を置く。",
        "    - 1a1) 三人とする。",
        "- 1b) 記録する。",
        "## <article-2> 第2条：選手",
        "- 2a) 参加できる。",
        "    - 2a1) 十歳から参加できる。",
    )
    assert outline(book)[::4] == [("1", "役員"), ("2", "選手")]


@pytest.mark.parametrize("form", ["{}", "{}.", "{})"])
def test_text_may_begin_with_the_word_for_following(form: str) -> None:
    texts = {"1": "準備", "1.1": "山札を切る。", "1.2": "以下の順に行う。", "1.3": "引く。"}
    book = read(*(f"{form.format(number)} {text}" for number, text in texts.items()))
    assert dict(outline(book)) == texts
    cited = read("1.1 山札を切る。", "1.2 手札は", "1.1以下の順に引く。", "1.3 回す。")
    assert list(cited.by_number) == ["1", "1.1", "1.2", "1.3"]


def test_lists_inside_items_with_same_numbers_are_read() -> None:
    book = read(
        *("第1条 反則", "第1項 道具", "1.次の道具", "1.磁石", "2.糸", "3.鏡", "2.他人の駒"),
        *("第2項 態度", "1.大声", "2.居眠り", "1.着席中", "2.対局中", "3.遅刻", "7.欠席"),
        *("第2条 罰則", "第1項 点数", "1.五点とする。"),
    )
    inner = ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.2"]
    second = ["1.2", "1.2.1", "1.2.2", "1.2.2.1", "1.2.2.2", "1.2.3", "2", "2.1", "2.1.1"]
    assert list(book.by_number) == ["1", "1.1", "1.1.1", *inner, *second]
    assert book.by_number["1.1.2"].text == "他人の駒"
    assert book.by_number["2"].title == "罰則"
    assert "7.欠席" in book.by_number["1.2.3"].text
    assert [(finding.line, finding.printed) for finding in book.findings] == [(14, "7")]


def test_sizes_are_not_references() -> None:
    rules = ["- 1a) 7x7x7と2x2、3x3x3は1a1に従う。", "  - 1a1) 1a3を見る。", "  - 1a2) 回す。"]
    linked = link_rulebook(read(*rules, "- 1b) 止める。"))
    found = [each.text for number in linked.references for each in linked.references[number]]
    assert found == ["1a1", "1a3"]


def test_numbers_with_a_leading_letter_are_reported_once() -> None:
    listed = ["a. two discs", "b. three discs"]
    rules = [f"**G{number}.** Rule {number}:" for number in range(1, 7)]
    first = ["7.1 Before", rules[0], *listed, rules[1], "**G2-A.** Stop."]
    book = read("7 Game", *first, "7.2 During", *rules[2:4], *listed, *rules[4:])
    assert list(book.by_number) == ["7", "7.1", "7.2"]
    (finding,) = book.findings
    assert (finding.code, finding.line) == (FindingCode.LOST_NUMBER, 3)
    assert finding.message_en.endswith(": G1, G2, G2-A, G3, G4, G5, G6.")
    names = ["A4 paper", "B2 pencils", "A4 card", "H2 water", "A5 cards", "A3 plan", "A4 map"]
    assert not read("1. Kit", "1.1. Bring:", *names, "1.2. Go.").findings


def test_plain_chapters_are_distinguished_from_list_numbers() -> None:
    lists = ["1. a disc", "2. a ball", "3. a hat"]
    book = read("5 Kit", "5.1. Bring:", *lists, "5.2. Go.", "6 Time", "6.1. Play:", *lists)
    assert outline(book)[::3] == [("5", "Kit"), ("6", "Time")]
    unprinted = read("5.1. It costs", "5 points.", "5.2. Go.", "6.1. It", "costs less.", "6.2. No.")
    assert [each.number for each in unprinted.clauses if not each.printed] == ["5", "6"]


@pytest.mark.parametrize(
    ("lines", "references"),
    [
        ("3 Go|3.1 One.|3.2 As in 3.1 – 3.4.|3.4.1 As in 3.1 to 3.4.", "3.1 3.4 3.1 3.4"),
        ("1. 場|1-1. 第３部第１章を見る。|1-2. 1-1を見る。|2. 手札|2-1. 引く。", "1-1"),
        (
            "第1章 準備|1-1. 置く。|1-2. 引く。|2-1. 見る。|第2章 進行|1-1. 出す。|"
            "1-2. 1-1と第1章の1-2を見る。|2-1. 勝つ。",
            "2-1-1 1 1-1-2",
        ),
        (
            "第1章 総則|第1節 通則|第1条 図る。|第2節 事務|第2条 行う。|第2章 会員|"
            "第3条 第2条と第4条に従う。|第4条 よい。",
            "1.2.2 2.4",
        ),
        (
            "2-2. 置く。|3-4-(1) 座る。|3-4-(2) 配る|3-4-(2-1) 出す。|3-4-(2-2) (2-1)か3-4-(1)へ。|"
            "3-4-(2-3) (2-2)へ。",
            "3-4-2-1 3-4-1 3-4-2-2",
        ),
        ("第1条 引く。|2 出す。|第2条 前条第2項の札。|一 赤|二 青|2 前項の札。", "1.2 2"),
        ("第1条 引く。|2 出す。|第2条 第1条第1項、同条第2項の札。|2 なし。", "1 1.2"),
        ("【1】札|1) 引く。|2) 【2】の1による。|【2】席|1) 着く。|2) 立つ。", "2.1"),
        (
            "第1条 席|一項 着く。|二項 一項から二項までによる。|第2条 札|一項 引く。|イ 赤|ロ 青|"
            "二項 前項ロに定める。|第3条 終",
            "1.1 1.2 2.1.2",
        ),
        (
            "1. Kit|1.1 Go.|1.2 See 1.1.|2. End|2.1 Do:|1. one|2. two|2.2 By 2.1, 1.2.",
            "1.1 2.1 1.2",
        ),
        ("PART A – KIT|¶1 Go.|¶2 See ¶1.|PART B – END|¶3 Stop.|¶4 By ¶3 and ¶2.", "A.1 B.3 A.2"),
        ("§ 1 Wurf|(1) Es gilt:|1. oben,|2. unten.|(2) Nach Absatz 1 Nummer 2.|§ 2 Ende", "1.1.2"),
        ("Article premier – Jeu|1° On joue.|Article 2 – Fin|1° Selon l’article 1.", "1"),
        ("Step 1 - Go.|Step 2 - See Step 1.|Step 3 - No.", "1"),
        ("A1 Go.|A2 No.|A2a So.|A2b By A2a.|B1 Up.|B1a On.|B2 In.", "A2a"),
        ("### t.1|1 Go.|2 See t.2/3, t.9.|### t.2|1 No.|2 So.|### t.3|1 Off.", "T.2"),
        (
            "Part 1 Kit|10. See rule 21 or 22.|11. Go.|Part 2 Ice|20. Go.|21. No.|22. So.",
            "2.21 2.22",
        ),
        (
            "第1条 置く。|1．札|2．席|第2条 第1条１．の札、第1条2による席。|第3条 終わる。",
            "1.1 1.2",
        ),
        ("第7条 引く。|１ 赤|２ 青|第8条 第7条２に従う。第7条３、第7条2枚。|第9条 終。", "7.2 7"),
        (
            "第1部 札|第1章 山|第1条 引く。|第2条 出す。|第3条 見る。|第2部 席|第1章 卓|"
            "第4条 第１部 第１章 第1条～第2条による。|第5条 第4条〜第6条、第4条 第5条へ。|"
            "第6条 終。",
            "1.1.1 1.1.2 2.1.4 2.1.6 2.1.4 2.1.5",
        ),
        (
            "1.1.1 引く。|1.1.2 次にX1.1.1Xに戻る。|1.1.3 X1.1.2の後。|1.1.4 x1.1と5x1.1.1。",
            "1.1.1 1.1.2",
        ),
        (
            "## Moving|1. See rule 2 of Ending Turns.|2. See step 2.b and step 2.d.|   1. One.|"
            "   2. Two.|## Ending Turns|1. Go.|2. Under 1.a.|   1. So.|3. Rule 9 of Moving.",
            "2.2 1.2.2",
        ),
        (
            "## Kit|1. By step 1.a.|   1. One.|2. Two.|## Turn|1. Rule 2 of the Kit.|"
            "2. See 3.a.|3. Three.|   1. One.",
            "1.1.1 1.2 2.3.1",
        ),
        ("1. 罰|1.1 失格、罰金。上記の罰金は千円とする。|1.2 上記の罰は重い。", "1.1 1.1"),
        ("第1条 払う。|第2条 点差を数える。上記の点差は千点まで。|第3条 終。", "2"),
        (
            "第1部 札|1a 引く。|1b-i 1c-iへ。|1c-i 1c-iiへ。|1c-ii 待つ。|第2部 席|1a 行く。",
            "1c.1 1c.2",
        ),
        (
            "Ⅰ． 場|A-1 Ⅱの後とC-1による。|A-1.1 置く。|Ⅱ． 手|C-1 引く。A4の紙はB-1に使う。|"
            "C-2 出す。|B-1 A-1.1へ戻る。",
            "2 C-1 B-1 A-1.1",
        ),
        (
            "1 札|1-1 切る。|1-2 引く。|1-2-1 見る。|2 席|2-1 1-1～1-2-1と1章。(→[9章])",
            "1-1 1-2-1 1",
        ),
        ("第1条 札|(1) 山|(2) 席|第2条 前条各号の札。|2 第２号様式の札。|3 同条各号の札。", "1"),
        ("第1条 札|(1) 山|イ 赤|ロ 青|(2) 席|第2条 引く。|第3条 第１条第１号ロの札。", "1.1.2"),
        ("第1条 第2条第2号の札。|二 引く。|第2条 次|(1) 赤|(2) 青|二 切る。|第3条 終。", "2.1.2"),
        ("Rule 1 See Rule 2(B)(ii).|Rule 2|(A) Up.|(B) On:|(i) one;|(ii) two.|Rule 3 No.", "2.b.2"),
        (
            "Article 1 Go|1. Up.|2. See Article 3, paragraph 2.|Article 2 No|1. On.|2. Paragraph 1."
            "|Article 3 So|1. Articles 1 to 2.|2. See paragraph 2 of Article 1.",
            "3.2 2.1 1 2 1.2",
        ),
        ("Law 1 See Law 2B1.|Law 2|A. Go.|B. On:|1. one;|2. two.|Law 3 No.", "2.b.1"),
        ("第1条 次の札|1. 赤|2. 青|3. 黒|第2条 第1条第1号ないし第3号の札。|第3条 終。", "1.1 1.3"),
        ("Part I A|1. Go.|2. May:|(a) up;|(b) no.|Part II B|3. On.|4. See rule 2(b).", "1.2.b"),
        ("1. A|1.1 Go.|1.2 See 1.1.|1.3 In.|2. C|R2.1 No.|R2.2 See 1.2.|R2.3 Up.", "1.1 1.2"),
        (
            "括弧内は公式の番号|1. 札|1.1 切る（2.1）。|1.2 引く（6.1.2、6.2.1）。|2. 席|2.1 "
            "公式ルール1.1による（→[1章]）。|2.2 1.2[m]の1.2。",
            "1 1.2",
        ),
        ("1) 札|イ) 山|① 引く。|② 出す。|ロ) 席|2) 1)イ)②の後、1)ロ)や1)で決める。", "1.1.2 1.2 1"),
        ("Ａ．札|　ａ．引く。|　ｂ．出す。|Ｂ．席|　ａ．Ａのｂの後、着く。|　ｂ．立つ。", "A.b"),
        ("第1条 札|⑴ 赤|⑵ 青|第2条 第1条⑵の札。|第3条 終。", "1.2"),
        ("第1条 赤|2 青|第2条 第1条、会則第9条、同条第2項。|第3条 席", "1"),
        ("第1条 赤|2 青|第2条 席|2 雨|第3条 第1条、前条、同条第2項。", "1 2 2.2"),
        ("第1章 札|第1条 赤|2 青|第2章 席|第2条 前条第2項、第1章、同条第2項。", "1.1.2 1 1.1.2"),
        ("第1条 赤|2 青|一 朱|二 前項の札。|第2条 前項の札。|2 緑|第3条 前号の札。", "1"),
        ("第1条 札|(1) 山|イ 赤|ロ 青|第2条 第1条第1号ロと同条第1号ロ。|第3条 席", "1.1.2 1.1.2"),
        ("星海 公式ルール|1 札|1.1 引く。|1.2 公式ルールの1.1と公式ルール 1.1による。", "1.1 1.1"),
    ],
)
def test_references_are_found(lines: str, references: str) -> None:
    linked = link_rulebook(read(*lines.split("|")))
    found = [
        target for each in linked.references.values() for one in each for target in one.targets
    ]
    assert found == references.split()


@pytest.mark.parametrize(
    ("lines", "found", "missing"),
    [
        ("[SB-1] Field|[SB-1.1] Flat.|[SB-2] Ball|[SB-2.1] Red.|[SB-2.2] Round.", "SB-1.1", "X-1"),
        (
            "Ⅰ．場|A-1 置く。|A-1.1 赤い。|Ⅱ．手|C-1 出す。|C-2 引く。|B-1 終わる。",
            "A-1.1 2 A",
            "D-1 1.2",
        ),
    ],
)
def test_codes_are_found_as_printed(lines: str, found: str, missing: str) -> None:
    book = read(*lines.split("|"))
    assert [place_named(book, number).number for number in found.split()] == found.split()
    for number in missing.split():
        with pytest.raises(UnknownClause, match=f"no clause {number}"):
            place_named(book, number)


AROUND = """
{n}—{t}
{n} • {t}
{n} ~ {t}
{n}、{t}
{n}* {t}
{{{n}}} {t}
*{n}* {t}
_{n}_ {t}
`{n}` {t}
\\[{n}\\] {t}
<b>{n}</b> {t}
[{n}](#a) {t}
{n}.{t}
"""


@pytest.mark.parametrize("form", AROUND.strip().split("\n"))
def test_signs_around_numbers_are_removed(form: str) -> None:
    texts = {"1.1": "A player begins.", "1.2": "Two draw.", "2.1": "All play.", "2.2": "It ends."}
    line = form.replace("~", "|")
    rules = [line.format(n=number, t=text) for number, text in texts.items()]
    book = read("1. Setup", *rules[:2], "2. Turn", *rules[2:])
    assert {each.number: each.text for each in book.clauses if each.parent} == texts


@pytest.mark.parametrize(
    "form", ["Rule No. {} {}", "{}/ {}", "STEP #{}: {}", "{1} ({0})", "{}\n{}"]
)
def test_chapter_headings_of_various_notations_are_read(form: str) -> None:
    chapters = {"1": "Kit", "3": "Time", "4": "End"}
    rules = [
        line
        for number, title in chapters.items()
        for line in (
            *form.format(number, title).split("\n"),
            f"{number}.1. Go.",
            f"{number}.2. Stop.",
        )
    ]
    assert [each for each in outline(read(*rules)) if each[0] in chapters] == [*chapters.items()]


@pytest.mark.parametrize(
    "lines",
    [
        "A: How many? B: Three. A: When? B: First. C: Me too. A: Yes. B: All. C: Done.",
        "> 1) When? 1) At 3. > 2) Where? 2) Here. > 3) Who? 3) I do.",
    ],
)
def test_conversations_are_refused(lines: str) -> None:
    with pytest.raises(DocumentError, match="no clause numbers"):
        read("A talk", *re.findall(r"(?:> )?\w[:)] [^.?]+[.?]", lines))


@pytest.mark.parametrize("mark", ["G-{}", "{} |", "[{}]", "L{}:", "> {}."])
def test_short_lists_leave_full_numbers_as_they_are(mark: str) -> None:
    items = [f"{mark.format(number)} card {number}" for number in range(1, 5)]
    numbers = ["1", "1.1", "1.1.1", "2", "2.1", "2.1.1", "2.1.2", "2.2", "2.2.1"]
    lines = [f"{number}. Rule {number}." for number in numbers]
    book = read(*lines[:6], *items, *lines[6:])
    assert [clause.number for clause in book.clauses] == numbers
    assert "card 4" in book.by_number["2.1.1"].text


@pytest.mark.parametrize(
    ("lines", "printed"),
    [
        ("1. 競技規則第3条による。|2. 札を引く。|3. 札を出す。", "第3条"),
        ("第1条 札を引く。|第2条 民法第1条、この規則第1条による。|第3条 出す。", "第1条"),
        ("1.1 Go (see 9.9).|1.2 Stop, as detailed in 3.6|1.3 No.", "9.9 3.6"),
        ("1-1. 敗北する（9.終了参照）。|1-2. 出す。|1-3. 引く。", "9"),
    ],
)
def test_numbers_of_no_clause_are_reported(lines: str, printed: str) -> None:
    linked = link_rulebook(read(*lines.split("|")))
    dangling = [
        each.text for found in linked.references.values() for each in found if not each.targets
    ]
    assert dangling == printed.split()


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (
            "第1条 引く。|第2条 東西競技規則第1条による。|第3条 出す。",
            "another document: 東西競技規則.",
        ),
        (
            "第1章 席|第1条 着く。|第2条 地方会則第1章による。|第3条 出す。",
            "another document: 地方会則.",
        ),
        ("第1条 引く。|第2条 第2部 第3節 第１項～第３項による。|第3条 出す。", "第１項～第３項."),
        (
            "第1条 引く。|1. 赤|2. 青|第2条 第1条３．を見る。|第3条 出す。",
            "There is no clause 第1条３．.",
        ),
        ("## Kit|1. By step 2.d.|2. Two.|   1. One.|3. No.", "There is no clause 2.d."),
        ("## Kit|1. Go.|2. Two.|## End|1. By rule 3 of Kit.|2. No.|3. Off.", "no clause 3."),
    ],
)
def test_dangling_references_say_why(lines: str, why: str) -> None:
    linked = link_rulebook(read(*lines.split("|")))
    ((reference,),) = linked.references.values()
    assert not reference.targets
    assert reference.reason_en.endswith(why)


@pytest.mark.parametrize(
    "text",
    [
        '{% hint style="info" %} <img src="a.png">\\|\\|Note well.|{% endhint %}',
        "{{< callout >}}|Note well.|{{< /callout >}}",
    ],
)
def test_tags_of_website_templates_are_no_words(text: str) -> None:
    book = read(*f"## 1. Kit|1.1 Bring it.||{text}||1.2 Go.|## 2. Turn|2.1 Stop.".split("|"))
    assert book.by_number["1.1"].text == "Bring it.\nNote well."


@pytest.mark.parametrize("head", ["# SECOND PART", "RULES OF PLAY"])
def test_heads_in_capitals_between_clauses_are_reported(head: str) -> None:
    book = read("# Rule 1: Kit", "1.1 Go.", "1.2 Stop.", "", head, "", "# Rule 2: Turn", "2.1 Up.")
    assert [(each.line, each.code) for each in book.findings] == [(5, FindingCode.ORPHAN_TEXT)]
    assert head.strip("# ") in book.findings[0].message_en


def test_indented_list_at_the_end_is_no_appendix() -> None:
    items = ("    " + f"札{number}を出す行為" for number in range(20))
    book = read("第1条 札を引く。", "第2条 席に着く。", "第3条 次を禁じる。", *items, "    以上。")
    assert not book.findings


@pytest.mark.parametrize("head", ["赤い札、青い札による効果", "札、席における手順に関する規則"])
def test_headings_with_particles_of_nouns_are_not_truncated(head: str) -> None:
    first = f"# 第4部 第12章 効果|1. 置く。|2. {head}|2-1. 引く。|2-2. 切る。"
    lines = f"{first}|# 第4部 第13章 札|1. 置く。"
    assert not [each for each in read(*lines.split("|")).clauses if each.truncated]


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        ("802.01 Go|A. Up.|802.02 Is|A. It is:|1. one;|2. two.|B. No.", "802.01.a 802.02.a.2"),
        (
            "## 1. A|### 1.1 B|#### 1.1.1 C|1. Go.|2. No.|### 1.2 D|1. Up.|2. On.|## 2. E|So.",
            "1.2.2",
        ),
        (
            "# 第3部 第1章 甲|1. 置く。|1-1. 見る。|# 第3部 第2章 乙|1. 引く。|1-1. 出す。",
            "3-2-1-1",
        ),
        ("1. 札 1.1. 山 1.1.1. 切る。1.1.2. 引く。 2. 席 2.1. 卓|2.1.1. 座る。", "1.1.2 2.1 2.1.1"),
        ("P.1A1.1甲A1.1.1引く。a.札を。b.山を。|P.2A1.1.2出す。A1.2乙", "1.1.1.b 1.1.2 1.2"),
        (
            "### t.1|Go.|1 Up.|2 No.|### t.2|1 So.|2 On.|## Chapter 2|### t.3|1 So.|2 No.|### t.4|"
            "1 Up.|2 On.|## Chapter 3|### t.5|1 On.|2 In.",
            "2 3",
        ),
        ("§ 1 Aim. (1) It is fun. (2) It is free.|§ 2 End. (1) It ends. (2) Go.", "1.1 1.2 2.2"),
        (
            "<tr><td>1.1</td><td>Go.</td></tr><tr><td>1.2</td><td>No.</td></tr>|"
            "<tr><td>1.3</td><td>So.</td></tr>|<p>End.</p>",
            "1.1 1.2 1.3",
        ),
        (
            "## 4. 準備|1. 切る。|2. 引く。|3. 出す。|## 8. 手番|### 8.1 札|置く。|## 9. 終了|"
            "### 9.1 勝ち|取る。|### 9.2 負け|失う。",
            "4 4.1 4.3 8 8.1 9.2",
        ),
        ("4. Setup|1. Cut.|2. Go.|3. No.|7. Turn|7.1 Up|On.|8. End|8.1 Win|So.", "4 7 7.1 8.1"),
        ("# 会|## 人|1. 来る。|1. 見る。|## 場|場は次による。||1. 置く。|1. 引く。", "1.2 2.1 2.2"),
        ("Camp|Fire|1. Go.|2. No.|Food|1. Up.|2. On.|Bed|1. So.|2. Is.", "1.2 2.1 3.2"),
        (
            "## ロボットの数|1. 一台|2. 二台|## ロボットの色（赤、青、黄、緑、黒のうち一色である"
            "とする）|赤は使う。|### 青|1. 塗る。|2. 貼る。",
            "1.1 1.2 3.1 3.2",
        ),
        ("第1条 会|(1) 総会　　(3) 三役会|(2) 役員会　　(4) 部会|第2条 人", "1.1 1.2 1.3 1.4 2"),
        ("第1条 札|ア.5段(格)以上|イ.2局を打つ|第2条 席|1.5名を|2.3級未満", "1.1 1.2 2.1 2.2"),
        ("1.1. 札 1.1.1. は、山。 1.1.2. ’甲’を引く。 1.1.3. 出す。", "1.1.1 1.1.2 1.1.3"),
        ("1. Kit|1.1 Men:|① king    ③ rook|② queen   ④ pawn|1.2 Go.|2. End", "1.1.2 1.1.3 1.1.4"),
        ("LAW 5 - KIT|A. Go.|B. In:|(a) up;|(b) no.|LAW 20 - BOX|A. So.|B. On.", "5.b.b 20.a 20.b"),
        ("1) 札|1-1) 切る。|2) 対戦|2-1)はっきり言う。|2-2)とっておく。|3) 席", "1-1 2-1 2-2"),
        ("第1部：札|1. 山|1a. 図|1b. 卓|1b-i. 赤|1b-ii. 青|2. 席|2a. 台|第2部：罰|3. 罪", "1.1b.2"),
        ("第1条 図る。|第1編 会|第1章 総則|第2条 行う。|第2編 人|第3条 来る。", "0.1 1.1.2 2.3"),
        ("1. 札|1-1 次のとおり。|1) 赤い札|2) 青い札|1-2 出す。|2. 席|2-1 座る。", "1-1-1 1-1-2"),
        (
            "Contents|Part 1 Kit 3|1.1 1.2 3 3|1.3|Box Ball 1.3.1 Red|1.3.2 Net|Part 2 End 4|"
            "Part 1 Kit|1.1 Box|It is red.|1.2 Ball|It is new.|1.3 Bag|1.3.1 Red|It is big.|"
            "1.3.2 Net|It is old.|Part 2 End|2.1 Win|You win.",
            "1.1 1.2 1.3.1 1.3.2 2.1",
        ),
    ],
)
def test_clauses_are_found_wherever_they_begin(lines: str, numbers: str) -> None:
    source = document_text("\n".join(lines.split("|")).encode(), "rules.txt")
    book = read_source(source, "rules.txt", Path("rules.txt"))
    assert {*numbers.split()} <= {each.number for each in book.clauses if each.printed}
    assert max(each.line for each in book.ledger) == len(lines.split("|"))


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        ("第1条 会|(1) 総会|(3) 部会|(2) 班|第2条 人|(2)～(3)の人", [3]),
        ("第1条 会|(1) 総会　　　(5) 三役会|(2) 役員会|第2条 人がいる。", [2]),
        ("5. Kit|1. Bring a disc.|2. Go.|3. Play.|第2条 札を引く。|第3条 札を置く。", [1]),
    ],
)
def test_labels_of_no_clause_are_reported(lines: str, at: list[int]) -> None:
    assert [each.line for each in read(*lines.split("|")).findings] == at


def test_titles_are_above_their_texts() -> None:
    lines = (
        "PART I|KIT|RULE 1 - MEN AND BALLS||Bring a ball.|A. Balls|A ball that is red is a ball of "
        "a man.|B. Nets|Nets are new.|RULE 2 - TURN|It begins.|PART II|END|RULE 3 - WIN||You win."
    )
    titles = [each.title for each in read(*lines.split("|")).clauses]
    assert "; ".join(map(str, titles)) == "KIT; MEN AND BALLS; Balls; Nets; TURN; END; WIN"


def test_scores_are_no_clauses() -> None:
    book = read("第1条 勝敗の点", "2-0 三点", "2-1 二点", "第2条 引く。", "第3条 出す。")
    assert list(book.by_number) == ["1", "2", "3"]


def test_items_may_begin_with_words_for_less_or_more() -> None:
    book = read(
        "第1条 次のことをする。",
        "1. 走ること。",
        "2. 以下のことを守る。",
        "第2条 終わる。",
        "1. 以上の者が勝つ。",
        "2. 以下の者が負ける。",
    )
    assert [number for number, _ in outline(book)] == ["1", "1.1", "1.2", "2", "2.1", "2.2"]


def test_rules_marked_as_headings_are_texts_that_cite() -> None:
    book = read(
        "# 1. Ending the game",
        "### 1.1 A player wins if all others have left. See rule 2.1.",
        "### 1.2 Is a draw possible?",
        "# 2. Leaving",
        "### 2.1 A player may leave at any time.",
    )
    assert book.by_number["1.1"].title is None
    assert book.by_number["1.2"].title == "Is a draw possible?"
    assert [each.targets for each in link_rulebook(book).references["1.1"]] == [("2.1",)]
