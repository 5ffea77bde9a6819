"""The JSON API of the site: every file is described, and is what its description says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import jsonschema
import pytest
from openapi_spec_validator import validate

from rulebook.api import Rules
from rulebook.as_json import clause_json
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.site_builder import build_site
from tests.browser.conftest import served

API = "api/v1"
# Clauses are alike; so many of them are looked at.
EVERY = 9


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _kinds(folder: Path) -> dict[str, tuple[re.Pattern[str], str]]:
    """Return for each path of the description a pattern of it, and the name of its schema."""
    kinds = {}
    for path, operations in _load(folder / "openapi.json")["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path.lstrip("/")))
        content = operations["get"]["responses"]["200"]["content"]
        kinds[path] = re.compile(pattern), content["application/json"]["schema"]["$ref"]
    return kinds


def _files(folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield the path of each file, what the description calls it, and its schema."""
    kinds = _kinds(folder)
    for file in sorted(folder.rglob("*.json")):
        path = file.relative_to(folder).as_posix()
        if path == "openapi.json" or path.startswith("schemas/"):
            continue
        found = [(kind, ref) for kind, (pattern, ref) in kinds.items() if pattern.fullmatch(path)]
        # A path in so many words goes before one with names in it.
        kind, ref = min(found, key=lambda each: each[0].count("{"))
        yield path, kind, folder / ref


@pytest.fixture(scope="module")
def folders(site: Path, site_of_editions: Path) -> Mapping[str, Path]:
    return {"five games": site / API, "three editions": site_of_editions / API}


@pytest.fixture(scope="module")
def every_rule(corpus: Corpus) -> Rules:
    return Rules(corpus)


@pytest.mark.parametrize("name", ["five games", "three editions"])
def test_every_file_is_as_its_schema_says(name: str, folders: Mapping[str, Path]) -> None:
    folder = folders[name]
    counts: Counter[str] = Counter()
    validators: dict[Path, jsonschema.Draft202012Validator] = {}
    for path, kind, described in _files(folder):
        counts[kind] += 1
        if kind.count("{") > 1 and counts[kind] % EVERY != 1:
            continue
        if described not in validators:
            schema = _load(described)
            jsonschema.Draft202012Validator.check_schema(schema)
            validators[described] = jsonschema.Draft202012Validator(schema)
        wrong = [error.message for error in validators[described].iter_errors(_load(folder / path))]
        assert wrong == [], path
    missing = set(_kinds(folder)) - set(counts)
    assert missing == (
        {"/{game}/editions/{edition}/{number}.json"}
        if name == "five games"
        else {"/{game}/rulings/{ruling}.json"}
    )


def test_the_description_is_open_api(folders: Mapping[str, Path]) -> None:
    place = folders["five games"] / "openapi.json"
    # With the address of the file, the schemas that it refers to are read as well.
    validate(_load(place), base_uri=place.as_uri())


def test_every_clause_has_its_file_and_what_show_says(
    site: Path, books: Mapping[str, Rulebook], every_rule: Rules
) -> None:
    for game, book in books.items():
        for at, clause in enumerate(book.clauses):
            file = site / API / game / "clauses" / f"{clause.number}.json"
            assert file.is_file()
            if at % 50 == 0:
                found = _load(file)
                assert (site / found.pop("address")).is_file()
                shown = every_rule.clause(game, clause.number)
                ruled = every_rule.rulings.at(game, clause.number)
                assert _without_english(found) == clause_json(book, shown, ruled)


def _without_english(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_english(each) for each in value]
    if isinstance(value, dict):
        return {key: _without_english(part) for key, part in value.items() if key != "english"}
    return value


def test_words_have_their_english_names_where_there_are_any(site: Path) -> None:
    folder = site / API
    clause = _load(folder / "weiss-schwarz" / "clauses" / "9.2.2.json")
    listed = {
        term["term"]: term["english"]
        for term in _load(folder / "weiss-schwarz/terms.json")["terms"]
    }
    used = {use["term"]: use.get("english") for use in clause["terms"]}
    assert used == {word: listed[word] for word in used} != {}
    contents = _load(folder / "weiss-schwarz" / "index.json")["contents"]
    named = {each["title"]: each["english"] for each in contents if "english" in each}
    assert named["控え室"] == listed["控え室"]
    concepts = _load(folder / "concepts.json")["concepts"]
    rules = [rule for concept in concepts for rule in concept["games"]]
    assert any(rule.get("english") == listed["控え室"] for rule in rules)
    assert all(rule.get("english", "x") for rule in rules)


