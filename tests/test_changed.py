"""``make fast`` selects the tests of changed files."""

from __future__ import annotations

from tests.changed import ALWAYS, select_tests
from tests.support import ROOT


def test_module_selects_tests_of_its_name() -> None:
    assert select_tests(["rulebook/links/concepts.py"], ROOT) == sorted(
        {*ALWAYS, "tests/links/test_concepts.py"}
    )
    assert "tests/test_replacing.py" in select_tests(["rulebook/replacing.py"], ROOT)


def test_test_file_selects_itself() -> None:
    assert "tests/cli/test_screen.py" in select_tests(["tests/cli/test_screen.py"], ROOT)


def test_data_selects_tests_that_read_it() -> None:
    for file, test in (
        ("grammar/weiss-schwarz.lark", "tests/cards/test_grammar.py"),
        ("corpus/weiss-schwarz/concepts.toml", "tests/links"),
        ("tests/fixtures/ws/ast/cards.txt", "tests/cards/test_fixtures.py"),
    ):
        selected = select_tests([file], ROOT)
        assert test in selected
        assert all((ROOT / each).exists() for each in selected)


def test_other_files_select_only_general_tests() -> None:
    assert select_tests(["README.md", "tests/support.py"], ROOT) == sorted(ALWAYS)
