"""Translate the tree of a query to SQL. Words that users typed are bound, never part of the SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import chain

from rulebook.card_library.card_query import Argument, FieldTerm, Query, TermGroup
from rulebook.cards.annotating.rules import CLAUSE_ROLES
from rulebook.cards.meaning.action_types import ACTION_TYPES, PAYMENT_TYPES
from rulebook.cards.meaning.nodes import meaning_types
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.lookup import find_place
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbers import parse_number
from rulebook.errors import QueryError
from rulebook.grouping import grouped
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.text.normal import fold
from rulebook.toml_files.loader import load_if_there

# The types of parts: those of effects, and those that only events and conditions have.
_TYPES = (*meaning_types(), *ACTION_TYPES, *PAYMENT_TYPES, "moment", "condition")
PLAYERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("自分", "あなた", "self", "you", "own"), ("自分", "あなた")),
    **dict.fromkeys(("相手", "opponent"), ("相手",)),
}
"""The words of cards for each player, by the words of queries: games print 自分 or あなた."""
_SORTS = ("cards", "this-card", "players", "damage", "numbers", "abilities")
_SUGGESTED = 4  # similar names in an error
_NO_BRACKETS = str.maketrans("", "", "【】")
_DIGITS = 9  # numbers on cards have no more
_SECTIONS = {"cost": "cost", "コスト": "cost", "effect": "effect", "効果": "effect"}
_SECTIONS |= {"trigger": "trigger", "誘発": "trigger", "condition": "condition"}
_SECTIONS |= {"条件": "condition", "event": "event"}
_OF_ABILITY = {"keyword": "a.keyword", "kind": "a.kind"}
_OF_CARD = {"name": "c.name", "type": "c.type", "colour": "c.colour", "color": "c.colour"}
_OF_CARD |= {"id": "c.id", "owner": "c.owner", "text": "c.text", "status": "c.status"}
QUERY_FIELDS = (*_SECTIONS, *_OF_ABILITY, "mark", "limit", *_OF_CARD, "level", "clause")
"""What a query can ask for by name."""
_TRIGRAM = 3  # characters of a piece in the full-text index, which lacks shorter words
_SIGNS = {"row": "AND", "both": "AND", "either": "OR"}  # between the conditions of a group


@dataclass(frozen=True, slots=True)
class PartPattern:
    """What a word of a query asks of a part of a meaning: its act, the concepts of its zones, the
    players affected, its verbs. ``whole`` says whether it has no number, ``passive`` whether its
    verb is passive (None: either); its object has none of the nouns ``not_noun``."""

    act: str
    source: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    not_source: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    verb: tuple[str, ...] = ()
    not_noun: tuple[str, ...] = ()
    passive: bool | None = None
    whole: bool | None = None


@dataclass(frozen=True, slots=True)
class CardWord:
    """A word of queries: its other names, and the alternative parts of a meaning that it finds."""

    names: tuple[str, ...]
    parts: tuple[PartPattern, ...]


@dataclass(frozen=True, slots=True)
class CardWordsFile:
    """``corpus/card_words.toml``: the words for actions in queries, by key."""

    words: Mapping[str, CardWord]


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return a hint with names of ``known`` close to ``word``, or containing it, or the first."""
    wanted = fold(word)
    near = get_close_matches(wanted, known, n=_SUGGESTED, cutoff=0.6)
    near += [name for name in known if wanted and wanted in name and name not in near]
    if near:
        return Message("Did you mean {names}?", names=", ".join(near[:_SUGGESTED]))
    names = ", ".join(known[:12]) + (" …" if known[12:] else "")
    return Message("Known names: {names}", names=names) if known else ""


