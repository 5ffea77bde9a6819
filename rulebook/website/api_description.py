"""What describes the JSON API: a JSON Schema for each kind of file, and an OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.as_json import schema
from rulebook.data import data_folder
from rulebook.links.model import LinkedRulebook
from rulebook.records import NamedTuple
from rulebook.website.addresses import API

Plain = dict[str, Any]

_TEXT: Plain = {"type": "string"}
_TEXTS: Plain = {"type": "array", "items": _TEXT}
_ENGLISH: Plain = {
    "type": "string",
    "description": "The English name; left out where none is known.",
}
_ADDRESS: Plain = {
    "type": "string",
    "description": "The page for people; where the site was built without its base address, a "
    "path from the root of the site.",
}


class _Kind(NamedTuple):
    """Files of one kind: their path below ``api/v1/``, the name of their schema, what they are."""

    path: str
    schema: str
    summary: str


_KINDS = (
    _Kind("index.json", "index", "The games at their current editions."),
    _Kind("concepts.json", "concepts", "What the games share, with the clause that governs it."),
    _Kind("{game}/index.json", "game", "A game: its editions, and its clauses as a contents list."),
    _Kind("{game}/clauses/{number}.json", "clause", "A clause of the current edition."),
    _Kind("{game}/editions/{edition}/{number}.json", "old-clause", "A clause of another edition."),
    _Kind("{game}/terms.json", "terms", "The words that the rules of a game define."),
    _Kind("{game}/rulings.json", "rulings", "What was ruled in a game, as a list."),
    _Kind("{game}/rulings/{ruling}.json", "ruling", "A ruling in full."),
    _Kind("search/rules.json", "search-rules", "Weights, limits and patterns of the ranking."),
    _Kind("search/vocabulary.json", "search-vocabulary", "What all tables of the search share."),
    _Kind("search/{game}.json", "search-table", "The table from which questions are answered."),
)
_SEARCH = ("search-rules", "search-vocabulary", "search-table")
_PARAMETERS = {
    "game": "The id of a game.",
    "number": "A clause number as the document prints it.",
    "edition": "The name of an edition that is not the current one.",
    "ruling": "The id of a ruling.",
}


def descriptions(base_url: str) -> Iterator[tuple[str, Plain]]:
    """Yield the name of each description of the API, and what it says."""
    yield "openapi", _openapi(base_url)
    for name, described in _schemas().items():
        yield f"schemas/{name}.schema", described


def _openapi(base_url: str) -> Plain:
    """Return the OpenAPI description of the JSON API, from which clients can be generated."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rulebook",
            "version": "1",
            "summary": "Rules of Japanese trading card games, clause by clause.",
            "description": "Static files, to be read with GET from any page. What stands in v1 "
            "stays; more may come to stand beside it. The files in search/ go with the ranking "
            "and may change with it. The texts of the rules belong to their publishers.",
        },
        "servers": [{"url": f"{base_url}api/v1"}] if base_url else [{"url": "."}],
        "externalDocs": {"url": f"{base_url}{API}" if base_url else f"../../{API}"},
        "paths": {f"/{kind.path}": {"get": _operation(kind)} for kind in _KINDS},
    }


def _operation(kind: _Kind) -> Plain:
    """Return the OpenAPI operation that reads files of one kind. A path with names in braces may
    have no file; the other paths always have one."""
    content = {"schema": {"$ref": f"schemas/{kind.schema}.schema.json"}}
    names = re.findall(r"\{(\w+)\}", kind.path)
    return {
        "operationId": kind.schema,
        "summary": kind.summary,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": _PARAMETERS[name],
                "schema": _TEXT,
            }
            for name in names
        ],
        "responses": {
            "200": {"description": kind.summary, "content": {"application/json": content}},
            **({"404": {"description": "There is no such file."}} if names else {}),
        },
    }


