"""Messages and help in Japanese or English; JSON is the same in both."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from rulebook.cli.main import COMMANDS
from rulebook.editions.changes import ChangeKind
from rulebook.errors import UnknownClause
from rulebook.messages import render, translations
from rulebook.website.rendering import LABELS
from tests.conftest import Run

JAPANESE = re.compile("[ぁ-ヺ一-龠]")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("show", "ws", "9.2.9"), "最も近い条文は"),
        (("show", "ws", "9.2.4-9.2.2"), "範囲の終わりが始まりより前です"),
        (("show", "9.2.2"), "どのゲームですか"),
        (("show", "mtg", "1"), "使えるゲーム："),
        (("show",), "引数がありません： 'NUMBER…'"),
        (("show", "ws", "9.2.2", "--frob"), "オプション"),
        (("ask", "--gam", "ws", "山札"), "オプション'--gam'はありません。 もしかして：'--game'"),
        (("rulings", "list", "--c"), "オプション'--c'はありません。 もしかして：'--card'"),
        (("ask", "ws", "-n", "0", "山札"), "の値が正しくありません"),
        (("search", "山札 AND"), "の後に何かが必要です"),
        (("search", "ws", "/(/"), "正規表現の誤り"),
        (("search", "zzzzqqq"), "合う条文はありません"),
        (("term", "ws", "控え質"), "もしかして"),
        (("check", "nowhere.txt"), "読めません"),
        (("edition", "add", "ws", "nowhere.txt"), "UTF-8のテキストかPDFのファイル"),
        (("frob",), "コマンド"),
        (("cite", "-", "--upgrade", "ws", "--links", "https://e.org"), "どちらか一方に"),
        (("shwo", "ws", "9.2.2"), "コマンド'shwo'はありません。 もしかして：'show'"),
    ],
)
def test_bad_input_is_reported_in_japanese(run: Run, args: tuple[str, ...], message: str) -> None:
    english, japanese = run(*args), run("--lang", "ja", *args)
    assert message in japanese.stderr
    assert message not in english.stderr
    assert japanese.exit_code == english.exit_code != 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_japanese_help(run: Run, name: str) -> None:
    shown = run("--lang", "ja", name, "--help").stdout
    assert JAPANESE.search(shown)
    # Only names may be English: of options, values, files and commands.
    assert [line for line in shown.split("\n") if re.search("[a-z]{2,} (the|of|is|a) ", line)] == []


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG", "RULEBOOK_LANG", "file"])
def test_language_is_that_of_locale_or_settings(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.delenv("LC_ALL")
    if variable == "file":
        (tmp_path / "settings.toml").write_text('lang = "ja"\n', encoding="utf-8")
        monkeypatch.setenv("RULEBOOK_SETTINGS", str(tmp_path / "settings.toml"))
    else:
        monkeypatch.setenv(variable, "ja_JP.UTF-8")
    assert "理由：" in run("ask", "-v", "ws", "山札がなくなったら").stdout
    assert "使い方：" in run("--help").stdout
    assert "why: " in run("--lang", "en", "ask", "-v", "ws", "山札がなくなったら").stdout


def test_json_is_the_same_in_every_language(run: Run) -> None:
    for args in (("ask", "ws", "山札"), ("show", "ws", "9.2.2"), ("check", "los"), ("games",)):
        english, japanese = run(*args, "--json"), run("--lang", "ja", *args, "--json")
        assert japanese.stdout == english.stdout
        assert japanese.exit_code == english.exit_code


def test_findings_are_printed_in_both_languages(run: Run) -> None:
    output = run("check", "reb", "--code", "empty-clause").stdout
    assert re.search("[0-9] is a number with no text[.]\n", output)
    assert (
        "本文のない条文：" in run("--lang", "ja", "check", "reb", "--code", "empty-clause").stdout
    )


def test_names_in_messages_are_not_translated(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "made.toml"
    file.write_text('game = "ws"\n[[ruling]]\nid = "a"\nversion = "1"\n', encoding="utf-8")
    message = run("--lang", "ja", "--rulings", file, "rulings", "check", "ws").stderr
    assert "versionという項目はありません" in message


def test_faults_in_user_files_are_reported_in_japanese(run: Run, tmp_path: Path) -> None:
    """The messages have several parts: place, fault and remedy."""
    rulings, cards = tmp_path / "r.jsonl", tmp_path / "c.jsonl"
    rulings.write_text(
        '{"id": "a", "date": "2026-02-30"}\n{"id": "a",}\n{"id": "a", "source": "me"}\n', "utf-8"
    )
    cards.write_text('{"id": "a" "text": ""}\n{"id": "a", "text": 1}\n{"id": "a"}\n', "utf-8")
    messages = run("--lang", "ja", "--rulings", rulings, "rulings", "check", "ws").stderr
    messages += run("--lang", "ja", "cards", "stats", "-g", "ws", cards).stderr
    cards.write_bytes('{"id": "a", "text": "山札"}'.encode("cp932"))
    messages += run("--lang", "ja", "cards", "stats", "-g", "ws", cards).stderr
    assert "「Rulings」" in messages
    names = re.compile("/[^ ]*|JSON|UTF-8|CP932|Shift_JIS|iconv|CONTRIBUTING.md|Rulings|rulebook")
    assert re.findall("[a-z]{3,} [a-z]{2,}", names.sub("", messages)) == []


def test_group_without_command_prints_help_once(run: Run) -> None:
    result = run("--lang", "ja", "edition")
    assert result.stderr.count("使い方：") == 1
    assert result.exit_code == run("edition").exit_code == 2


@pytest.mark.parametrize("kind", ChangeKind)
def test_changes_have_the_same_names_as_on_the_site(kind: ChangeKind) -> None:
    assert translations("ja")[kind] == LABELS["change-kinds"][kind]


def test_changes_are_printed_in_chosen_language(run: Run, editions_folder: Path) -> None:
    diff = ("--corpus", editions_folder, "diff", "sg@1.0", "sg@1.1")
    japanese, english = run("--lang", "ja", *diff).stdout, run("--lang", "en", *diff).stdout
    assert re.search("^(変更|移動|追加|削除)", japanese, re.M)
    assert not re.search(r"\b(kept|edited|moved|added|removed)\b", japanese)
    assert re.search(r"\b[0-9]+ (kept|edited|moved|added|removed)\b", english)


@pytest.mark.parametrize("name", ["interrupted", "not UTF-8", "no card text: gone.txt"])
def test_file_name_equal_to_a_message_is_not_translated(run: Run, name: str) -> None:
    message = run("--lang", "ja", "cite", name).stderr
    assert message.startswith(f"rulebook: {name}: 読めません")


def test_pickled_message_has_its_parts() -> None:
    error = pickle.loads(pickle.dumps(UnknownClause("9.9.9", "Game", "9.7")))
    assert str(error) == "Game has no clause 9.9.9\nThe nearest that exists is 9.7."
    assert render(error.message, "ja") == ("Gameに条文9.9.9はありません\n最も近い条文は9.7です。")
