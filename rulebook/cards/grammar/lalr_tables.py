"""The grammars in ``grammar/`` as tables. Lark proves that a grammar is LALR(1), without ambiguity,
and computes its states and what the lexer may read in each. Only these are stored, so that a short
parser, here or in a browser, runs them without Lark."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, folder_digest, text_digest, write_json
from rulebook.cards.grammar.conjugation import ALONE, ENDINGS, forms_of, verb_of
from rulebook.cards.grammar.keywords import keyword_terminal, keywords_path
from rulebook.cards.tree.verbs import Verb
from rulebook.clauses.game import Game
from rulebook.data import data_folder, is_installed, own_cache
from rulebook.errors import CorpusError
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass

if TYPE_CHECKING:
    import lark


STARTS = ("ability", "heading", "passage", "open_sentence")
"""The rules that can be parsed by themselves: an ability, or a part of one that has gaps."""

END = "$END"  # the terminal after the last one

# The code that the tables depend on.
_MAKERS = [f"cards/grammar/{name}.py" for name in ("lalr_tables", "keywords", "conjugation")]
HINT = "See CONTRIBUTING.md, “Add a grammar construction”."

_NOT_IMPORTED = re.compile(
    r"Can(?:'t extend|not override a nonexisting) (?:rule|terminal) (\w+)(?: as it wasn't|$)"
)
"""Lark's message for a name that a grammar extends or overrides without importing it."""


class Production(NamedTuple):
    """A rule of the grammar, reduced to what the parser needs."""

    name: str
    origin: str
    length: int
    keep: tuple[tuple[int, bool], ...]  # each part of the node: its index; whether a list to join
    inline: bool  # the rule makes no node
    thin: bool  # the rule makes no node for a single part

    @property
    def builds(self) -> bool:
        """Whether the rule makes a node, and so needs a builder: an inline rule makes none, and a
        thin one passes on its only part, if that is not a list."""
        passes_on = self.thin and len(self.keep) == 1 and not self.keep[0][1]
        return not self.inline and not passes_on


class Scanner(NamedTuple):
    """The terminals that the lexer tries in some states, in this order. ``instead`` renames a
    terminal if its words are exactly those of another one."""

    terminals: Sequence[str]
    instead: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class LalrTables:
    """A grammar as tables. Large parts have types of JSON, which need not be converted."""

    starts: dict[str, int]
    ends: dict[str, int]
    actions: Sequence[dict[str, int]]
    """The next state of each by terminal or rule name; ``~n`` is a reduction by rule n instead."""
    rules: tuple[Production, ...]
    scanners: tuple[Scanner, ...]
    scanner_of: Sequence[int]
    expressions: dict[str, dict[str, str]]  # by terminal and first character
    verbs: tuple[tuple[str, str], ...]  # those that the grammar reads, with their rows


def grammar_path(game: Game) -> Path:
    """Return the path of the card grammar of ``game``, which need not exist. A game in a corpus
    folder of its own may have ``cards.lark`` there; those that ship have theirs in ``grammar/``."""
    own = game.folder / "cards.lark"
    return own if own.exists() else data_folder("grammar") / f"{game.id}.lark"


def open_grammar_tables(
    path: Path, name: str, verb_rules: Set[str], cache: Path | None = None
) -> LalrTables:
    """Return the tables of the grammar at ``path`` from the cache, or compile and store them, which
    needs Lark and takes long. ``name`` is the game's, ``verb_rules`` end in a verb. Raises
    :class:`CorpusError` without a usable grammar, or if it reads words as verbs that are not."""

    def fill(folder: Path) -> None:
        """Compile the grammar and write its tables. Refuse it if its rules for verbs
        (``verb_rules``) read other words than forms of its verbs, as with a misspelled stem."""
        grammar = compile_grammar(path)
        _check_verbs(path, grammar, verb_rules)
        write_json(folder / "tables.json", to_plain(extract_tables(grammar)))

    # The cache evicts folders with the same name up to the first hyphen: ``name`` must have none.
    key = f"{name.replace('-', '_')}-{_cache_key(path)}"
    return CachedFolder(cache or own_cache(), key, fill).read(
        lambda all_: from_plain(LalrTables, json.loads((all_ / "tables.json").read_bytes()))
    )


