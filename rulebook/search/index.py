"""The Whoosh index over all clauses: its schema, how it is filled, how it is scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from whoosh.analysis import Token as WhooshToken
from whoosh.analysis import Tokenizer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import Storage
from whoosh.index import Index

from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import format_number
from rulebook.search.analysis import tokens


class ClauseTokenizer(Tokenizer):  # type: ignore[misc]
    """Whoosh's view of :func:`rulebook.search.analysis.tokens`."""

    def __call__(  # noqa: D102
        self, value: str, mode: str = "", positions: bool = False, chars: bool = False, **_: Any
    ) -> Iterator[WhooshToken]:
        out = WhooshToken(positions, chars, mode=mode)
        for token in tokens(value, single_characters=mode == "index"):
            out.text = token.text
            out.boost = 1.0
            if positions:
                out.pos = token.position
            if chars:
                out.startchar, out.endchar = token.span.start, token.span.end
            yield out


def clause_schema() -> Schema:
    """Return the fields of a clause.

    ``number`` is indexed with dots whatever the document prints, so that ``number:8.6*`` works
    everywhere; ``printed`` is stored as the document has it.
    """

    def text() -> TEXT:
        return TEXT(analyzer=ClauseTokenizer(), multitoken_query="phrase")

    return Schema(
        game=ID(stored=True),
        printed=ID(stored=True),
        number=ID,
        title=text(),
        headings=text(),
        text=text(),
    )


def fill_index(storage: Storage, books: Iterable[Rulebook]) -> Index:
    """Write all printed clauses of ``books`` into a new index in ``storage``."""
    index = storage.create_index(clause_schema())
    writer = index.writer(limitmb=256)
    for book in books:
        for clause in book.clauses:
            if clause.printed:
                writer.add_document(**_document(book, clause))
    writer.commit()
    return index


def _document(book: Rulebook, clause: Clause) -> dict[str, str]:
    above = [ancestor.title for ancestor in book.ancestors(clause) if ancestor.title]
    return {
        "game": book.game.id,
        "printed": clause.number,
        "number": format_number(clause.parts, "."),
        "title": clause.title or "",
        "headings": "\n".join(above),
        "text": clause.text,
    }
