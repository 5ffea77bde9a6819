"""Structure of the package: imports run one way, documents name every command."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulebook
from rulebook.cli.main import COMMANDS
from tests.mutants.breaks import read_breaks
from tests.support import ROOT, module_trees

# ``cards`` may not import all packages below it.
FORBIDDEN = {("cards", "rulings")}
PACKAGE = ROOT / "rulebook"
SITE = ROOT / "site"


@cache
def _nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module."""
    return tuple(ast.walk(module_trees()[path]))


def _imports(path: Path) -> Iterator[str]:
    for node in _nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md"])
def test_documented_modules_exist(page: str) -> None:
    named = set(re.findall(r"[\w/]+\.(?:py|js|sql)\b", (ROOT / page).read_text(encoding="utf-8")))
    folders = ("rulebook", "tests", "docs", "site", "examples")
    existing = {path.as_posix() for name in folders for path in (ROOT / name).rglob("*.*")}
    existing |= {path.as_posix() for path in ROOT.glob("*.py")}
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in existing)] == []


def test_functions_in_walks_exist() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    walks = page.partition("\n## Three walks\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^  ([\w.]+) +([\w/]+\.py)\b", walks, flags=re.MULTILINE)
    assert len(steps) > 25
    assert [step for step in steps if step[0] not in _names_in(PACKAGE / step[1])] == []


def _names_in(path: Path) -> set[str]:
    """Return the functions and classes of a module, and the methods as ``Class.method``."""
    found: set[str] = set()
    for node in module_trees()[path].body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inner = (part for part in node.body if isinstance(part, ast.FunctionDef))
            found.update(f"{node.name}.{part.name}" for part in inner)
    return found


def _floors() -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the package, and the folder ``cards``, with the level of each part of it.

    Parts are folders and modules; ARCHITECTURE.md lists them from the lowest level up.
    """
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("\n## Which way imports run\n")[2].partition("\n## ")[0]
    lines = re.findall("```text\n(.*)\n```\n", section)
    for house, line in zip(("rulebook", "rulebook.search", "rulebook.cards"), lines, strict=True):
        floors = enumerate(line.split(" <- "))
        yield house, {name: level for level, floor in floors for name in floor.split(", ")}


FLOORS = dict(_floors())


@pytest.mark.parametrize("house", FLOORS)
def test_every_folder_and_module_has_a_level(house: str) -> None:
    modules = {path.stem for path in _folder(house).glob("[a-z]*.py")}
    folders = {path.parent.name for path in _folder(house).glob("*/__init__.py")}
    assert set(FLOORS[house]) == modules | folders


def _folder(house: str) -> Path:
    return ROOT / house.replace(".", "/")


@pytest.mark.parametrize(("house", "name"), [(h, name) for h in FLOORS for name in FLOORS[h]])
def test_imports_run_one_way(house: str, name: str) -> None:
    """A module imports only from lower levels, never from its own level."""
    single, levels = _folder(house) / f"{name}.py", FLOORS[house]
    for path in [single] if single.exists() else sorted((_folder(house) / name).glob("**/*.py")):
        for module in _imports(path):
            inside, _, rest = module.partition(f"{house}.")
            other = rest.partition(".")[0]
            if not inside and other != name and other in levels:
                assert levels[other] < levels[name], (path, module)
                assert (name, other) not in FORBIDDEN, (path, module)


# What the command line uses besides the API, and why.
OUTSIDE_THE_API = {
    "rulebook.preferences": "what the user of a terminal prefers is no matter of the API",
    "rulebook.files": "how a file is written in one step is no matter of the API",
    "rulebook.replacing": "how a file is replaced only as it was read is no matter of the API",
    "rulebook.mcp_server": "a server is no value; it uses the API itself",
    "rulebook.messages": "the parts of a message are rendered by the terminal alone",
    "rulebook.records": "dataclasses that cost nothing at start, for all floors",
    "rulebook.signals": "how a process ends is no matter of the API",
    "rulebook.text.display": "what a terminal shows, and how wide, is no matter of the API",
    "rulebook.text.data_files": "how a file of one's own is encoded is no matter of the API",
    "rulebook.text.normal": "spans of a file, and how words are folded, are no matter of the API",
    "rulebook.text.wrapping": "how lines are broken on a terminal is no matter of the API",
}
API = {"rulebook", "rulebook.as_json", "rulebook.errors", *OUTSIDE_THE_API}


def test_command_line_uses_only_the_api() -> None:
    wrong = {
        (path.name, module)
        for path in (PACKAGE / "cli").rglob("*.py")
        for module in _modules_of(path)
        if module.split(".")[0] == "rulebook"
        if module not in API and not f"{module}.".startswith("rulebook.cli.")
    }
    assert wrong == set()


def _modules_of(path: Path) -> Iterator[str]:
    """Yield the modules from which names are imported."""
    for node in _nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_every_api_name_exists_and_is_documented() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in rulebook.__all__:
        assert getattr(rulebook, name) is not None
        assert name.startswith("_") or name in page, name


@pytest.mark.parametrize("page", ["docs/using.md", "docs/using.ja.md"])
def test_guide_shows_every_command(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"rulebook {name}" not in text] == []


@pytest.mark.parametrize("page", ["README", "docs/using"])
def test_both_languages_have_the_same_commands(page: str) -> None:
    def blocks(name: str) -> list[str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return re.findall(r"```(?:sh|console)\n(.*?)```", text, flags=re.DOTALL)

    assert blocks(f"{page}.md") == blocks(f"{page}.ja.md")


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def test_site_folder_has_no_modules() -> None:
    assert not list((ROOT / "site").glob("**/*.py"))


# ---- Names and sizes

LONGEST_FILE = 500
# Half of all functions, and nine of ten, have at most this many lines without the docstring.
# Tighter limits lead to functions with only one caller, which a reader must look for.
MEDIAN, NINE_OF_TEN = 8, 26
# No function body is longer than this, except those listed here with the reason.
LONGEST_BODY = 40
LONG_BODIES = {
    "cards.grammar.lalr_parser.parse": "the loop over the text: a call in it costs time",
    "search.asking.script_export.ranking_rules": "one value, written down",
}


def _nodes(*kinds: type[ast.AST]) -> Iterator[tuple[Path, Any]]:
    for path in module_trees():
        for node in _nodes_of(path):
            if isinstance(node, kinds):
                yield path, node


def test_class_names_are_unique() -> None:
    names = Counter(node.name for _, node in _nodes(ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_constant_has_one_value_in_a_folder() -> None:
    """Else one is imported for another; equal values may occur twice."""
    values: dict[tuple[str, str], dict[Path, str]] = {}
    for path in sorted(PACKAGE.glob("*/**/*.py")):
        folder = path.relative_to(PACKAGE).parts[0]
        for name, value in _constants(path):
            values.setdefault((folder, name), {})[path] = value
    assert [where for where, by_path in values.items() if len(set(by_path.values())) > 1] == []


def _constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the public names in upper case at the top of a module, each with its value."""
    for node in module_trees()[path].body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (part for target in targets for part in ast.walk(target)):
                if isinstance(name, ast.Name) and re.fullmatch("[A-Z][A-Z0-9_]*", name.id):
                    yield name.id, ast.unparse(node.value)


