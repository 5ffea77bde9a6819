"""The pages of a card library: search, lists, a page for each card, the cards of each clause."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from rulebook.card_library.database import meta, open_library, refuse_other_edition
from rulebook.cards.annotating.rules import CLAUSE_ROLES
from rulebook.cards.resolving.resolver import Resolution, ResolutionStep
from rulebook.clauses.corpus import Corpus
from rulebook.errors import SiteError
from rulebook.grouping import grouped
from rulebook.records import NamedTuple, dataclass
from rulebook.rulings.model import Ruling, Rulings
from rulebook.rulings.shelf import RulingShelf
from rulebook.text.normal import Span, fold
from rulebook.website.addresses import library_address, own_card, using_address
from rulebook.website.game_view import GameView
from rulebook.website.rendering import LABELS, Page, Renderer

_NOT_IN_ADDRESSES = re.compile(r"[^A-Za-z0-9-]")  # each becomes an underscore
_LONGEST_ADDRESS = 80
_OWNERS = """
SELECT owner FROM cards WHERE owner <> '' GROUP BY owner ORDER BY count(*) DESC, min(card)
"""
_USES = "SELECT DISTINCT l.clause, l.role, a.card FROM links l JOIN abilities a USING (ability)"
# Roles of clauses that govern words of the text; others govern a whole ability.
_ROLES_OF_WORDS = ("trigger", "cost", "step", "definition")
_LINKS = """
SELECT l.ability, l.clause, l.role, l.starts, l.ends FROM links l JOIN abilities a USING (ability)
WHERE a.card = ? ORDER BY l.ability, l.place
"""
_STEPS = """
SELECT s.ability, s.part, s.text, s.who, s.depth, s.general, s.clause, s.clauses
FROM steps s JOIN abilities a USING (ability) WHERE a.card = ? ORDER BY s.ability, s.place
"""
_ABILITIES = """
SELECT ability, starts, ends FROM abilities WHERE card = ? AND inside IS NULL ORDER BY ability
"""
# The number of cards of each role on the page of a clause, and of cards on a page of a list.
ON_CLAUSE, ON_LIST = 20, 500
_EXAMPLE = re.compile("[・※]?例")  # begins a line that is an example in a clause
_MARK = Markup('<a class="ref" href="{}">{}</a>')


class OwnCard(NamedTuple):
    """A card of the library; ``address`` is its page, or that of its set with a fragment (“#”)."""

    key: int
    id: str
    name: str
    summary: str
    address: str

    @property
    def title(self) -> str:
        """What pages call the card: its name, else its id, since some cards have no name."""
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The cards of a game; their texts stay in ``library``, since they may not fit in memory.
    ``using`` has indices of cards by clause and role, ``rulings`` those by folded name or id."""

    path: Path
    library: sqlite3.Connection
    game: str
    cards: tuple[OwnCard, ...]
    using: Mapping[str, Mapping[str, Sequence[int]]]
    owners: tuple[str, ...]
    rulings: Mapping[str, Sequence[Ruling]]
    key: str


@contextmanager
def open_own_cards(
    corpus: Corpus, paths: Sequence[Path], shelf: RulingShelf, *, by_set: bool = False
) -> Iterator[dict[str, OwnCards]]:
    """Yield the libraries at ``paths`` by game, with the rulings of ``shelf``, and pages by card or
    (``by_set``) set. Raise :class:`SiteError` for two libraries of a game: pages would collide."""
    found: dict[str, OwnCards] = {}
    with ExitStack() as opened:
        for path in paths:
            library = opened.enter_context(open_library(path))
            library.execute("BEGIN")  # all pages show one state, even if it is indexed meanwhile
            game = corpus.game(meta(library)["game"])
            refuse_other_edition(library, path, game)
            if game.id in found:
                other, hint = found[game.id].path, "Index all cards of a game into one file."
                form = "{path} and {path2} have cards of the same game"
                raise SiteError(form, path=other, path2=path, hint=hint)
            found[game.id] = _own_cards(library, path, shelf.of(game), by_set)
        yield found


def _own_cards(library: sqlite3.Connection, path: Path, rulings: Rulings, by_set: bool) -> OwnCards:
    """Return the cards of ``library``, at ``path``, and what their pages (``by_set``: of sets)
    look up: cards by clause and role, owners of rights in the texts, rulings by card."""
    cards = tuple(_addressed_cards(library, by_set))
    places = {card.key: place for place, card in enumerate(cards)}
    using: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for clause, role, card in library.execute(_USES):
        using[clause][role].append(places[card])
    for found in chain.from_iterable(roles.values() for roles in using.values()):
        found.sort()
    # Rulings may write names in a different width than the library does.
    by_card = grouped((name, r) for r in rulings.all for name in dict.fromkeys(map(fold, r.cards)))
    owners = tuple(owner for (owner,) in library.execute(_OWNERS))
    # Every page has the site's version, made before the pages of cards from a digest of the cards.
    content = hashlib.blake2b(str(by_set).encode(), digest_size=16)
    for row in library.execute("SELECT id, digest, reading, text FROM cards ORDER BY id"):
        content.update("\0".join(map(str, row)).encode())
    key = content.hexdigest()
    return OwnCards(path, library, rulings.game.id, cards, using, owners, by_card, key)


def _addressed_cards(library: sqlite3.Connection, by_set: bool) -> Iterator[OwnCard]:
    """Yield the cards by id, each with an address that every host can store: ids that would become
    one file name, even if only capitals differ, get a digest."""
    sql = "SELECT card, id, name, type, colour, level FROM cards ORDER BY id"
    rows = library.execute(sql).fetchall()
    taken = Counter(_id_in_address(id).lower() for _, id, *_ in rows)
    for key, id, name, kind, colour, level in rows:
        address = _id_in_address(id)
        if taken[address.lower()] > 1:
            # Some systems ignore case in file names. An address made of an id alone has no point.
            address += "." + hashlib.sha256(id.encode()).hexdigest()[:8]
        parts = [str(part) for part in (kind, colour) if part not in (None, "")]
        parts += [f"レベル{level}"] if level not in (None, "") else []
        if by_set:
            # Its id up to the last hyphen; sets that differ only in capitals share a page.
            of_set = _id_in_address(id.rpartition("-")[0]).lower() or "other"
            address = f"set-{of_set}#{address}"
        yield OwnCard(key, id, str(name or ""), "・".join(parts), address)


def _id_in_address(id: str) -> str:
    """Return a card id for an address, without characters and lengths that some hosts refuse."""
    return _NOT_IN_ADDRESSES.sub("_", id)[:_LONGEST_ADDRESS]


def governed_cards(own: OwnCards, number: str) -> Iterator[tuple[str, int, list[OwnCard]]]:
    """Yield for a clause's page each role's label, how many cards it governs, and the first few."""
    for role in CLAUSE_ROLES:
        if places := own.using.get(number, {}).get(role):
            shown = [own.cards[place] for place in places[:ON_CLAUSE]]
            yield LABELS["card-roles"][role], len(places), shown


def library_pages(renderer: Renderer, view: GameView, own: OwnCards) -> Iterator[Page]:
    """Yield the pages of a library except single cards: search and, as cards are many, lists."""
    lists = [own.cards[at : at + ON_LIST] for at in range(0, len(own.cards), ON_LIST)]
    yield renderer.page("own_cards", library_address(own.game), view=view, own=own, lists=lists)
    for place in range(1, len(lists) + 1):
        address = library_address(own.game, f"list-{place}")
        yield renderer.page("own_card_list", address, view=view, lists=lists, place=place)
    role_labels = {r: renderer.translate(LABELS["card-roles"][r]) for r in CLAUSE_ROLES}
    for number in filter(view.book.by_number.__contains__, own.using):
        roles = own.using[number]
        rows = [(label, at) for role, label in role_labels.items() for at in roles.get(role, ())]
        pages = [rows[at : at + ON_LIST] for at in range(0, len(rows), ON_LIST)]
        for place, shown in enumerate(pages, start=1):
            groups = [
                (label, [own.cards[at] for _, at in group])
                for label, group in groupby(shown, lambda row: row[0])
            ]
            yield renderer.page(
                "own_card_using",
                using_address(own.game, number, place),
                view=view,
                number=number,
                groups=groups,
                place=place,
                last=len(pages),
            )


def single_card_pages(renderer: Renderer, view: GameView, own: OwnCards) -> Iterator[Page]:
    """Yield the page of each card or set; the shared parts are rendered once for 100,000."""
    frame = renderer.frame("own_card", f"{own.game}-cards", view)
    for cards in grouped((card.address.partition("#")[0], card) for card in own.cards).values():
        first, last = cards[0], cards[-1]
        address, _, place = first.address.partition("#")
        title = f"{first.id}～{last.id}" if place else first.title
        named = title if place else f"{first.id} {first.title}"
        yield frame(
            own_card(own.game, address),
            title=f"{title}｜{view.game.title}",
            description=f"{named}を定める条文と、その解決。",
            view=view,
            cards=(CardPage(card, own, view) for card in cards),
            heading=title if place else "",
        )


class CardPage:
    """A card as its page shows it, loaded from the library one at a time: there may be 100,000."""

    def __init__(self, card: OwnCard, own: OwnCards, view: GameView) -> None:
        """Load what the page shows. Each character links to the most specific clause on it."""
        self.card, self._view = card, view
        names = dict.fromkeys(map(fold, (card.id, card.name)))
        self.rulings = dict.fromkeys(each for n in names for each in own.rulings.get(n, ()))
        self._in_full: set[str] = set()  # the clauses that this card's steps have shown in full

        def rows(sql: str) -> list[Any]:
            """Return the rows that ``sql`` finds in the library for the key of ``card``."""
            return own.library.execute(sql, (card.key,)).fetchall()

        ((self._text, self.owner),) = rows("SELECT text, owner FROM cards WHERE card = ?")
        unread = rows("SELECT starts, ends FROM unread WHERE card = ?")
        self.unread = dict.fromkeys(self._text[starts:ends] for starts, ends in unread)
        links, steps = rows(_LINKS), defaultdict(list)
        clauses = grouped((ability, (clause, role)) for ability, clause, role, *_ in links)
        for ability, part, text, who, depth, is_general, clause, numbers in rows(_STEPS):
            # Label and words are stored as one text, ``optional`` and the span not shown.
            row = (part, text, "", who, depth, False, tuple(numbers.split()), None)
            steps[ability].append(ResolutionStep(*row, clause=clause, is_general=bool(is_general)))
        self.abilities = [
            (Resolution(Span(start, end), tuple(steps[at])), [*dict.fromkeys(clauses.get(at, ()))])
            for at, start, end in rows(_ABILITIES)
        ]
        self._clauses = [""] * len(self._text)
        # Inner marks are more specific, so they overwrite those around them: longest first.
        for _, clause, role, starts, ends in sorted(links, key=lambda link: link[3] - link[4]):
            if role in _ROLES_OF_WORDS and clause in view.book.by_number:
                self._clauses[starts:ends] = [clause] * (ends - starts)

    def text(self, span: Span | None = None) -> list[Markup]:
        """Return the lines of the card text, or of its ``span``, as HTML linked to clauses."""
        span = span or Span(0, len(self._text))
        lines, at, folder = [], span.start, f"../{self._view.game.id}/"
        for line in span.of(self._text).split("\n"):
            html = Markup()
            for clause, group in groupby(self._clauses[at : at + len(line)]):
                end = at + sum(1 for _ in group)
                part = self._text[at:end]
                is_link = clause and part.strip()
                html += _MARK.format(f"{folder}{clause}.html", part) if is_link else escape(part)
                at = end
            lines.append(html)
            at += 1  # the newline
        return lines

    def is_first(self, number: str) -> bool:
        """Whether this is the first call for ``number``: a page shows each clause in full once."""
        is_first = number not in self._in_full
        self._in_full.add(number)
        return is_first

    def clause(self, number: str) -> str:
        """Return the text of a clause, or of the first rule below a heading, for a card's page,
        without examples, which are about other cards."""
        book = self._view.book
        found = book.by_number.get(number)
        text = (book.first_rule_text(found) or found.title or "") if found else ""
        return "\n".join(row for row in text.splitlines() if not _EXAMPLE.match(row))

    def consequences(self, ability: Resolution) -> dict[str, list[str]]:
        """Return the clauses that may apply between or after the steps of ``ability``, by the title
        of their section; they have no place among the steps."""
        between = dict.fromkeys(step.clause for step in ability.steps if step.part == "between")
        title = self._view.book.section_title
        return grouped((title(number), number) for number in between if number)

    def general(self) -> tuple[list[str], list[str]]:
        """Return what the page shows once for all abilities: the texts of the general steps, which
        all abilities of a kind have, and the clauses of steps that no step shows in full."""
        steps = [step for ability, _ in self.abilities for step in ability.steps]
        shown = {step.clause for step in steps}
        texts = dict.fromkeys(step.text for step in steps if step.is_general)
        numbers = dict.fromkeys(n for step in steps for n in step.clauses if n not in shown)
        return [*texts], [*numbers]
