"""Modules that a command loads: most of a cold start is importing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rulebook.search.tables.search_tables import SearchTables
from tests.support import ROOT

_CODE = """
import sys
from rulebook.cli.main import cli
try:
    cli(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, sep="\\n", file=sys.stderr)
"""
_HEAVY = {
    "jinja2",
    "lark",
    "multiprocessing",
    "platformdirs",
    "rulebook.clauses.foreign",
    "rulebook.editions.comparison",
    "rulebook.links.linker",
    "whoosh",
}
# Modules that read documents and TOML tables, and those that only some questions need. `annotate`
# may load them: it compares the policy of a card with its document.
_READERS = {
    "fcntl",
    "rulebook.cards.annotating.annotator",
    "rulebook.clauses.reader",
    "rulebook.editions.citations",
    "rulebook.rulings.ruling_files",
    "rulebook.search.asking.card_scores",
    "rulebook.text.data_files",
    "rulebook.text.romaji",
    "rulebook.toml_files.spans",
    "tomllib",
}


@pytest.mark.parametrize(
    ("command", "unwanted", "most"),
    [
        (["ask", "-g", "ws", "山札がなくなったら"], _HEAVY | _READERS, 85),
        (["ask", "山札がなくなったら"], _HEAVY | _READERS, 85),
        (["annotate", "-g", "ws", "あなたは1枚引く。"], _HEAVY, 166),
    ],
    ids=["ask -g", "ask", "annotate"],
)
def test_cold_command_loads_only_needed_modules(
    tables: SearchTables, command: list[str], unwanted: set[str], most: int
) -> None:
    """At most ``most`` of our modules: each takes a tenth of a millisecond."""
    tables.fill()
    run = [sys.executable, "-c", _CODE, *command]
    subprocess.run(run, capture_output=True, check=True, cwd=ROOT)  # fills the cache
    done = subprocess.run(run, capture_output=True, check=True, text=True, cwd=ROOT)
    loaded = done.stderr.split("\n")
    assert unwanted & set(loaded) == set()
    assert sum(name.startswith("rulebook") for name in loaded) <= most


def test_cold_question_avoids_gc_and_regex_compilation(
    tables: SearchTables,
) -> None:
    """Both were slow: see docs/measurements.md, “The cold start”."""
    tables.fill()
    code = """
import gc, re, sys
from rulebook.__main__ import main
collected, compiled = [], []
gc.callbacks.append(lambda phase, info: collected.append(phase))
compile_all = re._compiler.compile
def compile_one(pattern, flags=0):
    if "rulebook" in sys._getframe(2).f_globals["__name__"]:
        compiled.append(pattern)
    return compile_all(pattern, flags)
re._compiler.compile = compile_one
try:
    main()
finally:
    print(len(collected), len(compiled), file=sys.stderr)
"""
    run = [sys.executable, "-c", code, "ask", "-g", "ws", "山札がなくなったら"]
    subprocess.run(run, capture_output=True, check=True, cwd=ROOT)  # fills the cache
    done = subprocess.run(run, capture_output=True, check=True, text=True, cwd=ROOT)
    collections, compiled = map(int, done.stderr.split())
    assert collections == 0
    assert compiled <= 4
