"""A next edition of each game is taken in: every change found, every table carried, all in use."""

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
from rulebook.editions.changes import Alignment
from rulebook.editions.settling import align_editions
from rulebook.links.concepts import load_concepts
from rulebook.links.linker import link_game
from rulebook.search.tables.search_tables import SearchTables
from tests.conftest import Openings, Run
from tests.editions.documents import next_edition
from tests.editions.scripts import Expected
from tests.quality.engines import ours
from tests.quality.measure import score
from tests.quality.questions import Question, own_questions
from tests.support import GAMES, ROOT

# A next edition of every game takes long to make.
pytestmark = pytest.mark.slow

VERSION = "9.9"
TABLES = ("terms.toml", "concepts.toml", "players.toml", "cards.toml")
CARD = "このカードがアタックした時、あなたは1枚引く。"


@dataclass(frozen=True)
class Taken:
    """A corpus with a next edition of every game, and what is true of it."""

    folder: Path
    corpus: Corpus
    expected: Mapping[str, list[Expected]]
    told: Mapping[str, dict[str, object]]

    def alignment(self, game: str) -> Alignment:
        old, new = self.corpus.editions(self.corpus.games[game])
        return align_editions(self.corpus, old, new)


@pytest.fixture(scope="module")
def taken(books: Mapping[str, Rulebook], all_openings: Openings, shared: Path) -> Taken:
    """The corpus, made by the first worker that wants it."""
    made = {game: next_edition(book, 2, 16) for game, book in books.items()}
    folder, told = shared / "next-editions" / "corpus", shared / "next-editions" / "told.json"
    with FileLock(shared / "next-editions.lock"):
        if not told.exists():
            rows = {game: _take_in(game, text, folder) for game, (text, _) in made.items()}
            told.write_text(json.dumps(rows), encoding="utf-8")
    all_openings.keep(folder)
    expected = {game: changes for game, (_, changes) in made.items()}
    return Taken(folder, load_corpus(folder), expected, json.loads(told.read_text("utf-8")))


def _take_in(game: str, text: str, folder: Path) -> dict[str, object]:
    """Add ``text`` as an edition of ``game`` to the corpus in ``folder``; return what was told."""
    path = folder.parent / f"{game}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    call = ["edition", "add", game, str(path), "--version", VERSION, "--into", str(folder)]
    result = CliRunner().invoke(cli, [*call, "--effective", "2030-01-01", "--json"])
    assert result.exit_code == 0, result.output
    told: dict[str, object] = json.loads(result.stdout)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_every_change_is_found(game: str, taken: Taken) -> None:
    found = {(c.kind.value, c.old, c.new) for c in taken.alignment(game).changes}
    wanted = {(e.kind, e.old, e.new) for e in taken.expected[game]}
    kinds = {kind for kind, _, _ in wanted}
    assert kinds >= {"kept", "moved", "added", "removed"}
    assert game == "legend-of-stars" or kinds >= {"split", "edited"}
    assert found == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_accounted_for(game: str, taken: Taken) -> None:
    told = taken.told[game]
    tables = {row["table"]: row for row in told["tables"]}  # type: ignore[attr-defined]
    assert set(tables) >= set(TABLES)
    for name in TABLES:
        before = (ROOT / "corpus" / game / name).read_text(encoding="utf-8")
        beside = taken.corpus.editions(taken.corpus.games[game])[0].table(name)
        assert beside.read_text(encoding="utf-8") == before
        row = tables[name]
        reported = [place for place in told["reported"] if place["table"] == name]  # type: ignore[attr-defined]
        assert len(reported) == row["reported"]
        assert all(place["reason"] and place["line"] for place in reported)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_the_new_tables_is_stale(game: str, taken: Taken) -> None:
    for edition in taken.corpus.editions(taken.corpus.games[game]):
        codes = {finding.code for finding in link_game(taken.corpus, edition).findings}
        assert FindingCode.STALE_MAPPING not in codes
        assert FindingCode.STALE_REPAIR not in codes


