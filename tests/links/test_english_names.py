"""Every term has an English name and is found by it."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebook import Rules
from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.errors import CorpusError
from rulebook.links.linker import link_game, load_english_names
from tests.support import GAMES, ROOT


@pytest.mark.parametrize("name", GAMES)
def test_every_term_has_its_own_english_name(corpus: Corpus, name: str) -> None:
    game = corpus.game(name)
    named, terms = load_english_names(game).terms, link_game(corpus, game).terms
    assert set(named) == {term.word for term in terms}
    twice = [each for each, times in Counter(map(str.lower, named.values())).items() if times > 1]
    # An action and the keyword ability that is named after it may share a name.
    assert [each for each in twice if each != "cancel"] == []
    assert all(each.isascii() and each == each.strip() and each for each in named.values())


@pytest.mark.parametrize("name", GAMES)
def test_every_heading_has_an_english_name(corpus: Corpus, name: str) -> None:
    game = corpus.game(name)
    linked, headings = link_game(corpus, game), load_english_names(game).headings
    titles = {clause.title for clause in linked.book.clauses if clause.title}
    terms = {spelling for term in linked.terms for spelling in (term.word, *term.spellings)}
    assert headings.keys() == titles - terms


def test_term_is_found_by_its_english_name(rules: Rules) -> None:
    [entry] = rules.term("Waiting Room", "ws")
    assert (entry.term.word, entry.term.clause) == ("控え室", "3.4")


def test_game_without_table_has_no_english_names(small: Corpus) -> None:
    game = small.game("sg")
    assert load_english_names(game).terms == {}
    assert not any(term.english for term in link_game(small, game).terms)


def test_faulty_table_is_reported(small: Corpus) -> None:
    place = small.game("sg").folder / "english.toml"
    place.write_text('[terms]\n"山札" = 3\n', encoding="utf-8")
    try:
        with pytest.raises(CorpusError, match=r"english\.toml"):
            link_game(load_corpus(small.folder), load_corpus(small.folder).game("sg"))
    finally:
        place.unlink()


def test_every_game_has_a_table() -> None:
    assert len(list((ROOT / "corpus").glob("*/english.toml"))) == len(GAMES)