def load_compiler(
    query: str, library: sqlite3.Connection, corpus: Corpus, game: Game
) -> QueryCompiler:
    """Return the compiler of ``query`` with the words of the corpus and of stored cards: others are
    an error. Zones and keywords have names from concepts (``hand``), which the library stores."""
    sql = "SELECT name, word FROM names WHERE sort = ?"
    stored = {s: _words_by_name(library.execute(sql, (s,))) for s in ("zone", "keyword")}
    sql = "SELECT concept, word FROM words WHERE sort = 'zone' AND concept IS NOT NULL"
    stored["concept"] = _words_by_name(library.execute(sql))
    rows = library.execute("SELECT DISTINCT marks FROM abilities")
    used = {"mark": sorted({mark for (marks,) in rows for mark in marks.split()})}
    for sort, table in (("verb", "parts"), ("measure", "parts"), ("kind", "abilities")):
        rows = library.execute(f"SELECT DISTINCT {sort} FROM {table} WHERE {sort} <> ''")
        used[sort] = [word for (word,) in rows]
    for sort, words in used.items():
        # Users type other forms: 自 for 【自】 (auto), アタック (attack) without する.
        bare = [word.translate(_NO_BRACKETS) for word in words]
        forms = zip(words, bare, (word.removesuffix("する") for word in bare), strict=True)
        stored[sort] = _words_by_name((n, f[0]) for f in forms for n in dict.fromkeys(map(fold, f)))
    path = corpus.folder / "card_words.toml"
    file = load_if_there(path, CardWordsFile, hint="See CONTRIBUTING.md.")
    return QueryCompiler(query, partial(corpus.read, game), file.words if file else {}, stored)


