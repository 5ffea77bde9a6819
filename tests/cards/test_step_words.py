"""The text of the steps of a resolution, in Japanese and in English."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from tests.cards.conftest import Said


def test_japanese_step_is_a_complete_sentence(rules: Rules) -> None:
    text = (
        "【起】［(2)］ あなたのレベルが3以上で、前列にこのカードがいるなら、"
        "あなたは相手の山札を上から2枚まで見て、山札の上に好きな順番で置き、"
        "自分の手札を1枚選び、控え室に置く。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    texts = [step.text for step in ability.own_steps()]
    assert texts[1] == "ストックを2枚控え室に置く"
    assert texts[2] == "解決の時に確かめる: あなたのレベルが3以上"
    assert texts[-3] == "相手の山札から見たカードを山札の上に好きな順番で置く"
    assert texts[-1] == "選んだ「自分の手札1枚」を控え室に置く"


@pytest.mark.parametrize(
    ("game", "text", "japanese", "english"),
    [
        (
            "ws",
            "【自】 このカードのバトル相手が【リバース】した時、そのキャラを山札の下に置く。",
            "そのキャラを山札の下に置く（＝「このカードのバトル相手」）",
            "Put that card on the bottom of the opponent’s deck",
        ),
        (
            "ws",
            "【起】［(1)］ あなたは自分の山札の上から3枚をめくり、控え室に置く。",
            "自分の山札からめくった3枚を控え室に置く",
            "Put them into the waiting room",
        ),
        (
            "ws",
            "【起】［(1)］ あなたは自分の山札を上から3枚見て、カードを1枚選び、手札に加え、"
            "残りのカードを控え室に置く。",
            "残りのカードを控え室に置く（＝自分の山札から見た3枚の残り）",
            "Put the rest into the waiting room",
        ),
        (
            "reb",
            "【スパーク】：あなたは相手のメンバーからすべて選び、控え室に置く。",
            "選んだ「相手のメンバー」すべてを控え室に置く",
            "Put them into the opponent’s waiting room",
        ),
        (
            "reb",
            "【スパーク】：このターン中、このキャラを＋1/±0。手札がないなら、さらに＋1/±0。",
            "このターン中、このキャラをさらに＋1/±0する",
            "Change: +1/±0",
        ),
        (
            "reb",
            "【スパーク】：あなたは相手のメンバーから１枚まで選び、控え室に置く。",
            "相手のメンバーから選んだ１枚を控え室に置く",
            "Put it into the opponent’s waiting room",
        ),
        (
            "ws",
            "【起】［(1)］ あなたは自分の控え室のキャラを1枚まで選び、手札に戻す。",
            "選んだ「自分の控え室のキャラ1枚」を手札に戻す",
            "Return it to the hand",
        ),
        (
            "reb",
            "【スパーク】：各プレイヤーはデッキの上から１枚公開する。公開したカードをデッキの下に置く。",
            "公開したカードをデッキの下に置く（＝デッキから公開した１枚）",
            "Put those cards on the bottom",
        ),
        (
            "reb",
            "【永】【エントリー】：このキャラからのダメージはブロックされても０にならず、"
            "ダメージが－２される。",
            "ダメージが－２される",
            "",
        ),
        (
            "ws",
            "【永】 このカードはプレイヤーにダメージを与えることができない。",
            "このカードはプレイヤーにダメージを与えることができない",
            "",
        ),
        (
            "gbf",
            "凪の守り:味方の団員すべてのHPを+1する。",
            "味方の団員すべてのHPを+1する",
            "Change of",
        ),
        (
            "gbf",
            "凪の風:相手の団員1枚を選び、レストにする。",
            "選んだ「相手の団員1枚」をレストにする",
            "Rest it",
        ),
        (
            "los",
            "相手のキャラクターを1体選び、破壊する。",
            "選んだ「相手のキャラクター1体」を破壊する",
            "Destroy it",
        ),
    ],
)
def test_step_names_its_cards(
    game: str, text: str, japanese: str, english: str, rules: Rules
) -> None:
    resolution = rules.resolve(game, text)
    (*_, last) = resolution.abilities[0].own_steps()
    assert last.text == japanese
    assert last.said(resolution.english).startswith(english)


def test_prohibition_ends_in_a_complete_verb(rules: Rules) -> None:
    text = "【永】【メンバー】：相手は【ブロッカー】を使えず、このキャラを＋1/±0。"
    (ability,) = rules.resolve("reb", text).abilities
    assert "相手は【ブロッカー】を使えない" in [step.text for step in ability.own_steps()]


def test_condition_says_when_it_is_checked(rules: Rules) -> None:
    condition = "このターン中、あなたが「潮風の便り」をプレイしていない"
    (ability,) = rules.resolve(
        "ws", f"【永】 {condition}なら、このカードのパワーを＋1000。"
    ).abilities
    assert f"満たされている間だけ: {condition}" in [step.text for step in ability.own_steps()]


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        # A text without an icon may wait for an event, and a cancel ability for a card.
        ("ws", "このカードがプレイされた時、あなたは1枚引く。", "このカードがプレイされた時"),
        ("los", "このキャラクターが登場した時、カードを1枚引く。", "登場した時"),
        ("reb", "【キャンセル】：Reバース以外の【スパーク】", "Reバース以外の【スパーク】"),
        # The number of repetitions is defined behind what is repeated.
        (
            "ws",
            "【自】 このカードがアタックした時、次の行動をＸ回行う。『あなたは1枚引く。』"
            "Ｘは相手のキャラの枚数に等しい。",
            "次をＸ回行う: （Ｘ＝相手のキャラの枚数）",
        ),
        # What is denied may be a condition that nobody has read.
        (
            "ws",
            "【自】 このカードがアタックした時、ぬるぬるなら、あなたは1枚引く。"
            "そうでないなら、あなたは自分の手札を1枚選び、控え室に置く。",
            "そうでないなら",
        ),
        # The attack is that in which the ability is played, not one that the text mentions.
        (
            "reb",
            "【起】［エネ②］あなたはそのアタックのダメージを０にする。",
            "そのアタックのダメージを０にする",
        ),
    ],
)
def test_nothing_that_a_step_depends_on_is_left_out(
    game: str, text: str, expected: str, rules: Rules
) -> None:
    steps = [step for each in rules.resolve(game, text).abilities for step in each.own_steps()]
    said = [step.text for step in steps]
    assert any(each.endswith(expected) for each in said), said


def test_treating_a_card_as_another_has_no_agent(rules: Rules) -> None:
    (ability,) = rules.resolve("reb", "【永】：このキャラは《灯》としても扱う。").abilities
    assert [step.by for step in ability.own_steps()] == [None]


def test_each_need_has_its_own_clause_first(rules: Rules) -> None:
    text = "【起】【Reコンボ】【本領発揮Lv6】：［エネ②］あなたは1枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    needs = [
        (step.words, step.clause) for step in ability.own_steps() if "プレイできない" in step.text
    ]
    assert needs == [("【Reコンボ】", "11.5.2"), ("【本領発揮Lv6】", "11.7.2")]


def test_pronoun_agrees_with_the_number_of_cards(rules: Rules) -> None:
    text = "【自】 このカードがアタックした時、あなたは自分の手札を{}枚選び、控え室に置く。"
    for number, pronoun in ((1, "it"), (2, "them")):
        resolution = rules.resolve("ws", text.format(number))
        (*_, put) = resolution.abilities[0].own_steps()
        assert put.said(resolution.english).startswith(f"Put {pronoun} into the waiting room")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("次の行動を2回行う。『あなたは1枚引く。』", "Do the following 2 times"),
        (
            "次の行動を2回まで行う。『あなたは1枚引く。』",
            "Do the following up to 2 times",
        ),
        (
            "次の2つの効果のうちあなたが選んだ1つを行う。『あなたは1枚引く。』『相手は1枚引く。』",
            "Choose one of the options and carry it out",
        ),
        (
            "次の2つの効果を1回ずつ行う。『あなたは1枚引く。』『相手は1枚引く。』",
            "Do each of the following",
        ),
        (
            "相手に1ダメージを2回与える。",
            "Deal 1 damage to the opponent, 2 times: 相手に1ダメージを2回与える",
        ),
        (
            "あなたのレベルが3以上か、相手のレベルが2以下なら、あなたは1枚引く。",
            "Check this on resolution: あなたのレベルが3以上か、相手のレベルが2以下",
        ),
        (
            "相手のレベルが2でクロックが4枚以上なら、あなたは1枚引く。",
            "Check this on resolution: （相手の）クロックが4枚以上",
        ),
        (
            "次の行動を2回行う。『［手札を1枚クロック置場に置く］ "
            "あなたはコストを払ってよい。そうしたら、あなたは1枚引く。』",
            "Put 1 card from the hand into the clock: 手札を1枚クロック置場に置く",
        ),
        (
            "次の行動を行う。『相手はレベルＸ以下のキャラを1枚選ぶ。Ｘはあなたのレベルに等しい。』",
            "Choose 1: 相手はレベルＸ以下のキャラを1枚選ぶ（Ｘ＝あなたのレベル）",
        ),
        (
            "あなたは自分の山札を上から5枚見て、キャラを2枚まで選び、公開し、1枚選び、手札に加える。",
            "Add it to the hand: 手札に加える（＝選んだ「自分の山札のキャラ」すべてのうちの1枚）",
        ),
    ],
)
def test_step_has_times_number_and_owner(text: str, expected: str, rules: Rules) -> None:
    resolution = rules.resolve("ws", f"【自】 このカードがアタックした時、{text}")
    steps = resolution.abilities[0].own_steps()
    assert expected in [step.said(resolution.english) for step in steps]


def test_the_owner_shuffles_the_pile_that_the_opponent_returned_to(rules: Rules) -> None:
    text = (
        "【自】 このカードがアタックした時、相手は自分の控え室のカードを1枚選び、"
        "山札に戻してよい。そうしたら、その山札をシャッフルする。"
    )
    (*_, last) = rules.resolve("ws", text).abilities[0].own_steps()
    assert last.by == "相手"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        # What is put has no time that the change before it has.
        (
            "reb",
            "【スパーク】：このターン中、このキャラを＋2/±0し、あなたは自分の手札から1枚選び、"
            "空席のメンバーにコスト1でATK1/DEF1の『種』のキャラとして裏向きで置く。",
            "Put it into an empty member slot, face down: "
            "空席のメンバーにコスト1でATK1/DEF1の『種』のキャラとして裏向きで置く（＝自分の手札から選んだ1枚）",
        ),
        # A further change is of what was changed.
        (
            "reb",
            "【自】【メンバー】：このキャラが〔園芸部〕をサポートした時、このアタック中、"
            "サポートされたキャラを＋1/±0。あなたの手札がないなら、さらに＋3/±0。",
            "このアタック中、「サポートされたキャラ」をさらに＋3/±0する",
        ),
        # An event stands for a card with the noun of the card.
        (
            "reb",
            "【自】【メンバー】：このキャラがサポートした時、このアタック中、サポートされたキャラを＋1/±0。",
            "このアタック中、サポートされたキャラを＋1/±0する（＝「このキャラがサポートしたキャラ」）",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の手札から《灯》を1枚選び、このキャラと入れ替える。",
            "Exchange this card and it: "
            "このキャラと入れ替える（＝選んだ「自分の手札の《灯》1枚」）",
        ),
        # Cards chosen one by one are quoted one by one, with their zones.
        (
            "ws",
            "あなたは自分の山札を見てCXを1枚まで選んで公開し、自分の手札のCXを1枚まで選んで公開し、"
            "それらのCXを入れ替える。",
            "それらのCXを入れ替える（＝選んだ「自分の山札のCX1枚」と「自分の手札のCX1枚」）",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の、手札とメンバーから〔園芸部〕を望む枚数選び、それらを入れ替える。",
            "Exchange those cards: "
            "それらを入れ替える（＝選んだ「自分の、手札とメンバーの〔園芸部〕」すべて）",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の、手札とメンバーから〔園芸部〕を望む枚数選び、それらを入れ替える。",
            "Choose any number: あなたは自分の、手札とメンバーから〔園芸部〕を望む枚数選び",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の控え室から、あなたの空席のメンバーと同じ枚数〔園芸部〕を選び、"
            "空席のメンバーに置く。",
            "選んだ「自分の控え室の〔園芸部〕」すべてを空席のメンバーに置く",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の控え室から、あなたの空席のメンバーと同じ枚数〔園芸部〕を選び、"
            "空席のメンバーに置く。",
            "Choose the stated number from the waiting room: "
            "あなたは自分の控え室から、あなたの空席のメンバーと同じ枚数〔園芸部〕を選び",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の控え室から、あなたの空席のメンバーと同じ枚数〔園芸部〕を選び、"
            "空席のメンバーに置く。",
            "Put them into empty member slots: "
            "空席のメンバーに置く（＝選んだ「自分の控え室の〔園芸部〕」すべて）",
        ),
        (
            "reb",
            "【スパーク】：あなたは各プレイヤーのメンバーから1枚ずつ選び、デッキの下に置く。",
            "各プレイヤーのメンバーから選んだ1枚ずつをデッキの下に置く",
        ),
        (
            "reb",
            "【スパーク】：あなたは各プレイヤーのメンバーから1枚ずつ選び、デッキの下に置く。",
            "Put them on the bottom of each player’s deck: "
            "デッキの下に置く（＝各プレイヤーのメンバーから選んだ1枚ずつ）",
        ),
        # Two things of a cost, each with its zone.
        (
            "reb",
            "【起】【メンバー】：［エネルギーから1枚とデッキの上から1枚をそれぞれ控え室に置く］あなたは2枚引く。",
            "Put 1 card from the energy and 1 card from the top of the deck into the waiting room: "
            "エネルギーから1枚とデッキの上から1枚をそれぞれ控え室に置く",
        ),
        # Whose zone: that of the owner of the cards.
        (
            "ws",
            "【自】 このカードが【リバース】した時、"
            "あなたはこのカードのバトル相手をクロック置場に置いてよい。"
            "そうしたら、あなたは1枚引く。",
            "If this was done: 「あなたはこのカードのバトル相手をクロック置場に置く」",
        ),
        (
            "ws",
            "【自】 このカードのバトル相手が【リバース】した時、そのキャラをクロック置場に置く。",
            "Put that card into the opponent’s clock: "
            "そのキャラをクロック置場に置く（＝「このカードのバトル相手」）",
        ),
        (
            "ws",
            "【自】 このカードのバトル相手でレベル2以上のキャラが【リバース】した時、"
            "そのキャラを山札の下に置く。",
            "Put that card on the bottom of the opponent’s deck: "
            "そのキャラを山札の下に置く（＝「このカードのバトル相手でレベル2以上のキャラ」）",
        ),
        (
            "ws",
            "【カウンター】 このカードは、あなたのキャラが2枚以下なら、手札からプレイできない。",
            "It may also be played in the counter step of the opponent’s turn: 【カウンター】",
        ),
        (
            "ws",
            "次の2つの効果を3回ずつ行う。『あなたは1枚引く。』『相手は1枚引く。』",
            "Do each of the following 3 times",
        ),
        (
            "reb",
            "【ブロッカー】",
            "In the block step, the non-turn player may discard from their hand one card whose "
            "blocker ability is valid; doing so blocks the attack",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の手札から1枚控え室に置くことで、1枚引く。",
            "Do the following (neither the card nor the rules say whether it is optional)",
        ),
        (
            "ws",
            "あなたは相手の山札を上から3枚まで見て、カードを1枚選び、控え室に置き、残りのカードを山札の上に置く。",
            "Choose 1 from the cards seen: カードを1枚選び",
        ),
        (
            "ws",
            "あなたは相手の山札を上から3枚まで見て、カードを1枚選び、控え室に置き、残りのカードを山札の上に置く。",
            "Put it into the opponent’s waiting room: "
            "控え室に置き（＝選んだ「相手の山札のカード1枚」）",
        ),
        (
            "ws",
            "あなたは相手の山札を上から3枚まで見て、カードを1枚選び、控え室に置き、残りのカードを山札の上に置く。",
            "Put the rest on the top of the opponent’s deck: "
            "残りのカードを山札の上に置く（＝相手の山札から見たカードの残り）",
        ),
        # Which of two damages.
        (
            "ws",
            "あなたは相手に2ダメージを与える。このダメージがキャンセルされたなら、相手に2ダメージを与える。"
            "このダメージがキャンセルされたなら、あなたは1枚引く。",
            "If this holds: このダメージがキャンセルされた（このダメージ＝「2ダメージ」の2回目）",
        ),
        (
            "ws",
            "あなたは自分の山札の上から4枚をめくり、控え室に置く。"
            "それらのカードのクライマックス1枚につき、あなたは1枚引く。",
            "次を1回ずつ行う: それらのカードのクライマックス1枚につき"
            "（それらのカード＝自分の山札からめくった4枚）",
        ),
        (
            "ws",
            "【起】［(1)］ あなたのCX置場にトリガーアイコンが"
            '<img src="/effect-icons/treasure.webp"/>のCXがあるなら、あなたは1枚引く。',
            "解決の時に確かめる: あなたのCX置場にトリガーアイコンが【トレジャー】のCXがある",
        ),
        ("ws", "あなたはぬるぬるする。", "読み取れない: あなたはぬるぬるする"),
        # What stands before the trigger must hold for it.
        (
            "ws",
            "【自】 控え室にこのカードがあり、あなたのメインフェイズの始めに、あなたは1枚引く。",
            "この間でなければ誘発しない: 控え室にこのカードがある",
        ),
        (
            "reb",
            "【起】【リタイア】【控え室】：［エネ②］あなたはこのフェイズを終了する。",
            "Valid only while the card is in one of these zones: 【リタイア】【控え室】",
        ),
        (
            "reb",
            "【起】【リタイア】【控え室】：［エネ②］あなたはこのフェイズを終了する。",
            "End the phase: あなたはこのフェイズを終了する",
        ),
        (
            "reb",
            "【起】【メンバー】：［エネ②］あなたは自分のエントリーから1枚選び、その【スパーク】を1つ選び、発動させる。",
            "選んだ「その【スパーク】1つ」を発動させる",
        ),
        (
            "reb",
            "【キャンセル】：Reバース以外の【スパーク】",
            "これに当たるカードや能力のプレイの対抗処理で提示し、そのコストを払うと、それをキャンセルする"
            "（どの領域から提示し何を払うかは総合ルールになく、あればカードの注記による）: "
            "Reバース以外の【スパーク】",
        ),
        (
            "reb",
            "【ブロッカー】",
            "ブロックステップで、有効なこの能力を持つカードを手札から1枚すててブロックできる",
        ),
        (
            "reb",
            "【自】【エントリー】【ターン1】：このキャラがアタックした時、あなたは1枚引く。",
            "このターンに示された回数プレイしたなら、プレイできない。"
            "プレイせずに待機状態を1回取り消してもよい: 【ターン1】",
        ),
        (
            "reb",
            "【永】：このキャラの【キャンセル】は、あなたのエントリーに【のびしろ】がいる時のみ使える。",
            "このキャラの【キャンセル】は使えない",
        ),
        (
            "reb",
            "【永】：このキャラは、あなたのメンバーに〔園芸部〕がいる時のみアタックできる。",
            "Restriction: このキャラはアタックできない",
        ),
        (
            "reb",
            "【スパーク】：このターン中、このキャラは＋1/＋1され、あなたは1枚引く。",
            "このターン中、このキャラは＋1/＋1される",
        ),
        (
            "reb",
            "【自】【メンバー】：このキャラがサポートした時、あなたは1枚引く。"
            "《灯》をサポートしたら、あなたは1枚引く。",
            "次が満たされるなら: 《灯》をサポートした（＝「このキャラがサポートした」）",
        ),
    ],
)
def test_step_can_be_read_alone(game: str, text: str, expected: str, said: Said) -> None:
    assert expected in said(game, text)
