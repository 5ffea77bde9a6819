"""The five documents as a whole: bytes, counts, ledger, defects."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

import pytest

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.model import LineKind, Rulebook
from rulebook.errors import CorpusError, UnknownEdition, UnknownGame
from tests.conftest import Run
from tests.support import GAMES, ROOT, SHARED, copied_game

STATED = {
    "weiss-schwarz": ("1.109", "2026-01-13", 644),
    "legend-of-stars": ("1.0.03", "2025-04-07", 80),
    "victory-spark": ("1.4.1.2", "2014-09-22", 510),
    "granblue-fantasy": (None, None, 493),
    "rebirth-for-you": (None, None, 625),
}


@pytest.mark.parametrize("game", GAMES)
def test_document_has_the_digest_in_edition_toml(game: str, corpus: Corpus) -> None:
    raw = corpus.games[game].edition.path.read_bytes()
    assert hashlib.sha256(raw).hexdigest() == corpus.games[game].edition.sha256


@pytest.mark.parametrize("game", GAMES)
def test_document_equals_the_shared_one(game: str, corpus: Corpus) -> None:
    shared_file = SHARED / "documents" / f"{game}.txt"
    if not shared_file.exists():
        pytest.skip(f"{shared_file} is not here")
    assert corpus.games[game].edition.path.read_bytes() == shared_file.read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_version_date_and_count_are_right(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    effective = str(book.game.edition.effective) if book.game.edition.effective else None
    assert (book.game.edition.version, effective, book.printed_count) == STATED[game]


@pytest.mark.parametrize("game", GAMES)
def test_version_is_in_the_history(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    if book.game.edition.version is None:
        assert book.revisions == ()
    else:
        dated = {revision.version: revision.date for revision in book.revisions}
        assert dated[book.game.edition.version] == str(book.game.edition.effective)


@pytest.mark.parametrize("game", GAMES)
def test_ledger_has_every_line_once(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    source = book.game.edition.path.read_text(encoding="utf-8").split("\n")
    lines = [number for number, line in enumerate(source, start=1) if line.strip()]
    assert [entry.line for entry in book.ledger] == lines


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_clause_is_in_its_text(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    source = book.game.edition.path.read_text(encoding="utf-8").split("\n")
    for entry in book.ledger:
        if entry.clause is None:
            continue
        clause = book.by_number[entry.clause]
        words = source[entry.line - 1].split("|>")[-1].split()
        printed = f"{clause.number}. {clause.title or ''} {clause.text}"
        lost = [word for word in words if word not in printed and word.strip("-•") not in printed]
        # A number without a space before its text (「8-7-3-1.何らかの」) is one word of the line.
        lost = [word for word in lost if word.removeprefix(f"{clause.number}.") not in printed]
        assert lost == [], (entry.line, entry.clause)


def test_known_defects_are_found(books: Mapping[str, Rulebook]) -> None:
    found = {
        (game, finding.code, finding.number)
        for game, book in books.items()
        for finding in book.findings
    }
    assert found >= {
        ("weiss-schwarz", FindingCode.TRUNCATED, "1.2.5"),
        ("weiss-schwarz", FindingCode.BROKEN_FIELD, "11.3.1.3"),
        ("victory-spark", FindingCode.ORPHAN_TEXT, "1.2.5"),
        ("victory-spark", FindingCode.OUT_OF_ORDER, "12.3.1"),
        ("victory-spark", FindingCode.OUT_OF_ORDER, "12.3.1.1"),
        ("victory-spark", FindingCode.MISSING_PARENT, "5.1.2.1"),
        ("victory-spark", FindingCode.MISSING_PARENT, "8.5.1"),
        ("granblue-fantasy", FindingCode.MISSING_PARENT, "3-2-1-1-1"),
        ("rebirth-for-you", FindingCode.DUPLICATE_NUMBER, "4.13.3.1.1"),
        ("rebirth-for-you", FindingCode.EMPTY_CLAUSE, "9.14.3.2"),
    }


def test_legend_of_stars_has_no_findings(books: Mapping[str, Rulebook]) -> None:
    assert books["legend-of-stars"].findings == ()


def test_changed_document_is_refused(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    game = corpus.game("los")
    game.edition.path.write_bytes(game.edition.path.read_bytes() + b"x")
    with pytest.raises(CorpusError, match="not the document"):
        corpus.source(game)


EDITION = "editions/1.0.03/edition.toml"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (EDITION, 'separator = "."', 'separator = ""', r"edition.toml:\d+: layout.separator"),
        (EDITION, "wrapped = true", 'wrapped = "no"', "layout.wrapped: 'no' is not true or false"),
        (EDITION, 'headings = "every"', 'headings = "all"', "by-form"),
        (EDITION, 'version = "1.0.03"', "version = 2.3", r'quotation marks: "2.3"'),
        (EDITION, "[layout]", "[layout]\ndigits = [-1]", "write a number from 1 to 9"),
        (EDITION, "[layout]", "[layout]\ndigits = [99999999]", r"layout.digits.0: 99999999 is not"),
        (EDITION, "[layout]", "[layuot]", "unknown key layuot; write layout"),
        ("game.toml", 'id = "legend-of-stars"', 'id = "../../x"', "game.toml:1: id"),
        ("game.toml", 'alias = "los"', 'alias = "<b>"', "game.toml:2: alias"),
        ("game.toml", 'edition = "1.0.03"', 'edition = "1.0"', r"game.toml:\d+: no edition 1.0"),
        ("game.toml", 'edition = "1.0.03"', 'edition = "../x"', "edition: '../x' is not allowed"),
    ],
)
def test_wrong_value_of_a_game_is_reported(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(CorpusError, match=message):
        copied_game("legend-of-stars", tmp_path, {file: (old, new)})


def test_all_faults_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    edits = {"game.toml": ('alias = "los"\n', "alais = 3\npublisher = 4\n")}
    (tmp_path / "legend-of-stars").mkdir()
    text = (ROOT / "corpus" / "legend-of-stars" / "game.toml").read_text(encoding="utf-8")
    text = text.replace('publisher = "Legend of Stars"\n', "").replace(*edits["game.toml"])
    (tmp_path / "legend-of-stars" / "game.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError) as raised:
        load_corpus(tmp_path)
    assert [(fault.line, fault.what.split()[0]) for fault in raised.value.faults] == [
        (None, "alias"),
        (2, "unknown"),
        (3, "publisher:"),
    ]


def test_faulty_game_does_not_hide_the_others(tmp_path: Path) -> None:
    copied_game("victory-spark", tmp_path)
    corpus = copied_game("legend-of-stars", tmp_path)
    game = tmp_path / "legend-of-stars" / "game.toml"
    game.write_text("id = 3", encoding="utf-8")
    corpus = load_corpus(tmp_path)
    assert list(corpus.games) == ["victory-spark"]
    with pytest.raises(CorpusError, match=r"game\.toml:1"):
        corpus.game("legend-of-stars")


def test_duplicate_game_is_refused(tmp_path: Path) -> None:
    copied_game("legend-of-stars", tmp_path)
    (tmp_path / "legend-of-stars").rename(tmp_path / "a-copy")
    corpus = copied_game("legend-of-stars", tmp_path)
    assert "another game" in str(corpus.faults["legend-of-stars"])


def test_title_equal_to_name_of_another_game_is_a_fault(tmp_path: Path) -> None:
    own = tmp_path / "own"
    copied_game("legend-of-stars", own)
    game = own / "legend-of-stars" / "game.toml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace('ja = "Legend of Stars"', 'ja = "\u200bＶＳ"'), encoding="utf-8")
    (shipped := tmp_path / "shipped").mkdir()
    copied_game("victory-spark", shipped)
    corpus = load_corpus(shipped, own)
    assert "game.toml:3: another game" in str(corpus.faults["legend-of-stars"])
    assert corpus.game("vs").id == "victory-spark"


def test_edition_is_named_after_an_at_sign(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    copytree(
        tmp_path / "legend-of-stars" / "editions" / "1.0.03",
        tmp_path / "legend-of-stars" / "editions" / "1.0.10",
    )
    assert corpus.game("los").edition.name == "1.0.03"
    assert corpus.game("LOS@1.0.10").key == "legend-of-stars@1.0.10"
    names = [game.edition.name for game in corpus.editions(corpus.game("los"))]
    assert names == ["1.0.03", "1.0.10"]
    assert corpus.game("los@1.0.10") is corpus.game("LOS@1.0.10")  # read only once
    with pytest.raises(UnknownEdition, match=r"1\.0\.03, 1\.0\.10"):
        corpus.game("los@9")


@pytest.mark.parametrize("name", ["1.0.03²", "1.0.03 (copy)"])
def test_copied_edition_folder_is_an_error(name: str, tmp_path: Path, run: Run) -> None:
    copied_game("legend-of-stars", tmp_path, lean=True)
    editions = tmp_path / "legend-of-stars" / "editions"
    copytree(editions / "1.0.03", editions / ".backup")
    listed = run("--corpus", tmp_path, "edition", "list", "los").stdout
    assert len(listed.splitlines()) == 2
    copytree(editions / "1.0.03", editions / name)
    result = run("--corpus", tmp_path, "games")
    assert result.exit_code == 2
    assert f"'{name}' cannot be the name of an edition" in result.stderr


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("table", ["concepts", "terms", "players", "cards"])
def test_tables_name_their_edition_first(game: str, table: str, corpus: Corpus) -> None:
    path = corpus.games[game].table(f"{table}.toml")
    first = path.read_text(encoding="utf-8").split("\n")[0]
    assert first == f'edition = "{corpus.games[game].edition.name}"'


def test_page_markers_are_dropped(books: Mapping[str, Rulebook]) -> None:
    for book in books.values():
        assert not any("<|" in f"{clause.title}{clause.text}" for clause in book.clauses)
    assert (
        Counter(entry.kind for entry in books["legend-of-stars"].ledger)[LineKind.PAGE_MARKER] == 1
    )


def test_unprinted_parents_are_marked(books: Mapping[str, Rulebook]) -> None:
    unprinted = {
        (game, clause.number)
        for game, book in books.items()
        for clause in book.clauses
        if not clause.printed
    }
    assert unprinted == {
        ("victory-spark", "5.1.2.1"),
        ("victory-spark", "8.5.1"),
        ("granblue-fantasy", "3-2-1-1-1"),
    }


def test_unknown_game_lists_known_games(corpus: Corpus) -> None:
    with pytest.raises(UnknownGame, match=r"ws \(weiss-schwarz\)"):
        corpus.game("mtg")


def test_folder_without_games_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no games"):
        load_corpus(tmp_path)


def test_missing_field_of_game_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "game.toml").write_text('id = "x"\n[layout]\n', encoding="utf-8")
    with pytest.raises(CorpusError, match="alias"):
        load_corpus(tmp_path)


def test_document_with_wrong_digest_does_not_hide_other_games(tmp_path: Path, run: Run) -> None:
    copied_game("victory-spark", tmp_path, lean=True)
    copied_game("legend-of-stars", tmp_path, lean=True)
    (rules,) = tmp_path.glob("legend-of-stars/editions/*/rules.txt")
    rules.write_bytes(rules.read_bytes() + b"\n")
    for command in (
        ("games",),
        ("ask", "ドロー"),
        ("search", "手札"),
        ("term", "手札"),
        ("check",),
    ):
        result = run("--corpus", tmp_path, *command)
        assert result.exit_code in (0, 1), result.output
        assert "手札" in result.stdout or "victory-spark" in result.stdout
        assert "not the document" in result.stderr
    asked = run("--corpus", tmp_path, "show", "legend-of-stars", "1")
    assert (asked.exit_code, "not the document" in asked.stderr) == (2, True)
    assert "legend-of-stars" in run("--corpus", tmp_path, "show", "los", "1").stderr