def _words_by_name(rows: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the cards' words in ``rows`` (name, word) by the name in queries: hand finds 手札."""
    return {name: tuple(words) for name, words in grouped(rows).items()}


@dataclass(frozen=True, slots=True)
class Sql:
    """A piece of SQL, and the values for its question marks in order: user input is never SQL."""

    text: str
    values: tuple[str | int | float, ...] = ()


def query_sql(tree: Query, compiler: QueryCompiler, limit: int) -> Sql:
    """Return the SQL that finds the first ``limit`` cards, by id, that ``tree`` asks for."""
    where = compiler.condition(tree)
    columns = "c.id, c.name, c.type, c.colour, c.level, c.text, c.owner"
    text = f"SELECT {columns}\nFROM cards c\nWHERE {where.text}\nORDER BY c.id\nLIMIT ?"
    return Sql(text, (*where.values, limit))


def _joined(parts: Iterable[Sql], sign: str = "AND") -> Sql:
    """Return ``parts`` joined by ``sign`` (AND, OR), in parentheses, since queries nest both."""
    found = list(parts)
    if len(found) == 1:
        return found[0]
    text = f" {sign} ".join(part.text for part in found)
    return Sql(f"({text})", tuple(chain.from_iterable(part.values for part in found)))


def _one_of_values(column: str, values: Sequence[str]) -> Sql:
    """Return the condition that ``column`` is one of ``values``: bound, since users typed them."""
    if len(values) == 1:
        return Sql(f"{column} = ?", tuple(values))
    return Sql(f"{column} IN ({', '.join('?' * len(values))})", tuple(values))


@dataclass(frozen=True, slots=True)
class QueryCompiler:
    """Makes SQL from one ``query``: for cards (``c``), their abilities (``a``) and parts (``p``).
    ``stored`` has, by sort (zone, verb …), then by name in normal form (hand), the words that cards
    print (手札). Only a clause needs the ``book``."""

    query: str
    book: Callable[[], Rulebook]
    card_words: Mapping[str, CardWord]
    stored: Mapping[str, Mapping[str, tuple[str, ...]]]

    def patterns(
        self, word: str, at: int, sort: str = "action", others: Iterable[str] = ()
    ) -> tuple[PartPattern, ...]:
        """Return what ``word`` of a query asks of parts of abilities: it is a word of
        ``card_words.toml``, a type of effect or a verb of cards. Else raises :class:`QueryError`,
        which calls it a ``sort`` and suggests close names, also of ``others`` tried by callers."""
        wanted = fold(word)
        for key, known in self.card_words.items():
            if wanted == key or wanted in map(fold, known.names):
                return known.parts
        if wanted in _TYPES:
            return (PartPattern(wanted),)
        if verbs := self.stored["verb"].get(wanted):
            return (PartPattern("", verb=verbs),)
        names = (name for each in self.card_words.values() for name in each.names)
        acts = (*self.card_words, *names, *_TYPES, *self.stored["verb"])
        raise self._unknown(at, word, sort, (*others, *acts))

    def of_sort(self, sort: str, word: str, at: int) -> tuple[str, ...]:
        """Return the words of cards (手札) for which ``word`` (hand) is a stored name of ``sort``,
        else raise :class:`QueryError` with names: for zones, first those that most users type."""
        if found := self.stored[sort].get(fold(word)):
            return found
        names = self.zone_names() if sort == "zone" else self.stored[sort]
        raise self._unknown(at, word, sort, names)

    def zone_names(self) -> list[str]:
        """Return all names of zones, to suggest one for an unknown name: first cards' words for
        zones with a concept, which most users type, then the concepts (``hand``), then others."""
        concepts = self.stored["concept"]
        words = (fold(word) for words in concepts.values() for word in words)
        return list(dict.fromkeys((*words, *concepts, *self.stored["zone"])))

    def error(self, at: int, what: str, hint: str) -> QueryError:
        """Return an error that shows the query with its fault at ``at`` marked, to be corrected."""
        return QueryError(self.query, at, what, hint=hint)

    def _unknown(self, at: int, word: str, sort: str, known: Iterable[str]) -> QueryError:
        """Return the error for ``word``, with close names: without it, SQL would find nothing."""
        what = Message("no {sort} is called {word!r}", sort=sort, word=word)
        return self.error(at, what, did_you_mean(word, list(dict.fromkeys(known))))

    def condition(self, node: Query, *, of_card: bool = True) -> Sql:
        """Return the condition that a card ``c`` meets ``node`` or, unless ``of_card``, that its
        ability ``a`` does. Adjacent terms must hold for one ability, as a cost of one and an effect
        of another do not match; if all are negated, no ability may meet any of them."""
        match node:
            case TermGroup(rule="without", parts=(what,)):
                inner = self.condition(what, of_card=of_card)
                return Sql(f"NOT {inner.text}", inner.values)
            case TermGroup(rule="row", parts=parts) if of_card:
                own = [part for part in parts if self._is_of_ability(part)]
                others = [self.condition(part) for part in parts if not self._is_of_ability(part)]
                if all(isinstance(part, TermGroup) and part.rule == "without" for part in own):
                    return _joined([*others, *map(self.condition, own)])
                one = _joined(self.condition(part, of_card=False) for part in own)
                sql = f"EXISTS (SELECT 1 FROM abilities a WHERE a.card = c.card AND {one.text})"
                return _joined([*others, Sql(sql, one.values)])
            case TermGroup(rule=rule, parts=parts):
                joined = (self.condition(part, of_card=of_card) for part in parts)
                return _joined(joined, _SIGNS[rule])
            case FieldTerm() if not of_card:
                return self._of_ability(node)
            case FieldTerm() if self._is_of_ability(node):
                return self.condition(TermGroup("row", (node,)))
            case FieldTerm():
                return self._of_card(node)

    def _of_card(self, term: FieldTerm) -> Sql:
        """Return the condition that card ``c`` meets ``term``, or raise :class:`QueryError`. Upper
        and lower case are alike: ``c.words`` is stored folded, other columns as printed."""
        field, wanted = term.field, fold(term.word)
        if field == "level":
            return self._compares_number("c.level", term)
        if field not in _OF_CARD:
            unknown = Message("there is no field {field!r}", field=field)
            raise self.error(term.at, unknown, did_you_mean(field, QUERY_FIELDS))
        self._check_no_arguments_or_sign(term)
        if field == "text" and len(wanted) < _TRIGRAM:  # not in the full-text index
            return Sql("instr(c.words, ?) > 0", (wanted,))
        if field == "text":
            quoted = '"' + wanted.replace('"', '""') + '"'
            return Sql("c.card IN (SELECT rowid FROM cards_fts WHERE words MATCH ?)", (quoted,))
        if field == "name":  # a part of it; ``instr`` has no COLLATE
            return Sql("instr(lower(c.name), lower(?)) > 0", (term.word,))
        return Sql(f"{_OF_CARD[field]} = ? COLLATE NOCASE", (term.word,))

    def _is_of_ability(self, node: Query) -> bool:
        """Whether ``node`` can be checked on one ability, as adjacent terms must hold for the same
        one. Terms joined by AND (``both``) may hold for two abilities: the card is checked."""
        if isinstance(node, TermGroup):
            return node.rule != "both" and all(map(self._is_of_ability, node.parts))
        return node.field in (*_SECTIONS, *_OF_ABILITY, "mark", "limit", "clause")

    def _of_ability(self, term: FieldTerm) -> Sql:
        """Return the condition that ability ``a`` meets ``term``, by how its field is stored."""
        field = term.field
        if field in _SECTIONS:
            patterns = self.patterns(term.word, term.word_at)
            inner = _joined((self._matches(each, term.arguments) for each in patterns), "OR")
            sql = "SELECT 1 FROM parts p WHERE p.ability = a.ability AND p.section = ?"
            return Sql(f"EXISTS ({sql} AND {inner.text})", (_SECTIONS[field], *inner.values))
        if field == "clause":
            return self._cites_clause(term)
        # “limit:turn” asks for any limit per turn, “limit:1” for that number.
        if field == "limit" and fold(term.word) in ("turn", "ターン", "1ターン"):
            return Sql("a.per_turn IS NOT NULL")
        if field == "limit":
            return self._compares_number("a.per_turn", term)
        self._check_no_arguments_or_sign(term)
        found = self.of_sort(field, term.word, term.word_at)
        if field in _OF_ABILITY:
            return _one_of_values(_OF_ABILITY[field], found)
        # One column has all marks: with spaces around, only a whole mark is found.
        sql = "instr(' ' || a.marks || ' ', ?) > 0"
        return _joined((Sql(sql, (f" {mark} ",)) for mark in found), "OR")

    def _cites_clause(self, term: FieldTerm) -> Sql:
        """Return the condition that a clause (not a step) governs the ability, in one of the roles,
        if any are given. Raises :class:`UnknownClause` for a number that the rules lack."""
        parsed = parse_number(term.word)
        if parsed is None or parsed.steps:
            what = Message("{part!r} is not a clause number", part=term.word)
            raise self.error(term.word_at, what, "Write clause:8.6.3")
        sql = "SELECT 1 FROM links l WHERE l.ability = a.ability AND l.clause = ?"
        roles = tuple(fold(argument.word) for argument in term.arguments)
        for role, argument in zip(roles, term.arguments, strict=True):
            if role not in CLAUSE_ROLES or argument.slot or argument.sign:
                what = Message("no role is called {role!r}", role=argument.word)
                raise self.error(argument.at, what, did_you_mean(role, CLAUSE_ROLES))
        if roles:
            sql += f" AND l.role IN ({', '.join('?' * len(roles))})"
        return Sql(f"EXISTS ({sql})", (find_place(self.book(), parsed).number, *roles))

    def _matches(
        self, pattern: PartPattern, arguments: Sequence[Argument], table: str = "p"
    ) -> Sql:
        """Return the condition that a row of ``table`` (a part of a meaning) fits all fields that
        ``pattern`` has, and has ``arguments``. A zone in an argument replaces the zone from which
        the pattern takes cards (draw: the deck), since both cannot hold. A ``whole`` pattern fits
        parts without a number of cards: “look at your deck”, not “at the top 3 cards of it”."""
        own_zone = any(
            each.slot == "from"
            or (not each.slot and not each.sign and fold(each.word) in self.stored["zone"])
            for each in arguments
        )
        # Empty fields of the pattern allow any value.
        act, source = (pattern.act,) if pattern.act else (), () if own_zone else pattern.source
        columns = {"act": act, "verb": pattern.verb, "whom": pattern.whom}
        found = [_one_of_values(f"{table}.{name}", some) for name, some in columns.items() if some]
        zones_in = {("from", "of"): source, ("to",): pattern.goal, ("of",): pattern.of}
        for slots, concepts in zones_in.items():
            if concepts:
                found.append(self._is_in_zone(table, slots, self._of_concepts(concepts)))
        if pattern.not_source and (zones := self._of_concepts(pattern.not_source)):
            there = self._is_in_zone(table, ("from", "of"), zones)
            found.append(Sql(f"NOT {there.text}", there.values))
        if pattern.passive is not None:
            found.append(Sql(f"{table}.passive = ?", (int(pattern.passive),)))
        for noun in pattern.not_noun:
            sql = f"instr(' ' || coalesce({table}.nouns, '') || ' ', ?) = 0"
            found.append(Sql(sql, (f" {noun} ",)))
        if pattern.whole is not None:
            found.append(Sql(f"{table}.count IS {'' if pattern.whole else 'NOT '}NULL"))
        return _joined([*found, *(self._argument_holds(each, table) for each in arguments)])

    def _of_concepts(self, concepts: Iterable[str]) -> tuple[str, ...]:
        """Return what cards of this game call the zones ``concepts`` (控え室 for ``discard-pile``):
        ``card_words.toml`` names concepts, so one pattern of a word serves all games."""
        known = self.stored["concept"]
        return tuple(zone for each in concepts for zone in known.get(each, ()))

    def _is_in_zone(self, table: str, slots: Sequence[str], zones: Sequence[str]) -> Sql:
        """Return the condition that a row of ``table``, a part of an ability, has one of ``zones``
        in one of ``slots``: “discard from the hand” has 手札 (hand) in the slot ``from``."""
        where = _joined([_one_of_values("z.slot", slots), _one_of_values("z.zone", zones)])
        sql = f"EXISTS (SELECT 1 FROM part_zones z WHERE z.part = {table}.part AND {where.text})"
        return Sql(sql, where.values)

    def _argument_holds(self, argument: Argument, table: str) -> Sql:
        """Return the condition that a row has ``argument``: a zone if it has a slot, a number if it
        has a sign, else what its word names (a zone, player, measure, sort, part inside)."""
        word, wanted, stored = argument.word, fold(argument.word), self.stored
        if argument.slot:
            # 手札から (from the hand) and 手札の (of the hand) are two slots with one meaning.
            either = ("from", "of") if argument.slot == "from" else (argument.slot,)
            return self._is_in_zone(table, either, self.of_sort("zone", word, argument.at))
        if argument.sign or word.isdecimal():
            return self._compares(f"{table}.count", argument.sign or "=", word, argument.at)
        if wanted in stored["zone"]:
            return self._is_in_zone(table, ("from", "of", "to"), stored["zone"][wanted])
        if wanted in PLAYERS:
            players = PLAYERS[wanted]
            whose = [_one_of_values(f"{table}.{name}", players) for name in ("owner", "whom")]
            return _joined(whose, "OR")
        if wanted in stored["measure"]:
            return _one_of_values(f"{table}.measure", stored["measure"][wanted])
        if wanted in _SORTS:
            return Sql(f"{table}.what = ?", (wanted,))
        if wanted in ("まで", "up-to"):
            return Sql(f"{table}.at_most = 1")
        # The part contains another, as in prohibit(attack), whose row refers to the one around it.
        others = (*self.zone_names(), *PLAYERS, *stored["measure"], *_SORTS)
        patterns = self.patterns(word, argument.at, "zone, player or number", others)
        inner = _joined((self._matches(each, (), "e") for each in patterns), "OR")
        where = f"e.inside = {table}.part AND {inner.text}"
        return Sql(f"EXISTS (SELECT 1 FROM parts e WHERE {where})", inner.values)

    def _compares_number(self, column: str, term: FieldTerm) -> Sql:
        """Return the condition that ``column`` compares as ``term`` says: ``level>=3``."""
        if term.arguments:  # this raises; a sign alone is allowed here
            self._check_no_arguments_or_sign(term)
        return self._compares(column, term.sign, term.word, term.word_at)

    def _compares(self, column: str, sign: str, word: str, at: int) -> Sql:
        """Return the condition that ``column`` compares by ``sign`` with the number ``word``, which
        is at ``at``. Text in the column (X, of “level X”) is excluded: to SQLite, it is greater."""
        if not fold(word).isdecimal():
            what = Message("{word!r} is not a number", word=word)
            raise self.error(at, what, "Write a number, such as 2 or >=2.")
        if len(word) > _DIGITS:
            hint = Message("Write a number of {digits} digits at most.", digits=_DIGITS)
            what = Message("{word} is too large a number", word=repr(word))
            raise self.error(at, what, hint)
        order = "=" if sign == ":" else sign
        return Sql(f"(typeof({column}) = 'integer' AND {column} {order} ?)", (int(fold(word)),))

    def _check_no_arguments_or_sign(self, term: FieldTerm) -> None:
        """Raise :class:`QueryError` for arguments or a comparison, which would be ignored."""
        if term.arguments:
            what = Message("{field} takes no arguments", field=term.field)
            raise self.error(term.arguments[0].at, what, "Leave them out.")
        if term.sign not in (":", "="):
            what = Message("{field} cannot be compared", field=term.field)
            raise self.error(term.at, what, Message("Write {field}:…", field=term.field))
