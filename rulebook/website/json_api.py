"""The JSON API of the site: files with the output of the commands with ``--json``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from rulebook import as_json
from rulebook.as_json import Plain
from rulebook.cache.plain_values import compact_json, to_plain
from rulebook.clauses.lookup import ClausePlace
from rulebook.clauses.model import Clause
from rulebook.data import data_folder
from rulebook.links.concepts import Concepts
from rulebook.links.model import LinkedRulebook
from rulebook.links.results import glossary, in_its_place
from rulebook.rulings.model import Ruling, Rulings
from rulebook.website import addresses
from rulebook.website.addresses import api_file
from rulebook.website.game_view import GameView
from rulebook.website.rendering import Page

Names = Mapping[str, Mapping[str, str]]  # for each game the English name of each term
_WORDS = ("title", "term", "word")


def api_files(
    search: Mapping[str, object], views: Sequence[GameView], concepts: Concepts, base_url: str
) -> Iterator[tuple[str, str]]:
    """Yield path and content of each file of the API, except single rulings: there may be 100,000,
    so ``single_ruling_files`` yields them among the pages, which show progress."""
    names = {view.game.id: english_names(view.linked) for view in views}
    games = [
        as_json.game_json(v.book) | {"address": base_url + addresses.game_address(v.game.id)}
        for v in views
    ]
    books = {view.game.id: view.book for view in views}
    shared = [
        with_english(as_json.concept_json(concept, books), "", names)
        | {"address": base_url + addresses.concept_entry(concept.kind, concept.id)}
        for concept in concepts.by_id.values()
        if concept.rules
    ]
    files = ("index", {"games": games}), ("concepts", {"concepts": shared})
    for name, value in (*files, *descriptions(base_url)):
        yield api_file(name), json_text(value)
    for view in views:
        for name, value in _files_of_game(view, concepts, names, base_url):
            yield api_file(f"{view.game.id}/{name}"), json_text(value)
    for name, table in search.items():
        yield api_file(f"search/{name}"), f"{compact_json(table)}\n"


def single_ruling_files(view: GameView, rulings: Rulings, base_url: str) -> Iterator[Page]:
    """Yield a JSON file for each ruling, one at a time: all may be too many to hold in memory."""
    game = view.game.id
    for ruling in rulings.all:
        address = base_url + addresses.ruling_address(game, ruling.id)
        value = as_json.ruling_json(ruling) | {"address": address}
        yield Page(api_file(f"{game}/rulings/{ruling.id}"), json_text(value))


def json_text(value: object) -> str:
    """Return ``value`` as the text of a JSON file, with Japanese unescaped, which is shorter."""
    return json.dumps(value, ensure_ascii=False) + "\n"


def _files_of_game(
    view: GameView, concepts: Concepts, names: Names, base_url: str
) -> Iterator[tuple[str, Plain]]:
    """Yield name and content of a game's JSON files for programs, with English names of terms."""
    game = view.game.id
    yield "index", with_english(_contents(view, base_url), game, names)
    terms = [
        with_english(as_json.term_json(entry), game, names)
        | {"address": base_url + addresses.term_entry(game, entry.term.word)}
        for entry in glossary(view.linked, concepts)
    ]
    yield "terms", {"terms": terms}
    # Enough to choose from, since each has its own file. A game without rulings has an empty list.
    listed = [
        {"id": r.id, "date": to_plain(r.date), "state": r.state, "clauses": list(r.numbers)}
        for r in (view.rulings.all if view.rulings else ())
    ]
    yield "rulings", {"rulings": listed}
    by_clause = view.rulings.by_clause if view.rulings else {}
    for clause in view.book.clauses:
        value = _clause_value(view.linked, clause, by_clause.get(clause.number, ()))
        value["address"] = base_url + addresses.game_address(game, clause.number)
        yield f"clauses/{clause.number}", with_english(value, game, names)
    # Old clauses with their current numbers, so that programs can update citations.
    for other in view.others:
        old_names = {game: english_names(other.linked)}
        for clause in other.book.clauses:
            value = _clause_value(other.linked, clause)
            value["address"] = base_url + addresses.edition_address(other.game, clause.number)
            value["now"] = list(other.today(clause.number))
            path = f"editions/{other.game.edition.name}/{clause.number}"
            yield path, with_english(value, game, old_names)


def _contents(view: GameView, base_url: str) -> Plain:
    """Return a game with its editions and clauses: programs use it to find the files of clauses."""
    books = [*(other.book for other in reversed(view.others)), view.book]
    return {
        **as_json.game_json(view.book),
        "address": base_url + addresses.game_address(view.game.id),
        "editions": [as_json.edition_json(b, is_current=b is view.book) for b in books],
        "contents": [
            {"number": clause.number, "title": clause.title, "parent": clause.parent}
            for clause in view.book.clauses
        ],
    }


def _clause_value(linked: LinkedRulebook, clause: Clause, rulings: Iterable[Ruling] = ()) -> Plain:
    """Return a clause like ``show --json``, so programs read both alike."""
    found = in_its_place(linked, ClausePlace(clause.number, clause, clause.blocks))
    return as_json.clause_json(linked.book, found, rulings)


def descriptions(base_url: str) -> Iterator[tuple[str, Plain]]:
    """Yield what clients of the API are made from: OpenAPI, and the schemas of its files."""
    openapi = _site_schema("openapi.json")
    if base_url:
        openapi["servers"] = [{"url": f"{base_url}api/v1"}]
        openapi["externalDocs"] = {"url": f"{base_url}{addresses.API}"}
    yield "openapi", openapi
    made: dict[str, Plain] = {}
    for name, addition in _site_schema("additions.json").items():
        made[name] = _extended({}, addition, made)
        if not name.startswith("_"):  # names with _ are parts of these
            yield f"schemas/{name}.schema", made[name]
    for name in ("search-rules", "search-vocabulary", "search-table"):
        yield f"schemas/{name}.schema", _site_schema(f"{name}.schema.json")


def _site_schema(file: str) -> Plain:
    """Return the hand-written description in ``file``: no command prints what it describes."""
    text = (data_folder("site") / "schemas" / file).read_text(encoding="utf-8")
    return cast(Plain, json.loads(text))


def _extended(base: Any, addition: Any, made: Mapping[str, Plain]) -> Any:
    """Return schema ``base``, or the one that ``of`` in ``addition`` names, with ``addition``
    merged in; null removes a key. So a file of the API only says how it differs from a command."""
    if not isinstance(addition, dict):
        return base + addition if isinstance(base, list) else addition
    if (name := addition.get("of")) is not None:
        base = made.get(name) or as_json.schema(name)
    parts = dict(base or {})
    parts |= {k: _extended(parts.get(k), part, made) for k, part in addition.items() if k != "of"}
    return {key: part for key, part in parts.items() if part is not None}


def english_names(linked: LinkedRulebook) -> Mapping[str, str]:
    """Return the English names of a rulebook's terms, which the API adds to the Japanese words."""
    return {term.word: term.english for term in linked.terms if term.english}


def with_english(value: Any, game: str, names: Names) -> Any:
    """Return ``value`` with the key ``english`` in each object with a title, term or word that has
    an English name in its game, else in ``game``: programs need these, the commands lack them."""
    if isinstance(value, list):
        return [with_english(each, game, names) for each in value]
    if not isinstance(value, dict):
        return value
    game = value.get("game", game)
    named = {key: with_english(each, game, names) for key, each in value.items()}
    found = (names.get(game, {}).get(value[key] or "") for key in _WORDS if key in value)
    english = next(filter(None, found), "")
    return named | {"english": english} if english else named
