"""Twenty tasks of judges and players: the command line and the expected output."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import pytest

from rulebook.text.display import columns
from tests.conftest import Run


class Task(NamedTuple):
    """A task: its description, the command, and patterns that must be in the output."""

    description: str
    command: tuple[str, ...]
    patterns: tuple[str, ...]
    stdin: str | None = None
    code: int = 0


CARD = "【自】 このカードがアタックした時、あなたは1枚引く。"
TASKS = (
    Task(
        "the deck runs out in the middle of damage",
        ("ask", "ws", "ダメージの途中で山札がなくなったら？"),
        (r"^  (9\.[12]|4\.\d|7\.|3\.2)\S*  \[", "リフレッシュ"),
    ),
    Task(
        "read a clause aloud", ("show", "ws", "9.2.2"), ("自分のクロックに置きます。", "9.2 リフ")
    ),
    Task("which game has this number", ("show", "9.2.2"), ("which game", "show ws 9.2.2"), code=2),
    Task("a whole chapter", ("show", "ws", "9"), ("9.1.1  ", "9.2.2.1  ", r"9.7\S*  ")),
    Task("what is in this chapter", ("show", "ws", "7", "--outline"), (r"^  7\.1  ",)),
    Task(
        "three clauses and one of another chapter",
        ("show", "ws", "9.2.2-9.2.4", "10.2.1"),
        ("9.2.3  ", "9.2.4  ", "10.2.1"),
    ),
    Task("who relies on refresh", ("search", "ws", "cites:9.2"), (r"ws 3\.2\.3\.2  ",)),
    Task("what does this clause rely on", ("search", "ws", "cited-by:3.2.3.2"), (r"ws 9\.2  ",)),
    Task("every clause with these words in order", ("search", "ws", "/山札.{0,9}公開/"), ("山札",)),
    Task("a rule by an English word", ("search", "ws", "deck"), ("山札",)),
    Task("a player's word", ("term", "ws", "墓地"), ("控え室", "3.4")),
    Task("a word in romaji", ("term", "ws", "yamafuda"), ("山札",)),
    Task(
        "how other games do it", ("compare", "リフレッシュ"), ("ヴァイスシュヴァルツ", "Reバース")
    ),
    Task("what can be compared", ("compare",), ("refresh", "discard-pile")),
    Task("a question in English", ("ask", "ws", "deck", "out"), (r"(9\.2\.\d|9\.4\.1|1\.2\.2)",)),
    Task(
        "a list of questions",
        ("ask", "ws", "-"),
        ("^■ 手札の上限", "^■ 山札がない"),
        stdin="手札の上限\n山札がない\n",
    ),
    Task("which clauses rule this card", ("annotate", "ws", CARD), (r"^\d+(\.\d+)+  ",)),
    Task("how this card is resolved", ("resolve", "ws", CARD), (r"^ +1\. ", "引く")),
    Task("where the document is wrong", ("check", "ws", "--code", "truncated"), ("1.2.5",), code=1),
    Task("a worked case", ("rulings", "list", "-g", "ws", "--clause", "9.2.2"), ("ws-case-",)),
)


def test_there_are_twenty_tasks() -> None:
    assert len(TASKS) == 20


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.description)
def test_task_output_has_patterns(run: Run, task: Task) -> None:
    result = run(*task.command, stdin=task.stdin)
    assert result.exit_code == task.code, result.output
    for pattern in task.patterns:
        assert re.search(pattern, result.output, re.MULTILINE), (pattern, result.output)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.description)
def test_output_fits_forty_columns(run: Run, task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = run(*task.command, stdin=task.stdin).stdout
    assert all(columns(line) <= 40 for line in shown.split("\n"))
    assert not re.search("^ *[、。」]", shown, re.MULTILINE)


@pytest.mark.parametrize(
    "task", [task for task in TASKS if task.command[0] in ("show", "ask", "search", "term")]
)
def test_task_has_json_output(run: Run, task: Task) -> None:
    if task.code == 0:
        for row in run(*task.command, "--json", stdin=task.stdin).stdout.splitlines():
            assert json.loads(row)
