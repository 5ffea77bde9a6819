"""The steps of a card text in both languages."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest

from rulebook.api import Rules
from rulebook.cards.annotating.governing import GoverningFile
from rulebook.cards.annotating.procedures import StepPart
from rulebook.cards.resolving import resolver, step_words
from rulebook.errors import CorpusError
from rulebook.toml_files.loader import load_toml
from tests.cards.fixtures import GAMES, blocks
from tests.conftest import Run
from tests.support import ROOT

JAPANESE = re.compile("[ぁ-んァ-ヺ一-龠]")
CARD = "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。そうしたら、1枚引く。"


def _english() -> dict[str, str]:
    shared = (ROOT / "corpus" / "governing.toml").read_text(encoding="utf-8")
    english: dict[str, str] = tomllib.loads(shared)["english"]
    return english


def test_whatever_a_step_says_itself_is_there_in_english() -> None:
    said = set(re.findall('"([^"{}]*)"', inspect.getsource(step_words.told)))
    said |= {"あなた", "相手"}
    for path in ROOT.glob("corpus/*/governing.toml"):
        procedures = tomllib.loads(path.read_text(encoding="utf-8")).get("procedures", {})
        steps = [step for steps in procedures.values() for step in steps]
        said |= {said for step in steps for said in (step["text"], step.get("by", ""))}
    said = {each for each in said if JAPANESE.search(each) and each not in "、（＝）"}
    people = {
        "すべてのプレイヤー",
        "各プレイヤー",
        "プレイヤー",
        "お互い",
    }  # who does it by the card's words
    english = _english()
    assert said - set(english) == set()
    assert set(english) - said - people == set()
    assert not any(map(JAPANESE.search, english.values()))


def test_each_part_of_a_procedure_has_its_steps() -> None:
    assert set(resolver._STEPS_OF_PART) == set(StepPart)


def test_a_part_that_is_none_is_a_fault_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "governing.toml"
    step = '[[procedures."【自】"]]\npart = "own-crad"\ntext = "…"\nclauses = ["1.1"]\n'
    path.write_text(f'edition = "1"\n{step}', encoding="utf-8")
    with pytest.raises(CorpusError, match=r"governing\.toml:3: .*'own-crad'.*\"own-card\""):
        load_toml(path, GoverningFile, hint="")


@pytest.mark.parametrize("alias", GAMES)
def test_steps_in_english_have_no_japanese_but_the_words_of_the_card(
    alias: str, rules: Rules
) -> None:
    for case in blocks(alias, "ast"):
        resolution = rules.resolve(alias, case.text)
        for step in (step for ability in resolution.abilities for step in ability.steps):
            told = step.as_json(resolution.english)
            assert told["text"].endswith(step.words)
            assert told["text_en"].endswith(step.words)
            assert not JAPANESE.search(told["text_en"].removesuffix(step.words)), told
            assert not JAPANESE.search(told["by_en"] or ""), told


def test_the_terminal_resolves_in_its_language(run: Run) -> None:
    english = run("--lang", "en", "resolve", "ws", CARD).stdout
    assert "1. Its trigger condition is met: このカードがアタックした時" in english
    assert "[master of the ability]" in english
    japanese = run("--lang", "ja", "resolve", "ws", CARD).stdout
    assert "1. 誘発条件が満たされる: このカードがアタックした時" in japanese
    assert "[能力のマスター]" in japanese


def test_what_comes_of_a_given_ability_comes_once_and_there(rules: Rules) -> None:
    given = "『【自】 このカードのバトル相手が【リバース】した時、あなたは1枚引く。』"
    text = f"【自】 このカードがアタックした時、そのターン中、このカードは{given}を得る。"
    (ability,) = rules.resolve("ws", text).abilities
    empty_deck = [step for step in ability.steps if step.clauses == ("9.2.2",)]
    ends = [step.depth for step in ability.steps if step.part == "end"]
    assert len(empty_deck) == 1
    assert empty_deck[0].depth == max(ends) > min(ends) == 0


@pytest.mark.parametrize(
    ("game", "text", "words", "clauses"),
    [
        (
            "vs",
            "【自】［リング］ このカードがアタックした時、"
            "あなたのリングに《花》のキャラがいるなら、"
            "あなたは1枚引く。",
            "《花》のキャラがいる",
            ("8.6.5",),
        ),
        ("gbf", "朝の光：ターン1回 登場時、1枚引く。", "ターン1回", ("10-5-1", "10-5-2")),
        ("gbf", "アシスト［①］1枚引く。", "アシスト", ("10-18-2", "10-18-1")),
    ],
)
def test_what_must_be_so_in_other_games(
    game: str, text: str, words: str, clauses: tuple[str, ...], rules: Rules
) -> None:
    (ability,) = rules.resolve(game, text).abilities
    (step,) = (step for step in ability.steps if step.part == "condition")
    assert words in step.words
    assert step.clauses == clauses


def test_what_nothing_sets_off_has_no_trigger(rules: Rules) -> None:
    (ability,) = rules.resolve("gbf", "アシスト［①］1枚引く。").abilities
    assert "trigger" not in {step.part for step in ability.steps}


def test_nobody_does_what_always_holds(rules: Rules) -> None:
    text = "【永】 他のあなたの《陶芸》のキャラすべてに、パワーを＋1000。"
    (ability,) = rules.resolve("ws", text).abilities
    assert [step.by for step in ability.steps if step.depth] == [None]


def test_what_is_chosen_at_once_is_one_step(rules: Rules) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分の《陶芸》のキャラを1枚とこのカードを選び、"
        "入れ替える。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    words = [step.words for step in ability.steps if step.depth]
    assert len(words) == len(set(words)) == 2


def test_what_cannot_be_played_in_the_main_phase_has_no_second_play_timing(rules: Rules) -> None:
    text = "【起】【カウンター】 助太刀3250 レベル2 ［(1) 手札のこのカードを控え室に置く］"
    (ability,) = rules.resolve("ws", text).abilities
    assert "8.5.2.1" not in {number for step in ability.steps for number in step.clauses}


def test_an_event_that_goes_elsewhere_does_not_go_to_the_waiting_room(rules: Rules) -> None:
    text = "あなたは1枚引く。"
    for more, ends in (("", ["3.13.1.1"]), ("このカードを思い出にする。", [])):
        (ability,) = rules.resolve("ws", text + more).abilities
        assert [step.clauses[0] for step in ability.steps if step.part == "end"] == ends


def test_a_character_is_no_rebirth(rules: Rules) -> None:
    text = "【スパーク】：このターン中、{}を＋2/±0。"
    for card, comes in (("あなたのエントリー", True), ("このキャラ", False)):
        (ability,) = rules.resolve("reb", text.format(card)).abilities
        ends = [step.text for step in ability.steps if step.part == "end"]
        assert any("Reバースなら" in end for end in ends) is comes


def test_who_does_one_thing_by_another_is_told(rules: Rules) -> None:
    text = "【スパーク】：あなたは自分の手札から1枚控え室に置くことで、1枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    (step,) = (step for step in ability.steps if "前の部分" in step.text)
    assert (step.by, step.optional) == ("あなた", False)


def test_nobody_does_what_is_forbidden(rules: Rules) -> None:
    text = (
        "【起】［(1)］ あなたは相手のキャラを1枚選ぶ。"
        "そのキャラは次の相手のスタンドフェイズに【スタンド】しない。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    assert [step.by for step in ability.steps if "【スタンド】しない" in step.words] == [None]


def test_who_must_have_done_it_is_told(rules: Rules) -> None:
    text = (
        "【スパーク】：各プレイヤーは自分の手札から1枚控え室に置いてよい。"
        "いずれかのプレイヤーが置いたら、あなたは1枚引く。"
    )
    (ability,) = rules.resolve("reb", text).abilities
    (words,) = (step.words for step in ability.steps if "したなら" in step.text)
    assert words == "いずれかのプレイヤーが置いた（＝「自分の手札から1枚」）"


def test_a_spark_that_goes_elsewhere_leaves_an_empty_entry(rules: Rules) -> None:
    text = "【スパーク】：あなたは{}を空席のメンバーに置いてよい。"
    for card, leaves in (("このキャラ", True), ("自分の手札からキャラを1枚選び、それ", False)):
        (ability,) = rules.resolve("reb", text.format(card)).abilities
        ends = [step for step in ability.steps if step.part == "end"]
        assert any(step.clauses == ("10.5.1.3", "10.5.1.4") for step in ends) is leaves


@pytest.mark.parametrize("limit", ["", "【ターン１】"])
def test_whether_it_must_be_played_is_told_once(limit: str, rules: Rules) -> None:
    text = f"【自】【エントリー】{limit}：このキャラがアタックした時、あなたは１枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    told = [step.part for step in ability.steps if "9.8.3.1" in step.clauses]
    assert told == ([] if limit else ["play"])


def test_what_comes_of_a_price_stands_below_it(rules: Rules) -> None:
    text = "【スパーク】：あなたは自分の手札から1枚控え室に置くことで、2枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    price, paid, drawn = (step for step in ability.steps if step.depth > 1)
    assert (price.words, paid.label) == ("あなたは自分の手札から1枚控え室に置く", "したなら")
    assert (price.depth, paid.depth, drawn.depth) == (2, 2, 3)


def test_what_is_put_off_comes_after_the_end(rules: Rules) -> None:
    text = "【起】【エントリー】：［エネ①］このターン終了時、あなたは2枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    told = [(step.part, step.clauses[0]) for step in ability.steps]
    end = told.index(("end", "7.4.3"))
    assert told.index(("effect", "9.8.5")) < end < told.index(("trigger", "7.6.1"))
    assert told.index(("trigger", "7.6.1")) < told.index(("effect", "5.9.1"))
    assert "9.8.5.1" not in {step.clauses[0] for step in ability.steps if step.part == "between"}


@pytest.mark.parametrize(
    ("game", "text", "clause"),
    [
        ("ws", "【永】 あなたはイベントを手札からプレイできない。", "8.2.1.2"),
        ("ws", "【永】 このカードは、色条件を満たさずに手札からプレイできる。", "8.2.1.2"),
        ("ws", "【永】 大活躍", "8.10.1"),
        ("ws", "【永】 このカードのパワーを＋2000し、このカードはアタックできない。", "8.9.1"),
        ("reb", "【永】【メンバー】：相手は【ブロッカー】を使えない。", "9.3.1.2"),
        ("reb", "【永】【メンバー】：あなたのエントリーを＋1/±0。", "9.10.1"),
    ],
)
def test_what_is_forbidden_waits_for_no_question(
    game: str, text: str, clause: str, rules: Rules
) -> None:
    (ability,) = rules.resolve(game, text).abilities
    (step,) = (step for step in ability.steps if step.part == "effect" and not step.depth)
    assert step.clauses == (clause,)


def test_what_is_paid_at_once_is_one_step(rules: Rules) -> None:
    text = "【起】［手札の《灯台》のキャラを2枚とこのカードを控え室に置く］ あなたは1枚引く。"
    (ability,) = rules.resolve("ws", text).abilities
    assert len([step for step in ability.steps if step.part == "cost" and step.depth]) == 1


def test_a_step_says_how_long_it_lasts(rules: Rules) -> None:
    text = "【永】【エントリー】：各ターン相手の1回目のアタック中、このキャラを±0/＋2。"
    (ability,) = rules.resolve("reb", text).abilities
    words = [step.words for step in ability.steps if step.depth]
    assert words == ["各ターン相手の1回目のアタック中、このキャラを±0/＋2"]


def test_what_is_left_out_is_not_what_is_meant(rules: Rules) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分の《灯台》のキャラを1枚選び、"
        "そのターン中、そのキャラ以外のあなたのキャラすべてに、パワーを＋2000。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    (words,) = (step.words for step in ability.steps if "＋2000" in step.words)
    assert words.endswith("（そのキャラ＝「自分の《灯台》のキャラを1枚」）")
