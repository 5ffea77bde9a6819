"""The reader imports what is in its bundle and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from rulebook.card_reader.manifest import reader_modules
from rulebook.clauses.corpus import Corpus
from tests.support import ROOT

# What is too large for a browser, not there, or starts what a browser cannot.
REFUSED = (
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
# Reads a card of each game, one that nothing understands among them, as the browser does.
READS = """
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


def test_nothing_outside_the_bundle_is_imported(tables: Path, corpus: Corpus) -> None:
    cards = [(game, text) for game in corpus.games for text in CARDS]
    given = json.dumps([reader_modules(), REFUSED, str(tables), cards])
    done = subprocess.run(
        [sys.executable, "-S", "-c", READS],
        input=given.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, done.stderr.decode()
    *told, loaded = map(json.loads, done.stdout.splitlines())
    assert {"refused"} in [set(one) for one in told]
    assert sum("annotation" in one for one in told) == 2 * len(corpus.games)
    assert loaded == sorted(reader_modules())
