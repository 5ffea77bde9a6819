"""The scripts of the site rank as ``rulebook ask``: same clauses, order and scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.numbers import parse_number
from rulebook.errors import UnknownClause
from rulebook.search.analysis import common_spans, token_texts
from rulebook.search.asking.answers import Answers, answer
from rulebook.search.asking.rank import missing_numbers
from rulebook.search.tables.search_tables import SearchTables
from rulebook.text.normal import fold, normalise
from rulebook.website.site_builder import build_site
from tests.browser.conftest import profiles, serve
from tests.conftest import corpus_of
from tests.quality.questions import development_questions, own_questions
from tests.sampling import some
from tests.support import GAMES

_ASK = """async ([game, questions]) => {
  const found = [];
  for (const question of questions) {
    const answers = await rulebook.ask(question, game);
    found.push(answers.found.map((hit) => [hit.texts.game, hit.clause.number, hit.score, hit.why]));
  }
  return found;
}"""
_CONFIDENCE = """async ([game, questions]) => {
  const found = [];
  for (const question of questions) found.push((await rulebook.ask(question, game)).confidence);
  return found;
}"""
_IS_CARD = """async (questions) => {
  const found = [];
  for (const question of questions) found.push((await rulebook.ask(question, null)).isCardText);
  return found;
}"""
_MISSING = """async ([game, questions]) => {
  const found = [];
  for (const question of questions) found.push((await rulebook.ask(question, game)).missing ?? []);
  return found;
}"""
_MARKS = """async (pairs) => {
  await rulebook.loadScript("vocabulary.js");
  return pairs.map(([question, text]) =>
    rulebook.commonSpans(text, question).map(([start, end]) => text.slice(start, end)));
}"""
_QUESTIONS = (
    "山札がなくなったら控え室に置いたカードは引ける？",
    "アタックステップ中の手札の枚数は7枚まで",
    "ヴァイスの質問です。手札は何枚まで？グラブルではなく",
    "In the Granblue Fantasy Trading Card Game, how many cards may I hold?",
    "昨晩サークルの後輩と遊んでいて気になったのですが、手札は何枚まで？どうかお返事よろしくお願いします。",
    "burokkaa ni tateru?",
    "ka-do wo nanmai hiku?",
    "Can I use a sapo-to during the battle?",
    "パトブロ",
    "ストブって何",
    "ちぇんぢ しっぱい",
    "門のマークがトリガーしたらどうなる？",
    "【自】と書いてあるアイコンって何を表すの",
    "メインフェイズでやっていいことを全部",
    "ターンの最初にやることを順に",
    "カードの種別を全部あげて、それぞれ何をするカードか",
    "リングのカードが移動したら何が置かれる？プレイで2枚重なったときはどっちが残る？",
    "トリガーのスタンバイで出てきたキャラ、そのターンのうちに殴れる？",
    "What do I rest to make an attack, and may I attack again afterwards?",
    "Sorry to bother you again. How many cards may I hold? Thanks in advance!",
)
# Widths, cases, combining marks and signs that are hard for normal forms and lengths.
_ODD = (
    "ﾔﾏﾌﾀﾞがﾅｸﾅｯﾀﾗ",
    "ＣＸコンボ って何？",
    "がぎぐ 控え室",
    "㍻の手札は何枚？",
    "😀山札😀がない😀",
    "𠮟られたら手札",
    "山\u200b札が\xadない\ufe0f",
    "İstanbul ΣΑΣ ﬁn",
    "ﷺ" * 40,
    "リフレッスュ",
    "constructor __proto__ toString",
    "手札" * 400,
    "9.2.2",
    "9.2.2-9.2.4",
    "9.2.2はどういう意味？",
    "burokkaa doko kara dasu?",
    "tsuigeki nannkai まで ok",
    "９－２－２",
    "１．２．３．",
    "99.99",
    "  ",
    "！？。",
    "手札のルール\n山札の意味\n",
    "残り1.1分で山札がなくなった",
    "9.2.2時点で、9.2分からない",
    "9.2.99と9.2.3の違いは",
    "9.2.2-9.2.4の違い、1.5kgの箱",
    "バージョン1.1の1.2.3版、ws@1.1の山札、9-9",
)


def _as_list(answers: Answers) -> list[list[Any]]:
    return [[hit.game.id, hit.clause.number, hit.score, list(hit.why)] for hit in answers.found]


def _expected(tables: SearchTables, question: str, game: str | None) -> list[list[Any]]:
    asked = tables.corpus.games[game] if game else None
    try:
        return _as_list(answer(tables, question, asked, limit=10))
    except UnknownClause:
        return []


def _assert_same(page: Page, tables: SearchTables, questions: list[str], game: str | None) -> None:
    assert questions
    found = page.evaluate(_ASK, [game, questions])
    for question, here in zip(questions, found, strict=True):
        expected = _expected(tables, question, game)
        assert [hit[:3] for hit in here] == [hit[:3] for hit in expected], question
        for (*_, why), (*_, reasons) in zip(here, expected, strict=True):
            assert why == reasons[: len(why)], question


@pytest.mark.parametrize("game", [*GAMES, None])
def test_shared_questions_rank_equally(
    functions: Page, tables: SearchTables, game: str | None
) -> None:
    questions = [question.text for question in development_questions()]
    if not questions:
        pytest.skip("the development questions are not here")
    _assert_same(functions, tables, some(questions, 20), game)


@pytest.mark.parametrize("game", GAMES)
def test_own_questions_rank_equally(functions: Page, tables: SearchTables, game: str) -> None:
    questions = [question.text for question in own_questions() if question.game == game]
    _assert_same(functions, tables, some(questions, 20), game)


def test_questions_on_a_game_without_tables_rank_equally(
    browser: Browser, corpus: Corpus, tmp_path: Path
) -> None:
    rules = corpus.game("los").edition.path.read_text(encoding="utf-8")
    tables = SearchTables(corpus_of(rules, tmp_path / "corpus"))
    build_site(tables, tmp_path / "site")
    (game,) = tables.corpus.games
    questions = [
        question.text for question in own_questions() if question.game == "legend-of-stars"
    ]
    with serve(tmp_path / "site") as address, profiles(browser) as make:
        page = make().new_page()
        page.goto(f"{address}index.html")
        _assert_same(page, tables, some(questions, 20), game)
        asked = [*some(questions, 20), "ポケカの山札は何枚？", "大会の参加費はいくら？"]
        own = tables.corpus.games[game]
        expected = [answer(tables, each, own, limit=10).confidence for each in asked]
        assert page.evaluate(_CONFIDENCE, [game, asked]) == expected


def test_questions_with_more_shards_rank_equally(functions: Page, tables: SearchTables) -> None:
    for question in (
        "burokkaa ni tateru?",
        "kuraimakkusu nanmai",
        "リフレッスュ",
        "refresch penalty",
    ):
        functions.reload()
        _assert_same(functions, tables, [question], "weiss-schwarz")


@pytest.mark.parametrize("game", [*some(GAMES[::-1], 1), None])
def test_odd_questions_rank_equally(
    functions: Page, tables: SearchTables, game: str | None
) -> None:
    _assert_same(functions, tables, [*_ODD, *_QUESTIONS], game)


@pytest.mark.parametrize("game", some(["weiss-schwarz", None], 1))
def test_confidence_agrees(functions: Page, tables: SearchTables, game: str | None) -> None:
    questions = [question.text for question in own_questions()][::9]
    questions += [
        "こんにちは",
        "大会の参加費はいくらですか",
        "ポケカの山札は何枚？",
        "tournament prize",
        "ガルドゥームの先攻は最初のターンに何回アタックできる？",  # a name that no rules know
        "「漆黒の槍兵」の先攻は最初のターンに何回アタックできる？",
        *_QUESTIONS,
    ]
    asked = tables.corpus.games[game] if game else None
    expected = [answer(tables, question, asked, limit=10).confidence for question in questions]
    assert {"sure", "likely", "unsure", "none"} == set(expected)
    assert functions.evaluate(_CONFIDENCE, [game, questions]) == expected


def test_missing_numbers_agree(functions: Page, tables: SearchTables) -> None:
    table = tables.table(tables.corpus.games["weiss-schwarz"])
    expected = [
        [] if parse_number(each) else missing_numbers(normalise(each).text, [table])
        for each in _ODD
    ]
    assert ["9.2.99"] in expected
    assert functions.evaluate(_MISSING, ["weiss-schwarz", _ODD]) == expected


def test_marked_words_agree(functions: Page, corpus: Corpus) -> None:
    texts = [clause.text for clause in corpus.read(corpus.games["weiss-schwarz"]).clauses[::9]]
    pairs = [(question, text) for question in _ODD[:6] + _QUESTIONS for text in texts]
    expected = []
    for question, text in pairs:
        asked = frozenset(token_texts(fold(question), single_characters=True))
        expected.append([span.of(text) for span in common_spans(normalise(text), asked)])
    assert any(expected)
    assert functions.evaluate(_MARKS, pairs) == expected


def test_detection_of_card_texts_agrees(functions: Page, tables: SearchTables) -> None:
    words = sorted({word for game in tables.corpus.games.values() for word in game.card_openings})
    questions = [f"{start}{word}" for start in ("【", " ［", "[", "", "「") for word in words]
    questions += ["【", "［ 自］", "\n【ｽﾊﾟｰｸ】", "　【自動効果】引く", "【手札】とは", "】自"]
    expected = [answer(tables, question, limit=10).is_card_text for question in questions]
    assert True in expected
    assert False in expected
    assert functions.evaluate(_IS_CARD, questions) == expected


def test_chapter_letters_are_looked_up(functions: Page) -> None:
    found = functions.evaluate(
        """async (asked) => {
          const clauses = ["A", "A-1", "A-1-1"].map((number) => ({ number, children: [] }));
          const place = ({ number }) => rulebook.partsOf(number).join(".");
          const byPlace = new Map(clauses.map((clause) => [place(clause), clause]));
          const original = rulebook.texts;
          rulebook.texts = async (game) => ({ game, byPlace, byNumber: new Map() });
          const found = [];
          for (const printed of asked) {
            const number = await rulebook.letteredNumber(printed, ["letters"]);
            const looked = number && (await rulebook.lookUp(number, ["letters"]));
            found.push(looked && looked.found[0].clause.number);
          }
          rulebook.texts = original;
          return found;
        }""",
        ["A", "ａ－１－１", "A-1.", "B", "A-2", "アタック"],
    )
    assert found == ["A", "A-1-1", "A-1", None, None, None]


def test_inserted_articles_are_parsed(functions: Page) -> None:
    """第2条の2 is no second paragraph of 第2条: it stands after it."""
    asked = ["第2条の2", "２の２.１", "第2条", "2.2", "第二条の二", "第十二条第3項"]
    parsed = functions.evaluate(
        "(asked) => asked.map((each) => rulebook.parseNumber(each).parts)", asked
    )
    assert parsed == [["2の2"], ["2の2", "1"], ["2"], ["2", "2"], ["2の2"], ["12", "3"]]
