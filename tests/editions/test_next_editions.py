"""A next edition of each game: every change is found, every table carried, all usable."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from filelock import FileLock

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.model import Rulebook
from rulebook.cli.main import cli
from rulebook.editions.alignment import align_editions
from rulebook.editions.changes import Alignment
from rulebook.links.concepts import load_concepts
from rulebook.links.linker import link_game
from rulebook.search.tables.search_tables import SearchTables
from tests.conftest import Openings, Run
from tests.editions.documents import next_edition
from tests.editions.scripts import Expected
from tests.quality.engines import own_engine
from tests.quality.measure import score
from tests.quality.questions import Question, own_questions
from tests.support import GAMES, ROOT

# Making a next edition of every game takes long.
pytestmark = pytest.mark.slow

VERSION = "9.9"
TABLES = ("terms.toml", "concepts.toml", "players.toml", "cards.toml")
CARD = "このカードがアタックした時、あなたは1枚引く。"


@dataclass(frozen=True)
class AddedEditions:
    """A corpus with a next edition of every game, the expected changes and the reports."""

    folder: Path
    corpus: Corpus
    expected: Mapping[str, list[Expected]]
    reports: Mapping[str, dict[str, object]]

    def alignment(self, game: str) -> Alignment:
        old, new = self.corpus.editions(self.corpus.games[game])
        return align_editions(self.corpus, old, new)


@pytest.fixture(scope="module")
def added(books: Mapping[str, Rulebook], all_openings: Openings, shared: Path) -> AddedEditions:
    """Return the corpus. The first worker that needs it builds it."""
    made = {game: next_edition(book, 2, 16) for game, book in books.items()}
    folder, reports = (shared / "next-editions" / name for name in ("corpus", "reports.json"))
    with FileLock(shared / "next-editions.lock"):
        if not reports.exists():
            rows = {game: _add(game, text, folder) for game, (text, _) in made.items()}
            reports.write_text(json.dumps(rows), encoding="utf-8")
    all_openings.keep(folder)
    expected = {game: changes for game, (_, changes) in made.items()}
    return AddedEditions(
        folder, load_corpus(folder), expected, json.loads(reports.read_text("utf-8"))
    )


def _add(game: str, text: str, folder: Path) -> dict[str, object]:
    """Add ``text`` as an edition of ``game`` to the corpus in ``folder`` and return the report."""
    path = folder.parent / f"{game}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    call = ["edition", "add", game, str(path), "--version", VERSION, "--into", str(folder)]
    result = CliRunner().invoke(cli, [*call, "--effective", "2030-01-01", "--json"])
    assert result.exit_code == 0, result.output
    report: dict[str, object] = json.loads(result.stdout)
    return report


@pytest.mark.parametrize("game", GAMES)
def test_all_expected_changes_are_found(game: str, added: AddedEditions) -> None:
    found = {(c.kind.value, c.old, c.new) for c in added.alignment(game).changes}
    expected = {(e.kind, e.old, e.new) for e in added.expected[game]}
    kinds = {kind for kind, _, _ in expected}
    assert kinds >= {"kept", "moved", "added", "removed"}
    assert game == "legend-of-stars" or kinds >= {"split", "edited"}
    assert found == expected


@pytest.mark.parametrize("game", GAMES)
def test_all_tables_are_carried_or_reported(game: str, added: AddedEditions) -> None:
    report = added.reports[game]
    tables = {row["table"]: row for row in report["tables"]}  # type: ignore[attr-defined]
    assert set(tables) >= set(TABLES)
    for name in TABLES:
        before = (ROOT / "corpus" / game / name).read_text(encoding="utf-8")
        old_table = added.corpus.editions(added.corpus.games[game])[0].table(name)
        assert old_table.read_text(encoding="utf-8") == before
        row = tables[name]
        reported = [place for place in report["reported"] if place["table"] == name]  # type: ignore[attr-defined]
        assert len(reported) == row["reported"]
        assert all(place["reason"] and place["line"] for place in reported)


@pytest.mark.parametrize("game", GAMES)
def test_new_tables_have_no_stale_numbers(game: str, added: AddedEditions) -> None:
    for edition in added.corpus.editions(added.corpus.games[game]):
        codes = {finding.code for finding in link_game(added.corpus, edition).findings}
        assert FindingCode.STALE_MAPPING not in codes
        assert FindingCode.STALE_REPAIR not in codes


@pytest.mark.parametrize("game", GAMES)
def test_concepts_have_the_same_clauses(game: str, corpus: Corpus, added: AddedEditions) -> None:
    alignment = added.alignment(game)
    now = load_concepts(added.corpus).by_id
    reported = {place["key"] for place in added.reports[game]["reported"]}  # type: ignore[attr-defined]
    for name, concept in load_concepts(corpus).by_id.items():
        if game in concept.rules and name not in reported:
            new = alignment.by_old[concept.rules[game].clause].new
            assert now[name].rules[game].clause in new


@pytest.mark.parametrize("game", GAMES)
def test_commands_accept_both_editions(game: str, added: AddedEditions, run: Run) -> None:
    old, new = added.corpus.editions(added.corpus.games[game])
    assert new.edition.name == VERSION
    assert added.corpus.games[game].key == new.key
    for edition in (old, new):
        first = added.corpus.read(edition).clauses[3].number
        for call in (
            ("show", edition.key, first, "--json"),
            ("check", edition.key, "--json"),
            ("ask", "-g", edition.key, "負けるのはいつ", "--json"),
            ("annotate", "-g", edition.key, CARD, "--json"),
            ("export", edition.key),
        ):
            result = run("--corpus", added.folder, *call)
            assert result.exit_code in (0, 1), (call, result.output)
            assert result.exception is None or isinstance(result.exception, SystemExit), call
    assert run("--corpus", added.folder, "compare", "refresh").exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_old_edition_has_its_own_concepts(
    game: str, corpus: Corpus, added: AddedEditions, run: Run
) -> None:
    old, _ = added.corpus.editions(added.corpus.games[game])
    concepts = load_concepts(added.corpus, old).by_id
    shipped = load_concepts(corpus).by_id
    assert {name: concepts[name].rules.get(game) for name in shipped} == {
        name: concept.rules.get(game) for name, concept in shipped.items()
    }
    output = run("--corpus", added.folder, "compare", "refresh", "-g", old.key, "--json").stdout
    rows = {row["game"]: row for row in json.loads(output)["games"]}
    before = json.loads(run("compare", "refresh", "--json").stdout)["games"]
    assert rows.get(game) == {row["game"]: row for row in before}.get(game)
    assert {row["edition"] for name, row in rows.items() if name != game} <= {VERSION}


def test_terms_of_old_edition_are_unchanged(added: AddedEditions, run: Run) -> None:
    for word in ("リフレッシュ", "ダメージ", "捨て札", "手番"):
        before = run("term", "-g", "ws", word, "--json").stdout
        after = run("--corpus", added.folder, "term", "-g", "ws@1.109", word, "--json").stdout
        keys = ("term", "clause", "definition", "used_in", "concept")
        assert [json.loads(after)[key] for key in keys] == [json.loads(before)[key] for key in keys]


def test_old_answers_are_unchanged(corpus: Corpus, added: AddedEditions, run: Run) -> None:
    for question in ("山札がなくなったら", "手札の上限は何枚？"):
        before = run("ask", "-g", "ws", question, "--json").stdout
        after = run("--corpus", added.folder, "ask", "-g", "ws@1.109", question, "--json").stdout
        assert _without_scores(after) == _without_scores(before)


def _without_scores(output: str) -> list[dict[str, Any]]:
    """Return the answers without scores, which depend on the names in other games."""
    answers = json.loads(output)["answers"]
    return [{key: answer[key] for key in answer if key != "score"} for answer in answers]


def test_questions_are_answered_equally_well(tables: SearchTables, added: AddedEditions) -> None:
    old_engine, new_engine = own_engine(tables), own_engine(SearchTables(added.corpus))
    old, new = [], []
    for question in own_questions():
        if moved := _carry(question, added):
            old.append(question)
            new.append(moved)
    assert len(old) > 850
    before, after = score(old_engine, old), score(new_engine, new)
    assert after.first >= before.first - len(old) / 100
    assert after.five >= before.five - len(old) / 100


def _carry(question: Question, added: AddedEditions) -> Question | None:
    """Return the question with the new clauses, or ``None`` if one of them is gone."""
    by_old = added.alignment(question.game).by_old
    now = [number for old in question.governing for number in by_old[old].new]
    gone = any(not by_old[old].new for old in question.governing)
    return None if gone else replace(question, governing=tuple(now))
