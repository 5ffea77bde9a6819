"""A game without players' words borrows those of similar clauses of other games."""

from __future__ import annotations

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.tables.table_builder import borrowed_aliases
from tests.conftest import corpus_of
from tests.quality.engines import own_engine
from tests.support import copied_game

# With other words and in another order than in the game that lends its words.
RULES = """1. 概要
1.1. 花壇
1.1.1. 花壇とは、種を植える場所のことです。
1.2. リフレッシュ
1.2.1. 山札が０枚になったプレイヤーは、控え室のカードすべてを山札に置き、シャッフルします。
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus")
    corpus_of(RULES, folder)
    return copied_game("weiss-schwarz", folder)


def test_only_similar_clause_lends_its_words(corpus: Corpus) -> None:
    borrowed = borrowed_aliases(corpus, corpus.games["star-garden"])
    assert "山を作り直す" in borrowed["1.2.1"]
    assert "1.1.1" not in borrowed


def test_borrowed_words_find_clause_of_new_game(corpus: Corpus) -> None:
    ask = own_engine(SearchTables(corpus))
    assert ask("star-garden", "山を作り直す")[0] == "1.2.1"
    assert ask("star-garden", "リフペナ")[0] == "1.2.1"
