"""Queries find matching cards, report their errors with a column, and are never SQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.api import Rules
from rulebook.card_library import library as library_of_cards
from rulebook.card_library.card_query import parse_card_query
from rulebook.card_library.database import open_library
from rulebook.errors import CardLibraryError, QueryError, UnknownClause
from tests.card_library.conftest import CARDS, write_jsonl
from tests.conftest import Run

SEARCH, BURN, EVENT, BLANK = (str(card["id"]) for card in CARDS)


def find_ids(rules: Rules, library: Path, query: str, game: str = "ws") -> list[str]:
    return [card.id for card in rules.card_library(game, library).find(query).cards]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("cost:discard(hand) effect:search(deck)", [SEARCH]),
        ("コスト：捨てる（手札）　効果：サーチ（山札）", [SEARCH]),
        ("cost:discard(hand)", [SEARCH, BURN]),
        ("cost:put(from:hand to:控え室)", [SEARCH, BURN]),
        ("effect:burn", [BURN]),
        ("effect:deal-damage(2)", [BURN]),
        ("effect:deal-damage(>2)", []),
        ("effect:与える(相手)", [BURN]),
        ("effect:draw(まで)", [EVENT]),
        ("effect:discard", [EVENT]),
        ("trigger:attack(this-card)", [BURN]),
        ("trigger:put(from:hand to:field)", [SEARCH]),
        ("keyword:encore", [BURN]),
        ("keyword:アンコール", [BURN]),
        # The cost and the damage are those of two abilities.
        ("cost:discard(hand) effect:burn", []),
        ("cost:discard(hand) AND effect:burn", [BURN]),
        ("cost:discard -cost:pay-stock", [BURN]),
        ("-cost:pay-stock", [EVENT, BLANK]),
        ("effect:burn OR effect:draw", [BURN, EVENT]),
        ("(effect:burn OR effect:search) cost:discard", [SEARCH]),
        ("-limit:turn type:イベント", [EVENT]),
        ("kind:自 level>=1", [SEARCH, BURN]),
        ("level:0", [EVENT, BLANK]),
        ("colour:赤", [BURN]),
        ("color:青 -effect:burn", [EVENT]),
        ("灯台", [SEARCH]),
        ('"1枚選び、控え室"', [EVENT]),
        ("１枚", [SEARCH, BURN, EVENT]),
        ("name:そら", [BURN]),
        ("船", [BLANK]),
        ("clause:4.10.1", [BURN]),
        ("clause:8.4.1(cost)", [SEARCH, BURN]),
        ("clause:8.4.1(timing)", []),
        ("id:LH/W01-004", [BLANK]),
    ],
)
def test_query_finds_cards(rules: Rules, library: Path, query: str, ids: list[str]) -> None:
    assert find_ids(rules, library, query) == ids


@pytest.mark.parametrize(
    ("query", "column", "what", "hint"),
    [
        ("cost:discrd(hand)", 5, "no action is called 'discrd'", "discard"),
        ("効果：サーチ（やまふた）", 7, "called 'やまふた'", "やまふだ"),
        ("effect:put(from:hnd)", 16, "no zone is called 'hnd'", "hand"),
        ("keyword:アンコル", 8, "no keyword", "アンコール"),
        ("lvel>=2", 0, "no field 'lvel'", "level"),
        ("level>=多", 7, "not a number", "Write a number"),
        ("level>=" + "9" * 20, 7, "too large a number", "9 digits"),
        ("name<3", 0, "cannot be compared", "name:"),
        ("clause:8.x", 7, "not a clause number", "8.6.3"),
        ("clause:8.6.3(steps)", 13, "no role", "step"),
        ("effect:search(deck", 13, "never closed", "Like this"),
        ("effect:draw)", 11, "never opened", "Like this"),
        ('"灯台', 0, "quotation mark is never closed", "Like this"),
        ("灯台 OR", 4, "a term is missing here", "Like this"),
        ("name:", 4, "a term is missing here", "Like this"),
        ("", 0, "empty", "Like this"),
        ("　", 0, "empty", "Like this"),
        ("(" * 60 + "a" + ")" * 60, 50, "nested more than 50 deep", "Like this"),
        ("a" * 2001, 2000, "more than 2000", "Like this"),
    ],
)
def test_query_error_has_column_and_hint(
    rules: Rules, library: Path, query: str, column: int, what: str, hint: str
) -> None:
    with pytest.raises(QueryError) as raised:
        find_ids(rules, library, query)
    assert raised.value.column == column
    assert what in raised.value.what
    assert hint in raised.value.hint


def test_clause_is_one_of_the_rules_in_any_notation(rules: Rules, tmp_path: Path) -> None:
    out = tmp_path / "c.db"
    card = {"id": "1", "text": "【自】 このカードがアタックした時、あなたは1枚引く。"}
    rules.card_library("gbf", out).index([write_jsonl(tmp_path / "c.jsonl", [card])])
    (number, *_) = [
        c.number for each in rules.annotate("gbf", card["text"]).governing for c in each
    ]
    assert "-" in number
    assert find_ids(rules, out, f"clause:{number}", "gbf") == ["1"]
    assert find_ids(rules, out, f"clause:{number.replace('-', '.')}", "gbf") == ["1"]
    with pytest.raises(UnknownClause, match=r"has no clause 99-9"):
        find_ids(rules, out, "clause:99.9", "gbf")


def test_letter_is_not_compared_as_a_number(rules: Rules, tmp_path: Path) -> None:
    text = "あなたはＸ枚まで引く。Ｘはあなたのレベルに等しい。"
    out = tmp_path / "c.db"
    file = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text, "level": "多"}])
    rules.card_library("ws", out).index([file])
    assert find_ids(rules, out, "effect:draw") == ["1"]
    assert find_ids(rules, out, "effect:draw(>=2)") == []
    assert find_ids(rules, out, "level>=2") == []


def test_choice_from_the_deck_is_a_search(rules: Rules, tmp_path: Path) -> None:
    text = "あなたは自分の山札から《灯台》のキャラを1枚まで選んで相手に見せ、手札に加える。"
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index(
        [write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])]
    )
    assert find_ids(rules, out, "effect:search") == ["1"]
    assert find_ids(rules, out, "effect:choose(from:deck)") == ["1"]


def test_caret_is_under_full_width_words(run: Run, library: Path) -> None:
    result = run("cards", "find", "-g", "ws", "効果：引く（ばしょ）", "--db", str(library))
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert lines[1:3] == ["  効果：引く（ばしょ）", " " * 14 + "^"]


HOSTILE = "x'); DROP TABLE cards; --"


@pytest.mark.parametrize("field", ["", "name:", "text:", "id:", "type:", "owner:"])
def test_query_text_is_never_executed_as_sql(rules: Rules, library: Path, field: str) -> None:
    search = rules.card_library("ws", library).find(f'{field}"{HOSTILE}"')
    assert search.cards == ()
    assert "DROP" not in search.sql.text
    assert any("drop" in str(value).lower() for value in search.sql.values)


@given(st.text(st.sampled_from("abん札:()\"<>=-　 ANDOR0９%_;*'\x00"), max_size=30))
def test_any_text_parses_or_raises_query_error(query: str) -> None:
    column = 0
    try:
        parse_card_query(query)
    except QueryError as error:
        column = error.column
    assert 0 <= column <= len(query)


def test_printed_sql_returns_the_same_cards(run: Run, library: Path) -> None:
    result = run("cards", "find", "-g", "ws", "effect:burn level>=1", "--db", str(library), "--sql")
    sql = "\n".join(line for line in result.stdout.splitlines() if not line.startswith("--"))
    values = [
        eval(line.partition(" = ")[2])
        for line in result.stdout.splitlines()
        if line.startswith("--")
    ]
    command = ("cards", "find", "effect:burn level>=1", "--db", str(library), "--sql", "--json")
    as_json = json.loads(run(*command).stdout)
    for query, bound in ((sql, values), (as_json["sql"], as_json["values"])):
        with sqlite3.connect(library) as database:
            assert [row[0] for row in database.execute(query, bound)] == [BURN]


def test_cards_using_a_clause_are_grouped_by_role(rules: Rules, library: Path, run: Run) -> None:
    using = rules.card_library("ws", library).using("8.4.1")
    assert {role: [card.id for card in cards] for role, cards in using.items()} == {
        "cost": [SEARCH, BURN]
    }
    result = run("cards", "using", "ws", "４．１０．１", "--db", str(library))
    assert "「相手に2ダメージを与える" in result.output
    with pytest.raises(UnknownClause):
        rules.card_library("ws", library).using("99.1")


def test_heading_includes_cards_of_its_subclauses(rules: Rules, library: Path) -> None:
    cards = rules.card_library("ws", library)
    below = {card.id for group in cards.using("8.4.1").values() for card in group}
    chapter = {card.id for group in cards.using("8").values() for card in group}
    assert below < chapter
    assert cards.count_using("8") == {role: len(group) for role, group in cards.using("8").items()}


@pytest.mark.parametrize("command", [("using", "ws", "8.4.1"), ("find", "-g", "ws", "1枚")])
def test_cards_beyond_the_limit_are_counted(run: Run, library: Path, command: list[str]) -> None:
    all_cards = run("cards", *command, "--db", str(library), "--json")
    limited = run("cards", *command, "--db", str(library), "--json", "-n", "1")
    remaining = len(all_cards.stdout.splitlines()) - 1
    assert (all_cards.stderr, limited.exit_code) == ("", 0)
    assert limited.stderr == f"rulebook: {remaining} more cards: use a larger -n\n"


def test_cards_understood_in_part_are_counted(rules: Rules, tmp_path: Path, run: Run) -> None:
    file, out = tmp_path / "c.jsonl", tmp_path / "c.db"
    text = "【自】 このカードがアタックした時、あなたは1枚引く。"
    cards = {
        "a": text,
        "b": f"{text}\n【永】 なんとも読めぬ。",
        "c": f"{text}\n【永】 それも読めぬ。",
    }
    rows = (json.dumps({"id": id, "text": each}) for id, each in cards.items())
    file.write_text("\n".join(rows), encoding="utf-8")
    rules.card_library("ws", out).index([file])
    for limit in ("1", "9"):
        found = run("cards", "find", "-g", "ws", "effect:draw", "--db", str(out), "-n", limit)
        assert found.stderr.endswith("rulebook: 2 of the cards are only partly understood\n")


def test_query_runs_once(rules: Rules, library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []

    @contextmanager
    def traced(*args: Any) -> Iterator[sqlite3.Connection]:
        with open_library(*args) as opened:
            opened.set_trace_callback(statements.append)
            yield opened

    monkeypatch.setattr(library_of_cards, "open_library", traced)
    assert rules.card_library("ws", library).find("1枚", limit=1).total > 1
    assert sum("FROM cards c" in each for each in statements) == 1


def test_phase_owner_is_found(rules: Rules, tmp_path: Path) -> None:
    cards = [
        {"id": who, "name": "塔の番人", "text": f"【自】 {who}のドローフェイズの始めに、1枚引く。"}
        for who in ("あなた", "相手")
    ]
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([write_jsonl(tmp_path / "c.jsonl", cards)])
    assert find_ids(rules, out, "trigger:moment(相手)") == ["相手"]


def test_similar_cards_are_ranked(rules: Rules, tmp_path: Path) -> None:
    others = [
        {**CARDS[0], "id": "same", "text": str(CARDS[0]["text"]).replace("灯台", "港町")},
        {**CARDS[0], "id": "near", "text": str(CARDS[0]["text"]).replace("(1) ", "")},
    ]
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([write_jsonl(tmp_path / "c.jsonl", [*CARDS, *others])])
    alike = rules.card_library("ws", out).alike(SEARCH)
    assert [card.id for card in alike][:2] == ["same", "near"]
    assert alike[0].similarity == 1.0 > alike[1].similarity
    with pytest.raises(CardLibraryError) as raised:
        rules.card_library("ws", out).alike("LH/W01-01")
    assert "lh/w01-001" in raised.value.hint.lower()


def test_question_names_cards_by_id_or_name(rules: Rules, run: Run, library: Path) -> None:
    cards = rules.card_library("ws", library)
    assert cards.named(f"what does {SEARCH.lower()} do")[0].id == SEARCH
    name = str(CARDS[0]["name"])
    assert name in [card.name for card in cards.named(f"「{name}」は手札に戻せますか")]
    assert cards.named("手札の上限は？") == ()
    # More words than SQL has variables.
    assert cards.named(f"{'a ' * 300_000} {SEARCH}")[0].id == SEARCH
    output = run("ask", "-g", "ws", SEARCH, "--db", str(library)).output
    assert output.startswith(SEARCH)
    assert (
        '"cards": [{"id"' in run("ask", "-g", "ws", SEARCH, "--db", str(library), "--json").output
    )


def test_control_characters_of_cards_are_not_printed(
    rules: Rules, run: Run, tmp_path: Path
) -> None:
    owned = "\x1b]0;owned\x07\x9c\u202e"
    text = f"【自】 あなたの「{owned}」がアタックした時、あなたは1枚引く。なんとか。"
    card = {"id": f"A1{owned}", "name": f"名前{owned}", "text": text}
    file, out = write_jsonl(tmp_path / "c.jsonl", [card, {**card, "id": "A2"}]), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    library = ("-g", "ws", "--db", str(out))
    for command in (
        ("cards", "find", "引く", *library),
        ("cards", "using", "7", *library),
        ("cards", "like", "A2", *library),
        ("cards", "gaps", "-g", "ws", str(file)),
        ("ask", "名前とは何ですか A2", *library),
    ):
        output = run(*command).output
        assert "owned" in output
        assert not set(output) & set("\x1b\x07\x9c\u202e")


def test_game_is_read_from_the_library(run: Run, library: Path, tmp_path: Path) -> None:
    for command in (("find", "effect:burn"), ("like", SEARCH)):
        assert run("cards", *command, "--db", str(library)).exit_code == 0
    result = run("cards", "like", SEARCH, "--db", str(tmp_path / "none.db"))
    assert (result.exit_code, "there is no card library" in result.output) == (2, True)


def test_exit_code_is_one_if_nothing_is_found(run: Run, library: Path) -> None:
    commands: list[tuple[str, ...]] = [
        ("find", "-g", "ws", "name:いない"),
        ("using", "ws", "5.1.1"),
        ("like", "LH/W01-01"),
        ("like", ""),
    ]
    for command in commands:
        assert run("cards", *command, "--db", str(library)).exit_code == 1


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (Path, "there is no card library"),
        (lambda path: path.write_bytes(b""), "not a card library"),
        (lambda path: path.write_bytes(b"x" * 5000), "not a database"),
    ],
)
def test_file_that_is_not_a_library_is_rejected(
    rules: Rules, tmp_path: Path, write: Any, message: str
) -> None:
    write(tmp_path / "c.db")
    with pytest.raises(CardLibraryError, match=message) as raised:
        rules.card_library("ws", tmp_path / "c.db").find("effect:draw")
    assert "cards index" in raised.value.hint


def test_library_of_another_game_is_rejected(rules: Rules, library: Path) -> None:
    with pytest.raises(CardLibraryError, match="has cards of weiss-schwarz"):
        rules.card_library("reb", library).find("effect:draw")


def test_zone_without_cards_is_a_valid_argument(rules: Rules, tmp_path: Path) -> None:
    file = write_jsonl(
        tmp_path / "one.jsonl", [{"id": "A", "text": "【永】 このカードのパワーを＋500。"}]
    )
    path = tmp_path / "one.db"
    rules.card_library("ws", path).index([file])
    assert find_ids(rules, path, "cost:discard(hand) effect:search(deck) -limit:turn") == []
    assert find_ids(rules, path, "-cost:put(from:手札 to:控え室) -keyword:encore") == ["A"]
    with pytest.raises(QueryError, match="Did you mean hand"):
        find_ids(rules, path, "cost:discard(hnd)")
