"""What the Python API says of what it cannot do, and of what is given to it."""

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

# What rows of data have where there is no text.
NO_TEXT: list[object] = [None, math.nan, 9.2, True, "山札".encode(), ["ws"], {}]
NO_ID: Any = 0  # a card may have None instead of an id
CARD = "【自】 このカードがアタックした時、あなたは1枚引く。"
# What is called with it.
TAKING: dict[str, Callable[[Rules, Any], object]] = {
    "game": lambda rules, given: rules.game(given),
    "clause of": lambda rules, given: rules.clause(given, "9.2.2"),
    "clause": lambda rules, given: rules.clause("ws", given),
    "ask": lambda rules, given: rules.ask(given),
    "search": lambda rules, given: rules.search(given, "ws"),
    "term": lambda rules, given: rules.term(given, "ws"),
    "compare": lambda rules, given: rules.compare(given),
    "annotate": lambda rules, given: rules.annotate("ws", given),
    "resolve": lambda rules, given: rules.resolve("ws", given),
    "annotate_all": lambda rules, given: list(rules.annotate_all("ws", [("1", given)])),
    "annotate_all by id": lambda rules, given: [
        *rules.annotate_all("ws", [(NO_ID if given is None else given, CARD)])
    ],
    "headings": lambda rules, given: rules.headings("ws", [given]),
    "named": lambda rules, given: rules.card_library("ws", "no.db").named(given),
    "alike": lambda rules, given: rules.card_library("ws", "no.db").alike(given),
    "card_gaps": lambda rules, given: rules.card_gaps("ws", [("1", given)]),
    "check": lambda rules, given: rules.check(given),
    "diff": lambda rules, given: rules.diff("ws", given),
    "trace": lambda rules, given: rules.trace("ws", given),
    "rulings.find": lambda rules, given: rules.rulings.find(given),
    "rulings.search": lambda rules, given: rules.rulings.search(given),
    "rulings.cite": lambda rules, given: rules.rulings.cite(given),
    "parse_ranges": lambda _, given: rulebook.parse_ranges(given),
    "words_of_rules": lambda rules, given: rulebook.words_of_rules(rules, given),
    "query_of_rules": lambda rules, given: rulebook.query_of_rules(rules, given),
}


def test_a_stage_that_is_not_there_is_told_with_those_that_are(corpus: Corpus) -> None:
    with pytest.raises(RulebookError, match="no stage 'parse'") as told:
        Rules(corpus).explain("ws", "parse", "【自】 あなたは1枚引く。")
    assert "tokens" in told.value.hint


def test_a_form_of_graphs_that_is_not_there_is_told(corpus: Corpus) -> None:
    with pytest.raises(RulebookError, match="no form 'svg'"):
        Rules(corpus).graph("ws", "svg")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda rules: rules.headings("ws", ["9.9.9"]), "has no clause 9.9.9"),
        (lambda rules: [*rules.annotate_lines("ws", [{"id": "1", "text": CARD}])], "a card is not"),
        (lambda rules: rules.build_site("no", "javascript:x"), "is not an address"),
        (lambda _: as_json.schema("nope"), "no schema 'nope'"),
    ],
)
def test_what_is_not_there_is_told_by_an_error_of_ours(
    corpus: Corpus, call: Callable[[Rules], object], said: str
) -> None:
    with pytest.raises(RulebookError, match=said):
        call(Rules(corpus))


def test_paths_can_be_put_after_the_address_of_a_site(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_builder, "build_site", lambda *given, **_: given[2])
    assert Rules(corpus).build_site("no", "https://x.org/rules") == "https://x.org/rules/"
    assert Rules(corpus).build_site("no") == ""


def test_tables_are_rebuilt_where_only_some_are_open(small: Corpus) -> None:
    tables = SearchTables(small)
    (game,) = small.games.values()
    assert tables.snippets(game)
    with pytest.raises(KeyError, match="really"):
        tables.retry_rebuilt(lambda: {"a": 1}["really"])


@pytest.mark.parametrize("name", TAKING)
def test_what_is_no_text_is_told_whoever_takes_it(corpus: Corpus, name: str) -> None:
    rules = Rules(corpus)
    for given in NO_TEXT:
        with pytest.raises(WrongType, match="is not text but") as told:
            TAKING[name](rules, given)
        assert isinstance(told.value, TypeError)


def test_bytes_are_told_what_to_do_with_them(corpus: Corpus) -> None:
    with pytest.raises(WrongType, match="decode"):
        Rules(corpus).annotate("ws", CARD.encode())  # type: ignore[arg-type]


def test_files_are_named_by_text_or_path(tmp_path: Path) -> None:
    document = ROOT / "corpus" / "weiss-schwarz" / "editions" / "1.109" / "rules.txt"
    rules = rulebook.open_rules(str(ROOT / "corpus"), cache=str(tmp_path))
    assert rules.check(document).book.printed_count == rules.check(str(document)).book.printed_count
    assert rules.export(document)["clauses"]
    assert rules.diff("ws", document).new_name == document.name


def test_one_file_of_rulings_is_not_a_row_of_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_DATA", str(tmp_path / "data"))  # no rulings of other tests
    path = tmp_path / "r.jsonl"
    path.write_text("", encoding="utf-8")
    for given in (path, str(path), [path]):
        assert rulebook.open_rules(rulings=given).rulings.shelf.paths == (path,)


def test_an_error_comes_back_from_another_process_as_it_was() -> None:
    path = Path("game.toml")
    raised = [
        UnknownGame("xx", ["ws"], ["vs"]),
        CorpusError(path, "is empty", faults=[Fault(3, "what", "instead")], hint="Look."),
        errors.QueryError("a AND", 2, "nothing behind AND", hint="Write a word."),
        errors.DocumentError("x", "is empty", hint="Look.", line=1, column=2),
        WrongType("the card text", None),
    ]
    for error in raised:
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back), back.__dict__) == (type(error), str(error), error.__dict__)


def test_what_is_no_text_does_not_stop_the_processes_that_read(corpus: Corpus) -> None:
    with pytest.raises(WrongType):
        list(Rules(corpus).annotate_all("ws", [("1", CARD), ("2", None)], jobs=2))  # type: ignore[list-item]
