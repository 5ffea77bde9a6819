"""Output, exit codes and bad input of the commands."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

from rulebook.as_json import schema
from rulebook.clauses.corpus import Corpus
from rulebook.cli.main import COMMANDS, cli
from tests.conftest import Run
from tests.support import GAMES, ROOT

TWO_COLUMNS = ("--column", "id=a", "--column", "id=b")


def test_games_counts_clauses(run: Run) -> None:
    rows = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    counts = {row["alias"]: row["clauses"] for row in rows}
    assert counts == {"ws": 644, "los": 80, "gbf": 493, "reb": 625, "vs": 510}
    assert "not stated" in run("games").stdout


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("vs", "1.2.5"), "いずれかのプレイヤーが勝利したり敗北したりすることがあります。"),
        (("ws", "4.5.2"), "プレイタイミングが与えられる場合、"),
        (("los", "5.5.1.Ⅵ"), "VI. ダウンしたキャラクターの値分のダウンダメージを与えます。"),
        (("reb", "9.14.3.2"), "本文がありません"),
        (("ws", "1.2.5"), "原文はここで切れています"),
        (("gbf", "3-2-1-1-1"), "印刷されていません"),
        (("weiss-schwarz", "９．２．２"), "9 ルール処理 › 9.2 リフレッシュ処理"),
    ],
)
def test_show_prints_clause(run: Run, args: tuple[str, ...], expected: str) -> None:
    result = run("show", *args)
    assert result.exit_code == 0
    assert expected in result.stdout


def test_show_accepts_both_separators(run: Run) -> None:
    assert run("show", "gbf", "3.6.3").stdout == run("show", "gbf", "3-6-3").stdout


def test_show_has_json_output(run: Run) -> None:
    shown = json.loads(run("show", "ws", "9.2.2", "--json").stdout)
    assert shown["number"] == "9.2.2"
    assert [above["number"] for above in shown["path"]] == ["9", "9.2"]
    assert [child["number"] for child in shown["children"]] == ["9.2.2.1"]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("show", "ws", "9.2.9"), 1, "9.2.4"),
        (("show", "ws", "山札"), 2, "not a clause number"),
        (("show", "mtg", "1"), 2, "Known games"),
        (("show", "ws"), 2, "Missing argument"),
        (("trace", "ws"), 2, "Missing argument 'NUMBER'"),
        (("ask", "ws@1.109"), 2, "Missing argument 'QUESTION'"),
        (("term", "weiss-schwarz"), 2, "Missing argument 'WORD'"),
        (("ask", "ws", " "), 2, "The question is empty"),
        (("compare", "--list", "refresh"), 2, "Name a CONCEPT"),
        (("compare", ""), 2, "Name a CONCEPT"),
        (("edition", "add", "ws", "x.txt", "--alias", "w"), 2, "need a new game"),
        (("search", "山札 AND"), 2, "^"),
        (("search", "zzzzqqq"), 1, "no clauses match"),
        (("search", "zq" * 900), 1, "zqzqz…'"),
        (("ask", "-g", "ws", "9.2.9"), 1, "9.2.4"),
        (("term", "-g", "ws", "控え質"), 1, "Did you mean"),
        (("compare", "リフレッシ"), 1, "Did you mean"),
        (("ask", "-g", "ws", "…！？"), 1, "no clauses found"),
        (("check", "nowhere.txt"), 2, "cannot be read"),
        (("export",), 2, "name a game"),
        (("export", "los", "-g", "vs"), 2, "only once"),
        (("check", "los", "-g", "vs"), 2, "only once"),
        (("rulings", "check", "los", "-g", "vs"), 2, "only once"),
        (("annotate", "-g", "ws", "--html", "--json", "x"), 2, "--html cannot be combined"),
        (("cite", "-q", "--upgrade", "ws@1.109", "x"), 2, "--json and -q cannot be combined"),
        (("annotate", "-g", "ws", "--html", "--jsonl", "-"), 2, "--html cannot be combined"),
        (("annotate", "-g", "ws", "--form", "csv", "x"), 2, "require --jsonl"),
        (("cards", "stats", "-g", "ws", "-", *TWO_COLUMNS), 2, "'id' is mapped to two columns"),
        (
            ("rulings", "import", "-g", "ws", str(ROOT / "README.md"), *TWO_COLUMNS),
            2,
            "'id' is mapped to two columns",
        ),
        (("show", "ws", "\udcff"), 2, "not UTF-8"),
        (
            ("explain", "-g", "ws", "--stage", "tree", "【永】" + "カードの" * 600),
            1,
            "shows nothing",
        ),
    ],
)
def test_bad_input_is_reported(run: Run, args: tuple[str, ...], code: int, message: str) -> None:
    result = run(*args)
    assert result.exit_code == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_ask_answers_question_of_readme(run: Run) -> None:
    result = run("ask", "-g", "ws", "--json", "山札がなくなったらどうなる？")
    found = json.loads(result.stdout)
    assert found["game"] == "weiss-schwarz"
    assert "9.2.2" in [answer["number"] for answer in found["answers"][:5]]
    first = found["answers"][0]
    keys = {"game", "edition", "effective", "number", "score", "text", "sentence", "path", "why"}
    assert set(first) == keys


def test_ask_accepts_clause_number(run: Run) -> None:
    result = run("ask", "-g", "ws", "９-2-2")
    assert result.exit_code == 0
    assert "リフレッシュ処理" in result.stdout


def test_ask_looks_up_number_in_every_game(run: Run) -> None:
    found = json.loads(run("ask", "--json", "10.1.1").stdout)
    assert {answer["number"].replace("-", ".") for answer in found["answers"]} == {"10.1.1"}
    games = [answer["game"] for answer in found["answers"]]
    assert 2 <= len(games) == len(set(games)) < len(GAMES)


def test_ask_reads_one_question_per_line(run: Run) -> None:
    result = run("ask", "-g", "ws", "--json", "-", stdin="山札\r手札\n…\n9.9.9\n枠\n")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["question"] for row in rows] == ["山札", "手札", "…", "9.9.9", "枠"]
    assert [bool(row["answers"]) for row in rows] == [True, True, False, False, True]
    assert result.exit_code == 1


@pytest.mark.parametrize("question", ["あ" * 10_000, "\x00\x1b[31m", "abc", "。" * 50])
def test_odd_question_gets_answer_or_message(run: Run, question: str) -> None:
    result = run("ask", question)
    assert result.exit_code in (0, 1)
    assert result.stdout or result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_check_counts_every_line(run: Run, game: str, corpus: Corpus) -> None:
    checked = json.loads(run("check", game, "--json").stdout)
    source = corpus.source(corpus.game(game))
    assert checked["ledger"]["lines"] == sum(bool(line.strip()) for line in source.split("\n"))
    assert sum(checked["ledger"]["kinds"].values()) == checked["ledger"]["lines"]


def test_check_selects_findings_by_code(run: Run) -> None:
    result = run("check", "reb", "--code", "empty-clause")
    assert result.exit_code == 1
    assert "9.14.3.2" in result.stdout
    shown = json.loads(run("check", "reb", "--code", "empty-clause", "--json").stdout)
    assert {finding["code"] for finding in shown["findings"]} == {"empty-clause"}
    assert run("check", "los", "--code", "empty-clause").exit_code == 0
    assert run("check", "los", "--code", "nonsense").exit_code == 2


def test_show_lists_references_and_citing_clauses(run: Run) -> None:
    assert "9.2 → 9.2 リフレッシュ処理" in run("show", "ws", "3.2.3.2").stdout
    cited = json.loads(run("show", "ws", "9.2", "--json").stdout)["cited_by"]
    assert "3.2.3.2" in cited


def test_show_of_step_has_its_references(run: Run) -> None:
    shown = json.loads(run("show", "los", "5.5.1.Ⅵ", "--json").stdout)
    assert shown["references"]
    for reference in shown["references"]:
        assert shown["text"][reference["start"] : reference["end"]] == reference["text"]
    printed = {shown["text"][use["start"] : use["end"]] for use in shown["terms"]}
    assert printed >= {"場", "戦闘", "優先権"}
    assert all(use["end"] <= len(shown["text"]) for use in shown["terms"])


def test_show_prints_context(run: Run) -> None:
    shown = run("show", "ws", "9.2.2", "--context", "1").stdout
    assert "9.2.1 " in shown
    assert "9.2.2.1 " in shown


def test_term_explains_a_word(run: Run) -> None:
    shown = json.loads(run("term", "-g", "ws", "墓地", "--json").stdout)
    assert (shown["term"], shown["kind"], shown["clause"]) == ("控え室", "zone", "3.4")
    assert "1.2.2.2" in shown["used_in"]
    assert {"game": "legend-of-stars", "word": "トラッシュ", "clause": "3.2"} in shown[
        "other_games"
    ]
    assert "領域" in run("term", "-g", "ws", "領域").stdout


def test_compare_lists_games(run: Run) -> None:
    shown = json.loads(run("compare", "リフレッシュ", "--json").stdout)
    assert {game["game"] for game in shown["games"]} >= {"weiss-schwarz", "rebirth-for-you"}
    assert run("compare", "コスト").stdout.count("players say") > 1


def test_graph_has_graphml_and_dot(run: Run) -> None:
    xml = ElementTree.fromstring(run("graph", "ws").stdout)
    edges = xml.findall(".//{*}edge")
    assert ("3.2.3.2", "9.2") in {(edge.get("source"), edge.get("target")) for edge in edges}
    assert '"3.2.3.2" -> "9.2"' in run("graph", "ws", "--format", "dot").stdout


def test_ask_infers_game(run: Run) -> None:
    found = json.loads(run("ask", "--json", "団長がやられたら").stdout)
    assert found["game"] == "granblue-fantasy"
    assert {answer["game"] for answer in found["answers"]} == {"granblue-fantasy"}


def test_ask_answers_for_several_games(run: Run) -> None:
    found = json.loads(run("ask", "--json", "-n", "10", "リフレッシュ").stdout)
    assert found["game"] is None
    assert {"weiss-schwarz", "rebirth-for-you"} <= {a["game"] for a in found["answers"]}


def test_ask_accepts_english(run: Run) -> None:
    for question in ("deck out", "what happens when my deck runs out"):
        found = json.loads(run("ask", "--json", "-g", "ws", question).stdout)
        numbers = {answer["number"] for answer in found["answers"]}
        assert numbers & {"9.2.2", "9.2.2.1", "9.4.1.2", "1.2.2.2"}


def test_ask_explains_answers(run: Run) -> None:
    found = json.loads(run("ask", "--json", "-g", "ws", "墓地に置くとき").stdout)
    assert any("墓地 = 控え室" in answer["why"] for answer in found["answers"])


def test_check_reads_file_of_user(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my-rules.txt"
    path.write_text("1. 章\n1.1. 節\n1.1.1. 文です。\n1.1.3. 次です。\n", encoding="utf-8")
    result = run("check", path)
    assert result.exit_code == 1
    assert "number-gap" in result.stdout
    assert "1.1.2" in result.stdout


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        ("ルールです。".encode("cp932"), "Shift_JIS"),
        ("1. 章\n1.1. 節\n".encode() + b"\xff\xfe", ":3:1: not UTF-8"),
        ("1. 章\n1.1. 節".encode() + b"\xff", ":2:7: not UTF-8"),
        ("1. 章\n1.1. 節\0である。\n".encode(), ":2:7: a NUL"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\x0d" * 9, ":1:1: not UTF-8"),
        ("これは番号のない文章です。\n".encode(), "no clause numbers"),
        ("7.1.2.3. 文です。\n3.4.5.6. 文です。\n9.9.9.9. 文です。\n".encode(), "unknown layout"),
        (b"1.1. x\n" * 2_000_000, "larger than"),
    ],
)
def test_file_without_rules_is_reported(run: Run, tmp_path: Path, raw: bytes, message: str) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(raw)
    result = run("check", path)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_export_matches_schema(run: Run, game: str) -> None:
    exported = json.loads(run("export", game).stdout)
    words = {term["term"]: (term["term"], *term["spellings"]) for term in exported["terms"]}
    jsonschema.validate(exported, schema("export"))
    for clause in exported["clauses"]:
        assert clause["text"] == "\n".join(block["text"] for block in clause["blocks"])
        assert clause["number"] not in clause["cited_by"]
        for reference in clause["references"]:
            assert clause["text"][reference["start"] : reference["end"]] == reference["text"]
        for use in clause["terms"]:
            printed = clause["text"][use["start"] : use["end"]]
            assert any(word.startswith(printed) for word in words[use["term"]])
            assert len(printed) >= min(map(len, words[use["term"]])) - len("させる")


def test_explain_prints_lines_and_tree(run: Run) -> None:
    text = "1. 章\n- 1.1.1. 機会が与え\n\n- られる。\n"
    lines = run("explain", "-g", "ws", "--stage", "lines", "--json", text)
    rows = [json.loads(line) for line in lines.stdout.splitlines()]
    assert [(row["line"], row["clause"]) for row in rows] == [(1, "1"), (2, "1.1.1"), (4, "1.1.1")]
    tree = run("explain", "-g", "ws", "--stage", "tree", "-", stdin=text)
    assert "1.1.1\t機会が与えられる。" in tree.stdout


def test_no_color_disables_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    def show() -> str:
        return CliRunner().invoke(cli, ["show", "ws", "9.2.2"], color=True).stdout

    assert "\x1b[" in show()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in show()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example: rulebook {name}" in " ".join(result.stdout.split())


def test_help_lists_every_command(run: Run) -> None:
    shown = run("--help").stdout
    assert all(f"  {name} " in shown for name in COMMANDS)


def test_corpus_without_games_is_reported(run: Run, tmp_path: Path) -> None:
    for command in (("games",), ("show", "1.1")):
        result = run("--corpus", tmp_path, *command)
        assert result.exit_code == 2
        assert "no games in this folder" in result.stderr
    assert "Usage: " in run("--corpus", tmp_path, "show", "-h").stdout


def test_clauses_beyond_limit_are_counted(run: Run) -> None:
    # 5.1 is a clause of each game.
    assert "4 more clauses" in run("ask", "-n", "1", "5.1").stderr
    assert "more clauses" not in run("ask", "手札の上限").stderr
    hits = run("search", "-g", "ws", "-n", "2", "リフレッシュ処理")
    everything = run("search", "-g", "ws", "リフレッシュ処理").stdout.splitlines()
    assert f"{len(everything) - 2} more clauses" in hits.stderr
