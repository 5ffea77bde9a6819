"""The commands ``edition`` and ``trace``, with good and bad input."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

import rulebook
from rulebook.api import open_rules
from rulebook.as_json import schema
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.foreign import load_document
from rulebook.clauses.model import Rulebook
from rulebook.editions.adding import Proof
from tests.conftest import Run
from tests.editions.documents import next_edition
from tests.star_garden import rules
from tests.support import FIXTURES, ROOT, copied_game

GAME = "legend-of-stars"


def files_in(folder: Path) -> dict[str, str]:
    """Return the digest of every file in ``folder``."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the user's own data folder, which does not exist yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("RULEBOOK_DATA", str(folder))
    return folder


@pytest.fixture
def document(tmp_path: Path, books: Mapping[str, Rulebook]) -> Path:
    """Return a document with the next edition of the smallest game."""
    path = tmp_path / "los.txt"
    path.write_text(next_edition(books[GAME], 1)[0], encoding="utf-8")
    return path


# ---- Adding


def test_new_corpus_is_a_copy_with_the_new_edition(
    document: Path, tmp_path: Path, run: Run
) -> None:
    folder = tmp_path / "mine"
    (tmp_path / "linked").mkdir()
    folder.symlink_to(tmp_path / "linked", target_is_directory=True)
    call = ("edition", "add", "los", document, "--version", "2.0", "--into", folder)
    result = run(*call)
    assert (result.exit_code, folder.is_symlink()) == (0, True), result.output
    assert "## Tables" in result.output
    report = folder / GAME / "editions" / "2.0" / "report.md"
    assert result.output.startswith(report.read_text(encoding="utf-8"))
    corpus = load_corpus(folder)
    assert sorted(corpus.games) == sorted(load_corpus(ROOT / "corpus").games)
    assert corpus.games[GAME].edition.name == "2.0"
    shipped = files_in(ROOT / "corpus" / "victory-spark")
    assert files_in(folder / "victory-spark") == shipped
    before = files_in(folder)
    again = run(*call)
    assert again.exit_code == 0
    assert "nothing changed" in again.output
    assert files_in(folder) == before


def test_commands_use_the_users_edition(document: Path, data: Path, run: Run) -> None:
    assert run("edition", "add", "los", document, "--version", "2.0").exit_code == 0
    assert [path.name for path in (data / "corpus").iterdir()] == [GAME]
    listed = [
        json.loads(line)
        for line in run("edition", "list", "los", "--json").stdout.split("\n")
        if line
    ]
    assert [(row["edition"], row["current"]) for row in listed] == [
        ("1.0.03", False),
        ("2.0", True),
    ]
    assert "ver.2.0" in run("show", "los", "1").output
    assert "1.0.03" in run("show", "los@1.0.03", "1").output
    assert "1.109" in run("show", "ws", "1").output
    games = [json.loads(line)["edition"] for line in run("games", "--json").stdout.splitlines()]
    assert "2.0" in games
    assert len(games) == 5


