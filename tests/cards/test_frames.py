"""Nonsense is not taken for understood; damaged sources are told from what the grammar lacks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.cards.builders import RULES_OF_VERBS
from rulebook.cards.builders.lexicon import FramesFile, load_frames
from rulebook.cards.grammar.lalr_tables import open_grammar_tables
from rulebook.cards.reading.card_parser import CardParser, ParseStatus
from rulebook.cards.reading.gaps import rank_gaps
from rulebook.cards.spelling.damaged_text import sign_of_damage
from rulebook.cards.tree import acts
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CorpusError
from rulebook.toml_files.loader import load_toml
from tests.support import GAMES, ROOT

GOOD = "【自】このカードがアタックした時、あなたは自分のキャラを1枚選び、手札に戻す。"

# Each differs from good Japanese in one place: a particle, a piece said twice, a lost noun.
NONSENSE = [
    # Words of another sort than the verb, the noun or the number takes.
    ("あなたは自分のキャラを1枚選び、ターンに置く。", "ターンに"),
    ("【自】このカードがアタックした時、あなたは1枚置く。", "あなたは1枚"),
    ("【カウンター】そうしたら、あなたは1枚引く。", "そうしたら"),
    ("【自】このカードがアタックした時、そうしないなら、あなたは1枚引く。", "そうしないなら"),
    ("あなたは自分の控え室の手札を1枚選び、手札に戻す。", "手札に"),
    ("ターンは自分の山札の上から3枚をめくり、控え室に置く。", "ターンは"),
    ("あなたは自分のキャラを1つ選び、手札に戻す。", "1つ"),
    ("あなたは自分の「陶芸家 みどり」を1つ選び、手札に戻す。", "1つ"),
    ("次の相手のカードの終わりまで、このカードのパワーを＋1000。", "次の相手のカードの"),
    ("他のあなたの前列のターンに、このカードのパワーを＋1000。", "前列の"),
    ("あなたは自分の控え室から手札を1枚選び、舞台に置く。", "手札を"),
    ("あなたは自分の《陶芸》の山札を1枚選び、手札に加える。", "自分の《陶芸》"),
    ("あなたは自分の手札を1枚選び、そのターン中、パワーを＋1000。", "自分の手札"),
    ("【永】あなたの手札のレベルが2以上なら、このカードのパワーを＋500。", "手札の"),
    ("手札のレベルが2以上なら、あなたは1枚引く。", "手札の"),
    ("【起】［1枚 このカードを【レスト】する］ あなたは1枚引く。", "1枚"),
    ("そのカードが《陶芸》のレベルなら、あなたは1枚引く。", "そのカードが"),
    ("あなたは自分のターンの《陶芸》のキャラを1枚選び、手札に戻す。", "自分のターンの"),
    ("【永】このカードの枚数を＋1000。", "このカードの枚数を"),
    ("【永】このカードのカードを＋1000。", "このカードのカード"),
    ("あなたは自分のキャラを1枚与え、手札に戻す。", "自分のキャラを"),
    ("【永】このカードのキャラすべてに、パワーを＋500。", "このカードの"),
    ("【永】このカードの手札が3枚以上なら、このカードのパワーを＋500。", "このカードの"),
    ("あなたは自分のターンを1枚選び、手札に戻す。", "自分のターンを"),
    ("あなたは自分のキャラを1回選び、手札に戻す。", "1回"),
    ("あなたは自分の枚数を1枚選び、控え室に置く。", "1枚"),
    ("【起】［この手札を【レスト】する］ あなたは1枚引く。", "この手札"),
    ("あなたは自分の手札を【レスト】する。", "自分の手札を"),
    ("相手に1ターンを与える。", "1ターンを"),
    ("相手の山札に1ダメージを与える。", "相手の山札に"),
    ("あなたは相手のターンに1ダメージを与えてよい。", "あなたは"),
    ("そのカード中、このカードのパワーを＋1000。", "そのカード"),
    ("あなたのターンが4枚以上なら、このカードのパワーを＋500。", "4枚以上"),
    ("【自】このカードがプレイヤーから控え室に置かれた時、あなたは1枚引く。", "プレイヤーから"),
    ("あなたは自分の控え室の《陶芸》のキャラを1枚引き、手札に戻す。", "自分の"),
    ("あなたは自分の控え室のキャラを1枚シャッフルし、手札に戻す。", "1枚"),
    ("あなたは自分のキャラを1枚選び、枚数の下に置く。", "枚数の下"),
    ("このカードは次のパワーを得る。『【永】 このカードのソウルを＋1。』", "次のパワーを"),
    ("Ｘはあなたの《陶芸》のキャラのカード×500に等しい。", "あなたの"),
    ("【自】この舞台のパワーが3000以上なら、あなたは1枚引く。", "この"),
    ("あなたは自分のイベントの上から1枚を、ストック置場に置く。", "自分のイベントの上から"),
    ("【自】このカードを手札から舞台に置かれた時、あなたは1枚引く。", "このカードを"),
    ("【自】このカードに手札から舞台に置かれた時、あなたは1枚引く。", "舞台に"),
    ("【自】このカードが手札から舞台を置かれた時、あなたは1枚引く。", "舞台を"),
    ("【永】このカードがパワーを＋1000。", "このカードが"),
    ("【永】このカードのパワーに＋1000。", "このカードのパワーに"),
    ("【自】このカードをアタックした時、あなたは1枚引く。", "このカードを"),
    ("あなたは自分のキャラに1枚選び、手札に戻す。", "自分のキャラに"),
    ("あなたは自分のキャラを1枚選び、手札を戻す。", "手札を"),
    ("あなたのキャラをいるなら、あなたは1枚引く。", "あなたのキャラを"),
    ("相手を1ダメージを与える。", "相手を"),
    ("あなたはコストに払ってよい。", "コストに"),
    ("【永】このカードは次の能力に得る。『【永】このカードのソウルを＋1。』", "次の能力に"),
    ("【自】あなたのアタックフェイズの始めを、あなたは1枚引く。", ""),
    ("あなたは自分のキャラを1枚1枚選び、手札に戻す。", "1枚"),
    ("あなたは自分の自分のキャラを1枚選び、手札に戻す。", "自分の"),
    ("あなたは自分の山札を自分の山札をシャッフルする。", "自分の山札を"),
    ("あなたは自分のキャラを1枚選び、キャラを1枚選び、手札に戻す。", "キャラを"),
    ("そうしたら、そうしたら、あなたは1枚引く。", "そうしたら"),
    ("他のあなたの1枚につき、このカードのパワーを＋500。", "他のあなたの1枚"),
    (
        "このカードは、あなたの《庭師》のキャラにいないなら、手札からプレイできない。",
        "あなたの《庭師》",
    ),
    ("【自】このカードを【レスト】しているなら、あなたは1枚引く。", "このカードを"),
    ("あなたは自分の控え室のＸ以下のキャラを1枚選び、手札に戻す。", "Ｘ以下"),
    (
        "【起】［あなたの舞台の「銀の鍵」に1枚とこのカードを思い出にする］ あなたは1枚引く。",
        "1枚とこのカードを",
    ),
    ("【永】【永】このカードのソウルを＋1。", "【永】"),
    # What the parts of an ability say of each other.
    ("【永】 アンコール ［手札のキャラを1枚控え室に置く］", "アンコール"),
    ("【永】［(1)］このカードのソウルを＋1。", "［(1)］"),
    ("【永】このカードがアタックした時、あなたは1枚引く。", "このカード"),
    ("【起】［(1)］このカードが【リバース】した時、あなたは1枚引く。", "このカードが【"),
    ("【自】このカードがアタックした時、相手にＸダメージを与える。", "Ｘダメージ"),
    ("【自】このカードがアタックした時、このカードは次の能力を得る。", "次の能力"),
    ("【自】このカードがアタックした時、残りのカードを控え室に置く。", "残りの"),
    ("【永】このカードのソウルを＋1。そうしたら、あなたは1枚引く。", "そうしたら"),
    ("【起】［相手に1ダメージを与える］このカードのソウルを＋1。", "相手に"),
    ("【自】そのキャラがアタックした時、あなたは1枚引く。", "そのキャラ"),
    ("【起】［手札を1枚控え室に置く］あなたはそれを手札に戻す。", "それを"),
    ("【自】［(1)］あなたは1枚引く。", "あなたは"),
    ("【自】このカードがアタックした時、あなたはコストを払ってよい。", "コストを"),
    ("【自】アンコール", "アンコール"),
    ("【永】あなたは自分のキャラを1枚選び、手札に戻す。", "あなたは"),
    ("【起】［相手の手札を1枚控え室に置く］あなたは1枚引く。", "相手の"),
    ("【永】この能力のパワーを＋500。", "この能力"),
    ("【自】この効果がアタックした時、あなたは1枚引く。", "この効果"),
    ("【永】このカードのパワーを＋Ｘ。Ｘは相手の枚数に等しい。", "相手の"),
    ("あなたは自分の控え室のキャラを1枚選び、控え室に置く。", "控え室に"),
    ("あなたは自分の手札のキャラを1枚選び、【レスト】する。", "自分の手札"),
    ("あなたは自分の控え室をシャッフルする。", "自分の控え室"),
    ("あなたは《陶芸》のカードを1枚引く。", "《陶芸》"),
    ("あなたは自分の前列の後列のキャラを1枚選び、手札に戻す。", "後列"),
    ("あなたは自分の山札の《陶芸》のキャラを1枚選び、手札に加える。", "自分の山札"),
    ("あなたは相手の手札の《陶芸》のキャラを1枚選び、控え室に置く。", "相手の"),
    ("【自】このカードが手札から手札に置かれた時、あなたは1枚引く。", "手札"),
    ("【自】手札のこのカードがアタックした時、あなたは1枚引く。", "手札の"),
    ("あなたは自分の手札の前列のキャラを1枚選び、手札に戻す。", "手札に"),
    ("あなたは自分の《陶芸》のレベルのキャラを1枚選び、手札に戻す。", "自分の《陶芸》"),
    ("あなたは自分のキャラを1枚選び、【レスト】し、【レスト】する。", "【レスト】する"),
    ("あなたは自分のキャラを1枚選び、手札まで、パワーを＋500。", "手札まで"),
    ("【自】【永】このカードのソウルを＋1。", "【永】"),
    ("【自】このカードがアタックし、アタックした時、あなたは1枚引く。", "アタックした"),
    ("【永】他のあなたのこの舞台のキャラのソウルを＋1。", "この"),
    ("あなたは自分のキャラに1ダメージを与える。", "1ダメージ"),
    ("【永】このカードのパワーを＋Ｙ。Ｘはあなたの手札の枚数×500に等しい。", "Ｙ"),
    # Numbers, durations and cards that are none there.
    ("あなたは100枚引く。", "枚"),
    ("【起】［(99)］あなたは1枚引く。", "［(99)"),
    ("相手に1000ダメージを与える。", "000ダメージ"),
    ("あなたは自分のレベル2以上以下のキャラを1枚選び、手札に戻す。", "以下"),
    ("【自】このカードがアタックした時、そのターン中、あなたは1枚引く。", "そのターン中"),
    ("あなたは自分の山札の上から0枚を、控え室に置く。", "0枚"),
    ("あなたは自分のキャラを1枚以上まで選び、手札に戻す。", "1枚以上まで"),
    ("あなたはこのカードを2枚選び、手札に戻す。", "2枚"),
    ("このカードすべてに、パワーを＋500。", "このカードすべて"),
    ("相手に0ダメージを与える。", "に0ダメージ"),
    ("【自】この能力は1枚につき1回まで発動する。", "1枚につき"),
    ("【自】あなたのバトル相手が【リバース】した時、あなたは1枚引く。", "あなたの"),
    ("【永】手札の正面のキャラのソウルを－1。", "手札の"),
    ("【自】他のあなたのイベントがアタックした時、あなたは1枚引く。", "他のあなたの"),
    ("あなたは自分のイベントを1枚選び、そのターン中、パワーを＋1000。", "自分のイベント"),
    ("【永】あなたの前列のイベント1枚につき、このカードのパワーを＋500。", "前列の"),
    ("あなたは自分の山札の上から1枚を【レスト】する。", "自分の山札の上から"),
    ("【自】このカードが与えた時、あなたは1枚引く。", "このカードが与えた"),
    ("【永】このカードのソウルを＋1000。", "1000"),
    ("【永】このカードのパワーを＋5。", "5。"),
    ("あなたは1枚を【レスト】する。", "1枚を"),
    ("【自】このカードがアタックした時、次の行動を行う。", "次の行動"),
    ("あなたは自分のキャラの控え室のカードを1枚選び、手札に戻す。", "自分のキャラ"),
    ("【永】のキャラすべてに、パワーを＋500。", "【永】の"),
    ("【永】あなたの3以上のキャラすべてに、パワーを＋500。", "3以上の"),
    ("あなたは自分の1の《陶芸》のキャラを1枚選び、手札に戻す。", "1の"),
    ("【永】1につき1回まで、このカードのパワーを＋500。", "1"),
    ("【起】［このカードが【レスト】する］あなたは1枚引く。", "このカードが"),
    ("【永】あなたの《陶芸》のキャラに2枚以下なら、このカードのパワーを＋500。", "あなたの"),
    ("あなたは自分の山札の上から1枚が、思い出にしてよい。", "1枚が"),
    (
        "あなたは自分の控え室のキャラを1枚選び、このカードの下をマーカーとして置く。",
        "このカードの下を",
    ),
    ("【永】このカードはサイドアタックしてもソウルを減少しない。", "ソウルを"),
    ("【自】［(1)］このカードがアタックした時、あなたはレベルを払ってよい。", "レベルを"),
    ("【永】あなたのクロック置場すべてに、パワーを＋500。", "あなたのクロック置場"),
    (
        "このカードの正面の山札に、『【永】このカードはアタックできない。』を与える。",
        "このカードの正面の",
    ),
    ("【永】このカードのパワーを＋0。", "＋0"),
    ("【永】他のあなたのキャラが0枚以上なら、このカードのパワーを＋500。", "0枚以上"),
    ("【起】［あなたのキャラのキャラを1枚【レスト】する］あなたは1枚引く。", "あなたのキャラの"),
]


@pytest.mark.parametrize(("text", "there"), NONSENSE)
def test_what_makes_no_sense_is_a_gap(reader: CardParser, text: str, there: str) -> None:
    reading = reader.read(text)
    assert reading.status is not ParseStatus.PARSED
    (gap,) = reading.gaps
    assert gap.text[gap.stopped :].startswith(there)


def test_only_the_passage_that_makes_no_sense_is_lost(reader: CardParser) -> None:
    (gap,) = reader.read(f"{GOOD}そうしたら、あなたはコストに払ってよい。").gaps
    assert gap.text == "そうしたら、あなたはコストに払ってよい。"
    assert gap.why


def test_a_cost_that_makes_no_sense_takes_nothing_along(reader: CardParser) -> None:
    sentences = GOOD.removeprefix("【自】")
    reading = reader.read(f"【自】［庭に水をまく］ {sentences}")
    assert [gap.text for gap in reading.gaps] == ["［庭に水をまく］"]
    assert len(reading.abilities[0].text) == 2


@pytest.mark.parametrize(("into", "status"), [("", "partial"), ("パートナー", "parsed")])
def test_nothing_becomes_what_it_is(
    readers: Callable[[str], CardParser], into: str, status: str
) -> None:
    text = f"【永】あなたの次のアタックは{into}アタックにならない。"
    assert readers("reb").read(text).status == ParseStatus(status)


def test_what_can_come_again_may_be_said_again(reader: CardParser) -> None:
    text = "そうしたら、相手に1ダメージを与え、相手に1ダメージを与える。"
    assert reader.read(text).status is ParseStatus.PARSED


def test_the_table_names_verbs_of_the_grammars_and_classes_of_predicates(corpus: Corpus) -> None:
    paths = [path for path in (ROOT / "grammar").glob("*.lark") if path.stem != "common"]
    tables = [open_grammar_tables(path, path.stem, RULES_OF_VERBS) for path in paths]
    verbs = {verb for table in tables for verb, _ in table.verbs}
    classes = {name for name in vars(acts) if name[0].isupper()} | {"ModifyBoth"}
    rows = [row for game in GAMES for file in load_frames(corpus.game(game)) for row in file.frames]
    assert sorted({verb for row in rows for verb in row.verbs} - verbs - classes) == []


def test_all_faults_of_the_table_are_told(tmp_path: Path) -> None:
    path = tmp_path / "frames.toml"
    path.write_text(
        'frames = [\n  { verbs = ["植える"], takes = { "お" = ["card"], "を" = ["flower"] } },\n]\n'
        '[sorts]\nplant = ["花"]\n',
        encoding="utf-8",
    )
    with pytest.raises(CorpusError) as raised:
        load_toml(path, FramesFile)
    told = [(fault.line, str(fault.what).rpartition(": ")[2]) for fault in raised.value.faults]
    wrong = [(2, "お"), (2, "flower"), (5, "plant")]
    assert told == [(line, f"'{word}' is not allowed here") for line, word in wrong]
    assert all("card or player" in fault.instead for fault in raised.value.faults[1:])


# ---- Damaged sources


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("このカードのパワーを?1000。", 10),
        ("あなたの「白磁の皿が舞台にいるなら、あなたは1枚引く。", 4),
        ("他のあなたのがいるなら、あなたは1枚引く。", 6),
        ("あなたは自分の山札の上から", 13),
    ],
)
def test_damage_shows(text: str, stopped: int) -> None:
    assert sign_of_damage(text, stopped)


def test_a_wording_that_is_missing_is_no_damage(readers: Callable[[str], CardParser]) -> None:
    reader = readers("ws")
    texts = ["あなたは自分の山札を歌わせる。", "あなたのがいるなら、あなたは1枚引く。"]
    missing, damaged = rank_gaps((str(n), reader.read(text)) for n, text in enumerate(texts))
    assert missing.damage == ""
    assert missing.ids == ["0"]
    assert damaged.damage
    assert damaged.ids == ["1"]
