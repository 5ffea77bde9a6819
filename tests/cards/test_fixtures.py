"""Invented cards for each construction: their trees, and the texts that these print.

Each outline was compared with its text.  ``python -m tests.cards.test_fixtures`` rewrites them;
then review the difference.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby

import pytest

from rulebook.cards.annotating.annotator import load_examples
from rulebook.cards.reading.card_parser import CardParser, ParseStatus, load_dialect
from rulebook.cards.reading.inspection import outline
from rulebook.cards.spelling.canonical_form import Spelling, canonical, load_cards_file
from rulebook.clauses.corpus import Corpus, load_corpus
from tests.cards.fixtures import GAMES, CardCase, blocks
from tests.cards.trees import printed_text
from tests.support import ROOT, SHARED, write_cases

CASES = [case for game in GAMES for case in blocks(game, "ast")]
ENOUGH = {"ws": 250}


@pytest.mark.parametrize("game", GAMES)
def test_enough_cases_exist(game: str) -> None:
    cases = [case for case in CASES if case.game == game]
    assert len(cases) >= ENOUGH.get(game, 60)
    assert len({case.text for case in cases}) == len(cases)
    assert all(len(list(group)) >= 2 for _, group in groupby(cases, lambda case: case.file))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tree_and_text_of_card(case: CardCase, readers: Callable[[str], CardParser]) -> None:
    reader = readers(case.game)
    reading = reader.read(case.text)
    assert [gap.text for gap in reading.gaps] == []
    assert reading.status is ParseStatus.PARSED
    assert "\n".join(map(outline, reading.abilities)).splitlines() == case.expected.splitlines()
    written = printed_text(reading)
    assert written == reading.canonical
    assert reader.read(written).abilities == reading.abilities


# The printed reminder of a keyword is the same on every card.
_REMINDER = re.compile("（(?:[^（）]|（[^（）]*）)*）|※[^\n]*")
LONG = 40
RUN = 60
MANY = 30


def _paragraphs(text: str, spelling: Spelling) -> list[str]:
    printed = _REMINDER.sub("", canonical(text, spelling).text)
    return ["".join(part.split()) for part in printed.split("\n")]


def _runs(part: str) -> Iterator[str]:
    return (part[at : at + RUN] for at in range(len(part) - RUN + 1))


@pytest.mark.parametrize("game", ["ws", "reb", "vs", "los"])
def test_no_fixture_copies_a_real_card(game: str, corpus: Corpus) -> None:
    """The real texts belong to their publishers: no fixture has one, or a long part of one.

    Phrases of cost and time that very many cards print are exempt.
    """
    game_of_cards = corpus.game(game)
    path = SHARED / "cards" / f"{game_of_cards.id}.jsonl"
    if not path.exists():
        pytest.skip(f"the real card texts ({path.name}) are not here")
    spelling = load_cards_file(game_of_cards.table("cards.toml")).spelling
    lines = path.read_text(encoding="utf-8").splitlines()
    real = [_paragraphs(json.loads(line)["text"], spelling) for line in lines]
    folders = ("ast", "links", "governing")
    cards = [(str(case), case.text) for folder in folders for case in blocks(game, folder)]
    shipped = [(card.title, card.text) for card in load_examples(game_of_cards)]
    invented = [
        (card, part) for card, text in cards + shipped for part in _paragraphs(text, spelling)
    ]
    ours = {run for _, part in invented for run in _runs(part)}
    printed = Counter(
        run for card in real for run in {run for part in card for run in _runs(part)} & ours
    )
    all_real_text = "\n".join(part for card in real for part in card)
    copied = [
        f"{case}: {part}"
        for case, part in invented
        if (len(part) >= LONG and part in all_real_text)
        or any(0 < printed[run] < MANY for run in _runs(part))
    ]
    assert copied == []


if __name__ == "__main__":
    corpus = load_corpus(ROOT / "corpus")
    of_game = {game: CardParser(load_dialect(corpus.game(game))) for game in GAMES}
    for path, group in groupby(CASES, lambda case: case.file):
        cards = [
            CardCase(path, card.title, card.text, "\n".join(map(outline, abilities)))
            for card in group
            for abilities in [of_game[card.game].read(card.text).abilities]
        ]
        write_cases(path, cards)
