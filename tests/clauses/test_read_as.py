"""Small documents in many layouts, each with its expected clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.clauses.foreign import document_text, read_source
from tests.clauses.small_documents import clauses_of

READ_AS = {
    "Markdown from Word, with a list below a heading": (
        r"[1\. Zones [2](#z)](#z)|[1.1 Deck [2](#d)](#d)|[2\. Turns [3](#t)](#t)|"
        r"# 1\. Zones {#z}|## 1.1 *Deck*|1.1.1 At most **40** cards\.\|See [1.1](#d)\.|"
        r"# 2\. Turns|1.  Draw\.|2.  Play\.|# 3\. End|The deck is empty\.|---",
        "1 Zones|1.1 Deck|1.1.1: At most 40 cards. See 1.1.|2 Turns: 1. Draw. 2. Play.|"
        "3 End: The deck is empty.",
    ),
    "a wiki": (
        "== 1. Setup ==|=== 1.1. Deck ===|'''1.1.1.''' It has 40 [[cards]].|* No tokens.|"
        "=== 1.2. First player ===|'''1.2.1.''' See ''1.1.1''.",
        "1 Setup|1.1 Deck|1.1.1: It has 40 cards. * No tokens.|1.2 First player|1.2.1: See 1.1.1.",
    ),
    "numbers in cells": (
        "| No. | Rule | |\n|---|---|---|\n| 1 | **Setup** | |\n| 1.1 | Take a gear. | |\n"
        "| 1.2 | Begin. | in turn |\n| 2 | Turns | |\n| 2.1 | Turn it. | |",
        "1 Setup|1.1: Take a gear.|1.2: Begin. in turn|2 Turns|2.1: Turn it.",
    ),
    "a last rule without sections": (
        "Rule 1. Field|1.1 It is square.|Rule 2. Fouls|2.1 See Rule 3.|Rule 3. Throws|Aim well.",
        "1 Field|1.1: It is square.|2 Fouls|2.1: See Rule 3.|3 Throws: Aim well.",
    ),
    "chapters from zero": (
        "[1.0] MAP|[1.1] It has hexagons [1.2].|[1.2] Rivers bend.|[2.0] UNITS|[2.1] See 1.0.",
        "1.0 MAP|1.1: It has hexagons [1.2].|1.2: Rivers bend.|2.0 UNITS|2.1: See 1.0.",
    ),
    "chapters from zero, with a list": (
        "1.0 MAP|It is a map.|2.0 TURN|A. Axis|1. Move|2. Fight|3.0 COMBAT|3.1 See 2.0.",
        "1.0 MAP: It is a map.|2.0 TURN: A. Axis 1. Move 2. Fight|3.0 COMBAT|3.1: See 2.0.",
    ),
    "lists below headings of Markdown alone": (
        "## 1. Setup|1. Shuffle.|2. Draw.|## 2. Turn|Play.|## 3. Fight|1. Attack.|2. Block.",
        "1 Setup: 1. Shuffle. 2. Draw.|2 Turn: Play.|3 Fight: 1. Attack. 2. Block.",
    ),
    "laws": (
        "LAW 1 – COURT|1. Size|(a) It is wide.|(b) See Law 2.|2. Lines|LAW 2 – BALL|"
        "1. Form|(a) It is round.",
        "1 COURT|1.1 Size|1.1.a: It is wide.|1.1.b: See Law 2.|1.2 Lines|2 BALL|2.1 Form|"
        "2.1.a: It is round.",
    ),
    "numbers on lines of their own": (
        "1|Zones|1.1|It is hidden.|1.2|It has 40 cards,|no more.|2|Turns|2.1|Draw. See 1.1.",
        "1 Zones|1.1: It is hidden.|1.2: It has 40 cards, no more.|2 Turns|2.1: Draw. See 1.1.",
    ),
    "numbers without a space": (
        "1.概要|1.1目的|1.1.1城を落とします。|1.1.2何人でも遊べます。|1.2用意|"
        "1.2.1山札を用意します。",
        "1 概要|1.1 目的|1.1.1: 城を落とします。|1.1.2: 何人でも遊べます。|1.2 用意|"
        "1.2.1: 山札を用意します。",
    ),
    "underlined headings": (
        "1. Zones|--------|1.1 Deck|~~~~~~~~|1.1.1 It is hidden.|2. Turn|-------|2.1 Draw|~~~~~~~~|"
        "2.1.1 Draw one.",
        "1 Zones|1.1 Deck|1.1.1: It is hidden.|2 Turn|2.1 Draw|2.1.1: Draw one.",
    ),
    "parts that the contents name": (
        "Contents|1. Zones ... 1|1.1. Deck ... 1|Glossary ... 2|1. Zones|1.1. Deck|"
        "1.1.1. It is hidden.|1.1.2. It has 40 cards.|Glossary|Deck: where cards are.",
        "1 Zones|1.1 Deck|1.1.1: It is hidden.|1.1.2: It has 40 cards.",
    ),
    "heading marks without a blank": (
        "#Basics|##Article 1: Start|1.1 Begin.|1.2 See Article 2.|##Article 2: End|2.1 Stop.",
        "1 Start|1.1: Begin.|1.2: See Article 2.|2 End|2.1: Stop.",
    ),
    "Markdown headings above articles": (
        "# 会則|## 第１章　総則|### 目的|第１条　親睦を図る。|### 名称|第２条　森の会とする。|"
        "２　略称は森とする。|"
        "## 第２章　会員|### 資格|第３条　誰でもよい。",
        "1 総則|1.1 目的: 親睦を図る。|1.2 名称: 森の会とする。|1.2.2: 略称は森とする。|2 会員|"
        "2.3 資格: 誰でもよい。",
    ),
    "bare headings above articles": (
        "第１章　総則|目的|第１条　親睦を図る。|名称|第２条　森の会とする。|第２章　会員|資格|"
        "第３条　誰でもよい。",
        "1 総則|1.1 目的: 親睦を図る。|1.2 名称: 森の会とする。|2 会員|2.3 資格: 誰でもよい。",
    ),
    "a wrapped line above a number alone, and a heading of a group": (
        "Matches||Rule 1 A match is played under the Rules, as|changed by these Rules.|Rule 2|"
        "(A) It has three|sets.|(B) It is free.|Rule 3 The home club brings|the balls.|Rule 4|"
        "(A) A draw counts.",
        "1: A match is played under the Rules, as changed by these Rules.|2|2.a: It has three sets."
        "|2.b: It is free.|3: The home club brings the balls.|4|4.a: A draw counts.",
    ),
    "a caption above a page mark": (
        "(場)|第一条　卓とする。|二　椅子とする。|(札)|- 1 -|第二条　木とする。|(点)|"
        "第三条　十点と|- 2 -|する。|二　負は数えない。",
        "1 (場): 卓とする。|1.2: 椅子とする。|2 (札): 木とする。|3 (点): 十点とする。|"
        "3.2: 負は数えない。",
    ),
    "a foot of a web page with titles": (
        "第1条 引く。|第2条 出す。|第3条 回す。||このページの先頭へ|質問|連絡|© 2026 会",
        "1: 引く。|2: 出す。|3: 回す。",
    ),
    "parts and sections above articles": (
        "第１部　基本|第１章　総則|第１節　通則|第１条　図る。|第２節　事務|第２条　行う。|"
        "第２部 第１章 会員|"
        "第３条　よい。",
        "1 基本|1.1 総則|1.1.1 通則|1.1.1.1: 図る。|1.1.2 事務|1.1.2.2: 行う。|2|2.1 会員|"
        "2.1.3: よい。",
    ),
    "headings of groups": (
        "# Law\n## Basics\n### 1. Setup\n1.1 Shuffle.\n## Play\n### 2. Turn\n2.1 Play.\n2.2 Stop.",
        "1 Setup|1.1: Shuffle.|2 Turn|2.1: Play.|2.2: Stop.",
    ),
    "headings in capitals, and an appendix with numbers above its texts": (
        "1 Start\n1.1\n\nThe game begins.\n\n1.2\n\nIt goes on.\n\nAPPENDICES\n\n"
        "Appendix A. Rapid\n\nA.1\n\nA ‘rapid’ game is fast.\n\nA.2\n\nA player wins.",
        "1 Start|1.1: The game begins.|1.2: It goes on.|A Rapid|A.1: A ‘rapid’ game is fast.|"
        "A.2: A player wins.",
    ),
    "headings of clauses": (
        "1. Start|#### Deck|1.1 Shuffle it.|#### Hand|1.2 Draw five.|2. End|#### Win|2.1 Win.",
        "1 Start|1.1 Deck: Shuffle it.|1.2 Hand: Draw five.|2 End|2.1 Win: Win.",
    ),
    "numbers that begin again in each chapter": (
        "第1章 準備|1. 山札|1-1. 置く。|1-2. 引く。|2. 物|2-1. 次の物|1. 花|2. 草|第2章 進行|"
        "1. 手番|1-1. 出す。|"
        "1-2. 次へ。|2. 終了|2-1. 勝つ。",
        "1 準備|1-1 山札|1-1-1: 置く。|1-1-2: 引く。|1-2 物|1-2-1: 次の物 1. 花 2. 草|2 進行|"
        "2-1 手番|"
        "2-1-1: 出す。|2-1-2: 次へ。|2-2 終了|2-2-1: 勝つ。",
    ),
    "one chapter of several": (
        "# 第2部 第21章 ゾーン|**1.** ゾーンは場所です。|**1-1.** 山札です。|"
        "**1-1-a.** 裏です。|**1-1-b.** 表です。|**2.** 手札|"
        "**2-1.** 引きます。",
        "2|2-21 ゾーン|2-21-1: ゾーンは場所です。|2-21-1-1: 山札です。|2-21-1-1-a: 裏です。|"
        "2-21-1-1-b: 表です。|2-21-2 手札|"
        "2-21-2-1: 引きます。",
    ),
    "codes before numbers": (
        "# Field|[FP-1] It is flat,|as FP-2 says.|[FP-2] It is green.|# Players|[PL-1] See [FP-1].|"
        "[PL-2] Run.|[PL-4] Stop.",
        "FP|FP-1: It is flat, as FP-2 says.|FP-2: It is green.|PL|PL-1: See [FP-1].|PL-2: Run.|"
        "PL-4: Stop.",
    ),
    "codes without a hyphen, not in the order of letters": (
        "**R101:** Weigh it.|**R102:** Be safe.|**G1:** Go.|**G1.A:** Fast.|**G2:** See R101.",
        "R|R101: Weigh it.|R102: Be safe.|G|G1: Go.|G1.A: Fast.|G2: See R101.",
    ),
    "one code before the numbers of all levels": (
        "[SB-1]: **Field**|[SB-1.1]: It is flat.|### [SB-2]: The Ball|[SB-2.1]: Bring:|1. one ball|"
        "2. one bat|**[SB-2.4]**: See SB-1.1.",
        "SB-1 Field|SB-1.1: It is flat.|SB-2 The Ball|SB-2.1: Bring: 1. one ball 2. one bat|"
        "SB-2.4: See SB-1.1.",
    ),
    "a code with a point": (
        "HC.1 Field|HC.1.1 It is flat.|HC.1.2 It is green.|HC.2 Ball|HC.2.1 It is round.",
        "HC.1 Field|HC.1.1: It is flat.|HC.1.2: It is green.|HC.2 Ball|HC.2.1: It is round.",
    ),
    "letters with points below, and divisions above that they do not name": (
        "Ⅰ． 準備|Ａ． 物|A-1 花を置く。|A-1.1 赤い花です。|Ⅱ． 進行|Ｃ． 手番|C-1 出す。|"
        "C-2 引く。|"
        "Ｂ． 終了|B-1 次のとき終わる。|A．花がない|B．草がない|B-1.1 A-1は除く。",
        "1 準備|A 物|A-1: 花を置く。|A-1.1: 赤い花です。|2 進行|C 手番|C-1: 出す。|"
        "C-2: 引く。|B 終了|"
        "B-1: 次のとき終わる。 A．花がない B．草がない|B-1.1: A-1は除く。",
    ),
    "divisions through which one code counts on": (
        "第1章 会員|R-1 誰でもよい。|R-2 無料とする。|"
        "第2章 試合|R-3 一本とする。|R-4 延長はない。|R-5 礼をする。",
        "1 会員|R-1: 誰でもよい。|R-2: 無料とする。|"
        "2 試合|R-3: 一本とする。|R-4: 延長はない。|R-5: 礼をする。",
    ),
    "parts without effect on numbers": (
        "Part I Kit|1. Deck|1.1 Shuffle.|2. Dice|2.1 Roll.|Part II Play|3. Turn|3.1 Draw.",
        "1 Deck|1.1: Shuffle.|2 Dice|2.1: Roll.|3 Turn|3.1: Draw.",
    ),
    "the last parts in brackets": (
        "**3.** 進行|**3-4.** 順番|**3-4-(1).** 座る。|**3-4-(2).** 配札|**3-4-(2-1).** 配る。|"
        "**3-4-(2-3).** 見る。",
        "3 進行|3-4 順番|3-4-1: 座る。|3-4-2 配札|3-4-2-1: 配る。|3-4-2-3: 見る。",
    ),
    "letters in brackets": (
        "3 Play|3.4 Turn|3.4(a) Draw.|3.4(b) Stop.|3.5 End|3.5(a) Count.|3.5(b) Win.",
        "3 Play|3.4 Turn|3.4.a: Draw.|3.4.b: Stop.|3.5 End|3.5.a: Count.|3.5.b: Win.",
    ),
    "remains of a web page": (
        '<h2 id="s">1. Setup</h2>|<p>1.1 Draw <b>five</b>&nbsp;cards.</p>|<h2 id="t">2. Turn</h2>|'
        '<p>2.1 Play &amp; see <a href="#1">1.1</a>.</p>|<ul><li>one</li><li>two</li></ul>',
        "1 Setup|1.1: Draw five cards.|2 Turn|2.1: Play & see 1.1. one two",
    ),
    "a sentence broken early, before a number": (
        "1. Deck|1.1. Cards|1.1.1. A deck has exactly fifty cards, of which no more than|"
        "4. may share a name, as long as the judge of the event agrees with that.|"
        "1.1.2. A player wins if the other has|no cards at the end of any turn, or no more life,|"
        "or if the other player says so in any way, at any time, in any place.",
        "1 Deck|1.1 Cards|1.1.1: A deck has exactly fifty cards, of which no more than 4. may"
        " share a name, as long as the judge of the event agrees with that.|1.1.2: A player wins"
        " if the other has no cards at the end of any turn, or no more life, or if the other"
        " player says so in any way, at any time, in any place.",
    ),
    "rules in no order, with their versions": (
        "Rule 1020/0 (Power=3)|Rule 101/1 (Power=3)|Rule 1926/1|Rule 12/2|Rule 1630/3|Rule 9/1",
        "9|12|101: (Power=3)|1020: (Power=3)|1630|1926",
    ),
    "counters in three series, of which the outermost begins late": (
        "5. 組|イ. 四人とする。|ロ. 替える。|- （1）雨の場合|- （2）風の場合|6. 札|出す。",
        "5 組|5.1: 四人とする。|5.2: 替える。|5.2.1: 雨の場合|5.2.2: 風の場合|6 札: 出す。",
    ),
    "a remark in brackets, which is no caption": (
        "1 会|(1)集う。|(2)歌う。|(歌は、各自で選ぶ)|2 札|(1)引く。|(2)出す。",
        "1 会|1.1: 集う。|1.2: 歌う。 (歌は、各自で選ぶ)|2 札|2.1: 引く。|2.2: 出す。",
    ),
    "cases in brackets, with running heads of left and right pages": (
        "星の旅|||ルール  1|[1.0] 席|[1.1] 卓|[1.11] 丸い。|[1.12] 広い。|[1.2] 椅子|"
        "|||2  ルール      星の旅|[2.0] 札|[2.1] 山|[2.11] 伏せる。|[2.12] 混ぜる。|[2.2] 手|"
        "|||星の旅      ルール  3|[3.0] 終|[3.1] 勝つ。|[3.2] 負ける。",
        "1.0 席|1.1 卓|1.11: 丸い。|1.12: 広い。|1.2: 椅子|2.0 札|2.1 山|2.11: 伏せる。|"
        "2.12: 混ぜる。|2.2: 手|3.0 終|3.1: 勝つ。|3.2: 負ける。",
    ),
    "a web page with a menu, and a tenth section after cases": (
        "Home|1. Pieces|2. Board|3. Play||2. Board||"
        + "||".join(f"2.{n} Row {n} is flat." for n in (1, 2, 21, 22, 3, 31, 32, *range(4, 11)))
        + "||Previous|1. Pieces|Next|3. Play|© The club",
        "2 Board|"
        + "|".join(f"2.{n}: Row {n} is flat." for n in (1, 2, 21, 22, 3, 31, 32, *range(4, 11))),
    ),
    "signs in a row, a page number, and a number with two points": (
        "第1章 始|第1条 声|次を言う。|①吃 ②碰 ③槓|④栄 ⑤自|第2条 席|1. 着く。|2.. 立つ。|"
        "1|第2章 終|第3条 勝|勝つ。",
        "1 始|1.1 声: 次を言う。 ①吃 ②碰 ③槓 ④栄 ⑤自|1.2 席|1.2.1: 着く。|1.2.2: 立つ。|2 終|"
        "2.3 勝: 勝つ。",
    ),
    "rules with a word in katakana": (
        "ルール1：置く。|ルール2：引く。|ルール3：出す。",
        "1: 置く。|2: 引く。|3: 出す。",
    ),
    "steps": ("Step 1 - Draw it.|Step 2 - Play it.|Step 3 - Go.", "1: Draw it.|2: Play it.|3: Go."),
    "four digits of zeros": (
        "## 0000.1 札|* **0000.1.1** 引く。|    * **0000.1.1.1** 見る。|## 0000.2 席|"
        "* **0000.2.1** 着く。",
        "0000|0000.1 札|0000.1.1: 引く。|0000.1.1.1: 見る。|0000.2 席|0000.2.1: 着く。",
    ),
    "numbers in one paragraph": (
        "Play|**1.** Draw 2. **2.** Go. **3.** Stop.|4. Win. 5. Lose.",
        "1: Draw 2.|2: Go.|3: Stop.|4: Win.|5: Lose.",
    ),
    "a clause that begins with a citation, between others": (
        "8.1. 席|8.1.1. 8.1.3 を除き着く。 8.1.2. 立つ。 8.1.3. 去る。",
        "8|8.1 席|8.1.1: 8.1.3 を除き着く。|8.1.2: 立つ。|8.1.3: 去る。",
    ),
    "articles of a letter and a number": (
        "ARTICLE B3: Kit|B3.1 Go.|a. Up.|b. On.|B3.2 Stop.|ARTICLE B4: End|B4.1 So.|B4.2 No.",
        "3 Kit|3.1: Go.|3.1.a: Up.|3.1.b: On.|3.2: Stop.|4 End|4.1: So.|4.2: No.",
    ),
    "first and second below numbers": (
        "第１ 札|引く。|第２ 席|第２の１ 次とする。|（１）卓|（２）椅子|第２の２ 着く。",
        "1 札: 引く。|2 席|2.1: 次とする。|2.1.1: 卓|2.1.2: 椅子|2.2: 着く。",
    ),
    "letters below codes": (
        "A1 Kit|A2 Field|A2a Flat.|A2b Wide.|B1 Ball|B1a Red.|B1b Blue.|B2 Time",
        "A|A1: Kit|A2 Field|A2a: Flat.|A2b: Wide.|B|B1 Ball|B1a: Red.|B1b: Blue.|B2: Time",
    ),
    "a section below a title that ends with rules": (
        "## 1. Play rules|### 1.1 Turn|#### 1.1.1 Begin|1. Go.|2. Draw.|### 1.2 End|1. Stop.",
        "1 Play rules|1.1 Turn|1.1.1 Begin|1.1.1.1: Go.|1.1.1.2: Draw.|1.2 End|1.2.1: Stop.",
    ),
    "columns of numbers and of their titles": (
        "1|1-1|札|山札|1-1a 引く。|1-1b 次に見る。|1-1b-i 最初|1-1b-ii 最後|2|2-1|席|卓|2-1a 着。",
        "1 札|1-1 山札|1-1a: 引く。|1-1b: 次に見る。|1-1b-1: 最初|1-1b-2: 最後|2 席|2-1 卓|"
        "2-1a: 着。",
    ),
    "columns of labels and of their titles": (
        "札の会|第1|1|総|則|目 的|札で遊ぶ。|2.以下の札|(1) 赤|(2) 青|第2|1|手 番|順番|(1) 右",
        "1 総則|1.1 目 的: 札で遊ぶ。|1.2 以下の札|1.2.1: 赤|1.2.2: 青|2 手 番|2.1 順番|2.1.1: 右",
    ),
    "following ones and an appendix below articles in Markdown": (
        "# 会則|**第1条**（札）|赤。|**第2条**（席）|1.以下の席|2.次の席|---|## 附則|1. 今日行う。",
        "1 （札）: 赤。|2 （席）|2.1: 以下の席|2.2: 次の席",
    ),
    "one head above brackets": (
        "1.服装|[1]上着|1) 白とする。|2) 紋は次だ。|(1) 一つ|(2) 二つ|[2]髪|1) 短くする。",
        "1 服装|1.1 上着|1.1.1: 白とする。|1.1.2: 紋は次だ。|1.1.2.1: 一つ|1.1.2.2: 二つ|1.2 髪|"
        "1.2.1: 短くする。",
    ),
    "a chapter without the mark of others": (
        "# 0: Aim|0.1: Win.|# 1: Kit|1.1: Balls:|1. red|2. blue|<h2>States</h2>|2: It is open.|"
        "2.1: Open it.",
        "0 Aim|0.1: Win.|1 Kit|1.1: Balls: 1. red 2. blue|2: It is open.|2.1: Open it.",
    ),
    "one chapter with a letter": (
        "A.   Decks|1.  Tell us.|2.  Choose:|   a.  one|   b.  two|4.  No list.",
        "A Decks|A.1: Tell us.|A.2: Choose:|A.2.a: one|A.2.b: two|A.4: No list.",
    ),
    "lists of one item, indented": (
        "## B.01 甲|1. 引く。|1. 出す。|## B.02 乙|1. 最初|    1. 置く。|    1. 見る。|1. 次|"
        "    1. 戻す。|1. 最後|    1. 待つ。|    1. 取る。",
        "B|B.01 甲|B.01.1: 引く。|B.01.2: 出す。|B.02 乙|B.02.1 最初|B.02.1.1: 置く。|"
        "B.02.1.2: 見る。|B.02.2 次|B.02.2.1: 戻す。|B.02.3 最後|B.02.3.1: 待つ。|B.02.3.2: 取る。",
    ),
    "a chapter 0 above sections of three digits": (
        "0. 始|000. 目的|000.1. 知る。|1. 基本|100. 物|100.1. 使う。|101. 手|"
        "101.1. 引く。|2. 札|200. 種|200.1. 三つ。",
        "0 始|000 目的|000.1: 知る。|1 基本|100 物|100.1: 使う。|101 手|"
        "101.1: 引く。|2 札|200 種|200.1: 三つ。",
    ),
    "a line that cites a chapter, above it": (
        "100. Draw five.|101. Shuffle, then the players go|on with the steps of rule 103.|"
        "102. Go.|103. Play ends.|103.1. Ten rounds.",
        "100: Draw five.|101: Shuffle, then the players go on with the steps of rule 103.|"
        "102: Go.|103: Play ends.|103.1: Ten rounds.",
    ),
    "numbers of three digits behind gaps": (
        "512. Go.|512.1. Stop.|512.1.a. Now.|512.1.b. Later.|528. Players|530. Once.|530.1. So.|"
        "538. If not, draw.|539. Else look.|540. Do it:|540.1. Pass.",
        "512: Go.|512.1: Stop.|512.1.a: Now.|512.1.b: Later.|528 Players|530: Once.|530.1: So.|"
        "538: If not, draw.|539: Else look.|540: Do it:|540.1: Pass.",
    ),
    "a title again, a number without a point, and a summary of changes": (
        "Card Club||## Summary of Changes 2020||**1.2 Hand:** New.||**2.1 Deck:** Old.||## 1. Kit||"
        "1.1. Deck||1.1.1. Draw.||1.9 Cost||1.9.1. Pay.||Card Club||1.9.2. No.||## 2. End||"
        "2.1. Last||Card Club||2.1.1. Win.||Card Club||2.1.2. Go.",
        "1 Kit|1.1 Deck|1.1.1: Draw.|1.9 Cost|1.9.1: Pay.|1.9.2: No.|2 End|2.1 Last|2.1.1: Win.|"
        "2.1.2: Go.",
    ),
    "one link to the top of a web page": (
        "1) 引く。|2) 出す。||▲ページの先頭へ||3) 回す。",
        "1: 引く。|2: 出す。|3: 回す。",
    ),
    "the first, in brackets": (
        "〔その一〕置く。|〔その二〕引く。|〔その三〕出す。",
        "1: 置く。|2: 引く。|3: 出す。",
    ),
    "ordinals of a degree sign": (
        "Art. 1 – Jeu|1° On pioche.|2° On joue.|Art. 2 – Fin|1° On compte.",
        "1 Jeu|1.1: On pioche.|1.2: On joue.|2 Fin|2.1: On compte.",
    ),
    "a series of kana with a kanji in it, before a second paragraph": (
        "第1条|会員は次とする。|一 会長|二 代表者|イ 学級|ロ 部|ハ 組|二 課||2|"
        "代理できる。|第3条|議長を置く。||2|兼ねない。",
        "1: 会員は次とする。|1.1|1.1.1: 会長|1.1.2 代表者|1.1.2.1: 学級|"
        "1.1.2.2: 部|1.1.2.3: 組|1.1.2.4: 課|"
        "1.2: 代理できる。|3: 議長を置く。|3.2: 兼ねない。",
    ),
    "all in one paragraph": (
        "湖畔杯規程 1.目的 交流を図る。 2.資格 (1)会員であること。 (2)受付を済ませた者。 3.試合 "
        "(1)予選 ①10分とする。 ②同点は引き分けとする。 (2)決勝 ①15分とする。 ②延長する。",
        "1: 目的 交流を図る。|2 資格|2.1: 会員であること。|2.2: 受付を済ませた者。|3 試合|3.1 "
        "予選|3.1.1: 10分とする。|3.1.2: 同点は引き分けとする。|3.2 決勝|3.2.1: 15分とする。"
        "|3.2.2: 延長する。",
    ),
    "all in one English paragraph": (
        "Pebble Rules 1. Setup Each player takes five stones. (1) Place the board. (2) Shuffle. "
        "2. Turns Players take turns. (1) Draw. (2) Place a stone. 3. End Most stones win.",
        "1: Setup Each player takes five stones.|1.1: Place the board.|1.2: Shuffle.|2: Turns "
        "Players take turns.|2.1: Draw.|2.2: Place a stone.|3: End Most stones win.",
    ),
    "items behind a lead-in and behind items": (
        "第1条（目的） 本会は次の事業を行う。(1) 大会を開く。(2) 技を教える。|第2条（会員） "
        "会員は次の者とする。 ① 正会員は会費を納める。 ② 準会員は紹介を受ける。|第3条（役員） "
        "会長を置く。",
        "1 （目的）: 本会は次の事業を行う。|1.1: 大会を開く。|1.2: 技を教える。|2 （会員）: "
        "会員は次の者とする。|2.1: 正会員は会費を納める。|2.2: 準会員は紹介を受ける。|3 "
        "（役員）: 会長を置く。",
    ),
    "items that go on in a line, and no list in a sentence": (
        "1 Play|(1) Draw a card (2) Play a card|(3) End the turn|2 Scoring|(1) Count your stones "
        "(2) Add (1) and (2)|3 Ties|(1) The oldest wins.",
        "1 Play|1.1: Draw a card|1.2: Play a card|1.3: End the turn|2 Scoring|2.1: Count your "
        "stones|2.2: Add (1) and (2)|3 Ties|3.1: The oldest wins.",
    ),
    "a legend in a line": (
        "第1条 次の声を出す。|①吃 ②碰 ③槓|④栄和 ⑤自摸|第2条 審判に従う。|第3条 礼をする。",
        "1: 次の声を出す。 ①吃 ②碰 ③槓 ④栄和 ⑤自摸|2: 審判に従う。|3: 礼をする。",
    ),
    "numbers behind lists and at the ends of lines": (
        "1. General|Rules 1.1. The Board The board has ten rows and|columns 1.2. Pieces Each "
        "side has two|towers one king 1.2.1. Towers Towers move straight. 1.2.2.|Kings Kings "
        "move one step as in rule 1.3. The|king is safe. 1.3. Turns The players|alternate 2. "
        "Winning|The game 2.1. Mate A mated king loses. 2.2. Draws|None is drawn.",
        "1 General: Rules|1.1: The Board The board has ten rows and columns|1.2 Pieces Each side "
        "has two towers one king|1.2.1: Towers Towers move straight.|1.2.2: Kings Kings move one "
        "step as in rule 1.3. The king is safe.|1.3: Turns The players alternate|2 Winning: The "
        "game|2.1: Mate A mated king loses.|2.2 Draws: None is drawn.",
    ),
    "a chapter behind numbers without full stops": (
        "3. Kit|3.1. Robots must fit a cube and weigh|less than 2 kg with packs 3.2. Batteries "
        "must be sealed. Spare|wires screws 3.3. Sensors Any sensor. See 3.4. for|details. Radio "
        "and|light 3.4. Radios use channel 5. The limit is 2.5 watts.|3.5. Marks Each robot has "
        "a mark.",
        "3 Kit|3.1: Robots must fit a cube and weigh less than 2 kg with packs|3.2: Batteries "
        "must be sealed. Spare wires screws|3.3: Sensors Any sensor. See 3.4. for details. Radio "
        "and light|3.4: Radios use channel 5. The limit is 2.5 watts.|3.5: Marks Each robot has "
        "a mark.",
    ),
    "a list below a title that begins again": (
        "海辺規則||対戦規則||1. 準備||1-1|山札を切る。|1-2|手札を引く。||2. 進行||2-1|順に動く。"
        "|2-2|一回動く。||海辺規則||大会規則など||  1. 参加|    受付を済ませる。|  2. 遅刻|    "
        "失格とする。|  3. 用具|    各自で用意する。",
        "1 対戦規則|1-1 準備|1-1-1: 山札を切る。|1-1-2: 手札を引く。|1-2 進行|1-2-1: 順に動く。"
        "|1-2-2: 一回動く。|2 大会規則など|2-1 参加: 受付を済ませる。|2-2 遅刻: 失格とする。|2-3 "
        "用具: 各自で用意する。",
    ),
    "a first chapter behind the name, and captions of pictures": (
        "【卓球規程】 第1章 総則|第1条 目的|この規程は運営を定める。|図1|第2条 台|"
        "台は76cmとする。|図2|第3条 網|網は15cmとする。|第2章 試合|第4条 得点|11点で勝つ。",
        "1 総則|1.1 目的: この規程は運営を定める。 図1|1.2 台: 台は76cmとする。 図2|1.3 網: "
        "網は15cmとする。|2 試合|2.4 得点: 11点で勝つ。",
    ),
    "a first chapter behind a name without brackets": (
        "かるた会規約　第一章　名称|第一条　本会はかるた会とする。|第二条　公民館に置く。"
        "|第二章　会員|第三条　会員は町民とする。|第四条　会費は千円とする。",
        "1 名称|1.1: 本会はかるた会とする。|1.2: 公民館に置く。|2 会員|2.3: 会員は町民とする。"
        "|2.4: 会費は千円とする。",
    ),
    "labels at the ends of wrapped lines": (
        "第1条 本会は次の事業を行う。 (1)|大会を開く。 (2) 技を教える。 (3)|会報を出す。|第2条 "
        "会費は月千円とする。|第3条 終わる。",
        "1: 本会は次の事業を行う。|1.1: 大会を開く。|1.2: 技を教える。|1.3: 会報を出す。|2: "
        "会費は月千円とする。|3: 終わる。",
    ),
    "a law in one paragraph": (
        "月見会会則 第1章 総則 第1条（名称） 月見会とする。 第2条（目的） 交流を図る。"
        "第1条の者が行う。 第2章 会員 第3条（会員） 会員は町民とする。 (1) 正会員 "
        "会費を納める者。 (2) 準会員 第3条による者。 第4条（会費） 年千円とする。",
        "1 総則|1.1 （名称）: 月見会とする。|1.2 （目的）: 交流を図る。第1条の者が行う。|2 会員|"
        "2.3 （会員）: 会員は町民とする。|2.3.1: 正会員 会費を納める者。|2.3.2: 準会員 "
        "第3条による者。|2.4 （会費）: 年千円とする。",
    ),
    "English articles in one paragraph": (
        "Moon Cup Articles Article 1. Name The club is Moon Cup. Article 2. Members Anyone may "
        "join. Members under Article 1 pay no fee. Article 3. Fees The fee is ten euros.",
        "1: Name The club is Moon Cup.|2: Members Anyone may join. Members under Article 1 pay "
        "no fee.|3: Fees The fee is ten euros.",
    ),
    "Japanese numbers between spaces": (
        "1. 準備 1-1 山札を切る 1-2 手札を引く 1-3 親を決める|2. 進行 2-1 札を出す 2-2 札を取る|"
        "3. 終了 3-1 山札で終わる。",
        "1 準備|1-1: 山札を切る|1-2: 手札を引く|1-3: 親を決める|2 進行|2-1: 札を出す|2-2: "
        "札を取る|3 終了|3-1: 山札で終わる。",
    ),
    "kanji and kana in a line": (
        "第1条 次の者は失格とする。|一 遅刻した者。 二 退席した者。 三 反則の者。|第2条 "
        "審判は次による。 ア 主審は1名とする。 イ 副審は2名とする。|第3条 終わる。",
        "1: 次の者は失格とする。|1.1: 遅刻した者。|1.2: 退席した者。|1.3: 反則の者。|2: "
        "審判は次による。|2.1: 主審は1名とする。|2.2: 副審は2名とする。|3: 終わる。",
    ),
    "names and their lists on a line each": (
        "【流れ】 1.山札を切る 2.手札を引く 3.親を決める|【勝敗】 1.得点を数える 2.多い方が勝つ|"
        "【反則】 1.二枚出すこと 2.時間を超えること",
        "1 【流れ】|1.1: 山札を切る|1.2: 手札を引く|1.3: 親を決める|2 【勝敗】|2.1: 得点を数える|"
        "2.2: 多い方が勝つ|3 【反則】|3.1: 二枚出すこと|3.2: 時間を超えること",
    ),
    "a list inside of a paragraph of several levels": (
        "1. General 1.1 Do one of these: 1. Draw. 2. Play. 1.2 The turn ends. 1.3 The next "
        "begins. 2. End 2.1 All count. 2.2 Most wins.",
        "1 General|1.1: Do one of these: 1. Draw. 2. Play.|1.2: The turn ends.|1.3: The next "
        "begins.|2 End|2.1: All count.|2.2: Most wins.",
    ),
    "amounts, ordinals and moves inside of texts": (
        "1. Deck|1.1. Cards have numbers. The 1. card on top starts. The 2. card is the marker.|"
        "1.2. If it shows 1. e4 e5 2. Nf3 Nc6 the game starts (See 2. Play).|2. Play|2.1. The "
        "player with rank 1. plays first. The player with rank 2. waits.|2.2. It ends.",
        "1 Deck|1.1: Cards have numbers. The 1. card on top starts. The 2. card is the marker.|"
        "1.2: If it shows 1. e4 e5 2. Nf3 Nc6 the game starts (See 2. Play).|2 Play|2.1: The "
        "player with rank 1. plays first. The player with rank 2. waits.|2.2: It ends.",
    ),
}


@pytest.mark.parametrize("name", READ_AS)
def test_document_has_the_expected_clauses(name: str) -> None:
    text, clauses = READ_AS[name]
    assert clauses_of(text) == clauses.split("|")


def test_rows_of_an_html_table_are_lines() -> None:
    rows = [
        ("1.", "Setup"),
        ("1.1.", "Shuffle."),
        ("1.2.", "Draw."),
        ("2.", "End"),
        ("2.1.", "Go."),
    ]
    cells = (f"<tr><td>{number}</td><td>{text}</td></tr>" for number, text in rows)
    raw = f"# Rules\n\n<table>{''.join(cells)}</table>\n".encode()
    book = read_source(document_text(raw, "rules.md"), "rules.md", Path("rules.md"))
    assert [each.number for each in book.clauses] == ["1", "1.1", "1.2", "2", "2.1"]
    assert book.clauses[1].text == "Shuffle."
