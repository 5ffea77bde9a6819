"""Layouts of rule documents by various publishers, with the expected clause numbers."""

from __future__ import annotations

import pytest

from rulebook.links.linker import link_rulebook
from tests.clauses.test_intake import read

# The lines of a document, separated by ``|``, and the numbers of its clauses.
FORMS = {
    "letters after chapters": (
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
    "sections whose clauses begin with amounts": (
        "第1章 大会|第1節 種類|1．大会は長い。|2．15歳の人は次を出す。|a．札|b．賽|第2節 席|"
        "1．1人に一席ある。|2．席は替えない。|3．席は立たない。|第2章 卓|第1節 板|1．板は拭く。",
        "1 1.1 1.1.1 1.1.2 1.1.2.a 1.1.2.b 1.2 1.2.1 1.2.2 1.2.3 2 2.1 2.1.1",
    ),
    "kanji in brackets": (
        "一、総則|（一）会は集う。|（二）次の歌を歌う。|1．朝の歌|2．夜の歌|二、席|（一）席は選ぶ。|（二）席は譲る。",
        "1 1.1 1.2 1.2.1 1.2.2 2 2.1 2.2",
    ),
    "wide numbers before wide space": (
        "１　目的|(1) 走る。|(2) 歩く。|２　部門|(1) 次に分ける。|ア　男子|イ　女子|"
        "(2) 札は次とする。|２－０　３|２－１　２|(3) 綱は赤い。|(4) 靴は白い。|(5) 帽子は黒い。",
        "1 1.1 1.2 2 2.1 2.1.1 2.1.2 2.2 2.3 2.4 2.5",
    ),
    "wide letters": (
        "１００．基本|１００．１．　二人で遊ぶ。|１００．１ａ　三人でもよい。|"
        "１００．１ｂ　四人は別。|１００．２．　札を使う。",
        "100 100.1 100.1a 100.1b 100.2",
    ),
    "brackets of two indentations": (
        "1) START|  a) Two play.|  b) They may|    1) draw;|    2) pass.|2) END|  a) One wins.|"
        "  b) One loses.",
        "1 1.a 1.b 1.b.1 1.b.2 2 2.a 2.b",
    ),
    "letters below letters": (
        "A. Play|A.1. Two play.|A.1.a. Three may.|A.1.b. Four not.|B. End|B.1. One wins.",
        "A A.1 A.1.a A.1.b B B.1",
    ),
    "cases of war games": (
        "[1.0] MAP|[1.1] HEXES|(1.11) A hex is a site.|(1.12) It is dry.|[1.2] UNITS|"
        "(1.21) They go.|[2.0] PLAY|[2.1] Draw a card.",
        "1.0 1.1 1.11 1.12 1.2 1.21 2.0 2.1",
    ),
    "appendices with letters": (
        "RULE 1 Area|1.1 It is flat.|1.2 It is dry.|RULE 2 Ball|2.1 It is round.|2.2 It is red.|"
        "APPENDIX A Posts|A.1 They are red.|A.1.1 Of wood.|Appendix B: Nets|B.1 They are white.",
        "1 1.1 1.2 2 2.1 2.2 A A.1 A.1.1 B B.1",
    ),
    "answers": (
        "第1章 札|1. 札を引く。|(1) 五枚とする。|(2) 伏せる。|第2章 賽|1. 賽を振る。|"
        "(1) 二個とする。|(2) 隠す。|よくある質問|"
        "Q. 見てよいか。|A. いいえ。|Q. 振り直せるか。|A. いいえ。",
        "1 1.1 1.1.1 1.1.2 2 2.1 2.1.1 2.1.2",
    ),
    "contents of laws": (
        "Contents|Law 1 – Field\t4|Law 2 – Ball\t6||Law 1 – Field|1. Grass|It is green.|2. Lines|"
        "They are white.|3. Flags|They are red.|Law 2 – Ball|1. Shape|It is round.|2. Air|Some.",
        "1 1.1 1.2 1.3 2 2.1 2.2",
    ),
    "Roman numerals without points": (
        "Ⅰ　札|Ⅱ　席||Ⅰ　札|１．札を引く。|２．札を出す。|（１）表を上とする。|（２）角を揃える。|"
        "Ⅱ　席|１．席に着く。|２．席を立つ。",
        "1 1.1 1.2 1.2.1 1.2.2 2 2.1 2.2",
    ),
    "letters and numerals below sections": (
        "1. PLAY|1.1. CARDS|a. Draw.|b. Play:|i. one card;|ii. no more.|1.2. COSTS|a. Pay.|"
        "b. Pass.|2. END|2.1. WINNER|a. One wins.|b. None wins.",
        "1 1.1 1.1.a 1.1.b 1.1.b.1 1.1.b.2 1.2 1.2.a 1.2.b 2 2.1 2.1.a 2.1.b",
    ),
    "paragraphs in circles": (
        "第1条　手番|①　手番は交代する。|②　次の手は負けとする。|　1　二歩|　2　王手放置|"
        "第2条　時計|①　時計は右に置く。|②　時計は止めない。|第3条　雑則|細目は別に定める。",
        "1 1.1 1.2 1.2.1 1.2.2 2 2.1 2.2 3",
    ),
    "paragraphs and letters below articles": (
        "第 1 条 球場|第1項 線|1.線は白い。|2.線は次の長さとする。|18.0m|第2項 網|1.網は青い。|"
        "第 2 条 順番|A.先手|1.駒を振る。|2.. 上座から指す。|B.後手|1.時計を置く。",
        "1 1.1 1.1.1 1.1.2 1.2 1.2.1 2 2.a 2.a.1 2.a.2 2.b 2.b.1",
    ),
    "one level from 101": (
        "101. Obey.|102. Vote.|103. Write.|104. Win.|105. End.",
        "101 102 103 104 105",
    ),
    "letters and digits by turns": (
        "## Article 1: Teams|- 1a) Two play.|  - 1a1) Three may.|  - 1a2) So be it:|"
        "    - 1a2a) late.|- 1b) Four.|## Article 2: Ball|- 2a) It is round.",
        "1 1a 1a1 1a2 1a2a 1b 2 2a",
    ),
    "tags of a page": (
        "<h2> 1: Play </h2> <br>|1.1: Draw. <br>|    1.1.x: Not two. <br>|<h2> 2: End </h2>|"
        "2.1: Stop. <br>|    2.1.x: Not now. <br>",
        "1 1.1 1.1.x 2 2.1 2.1.x",
    ),
    "cells below each other": ("1.1|¦|Round.|¦|1.2|¦|Red.|¦|1.3|¦|New.", "1.1 1.2 1.3"),
    "kanji and kana below headings of a club": (
        "## 第一条（名）|### 一項|会とする。|### 二項|次の者とする。|- イ）`前項`の会の者|"
        "- ロ）客|## 第二条（所）|家とする。",
        "1 1.1 1.2 1.2.1 1.2.2 2",
    ),
    "articles before edges of cells": (
        "第1条(場) ¦|場は広い。|第2条(球) ¦|球は丸い。|第3条(人) ¦|1、二人とする。|2、前条の球。|"
        "第4条(時) ¦|一時とする。|第5条(雨) ¦|延ばす。",
        "1 2 3 3.1 3.2 4 5",
    ),
    "headings glued to their numbers": (
        "1はじめに|遊ぶ。|2参加資格|(1) 来る。|(2) 歩く。|(4) 走る。|(5) 泳ぐ。|(6) 帰る。|3会場|"
        "2人で行う。",
        "1 2 2.1 2.2 2.4 2.5 2.6 3",
    ),
    "words that are cut short": (
        "ARTICLE I: AIM|Sec. 1: It rows.|Sec. 2: It sails.|ARTICLE II: DUES|Sec. 1: None.|"
        "Sec. 2: See Section 1.|ARTICLE III: END|Sec. 1: It ends.",
        "1 1.1 1.2 2 2.1 2.2 3 3.1",
    ),
    "notes in the margin of articles": (
        "手番 第1条|手番は交代する。|時計 第2条|次を使う。|1 砂時計|2 線香|第3条|終わる。",
        "1 2 2.1 2.2 3",
    ),
    "images above the text of articles": (
        "第一条 (場) ¦|![]() ¦|場は広い。 ¦ ¦¦¦|第二条 (球) ¦|![]() ¦|球は丸い。 ¦ ¦¦¦|"
        "第三条 (人) ¦|二人とする。 ¦ ¦¦¦",
        "1 2 3",
    ),
    "articles without many sections": (
        "ARTICLE I|Name|It is Gull.|ARTICLE II|Aim|It rows.|ARTICLE III|Dues|Section 1: None.|"
        "Section 2: Never.",
        "1 2 3 3.1 3.2",
    ),
    "a letter after its number": (
        "3.1. It is red.|3.2. (a) It flies.|(b) It falls.|3.3. It lies.|3.4. (a) It ends.|(b) Yes.",
        "3.1 3.2 3.2.a 3.2.b 3.3 3.4 3.4.a 3.4.b",
    ),
    "one part alone, and the number of its page": (
        "Rules|Part 1 - Gear|1.1 Set|It is square.|1.2 Clock|1|1.2.1 Time|It is short.",
        "1 1.1 1.2 1.2.1",
    ),
    "contents that lost their entries": (
        "規則|目次||1条:人||1a)||集う。||1b)||次とする。||  • 1b1) 座る。||  • 1b2) 立つ。||"
        "  • 1b3) 歩く。||1c)||帰る。",
        "1 1a 1b 1b1 1b2 1b3 1c",
    ),
    "three numbers in most lines": ("Club|1. It is Gull.|2. It rows.|3. It sails.", "1 2 3"),
    "a column of numbers above their titles": (
        "100.|101.|102.|200.|201.||1||Play ..... 4|Draw ......|Stop ......||100.||Play||"
        "101. Draw|101.1. Draw one.|102. Stop|102.1. You may stop.||200.||End||201. Win|"
        "201.1. One wins.",
        "100 101 101.1 102 102.1 200 201 201.1",
    ),
    "points after circles": (
        "第1章.場|1.広さ|①.一間とする。|②.平らとする。|2.網|①.青くする。|第2章.人|1.数|①.二人とする。",
        "1 1.1 1.1.1 1.1.2 1.2 1.2.1 2 2.1 2.1.1",
    ),
    "one chapter alone": (
        "第1章 資格|次を定める。|1. 会員は出る。|2. 客は出ない。|3. 子は出る。|4. 犬は出ない。|"
        "5. 猫は寝る。|6. 鳥は鳴く。|7. 魚は泳ぐ。",
        "1 1.1 1.2 1.3 1.4 1.5 1.6 1.7",
    ),
    "bullets before all lines": (
        "- (目的)|- 第1条 遊ぶ。|- (用具)|- 第2条 次とする。|- 1)筒|- (1)長い。|- (2)軽い。|- 2)矢",
        "1 2 2.1 2.1.1 2.1.2 2.2",
    ),
    "articles after their chapters": (
        "規約||第 1 章 総 則 第 1 条 会と称す。|第 2 条 家に置く。||第 2 章 人 第 3 条 次を置く。|"
        "1,会長|2,会計",
        "1 1.1 1.2 2 2.3 2.3.1 2.3.2",
    ),
    "paragraphs with lone numbers": (
        "第1条|次を開く。|1|春の会|2|秋の会|3|第1条1項の会は二日とする。|第2条|1|勝者を称える。|2|敗者も称える。",
        "1 1.1 1.2 1.3 2 2.1 2.2",
    ),
    "one level from the middle": (
        "37.(場所)|卓で行う。|38.(時間)|守る。|39.(遅刻)|罰とする。|40.(点)|数える。",
        "37 38 39 40",
    ),
    "one article": (
        "(定義)|第1条 次とする。|1. 球|(1)丸い。|(2)赤い。|2. 棒",
        "1 1.1 1.1.1 1.1.2 1.2",
    ),
    "numbers with a word after": (
        "ルール1　場|1-1項　場は広い。|1-2項　塁は三つある。|ルール2　球|"
        "2-1項　球は白い。|2-2項　球は丸い。",
        "1 1-1 1-2 2 2-1 2-2",
    ),
    "buttons of a wiki": (
        "目次|[非表示]|1 場|2 球|2.1 色|2.2 形|1 場[編集]|場は広い。|"
        "2 球[編集]|2.1 色[編集]|白い。|2.2 形[編集]|丸い。",
        "1 2 2.1 2.2",
    ),
    "swapped digits": (
        "2. Cards|201. Name|201.1. It is long.|201.2. It is odd.|210.3. It is new.|201.4. It ends.|"
        "202. Cost|202.1. It is low.|203. Text|203.1. It is short.",
        "2 201 201.1 201.2 201.3 201.4 202 202.1 203 203.1",
    ),
    "units with nothing after their numbers": (
        "第１　趣旨|大会を行う。|第２　資格|１　次の者とする。|（１）会員|（２）学生|"
        "２　一組は五人とする。|第３　試合|１　時間は三十分とする。|２　打順は第２の２による。",
        "1 2 2.1 2.1.1 2.1.2 2.2 3 3.1 3.2",
    ),
    "items that begin with to": (
        "1 Clock|1.1 Time|1.1.1 It is stopped|1.1.2 to call the arbiter;|1.1.3 to rest.",
        "1 1.1 1.1.1 1.1.2 1.1.3",
    ),
    "letters with one bracket": (
        "1 RACE|1.1 It is of|a) a lap;|b) a halt.||1.2 It ends.||1.3 The flag is||"
        "a) red;|b) blue.||1.4 It waves.||1.5 It falls.||1.6 It rests.||1.7 It is sold.",
        "1 1.1 1.1.a 1.1.b 1.2 1.3 1.3.a 1.3.b 1.4 1.5 1.6 1.7",
    ),
    "letters before tabs": (
        "1\tTeams|1.1\tThey have|a\ta keeper|b\ta helper|1.2\tThey swap|a\tat will|b\tin play.",
        "1 1.1 1.1.a 1.1.b 1.2 1.2.a 1.2.b",
    ),
    "colons after numbers": (
        "1: Play|1.1: Draw.|1.2: Stop.|2: End|2.1: Win.|2.2：Lose.",
        "1 1.1 1.2 2 2.1 2.2",
    ),
    "sections in another notation": (
        "1. 札|【1-1】引く|1-1-1. 一枚引く。|1-1-2. 見せない。|1-1-3. 混ぜる。|【1-2】出す|"
        "1-2-1. 払う。|2. 席|【2-1】着く|2-1-1. 着く。",
        "1 1-1 1-1-1 1-1-2 1-1-3 1-2 1-2-1 2 2-1 2-1-1",
    ),
    "contents in another notation": (
        "Contents|1 Play ..... 1|1.1 Draw ..... 1|1.2 Stop ..... 2|1.3 End ..... 3|[1] Play|"
        "[1.1] Draw|One.|[1.2] Stop|Two.|[1.3] End|Three.",
        "1 1.1 1.2 1.3",
    ),
    "chapters that are wide letters": (
        "Ａ．札|Ａ－１　札は次とする。|（１）紙|（２）布|Ａ－２　引く。|Ｂ．席|Ｂ－１　席は|"
        "（１）東|（２）西",
        "A A-1 A-1-1 A-1-2 A-2 B B-1 B-1-1 B-1-2",
    ),
    "letters in bold type": (
        "## A. Play|- **A-1** Draw.|- **A-2** Stop.|## B. End|- **B-1** Win.|- **B-2** Lose.",
        "A A-1 A-2 B B-1 B-2",
    ),
    "chapters from zero with three levels": (
        "1.0 MAP|1.1 Sites|1.1.1 A hex is a site.|2.0 PLAY|2.1 Draw|2.1.1 Draw a card.|3.0 END",
        "1.0 1.1 1.1.1 2.0 2.1 2.1.1 3.0",
    ),
    "two counters in a line": (
        "1. 札|1.1. 型||(a) (1) 引く。|(2) 出す。||(b) 見る。|1.2. 席||(a) (1) 着く。|(2) 立つ。",
        "1 1.1 1.1.a 1.1.a.1 1.1.a.2 1.1.b 1.2 1.2.a 1.2.a.1 1.2.a.2",
    ),
    "brackets of one level": (
        "[1] It is round.|[2] It is red.|[3] It flies.|[4] It falls.|[5] It lies.",
        "1 2 3 4 5",
    ),
    "one level without points": ("1 Round.|2 Red.|3 It flies.|4 It falls.|5 It lies.", "1 2 3 4 5"),
    "glued letters alone": (
        "1 Play|1.1|Draw.|1.1a|Draw two.|1.1b|Draw three.|1.2|Stop.|1.2a|Now.",
        "1 1.1 1.1a 1.1b 1.2 1.2a",
    ),
}


COUNTED = (
    "1. 札|（1）札を引く。|（2）札を出す。|（3）終わる。|2. 席|（1）着く。|（2）{}|（3）立つ。"
)


@pytest.mark.parametrize("name", FORMS)
def test_layout_has_the_expected_numbers(name: str) -> None:
    text, numbers = FORMS[name]
    clauses = read(text.replace("|", "\n").replace("¦", "|")).clauses
    assert [clause.number for clause in clauses if clause.printed] == numbers.split()


def test_row_of_amounts_is_not_a_chapter() -> None:
    rows = "1 Boats|1.1|A boat slows down:|2 -1|4 +1|2 Storms|2.1|A storm lasts a turn."
    assert read(rows.replace("|", "\n")).by_number["2"].title == "Storms"


def test_errata_are_not_rules() -> None:
    book = read("1. Jack\n1.1. It is thrown.\n1.2. It stays.\nERRATA (May 2024)\nRule 1.1: “It”.")
    assert book.by_number["1.2"].text == "It stays."


# Documents, and the targets of the references in the first clause.
CITING = {
    "1.1 The net is 1.55 metres high, between 1.20 and 2.50 at the posts, see 1.2.|1.2 It hangs.": (
        "1.2"
    ),
    "1.1 It is 1.2 m long and weighs 1.2kg (see 1.9).|1.2 It hangs.": "1.9",
    "1.1 It is due under Section 4 Rule 2, see rule 1.|1.2 It hangs.|2 Post|3 Ball|4 Win": "2 1",
    "1a. Rules 1 and 2 hold, see Rule 2b.|1b. It is so.|Rule 2: Sand|2a. No.|2b. No.": "1 2 2b",
    "第1条 第2条第2項及び第2条第1項による。|2 例とする。|第2条 三種とする。|2 要らない。": "2.2 2",
    "§ 1 Scope|(1) § 2 Abs. 1 and 2 apply, and § 2 Abs. 2 Nr. 1.|(2) It holds.|§ 2 Fee|"
    "(1) It is due.|(2) It is|1. low,|2. high.": "2.1 2.2 2.2.1",
}


@pytest.mark.parametrize("text", CITING)
def test_references_are_distinguished_from_amounts(text: str) -> None:
    head = "" if text[0] in "第§" else "Rule 1: Net|" if "Rule" in text else "1 Net|"
    linked = link_rulebook(read((head + text).replace("|", "\n")))
    found = next(iter(linked.references.values()))
    assert [target for each in found for target in each.targets or (each.text,)] == CITING[
        text
    ].split()


@pytest.mark.parametrize("second", "2二")
def test_items_may_precede_a_second_paragraph(second: str) -> None:
    text = "第1条 置く。|(1) 会長|(2) 会計|イ 一名とする。|ロ 兼ねない。|2 代表する。|第2条 なし。"
    text = text.replace("|2", f"|{second}")
    numbers = [clause.number for clause in read(text.replace("|", "\n")).clauses if clause.printed]
    assert numbers == ["1", "1.1.1", "1.1.2", "1.1.2.1", "1.1.2.2", "1.2", "2"]


# Documents, and the titles of their clauses.
TITLES = {
    "1. Club|1.1 The board|1.1.a manages it;|1.1.b pays.|1.2 It ends|1.2.a by notice.": "Club",
    "1 会場|1-1\t綱\t長さは15mとする。\t雨天時は5m|1-2\t時計\t審判が置く。": "会場 綱 時計",
    "第1条（名称）|駒の会と称する。|第2条（目的）|会は、遊ぶ。|2 歌わない。": "（名称） （目的）",
    "（名称）|第1条 駒の会と称する。||（目的）||第2条 遊ぶ。|2 歌わない。|附則|1 今日から行う。": (
        "（名称） （目的）"
    ),
    "RULE ONE – GAME|Art. 1 Aim|1.1 Score.|1.2 Win.|RULE TWO – COURT|Art. 2 Floor|2.1 Flat.|"
    "Art. 3 Lines|3.1 White.|RULE THREE – TEAMS|Art. 4 Size|4.1 Eight.|4.2 Five.": (
        "Aim Floor Lines Size"
    ),
    "第１章　場|１　広さ|１．１　一間とする。|１．２　平らとする。|２　網|２．１　張る。|"
    "第２章　人|３　組|３．１　六人とする。": "広さ 網 組",
    "1|Name|It is Gull.|1.1|Use|It is lent.|2|Aim|It rows.|2.1|Boats|They float.": (
        "Name Use Aim Boats"
    ),
    "1 GOODS|1 board|4 ships|2 PLAY|2.1 Sail.|2.2 Stop.": "GOODS PLAY",
    "第1条 [名称]|駒の会と称する。|第2条 [目的]|駒で遊ぶ。|第3条 なし。": "[名称] [目的]",
    "第1条(名称) 駒の会と称する。|第2条(目的)駒で遊ぶ。|第3条 なし。": "(名称) (目的)",
    "1. 盤|1.1. 駒とは、盤に並べた木の|札です。|1.1.1. 駒は木です。": "盤",
    "1. 嵐|1.1. 嵐は次の順に行う。|1.1.1. 札を切る。|1.1.2. 駒を戻す。": "嵐",
}


@pytest.mark.parametrize("text", TITLES)
def test_layout_has_the_expected_titles(text: str) -> None:
    clauses = read(text.replace("|", "\n")).clauses
    assert [clause.title for clause in clauses if clause.title] == TITLES[text].split()


def test_header_and_footer_of_two_columns_are_removed() -> None:
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


def test_decimal_cases_are_children_of_their_prefix() -> None:
    book = read(FORMS["cases of war games"][0].replace("|", "\n"))
    assert [book.by_number[number].parent for number in ("1.1", "1.12", "1.21")] == [
        *("1.0", "1.1", "1.2")
    ]
    assert not book.findings


@pytest.mark.parametrize(
    ("items", "cut"),
    [("札を引く|札を出す", ""), ("札を引く。|札を出す", "1.1.2"), ("札を引く|札を", "1.1.2")],
)
def test_items_without_full_stops_are_not_truncated(items: str, cut: str) -> None:
    one, other = items.split("|")
    book = read(f"1. 手番\n1.1. 次を行う。\n1.1.1. {one}\n1.1.2. {other}\n1.2. 終わる。")
    assert [clause.number for clause in book.clauses if clause.truncated] == cut.split()


def test_number_after_the_word_rule_is_a_reference() -> None:
    book = read("1. Turn\n1.1. Draw a card.\n1.2. Stop, see rule\n1.1. of the turn.\n1.3. Pass.")
    assert book.by_number["1.2"].text == "Stop, see rule 1.1. of the turn."
    assert not book.findings


def test_list_item_is_not_a_heading() -> None:
    book = read("1. Teams\n1.1. a coach, and\n1.2. a Captain\n2. Ball\n2.1. It is round.")
    assert [book.by_number[number].title for number in ("1.1", "1.2")] == [None, None]


@pytest.mark.parametrize(
    ("text", "citing", "targets"),
    [
        ("1) Play|a) Two.|b) Three.|2) End|a) See rule 1b.|b) One.|c) Two.|d) Six.", "2.a", "1.b"),
        ("1) Play|a) Two.|b) Three.|2) End|a) Pay 2m (1a).|b) One.|c) Two.|d) Six.", "2.a", "1.a"),
        ("1. Play|1.1. Two.|1.1a One.|1.1b Six.|1.2. See 1.1a–b.", "1.2", "1.1a 1.1b"),
        (
            "1. Ball|1.1. It is round.|1.2. See A.1.|Appendix A Net|A.1. New.|A.2. Red.",
            "1.2",
            "A.1",
        ),
        ("1. Ball|1.1. By 0.5 m.|1.2. Appendix A.|Appendix A Net|A.1. New.|A.2. Red.", "1.2", "A"),
        ("1. Ball|1.1. It is round.|1.2. Prices:|Men\t1.1|Boys\t1.2", "1.2", ""),
        ("1. Ball|1.1. It is round.|1.2. Faults:|Name\tRule|Flat\t1.1", "1.2", "1.1"),
        ("1. Ball|1.1. It is “2.5”.|1.2. Costs ‘2.5’.|1.3. See 「2.5」.", "1.1", ""),
        (COUNTED.format("（1）に反した者は去る。"), "2.2", "2.1"),
        (COUNTED.format("同条第1項は「前」と読む。"), "2.2", ""),
        (COUNTED.format("次号の者は、Rule 1 of the Rules of Golf による。"), "2.2", "2.3"),
        (
            "第1条　札|札を引く。|２　札を出す。|３　前２項の札は三枚とする。|第2条　席|着く。",
            "1.3",
            "1 1.2",
        ),
        (
            "ARTICLE I Ice|Section 1. Size.|A. Big.|B. See Section 1.A and 1B.|Section 2. Use.|"
            "ARTICLE II Play|Section 1. Time.|A. Article I, Section 1B is binding.|B. None.",
            "2.1.a",
            "1.1.b",
        ),
        (
            "第1条: 会|  • 1a) 集う。|    • 1a1) 第2条に従う。|    • 1a2) 2a1の者は去る。|"
            "第2条: 人|  • 2a) 選ぶ。|    • 2a1) 名乗る。",
            "1a1",
            "2",
        ),
        (
            "- 1a) Play.|  - 1a1) Draw.|  - 1a2) Stop (see Rule 1b1), or 2d6.|- 1b) End.|"
            "  - 1b1) Win.",
            "1a2",
            "1b1",
        ),
        ("第1条 会|1. 春の会|2. 秋の会|第2条 人|第1条2項の会に出る。|第3条 雑", "2", "1.2"),
        (COUNTED.format("前号の者は(3)枚払う。"), "2.2", "2.1"),
        (COUNTED.format("前記（１）の者は去る。"), "2.2", "2.1"),
        ("1. 札|次の（1）～（2）を行う。" + COUNTED[4:].format("なし。"), "1", "1.1 1.2"),
        (
            "1 Ball|1.1 It is|a) red;|b) new.|1.2 See 1.1 a), 1.1b, 1.2a.|a) No.",
            "1.2",
            "1.1.a 1.1.b 1.2.a",
        ),
        ("1.1 A|(a) If|(1) one;|(2) two.|1.2 B|(a) See 1.1a2.|(1) Go.", "1.2.a", "1.1.a.2"),
        ("第1条 札は四枚。|2 混ぜる。|第2条 第1条の四人が引く。|2 なし。", "2", "1"),
        ("1. Ball|1.1. Red.|1.2. New.|1.3. In Rules 1.1 and|1.2.|1.4. See 1.3.", "1.3", "1.1 1.2"),
    ],
)
def test_clause_has_the_expected_references(text: str, citing: str, targets: str) -> None:
    linked = link_rulebook(read(text.replace("|", "\n")))
    found = linked.references.get(citing, ())
    assert [target for each in found for target in each.targets] == targets.split()


def test_links_to_the_top_and_brackets_are_not_findings() -> None:
    top = "▲先頭へ"
    text = (
        f"【もくじ】|1) 札|2) 席|1) 札|1-1) 引く。|1-2) 出す。|{top}|2) 席|2-1) 1-1)に従う。|{top}"
    )
    assert not link_rulebook(read(text.replace("|", "\n"))).findings


AT_THE_END = (
    *("© 2024 Some House", "All rights reserved.", "■よくある質問|Ｑ：よいか。|Ａ：1.1を見る。"),
    *("【改訂履歴】|2024年 1.1を改訂", "2"),
)


@pytest.mark.parametrize("end", AT_THE_END)
def test_end_matter_is_not_text_of_the_last_clause(end: str) -> None:
    pages = "1. 札|1.1. 引く。|1.2. 出す。|1.3. 置く。|1|1.4. 見る。|1.5. 切る。|2. 席|2.1. 着く。|"
    assert read((pages + end).replace("|", "\n")).by_number["2.1"].text == "着く。"


def test_page_headers_inside_a_text_are_removed() -> None:
    page = "Ring 2024|{}|- {} -|"
    one = page.format("1. Game|1.1. Win.|1.2. A side may play|section two of the ring.", 1)
    two = page.format("2. Ball|2.1. It is red.|2.2. It flies.|2.3. It falls.", 2)
    book = read((one + two).replace("|", "\n"))
    assert book.by_number["1.2"].text == "A side may play section two of the ring."


def test_preface_belongs_to_no_clause() -> None:
    assert not read("■はじめに■\n楽しむ規則です。\n1. 札\n1.1. 引く。\n2. 席\n2.1. 着く。").findings
