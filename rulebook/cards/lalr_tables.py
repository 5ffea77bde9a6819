"""The grammars in ``grammar/`` as tables: made by Lark once, kept in the cache, read by anyone.

Lark proves that a grammar is LALR(1), without ambiguity, and works out its states and what the
lexer may read in each.  What is kept of that is plain data, so that a parser of a few lines, here
or in a browser, runs the same tables, and so that reading a card loads no Lark.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.clauses.game import Game
from rulebook.data import data_folder
from rulebook.errors import CorpusError
from rulebook.store import CachedFolder, cache_root, code_digest, write_json

if TYPE_CHECKING:
    import lark

STARTS = ("ability", "heading", "passage", "open_sentence")
"""What a parse can begin with: a whole ability, or the parts that one is mended from."""

END = "$END"
"""The terminal behind the last one."""

_PREFIX = "common__"
_HINT = "See CONTRIBUTING.md, “Add a grammar construction”."


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


@dataclass(frozen=True, slots=True)
class Scanner:
    """What the lexer may read in some states: terminals with their expressions, first come first.

    ``instead`` renames a terminal where its words are exactly those of another one.
    """

    terminals: tuple[tuple[str, str], ...]
    instead: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class LalrTables:
    """A grammar, ready to be run.

    ``actions`` has for each state what to do at a terminal, and where to go after a rule: the
    next state, or below zero the rule to reduce by (``~n`` for rule ``n``).
    """

    starts: Mapping[str, int]
    ends: Mapping[str, int]
    actions: Sequence[Mapping[str, int]]
    rules: Sequence[Production]
    scanners: Sequence[Scanner]
    scanner_of: Sequence[int]


def grammar_path(game: Game) -> Path:
    """Return where the grammar of ``game`` lies.

    A game that brings its own corpus folder may bring ``cards.lark`` there; the games that ship
    have theirs in ``grammar/``.
    """
    own = game.folder / "cards.lark"
    return own if own.exists() else data_folder("grammar") / f"{game.id}.lark"


@cache
def load_tables(path: Path) -> LalrTables:
    """Return the tables of the grammar at ``path`` from the cache, made if need be.

    Raises :class:`CorpusError` where there is no grammar, or none that Lark takes.
    """

    def fill(folder: Path) -> None:
        write_json(folder / "tables.json", _as_json(extract_tables(compile_grammar(path))))

    folder = CachedFolder(cache_root(), f"{path.stem.replace('-', '_')}-{_key(path)}", fill)
    return folder.read(lambda all_: _from_json(_json(all_ / "tables.json")))


def _key(path: Path) -> str:
    """Return a name for what the tables are made from."""
    sources = [path, *sorted(data_folder("grammar").glob("*.lark"))]
    try:
        texts = [source.read_bytes() for source in sources]
    except OSError as error:
        raise CorpusError(path, "there is no card grammar for this game", hint=_HINT) from error
    code = code_digest("cards/lalr_tables.py").encode()
    return hashlib.sha256(b"\0".join([code, _lark_version(), *texts])).hexdigest()[:16]


def _lark_version() -> bytes:
    """Return what Lark's package says of itself, its version included, without loading it."""
    found = find_spec("lark")
    return Path(found.origin).read_bytes() if found and found.origin else b""


def _json(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


# ---- Made by Lark


def compile_grammar(path: Path, *, strict: bool = False) -> lark.Lark:
    """Compile the grammar at ``path``: LALR(1), contextual lexer, positions kept.

    With ``strict``, any ambiguity is an error.  Raises :class:`CorpusError` where the file cannot
    be read or is no grammar.
    """
    import lark

    try:
        text = path.read_text(encoding="utf-8")
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
        raise CorpusError(path, "there is no card grammar for this game", hint=_HINT) from error
    except lark.exceptions.GrammarError as error:
        raise CorpusError(path, str(error), hint=_HINT) from error


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
    states = sorted(table.states)
    actions = [
        {
            _bare(name): argument if action.name == "Shift" else ~places[argument]
            for name, (action, argument) in table.states[state].items()
        }
        for state in states
    ]
    scanners: dict[Scanner, int] = {}
    scanner_of = [
        scanners.setdefault(_scanner(frontend.lexer.lexers[state]), len(scanners))
        for state in states
    ]
    return LalrTables(
        dict(table.start_states),
        dict(table.end_states),
        actions,
        [_rule(rule) for rule in rules],
        list(scanners),
        scanner_of,
    )


def _bare(name: str) -> str:
    """Return ``name`` without the mark that Lark puts on what a grammar imports."""
    return str(name).replace(_PREFIX, "", 1)


def _rule(rule: Any) -> Production:
    origin = _bare(rule.origin.name)
    keep = tuple(
        (place, not symbol.is_term and _bare(symbol.name).startswith("_"))
        for place, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)
    )
    return Production(
        name=_bare(rule.alias or rule.origin.name),
        origin=origin,
        length=len(rule.expansion),
        keep=keep,
        inline=origin.startswith("_"),
        thin=bool(rule.options.expand1 and not rule.alias),
    )


def _scanner(lexer: Any) -> Scanner:
    terminals = tuple(
        (_bare(terminal.name), terminal.pattern.to_regexp()) for terminal in lexer.scanner.terminals
    )
    instead = tuple(
        (
            _bare(name),
            tuple((t.pattern.value, _bare(t.name)) for t in callback.scanner.terminals),
        )
        for name, callback in lexer.callback.items()
    )
    return Scanner(terminals, _Frozen((name, _Frozen(words)) for name, words in instead))


class _Frozen(dict[str, Any]):
    """A mapping that can be told from others, so that equal scanners are kept once."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted((key, hash(value)) for key, value in self.items())))


# ---- Kept as JSON


def _as_json(tables: LalrTables) -> dict[str, Any]:
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
    }


def _from_json(data: Mapping[str, Any]) -> LalrTables:
    rules = [
        Production(
            name, origin, length, tuple((place, inner) for place, inner in keep), inline, thin
        )
        for name, origin, length, keep, inline, thin in data["rules"]
    ]
    scanners = [
        Scanner(tuple((name, pattern) for name, pattern in terminals), instead)
        for terminals, instead in data["scanners"]
    ]
    return LalrTables(
        data["starts"], data["ends"], data["actions"], rules, scanners, data["scanner_of"]
    )