def test_terms_concepts_and_games_lead_to_pages(site: Path) -> None:
    folder = site / API
    listed = _load(folder / "concepts.json")["concepts"]
    games = _load(folder / "index.json")["games"]
    assert [game["alias"] for game in games] == ["gbf", "los", "reb", "vs", "ws"]
    terms = [_load(folder / game["id"] / "terms.json")["terms"][0] for game in games]
    for each in (*games, *terms, *listed[:5]):
        path, _, fragment = each["address"].partition("#")
        page = (site / path).read_text(encoding="utf-8")
        assert not fragment or f'id="{fragment}"' in page
    assert any(term["concept"] in {each["concept"] for each in listed} for term in terms)


def test_rulings_are_listed_and_stand_each_for_itself(site: Path) -> None:
    folder = site / API / "weiss-schwarz"
    listed = _load(folder / "rulings.json")["rulings"]
    assert len(listed) == sum(1 for _ in (folder / "rulings").iterdir())
    first = _load(folder / "rulings" / f"{listed[0]['id']}.json")
    assert first["id"] == listed[0]["id"]
    assert (site / first["address"]).is_file()
    clause = _load(folder / "clauses" / f"{listed[0]['clauses'][0]}.json")
    assert first["id"] in clause["rulings"]


def test_an_old_clause_says_what_it_is_now(folders: Mapping[str, Path]) -> None:
    folder = folders["three editions"] / "star-garden"
    named = {each["edition"] for each in _load(folder / "index.json")["editions"]}
    older = {place.name for place in (folder / "editions").iterdir()}
    assert older < named
    now = [_load(file)["now"] for file in (folder / "editions").glob("*/*.json")]
    today = {each["number"] for each in _load(folder / "index.json")["contents"]}
    assert [] in now
    assert {number for numbers in now for number in numbers} <= today


def test_the_tables_are_those_that_the_site_searches(site: Path) -> None:
    def searched(name: str) -> Any:
        calls = (site / "data" / name).read_text(encoding="utf-8").split("\n")
        (call,) = (line for line in calls if line.startswith('rulebook.put("table/weiss-schwarz'))
        return json.loads(call.partition(",")[2].removesuffix(");"))

    table = _load(site / API / "search" / "weiss-schwarz.json")
    shards, starts = table.pop("shards"), table.pop("starts")
    assert table == searched("weiss-schwarz.table.js") == searched("all.table.js")
    assert shards == [searched(f"table-{place}.js") for place in range(len(starts) + 1)]


def test_addresses_are_whole_where_the_site_knows_its_own(
    tables: SearchTables, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    corpus = tables.corpus
    one = Corpus(corpus.folder, {"legend-of-stars": corpus.game("los")}, {})
    build_site(SearchTables(one), folder, "https://example.org/rules/")
    found = _load(folder / API / "legend-of-stars" / "clauses" / "5.5.1.json")
    assert found["address"] == "https://example.org/rules/legend-of-stars/5.5.1.html"
    described = _load(folder / API / "openapi.json")
    assert described["servers"] == [{"url": "https://example.org/rules/api/v1"}]
    assert (folder / "_headers").read_text(encoding="utf-8").startswith("/rules/api/*\n  Access")


def test_pages_of_other_sites_may_read_it(site: Path) -> None:
    headers = (site / "_headers").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^(\S+)\n  Access-Control-Allow-Origin: \*$", headers) == [
        "/api/*",
        "/data/*",
    ]
    with served(site) as address:
        ask = partial(urlopen, timeout=10)
        with ask(f"{address}{API}/index.json") as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
        with ask(f"{address}index.html") as answer:
            assert "Access-Control-Allow-Origin" not in answer.headers


def test_nothing_for_programs_is_kept_offline(site: Path) -> None:
    worker = (site / "sw.js").read_text(encoding="utf-8")
    assert '"api/' not in worker
    assert '"_headers"' not in worker
    assert '"api.html"' in worker
