"""Errors and accepted types of the Python API."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulebook
from rulebook import RulebookError, Rules, WrongType, as_json, errors
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CorpusError, Fault, UnknownGame
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website import site_builder
from tests.support import ROOT

# Values of data rows that have no text.
NO_TEXT: list[object] = [None, math.nan, 9.2, True, "山札".encode(), ["ws"], {}]
NO_ID: Any = 0  # a card may have None instead of an id
CARD = "【自】 このカードがアタックした時、あなたは1枚引く。"
# Functions that take text.
TAKING: dict[str, Callable[[Rules, Any], object]] = {
    "game": lambda rules, value: rules.game(value),
    "clause of": lambda rules, value: rules.clause(value, "9.2.2"),
    "clause": lambda rules, value: rules.clause("ws", value),
    "ask": lambda rules, value: rules.ask(value),
    "search": lambda rules, value: rules.search(value, "ws"),
    "term": lambda rules, value: rules.term(value, "ws"),
    "compare": lambda rules, value: rules.compare(value),
    "annotate": lambda rules, value: rules.annotate("ws", value),
    "resolve": lambda rules, value: rules.resolve("ws", value),
    "annotate_all": lambda rules, value: list(rules.annotate_all("ws", [("1", value)])),
    "annotate_all by id": lambda rules, value: [
        *rules.annotate_all("ws", [(NO_ID if value is None else value, CARD)])
    ],
    "headings": lambda rules, value: rules.headings("ws", [value]),
    "named": lambda rules, value: rules.card_library("ws", "no.db").named(value),
    "alike": lambda rules, value: rules.card_library("ws", "no.db").alike(value),
    "card_gaps": lambda rules, value: rules.card_gaps("ws", [("1", value)]),
    "check": lambda rules, value: rules.check(value),
    "diff": lambda rules, value: rules.diff("ws", value),
    "trace": lambda rules, value: rules.trace("ws", value),
    "rulings.find": lambda rules, value: rules.rulings.find(value),
    "rulings.search": lambda rules, value: rules.rulings.search(value),
    "rulings.cite": lambda rules, value: rules.rulings.cite(value),
    "parse_ranges": lambda _, value: rulebook.parse_ranges(value),
    "words_of_rules": lambda rules, value: rulebook.words_of_rules(rules, value),
    "query_of_rules": lambda rules, value: rulebook.query_of_rules(rules, value),
}


def test_unknown_stage_is_reported_with_known_stages(corpus: Corpus) -> None:
    with pytest.raises(RulebookError, match="no stage 'parse'") as raised:
        Rules(corpus).explain("ws", "parse", "【自】 あなたは1枚引く。")
    assert "tokens" in raised.value.hint


def test_unknown_graph_format_is_reported(corpus: Corpus) -> None:
    with pytest.raises(RulebookError, match="no form 'svg'"):
        Rules(corpus).graph("ws", "svg")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rules: rules.headings("ws", ["9.9.9"]), "has no clause 9.9.9"),
        (lambda rules: [*rules.annotate_lines("ws", [{"id": "1", "text": CARD}])], "a card is not"),
        (lambda rules: rules.build_site("no", "javascript:x"), "is not an address"),
        (lambda _: as_json.schema("nope"), "no schema 'nope'"),
    ],
)
def test_missing_things_raise_rulebook_errors(
    corpus: Corpus, call: Callable[[Rules], object], message: str
) -> None:
    with pytest.raises(RulebookError, match=message):
        call(Rules(corpus))


def test_site_address_ends_with_a_slash(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_builder, "build_site", lambda *value, **_: value[2])
    assert Rules(corpus).build_site("no", "https://x.org/rules") == "https://x.org/rules/"
    assert Rules(corpus).build_site("no") == ""


def test_only_a_table_lookup_triggers_a_rebuild(small: Corpus) -> None:
    tables = SearchTables(small)
    (game,) = small.games.values()
    assert tables.snippets(game)
    with pytest.raises(KeyError, match="really"):
        tables.retry_rebuilt(lambda: {"a": 1}["really"])


@pytest.mark.parametrize("name", TAKING)
def test_argument_that_is_no_text_is_reported(corpus: Corpus, name: str) -> None:
    rules = Rules(corpus)
    for value in NO_TEXT:
        with pytest.raises(WrongType, match="is not text but") as raised:
            TAKING[name](rules, value)
        assert isinstance(raised.value, TypeError)


def test_bytes_are_reported_with_remedy(corpus: Corpus) -> None:
    with pytest.raises(WrongType, match="decode"):
        Rules(corpus).annotate("ws", CARD.encode())  # type: ignore[arg-type]


def test_files_are_strings_or_paths(tmp_path: Path) -> None:
    document = ROOT / "corpus" / "weiss-schwarz" / "editions" / "1.109" / "rules.txt"
    rules = rulebook.open_rules(str(ROOT / "corpus"), cache=str(tmp_path))
    assert rules.check(document).book.printed_count == rules.check(str(document)).book.printed_count
    assert rules.export(document)["clauses"]
    assert rules.diff("ws", document).new_name == document.name


def test_single_rulings_file_may_be_a_string(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_DATA", str(tmp_path / "data"))  # no rulings of other tests
    path = tmp_path / "r.jsonl"
    path.write_text("", encoding="utf-8")
    for value in (path, str(path), [path]):
        assert rulebook.open_rules(rulings=value).rulings.shelf.paths == (path,)


def test_pickled_error_equals_original() -> None:
    path = Path("game.toml")
    originals = [
        UnknownGame("xx", ["ws"], ["vs"]),
        CorpusError(path, "is empty", faults=[Fault(3, "what", "instead")], hint="Look."),
        errors.QueryError("a AND", 2, "nothing behind AND", hint="Write a word."),
        errors.DocumentError("x", "is empty", hint="Look.", line=1, column=2),
        WrongType("the card text", None),
    ]
    for error in originals:
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back), back.__dict__) == (type(error), str(error), error.__dict__)


def test_wrong_type_is_raised_from_worker_processes(corpus: Corpus) -> None:
    with pytest.raises(WrongType):
        list(Rules(corpus).annotate_all("ws", [("1", CARD), ("2", None)], jobs=2))  # type: ignore[list-item]
