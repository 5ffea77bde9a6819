"""Standard streams with other encodings, full devices and closed descriptors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.cli.options import complete_game
from rulebook.errors import CorpusError
from tests.conftest import Run
from tests.processes import run_rulebook
from tests.sampling import some
from tests.support import ROOT, copied_game

CARD = "【自】 このカードがアタックした時、あなたは1枚引く。"
COMMANDS = [
    ("ask", "-g", "los", "デッキがなくなったら"),
    ("show", "los", "5.5"),
    ("check", "los"),
    ("export", "los"),
    ("graph", "los"),
    ("explain", "-g", "ws", "--stage", "ast", CARD),
]
FULL = Path("/dev/full")


@pytest.mark.parametrize("command", some(COMMANDS, 2), ids=lambda command: command[0])
def test_output_is_utf8_in_every_locale(command: tuple[str, ...], run: Run) -> None:
    plain = run(*command)
    japanese_windows = run_rulebook(*command, PYTHONIOENCODING="cp932")
    assert japanese_windows.returncode == plain.exit_code
    assert japanese_windows.stdout == plain.stdout_bytes
    assert b"Traceback" not in japanese_windows.stderr


def test_bom_and_crlf_are_accepted(tmp_path: Path) -> None:
    lines = [json.dumps({"id": str(n), "text": CARD}, ensure_ascii=False) for n in (1, 2)]
    content = b"\xef\xbb\xbf" + "\r\n".join(lines).encode() + b"\r\n"
    (tmp_path / "cards.jsonl").write_bytes(content)
    for source in (str(tmp_path / "cards.jsonl"), "-"):
        result = run_rulebook("annotate", "-g", "ws", "--jsonl", source, stdin=content)
        assert result.returncode == 0, result.stderr
        assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["1", "2"]
    asked = run_rulebook("ask", "-g", "ws", "--json", "-", stdin=b"\xef\xbb\xbf9.2.2\r\n")
    assert json.loads(asked.stdout)["question"] == "9.2.2"


def test_input_that_is_not_utf8_is_reported() -> None:
    for name in ("ask", "annotate", "resolve"):
        command = (name, "-g", "ws", "-")
        result = run_rulebook(
            *command, stdin="山札".encode("euc-jp"), PYTHONIOENCODING="utf-8:strict"
        )
        assert result.returncode == 2
        assert b"not UTF-8" in result.stderr
        assert b"Traceback" not in result.stderr


def test_question_that_is_not_utf8_does_not_end_the_list() -> None:
    lines = "山札\n".encode() + b"\xff\n9.2.2\n"
    result = run_rulebook("ask", "-g", "ws", "--json", "-", stdin=lines)
    found = [json.loads(line)["answers"] for line in result.stdout.splitlines()]
    assert [bool(answers) for answers in found] == [True, False, True]
    assert b"-:2: not UTF-8" in result.stderr
    assert result.returncode == 2


def test_impossible_cache_folder_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    place = str(tmp_path / "file" / "cache")
    result = run_rulebook("ask", "-g", "los", "デッキ", RULEBOOK_CACHE=place)
    assert result.returncode == 0
    assert result.stderr.count(b"cannot store anything") == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize("name", some(["ask", "annotate", "resolve", "explain"], 2))
def test_endless_input_is_an_error(name: str) -> None:
    stage = ("--stage", "tree") if name == "explain" else ()
    result = run_rulebook(name, "-g", "ws", *stage, "-", shell="</dev/zero")
    assert result.returncode == 2, result.stderr
    assert b"standard input" in result.stderr
    assert b"000000 characters" in result.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command", some([*COMMANDS, ("--help",), ("--version",), ("show", "--help")], 3), ids=" ".join
)
def test_full_device_is_reported(command: tuple[str, ...]) -> None:
    result = run_rulebook(*command, shell=">/dev/full")
    assert result.returncode == 2, result.stderr
    assert b"rulebook: standard output: No space left" in result.stderr
    assert b"Traceback" not in result.stderr
    assert b"Exception ignored" not in result.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_file_on_full_device_is_named(tmp_path: Path) -> None:
    cards, faq = tmp_path / "cards.jsonl", tmp_path / "faq.csv"
    cards.write_text(json.dumps({"id": "1", "text": CARD}), encoding="utf-8")
    faq.write_text("question,answer\n問,答\n問,\n", encoding="utf-8")
    import_command = ("rulings", "import", "-g", "ws", str(faq))
    out = str(tmp_path / "out.jsonl")
    for command in (
        (*import_command, "-o", str(FULL)),
        (*import_command, "-o", out, "--rejects", str(FULL)),
        ("diff", "ws@1.109", "ws", "--html", str(FULL)),
        ("cards", "index", "-g", "ws", str(cards), "--out", str(FULL)),
    ):
        result = run_rulebook(*command)
        assert result.returncode == 2, (command, result.stdout, result.stderr)
        assert b"/dev/full" in result.stderr, command
        assert b"standard output" not in result.stderr
        assert b"Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("command", some(COMMANDS, 2), ids=lambda command: command[0])
def test_closed_stdout_is_accepted(command: tuple[str, ...]) -> None:
    result = run_rulebook(*command, shell=">&-")
    assert result.returncode in (0, 1), result.stderr
    assert b"Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_deleted_working_folder_is_accepted(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'cd "{gone}" && rmdir "{gone}" && exec "$@"'
    for command in some([*COMMANDS, ("site", "build", "here")], 3):
        result = subprocess.run(
            ["sh", "-c", script, "sh", sys.executable, "-m", "rulebook", *command],
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=120,
        )
        assert b"Traceback" not in result.stderr, command
        assert result.returncode in (0, 1, 2), command


def test_games_of_named_corpus_are_completed(tmp_path: Path) -> None:
    import click

    from rulebook.cli.main import cli

    copied_game("victory-spark", tmp_path)
    context = cli.make_context("rulebook", ["--corpus", str(tmp_path), "show", "x"])
    inner = click.Context(click.Command("show"), parent=context)
    names = [item.value for item in complete_game(inner, click.Argument(["game"]), "")]
    assert names == ["vs", "victory-spark"]


def test_invalid_corpus_completes_to_nothing(tmp_path: Path) -> None:
    """A traceback would be printed into the user's command line."""
    words = f"rulebook --corpus {tmp_path} show "
    result = run_rulebook(_RULEBOOK_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="4")
    assert (result.returncode, result.stdout.strip(), result.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("line", "completed"),
    [("ask -g w", [b"plain,ws", b"plain,weiss-schwarz"]), ("show nothing 9.2 9.3 9", [])],
)
def test_partial_line_is_completed(line: str, completed: list[bytes]) -> None:
    words = f"rulebook {line}"
    at = str(len(words.split()) - 1)
    result = run_rulebook(_RULEBOOK_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=at)
    assert (result.returncode, result.stdout.split(), result.stderr) == (0, completed, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_closed_stream_is_read_as_empty() -> None:
    assert run_rulebook("ask", "-g", "ws", "-", shell="<&-").returncode == 0
    assert run_rulebook("show", "los", "5.5", shell=">&- 2>&-").returncode == 0
    assert run_rulebook("show", "los", "5.9", shell="2>&-").returncode == 1


def test_alias_in_capitals_is_accepted() -> None:
    assert run_rulebook("show", "LOS", "5.5").returncode == 0


# Sets the title of the window, by the escape sequence and by the C1 control character.
CONTROLS = "\x1b]0;owned\x07\x9d0;owned\x9c"
TEXT = f"あなたは1枚引く。{CONTROLS}"


@pytest.mark.parametrize(
    "command",
    [
        ("annotate", "-g", "ws", TEXT),
        ("resolve", "-g", "ws", TEXT),
        ("explain", "-g", "ws", "--stage", "ast", TEXT),
        ("check", f"{CONTROLS}.txt"),
        ("show", "ws", f"9{CONTROLS}"),
    ],
    ids=lambda command: command[0],
)
def test_control_characters_of_input_are_not_printed(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command)
    assert "owned" in result.output
    assert not set(result.output) & set("\x1b\x07\x9c\x9d")


def test_control_character_in_title_is_an_error(tmp_path: Path) -> None:
    edit = ('ja = "ヴィクトリースパーク"', r'ja = "\u001b[31m"')
    with pytest.raises(CorpusError, match="control character"):
        copied_game("victory-spark", tmp_path, {"game.toml": edit})


@pytest.mark.skipif(os.name != "posix", reason="no limits of files here")
@pytest.mark.parametrize("unbuffered", some(["", "1"], 1))
def test_disk_that_fills_up_is_an_error(unbuffered: str, tmp_path: Path) -> None:
    """A short write: some of the output fits, then the device is full."""
    limited = ["sh", "-c", 'ulimit -f 200; exec "$@" > out.json', "sh"]
    command = [*limited, sys.executable, "-m", "rulebook", "export", "ws"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, timeout=120)
    assert done.returncode == 2
    assert b"File too large" in done.stderr
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "out.json").stat().st_size > 0
