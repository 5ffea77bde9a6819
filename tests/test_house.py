"""The house keeps its shape: imports run one way, documents name every command and code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.clauses.model import FindingCode
from rulebook.cli.main import COMMANDS
from tests.support import ROOT

# Each floor may import the floors before it, and modules of its own.
FLOORS = ("text", "errors", "data", "clauses", "links", "cards", "search", "website", "cli")
# Neighbours on one floor of the design: neither imports the other.
APART = {("search", "cards"), ("errors", "data")}
PACKAGE = ROOT / "rulebook"


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_run_one_way(floor: str) -> None:
    paths = [PACKAGE / f"{floor}.py"] if (PACKAGE / f"{floor}.py").exists() else []
    paths += sorted((PACKAGE / floor).glob("**/*.py"))
    for path in paths:
        for module in _imports(path):
            parts = module.split(".")
            if parts[0] != "rulebook" or len(parts) == 1 or parts[1] not in FLOORS:
                continue
            if parts[1] == floor:
                continue
            assert FLOORS.index(parts[1]) < FLOORS.index(floor), (path, module)
            assert (floor, parts[1]) not in APART, (path, module)


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_readme_shows_every_command(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"rulebook {name}" not in text] == []


def test_both_readmes_have_the_same_commands() -> None:
    def blocks(name: str) -> list[str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return re.findall(r"```(?:sh|console)\n(.*?)```", text, flags=re.DOTALL)

    assert blocks("README.md") == blocks("README.ja.md")


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_every_finding_code_is_documented(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z-]+)` \|", text, flags=re.MULTILINE)) == set(FindingCode)


def test_nothing_named_site_is_importable() -> None:
    assert not list((ROOT / "site").glob("**/*.py"))
