"""Times and conditions of a meaning, field by field, of invented cards."""

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


def _told(node: Any) -> Any:
    """Return ``node`` without where it stands and what it points at."""
    if isinstance(node, list):
        return [_told(part) for part in node]
    if not isinstance(node, dict):
        return node
    left_out = ("start", "end", "refers", "asks", "type", "qualities")
    return {name: _told(part) for name, part in node.items() if name not in left_out}


@pytest.mark.parametrize(
    ("game", "time", "told"),
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
def test_a_moment_tells_whose_it_is(
    corpus: Corpus, game: str, time: str, told: dict[str, Any]
) -> None:
    ability = _meaning(corpus, game, f"【自】 {time}、あなたは1枚引く。")
    assert _told(ability["trigger"]["moment"]) == told


def test_a_phase_is_the_time_of_the_event_behind_it(corpus: Corpus) -> None:
    time = "相手のスタンバイフェイズに"
    text = f"【自】【メンバー】：{time}このキャラが【スタンド】した時、あなたは2枚引く。"
    trigger = _told(_meaning(corpus, "reb", text)["trigger"])
    assert trigger["within"] == {"owners": ["相手"], "word": "スタンバイフェイズ"}
    assert [event["verb"] for event in trigger["events"]] == ["【スタンド】する"]


def test_a_later_moment_tells_which_it_is(corpus: Corpus) -> None:
    text = "【起】 次のあなたのドローフェイズの始めに、あなたは1枚引く。"
    (effect,) = _meaning(corpus, "ws", text)["effects"]
    moment = _told(effect["trigger"]["moment"])
    assert moment == {"word": "ドローフェイズの始め", "owners": ["あなた"], "which": ["次の"]}


def test_a_moment_is_told_by_what_comes_about_in_it(corpus: Corpus) -> None:
    text = "【自】：このキャラがサポートしたアタック終了時、あなたは１枚引く。"
    event = _meaning(corpus, "reb", text)["trigger"]["moment"]["events"][0]
    assert (event["verb"], event["who"]["sort"]) == ("サポートする", "this-card")


def test_the_turn_after_a_turn(corpus: Corpus) -> None:
    text = (
        "【起】 あなたは自分のキャラを1枚選び、そのターンの次のターンの終わりまで、パワーを＋1000。"
    )
    *_, effect = _meaning(corpus, "ws", text)["effects"]
    told = _told(effect["until"])
    assert told == {"word": "ターンの終わり", "which": ["そのターンの", "次の"]}


def test_one_of_several_attacks_in_each_turn(corpus: Corpus) -> None:
    text = (
        "【永】：各ターンこのキャラの１回目のアタック中、このキャラを＋１/±０し、"
        "２回目のアタック中、このキャラを＋２/±０。"
    )
    turn = {"word": "ターン", "which": ["各"]}
    attack = {"word": "アタック", "owners": ["このキャラ"], "inside": turn}
    effects = _meaning(corpus, "reb", text)["effects"]
    assert [_told(effect["until"]) for effect in effects] == [
        {**attack, "which": ["1回目の"]},
        {**attack, "which": ["2回目の"]},
    ]


def test_the_turn_in_which_something_came_about(corpus: Corpus) -> None:
    text = (
        "【自】 このカードが手札から舞台に置かれたターン中、"
        "相手のキャラがアタックした時、あなたは1枚引く。"
    )
    event = _meaning(corpus, "ws", text)["trigger"]["within"]["events"][0]
    told = (event["verb"], event["source"]["zones"], event["goal"]["zones"])
    assert told == ("置く", ["手札"], ["舞台"])


def test_a_time_at_which_alone_something_cannot_be_is_no_duration(corpus: Corpus) -> None:
    text = (
        "【起】 あなたは相手のキャラを1枚選び、【レスト】する。"
        "そのキャラは次の相手のスタンドフェイズに【スタンド】しない。"
    )
    *_, prohibit = _meaning(corpus, "ws", text)["effects"]
    assert "until" not in prohibit
    moment = _told(prohibit["event"]["moment"])
    assert moment == {"word": "スタンドフェイズ", "owners": ["相手"], "which": ["次の"]}


def test_a_time_among_the_words_of_what_changes(corpus: Corpus) -> None:
    text = "【スパーク】：あなたがこのターン次にキャラをプレイするコストは０になる。"
    (effect,) = _meaning(corpus, "reb", text)["effects"]
    assert _told(effect["until"]) == {"word": "ターン", "which": ["この"]}


# ---- Conditions


@pytest.mark.parametrize(
    ("game", "asked", "what"),
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
def test_a_condition_tells_what_something_must_be(
    corpus: Corpus, game: str, asked: str, what: dict[str, Any]
) -> None:
    deck = {"ws": "山札", "reb": "デッキ"}[game]
    text = f"【起】：あなたは自分の{deck}の上から1枚控え室に置く。{asked}なら、あなたは1枚引く。"
    text = text if game == "reb" else text.replace("：", " ")
    (condition,) = _meaning(corpus, game, text)["effects"][1]["conditions"]
    assert _told(condition["what"]) == what


def test_a_turn_that_must_be_on_is_told_in_one_way(corpus: Corpus) -> None:
    text = "【永】 相手のターン中、このカードのパワーを＋500。"
    (condition,) = _meaning(corpus, "ws", text)["condition"]
    assert _told(condition) == {"what": {"word": "ターン", "owners": ["相手"]}}


@pytest.mark.parametrize(
    ("asked", "comparison", "than"),
    [
        ("あなたのリタイアが相手より多い", "多い", {"sort": "players", "words": ["相手"]}),
        (
            "あなたの手札が相手の手札より多い",
            "多い",
            {"sort": "zone", "owners": ["相手"], "zones": ["手札"], "words": ["手札"]},
        ),
    ],
)
def test_a_condition_tells_what_it_compares_with(
    corpus: Corpus, asked: str, comparison: str, than: dict[str, Any]
) -> None:
    (condition,) = _meaning(corpus, "reb", f"【永】：{asked}なら、このキャラを＋１/±０。")[
        "condition"
    ]
    assert (condition["comparison"], _told(condition["than"])) == (comparison, than)


def test_a_number_may_be_bound_by_another(corpus: Corpus) -> None:
    text = "【永】 相手のレベルがあなたのレベル以上なら、このカードのパワーを＋500。"
    (condition,) = _meaning(corpus, "ws", text)["condition"]
    assert condition["comparison"] == "以上"
    assert condition["than"]["owners"] == ["あなた"]


def test_a_number_that_is_asked_for_exactly(corpus: Corpus) -> None:
    text = "【永】 このカードの正面のキャラのレベルが2なら、このカードのパワーを＋500。"
    (condition,) = _meaning(corpus, "ws", text)["condition"]
    assert condition["number"]["count"] == 2
    assert "what" not in condition


def test_a_condition_tells_among_what_it_looks(corpus: Corpus) -> None:
    text = (
        "【自】：このキャラが登場した時、あなたは自分のデッキの上から２枚公開し、"
        "それらとあなたのメンバーの中で、《園子》が合計３枚以上いるなら、１枚引く。"
    )
    (condition,) = _meaning(corpus, "reb", text)["effects"][-1]["conditions"]
    assert condition["place"]["of"]["words"] == ["それら", "メンバー"]


def test_a_condition_may_ask_for_nothing_else(corpus: Corpus) -> None:
    text = "【永】：あなたのメンバーが《園子》のみなら、このキャラを＋１/±０。"
    (condition,) = _meaning(corpus, "reb", text)["condition"]
    assert (condition["comparison"], condition["what"]["words"]) == ("のみ", ["《園子》"])


def test_what_must_be_the_same_is_asked_of_what_was_asked_before(corpus: Corpus) -> None:
    text = (
        "【起】：あなたは１～９の数字を１つ宣言し、自分のデッキの上から１枚控え室に置く。"
        "それがキャラなら、あなたは１枚引く。宣言した数字と同じコストなら、相手は１枚引く。"
    )
    (condition,) = _meaning(corpus, "reb", text)["effects"][-1]["conditions"]
    told = (condition["comparison"], condition["than"]["words"], condition["what"]["words"])
    assert told == ("同じ", ["数字"], ["コスト"])
    place = condition["subject"]["to"]
    assert text[place["start"] : place["end"]] == "自分のデッキの上から１枚"


def test_which_attack_it_is_is_asked_of_the_attack(corpus: Corpus) -> None:
    text = (
        "【自】【エントリー】：このキャラがアタックした時、"
        "それが１回目のアタックなら、あなたは１枚引く。"
    )
    (condition,) = _meaning(corpus, "reb", text)["condition"]
    place = condition["subject"]["to"]
    assert text[place["start"] : place["end"]] == "このキャラがアタックした"
    assert _told(condition["what"]) == {"word": "アタック", "which": ["1回目の"]}


def test_neither_of_two_cases_denies_them_both(corpus: Corpus) -> None:
    text = (
        "【起】：あなたは自分のデッキの上から１枚控え室に置き、"
        "それが《園子》ならⅰ、Reバースならⅱ、どちらでもないならⅲを行う。\n"
        "ⅰ．２枚引く。\nⅱ．３枚引く。\nⅲ．４枚引く。"
    )
    *_, neither = _meaning(corpus, "reb", text)["effects"]
    asked = [(c["negated"], _told(c["what"])["words"]) for c in neither["conditions"]]
    assert asked == [(True, ["《園子》"]), (True, ["Reバース"])]


# ---- What is put off


@pytest.mark.parametrize(
    "put_off",
    [
        "ターンの終わりに、そのキャラを山札に戻す。その山札をシャッフルする。",
        "ターンの終わりに、そのキャラが舞台にいるなら、そのキャラを山札に戻す。"
        "その山札をシャッフルする。",
    ],
)
def test_a_sentence_on_what_is_done_later_is_done_later(corpus: Corpus, put_off: str) -> None:
    text = (
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。そうしたら、"
        f"あなたは自分の控え室のキャラを1枚選び、舞台の好きな枠に置く。{put_off}"
    )
    *_, later = _meaning(corpus, "ws", text)["effects"][-1]["then"]
    (only,) = later["effects"][:-1] or later["effects"]
    done = only["then"] if only["type"] == "if" else later["effects"]
    assert [effect["type"] for effect in done] == ["return", "shuffle"]


def test_whether_it_was_done_later_is_asked_later(corpus: Corpus) -> None:
    text = (
        "【起】：あなたは自分のキャラを１枚選び、【レスト】する。"
        "このターン終了時、そのキャラをデッキの下に置くことで、あなたは２枚引く。"
        "デッキの下に置かないなら、１枚引く。"
    )
    *_, later = _meaning(corpus, "reb", text)["effects"]
    assert [effect["type"] for effect in later["effects"]] == ["by-doing", "if"]