def test_files_are_short() -> None:
    sources = [path for folder in ("rulebook", "tests", "bench") for path in _sources(folder)]
    sources += (ROOT / "site" / "static").rglob("*.js")
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in sources}
    assert [(path, count) for path, count in lines.items() if count > LONGEST_FILE] == []


def _sources(folder: str) -> Iterator[Path]:
    return (ROOT / folder).rglob("*.py")


def test_functions_are_short() -> None:
    functions = _nodes(ast.FunctionDef, ast.AsyncFunctionDef)
    lengths = sorted(_code_lines(node) for _, node in functions)
    assert lengths[len(lengths) // 2] <= MEDIAN
    assert lengths[len(lengths) * 9 // 10] <= NINE_OF_TEN


def _code_lines(function: ast.FunctionDef) -> int:
    """Return how many lines a function has without its docstring."""
    first, lines = function.body[0], (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function, clean=False) is None:
        return lines
    return lines - ((first.end_lineno or 0) - first.lineno + 1)


def test_long_functions_are_listed() -> None:
    functions = _nodes(ast.FunctionDef, ast.AsyncFunctionDef)
    long = {_place(path, node) for path, node in functions if _body_lines(node) > LONGEST_BODY}
    assert sorted(long - LONG_BODIES.keys()) == [], "split it"
    assert sorted(LONG_BODIES.keys() - long) == [], "short now: remove it from the list"


def _place(path: Path, function: ast.FunctionDef) -> str:
    return ".".join((*path.relative_to(PACKAGE).with_suffix("").parts, function.name))


def _body_lines(function: ast.FunctionDef) -> int:
    """Return how many lines a function has without its head and its docstring."""
    has_docstring = ast.get_docstring(function) is not None
    body = function.body[has_docstring:]
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_standard_dataclasses_are_not_used() -> None:
    """Only ``rulebook.records``: the standard module makes each start slower."""
    makers = {"dataclasses.dataclass", "dataclasses.field", "dataclasses.replace"}
    paths = [path for path in PACKAGE.rglob("*.py") if path.name != "records.py"]
    assert [path for path in paths if makers & set(_imports(path))] == []


def test_each_deliberate_break_fits_the_code() -> None:
    """Else ``make mutants`` cannot make it: update it when its code changes."""
    assert [str(each) for each in read_breaks() if not each.fits(ROOT)] == []
