"""The tools of the MCP server, called as a client calls them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="no mcp here: install rulebook[mcp]")

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from rulebook.api import Rules, open_rules
from rulebook.as_json import clause_json
from rulebook.clauses.corpus import Corpus
from rulebook.mcp_server import RuleTools, make_server
from tests.conftest import Run
from tests.rulings.stars import add_stars
from tests.support import ROOT, run_async

SITE = "https://example.org/rules/"
CARD = "【自】［手札を1枚控え室に置く］ このカードがアタックした時、あなたは1枚引く。"
Call = Callable[..., CallToolResult]


@pytest.fixture
def call(rules: Rules) -> Call:
    def ask(tool: str, **arguments: Any) -> CallToolResult:
        async def one() -> CallToolResult:
            async with Client(make_server(rules, SITE)) as client:
                return await client.call_tool(tool, arguments)

        return run_async(one())

    return ask


def _output(result: CallToolResult) -> Any:
    """Return the structured output of a tool. Its plain text must be the same."""
    assert not result.is_error, result.content
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert json.loads(content.text) == result.structured_content
    return result.structured_content


def _error(result: CallToolResult) -> str:
    assert result.is_error
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_model_is_informed_of_missing_games(tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, "")
    (corpus / "moons").mkdir()
    (corpus / "moons" / "game.toml").write_text("id = ", encoding="utf-8")
    instructions = make_server(open_rules(corpus), SITE).instructions or ""
    assert instructions.endswith("\nMissing, since their files have errors: moons")


def test_ask_returns_numbers_addresses_and_confidence(call: Call) -> None:
    output = _output(call("ask", question="山札がなくなったらどうなる？", game="ws", limit=3))
    assert output["confidence"] in ("sure", "likely")
    assert len(output["answers"]) == 3
    assert {
        "number": "9.2.2",
        "edition": "1.109",
        "cite": "ws@1.109 9.2.2",
        "address": f"{SITE}weiss-schwarz/9.2.2.html",
    }.items() <= output["answers"][0].items()
    assert output["rulings"][0]["address"].startswith(f"{SITE}weiss-schwarz/ruling-")


def test_unanswerable_question_gets_a_note(call: Call) -> None:
    output = _output(call("ask", question="このカードの値段はいくらですか", game="ws"))
    assert output["confidence"] == "none"
    assert "do not seem to answer" in output["note"]
    long = _output(call("ask", question="山札がなくなったらどうなる？" * 200, game="ws"))
    assert "last 800 characters were not read" in long["note"]


def test_show_equals_output_of_command(call: Call, rules: Rules) -> None:
    output = _output(call("show", game="ws@1.109", number="９－２－２．"))
    book = rules.book("ws")
    ruled = rules.rulings.at("ws", "9.2.2")
    assert clause_json(book, rules.clause("ws", "9.2.2"), ruled).items() <= output.items()
    assert output["cite"] == "ws@1.109 9.2.2"
    assert output["confidence"] == "sure"


def test_term_and_compare_return_clauses(call: Call) -> None:
    meaning = _output(call("term", word="墓地", game="ws"))["meanings"][0]
    assert (meaning["term"], meaning["cite"]) == ("控え室", f"ws@1.109 {meaning['clause']}")
    concept = _output(call("compare", concept="refresh"))["concepts"][0]
    assert {game["game"] for game in concept["games"]} >= {"weiss-schwarz", "rebirth-for-you"}
    assert all(game["cite"].endswith(f" {game['clause']}") for game in concept["games"])
    assert concept["address"].startswith(f"{SITE}concepts/")


def test_clause_of_older_edition_has_its_own_address(editions: Corpus) -> None:
    tools = RuleTools(Rules(editions), SITE)
    old, *_, now = Rules(editions).editions("sg")
    number = next(clause.number for clause in editions.read(old).clauses if clause.text)
    output = tools.show(f"sg@{old.edition.name}", number)
    assert output["cite"] == f"sg@{old.edition.name} {number}"
    assert output["address"] == f"{SITE}star-garden/{old.edition.name}/{number}.html"
    number = next(clause.number for clause in editions.read(now).clauses if clause.text)
    assert tools.show("sg", number)["address"] == f"{SITE}star-garden/{number}.html"


@pytest.mark.parametrize("tool", ["annotate", "resolve"])
def test_card_has_texts_of_its_clauses(tool: str, call: Call, rules: Rules) -> None:
    output = _output(call(tool, game="ws", text=CARD))
    assert output["confidence"] == "sure"
    numbers = {clause["number"] for clause in output["clauses"]}
    by_number = rules.book("ws").by_number
    assert all(by_number[each["number"]].text == each["text"] for each in output["clauses"])
    named = (
        [each["number"] for ability in output["abilities"] for each in ability["governing"]]
        if tool == "annotate"
        else [
            n
            for ability in output["abilities"]
            for step in ability["steps"]
            for n in step["clauses"]
        ]
    )
    assert set(named) == numbers
    assert len(numbers) > 3
    half = _output(call(tool, game="ws", text=f"{CARD}なんとか。"))
    assert half["confidence"] == "unsure"


def test_rulings_are_found_by_words_and_by_clause(call: Call) -> None:
    output = _output(call("rulings", query="ダメージの途中で山札がなくなる", game="ws", limit=2))
    assert len(output["rulings"]) == 2
    number = output["rulings"][0]["clauses"][0]
    at = _output(call("rulings", game="ws", number=number, limit=20))
    assert output["rulings"][0] in at["rulings"]
    assert all(each["source"]["name"] for each in at["rulings"])


def test_cite_checks_an_answer(call: Call) -> None:
    text = "ws 9.2.2「山札にカードが存在しないプレイヤー」\nws 99.1 もある。"
    output = _output(call("cite", text=text))
    assert not output["all_right"]
    right, wrong = output["citations"]
    assert (right["status"], right["quoted"], right["line"]) == ("found", True, 1)
    assert right["address"] == f"{SITE}weiss-schwarz/9.2.2.html"
    assert (wrong["status"], wrong["line"], wrong["column"]) == ("missing", 2, 4)
    assert "address" not in wrong


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("show", {"game": "xx", "number": "1"}, "Known games"),
        ("show", {"game": "/etc/passwd", "number": "1"}, "Known games"),
        ("show", {"game": "ws@../../..", "number": "1"}, "Known editions"),
        ("show", {"game": "ws", "number": "99.9.9"}, "nearest that exists"),
        ("show", {"game": "ws", "number": "x"}, "not a clause number"),
        ("show", {"game": "ws"}, "Field required"),
        ("ask", {"question": "x", "limit": 1000}, "less than or equal to 20"),
        ("ask", {"question": 7}, "valid string"),
        ("ask", {"question": "x", "gmae": "ws"}, "gmae"),
        ("term", {"word": "\x1b[31m"}, "not defined"),
        ("compare", {"concept": ""}, "not defined"),
        ("compare", {"concept": "山" * 50_000}, "…' is not defined"),
        ("show", {"game": "x" * 50_000, "number": "1"}, "…'"),
        ("show", {"game": "ws", "number": "x" * 50_000}, "…' is not a clause number"),
        ("annotate", {"game": "ws", "text": ""}, "card text is empty"),
        ("resolve", {"game": "ws", "text": "あ" * 20_001}, "20001 characters"),
        ("rulings", {}, "nothing to search for"),
        ("rulings", {"number": "9.2.2"}, "nothing to search for"),
        ("nothing", {}, "Unknown tool"),
    ],
)
def test_bad_input_gets_a_message(
    tool: str, arguments: dict[str, Any], expected: str, call: Call
) -> None:
    error = _error(call(tool, **arguments))
    assert expected in error
    assert "Traceback" not in error
    assert "\x1b" not in error
    assert str(ROOT) not in error


def test_server_uses_standard_streams(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rulebook", "mcp"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = StdioServerParameters(command=command[0], args=command[1:], env=environment)

    async def list_and_show() -> tuple[str | None, list[str], CallToolResult]:
        async with Client(server) as client:
            tools = (await client.list_tools()).tools
            assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
            shown = await client.call_tool("show", {"game": "ws", "number": "9.2.2"})
            return client.instructions, [tool.name for tool in tools], shown

    instructions, names, shown = run_async(list_and_show())
    assert names == ["ask", "show", "term", "compare", "annotate", "resolve", "rulings", "cite"]
    assert instructions is not None
    assert "ws (ヴァイスシュヴァルツ, 1.109)" in instructions
    # Without a site, the address is relative to any site of these rules.
    assert _output(shown)["address"] == "weiss-schwarz/9.2.2.html"


def test_missing_package_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delitem(sys.modules, "mcp.server", raising=False)
    monkeypatch.delitem(sys.modules, "rulebook.mcp_server")
    result = run("mcp")
    assert result.exit_code == 2
    assert "pip install 'rulebook[mcp]'" in result.output
    assert run("mcp", "--site", "example.org").exit_code == 2


def test_every_request_is_answered_before_exit() -> None:
    """The MCP library ignores malformed messages, and calls open at the end of input."""

    def message(id: object, question: str) -> str:
        call = {"name": "ask", "arguments": {"question": question, "game": "ws"}}
        return json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call})

    about = {"name": "a", "version": "1"}
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
    first = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
    lines = [
        json.dumps(first),
        '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        message(2, "\ud800"),
        message(3, "\U0001f600 9.2.2"),
        message(4.5, "9.2.2"),
        '{"jsonrpc": "2.0", "id": 5, "method": 6}',
        '{"jsonrpc": "2.0", "id": "6", "method": "no/such"}',
        '{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": 5}}',
        "[]",
        "[" * 100_000,
        '{"jsonrpc": "2.0", "id": 8',
        '{"jsonrpc": "2.0", "id": 11, "method": "x", "params": {"a": '
        + "[" * 250
        + "]" * 250
        + "}}",
        '{"jsonrpc": "2.0", "id": true, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
        message(9, "9.2.1"),
        '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}',
        message(10, "山札がなくなったらどうなる？"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "rulebook", "mcp"],
        input="".join(f"{line}\n" for line in lines),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        encoding="utf-8",
        check=True,
        timeout=50,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [(answer["id"], answer.get("error", {}).get("code")) for answer in answers]
    assert {(1, None), (3, None), (10, None)} == {each for each in codes if each[1] is None} - {
        (9, None)
    }
    wrong = [(2, -32600), (5, -32600), ("6", -32601), (7, -32602), (11, -32600)]
    nameless = [*[(None, -32600)] * 4, *[(None, -32700)] * 2]
    assert sorted(map(str, (each for each in codes if each[1]))) == sorted(
        map(str, [*wrong, *nameless])
    )
