"""A Discord bot that answers questions on rules: /rule and /clause.

    pip install rulebook discord.py
    DISCORD_TOKEN=... RULES_SITE=https://example.org/rules/ python discord_bot.py

Everything that does not need Discord is in `answer` and `clause`, so it can be tested offline."""

from __future__ import annotations

import os

import rulebook

try:
    import discord
except ModuleNotFoundError:  # answering does not need Discord
    discord = None

LONGEST = 1900  # a message has 2,000 characters at most
SITE = os.environ.get("RULES_SITE", "")
UNSURE = {"unsure": "（確かではありません）", "none": "ルールには答えがないようです。近い条文："}


def answer(rules: rulebook.Rules, question: str, game: str | None = None) -> str:
    """Return a message with the clauses that govern what is asked, and how sure that is."""
    try:
        answers = rules.ask(question, game, limit=3)
    except rulebook.RulebookError as error:
        return str(error)
    found = [quoted(each.game, each.clause.number, each.clause.text) for each in answers.found]
    lines = [UNSURE.get(answers.confidence, ""), *found] if found else ["条文は見つかりません。"]
    return "\n".join(filter(None, lines))[:LONGEST]


def clause(rules: rulebook.Rules, game: str, number: str) -> str:
    """Return a message with one clause, or what is wrong with its number."""
    try:
        found = rules.clause(game, number)
    except rulebook.RulebookError as error:
        return str(error)
    return quoted(rules.game(game), found.number, found.text or found.place.clause.heading())


def quoted(game: rulebook.Game, number: str, text: str) -> str:
    """Return a clause as it is cited: game, edition and number, then its words."""
    link = f" <{SITE}{game.id}/{number}.html>" if SITE else ""
    words = "\n".join(f"> {line}" for line in text.splitlines())
    return f"**{game.name} {number}**{link}\n{words}"[:LONGEST]


def main() -> None:
    client = discord.Client(intents=discord.Intents.default())
    tree, rules = discord.app_commands.CommandTree(client), rulebook.open_rules()
    rules.ask("山札")  # loads every game, so no message waits for one

    async def rule(talk: discord.Interaction, question: str, game: str | None = None) -> None:
        await talk.response.send_message(answer(rules, question, game))

    async def show(talk: discord.Interaction, game: str, number: str) -> None:
        await talk.response.send_message(clause(rules, game, number))

    for name, said, callback in (("rule", "ルールを聞く", rule), ("clause", "条文を見る", show)):
        tree.add_command(
            discord.app_commands.Command(name=name, description=said, callback=callback)
        )
    client.setup_hook = tree.sync
    client.run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