def _cache_key(path: Path) -> str:
    """Return a digest of what the tables depend on: the grammars, our code, Lark. An installed
    wheel has tables that match its code, so that Lark need not be installed."""
    shipped = data_folder("grammar")
    code, common = code_digest(*_MAKERS), folder_digest(shipped)
    if is_installed() and path.parent == shipped:
        return f"{code[:8]}{common[:8]}"
    try:
        own = path.read_bytes()
    except OSError as error:
        raise CorpusError(path, "there is no card grammar for this game", hint=HINT) from error
    keywords = keywords_path(path)
    words = keywords.read_bytes() if keywords.exists() else b""
    return text_digest(code.encode(), common.encode(), _lark_version(), own, words)[:16]


def _lark_version() -> bytes:
    """Return the source of Lark's main module, which has its version, for the key of stored tables:
    another Lark may make others. Lark is not imported, since nothing else needs it then."""
    found = find_spec("lark")
    return Path(found.origin).read_bytes() if found and found.origin else b""


# ---- Made by Lark


def compile_grammar(path: Path, *, strict: bool = False) -> lark.Lark:
    """Return the grammar at ``path``, with its keywords, compiled by Lark: LALR(1), with a
    contextual lexer, since the same word can be another terminal in another place. With ``strict``,
    ambiguities are errors. Raises :class:`CorpusError` if it is unreadable or not a grammar."""
    import lark  # slow, not needed with stored tables

    try:
        text = path.read_text(encoding="utf-8-sig") + ROWS_IMPORTED + keyword_terminal(path)
        with nullcontext() if strict else _without_collision_check():
            return lark.Lark(
                text,
                parser="lalr",
                lexer="contextual",
                start=list(STARTS),
                propagate_positions=True,
                strict=strict,
                import_paths=[str(data_folder("grammar"))],
            )
    except OSError as error:
        raise CorpusError(path, "there is no card grammar for this game", hint=HINT) from error
    except UnicodeError as error:
        raise CorpusError(path, "not UTF-8", hint="Save it as UTF-8 text.") from error
    except lark.exceptions.LarkError as error:
        what = str(error)
        if strange := _NOT_IMPORTED.match(what):  # only what is imported can be extended
            form = "{name} is not imported; add it to %import .common (…), or correct it"
            what = Message(form, name=strange[1])
        raise CorpusError(path, what, hint=HINT) from error


def _check_verbs(path: Path, grammar: lark.Lark, rules: Set[str]) -> None:
    """Raise :class:`CorpusError` if ``rules``, which end in a verb, read words that are not forms
    of any. Otherwise a misspelled stem would fail only on a card with that word."""
    try:
        strange = strange_verbs(grammar, rules)
    except ValueError as error:
        raise CorpusError(path, str(error), hint=HINT) from error
    if strange:
        what = Message("these are not forms of any verb: {strange}", strange=", ".join(strange[:9]))
        hint = "Put the stem of the verb into the row of its conjugation (_K, _S, _E …)."
        raise CorpusError(path, what, hint=hint)


@contextmanager
def _without_collision_check() -> Iterator[None]:
    """Keep Lark from comparing all terminals with each other. It does so if interegular is
    installed, which takes several times as long, though only strict mode uses the result."""
    from lark import lexer

    installed, lexer.has_interegular = lexer.has_interegular, False
    try:
        yield
    finally:
        lexer.has_interegular = installed


