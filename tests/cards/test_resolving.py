"""The steps of a card text in both languages."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest

from rulebook.api import Rules
from rulebook.cards.annotating.governing import GoverningFile, StepPart
from rulebook.cards.meaning.action_types import ACTION_TYPES
from rulebook.cards.meaning.nodes import meaning_types
from rulebook.cards.resolving import resolver, step_words
from rulebook.errors import CorpusError
from rulebook.toml_files.loader import load_toml
from tests.cards.fixtures import GAMES, blocks
from tests.conftest import Run
from tests.sampling import some
from tests.support import ROOT

JAPANESE = re.compile("[ぁ-んァ-ヺ一-龠]")
_LABEL = re.compile('"([^"{}]*)"')
CARD = "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。そうしたら、1枚引く。"


def _english() -> dict[str, str]:
    shared = (ROOT / "corpus" / "governing.toml").read_text(encoding="utf-8")
    english: dict[str, str] = tomllib.loads(shared)["english"]
    return english


def test_every_japanese_label_has_an_english_form() -> None:
    functions = (
        step_words._label_and_words,
        step_words._label_of_options,
        step_words.heading_of_option,
    )
    sources = [inspect.getsource(each).replace(each.__doc__ or "", "") for each in functions]
    labels = {label for source in sources for label in _LABEL.findall(source)}
    labels |= {"あなた", "相手", step_words.OTHERWISE, step_words.IF_DONE, step_words.PAID}
    labels |= {step_words.NOTE, step_words.ELSE_NOTE, step_words.IF, resolver._ANY_ZONE}
    labels |= {*step_words._LABELS.values(), *step_words._PRICES}
    labels |= {label.format("") for label in step_words._HOW_OFTEN}
    for path in ROOT.glob("corpus/*/governing.toml"):
        procedures = tomllib.loads(path.read_text(encoding="utf-8")).get("procedures", {})
        steps = [step for steps in procedures.values() for step in steps]
        labels |= {label for step in steps for label in (step["text"], step.get("by", ""))}
    labels = {each for each in labels if JAPANESE.search(each) and each not in "、（＝）"}
    people = {
        "すべてのプレイヤー",
        "各プレイヤー",
        "プレイヤー",
        "お互い",
        "あなたと相手",
        "勝ったプレイヤー",
        "負けたプレイヤー",
    }  # agents that cards name
    english = _english()
    first = {*ACTION_TYPES, "grant", "options", "to", "in", "how", "what", "whose", "them"}
    types = {name for name in english if name.isascii() or name.partition(" ")[0] in first}
    assert labels - set(english) == set()
    measures = {"ダメージ"}  # that are no terms
    assert set(english) - labels - people - types - measures == set()
    assert not any(map(JAPANESE.search, english.values()))


def test_effect_types_without_label_have_english_forms() -> None:
    labelled = {"may", "if", "if-you-do", "by-doing", "for-each", "replace", "delayed", "options"}
    labelled |= {"unknown"}
    types = {*ACTION_TYPES, *meaning_types(), "pay-energy"} - labelled
    english = _english()
    assert types - set(english) == set()
    for form in english.values():
        slots = set(re.findall(r"\{(\w+)\}", form))
        assert slots <= {"number", "what", "from", "to", "measure", "amount", "into"} | {
            "subject",
            "often",
            "area",
            "term",
        }


@pytest.mark.parametrize(
    ("words", "verb", "sentence"),
    [
        ("手札を1枚控え室に置き", "置く", "手札を1枚控え室に置く"),
        ("あなたはコストを払って", "払う", "あなたはコストを払う"),
        ("このカードを【レスト】し", "【レスト】する", "このカードを【レスト】する"),
        ("思い出にし", "する", "思い出にする"),
        ("山札を見る", "見る", "山札を見る"),
        ("カードを動かせない", "動く", "カードを動かせない"),
    ],
)
def test_step_ends_in_the_dictionary_form_of_its_verb(words: str, verb: str, sentence: str) -> None:
    assert step_words._in_dictionary_form(words, verb) == sentence


CHOICE = "あなたは自分のキャラを1枚選び、そのターン中、パワーを＋1000。"
OPTIONS = (
    "以下の効果のうちあなたが選んだ1つを行う。\n"
    "『あなたは1枚引く。』\n『あなたは相手に1ダメージを与える。』"
)


def test_step_is_a_sentence_with_its_object(rules: Rules) -> None:
    resolution = rules.resolve("ws", f"【起】［(1)］ {CHOICE}")
    *_, choose, modify = resolution.abilities[0].own_steps()
    assert (choose.text, choose.said(resolution.english)) == (
        "あなたは自分のキャラを1枚選ぶ",
        "Choose 1: あなたは自分のキャラを1枚選び",
    )
    assert modify.text == "そのターン中、選んだ「自分のキャラ1枚」のパワーを＋1000する"
    assert modify.said(resolution.english).startswith("Change of power: +1000: ")
    assert modify.clause == "8.9.1.3"


def test_each_option_has_a_heading(rules: Rules) -> None:
    steps = [step.text for step in rules.resolve("ws", OPTIONS).abilities[0].own_steps()]
    at = [steps.index(f"選択肢: {number}") for number in (1, 2)]
    assert steps[at[0] + 1] == "あなたは1枚引く"
    assert steps[at[1] + 1] == "あなたは相手に1ダメージを与える"


def test_each_part_of_a_procedure_is_handled() -> None:
    code = inspect.getsource(resolver._Resolver._steps_of_part)
    code += inspect.getsource(resolver._Resolver._checks)
    assert {
        part for part in StepPart if not re.search(rf"case .*StepPart\.{part.name}\b", code)
    } == set()


def test_unknown_part_of_a_procedure_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "governing.toml"
    step = '[[procedures."【自】"]]\npart = "own-crad"\ntext = "…"\nclauses = ["1.1"]\n'
    path.write_text(f'edition = "1"\n{step}', encoding="utf-8")
    with pytest.raises(CorpusError, match=r"governing\.toml:3: .*'own-crad'.*\"own-card\""):
        load_toml(path, GoverningFile, hint="")


@pytest.mark.parametrize("alias", GAMES)
def test_english_steps_have_no_japanese_but_card_text(alias: str, rules: Rules) -> None:
    for case in some(blocks(alias, "ast"), 60):
        resolution = rules.resolve(alias, case.text)
        for step in (step for ability in resolution.abilities for step in ability.steps):
            row = step.as_json(resolution.english)
            assert row["text_en"].endswith(step.words)
            assert not JAPANESE.search(row["text_en"].removesuffix(step.words)), row
            assert not JAPANESE.search(row["by_en"] or ""), row


def test_resolution_is_in_the_language_of_the_terminal(run: Run) -> None:
    english = run("--lang", "en", "resolve", "ws", CARD).stdout
    assert "1. Its trigger condition is met: このカードがアタックした時  7.2.1.5\n" in english
    assert "You: Draw 1: 1枚引く" in english
    assert "for every ability: 8.7.2 " in english
    assert "may apply: refresh" in english
    every_step = run("--lang", "en", "resolve", "-v", "ws", CARD).stdout
    assert "Master of the ability: Starting with the turn player" in every_step
    block = run("--lang", "en", "resolve", "reb", "【ブロッカー】").stdout
    assert "1. In the block step, the non-turn player may discard" in block
    assert "(may)" not in block
    japanese = run("--lang", "ja", "resolve", "ws", CARD).stdout
    assert "1. 誘発条件が満たされる: このカードがアタックした時" in japanese
    assert "あなた：1枚引く  4.7.1" in japanese
    assert "どの能力にも共通：8.7.2 " in japanese
    assert japanese.count("「アタックした」状態となり") == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_internal_type_names_are_not_printed(language: str, run: Run) -> None:
    for command in (("explain", "--stage", "meaning"), ("resolve",), ("annotate",)):
        output = run("--lang", language, *command, "-g", "ws", CARD).stdout
        assert not re.search(r"pay-stock|chosen-|deal-damage|\bact ", output)


def test_consequence_of_granted_ability_occurs_once(rules: Rules) -> None:
    quoted = "『【自】 このカードのバトル相手が【リバース】した時、あなたは1枚引く。』"
    text = f"【自】 このカードがアタックした時、そのターン中、このカードは{quoted}を得る。"
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
def test_conditions_of_other_games(
    game: str, text: str, words: str, clauses: tuple[str, ...], rules: Rules
) -> None:
    (ability,) = rules.resolve(game, text).abilities
    (step,) = (step for step in ability.steps if step.part == "condition")
    assert words in step.words
    assert step.clauses == clauses


def test_activated_ability_has_no_trigger(rules: Rules) -> None:
    (ability,) = rules.resolve("gbf", "アシスト［①］1枚引く。").abilities
    assert "trigger" not in {step.part for step in ability.steps}


def test_continuous_effect_has_no_agent(rules: Rules) -> None:
    text = "【永】 他のあなたの《陶芸》のキャラすべてに、パワーを＋1000。"
    (ability,) = rules.resolve("ws", text).abilities
    assert [step.by for step in ability.steps if step.depth] == [None]


def test_joint_choice_is_one_step(rules: Rules) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分の《陶芸》のキャラを1枚とこのカードを選び、"
        "入れ替える。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    words = [step.words for step in ability.steps if step.depth]
    assert len(words) == len(set(words)) == 2


def test_counter_ability_has_no_main_phase_timing(rules: Rules) -> None:
    text = "【起】【カウンター】 助太刀3250 レベル2 ［(1) 手札のこのカードを控え室に置く］"
    (ability,) = rules.resolve("ws", text).abilities
    assert "8.5.2.1" not in {number for step in ability.steps for number in step.clauses}


def test_moved_event_does_not_go_to_the_waiting_room(rules: Rules) -> None:
    text = "あなたは1枚引く。"
    for more, ends in (("", ["3.13.1.1"]), ("このカードを思い出にする。", [])):
        (ability,) = rules.resolve("ws", text + more).abilities
        assert [step.clauses[0] for step in ability.steps if step.part == "end"] == ends


def test_event_leaves_once_after_its_last_line(rules: Rules) -> None:
    lines = ["あなたは1枚引く。", "あなたは自分の手札を1枚選び、控え室に置く。"]
    for moved, ends in (("", [1]), ("\nこのカードを思い出にする。", [])):
        abilities = rules.resolve("ws", "\n".join(lines) + moved).abilities
        steps = [(at, step.part) for at, each in enumerate(abilities) for step in each.steps]
        assert [at for at, part in steps if part == "end"] == ends


def test_trigger_limit_is_next_to_the_trigger(rules: Rules) -> None:
    limit = "この能力はあなたのレベルが3以上なら、発動しない。"
    text = f"【自】 {limit}このカードがアタックした時、あなたは1枚引く。"
    (ability,) = rules.resolve("ws", text).abilities
    parts = [(step.part, step.clauses) for step in ability.steps]
    assert parts[0][0] == "trigger"
    assert parts[1] == ("condition", ("8.1.1.2.1",))
    assert "発動しない" not in "".join(step.words for step in ability.steps[2:])


def test_letter_in_a_quality_is_explained(rules: Rules) -> None:
    letter = "Ｘはあなたのレベルに等しい"
    text = (
        f"【起】［(1)］ あなたは自分の控え室のレベルＸ以下のキャラを1枚選び、手札に戻す。{letter}。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    has_explanation = [
        step.words.endswith("（Ｘ＝あなたのレベル）") for step in ability.own_steps()
    ]
    assert has_explanation == [False, False, True, False]


def test_manner_of_an_event_has_the_agent_of_the_event(rules: Rules) -> None:
    text = "【永】【メンバー】：相手がメンバーにキャラを置く際、そのキャラは【レスト】で置かれる。"
    (ability,) = rules.resolve("reb", text).abilities
    assert [step.by for step in ability.steps if "置かれる" in step.words][-1] == "相手"


def test_character_is_not_a_rebirth(rules: Rules) -> None:
    text = "【スパーク】：このターン中、{}を＋2/±0。"
    for card, has_step in (("あなたのエントリー", True), ("このキャラ", False)):
        (ability,) = rules.resolve("reb", text.format(card)).abilities
        ends = [step.text for step in ability.steps if step.part == "end"]
        assert any("Reバースなら" in end for end in ends) is has_step


def test_price_step_has_an_agent(rules: Rules) -> None:
    text = "【スパーク】：あなたは自分の手札から1枚控え室に置くことで、1枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    (step,) = (step for step in ability.steps if "次を行う（しなくてよいかは" in step.text)
    assert (step.by, step.optional) == ("あなた", False)


def test_prohibition_has_no_agent(rules: Rules) -> None:
    text = (
        "【起】［(1)］ あなたは相手のキャラを1枚選ぶ。"
        "そのキャラは次の相手のスタンドフェイズに【スタンド】しない。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    assert [step.by for step in ability.steps if "【スタンド】しない" in step.words] == [None]


def test_if_done_step_names_the_agent(rules: Rules) -> None:
    text = (
        "【スパーク】：各プレイヤーは自分の手札から1枚控え室に置いてよい。"
        "いずれかのプレイヤーが置いたら、あなたは1枚引く。"
    )
    (ability,) = rules.resolve("reb", text).abilities
    (words,) = (step.words for step in ability.steps if "満たされるなら" in step.text)
    assert words == "いずれかのプレイヤーが置いた（置いたカード＝自分の手札から控え室に置いた1枚）"


def test_moved_spark_leaves_an_empty_entry(rules: Rules) -> None:
    for text, leaves in (
        ("あなたはこのキャラを空席のメンバーに置いてよい。", True),
        ("あなたは自分の手札からキャラを1枚選び、それを空席のメンバーに置いてよい。", False),
        ("あなたは相手のエントリーから1枚選び、デッキの下に置く。", True),
        ("あなたはこのキャラと自分のエネルギーから1枚選び、控え室に置く。", True),
        ("このターン終了時、あなたはこのキャラを控え室に置く。", False),
    ):
        (ability,) = rules.resolve("reb", "【スパーク】：" + text).abilities
        ends = [step for step in ability.steps if step.part == "end"]
        assert any(step.clauses == ("10.5.1.3", "10.5.1.4") for step in ends) is leaves, text


@pytest.mark.parametrize("limit", ["", "【ターン１】"])
def test_play_obligation_occurs_once(limit: str, rules: Rules) -> None:
    text = f"【自】【エントリー】{limit}：このキャラがアタックした時、あなたは１枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    parts = [step.part for step in ability.steps if "9.8.3.1" in step.clauses]
    assert parts == ([] if limit else ["play"])


def test_result_of_a_price_is_below_it(rules: Rules) -> None:
    text = "【スパーク】：あなたは自分の手札から1枚控え室に置くことで、2枚引く。"
    (ability,) = rules.resolve("reb", text).abilities
    price, paid, drawn = (step for step in ability.steps if step.depth > 1)
    assert (price.words, paid.label) == ("あなたは自分の手札から1枚控え室に置く", step_words.PAID)
    assert (price.depth, paid.depth, drawn.depth) == (2, 2, 3)


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
def test_continuous_effect_has_its_own_clause(
    game: str, text: str, clause: str, rules: Rules
) -> None:
    (ability,) = rules.resolve(game, text).abilities
    (step,) = (step for step in ability.steps if step.part == "effect" and not step.depth)
    assert step.clauses == (clause,)


def test_joint_payment_is_one_step(rules: Rules) -> None:
    text = "【起】［手札の《灯台》のキャラを2枚とこのカードを控え室に置く］ あなたは1枚引く。"
    (ability,) = rules.resolve("ws", text).abilities
    assert len([step for step in ability.steps if step.part == "cost" and step.depth]) == 1


def test_step_has_its_duration(rules: Rules) -> None:
    text = "【永】【エントリー】：各ターン相手の1回目のアタック中、このキャラを±0/＋2。"
    (ability,) = rules.resolve("reb", text).abilities
    words = [step.words for step in ability.steps if step.depth]
    assert words == ["各ターン相手の1回目のアタック中、このキャラを±0/＋2"]


def test_excluded_card_is_explained(rules: Rules) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分の《灯台》のキャラを1枚選び、"
        "そのターン中、そのキャラ以外のあなたのキャラすべてに、パワーを＋2000。"
    )
    (ability,) = rules.resolve("ws", text).abilities
    (words,) = (step.words for step in ability.steps if "＋2000" in step.words)
    assert words.endswith("（そのキャラ＝選んだ「自分の《灯台》のキャラ1枚」）")


def test_zone_icon_has_the_clause_of_its_rule(rules: Rules) -> None:
    text = "【永】【メンバー】：相手は【ブロッカー】を使えない。"
    (ability,) = rules.resolve("reb", text).abilities
    assert next(step.clause for step in ability.own_steps()) == "9.4.4"


@pytest.mark.parametrize(
    ("game", "text", "english"),
    [
        ("reb", "このキャラを『影』のキャラとして裏向きにする。", "Turn this card face down"),
        ("reb", "このキャラを表向きにする。", "Turn this card face up"),
        (
            "reb",
            "このキャラをあなたのエントリーの魂にする。",
            "Make this card a soul of the entry",
        ),
        (
            "reb",
            "あなたは自分の、手札とリタイアから《灯》を1枚ずつ選び、入れ替える。",
            "Choose 1 card from the hand and 1 card from the retire area: ",
        ),
        (
            "reb",
            "相手のメンバーからすべて選び、手札に戻す。",
            "Choose all from the opponent’s member area",
        ),
        (
            "reb",
            "このキャラと、手札から1枚控え室に置く。",
            "Put this card and 1 card from the hand into",
        ),
        ("reb", "あなたの控え室2枚につき、このキャラを＋1/＋1。", "Change: +1/+1 for each 2 cards"),
        (
            "reb",
            "このキャラをエネルギーに【レスト】で置く。",
            "Put this card into the energy, rested",
        ),
        ("reb", "このアタックはパートナーアタックになる。", "The attack becomes a partner attack"),
        ("reb", "このターン中、このキャラは【スパーク】を失う。", "This card loses this"),
        (
            "ws",
            "他の自分のキャラを1枚とこのカードを選び、手札に戻す。",
            "Choose 1 other card and this card",
        ),
        (
            "ws",
            "自分のクロックの上から1枚を、控え室に置く。",
            "Put 1 card from the top of the clock into",
        ),
        (
            "ws",
            "相手の山札を上から2枚まで見る。",
            "Look at up to 2 from the top of the opponent’s deck",
        ),
        (
            "ws",
            "そのターン中、このカードは次の能力を得る。『【永】 このカードはアタックできない。』",
            "This card gains this",
        ),
        ("ws", "このカードを舞台の好きな枠に置く。", "Put this card into any slot on the stage"),
        (
            "ws",
            "このカードを後列の好きな枠に動かす。",
            "Move this card into any slot in the back stage",
        ),
    ],
)
def test_english_action_has_the_arguments_of_the_card(
    game: str, text: str, english: str, rules: Rules
) -> None:
    openings = {
        "ws": "【自】 このカードがアタックした時、",
        "reb": "【自】：このキャラがアタックした時、",
    }
    resolution = rules.resolve(game, openings[game] + text)
    steps = [*resolution.abilities[0].own_steps()]
    assert steps[1].said(resolution.english).startswith(english)


def test_steps_of_granted_abilities_are_below_them(rules: Rules) -> None:
    quoted = "『【自】 このカードがアタックした時、あなたは1枚引く。』"
    grant = "そのターン中、このカードは次の2つの能力を得る。"
    text = f"【自】 このカードがアタックした時、{grant}{quoted}{quoted}"
    (ability,) = rules.resolve("ws", text).abilities
    assert [step.depth for step in ability.own_steps()] == [0, 0, 1, 2, 2, 1, 2, 2]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_game_without_steps_is_reported(run: Run, options: tuple[str, ...]) -> None:
    result = run("resolve", "-g", "los", *options, "【自】 あなたは1枚引く。")
    assert result.exit_code == 1
    assert "no steps are known" in result.stderr
