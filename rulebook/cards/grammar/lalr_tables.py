"""The grammars in ``grammar/`` as tables: made by Lark once, kept in the cache, read by anyone.

Lark proves that a grammar is LALR(1), without ambiguity, and works out its states and what the
lexer may read in each.  What is kept of that is plain data, so that a parser of a few lines, here
or in a browser, runs the same tables, and so that reading a card loads no Lark.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.cache.digests import folder_digest, text_digest
from rulebook.cache.store import CachedFolder, code_digest, write_json
from rulebook.cards.grammar.first_characters import by_first_character
from rulebook.cards.grammar.grammar_verbs import ROWS_IMPORTED, bare_name, strange_verbs, verbs_of
from rulebook.cards.tree.verbs import Verb
from rulebook.clauses.game import Game
from rulebook.data import data_folder, is_installed, own_cache
from rulebook.errors import CorpusError
from rulebook.messages import Message
from rulebook.records import dataclass

if TYPE_CHECKING:
    import lark

STARTS = ("ability", "heading", "passage", "open_sentence")
"""What a parse can begin with: a whole ability, or the parts that one is mended from."""

END = "$END"
"""The terminal behind the last one."""

# The code that the tables depend on.
_MAKERS = (
    "cards/grammar/lalr_tables.py",
    "cards/grammar/first_characters.py",
    "cards/grammar/grammar_verbs.py",
    "cards/grammar/conjugation.py",
)
HINT = "See CONTRIBUTING.md, “Add a grammar construction”."


@dataclass(frozen=True, slots=True)
class Production:
    """A rule of the grammar, as far as reducing by it needs.

    ``keep`` has, for each part that goes into the node, its place and whether its own parts go in
    instead of it.  ``inline`` rules make no node; a ``thin`` one makes none where it has one part.
    """

    name: str
    origin: str
    length: int
    keep: tuple[tuple[int, bool], ...]
    inline: bool
    thin: bool

    @property
    def builds(self) -> bool:
        """Whether reducing by it makes a node, and does not just pass on what it has."""
        passes_on = self.thin and len(self.keep) == 1 and not self.keep[0][1]
        return not self.inline and not passes_on


@dataclass(frozen=True, slots=True)
class Scanner:
    """What the lexer may read in some states: terminals, first come first.

    ``instead`` renames a terminal where its words are exactly those of another one.
    """

    terminals: tuple[str, ...]
    instead: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class LalrTables:
    """A grammar, ready to be run.

    ``actions`` has for each state what to do at a terminal, and where to go after a rule: the
    next state, or below zero the rule to reduce by (``~n`` for rule ``n``).  ``verbs`` are those
    whose forms the terminals of verbs read.
    ``expressions`` has for each terminal what reads it, by the first character (see
    :mod:`rulebook.cards.grammar.first_characters`).
    """

    starts: Mapping[str, int]
    ends: Mapping[str, int]
    actions: Sequence[Mapping[str, int]]
    rules: Sequence[Production]
    scanners: Sequence[Scanner]
    scanner_of: Sequence[int]
    expressions: Mapping[str, Mapping[str, str]]
    verbs: Sequence[Verb]


def grammar_path(game: Game) -> Path:
    """Return the path of the grammar of ``game``.

    A game that brings its own corpus folder may bring ``cards.lark`` there; the games that ship
    have theirs in ``grammar/``.
    """
    own = game.folder / "cards.lark"
    return own if own.exists() else data_folder("grammar") / f"{game.id}.lark"


def open_grammar_tables(
    path: Path, name: str, verb_rules: Set[str], cache: Path | None = None
) -> LalrTables:
    """Return the tables of the grammar at ``path`` from the cache, made if need be.

    ``name`` is that of the game, under which ``cache`` keeps them; ``verb_rules`` are the rules
    that end in a verb.  Raises :class:`CorpusError` where there is no grammar, none that Lark
    takes, or one with verbs that nobody conjugates.
    """

    def fill(folder: Path) -> None:
        grammar = compile_grammar(path)
        _check_verbs(path, grammar, verb_rules)
        write_json(folder / "tables.json", plain_tables(extract_tables(grammar)))

    folder = CachedFolder(cache or own_cache(), f"{name.replace('-', '_')}-{_key(path)}", fill)
    return folder.read(lambda all_: tables_from_plain(_json(all_ / "tables.json")))


def _key(path: Path) -> str:
    """Return a name for what the tables are made from: the grammars, our code, Lark's version."""
    shipped = data_folder("grammar")
    code, common = code_digest(*_MAKERS), folder_digest(shipped)
    if is_installed() and path.parent == shipped:
        return f"{code[:8]}{common[:8]}"
    try:
        own = path.read_bytes()
    except OSError as error:
        raise CorpusError(path, "there is no card grammar for this game", hint=HINT) from error
    return text_digest(code.encode(), common.encode(), _lark_version(), own)[:16]


def _lark_version() -> bytes:
    """Return what Lark's package says of itself, its version included, without loading it."""
    found = find_spec("lark")
    return Path(found.origin).read_bytes() if found and found.origin else b""


def _json(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_bytes())
    return data


# ---- Made by Lark