def extract_tables(grammar: lark.Lark) -> LalrTables:
    """Return the tables of a compiled ``grammar`` that are needed to run it without Lark. Our
    parser is faster, runs in browsers, and does not load Lark."""
    frontend: Any = grammar.parser
    table = frontend.parser._parse_table
    rules = list(dict.fromkeys(grammar.rules))
    places = {rule: place for place, rule in enumerate(rules)}
    states = _states_in_order(table)
    numbers = {state: number for number, state in enumerate(states)}
    actions = [
        {
            bare_name(name): numbers[argument] if action.name == "Shift" else ~places[argument]
            for name, (action, argument) in sorted(table.states[state].items())
        }
        for state in states
    ]
    scanner_by_state = [_scanner(frontend.lexer.lexers[state]) for state in states]
    scanners: list[Scanner] = []  # equal ones are stored only once
    for scanner in scanner_by_state:
        scanners += [] if scanner in scanners else [scanner]
    return LalrTables(
        {start: numbers[table.start_states[start]] for start in STARTS},
        {start: numbers[table.end_states[start]] for start in STARTS},
        actions,
        tuple(map(_production, rules)),
        tuple(scanners),
        list(map(scanners.index, scanner_by_state)),
        {
            bare_name(terminal.name): by_first_character(terminal.pattern.to_regexp())
            for terminal in grammar.terminals
        },
        tuple((verb.value, verb.row) for verb in verbs_of(grammar)),
    )


def _states_in_order(table: Any) -> list[int]:
    """Return the states of Lark's parse ``table``, breadth first. Lark numbers them in the order of
    its sets, which differs between runs; two builds of the wheel must be equal."""
    states = dict.fromkeys(table.start_states[start] for start in STARTS)
    pending = deque(states)
    while pending:
        for _, (action, argument) in sorted(table.states[pending.popleft()].items()):
            if action.name == "Shift" and argument not in states:
                states[argument] = None
                pending.append(argument)
    return list(states)


def _production(rule: Any) -> Production:
    """Return a rule of Lark as a :class:`Production`: which parts it keeps, and whether it makes no
    node (``_name``) or none for a single part (``?name``). So tables need no objects of Lark."""
    origin = bare_name(rule.origin.name)
    keep = tuple(
        (place, not symbol.is_term and bare_name(symbol.name).startswith("_"))
        for place, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)
    )
    name, is_inline = bare_name(rule.alias or rule.origin.name), origin.startswith("_")
    is_thin = bool(rule.options.expand1 and not rule.alias)
    return Production(name, origin, len(rule.expansion), keep, is_inline, is_thin)


def _scanner(lexer: Any) -> Scanner:
    """Return the terminals that ``lexer`` may read, and the words that it reads as another terminal
    ``instead``. Lark's large expression for all is not compiled: we try each terminal by itself."""
    from lark.lexer import _create_unless

    terminals, callbacks = _create_unless(  # type: ignore[no-untyped-call]
        lexer.terminals, lexer.g_regex_flags, lexer.re, lexer.use_bytes
    )
    instead = {
        bare_name(name): {t.pattern.value: bare_name(t.name) for t in callback.scanner.terminals}
        for name, callback in callbacks.items()
    }
    return Scanner(tuple(bare_name(terminal.name) for terminal in terminals), instead)


# ---- Verbs

ROWS_IMPORTED = f"\n%import .common ({', '.join(f'_{row}' for row in ENDINGS if row != 'ARU')})\n"
"""Lines added to every grammar, so it has all rows, and can extend them without an import."""


def verbs_of(grammar: lark.Lark) -> tuple[Verb, ...]:
    """Return the verbs of ``grammar``: each stem in a terminal named after a row of conjugation,
    and する (do) and ある (be), without a stem. Thus a verb is listed only once, in the grammar."""
    named = [
        verb_of(stem, row)
        for name, tree in _terminal_definitions(grammar).items()
        if name.startswith("_") and (row := name.split("_")[1]) in ENDINGS
        for stem in _words_of_definition(tree)
    ]
    return (*dict.fromkeys(named), *ALONE)


