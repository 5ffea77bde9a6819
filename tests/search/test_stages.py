"""The stages of ranking, one by one, on a table that is made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from rulebook.search.analysis import token_texts
from rulebook.search.clause_scores import intent_scores, prior_scores
from rulebook.search.game_guess import CLEARLY, TERM, guess_game
from rulebook.search.name_scores import leading_concepts, name_scores
from rulebook.search.passages import passage_scores
from rulebook.search.query import Query, QueryUnit, Wording
from rulebook.search.rank import FINDING, JUDGING, LOOKING_CLOSER, rank
from rulebook.search.reasons import reasons
from rulebook.search.snippets import Snippet
from rulebook.search.token_scores import token_scores
from rulebook.search.unit_scores import unit_scores
from rulebook.search.weights import CLOSER, WEIGHTS, WHOLE
from tests.search.small_table import CLAUSES, GARDEN, PLACES, WEIGHT, ask, small_table

NUMBERS = tuple(CLAUSES)


def totals(scores: Iterable[tuple[int, int]]) -> dict[str, int]:
    """Return what the scores come to, by clause number."""
    total: Counter[int] = Counter()
    for place, score in scores:
        total[place] += score
    return {NUMBERS[place]: score for place, score in total.items() if score}


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
def test_names_come_first_and_each_once(question: str, units: list[str]) -> None:
    assert [unit.text for unit in ask(question).units] == units


def test_a_unit_knows_what_it_names_and_how_else_it_is_said() -> None:
    garden, compost, buried = ask("庭と堆肥を埋める").units
    assert (garden.concepts, garden.terms) == ((GARDEN,), ())
    assert [w.worth for w in garden.wordings] == [100, WEIGHTS.rule_word]
    assert garden.wordings[1].tokens == token_texts("花壇")
    assert (compost.concepts, compost.terms) == ((), (PLACES["1.2"],))
    assert buried.wordings[1] == (token_texts("植える"), WEIGHTS.synonym)


def test_a_concept_of_other_games_is_no_name_here() -> None:
    (unit,) = ask("畑").units
    assert (unit.concepts, unit.terms) == ((), ())


# ---- Evidence


def test_tokens_count_where_they_stand_and_below_headings() -> None:
    share = WEIGHTS.token * 2 // 2
    assert totals(token_scores(ask("種を"))) == {"2.1": WEIGHT * share // 10}
    scores = totals(token_scores(ask("手順")))
    assert scores["2"] == WEIGHT * share // 10
    for below in ("2.1", "2.2", "2.3", "2.4"):
        assert scores[below] == scores["2"] * WEIGHTS.token_below // 100
    assert "1.1" not in scores


def test_what_players_say_counts_as_tokens_too() -> None:
    assert "1.2" in totals(token_scores(ask("屑物入れ")))


def test_a_unit_raises_what_governs_it_and_those_around() -> None:
    scores = totals(unit_scores(ask("庭")))
    assert scores["1.1"] == scores["2.1"] > scores["1.2"] > 0
    assert "2.2" not in scores


def test_half_a_unit_is_worth_a_quarter() -> None:
    query = ask("種")
    unit = QueryUnit("種類", (Wording(("に種", "種を", "種類", "類を"), WHOLE),))
    rarity = query.table.rarity("に種")
    scores = totals(unit_scores(query._replace(units=(unit,))))
    assert scores == {"2.1": rarity * (WHOLE // 4) * WEIGHTS.unit // WHOLE}


def test_a_synonym_finds_the_wording_of_the_rules() -> None:
    assert "2.1" in totals(unit_scores(ask("埋める")))


def test_a_name_leads_to_its_clauses() -> None:
    query = ask("庭")
    scores = totals(name_scores(query))
    assert scores["1.1"] > scores["2.1"] > 0
    assert set(scores) == {"1.1", "2.1"}
    assert leading_concepts(query) == {PLACES["1.1"]: (GARDEN,), PLACES["2.1"]: (GARDEN,)}
    assert totals(name_scores(ask("堆肥"))).keys() == {"1.2"}


def test_more_units_leave_less_to_each_name() -> None:
    alone, together = (totals(name_scores(ask(question))) for question in ("庭", "庭と種"))
    assert 0 < together["1.1"] < alone["1.1"]


def test_clauses_that_serve_the_intent_and_can_be_read_out() -> None:
    query, places = ask("花壇とは"), list(PLACES.values())
    worth = WEIGHTS.intents[0]
    assert totals(intent_scores(query, places)) == {"1.1": worth, "1.2": worth}
    priors = totals(prior_scores(query, places))
    assert (priors["1"], priors["1.1"]) == (-WEIGHTS.prior, WEIGHTS.prior)


def test_a_second_passage_counts_for_what_it_adds() -> None:
    once = small_table()
    rules, _, worths = once.passages[PLACES["1.2"]]
    passages = list(once.passages)
    passages[PLACES["1.2"]] = (rules, "堆肥の山", worths)
    twice = replace(once, passages=passages)
    place = [PLACES["1.2"]]
    assert totals(passage_scores(ask("堆肥", twice), place)) == totals(
        passage_scores(ask("堆肥", once), place)
    )


def test_only_the_clauses_given_are_looked_at_closer() -> None:
    query = ask("花壇に種")
    scores = totals(passage_scores(query, [PLACES["1.1"], PLACES["2.1"]]))
    assert scores["2.1"] > scores["1.1"] > 0
    assert totals(passage_scores(query, [PLACES["1.2"], PLACES["2.2"]])) == {}


# ---- The whole


def _sum_of_evidence(query: Query) -> dict[int, int]:
    total: Counter[int] = Counter()
    for evidence in FINDING:
        for place, score in evidence(query):
            total[place] += score
    found = list(total)
    for evidence_on in JUDGING:
        for place, score in evidence_on(query, found):
            total[place] += score
    best = sorted(total, key=lambda place: (-total[place], place))[:CLOSER]
    for evidence_on in LOOKING_CLOSER:
        for place, score in evidence_on(query, best):
            total[place] += score
    return dict(total)


@pytest.mark.parametrize("question", ["庭に種を植える", "手順は？", "花壇とは", "埋めた堆肥", "？"])
def test_a_score_is_the_sum_of_the_evidence(question: str) -> None:
    query = ask(question)
    ranked = rank(query)
    assert {each.place: each.score for each in ranked} == _sum_of_evidence(query)
    assert list(ranked) == sorted(ranked, key=lambda each: (-each.score, each.place))


def test_reasons_are_names_then_words_in_common() -> None:
    query = ask("庭に種")
    ranked = next(each for each in rank(query) if each.place == PLACES["2.1"])
    clause = Snippet("2.1", None, CLAUSES["2.1"][1], "2", (), (), "")
    assert list(reasons(query, ranked, clause, ())) == ["庭 = 花壇", "に種"]


def test_a_game_is_guessed_where_it_knows_clearly_more() -> None:
    known, unknown = ask("堆肥と花壇"), ask("山札")
    assert len("堆肥花壇") + TERM >= CLEARLY
    assert guess_game([unknown, known]) == 1
    assert guess_game([known, known]) is None
    assert guess_game([unknown, unknown]) is None
    assert guess_game([]) is None
