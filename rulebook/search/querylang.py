"""Whoosh's query language over the clause indexes, for judges who know what they look for.

Words and "phrases", AND OR NOT, parentheses, and the fields ``title:`` (own heading),
``headings:`` (headings above), ``text:``, ``number:8.6*`` and ``game:``.  Whoosh's parser takes
anything; what it would quietly misread is refused here first, with the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from whoosh.fields import Schema
from whoosh.qparser import MultifieldParser, plugins
from whoosh.query import Query

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.numbers import format_number, parse_address
from rulebook.errors import QueryError
from rulebook.search.index import WEIGHTING, clause_schema
from rulebook.search.library import Library

_FIELDS = ("text", "title", "headings", "number", "game")
# Full-width forms of the signs of the language; each is one character, so places stay the same.
_SIGNS = str.maketrans("　：（）“”＂＊", ' :()"""*')
_PIECE = re.compile(
    r'(?P<field>[^\s()":]+:)|"(?P<phrase>[^"]*)(?P<closed>"?)|(?P<paren>[()])|(?P<word>[^\s()"]+)'
)
_OPERATORS = ("AND", "OR", "NOT")
_HELP = 'Use words, "phrases", AND OR NOT, ( ), title: headings: text: number: game:'


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that matches a query."""

    game: Game
    number: str
    score: float


def search(
    library: Library, query: str, game: Game | None = None, *, limit: int = 10
) -> tuple[Hit, ...]:
    """Return the clauses that match ``query``, best first.

    Raises :class:`QueryError` with the place where the query goes wrong.
    """
    parsed = parse_query(library.corpus, query)
    games = [game] if game else list(library.corpus.games.values())
    hits = [hit for each in games for hit in _in_game(library, parsed, each, limit)]
    return tuple(sorted(hits, key=lambda hit: -hit.score)[:limit])


def _in_game(library: Library, query: Query, game: Game, limit: int) -> Iterator[Hit]:
    with library.index(game).searcher(weighting=WEIGHTING) as searcher:
        for hit in searcher.search(query, limit=limit):
            yield Hit(game, hit["printed"], round(float(hit.score), 4))


def parse_query(corpus: Corpus, query: str) -> Query:
    """Check ``query`` and return what Whoosh makes of it."""
    pieces = list(_pieces(query.translate(_SIGNS), query))
    _check_order(pieces, query)
    return _parser(clause_schema()).parse("".join(_rewritten(corpus, pieces, query)))


def _parser(schema: Schema) -> MultifieldParser:
    operators = plugins.OperatorsPlugin(AndNot=None, AndMaybe=None, Require=None)
    language = [
        plugins.WhitespacePlugin(),
        plugins.PhrasePlugin(),
        plugins.FieldsPlugin(),
        plugins.GroupPlugin(),
        operators,
        plugins.PrefixPlugin(),
    ]
    return MultifieldParser(["text", "title"], schema, plugins=language)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a query, where it begins, and whether white space stands before it."""

    text: str
    at: int
    apart: bool
    is_field: bool

    @property
    def is_operator(self) -> bool:
        return self.text in _OPERATORS

    @property
    def is_binary(self) -> bool:
        return self.text in ("AND", "OR")


def _pieces(flat: str, query: str) -> Iterator[_Piece]:
    depth: list[int] = []
    end = 0
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
        yield _Piece(match[0], at, at > end, match["field"] is not None)
        end = match.end()
    if depth:
        raise QueryError(query, depth[-1], "this parenthesis is never closed", hint=_HELP)
    if not end:
        raise QueryError(query, 0, "the query is empty", hint=_HELP)


def _check_order(pieces: list[_Piece], query: str) -> None:
    """Refuse operators and fields without what they work on, and parentheses around nothing."""
    before: _Piece | None = None
    for piece in pieces:
        if before is None or before.text == "(" or before.is_operator:
            if piece.is_binary:
                what = f"{piece.text} needs something before it"
                raise QueryError(query, piece.at, what, hint=_HELP)
            if before is not None and before.text == piece.text == "NOT":
                raise QueryError(query, piece.at, "NOT stands here twice", hint=_HELP)
        if before is not None and _wants_more(before) and piece.text == ")":
            what = f"{before.text} needs something after it"
            raise QueryError(query, before.at, what, hint=_HELP)
        if before is not None and before.is_field and (piece.apart or piece.is_operator):
            what = f"{before.text} needs a word right behind it"
            raise QueryError(query, before.at, what, hint=_HELP)
        if piece.text == ")" and before is not None and before.text == "(":
            raise QueryError(query, before.at, "there is nothing in these parentheses", hint=_HELP)
        before = piece
    if before is not None and _wants_more(before):
        raise QueryError(query, before.at, f"{before.text} needs something after it", hint=_HELP)


def _wants_more(piece: _Piece) -> bool:
    return piece.is_operator or piece.is_field


def _rewritten(corpus: Corpus, pieces: list[_Piece], query: str) -> Iterator[str]:
    """Yield the query for Whoosh: field names checked, numbers and games in the index's form."""
    field = ""
    for piece in pieces:
        if piece.is_field:
            field = piece.text[:-1].lower()
            if field not in _FIELDS:
                what = f"there is no field {piece.text[:-1]!r}"
                raise QueryError(query, piece.at, what, hint=f"Fields: {', '.join(_FIELDS)}")
            yield f" {field}:"
            continue
        if field == "number":
            yield _number(piece.text, query, piece.at)
        elif field == "game":
            yield corpus.game(piece.text.strip('"')).id
        else:
            yield piece.text if field else f" {piece.text}"
        field = ""


def _number(value: str, query: str, at: int) -> str:
    star = "*" if value.endswith("*") else ""
    bare = value.removesuffix("*")
    point = "." if star and bare.endswith((".", "-")) else ""
    address = parse_address(bare)
    if address is None or address.steps:
        what = f"{value!r} is not a clause number"
        raise QueryError(query, at, what, hint="Write number:8.6.3 or number:8.6*")
    return format_number(address.parts, ".") + point + star
