"""Names and docstrings use the words of docs/glossary.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT

TREES = ("rulebook", "tests", "bench")
# Packages that still have words of the old vocabulary; the list only gets shorter.
PENDING: set[str] = set()
# The names of nodes are types in the JSON of trees, which others read.
TYPES = {"Beside", "ByDoing", "Doer", "DoerFrom", "InDoing", "InsteadOfDoing", "OnDoing", "Spoken"}
GENERAL = {"told", "tell", "tells", "telling", "lies", "anew", "beside", "meant"}


@cache
def unused_words() -> frozenset[str]:
    """Return the words that the glossary lists in code font as not used, and the general ones."""
    rows = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").splitlines()
    columns = [row.split("|") for row in rows if row.startswith("|")]
    return frozenset(word for row in columns for word in re.findall(r"`(\w+)`", row[3])) | GENERAL


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every name and docstring in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, "" if node.name in TYPES else node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, "" if node.id in TYPES else node.id
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""


def _words(text: str) -> list[str]:
    """Split a name or a docstring into lower-case words."""
    return re.findall(r"[A-Z]?[a-z]+", text.replace("_", " "))


def _faults(path: Path) -> list[str]:
    name = path.relative_to(ROOT)
    return [
        f"{name}:{line} {word}"
        for line, text in _texts(path)
        for word in _words(text)
        if word.lower() in unused_words()
    ]


def _modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(path for tree in TREES for path in (ROOT / tree).rglob("*.py")):
        tree, *folders = path.relative_to(ROOT).parts[:-1]
        yield "/".join((tree, *folders[: 2 if folders[:1] == ["cards"] else 1])), path


def test_glossary_has_terms() -> None:
    rows = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").splitlines()
    terms = [row.split("|")[1].strip() for row in rows if re.match(r"\| (?!Term )\w", row)]
    assert 80 <= len(terms) <= 120
    assert len(terms) == len(set(terms))
    assert {"likeness", "deeds", "whereabouts", "told"} <= unused_words()


@pytest.mark.parametrize("package", sorted({name for name, _ in _modules()} - PENDING))
def test_names_and_docstrings_use_the_glossary(package: str) -> None:
    paths = [path for name, path in _modules() if name == package]
    assert [fault for path in paths for fault in _faults(path)] == []
