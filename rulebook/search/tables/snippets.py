"""Snippets: what an answer shows of each clause, stored with the ranking table, so that a question
is answered without reading, linking or indexing the documents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import NamedTuple, dataclass
from rulebook.search.tables.stored_rows import KeyedRows, save_rows

_CLAUSES, _ELSEWHERE = "snippets.jsonl", "elsewhere.jsonl"
Elsewhere = Mapping[int, tuple[tuple[str, str, str], ...]]


class Snippet(NamedTuple):
    """A clause as an answer shows it; ``leans_on`` has the numbers of clauses it cites."""

    number: str
    title: str | None
    text: str
    parent: str | None
    children: tuple[str, ...]
    leans_on: tuple[str, ...]
    remark: str

    @property
    def heading(self) -> str:
        """The title, or the text where there is none, to name the clause in lists."""
        return self.title if self.title is not None else self.text


@dataclass(frozen=True, slots=True, eq=False)
class Snippets:
    """The clauses of a game by number, and by concept the other games' alias, word and clause."""

    clauses: Mapping[str, Snippet]
    elsewhere: Elsewhere

    def path(self, clause: Snippet) -> tuple[Snippet, ...]:
        """Return the clauses above ``clause``, from its chapter down. Raises :class:`ValueError`
        for a cycle, which only a damaged cache has."""
        above: list[Snippet] = []
        while clause.parent is not None:
            clause = self.clauses[clause.parent]
            above.append(clause)
            if len(above) > len(self.clauses):
                raise ValueError(f"{clause.number} is its own ancestor")
        return tuple(reversed(above))

    def children(self, clause: Snippet) -> tuple[Snippet, ...]:
        """Return the children of ``clause``, which an answer lists below its text."""
        return tuple(self.clauses[number] for number in clause.children)


def build_snippets(corpus: Corpus, game: Game) -> Snippets:
    """Return what answers show of each clause of ``game``, so a question reads no document."""
    from rulebook.links.concepts import load_concepts
    from rulebook.links.linker import link_game

    linked, clauses, elsewhere = link_game(corpus, game), {}, {}
    for c in linked.book.clauses:
        rest = c.parent, c.children, linked.leans_on(c), c.remark
        clauses[c.number] = Snippet(c.number, c.title, c.text, *rest)
    aliases = {other.id: other.alias for other in corpus.games.values() if other.id != game.id}
    for number, concept in enumerate(load_concepts(corpus, game).by_id.values()):
        rules = ((aliases[id], rule) for id, rule in concept.rules.items() if id in aliases)
        elsewhere[number] = tuple((alias, rule.word, rule.clause) for alias, rule in rules)
    return Snippets(clauses, elsewhere)


def save_snippets(snippets: Snippets, folder: Path) -> None:
    """Write ``snippets`` as rows that can be read singly: an answer shows only a few."""
    save_rows(folder / _CLAUSES, list(snippets.clauses), snippets.clauses.values())
    save_rows(folder / _ELSEWHERE, list(snippets.elsewhere), snippets.elsewhere.values())


def load_snippets(folder: Path) -> Snippets:
    """Load the snippets, each parsed when first used: an answer shows few of them."""
    elsewhere: Elsewhere = KeyedRows(folder / _ELSEWHERE, tuple[tuple[str, str, str], ...])
    return Snippets(_Clauses(folder / _CLAUSES, Snippet), elsewhere)


class _Clauses(KeyedRows[str, Snippet]):
    """Snippets by number; a damaged row must not be shown under another number."""

    def __getitem__(self, number: str) -> Snippet:
        """Return the snippet of ``number``; raise if a damaged row has that of another clause."""
        found = super().__getitem__(number)
        if found.number != number:
            raise LookupError(number)
        return found
