"""The grammars, compiled by Lark once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark

from rulebook.cards.grammar.lalr_tables import compile_grammar


@cache
def compiled(path: Path) -> Lark:
    """Return the compiled grammar at ``path``. No test changes it."""
    return compile_grammar(path)
