"""The ranking table, and ranking with it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.concepts import load_clause_aliases
from rulebook.search.analysis import find_names
from rulebook.search.asking.answers import answer
from rulebook.search.asking.rank import cited_numbers, rank
from rulebook.search.asking.understood import UnderstoodQuestion, understand
from rulebook.search.asking.weights import FIRST_BY_SCORE, OWN_TEXT_DISCOUNT, RERANKED
from rulebook.search.question import LONGEST_QUESTION, read_question, subject_tokens
from rulebook.search.tables.index import printed_clauses
from rulebook.search.tables.ranking_table import (
    RankingTable,
    load_table,
    named_units,
    save_table,
    text_features,
)
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.tables.table_builder import LONGEST_WORD, passages_of
from rulebook.text.normal import fold
from tests.sampling import examples, some
from tests.support import GAMES


def ask(table: RankingTable, question: str) -> UnderstoodQuestion:
    return understand(table, read_question(question))


def aliased(book: Rulebook) -> Iterator[tuple[int, Clause, list[str]]]:
    """Yield the place of every fifth clause, the clause, and the players' words for it."""
    aliases = load_clause_aliases(book)
    for place, clause in list(enumerate(printed_clauses(book)))[::5]:
        yield place, clause, fold(aliases.get(clause.number, "")).split()


@pytest.mark.parametrize("game", GAMES)
def test_table_has_words_of_rules_and_players(game: str, tables: SearchTables) -> None:
    """Each clause has the tokens of its passages and of its players' words."""
    asked = tables.corpus.games[game]
    table, book = tables.table(asked), tables.corpus.read(asked)
    for place, clause, aliases in aliased(book):
        words = [alias for alias in aliases if len(alias) <= LONGEST_WORD]
        for passage in (*passages_of(clause), *words):
            for token in subject_tokens(passage):
                assert place in [at for at, _ in table.posting(token)]


@pytest.mark.parametrize("game", GAMES)
def test_alias_with_rare_words_has_features(game: str, tables: SearchTables) -> None:
    """Of a long alias only common words count; if there are none, all of them."""
    asked = tables.corpus.games[game]
    table, book = tables.table(asked), tables.corpus.read(asked)
    for place, _, aliases in some(aliased(book), 15):
        for alias in aliases:
            names = find_names(alias, table.knows, table.longest_name)
            features = text_features(subject_tokens(alias), named_units(table, alias, names))
            assert not features or any(place in dict(table.posting(one)) for one in features), alias


def test_saved_table_is_read_back_equally(tables: SearchTables, tmp_path: Path) -> None:
    game = tables.corpus.games["legend-of-stars"]
    table = tables.table(game)
    save_table(table, tmp_path)
    again = load_table(tmp_path, tables.vocabulary())
    for question in ("手札は何枚", "ダメージを受けたら", "毒呪"):
        assert rank(ask(again, question)) == rank(ask(table, question))


@pytest.mark.parametrize("game", GAMES)
def test_heading_finds_its_section(game: str, tables: SearchTables) -> None:
    """A question that is a heading has its section among the first answers, with few misses."""
    book = tables.corpus.read(tables.corpus.games[game])
    table = tables.table(book.game)
    titles = [c for c in book.clauses if c.title and c.parent and len(c.title) < 20]
    missed = []
    for clause in titles:
        first = [table.numbers[hit.place] for hit in rank(ask(table, clause.title or ""))[:5]]
        if not any(n == clause.number or n.startswith(clause.number) for n in first):
            missed.append(clause.number)
    assert len(missed) <= 0.15 * len(titles), missed


