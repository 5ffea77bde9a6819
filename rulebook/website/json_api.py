"""The JSON API of the site: files with what the commands write with ``--json``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulebook.as_json import (
    clause_json,
    concept_json,
    edition_json,
    game_json,
    ruling_json,
    term_json,
)
from rulebook.clauses.lookup import ClausePlace
from rulebook.clauses.model import Clause
from rulebook.links.concepts import Concepts
from rulebook.links.glossary import glossary
from rulebook.links.model import LinkedRulebook
from rulebook.links.results import in_its_place
from rulebook.rulings.model import Ruling, Rulings
from rulebook.website.addresses import (
    api_file,
    clause_address,
    concept_entry,
    edition_address,
    game_address,
    ruling_address,
    term_entry,
)
from rulebook.website.api_description import (
    Names,
    all_named,
    clause_named,
    descriptions,
    english_names,
    used_elsewhere,
)
from rulebook.website.game_view import GameView
from rulebook.website.rendering import Page

Plain = dict[str, Any]


def api_files(
    search: Mapping[str, str], views: Sequence[GameView], concepts: Concepts, base_url: str
) -> Iterator[tuple[str, str]]:
    """Yield path and content of each file of the API, but those of single rulings. ``search`` has,
    as JSON, what questions are answered from. Addresses in the files begin with ``base_url``;
    without one they are paths from the site's root."""
    names = {view.game.id: english_names(view.linked) for view in views}
    for name, value in (
        ("index", _index(views, base_url)),
        ("concepts", _concepts(views, concepts, names, base_url)),
        *descriptions(base_url),
    ):
        yield api_file(name), json_text(value)
    for view in views:
        for name, value in _files_of_game(view, concepts, names, base_url):
            yield api_file(f"{view.game.id}/{name}"), json_text(value)
    for name, text in search.items():
        yield api_file(f"search/{name}"), f"{text}\n"


def single_ruling_files(view: GameView, rulings: Rulings, base_url: str) -> Iterator[Page]:
    """Yield the file of each ruling one at a time: there may be too many to hold in memory."""
    game = view.game.id
    for ruling in rulings.all:
        address = base_url + ruling_address(game, ruling.id)
        value = ruling_json(ruling) | {"address": address}
        yield Page(api_file(f"{game}/rulings/{ruling.id}"), json_text(value))


def json_text(value: object) -> str:
    """Return ``value`` as the text of a JSON file: Japanese unescaped, a newline at the end."""
    return json.dumps(value, ensure_ascii=False) + "\n"


def _index(views: Sequence[GameView], base_url: str) -> Plain:
    """Return the file that lists the games, with the address of each on the site. A program begins
    there: all other files are named by the id of a game."""
    games = [
        game_json(view.book) | {"address": base_url + game_address(view.game.id)} for view in views
    ]
    return {"games": games}


def _concepts(
    views: Sequence[GameView], concepts: Concepts, names: Mapping[str, Names], base_url: str
) -> Plain:
    """Return the file of all concepts that some game has, each with its rules in the games."""
    books = {view.game.id: view.book for view in views}
    found = [
        used_elsewhere(concept_json(concept, books), "games", names)
        | {"address": base_url + concept_entry(concept.kind, concept.id)}
        for concept in concepts.by_id.values()
        if concept.rules
    ]
    return {"concepts": found}


def _files_of_game(
    view: GameView, concepts: Concepts, names: Mapping[str, Names], base_url: str
) -> Iterator[tuple[str, Plain]]:
    """Yield the JSON files of a game, named from its own folder. English names are added to each,
    as the commands do not print them."""
    own = names[view.game.id]
    yield "index", all_named(_contents(view, base_url), "contents", "title", own)
    yield "terms", {"terms": list(_term_values(view, concepts, names, base_url))}
    yield "rulings", {"rulings": [_listed_ruling(ruling) for ruling in _rulings(view)]}
    by_clause = view.rulings.by_clause if view.rulings else {}
    for clause in view.book.clauses:
        ruled = by_clause.get(clause.number, ())
        address = clause_address(view.game.id, clause.number)
        value = _clause_value(view.linked, clause, base_url + address, ruled)
        yield f"clauses/{clause.number}", clause_named(value, own)
    yield from _older_clauses(view, base_url)


def _older_clauses(view: GameView, base_url: str) -> Iterator[tuple[str, Plain]]:
    """Yield the file of each clause of another edition; ``now`` has its current numbers. A program
    can bring old citations up to date by them."""
    for other in view.others:
        names = english_names(other.linked)
        for clause in other.book.clauses:
            address = base_url + edition_address(other.game, clause.number)
            now = {"now": list(other.today(clause.number))}
            value = _clause_value(other.linked, clause, address) | now
            path = f"editions/{other.game.edition.name}/{clause.number}"
            yield path, clause_named(value, names)


def _contents(view: GameView, base_url: str) -> Plain:
    """Return a game with its editions, and its clauses as a table of contents."""
    current = view.game.edition.name
    books = [*(other.book for other in reversed(view.others)), view.book]
    return {
        **game_json(view.book),
        "address": base_url + game_address(view.game.id),
        "editions": [
            edition_json(book, is_current=book.game.edition.name == current) for book in books
        ],
        "contents": [
            {"number": clause.number, "title": clause.title, "parent": clause.parent}
            for clause in view.book.clauses
        ],
    }


def _clause_value(
    linked: LinkedRulebook, clause: Clause, address: str, rulings: Iterable[Ruling] = ()
) -> Plain:
    """Return a clause as ``rulebook show`` prints it in JSON, with its ``address`` on the site."""
    found = in_its_place(linked, ClausePlace(clause.number, clause, clause.blocks))
    return clause_json(linked.book, found, rulings) | {"address": address}


def _term_values(
    view: GameView, concepts: Concepts, names: Mapping[str, Names], base_url: str
) -> Iterator[Plain]:
    """Yield each term as ``rulebook term`` prints it in JSON, with its ``address`` on the site."""
    for entry in glossary(view.linked, concepts):
        address = base_url + term_entry(view.game.id, entry.term.word)
        yield used_elsewhere(term_json(entry), "other_games", names) | {"address": address}


def _rulings(view: GameView) -> Sequence[Ruling]:
    """Return the rulings of a game; none if it has none, so that its file is there all the same."""
    return view.rulings.all if view.rulings else ()


def _listed_ruling(ruling: Ruling) -> Plain:
    """Return the entry of a ruling in the list, with enough to choose: each has its own file."""
    day = str(ruling.date) if ruling.date else None
    return {"id": ruling.id, "date": day, "state": ruling.state, "clauses": list(ruling.numbers)}
