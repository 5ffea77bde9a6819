"""Every command accepts a game as first argument, by -g and from the settings."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.processes import posix

CARD = "【自】 このカードがアタックした時、あなたは1枚引く。"


@pytest.mark.parametrize(
    ("command", "rest"),
    [
        ("show", ("9.2.2",)),
        ("ask", ("山札がなくなったら",)),
        ("search", ("山札",)),
        ("term", ("控え室",)),
        ("trace", ("9.2.2",)),
        ("check", ()),
        ("annotate", (CARD,)),
        ("resolve", (CARD,)),
        ("graph", ("--format", "dot")),
        ("explain", ("--stage", "ast", CARD)),
    ],
)
def test_first_argument_equals_option(run: Run, command: str, rest: tuple[str, ...]) -> None:
    first, by_option = run(command, "ws", *rest), run(command, "-g", "ws", *rest)
    assert first.stdout == by_option.stdout != ""
    assert first.exit_code == by_option.exit_code
    assert run(command, *rest, "-g", "ws").stdout == first.stdout


@pytest.mark.parametrize(
    "name", ["WS", "Weiss-Schwarz", "ヴァイスシュヴァルツ", "WEISS  schwarz", "ｗｓ", "ws@1.109"]
)
def test_alias_id_and_title_are_accepted_in_any_case(run: Run, name: str) -> None:
    assert "リフレッシュ処理" in run("show", name, "9.2.2").stdout
    assert "リフレッシュ処理" in run("show", "9.2.2", "-g", name).stdout


def test_title_of_several_words_needs_no_quotation_marks(run: Run) -> None:
    assert "リフレッシュ処理" in run("show", "Weiss", "Schwarz", "9.2.2").stdout


@pytest.mark.parametrize("source", ["environment", "file"])
def test_game_of_settings_is_the_default(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    if source == "environment":
        monkeypatch.setenv("RULEBOOK_GAME", "ws")
    else:
        (tmp_path / "settings.toml").write_text('game = "ws"\n', encoding="utf-8")
        monkeypatch.setenv("RULEBOOK_SETTINGS", str(tmp_path / "settings.toml"))
    assert "リフレッシュ処理" in run("show", "9.2.2").stdout
    assert "戦闘不能" in run("show", "gbf", "9.2.2").stdout
    asked = json.loads(run("ask", "--json", "リフレッシュ").stdout)
    assert asked["game"] == "weiss-schwarz"
    everywhere = json.loads(run("ask", "-g", "all", "--json", "-n", "10", "リフレッシュ").stdout)
    assert {answer["game"] for answer in everywhere["answers"]} > {"weiss-schwarz"}
    assert run("annotate", CARD).stdout == run("annotate", "-g", "ws", CARD).stdout


@pytest.mark.parametrize("named", [("ws@1.108 9.2.2",), ("-g", "vs", "ws@1.108の山札は？")])
def test_edition_in_a_question_is_the_one_asked(run: Run, named: tuple[str, ...]) -> None:
    asked = run("ask", *named)
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert "has no edition '1.108'" in asked.stderr
    here = [word.replace("1.108", "1.109") for word in named]
    answers = json.loads(run("ask", "--json", *here).stdout)
    assert (answers["game"], answers["question"]) == ("weiss-schwarz", here[-1])
    assert {answer["game"] for answer in answers["answers"]} == {"weiss-schwarz"}


def test_unknown_game_in_settings_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEBOOK_GAME", "zz")
    result = run("show", "9.2.2")
    assert (result.exit_code, "RULEBOOK_GAME" in result.stderr) == (2, True)
    assert run("show", "ws", "9.2.2").exit_code == run("ask", "-g", "all", "山札").exit_code == 0


def test_faulty_settings_are_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("gmae = 'ws'\nlang = 3\n", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_SETTINGS", str(path))
    result = run("show", "9.2.2")
    assert result.exit_code == 2
    assert f"{path}:1" in result.stderr
    assert f"{path}:2" in result.stderr
    assert "docs/using.md, “Settings”" in result.stderr


@posix
def test_broken_link_as_settings_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").symlink_to("moved.toml")
    monkeypatch.setenv("RULEBOOK_SETTINGS", str(tmp_path / "settings.toml"))
    result = run("show", "9.2.2")
    assert result.exit_code == 2
    assert "cannot be read (No such file or directory)" in result.stderr


@posix
def test_pipe_as_settings_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    monkeypatch.setenv("RULEBOOK_SETTINGS", str(tmp_path / "settings.toml"))
    result = run("show", "9.2.2")
    assert result.exit_code == 2
    assert "not a regular file" in result.stderr


def test_ambiguous_number_lists_the_games(run: Run) -> None:
    result = run("show", "9.2.2")
    assert result.exit_code == 2
    assert "which game" in result.stderr
    for alias in ("gbf", "reb", "vs", "ws"):
        assert f"rulebook show {alias} 9.2.2" in result.stderr
    assert "los" not in result.stderr


def test_number_in_only_one_game_selects_it(run: Run) -> None:
    assert run("show", "2.3.2.1.1").stdout == run("show", "ws", "2.3.2.1.1").stdout
    nowhere = run("show", "77.7")
    assert (nowhere.exit_code, nowhere.stdout) == (1, "")
    assert "no game" in nowhere.stderr


def test_show_accepts_ranges_and_lists(run: Run) -> None:
    shown = run("show", "ws", "9.2.2-9.2.4", "10.2").stdout
    assert [n for n in ("9.2.2.1", "9.2.3", "9.2.4", "10.2.1") if f"{n}  " in shown] != []
    assert "9.2.1" not in shown
    rows = run("show", "ws", "9.2.2-9.2.4", "10.2", "--json").stdout.splitlines()
    numbers = [json.loads(row)["number"] for row in rows]
    assert numbers == ["9.2.2", "9.2.2.1", "9.2.3", "9.2.4", "10.2"]


def test_show_reports_invalid_range(run: Run) -> None:
    result = run("show", "ws", "9.2.4-9.2.2")
    assert result.exit_code == 2
    assert "9.2.4-9.2.2\n        ^" in result.stderr
    assert run("show", "ws", "9.2.2-9.2.99").exit_code == 1


def test_show_prints_whole_chapter(run: Run) -> None:
    whole, outline = run("show", "ws", "9").stdout, run("show", "ws", "9", "--outline").stdout
    assert "そのプレイヤーは自分の山札の一番上のカードを1枚、自分のクロックに置きます。" in whole
    assert "…" not in whole
    assert "9.2  リフレッシュ処理" in outline
    assert "9.2.2" not in outline


def test_full_option_prints_all_text(run: Run) -> None:
    cut, full = run("show", "ws", "9.2").stdout, run("show", "ws", "9.2", "--full").stdout
    assert "…" in cut
    assert "…" not in full
    assert "自分のクロックに置きます。" in full
    assert "…" not in run("search", "ws", "リフレッシュ", "--full").stdout


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (("ws", "9.2.2"), ("show", "ws", "9.2.2")),
        (("ws", "９－２－２"), ("show", "ws", "9.2.2")),
        (("ws", "第9章"), ("show", "ws", "9")),
        (("ws", "9.2.2-9.2.4"), ("show", "ws", "9.2.2-9.2.4")),
        (("9.2.2",), ("show", "9.2.2")),
        (("9.2.2", "-g", "ws"), ("show", "9.2.2", "-g", "ws")),
        (("手札の上限は？",), ("ask", "手札の上限は？")),
        (("ws", "手札の上限は？"), ("ask", "ws", "手札の上限は？")),
        (("what happens when the deck runs out",), ("ask", "what happens when the deck runs out")),
        (("手札の上限は？", "-n", "1", "--json"), ("ask", "手札の上限は？", "-n", "1", "--json")),
    ],
)
def test_command_may_be_omitted(run: Run, line: tuple[str, ...], command: tuple[str, ...]) -> None:
    short, full = run(*line), run(*command)
    assert (short.exit_code, short.output) == (full.exit_code, full.output)


@pytest.mark.parametrize("word", ["shwo", "refresh", "ws"])
def test_misspelled_command_is_not_a_question(run: Run, word: str) -> None:
    result = run(word)
    assert result.exit_code == 2
    assert f"No such command '{word}'" in result.output


def test_show_accepts_chapter_letter(run: Run, tmp_path: Path) -> None:
    document, corpus = tmp_path / "letters.txt", tmp_path / "corpus"
    document.write_text(
        "A. 準備\nA-1. 山札\nA-1-1. 山札は40枚です。\n"
        "B. 進行\nB-1. 開始\nB-1-1. 先攻から始めます。\n",
        encoding="utf-8",
    )
    args = ("edition", "add", "letters", document, "--into", corpus, "--version", "1.0")
    assert run(*args, "--title", "文字").exit_code == 0
    shown = run("--corpus", corpus, "show", "letters", "B")
    assert shown.exit_code == 0
    assert "先攻から始めます。" in shown.output
    assert "山札" not in shown.output
    assert run("--corpus", corpus, "show", "letters", "C").exit_code == 1
    assert run("show", "ws", "A").exit_code == 1
