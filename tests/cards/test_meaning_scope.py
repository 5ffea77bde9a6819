"""What holds for what in invented cards: doers, times, conditions, and what words point at."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import ChooseEffect, Grant, ModifyEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import only_ability, told_as

CARDS = {
    "only then, and else not": (
        "reb",
        "【永】：このキャラの【ブロッカー】は、あなたのメンバーに〔園芸部〕がいる時のみ使える。",
        [
            "1. If あなたのメンバーに〔園芸部〕がいる:\n       1. possible: 使える",
            "Else:\n       1. never: 使える",
        ],
    ),
    "a replacement lasts": (
        "ws",
        "【起】［このカードを【レスト】する］ そのターン中、このカードが相手にアタックのダメージを"
        "与える時、かわりに相手に3ダメージを与える。",
        ["Instead of このカードが相手にアタックのダメージを与える時 [そのターン中]:"],
    ),
    "a time in a time": (
        "ws",
        "【自】 このカードがアタックした時、次の相手のターンの終わりまで、このカードのバトル中、"
        "相手は『助太刀』を手札からプレイできない。",
        ["[次の相手のターンの終わりまで、このカードのバトル中]"],
    ),
    "what is always done lasts": (
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
    "as many as of something else": (
        "reb",
        "【スパーク】：あなたは相手のエネルギーから、あなたのリタイアと同じ枚数選び、控え室に置く。",
        ["相手のエネルギーから、あなたのリタイアと同じ枚数」(= あなたのリタイア)"],
    ),
    "a zone and its side told apart": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から5枚まで見て、"
        "山札の上に好きな順番で置く。",
        ["look 「自分の山札を上から5枚まで」 from 「自分の山札を上」"],
    ),
    "a phase in which something comes about puts nothing off": (
        "reb",
        "【永】【メンバー】：あなたのエネルギーフェイズに手札からエネルギーを置く際、"
        "あなたは追加で３枚置ける。",
        ["If: あなたのエネルギーフェイズに", "1. on-doing 手札からエネルギーを置く:"],
    ),
    "the next attack of this turn alone": (
        "reb",
        "【スパーク】：相手はこのターン次のアタック中、【キャンセル】を使えない。",
        ["(「【キャンセル】」) [このターン次のアタック中]"],
    ),
    "whose damage is more": (
        "ws",
        "【永】 あなたのレベルが2以上なら、あなたの《楽団》のキャラの効果で与えるダメージを＋2。",
        ["「あなたの《楽団》のキャラの効果で与えるダメージ」: ＋2"],
    ),
    "the rest of what was chosen from": (
        "reb",
        "【自】【エントリー】：このキャラがアタックした時、"
        "各プレイヤーは自分の手札から４枚選び、残りを控え室に置く。",
        ["put 「残り」(= 「自分の手札」 less chosen-1) to 「控え室」"],
    ),
    "the rest of those chosen first": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を見て《楽団》のキャラを2枚まで選んで"
        "相手に見せる。相手はそれらのキャラを1枚選び、思い出にし、"
        "残りのカードをあなたの手札に加える。",
        ["add 「残りのカード」(= chosen-1 less chosen-2) to 「あなたの手札」"],
    ),
    "the rest of those looked at": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から6枚まで見て、"
        "《楽団》のキャラを2枚まで選んで公開し、1枚選び、手札に加え、"
        "1枚選び、クロック置場に置き、残りのカードを控え室に置く。",
        ["put 「残りのカード」(= 「自分の山札を上から6枚まで」 less chosen-1) to 「控え室」"],
    ),
    "a number alone counts what was counted before": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から5枚を、控え室に置く。"
        "それらのカードに《楽団》のキャラが1枚以上なら、あなたは1枚引く。"
        "4枚以上なら、あなたは相手に1ダメージを与える。",
        ["3. If 4枚以上(= 「それらのカードに《楽団》のキャラが」):"],
    ),
    "what icons ask for": (
        "reb",
        "【自】【メンバー】【Reコンボ】《夜の製図室》【本領発揮Lv４】〔園芸部〕＆〔製図部〕："
        "このキャラがサポートした時、あなたは１枚引く。",
        ["【Reコンボ】 (《夜の製図室》) 【本領発揮】 (Lv4 〔園芸部〕 ＆ 〔製図部〕)"],
    ),
    "who can block, and what can be cancelled": (
        "reb",
        "【ブロッカー】《設計士》or〔園芸部〕\n【キャンセル】：【スパーク】or【自】",
        ["【ブロッカー】 (《設計士》 or 〔園芸部〕)", "【キャンセル】 (【スパーク】 or 【自】)"],
    ),
    "after what was told before, no second act": (
        "reb",
        "【自】：このキャラが手札からエントリーに置かれた時、あなたはこのキャラを空席のメンバーに"
        "置いてよい。置いた後、あなたのエネルギーが６枚以上なら、あなたは１枚引く。",
        ["2. If 置いた was done:\n       1. If あなたのエネルギーが６枚以上:"],
    ),
    "what was put away as the cost": (
        "ws",
        "【起】［このカードの下のマーカーをすべて控え室に置き、このカードを【レスト】する］ "
        "あなたは自分の控え室のレベルＸ以下のキャラを1枚選び、手札に戻す。"
        "Ｘはこの能力のコストで控え室に置かれたマーカーの枚数に等しい。",
        ["置かれたマーカーの枚数」(= 「このカードの下のマーカー」)"],
    ),
    "two things have it done to them": (
        "ws",
        "【起】［他のあなたの《楽団》のキャラを1枚とこのカードを【レスト】する］ あなたは1枚引く。",
        [
            "1. あなた*: change-state 【レスト】する 「他のあなたの《楽団》のキャラを1枚」",
            "2. あなた*: change-state",
        ],
    ),
    "two are swapped": (
        "ws",
        "【起】［あなたの後列のキャラを1枚とこのカードを入れ替える］ あなたは1枚引く。",
        ["swap 「あなたの後列のキャラを1枚」 with 「このカード」"],
    ),
    "some of a zone and something else": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分のクロックの下から1枚と"
        "控え室の《楽団》のキャラを1枚選び、入れ替えてよい。",
        [
            "chooses 「自分のクロックの下から1枚」 from 「自分のクロックの下」 = chosen-1",
            "chooses 「控え室の《楽団》のキャラを1枚」 = chosen-2",
            "あなた: swap chosen-1+chosen-2",
        ],
    ),
    "each has its own source": (
        "reb",
        "【スパーク】：あなたは自分の、手札から《設計士》を１枚とエネルギーから《庭師》を１枚選び、"
        "それらを控え室に置く。",
        ["「《設計士》を１枚」 from 「自分の、手札」", "「《庭師》を１枚」 from 「エネルギー」"],
    ),
    "what is added lasts as long": (
        "reb",
        "【スパーク】：このターン中、このキャラを＋１/＋１。"
        "あなたのエネルギーが８枚以上なら、さらに＋２/±０。",
        ["「このキャラ」: ＋2/±0 [このターン中]"],
    ),
    "what is added to is what was changed": (
        "reb",
        "【スパーク】：このターン中、このキャラを＋１/＋１。あなたは自分の手札から１枚選び、"
        "控え室に置くことで、さらに＋２/±０。",
        ["「このキャラ」: ＋2/±0 [このターン中]"],
    ),
    "an ability that was chosen": (
        "reb",
        "【起】【メンバー】：［エネ②］あなたは自分のリタイアから１枚選び、"
        "その【スパーク】から１つ選び、発動させる。",
        ["あなた: act 発動させる chosen-2"],
    ),
    "a card is another for a time": (
        "reb",
        "【スパーク】：このターン中、このキャラをコスト２でATK３/DEF３の『ウサギ』の"
        "キャラとして裏向きにする。",
        ["(裏向きに) [このターン中]"],
    ),
    "the cost is that of the card": (
        "reb",
        "【スパーク】：あなたは自分のデッキの上から１枚公開する。それがキャラなら、"
        "そのコスト１につき、このターン中、このキャラを＋１/±０。",
        ["for each 「そのコスト１」(= 「自分のデッキの上から１枚」)"],
    ),
    "each of two alternatives has its own choice": (
        "reb",
        "【スパーク】：あなたは自分のパートナーから１枚選び、【スタンド】するか、"
        "相手のエネルギーから１枚選び、控え室に置く。",
        ["1. Of these", "option 1:\n         1. あなた chooses 「自分のパートナーから１枚」"],
    ),
    "who cannot does nothing else": (
        "reb",
        "【スパーク】：このターン中、相手は【ブロッカー】を使えず、"
        "このターン相手のキャラがアタックした時、そのアタックのダメージを０にする。",
        ["あなた*: turn-into 「そのアタックのダメージ」"],
    ),
    "what a condition of the same sentence finds": (
        "reb",
        "【起】【メンバー】：あなたは自分の手札から１枚選び、控え室に置く。"
        "あなたのエントリーに〔庭師〕がいるなら、このターン中、そのキャラを＋１/±０。",
        ["「そのキャラ」(= 「〔庭師〕」): ＋1/±0"],
    ),
    "words point back": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から2枚を、控え室に置く。"
        "それらのカードのキャラ1枚につき、あなたのキャラすべてに、そのターン中、パワーを＋500。",
        ["for each 「それらのカードのキャラ1枚」(= 「自分の山札の上から2枚」)"],
    ),
    "what was taken out of the game for a time": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の控え室のカードを2枚まで選び、"
        "思い出にする。ターンの終わりに、この効果で思い出に置かれたカードすべてを、控え室に置く。",
        ["「この効果で思い出に置かれたカードすべて」(= chosen-1)"],
    ),
    "at which moment, and for how long": (
        "ws",
        "【自】 このカードがアタックした時、そのアタック中、"
        "あなたはトリガーステップにトリガーチェックを2回行う。",
        ["perform 「トリガーチェックを2回」 (トリガーステップに) [そのアタック中]"],
    ),
    "in which order": (
        "reb",
        "【スパーク】：あなたは自分の控え室から２枚選び、デッキの下に望む順で置く。",
        ["put chosen-1 to 「デッキの下」 (望む順で)"],
    ),
    "chosen at random": (
        "ws",
        "あなたは相手の手札をランダムに1枚選び、控え室に置く。",
        ["「相手の手札をランダムに1枚」 (ランダムに) = chosen-1"],
    ),
    "a choice has a condition of its own": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、すべてのプレイヤーは次の行動を行う。"
        "『あなたの手札が5枚以上なら、あなたは自分の手札を1枚選び、控え室に置く。』",
        ["option 1:\n         1. If あなたの手札が5枚以上:"],
    ),
    "the cases of a list": (
        "reb",
        "【スパーク】：あなたは自分のエネルギーの枚数により以下をすべて行う。\n"
        "３枚以上．あなたは１枚引く。\n６枚以上．このターン中、このキャラを＋２/±０。",
        ["option 3枚以上:", "option 6枚以上:"],
    ),
    "as many as there are of something else": (
        "reb",
        "【スパーク】：あなたは相手のメンバーから、あなたのリタイアと同じ枚数選び、控え室に置く。",
        [
            "1. あなた chooses 「相手のメンバーから、あなたのリタイアと同じ枚数」",
            "(あなたのリタイアと) = chosen-1",
        ],
    ),
    "each time while it lasts": (
        "reb",
        "【スパーク】：このターン中、相手は効果でメンバーから選ぶ際、このキャラを優先する。",
        ["相手: act 優先する 「このキャラ」 [このターン中]"],
    ),
    "a later time in a text without an icon": (
        "ws",
        "あなたは自分のキャラを1枚選び、そのターン中、パワーを＋2000。"
        "ターンの終わりに、そのキャラを手札に戻す。",
        ["Later, ターンの終わりに:"],
    ),
    "how it is done goes with what is done": (
        "ws",
        "あなたは相手のキャラを1枚選び、【スタンド】して相手の舞台のキャラのいない他の枠に動かすか、"
        "他の相手のキャラを1枚選び、それぞれを【スタンド】して入れ替える。",
        [
            "option 1:\n         1. あなた: change-state 【スタンド】する chosen-1",
            "あなた: swap 「それぞれ」(= chosen-1+chosen-2)",
        ],
    ),
    "some of the chosen": (
        "ws",
        "あなたは自分の控え室の《楽団》のキャラを2枚まで選び、1枚選び、手札に戻し、"
        "残りのカードをストック置場に置く。",
        [
            "chooses chosen-1 = chosen-2",
            "return chosen-2 to 「手札」",
            "put 「残りのカード」(= chosen-1 less chosen-2)",
        ],
    ),
    "two cases of one thing in one sentence": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から1枚を公開する。"
        "そのカードが「銀の鍵」なら、相手に1ダメージを与え、"
        "そのカードが《楽団》のキャラなら、あなたは1枚引く。",
        ["2. If そのカードが「銀の鍵」", "3. If そのカードが《楽団》のキャラ"],
    ),
    "what is no character is not that character": (
        "ws",
        "あなたは自分の控え室のキャラを1枚選び、舞台の好きな枠に置く。"
        "あなたは自分の山札の上から1枚を公開する。"
        "そのカードが《楽団》のキャラでないなら、あなたはそのキャラを【レスト】する。",
        ["change-state 【レスト】する 「そのキャラ」(= chosen-1)"],
    ),
    "one number is added to another for a time": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選び、このターン中、"
        "そのキャラの元々のATKを、このキャラのATKに足す。",
        ["to 「このキャラのATK」 [このターン中]"],
    ),
    "something else is done instead": (
        "reb",
        "【永】【メンバー】：あなたは手札からエネルギーを置く際、かわりに控え室から置いてよい。",
        ["1. Instead of あなたは手札からエネルギーを置く:"],
    ),
    "from one place rather than from another": (
        "reb",
        "【スパーク】：あなたは自分の控え室から１枚選び、エネルギーに【レスト】で置く。"
        "あなたのメンバーに《庭師》がいるなら、控え室ではなくデッキの上から置いてよい。",
        [
            "1. Instead of 「控え室」 of 「あなたは",
            "put 「１枚」 「デッキの上」 from 「デッキの上」 to",
        ],
    ),
    "one amount of damage or another": (
        "ws",
        "あなたは相手に2ダメージか3ダメージを与える。",
        ["あなた: deal-damage 「2ダメージか3ダメージ」 to 「相手」"],
    ),
    "each of those before is nobody spoken of": (
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
    "a list that is told behind something else": (
        "reb",
        "【スパーク】：あなたは以下から１つ選び、あなたのメンバーに《庭師》がいるなら、１枚引く。\n"
        "ⅰ．このターン中、このキャラを＋２/±０。\nⅱ．このキャラをメンバーに置く。",
        ["1. Of these, 「１つ」 (あなた):\n       option ⅰ:", "2. If あなたのメンバーに"],
    ),
    "numbers that a card has for a time": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選び、このターン中、"
        "そのキャラをATK１/DEF２にする。",
        ["to 「ATK１/DEF２」 [このターン中]"],
    ),
    "what both players have": (
        "reb",
        "【スパーク】：あなたは、自分と相手のメンバーからすべて選び、手札に戻す。",
        ["あなた: return chosen-1 to 「手札」"],
    ),
    "whose those are": (
        "reb",
        "【スパーク】：あなたは相手の、メンバーとエネルギーから１枚ずつ選び、"
        "次の相手のターン中、相手のそれらは【スタンド】しない。",
        ["「相手のそれら」(= chosen-1+chosen-2)"],
    ),
    "what becomes something else": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選ぶ。そのキャラが【のびしろ】なら、"
        "能力と属性をすべて失い、〔見習い〕になる。",
        ["act なる chosen-1 to 「〔見習い〕」"],
    ),
    "all of a sentence that goes on is done only if": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の山札を見て《楽団》のキャラを1枚まで選び、手札に加える。"
        "その後、その山札をシャッフルし、そのターン中、このカードのパワーを＋2000。",
        ["       5. 「このカード」: パワー＋2000 [そのターン中]"],
    ),
    "after that is done only if": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは1枚引く。その後、そのターン中、このカードのパワーを＋2000。",
        ["       2. 「このカード」: パワー＋2000 [そのターン中]"],
    ),
    "a condition of what is done only if": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の山札の上から1枚を公開する。"
        "そのカードが《楽団》のキャラなら、あなたは1枚引く。"
        "そうでないなら、このカードを【レスト】する。",
        ["       2. If そのカードが《楽団》のキャラ", "          Else:"],
    ),
    "no card is put where it was itself": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、あなたは相手のレベル1以下のキャラを1枚選び、"
        "控え室に置いてよい。そうしたら、相手は自分の控え室のレベル0以下のキャラを1枚まで選び、"
        "そのキャラがいた枠に置く。",
        ["相手: put chosen-2 to 「そのキャラがいた枠」(= chosen-1)"],
    ),
    "which attack it is": (
        "reb",
        "【自】【エントリー】：このキャラがアタックした時、それがこのターン１回目のアタックなら、"
        "あなたは１枚引く。",
        ["If: それがこのターン１回目のアタック(= 「このキャラがアタックした」)"],
    ),
    "what tells the case": (
        "reb",
        "【スパーク】：あなたは自分のエネルギーの枚数により以下をすべて行う。\n"
        "３枚以上．あなたは１枚引く。",
        ["(自分のエネルギーの枚数により):"],
    ),
    "only the cost may be left unpaid": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたは自分の控え室のキャラを1枚まで選び、"
        "手札に戻し、コストを払ってよい。そうしたら、あなたは1枚引く。",
        ["2. あなた: return chosen-1", "3. あなた may, as a whole:"],
    ),
    "how often is no number of cards": (
        "reb",
        "【永】【エントリー】：あなたは各ターン１回まで、このキャラを手札のキャラでブロックできる。",
        ["(「このキャラ」) [各ターン]"],
    ),
    "both swap what they chose": (
        "ws",
        "あなたは相手のレベル1以上のキャラを1枚選び、相手は自分の控え室のレベルＸ以下のキャラを1枚"
        "選び、入れ替える。Ｘはあなたが選んだキャラのレベル－1に等しい。",
        ["swap chosen-1+chosen-2", "Ｘ is 「あなたが選んだキャラのレベル－1」(= chosen-1)"],
    ),
    "several decks": (
        "ws",
        "すべてのプレイヤーは自分の控え室のカードすべてを、山札に戻し、それらの山札をシャッフルする。",
        ["shuffle 「それらの山札」(= 「山札」)"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_what_a_card_means(name: str, corpus: Corpus) -> None:
    told_as(corpus, *CARDS[name])


def test_what_is_left_out_is_no_zone(corpus: Corpus) -> None:
    text = (
        "【自】：このキャラが手札以外からエントリーに置かれた時、"
        "あなたは《A》以外のキャラを１枚選ぶ。"
    )
    ability = only_ability(corpus, "reb", text)
    assert ability.trigger is not None
    source = ability.trigger.events[0].source
    assert isinstance(source, ThingMeaning)
    assert (source.zones, source.other_than) == ((), ("手札",))
    (choice,) = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.what, ThingMeaning)
    assert choice.what.other_than == ("《A》",)


@pytest.mark.parametrize(
    ("time", "owners", "which"),
    [("このターン中", (), ("この",)), ("次の相手のターン中", ("相手",), ("次の",))],
)
def test_whose_time_and_which(
    corpus: Corpus, time: str, owners: tuple[str, ...], which: tuple[str, ...]
) -> None:
    ability = only_ability(corpus, "reb", f"【スパーク】：{time}、このキャラを＋１/±０。")
    (effect,) = ability.effects
    assert isinstance(effect, ModifyEffect)
    assert effect.until is not None
    assert (effect.until.owners, effect.until.which) == (owners, which)


def test_a_trait_that_is_given_is_no_card(corpus: Corpus) -> None:
    text = "【永】【メンバー】：このキャラは〔園芸部〕を得る。"
    ability = only_ability(corpus, "reb", text)
    (effect,) = ability.effects
    assert isinstance(effect, Grant)
    assert effect.other is not None
    assert (effect.other.type, getattr(effect.other, "sort", "")) == ("thing", "qualities")