def test_ties_are_ordered_by_place(tables: SearchTables) -> None:
    for game in tables.corpus.games.values():
        ranked = rank(ask(tables.table(game), "カードを置く"))
        best = [*ranked[:FIRST_BY_SCORE], *ranked[RERANKED:]]
        rest = ranked[FIRST_BY_SCORE:RERANKED]
        assert best == sorted(best, key=lambda hit: (-hit.score, hit.place))
        order = [(hit.own * OWN_TEXT_DISCOUNT // 100 - hit.score, hit.place) for hit in rest]
        assert order == sorted(order)
        assert max(hit.score for hit in rest) <= best[FIRST_BY_SCORE - 1].score


def test_list_question_has_siblings_of_first_clause_next(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["granblue-fantasy"])
    allowed = [
        table.numbers[hit.place] for hit in rank(ask(table, "メインフェイズでやっていいことを全部"))
    ]
    assert allowed[:5] == ["6-3-1-2", *(f"6-3-1-2-{step}" for step in range(1, 5))]
    first, _, *others = rank(ask(table, "ターンの最初にやることを順に"))[:5]
    assert {table.parents[hit.place] for hit in others} == {table.parents[first.place]}


def test_list_longer_than_an_answer_begins_with_the_parts_asked_for(tables: SearchTables) -> None:
    """Few words ask for the bench, of six things to do: by score alone it was sixth."""
    table = tables.table(tables.corpus.games["victory-spark"])
    question = "キャラフェイズの一覧、サプライズを伏せる、リングを下げる、ベンチに出す"
    listed = [table.numbers[hit.place] for hit in rank(ask(table, question))[:5]]
    assert {"6.5.1.2.1", "6.5.1.2.3", "6.5.1.2.4"} <= {*listed}


def test_children_that_score_well_are_before_the_clause_that_introduces_them(
    tables: SearchTables,
) -> None:
    table = tables.table(tables.corpus.games["granblue-fantasy"])
    question = "始める前の準備の流れは？団長を置くこと、先攻の決め方、手札"
    steps = [table.numbers[hit.place] for hit in rank(ask(table, question))]
    assert steps[:5] == [f"5-2-1-{step}" for step in range(1, 6)]


def test_list_of_several_good_clauses_is_first(tables: SearchTables) -> None:
    """The clauses of a list come before a better one outside; the first has its score."""
    table = tables.table(tables.corpus.games["weiss-schwarz"])
    best = rank(ask(table, "カードの種別を全部あげて、それぞれ何をするカードか"))[:4]
    *listed, other = (table.numbers[table.parents[hit.place]] for hit in best)
    assert listed == ["2.3.2"] * 3
    assert other != "2.3.2"
    assert best[0].score == best[3].score


def test_each_part_of_question_is_answered_in_first_five(tables: SearchTables) -> None:
    """The first clauses of both halves are in the first five of the whole question."""
    table = tables.table(tables.corpus.games["victory-spark"])
    halves = "リングのカードが移動したら何が置かれる？", "プレイで2枚重なったときはどっちが残る？"
    expected = {rank(ask(table, half))[0].place for half in halves}
    assert expected <= {hit.place for hit in rank(ask(table, "".join(halves)))[:5]}


@examples(80)
@given(st.text(max_size=60) | st.text(alphabet="山札手札が何枚まで？殴るabc9.1\x00 ", max_size=60))
def test_any_question_is_ranked_without_error(tables: SearchTables, question: str) -> None:
    for game in list(tables.corpus.games.values())[:2]:
        table = tables.table(game)
        query = ask(table, question)
        assert all(0 <= hit.place < len(table.numbers) for hit in rank(query))
        assert all(unit.text for unit in query.units)


def test_questions_of_readme_are_answered(tables: SearchTables) -> None:
    games = tables.corpus.games
    found = answer(tables, "デッキ切れで控え室もないとき", games["weiss-schwarz"], limit=10).found
    assert found[0].clause.number in ("1.2.2.2", "9.4.1.2")
    found = answer(tables, "山札がなくなったらどうなる？", games["weiss-schwarz"], limit=10).found
    assert "9.2.2" in [hit.clause.number for hit in found[:5]]


def test_game_is_inferred_only_from_its_own_words(tables: SearchTables) -> None:
    own = {
        "団長がやられたら": "granblue-fantasy",
        "アンコールのコストは?": "weiss-schwarz",
        "Does a marker follow its character to another slot?": "weiss-schwarz",
    }
    for question, game in own.items():
        found = answer(tables, question, limit=5)
        assert found.guessed
        assert found.game == tables.corpus.games[game]
    # Several games have these words, though only one as a term.
    several = ("手札", "マリガン", "舞台", "メンバー", "My opponent's memory: may I look at it?")
    for question in several:
        assert answer(tables, question, limit=5).game is None


def test_answer_has_path_and_clauses_of_other_games(tables: SearchTables) -> None:
    game = tables.corpus.games["weiss-schwarz"]
    first = answer(tables, "リフレッシュ", game, limit=10).found[0]
    assert [above.number for above in first.path] == ["9", "9.2"]
    others = {alias for alias, _, _ in first.elsewhere}
    assert "reb" in others
    assert "ws" not in others


@pytest.mark.parametrize(
    ("romaji", "japanese"),
    [
        ("burokkaa", "ブロッカー"),
        ("deku gire", "でく ぎれ"),
        ("sapo-to", "サポート"),
        ("what is a sapo-to?", "サポート"),
    ],
)
def test_romaji_equals_kana(romaji: str, japanese: str, tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["rebirth-for-you"])
    assert {unit.names for unit in ask(table, japanese).units} <= {
        unit.names for unit in ask(table, romaji).units
    }


def test_whole_question_in_romaji_asks_what_it_asks_in_japanese(tables: SearchTables) -> None:
    game = tables.corpus.games["weiss-schwarz"]
    first, *_ = answer(tables, "tehuda toha", game, limit=1).found
    assert first.clause.number == "3.3.1"


def test_name_in_hiragana_has_the_tokens_of_the_rules(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["weiss-schwarz"])
    assert set(ask(table, "手札").tokens) <= set(ask(table, "てふだ").tokens)
    assert set(ask(table, "アンコール").tokens) <= set(ask(table, "あんこーる").tokens)


def test_kanji_name_is_found_by_its_reading(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["granblue-fantasy"])
    assert ask(table, "ついげき").units[0].names == ask(table, "追撃").units[0].names


def test_answers_alternate_between_games(tables: SearchTables) -> None:
    found = answer(tables, "カード名の振り仮名はカード名に含まれる？", limit=5).found
    assert len({hit.game.id for hit in found}) >= 4
    assert found[0].game.id == found[2].game.id  # the most likely game is a clause ahead
    assert len(answer(tables, "手札", limit=20).found) == 20


def test_without_a_likelier_game_each_game_has_one_of_the_first_answers(
    tables: SearchTables,
) -> None:
    found = answer(tables, "山札が0枚になったらどうなりますか？", limit=5).found
    assert len({hit.game.id for hit in found}) == 5


def test_long_question_is_shortened_not_refused(tables: SearchTables) -> None:
    game = tables.corpus.games["weiss-schwarz"]
    long = answer(tables, "山札" * LONGEST_QUESTION, game, limit=10)
    assert long.found


def test_number_of_step_finds_only_the_step(tables: SearchTables) -> None:
    game = tables.corpus.games["legend-of-stars"]
    (found,) = answer(tables, "5.5.1.Ⅵ", game, limit=10).found
    assert found.clause.number == "5.5.1.VI"
    assert found.clause.text.startswith("VI. ")


@pytest.mark.parametrize(
    ("question", "cited"),
    [
        ("9.2.99と9.2.3の違いは", ["9.2.99", "9.2.3"]),
        ("9.2.2-9.2.4の違いは", ["9.2.2", "9.2.4"]),
        ("9.2.2時点で、9.2分からない", ["9.2.2", "9.2"]),
        ("残り1.1分で山札がなくなった", []),
        ("1.5kgの箱に1.1倍", []),
        ("バージョン1.1の1.2.3版", []),
        ("ws@1.1の山札", []),
    ],
)
def test_amounts_and_versions_are_no_clauses(question: str, cited: list[str]) -> None:
    assert list(cited_numbers(question)) == cited


def test_amount_is_not_answered_by_the_clause_of_its_number(tables: SearchTables) -> None:
    game = tables.corpus.games["weiss-schwarz"]
    (best,) = answer(tables, "残り1.1分で山札がなくなった", game, limit=1).found
    assert best.clause.number.startswith("9.2")


@pytest.mark.parametrize(
    ("question", "game", "notes"),
    [
        ("9.2.99と9.2.3の違いは", "weiss-schwarz", ["ヴァイスシュヴァルツ has no clause 9.2.99"]),
        ("99.2.99の山札", None, ["no game has a clause 99.2.99"]),
        ("山札は0.5枚、2026.1.13の1.109、9-9の山札、9.2.2", "weiss-schwarz", []),
        (
            "ヴァイスの9.2.2",
            "victory-spark",
            [
                "the question names ヴァイスシュヴァルツ, but these are the rules of"
                " ヴィクトリースパーク"
            ],
        ),
        ("ヴァイスの9.2.2", "weiss-schwarz", []),
        ("ヴァイスの9.2.2", None, []),
    ],
)
def test_what_the_question_names_in_vain_is_said(
    tables: SearchTables, question: str, game: str | None, notes: list[str]
) -> None:
    about = tables.corpus.games[game] if game else None
    assert list(answer(tables, question, about, limit=5).notes) == notes


def test_ask_loads_no_whoosh_lark_or_jinja(tables: SearchTables) -> None:
    tables.fill()
    code = (
        "import sys; from rulebook.cli.main import cli\n"
        "try: cli(['ask', '-g', 'ws', '山札'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'whoosh', 'lark', 'jinja2'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("limit", [1, 5, 10, 20, 60])
def test_number_of_answers_equals_limit(tables: SearchTables, limit: int) -> None:
    """Also without a game, as long as the games have enough clauses."""
    found = answer(tables, "ドロー", limit=limit).found
    assert len(found) == limit
    assert len({(one.game.id, one.clause.number) for one in found}) == limit


@pytest.mark.parametrize(
    ("game", "question", "number"),
    [
        ("ws", "門の記号がトリガーで出たらどうなる？", "4.12.2.9"),
        ("ws", "【永】と書いてあるアイコンは何を表すの", "8.1.1.3"),
        ("ws", "🕒って何", "2.8.3"),
        ("ws", "what does the wind symbol do?", "4.12.2.3"),
        ("ws", "fire icon meaning", "4.12.2.7"),
        ("los", "what does the lead symbol mean", "2.1.1"),
        ("gbf", "ジョブチェンジの印って何", "2-3-1"),
    ],
)
def test_question_on_icon_finds_its_definition(
    game: str, question: str, number: str, tables: SearchTables
) -> None:
    table = tables.table(tables.corpus.game(game))
    assert table.numbers[rank(ask(table, question))[0].place] == number


@pytest.mark.parametrize("game", ["ws", "reb", "gbf", "vs", "los"])
@pytest.mark.parametrize(
    "more",
    [
        "{}って何？いつ使えるの？",
        "{}の使い方を教えてください",
        "{}ってどういう能力？どう処理する？",
    ],
)
def test_question_for_more_than_a_meaning_finds_the_definition(
    game: str, more: str, tables: SearchTables
) -> None:
    """“What is it, and when can I use it?” leads to the same clause as “What is it?”."""
    table = tables.table(tables.corpus.game(game))
    terms = [key for key in table.names if re.fullmatch("[ァ-ヺー一-龠]{3,}", key)][:40:4]
    meanings = [rank(ask(table, f"{term}って何？"))[0].place for term in terms]
    assert [rank(ask(table, more.format(term)))[0].place for term in terms] == meanings


def test_question_on_event_of_icon_does_not_find_definition(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.game("ws"))
    asked = ask(table, "カードを置いた後にトリガーアイコンが増えたらどうなる？")
    assert table.numbers[rank(asked)[0].place] == "7.3.1.2.2"
