"""The grammars in ``grammar/``, compiled once and kept in the cache."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import lark

from rulebook.clauses.game import Game
from rulebook.data import data_folder
from rulebook.errors import CorpusError
from rulebook.store import cache_root, cached_folder

STARTS = ("ability", "heading", "passage", "open_sentence")
"""What a parse can begin with: a whole ability, or the parts that one is mended from."""


def grammar_path(game: Game) -> Path:
    """Return where the grammar of ``game`` lies.

    A game that brings its own corpus folder may bring ``cards.lark`` there; the games that ship
    have theirs in ``grammar/``.
    """
    own = game.path.with_name("cards.lark")
    return own if own.exists() else data_folder("grammar") / f"{game.id}.lark"


def compile_grammar(path: Path, *, strict: bool = False) -> lark.Lark:
    """Compile the grammar at ``path``: LALR(1), contextual lexer, positions kept.

    With ``strict``, any ambiguity is an error.  Raises :class:`CorpusError` where the file cannot
    be read or is no grammar.
    """
    try:
        return lark.Lark(
            path.read_text(encoding="utf-8"),
            parser="lalr",
            lexer="contextual",
            start=list(STARTS),
            propagate_positions=True,
            strict=strict,
            import_paths=[str(data_folder("grammar"))],
        )
    except OSError as error:
        raise CorpusError(path, "there is no card grammar for this game") from error
    except lark.exceptions.GrammarError as error:
        hint = "See CONTRIBUTING.md, “Add a grammar construction”."
        raise CorpusError(path, str(error), hint=hint) from error


@cache
def load_grammar(path: Path) -> lark.Lark:
    """Return the grammar at ``path`` from the cache, compiled if need be."""

    def fill(folder: Path) -> None:
        with (folder / "grammar").open("wb") as file:
            compile_grammar(path).save(file)

    folder = cached_folder(cache_root(), f"{path.stem.replace('-', '_')}-{_key(path)}", fill)
    with (folder / "grammar").open("rb") as file:
        return lark.Lark.load(file)


def _key(path: Path) -> str:
    """Return a name for what the compiled grammar is made from."""
    sources = [path, *sorted(data_folder("grammar").glob("*.lark"))]
    try:
        texts = [source.read_bytes() for source in sources]
    except OSError as error:
        raise CorpusError(path, "there is no card grammar for this game") from error
    made_by = f"{lark.__version__} {sys.version_info[:2]}".encode()
    return hashlib.sha256(b"\0".join([made_by, *texts])).hexdigest()[:16]