def compile_grammar(path: Path, *, strict: bool = False) -> lark.Lark:
    """Compile the grammar at ``path``: LALR(1), contextual lexer, positions kept.

    With ``strict``, any ambiguity is an error.  Raises :class:`CorpusError` where the file cannot
    be read or is no grammar.
    """
    import lark

    try:
        text = path.read_text(encoding="utf-8") + ROWS_IMPORTED
        with nullcontext() if strict else _without_search_for_collisions():
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
    except lark.exceptions.LarkError as error:
        raise CorpusError(path, str(error), hint=HINT) from error


def _check_verbs(path: Path, grammar: lark.Lark, rules: Set[str]) -> None:
    """Raise :class:`CorpusError` where the grammar reads as a verb what is a form of none."""
    try:
        strange = strange_verbs(grammar, rules)
    except ValueError as error:
        raise CorpusError(path, str(error), hint=HINT) from error
    if strange:
        raise CorpusError(
            path,
            Message("these are forms of no verb: {strange}", strange=", ".join(strange[:9])),
            hint="Put the stem of the verb into the row in which it is conjugated (_K, _S, _E …).",
        )


@contextmanager
def _without_search_for_collisions() -> Iterator[None]:
    """Keep Lark from comparing all terminals with each other.

    It does so whenever interegular is installed, though only strict mode says what it found, and
    it takes several times as long as all the rest.
    """
    from lark import lexer

    installed, lexer.has_interegular = lexer.has_interegular, False
    try:
        yield
    finally:
        lexer.has_interegular = installed


def extract_tables(grammar: lark.Lark) -> LalrTables:
    """Return what of a compiled ``grammar`` is needed to run it."""
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
    scanners: dict[Scanner, int] = {}
    scanner_of = [
        scanners.setdefault(_scanner(frontend.lexer.lexers[state]), len(scanners))
        for state in states
    ]
    return LalrTables(
        {start: numbers[table.start_states[start]] for start in STARTS},
        {start: numbers[table.end_states[start]] for start in STARTS},
        actions,
        [_rule(rule) for rule in rules],
        list(scanners),
        scanner_of,
        {
            bare_name(terminal.name): by_first_character(terminal.pattern.to_regexp())
            for terminal in grammar.terminals
        },
        verbs_of(grammar),
    )


def _states_in_order(table: Any) -> list[int]:
    """Return the states of Lark's parse ``table`` in breadth-first order from the start states.

    Lark numbers states in the order of its sets, which differs between runs; two builds of the
    wheel must be equal byte for byte.
    """
    states = dict.fromkeys(table.start_states[start] for start in STARTS)
    pending = deque(states)
    while pending:
        for _, (action, argument) in sorted(table.states[pending.popleft()].items()):
            if action.name == "Shift" and argument not in states:
                states[argument] = None
                pending.append(argument)
    return list(states)


def _rule(rule: Any) -> Production:
    origin = bare_name(rule.origin.name)
    keep = tuple(
        (place, not symbol.is_term and bare_name(symbol.name).startswith("_"))
        for place, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)
    )
    return Production(
        name=bare_name(rule.alias or rule.origin.name),
        origin=origin,
        length=len(rule.expansion),
        keep=keep,
        inline=origin.startswith("_"),
        thin=bool(rule.options.expand1 and not rule.alias),
    )


def _scanner(lexer: Any) -> Scanner:
    """Return what ``lexer`` may read, without the expression it would compile to read all of it."""
    from lark.lexer import _create_unless

    kept, callbacks = _create_unless(  # type: ignore[no-untyped-call]
        lexer.terminals, lexer.g_regex_flags, lexer.re, lexer.use_bytes
    )
    terminals = tuple(bare_name(terminal.name) for terminal in kept)
    instead = tuple(
        (
            bare_name(name),
            tuple((t.pattern.value, bare_name(t.name)) for t in callback.scanner.terminals),
        )
        for name, callback in callbacks.items()
    )
    return Scanner(terminals, _Frozen((name, _Frozen(words)) for name, words in instead))


class _Frozen(dict[str, Any]):
    """A hashable mapping, so that equal scanners are kept once."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted((key, hash(value)) for key, value in self.items())))


# ---- Kept as JSON


def plain_tables(tables: LalrTables) -> dict[str, Any]:
    """Return ``tables`` as JSON can hold them."""
    return {
        "starts": tables.starts,
        "ends": tables.ends,
        "actions": tables.actions,
        "rules": [
            [rule.name, rule.origin, rule.length, rule.keep, rule.inline, rule.thin]
            for rule in tables.rules
        ],
        "scanners": [[scanner.terminals, scanner.instead] for scanner in tables.scanners],
        "scanner_of": tables.scanner_of,
        "expressions": tables.expressions,
        "verbs": [(verb.value, verb.row) for verb in tables.verbs],
    }


def tables_from_plain(data: Mapping[str, Any]) -> LalrTables:
    """Return the tables of which :func:`plain_tables` made ``data``."""
    rules = [
        Production(
            name, origin, length, tuple((place, inner) for place, inner in keep), inline, thin
        )
        for name, origin, length, keep, inline, thin in data["rules"]
    ]
    scanners = [Scanner(tuple(terminals), instead) for terminals, instead in data["scanners"]]
    return LalrTables(
        data["starts"],
        data["ends"],
        data["actions"],
        rules,
        scanners,
        data["scanner_of"],
        data["expressions"],
        [Verb(word, row) for word, row in data["verbs"]],
    )
