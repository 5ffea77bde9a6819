"""The table and the ranking from it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.clause_aliases import load_clause_aliases
from rulebook.search.asking.answers import answer, guess_game
from rulebook.search.asking.rank import rank
from rulebook.search.asking.understood import UnderstoodQuestion, understand
from rulebook.search.asking.weights import KEPT, LOOKED_AT, SAID_BEFORE
from rulebook.search.intent import subject_tokens
from rulebook.search.question import LONGEST_QUESTION, read_question
from rulebook.search.tables.index import printed_clauses
from rulebook.search.tables.ranking_table import RankingTable, load_table, save_table
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.tables.table_builder import LONGEST_WORD, passages_of
from rulebook.search.tables.units import named_units, text_features
from rulebook.text.normal import fold
from tests.sampling import examples, some
from tests.support import GAMES


def ask(table: RankingTable, question: str) -> UnderstoodQuestion:
    return understand(table, read_question(question))


def aliased(book: Rulebook) -> Iterator[tuple[int, Clause, list[str]]]:
    """Yield the place of every fifth clause, the clause, and what players say of it."""
    aliases = load_clause_aliases(book)
    for place, clause in list(enumerate(printed_clauses(book)))[::5]:
        yield place, clause, fold(aliases.get(clause.number, "")).split()


@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_what_the_rules_and_players_say(game: str, tables: SearchTables) -> None:
    """Each clause has the tokens of its passages, and of the words that players say of it."""
    asked = tables.corpus.games[game]
    table, book = tables.table(asked), tables.corpus.read(asked)
    for place, clause, spoken in aliased(book):
        words = [alias for alias in spoken if len(alias) <= LONGEST_WORD]
        for passage in (*passages_of(clause), *words):
            for token in subject_tokens(passage):
                assert place in [at for at, _ in table.posting(token)]


@pytest.mark.parametrize("game", GAMES)
def test_no_alias_is_lost_for_its_rare_words(game: str, tables: SearchTables) -> None:
    """Of a long alias only what others say too may count, but never nothing."""
    asked = tables.corpus.games[game]
    table, book = tables.table(asked), tables.corpus.read(asked)
    for place, _, spoken in some(aliased(book), 15):
        for alias in spoken:
            features = text_features(subject_tokens(alias), named_units(table, alias))
            assert not features or any(place in dict(table.posting(one)) for one in features), alias


def test_a_table_is_the_same_when_read_back(tables: SearchTables, tmp_path: Path) -> None:
    game = tables.corpus.games["legend-of-stars"]
    table = tables.table(game)
    save_table(table, tmp_path)
    again = load_table(tmp_path, tables.vocabulary())
    for question in ("手札は何枚", "ダメージを受けたら", "毒呪"):
        assert rank(ask(again, question)) == rank(ask(table, question))


@pytest.mark.parametrize("game", GAMES)
def test_every_heading_finds_its_section(game: str, tables: SearchTables) -> None:
    """Asked for by its heading, a section is among the first; nearly always."""
    book = tables.corpus.read(tables.corpus.games[game])
    table = tables.table(book.game)
    titles = [c for c in book.clauses if c.title and c.parent and len(c.title) < 20]
    missed = []
    for clause in titles:
        first = [table.numbers[hit.place] for hit in rank(ask(table, clause.title or ""))[:5]]
        if not any(n == clause.number or n.startswith(clause.number) for n in first):
            missed.append(clause.number)
    assert len(missed) <= 0.15 * len(titles), missed


def test_ties_go_to_the_clause_that_stands_first(tables: SearchTables) -> None:
    for game in tables.corpus.games.values():
        ranked = rank(ask(tables.table(game), "カードを置く"))
        best, rest = [*ranked[:KEPT], *ranked[LOOKED_AT:]], list(ranked[KEPT:LOOKED_AT])
        assert best == sorted(best, key=lambda hit: (-hit.score, hit.place))
        said = [(hit.own * SAID_BEFORE // 100 - hit.score, hit.place) for hit in rest]
        assert said == sorted(said)
        assert max(hit.score for hit in rest) <= best[KEPT - 1].score


def test_a_list_has_the_family_of_its_first_clause_next(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["granblue-fantasy"])
    allowed = [
        table.numbers[hit.place] for hit in rank(ask(table, "メインフェイズでやっていいことを全部"))
    ]
    assert allowed[:5] == ["6-3-1-2", *(f"6-3-1-2-{step}" for step in range(1, 5))]
    first, _, *others = rank(ask(table, "ターンの最初にやることを順に"))[:5]
    assert {table.parents[hit.place] for hit in others} == {table.parents[first.place]}


def test_a_list_may_be_the_family_of_another_clause_than_the_first(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["weiss-schwarz"])
    first, *others = rank(ask(table, "カードの種別を全部あげて、それぞれ何をするカードか"))[:4]
    (parent,) = {table.parents[hit.place] for hit in others}
    assert table.numbers[parent] == "2.3.2"
    assert table.parents[first.place] != parent


def test_each_part_of_a_question_is_answered_early(tables: SearchTables) -> None:
    """Each half alone has its clause first; the whole has both within five."""
    table = tables.table(tables.corpus.games["victory-spark"])
    halves = "リングのカードが移動したら何が置かれる？", "プレイで2枚重なったときはどっちが残る？"
    wanted = {rank(ask(table, half))[0].place for half in halves}
    assert wanted <= {hit.place for hit in rank(ask(table, "".join(halves)))[:5]}


@examples(80)
@given(st.text(max_size=60) | st.text(alphabet="山札手札が何枚まで？殴るabc9.1\x00 ", max_size=60))
def test_any_question_is_answered_or_not_and_never_breaks(
    tables: SearchTables, question: str
) -> None:
    for game in list(tables.corpus.games.values())[:2]:
        table = tables.table(game)
        query = ask(table, question)
        assert all(0 <= hit.place < len(table.numbers) for hit in rank(query))
        assert all(unit.text for unit in query.units)


def test_the_readmes_questions(tables: SearchTables) -> None:
    games = tables.corpus.games
    found = answer(tables, "デッキ切れで控え室もないとき", games["weiss-schwarz"], limit=10).found
    assert found[0].clause.number in ("1.2.2.2", "9.4.1.2")
    found = answer(tables, "山札がなくなったらどうなる？", games["weiss-schwarz"], limit=10).found
    assert "9.2.2" in [hit.clause.number for hit in found[:5]]


def test_a_game_is_guessed_only_from_words_of_its_own(tables: SearchTables) -> None:
    all_tables = [tables.table(game) for game in tables.corpus.games.values()]
    own = {"団長がやられたら": "granblue-fantasy", "アンコールのコストは?": "weiss-schwarz"}
    for question, game in own.items():
        guess = guess_game([ask(table, question) for table in all_tables])
        assert guess is not None
        assert all_tables[guess].game == game
    # Several games know these words, though one of them has them as a term.
    for question in ("手札", "マリガン", "舞台", "メンバー"):
        assert guess_game([ask(table, question) for table in all_tables]) is None


def test_an_answer_shows_its_place_and_the_other_games(tables: SearchTables) -> None:
    game = tables.corpus.games["weiss-schwarz"]
    first = answer(tables, "リフレッシュ", game, limit=10).found[0]
    assert [above.number for above in first.path] == ["9", "9.2"]
    others = {alias for alias, _, _ in first.elsewhere}
    assert "reb" in others
    assert "ws" not in others


@pytest.mark.parametrize(
    ("romaji", "japanese"), [("burokkaa", "ブロッカー"), ("deku gire", "でく ぎれ")]
)
def test_romaji_is_asked_like_kana(romaji: str, japanese: str, tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["rebirth-for-you"])
    assert {unit.names for unit in ask(table, japanese).units} <= {
        unit.names for unit in ask(table, romaji).units
    }


def test_a_kanji_name_is_found_by_its_reading(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["granblue-fantasy"])
    assert ask(table, "ついげき").units[0].names == ask(table, "追撃").units[0].names


def test_games_answer_in_turn(tables: SearchTables) -> None:
    found = answer(tables, "手札が上限より多いときは？", limit=5).found
    assert len({hit.game.id for hit in found}) >= 4
    assert len(answer(tables, "手札", limit=20).found) == 20


def test_a_long_question_is_cut_not_refused(tables: SearchTables) -> None:
    game = tables.corpus.games["weiss-schwarz"]
    long = answer(tables, "山札" * LONGEST_QUESTION, game, limit=10)
    assert long.found


def test_a_step_is_looked_up_alone(tables: SearchTables) -> None:
    game = tables.corpus.games["legend-of-stars"]
    (found,) = answer(tables, "5.5.1.Ⅵ", game, limit=10).found
    assert found.clause.number == "5.5.1.VI"
    assert found.clause.text.startswith("VI. ")


def test_asking_loads_neither_whoosh_nor_lark_nor_jinja(tables: SearchTables) -> None:
    tables.fill()
    code = (
        "import sys; from rulebook.cli.main import cli\n"
        "try: cli(['ask', '-g', 'ws', '山札'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'whoosh', 'lark', 'jinja2'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("wanted", [1, 5, 10, 20, 60])
def test_as_many_answers_as_are_wanted(tables: SearchTables, wanted: int) -> None:
    """Without a game too, as far as the games have so many."""
    found = answer(tables, "ドロー", limit=wanted).found
    assert len(found) == wanted
    assert len({(one.game.id, one.clause.number) for one in found}) == wanted


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
def test_what_an_icon_means_is_in_its_own_clause(
    game: str, question: str, number: str, tables: SearchTables
) -> None:
    table = tables.table(tables.corpus.game(game))
    assert table.numbers[rank(ask(table, question))[0].place] == number


def test_what_happens_to_an_icon_is_not_its_definition(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.game("ws"))
    asked = ask(table, "カードを置いた後にトリガーアイコンが増えたらどうなる？")
    assert table.numbers[rank(asked)[0].place] == "7.3.1.2.2"
