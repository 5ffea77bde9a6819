"""Damaged, truncated or empty input, and output that would overwrite it: never exit code 0."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from tests.conftest import Run
from tests.rulings.stars import add_stars, ruling_toml
from tests.sampling import some

DOCUMENT = """1. 領域
1-1. 山札
1-1-1. 山札は裏向きで置きます。
2. 進行
2-1. 開始
2-1-1. 先攻のプレイヤーは1枚引きます。
"""


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "rules.txt"
    path.write_text(DOCUMENT, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("先攻", "\ufffd\ufffd", "lost-character"),
        ("2-1-1. ", "2-1\a-1. ", "lost-character"),
        ("2-1-1. ", "2\x7f-1-1. ", "lost-character"),
        ("2. 進行", "更新履歴\n2. 進行", "lost-number"),
        ("引きます。\n", "引き", "truncated"),
        ("2-1-1. ", "2-1-1000. ", "lost-number"),
    ],
)
def test_check_reports_damage(document: Path, run: Run, old: str, new: str, code: str) -> None:
    assert run("check", str(document)).exit_code == 0
    document.write_text(DOCUMENT.replace(old, new), encoding="utf-8")
    checked = run("check", str(document))
    assert checked.exit_code == 1
    assert code in checked.output


def test_truncated_document_is_not_added(document: Path, tmp_path: Path, run: Run) -> None:
    document.write_text(DOCUMENT.replace("引きます。\n", "引く山札を"), encoding="utf-8")
    into = tmp_path / "own"
    args = ("edition", "add", "planets", str(document), "--into", str(into), "--version", "1.0")
    refused = run(*args, "--title", "惑星")
    assert refused.exit_code == 2
    assert "breaks off in 2-1-1" in refused.output
    assert not into.exists()
    assert run(*args, "--title", "惑星", "--force-smaller").exit_code == 0


LISTED = "第1条 札を大切に扱う。\n第2条 席を譲り合う。\n第3条 次のことをしてはならない。\n{}\n{}\n"


@pytest.mark.parametrize(
    ("source", "refused"),
    [
        (LISTED.format("    札を隠す行為", "    その他の卑怯な行為"), False),
        (LISTED.format("    札を隠す行為", "    卓を揺らす不作法な"), False),
        (LISTED.format("    札を隠す行為", "    隣の席の"), True),
        (LISTED.format("    札を隠す行為", "    卓（椅子と机"), True),
        (DOCUMENT.replace("引きます。", "引く手番"), False),
        (DOCUMENT.replace("引きます。", "見せるもの"), False),
        (DOCUMENT.replace("引きます。", "引きま"), True),
        (DOCUMENT.replace("引きます。", "シャッ"), True),
    ],
)
def test_only_surely_truncated_documents_are_refused(
    document: Path, tmp_path: Path, run: Run, source: str, refused: bool
) -> None:
    document.write_text(source, encoding="utf-8")
    args = ("edition", "add", "planets", str(document), "--into", str(tmp_path / "own"))
    added = run(*args, "--version", "1.0", "--title", "惑星")
    assert (added.exit_code == 2, "breaks off" in added.output) == (refused, refused)


def test_html_page_never_replaces_document(document: Path, tmp_path: Path, run: Run) -> None:
    link = tmp_path / "link.html"
    link.symlink_to(document)
    for page in (document, link):
        refused = run("diff", str(document), str(document), "--html", str(page))
        assert refused.exit_code == 2
        assert "one of the documents" in refused.output
    assert document.read_text(encoding="utf-8") == DOCUMENT


def test_read_only_file_is_not_changed(document: Path, tmp_path: Path, run: Run) -> None:
    text, page = tmp_path / "notes.md", tmp_path / "page.html"
    for path in (text, page):
        path.write_text("ws 9.2.2", encoding="utf-8")
        path.chmod(0o444)
    assert run("cite", str(text), "--links", "https://e.org", "--write").exit_code == 2
    assert run("diff", str(document), str(document), "--html", str(page)).exit_code == 2
    assert {path.read_text(encoding="utf-8") for path in (text, page)} == {"ws 9.2.2"}


def test_number_that_cannot_be_upgraded_is_reported(tmp_path: Path, run: Run) -> None:
    text = tmp_path / "notes.md"
    text.write_text("ws 9.2.2とws 99.1.1", encoding="utf-8")
    upgraded = run("cite", str(text), "--upgrade", "ws")
    assert upgraded.exit_code == 1
    assert "99.1.1 is left unchanged" in upgraded.output


def test_text_without_citations_is_reported(tmp_path: Path, run: Run) -> None:
    text = tmp_path / "notes.md"
    text.write_text("ルールの話", encoding="utf-8")
    assert "no clause numbers found" in run("cite", str(text)).output
    assert run("cite", str(text), "-q").output == ""


@pytest.mark.parametrize("rows", ["", "a,,答\n"])
def test_table_without_rulings_writes_no_file(tmp_path: Path, run: Run, rows: str) -> None:
    table, out = tmp_path / "faq.csv", tmp_path / "faq.jsonl"
    table.write_text("id,question,answer\n" + rows, encoding="utf-8")
    assert run("rulings", "import", "-g", "ws", str(table), "--out", str(out)).exit_code == 1
    assert not out.exists()


@pytest.mark.parametrize(
    "command", [("cards", "stats"), ("cards", "gaps"), ("annotate", "--jsonl")]
)
def test_file_without_cards_is_reported(tmp_path: Path, run: Run, command: tuple[str, ...]) -> None:
    empty = tmp_path / "cards.jsonl"
    empty.touch()
    result = run(*command, str(empty), "-g", "ws")
    assert result.exit_code == 1
    assert "has no cards" in result.stderr


def test_file_without_rulings_is_an_error(tmp_path: Path, run: Run) -> None:
    empty = tmp_path / "faq.jsonl"
    empty.touch()
    checked = run("--rulings", str(empty), "rulings", "check", "ws")
    assert checked.exit_code == 2
    assert "no rulings in this file" in checked.output


@pytest.mark.parametrize("content", ["", "{"])
def test_fault_of_rulings_is_the_same_from_the_cache(
    tmp_path: Path, run: Run, content: str
) -> None:
    broken = tmp_path / "faq.jsonl"
    broken.write_text(content, encoding="utf-8")
    args = ("--rulings", str(broken), "rulings", "check", "ws")
    first, again = run(*args), run(*args)
    assert first.stderr == again.stderr != ""


@pytest.mark.parametrize(
    "command", [("rulings", "list"), ("rulings", "search", "種"), ("site", "build")]
)
def test_unreadable_rulings_are_reported(
    tmp_path: Path, run: Run, command: tuple[str, ...]
) -> None:
    ruling = ruling_toml("r1", "種は？", "手札からまきます。", ["2.1.3"])
    corpus = add_stars(tmp_path, ruling)
    broken = tmp_path / "faq.jsonl"
    broken.write_text("{", encoding="utf-8")
    args = ("--corpus", str(corpus), *command)
    whole, site = (([str(tmp_path / n)] if command[0] == "site" else []) for n in ("whole", "site"))
    assert run(*args, *whole).exit_code == 0
    result = run("--rulings", str(broken), *args, *site)
    assert result.exit_code == 1
    assert "rulings left out" in result.output


def test_duplicate_ruling_ids_are_reported(tmp_path: Path, run: Run) -> None:
    corpus = add_stars(tmp_path, ruling_toml("r1", "種は？", "手札からまきます。", ["2.1.3"]))
    named = tmp_path / "faq.toml"
    for question, exit_code in (("種は？", 0), ("星は？", 1)):
        text = ruling_toml("R1", question, "手札からまきます。", ["2.1.3"])
        named.write_text(f'edition = "1.0"\ngame = "stars"\n{text}', encoding="utf-8")
        listed = run("--rulings", named, "--corpus", corpus, "rulings", "list")
        assert listed.exit_code == exit_code
        asked = run("--rulings", named, "--corpus", corpus, "ask", "種は？")
        for each in (listed, asked):
            assert ("1 with ids of other rulings" in each.stderr) == bool(exit_code)


@pytest.mark.parametrize(("language", "message"), [("en", "different games"), ("ja", "別のゲーム")])
def test_diff_of_two_games_is_refused(run: Run, language: str, message: str) -> None:
    for args in (("ws", "reb"), ("ws@1.109", "vs", "--json")):
        refused = run("--lang", language, "diff", *args)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert message in refused.stderr


@pytest.mark.parametrize(
    ("language", "message"), some([("en", "of one game"), ("ja", "同じゲーム")], 1)
)
def test_diff_of_documents_of_two_games_is_refused(
    tmp_path: Path, run: Run, corpus: Corpus, language: str, message: str
) -> None:
    paths = [str(corpus.game(name).edition.path) for name in ("ws", "reb", "los")]
    other = tmp_path / "other.txt"
    other.write_bytes(Path(paths[2]).read_bytes())
    for args in (paths[:2], ["ws", paths[1]], [str(other), "vs"]):
        refused = run("--lang", language, "diff", *args)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert message in refused.stderr


@pytest.mark.parametrize(
    ("language", "message"), [("en", "no rulings"), ("ja", "裁定がありません")]
)
def test_folder_without_rulings_is_an_error(
    tmp_path: Path, run: Run, language: str, message: str
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "notes.txt").touch()
    refused = run("--lang", language, "--rulings", str(folder), "rulings", "list", "-g", "ws")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert message in refused.stderr


def test_shortening_of_long_question_is_reported(run: Run) -> None:
    question = "山札がなくなったらどうなる？" * 200
    assert "last 800 characters were not read" in run("ask", "-g", "ws", question).stderr
    assert not run("ask", "-g", "ws", question[:2000]).stderr


@pytest.mark.parametrize("name", ["players.toml", "rulings/more.jsonl", "editions/1.0/rules.txt"])
@pytest.mark.parametrize("target", ["pipe", "/dev/zero"])
def test_endless_file_in_corpus_is_an_error(
    tmp_path: Path, run: Run, name: str, target: str
) -> None:
    corpus = add_stars(tmp_path, ruling_toml("r1", "種は？", "手札から。", ["2.1.3"]))
    place = corpus / "stars" / name
    place.unlink(missing_ok=True)
    os.mkfifo(tmp_path / "pipe")
    place.symlink_to(tmp_path / target)
    refused = run("--corpus", corpus, "games")
    assert refused.exit_code == 2
    assert f"{place.name}: not a regular file" in refused.output


@pytest.mark.parametrize("name", ["game.toml", "editions/1.0/rules.txt"])
def test_game_that_cannot_be_used_is_reported(tmp_path: Path, run: Run, name: str) -> None:
    corpus = add_stars(tmp_path, "")
    moons = shutil.copytree(corpus / "stars", corpus / "moons")
    described = (moons / "game.toml").read_text(encoding="utf-8")
    described = described.replace('id = "stars"', 'id = "moons"').replace('"st"', '"mo"')
    described = re.sub('(ja|en) = "', r'\1 = "x', described)
    (moons / "game.toml").write_text(described, encoding="utf-8")
    assert run("--corpus", corpus, "games").exit_code == 0
    (moons / name).unlink()
    for args, status in (
        *(("games", 1), ("check", 1), ("ask 種", 0), ("search 種", 0)),
        (f"site build {tmp_path / 'site'}", 2),
    ):
        result = run("--corpus", corpus, *args.split())
        assert f"moons/{name}: " in result.stderr, args
        assert (args, result.exit_code) == (args, status)


def test_change_in_linked_folder_is_noticed(tmp_path: Path, run: Run) -> None:
    corpus, game = add_stars(tmp_path, ""), tmp_path / "elsewhere"
    (corpus / "stars").rename(game)
    (corpus / "stars").symlink_to(game)
    (game / "back").symlink_to(corpus)
    (game / ".#game.toml").symlink_to("an editor that is gone")
    assert "stars" in run("--corpus", corpus, "games").output
    table = game / "game.toml"
    table.write_text(
        table.read_text(encoding="utf-8").replace('"st"', '"garden"'), encoding="utf-8"
    )
    assert "garden" in run("--corpus", corpus, "games").output
