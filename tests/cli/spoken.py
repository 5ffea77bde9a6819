"""What the command line says, gathered from its code: help, lines, and the sentences of errors."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from rulebook.cli.main import COMMANDS, cli
from tests.support import ROOT

PACKAGE = ROOT / "rulebook"
# What click, Python or nobody but a programmer is told by.
_OTHERS = {
    "ValueError",
    "TypeError",
    "AttributeError",
    "OSError",
    "KeyError",
    "ModuleNotFoundError",
}
_FORMED = ("Fault", "_Wrong", "InvalidNumber")
# A sentence with fewer letters of its own fits anything; it is a piece of another.
_FEWEST = 6


def helps() -> set[str]:
    """Return each paragraph of help, on one line."""
    found = {*COMMANDS.values(), *_helps(cli)}
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        found.update(_helps(command))
    return {" ".join(text.split()) for text in found if not text.startswith("Example: ")}


def _helps(command: click.Command) -> Iterator[str]:
    yield from re.split(r"\n\s*\n", cleandoc(command.help or ""))
    yield from (
        param.help for param in command.params if isinstance(param, click.Option) and param.help
    )
    if isinstance(command, click.Group) and command is not cli:
        for inner in command.commands.values():
            yield from _helps(inner)


def lines() -> set[str]:
    """Return each form that the command line prints in a language."""
    return {
        str(node.args[0].value)
        for path in sorted((PACKAGE / "cli").rglob("*.py"))
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and _name(node) == "tr"
        if isinstance(node.args[0], ast.Constant)
    }


def untold() -> list[tuple[str, int, str]]:
    """Return words that the command line prints in no language but English."""
    return [
        (path.name, part.lineno, part.value)
        for path in sorted((PACKAGE / "cli").rglob("*.py"))
        if path.name not in ("manual.py", "language.py")
        for part in _printed(_tree(path))
        if isinstance(part.value, str)
        if re.search("[a-z]{3}.* |[a-z]{3} .*", part.value.replace("rulebook: ", ""))
    ]


def _printed(tree: ast.Module) -> Iterator[ast.Constant]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    known = {id(n) for call in calls if _name(call) in ("tr", "translated") for n in ast.walk(call)}
    for call in calls:
        if _name(call) in ("echo", "style", "prompt", "confirm"):
            for node in ast.walk(call):
                if isinstance(node, ast.Constant) and id(node) not in known:
                    yield node


def sentences() -> set[str]:
    """Return the form of each sentence that an error of ours is made with."""
    found: set[str] = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        for function in ast.walk(_tree(path)):
            if isinstance(function, ast.FunctionDef):
                found.update(_sentences(function, path.name == "errors.py"))
    parts = (line for form in found for line in form.split("\n"))
    return {form for form in parts if len(re.sub("[^a-zA-Z]", "", form)) >= _FEWEST and " " in form}


def _sentences(function: ast.FunctionDef, is_errors: bool) -> Iterator[str]:
    local: dict[str, list[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            local.setdefault(node.targets[0].id, []).extend(_forms(node.value))
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _is_error(node, is_errors):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from _forms(argument)
                if isinstance(argument, ast.Name):
                    yield from local.get(argument.id, [])


def _is_error(call: ast.Call, is_errors: bool) -> bool:
    name = _name(call)
    if name == "__init__":
        return is_errors
    return name not in _OTHERS and (
        name.endswith(("Error", *_FORMED)) or name.startswith("Unknown")
    )


def _forms(node: ast.expr) -> Iterator[str]:
    """Yield the forms of a text: itself, or with ``{}`` for what is put in."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr():
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield "".join(map(str, parts))
        case ast.IfExp():
            yield from _forms(node.body)
            yield from _forms(node.orelse)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