def strange_verbs(grammar: lark.Lark, rules: Set[str]) -> list[str]:
    """Return the words that are read at the end of ``rules`` (grammar rules that end in a verb) but
    are not forms of a verb of ``grammar``: a builder looks up each verb and would fail on these."""
    terminals = {
        rule.expansion[-1].name
        for rule in grammar.rules
        if bare_name(rule.alias or rule.origin.name) in rules
    }
    definitions = _terminal_definitions(grammar)
    read: set[str] = set()
    for name in map(bare_name, terminals):
        read.update(_words_of_definition(definitions[name]) if name in definitions else (name,))
    return sorted(read - forms_of(verbs_of(grammar)).keys())


def bare_name(name: str) -> str:
    """Return ``name`` without the prefix that Lark gives to imported terminals. Grammars of games
    import the common one, and name its terminals without it."""
    return str(name).replace("common__", "", 1)


def _terminal_definitions(grammar: lark.Lark) -> Mapping[str, Any]:
    """Return the tree that defines each terminal of ``grammar``, in which Lark has put the trees of
    other terminals for their names. Checks find the stems of verbs in it, not in expressions."""
    loaded: Any = grammar.grammar
    return {bare_name(name): tree for name, (tree, _) in loaded.term_defs}


def _words_of_definition(tree: Any) -> Iterator[str]:
    """Yield every word that ``tree``, the definition of a terminal, can read, without lookaheads:
    the stems of verbs, or words compared with the forms of verbs (:func:`strange_verbs`). Raise
    :class:`ValueError` for a definition with endless or unlisted words, such as an expression."""
    match tree.data, tree.children:
        case "expansions", branches:
            for branch in branches:
                yield from _words_of_definition(branch)
        case "expansion", parts:
            for words in product(*(list(_words_of_definition(part)) for part in parts)):
                yield "".join(words)
        case "value", [value]:
            yield from _words_of_definition(value)
        case "literal", [text]:
            yield re.sub(r"\(\?[=!][^()]*\)", "", text[1:-1])
        case sort, _:
            raise ValueError(f"a verb is written in plain words, with | between them, not {sort}")


ANY_CHARACTER = ""  # the key for all first characters that have no entry
_WIDEST = 257  # a larger range counts as any character
_QUANTIFIER = re.compile(r"(?:[?*+]|\{[0-9]*,?[0-9]*\})[?+]?")
_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
Firsts = frozenset[str] | None  # the characters that something can begin with, None for any


class _Atom(NamedTuple):
    """A unit of an expression; ``inner`` are the choices of a group without a quantifier."""

    text: str
    firsts: Firsts
    may_be_empty: bool
    inner: tuple[tuple[_Atom, ...], ...] = ()


_Choices = tuple[tuple[_Atom, ...], ...]


def by_first_character(expression: str) -> dict[str, str]:
    """Return, for each first character, the part of the regular ``expression`` that can match
    there, so that the lexer compiles only the parts that it needs. An expression with other syntax,
    or that may begin with anything, is returned whole under :data:`ANY_CHARACTER`."""
    try:
        choices, end = _read_choices(expression, 0)
    except (ValueError, IndexError):
        return {ANY_CHARACTER: expression}
    firsts = _firsts_of_choices(choices)
    if end != len(expression) or firsts is None:
        return {ANY_CHARACTER: expression}
    return {first: _beginning_with(choices, first) for first in sorted(firsts)}


def _beginning_with(choices: _Choices, first: str) -> str:
    """Return the expression of those of ``choices`` that can begin with the character ``first``:
    the lexer knows the next character, and without the others fails much sooner."""
    found = ((atoms, _firsts_of_sequence(atoms)) for atoms in choices)
    possible = (atoms for atoms, firsts in found if firsts is None or first in firsts)
    return "|".join("".join(_reduced_atoms(atoms, first)) for atoms in possible)


def _reduced_atoms(atoms: tuple[_Atom, ...], first: str) -> Iterator[str]:
    """Yield the texts of ``atoms``, the units of one alternative, with the group at the start
    reduced to what can begin with ``first``: other alternatives need not be compiled or tried. A
    lookaround consumes nothing, so the unit after it is at the start, too."""
    at_start = True
    for atom in atoms:
        yield f"(?:{_beginning_with(atom.inner, first)})" if at_start and atom.inner else atom.text
        at_start = at_start and atom.text.startswith(_AROUND)


