"""English and romaji words, lists of questions, and shell completion."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Run
from tests.processes import run_rulebook
from tests.sampling import some


def test_each_of_many_questions_has_a_heading(run: Run) -> None:
    shown = run("ask", "ws", "-", stdin="山札\n9.9.9\n手札\n").stdout
    headings = [line for line in shown.splitlines() if line.startswith("■ ")]
    assert headings == ["■ 山札", "■ 9.9.9", "■ 手札"]
    assert "■" not in run("ask", "ws", "山札").stdout
    rows = run("ask", "ws", "--json", "-", stdin="山札\n手札\n").stdout.splitlines()
    assert [json.loads(row)["question"] for row in rows] == ["山札", "手札"]


@pytest.mark.parametrize("word", ["deck", "graveyard", "yamafuda", "hikaeshitsu AND number:3*"])
def test_search_accepts_english_and_romaji(run: Run, word: str) -> None:
    result = run("search", "ws", word)
    assert result.exit_code == 0
    assert " in the rules" in result.stderr


def test_search_reports_only_translated_words(run: Run) -> None:
    assert " in the rules" not in run("search", "ws", "CX OR 山札").stderr
    result = run("search", "ws", "xyzzy")
    assert (result.exit_code, result.stdout) == (1, "")


def test_term_and_compare_accept_romaji(run: Run) -> None:
    assert run("term", "ws", "yamafuda").stdout == run("term", "ws", "山札").stdout
    assert run("compare", "rifuresshu").stdout == run("compare", "リフレッシュ").stdout
    assert run("term", "ws", "zzyx").exit_code == 1


def test_compare_lists_concepts(run: Run) -> None:
    listed = run("compare").stdout
    assert listed == run("compare", "--list").stdout
    assert "リフレッシュ" in listed
    assert len(listed.splitlines()) > 100
    rows = [json.loads(row) for row in run("compare", "--list", "--json").stdout.splitlines()]
    assert len(rows) == len(listed.splitlines()) - 1
    assert all(row["games"] for row in rows)


def complete(line: str) -> set[str]:
    """Return the completions that bash gets for ``line``."""
    index = str(len(line.split(" ")) - 1)
    done = run_rulebook(_RULEBOOK_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=index)
    assert done.stderr == b""
    return {row.partition(",")[2] for row in done.stdout.decode().splitlines()}


@pytest.mark.parametrize(
    ("line", "expected"),
    some(
        [
            ("rulebook show w", "ws"),
            ("rulebook show ws 9.2.", "9.2.2"),
            ("rulebook show -g ws 9.2.", "9.2.2"),
            ("rulebook show ws@1", "ws@1.109"),
            ("rulebook term ws 控", "控え室"),
            ("rulebook compare リフ", "リフレッシュ"),
            ("rulebook compare refr", "refresh"),
            ("rulebook trace vs 8.", "8.1"),
        ],
        3,
    ),
)
def test_shell_completes_line(line: str, expected: str) -> None:
    assert expected in complete(line)
