"""What invented cards mean, told a sentence a step; each was read by hand."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.telling import tell
from rulebook.clauses.corpus import Corpus

CARDS = {
    "a pointer to the opponent in battle": (
        "ws",
        "【自】 このカードが【リバース】した時、このカードのバトル相手のレベルが1以下なら、"
        "あなたはそのキャラを【リバース】してよい。",
        ["あなた: change-state 「そのキャラ」(= 「このカードのバトル相手」)"],
    ),
    "a letter is read where it is used first": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から4枚をめくり、控え室に置く。"
        "あなたは自分の手札をＸ枚選び、控え室に置く。"
        "Ｘはそれらのカードのクライマックスの枚数に等しい。",
        ["Ｘ is 「それらのカードのクライマックスの枚数」(= 「自分の山札の上から4枚」)"],
    ),
    "a may closes its whole chain": (
        "ws",
        "【自】 このカードがアタックした時、相手に1ダメージを与え、"
        "あなたは自分の控え室のキャラを1枚選び、手札に戻してよい。",
        ["1. あなた*: deal-damage", "2. あなた may, as a whole:", "2. あなた: return chosen-1"],
    ),
    "what is left over": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から3枚まで見て、"
        "カードを1枚まで選び、手札に加え、残りのカードを控え室に置く。",
        ["あなた: put 「残りのカード」(= 「自分の山札を上から3枚まで」) to 「控え室」"],
    ),
    "without what must be so otherwise": (
        "ws",
        "【永】 このカードは、色条件を満たさずに手札からプレイできる。",
        ["1. without このカードは、色条件を満たさずに:", "   1. possible: 手札からプレイできる"],
    ),
    "what is done to the chosen belongs to the choice": (
        "ws",
        "あなたは自分のキャラを1枚選び、手札に戻すか、他の自分のキャラを1枚選び、"
        "それぞれを【スタンド】して入れ替える。",
        ["option 2:", "       2. あなた: swap 「それぞれ」"],
    ),
    "what is not so in the second case": (
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
            "   1. Of these, as told (あなた):",
            "      option ⅰ:",
            "3. If 違う:",
            "      option ⅱ:",
        ],
    ),
    "the choice is the step itself": (
        "ws",
        "【自】 このカードがアタックした時、次の2つの効果のうちあなたが選んだ1つを行う。"
        "『あなたは1枚引く。』『相手に1ダメージを与える。』",
        ["Of these, 「1つ」", "option 1:", "option 2:"],
    ),
    "a limit in words": (
        "ws",
        "【自】 この能力は1ターンにつき1回まで発動する。あなたが【起】を使った時、"
        "そのターン中、このカードのパワーを＋500。",
        ["【自】 (at most 1 a turn)", "「このカード」: パワー＋500 [そのターン中]"],
    ),
    "a zone's card that was chosen": (
        "reb",
        "【スパーク】：あなたは相手のエネルギーから1枚選び、次の相手のターン中、"
        "そのエネルギーは【スタンド】しない。",
        ["「そのエネルギー」(= chosen-1)", "[次の相手のターン中]"],
    ),
    "what was done, told anew": (
        "reb",
        "【スパーク】：あなたは自分の控え室からキャラを1枚選び、メンバーに置いてよい。"
        "《設計士》を置いたら、このターン中、このキャラを±0/＋2。",
        ["1. あなた may, as a whole:", "2. If 《設計士》を置いた was done:"],
    ),
    "later, within a turn": (
        "reb",
        "【スパーク】：このターン終了時、あなたは自分の手札から1枚選び、控え室に置く。",
        ["Later, このターン終了時", "あなた: put chosen-1 to 「控え室」"],
    ),
    "that character is one, and no card of which nothing is said": (
        "ws",
        "【自】 このカードのバトル相手が【リバース】した時、あなたは相手のクロックの上から1枚を、"
        "控え室に置いてよい。そうしたら、あなたはそのキャラをクロック置場に置く。",
        ["あなた: put 「そのキャラ」(= 「このカードのバトル相手」) to 「クロック置場」"],
    ),
    "a card is what a condition says that it is": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から1枚を、控え室に置いてよい。"
        "そのカードがレベル0以下のキャラなら、そのキャラを後列の好きな枠に置く。",
        ["put 「そのキャラ」(= 「自分の山札の上から1枚」) to 「後列の好きな枠」"],
    ),
    "those that were chosen one by one": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、"
        "あなたは自分の山札を見てクライマックスを1枚まで"
        "選んで公開し、自分の手札のクライマックスを1枚まで選んで公開し、それらのクライマックスを"
        "入れ替え、その山札をシャッフルする。",
        ["あなた: swap 「それらのクライマックス」(= chosen-1+chosen-2)"],
    ),
    "this card is among those that are chosen": (
        "reb",
        "【起】【エントリー】：［エネ③］あなたは、このキャラと自分の手札から《設計士》を１枚選び、"
        "それらを入れ替える。",
        ["あなた: swap 「それら」(= chosen-1+chosen-2)"],
    ),
    "all abilities that are told behind are granted": (
        "ws",
        "【自】 このカードがアタックした時、そのターン中、"
        "このカードは次の2つの能力のうちあなたが選んだ"
        "1つを得る。『【永】 このカードはサイドアタックできない。』"
        "『【自】 このカードのアタックの終わりに、あなたは1枚引く。』",
        [
            "「次の2つの能力のうちあなたが選んだ1つ」 [そのターン中]\n         【永】",
            "         【自】",
        ],
    ),
    "what is done several times": (
        "ws",
        "【自】 このカードがアタックした時、次の行動を2回行う。『あなたは1枚引く。』",
        ["1. Of these, as told, 「2回」 (あなた*):"],
    ),
    "the turn in which it must come about": (
        "ws",
        "【自】 このカードが手札から舞台に置かれたターン中、このカードがアタックした時、"
        "あなたは1枚引く。",
        ["When: このカードがアタックした時 [このカードが手札から舞台に置かれたターン中]"],
    ),
    "a sentence that hangs on what is done only if": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の"
        "山札を見て《音楽》のキャラを1枚まで選び、手札に加える。その山札をシャッフルする。",
        ["       4. あなた*: shuffle 「その山札」(= 「自分の山札」)"],
    ),
    "all behind kawari-ni is done instead": (
        "ws",
        "あなたは自分の山札の上から1枚を公開する。そのカードがキャラでないなら、"
        "かわりにあなたは自分の手札を"
        "1枚選び、控え室に置く。",
        ["Instead of what was told before:\n          1. あなた chooses 「自分の手札を1枚」"],
    ),
    "a number is changed for a time": (
        "reb",
        "【スパーク】：このターン中、このキャラのATKを７にする。",
        ["turn-into 「このキャラのATK」 to 「７」 [このターン中]"],
    ),
    "as if it were elsewhere": (
        "reb",
        "【永】【エネルギー】：あなたはこのキャラを手札にあるかのようにメンバーに置ける。",
        ["possible: メンバーに置ける (「このキャラ」)"],
    ),
    "what was done tells the result": (
        "reb",
        "【スパーク】：あなたは控え室からReバースを１枚セットし、チェックする。"
        "それであなたが勝ちなら、"
        "あなたは１枚引く。",
        ["If それであなたが勝ち(= 「チェックする」):"],
    ),
    "choices from a list": (
        "reb",
        "【スパーク】：あなたは以下から１つ選ぶ。\nⅰ．あなたは１枚引く。\nⅱ．自分のエネルギーから"
        "１枚選び、【スタンド】する。",
        ["1. Of these, 「１つ」 (あなた):", "option ⅱ:"],
    ),
    "what comes about unless something is done": (
        "reb",
        "【永】【メンバー】：相手がメンバーにキャラを置く際、追加でエネ①しなければ、"
        "そのキャラは【レスト】で置かれる。",
        ["1. 相手 may, as a whole:", "2. If 「追加でエネ①しなければ」 was not done:"],
    ),
    "choices with signs": (
        "reb",
        "【スパーク】：あなたは以下をすべて行う。\nⅰ．あなたは1枚引く。"
        "\nⅱ．自分のエネルギーから1枚選び、【スタンド】する。",
        ["1. Of these", "option ⅰ:", "option ⅱ:"],
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
            "1. あなた*: change-state 「他のあなたの《楽団》のキャラを1枚」",
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
        ["あなた: act chosen-2"],
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
        ["相手: act 「このキャラ」 [このターン中]"],
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
            "option 1:\n         1. あなた: change-state chosen-1",
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
            "put 「残りのカード」(= chosen-1)",
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
        ["change-state 「そのキャラ」(= chosen-1)"],
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
        ["1. Instead of what was told before:", "put 「デッキの上」 from 「デッキの上」"],
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
        ["「相手のそれら」(= chosen-1)"],
    ),
    "what becomes something else": (
        "reb",
        "【スパーク】：あなたは相手のエントリーから１枚選ぶ。そのキャラが【のびしろ】なら、"
        "能力と属性をすべて失い、〔見習い〕になる。",
        ["act chosen-1 to 「〔見習い〕」"],
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
}


@pytest.mark.parametrize("name", CARDS)
def test_what_a_card_means(name: str, corpus: Corpus) -> None:
    game, text, wanted = CARDS[name]
    annotation = Rules(corpus).annotate(game, text)
    assert not annotation.reading.gaps
    told = "\n".join(tell(annotation.meaning, text))
    for line in wanted:
        assert line in told, told


def test_conditions_speak_of_all_that_somebody_has(corpus: Corpus) -> None:
    text = (
        "【永】：あなたの、リタイアが４枚以上で《夜》がセットされているなら、このキャラを＋１/±０。"
    )
    (ability,) = Rules(corpus).annotate("reb", text).meaning
    owners = [getattr(condition.subject, "owners", None) for condition in ability.condition]
    assert owners == [("あなた",), ("あなた",)]
    (effect,) = ability.effects
    assert getattr(effect, "until", "") is None
