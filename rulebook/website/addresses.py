"""Where each page is in the site, and how one page links to another. Every address names a file, so
the site can also be read from ``file://``. No game has the name of a folder here (``GameId``)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from rulebook.clauses.game import Game

HOME = "index.html"
ABOUT = "about.html"
API = "api.html"
NOT_FOUND = "404.html"
OFFLINE = "offline.html"  # shown without a network for a page that is not stored
CONCEPTS = "concepts/index.html"


def game_address(game: str, name: str = "index") -> str:
    """Return the address of a page of ``game``. All are in one folder and link by name alone."""
    return f"{game}/{name}.html"


def edition_address(game: Game, name: str = "index") -> str:
    """Return the lasting address of a page of one edition of ``game``, to which citations link."""
    return f"{game.id}/{game.edition.name}/{name}.html"


def feed_address(game: str, name: str) -> str:
    """Return the address of the Atom feed on new editions or rulings (``name``) of ``game``."""
    return f"{game}/{name}.atom"


def ruling_address(game: str, id: str) -> str:
    """Return the address of a ruling; the prefix keeps users' ids apart from names of pages."""
    return f"{game}/ruling-{id}.html"


def ruling_link(game: str, id: str) -> str:
    """Return the link to the page of a ruling, with its id escaped, since users choose ids."""
    return ruling_address(game, quote(id))


def term_entry(game: str, word: str) -> str:
    """Return the address of a term's entry in the list of terms, to which uses of the term link."""
    return f"{game}/terms.html#{term_id(word)}"


def term_id(word: str) -> str:
    """Return the id of a term's entry, for links: its word, with “_” for spaces, which ids lack."""
    return "_".join(word.split())


def concept_entry(kind: str, concept: str) -> str:
    """Return the address of a concept on the page of its ``kind``, where games are compared."""
    return f"concepts/{kind}.html#{concept}"


def library_address(game: str, name: str = "index") -> str:
    """Return the address of a page of a card library, in its own folder so it can be left out."""
    return f"{game}-cards/{name}.html"


def using_address(game: str, number: str, place: int = 1) -> str:
    """Return the address of a page of the cards that a clause governs; the first has no number."""
    return library_address(game, f"using-{number}" + (f"-page{place}" if place > 1 else ""))


def own_card(game: str, address: str) -> str:
    """Return the address of a card: its own page or, as “page#card”, a place on that of its set."""
    page, mark, place = address.partition("#")
    return library_address(game, f"card-{page}") + mark + place


def api_file(name: str) -> str:
    """Return the address of a file of the JSON API; programs rely on the version in it."""
    return f"api/v1/{name}.json"


def is_in_all_languages(path: str) -> bool:
    """Whether the page at ``path`` is in all languages, so that pages link to it in their own.
    Cards and rulings, which are many, are only in Japanese; hosts show only one error page."""
    page = path.partition("#")[0]
    folder, _, name = page.rpartition("/")
    is_single = name.startswith("card-" if folder.endswith("-cards") else "ruling-")
    return page.endswith(".html") and page not in (NOT_FOUND, OFFLINE) and not is_single


def nearest_in_all_languages(path: str) -> str:
    """Return ``path`` if it is in all languages, else the page to which switching languages leads:
    the card search for a card, the list for a ruling, the home page for an error page."""
    if is_in_all_languages(path):
        return path
    folder = path.rpartition("/")[0]
    name = "index" if folder.endswith("-cards") else "rulings"
    return f"{folder}/{name}.html" if folder else HOME


def relative(target: str, page: str) -> str:
    """Return the relative link from ``page`` to ``target``, so the site works in any folder."""
    path, mark, fragment = target.partition("#")
    if path == page:
        return mark + fragment or path.rsplit("/", 1)[-1]
    here, there = page.split("/"), path.split("/")
    shared = 0
    while shared < min(len(here), len(there)) - 1 and here[shared] == there[shared]:
        shared += 1
    return "../" * (len(here) - shared - 1) + "/".join(there[shared:]) + mark + fragment
