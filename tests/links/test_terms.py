"""Terms, compared with lists that were made by reading the documents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.errors import CorpusError
from rulebook.links.linker import link_game, link_rulebook
from rulebook.links.model import TermKind
from rulebook.links.terms import TermEntry, TermsFile, definitions_in, load_term_table
from tests.clauses.test_reading import read
from tests.support import FIXTURES, GAMES, copied_game, read_rows

_FOUND = 0.95


@pytest.mark.parametrize("game", GAMES)
def test_terms_have_the_expected_clause_and_kind(game: str, corpus: Corpus) -> None:
    linked = link_game(corpus, corpus.games[game])
    found = {word: term for term in linked.terms for word in (term.word, *term.spellings)}
    wrong = []
    rows = [row for row in read_rows(FIXTURES / "terms" / f"{game}.tsv") if _is_plain(row)]
    for word, clause, kind, _, others, *_ in rows:
        term = found.get(word)
        if term is None or term.clause not in (clause, *others.split(",")) or term.kind != kind:
            wrong.append((word, clause, kind, term))
    assert len(rows) >= 60
    assert len(wrong) <= (1 - _FOUND) * len(rows), wrong


def _is_plain(row: list[str]) -> bool:
    """Return whether the row is marked neither as doubtful nor as a phrase."""
    note = row[5] if len(row) > 5 else ""
    return "doubtful" not in note and "event phrase" not in note


@pytest.mark.parametrize("game", GAMES)
def test_table_entries_are_in_the_document(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    table, stale = load_term_table(book)
    assert stale == ()
    assert table.term
    for term in table.term:
        clause = book.by_number[term.clause]
        assert term.word in f"{clause.title or ''}\n{clause.text}", term
        assert term.scope is None or term.scope in book.by_number
    texts = [f"{c.title or ''}\n{c.text}" for c in book.clauses]
    everything = "\n".join([*texts, *(note for r in book.revisions for note in r.notes)])
    for spelling in (spelling for term in table.term for spelling in term.spellings):
        assert spelling in everything, spelling


@pytest.mark.parametrize("game", GAMES)
def test_term_is_not_linked_in_its_own_definition(game: str, corpus: Corpus) -> None:
    linked = link_game(corpus, corpus.games[game])
    defined = {term.word: term.clause for term in linked.terms}
    for number, uses in linked.uses.items():
        assert all(defined[use.term] != number for use in uses)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("能力とは、命令のことを指します。", ["能力"]),
        ("これを永久循環と呼び、その行動を循環行動と呼びます。", ["永久循環", "循環行動"]),
        (
            "見られる領域を公開領域、見られない領域を非公開領域と呼びます。",
            ["公開領域", "非公開領域"],
        ),
        ("スタンド状態: カードを縦向きに置いた状態。", ["スタンド状態"]),
        ("用語を定義します。\n⚫ 山札：重ねた札。\n⚫ 場札：出した札。", ["山札", "場札"]),
        ("次を行う。\n⚫ 山札：切る。", []),
        ("『大活躍』とは『このキャラが…行う。』を意味します。", ["大活躍"]),
        ("この文章はフレーバーと呼ばれ、意味を持ちません。", ["フレーバー"]),
        ("選ぶべきもの(以下“目標”と表記)を選択します。", ["目標"]),
        ("カードを1枚選び、手札に加えます。", []),
        ("ある効果が何かを行うとは限りません。", []),
    ],
)
def test_definitions_are_found_in_sentences(text: str, words: list[str]) -> None:
    assert sorted({definition.word for definition in definitions_in(text)}) == sorted(words)


def test_spelling_is_not_a_separate_term() -> None:
    text = "テキストにおいて、「クライマックス」の語が「CX」と表記されることがあります。"
    (definition,) = definitions_in(text)
    assert (definition.word, definition.spelling_of) == ("CX", "クライマックス")


RULES = read(
    "1. 章\n1.1. 節\n1.1.1. 枠とは、場所を指します。\n"
    "1.1.2. メンバー枠と枠外と鉄枠と各枠と枠があります。\n"
    "1.1.3. 選ぶもの(以下“目標”と表記)を決めます。\n"
    "1.1.3.1. 目標を選びます。\n1.1.4. 目標はありません。\n"
)


def _uses(number: str) -> list[str]:
    frame = TermEntry("メンバー枠", TermKind.ZONE, "1.1.1", "")
    linked = link_rulebook(RULES, TermsFile("", (frame,)))
    clause = RULES.by_number[number]
    return [use.span.of(clause.text) for use in linked.uses_of(clause)]


def test_longest_term_is_linked_and_never_inside_a_word() -> None:
    assert _uses("1.1.2") == ["メンバー枠", "枠", "枠", "枠"]


def test_scoped_term_is_linked_only_in_its_scope() -> None:
    assert _uses("1.1.3.1") == ["目標"]
    assert _uses("1.1.4") == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("それをレストします。", "レストする"),
        ("それをレストさせます。", "レストする"),
        ("レストしているものです。", "レスト状態"),
        ("レストの間です。", "レスト状態"),
        ("リタイアしたものです。", "リタイアさせる"),
        ("リタイアのものです。", "リタイア置場"),
    ],
)
def test_action_is_distinguished_from_noun_by_its_ending(text: str, word: str) -> None:
    book = read(f"1. 章\n1.1. 節\n1.1.1. 状態です。\n1.1.2. 行動です。\n1.1.3. {text}\n")
    terms = (
        TermEntry("レスト状態", TermKind.STATE, "1.1.1", "", ("レスト",)),
        TermEntry("レストする", TermKind.ACTION, "1.1.2", ""),
        TermEntry("リタイア置場", TermKind.ZONE, "1.1.1", "", ("リタイア",)),
        TermEntry("リタイアさせる", TermKind.ACTION, "1.1.2", ""),
    )
    linked = link_rulebook(book, TermsFile("", terms))
    assert [use.term for use in linked.uses_of(book.by_number["1.1.3"])] == [word]


def test_entry_without_a_reason_is_refused(tmp_path: Path) -> None:
    entry = '[[term]]\nword = "枠"\nkind = "zone"\nclause = "3.6"\nwhy = ""\n\n[[term]]'
    edits = {"terms.toml": ("[[term]]", entry)}
    corpus = copied_game("weiss-schwarz", tmp_path, edits)
    with pytest.raises(CorpusError, match="why"):
        load_term_table(corpus.read(corpus.game("ws")))
