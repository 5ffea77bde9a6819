"""What a command loads before it answers: the cold start is mostly modules."""

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
# What reads documents and tables of TOML (a card's policy is still held against its document), and
# what only some questions need.
_READERS = {
    "fcntl",
    "rulebook.cards.annotating.annotator",
    "rulebook.clauses.reader",
    "rulebook.rulings.citations",
    "rulebook.rulings.ruling_files",
    "rulebook.search.asking.card_scores",
    "rulebook.text.encodings",
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
def test_a_cold_command_loads_no_more_than_it_needs(
    tables: SearchTables, command: list[str], unwanted: set[str], most: int
) -> None:
    """``most`` modules of ours are loaded, each of which takes a tenth of a millisecond."""
    tables.fill()
    run = [sys.executable, "-c", _CODE, *command]
    subprocess.run(run, capture_output=True, check=True, cwd=ROOT)  # fills what is not yet there
    done = subprocess.run(run, capture_output=True, check=True, text=True, cwd=ROOT)
    loaded = done.stderr.split("\n")
    assert unwanted & set(loaded) == set()
    assert sum(name.startswith("rulebook") for name in loaded) <= most


def test_a_question_looks_for_no_rings_and_compiles_few_patterns(
    tables: SearchTables,
) -> None:
    """Both took a good part of a cold question; see docs/measurements.md, “The cold start”."""
    tables.fill()
    code = """
import gc, re, sys
from rulebook.__main__ import main
looked, compiled = [], []
gc.callbacks.append(lambda phase, told: looked.append(phase))
compile_all = re._compiler.compile
def compile_one(pattern, flags=0):
    if "rulebook" in sys._getframe(2).f_globals["__name__"]:
        compiled.append(pattern)
    return compile_all(pattern, flags)
re._compiler.compile = compile_one
try:
    main()
finally:
    print(len(looked), len(compiled), file=sys.stderr)
"""
    run = [sys.executable, "-c", code, "ask", "-g", "ws", "山札がなくなったら"]
    subprocess.run(run, capture_output=True, check=True, cwd=ROOT)  # fills what is not yet there
    done = subprocess.run(run, capture_output=True, check=True, text=True, cwd=ROOT)
    looked, compiled = map(int, done.stderr.split())
    assert looked == 0
    assert compiled <= 4