def _schemas() -> dict[str, Plain]:
    """Return every schema by name: those of the commands, and what the files add to them."""
    show = _with_english(_with_english(schema("show"), *CLAUSE_LISTS))
    ruling = _with_properties(schema("ruling"), address=_ADDRESS)
    return {
        "index": _listing("games", _with_properties(schema("games"), address=_ADDRESS)),
        "concepts": _listing(
            "concepts",
            _with_properties(_with_english(schema("compare"), "games"), address=_ADDRESS),
        ),
        "game": _with_properties(
            schema("games"),
            address=_ADDRESS,
            editions={"type": "array", "items": _without_dialect(schema("edition-list"))},
            contents={"type": "array", "items": _with_english(_CONTENTS)},
        ),
        "clause": _with_properties(show, address=_ADDRESS),
        "old-clause": _with_properties(show, address=_ADDRESS, now=_NOW),
        "terms": _listing(
            "terms",
            _with_properties(_with_english(schema("term"), "other_games"), address=_ADDRESS),
        ),
        "rulings": _listing("rulings", _LISTED),
        "ruling": ruling,
        **{name: _schema_of_search(name) for name in _SEARCH},
    }


def _schema_of_search(name: str) -> Plain:
    """Return a schema of a table of the search: no command prints one, so it is a file."""
    path = data_folder("site") / "schemas" / f"{name}.schema.json"
    described: Plain = json.loads(path.read_text(encoding="utf-8"))
    return described


def _with_properties(described: Plain, **added: Plain) -> Plain:
    """Return the schema of a command's output with the properties that only the site's files have.
    All of them are required. “rulebook” is removed from the title: this is no output of a
    command."""
    described = described | {
        "properties": {**described["properties"], **added},
        "required": [*described["required"], *added],
    }
    return described | {"title": described["title"].replace("rulebook ", "")}


def _with_english(described: Plain, *lists: str) -> Plain:
    """Return the schema of an object, or of those in its ``lists``, that may have ``english``. The
    files have English names of terms and headings, which outputs of commands lack."""
    properties = described["properties"]
    named = {
        name: properties[name] | {"items": _with_english(properties[name]["items"])}
        for name in lists
    }
    return described | {"properties": {**properties, **(named or {"english": _ENGLISH})}}


def _listing(name: str, item: Plain) -> Plain:
    """Return the schema of a file with one list called ``name``. The list is in an object because
    more fields may be added to that; to an array they could not."""
    return _object({name: {"type": "array", "items": _without_dialect(item)}}, title=name)


def _without_dialect(described: Plain) -> Plain:
    """Return a schema without ``$schema``, which may only be at the root of a document."""
    return {key: value for key, value in described.items() if key != "$schema"}


def _object(properties: Plain, *, title: str | None = None) -> Plain:
    """Return the schema of an object with all of ``properties`` and nothing else. So strict, it
    shows in tests when a file and its description differ."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {
        **(head if title else {}),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_CONTENTS = _object(
    {"number": _TEXT, "title": {"type": ["string", "null"]}, "parent": {"type": ["string", "null"]}}
)
_NOW: Plain = {
    **_TEXTS,
    "description": "What the clause is called in the current edition; nothing where it is gone.",
}
_LISTED = _object(
    {
        "id": _TEXT,
        "date": {"type": ["string", "null"], "format": "date"},
        "state": {"enum": ["in force", "withdrawn", "overtaken"]},
        "clauses": {**_TEXTS, "description": "The deciding clause first."},
    }
)


Names = Mapping[str, str]
"""The English name of each term that has one."""


def english_names(linked: LinkedRulebook) -> Names:
    """Return the English names of a rulebook's terms by their words, for the files of the API."""
    return {term.word: term.english for term in linked.terms if term.english}


def with_english(value: Plain, key: str, names: Names) -> Plain:
    """Return ``value`` with ``english``, the English name of the word under ``key``, if any."""
    english = names.get(value[key] or "")
    return value | {"english": english} if english else value


def all_named(value: Plain, key: str, of: str, names: Names) -> Plain:
    """Return ``value`` with English names for the words under ``of`` in each entry of a list."""
    return value | {key: [with_english(each, of, names) for each in value[key]]}


def clause_named(value: Plain, names: Names) -> Plain:
    """Return a clause with English names for its title, those around it, and its terms."""
    for key, of in CLAUSE_LISTS.items():
        value = all_named(value, key, of, names)
    return with_english(value, "title", names)


CLAUSE_LISTS = {"path": "title", "children": "title", "terms": "term"}
"""The lists in the file of a clause that have words with names, and where in them."""


def used_elsewhere(value: Plain, key: str, names: Mapping[str, Names]) -> Plain:
    """Return ``value`` with English names for words of several games, each from its own table. The
    same word may have another English name in another game."""
    found = [with_english(each, "word", names.get(each["game"], {})) for each in value[key]]
    return value | {key: found}
