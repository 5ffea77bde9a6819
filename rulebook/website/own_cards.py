"""A library of cards for the pages: every card with its address, and cards by clause."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from rulebook.card_library.database import meta, open_library
from rulebook.cards.resolving.resolution import own_steps
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import SiteError
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass
from rulebook.rulings.model import Ruling
from rulebook.rulings.shelf import RulingShelf
from rulebook.text.normal import fold

# Characters that an address must not have; each becomes a low line.
_NOT_IN_ADDRESSES = re.compile(r"[^A-Za-z0-9-]")
_LONGEST_ADDRESS = 80


class OwnCard(NamedTuple):
    """A card of the library; ``address`` names its page inside the folder of cards. On a page of
    its set, the address has its place there behind a number sign."""

    key: int
    id: str
    name: str
    summary: str
    address: str

    @property
    def title(self) -> str:
        """How the card is called: its name, else its id."""
        return self.name or self.id


class AbilityClause(NamedTuple):
    """A clause that governs an ability, and its role there."""

    number: str
    role: str


class AbilityStep(NamedTuple):
    """A step of resolving an ability; ``clause`` is None if all ``clauses`` are general."""

    part: str
    text: str
    who: str
    depth: int
    is_general: bool
    clause: str | None
    clauses: tuple[str, ...]

    @property
    def number(self) -> str:
        """The deciding clause of the step, else its first clause, "" if it has none. The page links
        to it, and marks the step that has the clause that decides the ability."""
        return self.clause or next(iter(self.clauses), "")


class CardAbility(NamedTuple):
    """An ability with its clauses in a judge's order and the steps of its resolution."""

    span: slice
    clauses: tuple[AbilityClause, ...]
    steps: tuple[AbilityStep, ...]

    def own_steps(self) -> Iterator[AbilityStep]:
        """Yield the steps that only this ability has, those of its effects one level up. The page
        shows the general steps, which are the same for all abilities, only once."""
        return own_steps(self.steps, lambda step, depth: step._replace(depth=depth))

    @property
    def consequences(self) -> tuple[str, ...]:
        """The clauses that may apply between the steps or after them, such as checks. They have no
        place in the order of steps, so the page lists them by section below."""
        found = (step.clause for step in self.steps if step.part == "between")
        return tuple(dict.fromkeys(filter(None, found)))


