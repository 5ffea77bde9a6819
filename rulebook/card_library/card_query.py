"""The query language of ``rulebook cards find``: parse a query into a tree. Adjacent terms must
hold for the same ability; ``AND`` joins terms that may hold for different abilities of a card,
``OR`` needs only one, ``-`` excludes. ``cost:discard(hand)`` asks for a part of a meaning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from rulebook.errors import QueryError, require_text
from rulebook.messages import Message
from rulebook.records import dataclass

_GRAMMAR = Path(__file__).with_name("query.lark")
# Full-width forms of the signs of the language; each is one character, so columns do not change.
_SIGNS = str.maketrans("　：（）“”＂＜＞＝－", ' :()"""<>=-')
_LONGEST, _DEEPEST = 2_000, 50  # characters and nested parentheses: SQLite has limits
_HELP = 'Like this: cost:discard(hand) effect:search(deck) -limit:turn level>=2 "1枚引く"'


@dataclass(frozen=True, slots=True)
class Argument:
    """A word in the parentheses of a term, at index ``at``; ``slot`` is “from”, ``sign`` “>=”."""

    word: str
    at: int
    slot: str | None = None
    sign: str | None = None


@dataclass(frozen=True, slots=True)
class FieldTerm:
    """A field and the value it must have; ``at`` and ``word_at`` are their places in the query."""

    field: str
    sign: str
    word: str
    arguments: tuple[Argument, ...]
    at: int
    word_at: int


@dataclass(frozen=True, slots=True)
class TermGroup:
    """Queries and their ``rule``: all must hold for one ability or its card (``row``); all must
    hold for a card with any abilities (``both``); one (``either``); none may (``without``)."""

    rule: str
    parts: tuple[Query, ...]


Query = FieldTerm | TermGroup


def fields_of_query(node: Query) -> Iterator[str]:
    """Yield the field of each term in ``node``. If ``clause`` is among them, callers check that the
    library was read with the current edition: in others, a number may be another clause."""
    if isinstance(node, FieldTerm):
        yield node.field
    else:
        yield from chain.from_iterable(map(fields_of_query, node.parts))


def parse_card_query(query: str) -> Query:
    """Return ``query`` as a tree; raise :class:`QueryError`, which points at the fault."""
    require_text("a query", query)
    _check_brackets_and_length(query)
    from lark import Lark  # only here: it takes long to import
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    parser = Lark(_GRAMMAR.read_text(encoding="utf-8"), parser="lalr", maybe_placeholders=False)
    try:
        tree: Any = parser.parse(query.translate(_SIGNS))  # signs may be full-width
    except UnexpectedInput as error:
        # In words of the query language: users do not know the tokens of its grammar.
        is_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        at = len(query) if is_end else error.pos_in_stream or 0
        what = "this is not allowed here"
        if at >= len(query.rstrip()):
            at, what = max(0, len(query.rstrip()) - 1), "a term is missing here"
        elif (found := query.translate(_SIGNS)[at]) == ")":
            what = "a term is missing before this"
        elif found in ":<>=":
            what = "a field name is missing before this operator"
        raise QueryError(query, at, what, hint=_HELP) from None
    return _query_of_node(tree)


def _check_brackets_and_length(query: str) -> None:
    """Raise :class:`QueryError` for faults that the parser would report less clearly, or late."""
    flat = query.translate(_SIGNS)
    if not flat.strip():
        raise QueryError(query, 0, "the query is empty", hint=_HELP)
    if len(query) > _LONGEST:
        what = "the query has {count} characters, more than {longest}"
        why = Message(what, count=len(query), longest=_LONGEST)
        raise QueryError(query, _LONGEST, why, hint=_HELP)
    open_at: list[int] = []
    quote = -1
    for at, char in enumerate(flat):
        if char == '"':
            quote = at if quote < 0 else -1
        elif quote < 0 and char == "(":
            open_at.append(at)
        elif quote < 0 and char == ")":
            if not open_at:
                raise QueryError(query, at, "this parenthesis was never opened", hint=_HELP)
            open_at.pop()
        if len(open_at) > _DEEPEST:
            form = "parentheses are nested more than {deepest} deep here"
            raise QueryError(query, at, Message(form, deepest=_DEEPEST), hint=_HELP)
    if quote >= 0:
        raise QueryError(query, quote, "this quotation mark is never closed", hint=_HELP)
    if open_at:
        raise QueryError(query, open_at[-1], "this parenthesis is never closed", hint=_HELP)


def _query_of_node(node: Any) -> Query:
    """Return ``node`` of Lark's tree as a :class:`Query`, so no other code depends on Lark."""
    match str(node.data):
        case "term":
            field, sign, word, *nodes = node.children
            arguments = []
            for *before, inner in (each.children for each in nodes):
                kinds = {token.type: str(token) for token in before}
                slot = kinds.get("SLOT", "").rstrip(":").lower() or None
                own = _word_of_token(inner), inner.start_pos, slot, kinds.get("COMPARISON")
                arguments.append(Argument(*own))
            said = str(field).lower(), str(sign), _word_of_token(word), tuple(arguments)
            return FieldTerm(*said, field.start_pos, word.start_pos)
        case "text":  # without a field, words are searched for in the text, names included
            (words,) = node.children
            at = words.start_pos
            return FieldTerm("text", ":", _word_of_token(words), (), at, at)
        case rule:
            return TermGroup(rule, tuple(map(_query_of_node, node.children)))


def _word_of_token(token: Any) -> str:
    """Return the word of ``token`` without quotation marks, which allow spaces in it."""
    return str(token).strip('"') if token.type == "PHRASE" else str(token)
