"""The fields of times and conditions in meanings of invented cards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.clauses.corpus import Corpus


def _meaning(corpus: Corpus, game: str, text: str) -> Any:
    annotation = Rules(corpus).annotate(game, text)
    assert not annotation.reading.gaps
    (ability,) = json.loads(annotation.json_text())["meaning"]
    return ability


def _content(node: Any) -> Any:
    """Return ``node`` without its spans, pointers and types."""
    if isinstance(node, list):
        return [_content(part) for part in node]
    if not isinstance(node, dict):
        return node
    omitted = ("start", "end", "refers", "asks", "type", "qualities")
    return {name: _content(part) for name, part in node.items() if name not in omitted}


@pytest.mark.parametrize(
    ("game", "time", "expected"),
    [
        (
            "ws",
            "相手のアタックフェイズの始めに",
            {"owners": ["相手"], "word": "アタックフェイズの始め"},
        ),
        (
            "ws",
            "相手のターンのカウンターステップの始めに",
            {"owners": ["相手"], "word": "カウンターステップの始め"},
        ),
        (
            "ws",
            "このカードのアタックの終わりに",
            {"owners": ["このカード"], "word": "アタックの終わり"},
        ),
        ("reb", "このキャラのアタック終了時", {"owners": ["このキャラ"], "word": "アタック終了時"}),
        ("reb", "各アタックフェイズ開始時", {"which": ["各"], "word": "アタックフェイズ開始時"}),
    ],
)
def test_moment_has_its_owner(
    corpus: Corpus, game: str, time: str, expected: dict[str, Any]
) -> None:
    ability = _meaning(corpus, game, f"【自】 {time}、あなたは1枚引く。")
    assert _content(ability["trigger"]["moment"]) == expected


def test_phase_is_the_time_of_the_next_event(corpus: Corpus) -> None:
    time = "相手のスタンバイフェイズに"
    text = f"【自】【メンバー】：{time}このキャラが【スタンド】した時、あなたは2枚引く。"
    trigger = _content(_meaning(corpus, "reb", text)["trigger"])
    assert trigger["within"] == {"owners": ["相手"], "word": "スタンバイフェイズ"}
    assert [event["verb"] for event in trigger["events"]] == ["【スタンド】する"]


def test_later_moment_has_its_ordinal(corpus: Corpus) -> None:
    text = "【起】 次のあなたのドローフェイズの始めに、あなたは1枚引く。"
    (effect,) = _meaning(corpus, "ws", text)["effects"]
    moment = _content(effect["trigger"]["moment"])
    assert moment == {"word": "ドローフェイズの始め", "owners": ["あなた"], "which": ["次の"]}


def test_moment_is_described_by_an_event(corpus: Corpus) -> None:
    text = "【自】：このキャラがサポートしたアタック終了時、あなたは１枚引く。"
    event = _meaning(corpus, "reb", text)["trigger"]["moment"]["events"][0]
    assert (event["verb"], event["who"]["sort"]) == ("サポートする", "this-card")


def test_turn_after_a_turn(corpus: Corpus) -> None:
    text = (
        "【起】 あなたは自分のキャラを1枚選び、そのターンの次のターンの終わりまで、パワーを＋1000。"
    )
    *_, effect = _meaning(corpus, "ws", text)["effects"]
    duration = _content(effect["until"])
    assert duration == {"word": "ターンの終わり", "which": ["そのターンの", "次の"]}


def test_ordinal_attack_within_each_turn(corpus: Corpus) -> None:
    text = (
        "【永】：各ターンこのキャラの１回目のアタック中、このキャラを＋１/±０し、"
        "２回目のアタック中、このキャラを＋２/±０。"
    )
    turn = {"word": "ターン", "which": ["各"]}
    attack = {"word": "アタック", "owners": ["このキャラ"], "inside": turn}
    effects = _meaning(corpus, "reb", text)["effects"]
    assert [_content(effect["until"]) for effect in effects] == [
        {**attack, "which": ["1回目の"]},
        {**attack, "which": ["2回目の"]},
    ]


def test_turn_is_described_by_an_event(corpus: Corpus) -> None:
    text = (
        "【自】 このカードが手札から舞台に置かれたターン中、"
        "相手のキャラがアタックした時、あなたは1枚引く。"
    )
    event = _meaning(corpus, "ws", text)["trigger"]["within"]["events"][0]
    fields = (event["verb"], event["source"]["zones"], event["goal"]["zones"])
    assert fields == ("置く", ["手札"], ["舞台"])


def test_moment_of_a_prohibition_is_not_a_duration(corpus: Corpus) -> None:
    text = (
        "【起】 あなたは相手のキャラを1枚選び、【レスト】する。"
        "そのキャラは次の相手のスタンドフェイズに【スタンド】しない。"
    )
    *_, prohibit = _meaning(corpus, "ws", text)["effects"]
    assert "until" not in prohibit
    moment = _content(prohibit["event"]["moment"])
    assert moment == {"word": "スタンドフェイズ", "owners": ["相手"], "which": ["次の"]}


def test_time_within_the_object_is_the_duration(corpus: Corpus) -> None:
    text = "【スパーク】：あなたがこのターン次にキャラをプレイするコストは０になる。"
    (effect,) = _meaning(corpus, "reb", text)["effects"]
    assert _content(effect["until"]) == {"word": "ターン", "which": ["この"]}


# ---- Conditions


@pytest.mark.parametrize(
    ("game", "condition_text", "what"),
    [
        ("ws", "そのカードが《庭》", {"sort": "qualities", "words": ["《庭》"]}),
        ("ws", "そのカードが「庭の朝」", {"sort": "qualities", "words": ["「庭の朝」"]}),
        ("ws", "そのカードがクライマックス", {"sort": "cards", "words": ["クライマックス"]}),
        ("ws", "そのカードがレベル1以下のキャラ", {"sort": "cards", "words": ["キャラ"]}),
        ("reb", "それが〔園芸部〕", {"sort": "qualities", "words": ["〔園芸部〕"]}),
        ("reb", "それがReバース", {"sort": "cards", "words": ["Reバース"]}),
        ("reb", "あなたのターン", {"word": "ターン", "owners": ["あなた"]}),
        ("reb", "あなたのターン中", {"word": "ターン", "owners": ["あなた"]}),
    ],
)
def test_condition_has_the_required_identity(
    corpus: Corpus, game: str, condition_text: str, what: dict[str, Any]
) -> None:
    deck = {"ws": "山札", "reb": "デッキ"}[game]
    text = f"【起】：あなたは自分の{deck}の上から1枚控え室に置く。"
    text += f"{condition_text}なら、あなたは1枚引く。"
    text = text if game == "reb" else text.replace("：", " ")
    (condition,) = _meaning(corpus, game, text)["effects"][1]["conditions"]
    assert _content(condition["what"]) == what


def test_required_turn_has_one_form(corpus: Corpus) -> None:
    text = "【永】 相手のターン中、このカードのパワーを＋500。"
    (condition,) = _meaning(corpus, "ws", text)["condition"]
    assert _content(condition) == {"what": {"word": "ターン", "owners": ["相手"]}}


@pytest.mark.parametrize(
    ("condition_text", "comparison", "than"),
    [
        ("あなたのリタイアが相手より多い", "多い", {"sort": "players", "words": ["相手"]}),
        (
            "あなたの手札が相手の手札より多い",
            "多い",
            {"sort": "zone", "owners": ["相手"], "zones": ["手札"], "words": ["手札"]},
        ),
    ],
)
def test_comparison_has_its_standard(
    corpus: Corpus, condition_text: str, comparison: str, than: dict[str, Any]
) -> None:
    (condition,) = _meaning(corpus, "reb", f"【永】：{condition_text}なら、このキャラを＋１/±０。")[
        "condition"
    ]
    assert (condition["comparison"], _content(condition["than"])) == (comparison, than)


def test_number_may_be_compared_with_another(corpus: Corpus) -> None:
    text = "【永】 相手のレベルがあなたのレベル以上なら、このカードのパワーを＋500。"
    (condition,) = _meaning(corpus, "ws", text)["condition"]
    assert condition["comparison"] == "以上"
    assert condition["than"]["owners"] == ["あなた"]


def test_exact_number_is_a_condition(corpus: Corpus) -> None:
    text = "【永】 このカードの正面のキャラのレベルが2なら、このカードのパワーを＋500。"
    (condition,) = _meaning(corpus, "ws", text)["condition"]
    assert condition["number"]["count"] == 2
    assert "what" not in condition


def test_condition_has_the_cards_it_searches(corpus: Corpus) -> None:
    text = (
        "【自】：このキャラが登場した時、あなたは自分のデッキの上から２枚公開し、"
        "それらとあなたのメンバーの中で、《園子》が合計３枚以上いるなら、１枚引く。"
    )
    (condition,) = _meaning(corpus, "reb", text)["effects"][-1]["conditions"]
    assert condition["place"]["of"]["words"] == ["それら", "メンバー"]


def test_condition_may_exclude_everything_else(corpus: Corpus) -> None:
    text = "【永】：あなたのメンバーが《園子》のみなら、このキャラを＋１/±０。"
    (condition,) = _meaning(corpus, "reb", text)["condition"]
    assert (condition["comparison"], condition["what"]["words"]) == ("のみ", ["《園子》"])


def test_equality_condition_inherits_the_subject(corpus: Corpus) -> None:
    text = (
        "【起】：あなたは１～９の数字を１つ宣言し、自分のデッキの上から１枚控え室に置く。"
        "それがキャラなら、あなたは１枚引く。宣言した数字と同じコストなら、相手は１枚引く。"
    )
    (condition,) = _meaning(corpus, "reb", text)["effects"][-1]["conditions"]
    fields = (condition["comparison"], condition["than"]["words"], condition["what"]["words"])
    assert fields == ("同じ", ["数字"], ["コスト"])
    place = condition["subject"]["to"]
    assert text[place["start"] : place["end"]] == "自分のデッキの上から１枚"


def test_ordinal_condition_has_the_attack_as_subject(corpus: Corpus) -> None:
    text = (
        "【自】【エントリー】：このキャラがアタックした時、"
        "それが１回目のアタックなら、あなたは１枚引く。"
    )
    (condition,) = _meaning(corpus, "reb", text)["condition"]
    place = condition["subject"]["to"]
    assert text[place["start"] : place["end"]] == "このキャラがアタックした"
    assert _content(condition["what"]) == {"word": "アタック", "which": ["1回目の"]}


def test_neither_negates_both_cases(corpus: Corpus) -> None:
    text = (
        "【起】：あなたは自分のデッキの上から１枚控え室に置き、"
        "それが《園子》ならⅰ、Reバースならⅱ、どちらでもないならⅲを行う。\n"
        "ⅰ．２枚引く。\nⅱ．３枚引く。\nⅲ．４枚引く。"
    )
    *_, neither = _meaning(corpus, "reb", text)["effects"]
    conditions = [(c["negated"], _content(c["what"])["words"]) for c in neither["conditions"]]
    assert conditions == [(True, ["《園子》"]), (True, ["Reバース"])]


# ---- Delayed effects


@pytest.mark.parametrize(
    "delayed",
    [
        "ターンの終わりに、そのキャラを山札に戻す。その山札をシャッフルする。",
        "ターンの終わりに、そのキャラが舞台にいるなら、そのキャラを山札に戻す。"
        "その山札をシャッフルする。",
    ],
)
def test_sentence_on_a_delayed_act_is_delayed_too(corpus: Corpus, delayed: str) -> None:
    text = (
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。そうしたら、"
        f"あなたは自分の控え室のキャラを1枚選び、舞台の好きな枠に置く。{delayed}"
    )
    *_, later = _meaning(corpus, "ws", text)["effects"][-1]["then"]
    (only,) = later["effects"][:-1] or later["effects"]
    effects = only["then"] if only["type"] == "if" else later["effects"]
    assert [effect["type"] for effect in effects] == ["return", "shuffle"]


def test_condition_on_a_delayed_act_is_delayed_too(corpus: Corpus) -> None:
    text = (
        "【起】：あなたは自分のキャラを１枚選び、【レスト】する。"
        "このターン終了時、そのキャラをデッキの下に置くことで、あなたは２枚引く。"
        "デッキの下に置かないなら、１枚引く。"
    )
    *_, later = _meaning(corpus, "reb", text)["effects"]
    assert [effect["type"] for effect in later["effects"]] == ["by-doing", "if"]
