"""A game named in a question selects the game, and its name does not affect ranking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.search.asking.answers import answer, game_named
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.tables.vocabulary_builder import game_names
from rulebook.text.normal import normalise
from tests.search.small_table import ask


@pytest.mark.parametrize(
    ("question", "alias"),
    [
        ("ヴァイスシュヴァルツの質問です。手札は何枚まで？", "ws"),
        ("ヴァイスで質問なんですけど、手札は何枚まで？", "ws"),
        ("In Weiss Schwarz, how many cards may I hold?", "ws"),
        ("グラブルＴＣＧの手札は何枚まで？", "gbf"),
        ("手札は何枚まで？ヴィクスパです。", "vs"),
        ("Reバース for you の手札は何枚まで？", "reb"),
    ],
)
def test_named_game_is_the_only_one_asked(tables: SearchTables, question: str, alias: str) -> None:
    answers = answer(tables, question, limit=10)
    assert answers.game is not None
    assert (answers.game.alias, answers.guessed) == (alias, True)
    assert {each.game.alias for each in answers.found} == {alias}


@pytest.mark.parametrize(
    "question", ["手札は何枚まで？", "ヴァイスとグラブルでは手札は何枚まで？", "ヴァイスサイド"]
)
def test_no_game_is_named_by_two_names_or_part_of_a_word(corpus: Corpus, question: str) -> None:
    names = game_names(corpus.games.values())
    assert game_named(normalise(question).text, names) is None


def test_name_of_two_games_names_neither(corpus: Corpus) -> None:
    one, other = (replace(corpus.game(alias), called=("庭",)) for alias in ("ws", "vs"))
    assert "庭" not in game_names([one, other])


def test_title_may_be_longer_than_other_names(corpus: Corpus) -> None:
    title = "Star Garden and Moon Garden Card Game"
    game = replace(corpus.game("ws"), title_en=title)
    assert game_named(normalise(f"In {title}, when?").text, game_names([game])) == game.id


def test_name_of_game_is_not_a_token_of_the_question() -> None:
    assert ask("庭園カードゲームで水をまく").tokens == ask("で水をまく").tokens
