"""The findings of the documents, in golden files that were compared with the documents.

``python -m tests.links.test_findings`` writes them; read the difference before you commit it.
"""

from __future__ import annotations

import pytest

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.findings import FindingCode
from rulebook.links.linker import link_game, link_rulebook
from rulebook.links.model import LinkedRulebook
from tests.clauses.test_reading import read
from tests.support import FIXTURES, GAMES, ROOT


def golden(linked: LinkedRulebook) -> str:
    return "".join(
        f"{f.line}:{f.column or ''}\t{f.code}\t{f.number or ''}\t{f.message}\n"
        for f in linked.findings
    )


@pytest.mark.parametrize("game", GAMES)
def test_findings_equal_golden_file(game: str, corpus: Corpus) -> None:
    linked = link_game(corpus, corpus.games[game])
    expected = (FIXTURES / "findings" / f"{game}.txt").read_text(encoding="utf-8")
    assert golden(linked).splitlines() == expected.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_findings_have_the_same_values_in_english(game: str, corpus: Corpus) -> None:
    linked = link_game(corpus, corpus.games[game])
    for found in linked.findings:
        assert found.message_en
        assert found.number is None or found.number in found.message_en
        if found.printed in found.message:
            assert found.printed in found.message_en
    references = [r for clause in linked.book.clauses for r in linked.references_of(clause)]
    assert [r for r in references if bool(r.reason) != bool(r.reason_en)] == []


@pytest.mark.parametrize("game", GAMES)
def test_columns_are_those_of_the_printed_words(game: str, corpus: Corpus) -> None:
    linked = link_game(corpus, corpus.games[game])
    for finding in linked.findings:
        if finding.line is not None and finding.column is not None:
            rest = linked.book.source[finding.line - 1][finding.column - 1 :]
            # Words broken by a line end have the column of their beginning.
            beginning = finding.printed[: min(2, len(rest))]
            assert rest, finding
            assert rest.startswith(beginning), finding


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("9.9に従います。", FindingCode.DANGLING_REFERENCE),
        ("ドローアイコン(): 引きます。", FindingCode.LOST_ICON),
        ("「レスト」という単語は  のアイコンで表記されます。", FindingCode.LOST_ICON),
        ("カード上では「 (効果)」と表記されています。", FindingCode.LOST_ICON),
        ("カウンターアイコン(🔄)があります。", FindingCode.LOST_ICON),
        ("「手札と表記されます。", FindingCode.UNBALANCED_BRACKET),
        ("「」(二重山括弧)でくくります。", FindingCode.WRONG_BRACKET),
        ("スタンドし、スタンドし、スタンドし、スタントします。", FindingCode.INCONSISTENT_TERM),
        ("エラー! 参照元が見つかりません。を見てください。", FindingCode.BROKEN_FIELD),
        ("後述「別の章の名」を参照してください。", FindingCode.DANGLING_REFERENCE),
        ("カード名の左に「**CH**」と書かれています。", FindingCode.STRAY_MARKUP),
    ],
)
def test_faulty_text_has_a_finding(text: str, code: FindingCode) -> None:
    book = read(f"1. ゲームの概要\n1.1. 節\n1.1.1. {text}\n")
    findings = link_rulebook(book).findings
    assert [finding.code for finding in findings] == [code]


@pytest.mark.parametrize(
    "text",
    [
        "「」(かぎ括弧)でくくり、()(丸括弧)で囲みます。",
        "アンコール[(3)]を持ち、+2000/-0されます。",
        "平成23年6月3日に、TOG/019を2.5倍します。",
        "『カード名に「(名称)」を含む』と書かれています。",
        "リングのカードとリンクのカードがあります。",
        "この手順を1.1.1から行います。",
        "当会(以下”甲”)は、選手(以下”乙”)に参加を認めます。",
        "2**3は8で、** は印、**一つ だけでは何でもありません。",
    ],
)
def test_correct_text_has_no_finding(text: str) -> None:
    book = read(f"1. ゲームの概要\n1.1. 節\n1.1.1. {text}\n")
    assert link_rulebook(book).findings == ()


def test_wide_spaces_after_all_numbers_or_in_headings_are_not_lost_icons() -> None:
    lines = ("1. 概要", "1.1. 節", "1.1.1.  引きます。", "1.1.2.  置きます。", "1.1.3.  捨てます。")
    sources = (lines, lines[:3], ("1.  概要", "1.1. 節", "1.1.1. 引きます。"))
    found = [link_rulebook(read("\n".join(source))).findings for source in sources]
    codes = [[finding.code for finding in each] for each in found]
    assert codes == [[], [FindingCode.LOST_ICON], []]


if __name__ == "__main__":
    shipped = load_corpus(ROOT / "corpus")
    for game in shipped.games.values():
        path = FIXTURES / "findings" / f"{game.id}.txt"
        path.write_text(golden(link_game(shipped, game)), encoding="utf-8")
