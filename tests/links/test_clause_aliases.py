"""Players' words of clauses: they belong to clauses, and are words, not questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.clauses.model import Rulebook
from rulebook.errors import CorpusError
from rulebook.links.clause_aliases import load_clause_aliases
from tests.quality.questions import own_questions
from tests.support import GAMES, copied_game

# Longer than any word or phrase.
_LONGEST = 30


@pytest.mark.parametrize("game", GAMES)
def test_they_belong_to_clauses(game: str, books: Mapping[str, Rulebook]) -> None:
    words, stale = load_clause_aliases(books[game])
    assert stale == ()
    assert len(words) >= 0.9 * sum(bool(clause.text) for clause in books[game].clauses)
    assert words.keys() <= books[game].by_number.keys()


@pytest.mark.parametrize("game", GAMES)
def test_they_are_no_questions(game: str, books: Mapping[str, Rulebook]) -> None:
    words = load_clause_aliases(books[game])[0].values()
    phrases = {phrase for line in words for phrase in line.split()}
    # Only whether: what is asked in the held-back split is not to be shown.
    asked = bool(phrases & {question.text for question in own_questions()})
    assert not asked
    assert all(len(phrase) <= _LONGEST for phrase in phrases)


def test_a_broken_file_is_reported(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    book = corpus.read(corpus.game("los"))
    path = tmp_path / "legend-of-stars" / "players.toml"
    path.write_text('edition = "1.0.03"\nclauses = 3', encoding="utf-8")
    with pytest.raises(CorpusError, match=r"players\.toml:2"):
        load_clause_aliases(book)
    path.unlink()
    assert load_clause_aliases(book) == ({}, ())
