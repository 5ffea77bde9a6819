"""The query language of `search`: words, "phrases", AND OR NOT, parentheses, fields (``_FIELDS``),
/regular expressions/. Whoosh's own parser accepts every mistake; this one reports the column. A
parsed query has 第12条 (article 12) as 条12, because which clause this is depends on the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from whoosh import query as whoosh
from whoosh.reading import IndexReader

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.counters import UNITS
from rulebook.clauses.game import Game
from rulebook.clauses.lookup import find_place
from rulebook.clauses.numbers import (
    ParsedNumber,
    parse_number,
    plain_number,
    roman_value,
    split_number,
)
from rulebook.errors import QueryError, UnknownClause, require_text
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass
from rulebook.search.analysis import tokens
from rulebook.search.tables.search_tables import SearchTables
from rulebook.text.normal import fold, nfkc

REGEX, CITES, CITED_BY = "regex", "cites", "cited-by"  # Predicates, which the index lacks
_FIELDS = ("text", "title", "headings", "number", "game", CITES, CITED_BY)
_SEARCHED = ("text", "title")  # The fields in which a word without a field is searched
# Full-width operators; each maps to one character, so columns stay the same.
_SIGNS = str.maketrans("　：（）“”＂＊", ' :()"""*')
_LEXEME = re.compile(
    r"(?<![^\s(])(?P<minus>-)(?=[^\s)])|/(?P<regex>(?:[^/\\]|\\.)*)(?P<ended>/?)"
    r'|(?P<field>[^\s()":]+:)|"(?P<phrase>[^"]*)(?P<closed>"?)|(?P<paren>[()])|(?P<word>[^\s()"]+)'
)
_STAR_IN_PHRASE = re.compile(r"\w\*")
_DEEPEST = 50  # The limit of nesting, since Whoosh recurses into parentheses
# The limit of operands that are not joined by OR: Whoosh recurses into their matchers.
_MOST_OPERANDS = 100
_HELP = 'Use words, "phrases", /expressions/, AND OR NOT, ( ), and fields such as title: or cites:'


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that matches a query."""

    game: Game
    number: str
    score: float


def search(
    tables: SearchTables, query: str, game: Game | None = None, *, limit: int = 10
) -> tuple[Hit, ...]:
    """Return at most ``limit`` clauses that match ``query``, best first, of ``game`` or of all
    games. Raises :class:`QueryError` for a query that cannot be parsed and, if it finds nothing,
    :class:`UnknownClause` for a number in it that no game asked has."""
    parsed = parse_query(tables.corpus, query)
    hits: list[Hit] = []
    games = [game] if game else [*tables.corpus.games.values()]
    for each in games:
        searcher = tables.index(each)
        whole = resolved(parsed, tables.corpus, each, searcher.reader())
        for hit in searcher.search(whole, limit=limit):
            hits.append(Hit(each, hit["printed"], round(float(hit.score), 4)))
    if not hits:
        _refuse_unknown(parsed, tables.corpus, games)
    return tuple(sorted(hits, key=lambda hit: -hit.score)[:limit])


def _refuse_unknown(query: whoosh.Query, corpus: Corpus, games: Sequence[Game]) -> None:
    """Raise :class:`UnknownClause` for the first number in ``query`` that none of ``games`` has."""
    for part in query.leaves():
        if getattr(part, "fieldname", "") in ("number", CITES, CITED_BY):
            unit = part.text[:1] if part.text[:1] in {*UNITS} else ""
            number = part.text.removeprefix(unit).rstrip(".*")
            missing: list[UnknownClause] = []
            for game in games:
                try:
                    find_place(corpus.read(game), ParsedNumber(split_number(number), (), unit))
                except UnknownClause as error:
                    missing.append(error)
            if len(missing) == len(games):  # without a title: “no game has a clause 99”
                raise missing[0] if len(games) == 1 else UnknownClause(number, "", "")


def parse_query(corpus: Corpus, query: str) -> whoosh.Query:
    """Return ``query`` as a Whoosh query. Raise :class:`QueryError` with the column of any mistake:
    Whoosh itself would guess or ignore it, and the user would not see why results are wrong."""
    require_text("a query", query)
    lexemes = list(_lexemes(query.translate(_SIGNS), query))
    # Whoosh would silently ignore missing operands and empty parentheses.
    for before, after in zip([None, *lexemes], [*lexemes, None], strict=True):
        if (found := _fault_between(before, after)) is not None:
            at, what = found
            raise QueryError(query, at, what, hint=_HELP)
    return _QueryParser(corpus, query, lexemes).group(_SEARCHED) or whoosh.NullQuery


class _Lexeme(NamedTuple):
    """A word, phrase, sign or field of a query, its column, and whether a space precedes it."""

    text: str
    at: int
    after_space: bool
    is_field: bool

    @property
    def is_operator(self) -> bool:
        """Whether this lexeme is AND, OR or NOT; in lower case, they are words to search for."""
        return self.text in ("AND", "OR", "NOT")


def _lexemes(flat: str, query: str) -> Iterator[_Lexeme]:
    """Yield the lexemes of ``flat``, which is ``query`` in half width, with their columns: errors
    point there. Raise :class:`QueryError` for anything unclosed, empty or nested too deep."""
    depth: list[int] = []
    end = 0
    for match in _LEXEME.finditer(flat):
        at = match.start()
        if match["regex"] is not None:
            _check_regex(match, query)
        what = ""
        if match["phrase"] is not None and not match["closed"]:
            what = "this quotation mark is never closed"
        elif match["phrase"] is not None and not match["phrase"].strip():
            what = "this phrase is empty"
        elif match["phrase"] is not None and (star := _STAR_IN_PHRASE.search(match["phrase"])):
            what = "a star in quotation marks stands for no other characters"
            at += star.end()
        elif match["paren"] == "(":
            depth.append(at)
            if len(depth) > _DEEPEST:
                deep = "parentheses are nested more than {deepest} deep here"
                what = Message(deep, deepest=_DEEPEST)
        elif match["paren"]:
            what = "" if depth else "this parenthesis was never opened"
            depth = depth[:-1]
        if what:
            raise QueryError(query, at, what, hint=_HELP)
        # -山札 means NOT 山札, as in the query language for cards.
        text = "NOT" if match["minus"] else match[0]
        yield _Lexeme(text, at, after_space=at > end, is_field=match["field"] is not None)
        end = match.end()
    if depth:
        raise QueryError(query, depth[-1], "this parenthesis is never closed", hint=_HELP)
    if not end:
        raise QueryError(query, 0, "the query is empty", hint=_HELP)


def _fault_between(before: _Lexeme | None, after: _Lexeme | None) -> tuple[int, Message] | None:
    """Return column and message of a mistake between two lexemes (None: an end of the query), such
    as a missing operand, which Whoosh would ignore; None if there is no mistake."""
    begins = before is None or before.text == "(" or before.is_operator
    if after and begins and after.text in ("AND", "OR"):
        return after.at, Message("{text} needs something before it", text=after.text)
    if before is None:
        return None
    if after and before.text == after.text == "NOT":
        return after.at, Message("two NOT in a row")
    if (after is None or after.text == ")") and (before.is_operator or before.is_field):
        return before.at, Message("{text} needs something after it", text=before.text)
    # title:-山札 would find titles with 山札: the minus must be before the field.
    is_negated = after is not None and after.text.startswith("-")
    is_apart = after and (after.after_space or after.is_operator or after.is_field or is_negated)
    if before.is_field and is_apart:
        return before.at, Message("{text} needs a word right after it", text=before.text)
    if after and (before.text, after.text) == ("(", ")"):
        return before.at, Message("these parentheses are empty")
    return None


class _QueryParser:
    """Makes a Whoosh query of checked lexemes, from left to right. An operand without any token
    becomes None and is left out, because Whoosh would find nothing for it."""

    def __init__(self, corpus: Corpus, query: str, lexemes: Iterable[_Lexeme]) -> None:
        """Prepare to read the ``lexemes`` of ``query``; ``game:`` may name games of ``corpus``."""
        self._corpus = corpus
        self._query = query
        self._lexemes = iter(lexemes)
        self._operands = 0  # those after OR are not counted: Whoosh does not recurse into them

    def group(self, fields: tuple[str, ...]) -> whoosh.Query | None:
        """Return the query up to the next closing parenthesis or the end, None if it has no tokens;
        its words are searched in ``fields``. AND binds most tightly, then OR. Operands without an
        operator between them are joined last; both must match, as with AND."""
        rows: list[list[list[whoosh.Query | None]]] = []
        joint, is_negated = "", False
        for lexeme in self._lexemes:
            if lexeme.text == ")":
                break
            if lexeme.is_operator:
                is_negated = lexeme.text == "NOT"
                joint = joint if is_negated else lexeme.text
                continue
            self._operands += joint != "OR"  # Whoosh recurses into each, until Python refuses
            if self._operands > _MOST_OPERANDS:
                what = Message("more than {most} operands without OR", most=_MOST_OPERANDS)
                raise QueryError(self._query, lexeme.at, what, hint="Search for fewer at once.")
            operand = self._operand(lexeme, fields)
            if is_negated and operand is not None:
                operand = whoosh.Not(operand)
            match joint:
                case "AND":
                    rows[-1][-1].append(operand)
                case "OR":
                    rows[-1].append([operand])
                case _:
                    rows.append([[operand]])
            joint, is_negated = "", False
        both = ((_joined(whoosh.And, each) for each in row) for row in rows)
        return _joined(whoosh.And, (_joined(whoosh.Or, row) for row in both))

    def _operand(self, lexeme: _Lexeme, fields: tuple[str, ...]) -> whoosh.Query | None:
        """Return the query of the operand at ``lexeme``, perhaps a field with its value; None
        without tokens. Raise for unknown fields or games and bad numbers: Whoosh would guess."""
        name = ""
        if lexeme.is_field:
            name = lexeme.text[:-1].lower()
            if name not in _FIELDS:
                what = Message("there is no field {field!r}", field=lexeme.text[:-1])
                hint = Message("Fields: {fields}", fields=", ".join(_FIELDS))
                raise QueryError(self._query, lexeme.at, what, hint=hint)
            fields, lexeme = (name,), next(self._lexemes)
        text, at = lexeme.text, lexeme.at
        if name == "number":
            number = _number(text, self._query, at)
            kind = whoosh.Prefix if number.endswith("*") else whoosh.Term
            return kind(name, number.removesuffix("*"))
        # The index lacks predicates: :func:`resolved` replaces them by the clauses that match.
        if name in (CITES, CITED_BY):
            return whoosh.Term(name, _number(text, self._query, at))
        if text.startswith("/"):
            if name not in ("", "text"):
                what = Message("{name}: does not take a regular expression", name=name)
                remedy = "Write the expression without a field."
                raise QueryError(self._query, at, what, hint=remedy)
            pattern = self._query[at + 1 : at + len(text) - 1]
            return whoosh.Term(REGEX, unescaped(pattern))
        if name == "game":
            return whoosh.Term(name, self._corpus.game(text.strip('"')).id)
        if text == "(":
            return self.group(fields)
        return _words(text, fields)


def _words(text: str, fields: tuple[str, ...]) -> whoosh.Query | None:
    """Return the query for a phrase in quotation marks, in which a star is not a wildcard, or for a
    word; None without tokens. A star at the end of a word finds all words that begin so. Whoosh
    allows only one star, so in ``a*b*`` the text before the first star is a separate word, which
    must match too."""
    if text.startswith('"'):
        return _tokens_in_fields(whoosh.Term, text[1:-1], fields)
    before, last = text, ""
    if text.endswith("*"):
        before, _, last = text[:-1].rpartition("*")
    words = _tokens_in_fields(whoosh.Term, before, fields)
    return _joined(whoosh.And, (words, _tokens_in_fields(whoosh.Prefix, last, fields)))


def _joined(joiner: Any, queries: Iterable[whoosh.Query | None]) -> whoosh.Query | None:
    """Return ``queries`` joined by ``joiner``, flat and without duplicates, to be searched fast."""
    parts: dict[whoosh.Query, None] = {}
    for query in queries:
        if query is not None:
            parts |= dict.fromkeys(query.subqueries if isinstance(query, joiner) else [query])
    return joiner([*parts]) if len(parts) > 1 else next(iter(parts), None)


def _tokens_in_fields(single: Any, text: str, fields: Iterable[str]) -> whoosh.Query | None:
    """Return the query for the tokens of ``text`` in any of ``fields``; None without any token. A
    single token is searched as it is or, if ``single`` is ``Prefix``, as the beginning of others.
    Pairs of characters must form a phrase, since each alone is in many other words too."""
    words = tokens(fold(text))
    kind, args = (single, words) if len(words) < 2 else (whoosh.Phrase, [words])
    return _joined(whoosh.Or, (kind(each, *args) for each in fields)) if words else None


def _number(value: str, query: str, at: int) -> str:
    """Return the clause number ``value`` of a query as the index has it, but with its unit (条12).
    Raise if ``value`` is not a clause number or is that of a step (5.5.1.V), which the index lacks;
    a last letter that is not a Roman numeral may be a clause. A point before the star is kept:
    8.6.* does not find 8.60."""
    star = "*" if value.endswith("*") else ""
    written = value.removesuffix("*")
    point = "." if star and written.endswith((".", "-")) else ""
    parsed = parse_number(written)
    steps = parsed.steps if parsed else ()  # 103.2.b may be a clause, 5.5.1.V only a step
    if parsed is None or any(len(step) > 1 or roman_value(step) is not None for step in steps):
        what = Message("{part!r} is not a clause number", part=value)
        raise QueryError(query, at, what, hint="Write number:8.6.3 or number:8.6*")
    number = ".".join((plain_number(parsed.parts), *parsed.steps)).lower() + point + star
    return parsed.unit + number


# ---- Predicates on whole clauses, for which the index has no field

# In instructions of RE2. 山{1000} has 3,004; from about 5,000 on, RE2 may take a thousand times as
# long for a clause, because its fast matcher gives up.
_LARGEST_PROGRAM = 4000
_REGEX_HINT = "Use the syntax of Python without (?=…), (?<…) and \\1; write a slash as \\/."
_NOTHING = whoosh.Term("number", "")  # Matches nothing, since no clause has an empty number


def _check_regex(match: re.Match[str], query: str) -> None:
    """Raise :class:`QueryError` with the column of the mistake if the regular expression at
    ``match`` is unclosed, empty, invalid or so large that it could block a server."""
    import re2  # few queries have an expression

    if not match["ended"]:
        what = "this regular expression is never closed"
        raise QueryError(query, match.start(), what, hint="Write it between slashes: /山札.*公開/")
    at, end = match.span("regex")
    if at == end:
        raise QueryError(query, match.start(), "this regular expression is empty", hint=_HELP)
    pattern = unescaped(query[at:end])
    try:
        size = _compiled(pattern).programsize
    except re2.error as error:
        reason = error.args[0]
        message = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        fault, _, where = message.partition(": ")
        # Found where it is written: in the query, slashes have a backslash.
        column = at + max(0, query[at:end].find(where.replace("/", "\\/")))
        what = Message("in the regular expression: {what}", what=fault)
        raise QueryError(query, column, what, hint=_REGEX_HINT) from error
    if size > _LARGEST_PROGRAM:
        problem = "the regular expression is too large ({size} steps, at most {largest_program})"
        what = Message(problem, size=size, largest_program=_LARGEST_PROGRAM)
        raise QueryError(query, at, what, hint="Repeat less: use smaller numbers in {…}.")


def _compiled(pattern: str) -> Any:
    """Return ``pattern`` compiled by RE2: its time grows only linearly, which protects servers."""
    import re2  # few queries have an expression

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    return re2.compile(pattern, options)


def resolved(query: whoosh.Query, corpus: Corpus, game: Game, reader: IndexReader) -> whoosh.Query:
    """Return ``query`` with each predicate (``cites:``) replaced by the numbers of the clauses of
    ``game`` that match it, since the index (``reader``) has no texts and references. Numbers with a
    unit (条12) become numbers of the game. Phrases longer than any clause, which are slow to search
    for, find nothing."""

    def replaced(part: whoosh.Query) -> whoosh.Query:
        """Return what to search for in place of ``part``: nothing for a phrase longer than any
        text, the full number for one with a unit, numbers of clauses for a predicate."""
        if isinstance(part, whoosh.Phrase):
            # Stored lengths are rounded: no text of the field is twice as long.
            longest = 2 * int(reader.max_field_length(part.fieldname))
            return _NOTHING if len(part.words) > longest else part
        if not isinstance(part, (whoosh.Term, whoosh.Prefix)):
            return part
        field, text = part.fieldname, part.text
        if field in ("number", CITES, CITED_BY) and text[:1] in {*UNITS}:
            text = _number_in_game(corpus, game, text[0], text[1:])
        if field not in (REGEX, CITES, CITED_BY):
            return part if text == part.text else type(part)(field, text)
        found = _clauses_found(corpus, game, field, text)
        numbers = sorted({plain_number(split_number(number)) for number in found})
        terms = [whoosh.Term("number", number) for number in numbers]
        return whoosh.ConstantScoreQuery(whoosh.Or(terms)) if terms else _NOTHING

    return query.accept(replaced)


def _number_in_game(corpus: Corpus, game: Game, unit: str, number: str) -> str:
    """Return the full number, as the index has it (3.12), of the clause that ``game`` counts as
    ``number`` by ``unit`` (条, 12): some games count through all chapters. If the game has no such
    clause, return ``number``. A ``.*`` or ``*`` at the end, for numbers that begin so, is kept."""
    if unit not in game.edition.layout.levels:
        return number
    counted = number.rstrip(".*")
    try:
        place = find_place(corpus.read(game), ParsedNumber(split_number(counted), (), unit))
    except UnknownClause:
        return number
    return plain_number(split_number(place.number)) + number[len(counted) :]


def _clauses_found(corpus: Corpus, game: Game, predicate: str, wanted: str) -> Iterator[str]:
    """Yield the numbers of the clauses that match a ``predicate``, which the index lacks: they cite
    ``wanted``, are cited by it, or their wording, printed or in NFKC, matches this expression."""
    from rulebook.links.linker import link_game  # seldom needed, and slow to import

    if predicate == REGEX:
        expression = _compiled(wanted)
        wordings = ((clause.number, clause.wording) for clause in corpus.read(game).clauses)
        for number, wording in wordings:
            if expression.search(wording) or expression.search(nfkc(wording)):
                yield number
    elif predicate == CITES:
        for cited, citing in link_game(corpus, game).cited_by.items():
            if _number_matches(cited, wanted):
                yield from citing
    else:
        for number, references in link_game(corpus, game).references.items():
            if _number_matches(number, wanted):
                yield from (target for reference in references for target in reference.targets)


def _number_matches(printed: str, wanted: str) -> bool:
    """Whether ``printed``, as the index has it (9.2 for 9-2), is ``wanted`` or begins so (9*)."""
    indexed = plain_number(split_number(printed))
    return indexed.startswith(wanted[:-1]) if wanted.endswith("*") else indexed == wanted


def unescaped(pattern: str) -> str:
    """Return ``pattern`` without the backslashes that slashes in it need in a query (/1\\/2/)."""
    return pattern.replace("\\/", "/")
