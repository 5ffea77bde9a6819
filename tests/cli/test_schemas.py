"""All JSON output matches its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

from rulebook.api import Rules
from rulebook.as_json import SCHEMAS, schema
from tests.conftest import Run
from tests.editions.documents import next_edition
from tests.support import FIXTURES, GAMES

CARD = "【自】［手札を1枚控え室に置く］ このカードがアタックした時、あなたは1枚引く。なんとか。"
RULINGS = """edition = "1.0.03"
game = "los"
[[ruling]]
id = "t-1"
question = "問い"
answer = "答え"
clauses = ["99.9"]
[[ruling]]
id = "t-2"
date = 2026-11-22
question = "別の問い"
answer = "別の答え（los 5.5.1、99.9、los@1.0.03 5.5.1「これはその文言ではない」）"
source = { name = "大会", address = "https://example.org/" }
cards = ["カード"]
suggested = [{ clause = "5.5.1", confidence = "likely" }]
"""
CALLS: dict[str, list[tuple[str, ...]]] = {
    "games": [("games", "--json")],
    "show": [("show", "los", "5.5.1.Ⅵ", "--json"), ("show", "vs", "8.5.1", "--json")],
    "ask": [("ask", "山札がなくなったら", "--json"), ("ask", "-g", "ws", "9.2.2", "--json")],
    "search": [("search", "number:4*", "--json")],
    "term": [("term", "控え室", "--json"), ("term", "-g", "los", "デッキ", "--json")],
    "compare": [("compare", "refresh", "--json")],
    "check": [("check", "--json")],
    "export": [("export", game) for game in GAMES],
    "annotate": [("annotate", "-g", "ws", CARD, "--json")],
    "resolve": [
        ("resolve", "-g", "ws", CARD, "--json"),
        ("resolve", "-g", "ws", "【自】 アンコール ［(2)］", "--json"),
        ("resolve", "-g", "reb", "【スパーク】：あなたは1枚引く。", "--json"),
    ],
    "cards-stats": [("cards", "stats", "-g", "ws", "FILE", "--json")],
    "cards-gaps": [("cards", "gaps", "-g", "ws", "FILE", "--json")],
    "cards-index": [("cards", "index", "-g", "ws", "FILE", "--out", "DATABASE", "--json")],
    "cards-find": [("cards", "find", "-g", "ws", "effect:draw", "--db", "LIBRARY", "--json")],
    "cards-using": [("cards", "using", "ws", "4.7.1", "--db", "LIBRARY", "--json")],
    "cards-like": [("cards", "like", "-g", "ws", "1", "--db", "LIBRARY", "--json")],
    "diff": [
        ("diff", "los", "EDITION", "--json"),
        ("diff", "EDITION", "los", "--json"),
    ],
    "edition-add": [
        ("edition", "add", "los", "EDITION", "--version", "9", "--into", "CORPUS", "--json"),
        ("edition", "add", "los", "EDITION", "--into", "CORPUS", "--json"),
    ],
    "edition-list": [("--corpus", "EDITIONS", "edition", "list", "los", "--json")],
    "trace": [("--corpus", "EDITIONS", "trace", "los@1.0.03", "5.5.1", "--json")],
    "ruling": [
        ("--rulings", "RULINGS", "rulings", "list", "-g", "los", "--json"),
        ("--rulings", "RULINGS", "rulings", "show", "t-2", "--json"),
        ("--rulings", "RULINGS", "rulings", "search", "別の問い", "--json"),
    ],
    "rulings-check": [("--rulings", "RULINGS", "rulings", "check", "los", "--json")],
    "cite": [("cite", "-g", "los", "RULINGS", "--json"), ("cite", "RULINGS", "--json")],
    "rulings-import": [
        ("rulings", "import", "-g", "los", "TABLE", "-o", "TAKEN", "--json"),
    ],
    "explain": [
        ("explain", "-g", "los", "--stage", "lines", "--json"),
        ("explain", "-g", "los", "--stage", "tree", "--json"),
        *(
            ("explain", "-g", "ws", "--stage", stage, CARD, "--json")
            for stage in ("tokens", "ast", "meaning")
        ),
    ],
}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory, rules: Rules) -> Mapping[str, str]:
    """Return the paths for the placeholders in ``CALLS``."""
    folder = tmp_path_factory.mktemp("files")
    cards = folder / "cards.jsonl"
    rows = [json.dumps({"id": id, "text": CARD}) for id in ("1", "2")]
    cards.write_text("\n".join(rows), encoding="utf-8")
    tables = folder / "tables.db"
    rules.card_library("ws", tables).index([cards])
    edition = folder / "edition.txt"
    text, _ = next_edition(rules.book("los"), 1)
    edition.write_text(text, encoding="utf-8")
    rules.add_edition("los", edition, into=folder / "editions", version="9")
    rulings = folder / "rulings.toml"
    rulings.write_text(RULINGS, encoding="utf-8")
    table = folder / "table.csv"
    table.write_text("質問,回答,備考\n問い,答え,x\n,答え,\n", encoding="utf-8")
    return {
        "FILE": str(cards),
        "EDITION": str(edition),
        "CORPUS": str(folder / "corpus"),
        "EDITIONS": str(folder / "editions"),
        "RULINGS": str(rulings),
        "DATABASE": str(folder / "new.db"),
        "LIBRARY": str(tables),
        "TABLE": str(table),
        "TAKEN": str(folder / "taken.jsonl"),
    }


@pytest.mark.parametrize("name", SCHEMAS)
def test_output_matches_schema(name: str, places: Mapping[str, str], run: Run) -> None:
    definition = schema(name)
    valid = jsonschema.Draft202012Validator(definition)
    valid.check_schema(definition)
    for call in CALLS[name]:
        output = run(*(places.get(word, word) for word in call)).stdout
        lines = output.splitlines()
        assert lines, call
        for line in lines:
            valid.validate(json.loads(line))


def test_cards_of_all_games_match_schema(run: Run, tmp_path: Path) -> None:
    valid = jsonschema.Draft202012Validator(schema("annotate"))
    for alias in ("ws", "reb", "gbf", "vs", "los"):
        texts = [
            block.split("\n", 1)[1]
            for path in sorted((FIXTURES / alias / "ast").glob("*.txt"))[:2]
            for block in path.read_text(encoding="utf-8").split("== ")[1:6]
        ]
        file = tmp_path / f"{alias}.jsonl"
        rows = [json.dumps({"id": "1", "text": text.split("\n--\n")[0]}) for text in texts]
        file.write_text("\n".join(rows), encoding="utf-8")
        for line in run("annotate", "-g", alias, "--jsonl", file).stdout.splitlines():
            valid.validate(json.loads(line))


def test_every_schema_file_is_listed() -> None:
    folder = Path(__file__).resolve().parents[2] / "rulebook" / "as_json" / "schemas"
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.schema.json" for name in SCHEMAS
    )
