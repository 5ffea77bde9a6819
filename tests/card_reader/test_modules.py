"""The reader imports what is in its bundle and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from rulebook.card_reader.building import reader_modules
from rulebook.clauses.corpus import Corpus
from tests.support import ROOT

# Modules that are too large for a browser, missing there, or start processes.
FORBIDDEN = (
    "attr",
    "ctypes",
    "difflib",
    "hashlib",
    "jinja2",
    "lark",
    "multiprocessing",
    "platformdirs",
    "subprocess",
    "tomllib",
    "whoosh",
)
# A program that reads cards of each game as the browser does, one of them not understood.
PROGRAM = """
import json, sys

allowed, refused, folder, cards = json.loads(sys.stdin.read())

class Gate:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in refused or (
            name.split(".")[0] == "rulebook" and name not in allowed
        ):
            raise AssertionError(f"{name} is not in the bundle")

sys.meta_path.insert(0, Gate())
from rulebook.card_reader.reading import CardReader

reader = CardReader(folder)
for game, text in cards:
    print(reader.read(text, game))
print(json.dumps(sorted(name for name in sys.modules if name.split(".")[0] == "rulebook")))
"""
CARDS = (
    "【自】 このカードがアタックした時、あなたは自分の山札を上から1枚公開してよい。",
    "何でもない文です。 \x1b \U0001f9c0 9999999999",
    "",
)


def test_only_bundled_modules_are_imported(tables: Path, corpus: Corpus) -> None:
    cards = [(game, text) for game in corpus.games for text in CARDS]
    request = json.dumps([reader_modules(), FORBIDDEN, str(tables), cards])
    process = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM],
        input=request.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert process.returncode == 0, process.stderr.decode()
    *readings, loaded = map(json.loads, process.stdout.splitlines())
    assert {"refused"} in [set(reading) for reading in readings]
    assert sum("annotation" in reading for reading in readings) == 2 * len(corpus.games)
    assert loaded == sorted(reader_modules())
