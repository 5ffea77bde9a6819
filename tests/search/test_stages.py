"""The stages of ranking, one by one, on a hand-made table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.numbers import LETTERS
from rulebook.records import replace
from rulebook.search.asking.answers import (
    CLEAR_LEAD,
    GameRanking,
    by_evidence,
    leading_game,
    reasons,
)
from rulebook.search.asking.rank import (
    CANDIDATE_EVIDENCE,
    intent_scores,
    leading_concepts,
    name_scores,
    number_scores,
    own_scores,
    rank,
    text_scores,
)
from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.asking.weights import NUMBER_SCORE, WEIGHTS
from rulebook.search.tables.ranking_table import SATURATION, pack_counts, text_features
from rulebook.search.tables.search_tables import Snippet
from rulebook.search.tables.table_builder import parents_of
from tests.search.small_table import CLAUSES, GARDEN, PLACES, ask, small_table

NUMBERS = tuple(CLAUSES)


def totals(scores: Iterable[tuple[int, int]]) -> dict[str, int]:
    """Return the sums of the scores by clause number."""
    total: Counter[int] = Counter()
    for place, score in scores:
        total[place] += score
    return {NUMBERS[place]: score for place, score in total.items() if score}


def scores_of_texts(asked: UnderstoodQuestion) -> Iterable[tuple[int, int]]:
    """Return the scores of the texts of clauses and of their families."""
    return text_scores(asked, own_scores(asked))


# ---- Units


@pytest.mark.parametrize(
    ("question", "units"),
    [
        ("花壇に種", ["花壇", "種"]),
        ("種を花壇に", ["花壇", "種"]),
        ("花壇と花壇", ["花壇"]),
        ("埋められた", ["埋め"]),
        ("畑、種", ["畑", "種"]),
        ("ですか？", []),
        ("", []),
    ],
)
def test_names_are_first_units_and_unique(question: str, units: list[str]) -> None:
    assert [unit.text for unit in ask(question).units] == units


def test_unit_has_its_concepts_terms_and_meanings() -> None:
    garden, compost, buried = ask("庭と堆肥を埋める").units
    assert (garden.names, garden.concepts, garden.meanings) == ((GARDEN,), (GARDEN,), ())
    assert (compost.names, compost.concepts) == ((-1,), ())
    assert buried.meanings == (0,)


def test_concept_of_other_games_is_not_a_name() -> None:
    (unit,) = ask("畑").units
    assert unit.names == ()


# ---- Evidence


def test_features_are_tokens_names_and_meanings() -> None:
    asked = ask("庭といじる堆肥を埋め")
    features = text_features(asked.tokens, asked.units)
    assert features["#0"] == features["#-1"] == "name"
    assert features["~0"] == "meaning"
    assert features["堆肥"] == "token"


def test_rare_feature_has_a_higher_weight() -> None:
    table = small_table()
    ((place, worth),) = table.posting("種を")
    assert (place, worth) == (PLACES["2.1"], table.rarities[1])
    assert [worth for _, worth in table.posting("花壇")] == [table.rarities[2]] * 2


def test_weight_rises_with_passages_and_falls_with_length() -> None:
    table = small_table()
    often = replace(table, printed={"種を": pack_counts({PLACES["2.1"]: 3})})
    long = replace(table, lengths=(2 * SATURATION,) * len(CLAUSES))
    once = table.posting("種を")[0][1]
    assert once < often.posting("種を")[0][1] < 3 * once
    assert long.posting("種を")[0][1] < once


def test_large_places_are_packed_as_text() -> None:
    places = (3, 55_270, 112_000)
    written = pack_counts(dict.fromkeys(places, 70_000))
    assert tuple(each.encode().decode() for each in written) == written
    far = replace(small_table(), printed={"種を": written}, lengths=(SATURATION,) * 112_001)
    assert tuple(place for place, _ in far.posting("種を")) == places


def test_text_counts_for_its_clause_and_family() -> None:
    scores = totals(scores_of_texts(ask("種を")))
    own = small_table().rarities[1] * WEIGHTS.token // 10
    # The best of several clauses counts for all of them.
    assert "2" not in scores
    assert scores["2.2"] == own * WEIGHTS.sibling // 100
    assert scores["2.1"] == own + own * WEIGHTS.sibling // 100
    assert "1.1" not in scores
    below = totals(scores_of_texts(ask("手順")))
    assert below["2.4"] == below["2"] * WEIGHTS.parent // 100


def test_only_best_clause_of_family_counts_for_others() -> None:
    """2.1 matches better than 2.2, which is later; 2.3 does not match."""
    one, both = (
        totals(scores_of_texts(ask(words))) for words in ("種を植える", "種を植える。水を")
    )
    assert both["2.2"] > one["2.2"]
    assert both["2.3"] == one["2.3"] > 0


def test_words_of_players_count_too() -> None:
    assert "1.2" in totals(scores_of_texts(ask("屑物入れ")))


def test_synonyms_match() -> None:
    assert "2.1" in totals(scores_of_texts(ask("埋める")))


def test_name_scores_its_clauses() -> None:
    asked = ask("庭")
    scores = totals(name_scores(asked))
    assert scores["1.1"] > scores["2.1"] > 0
    assert set(scores) == {"1.1", "2.1"}
    assert leading_concepts(asked) == {PLACES["1.1"]: (GARDEN,), PLACES["2.1"]: (GARDEN,)}


def test_name_counts_less_among_more_units() -> None:
    alone, together = (totals(name_scores(ask(question))) for question in ("庭", "庭と種"))
    assert 0 < together["1.1"] < alone["1.1"]


def test_clauses_with_the_intent_gain() -> None:
    asked, places = ask("花壇とは"), list(PLACES.values())
    worth = WEIGHTS.intents[0]
    assert totals(intent_scores(asked, places)) == {"1.1": worth, "1.2": worth}


def test_number_in_question_outweighs_all_words() -> None:
    asked = ask("1.2はどういう意味、花壇に種を植える？")
    assert totals(number_scores(asked)) == {"1.2": NUMBER_SCORE}
    assert rank(asked)[0].place == PLACES["1.2"]
    assert totals(number_scores(ask("7.7と花壇"))) == {}


# ---- The whole


def _sum_of_evidence(asked: UnderstoodQuestion) -> dict[int, int]:
    total: Counter[int] = Counter()
    for evidence in (scores_of_texts, *CANDIDATE_EVIDENCE):
        for place, score in evidence(asked):
            total[place] += score
    for place, score in intent_scores(asked, list(total)):
        total[place] += score
    return dict(total)


@pytest.mark.parametrize("question", ["庭に種を植える", "手順は？", "花壇とは", "埋めた堆肥", "？"])
def test_score_is_the_sum_of_the_evidence(question: str) -> None:
    asked = ask(question)
    ranked = rank(asked)
    assert {each.place: each.score for each in ranked} == _sum_of_evidence(asked)
    assert list(ranked) == sorted(ranked, key=lambda each: (-each.score, each.place))


def test_reasons_are_names_then_common_words() -> None:
    asked = ask("庭に種")
    ranked = next(each for each in rank(asked) if each.place == PLACES["2.1"])
    clause = Snippet("2.1", None, CLAUSES["2.1"][1], "2", (), (), "")
    assert list(reasons(asked, ranked, clause, ())) == ["庭 = 花壇", "種"]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("庭い", "庭 = 花壇"),
        ("庭が好き", "庭 = 花壇"),
        ("庭った", "庭った = 花壇"),
        ("庭られたら", "庭られたら = 花壇"),
        ("庭らないので", "庭らない = 花壇"),
        ("庭る", "庭る = 花壇"),
    ],
)
def test_reason_is_a_whole_word(question: str, why: str) -> None:
    asked = ask(question)
    ranked = next(each for each in rank(asked) if each.place == PLACES["1.1"])
    clause = Snippet("1.1", None, CLAUSES["1.1"][1], "1", (), (), "")
    assert next(reasons(asked, ranked, clause, ())) == why


def test_game_is_inferred_from_clearly_more_evidence(corpus: Corpus) -> None:
    game, table = next(iter(corpus.games.values())), small_table()
    bare = replace(table, printed={}, phrased={}, concepts={}, names={})
    dense = replace(table, density=CLEAR_LEAD)
    known, unknown, rarer = (
        GameRanking(game, ask("堆肥と花壇", each)).ranked(compares=False)
        for each in (table, bare, dense)
    )
    for other in (unknown, rarer):  # it has none of the words; they are a smaller part of its words
        ordered = by_evidence([other, known])
        assert ordered[0].asked.table is table
        assert leading_game(ordered) is ordered[0]
    assert leading_game(by_evidence([known, known])) is None
    assert leading_game(by_evidence([unknown, unknown])) is None
    assert leading_game(by_evidence([known]))


def test_letters_and_hundreds_are_children_of_preceding_clause() -> None:
    numbers = [(1,), (1, 106), (1, 106, 2), (1, 106, 2, LETTERS + 4), (2, 200, 1)]
    assert parents_of(numbers) == (-1, 0, 1, 2, -1)
