"""The Whoosh indexes, one a game: schema, filling, scoring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whoosh.analysis import Token as WhooshToken
from whoosh.analysis import Tokenizer
from whoosh.codec.whoosh3 import W3Codec
from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.filedb.filestore import Storage
from whoosh.index import Index
from whoosh.scoring import BM25F

from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import format_number
from rulebook.search.analysis import tokens

# Tuned on the development questions: see “Ranking” in ARCHITECTURE.md.
FIELD_WEIGHTS = {"text": 1.0, "title": 0.5}
WEIGHTING = BM25F(B=0.5, K1=1.2)


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
        printed=STORED,
        game=ID,
        number=ID,
        title=text(),
        headings=text(),
        text=text(),
    )


def fill_index(storage: Storage, book: Rulebook) -> Index:
    """Write the printed clauses of ``book``, in their order, into a new index in ``storage``."""
    index = storage.create_index(clause_schema())
    # Compressed postings take longer to write and to read, and save little in a cache folder.
    writer = index.writer(limitmb=256, codec=W3Codec(compression=0))
    for clause in printed_clauses(book):
        writer.add_document(**_document(book, clause))
    writer.commit()
    return index


def printed_clauses(book: Rulebook) -> list[Clause]:
    """Return the clauses that are indexed, in the order of their document numbers."""
    return [clause for clause in book.clauses if clause.printed]


def _document(book: Rulebook, clause: Clause) -> dict[str, str]:
    above = [ancestor.title for ancestor in book.ancestors(clause) if ancestor.title]
    return {
        "printed": clause.number,
        "game": book.game.id,
        "number": format_number(clause.parts, "."),
        "title": clause.title or "",
        "headings": "\n".join(above),
        "text": clause.text,
    }
