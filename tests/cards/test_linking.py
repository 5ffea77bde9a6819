"""Links from cards to clauses, with expected clauses listed by hand; and the link tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulebook.cards.grammar.keywords import load_keywords
from rulebook.cards.linking.link_table import CardLink, LinkTable, load_link_table
from rulebook.cards.reading.card_parser import CardParser, ParseStatus
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.links.concepts import load_concept_rules
from tests.cards.fixtures import GAMES, CardCase, blocks
from tests.support import ROOT

GAMES_WITH_TABLE = sorted(path.parent.name for path in (ROOT / "corpus").glob("*/cards.toml"))


CASES = [case for game in GAMES for case in blocks(game, "links")]
FEWEST = {"ws": 45}


@pytest.fixture(scope="module")
def link_tables(corpus: Corpus) -> Mapping[str, LinkTable]:
    return {game: load_link_table(corpus, corpus.game(game))[0] for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_enough_cases_exist(game: str) -> None:
    assert sum(case.game == game for case in CASES) >= FEWEST.get(game, 10)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_links_of_card(
    case: CardCase, readers: Callable[[str], CardParser], link_tables: Mapping[str, LinkTable]
) -> None:
    reading = readers(case.game).read(case.text)
    assert reading.status is ParseStatus.PARSED
    links = [link for each in reading.abilities for link in link_tables[case.game].links(each)]
    rows = [line.split(" ", 1) for line in case.expected.splitlines()]
    clauses = {number for link in links for number in link.clauses}
    assert sorted(clauses) == sorted({number for number, _ in rows})
    for number, words in rows:
        assert any(_touches(link, number, words, case.text) for link in links), (number, words)


def _touches(link: CardLink, number: str, words: str, text: str) -> bool:
    """Return whether ``link`` overlaps ``words`` in ``text`` and has the clause ``number``."""
    places = [match.start() for match in re.finditer(re.escape(words), text)]
    return number in link.clauses and any(
        place < link.end and link.start < place + len(words) for place in places
    )


def test_expected_clauses_exist(corpus: Corpus, books: Mapping[str, Rulebook]) -> None:
    for case in CASES:
        numbers = books[corpus.game(case.game).id].by_number
        for line in case.expected.splitlines():
            number, words = line.split(" ", 1)
            assert number in numbers, (case.title, number)
            assert words in case.text, (case.title, words)


@pytest.mark.parametrize("game", GAMES_WITH_TABLE)
def test_clauses_in_the_tables_exist(game: str, books: Mapping[str, Rulebook]) -> None:
    for key, target in _links(ROOT / "corpus" / game / "cards.toml"):
        if isinstance(target, dict):
            assert target["clauses"], key
            for number in target["clauses"]:
                assert number in books[game].by_number, key


@pytest.mark.parametrize(
    "table", ["cards.toml", *(f"{game}/cards.toml" for game in GAMES_WITH_TABLE)]
)
def test_concepts_in_the_tables_exist(table: str) -> None:
    known = tomllib.loads((ROOT / "corpus" / "concepts.toml").read_text(encoding="utf-8"))
    for key, target in _links(ROOT / "corpus" / table):
        concept = target["concept"] if isinstance(target, dict) else target
        assert concept in known, key


@pytest.mark.parametrize("game", GAMES_WITH_TABLE)
def test_keywords_have_known_concepts_and_clauses(game: str, corpus: Corpus) -> None:
    keywords, stale = load_keywords(corpus, corpus.games[game])
    concepts, _ = load_concept_rules(corpus, corpus.games[game])
    assert [word for word, entry in keywords.items() if entry.concept not in concepts] == []
    assert stale == ()


def _links(path: Path) -> Iterator[tuple[str, Any]]:
    yield from tomllib.loads(path.read_text(encoding="utf-8")).get("links", {}).items()


_CITED = re.compile(
    r"\b(ws|reb|vs|los|gbf) ((?:chapter )?[0-9][0-9.-]*[0-9]|[0-9]+)"
    r"((?:,? (?:and )?[0-9.-]*[0-9])*)"
)


def test_clauses_cited_in_the_code_exist(corpus: Corpus, books: Mapping[str, Rulebook]) -> None:
    paths = [*(ROOT / "rulebook" / "cards").glob("**/*.py"), *(ROOT / "grammar").glob("*.lark")]
    cited = dict.fromkeys(GAMES, 0)
    for path in paths:
        for match in _CITED.finditer(path.read_text(encoding="utf-8")):
            book = books[corpus.game(match[1]).id]
            for number in re.findall("[0-9][0-9.-]*", f"{match[2]} {match[3]}"):
                cited[match[1]] += 1
                assert number in book.by_number, (path.name, match[0])
    assert cited["ws"] > 50
    assert all(cited.values())
