"""Small documents that converters damaged, each with its expected clauses."""

from __future__ import annotations

import pytest

from rulebook.links.linker import link_rulebook
from tests.clauses.small_documents import clauses_of, read

READ_AS = {
    "pages in one line each, with contents, heads and no full stops": (
        "星の戦い|1 星の戦い 第 3 版 目次 1.0 準備 1.1 用語 2.0 移動 2.1 道路 1.0 準備 "
        "星で遊びます 1.1 用語 駒をユニットと呼びます ( 例外 : 2.1 ) 1.2 卓 1.1 の駒を置きます|"
        "2 星の戦い 2.0 移動 駒は動きます 2.1 道路 2.2 に反する移動はできません|"
        "3 星の戦い 2.2 制限 2 ヘクスまで 2.2.1 6 : 1 まで|4 星の戦い",
        "1.0: 準備 星で遊びます|1.1: 用語 駒をユニットと呼びます ( 例外 : 2.1 )|"
        "1.2: 卓 1.1 の駒を置きます|2.0: 移動 駒は動きます|2.1: 道路 2.2 に反する移動はできません|"
        "2.2 制限 2 ヘクスまで|2.2.1: 6 : 1 まで",
    ),
    "digits of narrow print": (
        "第₁条　引く。|₂　出す。|⑴　赤|⑵　青|第₂条　前条第₂項第₁号による。|第₃条　終わる。",
        "1: 引く。|1.2: 出す。|1.2.1: 赤|1.2.2: 青|2: 前条第₂項第₁号による。|3: 終わる。",
    ),
    "circled numbers that lost a byte": (
        "第一条 (会員)|@ 入会した者をいう。|A 滞納した者を除く。|B 定員は十人とする。|"
        "第二条 (会費)|@ 前納とする。|A 返還しない。|第三条 終わる。",
        "1 (会員)|1.1: 入会した者をいう。|1.2: 滞納した者を除く。|1.3: 定員は十人とする。|"
        "2 (会費)|2.1: 前納とする。|2.2: 返還しない。|3: 終わる。",
    ),
    "Roman numbers that lost a byte": (
        "T. 忠告|軽い違反に与える。|U. 警告|次の違反に与える。|V. 失格|退場とする。",
        "1 忠告: 軽い違反に与える。|2 警告: 次の違反に与える。|3 失格: 退場とする。",
    ),
    "titles in Markdown that begin like a particle": (
        "## 6.気絶|動けない。|### 6-1.とどめ|死亡する。|### 6-2.にげ足|逃げる。|## 7.終了|終わる。",
        "6 気絶: 動けない。|6-1 とどめ: 死亡する。|6-2 にげ足: 逃げる。|7 終了: 終わる。",
    ),
    "commas behind numbers, and a word that begins like a particle": (
        "1, 大会は勝ち抜きとする。|2, へルメットは七個とする。|3, 試合は七回とする。|4, 終わる。",
        "1: 大会は勝ち抜きとする。|2: へルメットは七個とする。|3: 試合は七回とする。|4: 終わる。",
    ),
    "a title that begins with an amount": (
        "1.1本勝ち|①倒した場合。|②止めた場合。|2.技あり|①当てた場合。|②押した場合。",
        "1 1本勝ち|1.1: 倒した場合。|1.2: 止めた場合。|"
        "2 技あり|2.1: 当てた場合。|2.2: 押した場合。",
    ),
    "the number of a chapter alone, printed twice": (
        "規則に戻る|14||球の処置||印刷|14|球の処置|14は球を扱う。|14.1||球を拾う||印を置く。|"
        "14.1a|印をする|1打を加える。|(1)|球の後ろに置く。|(2)|近くに置く。|14.2||球を戻す||元に戻す。",
        "14 球の処置: 14は球を扱う。|14.1 球を拾う: 印を置く。|14.1.a 印をする: 1打を加える。|"
        "14.1.a.1: 球の後ろに置く。|14.1.a.2: 近くに置く。|14.2 球を戻す: 元に戻す。",
    ),
}


@pytest.mark.parametrize("name", READ_AS)
def test_document_has_the_expected_clauses(name: str) -> None:
    text, clauses = READ_AS[name]
    assert clauses_of(text) == clauses.split("|")


@pytest.mark.parametrize(
    ("lines", "references"),
    [
        ("1. 札|2. 相手が1.に従い、2.5に。|3. 上記の1.の札か、2.のロール。|4. 終。", "1 2"),
        ("1、札|ア、引く。|イ、出す。|2、席|ア、1イニング。1、イの後。|イ、行く。", "1.2"),
        (
            "C節|場|18|席|18.1 規則19の札。|(a)|規則18.2(b)、競技規則18の札。|(b)|赤|18.2|卓|(a)|"
            "青|(b)|黒|19|終|19.1|了。",
            "C.19 C.18.2.b",
        ),
        ("14.1 札|14.1a 引く。|(1) 赤|14.1b 出す。|(1) 青|14.2 14.1b(1)の札。", "14.1b.1"),
        ("第₁条 札|⑴ 赤|₂ 席|⑴ 卓|⑵ 椅子|₃ 次|⑴ 前項第₂号の椅子。|第₂条 終。", "1.2.2"),
    ],
)
def test_references_are_found(lines: str, references: str) -> None:
    linked = link_rulebook(read(lines))
    found = [t for each in linked.references.values() for one in each for t in one.targets]
    assert found == references.split()
