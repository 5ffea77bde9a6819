"""What a step says of what stands elsewhere in the text: chosen cards, values, later triggers,
reminders."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from tests.cards.conftest import Said


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        # What was chosen, not how many might have been.
        (
            "reb",
            "【スパーク】：あなたは自分の、パートナーかエネルギーから合計2枚選び、【スタンド】する。",
            "自分の、パートナーかエネルギーから選んだ2枚を【スタンド】する",
        ),
        (
            "ws",
            "あなたは自分の控え室の《灯台》のキャラを3枚まで選び、手札に戻す。",
            "選んだ「自分の控え室の《灯台》のキャラ」すべてを手札に戻す",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分のリタイアから《灯》以外を1枚選び、メンバーに置く。",
            "選んだ「自分のリタイアの《灯》以外の1枚」をメンバーに置く",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の控え室から、《灯》か《霧》を合計2枚まで選び、メンバーに置く。",
            "選んだ「自分の控え室の《灯》か《霧》」すべてをメンバーに置く",
        ),
        (
            "reb",
            "【スパーク】：あなたは相手のメンバーから、あなたのリタイアと同じ枚数選び、控え室に置く。",
            "相手のメンバーから選んだカードすべてを控え室に置く",
        ),
        (
            "reb",
            "【スパーク】：あなたは相手のメンバーから、あなたのリタイアと同じ枚数選び、控え室に置く。",
            "Choose as many cards as there are in the retire area from the opponent’s member area: "
            "あなたは相手のメンバーから、あなたのリタイアと同じ枚数選び",
        ),
        (
            "ws",
            "あなたは自分の山札を上から5枚見て、キャラを2枚まで選び、公開し、1枚選び、手札に加える。",
            "選んだ「自分の山札のキャラ」すべてから1枚選ぶ",
        ),
        # A replacement that may be used names its event and its time.
        (
            "ws",
            "【起】［(1)］ そのターン中、あなたが1枚引く時、かわりに2枚引いてよい。",
            "かわりに: そのターン中、あなたが1枚引く時、かわりに2枚引いてよい",
        ),
        # After the rest was put away, a choice is not from the cards seen.
        (
            "ws",
            "あなたは自分の山札を上から4枚まで見て、《灯》のキャラを1枚まで選んで手札に加え、残りのカードを"
            "控え室に置き、キャラを1枚選び、そのターン中、パワーを＋1000。",
            "Choose 1: キャラを1枚選び",
        ),
        (
            "ws",
            "【永】 このカードが《灯》を持つなら、このカードのパワーを＋500。",
            "満たされている間だけ: このカードが《灯》を持つ",
        ),
        # Which of two cards that is.
        (
            "reb",
            "【スパーク】：あなたは自分のメンバーから《灯》を1枚選び、このキャラとそのキャラを控え室に置く。",
            "このキャラとそのキャラを控え室に置く（そのキャラ＝選んだ「自分のメンバーの《灯》1枚」）",
        ),
        # Which of all such cards: that which met the trigger.
        (
            "ws",
            "【自】 他のあなたの《灯台》のキャラが舞台から控え室に置かれた時、"
            "そのキャラを思い出にする。",
            "そのキャラを思い出にする（＝「舞台から控え室に置かれた、他のあなたの《灯台》のキャラ」）",
        ),
        (
            "reb",
            "【自】【メンバー】：このキャラが〔園芸部〕をサポートした時、サポートされたキャラを＋1/±0。",
            "サポートされたキャラを＋1/±0する（＝「このキャラがサポートした、〔園芸部〕」）",
        ),
        # Whose deck: the text leaves the choice.
        (
            "ws",
            "あなたは自分か相手の、山札の上から2枚を、控え室に置く。",
            "Put 2 cards from the top of your or the opponent’s deck "
            "into your or the opponent’s waiting room: "
            "あなたは自分か相手の、山札の上から2枚を、控え室に置く",
        ),
        # The value of each target.
        (
            "ws",
            "【永】 応援 このカードの前のあなたのキャラすべてに、パワーを＋Ｘ。"
            "Ｘはそのキャラのレベル×250に等しい。",
            "このカードの前のあなたのキャラすべてに、パワーを＋Ｘする"
            "（Ｘ＝効果を受けるそれぞれのキャラのレベル×250）",
        ),
        (
            "ws",
            "【永】 あなたの《灯台》の効果で与えるダメージを＋1。",
            "Change of damage: +1: あなたの《灯台》の効果で与えるダメージを＋1",
        ),
        (
            "ws",
            "あなたは自分の山札の上から1枚を公開する。そのカードが《灯台》のキャラなら手札に加える。",
            "If this holds: そのカードが《灯台》のキャラである"
            "（そのカード＝自分の山札から公開した1枚）",
        ),
        # Cards that were put are no longer where they were taken from.
        (
            "ws",
            "あなたは自分の山札の上から1枚を、控え室に置く。そのカードがキャラなら、あなたは1枚引く。",
            "次が満たされるなら: そのカードがキャラである"
            "（そのカード＝自分の山札から控え室に置いた1枚）",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の手札から《灯》か《霧》を1枚選び、メンバーに置く。"
            "《灯》を置いたら、あなたは1枚引く。",
            "次が満たされるなら: 《灯》を置いた"
            "（置いたカード＝選んだ「自分の手札の《灯》か《霧》1枚」）",
        ),
        (
            "ws",
            "【自】 このカードがアタックした時、すべてのプレイヤーは次の行動を行う。"
            "『あなたは自分の手札を1枚選び、控え室に置く。』",
            "それぞれが次を行う（以下の「あなた」はそのプレイヤー）",
        ),
        # Where a card is that a condition names, and whose the second of two choices is.
        (
            "reb",
            "【スパーク】：あなたのエントリーに〔園芸部〕がいるなら、このターン中、そのキャラを＋1/±0。",
            "このターン中、そのキャラを＋1/±0する（＝「あなたのエントリーの〔園芸部〕」）",
        ),
        (
            "reb",
            "【スパーク】：あなたは自分の、メンバーとリタイアから《灯》を1枚ずつ選び、それらを入れ替える。",
            "それらを入れ替える"
            "（＝選んだ「自分のメンバーの《灯》1枚」と「自分のリタイアの《灯》1枚」）",
        ),
        # An occasion is only that; what is done on it has steps of its own.
        (
            "reb",
            "【永】：相手は効果でメンバーから〔園芸部〕を選ぶ際、このキャラを優先する。",
            "On this occasion: 相手は効果でメンバーから〔園芸部〕を選ぶ際",
        ),
        (
            "ws",
            "【永】 このカードはサイドアタックしてもソウルが減少しない。",
            "Even if this is so: このカードはサイドアタックしても",
        ),
        # The card that is named in the place where another is put.
        (
            "ws",
            "あなたは自分のキャラを1枚選び、このカードをそのキャラの下にマーカーとして置く。",
            "このカードをそのキャラの下にマーカーとして置く"
            "（そのキャラ＝選んだ「自分のキャラ1枚」）",
        ),
        (
            "reb",
            "【スパーク】：あなたは相手のエントリーから1枚選び、デッキの下に置く。",
            "エントリーが空いたプレイヤーは、続くエントリー処理で自分のデッキの一番上をそこに置く",
        ),
    ],
)
def test_step_says_what_it_needs(game: str, text: str, expected: str, said: Said) -> None:
    assert expected in said(game, text)


@pytest.mark.parametrize(
    ("game", "text", "english"),
    [
        (
            "ws",
            "このカード以外の自分の思い出置場のカードすべてを、控え室に置く。",
            "Put all of the other cards from the memory area into",
        ),
        (
            "ws",
            "自分の控え室の《灯》のキャラすべてを、山札に戻す。",
            "Return all of the stated cards from the",
        ),
        ("ws", "赤以外の自分のキャラを1枚選び、手札に戻す。", "Choose 1 card (except as stated)"),
        ("ws", "相手のキャラを1枚選び、手札に戻す。", "Choose 1 card of the opponent’s"),
        (
            "ws",
            "自分の手札をランダムに1枚選び、控え室に置く。",
            "Choose 1 from the hand, at random",
        ),
        ("ws", "相手に1ダメージを与える。", "Deal 1 damage to the opponent"),
        (
            "ws",
            "相手の前列のキャラを1枚【レスト】する。",
            "Rest 1 card in the opponent’s center stage",
        ),
        (
            "ws",
            "他のあなたの前列の《灯》のキャラ1枚につき、そのターン中、このカードのパワーを＋500。",
            "Change of power: +500 for each other card in the center stage",
        ),
        (
            "ws",
            "このカードを前列のキャラのいない他の枠に動かす。",
            "Move this card into another empty slot in the center stage",
        ),
        (
            "reb",
            "あなたのリタイアの〔園芸部〕のキャラ1種類につき、このターン中、このキャラを＋2/±0。",
            "Change: +2/±0 for each different card in the retire area",
        ),
        (
            "reb",
            "自分のエントリーの【スパーク】から1つ発動させる。",
            "Trigger 1 of the spark abilities in the entry area",
        ),
        (
            "ws",
            "このカードの下のマーカーすべてとこのカードをそのキャラの下にマーカーとして置く。",
            "Put all of the markers from under this card and this card under that character",
        ),
        ("reb", "いずれかのメンバーから1枚選び、手札に戻す。", "Choose 1 from any player’s member"),
    ],
)
def test_no_english_head_denies_the_words(game: str, text: str, english: str, said: Said) -> None:
    opening = "【自】：このキャラが" if game == "reb" else "【自】 このカードが"
    assert any(each.startswith(english) for each in said(game, f"{opening}アタックした時、{text}"))


def test_delayed_effect_is_below_its_trigger(rules: Rules) -> None:
    text = "【起】【エントリー】：［エネ①］このターン終了時、あなたは2枚引く。あなたは1枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    own = [(step.depth, step.text) for step in ability.own_steps()][-3:]
    later = (0, "後で誘発する: このターン終了時")
    assert own == [later, (1, "あなたは2枚引く"), (0, "あなたは1枚引く")]
    (trigger,) = (step for step in ability.steps if "後で" in step.text)
    assert trigger.clauses == ("9.8.5", "7.6.1", "9.8.5.1")
    assert "9.8.5.1" not in {step.clauses[0] for step in ability.steps if step.part == "between"}


@pytest.mark.parametrize(
    ("game", "text", "at", "notes"),
    [
        (
            "ws",
            "あなたは自分の山札の上から1枚を公開する。そのカードがキャラなら手札に加える。"
            "（CXはキャラではない）（裏返さない）あなたは1枚引く。",
            3,
            ["Note on the card: CXはキャラではない", "Note on the card: 裏返さない"],
        ),
        ("reb", "【ブロッカー】（手札から使う）", 2, ["Note on the card: 手札から使う"]),
        # What is done otherwise is level with the condition.
        (
            "ws",
            "あなたは自分の山札の上から1枚を公開する。そのカードがキャラなら手札に加える。"
            "（CXのレベルは0として扱う。そうでないなら元に戻す）",
            3,
            ["Note on the card: CXのレベルは0として扱う", "Otherwise (note on the card): 元に戻す"],
        ),
        # The procedure says how to block, before the note on it.
        (
            "reb",
            "【ブロッカー】〔灯台〕\n（味方の〔灯台〕へのアタック1回のダメージを0にする）",
            3,
            ["Note on the card: 味方の〔灯台〕へのアタック1回のダメージを0にする"],
        ),
        # What is said of Ｘ, or of what is counted, stands below the step that has it.
        (
            "ws",
            "あなたは自分の控え室のレベルＸ以下のキャラを1枚まで選び、手札に戻す。"
            "Ｘはあなたのレベルに等しい。（3が最大）",
            1,
            ["Note on the card: 3が最大"],
        ),
        (
            "ws",
            "【永】 あなたのキャラ1枚につき、このカードのパワーを＋500。このカードのレベルを＋1。"
            "（同名もカウントする）",
            1,
            ["Note on the card: 同名もカウントする"],
        ),
    ],
)
def test_note_is_level_with_its_step(
    game: str, text: str, at: int, notes: list[str], rules: Rules
) -> None:
    resolution = rules.resolve(game, text)
    steps = [*resolution.abilities[0].own_steps()]
    said = [(s.depth, s.by, s.said(resolution.english)) for s in steps[at : at + len(notes)]]
    assert said == [(0, None, note) for note in notes]


@pytest.mark.parametrize(
    ("text", "depths"),
    [
        (
            "【スパーク】：あなたのリタイアが4枚以上なら、あなたは1枚引く。{}。",
            {"4枚以上": 0, "2枚分": 0, "引く": 1},
        ),
        (
            "【自】：このキャラがメンバーに置かれた時、あなたは1枚引いてよい。"
            "あなたのリタイアが4枚以上で、あなたのエネルギーが3枚以上なら、このキャラを＋1/＋1。{}。",
            {"4枚以上": 0, "2枚分": 0, "＋1": 1},
        ),
    ],
)
@pytest.mark.parametrize("verb", ["数える", "扱う"])
def test_rule_of_counting_is_below_the_check(
    text: str, depths: dict[str, int], verb: str, rules: Rules
) -> None:
    rule = f"この効果でリタイアの《灯》は2枚分として{verb}"
    resolution = rules.resolve("reb", text.format(rule))
    steps = [*resolution.abilities[0].own_steps()][-len(depths) :]
    found = zip(steps, depths.items(), strict=True)
    assert all(words in step.text and step.depth == depth for step, (words, depth) in found)
    (counting,) = (step for step in steps if "2枚分" in step.words)
    assert (counting.text, counting.by, counting.part) == (rule, None, "condition")
    assert counting.said(resolution.english) == f"Counting: {rule}"
