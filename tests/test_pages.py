"""The pages of the documentation site: every example runs."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from pre_commit.clientlib import load_config

from tests.conftest import Run
from tests.sampling import some
from tests.support import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(page.name for page in DOCS.glob("*.md"))
READMES = ["README.md", "README.ja.md"]
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_BLOCK = re.compile(r"(?ms)^( *)```(\w+)\n(.*?)^ *```$")


def _text(page: str) -> str:
    folder = ROOT if page in READMES else DOCS
    return (folder / page).read_text(encoding="utf-8")


def _blocks(page: str, language: str) -> list[str]:
    return [code for _, named, code in _BLOCK.findall(_text(page)) if named == language]


def _calls(page: str) -> Iterator[tuple[list[str], str]]:
    """Yield the arguments of each command that a page shows with its output, and the output."""
    for block in _blocks(page, "console"):
        for call in block.split("$ ")[1:]:
            command, _, output = call.partition("\n")
            program, *words = shlex.split(command)
            assert program == "rulebook", command
            yield words, output


# Sorted by language, so that a sample has pages in each.
SHOWN = sorted((page for page in PAGES if list(_calls(page))), key=lambda page: ".ja." not in page)


@pytest.mark.parametrize("page", some(SHOWN[::-1], 3))
def test_commands_print_output_shown_on_page(
    page: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEBOOK_LANG", "ja" if page.endswith(".ja.md") else "en")
    for words, output in _calls(page):
        result = run(*words)
        assert result.exit_code in (0, 1), result.output
        right = doctest.OutputChecker().check_output(output, result.output, _FLAGS)
        assert right, f"{shlex.join(words)}\n{result.output}"


@pytest.mark.parametrize("page", ["developers.md", "developers.ja.md"])
@pytest.mark.usefixtures("openings")
def test_python_examples_run(page: str) -> None:
    path = str(DOCS / page)
    failed, attempted = doctest.testfile(path, module_relative=False, optionflags=_FLAGS)
    assert failed == 0
    assert attempted >= 5


@pytest.mark.parametrize("page", [*PAGES, *READMES])
def test_options_named_on_page_exist(page: str, run: Run) -> None:
    for line in "".join(_blocks(page, "sh")).splitlines():
        program, *words = shlex.split(line.partition(" > ")[0]) or [""]
        if program == "rulebook":
            # Options are parsed before --help prints and exits.
            assert run(*words, "--help").exit_code == 0, line


@pytest.mark.parametrize("page", [*PAGES, *READMES])
def test_data_on_page_is_valid(page: str, tmp_path: Path) -> None:
    for block in _blocks(page, "json"):
        json.loads(block)
    for block in _blocks(page, "toml"):
        tomllib.loads(block)
    for block in _blocks(page, "yaml"):
        if "pre-commit" in block:
            file = tmp_path / "hooks.yaml"
            file.write_text(block, encoding="utf-8")
            load_config(str(file))


@pytest.mark.parametrize("page", [page for page in PAGES if page.endswith(".ja.md")])
def test_both_languages_have_the_same_examples(page: str) -> None:
    english = page.replace(".ja.md", ".md")
    for language in ("sh", "python", "js", "json", "toml", "yaml"):
        assert _blocks(page, language) == _blocks(english, language)
    # The output of commands is in the language of the page.
    assert [words for words, _ in _calls(page)] == [words for words, _ in _calls(english)]


@pytest.mark.slow
def test_site_is_built_without_warnings(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "docs.build_site", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    for language, words in (("en", "comes first"), ("ja", "いちばん上にある")):
        page = (tmp_path / "site" / language / "measurements.html").read_text(encoding="utf-8")
        assert page.count("<svg viewBox") == 1
        assert words in page
        assert f'<html class="no-js" lang="{language}"' in page
