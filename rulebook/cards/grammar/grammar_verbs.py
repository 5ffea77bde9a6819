"""The verbs that a grammar names: the stems in its rows of conjugation.

A grammar lists the stems of each row in the terminal named after it (``_K: "置" | "引"``) or, if
texts have a verb in only a few forms, in one with a longer name (``_E_PAST``). They give the verbs
of the game, and every word that the grammar reads as a verb must be a form of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from itertools import product
from typing import TYPE_CHECKING, Any

from rulebook.cards.grammar.conjugation import ALONE, ENDINGS, forms_of, verb_of
from rulebook.cards.tree.verbs import Verb

if TYPE_CHECKING:
    import lark

ROWS_IMPORTED = f"\n%import .common ({', '.join(f'_{row}' for row in ENDINGS if row != 'ARU')})\n"
"""Lines added to every grammar, so it has all rows, and can extend them without an import."""

_LOOKAHEAD = re.compile(r"\(\?[=!][^()]*\)")


def verbs_of(grammar: lark.Lark) -> tuple[Verb, ...]:
    """Return the verbs of ``grammar``: each stem in a terminal named after a row of conjugation,
    and する and ある, which have no stem. Thus a verb is listed only once, in the grammar."""
    named = [
        verb_of(stem, row)
        for name, tree in _terminal_definitions(grammar).items()
        if name.startswith("_") and (row := name.split("_")[1]) in ENDINGS
        for stem in _words_of_definition(tree)
    ]
    return (*dict.fromkeys(named), *ALONE)


def strange_verbs(grammar: lark.Lark, rules: Set[str]) -> list[str]:
    """Return the words at the end of ``rules``, the names of grammar rules that end in a verb, that
    are not forms of a verb of ``grammar``: a builder looks up each verb and would fail on these."""
    known = forms_of(verbs_of(grammar))
    terminals = {
        rule.expansion[-1].name
        for rule in grammar.rules
        if bare_name(rule.alias or rule.origin.name) in rules
    }
    definitions = _terminal_definitions(grammar)
    read: set[str] = set()
    for name in map(bare_name, terminals):
        read.update(_words_of_definition(definitions[name]) if name in definitions else (name,))
    return sorted(read - known.keys())


def bare_name(name: str) -> str:
    """Return ``name`` without the prefix that Lark gives to imported terminals. Grammars of games
    import the common one, and name its terminals without it."""
    return str(name).replace("common__", "", 1)


def _terminal_definitions(grammar: lark.Lark) -> Mapping[str, Any]:
    """Return the tree of each terminal of ``grammar``, with other terminals in it replaced by their
    trees, because the stems of verbs are read from these trees."""
    loaded: Any = grammar.grammar
    return {bare_name(name): tree for name, (tree, _) in loaded.term_defs}


def _words_of_definition(tree: Any) -> Iterator[str]:
    """Yield every word that ``tree``, the definition of a terminal, can read, without lookaheads.
    Verbs must be finite lists of words, so that they can be checked."""
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
            yield _LOOKAHEAD.sub("", text[1:-1])
        case sort, _:
            raise ValueError(f"a verb is written in plain words, with | between them, not {sort}")
