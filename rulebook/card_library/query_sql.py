"""From the tree of a query to SQL.  What was typed is always bound, never part of the SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from rulebook.card_library.card_query import (
    AnyOf,
    Argument,
    FieldTerm,
    FreeText,
    Query,
    SameAbility,
    SameCard,
    Without,
)
from rulebook.card_library.query_words import PartPattern, QueryWords, did_you_mean
from rulebook.cards.annotating.rules import CLAUSE_ROLES
from rulebook.clauses.numbers import parse_number, plain_number
from rulebook.errors import QueryError
from rulebook.messages import Message
from rulebook.records import dataclass, replace
from rulebook.text.normal import fold

_SECTIONS = {
    "cost": "cost",
    "コスト": "cost",
    "effect": "effect",
    "効果": "effect",
    "trigger": "trigger",
    "誘発": "trigger",
    "condition": "condition",
    "条件": "condition",
    "event": "event",
}
_OF_ABILITY = {"keyword": "a.keyword", "kind": "a.kind"}
_OF_CARD = {
    "name": "c.name",
    "type": "c.type",
    "colour": "c.colour",
    "color": "c.colour",
    "id": "c.id",
    "owner": "c.owner",
    "text": "c.text",
    "status": "c.status",
}
QUERY_FIELDS = (*_SECTIONS, *_OF_ABILITY, "mark", "limit", *_OF_CARD, "level", "clause")
"""What a query can ask for by name."""

# Numbers on cards have no more digits.
_DIGITS = 9
_ORDERS = {":": "=", "=": "=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
# Full text is kept in pieces of so many characters.
_TRIGRAM = 3


@dataclass(frozen=True, slots=True)
class Sql:
    """A piece of SQL and the values for its question marks, in order."""

    text: str
    values: tuple[str | int | float, ...] = ()


def query_sql(query: str, tree: Query, words: QueryWords, limit: int) -> Sql:
    """Return the SQL that finds the cards of ``tree``; ``query`` is what was typed.

    Raises :class:`QueryError` with the place of a word that means nothing.
    """
    where = _Compiler(query, words).of_card(tree)
    columns = "c.id, c.name, c.type, c.colour, c.level, c.text, c.owner"
    text = f"SELECT {columns}\nFROM cards c\nWHERE {where.text}\nORDER BY c.id\nLIMIT ?"
    return Sql(text, (*where.values, limit))


def _all(parts: Iterable[Sql], sign: str = "AND") -> Sql:
    found = list(parts)
    if len(found) == 1:
        return found[0]
    text = f" {sign} ".join(part.text for part in found)
    return Sql(f"({text})", tuple(chain.from_iterable(part.values for part in found)))


def _in(column: str, values: Sequence[str]) -> Sql:
    if len(values) == 1:
        return Sql(f"{column} = ?", tuple(values))
    return Sql(f"{column} IN ({', '.join('?' * len(values))})", tuple(values))


class _Compiler:
    """Makes SQL of one query: of its cards (``c``), their abilities (``a``), parts (``p``)."""

    def __init__(self, query: str, words: QueryWords) -> None:
        self._query = query
        self._words = words

    # ---- Cards

    def of_card(self, node: Query) -> Sql:
        """Return what must hold of a card."""
        match node:
            case FreeText(words=words):
                return _free(words)
            case Without(what=what):
                inner = self.of_card(what)
                return Sql(f"NOT {inner.text}", inner.values)
            case SameCard(parts=parts):
                return _all(map(self.of_card, parts))
            case AnyOf(parts=parts):
                return _all(map(self.of_card, parts), "OR")
            case SameAbility(parts=parts):
                return self._of_one_ability(parts)
            case FieldTerm() if self._is_of_ability(node):
                return self._some_ability([node])
            case _:
                return self._card_term(node)

    def _of_one_ability(self, parts: Sequence[Query]) -> Sql:
        """Return what must hold of a card, and all that is about abilities of one of them."""
        own = [part for part in parts if self._is_of_ability(part)]
        others = [self.of_card(part) for part in parts if not self._is_of_ability(part)]
        if own and all(isinstance(part, Without) for part in own):
            return _all([*others, *map(self.of_card, own)])
        return _all([*others, self._some_ability(own)] if own else others)

    def _is_of_ability(self, node: Query) -> bool:
        match node:
            case FieldTerm(field=field):
                return field in _SECTIONS or field in (*_OF_ABILITY, "mark", "limit", "clause")
            case Without(what=what):
                return self._is_of_ability(what)
            case SameCard() | FreeText():
                return False
            case SameAbility(parts=parts) | AnyOf(parts=parts):
                return all(map(self._is_of_ability, parts))

    def _some_ability(self, parts: Sequence[Query]) -> Sql:
        inner = _all(map(self._of_ability, parts))
        sql = f"EXISTS (SELECT 1 FROM abilities a WHERE a.card = c.card AND {inner.text})"
        return Sql(sql, inner.values)

    def _card_term(self, term: FieldTerm) -> Sql:
        if term.field == "level":
            return self._compared("c.level", term)
        if term.field not in _OF_CARD:
            raise self._wrong(
                term.at,
                Message("there is no field {field!r}", field=term.field),
                did_you_mean(term.field, QUERY_FIELDS),
            )
        self._plain(term)
        if term.field == "text":
            return _free(term.word)
        if term.field == "name":
            return Sql("instr(lower(c.name), lower(?)) > 0", (term.word,))
        return Sql(f"{_OF_CARD[term.field]} = ? COLLATE NOCASE", (term.word,))

    # ---- Abilities

    def _of_ability(self, node: Query) -> Sql:
        match node:
            case Without(what=what):
                inner = self._of_ability(what)
                return Sql(f"NOT {inner.text}", inner.values)
            case SameAbility(parts=parts):
                return _all(map(self._of_ability, parts))
            case AnyOf(parts=parts):
                return _all(map(self._of_ability, parts), "OR")
            case FieldTerm(field=field) if field in _SECTIONS:
                return self._part(node)
            case FieldTerm(field="clause"):
                return self._clause(node)
            case FieldTerm(field="limit"):
                return self._limit(node)
            case FieldTerm():
                return self._named(node)
            case _:
                raise AssertionError(node)

    def _named(self, term: FieldTerm) -> Sql:
        """Return a term about the kind, the keyword or a mark of an ability."""
        self._plain(term)
        found = self._words.of_sort(self._query, term.field, term.word, term.word_at)
        if term.field in _OF_ABILITY:
            return _in(_OF_ABILITY[term.field], found)
        marks = (Sql("instr(' ' || a.marks || ' ', ?) > 0", (f" {mark} ",)) for mark in found)
        return _all(marks, "OR")

    def _limit(self, term: FieldTerm) -> Sql:
        if fold(term.word) in ("turn", "ターン", "1ターン"):
            return Sql("a.per_turn IS NOT NULL")
        return self._compared("a.per_turn", term)

    def _clause(self, term: FieldTerm) -> Sql:
        parsed = parse_number(term.word)
        if parsed is None or parsed.steps:
            raise self._wrong(
                term.word_at,
                Message("{part!r} is not a clause number", part=term.word),
                "Write clause:8.6.3",
            )
        sql = "SELECT 1 FROM links l WHERE l.ability = a.ability AND l.clause = ?"
        roles = tuple(self._role(argument) for argument in term.arguments)
        if roles:
            sql += f" AND l.role IN ({', '.join('?' * len(roles))})"
        return Sql(f"EXISTS ({sql})", (plain_number(parsed.parts), *roles))

    def _role(self, argument: Argument) -> str:
        role = fold(argument.word)
        if role not in CLAUSE_ROLES or argument.slot or argument.sign:
            raise self._wrong(
                argument.at,
                Message("no role is called {role!r}", role=argument.word),
                did_you_mean(role, CLAUSE_ROLES),
            )
        return role

    # ---- Parts

    def _part(self, term: FieldTerm) -> Sql:
        patterns = self._words.patterns(self._query, term, term.word_at)
        inner = _all((self._pattern(pattern, term.arguments) for pattern in patterns), "OR")
        sql = f"p.section = ? AND {inner.text}"
        sql = f"EXISTS (SELECT 1 FROM parts p WHERE p.ability = a.ability AND {sql})"
        return Sql(sql, (_SECTIONS[term.field], *inner.values))

    def _pattern(
        self, pattern: PartPattern, arguments: Sequence[Argument], table: str = "p"
    ) -> Sql:
        own_zone = any(self._takes_from(argument) for argument in arguments)
        shown = replace(pattern, source=()) if own_zone else pattern
        parts = [
            *self._pattern_conditions(shown, table),
            *(self._argument(each, table) for each in arguments),
        ]
        return _all(parts)

    def _takes_from(self, argument: Argument) -> bool:
        if argument.slot:
            return argument.slot == "from"
        return not argument.sign and fold(argument.word) in self._words.zones

    def _pattern_conditions(self, pattern: PartPattern, table: str) -> Iterable[Sql]:
        """Yield the conditions that ``pattern`` puts on a part."""
        if pattern.act:
            yield Sql(f"{table}.act = ?", (pattern.act,))
        if pattern.verb:
            yield _in(f"{table}.verb", pattern.verb)
        if pattern.whom:
            yield _in(f"{table}.whom", pattern.whom)
        for slots, concepts in (
            (("from", "of"), pattern.source),
            (("to",), pattern.goal),
            (("of",), pattern.of),
        ):
            if concepts:
                yield self._is_in_zone(table, slots, self._of_concepts(concepts))
        if pattern.not_source and (zones := self._of_concepts(pattern.not_source)):
            there = self._is_in_zone(table, ("from", "of"), zones)
            yield Sql(f"NOT {there.text}", there.values)
        if pattern.passive is not None:
            yield Sql(f"{table}.passive = ?", (int(pattern.passive),))
        for noun in pattern.not_noun:
            yield Sql(f"instr(' ' || coalesce({table}.nouns, '') || ' ', ?) = 0", (f" {noun} ",))
        if pattern.whole is not None:
            yield Sql(f"{table}.count IS {'' if pattern.whole else 'NOT '}NULL")

    def _of_concepts(self, concepts: Iterable[str]) -> tuple[str, ...]:
        return tuple(zone for each in concepts for zone in self._words.concepts.get(each, ()))

    def _is_in_zone(self, table: str, slots: Sequence[str], zones: Sequence[str]) -> Sql:
        where = _all([_in("z.slot", slots), _in("z.zone", zones)])
        sql = f"EXISTS (SELECT 1 FROM part_zones z WHERE z.part = {table}.part AND {where.text})"
        return Sql(sql, where.values)

    def _argument(self, argument: Argument, table: str) -> Sql:
        word, query = argument.word, self._query
        if argument.slot:
            either = ("from", "of") if argument.slot == "from" else (argument.slot,)
            return self._is_in_zone(table, either, self._words.zones_of(query, word, argument.at))
        if argument.sign or word.isdecimal():
            order = _ORDERS[argument.sign or "="]
            number = self._number(argument.word, argument.at)
            return _ordered(f"{table}.count", order, number)
        match self._words.argument(query, argument):
            case "zone":
                slots = ("from", "of", "to")
                return self._is_in_zone(
                    table, slots, self._words.zones_of(query, word, argument.at)
                )
            case "players":
                players = self._words.players(word)
                whose = [_in(f"{table}.{column}", players) for column in ("owner", "whom")]
                return _all(whose, "OR")
            case "measure":
                return _in(f"{table}.measure", self._words.measures[fold(word)])
            case "sort":
                return Sql(f"{table}.what = ?", (fold(word),))
            case "up-to":
                return Sql(f"{table}.at_most = 1")
            case _:
                return self._inside(argument, table)

    def _inside(self, argument: Argument, table: str) -> Sql:
        """Return what an effect speaks of: prohibit(attack)."""
        patterns = self._words.patterns(self._query, argument, argument.at)
        inner = _all((self._pattern(pattern, (), "e") for pattern in patterns), "OR")
        return Sql(
            f"EXISTS (SELECT 1 FROM parts e WHERE e.inside = {table}.part AND {inner.text})",
            inner.values,
        )

    # ---- Values

    def _compared(self, column: str, term: FieldTerm) -> Sql:
        if term.arguments:
            self._plain(term)
        return _ordered(column, _ORDERS[term.sign], self._number(term.word, term.word_at))

    def _number(self, word: str, at: int) -> int:
        if not fold(word).isdecimal():
            raise self._wrong(
                at,
                Message("{word!r} is not a number", word=word),
                "Write a number, such as 2 or >=2.",
            )
        if len(word) > _DIGITS:
            hint = Message("Write a number of {digits} digits at most.", digits=_DIGITS)
            raise self._wrong(at, Message("{word} is too large a number", word=repr(word)), hint)
        return int(fold(word))

    def _plain(self, term: FieldTerm) -> None:
        """Raise where ``term`` has what only parts of a meaning and numbers have."""
        if term.arguments:
            at = term.arguments[0].at
            raise self._wrong(
                at,
                Message("{field} takes no arguments", field=term.field),
                "Leave them out.",
            )
        if term.sign not in (":", "="):
            raise self._wrong(
                term.at,
                Message("{field} cannot be compared", field=term.field),
                Message("Write {field}:…", field=term.field),
            )

    def _wrong(self, at: int, what: str, hint: str) -> QueryError:
        return QueryError(self._query, at, what, hint=hint)


def _ordered(column: str, order: str, number: int) -> Sql:
    """Return what compares numbers; to SQLite, a letter would be more than any of them."""
    return Sql(f"(typeof({column}) = 'integer' AND {column} {order} ?)", (number,))


def _free(words: str) -> Sql:
    """Return what finds ``words`` in the name or the text; short ones are no trigrams."""
    wanted = fold(words)
    if len(wanted) < _TRIGRAM:
        return Sql("instr(c.words, ?) > 0", (wanted,))
    quoted = '"' + wanted.replace('"', '""') + '"'
    return Sql("c.card IN (SELECT rowid FROM cards_fts WHERE words MATCH ?)", (quoted,))
