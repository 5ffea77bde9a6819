"""A game without tables: questions in its language are understood, no answer is sure."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook import NewGame, Rules, open_rules
from rulebook.search.asking.confidence import Certainty

DOCUMENT = """
Kite Duel Comprehensive Rules
Version 1.0, 2026-05-01
1. Game Concepts
1.1. Winning and Losing
1.1.1. A player with no cards left in the deck loses when they would draw a card.
1.1.2. A player may concede at any time.
2. Zones
2.1. Hand
2.1.1. At the end of the turn, a player with more than six cards in hand discards down to six.
2.2. Graveyard
2.2.1. Both players may look at either graveyard at any time.
2.3. Deck
2.3.1. A deck contains exactly 50 cards and no more than four copies of a card.
2.4. Rack
2.4.1. Equipment and tokens stay on the rack.
2.4.2. A kite that crosses the boundary is moved to the rack.
3. Turn Structure
3.1. Attack
3.1.1. A kite that came into play this turn cannot attack.
3.1.2. A defending player may block with one ready kite.
"""


@pytest.fixture(scope="module")
def kites(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder = tmp_path_factory.mktemp("kites")
    document = folder / "kite.txt"
    document.write_text(DOCUMENT, encoding="utf-8")
    added = open_rules().add_edition(
        "kite-duel", document, into=folder / "corpus", new_game=NewGame("Kite Duel", alias="kite")
    )
    return open_rules(added.folder, cache=folder / "cache")


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("how many cards in hand at the end of turn", "2.1.1"),
        ("can I look at the opponent's graveyard?", "2.2.1"),
        ("how many copies of a card can be in a deck", "2.3.1"),
        ("can a kite attack the turn it came into play?", "3.1.1"),
        ("can I concede", "1.1.2"),
        ("may I give up?", "1.1.2"),
        ("how many kites can block", "3.1.2"),
        ("does a player with an empty deck lose?", "1.1.1"),
        ("what happens when players draw cards from an empty deck", "1.1.1"),
        ("when is a card discarded", "2.1.1"),
        ("can kites attack at once", "3.1.1"),
        ("who may block an attack", "3.1.2"),
        ("is there a limit on copies of cards in decks", "2.3.1"),
        ("what if it goes out of bounds?", "2.4.2"),
        ("where do equipment and tokens go", "2.4.1"),
    ],
)
def test_english_questions_are_answered(kites: Rules, question: str, clause: str) -> None:
    answers = kites.ask(question, "kite")
    assert answers.found[0].clause.number == clause
    assert answers.confidence in {Certainty.LIKELY, Certainty.UNSURE}


def test_unanswerable_question_has_no_confidence(kites: Rules) -> None:
    assert kites.ask("how much is a booster pack", "kite").confidence is Certainty.NONE


def test_card_text_has_links_of_its_terms(kites: Rules) -> None:
    annotation = kites.annotate("kite", "When this kite attacks, discard your hand.")
    (link,) = [link for link in annotation.links if link.concept == "hand"]
    assert link.clauses == ("2.1",)
    assert annotation.reading.text[link.start : link.end] == "hand"
    assert annotation.reading.gaps[0].why == "this game has no card grammar"


def test_concepts_are_inferred_from_equal_words(kites: Rules) -> None:
    (hand,) = kites.compare("hand")
    rule = hand.rules["kite-duel"]
    assert (rule.word, rule.clause, rule.guessed) == ("Hand", "2.1.1", True)
    (pile,) = kites.compare("discard pile")
    assert pile.rules["kite-duel"].clause == "2.2.1"
    assert not hand.rules["weiss-schwarz"].guessed


def test_players_word_finds_inferred_concept(kites: Rules) -> None:
    assert kites.ask("墓地は見られる？", "kite").found[0].clause.number == "2.2.1"


def test_written_table_ends_inference(tmp_path: Path) -> None:
    document = tmp_path / "kite.txt"
    document.write_text(DOCUMENT, encoding="utf-8")
    added = open_rules().add_edition(
        "kite-duel", document, into=tmp_path / "corpus", new_game=NewGame("Kite Duel")
    )
    table = added.folder / "kite-duel" / "concepts.toml"
    table.write_text('edition = "1.0"\n\n[hand]\nclause = "2.1.1"\nword = "Hand"\n')
    rules = open_rules(added.folder, cache=tmp_path / "cache")
    (deck,) = rules.compare("deck")
    assert "kite-duel" not in deck.rules


def test_report_on_new_game_lists_next_steps(tmp_path: Path) -> None:
    document = tmp_path / "kite.txt"
    document.write_text(DOCUMENT, encoding="utf-8")
    added = open_rules().add_edition(
        "kite-duel", document, into=tmp_path / "corpus", new_game=NewGame("Kite Duel", alias="kite")
    )
    report = (added.folder / "kite-duel" / "editions" / "1.0" / "report.md").read_text("utf-8")
    assert added.report == report
    for line in (
        '- Graveyard: rulebook term -g kite "Graveyard"',
        '[hand]\nclause = "2.1.1"\nword = "Hand"',
        '- rulebook ask -g kite "what is deck?"',
        "- kite-duel/players.toml: players' words for clauses, as they ask for them; none so far",
    ):
        assert line in report, report


def test_queries_find_articles_in_any_chapter(tmp_path: Path) -> None:
    law = tmp_path / "law.txt"
    text = "v1.0|第1章 甲|第1条 引く。|第2条 出す。|2 待つ。|第2章 席|第3条 第2条へ。|第4条 無。"
    law.write_text(text.replace("|", "\n"), encoding="utf-8")
    into = tmp_path / "corpus"
    open_rules().add_edition("law", law, into=into, new_game=NewGame("Law", alias="law"))
    rules = open_rules(into, cache=tmp_path / "cache")
    queries = (
        "number:第二条",
        "number:第四条*",
        "number:第2章",
        "cites:第2条",
        "number:第1条第1項",
    )
    found = [[hit.number for hit in rules.search(each, "law")] for each in queries]
    assert found == [["1.2"], ["2.4"], ["2"], ["2.3"], ["1.1"]]
