"""The examples in ``examples/`` run, without a network."""

from __future__ import annotations

import io
import runpy
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from examples import deck_list, discord_bot
from rulebook.api import Rules
from tests.support import ROOT, run_async

CARDS = (
    "【自】 このカードがアタックした時、あなたは1枚引く。",
    "【起】［(1)］ あなたは1枚引く。",
)


def test_bot_quotes_clauses(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_bot, "SITE", "https://example.org/rules/")
    reply = discord_bot.answer(rules, "山札がなくなったらどうなる？", "ws")
    assert "**ヴァイスシュヴァルツ 総合ルール ver.1.109 9.2.1**" in reply
    assert "<https://example.org/rules/weiss-schwarz/9.2.1.html>" in reply
    assert "> リフレッシュ処理は" in reply
    assert "**ヴァイスシュヴァルツ 総合ルール ver.1.109 9.2.2**" in discord_bot.clause(
        rules, "ws", "9.2.2"
    )


def test_bot_reports_missing_answers(rules: Rules) -> None:
    assert "答えがない" in discord_bot.answer(rules, "このカードの値段はいくらですか", "ws")
    assert "見つかりません" in discord_bot.answer(rules, "！？", "ws")
    assert "Known games" in discord_bot.answer(rules, "山札", "xx")
    assert "nearest" in discord_bot.clause(rules, "ws", "99.9")
    assert len(discord_bot.answer(rules, "フェイズ", None)) <= discord_bot.LONGEST


class _Discord(SimpleNamespace):
    """A fake of discord.py that records the bot's commands and runs two of them."""

    def __init__(self) -> None:
        self.replies: list[str] = []
        self.commands: dict[str, Any] = {}
        self.Intents = SimpleNamespace(default=lambda: None)
        self.Interaction = object
        self.Client = lambda **_: SimpleNamespace(run=self._run)
        tree = SimpleNamespace(add_command=self._add_command, sync=lambda: None)
        self.app_commands = SimpleNamespace(
            CommandTree=lambda _: tree, Command=lambda **named: named
        )

    def _add_command(self, command: dict[str, Any]) -> None:
        self.commands[command["name"]] = command["callback"]

    def _run(self, token: str) -> None:
        async def send(message: str) -> None:
            self.replies.append(message)

        interaction = SimpleNamespace(response=SimpleNamespace(send_message=send))
        run_async(self.commands["rule"](interaction, "手札の上限は何枚？", "ws"))
        run_async(self.commands["clause"](interaction, "ws", "9.2.2"))


def test_bot_answers_commands(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    discord = _Discord()
    monkeypatch.setattr(discord_bot, "discord", discord)
    monkeypatch.setattr("rulebook.open_rules", lambda: rules, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    discord_bot.main()
    assert "手札" in discord.replies[0]
    assert "9.2.2" in discord.replies[1]


def test_deck_is_counted_by_clause(rules: Rules) -> None:
    counted = deck_list.clauses_of_deck(rules, "ws", [CARDS[0], CARDS[1], CARDS[0]])
    numbers = {number: count for number, _, count in counted}
    assert max(numbers.values()) == 3
    assert [count for _, _, count in counted] == sorted(numbers.values(), reverse=True)


def test_deck_list_reads_standard_input(
    rules: Rules, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulebook.open_rules", lambda: rules, raising=False)
    monkeypatch.setattr(sys, "argv", ["deck_list.py", "ws"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(CARDS)))
    runpy.run_path(str(ROOT / "examples" / "deck_list.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[0].split()[0].isdigit()


def test_bot_is_short() -> None:
    text = (ROOT / "examples" / "discord_bot.py").read_text(encoding="utf-8")
    code = [line for line in text.splitlines() if line.strip()]
    assert len(code) <= 60
