"""The JSON API of the site: every file is described and matches its schema."""

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
from tests.browser.conftest import serve

API = "api/v1"
# Clauses are similar: one of this many is checked.
EVERY = 9


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _kinds(folder: Path) -> dict[str, tuple[re.Pattern[str], str]]:
    """Return a pattern and the name of the schema for each path of the description."""
    kinds = {}
    for path, operations in _load(folder / "openapi.json")["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path.lstrip("/")))
        content = operations["get"]["responses"]["200"]["content"]
        kinds[path] = re.compile(pattern), content["application/json"]["schema"]["$ref"]
    return kinds


def _files(folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield the path of each file, its path in the description, and its schema."""
    kinds = _kinds(folder)
    for file in sorted(folder.rglob("*.json")):
        path = file.relative_to(folder).as_posix()
        if path == "openapi.json" or path.startswith("schemas/"):
            continue
        found = [(kind, ref) for kind, (pattern, ref) in kinds.items() if pattern.fullmatch(path)]
        # A path without parameters takes precedence over one with parameters.
        kind, ref = min(found, key=lambda each: each[0].count("{"))
        yield path, kind, folder / ref


@pytest.fixture(scope="module")
def folders(site: Path, site_of_editions: Path) -> Mapping[str, Path]:
    return {"five games": site / API, "three editions": site_of_editions / API}


@pytest.mark.parametrize("name", ["five games", "three editions"])
def test_every_file_matches_its_schema(name: str, folders: Mapping[str, Path]) -> None:
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


def test_description_is_valid_openapi(folders: Mapping[str, Path]) -> None:
    place = folders["five games"] / "openapi.json"
    # The address of the file lets the validator read the schemas to which it refers.
    validate(_load(place), base_uri=place.as_uri())


def test_clause_files_equal_output_of_show(
    site: Path, books: Mapping[str, Rulebook], rules: Rules
) -> None:
    for game, book in books.items():
        for at, clause in enumerate(book.clauses):
            file = site / API / game / "clauses" / f"{clause.number}.json"
            assert file.is_file()
            if at % 50 == 0:
                found = _load(file)
                assert (site / found.pop("address")).is_file()
                shown = rules.clause(game, clause.number)
                ruled = rules.rulings.at(game, clause.number)
                assert _without_english(found) == clause_json(book, shown, ruled)


def _without_english(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_english(each) for each in value]
    if isinstance(value, dict):
        return {key: _without_english(part) for key, part in value.items() if key != "english"}
    return value


def test_english_names_are_included(site: Path) -> None:
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


def test_addresses_of_terms_concepts_and_games_exist(site: Path) -> None:
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


def test_rulings_are_listed_and_have_their_own_files(site: Path) -> None:
    folder = site / API / "weiss-schwarz"
    listed = _load(folder / "rulings.json")["rulings"]
    assert len(listed) == sum(1 for _ in (folder / "rulings").iterdir())
    first = _load(folder / "rulings" / f"{listed[0]['id']}.json")
    assert first["id"] == listed[0]["id"]
    assert (site / first["address"]).is_file()
    clause = _load(folder / "clauses" / f"{listed[0]['clauses'][0]}.json")
    assert first["id"] in clause["rulings"]


def test_old_clause_has_current_numbers(folders: Mapping[str, Path]) -> None:
    folder = folders["three editions"] / "star-garden"
    named = {each["edition"] for each in _load(folder / "index.json")["editions"]}
    older = {place.name for place in (folder / "editions").iterdir()}
    assert older < named
    now = [_load(file)["now"] for file in (folder / "editions").glob("*/*.json")]
    today = {each["number"] for each in _load(folder / "index.json")["contents"]}
    assert [] in now
    assert {number for numbers in now for number in numbers} <= today


def test_tables_equal_those_of_the_site(site: Path) -> None:
    def load_shard(name: str) -> Any:
        calls = (site / "data" / name).read_text(encoding="utf-8").split("\n")
        (call,) = (line for line in calls if line.startswith('rulebook.put("table/weiss-schwarz'))
        return json.loads(call.partition(",")[2].removesuffix(");"))

    table = _load(site / API / "search" / "weiss-schwarz.json")
    shards, starts = table.pop("shards"), table.pop("starts")
    assert table == load_shard("weiss-schwarz.table.js") == load_shard("all.table.js")
    assert shards == [load_shard(f"table-{place}.js") for place in range(len(starts) + 1)]


def test_addresses_are_absolute_if_base_address_is_given(
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


def test_other_sites_may_read_the_api(site: Path) -> None:
    headers = (site / "_headers").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^(\S+)\n  Access-Control-Allow-Origin: \*$", headers) == [
        "/api/*",
        "/data/*",
    ]
    with serve(site) as address:
        ask = partial(urlopen, timeout=10)
        with ask(f"{address}{API}/index.json") as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
        with ask(f"{address}index.html") as answer:
            assert "Access-Control-Allow-Origin" not in answer.headers


def test_api_files_are_not_stored_offline(site: Path) -> None:
    worker = (site / "sw.js").read_text(encoding="utf-8")
    assert '"api/' not in worker
    assert '"_headers"' not in worker
    assert '"api.html"' in worker
