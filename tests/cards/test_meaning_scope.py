"""The scope of agents, times and conditions in invented cards, and antecedents."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import ChooseEffect, Grant, ModifyEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import assert_meaning, only_ability

CARDS = {
    "only-then condition forbids the other case": (
        "reb",
        "【永】：このキャラの【ブロッカー】は、あなたのメンバーに〔園芸部〕がいる時のみ使える。",
        [
            "1. If あなたのメンバーに〔園芸部〕がいる:\n       1. possible: 使える",
            "Else:\n       1. never: 使える",
        ],
    ),
    "replacement has a duration": (
        "ws",
        "【起】［このカードを【レスト】する］ そのターン中、このカードが相手にアタックのダメージを"
        "与える時、かわりに相手に3ダメージを与える。",
        ["Instead of このカードが相手にアタックのダメージを与える時 [そのターン中]:"],
    ),
    "duration within a duration": (
        "ws",
        "【自】 このカードがアタックした時、次の相手のターンの終わりまで、このカードのバトル中、"
        "相手は『助太刀』を手札からプレイできない。",
        ["[次の相手のターンの終わりまで、このカードのバトル中]"],
    ),
    "permanent act has a duration": (
        "reb",
        "【スパーク】：次の相手のターン中、相手は手札をすべて常に公開する。",
        ["reveal all of 「手札」 (常に) [次の相手のターン中]"],
    ),
    "all abilities are gained": (
        "reb",
        "【スパーク】：あなたは自分の控え室から〔園芸部〕を１枚選び、"
        "このターン中、このキャラはそのキャラの能力をすべて得る。",
        ["「このキャラ」 gets all of 「そのキャラの能力」"],
    ),
    "as many as before": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の手札を3枚まで選び、控え室に置き、"
        "同じ枚数引く。",
        ["draw 「同じ枚数」(= 自分の手札を3枚まで)"],
    ),
    "number equals a count of other cards": (
        "reb",
        "【スパーク】：あなたは相手のエネルギーから、あなたのリタイアと同じ枚数選び、控え室に置く。",
        ["相手のエネルギーから、あなたのリタイアと同じ枚数」(= あなたのリタイア)"],
    ),
    "zone and side are separate": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から5枚まで見て、"
        "山札の上に好きな順番で置く。",
        ["look 「自分の山札を上から5枚まで」 from 「自分の山札を上」"],
    ),
    "phase of an event delays nothing": (
        "reb",
        "【永】【メンバー】：あなたのエネルギーフェイズに手札からエネルギーを置く際、"
        "あなたは追加で３枚置ける。",
        ["If: あなたのエネルギーフェイズに", "1. on-doing 手札からエネルギーを置く:"],
    ),
    "duration of the next attack this turn": (
        "reb",
        "【スパーク】：相手はこのターン次のアタック中、【キャンセル】を使えない。",
        ["(「【キャンセル】」) [このターン次のアタック中]"],
    ),
    "damage of certain characters is increased": (
        "ws",
        "【永】 あなたのレベルが2以上なら、あなたの《楽団》のキャラの効果で与えるダメージを＋2。",
        ["「あなたの《楽団》のキャラの効果で与えるダメージ」: ＋2"],
    ),
    "rest of the zone chosen from": (
        "reb",
        "【自】【エントリー】：このキャラがアタックした時、"
        "各プレイヤーは自分の手札から４枚選び、残りを控え室に置く。",
        ["put 「残り」(= 「自分の手札」 less chosen-1) to 「控え室」"],
    ),
    "rest of the cards chosen first": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を見て《楽団》のキャラを2枚まで選んで"
        "相手に見せる。相手はそれらのキャラを1枚選び、思い出にし、"
        "残りのカードをあなたの手札に加える。",
        ["add 「残りのカード」(= chosen-1 less chosen-2) to 「あなたの手札」"],
    ),
    "rest of the cards looked at": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から6枚まで見て、"
        "《楽団》のキャラを2枚まで選んで公開し、1枚選び、手札に加え、"
        "1枚選び、クロック置場に置き、残りのカードを控え室に置く。",
        ["put 「残りのカード」(= 「自分の山札を上から6枚まで」 less chosen-1) to 「控え室」"],
    ),
    "bare number counts the cards before": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から5枚を、控え室に置く。"
        "それらのカードに《楽団》のキャラが1枚以上なら、あなたは1枚引く。"
        "4枚以上なら、あなたは相手に1ダメージを与える。",
        ["3. If 4枚以上(= 「それらのカードに《楽団》のキャラが」):"],
    ),
    "needs of icons": (
        "reb",
        "【自】【メンバー】【Reコンボ】《夜の製図室》【本領発揮Lv４】〔園芸部〕＆〔製図部〕："
        "このキャラがサポートした時、あなたは１枚引く。",
        ["【Reコンボ】 (《夜の製図室》) 【本領発揮】 (Lv4 〔園芸部〕 ＆ 〔製図部〕)"],
    ),
    "needs of blocker and cancel": (
        "reb",
        "【ブロッカー】《設計士》or〔園芸部〕\n【キャンセル】：【スパーク】or【自】",
        ["【ブロッカー】 (《設計士》 or 〔園芸部〕)", "【キャンセル】 (【スパーク】 or 【自】)"],
    ),
    "after-clause repeats the act before": (
        "reb",
        "【自】：このキャラが手札からエントリーに置かれた時、あなたはこのキャラを空席のメンバーに"
        "置いてよい。置いた後、あなたのエネルギーが６枚以上なら、あなたは１枚引く。",
        ["2. If 置いた was done:\n       1. If あなたのエネルギーが６枚以上:"],
    ),
    "cards put away as the cost": (
        "ws",
        "【起】［このカードの下のマーカーをすべて控え室に置き、このカードを【レスト】する］ "
        "あなたは自分の控え室のレベルＸ以下のキャラを1枚選び、手札に戻す。"
        "Ｘはこの能力のコストで控え室に置かれたマーカーの枚数に等しい。",
        ["置かれたマーカーの枚数」(= 「このカードの下のマーカー」)"],
    ),
    "one act on two things": (
        "ws",
        "【起】［他のあなたの《楽団》のキャラを1枚とこのカードを【レスト】する］ あなたは1枚引く。",
        [
            "1. あなた*: change-state 【レスト】する 「他のあなたの《楽団》のキャラを1枚」",
            "2. あなた*: change-state",
        ],
    ),
    "two cards are swapped": (
        "ws",
        "【起】［あなたの後列のキャラを1枚とこのカードを入れ替える］ あなたは1枚引く。",
        ["swap 「あなたの後列のキャラを1枚」 with 「このカード」"],
    ),
    "choice from two zones": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分のクロックの下から1枚と"
        "控え室の《楽団》のキャラを1枚選び、入れ替えてよい。",
        [
            "chooses 「自分のクロックの下から1枚」 from 「自分のクロックの下」 = chosen-1",
            "chooses 「控え室の《楽団》のキャラを1枚」 = chosen-2",
            "あなた: swap chosen-1+chosen-2",
        ],
    ),
    "each choice has its own source": (
        "reb",
        "【スパーク】：あなたは自分の、手札から《設計士》を１枚とエネルギーから《庭師》を１枚選び、"
        "それらを控え室に置く。",
        ["「《設計士》を１枚」 from 「自分の、手札」", "「《庭師》を１枚」 from 「エネルギー」"],
    ),
    "addition has the same duration": (
        "reb",
        "【スパーク】：このターン中、このキャラを＋１/＋１。"
        "あなたのエネルギーが８枚以上なら、さらに＋２/±０。",
        ["「このキャラ」: ＋2/±0 [このターン中]"],
    ),
    "addition has the same object": (
        "reb",
        "【スパーク】：このターン中、このキャラを＋１/＋１。あなたは自分の手札から１枚選び、"
        "控え室に置くことで、さらに＋２/±０。",
        ["「このキャラ」: ＋2/±0 [このターン中]"],
    ),
    "chosen ability": (
        "reb",
        "【起】【メンバー】：［エネ②］あなたは自分のリタイアから１枚選び、"
        "その【スパーク】から１つ選び、発動させる。",
        ["あなた: act 発動させる chosen-2"],
    ),
    "card becomes another for a turn": (
        "reb",
        "【スパーク】：このターン中、このキャラをコスト２でATK３/DEF３の『ウサギ』の"
        "キャラとして裏向きにする。",
        ["(裏向きに) [このターン中]"],
    ),
    "cost of the card before": (
        "reb",
        "【スパーク】：あなたは自分のデッキの上から１枚公開する。それがキャラなら、"
        "そのコスト１につき、このターン中、このキャラを＋１/±０。",
        ["for each 「そのコスト１」(= 「自分のデッキの上から１枚」)"],
    ),
    "each alternative has its own choice": (
        "reb",
        "【スパーク】：あなたは自分のパートナーから１枚選び、【スタンド】するか、"
        "相手のエネルギーから１枚選び、控え室に置く。",
        ["1. Of these", "option 1:\n         1. あなた chooses 「自分のパートナーから１枚」"],
    ),
    "agent of a prohibition is not the next agent": (
        "reb",
        "【スパーク】：このターン中、相手は【ブロッカー】を使えず、"
        "このターン相手のキャラがアタックした時、そのアタックのダメージを０にする。",
        ["あなた*: turn-into 「そのアタックのダメージ」"],
    ),
    "that character is the one of the condition": (
        "reb",
        "【起】【メンバー】：あなたは自分の手札から１枚選び、控え室に置く。"
        "あなたのエントリーに〔庭師〕がいるなら、このターン中、そのキャラを＋１/±０。",
        ["「そのキャラ」(= 「〔庭師〕」): ＋1/±0"],
    ),
    "plural pointer to cards moved before": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から2枚を、控え室に置く。"
        "それらのカードのキャラ1枚につき、あなたのキャラすべてに、そのターン中、パワーを＋500。",
        ["for each 「それらのカードのキャラ1枚」(= 「自分の山札の上から2枚」)"],
    ),
    "cards put into memory by this effect": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の控え室のカードを2枚まで選び、"
        "思い出にする。ターンの終わりに、この効果で思い出に置かれたカードすべてを、控え室に置く。",
        ["「この効果で思い出に置かれたカードすべて」(= chosen-1)"],
    ),
    "moment and duration of one act": (
        "ws",
        "【自】 このカードがアタックした時、そのアタック中、"
        "あなたはトリガーステップにトリガーチェックを2回行う。",
        ["perform 「トリガーチェックを2回」 (トリガーステップに) [そのアタック中]"],
    ),
    "order of cards": (
        "reb",
        "【スパーク】：あなたは自分の控え室から２枚選び、デッキの下に望む順で置く。",
        ["put chosen-1 to 「デッキの下」 (望む順で)"],
    ),
    "random choice": (
        "ws",
        "あなたは相手の手札をランダムに1枚選び、控え室に置く。",
        ["「相手の手札をランダムに1枚」 (ランダムに) = chosen-1"],
    ),
    "option has its own condition": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、すべてのプレイヤーは次の行動を行う。"
        "『あなたの手札が5枚以上なら、あなたは自分の手札を1枚選び、控え室に置く。』",
        ["option 1:\n         1. If あなたの手札が5枚以上:"],
    ),
    "cases of a list": (
        "reb",
        "【スパーク】：あなたは自分のエネルギーの枚数により以下をすべて行う。\n"
        "３枚以上．あなたは１枚引く。\n６枚以上．このターン中、このキャラを＋２/±０。",
        ["option 3枚以上:", "option 6枚以上:"],
    ),
    "choice of as many as other cards": (
        "reb",
        "【スパーク】：あなたは相手のメンバーから、あなたのリタイアと同じ枚数選び、控え室に置く。",
        [
            "1. あなた chooses 「相手のメンバーから、あなたのリタイアと同じ枚数」",
            "(あなたのリタイアと) = chosen-1",
        ],
    ),
    "act during each event of a turn": (
        "reb",
        "【スパーク】：このターン中、相手は効果でメンバーから選ぶ際、このキャラを優先する。",
        ["相手: act 優先する 「このキャラ」 [このターン中]"],
    ),
    "delayed effect in a text without an icon": (
        "ws",
        "あなたは自分のキャラを1枚選び、そのターン中、パワーを＋2000。"
        "ターンの終わりに、そのキャラを手札に戻す。",
        ["Later, ターンの終わりに:"],
    ),
    "manner belongs to its act": (
        "ws",
        "あなたは相手のキャラを1枚選び、【スタンド】して相手の舞台のキャラのいない他の枠に動かすか、"
        "他の相手のキャラを1枚選び、それぞれを【スタンド】して入れ替える。",
        [
            "option 1:\n         1. あなた: change-state 【スタンド】する chosen-1",
            "あなた: swap 「それぞれ」(= chosen-1+chosen-2)",
        ],
    ),
    "some of the chosen cards": (
        "ws",
        "あなたは自分の控え室の《楽団》のキャラを2枚まで選び、1枚選び、手札に戻し、"
        "残りのカードをストック置場に置く。",
        [
            "chooses chosen-1 = chosen-2",
            "return chosen-2 to 「手札」",
            "put 「残りのカード」(= chosen-1 less chosen-2)",
        ],
    ),
    "two conditions on one card": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から1枚を公開する。"
        "そのカードが「銀の鍵」なら、相手に1ダメージを与え、"
        "そのカードが《楽団》のキャラなら、あなたは1枚引く。",
        ["2. If そのカードが「銀の鍵」", "3. If そのカードが《楽団》のキャラ"],
    ),
    "negated condition does not make a character": (
        "ws",
        "あなたは自分の控え室のキャラを1枚選び、舞台の好きな枠に置く。"
        "あなたは自分の山札の上から1枚を公開する。"
        "そのカードが《楽団》のキャラでないなら、あなたはそのキャラを【レスト】する。",
        ["change-state 【レスト】する 「そのキャラ」(= chosen-1)"],
    ),
    "number is added for a turn": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選び、このターン中、"
        "そのキャラの元々のATKを、このキャラのATKに足す。",
        ["to 「このキャラのATK」 [このターン中]"],
    ),
    "event is replaced by another": (
        "reb",
        "【永】【メンバー】：あなたは手札からエネルギーを置く際、かわりに控え室から置いてよい。",
        ["1. Instead of あなたは手札からエネルギーを置く:"],
    ),
    "source is replaced by another": (
        "reb",
        "【スパーク】：あなたは自分の控え室から１枚選び、エネルギーに【レスト】で置く。"
        "あなたのメンバーに《庭師》がいるなら、控え室ではなくデッキの上から置いてよい。",
        [
            "1. Instead of 「控え室」 of 「あなたは",
            "put 「１枚」 「デッキの上」 from 「デッキの上」 to",
        ],
    ),
    "alternative amounts of damage": (
        "ws",
        "あなたは相手に2ダメージか3ダメージを与える。",
        ["あなた: deal-damage 「2ダメージか3ダメージ」 to 「相手」"],
    ),
    "distributive word is not a pointer": (
        "ws",
        "あなたは自分のキャラを1枚選び、手札に戻す。"
        "あなたの、赤のキャラと青のキャラがそれぞれ2枚以上なら、あなたは1枚引く。",
        ["If あなたの、赤のキャラと青のキャラがそれぞれ2枚以上:"],
    ),
    "two events of one trigger": (
        "reb",
        "【自】【エントリー】：相手がReバースの効果で回復し、そのReバースがセットされた時、"
        "あなたは１枚引く。",
        ["When: 相手がReバースの効果で回復し、そのReバースがセットされた時", "1. あなた: draw"],
    ),
    "list after another sentence": (
        "reb",
        "【スパーク】：あなたは以下から１つ選び、あなたのメンバーに《庭師》がいるなら、１枚引く。\n"
        "ⅰ．このターン中、このキャラを＋２/±０。\nⅱ．このキャラをメンバーに置く。",
        ["1. Of these, 「１つ」 (あなた):\n       option ⅰ:", "2. If あなたのメンバーに"],
    ),
    "attack and defence are set for a turn": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選び、このターン中、"
        "そのキャラをATK１/DEF２にする。",
        ["to 「ATK１/DEF２」 [このターン中]"],
    ),
    "cards of both players": (
        "reb",
        "【スパーク】：あなたは、自分と相手のメンバーからすべて選び、手札に戻す。",
        ["あなた: return chosen-1 to 「手札」"],
    ),
    "pointer with an owner": (
        "reb",
        "【スパーク】：あなたは相手の、メンバーとエネルギーから１枚ずつ選び、"
        "次の相手のターン中、相手のそれらは【スタンド】しない。",
        ["「相手のそれら」(= chosen-1+chosen-2)"],
    ),
    "chosen card becomes something else": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選ぶ。そのキャラが【のびしろ】なら、"
        "能力と属性をすべて失い、〔見習い〕になる。",
        ["act なる chosen-1 to 「〔見習い〕」"],
    ),
    "all acts after if-you-do belong to it": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の山札を見て《楽団》のキャラを1枚まで選び、手札に加える。"
        "その後、その山札をシャッフルし、そのターン中、このカードのパワーを＋2000。",
        ["       5. 「このカード」: パワー＋2000 [そのターン中]"],
    ),
    "after-that sentence belongs to if-you-do": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは1枚引く。その後、そのターン中、このカードのパワーを＋2000。",
        ["       2. 「このカード」: パワー＋2000 [そのターン中]"],
    ),
    "condition within if-you-do": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の山札の上から1枚を公開する。"
        "そのカードが《楽団》のキャラなら、あなたは1枚引く。"
        "そうでないなら、このカードを【レスト】する。",
        ["       2. If そのカードが《楽団》のキャラ", "          Else:"],
    ),
    "card is put into the slot of another": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、あなたは相手のレベル1以下のキャラを1枚選び、"
        "控え室に置いてよい。そうしたら、相手は自分の控え室のレベル0以下のキャラを1枚まで選び、"
        "そのキャラがいた枠に置く。",
        ["相手: put chosen-2 to 「そのキャラがいた枠」(= chosen-1)"],
    ),
    "condition on the number of the attack": (
        "reb",
        "【自】【エントリー】：このキャラがアタックした時、それがこのターン１回目のアタックなら、"
        "あなたは１枚引く。",
        ["If: それがこのターン１回目のアタック(= 「このキャラがアタックした」)"],
    ),
    "basis of the cases of a list": (
        "reb",
        "【スパーク】：あなたは自分のエネルギーの枚数により以下をすべて行う。\n"
        "３枚以上．あなたは１枚引く。",
        ["(自分のエネルギーの枚数により):"],
    ),
    "only the payment is optional": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたは自分の控え室のキャラを1枚まで選び、"
        "手札に戻し、コストを払ってよい。そうしたら、あなたは1枚引く。",
        ["2. あなた: return chosen-1", "3. あなた may, as a whole:"],
    ),
    "number of times is not a number of cards": (
        "reb",
        "【永】【エントリー】：あなたは各ターン１回まで、このキャラを手札のキャラでブロックできる。",
        ["(「このキャラ」) [各ターン]"],
    ),
    "both players swap their choices": (
        "ws",
        "あなたは相手のレベル1以上のキャラを1枚選び、相手は自分の控え室のレベルＸ以下のキャラを1枚"
        "選び、入れ替える。Ｘはあなたが選んだキャラのレベル－1に等しい。",
        ["swap chosen-1+chosen-2", "Ｘ is 「あなたが選んだキャラのレベル－1」(= chosen-1)"],
    ),
    "decks of all players": (
        "ws",
        "すべてのプレイヤーは自分の控え室のカードすべてを、山札に戻し、それらの山札をシャッフルする。",
        ["shuffle 「それらの山札」(= 「山札」)"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_meaning_in_notation(name: str, corpus: Corpus) -> None:
    assert_meaning(corpus, *CARDS[name])


def test_excluded_zone_is_not_the_zone(corpus: Corpus) -> None:
    text = (
        "【自】：このキャラが手札以外からエントリーに置かれた時、"
        "あなたは《A》以外のキャラを１枚選び、手札に戻す。"
    )
    ability = only_ability(corpus, "reb", text)
    assert ability.trigger is not None
    source = ability.trigger.events[0].source
    assert isinstance(source, ThingMeaning)
    assert (source.zones, source.other_than) == ((), ("手札",))
    choice, _ = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.what, ThingMeaning)
    assert choice.what.other_than == ("《A》",)


@pytest.mark.parametrize(
    ("time", "owners", "which"),
    [("このターン中", (), ("この",)), ("次の相手のターン中", ("相手",), ("次の",))],
)
def test_duration_has_owner_and_ordinal(
    corpus: Corpus, time: str, owners: tuple[str, ...], which: tuple[str, ...]
) -> None:
    ability = only_ability(corpus, "reb", f"【スパーク】：{time}、このキャラを＋１/±０。")
    (effect,) = ability.effects
    assert isinstance(effect, ModifyEffect)
    assert effect.until is not None
    assert (effect.until.owners, effect.until.which) == (owners, which)


def test_granted_trait_is_not_a_card(corpus: Corpus) -> None:
    text = "【永】【メンバー】：このキャラは〔園芸部〕を得る。"
    ability = only_ability(corpus, "reb", text)
    (effect,) = ability.effects
    assert isinstance(effect, Grant)
    assert effect.other is not None
    assert (effect.other.type, getattr(effect.other, "sort", "")) == ("thing", "qualities")
