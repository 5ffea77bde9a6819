"""Nonsense is a gap; damaged sources are distinguished from constructions we do not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.cards.builders.lexicon import FramesFile, load_frames
from rulebook.cards.builders.sentences import RULES_OF_VERBS
from rulebook.cards.grammar.lalr_tables import open_grammar_tables
from rulebook.cards.reading.card_parser import CardParser, ParseStatus
from rulebook.cards.reading.inspection import rank_gaps
from rulebook.cards.spelling.damaged_text import sign_of_damage
from rulebook.cards.tree import acts
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CorpusError
from rulebook.toml_files.loader import load_toml
from tests.support import FIXTURES, GAMES, ROOT, read_rows

NONSENSE = [*read_rows(FIXTURES / "nonsense.tsv")]
GOOD = "【自】このカードがアタックした時、あなたは自分のキャラを1枚選び、手札に戻す。"


@pytest.mark.parametrize(("game", "text", "gap_start"), NONSENSE)
def test_nonsense_is_a_gap(
    readers: Callable[[str], CardParser], game: str, text: str, gap_start: str
) -> None:
    reading = readers(game).read(text)
    assert reading.status is not ParseStatus.PARSED
    (gap,) = reading.gaps
    assert gap.text[gap.stopped :].startswith(gap_start)


@pytest.mark.parametrize(("game", "text", "gap_start"), NONSENSE[::3])
def test_patterns_of_nonsense_end_soon(
    readers: Callable[[str], CardParser], game: str, text: str, gap_start: str
) -> None:
    """A pattern that may match one passage in two ways would need years for these."""
    for at in range(3, len(text) - 1, 4):
        readers(game).read(f"{text[:at]}{text[at] * 60}{text[at:-1]}")


@pytest.mark.parametrize(("game", "text"), [*read_rows(FIXTURES / "sense.tsv")])
def test_similar_sense_is_not_a_gap(
    readers: Callable[[str], CardParser], game: str, text: str
) -> None:
    assert readers(game).read(text).status is ParseStatus.PARSED


def test_only_the_senseless_passage_is_a_gap(reader: CardParser) -> None:
    (gap,) = reader.read(f"{GOOD}そうしたら、あなたはコストに払ってよい。").gaps
    assert gap.text == "そうしたら、あなたはコストに払ってよい。"
    assert gap.why


def test_senseless_cost_is_the_only_gap(reader: CardParser) -> None:
    sentences = GOOD.removeprefix("【自】")
    reading = reader.read(f"【自】［庭に水をまく］ {sentences}")
    assert [gap.text for gap in reading.gaps] == ["［庭に水をまく］"]
    assert len(reading.abilities[0].text) == 2


@pytest.mark.parametrize(("into", "status"), [("", "partial"), ("パートナー", "parsed")])
def test_thing_cannot_become_what_it_is(
    readers: Callable[[str], CardParser], into: str, status: str
) -> None:
    text = f"【永】あなたの次のアタックは{into}アタックにならない。"
    assert readers("reb").read(text).status == ParseStatus(status)


@pytest.mark.parametrize(
    ("damaged", "correct"),
    [
        (
            "【スパーク】：あなたはこのキャラを空席のエネルギーに置いてよい。",
            "【スパーク】：あなたはこのキャラを空席のメンバーに置いてよい。",
        ),
        (
            "【自】【控え室】：このキャラがサポートした時、あなたは１枚引く。",
            "【自】【メンバー】：このキャラがサポートした時、あなたは１枚引く。",
        ),
        (
            "【自】【控え室】：あなたのキャラが登場した時、このターン中、次にこのキャラがアタックした時、"
            "あなたは１枚引く。",
            "【自】【控え室】：あなたのキャラが登場した時、このターン中、次にそのキャラがアタックした時、"
            "あなたは１枚引く。",
        ),
        (
            "【スパーク】：あなたは控え室からパートナーを１枚セットする。",
            "【スパーク】：あなたは控え室からReバースを１枚セットする。",
        ),
        (
            "【自】【エントリー】：このキャラがサポートした時、あなたは１枚引く。",
            "【自】【エントリー】：このキャラがサポートされた時、あなたは１枚引く。",
        ),
        (
            "【起】【エントリー】：このアタック中、このキャラを＋１/±０。",
            "【起】【エントリー】：このターン中、このキャラを＋１/±０。",
        ),
        (
            "【スパーク】：あなたは相手の空席のメンバーから１枚選び、控え室に置く。",
            "【スパーク】：あなたは相手のメンバーから１枚選び、控え室に置く。",
        ),
    ],
)
def test_zone_must_fit_the_card_and_act(
    readers: Callable[[str], CardParser], damaged: str, correct: str
) -> None:
    assert readers("reb").read(damaged).gaps
    assert not readers("reb").read(correct).gaps


def test_repeatable_act_may_be_repeated(reader: CardParser) -> None:
    text = "そうしたら、相手に1ダメージを与え、相手に1ダメージを与える。"
    assert reader.read(text).status is ParseStatus.PARSED


def test_frames_name_known_verbs_and_predicates(corpus: Corpus) -> None:
    paths = [path for path in (ROOT / "grammar").glob("*.lark") if path.stem != "common"]
    tables = [open_grammar_tables(path, path.stem, RULES_OF_VERBS) for path in paths]
    verbs = {verb for table in tables for verb, _ in table.verbs}
    classes = {name for name in vars(acts) if name[0].isupper()} | {"ModifyBoth"}
    rows = [row for game in GAMES for file in load_frames(corpus.game(game)) for row in file.frames]
    assert sorted({verb for row in rows for verb in row.verbs} - verbs - classes) == []


def test_all_faults_of_the_table_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "frames.toml"
    path.write_text(
        'frames = [\n  { verbs = ["植える"], takes = { "お" = ["card"], "を" = ["flower"] } },\n]\n'
        '[sorts]\nplant = ["花"]\n',
        encoding="utf-8",
    )
    with pytest.raises(CorpusError) as raised:
        load_toml(path, FramesFile)
    faults = [(fault.line, str(fault.what).rpartition(": ")[2]) for fault in raised.value.faults]
    expected = [(2, "お"), (2, "flower"), (5, "plant")]
    assert faults == [(line, f"'{word}' is not allowed here") for line, word in expected]
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
def test_damage_is_detected(text: str, stopped: int) -> None:
    assert sign_of_damage(text, stopped)


def test_unknown_wording_is_not_damage(readers: Callable[[str], CardParser]) -> None:
    reader = readers("ws")
    texts = ["あなたは自分の山札を歌わせる。", "あなたのがいるなら、あなたは1枚引く。"]
    missing, damaged = rank_gaps((str(n), reader.read(text)) for n, text in enumerate(texts))
    assert missing.damage == ""
    assert missing.ids == ["0"]
    assert damaged.damage
    assert damaged.ids == ["1"]


def test_number_of_quoted_abilities_must_match(reader: CardParser) -> None:
    text, quoted = "【永】このカードは次の2つの能力を得る。", "『【永】このカードのソウルを＋1。』"
    assert reader.read(text + quoted).gaps
    assert not reader.read(text + quoted + quoted.replace("ソウル", "レベル")).gaps
