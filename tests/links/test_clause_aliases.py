"""Players' phrases of clauses: reading, splitting into pieces; none is one of our questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from rulebook.clauses.model import Rulebook
from rulebook.errors import CorpusError
from rulebook.links.concepts import (
    KINDS,
    load_clause_aliases,
    load_phrases,
    pieces,
)
from tests.links.phrases import load_player_phrases
from tests.quality.questions import own_questions
from tests.support import GAMES, copied_game

# Longer than any word or phrase.
_LONGEST = 30


@pytest.mark.parametrize("game", GAMES)
def test_phrases_belong_to_clauses(game: str, books: Mapping[str, Rulebook]) -> None:
    words = load_clause_aliases(books[game])
    assert load_phrases(books[game])[1] == ()
    assert len(words) >= 0.9 * sum(bool(clause.text) for clause in books[game].clauses)
    assert words.keys() <= books[game].by_number.keys()


@pytest.mark.parametrize("game", GAMES)
def test_phrases_are_not_our_questions(game: str, books: Mapping[str, Rulebook]) -> None:
    phrases = [each.text for some in load_player_phrases(books[game])[0].values() for each in some]
    cut = {piece for phrase in phrases for piece in pieces(phrase)}
    # A bool, so that a failure does not print held-back questions.
    asked = {question.text for question in own_questions()}
    is_question_of_ours = bool(cut & asked) or bool(_bare(phrases) & _bare(asked))
    assert not is_question_of_ours
    assert all(len(piece) <= _LONGEST for piece in cut)


def _bare(texts: Iterable[str]) -> set[str]:
    """Return the letters and digits of each text, without those of a single word."""
    return {bare for text in texts if len(bare := re.sub(r"\W", "", text)) > 10}


@pytest.mark.parametrize("game", GAMES)
def test_phrases_are_sorted_and_unique(game: str, books: Mapping[str, Rulebook]) -> None:
    for phrases in load_player_phrases(books[game])[0].values():
        assert list(phrases) == sorted(
            phrases, key=lambda each: (KINDS.index(each.kind), each.text)
        )
        assert len({each.text for each in phrases}) == len(phrases)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("降参", ["降参"]),
        ("二本の木を植えて 水は誰がやる", ["二本の木を植えて", "水は誰がやる"]),
        ("木" * 31, ["木" * 30, "木"]),
        ("give up", ["give-up"]),
        (
            "how do i water two trees of another player",
            ["how-do-i-water-two-trees-of", "another-player"],
        ),
        ("a" * 31, ["a" * 31]),
        ("", []),
    ],
)
def test_phrase_is_split_into_pieces(text: str, cut: list[str]) -> None:
    assert list(pieces(text)) == cut


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("'降参'", 3),
        ("'''\nword\t降参\tdocument\nword\t降参\n'''", 5),
        ("'''\nsong\t降参\tdocument\n'''", 4),
        ("'''\nword\t降参\tdocument\n\nword\t投了\tdocument\n'''", 5),
        ("'''\nword\t \tdocument\n'''", 4),
    ],
)
def test_line_that_is_not_a_phrase_is_an_error(value: str, line: int, tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    path = tmp_path / "legend-of-stars" / "players.toml"
    path.write_text(f'edition = "1.0.03"\n[clauses]\n"1" = {value}\n', encoding="utf-8")
    with pytest.raises(CorpusError, match=rf"players\.toml:{line}: .*is not a phrase"):
        load_clause_aliases(corpus.read(corpus.game("los")))


def test_invalid_file_is_reported(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    book = corpus.read(corpus.game("los"))
    path = tmp_path / "legend-of-stars" / "players.toml"
    path.write_text('edition = "1.0.03"\nclauses = 3', encoding="utf-8")
    with pytest.raises(CorpusError, match=r"players\.toml:2"):
        load_clause_aliases(book)
    path.unlink()
    assert load_player_phrases(book) == ({}, ())