def test_later_shipped_edition_takes_precedence(
    document: Path, data: Path, run: Run, tmp_path: Path
) -> None:
    assert run("edition", "add", "los", document, "--version", "2.0").exit_code == 0
    shipped = tmp_path / "shipped"
    copied_game(GAME, shipped, lean=True)
    assert load_corpus(shipped, data / "corpus").games[GAME].folder.parent == data / "corpus"
    newer = tmp_path / "newer.txt"
    newer.write_text(document.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    call = ("--corpus", shipped, "edition", "add", "los", newer, "--version", "2.1")
    assert run(*call).exit_code == 0
    assert load_corpus(shipped, data / "corpus").games[GAME].folder.parent == shipped


def test_version_and_date_are_read_from_the_document(
    garden: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "next.txt"
    path.write_text(rules("1.1", "2.1.3. 引き分けはありません。", "2026年9月1日"), encoding="utf-8")
    assert run("--corpus", garden, "edition", "add", "sg", path).exit_code == 0
    game = load_corpus(garden).game("sg")
    assert (game.key, str(game.edition.effective)) == ("garden@1.1", "2026-09-01")


def test_report_is_printed_in_chosen_language(
    document: Path, data: Path, tmp_path: Path, run: Run
) -> None:
    call = ("edition", "add", "los", document, "--version", "2.0", "--into")
    japanese = run("--lang", "ja", *call, tmp_path / "ja").output
    english = run(*call, tmp_path / "en").output
    assert "- バージョン2.0、適用日" in japanese
    assert "か所、引き継いだもの" in japanese
    words = r"\b(the|effective|places|carried|with|Tables)\b"
    assert re.search(words, english)
    assert re.search(words, japanese.replace(str(tmp_path), "")) is None
    assert "- version 2.0, effective " in english
    stored = [tmp_path / name / GAME / "editions" / "2.0" / "report.md" for name in ("ja", "en")]
    assert stored[0].read_bytes() == stored[1].read_bytes()


def test_older_edition_is_added_as_not_current(garden: Path, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "old.txt"
    path.write_text(rules("0.9", "2.1.3. 引き分けはありません。", "2025年1月1日"), encoding="utf-8")
    before = files_in(garden)
    refused = run("--corpus", garden, "edition", "add", "sg", path)
    assert refused.exit_code == 2
    assert "--not-current" in refused.output
    assert files_in(garden) == before
    added = run("--corpus", garden, "edition", "add", "sg", path, "--not-current")
    assert added.exit_code == 0, added.output
    corpus = load_corpus(garden)
    assert [game.edition.name for game in corpus.editions(corpus.game("sg"))] == ["0.9", "1.0"]
    assert corpus.game("sg").edition.name == "1.0"
    traced = run("--corpus", garden, "trace", "sg@0.9", "2.1.3").output
    assert "not in this edition" in traced
    refused = run("--corpus", garden, "edition", "add", "sg@0.9", path)
    assert (refused.exit_code, "not the current edition" in refused.stderr) == (2, True)
    again = run("--corpus", garden, "edition", "add", "sg@1.0", path, "--not-current")
    assert (again.exit_code, "nothing changed" in again.output) == (0, True)
    repeated = run("--corpus", garden, "edition", "add", "sg", path)
    assert (repeated.exit_code, "game.toml" in repeated.stderr) == (
        2,
        True,
    )  # it does not become current


def test_settled_alignment_is_stored_and_used(garden: Path, tmp_path: Path, run: Run) -> None:
    path, settled = tmp_path / "next.txt", tmp_path / "settled.toml"
    path.write_text(rules("1.1").replace("種をまきます", "水をやります"), encoding="utf-8")
    settled.write_text(
        'edition = "1.1"\nbefore = "1.0"\n'
        '[[settle]]\nold = ["2.1.1"]\nwhy = "別の決まりになった。"\n'
        '[[settle]]\nnew = ["2.1.1"]\nwhy = "新しい決まり。"\n',
        encoding="utf-8",
    )
    call = ("--corpus", garden, "edition", "add", "sg", path)
    for _ in range(2):
        assert run(*call, "--settle", settled).exit_code == 0
    rows = run("--corpus", garden, "diff", "sg@1.0", "sg@1.1", "--json", "--kind", "removed").stdout
    assert [json.loads(line)["old"] for line in rows.splitlines()] == ["2.1.1"]
    back = run("--corpus", garden, "diff", "sg@1.1", "sg@1.0", "--json", "--kind", "added").stdout
    assert [json.loads(line)["new"] for line in back.splitlines()] == ["2.1.1"]
    garbage = tmp_path / "garbage.toml"
    garbage.write_text("[", encoding="utf-8")
    for option in (("--settle", garbage), ("--version", "7"), ("--effective", "2020-01-01")):
        refused = run(*call, *option)
        assert (refused.exit_code, "which is not changed" in refused.stderr) == (2, True)


def test_settlement_faults_are_reported(garden: Path, tmp_path: Path, run: Run) -> None:
    path, settled = tmp_path / "next.txt", tmp_path / "settled.toml"
    path.write_text(rules("1.1"), encoding="utf-8")
    settled.write_text(
        'edition = "1.2"\nbefore = "1.0"\n[[settle]]\nold = ["9.9"]\nnew = ["1.1"]\nwhy = "x"\n'
        '[[settle]]\nold = ["1.1", "1.1.1"]\nnew = ["1.1", "1.1.1"]\nwhy = "x"\n'
        '[[settle]]\nwhy = "x"\n',
        encoding="utf-8",
    )
    before = files_in(garden)
    result = run("--corpus", garden, "edition", "add", "sg", path, "--settle", settled)
    assert result.exit_code == 2
    for line in (1, 3, 7, 11):
        assert f"settled.toml:{line}:" in result.output
    assert files_in(garden) == before


@pytest.mark.parametrize(
    ("name", "edition"), [("rulings.toml", "1.0"), ("terms.toml", "0.5"), ("players.toml", "2.0")]
)
def test_table_that_is_not_carried_is_reported(
    name: str, edition: str, garden: Path, tmp_path: Path, run: Run
) -> None:
    table = garden / "garden" / name
    text = f'edition = "{edition}"\n' + ("[clauses]\n" if name == "players.toml" else "")
    table.write_text(text, encoding="utf-8")
    path = tmp_path / "next.txt"
    path.write_text(rules("1.1"), encoding="utf-8")
    result = run("--corpus", garden, "edition", "add", "sg", path)
    assert f"{name} names an edition and was not carried" in result.output
    assert table.read_text(encoding="utf-8") == text


def test_concurrent_change_is_not_lost(
    garden: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "next.txt", garden / "garden" / "players.toml"
    path.write_text(rules("1.1"), encoding="utf-8")

    def change(*_: object) -> Proof:
        other.write_text('edition = "1.0"\n[clauses]\n"1.1" = "庭"\n', encoding="utf-8")
        return {"1.1": 0}, lambda _: iter(())

    with monkeypatch.context() as patch:
        patch.setattr("rulebook.api.rules.prove", change)
        result = run("--corpus", garden, "edition", "add", "sg", path)
    assert (result.exit_code, "changed by another program" in result.output) == (2, True)
    assert "庭" in other.read_text(encoding="utf-8")


def test_repairs_are_carried_by_line(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "corpus"
    copied_game("granblue-fantasy", folder, lean=True)
    source = (ROOT / "corpus/granblue-fantasy/editions/undated/rules.txt").read_text("utf-8")
    without = source.replace("ジョブチェンジアイコン", "転職の印")
    for version, text, message in (
        ("1.0", f"題名\n\n{source}", "edition.toml: 1 places, 1 carried, 0 to review"),
        ("1.1", without, "line 75: no line of the document begins as the repair says"),
    ):
        path = tmp_path / f"{version}.txt"
        path.write_text(text, encoding="utf-8")
        call = ("--corpus", folder, "edition", "add", "gbf", path, "--version", version)
        result = run(*call)
        assert result.exit_code == 0, result.output
        assert message in result.output
        assert (load_corpus(folder).game("gbf").edition.repairs != ()) == (version == "1.0")


# ---- Documents that cannot be added

SHIPPED = ROOT / "corpus"
BAD: list[tuple[list[str], str]] = [
    (["ws", "vs.txt", "--version", "2"], "this is a document of ヴィクトリースパーク"),
    (["ws", "other.txt"], "already has an edition 1.109"),
    (["ws", "other.txt", "--version", "1.100"], "1.100 is older than 1.109"),
    (["gbf", "gbf.txt"], "neither a version nor a date"),
    (["gbf", "gbf.txt", "--version", "Undated"], "already has an edition undated"),
    (["gbf", "gbf.txt", "--version", "one two"], "cannot be the name"),
    (["gbf", "gbf.txt", "--effective", "yesterday"], "--effective"),
    (["ws", "garden.txt"], "does not look like ヴァイスシュヴァルツ"),
    (["ws", "prose.txt"], "no clause numbers found"),
    (["ws", "empty.txt"], "empty"),
    (["ws", "no-such-file.txt"], "cannot be read"),
    (["garden", "garden.txt"], "To make a new game of the document, give --title"),
    (["a/b", "garden.txt", "--title", "庭"], "cannot be called 'a/b'"),
    (["garden", "garden.txt", "--title", "庭", "--alias", "ws"], "already a game called 'ws'"),
    (["garden", "garden.txt", "--title", "WS"], "already a game called 'WS'"),
    (["garden", "garden.txt", "--title", "庭", "--title-en", "\u200bws"], "already a game called"),
    (["all", "garden.txt", "--title", "庭"], "cannot be called 'all'"),
    (["Concepts", "garden.txt", "--title", "庭"], "cannot be called 'concepts'"),
    (["garden", "garden.txt", "--title", "庭", "--settle", "prose.txt"], "nothing to settle"),
    (["ws@9.9", "other.txt"], "has no edition"),
    (["ws", "other.txt", "--version", ""], "'' cannot be the name"),
    (["ws", "other.txt", "--version", "2.1.1.html"], "without .html or .atom at the end"),
    (["ws", "other.txt", "--version", "3", "--into", "."], "is not a corpus"),
    (["ws", "other.txt", "--version", "3", "--settle", "prose.txt"], "not TOML"),
]


@pytest.mark.parametrize(("call", "message"), BAD)
def test_bad_input_is_reported_and_writes_nothing(
    call: list[str],
    message: str,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    monkeypatch.chdir(tmp_path)
    ws = (SHIPPED / "weiss-schwarz/editions/1.109/rules.txt").read_text("utf-8")
    gbf = (SHIPPED / "granblue-fantasy/editions/undated/rules.txt").read_text("utf-8")
    vs = (SHIPPED / "victory-spark/editions/1.4.1.2/rules.txt").read_text("utf-8")
    for name, text in (
        ("other.txt", ws.replace("いずれか", "どちらか")),
        ("gbf.txt", gbf.replace("いずれか", "どちらか")),
        ("vs.txt", vs),
        ("garden.txt", rules("1.0")),
        ("prose.txt", "これは規則ではありません。\n" * 20),
        ("empty.txt", ""),
    ):
        Path(name).write_text(text, encoding="utf-8")
    before = files_in(tmp_path)
    result = run("edition", "add", *call)
    assert result.exit_code == 2, result.output
    assert message in result.output
    assert "Traceback" not in result.output
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("where", ["rulebook.replacing.put_in_place", "rulebook.api.rules.prove"])
def test_crash_leaves_the_old_corpus(
    where: str, garden: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "next.txt"
    path.write_text(rules("1.1"), encoding="utf-8")
    before = files_in(garden)

    def crash(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(where, crash)
        result = run("--corpus", garden, "edition", "add", "sg", path)
    assert result.exit_code == 2
    assert "No space left on device" in result.output
    assert files_in(garden) == before
    assert run("--corpus", garden, "edition", "add", "sg", path).exit_code == 0


def test_new_game_is_used_at_once(garden: Path, run: Run) -> None:
    assert load_corpus(garden).game("sg").title == "スターガーデン"
    assert "種がなくなった" in run("--corpus", garden, "ask", "-g", "sg", "種がない").output
    assert run("--corpus", garden, "check", "garden").exit_code == 0


@pytest.mark.parametrize("table", ["terms.toml", "cards.toml", "governing.toml", "own.toml"])
def test_unreadable_table_is_reported_before_writing(
    table: str, garden: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "next.txt"
    path.write_text(rules("1.1"), encoding="utf-8")
    (garden / "garden" / table).write_text(
        'edition = "1.1"\nno = 1\n' + "[" * (table == "own.toml")
    )
    before = files_in(garden)
    result = run("--corpus", garden, "edition", "add", "sg", path)
    assert result.exit_code == 2
    assert table in result.output
    assert files_in(garden) == before


def test_title_of_a_game_that_exists_is_refused(garden: Path, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "next.txt"
    path.write_text(rules("1.1"), encoding="utf-8")
    before = files_in(garden)
    result = run("--corpus", garden, "edition", "add", "sg", path, "--title", "別のゲーム")
    assert result.exit_code == 2
    assert "sg is the game スターガーデン" in result.output
    assert files_in(garden) == before
    called = run("--corpus", garden, "edition", "add", "sg", path, "--title", "スターガーデン")
    assert called.exit_code == 0


def test_new_game_can_be_added_from_python(garden: Path) -> None:
    path = FIXTURES / "foreign" / "hundreds.txt"
    garden_rules = rulebook.open_rules(garden)
    added = garden_rules.add_edition(
        "hundreds", path, version="1.0", new_game=rulebook.NewGame("百の庭", alias="hg")
    )
    assert isinstance(added, rulebook.AddedEdition)
    assert rulebook.open_rules(garden).game("hg").title == "百の庭"


@pytest.mark.parametrize("name", ["a\x1b[31mb", "a\nb", "a\u202eb", " ", "\u200b", "a\udcffb"])
@pytest.mark.parametrize("option", ["--title", "--title-en", "--publisher"])
def test_control_character_is_an_error(name: str, option: str, garden: Path, run: Run) -> None:
    before = sorted(garden.rglob("*"))
    path = FIXTURES / "foreign" / "wrapped.txt"
    call = ("edition", "add", "wrapped", path, "--title", "T", "--version", "1.0", option, name)
    refused = run("--corpus", garden, *call)
    assert refused.exit_code == 2
    assert "cannot be a name" in refused.stderr
    assert repr(name) in refused.stderr
    assert sorted(garden.rglob("*")) == before


def test_title_of_two_lines_is_an_error(garden: Path, run: Run) -> None:
    path = next(garden.glob("*/game.toml"))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('ja = "', 'ja = "あ\\n'), encoding="utf-8")
    shown = run("--corpus", garden, "show", "garden", "1.1")
    assert shown.exit_code == 2
    assert "some words on one line" in shown.stderr


def test_appendices_are_exported(garden: Path, run: Run) -> None:
    path = FIXTURES / "foreign" / "wrapped.txt"
    call = ("edition", "add", "wrapped", path, "--title", "T", "--version", "1.0")
    assert run("--corpus", garden, *call).exit_code == 0
    exported = json.loads(run("--corpus", garden, "export", "wrapped").stdout)
    jsonschema.validate(exported, schema("export"))
    found = [appendix["title"] for appendix in exported["appendices"]]
    assert [title.partition("：")[0] for title in found] == ["付録 A", "付録 B"]
    lines = path.read_text(encoding="utf-8").split("\n")
    for appendix in exported["appendices"]:
        assert appendix["title"] in lines[appendix["source"]["first_line"] - 1]
        assert appendix["text"]


# ---- Tracing


def test_trace_follows_a_clause_both_ways(garden: Path, tmp_path: Path, run: Run) -> None:
    for version, more in (("1.1", "2.2. 終わり\n2.2.1. 勝った人が片付けます。"), ("1.2", "")):
        path = tmp_path / f"{version}.txt"
        text = rules(version, more, "2027年1月1日")
        if version == "1.2":
            text = text.replace(
                "2.1.2. 種がな", "2.1.2. 水は3回まくことができます。\n2.1.3. 種がな"
            )
        path.write_text(text, encoding="utf-8")
        assert run("--corpus", garden, "edition", "add", "sg", path).exit_code == 0
    for name, number in (("sg@1.0", "2.1.2"), ("sg@1.1", "2.1.2"), ("sg", "2.1.3")):
        lines = run("--corpus", garden, "trace", name, number, "--json").stdout.splitlines()
        rows = [json.loads(line) for line in lines]
        assert [(row["edition"], row["numbers"]) for row in rows] == [
            ("1.0", ["2.1.2"]),
            ("1.1", ["2.1.2"]),
            ("1.2", ["2.1.3"]),
        ]
        assert [change["change"] for row in rows for change in row["changes"]] == ["kept", "moved"]
    removed = run("--corpus", garden, "trace", "sg@1.1", "2.2.1").output
    assert removed.count("not in this edition") == 2
    assert run("--corpus", garden, "trace", "sg", "9.9").exit_code == 1
    assert run("--corpus", garden, "trace", "sg", "abc").exit_code == 2


@pytest.mark.parametrize("name", ["hundreds", "apart", "zeros", "english"])
def test_added_document_of_any_layout_is_read_equally(name: str, garden: Path, run: Run) -> None:
    path = FIXTURES / "foreign" / f"{name}.txt"
    call = ("--corpus", garden, "edition", "add", name, path, "--title", "T", "--version", "1.0")
    assert run(*call).exit_code == 0
    book = load_document(str(path))
    for _ in range(2):  # the first call fills the catalog, the second reads it
        rules_now = open_rules(garden)
        assert rules_now.game(name) == load_corpus(garden).game(name)
        numbers = [clause.number for clause in rules_now.book(name).clauses]
        assert numbers == [clause.number for clause in book.clauses]
    output = run("--corpus", garden, "diff", name, path, "--json").stdout
    assert {json.loads(line)["change"] for line in output.splitlines()} == {"kept"}
