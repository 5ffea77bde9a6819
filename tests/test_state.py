"""State belongs to a game or a library, not to a module, except the state listed here.

A dictionary at the top of a module that is never changed is a table, not state.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from tests.support import ROOT, module_trees

PACKAGE = ROOT / "rulebook"

# State of modules that is allowed, with the reason.
ALLOWED = {
    "cards.worker_pools.cluster._annotator": "what a worker of a cluster was given to work with",
    "cards.linking.link_table._REGISTERED": "filled by decorators at import, then a table",
    "cards.builders.register._BUILDERS": "filled by decorators at import, then a table",
    "cards.linking.link_table._key_functions": "depends on a class of nodes alone",
    "cards.builders.frames._checks_of_class": "depends on a class of nodes alone",
    "cards.meaning.nesting._getter_of_nodes": "depends on a class of nodes alone",
    "cards.spelling.canonical_form._misprints": "a table, compiled when it is first needed",
    "cards.tree.node._node_fields": "depends on a class of nodes alone",
    "cards.printing.unparser._PRINTERS": "filled by decorators at import, then a table",
    "cards.printing.unparser._printer": "depends on a class of nodes alone",
    "clauses.findings._forms": "depends on a file that ships alone",
    "clauses.findings._texts": "depends on a file that ships alone",
    "clauses.labels._patterns": "depends on words before numbers alone; bounded",
    "data.is_installed": "depends on the path of the package alone",
    "editions.content._citation_pattern": "depends on a separator alone; bounded",
    "links.number_references._number_pattern": "depends on a style of numbers alone; bounded",
    "card_reader.building.reader_modules": "the code of a process does not change",
    "cache.plain_values._maker": "depends on a type alone",
    "messages.translations": "depends on a file that ships alone",
    "cache.store._temporary": "a folder that lives as long as the process",
    "cache.store.code_digest": "the code of a process does not change",
    "text.normal._never_merges": "depends on a character alone; bounded",
    "text.normal.fold": "depends on a text alone; bounded",
    "text.display._char_columns": "depends on a character alone; bounded",
    "toml_files.kinds.kinds_of_fields": "depends on a class of records alone",
    "toml_files.loader._reader": "depends on a type alone",
    "website.rendering.english": "depends on a file that ships alone",
    "website.rendering.environment": "depends on templates that ship alone",
    "website.serving.Handler.extensions_map": "as the base class has it; never changed",
}

_CACHES = {"cache", "lru_cache"}
_MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MAKERS = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict"}
_CHANGES = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popleft"),
    *("popitem", "remove", "reverse", "setdefault", "sort", "update", "subtract"),
}


@cache
def _nodes(module: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(module))


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path, tree in module_trees().items():
        yield ".".join(path.relative_to(PACKAGE).with_suffix("").parts), tree


def state_in(name: str, module: ast.Module) -> Iterator[str]:
    """Yield the qualified names of the module's mutable state."""
    yield from (f"{name}.{each}" for each in _cached(module, ""))
    yield from (f"{name}.{each}" for each in _of_classes(module))
    changed = _changed(module)
    own = {target for target, _ in _mutable(module.body)}
    yield from (f"{name}.{each}" for each in sorted(own & changed))
    for node in _nodes(module):
        if isinstance(node, ast.Global):
            yield from (f"{name}.{each}" for each in node.names)


def _cached(node: ast.AST, before: str) -> Iterator[str]:
    """Yield functions with a cache, and names to which one is assigned."""
    for child in ast.iter_child_nodes(node):
        path = f"{before}{child.name}." if isinstance(child, ast.ClassDef) else before
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            path = f"{before}{child.name}."
            if any(_is_cache(decorator) for decorator in child.decorator_list):
                yield path[:-1]
        elif isinstance(child, ast.Assign) and _is_call_of_cache(child.value):
            if isinstance(node, ast.FunctionDef):
                continue  # dropped when the function returns
            yield before + ast.unparse(child.targets[0])
        yield from _cached(child, path)


def _is_call_of_cache(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Call) and _is_cache(expression)


def _is_cache(expression: ast.expr) -> bool:
    """Return whether it is ``cache``, ``lru_cache``, ``functools.cache`` or a call of one."""
    if isinstance(expression, ast.Call):
        return _is_cache(expression.func)
    return ast.unparse(expression).rsplit(".", 1)[-1] in _CACHES


def _of_classes(module: ast.Module) -> Iterator[str]:
    for node in _nodes(module):
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{target}" for target, _ in _mutable(node.body))


def _mutable(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names in ``body`` to which a list, a dictionary or a set is assigned."""
    for statement in body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if _is_mutable(statement.value):
                yield from ((ast.unparse(target), statement.value) for target in targets)


def _is_mutable(value: ast.expr) -> bool:
    made = isinstance(value, ast.Call) and ast.unparse(value.func).rsplit(".", 1)[-1] in _MAKERS
    return made or isinstance(value, _MUTABLE)


@cache
def _changed(module: ast.Module) -> set[str]:
    """Return the names whose content a function of the module changes.

    Additions while the module is imported are not counted.
    """
    functions = [node for node in _nodes(module) if isinstance(node, ast.FunctionDef)]
    inner = {node for function in functions for node in ast.walk(function)}
    return {ast.unparse(changed) for changed in map(_changed_by, inner) if changed}


def _changed_by(node: ast.AST) -> ast.expr | None:
    """Return the expression whose content ``node`` changes, if any."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        return node.value
    if isinstance(node, ast.AugAssign):
        return node.target
    return node.value if isinstance(node, ast.Attribute) and node.attr in _CHANGES else None


def _changed_elsewhere(module: ast.Module) -> Iterator[str]:
    """Yield the imported names whose content the module changes."""
    changed = _changed(module)
    yield from (f"{source}.{each}" for source, each in _imported(module) if each in changed)


def _imported(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in _nodes(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulebook."):
            source = str(node.module).removeprefix("rulebook.")
            yield from ((source, alias.asname or alias.name) for alias in node.names)


def _all_state() -> set[str]:
    trees = dict(modules())
    tables = {f"{name}.{table}" for name, tree in trees.items() for table, _ in _mutable(tree.body)}
    # An imported name that is not a table is a function; a variable has the same name.
    foreign = {each for tree in trees.values() for each in _changed_elsewhere(tree)}
    own = {each for name, tree in trees.items() for each in state_in(name, tree)}
    return own | foreign & tables


def test_only_listed_modules_have_state() -> None:
    found = _all_state()
    assert sorted(found - ALLOWED.keys()) == [], "move it to an object of the game or the library"
    assert sorted(ALLOWED.keys() - found) == [], "gone: remove it from the list"


def test_every_kind_of_state_is_detected() -> None:
    source = """
import functools
from rulebook.other import TABLE
CONSTANT = {"a": 1}
FILLED: dict[str, int] = {}
SEEN = set()
ROWS = list()
CONSTANT["b"] = 2
def f():
    FILLED["a"] = 1
    global COUNT
    SEEN.add(1)
    ROWS += [1]
    TABLE["x"] = 2
    local = {}
    local["a"] = CONSTANT["a"]
@functools.lru_cache(maxsize=3)
def g(): ...
h = functools.cache(f)
class C:
    shared = []
    @cache
    def m(self): ...
"""
    names = ["FILLED", "SEEN", "ROWS", "COUNT", "g", "h", "C.shared", "C.m"]
    assert set(state_in("m", ast.parse(source))) == {f"m.{name}" for name in names}
    assert set(_changed_elsewhere(ast.parse(source))) == {"other.TABLE"}