class CardText(NamedTuple):
    """The content of a card's page.  ``marks`` are spans of the text, each with its clause."""

    text: str
    owner: str | None
    marks: tuple[tuple[int, int, str], ...]
    unread: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    abilities: tuple[CardAbility, ...]


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The cards of a game in the order of their ids. ``using`` has for each clause, by role, the
    places of the cards that it governs; ``owners`` are the rights holders of the texts, the most
    frequent first; ``rulings`` has the rulings on each card by its name or id in normal form;
    ``key`` changes with every card and ruling, so that the version of the site changes too."""

    path: Path
    game: str
    cards: tuple[OwnCard, ...]
    using: Mapping[str, Mapping[str, Sequence[int]]]
    owners: tuple[str, ...]
    rulings: Mapping[str, tuple[Ruling, ...]]
    key: str

    def pages(self) -> Iterator[Sequence[OwnCard]]:
        """Yield the cards of each page: one card, or all of a set if addresses are by set."""
        pages: defaultdict[str, list[OwnCard]] = defaultdict(list)
        for card in self.cards:
            pages[card.address.partition("#")[0]].append(card)
        yield from pages.values()

    def texts(self, cards: Sequence[OwnCard]) -> Iterator[tuple[OwnCard, CardText]]:
        """Yield each of ``cards`` with the content of its page. One card is loaded at a time,
        because a library may have 100,000."""
        with open_library(self.path) as library:
            for card in cards:
                names = dict.fromkeys(map(fold, (card.id, card.name)))
                found = (ruling for name in names for ruling in self.rulings.get(name, ()))
                yield card, _load_card_text(library, card.key, tuple(dict.fromkeys(found)))

    def words(self) -> Iterator[tuple[str, str]]:
        """Yield name and text of every card, in the order of ``cards``, for the index of search."""
        with open_library(self.path) as library:
            rows = library.execute("SELECT coalesce(name, ''), text FROM cards ORDER BY id")
            for name, text in rows:
                yield str(name), text


def open_own_cards(
    corpus: Corpus, paths: Sequence[Path], *, by_set: bool = False
) -> dict[str, OwnCards]:
    """Return the libraries at ``paths`` by the ids of their games.

    Each card has a page of its own, or, ``by_set``, a place on the page of its set.

    Raises :class:`SiteError` where two are of one game, or one belongs to another edition, and
    :class:`CardLibraryError` where one cannot be read.
    """
    found: dict[str, OwnCards] = {}
    for path in paths:
        cards = _open_library_of_game(corpus, path, by_set)
        if cards.game in found:
            hint = "Index all cards of a game into one file."
            raise SiteError(
                Message(
                    "{path} and {path2} have cards of the same game",
                    path=found[cards.game].path,
                    path2=path,
                ),
                hint=hint,
            )
        found[cards.game] = cards
    return found


def _open_library_of_game(corpus: Corpus, path: Path, by_set: bool) -> OwnCards:
    """Return the library at ``path``; raise if it was indexed with another edition of the rules.
    Its clause numbers would lead to wrong pages. Texts of cards stay in the file."""
    with open_library(path) as library:
        stored = meta(library)
        game = corpus.game(stored["game"])
        if stored["edition"] != game.edition.name:
            what = Message(
                "{path} was read with edition {edition} of {title}",
                path=path,
                edition=stored["edition"],
                title=game.title,
            )
            again = f"rulebook cards index -g {game.alias} --out {path}"
            hint = Message("The site shows {name}: {again}", name=game.edition.name, again=again)
            raise SiteError(what, hint=hint)
        cards = tuple(_addressed_cards(library, by_set))
        places = {card.key: place for place, card in enumerate(cards)}
        sql = "SELECT owner FROM cards WHERE owner <> ''"
        owners = Counter(str(owner) for (owner,) in library.execute(sql))
        using = _cards_by_clause(library, places)
        rulings = _rulings_by_card(corpus, game)
        key = _content_key(library, rulings)
    names = tuple(owner for owner, _ in owners.most_common())
    return OwnCards(path, game.id, cards, using, names, rulings, key)


def _addressed_cards(library: sqlite3.Connection, by_set: bool) -> Iterator[OwnCard]:
    """Yield the cards of a library with the address of each, in a form that every host can store.
    Two ids may differ only in characters that an address cannot have, or in capitals: these get a
    digest of the id."""
    rows = library.execute(
        "SELECT card, id, name, type, colour, level FROM cards ORDER BY id"
    ).fetchall()
    taken = Counter(_id_in_address(id).lower() for _, id, *_ in rows)
    for key, id, name, kind, colour, level in rows:
        address = _id_in_address(id)
        if taken[address.lower()] > 1:
            # Files whose names differ in capitals alone are one file on some systems.
            address += "-" + hashlib.sha256(id.encode()).hexdigest()[:8]
        parts = [str(part) for part in (kind, colour) if part not in (None, "")]
        parts += [f"レベル{level}"] if level not in (None, "") else []
        if by_set:
            address = f"set-{_set_in_address(id)}#{address}"
        yield OwnCard(key, id, str(name or ""), "・".join(parts), address)


def _set_in_address(id: str) -> str:
    """Return the set of a card in an address: its id up to the last hyphen, "other" without one.
    Sets whose names differ in capitals alone share a page, as their files would on some systems."""
    return _id_in_address(id.rpartition("-")[0]).lower() or "other"


def _id_in_address(id: str) -> str:
    """Return a card id with only those characters that every host allows in a file name."""
    return _NOT_IN_ADDRESSES.sub("_", id)[:_LONGEST_ADDRESS]


def _cards_by_clause(
    library: sqlite3.Connection, places: Mapping[int, int]
) -> dict[str, dict[str, list[int]]]:
    """Return for each clause and role the places of the cards that it governs, in order. The pages
    of clauses and the lists of governed cards are made from it, without texts."""
    sql = "SELECT DISTINCT l.clause, l.role, a.card FROM links l JOIN abilities a USING (ability)"
    found: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for clause, role, card in library.execute(sql):
        found[clause][role].append(places[card])
    return {
        clause: {role: sorted(cards) for role, cards in roles.items()}
        for clause, roles in found.items()
    }


def _rulings_by_card(corpus: Corpus, game: Game) -> dict[str, tuple[Ruling, ...]]:
    """Return the rulings of ``game`` by the normal form of each card name in them. The page of a
    card looks its rulings up by name; rulings write names in other widths than the library does."""
    found: defaultdict[str, list[Ruling]] = defaultdict(list)
    for ruling in RulingShelf(corpus).of(game).all:
        for name in dict.fromkeys(map(fold, ruling.cards)):
            found[name].append(ruling)
    return {name: tuple(rulings) for name, rulings in found.items()}


def _content_key(library: sqlite3.Connection, rulings: Mapping[str, tuple[Ruling, ...]]) -> str:
    """Return a digest of all card texts, readings and rulings, for the version of the site. Card
    pages are written one at a time, too late for the version that each contains."""
    content = hashlib.blake2b(digest_size=16)
    for name, on_card in rulings.items():
        rows = ((r.id, r.question, r.answer, r.numbers, r.state, r.source.name) for r in on_card)
        content.update(f"{name} {[*rows]}".encode())
    for row in library.execute("SELECT id, digest, reading, text FROM cards ORDER BY id"):
        content.update("\0".join(map(str, row)).encode())
    return content.hexdigest()


# ---- One card

# Roles of clauses that govern words of the text; others govern an ability as a whole.
_ROLES_OF_WORDS = ("trigger", "cost", "step", "definition")

_LINKS = """
SELECT l.ability, l.clause, l.role, l.starts, l.ends FROM links l JOIN abilities a USING (ability)
WHERE a.card = ? ORDER BY l.ability, l.place
"""
_STEPS = """
SELECT s.ability, s.part, s.text, coalesce(s.who, ''), s.depth, s.general, s.clause, s.clauses
FROM steps s JOIN abilities a USING (ability) WHERE a.card = ? ORDER BY s.ability, s.place
"""
_ABILITIES = """
SELECT ability, starts, ends FROM abilities WHERE card = ? AND inside IS NULL ORDER BY ability
"""


def _stored_step(
    part: str, text: str, who: str, depth: int, general: int, clause: str | None, clauses: str
) -> AbilityStep:
    """Return a step of a resolution from its row in the library, where the clauses are one text."""
    return AbilityStep(part, text, who, depth, bool(general), clause, tuple(clauses.split()))


def _load_card_text(
    library: sqlite3.Connection, card: int, rulings: tuple[Ruling, ...]
) -> CardText:
    """Return what the page of a card shows, from the library: it is loaded page by page."""
    text, owner = library.execute(
        "SELECT text, owner FROM cards WHERE card = ?", (card,)
    ).fetchone()
    links = library.execute(_LINKS, (card,)).fetchall()
    clauses = {
        ability: tuple(dict.fromkeys(AbilityClause(row[1], row[2]) for row in rows))
        for ability, rows in groupby(links, lambda row: row[0])
    }
    steps = {
        ability: tuple(_stored_step(*row[1:]) for row in rows)
        for ability, rows in groupby(library.execute(_STEPS, (card,)), lambda row: row[0])
    }
    unread = library.execute("SELECT starts, ends FROM unread WHERE card = ?", (card,))
    return CardText(
        text,
        owner,
        tuple(
            (starts, ends, clause)
            for _, clause, role, starts, ends in links
            if role in _ROLES_OF_WORDS
        ),
        tuple(dict.fromkeys(text[starts:ends] for starts, ends in unread)),
        rulings,
        tuple(
            CardAbility(slice(starts, ends), clauses.get(key, ()), steps.get(key, ()))
            for key, starts, ends in library.execute(_ABILITIES, (card,))
        ),
    )
