"""What a step says of what stands elsewhere in the text: chosen cards, values, later triggers,
reminders."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.resolving import step_words
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
            "（そのカード＝「自分の山札の上から1枚」）",
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
    ("game", "text", "depth", "notes"),
    [
        # It is below the whole sentence before it, not below the last step of that.
        (
            "ws",
            "あなたは自分の山札の上から1枚を公開する。そのカードがキャラなら手札に加える。"
            "（CXはキャラではない）（裏返さない）あなたは1枚引く。",
            1,
            ["CXはキャラではない", "裏返さない"],
        ),
        ("reb", "【ブロッカー】（手札から使う）", 1, ["手札から使う"]),
    ],
)
def test_reminder_is_a_note_below_its_step(
    game: str, text: str, depth: int, notes: list[str], rules: Rules
) -> None:
    resolution = rules.resolve(game, text)
    steps = [*resolution.abilities[0].own_steps()]
    at = next(at for at, step in enumerate(steps) if step.label == step_words.NOTE)
    said = [(s.depth, s.by, s.said(resolution.english)) for s in steps[at : at + len(notes)]]
    assert said == [(depth, None, f"Note on the card: {note}") for note in notes]
    assert all(step.depth == 0 for step in steps[at + len(notes) :])