def _firsts_of_choices(choices: _Choices) -> Firsts:
    """Return the characters with which one of ``choices`` (a|b, of a terminal) can begin, None for
    any. For each, a smaller, faster expression of only the choices that begin so is compiled."""
    found = [*map(_firsts_of_sequence, choices)]
    return None if None in found else frozenset().union(*filter(None, found))


def _firsts_of_sequence(atoms: tuple[_Atom, ...]) -> Firsts:
    """Return the characters with which ``atoms`` can begin; None (any) if they may be empty.
    Alternatives that begin differently are left out for a given character."""
    found: set[str] = set()
    for atom in atoms:
        if atom.firsts is None:
            return None
        found |= atom.firsts
        if not atom.may_be_empty:
            return frozenset(found)
    return None


# ---- Reading an expression


def _read_choices(source: str, at: int) -> tuple[_Choices, int]:
    """Return the alternatives (``a|b``) of the expression ``source`` from ``at`` to the end of
    their group, to find out how each can begin, and that end. Python's own parser is not public."""
    found: list[tuple[_Atom, ...]] = []
    atoms: list[_Atom] = []
    while at < len(source) and source[at] != ")":
        if source[at] == "|":
            found.append(tuple(atoms))
            atoms, at = [], at + 1
        else:
            atom, at = _read_atom(source, at)
            atoms.append(atom)
    return (*found, tuple(atoms)), at


def _read_atom(source: str, start: int) -> tuple[_Atom, int]:
    """Return the atom (a character, set, group or lookaround) at ``start`` with its quantifier and
    possible first characters, and its end. By these an expression is divided into one for each
    character. A group with a quantifier stays whole. Other syntax raises."""
    inner: _Choices = ()
    firsts: Firsts = frozenset()
    around = next((sign for sign in _AROUND if source.startswith(sign, start)), "")
    if around or source.startswith("(?:", start):
        choices, at = _read_choices(source, start + len(around or "(?:"))
        at += 1
        if not around:
            inner, firsts = choices, _firsts_of_choices(choices)
    elif source[start] == "[":
        firsts, at = _read_set(source, start)
    elif source[start] == "\\":
        char, at = source[start + 1], start + 2
        # The characters of a class such as \d are too many to list.
        is_class = char.isalnum() and char not in _CONTROLS
        firsts = None if is_class else frozenset(_CONTROLS.get(char, char))
    elif source[start] in "^$":
        at = start + 1
    elif source[start] in "(?*+{":
        raise ValueError("this syntax is not supported here")
    else:
        firsts, at = None if source[start] == "." else frozenset(source[start]), start + 1
    may_be_empty = bool(around) or source[start] in "^$"
    if quantifier := _QUANTIFIER.match(source, at):
        inner, at = (), quantifier.end()
        may_be_empty = may_be_empty or quantifier[0].startswith(("?", "*", "{0", "{,"))
    return _Atom(source[start:at], firsts, may_be_empty, inner), at


def _read_set(source: str, start: int) -> tuple[Firsts, int]:
    """Return the characters of the set ([…]) at ``start``, by which an expression is divided for
    the lexer, and the offset of its end. None, for any, if it is negated, large or has escapes."""
    at = start + 1
    while source[at] != "]" or at == start + 1:  # a first ] does not end the set
        at += 2 if source[at] == "\\" else 1
    inside = source[start + 1 : at]
    if inside.startswith(("^", "]")) or "\\" in inside:
        return None, at + 1
    pairs = re.findall("(.)(?:-(.))?", inside, re.DOTALL)  # a character, or both ends of a range
    ranges = [range(ord(first), ord(last or first) + 1) for first, last in pairs]
    if any(len(each) > _WIDEST for each in ranges):
        return None, at + 1
    return frozenset(map(chr, chain.from_iterable(ranges))), at + 1
