"""The meanings of invented cards in notation, each checked by hand."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import Action, ChooseEffect, ModifyEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import assert_meaning, only_ability

CARDS = {
    "pointer to the battle opponent": (
        "ws",
        "【自】 このカードが【リバース】した時、このカードのバトル相手のレベルが1以下なら、"
        "あなたはそのキャラを【リバース】してよい。",
        ["あなた: change-state 【リバース】する 「そのキャラ」(= 「このカードのバトル相手」)"],
    ),
    "letter is explained at its first use": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から4枚をめくり、控え室に置く。"
        "あなたは自分の手札をＸ枚選び、控え室に置く。"
        "Ｘはそれらのカードのクライマックスの枚数に等しい。",
        ["Ｘ is 「それらのカードのクライマックスの枚数」(= 「自分の山札の上から4枚」)"],
    ),
    "may covers its whole chain of acts": (
        "ws",
        "【自】 このカードがアタックした時、相手に1ダメージを与え、"
        "あなたは自分の控え室のキャラを1枚選び、手札に戻してよい。",
        ["1. あなた*: deal-damage", "2. あなた may, as a whole:", "2. あなた: return chosen-1"],
    ),
    "rest of the cards looked at": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から3枚まで見て、"
        "カードを1枚まで選び、手札に加え、残りのカードを控え室に置く。",
        ["put 「残りのカード」(= 「自分の山札を上から3枚まで」 less chosen-1) to 「控え室」"],
    ),
    "exemption from a colour condition": (
        "ws",
        "【永】 このカードは、色条件を満たさずに手札からプレイできる。",
        ["1. without このカードは、色条件を満たさずに:", "   1. possible: 手札からプレイできる"],
    ),
    "act on chosen cards belongs to their option": (
        "ws",
        "あなたは自分のキャラを1枚選び、手札に戻すか、他の自分のキャラを1枚選び、"
        "それぞれを【スタンド】して入れ替える。",
        ["option 2:", "       2. あなた: swap 「それぞれ」"],
    ),
    "second case negates the first": (
        "reb",
        "【スパーク】：あなたは自分のデッキの上から１枚控え室に置き、"
        "それが〔陶芸部〕ならⅰ、そうでないならⅱを行う。\n"
        "ⅰ．あなたは１枚引く。\nⅱ．このキャラをメンバーに置く。",
        ["3. If そうでないなら", "      option ⅱ:"],
    ),
    "two cases in one sentence": (
        "reb",
        "【起】【エントリー】：あなたは自分のデッキの上から１枚控え室に置き、"
        "それがReバースならⅰ、違うならⅱを行う。\n"
        "ⅰ．あなたは１枚引く。\nⅱ．このキャラをメンバーに置く。",
        [
            "2. If それがReバース(= 「自分のデッキの上から１枚」):",
            "   1. Of these, as written (あなた):",
            "      option ⅰ:",
            "3. If 違うなら(= 「自分のデッキの上から１枚」):",
            "      option ⅱ:",
        ],
    ),
    "choice between quoted effects": (
        "ws",
        "【自】 このカードがアタックした時、次の2つの効果のうちあなたが選んだ1つを行う。"
        "『あなたは1枚引く。』『相手に1ダメージを与える。』",
        ["Of these, 「1つ」", "option 1:", "option 2:"],
    ),
    "limit per turn in words": (
        "ws",
        "【自】 この能力は1ターンにつき1回まで発動する。あなたが【起】を使った時、"
        "そのターン中、このカードのパワーを＋500。",
        ["【自】 (at most 1 a turn)", "「このカード」: パワー＋500 [そのターン中]"],
    ),
    "chosen card named by its zone": (
        "reb",
        "【スパーク】：あなたは相手のエネルギーから1枚選び、次の相手のターン中、"
        "そのエネルギーは【スタンド】しない。",
        ["「そのエネルギー」(= chosen-1)", "[次の相手のターン中]"],
    ),
    "condition repeats an optional act": (
        "reb",
        "【スパーク】：あなたは自分の控え室からキャラを1枚選び、メンバーに置いてよい。"
        "《設計士》を置いたら、このターン中、このキャラを±0/＋2。",
        ["1. あなた may, as a whole:", "2. If 《設計士》を置いた was done:"],
    ),
    "delayed effect at the end of the turn": (
        "reb",
        "【スパーク】：このターン終了時、あなたは自分の手札から1枚選び、控え室に置く。",
        ["Later, このターン終了時", "あなた: put chosen-1 to 「控え室」"],
    ),
    "that character is the known character, not any card": (
        "ws",
        "【自】 このカードのバトル相手が【リバース】した時、あなたは相手のクロックの上から1枚を、"
        "控え室に置いてよい。そうしたら、あなたはそのキャラをクロック置場に置く。",
        ["あなた: put 「そのキャラ」(= 「このカードのバトル相手」) to 「クロック置場」"],
    ),
    "condition makes a card a character": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から1枚を、控え室に置いてよい。"
        "そのカードがレベル0以下のキャラなら、そのキャラを後列の好きな枠に置く。",
        ["put 「そのキャラ」(= 「自分の山札の上から1枚」) to 「後列の好きな枠」"],
    ),
    "plural pointer to two separate choices": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、"
        "あなたは自分の山札を見てクライマックスを1枚まで"
        "選んで公開し、自分の手札のクライマックスを1枚まで選んで公開し、それらのクライマックスを"
        "入れ替え、その山札をシャッフルする。",
        ["あなた: swap 「それらのクライマックス」(= chosen-1+chosen-2)"],
    ),
    "plural pointer to this card and a chosen one": (
        "reb",
        "【起】【エントリー】：［エネ③］あなたは、このキャラと自分の手札から《設計士》を１枚選び、"
        "それらを入れ替える。",
        ["あなた: swap 「それら」(= chosen-1+chosen-2)"],
    ),
    "all quoted abilities are granted": (
        "ws",
        "【自】 このカードがアタックした時、そのターン中、"
        "このカードは次の2つの能力を得る。『【永】 このカードはサイドアタックできない。』"
        "『【自】 このカードのアタックの終わりに、あなたは1枚引く。』",
        [
            "「次の2つの能力」 [そのターン中]\n         【永】",
            "         【自】",
        ],
    ),
    "effect is repeated": (
        "ws",
        "【自】 このカードがアタックした時、次の行動を2回行う。『あなたは1枚引く。』",
        ["1. Of these, as written, 「2回」 (あなた*):"],
    ),
    "trigger within a described turn": (
        "ws",
        "【自】 このカードが手札から舞台に置かれたターン中、このカードがアタックした時、"
        "あなたは1枚引く。",
        ["When: このカードがアタックした時 [このカードが手札から舞台に置かれたターン中]"],
    ),
    "sentence after if-you-do belongs to it": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の"
        "山札を見て《音楽》のキャラを1枚まで選び、手札に加える。その山札をシャッフルする。",
        ["       4. あなた*: shuffle 「その山札」(= 「自分の山札」)"],
    ),
    "all acts after kawari-ni are the replacement": (
        "ws",
        "あなたは自分の山札の上から1枚を公開する。そのカードがキャラでないなら、"
        "かわりにあなたは自分の手札を"
        "1枚選び、控え室に置く。",
        ["Instead of the previous effect:\n          1. あなた chooses 「自分の手札を1枚」"],
    ),
    "number is set for one turn": (
        "reb",
        "【スパーク】：このターン中、このキャラのATKを７にする。",
        ["turn-into 「このキャラのATK」 to 「７」 [このターン中]"],
    ),
    "as if in another zone": (
        "reb",
        "【永】【エネルギー】：あなたはこのキャラを手札にあるかのようにメンバーに置ける。",
        ["possible: メンバーに置ける (「このキャラ」)"],
    ),
    "result refers to the check": (
        "reb",
        "【スパーク】：あなたは控え室からReバースを１枚セットし、チェックする。"
        "それであなたが勝ちなら、"
        "あなたは１枚引く。",
        ["If それであなたが勝ち(= 「チェックする」):"],
    ),
    "options of a numbered list": (
        "reb",
        "【スパーク】：あなたは以下から１つ選ぶ。\nⅰ．あなたは１枚引く。\nⅱ．自分のエネルギーから"
        "１枚選び、【スタンド】する。",
        ["1. Of these, 「１つ」 (あなた):", "option ⅱ:"],
    ),
    "effect unless a cost is paid": (
        "reb",
        "【永】【メンバー】：相手がメンバーにキャラを置く際、追加でエネ①しなければ、"
        "そのキャラは【レスト】で置かれる。",
        ["1. 相手 may, as a whole:", "2. If 「追加でエネ①しなければ」 was not done:"],
    ),
    "repeated choice is plural": (
        "ws",
        "【起】［(2)］ あなたは自分の手札を3枚選び、思い出にする。"
        "それらのカードの「花壇」1枚につき、あなたは他の自分の《庭師》のキャラを1枚選ぶ。"
        "それらのキャラは次の自分のスタンドフェイズに【スタンド】しない。",
        ["次の自分のスタンドフェイズに【スタンド】しない (「それらのキャラ」(= chosen-2))"],
    ),
    "delayed effect continues in the next sentence": (
        "ws",
        "【自】 このカードがアタックした時、このカードを【スタンド】する。"
        "その後、エンドフェイズの始めに、このカードを山札に戻す。"
        "その山札をシャッフルする。",
        ["       2. あなた*: shuffle 「その山札」"],
    ),
    "exemption covers only the next act": (
        "reb",
        "【スパーク】：このターン中、相手は、メンバーを【レスト】せずにサポートでき、"
        "【ブロッカー】を使えない。",
        ["   1. possible: サポートでき", "\n    2. never: 【ブロッカー】を使えない"],
    ),
    "two conditions on one choice": (
        "reb",
        "【スパーク】：あなたは自分の控え室から、〔陶芸部〕かReバースを１枚選ぶ。"
        "〔陶芸部〕を選んだら、それをメンバーに置き、Reバースを選んだら、それをセットする。",
        [
            "      1. あなた*: put 「それ」(= chosen-1) to 「メンバー」",
            "\n    3. If Reバースを選んだ was done:",
        ],
    ),
    "that character is the one that was put": (
        "reb",
        "【スパーク】：あなたは自分の手札から１枚選び、控え室に置く。《灯台守》を置いたら、"
        "あなたはそのキャラをメンバーに置いてよい。",
        ["put 「そのキャラ」(= chosen-1) to 「メンバー」"],
    ),
    "choice for a later exemption": (
        "reb",
        "【スパーク】：あなたは自分のメンバーから１枚選ぶ。"
        "あなたは次の自分のターン終了時にメンバーを控え室に置く際、それを残してよい。",
        ["act 残す 「それ」(= chosen-1)"],
    ),
    "revealed cards": (
        "reb",
        "【スパーク】：あなたは自分のデッキの上から３枚公開する。公開したカードを控え室に置く。",
        ["put 「公開したカード」(= 「自分のデッキの上から３枚」)"],
    ),
    "trigger among the icons": (
        "vs",
        "【サプライズ】【自】[相手のカードがアタックした時]→そのターン中、そのカードを-1000/-0。",
        ["When: [相手のカードがアタックした時]→", "「そのカード」(= 「相手のカード」): －1000/－0"],
    ),
    "second paragraph continues the first": (
        "ws",
        "あなたは自分の山札の上から1枚を公開する。\nそのカードがキャラなら、あなたは1枚引く。",
        ["If: そのカードがキャラ(= 「自分の山札の上から1枚」)"],
    ),
    "character of Legend of Stars": (
        "los",
        "自分のキャラクターを1体選び、ターン終了時まで、DEF＋200する。",
        ["chosen-1: DEF＋200 [ターン終了時まで]"],
    ),
    "quoted ability within an option": (
        "reb",
        "【スパーク】：あなたは自分のデッキの上から１枚公開し、"
        "それが〔陶芸部〕ならⅰ、違うならⅱを行う。\n"
        "ⅰ．このターン中、このキャラは〈【永】：このキャラを＋１/±０。〉を得る。\n"
        "ⅱ．あなたは１枚引く。",
        ["gets 「〈【永】：このキャラを＋１/±０。〉」 [このターン中]\n                 【永】"],
    ),
    "permission to ignore a limit": (
        "reb",
        "【起】【エントリー】【ターン１】：［エネ①］このキャラを【スタンド】する。"
        "あなたのリタイアに《園長》がいるなら、この能力は【ターン１】を無視して起動できる。",
        ["Playing:", "1. possible: この能力は【ターン１】を無視して起動できる (「この能力」)"],
    ),
    "permission in a sentence with a second act": (
        "reb",
        "【起】【エントリー】【ターン１】：［エネ①］このキャラを【スタンド】する。"
        "この能力は【ターン１】を無視して起動でき、相手は【ブロッカー】を使えない。",
        [
            "1. possible: この能力は【ターン１】を無視して起動でき (「この能力」)",
            "2. never: 相手は【ブロッカー】を使えない",
        ],
    ),
    "ability chosen by its icon": (
        "reb",
        "【起】【エントリー】：あなたは【スパーク】、【のびしろ】を１つ選ぶ。"
        "あなたの控え室の、その能力を持つ《庭師》１枚につき、あなたは１枚引く。",
        ["その能力を持つ《庭師》１枚」(= chosen-1)"],
    ),
    "some of the cards are put elsewhere": (
        "reb",
        "【永】【エントリー】：あなたは自分のターン終了時にメンバーを控え室に置く際、"
        "その中から１枚を控え室に置くかわりにエントリーに置いてよい。",
        ["put 「その中から１枚」 to 「エントリー」"],
    ),
    "list of which all are carried out": (
        "reb",
        "【スパーク】：あなたは以下をすべて行う。\nⅰ．あなたは1枚引く。"
        "\nⅱ．自分のエネルギーから1枚選び、【スタンド】する。",
        ["1. Of these", "option ⅰ:", "option ⅱ:"],
    ),
    "time belongs to the second condition": (
        "ws",
        "【自】 このカードのアタックの終わりに、あなたの手札が5枚以上で、"
        "そのターン中、このカードの与えたダメージがキャンセルされているなら、あなたは1枚引く。",
        ["このカードの与えたダメージがキャンセルされている [そのターン中]", "あなた: draw 「1枚」"],
    ),
    "time before a condition belongs to the effect": (
        "ws",
        "【自】 このカードがアタックした時、そのターン中、あなたのキャラが3枚以上なら、"
        "このカードのパワーを＋500。",
        ["1. 「このカード」: パワー＋500 [そのターン中]"],
    ),
    "attack time is within the turn named before": (
        "reb",
        "【起】【メンバー】：［エネ①］このターン中、このキャラは相手から選ばれず、"
        "このキャラがサポートしたアタック中、あなたのエントリーを＋２/±０。",
        ["あなたのエントリー」: ＋2/±0 [このターン中] [このキャラがサポートしたアタック中]"],
    ),
    "as many as were chosen before": (
        "reb",
        "【スパーク】：あなたは自分の手札から望む枚数選び、"
        "控え室からキャラを同じ枚数になるよう選び、手札と入れ替える。",
        ["2. あなた chooses 「キャラを同じ枚数」(= 自分の手札から望む枚数) from 「控え室」"],
    ),
    "pointer to the card that gains a soul": (
        "reb",
        "【自】：このキャラがメンバーに置かれた時、あなたは自分の手札から１枚選び、"
        "エントリーの《月影》の【魂】にすることで、このターン中、そのキャラを＋２/±０。",
        ["1. 「そのキャラ」(= 「エントリーの《月影》」): ＋2/±0"],
    ),
    "put cards without a pointing word": (
        "reb",
        "【自】【エントリー】：あなたのメンバーが効果で控え室に置かれた時、"
        "あなたは控え室に置かれたキャラをデッキの下に置く。",
        ["あなた: put 「控え室に置かれたキャラ」(= 「あなたのメンバー」) to 「デッキの下」"],
    ),
    "antecedent is printed once": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から2枚を、控え室に置き、Ｘ枚引く。"
        "Ｘはこの効果で控え室に置かれたイベントの枚数に等しい。",
        ["Ｘ is 「この効果で控え室に置かれたイベントの枚数」(= 「自分の山札の上から2枚」)"],
    ),
    "letter in a quality is explained there": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から1枚を、控え室に置き、"
        "相手のレベルＸ以下のキャラを1枚選び、手札に戻す。Ｘはそのカードのレベルに等しい。",
        ["Ｘ is 「そのカードのレベル」(= 「自分の山札の上から1枚」)"],
    ),
    "kawari-ni in the other case is not a replacement": (
        "reb",
        "【起】【メンバー】：［エネ①］あなたは自分のメンバーから１枚選ぶ。"
        "そのキャラが〔書道部〕なら、このターン中、そのキャラを＋３/±０。"
        "違うなら、かわりにそのキャラを控え室に置く。",
        ["Else:\n       1. あなた*: put 「そのキャラ」(= chosen-1) to 「控え室」"],
    ),
    "rest without the revealed cards": (
        "reb",
        "【スパーク】：あなたは自分のデッキの上から４枚見て、その中から〔園芸部〕を１枚まで公開して"
        "手札に加え、残りを控え室に置く。",
        ["put 「残り」(= 「自分のデッキの上から４枚」 less 「〔園芸部〕を１枚まで」) to"],
    ),
    "replacement has the same duration": (
        "reb",
        "【起】【エントリー】：［エネ①］このターン中、このキャラを＋１/±０。"
        "あなたのメンバーが３枚以上なら、かわりに＋３/±０。",
        ["      1. 「このキャラ」: ＋3/±0 [このターン中]"],
    ),
    "other case has the same duration": (
        "reb",
        "【起】【エントリー】：［エネ①］あなたは自分のエントリーから１枚選ぶ。"
        "そのキャラが【のびしろ】なら、このターン中、そのキャラを＋１/±０。"
        "違うなら、かわりに能力をすべて失う。",
        ["Else:\n       1. chosen-1 loses all of 「能力」 [このターン中]"],
    ),
    "other case in the same sentence": (
        "reb",
        "【起】【エントリー】：［エネ①］あなたは自分のデッキの上から１枚控え室に置く。"
        "それが〔園芸部〕なら、あなたは１枚引き、違うなら、このキャラをメンバーに置く。",
        ["Else:\n       1. あなた: put 「このキャラ」 to 「メンバー」"],
    ),
    "addition has the same price": (
        "reb",
        "【自】【メンバー】：このキャラがサポートした時、あなたはエネ②することで、"
        "このアタック中、サポートされたキャラを＋１/±０。〔園芸部〕をサポートしたら、さらに＋２/±０。",
        [
            "       1. 「サポートされたキャラ」(= 「このキャラがサポートした」): "
            "＋1/±0 [このアタック中]\n"
            "       2. If 〔園芸部〕をサポートした was done:"
        ],
    ),
    "amounts of energy paid": (
        "reb",
        "【起】【メンバー】：［エネ②］あなたはエネ①することで、１枚引く。",
        ["pay-energy 「エネ②」", "pay-energy 「エネ①」"],
    ),
    "condition is checked after the cost": (
        "ws",
        "【起】［(1)］ あなたの手札が3枚以下なら、あなたは1枚引く。",
        ["pay-stock 「(1)」\n  If: あなたの手札が3枚以下"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_meaning_in_notation(name: str, corpus: Corpus) -> None:
    assert_meaning(corpus, *CARDS[name])


def test_owner_applies_to_all_conditions(corpus: Corpus) -> None:
    text = (
        "【永】：あなたの、リタイアが４枚以上で《夜》がセットされているなら、このキャラを＋１/±０。"
    )
    ability = only_ability(corpus, "reb", text)
    owners = [getattr(condition.subject, "owners", None) for condition in ability.condition]
    assert owners == [("あなた",), ("あなた",)]
    (effect,) = ability.effects
    assert getattr(effect, "until", "") is None


def test_time_of_a_past_act_is_not_a_duration(corpus: Corpus) -> None:
    text = (
        "【永】 このターン中、あなたが「夜更けの合図」をプレイしていないなら、"
        "このカードのパワーを＋500。"
    )
    ability = only_ability(corpus, "ws", text)
    (condition,) = ability.condition
    assert condition.within is not None
    assert text[condition.within.start : condition.within.end].startswith("このターン中")
    (effect,) = ability.effects
    assert getattr(effect, "until", "") is None


def test_payment_has_its_number(corpus: Corpus) -> None:
    ability = only_ability(corpus, "ws", "【起】［(2)］ あなたは1枚引く。")
    (paid,) = ability.cost
    assert isinstance(paid, Action)
    assert paid.number is not None
    assert paid.number.count == 2


def test_that_turn_is_not_the_trigger_check(corpus: Corpus) -> None:
    text = (
        "【自】 このカードのトリガーチェックでクライマックスがでた時、"
        "そのターン中、このカードのパワーを＋1000。"
    )
    ability = only_ability(corpus, "ws", text)
    (effect,) = ability.effects
    assert isinstance(effect, ModifyEffect)
    assert effect.until is not None
    (pointer,) = effect.until.refers
    assert (pointer.to, pointer.name) == (None, "current:ターン")


def test_events_of_a_trigger_share_the_subject(corpus: Corpus) -> None:
    text = (
        "【自】 このカードが手札から舞台に置かれた時か『チェンジ』で舞台に置かれた時、"
        "あなたは1枚引く。"
    )
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    sorts = [getattr(event.who, "sort", None) for event in ability.trigger.events]
    assert sorts == ["this-card", "this-card"]


@pytest.mark.parametrize(
    ("whose", "owners"),
    [("各プレイヤーの", ("各プレイヤー",)), ("いずれかの", ("いずれか",))],
)
def test_owner_may_be_any_player(corpus: Corpus, whose: str, owners: tuple[str, ...]) -> None:
    text = f"【起】：［エネ①］あなたは{whose}、エントリーかメンバーから１枚選び、控え室に置く。"
    ability = only_ability(corpus, "reb", text)
    (choice, _) = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.source, ThingMeaning)
    assert choice.source.owners == owners