@pytest.mark.parametrize("game", GAMES)
def test_concepts_govern_as_before(game: str, corpus: Corpus, taken: Taken) -> None:
    alignment = taken.alignment(game)
    now = load_concepts(taken.corpus).by_id
    reported = {place["key"] for place in taken.told[game]["reported"]}  # type: ignore[attr-defined]
    for name, concept in load_concepts(corpus).by_id.items():
        if game in concept.rules and name not in reported:
            new = alignment.by_old[concept.rules[game].clause].new
            assert now[name].rules[game].clause in new


@pytest.mark.parametrize("game", GAMES)
def test_commands_work_on_both_editions(game: str, taken: Taken, run: Run) -> None:
    old, new = taken.corpus.editions(taken.corpus.games[game])
    assert new.edition.name == VERSION
    assert taken.corpus.games[game].key == new.key
    for edition in (old, new):
        first = taken.corpus.read(edition).clauses[3].number
        for call in (
            ("show", edition.key, first, "--json"),
            ("check", edition.key, "--json"),
            ("ask", "-g", edition.key, "負けるのはいつ", "--json"),
            ("annotate", "-g", edition.key, CARD, "--json"),
            ("export", edition.key),
        ):
            result = run("--corpus", taken.folder, *call)
            assert result.exit_code in (0, 1), (call, result.output)
            assert result.exception is None or isinstance(result.exception, SystemExit), call
    assert run("--corpus", taken.folder, "compare", "refresh").exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_concepts_of_an_old_edition_are_its_own(
    game: str, corpus: Corpus, taken: Taken, run: Run
) -> None:
    old, _ = taken.corpus.editions(taken.corpus.games[game])
    there = load_concepts(taken.corpus, old).by_id
    shipped = load_concepts(corpus).by_id
    assert {name: there[name].rules.get(game) for name in shipped} == {
        name: concept.rules.get(game) for name, concept in shipped.items()
    }
    told = run("--corpus", taken.folder, "compare", "refresh", "-g", old.key, "--json").stdout
    rows = {row["game"]: row for row in json.loads(told)["games"]}
    before = json.loads(run("compare", "refresh", "--json").stdout)["games"]
    assert rows.get(game) == {row["game"]: row for row in before}.get(game)
    assert {row["edition"] for name, row in rows.items() if name != game} <= {VERSION}


def test_words_of_an_old_edition_are_explained_as_before(taken: Taken, run: Run) -> None:
    for word in ("リフレッシュ", "ダメージ", "捨て札", "手番"):
        before = run("term", "-g", "ws", word, "--json").stdout
        after = run("--corpus", taken.folder, "term", "-g", "ws@1.109", word, "--json").stdout
        keys = ("term", "clause", "definition", "used_in", "concept")
        assert [json.loads(after)[key] for key in keys] == [json.loads(before)[key] for key in keys]


def test_an_old_edition_answers_as_it_did(corpus: Corpus, taken: Taken, run: Run) -> None:
    for question in ("山札がなくなったら", "手札の上限は何枚？"):
        before = run("ask", "-g", "ws", question, "--json").stdout
        after = run("--corpus", taken.folder, "ask", "-g", "ws@1.109", question, "--json").stdout
        assert _without_scores(after) == _without_scores(before)


def _without_scores(output: str) -> list[dict[str, Any]]:
    """Return the answers; their scores change a little with the names that other games know."""
    answers = json.loads(output)["answers"]
    return [{key: answer[key] for key in answer if key != "score"} for answer in answers]


def test_questions_are_answered_as_well_as_before(tables: SearchTables, taken: Taken) -> None:
    old_engine, new_engine = ours(tables), ours(SearchTables(taken.corpus))
    old, new = [], []
    for question in own_questions():
        if moved := _moved(question, taken):
            old.append(question)
            new.append(moved)
    assert len(old) > 850
    before, after = score(old_engine, old), score(new_engine, new)
    assert after.first >= before.first - len(old) / 100
    assert after.five >= before.five - len(old) / 100


def _moved(question: Question, taken: Taken) -> Question | None:
    """Return the question with today's clauses; ``None`` where one of them is gone."""
    by_old = taken.alignment(question.game).by_old
    now = [number for old in question.governing for number in by_old[old].new]
    gone = any(not by_old[old].new for old in question.governing)
    return None if gone else replace(question, governing=tuple(now))
