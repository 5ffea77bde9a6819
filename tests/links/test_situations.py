"""The tables of principles and situations are consistent with each other and the documents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.api import Rules, open_rules
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.links.concepts import Situations, load_principles, load_words
from tests.support import GAMES, copied_game


def test_situations_use_existing_word_lists(corpus: Corpus) -> None:
    tables = load_words(corpus, Situations)
    needed = {name for groups in tables.situations.values() for name in groups}
    assert needed == set(tables.words)
    assert all(len(groups) > 1 for groups in tables.situations.values())


@pytest.mark.parametrize("game", GAMES)
def test_principles_are_clauses_and_situations_are_known(
    corpus: Corpus, books: Mapping[str, Rulebook], game: str
) -> None:
    principles, stale = load_principles(corpus, books[game])
    assert stale == ()
    assert principles.keys() <= load_words(corpus, Situations).situations.keys()
    for numbers in principles.values():
        assert all(books[game].by_number[number].text for number in numbers)


def test_missing_clause_is_a_finding(tmp_path: Path) -> None:
    copied_game("legend-of-stars", tmp_path)
    path = tmp_path / "legend-of-stars" / "situations.toml"
    edition = path.read_text(encoding="utf-8").splitlines()[0]
    path.write_text(f'{edition}\n[clauses]\nalready-so = ["9.9.9"]\n', encoding="utf-8")
    with pytest.warns(UserWarning, match=r"9\.9\.9"):
        report = open_rules(tmp_path).check("los")
    assert any("situations.toml" in finding.message_en for finding in report.findings)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("できるという効果とできないという効果が同時にかかっていたらどっちが優先？", "1.3.3"),
        ("すでにレストしてるカードをもう一度レストしたことになる？", "1.3.2.1"),
        ("メインフェイズとクライマックスフェイズの違い", "6.5.1"),
    ],
)
def test_question_finds_its_principle(rules: Rules, question: str, number: str) -> None:
    found = [answer.clause.number for answer in rules.ask(question, "ws", limit=3).found]
    assert number in found or any(one.startswith(number[:3]) for one in found[:1])


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Six cards in clock and I add one: draw first or level up first?", "9.3.1"),
        ("I forgot to use an ability when I played the card. Must I go back?", "8.7.3.1"),
        ("扉で釣るキャラがいなかったら？", "4.12.2.5"),
        ("通ったダメージのCXだけ控え室に置く？", "3.13.1.3"),
    ],
)
def test_situation_or_verb_of_players_leads_to_its_clause(
    rules: Rules, question: str, number: str
) -> None:
    assert rules.ask(question, "ws", limit=1).found[0].clause.number == number
