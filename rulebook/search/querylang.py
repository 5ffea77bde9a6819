"""Whoosh's query language over the clause index, for judges who know what they look for.

Words and "phrases", AND OR NOT, parentheses, and the fields ``title:`` (own heading),
``headings:`` (headings above), ``text:``, ``number:8.6*`` and ``game:``.  Whoosh's parser takes
anything; what it would quietly misread is refused here first, with the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from whoosh.index import Index
from whoosh.qparser import MultifieldParser, plugins
from whoosh.query import Query, Term

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.numbers import format_number, parse_address
from rulebook.errors import QueryError
from rulebook.search.answers import WEIGHTING

_FIELDS = ("text", "title", "headings", "number", "game")
# Full-width forms of the signs of the language; each is one character, so places stay the same.
_SIGNS = str.maketrans("　：（）“”＂＊", ' :()"""*')
_PIECE = re.compile(r'"(?P<phrase>[^"]*)(?P<closed>"?)|(?P<paren>[()])|(?P<word>[^\s()"]+)')
_OPERATORS = ("AND", "OR", "NOT")
_HELP = 'Use words, "phrases", AND OR NOT, ( ), title: headings: text: number: game:'


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that matches a query."""

    game: str
    number: str
    score: float


def search(
    corpus: Corpus, index: Index, query: str, game: Game | None = None, *, limit: int = 10
) -> tuple[Hit, ...]:
    """Return the clauses that match ``query``, best first.

    Raises :class:`QueryError` with the place where the query goes wrong.
    """
    parsed = parse_query(corpus, index, query)
    only = Term("game", game.id) if game else None
    with index.searcher(weighting=WEIGHTING) as searcher:
        hits = searcher.search(parsed, limit=limit, filter=only)
        return tuple(Hit(hit["game"], hit["printed"], round(float(hit.score), 4)) for hit in hits)


def parse_query(corpus: Corpus, index: Index, query: str) -> Query:
    """Check ``query`` and return what Whoosh makes of it."""
    pieces = list(_pieces(query.translate(_SIGNS), query))
    _check_order(pieces, query)
    parser = MultifieldParser(
        ["text", "title"],
        index.schema,
        plugins=[
            plugins.WhitespacePlugin(),
            plugins.PhrasePlugin(),
            plugins.FieldsPlugin(),
            plugins.GroupPlugin(),
            plugins.OperatorsPlugin(),
            plugins.PrefixPlugin(),
        ],
    )
    return parser.parse(" ".join(_rewritten(corpus, piece, query) for piece in pieces))


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    at: int

    @property
    def is_operator(self) -> bool:
        return self.text in _OPERATORS

    @property
    def is_binary(self) -> bool:
        return self.text in ("AND", "OR")


def _pieces(flat: str, query: str) -> Iterator[_Piece]:
    depth: list[int] = []
    found = False
    for match in _PIECE.finditer(flat):
        at = match.start()
        if match["phrase"] is not None and not match["closed"]:
            raise QueryError(query, at, "this quotation mark is never closed", hint=_HELP)
        if match["phrase"] is not None and not match["phrase"].strip():
            raise QueryError(query, at, "this phrase is empty", hint=_HELP)
        if match["paren"] == "(":
            depth.append(at)
        elif match["paren"] and not depth:
            raise QueryError(query, at, "this parenthesis was never opened", hint=_HELP)
        elif match["paren"]:
            depth.pop()
        found = True
        yield _Piece(match[0], at)
    if depth:
        raise QueryError(query, depth[-1], "this parenthesis is never closed", hint=_HELP)
    if not found:
        raise QueryError(query, 0, "the query is empty", hint=_HELP)


def _check_order(pieces: list[_Piece], query: str) -> None:
    """Refuse an operator without its operands, and parentheses around nothing."""
    before: _Piece | None = None
    for piece in pieces:
        opens = before is None or before.text == "(" or before.is_operator
        if piece.is_binary and opens:
            raise QueryError(query, piece.at, f"{piece.text} needs something before it", hint=_HELP)
        if piece.text == ")" and before is not None and before.is_operator:
            what = f"{before.text} needs something after it"
            raise QueryError(query, before.at, what, hint=_HELP)
        if piece.text == ")" and before is not None and before.text == "(":
            raise QueryError(query, before.at, "there is nothing in these parentheses", hint=_HELP)
        before = piece
    if before is not None and before.is_operator:
        raise QueryError(query, before.at, f"{before.text} needs something after it", hint=_HELP)


def _rewritten(corpus: Corpus, piece: _Piece, query: str) -> str:
    """Return ``piece`` for Whoosh: field names checked, numbers and games in the index's form."""
    field, colon, value = piece.text.partition(":")
    if not colon or piece.text.startswith('"'):
        return piece.text
    if field.lower() not in _FIELDS:
        what = f"there is no field {field!r}"
        raise QueryError(query, piece.at, what, hint=f"Fields: {', '.join(_FIELDS)}")
    field = field.lower()
    if field == "number" and value:
        return f"number:{_number(value, query, piece.at + len(field) + 1)}"
    if field == "game" and value:
        return f"game:{corpus.game(value).id}"
    return f"{field}:{value}"


def _number(value: str, query: str, at: int) -> str:
    star = "*" if value.endswith("*") else ""
    bare = value.removesuffix("*")
    point = "." if star and bare.endswith((".", "-")) else ""
    address = parse_address(bare) if bare else None
    if bare and (address is None or address.steps):
        what = f"{value!r} is not a clause number"
        raise QueryError(query, at, what, hint="Write number:8.6.3 or number:8.6*")
    return (format_number(address.parts, ".") if address else "") + point + star
