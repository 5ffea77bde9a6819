"""Players' words of clauses: they belong to clauses, and are words, not questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.errors import CorpusError
from rulebook.links.clause_aliases import load_clause_aliases
from tests.quality.questions import own_questions
from tests.support import GAMES

# Longer than any word or phrase.
_LONGEST = 30


@pytest.mark.parametrize("game", GAMES)
def test_they_belong_to_clauses(game: str, corpus: Corpus, books: Mapping[str, Rulebook]) -> None:
    words = load_clause_aliases(corpus.games[game])
    assert len(words) >= 0.9 * sum(bool(clause.text) for clause in books[game].clauses)
    assert words.keys() <= books[game].by_number.keys()


@pytest.mark.parametrize("game", GAMES)
def test_they_are_no_questions(game: str, corpus: Corpus) -> None:
    words = load_clause_aliases(corpus.games[game]).values()
    phrases = {phrase for line in words for phrase in line.split()}
    # Only whether: what is asked in the held-back split is not to be shown.
    asked = bool(phrases & {question.text for question in own_questions()})
    assert not asked
    assert all(len(phrase) <= _LONGEST for phrase in phrases)


def test_a_broken_file_is_reported(corpus: Corpus, tmp_path: Path) -> None:
    game = replace(corpus.games["legend-of-stars"], path=tmp_path / "rules.txt")
    assert load_clause_aliases(game) == {}
    (tmp_path / "players.toml").write_text("clauses = 3", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"players\.toml"):
        load_clause_aliases(game)
