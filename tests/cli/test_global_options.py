"""Global options are accepted before and after the command."""

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
def test_language_option_is_accepted_anywhere(run: Run, line: tuple[str, ...]) -> None:
    assert "最も近い条文は" in run(*line).stderr


@pytest.mark.parametrize("line", [("show", "ws", "1", "--frob"), ("games", "extra")])
def test_usage_error_is_in_language_of_last_option(run: Run, line: tuple[str, ...]) -> None:
    result = run(*line, "--lang", "ja")
    assert result.stderr == run("--lang", "ja", *line).stderr != run(*line).stderr
    assert result.exit_code == 2


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
def test_missing_value_is_reported_in_chosen_language(
    run: Run, line: tuple[str, ...], option: str
) -> None:
    result = run(*line)
    assert result.stderr.startswith("使い方： ")
    assert f"オプション'{option}'には値が必要です。" in result.stderr
    assert result.exit_code == 2


def test_unknown_option_is_reported_in_chosen_language(run: Run) -> None:
    assert "オプション'-x'はありません。" in run("-x", "games", "--lang", "ja").stderr


def test_corpus_option_may_follow_the_game(run: Run, editions_folder: Path) -> None:
    first = run("--corpus", editions_folder, "show", "sg", "1.1.2")
    assert run("show", "sg", "1.1.2", "--corpus", editions_folder).stdout == first.stdout != ""


def test_several_global_options_follow_inner_command(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(RULING, encoding="utf-8")
    first = run("--lang", "ja", "--rulings", file, "rulings", "list", "ws")
    last = run("rulings", "list", "ws", "--rulings", file, "--no-pager", "--lang", "ja")
    assert last.stdout == first.stdout
    assert last.exit_code == first.exit_code


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["show", "--", "--lang"], ["show", "--", "--lang"]),
        (["cite", "a.md", "--links", "x"], ["cite", "a.md", "--links", "x"]),
        (["edition", "add", "a", "--version", "2"], ["edition", "add", "a", "--version", "2"]),
        (["show", "1", "--links", "x"], ["--links", "x", "show", "1"]),
        (["frob", "--lang", "en"], ["--lang", "en", "frob"]),
    ],
)
def test_options_of_commands_are_not_moved(line: list[str], expected: list[str]) -> None:
    assert options_first(cli, click.Context(cli), line) == expected


def test_missing_and_invalid_values_are_reported(run: Run) -> None:
    missing = run("show", "ws", "9.2.2", "--lang")
    assert "Option '--lang' requires an argument." in missing.stderr
    wrong = run("show", "ws", "9.2.2", "--lang", "fr")
    assert "'fr' is not one of 'ja', 'en'" in wrong.stderr
    assert missing.exit_code == wrong.exit_code == 2


def test_version_and_help_are_accepted_after_a_command(run: Run) -> None:
    assert __version__ in run("show", "--version").stdout
    assert "Usage: cli show" in run("show", "--lang", "en", "--help").stdout
