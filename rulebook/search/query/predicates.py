"""Predicates of a query on whole clauses: regular expressions, and citations in both directions.
Expressions run on RE2, in time linear in text and program: large programs are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whoosh import query as whoosh
from whoosh.reading import IndexReader

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.numbers import plain_number, split_number
from rulebook.errors import QueryError
from rulebook.messages import Message
from rulebook.text.normal import nfkc

REGEX, CITES, CITED_BY = "regex", "cites", "cited-by"
"""Fields that the index does not have; their terms are replaced by the numbers of clauses."""
# In instructions of RE2. 山{1000} has 3,004; from about 5,000 on, RE2 may take a thousand times as
# long for a clause, because its fast matcher gives up.
_LARGEST_PROGRAM = 4000
_HINT = "Use the syntax of Python without (?=…), (?<…) and \\1; write a slash as \\/."
# Matches nothing, since no clause has an empty number.
_NOTHING = whoosh.Term("number", "")


def check_regex(pattern: str, query: str, at: int) -> None:
    """Raise :class:`QueryError` with the column of the mistake if ``pattern``, at ``at`` in
    ``query``, is invalid or too large: a query that RE2 runs slowly could block a server."""
    import re2

    try:
        size = _compiled(pattern).programsize
    except re2.error as error:
        reason = error.args[0]
        message = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        fault, _, where = message.partition(": ")
        column = at + max(0, pattern.find(where)) if where else at
        what = Message("in the regular expression: {what}", what=fault)
        raise QueryError(query, column, what, hint=_HINT) from error
    if size > _LARGEST_PROGRAM:
        problem = "the regular expression is too large ({size} steps, at most {largest_program})"
        what = Message(problem, size=size, largest_program=_LARGEST_PROGRAM)
        raise QueryError(query, at, what, hint="Repeat less: use smaller numbers in {…}.")


def _compiled(pattern: str) -> Any:
    """Return ``pattern`` compiled by RE2, whose time grows only linearly, for a server's sake."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    return re2.compile(pattern, options)


def resolved(query: whoosh.Query, corpus: Corpus, game: Game, reader: IndexReader) -> whoosh.Query:
    """Return ``query`` with each predicate (``cites:``, a regular expression) replaced by the
    numbers of the clauses that match: the index of ``reader`` has neither whole texts nor
    references. Phrases longer than any clause, which Whoosh would search slowly, match nothing."""

    def replaced(part: whoosh.Query) -> whoosh.Query:
        """Return ``part``, or what replaces it: Whoosh calls this for each part of the query."""
        if isinstance(part, whoosh.Phrase):
            # Stored lengths are rounded: no text of the field is twice as long.
            longest = 2 * int(reader.max_field_length(part.fieldname))
            return whoosh.NullQuery if len(part.words) > longest else part
        if not isinstance(part, whoosh.Term) or part.fieldname not in _FINDERS:
            return part
        found = _FINDERS[part.fieldname](corpus, game, part.text)
        numbers = sorted({plain_number(split_number(number)) for number in found})
        terms = [whoosh.Term("number", number) for number in numbers]
        return whoosh.ConstantScoreQuery(whoosh.Or(terms)) if terms else _NOTHING

    return query.accept(replaced)


def _matching(corpus: Corpus, game: Game, pattern: str) -> Iterator[str]:
    """Yield the numbers of clauses whose wording, printed or in NFKC, matches: users mix widths."""
    expression = _compiled(pattern)
    for clause in corpus.read(game).clauses:
        wording = clause.wording
        if expression.search(wording) or expression.search(nfkc(wording)):
            yield clause.number


def _citing(corpus: Corpus, game: Game, number: str) -> Iterator[str]:
    """Yield the numbers of the clauses that cite ``number``, of which the index knows nothing."""
    from rulebook.links.linker import link_game  # seldom needed, and slow to import

    for cited, citing in link_game(corpus, game).cited_by.items():
        if _number_matches(cited, number):
            yield from citing


def _cited_by(corpus: Corpus, game: Game, number: str) -> Iterator[str]:
    """Yield the numbers that the clause ``number`` cites, of which the index knows nothing."""
    from rulebook.links.linker import link_game  # seldom needed, slow

    for citing, references in link_game(corpus, game).references.items():
        if _number_matches(citing, number):
            yield from (target for reference in references for target in reference.targets)


def _number_matches(printed: str, wanted: str) -> bool:
    """Whether ``printed`` is ``wanted``, or begins with it (9*), whatever separators a game has."""
    plain = plain_number(split_number(printed))
    return plain.startswith(wanted[:-1]) if wanted.endswith("*") else plain == wanted


_FINDERS = {REGEX: _matching, CITES: _citing, CITED_BY: _cited_by}


def unescaped(pattern: str) -> str:
    """Return ``pattern`` with bare slashes for escaped ones: in a query, these would end it."""
    return pattern.replace("\\/", "/")
