"""Queries find what they ask for, tell where they go wrong, and never become SQL."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.api import Rules
from rulebook.card_library.card_query import parse_card_query
from rulebook.errors import CardLibraryError, QueryError, UnknownClause
from tests.card_library.conftest import CARDS, write_jsonl
from tests.conftest import Run

SEARCH, BURN, EVENT, BLANK = (str(card["id"]) for card in CARDS)


def found(rules: Rules, library: Path, query: str) -> list[str]:
    return [card.id for card in rules.card_library("ws", library).find(query).cards]


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
def test_a_query_finds(rules: Rules, library: Path, query: str, ids: list[str]) -> None:
    assert found(rules, library, query) == ids


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
def test_what_goes_wrong_is_told_where(
    rules: Rules, library: Path, query: str, column: int, what: str, hint: str
) -> None:
    with pytest.raises(QueryError) as error:
        found(rules, library, query)
    assert error.value.column == column
    assert what in error.value.what
    assert hint in error.value.hint


def test_a_letter_is_no_number(rules: Rules, tmp_path: Path) -> None:
    text = "あなたはＸ枚まで引く。Ｘはあなたのレベルに等しい。"
    out = tmp_path / "c.db"
    file = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text, "level": "多"}])
    rules.card_library("ws", out).index([file])
    assert found(rules, out, "effect:draw") == ["1"]
    assert found(rules, out, "effect:draw(>=2)") == []
    assert found(rules, out, "level>=2") == []


def test_the_caret_stands_under_full_width_words(run: Run, library: Path) -> None:
    told = run("cards", "find", "-g", "ws", "効果：引く（ばしょ）", "--db", str(library))
    assert told.exit_code == 2
    lines = told.output.splitlines()
    assert lines[1:3] == ["  効果：引く（ばしょ）", " " * 14 + "^"]


HOSTILE = "x'); DROP TABLE cards; --"


@pytest.mark.parametrize("field", ["", "name:", "text:", "id:", "type:", "owner:"])
def test_what_is_typed_is_never_sql(rules: Rules, library: Path, field: str) -> None:
    search = rules.card_library("ws", library).find(f'{field}"{HOSTILE}"')
    assert search.cards == ()
    assert "DROP" not in search.sql.text
    assert any("drop" in str(value).lower() for value in search.sql.values)


@given(st.text(st.sampled_from("abん札:()\"<>=-　 ANDOR0９%_;*'\x00"), max_size=30))
def test_any_query_is_a_tree_or_an_error_of_ours(query: str) -> None:
    column = 0
    try:
        parse_card_query(query)
    except QueryError as error:
        column = error.column
    assert 0 <= column <= len(query)


def test_sql_is_shown_as_it_is_run(run: Run, library: Path) -> None:
    shown = run("cards", "find", "-g", "ws", "effect:burn level>=1", "--db", str(library), "--sql")
    sql = "\n".join(line for line in shown.stdout.splitlines() if not line.startswith("--"))
    values = [
        eval(line.partition(" = ")[2])
        for line in shown.stdout.splitlines()
        if line.startswith("--")
    ]
    call = ("cards", "find", "effect:burn level>=1", "--db", str(library), "--sql", "--json")
    as_json = json.loads(run(*call).stdout)
    for query, bound in ((sql, values), (as_json["sql"], as_json["values"])):
        with sqlite3.connect(library) as opened:
            assert [row[0] for row in opened.execute(query, bound)] == [BURN]


def test_a_clause_names_its_cards_by_role(rules: Rules, library: Path, run: Run) -> None:
    using = rules.card_library("ws", library).using("8.4.1")
    assert {role: [card.id for card in cards] for role, cards in using.items()} == {
        "cost": [SEARCH, BURN]
    }
    told = run("cards", "using", "ws", "４．１０．１", "--db", str(library))
    assert "「相手に2ダメージを与える" in told.output
    with pytest.raises(UnknownClause):
        rules.card_library("ws", library).using("99.1")


def test_a_heading_stands_for_all_clauses_below_it(rules: Rules, library: Path) -> None:
    cards = rules.card_library("ws", library)
    below = {card.id for found in cards.using("8.4.1").values() for card in found}
    chapter = {card.id for found in cards.using("8").values() for card in found}
    assert below < chapter
    assert cards.count_using("8") == {role: len(found) for role, found in cards.using("8").items()}


@pytest.mark.parametrize("call", [("using", "ws", "8.4.1"), ("find", "-g", "ws", "1枚")])
def test_what_the_limit_leaves_out_is_counted(run: Run, library: Path, call: list[str]) -> None:
    whole = run("cards", *call, "--db", str(library), "--json")
    short = run("cards", *call, "--db", str(library), "--json", "-n", "1")
    left = len(whole.stdout.splitlines()) - 1
    assert (whole.stderr, short.exit_code) == ("", 0)
    assert short.stderr == f"rulebook: {left} more cards: use a larger -n\n"


def test_whose_phase_it_must_be_is_found(rules: Rules, tmp_path: Path) -> None:
    cards = [
        {"id": who, "name": "塔の番人", "text": f"【自】 {who}のドローフェイズの始めに、1枚引く。"}
        for who in ("あなた", "相手")
    ]
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([write_jsonl(tmp_path / "c.jsonl", cards)])
    assert found(rules, out, "trigger:moment(相手)") == ["相手"]


def test_cards_that_mean_the_same_are_alike(rules: Rules, tmp_path: Path) -> None:
    others = [
        {**CARDS[0], "id": "same", "text": str(CARDS[0]["text"]).replace("灯台", "港町")},
        {**CARDS[0], "id": "near", "text": str(CARDS[0]["text"]).replace("(1) ", "")},
    ]
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([write_jsonl(tmp_path / "c.jsonl", [*CARDS, *others])])
    alike = rules.card_library("ws", out).alike(SEARCH)
    assert [card.id for card in alike][:2] == ["same", "near"]
    assert alike[0].similarity == 1.0 > alike[1].similarity
    with pytest.raises(CardLibraryError) as error:
        rules.card_library("ws", out).alike("LH/W01-01")
    assert "lh/w01-001" in error.value.hint.lower()


def test_a_question_names_cards_by_id_and_by_name(rules: Rules, run: Run, library: Path) -> None:
    cards = rules.card_library("ws", library)
    assert cards.named(f"what does {SEARCH.lower()} do")[0].id == SEARCH
    name = str(CARDS[0]["name"])
    assert name in [card.name for card in cards.named(f"「{name}」は手札に戻せますか")]
    assert cards.named("手札の上限は？") == ()
    assert cards.named(f"{'a ' * 300_000} {SEARCH}")[0].id == SEARCH  # more than SQL has variables
    shown = run("ask", "-g", "ws", SEARCH, "--db", str(library)).output
    assert shown.startswith(SEARCH)
    assert (
        '"cards": [{"id"' in run("ask", "-g", "ws", SEARCH, "--db", str(library), "--json").output
    )


def test_a_card_does_not_steer_the_terminal(rules: Rules, run: Run, tmp_path: Path) -> None:
    owned = "\x1b]0;owned\x07\x9c\u202e"
    text = f"【自】 あなたの「{owned}」がアタックした時、あなたは1枚引く。なんとか。"
    card = {"id": f"A1{owned}", "name": f"名前{owned}", "text": text}
    file, out = write_jsonl(tmp_path / "c.jsonl", [card, {**card, "id": "A2"}]), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    library = ("-g", "ws", "--db", str(out))
    for call in (
        ("cards", "find", "引く", *library),
        ("cards", "using", "7", *library),
        ("cards", "like", "A2", *library),
        ("cards", "gaps", "-g", "ws", str(file)),
        ("ask", "名前とは何ですか A2", *library),
    ):
        shown = run(*call).output
        assert "owned" in shown
        assert not set(shown) & set("\x1b\x07\x9c\u202e")


def test_a_library_knows_its_game(run: Run, library: Path, tmp_path: Path) -> None:
    for call in (("find", "effect:burn"), ("like", SEARCH)):
        assert run("cards", *call, "--db", str(library)).exit_code == 0
    told = run("cards", "like", SEARCH, "--db", str(tmp_path / "none.db"))
    assert (told.exit_code, "there is no card library" in told.output) == (2, True)


def test_nothing_found_leaves_with_one(run: Run, library: Path) -> None:
    calls: list[tuple[str, ...]] = [
        ("find", "-g", "ws", "name:いない"),
        ("using", "ws", "5.1.1"),
        ("like", "LH/W01-01"),
        ("like", ""),
    ]
    for call in calls:
        assert run("cards", *call, "--db", str(library)).exit_code == 1


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (Path, "there is no card library"),
        (lambda path: path.write_bytes(b""), "not a card library"),
        (lambda path: path.write_bytes(b"x" * 5000), "not a database"),
    ],
)
def test_what_is_no_library_is_told(rules: Rules, tmp_path: Path, make: Any, word: str) -> None:
    make(tmp_path / "c.db")
    with pytest.raises(CardLibraryError, match=word) as told:
        rules.card_library("ws", tmp_path / "c.db").find("effect:draw")
    assert "cards index" in told.value.hint


def test_a_library_of_another_game_is_told(rules: Rules, library: Path) -> None:
    with pytest.raises(CardLibraryError, match="has cards of weiss-schwarz"):
        rules.card_library("reb", library).find("effect:draw")


def test_a_zone_that_no_card_has_is_known_all_the_same(rules: Rules, tmp_path: Path) -> None:
    file = write_jsonl(
        tmp_path / "one.jsonl", [{"id": "A", "text": "【永】 このカードのパワーを＋500。"}]
    )
    path = tmp_path / "one.db"
    rules.card_library("ws", path).index([file])
    assert found(rules, path, "cost:discard(hand) effect:search(deck) -limit:turn") == []
    assert found(rules, path, "-cost:put(from:手札 to:控え室) -keyword:encore") == ["A"]
    with pytest.raises(QueryError, match="Did you mean hand"):
        found(rules, path, "cost:discard(hnd)")
