"""The concept tables: every mapped clause exists and has the word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.errors import CorpusError, UnknownConcept
from rulebook.links.concepts import load_concepts
from tests.support import GAMES


def test_every_game_has_many_concepts(corpus: Corpus) -> None:
    concepts = load_concepts(corpus).by_id.values()
    assert len(concepts) >= 120
    for game in GAMES:
        assert sum(game in concept.rules for concept in concepts) >= 60
    assert all(concept.rules for concept in concepts)


def test_every_mapped_clause_exists_and_contains_the_word(
    corpus: Corpus, books: Mapping[str, Rulebook]
) -> None:
    for concept in load_concepts(corpus).by_id.values():
        for game, rule in concept.rules.items():
            clause = books[game].by_number[rule.clause]
            assert rule.word in f"{clause.title or ''}\n{clause.text}", (concept.id, game)
            assert all(number in books[game].by_number for number in rule.also), (concept.id, game)


def test_players_word_belongs_to_one_concept(corpus: Corpus) -> None:
    seen: dict[str, str] = {}
    for concept in load_concepts(corpus).by_id.values():
        for word in concept.players:
            assert seen.setdefault(word.lower(), concept.id) == concept.id, word


def test_every_keyword_of_every_game_has_a_concept(
    corpus: Corpus, books: Mapping[str, Rulebook]
) -> None:
    chapters = {"weiss-schwarz": "10", "rebirth-for-you": "11", "legend-of-stars": "8.13"}
    mapped = {
        (game, word)
        for concept in load_concepts(corpus).by_id.values()
        for game, rule in concept.rules.items()
        for word in (rule.word, *rule.words)
    }
    for game, number in chapters.items():
        book = books[game]
        for section in book.children(book.by_number[number]):
            if section.title not in ("概要", "条件キーワード"):
                name = (section.title or "").split("：")[0]
                assert (game, name) in mapped, name


@pytest.mark.parametrize(
    ("name", "concept"),
    [
        ("リフレッシュ", "refresh"),
        ("refresh", "refresh"),
        ("墓地", "discard-pile"),
        ("DECK", "deck"),
    ],
)
def test_concept_is_found_by_its_names(name: str, concept: str, corpus: Corpus) -> None:
    assert concept in [found.id for found in load_concepts(corpus).find(name)]


def test_rule_words_apply_to_all_games_and_players_words_to_one(corpus: Corpus) -> None:
    excluded = 0
    for concept in load_concepts(corpus).by_id.values():
        for game, rule in concept.rules.items():
            for other in concept.rules.keys() - {game}:
                names = set(concept.names(other))
                rules = {*concept.players, *concept.rules[other].players, concept.ja, concept.en}
                rules.update(w for r in concept.rules.values() for w in (r.word, *r.words))
                assert {rule.word, *rule.words} <= names
                assert names == rules
                excluded += bool(set(rule.players) - names)
            assert set(rule.players) <= set(concept.names(game))
            assert set(rule.players) <= set(concept.names())
    assert excluded


def test_unknown_concept_suggests_the_nearest(corpus: Corpus) -> None:
    with pytest.raises(UnknownConcept) as raised:
        load_concepts(corpus).find("リフレッシ")
    assert "リフレッシュ" in raised.value.near


def test_kind_named_index_is_refused(tmp_path: Path, corpus: Corpus) -> None:
    entry = '[x]\nkind = "index"\nja = "山"\nen = "x"\nplayers = []\n'
    (tmp_path / "concepts.toml").write_text(entry, encoding="utf-8")
    with pytest.raises(CorpusError, match="'index' is not allowed here"):
        load_concepts(type(corpus)(tmp_path, {}, {}))


def test_corpus_may_have_no_concepts(tmp_path: Path, corpus: Corpus) -> None:
    empty = type(corpus)(tmp_path, {}, {})
    assert load_concepts(empty).by_id == {}
