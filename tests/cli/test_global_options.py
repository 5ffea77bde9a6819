"""The options of the whole program are taken before the command and behind it alike."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from rulebook import __version__
from rulebook.cli.main import cli, options_first
from tests.conftest import Run

RULING = """[[ruling]]
id = "one"
game = "ws"
date = 2025-01-02
title = "一つ目"
text = "山札がなくなったら、控え室から作ります。"
clauses = ["9.2.2"]
"""


@pytest.mark.parametrize(
    "line",
    [
        ("--lang", "ja", "show", "ws", "9.2.9"),
        ("show", "--lang", "ja", "ws", "9.2.9"),
        ("show", "ws", "--lang=ja", "9.2.9"),
        ("show", "ws", "9.2.9", "--lang", "ja"),
    ],
)
def test_the_language_is_chosen_anywhere(run: Run, line: tuple[str, ...]) -> None:
    assert "最も近い条文は" in run(*line).stderr


@pytest.mark.parametrize("line", [("show", "ws", "1", "--frob"), ("games", "extra")])
def test_wrong_use_is_told_in_the_language_named_last(run: Run, line: tuple[str, ...]) -> None:
    said = run(*line, "--lang", "ja")
    assert said.stderr == run("--lang", "ja", *line).stderr != run(*line).stderr
    assert said.exit_code == 2


@pytest.mark.parametrize(
    ("line", "option"),
    [
        (("--lang", "ja", "--corpus"), "--corpus"),
        (("--corpus", "--lang", "ja"), "--corpus"),
        (("--lang=ja", "games", "--lang"), "--lang"),
        (("--lang", "ja", "ask", "ws", "山札", "-g"), "-g"),
        (("--lang", "ja", "rulings", "list", "ws", "--clause"), "--clause"),
    ],
)
def test_a_value_that_is_missing_is_told_in_the_language_named(
    run: Run, line: tuple[str, ...], option: str
) -> None:
    said = run(*line)
    assert said.stderr.startswith("使い方： ")
    assert f"オプション'{option}'には値が必要です。" in said.stderr
    assert said.exit_code == 2


def test_an_option_that_is_unknown_is_told_in_the_language_named(run: Run) -> None:
    assert "オプション'-x'はありません。" in run("-x", "games", "--lang", "ja").stderr


def test_a_corpus_named_last_is_known_before_the_game(run: Run, editions_folder: Path) -> None:
    first = run("--corpus", editions_folder, "show", "sg", "1.1.2")
    assert run("show", "sg", "1.1.2", "--corpus", editions_folder).stdout == first.stdout != ""


def test_all_of_several_and_those_of_inner_commands(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(RULING, encoding="utf-8")
    before = run("--lang", "ja", "--rulings", file, "rulings", "list", "ws")
    behind = run("rulings", "list", "ws", "--rulings", file, "--no-pager", "--lang", "ja")
    assert behind.stdout == before.stdout
    assert behind.exit_code == before.exit_code


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (["show", "--", "--lang"], ["show", "--", "--lang"]),
        (["cite", "a.md", "--links", "x"], ["cite", "a.md", "--links", "x"]),
        (["edition", "add", "a", "--version", "2"], ["edition", "add", "a", "--version", "2"]),
        (["show", "1", "--links", "x"], ["--links", "x", "show", "1"]),
        (["frob", "--lang", "en"], ["--lang", "en", "frob"]),
    ],
)
def test_what_belongs_to_a_command_is_left_to_it(line: list[str], read: list[str]) -> None:
    assert options_first(cli, click.Context(cli), line) == read


def test_a_value_that_is_not_there_and_one_that_is_none(run: Run) -> None:
    missing = run("show", "ws", "9.2.2", "--lang")
    assert "Option '--lang' requires an argument." in missing.stderr
    wrong = run("show", "ws", "9.2.2", "--lang", "fr")
    assert "'fr' is not one of 'ja', 'en'" in wrong.stderr
    assert missing.exit_code == wrong.exit_code == 2


def test_the_version_and_the_help_of_a_command(run: Run) -> None:
    assert __version__ in run("show", "--version").stdout
    assert "Usage: cli show" in run("show", "--lang", "en", "--help").stdout
