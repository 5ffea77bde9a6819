"""A question is normalised once and then used by all stages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.search import question
from rulebook.search.asking.answers import answer
from rulebook.search.question import (
    LONGEST_QUESTION,
    Intent,
    blank_fillers,
    blank_question_phrases,
    clause_number,
    intents_of,
    is_card_text,
    read_question,
    subject_tokens,
)
from rulebook.search.tables.search_tables import SearchTables
from rulebook.text.normal import Normalised, normalise


def test_question_has_printed_text_and_tokens() -> None:
    read = read_question("ﾔﾏﾌﾀﾞは何枚ですか")
    assert read.printed == "ﾔﾏﾌﾀﾞは何枚ですか"
    assert read.text == "ヤマフダは何枚ですか"
    assert subject_tokens(read.text) == ("ヤマ", "マフ", "フダ", "ダは")


@pytest.mark.parametrize(
    ("question", "intents"),
    [
        ("リフレッシュとは", [Intent.WHAT_IS]),
        ("手札は何枚まで", [Intent.HOW_MANY]),
        ("2回使ってもおk", [Intent.MAY_I]),
        ("相手も選べますか？？", [Intent.MAY_I]),
        ("使えるんですか?\n\n", [Intent.MAY_I]),
        ("使えるのは先攻", []),
        ("いつ、どちらから", [Intent.WHEN, Intent.ORDER]),
        ("引きたい", [Intent.HOW_TO]),
        ("引けば？", [Intent.WHAT_HAPPENS]),
        ("What happens when", [Intent.WHEN, Intent.WHAT_HAPPENS]),
        ("", []),
    ],
)
def test_question_has_the_expected_intents(question: str, intents: list[Intent]) -> None:
    assert list(intents_of(normalise(question).text)) == intents


def test_question_phrases_are_blanked_on_each_line() -> None:
    blanked = blank_question_phrases("手札のルール\n山札の意味\n意味のある手札")
    assert blanked.split() == ["手札", "山札", "意味のある手札"]


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("手札どうなるのか山札", "手札 山札"),
        ("手札ですかね", "手札 ね"),
        ("手札 ok book ok山札", "手札 book 山札"),
        ("何枚引くってどういう意味", "引く"),
    ],
)
def test_fillers_are_blanked_but_not_inside_words(question: str, left: str) -> None:
    assert blank_fillers(question).split() == left.split()
    assert len(blank_fillers(question)) == len(question)


@given(st.text(max_size=80))
def test_tokens_are_in_the_question(printed: str) -> None:
    read = read_question(printed)
    assert read.printed == printed
    assert all(token in read.text for token in subject_tokens(read.text))


def test_long_question_is_shortened() -> None:
    read = read_question("山" * LONGEST_QUESTION + "札")
    assert len(read.printed) == LONGEST_QUESTION + 1
    assert set(read.text) == {"山"}
    assert read.unread == 1
    assert read_question("山札").unread == 0


def test_no_stage_normalises_again(tables: SearchTables, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def counted(text: str) -> Normalised:
        seen.append(text)
        return normalise(text)

    monkeypatch.setattr(question, "normalise", counted)
    assert answer(tables, "ﾔﾏﾌﾀﾞがなくなったら", limit=10).found
    assert seen == ["ﾔﾏﾌﾀﾞがなくなったら"]


@pytest.mark.parametrize(
    ("printed", "is_number"), [("９－２－２", True), ("9.2.2とは", False), ("山札", False)]
)
def test_only_a_bare_number_is_a_clause_number(printed: str, is_number: bool) -> None:
    assert (clause_number(read_question(printed)) is not None) == is_number


@pytest.mark.parametrize(
    ("printed", "is_card"),
    [
        ("【開花】 このカードが花壇に置かれた時", True),
        ("　［開花］", True),
        ("\n【ｶｲｶ】", True),
        ("開花とは", False),
        ("「【開花】」とは", False),
        ("【登場】", False),
        ("【", False),
        ("", False),
    ],
)
def test_card_text_begins_with_opening_of_its_game(printed: str, is_card: bool) -> None:
    assert is_card_text(read_question(printed), ("開花", "カイカ")) == is_card
    assert not is_card_text(read_question(printed), ())


def test_every_game_has_card_openings(tables: SearchTables) -> None:
    openings = tables.vocabulary().openings
    for game in tables.corpus.games.values():
        for word in game.card_openings:
            assert is_card_text(read_question(f"【{word}】"), openings)
    assert answer(tables, "【自】 このカードがアタックした時、", limit=10).is_card_text
    assert not answer(tables, "自動能力とは", limit=10).is_card_text
